// Package contracts holds the compiled contracts of the chain tests and their Go bindings. go generate makes both
// from the sources in this folder; it needs node, npm and go.
package contracts

//go:generate ../../../../scripts/contracts/build.sh .

import (
	"embed"

	"github.com/farebox/farebox/internal/chain/artefact"
)

//go:embed artefacts/*.bin-runtime
var artefacts embed.FS

// Runtime is the named contract's deployed byte code, for genesis.
func Runtime(name string) ([]byte, error) {
	return artefact.Runtime(artefacts, name)
}
