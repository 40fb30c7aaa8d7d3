package spec

import (
	"reflect"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/farebox/farebox/gen"
)

const head = `{"openapi":"3.0.3","info":{"title":"t","version":"1"},`

// TestDocumentIsReadAsTheLibraryReadsIt compares the whole result, with what its references lead to.
func TestDocumentIsReadAsTheLibraryReadsIt(t *testing.T) {
	for name, document := range map[string]string{
		"ours":             string(gen.OpenAPI),
		"no components":    head + `"paths":{"/a":{"get":{"tags":["a"],"responses":{}}}}}`,
		"no schemas":       head + `"paths":{},"components":{"headers":{"A":{"schema":{"type":"string"}}}}}`,
		"own members":      head + `"paths":{"x-own":{"a":[]}},"x-own":{"a":1},"components":{"x-own":2,"schemas":{}}}`,
		"a schema's cycle": head + `"paths":{},"components":{"schemas":{"A":{"items":{"$ref":"#/components/schemas/A"}}}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			want, err := openapi3.NewLoader().LoadFromData([]byte(document))
			if err != nil {
				t.Fatal(err)
			}
			got, err := decode([]byte(document))
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Error("the library reads something else")
			}
		})
	}
}

// TestDocumentThatTheLibraryRefusesIsRefused: a part that is read on its own is checked all the same.
func TestDocumentThatTheLibraryRefusesIsRefused(t *testing.T) {
	for name, document := range map[string]string{
		"cut off":                    head + `"paths":{`,
		"a list of paths":            head + `"paths":[]}`,
		"an operation that is text":  head + `"paths":{"/a":{"get":"b"}}}`,
		"components that are a list": head + `"paths":{},"components":[1]}`,
		"schemas that are a list":    head + `"paths":{},"components":{"schemas":[1]}}`,
		"a title that is a number":   `{"openapi":"3.0.3","info":{"title":1},"paths":{}}`,
		"a reference to nothing": head +
			`"paths":{},"components":{"schemas":{"A":{"items":{"$ref":"#/components/schemas/B"}}}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := openapi3.NewLoader().LoadFromData([]byte(document)); err == nil {
				t.Fatal("the library reads it")
			}
			if _, err := decode([]byte(document)); err == nil {
				t.Error("it is read")
			}
		})
	}
}
