package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

const routesOfEachKind = `
openapi: 3.0.3
info: {title: t, version: "1"}
paths:
  /free:
    get: {operationId: free, responses: {'200': {description: ok}}}
  /query:
    get: {operationId: query, responses: {'200': {description: ok}, ` +
	`'422': {$ref: '#/components/responses/ValidationFailed'}}}
  /paid:
    get: {operationId: paid, x-payment-info: {price: {}}, responses: {'200': {description: ok}, ` +
	`'404': {description: none}}}
  /body:
    post:
      operationId: body
      x-payment-info: {price: {}}
      requestBody: {content: {application/json: {schema: {type: object}}}}
      responses: {'200': {description: ok}}
components:
  responses:
    ValidationFailed: {description: bad}
`

func TestEveryRouteDeclaresWhatTheServiceAnswers(t *testing.T) {
	shared, err := loadDoc("../../openapi/shared.yaml")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData([]byte(routesOfEachKind))
	if err != nil {
		t.Fatal(err)
	}
	if err := addStandards(doc, shared); err != nil {
		t.Fatal(err)
	}

	for path, want := range map[string]string{
		"/free":  "200 400 405 502",
		"/query": "200 405 422 502",
		"/paid":  "200 400 402 403 404 405 409 429 502 503",
		"/body":  "200 400 402 403 405 409 413 415 429 502 503",
	} {
		t.Run(path, func(t *testing.T) {
			var declared []string
			for _, op := range doc.Paths.Value(path).Operations() {
				for status := range op.Responses.Map() {
					declared = append(declared, status)
				}
			}
			slices.Sort(declared)

			if got := strings.Join(declared, " "); got != want {
				t.Errorf("declares %s, want %s", got, want)
			}
		})
	}
}

func TestStandardAnswerIsNotDeclaredTwice(t *testing.T) {
	shared, err := loadDoc("../../openapi/shared.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(routesOfEachKind, "'404'", "'409'", 1)
	doc, err := openapi3.NewLoader().LoadFromData([]byte(text))
	if err != nil {
		t.Fatal(err)
	}

	if err := addStandards(doc, shared); err == nil || !strings.Contains(err.Error(), "GET /paid: 409") {
		t.Errorf("%v", err)
	}
}
