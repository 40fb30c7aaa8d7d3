package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// TestExampleValueRules plants one member with its value at a time in an answer.
func TestExampleValueRules(t *testing.T) {
	const (
		empty  = "not an empty text"
		moment = "format date-time"
	)
	for _, c := range []struct{ why, schema, value, want string }{
		{"a text", "{type: string}", `"a"`, ""},
		{"nothing as null", "{type: string, nullable: true}", "null", ""},
		{"nothing as a text", "{type: string}", `""`, "/demo a: unknown"},
		{"where null would be allowed", "{type: string, nullable: true}", `""`, empty},
		{"in a list", "{type: array, items: {type: string}}", `["x", ""]`, "/demo a[]: unknown"},
		{"in an object", "{type: object, properties: {b: {type: string}}}", `{b: ""}`, "/demo a.b: unknown"},
		{"behind names", "{type: object, additionalProperties: {type: string}}", `{b: ""}`, "/demo a{}: unknown"},
		{"in a part", "{allOf: [{type: object, properties: {b: {type: string}}}]}", `{b: ""}`, "/demo a.b: unknown"},
		{"in one of several", "{oneOf: [{type: number}, {type: string}]}", `""`, empty},
		{"without any declaration", "{type: object, additionalProperties: true}", `{b: ""}`, ""},

		{"a moment", "{type: string, format: date-time}", `"2024-10-08T10:12:00Z"`, ""},
		{"a moment without a format", "{type: string}", `"2024-10-08T10:12:00Z"`, "/demo a: a moment"},
		{"with an offset", "{type: string}", `"2024-10-08T10:12:00.5+02:00"`, moment},
		{"a day", "{type: string}", `"2024-10-08"`, ""},
		{"a text with a moment in it", "{type: string}", `"at 2024-10-08T10:12:00Z"`, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			got := exampleProblems(t, c.schema, c.value)
			if c.want == "" && len(got) > 0 || c.want != "" && !strings.Contains(strings.Join(got, "\n"), c.want) {
				t.Errorf("%s with %s gives %q, want %q", c.schema, c.value, got, c.want)
			}
		})
	}
}

// TestEmptyTextWithAReasonIsNoProblem: "" points to the whole body of a scan.
func TestEmptyTextWithAReasonIsNoProblem(t *testing.T) {
	said := 0
	say := func(string, string, ...any) { said++ }
	location := openapi3.NewStringSchema()
	tool := openapi3.NewObjectSchema().WithProperty("location", location)
	answer := openapi3.NewObjectSchema().WithProperty("tools", openapi3.NewArraySchema().WithItems(tool))
	media := openapi3.NewMediaType().WithSchema(answer)
	media.Example = map[string]any{"tools": []any{map[string]any{"location": ""}}}
	op := openapi3.NewOperation()
	op.AddResponse(200, openapi3.NewResponse().WithContent(openapi3.Content{"application/json": media}))

	lintExampleValues(say, "POST /mcp/scan", op)
	if said != 0 {
		t.Error("the pointer to the whole body is refused")
	}

	lintExampleValues(say, "POST /demo", op)
	if said != 1 {
		t.Errorf("another route's empty location is refused %d times", said)
	}
}

func exampleProblems(t *testing.T, schema, value string) []string {
	t.Helper()
	const document = `
openapi: 3.0.3
info: {title: t, version: "1"}
paths:
  /demo:
    get:
      operationId: demo
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: {type: object, properties: {a: %s}}
              example: {a: %s}
`
	doc, err := openapi3.NewLoader().LoadFromData(fmt.Appendf(nil, document, schema, value))
	if err != nil {
		t.Fatal(err)
	}

	var out []string
	say := func(where, format string, args ...any) { out = append(out, where+": "+fmt.Sprintf(format, args...)) }
	lintExampleValues(say, "GET /demo", doc.Paths.Value("/demo").Get)
	return out
}
