package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// TestVocabularyRules plants one member at a time into an answer.
func TestVocabularyRules(t *testing.T) {
	const shared = "{$ref: '#/components/schemas/"
	for _, c := range []struct{ rule, member, want string }{
		{"a plain member", "name: {type: string}", ""},
		{"partial is boolean", "partial: {type: boolean}", ""},
		{"partial as a list", "partial: {type: array, items: {type: string}}", "partial is a boolean"},
		{"truncated as a number", "truncated: {type: integer}", "truncated is a boolean"},
		{"shared sources", "sources: {type: array, items: " + shared + "Source'}}", ""},
		{"sources of its own", "sources: {type: array, items: {type: string}}", "the shared Source"},
		{"shared reasons", "reasons: {type: array, items: " + shared + "Reason'}}", ""},
		{"reasons of its own", "reasons: {type: array, items: {type: object}}", "the shared Reason"},
		{"dimensions by name", "dimensions: {type: object, additionalProperties: " + shared + "Dimension'}}", ""},
		{"dimensions as members", "dimensions: {type: object, properties: {age: " + shared + "Dimension'}}}", ""},
		{"dimensions as a list", "dimensions: {type: array, items: " + shared + "Dimension'}}", "shared Dimensions"},
		{"a dimension of its own", "dimensions: {type: object, properties: {age: {type: integer}}}",
			"shared Dimensions"},
		{"shared coverage", "coverage: " + shared + "Coverage'}", ""},
		{"shared coverage or null", "coverage: {nullable: true, allOf: [" + shared + "Coverage'}]}", ""},
		{"coverage of its own", "coverage: {type: object}", "the shared Coverage"},
		{"confidence from 0 to 1", "confidence: {type: number, minimum: 0, maximum: 1}", ""},
		{"confidence without bounds", "confidence: {type: number}", "from 0 to 1"},
		{"confidence in per cent", "confidence: {type: number, minimum: 0, maximum: 100}", "from 0 to 1"},
		{"confidence as a word", "confidence: {type: string}", "confidence_level"},
		{"a score", "risk_score: {type: integer, minimum: 0, maximum: 100}", ""},
		{"a score with a fraction", "match_score: {type: number, minimum: 0, maximum: 100}", "integer from 0 to 100"},
		{"a score without bounds", "score: {type: integer}", "integer from 0 to 100"},
		{"a moment", "seen_at: {type: string, format: date-time}", ""},
		{"a moment as seconds", "seen_at: {type: integer}", "date-time"},
		{"as_of as a day", "as_of: {type: string, format: date}", "date-time"},
		{"a day without a format", "due_date: {type: string}", "format date"},
		{"per cent as text", "change_pct: {type: string}", "a number"},
		{"a ratio as text", "hit_ratio: {type: string}", "a number"},
		{"wei as a number", "fee_wei: {type: integer}", "a string"},
		{"percent", "tax_percent: {type: number}", "*_pct"},
		{"a percentile", "percentile: {type: number}", ""},
		{"another name for a moment", "created: {type: string}", "created_at"},
		{"in a list", "list: {type: array, items: {type: object, properties: {lng: {type: number}}}}",
			"/demo list[].lng"},
		{"behind names", "all: {type: object, additionalProperties: {properties: {lng: {type: number}}}}",
			"/demo all{}.lng"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			got := vocabularyProblems(t, c.member)
			if c.want == "" && len(got) > 0 || c.want != "" && !strings.Contains(strings.Join(got, "\n"), c.want) {
				t.Errorf("%s gives %q, want %q", c.member, got, c.want)
			}
		})
	}
}

// TestInputsOfAKindHaveItsFormat plants one input at a time.
func TestInputsOfAKindHaveItsFormat(t *testing.T) {
	for schema, want := range map[string]bool{
		"name: state, schema: {type: string, format: us-state}":  true,
		"name: state, schema: {type: string, maxLength: 2}":      false,
		"name: country, schema: {type: string, format: network}": false,
		"name: place, schema: {type: string, maxLength: 2}":      true,
	} {
		doc, err := openapi3.NewLoader().LoadFromData([]byte(`{openapi: 3.0.3, info: {title: t, version: "1"}, paths: {
			/demo: {get: {parameters: [{in: query, ` + schema + `}], responses: {}}}}}`))
		if err != nil {
			t.Fatal(err)
		}
		said := false
		lintVocabulary(func(string, string, ...any) { said = true }, "GET /demo", doc.Paths.Value("/demo").Get)
		if said == want {
			t.Errorf("%s: said %v", schema, said)
		}
	}
}

func vocabularyProblems(t *testing.T, member string) []string {
	t.Helper()
	const document = `
openapi: 3.0.3
info: {title: t, version: "1"}
paths:
  /demo:
    get:
      operationId: demo
      tags: [demo]
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: object, properties: {MEMBER}}}}}
components:
  schemas:
    Source: {type: object}
    Reason: {type: object}
    Dimension: {type: object}
    Coverage: {type: object}
`
	doc, err := openapi3.NewLoader().LoadFromData([]byte(strings.Replace(document, "MEMBER", member, 1)))
	if err != nil {
		t.Fatal(err)
	}

	var problems []string
	say := func(_, format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	lintVocabulary(say, "GET /demo", doc.Paths.Value("/demo").Get)
	return problems
}

// TestExceptionsAreNeeded fails for an exception without a member in the spec, or whose member would pass without
// it.
func TestExceptionsAreNeeded(t *testing.T) {
	families, err := loadFamilies("../../openapi", "")
	if err != nil {
		t.Fatal(err)
	}
	shared, err := loadDoc("../../openapi/shared.yaml")
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := bundleFamilies("../../openapi/root.yaml", families, shared)
	if err != nil {
		t.Fatal(err)
	}

	kept := exceptions
	exceptions = map[string]string{}
	defer func() { exceptions = kept }()
	without := strings.Join(lint(bundle, specDay), "\n")

	for place, reason := range kept {
		if !strings.Contains(without, ": "+place+": ") {
			t.Errorf("the exception for %s is not needed", place)
		}
		if reason == "" {
			t.Errorf("the exception for %s has no reason", place)
		}
	}
}
