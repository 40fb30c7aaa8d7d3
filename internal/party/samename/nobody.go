package samename

import "github.com/farebox/farebox/internal/party/names"

// nobody is what people write into a field for a name where there is no name.
var nobody = map[string]bool{
	"n a":                true,
	"na":                 true,
	"nil":                true,
	"no dba":             true,
	"none":               true,
	"not applicable":     true,
	"not available":      true,
	"null":               true,
	"same as above":      true,
	"same as legal name": true,
	"tbd":                true,
	"unknown":            true,
}

// Nobody says whether a text stands for no name: "NONE", "N/A". Registers have many such entries in fields for other
// names, and they name nobody.
func Nobody(text string) bool { return nobody[names.Normalize(text)] }
