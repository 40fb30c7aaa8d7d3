package main

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// standard is a response that every operation of a kind may return, by its name in shared.yaml.
type standard struct {
	status   string
	response string
	given    func(op *openapi3.Operation) bool
}

// standards are the service's own responses before or after the handler. A family file declares only what its
// handlers add.
var standards = []standard{
	{"400", "BadInput", not422},
	{"402", "PaymentRequired", isPaid},
	{"403", "NotServed", namesNo403},
	{"405", "WrongMethod", always},
	{"409", "InFlight", isPaid},
	{"413", "TooLarge", hasBody},
	{"415", "UnsupportedMedia", hasBody},
	{"429", "TooMany", isPaid},
	{"502", "UpstreamFailed", always},
	{"503", "Unavailable", isPaid},
}

func always(*openapi3.Operation) bool { return true }

// not422 excludes the two free query routes that report bad input with 422.
func not422(op *openapi3.Operation) bool {
	r := op.Responses.Value("422")
	return r == nil || !strings.HasSuffix(r.Ref, "/ValidationFailed")
}

func isPaid(op *openapi3.Operation) bool {
	_, paid := paymentInfo(op)
	return paid
}

// namesNo403 excludes the paid routes that fetch pages, whose own 403 tells of payers too.
func namesNo403(op *openapi3.Operation) bool { return isPaid(op) && op.Responses.Value("403") == nil }

func hasBody(op *openapi3.Operation) bool { return op.RequestBody != nil }

// addStandards declares them on every operation of the family. If the family already declares one, that is an
// error: it would be declared twice.
func addStandards(doc, shared *openapi3.T) error {
	drawIn(doc, shared)

	var errs []error
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			for _, s := range standards {
				if !s.given(op) {
					continue
				}
				if op.Responses.Value(s.status) != nil {
					errs = append(errs, fmt.Errorf(
						"%s %s: %s is declared for every such route already",
						method, path, s.status,
					))
					continue
				}

				response := shared.Components.Responses[s.response]
				if response == nil {
					return fmt.Errorf("shared.yaml has no response %s", s.response)
				}
				doc.Components.Responses[s.response] = response
				op.Responses.Set(s.status, &openapi3.ResponseRef{
					Ref:   "#/components/responses/" + s.response,
					Value: response.Value,
				})
			}
		}
	}
	return errors.Join(errs...)
}

// drawIn adds the standard responses and what they refer to.
func drawIn(doc, shared *openapi3.T) {
	if doc.Components == nil {
		doc.Components = &openapi3.Components{}
	}
	c := doc.Components
	if c.Responses == nil {
		c.Responses = openapi3.ResponseBodies{}
	}
	if c.Schemas == nil {
		c.Schemas = openapi3.Schemas{}
	}
	if c.Headers == nil {
		c.Headers = openapi3.Headers{}
	}

	maps.Copy(c.Headers, shared.Components.Headers)
	for _, name := range []string{"PaymentRequired", "Problem"} {
		c.Schemas[name] = shared.Components.Schemas[name]
	}
}
