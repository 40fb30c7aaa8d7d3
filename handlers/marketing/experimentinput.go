package marketing

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	gen "github.com/farebox/farebox/gen/marketing"
	"github.com/farebox/farebox/handlers/marketing/table"
	"github.com/farebox/farebox/internal/problem"
)

// Names of a variant's two counts, the best first. In tables, conversions also use the alias table.
var (
	visitorNames = []string{
		"n", "users", "trials", "sessions", "impressions", "visitors", "clicks", "sample_size", "total", "visits",
	}
	conversionNames = []string{"x", "conversions", "successes", "converted"}
	variantNames    = []string{"variant", "group", "name", "channel"}
	controlNames    = []string{"control", "a", "variant_a", "group_a", "baseline", "original"}
)

// armLetters are the names of the two variants in flat members and answers.
var armLetters = [2]string{"a", "b"}

// experiment is the two variants as read.
type experiment struct {
	source         string
	arms           [2]arm
	names          [2]string
	columnMapping  map[string]string
	ignoredColumns []string
}

// maxVisitors is the largest accepted count; doubles are exact for whole numbers far beyond.
const maxVisitors = int64(table.MaxAmount)

// readExperiment reads the two variants in any of the body's forms.
func readExperiment(body *gen.MarketingExperimentRequest, warn *warnings) (*experiment, error) {
	flat := flatMembers(body)
	if unknown := unknownMember(flat); unknown != "" {
		return nil, problem.InvalidCode(unknown, problem.CodeUnknownParameter,
			"%q is not a member of the body: give a and b, n_a, x_a, n_b and x_b, or rows, csv or tsv",
			table.Shown(unknown))
	}

	in := table.Input{
		Rows:      body.Rows,
		CSV:       body.Csv,
		TSV:       body.Tsv,
		Delimiter: body.Delimiter,
	}
	objects := body.A != nil || body.B != nil || body.Control != nil || body.Variant != nil || body.Treatment != nil
	counts := []source{
		{"a", objects},
		{"n_a", len(flat) > 0},
	}
	source, err := pick(append(counts, tableSources(in)...)...)
	if err != nil {
		return nil, err
	}
	if body.Delimiter != nil && source != "csv" && source != "tsv" {
		return nil, problem.Invalid("delimiter", "delimiter goes with csv or tsv")
	}

	e := &experiment{
		source:         source,
		names:          armLetters,
		columnMapping:  map[string]string{},
		ignoredColumns: []string{},
	}
	switch source {
	case "a":
		e.source = "objects"
		return e, e.readObjects(body)
	case "n_a":
		e.source = "flat"
		return e, e.readFlat(flat)
	}

	t, err := in.Open(source, warn.row)
	if err != nil {
		return nil, err
	}

	return e, e.readTable(t)
}

// flatMembers are the counts in the body itself.
func flatMembers(body *gen.MarketingExperimentRequest) map[string]json.RawMessage {
	flat := map[string]json.RawMessage{}
	maps.Copy(flat, body.AdditionalProperties)

	named := map[string]*json.RawMessage{
		"n_a": body.NA,
		"n_b": body.NB,
		"x_a": body.XA,
		"x_b": body.XB,
	}
	for name, raw := range named {
		if raw != nil {
			flat[name] = *raw
		}
	}

	return flat
}

// flatName splits visitors_a or a_visitors into its variant, 0 or 1, and the rest.
func flatName(member string) (which int, name string, ok bool) {
	key := table.NormalName(member)
	for i, letter := range armLetters {
		if name, ok := strings.CutSuffix(key, "_"+letter); ok {
			return i, name, true
		}
		if name, ok := strings.CutPrefix(key, letter+"_"); ok {
			return i, name, true
		}
	}

	return 0, "", false
}

// unknownMember is the first member, by name, that does not name a variant's count.
func unknownMember(flat map[string]json.RawMessage) string {
	for _, member := range slices.Sorted(maps.Keys(flat)) {
		_, name, ok := flatName(member)
		if !ok || !slices.Contains(visitorNames, name) && !slices.Contains(conversionNames, name) {
			return member
		}
	}

	return ""
}

// armMember is a member with a variant's count.
type armMember struct {
	path string // in the body
	raw  json.RawMessage
}

func (e *experiment) readFlat(flat map[string]json.RawMessage) error {
	var members [2]map[string]armMember
	for i := range members {
		members[i] = map[string]armMember{}
	}
	for _, member := range slices.Sorted(maps.Keys(flat)) {
		i, name, _ := flatName(member)
		members[i][name] = armMember{member, flat[member]}
	}

	for i, letter := range armLetters {
		if err := e.readArm(i, letter, members[i]); err != nil {
			return err
		}
	}

	return nil
}

// objectArms are the members with a variant as an object.
func objectArms(body *gen.MarketingExperimentRequest) [2][]objectArm {
	return [2][]objectArm{
		{{"a", body.A}, {"control", body.Control}},
		{{"b", body.B}, {"variant", body.Variant}, {"treatment", body.Treatment}},
	}
}

type objectArm struct {
	name string
	arm  *gen.MarketingArm
}

func (e *experiment) readObjects(body *gen.MarketingExperimentRequest) error {
	for i, arms := range objectArms(body) {
		given := slices.DeleteFunc(slices.Clone(arms), func(a objectArm) bool { return a.arm == nil })
		if len(given) == 0 {
			return problem.Missing(arms[0].name)
		}
		name := given[0].name
		if len(given) > 1 {
			return problem.Invalid(given[1].name, "%s and %s are both given: give one of them", name, given[1].name)
		}

		members := map[string]armMember{}
		for _, member := range slices.Sorted(maps.Keys(*given[0].arm)) {
			members[table.NormalName(member)] = armMember{name + "." + member, (*given[0].arm)[member]}
		}
		e.names[i] = name
		if err := e.readArm(i, name, members); err != nil {
			return err
		}
	}

	return nil
}

// readArm reads the two counts of variant i from its members, whose names are normalised.
func (e *experiment) readArm(i int, name string, members map[string]armMember) error {
	var err error
	if e.arms[i].n, err = e.takeCount(i, "n", name, visitorNames, members); err != nil {
		return err
	}
	if e.arms[i].x, err = e.takeCount(i, "conversions", name, conversionNames, members); err != nil {
		return err
	}

	for _, rest := range slices.Sorted(maps.Keys(members)) {
		e.ignoredColumns = append(e.ignoredColumns, table.Shown(members[rest].path))
	}

	return e.arms[i].check(name)
}

// takeCount removes the member with the earliest of names from variant i's members and reads it.
func (e *experiment) takeCount(i int, field, arm string, names []string, members map[string]armMember) (int64, error) {
	at := slices.IndexFunc(names, func(name string) bool { return members[name].raw != nil })
	if at < 0 {
		return 0, problem.InvalidCode(arm, problem.CodeMissingInput, "%s needs %s: one of %s",
			arm, field, strings.Join(names, ", "))
	}

	member := members[names[at]]
	delete(members, names[at])
	e.columnMapping[armLetters[i]+"."+field] = table.Shown(member.path)
	x, err := option(member.path, &member.raw, 0)
	if err != nil {
		return 0, err
	}

	return whole(member.path, x)
}

// whole is x as a count.
func whole(field string, x float64) (int64, error) {
	if x != math.Trunc(x) || x < 0 || x > table.MaxAmount {
		return 0, problem.Invalid(field, "%s must be a whole number from 0 to %d", field, maxVisitors)
	}

	return int64(x), nil
}

// check rejects impossible counts.
func (a arm) check(name string) error {
	variant := "variant " + strconv.Quote(table.Shown(name))
	switch {
	case a.n == 0:
		return problem.Invalid("visitors", "%s must have at least one visitor", variant)
	case a.x > a.n:
		return problem.Invalid("conversions",
			"%s has %d conversions of %d visitors: conversions must be at most visitors", variant, a.x, a.n)
	}

	return nil
}

// Fields of a table of variants.
const (
	fieldVariant  = "variant"
	fieldVisitors = "n"
)

// variants are a table's sums by variant.
type variants struct {
	table  *table.Table
	names  *channels
	named  bool               // there is a variant column
	counts [2][2]table.Amount // visitors and conversions, by variant
}

// readTable sums the rows of each variant. Without a variant column there must be two rows.
func (e *experiment) readTable(t *table.Table) error {
	m := table.NewMapping(t)
	// Conversions first: a clicks column beside visitors and conversions is neither.
	m.Find(fieldConversions, slices.Concat(conversionNames, fields[fieldConversions]))
	m.Find(fieldVisitors, visitorNames)
	m.Find(fieldVariant, variantNames)
	e.columnMapping, e.ignoredColumns = m.Report()
	if !m.Has(fieldVisitors) || !m.Has(fieldConversions) {
		return m.NoHeader(fmt.Sprintf("variant, visitors (%s) and conversions (%s)",
			strings.Join(visitorNames, ", "), strings.Join(conversionNames, ", ")))
	}

	v := &variants{
		table: t,
		names: newChannels(),
		named: m.Has(fieldVariant),
	}
	if err := t.Each(m.Columns(fieldVariant, fieldVisitors, fieldConversions), v.add); err != nil {
		return err
	}
	if len(v.names.names) < 2 {
		return problem.Invalid(t.Source, "%s must have two variants; it has one", t.Source)
	}

	return e.readVariants(v)
}

// add adds a row: variant, visitors, conversions.
func (v *variants) add(row int, cells []table.Cell) error {
	source := v.table.Source
	name := cells[0]
	if !v.named {
		name = table.Cell{Text: strconv.Itoa(row), Kind: table.Text}
	} else if name.Kind == table.Null {
		return problem.Invalid(source, "row %d has no variant", row)
	}

	i, err := v.names.of(source, row, name)
	if err != nil {
		return err
	}
	if i > 1 {
		return problem.InvalidCode(source, problem.CodeTooManyVariants,
			"%s must have two variants; row %d is of a third: compare them two by two", source, row)
	}

	for k, field := range []string{fieldVisitors, fieldConversions} {
		n, ok, err := v.table.Count(field, row, cells[1+k])
		if err != nil {
			return err
		}
		if !ok {
			return problem.Invalid(source, "%s of row %d must be a whole number", field, row)
		}
		v.counts[i][k] = v.counts[i][k].Add(n)
	}

	return nil
}

// readVariants takes a table's sums. The first variant is the control, unless only the second is named so.
func (e *experiment) readVariants(v *variants) error {
	isControl := func(i int) bool { return slices.Contains(controlNames, table.NormalName(v.names.names[i])) }
	order := [2]int{0, 1}
	if isControl(1) && !isControl(0) {
		order = [2]int{1, 0}
	}

	for i, from := range order {
		name := v.names.names[from]
		if v.named {
			e.names[i] = name
		}

		n, err := whole(v.table.Source, v.counts[from][0].Float())
		if err != nil {
			return err
		}
		x, err := whole(v.table.Source, v.counts[from][1].Float())
		if err != nil {
			return err
		}

		e.arms[i] = arm{n: n, x: x}
		if err := e.arms[i].check(name); err != nil {
			return err
		}
	}

	return nil
}
