// Package contracts holds the compiled contracts of the chain tests and their Go bindings. Both are made
// from the sources in this folder by go generate, which needs node, npm and go.
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

// Runtime is the deployed byte code of the named contract, as it is put into genesis.
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
