package main

import (
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

const clean = `
openapi: 3.0.3
info: {title: t, version: "1", x-guidance: g, x-groups: [Things]}
tags: [{name: demo, description: A family., x-group: Things}]
paths:
  /demo:
    get:
      operationId: demo
      tags: [demo]
      summary: Does a thing
      description: Does a thing well.
      x-tasks: [do it, make it so, please act]
      x-promises: ['search: q']
      security: []
      x-payment-info: {price: {mode: fixed, currency: USD, amount: "0.002"}, protocols: [{x402: {}}]}
      parameters:
        - {name: q, in: query, required: true, description: What., schema: {type: string, maxLength: 10}, example: a}
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: string, description: A.}}}, example: {a: b}}}}
        '400': {description: bad}
        '402': {description: pay}
        '405': {description: method}
components: {schemas: {}}
`

// TestLintRules breaks one rule at a time.
func TestLintRules(t *testing.T) {
	for _, c := range []struct{ rule, from, to, want string }{
		{"the clean document breaks nothing", "", "", ""},
		{"security", `security: []`, `deprecated: false`, "security: []"},
		{"price is a decimal string", `amount: "0.002"`, `amount: "$1"`, "decimal string"},
		{"price above zero", `amount: "0.002"`, `amount: "0.000"`, "more than zero"},
		{"fixed price", `mode: fixed`, `mode: dynamic`, "fixed and in USD"},
		{"protocol", `[{x402: {}}]`, `[{mpp: {}}]`, "protocols"},
		{"required parameter has an example", `, example: a}`, `}`, "no example"},
		{"parameter is described", `description: What., `, ``, "has no description"},
		{"string is bounded", `, maxLength: 10`, ``, "maxLength"},
		{"200 has an example", `, example: {a: b}`, ``, "has no example"},
		{"fields are described", `, description: A.`, ``, "has no description"},
		{"operationId", `operationId: demo`, `operationId: Demo-1`, "lowerCamelCase"},
		{"known tag", `tags: [demo]`, `tags: [other]`, "one tag"},
		{"summary", `summary: Does a thing`, `summary: Does a thing.`, "full stop"},
		{"description length", `description: Does a thing well.`, `description: ` + strings.Repeat("long ", 120), "1 to 500"},
		{"tasks", `[do it, make it so, please act]`, `[do it]`, "3 to 8 phrases"},
		{"length of a task", `please act`, strings.Repeat("long ", 30), "1 to 100 characters"},
		{"name of a tool", `operationId: demo`, `operationId: ` + strings.Repeat("demo", 11), "at most 40 characters"},
		{"world of a family", `A family.`, `A family., x-world: open`, "x-world must be closed"},
		{"group of a family", `x-group: Things`, `x-group: Others`, "x-group must be one"},
		{"an input without a promise", `x-promises: ['search: q']`, `x-promises: []`, "what q promises of the answer"},
		{"an input that is none", `'search: q'`, `'search: q', 'a == p'`, "p is no input"},
		{"a member that is none", `'search: q'`, `b == q`, "the answer has no b"},
		{"no known form", `'search: q'`, `a is q`, "has no known form"},
		{"mark of a tool", `security: []`, "security: []\n      x-mcp: default", "x-mcp must be flagship"},
		{"kept for ever", `security: []`, "security: []\n      x-keep: always", "must be never"},
		{"kept and silent about it", `security: []`, "security: []\n      x-keep: never", "says what is not stored"},
		{"promise of a route", `a thing well.`, `a thing well. Nothing is stored.`, "has no x-keep"},
		{"promise of a family", `A family.`, `A family; numbers are not stored.`, "has no x-keep"},
		{"promise of an input", "      x-promises: ['search: q']\n", ``, "does not tell what q promises"},
		{"promise of no member", `'search: q'`, `b == q`, "the answer has no b"},
		{"promise of no input", `'search: q'`, `'search: q, r'`, "r is no input"},
		{"guidance", `, x-guidance: g`, ``, "x-guidance"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			text := strings.Replace(clean, c.from, c.to, 1)
			if c.from != "" && text == clean {
				t.Fatal("the case changes nothing")
			}
			doc, err := openapi3.NewLoader().LoadFromData([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			got := lint(doc, specDay)
			switch {
			case c.want == "" && len(got) > 0:
				t.Errorf("%q", got)
			case c.want != "" && !strings.Contains(strings.Join(got, "\n"), c.want):
				t.Errorf("%q does not hold %q", got, c.want)
			}
		})
	}
}

func TestTwoFamiliesMustNotDefineOneNameDifferently(t *testing.T) {
	a := openapi3.Schemas{"X": openapi3.NewStringSchema().NewRef()}
	if err := mergeMap("schema", a, openapi3.Schemas{"X": openapi3.NewStringSchema().NewRef()}); err != nil {
		t.Errorf("the same twice: %v", err)
	}
	if err := mergeMap("schema", a, openapi3.Schemas{"X": openapi3.NewBoolSchema().NewRef()}); err == nil {
		t.Error("two different ones were merged")
	}
}
