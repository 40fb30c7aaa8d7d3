package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oapi-codegen/oapi-codegen/v2/pkg/codegen"
)

// typeSuffixes are the suffixes that generators add to an operation's name for the types of its inputs and answers:
// kubb the first five, openapi-ts the others, orval and oapi-codegen Params and Response too.
var typeSuffixes = []string{
	"Query", "QueryParams", "QueryResponse", "MutationRequest", "MutationResponse",
	"Data", "Error", "Errors", "Params", "Response", "Responses",
}

// A typeName is a generated type's name and its source.
type typeName struct {
	name string
	from string
}

// lintNames rejects two things in the document for which generators make the same name. Names that differ only in
// case count as the same: on many systems they would be the same file.
func lintNames(say sayFunc, doc *openapi3.T) {
	taken := map[string]typeName{}
	for _, n := range typeNames(doc) {
		key := strings.ToLower(n.name)
		first, ok := taken[key]
		if !ok {
			taken[key] = n
			continue
		}
		if sameSpelling(first, n) {
			continue
		}
		say(n.from, "generators name a type of it %s; %s gives %s", n.name, first.from, first.name)
	}
}

// sameSpelling allows an answer with exactly its operation's name: one is a type, the other a function.
func sameSpelling(schema, operation typeName) bool {
	return schema.name == operation.name &&
		schema.from == "schema "+schema.name && strings.HasPrefix(operation.from, "operation ")
}

// typeNames are the names of all generated types, those of schemas first.
func typeNames(doc *openapi3.T) []typeName {
	var out []typeName
	for _, name := range slices.Sorted(maps.Keys(doc.Components.Schemas)) {
		from := "schema " + name
		out = append(out, typeName{name, from})
		out = append(out, innerNames(name, from, doc.Components.Schemas[name])...)
	}

	eachOperation(doc, func(_ string, op *openapi3.Operation) {
		name := codegen.ToCamelCase(op.OperationID)
		from := "operation " + op.OperationID
		out = append(out, typeName{name, from})
		for _, suffix := range typeSuffixes {
			out = append(out, typeName{name + suffix, "inputs and answers of " + op.OperationID})
		}
		for _, p := range op.Parameters {
			input := name + codegen.ToCamelCase(p.Value.Name)
			out = append(out, ownName(input, "input "+p.Value.Name+" of "+op.OperationID, p.Value.Schema)...)
		}
	})
	return out
}

// ownName is the name of an inline schema, if generators make a type of it, and of those inside it.
func ownName(name, from string, ref *openapi3.SchemaRef) []typeName {
	if ref == nil || ref.Ref != "" || ref.Value == nil {
		return nil
	}

	var out []typeName
	if len(ref.Value.Enum) > 0 || len(ref.Value.Properties) > 0 {
		out = append(out, typeName{name, from})
	}
	return append(out, innerNames(name, from, ref)...)
}

// innerNames are the names of the schemas inside the named one.
func innerNames(name, from string, ref *openapi3.SchemaRef) []typeName {
	var out []typeName
	for _, member := range slices.Sorted(maps.Keys(ref.Value.Properties)) {
		inner := ref.Value.Properties[member]
		out = append(out, ownName(name+codegen.ToCamelCase(member), from+"."+member, inner)...)
	}
	return append(out, ownName(name+"Item", from+"[]", ref.Value.Items)...)
}
