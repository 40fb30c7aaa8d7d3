package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

func TestNamesOfTypesAreUnique(t *testing.T) {
	const document = `
openapi: 3.0.3
info: {title: t, version: "1"}
paths:
  /demo/list:
    get:
      operationId: demoList
      parameters:
        - {name: sort_by, in: query, schema: {type: string, enum: [a, b]}}
        - {name: text, in: query, schema: {type: string}}
      responses: {'200': {description: ok}}
components:
  schemas:
    Plain: {type: object, properties: {kind: {type: string, enum: [a, b]}, rows: {type: array, items: {enum: [a]}}}}
    NAME: {SCHEMA}
`
	for _, c := range []struct{ why, name, schema, want string }{
		{"another name", "Other", "type: string", ""},
		{"the same as the operation", "DemoList", "type: string", ""},
		{"the operation in another case", "DemoLIST", "type: string", "operation demoList: generators name"},
		{"a schema in another case", "plain", "type: string", "type of it plain; schema Plain gives"},
		{"an input's list of values", "DemoListSortBy", "type: string", "input sort_by of demoList"},
		{"an input without values", "DemoListText", "type: string", ""},
		{"a member's list of values", "PlainKind", "type: string", "schema Plain.kind"},
		{"values of a list", "PlainRowsItem", "type: string", "schema Plain.rows[]"},
		{"a member like an input", "DemoList", "type: object, properties: {sort_by: {enum: [c]}}", "DemoListSortBy"},
		{"a member without values", "DemoList", "type: object, properties: {sort_by: {type: string}}", ""},
		{"the inputs of the operation", "DemoListQuery", "type: string", "inputs and answers of demoList"},
		{"its parameters", "DemoListParams", "type: string", "inputs and answers of demoList"},
		{"its body", "DemoListRequest", "type: object", ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			text := strings.NewReplacer("NAME", c.name, "SCHEMA", c.schema).Replace(document)
			doc, err := openapi3.NewLoader().LoadFromData([]byte(text))
			if err != nil {
				t.Fatal(err)
			}

			var problems []string
			say := func(where, format string, args ...any) {
				problems = append(problems, where+": "+fmt.Sprintf(format, args...))
			}
			lintNames(say, doc)

			got := strings.Join(problems, "\n")
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
