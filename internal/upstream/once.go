package upstream

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/farebox/farebox/internal/each"
)

// Pages that overlap repeat rows, and so do joins, but counts and sums must have each once. Two rows with the same
// bytes are one record if they have an identifier of their own, or if a list of three or more has each more than
// once. Where copies may differ, the members that tell rows apart have the tag contract:"key", as does each object on
// the way to one further in. Rows with the same key are one record. The first is kept.

// ownID are the names of what a row alone has. Other identifiers may be those of what it belongs to, as that of a
// carrier with two inspections on one day, and rows without any may be two things: two outputs of a payment.
var ownID = []string{"id", "_id", "@id", "uuid", "guid"}

var rowSeed = maphash.MakeSeed()

// copies finds the rows of a list that repeat an earlier row byte for byte.
type copies struct {
	first map[uint64]int // where each row ended, below zero once it repeats
	once  int            // rows that do not repeat so far
	rows  []edit         // those that repeat, left out
}

// read looks at the row that began at a place and ends here.
func (c *copies) read(r *reader, began int) {
	row := bytes.TrimSpace(r.text[began:r.at])
	if row[0] != '{' {
		return
	}

	hash := maphash.Bytes(rowSeed, row)
	ended := c.first[hash]
	if ended == 0 || !bytes.HasSuffix(r.text[:max(ended, -ended)], row) {
		c.first[hash] = r.at
		c.once++
		return
	}
	if ended > 0 {
		c.first[hash] = -ended
		c.once--
	}
	c.rows = append(c.rows, edit{began - 1, r.at, ""}) // with the comma
}

// leave leaves out the copies, and says how many: those with an identifier, or all in a list that has each of three
// rows or more repeated. A payment may have two equal outputs to each of two people.
func (c *copies) leave(r *reader) int {
	all := c.once == 0 && len(c.first) > 2
	left := each.Where(c.rows, func(row edit) bool { return all || hasOwnID(r.text[row.began+1:row.ended]) })
	if len(left) == 0 {
		return 0
	}

	beyond := func(row edit, began int) int { return cmp.Compare(row.ended, began+1) }
	r.edits = slices.DeleteFunc(r.edits, func(e edit) bool {
		at, _ := slices.BinarySearchFunc(left, e.began, beyond)
		return at < len(left) && left[at].began <= e.began
	})
	r.edits = append(r.edits, left...)
	return len(left)
}

func hasOwnID(row []byte) bool {
	var members map[string]json.RawMessage
	if json.Unmarshal(row, &members) != nil {
		return false
	}
	return slices.ContainsFunc(ownID, func(name string) bool {
		id := string(members[name])
		return id != "" && id != "null" && id != `""`
	})
}

// keyWord is the word of the tag.
const keyWord = "key"

// keyField is a field of a row that has a key, or is one.
type keyField struct {
	index []int
	zero  bool // its zero is a value, not nothing
}

// tidy leaves out of a decoded value the rows of its lists that were there before.
func (c *contract) tidy(v reflect.Value) {
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}

	switch {
	case !c.tidied || !v.IsValid():
	case c.form == formObject:
		for _, m := range c.members {
			if field, err := v.FieldByIndexErr(m.index); err == nil {
				m.contract.tidy(field)
			}
		}
	case c.form == formList && v.Kind() == reflect.Slice:
		c.element.contract.tidyRows(v)
	case c.form == formMap && v.Kind() == reflect.Map:
		for _, key := range v.MapKeys() {
			entry := reflect.New(v.Type().Elem()).Elem()
			entry.Set(v.MapIndex(key))
			c.element.contract.tidy(entry)
			v.SetMapIndex(key, entry)
		}
	}
}

// tidyRows does so for a list of rows, and in each of them.
func (c *contract) tidyRows(list reflect.Value) {
	seen := map[string]bool{}
	kept := 0
	for i := range list.Len() {
		row := list.Index(i)
		c.tidy(row)
		if key, told := c.keyOf(row); told {
			if seen[key] {
				continue
			}
			seen[key] = true
		}
		list.Index(kept).Set(row)
		kept++
	}
	list.SetLen(kept)
}

// keyOf is what tells a row apart; told is false of a type without a key, and of a row that has none.
func (c *contract) keyOf(row reflect.Value) (key string, told bool) {
	for row.Kind() == reflect.Pointer {
		row = row.Elem()
	}
	if !row.IsValid() {
		return "", false
	}
	for _, k := range c.keys {
		if field, err := row.FieldByIndexErr(k.index); err == nil && (k.zero || !field.IsZero()) {
			key += fmt.Sprintln(k.index, field)
		}
	}
	return key, key != ""
}

// A member by which the rows were asked to be sorted has the tag contract:"rising" or "falling". Rows in another order
// are a [Drift]: the first of them is then not the newest, and a page has others than those that were asked for.

// orders are the words of the tag, and what the comparison of a row with the next one may be besides 0.
var orders = map[string]int{"rising": -1, "falling": 1}

// inOrder holds a row's JSON value of such a member to that of the row before.
func (r *reader) inOrder(m *member, value []byte) error {
	before := r.before[m]
	if m.order == 0 || value[0] == 'n' {
		return nil
	}
	if r.before == nil {
		r.before = map[*member]string{}
	}
	now := string(bytes.Trim(value, `"`))
	r.before[m] = now

	compared := strings.Compare(before, now)
	first, failed := strconv.ParseFloat(before, 64)
	second, err := strconv.ParseFloat(now, 64)
	if failed == nil && err == nil {
		compared = cmp.Compare(first, second)
	}
	if before == "" || compared == 0 || compared == m.order {
		return nil
	}
	return r.drift("in the order that was asked for", "in another")
}
