package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// portable is a document with placeholders X, P and A.
const portable = `
openapi: 3.0.3
info: {title: t, version: "1"}
paths:
  /demo:
    get:
      operationId: demoList
      parameters:
        - {name: kind, in: query, PARAMETER}
      responses:
        '200':
          description: ok
          content: {application/json: {schema: {type: object, properties: {x: {MEMBER}}}, ANSWER}}
        '404': {description: none, content: {application/json: {schema: {type: string}, PROBLEM}}}
components:
  schemas:
    Other: {type: object, properties: {deep: {type: object, properties: {y: {DEEP}}}}}
`

// plant fills the document's placeholders; "NAME=text" fills one, the others get valid values.
func plant(t *testing.T, planted string) *openapi3.T {
	t.Helper()
	blanks := map[string]string{
		"PARAMETER": "schema: {type: string}",
		"MEMBER":    "type: string",
		"ANSWER":    "example: {x: a}",
		"PROBLEM":   "example: a",
		"DEEP":      "type: string",
	}
	if blank, text, ok := strings.Cut(planted, "="); ok {
		blanks[blank] = text
	}

	text := portable
	for blank, words := range blanks {
		text = strings.Replace(text, blank, words, 1)
	}
	doc, err := openapi3.NewLoader().LoadFromData([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestPortableRules(t *testing.T) {
	for _, c := range []struct{ rule, planted, want string }{
		{"the clean document", "", ""},

		{"null with a type", "DEEP=type: string, nullable: true", ""},
		{"null without a type", "DEEP=nullable: true", "schema Other.deep.y: nullable needs a type"},
		{"null without a type in an answer", "MEMBER=nullable: true", "GET /demo 200.x: nullable needs a type"},
		{"null without a type in a list", "DEEP=type: array, items: {nullable: true}", "deep.y[]: nullable"},
		{"null without a type behind names",
			"DEEP=type: object, additionalProperties: {nullable: true}", "y{}: nullable"},
		{"null without a type in an alternative", "DEEP=anyOf: [{type: string}, {nullable: true}]", "part 2: nullable"},
		{"a nullable reference",
			"DEEP=type: object, nullable: true, allOf: [{$ref: '#/components/schemas/Other'}]", ""},
		{"a nullable reference without a type",
			"MEMBER=nullable: true, allOf: [{$ref: '#/components/schemas/Other'}]", "nullable needs a type"},

		{"a nullable enum with null", "DEEP=type: string, nullable: true, enum: [a, null]", ""},
		{"a nullable enum without null", "DEEP=type: string, nullable: true, enum: [a]", "lists null"},
		{"an enum with null that is not nullable", "DEEP=type: string, enum: [a, null]", "is nullable: true"},
		{"a nullable enum of an input", "PARAMETER=schema: {type: string, nullable: true, enum: [a]}", "lists null"},

		{"something beside a reference",
			"MEMBER=$ref: '#/components/schemas/Other', description: Another.", "next to a $ref"},
		{"unlisted members of any type",
			"DEEP=type: object, properties: {z: {type: boolean}}, additionalProperties: {description: More.}", ""},
		{"unlisted members that exclude the listed ones",
			"DEEP=type: object, properties: {z: {type: boolean}}, additionalProperties: {type: number}", "of any type"},
		{"an object of nothing", "DEEP=type: object", "says what it holds"},
		{"an object of anything", "DEEP=type: object, additionalProperties: true", ""},
		{"an object without any member", "DEEP=type: object, additionalProperties: false", ""},
		{"only unlisted members", "DEEP=type: object, additionalProperties: {type: number}", ""},
	} {
		t.Run(c.rule, func(t *testing.T) {
			var problems []string
			say := func(where, format string, args ...any) {
				problems = append(problems, where+": "+fmt.Sprintf(format, args...))
			}
			lintPortable(say, plant(t, c.planted))

			got := strings.Join(problems, "\n")
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
