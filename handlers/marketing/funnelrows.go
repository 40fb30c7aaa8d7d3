package marketing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/farebox/farebox/handlers/marketing/table"
	"github.com/farebox/farebox/internal/problem"
)

// funnel is the counts of a table, by channel and stage.
type funnel struct {
	table    *table.Table
	mapping  *table.Mapping
	layout   string // wide or long
	stages   []string
	channels *channels
	counts   []channelCounts
	used     int // rows that gave a number
}

// channelCounts are the counts of a channel by stage: of its rows that have numbers of the same stages together,
// since a rate is over rows that have both of its numbers.
type channelCounts struct {
	alike  [][]stageCount
	having map[uint64]int // in alike, by the stages that the rows have
}

// stageCount is how many of a channel reached a stage.
type stageCount struct {
	table.Amount
	read   bool // some row has a number
	missed bool // some row should have one and does not
}

func (c *stageCount) add(n table.Amount) {
	c.Amount = c.Add(n)
	c.read = true
}

// told is whether the sum is known: one that rows should have and none has is not zero.
func (c stageCount) told() bool { return c.read || !c.missed }

// sum is the count of a stage over all rows.
func (c channelCounts) sum(stage int) (all stageCount) {
	for _, counts := range c.alike {
		all.Amount = all.Add(counts[stage].Amount)
		all.read = all.read || counts[stage].read
		all.missed = all.missed || counts[stage].missed
	}
	return all
}

// counted are the counts of stages over the rows that have all of them, or over all where no row of a channel has: its
// rows are parts of one then. Channels that lack a stage are left out; ok is false when all do.
func counted(channels []channelCounts, stages ...int) (list []table.Amount, ok bool) {
	list = make([]table.Amount, len(stages))
	add := func(of func(stage int) stageCount) bool {
		if slices.ContainsFunc(stages, func(i int) bool { return !of(i).told() }) {
			return false
		}
		for at, i := range stages {
			list[at] = list[at].Add(of(i).Amount)
		}
		return true
	}

	for _, c := range channels {
		whole := false
		for _, counts := range c.alike {
			whole = add(func(i int) stageCount { return counts[i] }) || whole
		}
		ok = whole || add(c.sum) || ok
	}
	return list, ok
}

// defaultStages are the stages of a funnel without named stages.
var defaultStages = []string{fieldImpressions, fieldClicks, fieldConversions}

// countNames are the count columns of a long table, tried before those of the alias table.
var countNames = []string{"count", "users", "value", "n", "total", "visitors"}

// fieldCount is the count column of a long table.
const fieldCount = "count"

// checkStages checks the caller's stages.
func checkStages(stages []string) error {
	if len(stages) > maxStages {
		return problem.InvalidCode("stages", problem.CodeTooManyStages, "stages must have at most %d names", maxStages)
	}
	if stages != nil && len(stages) < 2 {
		return problem.Invalid("stages", "stages must have at least 2 names")
	}

	seen := map[string]bool{}
	for i, name := range stages {
		key := table.NormalName(name)
		if key == "" || len(name) > maxNameBytes {
			return problem.Invalid("stages", "stage %d must be a name with letters or digits, at most %d bytes",
				i+1, maxNameBytes)
		}
		if seen[key] {
			return problem.Invalid("stages", "stages must be different: %q comes twice", table.Shown(name))
		}
		seen[key] = true
	}

	return nil
}

// readFunnel reads a table as a funnel with the given stages, or those found.
func readFunnel(t *table.Table, stages []string) (*funnel, error) {
	f := &funnel{
		table:    t,
		mapping:  table.NewMapping(t),
		channels: newChannels(),
	}

	columns, missing := stageColumns(t, stages)
	if stages != nil && missing == "" {
		return f, f.readWide(stages, columns)
	}
	if f.findLong() {
		return f, f.readLong(stages)
	}
	if stages != nil {
		return nil, problem.Invalid("stages", "no column of %s is stage %q", t.Source, table.Shown(missing))
	}

	findFields(f.mapping, defaultStages...)
	found := slices.DeleteFunc(slices.Clone(defaultStages), func(name string) bool { return !f.mapping.Has(name) })
	switch len(found) {
	case 0:
		return nil, f.mapping.NoHeader("a column per stage (impressions, clicks, conversions), " +
			"or a stage column with a count, or names in stages")
	case 1:
		return nil, problem.Invalid(t.Source,
			"a funnel needs at least 2 stages; only %s was found: name the columns in stages", found[0])
	}

	return f, f.readWide(found, f.mapping.Columns(found...))
}

// stageColumns finds each stage's column: by its own name, then by alias. missing is the first stage without one.
func stageColumns(t *table.Table, stages []string) (columns []int, missing string) {
	for _, stage := range stages {
		key := table.NormalName(stage)
		column := t.Column(append([]string{key}, fields[fieldOf(key)]...)...)
		if column < 0 || slices.Contains(columns, column) {
			return nil, stage
		}
		columns = append(columns, column)
	}

	return columns, ""
}

// findLong maps the stage and count columns of a long table. A table with a stage column and several count columns
// is a wide one.
func (f *funnel) findLong() bool {
	m := f.mapping
	if !m.Find(fieldStage, fields[fieldStage]) {
		return false
	}
	if m.Find(fieldCount, countNames) {
		return true
	}

	var counts []string
	for _, name := range []string{fieldImpressions, fieldClicks, fieldConversions, fieldCustomers} {
		if f.table.Column(fields[name]...) >= 0 {
			counts = append(counts, name)
		}
	}
	if len(counts) == 1 {
		return m.Find(fieldCount, fields[counts[0]])
	}

	f.mapping = table.NewMapping(f.table)

	return false
}

// readWide sums a table with one column per stage.
func (f *funnel) readWide(stages []string, columns []int) error {
	f.layout = "wide"
	f.stages = stages
	for i, column := range columns {
		f.mapping.Use(stages[i], column)
	}

	// A stage may be called channel: then that column is the stage, and another one the channel.
	wanted := append(slices.Clone(columns), f.channelColumn())

	return f.table.Each(wanted, func(row int, cells []table.Cell) error {
		return f.addWide(row, cells[:len(stages)], cells[len(stages)])
	})
}

// addWide adds a row with one cell per stage.
func (f *funnel) addWide(row int, values []table.Cell, channel table.Cell) error {
	if !slices.ContainsFunc(values, notNull) {
		return nil
	}
	name, err := f.channels.of(f.table.Source, row, channel)
	if err != nil {
		return err
	}

	var having uint64
	read := make([]table.Amount, len(values))
	for i, value := range values {
		n, ok, err := f.table.Count(f.stages[i], row, value)
		if err != nil {
			return err
		}
		if !ok {
			f.table.Missing(f.stages[i], row)
			continue
		}
		read[i] = n
		having |= 1 << i
	}

	counts := f.countsOf(name, having)
	for i, n := range read {
		if having&(1<<i) != 0 {
			counts[i].add(n)
		}
	}
	if having != 0 {
		f.used++
	}
	return nil
}

func notNull(c table.Cell) bool { return c.Kind != table.Null }

func (f *funnel) channelColumn() int {
	if !f.mapping.Find(fieldChannel, fields[fieldChannel]) {
		return -1
	}

	return f.mapping.At(fieldChannel)
}

// readLong sums a table with a stage column and a count column.
func (f *funnel) readLong(stages []string) error {
	f.layout = "long"
	f.stages = slices.Clone(stages)

	known := newStageIndex(stages)
	seen := map[int]bool{} // stages with a count
	wanted := []int{
		f.mapping.At(fieldStage),
		f.mapping.At(fieldCount),
		f.channelColumn(),
	}
	err := f.table.Each(wanted, func(row int, cells []table.Cell) error {
		stage, ok, err := f.stageOf(row, cells[0], known, stages == nil)
		if err != nil || !ok {
			return err
		}

		added, err := f.addLong(row, stage, cells[1], cells[2])
		if added {
			seen[stage] = true
			f.used++
		}

		return err
	})
	if err != nil {
		return err
	}

	for i, stage := range stages {
		if !seen[i] {
			return problem.Invalid("stages", "no row of %s has stage %q", f.table.Source, table.Shown(stage))
		}
	}
	if len(f.stages) < 2 {
		return problem.Invalid(f.table.Source, "a funnel needs at least 2 stages; the stage column has %d",
			len(f.stages))
	}

	return nil
}

// stageOf is the number of the stage in a cell of a long table; unless open, only known stages count.
func (f *funnel) stageOf(row int, c table.Cell, known *stageIndex, open bool) (stage int, ok bool, err error) {
	t := f.table
	if c.Kind == table.Null {
		t.Warn(fieldStage, table.ReasonMissingValue, "rows without a stage were left out", row)
		return 0, false, nil
	}

	stage, ok = known.of(c.Text)
	switch {
	case ok:
		return stage, true, nil
	case !open:
		t.Warn(fieldStage, "unknown_stage", fmt.Sprintf(
			"rows of stages that stages does not name were left out, such as %q", table.Shown(c.Text)), row)

		return 0, false, nil
	case len(f.stages) == maxStages:
		return 0, false, problem.InvalidCode(t.Source, problem.CodeTooManyStages,
			"a funnel must have at most %d stages; row %d has another: name those you want in stages", maxStages, row)
	case len(c.Text) > maxNameBytes:
		return 0, false, problem.Invalid(t.Source, "the stage of row %d must have at most %d bytes", row, maxNameBytes)
	}

	name := strings.TrimSpace(strings.ToValidUTF8(c.Text, "\ufffd"))
	stage = len(f.stages)
	f.stages = append(f.stages, name)
	known.byKey[table.NormalName(name)] = stage

	for _, c := range f.counts { // nobody of earlier channels reached it
		c.alike[0] = append(c.alike[0], stageCount{})
	}

	return stage, true, nil
}

// addLong adds the count of a stage; added is false for a row without a count.
func (f *funnel) addLong(row, stage int, count, channel table.Cell) (added bool, err error) {
	n, ok, err := f.table.Count(fieldCount, row, count)
	if err != nil {
		return false, err
	}
	name, err := f.channels.of(f.table.Source, row, channel)
	if err != nil {
		return false, err
	}
	counts := f.countsOf(name, 0)
	if !ok {
		f.table.Missing(fieldCount, row)
		counts[stage].missed = true
		return false, nil
	}

	counts[stage].add(n)

	return true, nil
}

// countsOf returns the counts of a channel's rows that have numbers of the same stages. A long table has no row of a
// stage that nobody reached, and its rows are all alike.
func (f *funnel) countsOf(channel int32, having uint64) []stageCount {
	if int(channel) == len(f.counts) {
		f.counts = append(f.counts, channelCounts{having: map[uint64]int{}})
	}

	c := &f.counts[channel]
	at, known := c.having[having]
	if !known {
		at = len(c.alike)
		c.having[having] = at
		counts := make([]stageCount, len(f.stages))
		for i := range counts {
			counts[i].missed = f.layout == "wide"
		}
		c.alike = append(c.alike, counts)
	}
	return c.alike[at]
}

// stageIndex finds the stage named by a text: by its normalised name, then by alias.
type stageIndex struct {
	byKey   map[string]int
	byField map[string]int
	byText  map[string]int // texts that were found
}

func newStageIndex(stages []string) *stageIndex {
	x := &stageIndex{
		byKey:   map[string]int{},
		byField: map[string]int{},
		byText:  map[string]int{},
	}
	for i, name := range stages {
		key := table.NormalName(name)
		x.byKey[key] = i
		if field := fieldOf(key); field != "" {
			if _, taken := x.byField[field]; taken {
				i = -1 // two stages of one field: only their own names distinguish them
			}
			x.byField[field] = i
		}
	}

	return x
}

func (x *stageIndex) of(text string) (int, bool) {
	if i, ok := x.byText[text]; ok {
		return i, true
	}

	key := table.NormalName(text)
	i, ok := x.byKey[key]
	if !ok {
		if i, ok = x.byField[fieldOf(key)]; !ok || i < 0 {
			return 0, false
		}
	}
	x.byText[text] = i

	return i, true
}
