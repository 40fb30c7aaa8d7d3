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
	"github.com/farebox/farebox/internal/problem"
)

// Names of the two counts of a variant, the best first. In tables conversions also go by the alias table.
var (
	visitorNames    = []string{"n", "users", "trials", "sessions", "impressions", "visitors", "clicks", "sample_size", "total", "visits"}
	conversionNames = []string{"x", "conversions", "successes", "converted"}
	variantNames    = []string{"variant", "group", "name", "channel"}
	controlNames    = []string{"control", "a", "variant_a", "group_a", "baseline", "original"}
)

// experiment is the two variants as they were read.
type experiment struct {
	source         string
	arms           [2]arm
	names          [2]string
	columnMapping  map[string]string
	ignoredColumns []string
}

// maxVisitors is the largest count that is read; doubles tell whole numbers apart far beyond.
const maxVisitors = int64(maxAmount)

// readExperiment reads the two variants in whatever of its forms the body has them.
func readExperiment(body *gen.MarketingExperimentRequest, warn *warnings) (*experiment, error) {
	in := input{body.Rows, body.Csv, body.Tsv, body.Delimiter}
	flat := flatMembers(body)
	objects := body.A != nil || body.B != nil || body.Control != nil || body.Variant != nil || body.Treatment != nil
	if unknown := unknownMember(flat); unknown != "" {
		return nil, problem.InvalidCode(unknown, "unknown_parameter", "%q is no member of the body: give a and b, n_a, x_a, n_b and x_b, or rows, csv or tsv", shown(unknown))
	}
	names := append([]string{"a", "n_a"}, tableNames...)
	source, err := pick(names, append([]bool{objects, len(flat) > 0}, in.given()...))
	if err != nil {
		return nil, err
	}
	if body.Delimiter != nil && source != "csv" && source != "tsv" {
		return nil, problem.Invalid("delimiter", "delimiter goes with csv or tsv")
	}
	e := &experiment{source: source, names: [2]string{"a", "b"}, columnMapping: map[string]string{}, ignoredColumns: []string{}}
	switch source {
	case names[0]:
		e.source = "objects"
		err = e.readObjects(body)
	case names[1]:
		e.source = "flat"
		err = e.readFlat(flat)
	default:
		var t *table
		if t, err = in.open(source, warn); err == nil {
			err = e.readTable(t)
		}
	}
	return e, err
}

// flatMembers are the counts that stand in the body itself.
func flatMembers(body *gen.MarketingExperimentRequest) map[string]json.RawMessage {
	flat := map[string]json.RawMessage{}
	maps.Copy(flat, body.AdditionalProperties)
	for name, raw := range map[string]*json.RawMessage{"n_a": body.NA, "n_b": body.NB, "x_a": body.XA, "x_b": body.XB} {
		if raw != nil {
			flat[name] = *raw
		}
	}
	return flat
}

// flatName splits visitors_a or a_visitors into its variant, 0 or 1, and the rest.
func flatName(member string) (which int, name string, ok bool) {
	key := normalName(member)
	for i, letter := range []string{"a", "b"} {
		if name, ok := strings.CutSuffix(key, "_"+letter); ok {
			return i, name, true
		}
		if name, ok := strings.CutPrefix(key, letter+"_"); ok {
			return i, name, true
		}
	}
	return 0, "", false
}

// unknownMember is the first member that names no count of a variant, in order of name.
func unknownMember(flat map[string]json.RawMessage) string {
	for _, member := range slices.Sorted(maps.Keys(flat)) {
		_, name, ok := flatName(member)
		if !ok || !slices.Contains(visitorNames, name) && !slices.Contains(conversionNames, name) {
			return member
		}
	}
	return ""
}

func (e *experiment) readFlat(flat map[string]json.RawMessage) error {
	for i, letter := range []string{"a", "b"} {
		members := map[string]json.RawMessage{}
		spelled := map[string]string{}
		for _, member := range slices.Sorted(maps.Keys(flat)) {
			if which, name, _ := flatName(member); which == i {
				members[name], spelled[name] = flat[member], member
			}
		}
		err := e.readArm(i, letter, members, func(name string) string { return spelled[name] })
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *experiment) readObjects(body *gen.MarketingExperimentRequest) error {
	given := map[string]*gen.MarketingArm{"a": body.A, "b": body.B, "control": body.Control, "variant": body.Variant, "treatment": body.Treatment}
	for i, names := range [][]string{{"a", "control"}, {"b", "variant", "treatment"}} {
		present := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return given[n] == nil })
		if len(present) == 0 {
			return problem.Missing(names[0])
		}
		if len(present) > 1 {
			return problem.Invalid(present[1], "%s and %s are both there: give one of them", present[0], present[1])
		}
		name := present[0]
		e.names[i] = name
		members := map[string]json.RawMessage{}
		spelled := map[string]string{}
		for _, member := range slices.Sorted(maps.Keys(*given[name])) {
			key := normalName(member)
			members[key], spelled[key] = (*given[name])[member], member
		}
		if err := e.readArm(i, name, members, func(key string) string { return name + "." + spelled[key] }); err != nil {
			return err
		}
	}
	return nil
}

// readArm takes the two counts of variant i from its members, whose names are normalised; spelled gives
// a member's path in the body.
func (e *experiment) readArm(i int, arm string, members map[string]json.RawMessage, spelled func(string) string) error {
	letter := []string{"a", "b"}[i]
	for _, want := range []struct {
		field string
		names []string
		into  *int64
	}{{"n", visitorNames, &e.arms[i].n}, {"conversions", conversionNames, &e.arms[i].x}} {
		at := slices.IndexFunc(want.names, func(n string) bool { return members[n] != nil })
		if at < 0 {
			return problem.InvalidCode(arm, "missing_input", "%s needs %s: one of %s", arm, want.field, strings.Join(want.names, ", "))
		}
		name := want.names[at]
		x, err := option(spelled(name), ptr(members[name]), 0)
		if err != nil {
			return err
		}
		if *want.into, err = whole(spelled(name), x); err != nil {
			return err
		}
		e.columnMapping[letter+"."+want.field] = shown(spelled(name))
		delete(members, name)
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		e.ignoredColumns = append(e.ignoredColumns, shown(spelled(name)))
	}
	return e.arms[i].check(spelledArm(arm))
}

func ptr(raw json.RawMessage) *json.RawMessage { return &raw }

func spelledArm(name string) string { return "variant " + strconv.Quote(shown(name)) }

// whole is x as a count.
func whole(field string, x float64) (int64, error) {
	if x != math.Trunc(x) || x < 0 || x > maxAmount {
		return 0, problem.Invalid(field, "%s must be a whole number from 0 to %d", field, maxVisitors)
	}
	return int64(x), nil
}

// check refuses counts that no experiment has.
func (a arm) check(name string) error {
	switch {
	case a.n == 0:
		return problem.Invalid("visitors", "%s must have at least one visitor", name)
	case a.x > a.n:
		return problem.Invalid("conversions", "%s has %d conversions of %d visitors: conversions must be at most visitors", name, a.x, a.n)
	}
	return nil
}

// readTable sums the rows of each variant. Without a variant column there must be two rows.
func (e *experiment) readTable(t *table) error {
	m := newMapping(t)
	// Conversions first: a clicks column beside visitors and conversions is neither.
	m.find("conversions", append(slices.Clone(conversionNames), aliasesOf(fieldConversions)...))
	m.find("n", visitorNames)
	m.find("variant", variantNames)
	e.columnMapping, e.ignoredColumns = m.report()
	for _, want := range []string{"n", "conversions"} {
		if !m.has(want) {
			return m.noHeader(fmt.Sprintf("variant, visitors (%s) and conversions (%s)", strings.Join(visitorNames, ", "), strings.Join(conversionNames, ", ")))
		}
	}
	groups := newChannels()
	var sums [2][2]amount
	err := t.each(m.columns("variant", "n", "conversions"), func(row int, c []cell) error {
		name := c[0]
		if !m.has("variant") {
			name = cell{strconv.Itoa(row), kindText}
		} else if name.kind == kindNull {
			return problem.Invalid(t.source, "row %d has no variant", row)
		}
		i, err := groups.of(t.source, row, name)
		if err != nil {
			return err
		}
		if i > 1 {
			return problem.InvalidCode(t.source, "too_many_variants", "%s must have two variants; row %d is of a third: compare them two by two", t.source, row)
		}
		for k, field := range []string{"n", "conversions"} {
			x, ok, err := t.count(field, row, c[1+k])
			if err != nil {
				return err
			}
			if !ok {
				return problem.Invalid(t.source, "%s of row %d must be a whole number", field, row)
			}
			sums[i][k] = sums[i][k].add(x)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(groups.names) < 2 {
		return problem.Invalid(t.source, "%s must have two variants; it has one", t.source)
	}
	order := [2]int{0, 1}
	if named := func(i int) bool { return slices.Contains(controlNames, normalName(groups.names[i])) }; named(1) && !named(0) {
		order = [2]int{1, 0}
	}
	for i, from := range order {
		if m.has("variant") {
			e.names[i] = groups.names[from]
		}
		if e.arms[i].n, err = whole(t.source, sums[from][0].float()); err != nil {
			return err
		}
		if e.arms[i].x, err = whole(t.source, sums[from][1].float()); err != nil {
			return err
		}
		if err := e.arms[i].check(spelledArm(groups.names[from])); err != nil {
			return err
		}
	}
	return nil
}
