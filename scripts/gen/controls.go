package main

import (
	"maps"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"
)

// controlSchemas are the shapes of what controls answer.
var controlSchemas = []string{"Precheck", "PrecheckSource"}

// withControls is a path whose paid operations take the parameters of shared.yaml, which are controls of every paid
// route. They are declared in the bundle alone: no handler reads them, and the types of inputs do not have them.
func withControls(item *openapi3.PathItem, shared *openapi3.T) *openapi3.PathItem {
	with := *item
	for method, op := range item.Operations() {
		if !isPaid(op) {
			continue
		}
		own := *op
		own.Parameters = slices.Clone(op.Parameters)
		for _, name := range slices.Sorted(maps.Keys(shared.Components.Parameters)) {
			own.Parameters = append(own.Parameters, &openapi3.ParameterRef{
				Ref:   "#/components/parameters/" + name,
				Value: shared.Components.Parameters[name].Value,
			})
		}
		with.SetOperation(method, &own)
	}
	return &with
}
