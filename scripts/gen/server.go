package main

import (
	"fmt"
	"go/format"
	"regexp"
	"strings"
	"text/template"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oapi-codegen/oapi-codegen/v2/pkg/codegen"
)

// serverCode is the package of one family: its types, the interface of its handlers, and their registration. Handlers
// answer 200 and return everything else as a problem, so only 200s are generated.
func serverCode(f family, shared *openapi3.T) ([]byte, error) {
	doc, err := forCodegen(f.doc)
	if err != nil {
		return nil, err
	}
	routes, err := routesOf(doc)
	if err != nil {
		return nil, err
	}
	fromShared(doc, shared)

	types, err := generate(doc, codegen.Configuration{
		PackageName:   f.pkg(),
		Generate:      codegen.GenerateOptions{Models: true},
		OutputOptions: outputOptions(),
	}, fmt.Sprintf("// Package %s is the types and the server interface of the %s routes.\n", f.pkg(), f.name))
	if err != nil {
		return nil, err
	}

	var code strings.Builder
	code.Write(memberComment.ReplaceAll(heading.ReplaceAll(compact(types), nil), nil))
	if err := server.Execute(&code, routes); err != nil {
		return nil, err
	}
	return format.Source([]byte(withImports(code.String(), f.pkg(), serverImports)))
}

// serverImports are those of the template below.
const serverImports = `	"context"
	"github.com/farebox/farebox/internal/operation"
	"github.com/labstack/echo/v4"
`

// withImports is the code of a package with these lines among its imports.
func withImports(code, pkg, lines string) string {
	if strings.Contains(code, "\nimport (\n") {
		return strings.Replace(code, "\nimport (\n", "\nimport (\n"+lines, 1)
	}
	clause := "\npackage " + pkg + "\n"
	return strings.Replace(code, clause, clause+"\nimport (\n"+lines+")\n", 1)
}

// server has the names that the generator of types would choose for the inputs and the answer of an operation. The
// marker method makes an answer the answer of one operation only.
var server = template.Must(template.New("").Parse(`
// Server answers the routes.
type Server interface {
{{range .}}	// {{.Name}} answers {{.Method}} {{.Path}}: {{.Summary}}.
	{{.Name}}(ctx context.Context, request {{.Name}}RequestObject) ({{.Name}}ResponseObject, error)
{{end}}}

// Register puts the routes on the router.
func Register(e *echo.Echo, s Server) {
{{range .}}	operation.Add(e, "{{.Method}}", "{{.Path}}", s.{{.Name}}
{{- range .Promises}}, {{printf "%q" .}}{{end}})
{{end}}}

// The inputs of the routes.
type (
{{range .}}	{{.Name}}RequestObject = operation.
	{{- if .Body}}Body[{{.Input}}]{{else if .Input}}Query[{{.Input}}]{{else}}None{{end}}
{{end}})

// The answers of the routes.
type (
{{range .}}{{if .Page}}	{{.Name}}ResponseObject = operation.Writer
{{else}}	{{.Name}}ResponseObject interface { Answers{{.Name}}() }
	{{.Name}}200JSONResponse {{.Answer}}
{{end}}{{end}})
{{range .}}{{if not .Page}}
func ({{.Name}}200JSONResponse) Answers{{.Name}}() {}{{end}}{{end}}
`))

var (
	// memberComment is the description of a member. Who writes a handler reads it in the spec.
	memberComment = regexp.MustCompile(`(?m)^\t+// .*\n`)
	// gap is the empty line that the generator puts between the members of a struct.
	gap = regexp.MustCompile(`\n\n\t`)
	// bodyAlias is a second name for a schema.
	bodyAlias = regexp.MustCompile(`(?m)^// \w+JSONRequestBody defines .*\ntype \w+JSONRequestBody = .*\n\n?`)
	// heading repeats the name of what follows.
	heading = regexp.MustCompile(`(?m)^// (Defines values for \w+|\w+ defines (parameters|model) for \w+)\.\n`)
)

// compact is generated code without second names and without gaps.
func compact(code []byte) []byte {
	return gap.ReplaceAll(bodyAlias.ReplaceAll(code, nil), []byte("\n\t"))
}
