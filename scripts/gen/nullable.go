package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

const schemaPrefix = "#/components/schemas/"

// permitNull makes the schemas behind nullable references accept null.
//
// The files of openapi/ write such a reference as type, nullable and allOf, and code generators read it as
// intended. Strictly, allOf still applies the referenced schema, which rejects null, so validators reject a correct
// answer. So the referenced schema becomes nullable too or, if others need it without null, a nullable copy is
// used.
func permitNull(tree any) error {
	doc, _ := tree.(map[string]any)
	components, _ := doc["components"].(map[string]any)
	schemas, _ := components["schemas"].(map[string]any)

	refs := schemaRefs{all: map[string]int{}, nullable: map[string][]map[string]any{}}
	refs.collect(doc)

	for _, name := range slices.Sorted(maps.Keys(refs.nullable)) {
		schema, ok := schemas[name].(map[string]any)
		if !ok {
			return fmt.Errorf("nullable reference to %s, which is not a schema", name)
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

// refName is the name of the referenced schema.
func refName(node map[string]any) string {
	ref, _ := node["$ref"].(string)
	name, ok := strings.CutPrefix(ref, schemaPrefix)
	if !ok {
		return ""
	}
	return name
}
