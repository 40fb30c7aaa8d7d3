package samename

import (
	"strings"
	"unicode"

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
// nothing. It is for answers without a row, because companies are called SAS, On and The Limited too. No text asks for
// nobody.
func (r *Rule) Asks(field, text string) error {
	name := r.engine.NameIn(text)
	if text == "" || name != "" && !Nobody(name) && !Nobody(text) {
		return nil
	}
	return problem.Invalid(field, "%s must have a word of the name itself: nobody is found by articles, legal forms "+
		"(Inc, GmbH) or a placeholder (N/A) alone. A company that is called so is asked for with its own legal form: "+
		"SAS AB, On AG", field)
}

// leastLetters is the shortest text that a register is asked for, as ASCII writes it: without letters it would look for
// everything.
const leastLetters = 2

// Words is a caller's text as registers are asked for it. Double quotes and a hyphen before it are left out: they
// have a meaning in searches.
func Words(field, text string) (string, error) {
	text = strings.Join(strings.Fields(strings.ReplaceAll(text, `"`, " ")), " ")
	text = strings.TrimLeft(text, "- ")
	if strings.ContainsFunc(text, unicode.IsControl) {
		return "", problem.Invalid(field, "%s must not hold control characters", field)
	}
	if len(strings.ReplaceAll(names.Normalize(text), " ", "")) < leastLetters {
		return "", problem.Invalid(field, "%s must hold at least %d letters or digits", field, leastLetters)
	}
	return text, nil
}

// NameOf is [Words] of a name. Some registers take NULL and N/A for a field without a value.
func NameOf(field, text string) (string, error) {
	text, err := Words(field, text)
	if err == nil && Nobody(text) {
		err = problem.Invalid(field, "%s must be a name, not a placeholder", field)
	}
	return text, err
}
