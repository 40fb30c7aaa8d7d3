package main

import (
	"cmp"
	"fmt"
	"go/format"
	"path"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oapi-codegen/oapi-codegen/v2/pkg/codegen"
)

// clientFolder is the Go client. Its handwritten part sends the calls: see Call in its farebox.go.
const clientFolder = "sdk/go"

// sharedClientCode is the client's file for the shapes that families share. Each family has one of its own, with the
// types of its inputs and answers and a method for each route.
func sharedClientCode(shared *openapi3.T) ([]byte, error) {
	code, err := sharedTypes(shared, answerShapes, "farebox", "")
	if err != nil {
		return nil, fmt.Errorf("shared types: %w", err)
	}
	return plainTypes(code)
}

// clientCode is the client's file for one family, or nil if it has no route that answers JSON. Optional inputs are
// pointers even with a default: the zero value would be sent.
func clientCode(f family) ([]byte, error) {
	doc, err := withoutErrors(f.doc)
	if err != nil {
		return nil, err
	}
	routes, err := clientRoutes(doc)
	if err != nil || len(routes) == 0 {
		return nil, err
	}

	options := outputOptions()
	options.ExcludeSchemas = answerShapes
	code, err := generate(doc, codegen.Configuration{
		PackageName:   "farebox",
		Generate:      codegen.GenerateOptions{Models: true},
		Compatibility: codegen.CompatibilityOptions{AlwaysPrefixEnumValues: true},
		OutputOptions: options,
	}, "")
	if err != nil {
		return nil, err
	}
	return withRoutes(code, routes)
}

// clientRoute is the input of a method's template.
type clientRoute struct {
	Name    string // of the method
	Summary string
	Price   string // "$0.001", or "free"
	Method  string
	Path    string
	Input   string // type of the query or of the body; "" when there is none
	Answer  string // type of the answer
}

// clientRoutes are a family's routes that answer JSON, by name. The others are pages and files for browsers and
// crawlers.
func clientRoutes(doc *openapi3.T) ([]clientRoute, error) {
	var routes []clientRoute
	for at, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			media := op.Responses.Value("200").Value.Content["application/json"]
			if media == nil {
				continue
			}

			input, err := inputType(op)
			if err != nil {
				return nil, err
			}
			if media.Schema.Ref == "" {
				return nil, fmt.Errorf("%s: the schema of the answer has no name", op.OperationID)
			}
			price, err := priceOf(op)
			if err != nil {
				return nil, err
			}

			routes = append(routes, clientRoute{
				Name:    operationName(op),
				Summary: op.Summary,
				Price:   price,
				Method:  method,
				Path:    at,
				Input:   input,
				Answer:  schemaName(media.Schema.Ref),
			})
		}
	}
	slices.SortFunc(routes, func(a, b clientRoute) int { return cmp.Compare(a.Name, b.Name) })
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
				return "", fmt.Errorf("%s: the client has no way to send %s", op.OperationID, p.Value.Name)
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

var methods = template.Must(template.New("").Parse(`{{range .}}
// {{.Name}}: {{.Summary}}. {{.Method}} {{.Path}}, {{.Price}}.
func (c *Client) {{.Name}}(ctx context.Context, {{with .Input}}in {{.}}, {{end -}}
	opts ...Option) (*Answer[{{.Answer}}], error) {
	return Call[{{.Answer}}](ctx, c, "{{.Method}}", "{{.Path}}", {{if .Input}}in{{else}}nil{{end}}, opts...)
}
{{end}}`))

// withRoutes adds the methods to the types of a family.
func withRoutes(types []byte, routes []clientRoute) ([]byte, error) {
	var code strings.Builder
	code.Write(types)
	if err := methods.Execute(&code, routes); err != nil {
		return nil, err
	}

	text := code.String()
	if strings.Contains(text, "\nimport (\n") {
		text = strings.Replace(text, "\nimport (\n", "\nimport (\n\t\"context\"\n", 1)
	} else {
		text = strings.Replace(text, "\npackage farebox\n", "\npackage farebox\n\nimport \"context\"\n", 1)
	}
	return plainTypes([]byte(text))
}

var (
	// formTag is for servers; the client builds a query from the JSON names.
	formTag = regexp.MustCompile("`form:\"[^\"]*\" ")
	// gap is the empty line that the generator puts between the members of a struct.
	gap = regexp.MustCompile(`\n\n\t`)
	// bodyAlias is a second name for a schema.
	bodyAlias = regexp.MustCompile(`(?m)^// \w+JSONRequestBody defines .*\ntype \w+JSONRequestBody = .*\n\n?`)
)

// plainTypes is generated code without what a client does not need.
func plainTypes(code []byte) ([]byte, error) {
	code = bodyAlias.ReplaceAll(code, nil)
	code = formTag.ReplaceAll(code, []byte("`"))
	code = gap.ReplaceAll(code, []byte("\n\t"))
	return format.Source(code)
}
