package marketing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/problem"
)

// funnel is the counts of a table, by channel and stage.
type funnel struct {
	table    *table
	mapping  *mapping
	layout   string // wide or long
	stages   []string
	channels *channels
	counts   [][]amount // by channel, then stage
	used     int        // rows that gave a number
}

// defaultStages are the stages of a funnel that names none.
var defaultStages = []string{fieldImpressions, fieldClicks, fieldConversions}

// countNames are the columns that hold the count of a long table, before the counts of the alias table.
var countNames = []string{"count", "users", "value", "n", "total", "visitors"}

// fieldCount is the count column of a long table.
const fieldCount = "count"

// checkStages checks what the caller names as stages.
func checkStages(stages []string) error {
	if len(stages) > maxStages {
		return problem.InvalidCode("stages", "too_many_stages", "stages must have at most %d names", maxStages)
	}
	if stages != nil && len(stages) < 2 {
		return problem.Invalid("stages", "stages must have at least 2 names")
	}
	seen := map[string]bool{}
	for i, name := range stages {
		key := normalName(name)
		if key == "" || len(name) > maxNameBytes {
			return problem.Invalid("stages", "stage %d must be a name with letters or digits, at most %d bytes", i+1, maxNameBytes)
		}
		if seen[key] {
			return problem.Invalid("stages", "stages must be different: %q comes twice", shown(name))
		}
		seen[key] = true
	}
	return nil
}

// readFunnel reads a table as a funnel with the stages given, or those it finds.
func readFunnel(t *table, stages []string) (*funnel, error) {
	f := &funnel{table: t, mapping: newMapping(t), channels: newChannels()}
	columns, missing := f.stageColumns(stages)
	if stages != nil && missing == "" {
		return f, f.readWide(stages, columns)
	}
	if f.findLong() {
		return f, f.readLong(stages)
	}
	if stages != nil {
		return nil, problem.Invalid("stages", "no column of %s is stage %q", t.source, shown(missing))
	}
	var found []string
	for _, name := range defaultStages {
		if f.mapping.find(name, aliasesOf(name)) {
			found = append(found, name)
			columns = append(columns, f.mapping.at(name))
		}
	}
	if len(found) == 0 {
		return nil, f.mapping.noHeader("a column per stage (impressions, clicks, conversions), or a stage column with a count, or names in stages")
	}
	if len(found) < 2 {
		return nil, problem.Invalid(t.source, "a funnel needs at least 2 stages; only %s was found: name the columns in stages", found[0])
	}
	return f, f.readWide(found, columns)
}

// stageColumns finds the column of each stage: by its own name, then by alias. missing names the first
// stage that has none of its own.
func (f *funnel) stageColumns(stages []string) (columns []int, missing string) {
	t := f.table
	for _, stage := range stages {
		key := normalName(stage)
		column := slices.Index(t.keys, key)
		for _, alias := range aliasesOf(fieldOf(key)) {
			if column >= 0 {
				break
			}
			column = slices.Index(t.keys, alias)
		}
		if column < 0 || slices.Contains(columns, column) {
			return nil, stage
		}
		columns = append(columns, column)
	}
	return columns, ""
}

// findLong maps the stage and count columns of a long table. A table that has a stage column beside
// several columns of counts is a wide one.
func (f *funnel) findLong() bool {
	m := f.mapping
	if !m.find(fieldStage, aliasesOf(fieldStage)) {
		return false
	}
	if m.find(fieldCount, countNames) {
		return true
	}
	var counts []string
	for _, name := range []string{fieldImpressions, fieldClicks, fieldConversions, fieldCustomers} {
		if slices.ContainsFunc(aliasesOf(name), func(alias string) bool { return slices.Contains(f.table.keys, alias) }) {
			counts = append(counts, name)
		}
	}
	if len(counts) == 1 {
		return m.find(fieldCount, aliasesOf(counts[0]))
	}
	f.mapping = newMapping(f.table)
	return false
}

// readWide sums a table with one column per stage.
func (f *funnel) readWide(stages []string, columns []int) error {
	f.layout, f.stages = "wide", stages
	for i, column := range columns {
		f.mapping.use(stages[i], column)
	}
	// A stage may be called channel: then that column is the stage, and another one the channel.
	wanted := append(slices.Clone(columns), f.channelColumn())
	return f.table.each(wanted, func(row int, cells []cell) error {
		values := cells[:len(stages)]
		if !slices.ContainsFunc(values, func(c cell) bool { return c.kind != kindNull }) {
			return nil
		}
		counts, err := f.countsOf(row, cells[len(stages)])
		if err != nil {
			return err
		}
		read := false
		for i, value := range values {
			n, ok, err := f.table.count(stages[i], row, value)
			if err != nil {
				return err
			}
			if !ok {
				f.table.missing(stages[i], row)
				continue
			}
			counts[i] = counts[i].add(n)
			read = true
		}
		if read {
			f.used++
		}
		return nil
	})
}

func (f *funnel) channelColumn() int {
	if !f.mapping.find(fieldChannel, aliasesOf(fieldChannel)) {
		return -1
	}
	return f.mapping.at(fieldChannel)
}

// countsOf are the counts of a row's channel.
func (f *funnel) countsOf(row int, channel cell) ([]amount, error) {
	n, err := f.channels.of(f.table.source, row, channel)
	if err != nil {
		return nil, err
	}
	if int(n) == len(f.counts) {
		f.counts = append(f.counts, make([]amount, len(f.stages), max(len(f.stages), 4)))
	}
	return f.counts[n], nil
}

// readLong sums a table with a stage column and a count column.
func (f *funnel) readLong(stages []string) error {
	f.layout, f.stages = "long", slices.Clone(stages)
	known := newStageIndex(stages)
	seen := make([]bool, len(stages), maxStages)
	wanted := []int{f.mapping.at(fieldStage), f.mapping.at(fieldCount), f.channelColumn()}
	err := f.table.each(wanted, func(row int, cells []cell) error {
		if cells[0].kind == kindNull {
			f.table.warn.row(fieldStage, reasonMissingValue, "rows without a stage were left out", row)
			return nil
		}
		stage, ok := known.of(cells[0].text)
		if !ok && stages != nil {
			f.table.warn.row(fieldStage, "unknown_stage", fmt.Sprintf("rows of stages that stages does not name were left out, such as %q", shown(cells[0].text)), row)
			return nil
		}
		if !ok {
			if len(f.stages) == maxStages {
				return problem.InvalidCode(f.table.source, "too_many_stages", "a funnel must have at most %d stages; row %d has another: name those you want in stages", maxStages, row)
			}
			if len(cells[0].text) > maxNameBytes {
				return problem.Invalid(f.table.source, "the stage of row %d must have at most %d bytes", row, maxNameBytes)
			}
			name := strings.TrimSpace(strings.ToValidUTF8(cells[0].text, "\ufffd"))
			stage = known.add(name)
			f.stages, seen = append(f.stages, name), append(seen, false)
		}
		n, ok, err := f.table.count(fieldCount, row, cells[1])
		if err != nil {
			return err
		}
		if !ok {
			f.table.missing(fieldCount, row)
			return nil
		}
		channel, err := f.channels.of(f.table.source, row, cells[2])
		if err != nil {
			return err
		}
		for int(channel) >= len(f.counts) {
			f.counts = append(f.counts, nil)
		}
		for stage >= len(f.counts[channel]) { // a stage may be new to the channel, or to all
			f.counts[channel] = append(f.counts[channel], amount{})
		}
		f.counts[channel][stage] = f.counts[channel][stage].add(n)
		seen[stage] = true
		f.used++
		return nil
	})
	if err != nil {
		return err
	}
	if i := slices.Index(seen, false); i >= 0 && stages != nil {
		return problem.Invalid("stages", "no row of %s has stage %q", f.table.source, shown(stages[i]))
	}
	if len(f.stages) < 2 {
		return problem.Invalid(f.table.source, "a funnel needs at least 2 stages; the stage column has %d", len(f.stages))
	}
	for i, counts := range f.counts {
		f.counts[i] = append(counts, make([]amount, len(f.stages)-len(counts))...)
	}
	return nil
}

// stageIndex finds the stage that a text names: by its normalised name, then by alias.
type stageIndex struct {
	byKey, byField, byText map[string]int
	n                      int
}

func newStageIndex(stages []string) *stageIndex {
	x := &stageIndex{byKey: map[string]int{}, byField: map[string]int{}, byText: map[string]int{}}
	for i, name := range stages {
		key := normalName(name)
		x.byKey[key] = i
		if field := fieldOf(key); field != "" {
			if _, taken := x.byField[field]; taken {
				i = -1 // two stages of one field: only their own names tell them apart
			}
			x.byField[field] = i
		}
	}
	x.n = len(stages)
	return x
}

func (x *stageIndex) of(text string) (int, bool) {
	if i, ok := x.byText[text]; ok {
		return i, true
	}
	key := normalName(text)
	i, ok := x.byKey[key]
	if !ok {
		if i, ok = x.byField[fieldOf(key)]; !ok || i < 0 {
			return 0, false
		}
	}
	if len(x.byText) < maxRows {
		x.byText[text] = i
	}
	return i, true
}

// add makes name the next stage.
func (x *stageIndex) add(name string) int {
	x.byKey[normalName(name)] = x.n
	x.n++
	return x.n - 1
}

// total is the counts of all channels.
func (f *funnel) total() []amount {
	all := make([]int, len(f.counts))
	for i := range all {
		all[i] = i
	}
	return f.sum(all)
}

// sum is the counts of some channels together.
func (f *funnel) sum(channels []int) []amount {
	sum := make([]amount, len(f.stages))
	for _, c := range channels {
		for i, n := range f.counts[c] {
			sum[i] = sum[i].add(n)
		}
	}
	return sum
}
