package site

import (
	"maps"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/farebox/farebox/internal/spec"
)

// Limits of the table of an answer's members: its depth and its number of rows.
const (
	memberDepth = 1
	maxMembers  = 80
)

// memberRow is a line of the table of an answer's members.
type memberRow struct {
	Name        string // dotted, as fields= takes it
	Type        string
	Nullable    bool
	Description string
}

// membersOf are the members of an answer, each object's own behind it. more says that there are further ones.
func membersOf(schema *openapi3.Schema) (rows []memberRow, more bool) {
	addMembers(&rows, schema, "", memberDepth)
	if len(rows) > maxMembers {
		return rows[:maxMembers], true
	}
	return rows, false
}

func addMembers(rows *[]memberRow, schema *openapi3.Schema, prefix string, deeper int) {
	members := spec.Members(schema)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		member := members[name].Value
		*rows = append(*rows, memberRow{
			Name:        prefix + name,
			Type:        typeWords[spec.TypeLabel(member)],
			Nullable:    member.Nullable,
			Description: member.Description,
		})

		inner := member
		if member.Items != nil {
			inner = member.Items.Value
		}
		if deeper > 0 {
			addMembers(rows, inner, prefix+name+".", deeper-1)
		}
	}
}

// failure is a status other than those of a sale, with what it means.
type failure struct{ Status, Meaning string }

// failuresOf are the statuses with which a route refuses or fails. None is charged.
func failuresOf(op *spec.Operation) []failure {
	var failures []failure
	responses := op.Route.Operation.Responses.Map()
	for _, status := range slices.Sorted(maps.Keys(responses)) {
		if status < "400" || status == "402" || responses[status].Value.Description == nil {
			continue
		}
		failures = append(failures, failure{
			Status:  status,
			Meaning: oneLine(*responses[status].Value.Description),
		})
	}
	return failures
}

// neighboursOf are the other routes of the family.
func (s *Site) neighboursOf(op *spec.Operation) []routeLine {
	var lines []routeLine
	for i := range s.spec.Families {
		if s.spec.Families[i].Name != op.Family {
			continue
		}
		for _, other := range s.spec.Families[i].Operations {
			if other != op {
				lines = append(lines, lineOf(other))
			}
		}
	}
	return lines
}
