package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/farebox/farebox/internal/filled"
	"github.com/farebox/farebox/internal/spec"
)

// filledTable is what was counted: a row for each nullable member of a route about records, with how often it was
// filled and null in made answers and in recorded ones.
const filledTable = "scripts/docs/filled.tsv"

// filledColumns are those of the table.
const filledColumns = 6

// filledKey is a nullable member of a route.
type filledKey struct{ route, member string }

// filledCount is how often it was filled and null.
type filledCount struct{ made, recorded filled.Count }

type filledCounts map[filledKey]filledCount

// of sums up the counts of a member over routes, each as "3 of 4", a dash where it was not in any answer.
func (c filledCounts) of(member string, routes []string) (made, recorded string) {
	var sum filledCount
	for _, route := range routes {
		one := c[filledKey{route, member}]
		sum.made = plus(sum.made, one.made)
		sum.recorded = plus(sum.recorded, one.recorded)
	}
	return share(sum.made), share(sum.recorded)
}

func plus(a, b filled.Count) filled.Count {
	return filled.Count{
		Filled: a.Filled + b.Filled,
		Null:   a.Null + b.Null,
	}
}

func share(c filled.Count) string {
	if c.Filled+c.Null == 0 {
		return "-"
	}
	return fmt.Sprintf("%d of %d", c.Filled, c.Filled+c.Null)
}

// countAnswers writes the table from the folders made and recorded, in which tests have kept their answers.
func countAnswers(s *spec.Spec, folder string) error {
	var lines []string
	for _, op := range s.Operations {
		if !isRecord(op) {
			continue
		}
		made, err := countRoute(folder, "made", op)
		if err != nil {
			return err
		}
		recorded, err := countRoute(folder, "recorded", op)
		if err != nil {
			return err
		}
		if len(made) == 0 {
			return fmt.Errorf("no test has kept an answer of %s", op.Path)
		}

		members := map[string]bool{}
		for row := range nullables(op.Output) {
			members[row.member] = true
		}
		for _, member := range slices.Sorted(maps.Keys(members)) {
			m := made[member]
			r := recorded[member]
			lines = append(lines, fmt.Sprintf("%s\t%s\t%d\t%d\t%d\t%d\n",
				op.Path, member, m.Filled, m.Null, r.Filled, r.Null))
		}
	}
	return os.WriteFile(filledTable, []byte(strings.Join(lines, "")), 0o600)
}

// isRecord says whether an operation answers from registers.
func isRecord(op *spec.Operation) bool { return slices.Contains(records, op.Family) }

// countRoute counts the kept answers of a route, none where there are none.
func countRoute(folder, kind string, op *spec.Operation) (filled.Members, error) {
	members, err := filled.Read(filepath.Join(folder, kind), op.Path, op.Output)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return members, err
}

// readFilled reads the table.
func readFilled(path string) (filledCounts, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}

	counts := filledCounts{}
	for line := range strings.Lines(string(text)) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(columns) != filledColumns {
			return nil, fmt.Errorf("%s: %d columns in %q", path, len(columns), line)
		}
		var numbers [filledColumns - 2]int
		for i, column := range columns[2:] {
			if numbers[i], err = strconv.Atoi(column); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
		}
		counts[filledKey{columns[0], columns[1]}] = filledCount{
			made: filled.Count{
				Filled: numbers[0],
				Null:   numbers[1],
			},
			recorded: filled.Count{
				Filled: numbers[2],
				Null:   numbers[3],
			},
		}
	}
	return counts, nil
}
