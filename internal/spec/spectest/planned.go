// Package spectest has specs for tests: a part of the bundled one, which is read quickly, and a rough one of all
// planned routes. The latter comes from the documents that describe them, so that code derived from a spec can be
// tested at full size before every family exists.
package spectest

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/spec"
)

var (
	routeStart = regexp.MustCompile("`(/[a-z0-9/-]+)`(?:\\*\\*)? \\(\\$[0-9.]+\\)[.:,]?\\s*")
	inputName  = regexp.MustCompile("`([a-z][a-zA-Z0-9_]*)`( (?:string |integer |boolean |float )?required)?")
)

// Planned is the spec of every planned route. The test is skipped without the plan.
func Planned(tb testing.TB) *spec.Spec {
	tb.Helper()

	s, err := load(samples.Plan(tb))
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// load reads routes.tsv and seeds/*.md below dir.
func load(dir string) (*spec.Spec, error) {
	file, err := os.Open(filepath.Join(dir, "routes.tsv"))
	if err != nil {
		return nil, err
	}
	defer file.Close()

	table := csv.NewReader(file)
	table.Comma = '\t'
	rows, err := table.ReadAll()
	if err != nil {
		return nil, err
	}
	texts, err := descriptions(dir)
	if err != nil {
		return nil, err
	}
	s := &spec.Spec{Doc: &openapi3.T{Info: &openapi3.Info{Title: "Planned routes", Description: "Pay-per-call data and tools for software agents."}}}
	families := map[string]int{}
	for _, row := range rows[1:] {
		op, err := operation(row, texts[row[1]])
		if err != nil {
			return nil, err
		}
		i, known := families[op.Family]
		if !known {
			i = len(s.Families)
			families[op.Family] = i
			s.Families = append(s.Families, spec.Family{Name: op.Family, Description: "Routes of the family " + op.Family + "."})
		}
		s.Families[i].Operations = append(s.Families[i].Operations, op)
	}
	for _, f := range s.Families {
		s.Operations = append(s.Operations, f.Operations...)
	}
	return s, nil
}

// descriptions are the texts by path: from one "`/path` ($price)" to the next, within a line.
func descriptions(dir string) (map[string]string, error) {
	texts := map[string]string{}
	files, err := filepath.Glob(filepath.Join(dir, "seeds", "*.md"))
	if err != nil {
		return nil, err
	}

	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		for _, line := range strings.Split(string(data), "\n") {
			starts := routeStart.FindAllStringSubmatchIndex(line, -1)
			for i, m := range starts {
				end := len(line)
				if i+1 < len(starts) {
					end = starts[i+1][0]
				}
				texts[line[m[2]:m[3]]] = line[m[1]:end]
			}
		}
	}

	return texts, nil
}

func operation(row []string, text string) (*spec.Operation, error) {
	op := &spec.Operation{
		Method: row[0],
		Path:   row[1],
		Family: row[3],
	}
	for _, part := range strings.FieldsFunc(row[1], func(r rune) bool { return strings.ContainsRune("/-._", r) }) {
		if op.ID != "" {
			part = strings.ToUpper(part[:1]) + part[1:]
		}
		op.ID += part
	}

	if row[2] != "free" {
		price, err := decimal.NewFromString(row[2])
		if err != nil {
			return nil, err
		}
		op.Price = price
		op.Paid = true
	}

	asked, _, _ := strings.Cut(text, "Returns")
	seen := map[string]bool{}
	for _, m := range inputName.FindAllStringSubmatch(asked, 12) {
		if !seen[m[1]] {
			seen[m[1]] = true
			op.Inputs = append(op.Inputs, spec.Input{
				Name:        m[1],
				Description: "The " + m[1] + ".",
				Required:    m[2] != "",
				Schema:      openapi3.NewStringSchema(),
			})
		}
	}

	plain := strings.ReplaceAll(text, "`", "")
	op.Description = plain[:min(500, len(plain))]
	op.Summary = strings.ReplaceAll(strings.Trim(row[1], "/"), "/", " ")
	if op.Method == "POST" && op.Paid {
		op.Body = openapi3.NewObjectSchema()
		op.BodyExample = map[string]any{}
	}

	op.Example = map[string]any{}
	op.Output = openapi3.NewObjectSchema()
	return op, nil
}
