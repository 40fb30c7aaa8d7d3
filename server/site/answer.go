package site

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/farebox/farebox/internal/spec"
)

// Bounds of the table of an answer's members: how deep it goes, and how many rows it has.
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

// control is a field of the form on which one tries a route out.
type control struct {
	inputRow
	Kind    string   // of the input element; "" for a choice of Options
	Step    string   // of a number
	Value   string   // of the example
	Options []string // "" first, where none need be chosen
}

// controlsOf are the fields for a route that is called by a query, with the values of an example.
func controlsOf(op *spec.Operation, example url.Values) []control {
	var controls []control
	for _, in := range op.Inputs {
		c := control{
			inputRow: rowOf(in),
			Kind:     "text",
			Value:    strings.Join(example[in.Name], ","),
		}

		switch label := in.TypeLabel(); {
		case label == "int":
			c.Kind = "number"
			c.Step = "1"
		case label == "float":
			c.Kind = "number"
			c.Step = "any"
		case label == "bool":
			c.Kind = ""
			c.Options = []string{"true", "false"}
		case len(c.Values) > 0 && label != "list":
			c.Kind = ""
			c.Options = c.Values
		}
		if c.Kind == "" && !in.Required {
			c.Options = slices.Concat([]string{""}, c.Options)
		}
		controls = append(controls, c)
	}
	return controls
}
