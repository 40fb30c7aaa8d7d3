package filled

import (
	"maps"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// TestEachAnswerCountsOnce: members are counted where they stand, those of lists and maps by the name of the list or
// map, and an answer that was given twice is one.
func TestEachAnswerCountsOnce(t *testing.T) {
	t.Setenv(Folder, t.TempDir())
	for _, body := range []string{
		`{"name":"A","awards":[{"amount":1},{"amount":null}],"years":{"2024":{"amount":null},"2025":{"amount":2}}}`,
		`{"name": "A", "awards":[{"amount":1},{"amount":null}],"years":{"2024":{"amount":null},"2025":{"amount":2}}}`,
		`{"name":null,"awards":[],"years":{}}`,
	} {
		if err := Keep("/family/route", []byte(body)); err != nil {
			t.Fatal(err)
		}
	}

	award := openapi3.NewObjectSchema().WithProperty("amount", openapi3.NewFloat64Schema())
	part := openapi3.NewObjectSchema().WithProperty("years", openapi3.NewObjectSchema().WithAdditionalProperties(award))
	schema := openapi3.NewAllOfSchema(part)
	schema.Properties = openapi3.Schemas{
		"name":   openapi3.NewStringSchema().NewRef(),
		"awards": openapi3.NewArraySchema().WithItems(award).NewRef(),
	}
	got, err := Read(folder(), "/family/route", schema)
	if err != nil {
		t.Fatal(err)
	}
	want := Members{
		"name":          {Filled: 1, Null: 1},
		"awards":        {Filled: 2},
		"awards.amount": {Filled: 1, Null: 1},
		"years":         {Filled: 2},
		"years.amount":  {Filled: 1, Null: 1},
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestNothingIsKeptWithoutAFolder: tests that nobody counts write nothing.
func TestNothingIsKeptWithoutAFolder(t *testing.T) {
	t.Setenv(Folder, "")
	if err := Keep("/family/route", []byte("no JSON")); err != nil {
		t.Error(err)
	}
}
