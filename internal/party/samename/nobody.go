package samename

import (
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/problem"
)

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

// Asks is a problem where a company was asked for by a text that names nobody: that nothing was found by it says
// nothing. It is for answers without a row, because companies are called On AG and The Limited too. No text asks for
// nobody.
func (r *Rule) Asks(field, text string) error {
	if text == "" || !Nobody(text) && r.engine.Names(text) {
		return nil
	}
	return problem.Invalid(field, "%s must have a word of the name itself: nobody is found by articles, legal forms "+
		"(Inc, GmbH) or a placeholder (N/A) alone", field)
}
