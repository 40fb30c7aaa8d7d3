// Package contracts holds the compiled contracts of the chain tests and their Go bindings. go generate makes both
// from the sources in this folder; it needs node, npm and go.
package contracts

//go:generate ../../../../scripts/contracts/build.sh .

import (
	"embed"
	"encoding/hex"
	"fmt"
	"strings"
)

//go:embed artefacts/*.bin-runtime
var artefacts embed.FS

// Runtime is the named contract's deployed byte code, for genesis.
func Runtime(name string) ([]byte, error) {
	text, err := artefacts.ReadFile("artefacts/" + name + ".bin-runtime")
	if err != nil {
		return nil, fmt.Errorf("runtime code of %s: %w", name, err)
	}
	code, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil {
		return nil, fmt.Errorf("runtime code of %s: %w", name, err)
	}
	return code, nil
}
