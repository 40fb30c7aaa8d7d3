package main

import (
	"cmp"
	"fmt"
	"path"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oapi-codegen/oapi-codegen/v2/pkg/codegen"
)

// route is an operation as the templates of the server and the client see it.
type route struct {
	Name    string // of the method
	Summary string
	Price   string // "$0.001", or "free"
	Method  string
	Path    string
	Body    bool   // whether Input is sent as a JSON body
	Input   string // type of the query or of the body; "" when there is none
	Answer  string // type of the JSON answer; "" for pages and files
	Page    bool   // whether it may answer something other than JSON

	Promises []string // that promise something
}

// routesOf are a family's routes by name.
func routesOf(doc *openapi3.T) ([]route, error) {
	var routes []route
	for at, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			input, err := inputType(op)
			if err != nil {
				return nil, err
			}
			price, err := priceOf(op)
			if err != nil {
				return nil, err
			}

			r := route{
				Name:    operationName(op),
				Summary: op.Summary,
				Price:   price,
				Method:  method,
				Path:    at,
				Body:    op.RequestBody != nil,
				Input:   input,
			}
			lines, err := promisesOf(op)
			if err != nil {
				return nil, err
			}
			for _, line := range lines {
				if len(line.Paths) > 0 {
					r.Promises = append(r.Promises, line.Text)
				}
			}
			content := op.Responses.Value("200").Value.Content
			media := content["application/json"]
			if media != nil {
				if media.Schema.Ref == "" {
					return nil, fmt.Errorf("%s: the schema of the answer has no name", op.OperationID)
				}
				r.Answer = schemaName(media.Schema.Ref)
			}
			r.Page = media == nil || len(content) > 1
			routes = append(routes, r)
		}
	}

	slices.SortFunc(routes, func(a, b route) int { return cmp.Compare(a.Name, b.Name) })
	return routes, nil
}

// inputType is the generated type of an operation's input. A client sends it as a query, or as the body of a POST.
func inputType(op *openapi3.Operation) (string, error) {
	if op.RequestBody == nil {
		if len(op.Parameters) == 0 {
			return "", nil
		}
		for _, p := range op.Parameters {
			list := p.Value.Schema.Value.Type.Is("array")
			if p.Value.In != openapi3.ParameterInQuery || list && (p.Value.Explode == nil || *p.Value.Explode) {
				return "", fmt.Errorf("%s: %s is neither in the query nor a list with commas", op.OperationID, p.Value.Name)
			}
		}
		return operationName(op) + "Params", nil
	}

	media := op.RequestBody.Value.Content["application/json"]
	if media == nil || media.Schema.Ref == "" || len(op.Parameters) > 0 {
		return "", fmt.Errorf("%s: the client sends a query, or a JSON body whose schema has a name", op.OperationID)
	}
	return schemaName(media.Schema.Ref), nil
}

func priceOf(op *openapi3.Operation) (string, error) {
	info, priced := op.Extensions["x-payment-info"].(map[string]any)
	if !priced {
		return "free", nil
	}
	price, _ := info["price"].(map[string]any)
	amount, ok := price["amount"].(string)
	if !ok {
		return "", fmt.Errorf("%s: the price has no amount", op.OperationID)
	}
	return "$" + amount, nil
}

func operationName(op *openapi3.Operation) string {
	return codegen.ToCamelCaseWithInitialisms(op.OperationID)
}

func schemaName(ref string) string { return codegen.ToCamelCaseWithInitialisms(path.Base(ref)) }
