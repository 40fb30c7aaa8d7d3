package upstream

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// sparedRow is a row of a list that can do without it.
type sparedRow struct {
	ID    string `json:"id"`
	Count int    `json:"count"`
	When  day    `json:"when,omitempty"`
}

func (sparedRow) Spared() {}

func (r *sparedRow) Hold() error {
	if r.Count == 13 {
		return errors.New("thirteen")
	}
	return nil
}

// day reads itself.
type day struct{ time.Time }

func (d *day) UnmarshalJSON(raw []byte) (err error) {
	d.Time, err = time.Parse(`"`+time.DateOnly+`"`, string(raw))
	return err
}

func TestOddRowsAreLeftOut(t *testing.T) {
	good := func(id int) string { return fmt.Sprintf(`{"id":"%d","count":1}`, id) }
	many := func(n int, odd ...string) []string {
		for id := range n {
			odd = append(odd, good(id))
		}
		return odd
	}
	const lacks = `{"id":"x"}`
	for _, c := range []struct {
		why  string
		rows []string
		odd  int
		fail string
	}{
		{"none", []string{good(1), good(2)}, 0, ""},
		{"no rows", nil, 0, ""},
		{"first", []string{lacks, good(1), good(2)}, 1, ""},
		{"between", []string{good(1), `7`, good(2)}, 1, ""},
		{"last", []string{good(1), `{"id":"x","count":"many","of":[{"a":"]}"}]}`}, 1, ""},
		{"reads itself", []string{good(1), `{"id":"x","count":1,"when":"soon"}`}, 1, ""},
		{"its own check", []string{good(1), `{"id":"x","count":13}`}, 1, ""},
		{"beside a copy", []string{lacks, good(1), good(1)}, 1, ""},
		{"two of few", []string{lacks, good(1), lacks}, 0, "[].count is nothing"},
		{"all", []string{lacks}, 0, "[].count is nothing"},
		{"two of a hundred", many(98, lacks, lacks), 2, ""},
		{"both ends", append(many(98, lacks), lacks), 2, ""},
		{"three of a hundred", many(97, lacks, lacks, lacks), 0, "[].count is nothing"},
		{"no JSON", []string{good(1), `{"id":`}, 0, "not JSON"},
	} {
		for _, comma := range []string{",", " ,\n "} {
			body := `{"total":` + fmt.Sprint(len(c.rows)) + `,"rows":[` + strings.Join(c.rows, comma) + ` ]}`
			var v struct {
				Total int         `json:"total"`
				Rows  []sparedRow `json:"rows" counted:"total"`
			}
			odd, err := (&Response{Body: []byte(body)}).DecodeRows(&v)
			if c.fail != "" {
				if err == nil || !strings.Contains(err.Error(), c.fail) {
					t.Errorf("%s: %v", c.why, err)
				}
				continue
			}
			if err != nil || odd != c.odd {
				t.Errorf("%s: %d, %v", c.why, odd, err)
			}
			if slices.ContainsFunc(v.Rows, func(r sparedRow) bool { return r.Count != 1 }) {
				t.Errorf("%s: %+v", c.why, v.Rows)
			}
			if c.why != "beside a copy" && len(v.Rows) != len(c.rows)-c.odd {
				t.Errorf("%s: %d rows of %d", c.why, len(v.Rows), len(c.rows))
			}
		}
	}
}

// TestOddRowsBreakOtherLists: a row is left out only where its type says so.
func TestOddRowsBreakOtherLists(t *testing.T) {
	type row struct {
		Count int `json:"count"`
	}
	var v []row
	if err := Decode([]byte(`[{"count":1},{}]`), &v); KindOf(err) != BadResponse {
		t.Errorf("%+v %v", v, err)
	}
	var w []sparedRow
	body, err := contractOf(&w).check([]byte(`[{"id":"a","count":1},{}]`), nil, time.Time{})
	if err != nil || !json.Valid(body) || string(body) != `[{"id":"a","count":1}]` {
		t.Errorf("%s %v", body, err)
	}
}
