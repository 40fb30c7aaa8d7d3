package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

const schemaPrefix = "#/components/schemas/"

// permitNull lets null through the schemas that the published document refers to by nullable references.
//
// The files of openapi/ write such a reference as type, nullable and allOf, and generators of code read it as meant.
// Taken strictly, allOf still asks the referenced schema, which refuses null: validators then refuse an answer that is
// right. So the referenced schema is nullable too, or, where others want it without null, a copy of it that is.
func permitNull(tree any) error {
	doc, _ := tree.(map[string]any)
	components, _ := doc["components"].(map[string]any)
	schemas, _ := components["schemas"].(map[string]any)

	refs := schemaRefs{all: map[string]int{}, nullable: map[string][]map[string]any{}}
	refs.collect(doc)

	for _, name := range slices.Sorted(maps.Keys(refs.nullable)) {
		schema, ok := schemas[name].(map[string]any)
		if !ok {
			return fmt.Errorf("nullable reference to %s, which is no schema", name)
		}
		if schema["nullable"] == true {
			continue
		}
		if schema["type"] == nil || schema["allOf"] != nil || schema["enum"] != nil {
			return fmt.Errorf("nullable reference to %s: it has no type of its own, allOf or enum", name)
		}
		if len(refs.nullable[name]) == refs.all[name] {
			schema["nullable"] = true
			continue
		}

		orNull := name + "OrNull"
		if schemas[orNull] != nil {
			return fmt.Errorf("%s is taken: it is %s with null", orNull, name)
		}
		copied := maps.Clone(schema)
		copied["nullable"] = true
		schemas[orNull] = copied
		for _, ref := range refs.nullable[name] {
			ref["$ref"] = schemaPrefix + orNull
		}
	}
	return nil
}

// schemaRefs are the references to schemas by the schema's name.
type schemaRefs struct {
	all      map[string]int
	nullable map[string][]map[string]any // those within the allOf of a nullable schema
}

func (r schemaRefs) collect(node any) {
	switch n := node.(type) {
	case map[string]any:
		if name := refName(n); name != "" {
			r.all[name]++
		}
		if parts, ok := n["allOf"].([]any); ok && n["nullable"] == true {
			for _, part := range parts {
				if ref, ok := part.(map[string]any); ok && refName(ref) != "" {
					r.nullable[refName(ref)] = append(r.nullable[refName(ref)], ref)
				}
			}
		}
		for key, child := range n {
			if key != "example" {
				r.collect(child)
			}
		}
	case []any:
		for _, child := range n {
			r.collect(child)
		}
	}
}

// refName is the name of the schema that the reference leads to.
func refName(node map[string]any) string {
	ref, _ := node["$ref"].(string)
	name, ok := strings.CutPrefix(ref, schemaPrefix)
	if !ok {
		return ""
	}
	return name
}
