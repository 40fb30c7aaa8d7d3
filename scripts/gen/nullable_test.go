package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestNullPassesTheSchemaOfANullableReference(t *testing.T) {
	const orNull = `{"type": "object", "nullable": true, "allOf": [{"$ref": "#/components/schemas/Part"}]}`
	const plain = `{"$ref": "#/components/schemas/Part"}`

	for _, c := range []struct{ why, a, b, part, want, refused string }{
		{"nothing else refers to it", orNull, orNull, `{"type": "object"}`,
			`"Part":{"nullable":true,"type":"object"}`, ""},
		{"others want it without null", orNull, plain, `{"type": "object", "title": "t"}`,
			`"PartOrNull":{"nullable":true,"title":"t","type":"object"}`, ""},
		{"those keep what they refer to", orNull, plain, `{"type": "object"}`,
			`"b":{"$ref":"#/components/schemas/Part"}`, ""},
		{"the nullable one refers to the copy", orNull, plain, `{"type": "object"}`,
			`"allOf":[{"$ref":"#/components/schemas/PartOrNull"}]`, ""},
		{"it is nullable already", orNull, plain, `{"type": "object", "nullable": true}`,
			`"allOf":[{"$ref":"#/components/schemas/Part"}]`, ""},
		{"no nullable reference", plain, plain, `{"type": "object"}`,
			`"Part":{"type":"object"}`, ""},
		{"its own parts would refuse null", orNull, plain, `{"type": "object", "allOf": [{}]}`,
			"", "nullable reference to Part"},
		{"it has no type", orNull, plain, `{}`,
			"", "nullable reference to Part"},
	} {
		t.Run(c.why, func(t *testing.T) {
			text := `{"components": {"schemas": {"Part": ` + c.part +
				`, "Whole": {"type": "object", "properties": {"a": ` + c.a + `, "b": ` + c.b + `}}}}}`
			var tree any
			if err := json.Unmarshal([]byte(text), &tree); err != nil {
				t.Fatal(err)
			}

			err := permitNull(tree)
			if c.refused != "" {
				if err == nil || !strings.Contains(err.Error(), c.refused) {
					t.Errorf("%v, want %q", err, c.refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got, err := json.Marshal(tree)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(got), c.want) {
				t.Errorf("%s does not hold %s", got, c.want)
			}
		})
	}
}

func TestGeneratorDoesNotSeeNullInEnums(t *testing.T) {
	var tree any
	if err := json.Unmarshal([]byte(`{"x": [{"nullable": true, "enum": ["a", null]}]}`), &tree); err != nil {
		t.Fatal(err)
	}
	dropNullOfEnums(tree)

	got, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"x":[{"enum":["a"],"nullable":true}]}`; string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
}
