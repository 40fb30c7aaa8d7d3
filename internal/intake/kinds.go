package intake

import (
	"slices"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/farebox/farebox/internal/chain/caip2"
	"github.com/farebox/farebox/internal/place/country"
	"github.com/farebox/farebox/internal/place/usstate"
	"github.com/farebox/farebox/internal/spec"
)

// The kinds of values that several routes take, by the format that the spec gives them. Each has a reader here, so that
// what one route answers is understood by all.
const (
	kindCountry = "country"
	kindDay     = "date"
	kindNetwork = "network"
	kindPhone   = "phone"
	kindState   = "us-state"
)

// spelt is a text of a query in the one spelling that the schema has for it: a listed word in its own case, a value of
// a kind by its code, and 0x for the 0X of hexadecimal digits. What is not understood stays as it is where the schema
// refuses it; elsewhere it is a problem. The formats of a sold API are its own.
func spelt(field, text string, schema *openapi3.Schema, op *spec.Operation) (string, error) {
	if len(schema.Enum) > 0 {
		return listed(text, schema), nil
	}
	if op.Backend != "" {
		return text, nil
	}
	if digits, ok := strings.CutPrefix(text, "0X"); ok && strings.HasPrefix(schema.Pattern, "^0x") {
		return "0x" + digits, nil
	}
	if standard, ok := schema.Default.(string); ok && strings.EqualFold(text, standard) {
		return standard, nil
	}

	switch schema.Format {
	case kindCountry:
		found, err := country.Named(field, text)
		return found.Alpha2, err
	case kindState:
		found, err := usstate.Named(field, text)
		return found.Code, err
	case kindDay:
		if moment, err := time.Parse(time.RFC3339, text); err == nil {
			return moment.Format(time.DateOnly), nil // as it is written: midnight in Berlin is of the day that begins
		}
	}
	return text, nil
}

// listed is the word of an enum that a text is: the same one, the only one that differs in its case alone, or, of
// networks, the one of the same chain.
func listed(text string, schema *openapi3.Schema) string {
	if slices.Contains(schema.Enum, any(text)) {
		return text
	}

	var found []string
	for _, word := range schema.Enum {
		word, ok := word.(string)
		if ok && (strings.EqualFold(word, text) || schema.Format == kindNetwork && sameChain(word, text)) {
			found = append(found, word)
		}
	}
	if len(found) != 1 {
		return text
	}
	return found[0]
}

func sameChain(a, b string) bool {
	one, known := caip2.Of(a)
	other, named := caip2.Of(b)
	return known && named && one == other
}
