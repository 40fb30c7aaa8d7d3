// Package artefact reads the byte code of compiled test contracts, as scripts/contracts/build.sh writes it.
package artefact

import (
	"embed"
	"encoding/hex"
	"fmt"
	"strings"
)

// Runtime is the deployed byte code of the named contract in the folder artefacts of files.
func Runtime(files embed.FS, name string) ([]byte, error) {
	text, err := files.ReadFile("artefacts/" + name + ".bin-runtime")
	if err != nil {
		return nil, fmt.Errorf("runtime code of %s: %w", name, err)
	}
	code, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil {
		return nil, fmt.Errorf("runtime code of %s: %w", name, err)
	}
	return code, nil
}
