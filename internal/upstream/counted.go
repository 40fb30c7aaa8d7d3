package upstream

import (
	"fmt"
	"strconv"
	"strings"
)

// A list that the answer counts names the count in its tag counted, by the way to it from the object that has both:
//
//	Data []Author `json:"data" counted:"meta.total"`
//
// An empty list with a count, and one with more rows than it counts, is a [Drift]. A list may have fewer rows than are
// counted, because it is a page of them.

// countedTag names the tag.
const countedTag = "counted"

// resolveCounts finds the members that the tags of a struct name.
func (c *contract) resolveCounts() {
	for _, m := range c.ordered {
		at := c
		for step := range strings.SplitSeq(m.counted, ".") {
			if m.count = at.members[step]; m.count == nil {
				break
			}
			at = m.count.contract
		}
		if m.count != nil {
			m.count.counts = true
			c.lists = append(c.lists, m)
		}
	}
}

// note describes a list that is counted, or its count.
type note struct {
	value  float64 // rows, or the count
	copies int     // of rows
	began  int     // where the count stands
	ended  int
}

// note keeps the value of a member that counts, and the length of a list that is counted.
func (r *reader) note(m *member, began int) {
	if r.noted == nil {
		r.noted = map[*member]note{}
	}
	value := r.text[began:r.at]

	switch {
	case m.count != nil && value[0] != '[': // null
		r.noted[m] = note{}
	case m.count != nil:
		r.noted[m] = note{value: float64(r.rows), copies: r.copies}
	case m.counts:
		if n, err := strconv.ParseFloat(strings.Trim(string(value), `"`), 64); err == nil {
			r.noted[m] = note{
				value: n,
				began: began,
				ended: r.at,
			}
		}
	}
}

// tallies holds the lists of an object that was read to their counts, in which copies of rows do not count.
func (r *reader) tallies(c *contract) error {
	for _, m := range c.lists {
		rows := r.noted[m]
		count, told := r.noted[m.count]
		delete(r.noted, m)
		delete(r.noted, m.count)
		if told && (rows.value > count.value || rows.value == 0 && count.value > 0) {
			r.path = append(r.path, ".", m.name)
			return r.drift(fmt.Sprintf("some of %g records", count.value), fmt.Sprintf("a list of %g", rows.value))
		}
		if told && rows.copies > 0 {
			r.edit(count.began, count.ended, strconv.Itoa(int(count.value)-rows.copies))
		}
	}
	return nil
}
