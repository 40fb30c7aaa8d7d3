// Package gen holds what scripts/gen makes from the spec. This file is the one written by hand: it
// embeds the bundled document.
package gen

import _ "embed"

// OpenAPI is the bundled OpenAPI 3.0.3 document, JSON.
//
//go:embed openapi.json
var OpenAPI []byte
