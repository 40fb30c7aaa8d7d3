package promise

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
)

// node holds what all answers promise about an object. A member's name means the same on every route:
//
//   - count is the number of rows, and total no less;
//   - what has happened is not in the future;
//   - lat, lon and scores are on their scales;
//   - a list does not repeat all of its rows, nor any row that has an id;
//   - partial is true where a source failed, and there is no score where all did.
//
// It is nil where neither the object nor anything in it can be judged.
type node struct {
	inner []child

	list    *step // the rows that count counts
	count   *step
	total   *step
	partial *step
	sources *step
	scores  []step
	days    []step
	bounds  []bound
	id      *step // that tells rows apart
}

type child struct {
	step
	place  string
	unique bool
	node   *node
}

type bound struct {
	step
	name      string
	low, high float64
}

// beside are lists about an answer, which its count leaves out.
var beside = []string{"sources", "reasons", "providers", "warnings", "notes", "errors", "missing", "conflicts"}

// scores are from 0 to 100.
var scores = []string{"risk_score", "trust_score", "fit_score", "match_score", "quality_score"}

// ids tell rows apart, as do all names that end in _id.
var ids = []string{"id", "accession", "doi", "ein", "lei", "npi", "dot", "filing_uuid", "tx_hash", "document_number"}

// ahead matches the names of days and moments that may be in the future.
var ahead = regexp.MustCompile(`(?i)(^|[._\]])(expir|end|clos|due|until|effective|start|matur|renew|issue|onset|complet|` +
	`cancel|discontinu|valid|not|next|upcoming|potential|release|deadline|retarget|period|window|schedule)`)

// printed is how far ahead a day may be: an issue of a journal, or a season, may carry a day of the coming year.
const printed = 366 * day

// nodeOf returns what is promised about a type, without what the route takes back.
func nodeOf(t reflect.Type, at string, own map[string]bool, above []reflect.Type) *node {
	t = pointed(t)
	if t.Kind() != reflect.Struct || slices.Contains(above, t) || t == reflect.TypeFor[time.Time]() {
		return nil
	}
	above = append(above[:len(above):len(above)], t)

	n := &node{}
	lists := 0
	for i := range t.NumField() {
		s := step{member: i}
		name := nameOf(t.Field(i))
		if name == "inputs" || name == "query" {
			continue // repeats what the caller wrote
		}
		place := strings.TrimPrefix(at+"."+name, ".")
		member := pointed(t.Field(i).Type)
		if member.Kind() == reflect.Slice {
			s.each = true
			place += "[]"
			member = pointed(member.Elem())
		}

		rows := s.each && member.Kind() == reflect.Struct && !slices.Contains(beside, name)
		if rows {
			n.list = &s
			lists++
		}
		if !own[place] {
			n.name(name, place, s, member)
		}
		c := child{
			step:   s,
			place:  place,
			unique: rows && !own[place],
			node:   nodeOf(member, place, own, above),
		}
		if name != "sources" && (c.unique || c.node != nil) {
			n.inner = append(n.inner, c)
		}
	}
	if lists != 1 || n.count == nil || at != "" { // further in, a count may count what is not listed
		n.list = nil
		n.count = nil
		n.total = nil
	}

	if reflect.ValueOf(*n).IsZero() {
		return nil
	}
	return n
}

// name files a member under what its name means.
func (n *node) name(name, place string, s step, t reflect.Type) {
	kind := t.Kind()
	whole := kind == reflect.Int && !s.each
	number := (kind == reflect.Float64 || kind == reflect.Float32) && !s.each
	text := kind == reflect.String && !s.each

	day := name == "date" || strings.HasSuffix(name, "_date") || strings.HasSuffix(name, "_at") || name == "as_of"
	switch {
	case name == "sources" && s.each && kind == reflect.Struct:
		n.sources = &s
	case name == "count" && whole:
		n.count = &s
	case name == "total" && whole:
		n.total = &s
	case name == "partial" && kind == reflect.Bool:
		n.partial = &s
	case day && (text || t == reflect.TypeFor[time.Time]()) && !ahead.MatchString(place):
		n.days = append(n.days, s)
	case name == "lat" && number:
		n.bounds = append(n.bounds, bound{s, name, -90, 90})
	case name == "lon" && number:
		n.bounds = append(n.bounds, bound{s, name, -180, 180})
	case slices.Contains(scores, name) && whole:
		n.scores = append(n.scores, s)
		n.bounds = append(n.bounds, bound{s, name, 0, 100})
	case (slices.Contains(ids, name) || strings.HasSuffix(name, "_id")) && !s.each:
		n.id = &s
	}
}

// judge returns a [Broken] promise of an object or of anything in it, or nil.
func (n *node) judge(now time.Time, v reflect.Value, place string) error {
	if v = pointee(v); n == nil || !v.IsValid() {
		return nil
	}
	promise, found := n.broken(now, v)
	if promise != "" {
		return &Broken{
			Promise: promise,
			Found:   found + " in " + cmp.Or(place, "the answer"),
		}
	}
	for _, c := range n.inner {
		if err := c.judge(now, c.in(v)); err != nil {
			return err
		}
	}
	return nil
}

// broken returns the first promise that an object breaks, and what it has instead.
func (n *node) broken(now time.Time, v reflect.Value) (promise, found string) {
	if n.count != nil {
		rows := float64(lengthOf(n.list.in(v)))
		count := n.count.number(v, rows)
		total := n.total.number(v, rows)
		if count != rows || total < rows {
			return "count is the number of rows, and total no less", fmt.Sprintf("%g and %g of %g", count, total, rows)
		}
	}

	for _, b := range n.bounds {
		if x := b.number(v, b.low); x < b.low || x > b.high {
			return fmt.Sprintf("%s is from %g to %g", b.name, b.low, b.high), fmt.Sprint(x)
		}
	}
	for _, s := range n.days {
		for _, text := range texts(s.in(v)) {
			first, _, isTime := timeOf(text)
			if isTime && !now.IsZero() && first.After(now.Add(printed)) {
				return "what has been is not to come", text
			}
		}
	}
	return n.unsaid(v)
}

// unsaid returns the promise that an answer breaks when its sources failed.
func (n *node) unsaid(v reflect.Value) (promise, found string) {
	if n.sources == nil {
		return "", ""
	}
	lost := ""
	read := false
	eachOf(n.sources.in(v), func(source reflect.Value) bool {
		switch source.FieldByName("Status").String() {
		case "error", "timeout":
			lost = source.FieldByName("Name").String()
		case "ok", "empty", "stale":
			read = true
		}
		return true
	})
	if lost == "" {
		return "", ""
	}

	if n.partial != nil && !n.partial.in(v).Bool() {
		return "partial is true where a source failed", "false without " + lost
	}
	for _, s := range n.scores {
		if len(texts(s.in(v))) > 0 && !read {
			return "there is no score where all sources failed", texts(s.in(v))[0]
		}
	}
	return "", ""
}

// judge judges one member, or all rows of a list.
func (c child) judge(now time.Time, v reflect.Value) (err error) {
	if !c.each {
		return c.node.judge(now, v, c.place)
	}
	eachOf(v, func(row reflect.Value) bool {
		err = c.node.judge(now, row, c.place)
		return err == nil
	})
	if err == nil && c.unique && c.repeats(v) {
		err = &Broken{
			Promise: "no list has its rows twice",
			Found:   fmt.Sprintf("%d rows in %s", v.Len(), c.place),
		}
	}
	return err
}

// repeats says whether a list has a row with an id twice or, without ids, all of its rows twice: as a page that came
// again, or in pairs. Fewer than four rows without ids may be alike, and so may all of a list: four sites of one name.
func (c child) repeats(rows reflect.Value) bool {
	if lengthOf(rows) < 2 {
		return false
	}
	if c.node != nil && c.node.id != nil {
		return repeatsID(rows, c.node.id)
	}

	half := min(rows.Len()/2, mostRows)
	again := rows.Len() >= 4 && rows.Len()%2 == 0
	pairs := again
	differ := false
	for i := 0; i < half && (again || pairs); i++ {
		again = again && alike(rows.Index(i), rows.Index(i+rows.Len()/2))
		pairs = pairs && alike(rows.Index(2*i), rows.Index(2*i+1))
		differ = differ || !alike(rows.Index(0), rows.Index(i)) || !alike(rows.Index(0), rows.Index(2*i))
	}
	return differ && (again || pairs)
}

func repeatsID(rows reflect.Value, id *step) (repeats bool) {
	before := map[string]reflect.Value{}
	eachOf(rows, func(row reflect.Value) bool {
		for _, text := range texts(id.in(row)) {
			repeats = repeats || before[text].IsValid() && alike(before[text], row)
			before[text] = row
		}
		return !repeats
	})
	return repeats
}

func alike(a, b reflect.Value) bool { return reflect.DeepEqual(a.Interface(), b.Interface()) }

// number returns the value of a member, or without where there is none.
func (s *step) number(v reflect.Value, without float64) float64 {
	if s == nil {
		return without
	}
	switch v = s.in(v); {
	case !v.IsValid():
		return without
	case v.CanInt():
		return float64(v.Int())
	}
	return v.Float()
}
