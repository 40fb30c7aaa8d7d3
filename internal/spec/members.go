package spec

import (
	"maps"

	"github.com/getkin/kin-openapi/openapi3"
)

// Members are the members of an object, also of one that is put together from parts.
func Members(schema *openapi3.Schema) openapi3.Schemas {
	if schema == nil {
		return nil
	}
	if len(schema.Properties) > 0 || len(schema.AllOf) == 0 {
		return schema.Properties
	}

	all := openapi3.Schemas{}
	for _, part := range schema.AllOf {
		maps.Copy(all, Members(part.Value))
	}
	return all
}

// TypeLabel is the kind of a schema's values in one of the words of [Input.TypeLabel].
func TypeLabel(schema *openapi3.Schema) string { return typeLabel(schema) }
