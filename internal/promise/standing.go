package promise

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
)

// node is what all answers promise of an object by the names of its members, which mean one thing on all routes. It is
// nil where nothing is promised, further in neither.
type node struct {
	inner []child

	list     *step // the rows that count counts
	count    *step
	total    *step
	partial  *step
	sources  *step
	coverage *step
	scores   []step
	past     []step
	bounds   []bound
	id       *step // that tells rows apart
}

type child struct {
	step
	name string
	node *node
}

type bound struct {
	step
	name      string
	low, high float64
}

// beside are lists that say something about an answer, and are not what it counts.
var beside = []string{"sources", "reasons", "providers", "warnings", "notes", "errors", "missing", "conflicts"}

// scores are from 0 to 100.
var scores = []string{"risk_score", "trust_score", "fit_score", "match_score", "quality_score"}

// ids tell rows apart, as do those that end in _id.
var ids = []string{"accession", "doi", "ein", "lei", "npi", "dot", "filing_uuid", "tx_hash", "document_number"}

// past are moments that have been.
var past = []string{
	"fetched_at", "checked_at", "as_of", "published_at", "published", "created_at", "updated_at", "modified_at",
	"filed_date", "posted_at", "posted_date", "seen_at", "last_seen_at", "observed_at", "mined_at", "traded_at",
	"pushed_at", "registered_at", "introduced_date", "introduced", "report_date", "added_at", "added_date",
}

// nodeOf is what is promised of a type, but for what the route itself says of a member.
func nodeOf(t reflect.Type, at string, own map[string]bool, above []reflect.Type) *node {
	t = pointed(t)
	if t.Kind() != reflect.Struct || slices.Contains(above, t) || t == reflect.TypeFor[time.Time]() {
		return nil
	}
	above = append(above[:len(above):len(above)], t)

	n := &node{}
	lists := 0
	for i := range t.NumField() {
		name := nameOf(t.Field(i))
		member := pointed(t.Field(i).Type)
		s := step{member: i}
		place := strings.TrimPrefix(at+"."+name, ".")
		if member.Kind() == reflect.Slice || member.Kind() == reflect.Map {
			s.each = true
			place += map[reflect.Kind]string{reflect.Slice: "[]", reflect.Map: "{}"}[member.Kind()]
			member = pointed(member.Elem())
		}
		if s.each && member.Kind() == reflect.Struct && !slices.Contains(beside, name) {
			n.list = &s
			lists++
		}
		n.name(name, s, member, own[place])
		if inner := nodeOf(member, place, own, above); inner != nil && name != "sources" {
			n.inner = append(n.inner, child{
				step: s,
				name: place,
				node: inner,
			})
		}
	}
	if lists != 1 || n.count == nil {
		n.list = nil
		n.total = nil
	}
	if reflect.ValueOf(*n).IsZero() {
		return nil
	}
	return n
}

// name takes a member for what its name means.
func (n *node) name(name string, s step, t reflect.Type, own bool) {
	kind := t.Kind()
	number := kind == reflect.Float64 || kind == reflect.Float32
	switch {
	case own:
	case s.each:
		if name == "sources" && kind == reflect.Struct {
			n.sources = &s
		}
	case name == "count" && kind == reflect.Int:
		n.count = &s
	case name == "total" && kind == reflect.Int:
		n.total = &s
	case name == "partial" && kind == reflect.Bool:
		n.partial = &s
	case name == "coverage" && kind == reflect.Struct:
		n.coverage = &s
	case slices.Contains(past, name):
		n.past = append(n.past, s)
	case name == "lat" && number:
		n.bounds = append(n.bounds, bound{s, name, -90, 90})
	case name == "lon" && number:
		n.bounds = append(n.bounds, bound{s, name, -180, 180})
	case name == "confidence" && number:
		n.bounds = append(n.bounds, bound{s, name, 0, 1})
	case slices.Contains(scores, name) && kind == reflect.Int:
		n.scores = append(n.scores, s)
		n.bounds = append(n.bounds, bound{s, name, 0, 100})
	case name == "id" || strings.HasSuffix(name, "_id") || slices.Contains(ids, name):
		n.id = &s
	}
}

// judge is a [Broken] promise of an object or of what it has, or nil.
func (n *node) judge(now time.Time, v reflect.Value, at string) error {
	if v = pointee(v); n == nil || !v.IsValid() {
		return nil
	}
	broken := func(promise, format string, args ...any) error {
		return &Broken{
			Promise: promise,
			Found:   fmt.Sprintf(format, args...) + " in " + cmp.Or(at, "the answer"),
		}
	}

	if n.list != nil {
		rows, count := lengthOf(n.list.in(v)), int(numberIn(n.count, v, -1))
		if count >= 0 && count != rows {
			return broken("count is of the rows", "%d of %d", count, rows)
		}
		if total := int(numberIn(n.total, v, -1)); total >= 0 && total < rows {
			return broken("total >= count", "%d of %d", total, rows)
		}
	}
	for _, b := range n.bounds {
		if x := numberIn(&b.step, v, b.low); x < b.low || x > b.high {
			return broken(fmt.Sprintf("%s is from %g to %g", b.name, b.low, b.high), "%g", x)
		}
	}
	for _, s := range n.past {
		for _, text := range texts(s.in(v)) {
			if first, _, isTime := spanOf(text); isTime && !now.IsZero() && first.After(now.Add(slack)) {
				return broken("what has been is not to come", "%s", text)
			}
		}
	}
	if found := n.unsaid(v); found != "" {
		return broken("what was not read is said to lack", "%s", found)
	}
	for _, c := range n.inner {
		if err := c.judge(now, c.in(v)); err != nil {
			return err
		}
	}
	return nil
}

// judge is that of one member, or of all rows of a list.
func (c child) judge(now time.Time, v reflect.Value) (err error) {
	if !c.each {
		return c.node.judge(now, v, c.name)
	}

	first := map[string]reflect.Value{}
	eachOf(pointee(v), func(row reflect.Value) bool {
		if err = c.node.judge(now, row, c.name); err != nil || c.node.id == nil {
			return err == nil
		}
		row = pointee(row)
		if !row.IsValid() {
			return true
		}
		for _, id := range texts(c.node.id.in(row)) {
			if before, found := first[id]; found && reflect.DeepEqual(before.Interface(), row.Interface()) {
				err = &Broken{
					Promise: "no row is there twice",
					Found:   id + " in " + c.name,
				}
			}
			first[id] = row
		}
		return err == nil
	})
	return err
}

// unsaid is what contradicts the sources of an answer: it is whole though one was not read, or has a score though none
// was, or less than half of it was looked at.
func (n *node) unsaid(v reflect.Value) string {
	score := ""
	for _, s := range n.scores {
		if len(texts(s.in(v))) > 0 {
			score = texts(s.in(v))[0]
		}
	}
	if n.coverage != nil && score != "" {
		coverage := pointee(n.coverage.in(v))
		if coverage.IsValid() {
			evaluated, has := memberOf(coverage.Type(), "evaluated")
			total, all := memberOf(coverage.Type(), "total")
			if has && all && 2*coverage.FieldByIndex(evaluated.Index).Int() < coverage.FieldByIndex(total.Index).Int() {
				return "a score of " + score + " of less than half"
			}
		}
	}
	if n.sources == nil {
		return ""
	}

	asked := 0
	lost := ""
	read := false
	eachOf(pointee(n.sources.in(v)), func(source reflect.Value) bool {
		source = pointee(source)
		status := source.FieldByName("Status").String()
		asked++
		if status == "error" || status == "timeout" {
			lost = source.FieldByName("Name").String()
		}
		read = read || status == "ok" || status == "empty" || status == "stale"
		return true
	})
	switch {
	case lost != "" && n.partial != nil && !pointee(n.partial.in(v)).Bool():
		return "whole without " + lost
	case asked > 0 && lost != "" && !read && score != "":
		return "a score of " + score + " without any source"
	}
	return ""
}

// numberIn is the value of a member, or without where there is none.
func numberIn(s *step, v reflect.Value, without float64) float64 {
	if s == nil {
		return without
	}
	switch v = pointee(s.in(v)); {
	case !v.IsValid():
		return without
	case v.CanInt():
		return float64(v.Int())
	}
	return v.Float()
}
