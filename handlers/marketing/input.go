package marketing

import (
	"encoding/json"
	"strings"

	"github.com/farebox/farebox/handlers/marketing/table"
	"github.com/farebox/farebox/internal/problem"
)

// source is a member of a body, or a group of members, that can hold a route's data.
type source struct {
	name  string
	given bool
}

// tableSources are the members that hold a table.
func tableSources(in table.Input) []source {
	return []source{
		{"rows", in.Rows != nil},
		{"csv", in.CSV != nil},
		{"tsv", in.TSV != nil},
	}
}

// pick is the name of the one given source.
func pick(sources ...source) (string, error) {
	var names, given []string
	for _, s := range sources {
		names = append(names, s.name)
		if s.given {
			given = append(given, s.name)
		}
	}

	all := strings.Join(names, ", ")
	switch len(given) {
	case 0:
		return "", problem.InvalidCode(names[0], problem.CodeMissingInput, "give exactly one of %s", all)
	case 1:
		return given[0], nil
	}

	return "", problem.Invalid(given[1], "give exactly one of %s: both %s and %s are given", all, given[0], given[1])
}

// option is a number in the body, or otherwise if missing. Unlike table cells, it must be a plain decimal number,
// as a JSON number or as text.
func option(name string, raw *json.RawMessage, otherwise float64) (float64, error) {
	if raw == nil {
		return otherwise, nil
	}

	cell := table.CellOf(string(*raw))
	if cell.Kind != table.Number && cell.Kind != table.Text {
		return 0, problem.Invalid(name, "%s must be a number", name)
	}
	x, ok := cell.Plain()
	if !ok {
		return 0, problem.Invalid(name, "%s must be a number between -%g and %g",
			name, table.MaxAmount, table.MaxAmount)
	}

	return x + 0, nil // -0 becomes 0
}

func channelLimit(given *int) int {
	if given == nil {
		return defaultMaxChannels
	}

	return *given
}
