// Package contracts holds the compiled contracts of the DEX tests and their Go bindings. Both are made
// from the sources in this folder by go generate, which needs node, npm and go.
package contracts

//go:generate ../../../../scripts/contracts/build.sh .

import (
	"embed"

	"github.com/farebox/farebox/internal/chain/artefact"
)

//go:embed artefacts/*.bin-runtime
var artefacts embed.FS

// Runtime is the deployed byte code of the named contract, as it is put into genesis.
func Runtime(name string) ([]byte, error) {
	return artefact.Runtime(artefacts, name)
}
