package fieldmask

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/farebox/farebox/internal/each"
	"github.com/getkin/kin-openapi/openapi3"
)

const (
	mostNear  = 3
	nearDepth = 4    // names in a path that is offered
	mostPaths = 3000 // looked at for one mistake
)

// near are the paths most like one that leads nowhere: those that end in its last name wherever they are, then those
// that are spelt nearly so.
func near(schema *openapi3.Schema, steps []string) []string {
	type candidate struct {
		path     string
		distance int
	}
	wanted := strings.ToLower(strings.Join(steps, "."))
	last := strings.ToLower(steps[len(steps)-1])

	var found []candidate
	for _, path := range pathsOf(schema) {
		lower := strings.ToLower(path)
		name := lower[strings.LastIndex(lower, ".")+1:]
		distance := levenshtein.ComputeDistance(wanted, lower)
		switch spelt := levenshtein.ComputeDistance(last, name); {
		case name == last:
			distance = strings.Count(path, ".")
		case spelt <= max(1, len(last)/3), len(last) > 2 && strings.Contains(name, last),
			len(name) > 3 && strings.Contains(last, name):
			distance = 10 + spelt + strings.Count(path, ".")
		case distance <= max(1, len(wanted)/4):
			distance += 20
		default:
			continue
		}
		found = append(found, candidate{path, distance})
	}

	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	return each.Of(found[:min(mostNear, len(found))], func(c candidate) string { return c.path })
}

// pathsOf are the paths that a schema has, those of fewer names first.
func pathsOf(schema *openapi3.Schema) []string {
	type node struct {
		path   string
		schema *openapi3.Schema
	}

	var paths []string
	level := []node{{schema: schema}}

	for depth := 0; depth < nearDepth && len(paths) < mostPaths; depth++ {
		var next []node
		for _, n := range level {
			members, _ := membersOf(n.schema)
			for _, name := range slices.Sorted(maps.Keys(members)) {
				path := strings.TrimPrefix(n.path+"."+name, ".")
				paths = append(paths, path)
				next = append(next, node{path, members[name]})
			}
		}
		level = next
	}
	return paths
}

// Names are the members of an answer at its top, in order.
func Names(schema *openapi3.Schema) []string {
	members, _ := membersOf(schema)
	return slices.Sorted(maps.Keys(members))
}
