package intake

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/farebox/farebox/internal/problem"
)

// TestLongNamesOfMembersAreCutBetweenTheirCharacters: what is at fault is told in JSON, where half a character is
// another one.
func TestLongNamesOfMembersAreCutBetweenTheirCharacters(t *testing.T) {
	t.Parallel()
	for most := maxFieldName - 4; most <= maxFieldName; most++ {
		name := strings.Repeat("n", most) + "茶茶"
		e := &openapi3.SchemaError{SchemaField: "type", Reason: "value must be a string", Schema: &openapi3.Schema{}}
		var p *problem.Problem
		if !errors.As(schemaProblem(name, e, nil), &p) || !utf8.ValidString(p.Field) || len(p.Field) > maxFieldName {
			t.Errorf("%d letters before: field %q", most, p.Field)
		}
	}
}
