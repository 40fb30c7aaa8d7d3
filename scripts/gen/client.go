package main

import (
	"fmt"
	"go/format"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"unicode/utf8"

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
	routes, err := routesOf(doc)
	if err != nil {
		return nil, err
	}
	routes = slices.DeleteFunc(routes, func(r route) bool { return r.Answer == "" })
	if len(routes) == 0 {
		return nil, nil
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

var methods = template.Must(template.New("").Parse(`{{range .}}
// {{.Name}}: {{.Summary}}. {{.Method}} {{.Path}}, {{.Price}}.
func (c *Client) {{.Name}}(ctx context.Context, {{with .Input}}in {{.}}, {{end -}}
	opts ...Option) (*Answer[{{.Answer}}], error) {
	return Call[{{.Answer}}](ctx, c, "{{.Method}}", "{{.Path}}", {{if .Input}}in{{else}}nil{{end}}, opts...)
}
{{end}}`))

// withRoutes adds the methods to the types of a family.
func withRoutes(types []byte, routes []route) ([]byte, error) {
	var code strings.Builder
	code.Write(types)
	if err := methods.Execute(&code, routes); err != nil {
		return nil, err
	}

	return plainTypes([]byte(withImports(code.String(), "farebox", "\t\"context\"\n")))
}

// formTag is for servers; the client builds a query from the JSON names.
var formTag = regexp.MustCompile("`form:\"[^\"]*\" ")

// described matches a member of one line below its description, which repeats the member's name.
var described = regexp.MustCompile("(?m)^(\t+)// (\\w+) (.*)\n\t+(\\w+) (.*`)$")

// plainTypes is generated code without what a client does not need. The description of a member ends its line, unless
// that would be too long.
func plainTypes(code []byte) ([]byte, error) {
	code = formTag.ReplaceAll(heading.ReplaceAll(compact(code), nil), []byte("`"))
	code = described.ReplaceAllFunc(code, func(member []byte) []byte {
		part := described.FindSubmatch(member)
		line := fmt.Appendf(nil, "%s%s %s // %s", part[1], part[4], part[5], part[3])
		if string(part[2]) != string(part[4]) || utf8.RuneCount(line) > maxLine {
			return member
		}
		return line
	})
	return format.Source(code)
}
