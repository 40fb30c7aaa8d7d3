// Package contracts holds the compiled contracts of the chain tests and their Go bindings. build.sh makes both from the
// sources in this folder; it needs node, npm and go.
package contracts

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
