package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oapi-codegen/oapi-codegen/v2/pkg/codegen"
)

// types maps schema types to Go types. Numbers are float64, except those of format "decimal", which keep their
// digits; dates and addresses stay strings, checked by the spec or the handler.
func types() *codegen.TypeMapping {
	str := codegen.SimpleTypeSpec{Type: "string"}
	return &codegen.TypeMapping{
		Number: codegen.FormatMapping{
			Default: codegen.SimpleTypeSpec{Type: "float64"},
			Formats: map[string]codegen.SimpleTypeSpec{"decimal": {Type: "json.Number", Import: "encoding/json"}},
		},
		String: codegen.FormatMapping{Formats: map[string]codegen.SimpleTypeSpec{
			"date": str, "email": str, "uuid": str, "byte": str, "binary": str, "uri": str, "duration": str,
		}},
	}
}

func outputOptions() codegen.OutputOptions {
	return codegen.OutputOptions{
		NameNormalizer:                            string(codegen.NameNormalizerFunctionToCamelCaseWithInitialisms),
		GenerateTypesForAnonymousSchemas:          true,
		PreferSkipOptionalPointerOnContainerTypes: true,
		SkipEnumValidate:                          true,
		SkipClientResponseContentType:             true,
		TypeMapping:                               types(),
		AdditionalInitialisms:                     []string{"USD", "IBAN", "BIC", "CVE", "ABI"},
	}
}

// serverCode is the package of one family: its types and the strict Echo server. Handlers answer 200 and return
// everything else as a problem, so only 200s are generated.
func serverCode(f family, shared *openapi3.T) ([]byte, error) {
	doc, err := forCodegen(f.doc)
	if err != nil {
		return nil, err
	}
	fromShared(doc, shared)

	code, err := generate(doc, codegen.Configuration{
		PackageName: f.pkg(),
		Generate: codegen.GenerateOptions{
			EchoServer: true,
			Strict:     true,
			Models:     true,
		},
		OutputOptions: outputOptions(),
	}, fmt.Sprintf("// Package %s is the types and the server interface of the %s routes.\n", f.pkg(), f.name))
	if err != nil {
		return nil, err
	}
	return withPlainAnswers(code)
}

// escapingWriter is how the generator writes answers: with &, < and > escaped as for HTML.
const escapingWriter = "\tif err := json.NewEncoder(&buf).Encode(response); err != nil {"

// plainWriter writes the same JSON with these characters unescaped.
const plainWriter = "\tencoder := json.NewEncoder(&buf)\n" +
	"\tencoder.SetEscapeHTML(false)\n" +
	"\tif err := encoder.Encode(response); err != nil {"

// withPlainAnswers is the code of a server whose answers do not escape HTML characters. It returns an error if the
// generator writes answers in an unknown way.
func withPlainAnswers(code []byte) ([]byte, error) {
	plain := bytes.ReplaceAll(code, []byte(escapingWriter), []byte(plainWriter))
	answers := bytes.Count(code, []byte("200JSONResponse) Visit"))

	if n := bytes.Count(plain, []byte("SetEscapeHTML(false)")); n != answers {
		return nil, fmt.Errorf("%d answers, %d of them are written without escaping HTML", answers, n)
	}
	return plain, nil
}

// sharedPackage holds the types of openapi/shared.yaml, once for all families.
const sharedPackage = "github.com/farebox/farebox/gen/shared"

// answerShapes are the schemas of shared.yaml that answers are made of; the others are of error answers, which no
// family writes itself.
var answerShapes = []string{"Coverage", "Dimension", "NameMatch", "Reason", "Source"}

// sharedCode is the package of the shapes shared by all families' answers.
func sharedCode(shared *openapi3.T) ([]byte, error) {
	const packageDoc = "// Package shared is the types of the shapes that answers of all families share.\n"
	return sharedTypes(shared, slices.Concat(answerShapes, controlSchemas), "shared", packageDoc)
}

// sharedTypes are these shapes as the types of a package.
func sharedTypes(shared *openapi3.T, shapes []string, pkg, packageDoc string) ([]byte, error) {
	doc, err := forCodegen(shared)
	if err != nil {
		return nil, err
	}
	doc.Components.Parameters = nil // no handler reads a control
	for name := range doc.Components.Schemas {
		if !slices.Contains(shapes, name) {
			delete(doc.Components.Schemas, name)
		}
	}

	options := outputOptions()
	options.SkipPrune = true // nothing in this file refers to them
	return generate(doc, codegen.Configuration{
		PackageName:   pkg,
		Generate:      codegen.GenerateOptions{Models: true},
		Compatibility: codegen.CompatibilityOptions{AlwaysPrefixEnumValues: true},
		OutputOptions: options,
	}, packageDoc)
}

// fromShared makes the family's code use the types of package shared, instead of its own of the same shape.
func fromShared(doc, shared *openapi3.T) {
	for _, name := range answerShapes {
		schema, drawnIn := doc.Components.Schemas[name]
		if !drawnIn || shared.Components.Schemas[name] == nil {
			continue
		}
		schema.Value.Extensions = map[string]any{
			"x-go-type":        "shared." + name,
			"x-go-type-import": map[string]any{"path": sharedPackage},
		}
	}
}

func generate(doc *openapi3.T, cfg codegen.Configuration, packageDoc string) ([]byte, error) {
	code, err := codegen.Generate(doc, cfg)
	if err != nil {
		return nil, err
	}
	// The generator writes a package comment about itself; ours says what the package is.
	i := strings.Index(code, "\npackage ")
	if i < 0 {
		return nil, fmt.Errorf("generated code has no package clause")
	}
	return format.Source([]byte("// Code generated by scripts/gen from openapi/. DO NOT EDIT.\n\n" + packageDoc + code[i+1:]))
}

// withoutErrors is a copy of doc as every generator should see it: only 200 answers, no null among the values of an
// enum.
func withoutErrors(doc *openapi3.T) (*openapi3.T, error) {
	tree, err := treeOf(doc)
	if err != nil {
		return nil, err
	}
	dropNullOfEnums(tree)
	text, err := json.Marshal(tree)
	if err != nil {
		return nil, err
	}

	c, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return nil, err
	}

	for _, item := range c.Paths.Map() {
		for _, op := range item.Operations() {
			for status := range op.Responses.Map() {
				if status != "200" {
					op.Responses.Delete(status)
				}
			}
		}
	}
	if c.Components != nil {
		c.Components.Responses = nil
		c.Components.Headers = nil
	}
	return c, nil
}

// forCodegen is a copy of doc as the server generator should see it: withoutErrors, and no pointer for an optional
// input with a default, because validation fills in defaults.
func forCodegen(doc *openapi3.T) (*openapi3.T, error) {
	c, err := withoutErrors(doc)
	if err != nil {
		return nil, err
	}

	for _, item := range c.Paths.Map() {
		for _, op := range item.Operations() {
			for _, p := range op.Parameters {
				if !p.Value.Required && p.Value.Schema.Value.Default != nil {
					if p.Value.Extensions == nil {
						p.Value.Extensions = map[string]any{}
					}
					p.Value.Extensions["x-go-type-skip-optional-pointer"] = true
				}
			}
			if op.RequestBody != nil {
				for _, media := range op.RequestBody.Value.Content {
					skipPointerOfDefaults(media.Schema.Value, map[*openapi3.Schema]bool{})
				}
			}
		}
	}
	return c, nil
}

// dropNullOfEnums removes null from lists of enum values, wherever they are. The spec has null there for
// validators; for the generator it would become a constant "<nil>", but a nil pointer expresses it.
func dropNullOfEnums(node any) {
	switch n := node.(type) {
	case map[string]any:
		for key, child := range n {
			if values, ok := child.([]any); ok && key == "enum" {
				n[key] = slices.DeleteFunc(values, func(v any) bool { return v == nil })
				continue
			}
			dropNullOfEnums(child)
		}
	case []any:
		for _, child := range n {
			dropNullOfEnums(child)
		}
	}
}

func skipPointerOfDefaults(s *openapi3.Schema, seen map[*openapi3.Schema]bool) {
	if s == nil || seen[s] {
		return
	}
	seen[s] = true
	for _, prop := range s.Properties {
		if prop.Value.Default != nil {
			if prop.Value.Extensions == nil {
				prop.Value.Extensions = map[string]any{}
			}
			prop.Value.Extensions["x-go-type-skip-optional-pointer"] = true
		}
		skipPointerOfDefaults(prop.Value, seen)
	}
	if s.Items != nil {
		skipPointerOfDefaults(s.Items.Value, seen)
	}
}
