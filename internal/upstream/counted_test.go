package upstream

import (
	"errors"
	"testing"
	"time"
)

// TestAnswerThatContradictsItself: what an answer says about itself must be true of it, whatever its rows look like.
func TestAnswerThatContradictsItself(t *testing.T) {
	type page struct {
		Meta struct {
			Total *int `json:"total,omitempty"`
		} `json:"meta"`
		Rows []struct {
			Name  string `json:"name"`
			Count int    `json:"count,omitempty"`
			Parts []int  `json:"parts,omitempty" counted:"count"`
		} `json:"rows" counted:"meta.total"`
		Partial bool           `json:"partial,omitempty"`
		Prices  map[string]any `json:"prices,omitempty"`
		Note    any            `json:"note,omitempty"`
	}

	for _, c := range []struct{ why, body, want string }{
		{"whole", `{"meta":{"total":1},"rows":[{"name":"a"}]}`, ""},
		{"a page of more", `{"meta":{"total":70},"rows":[{"name":"a"}]}`, ""},
		{"no count", `{"meta":{},"rows":[{"name":"a"}]}`, ""},
		{"nothing", `{"meta":{"total":0},"rows":[]}`, ""},
		{"the list first", `{"rows":[],"meta":{"total":2}}`, "rows is a list of 0 instead of some of 2 records"},
		{"more than counted", `{"meta":{"total":0},"rows":[{"name":"a"}]}`, "rows is a list of 1 instead of some of 0 records"},
		{"a list in a row", `{"meta":{"total":2},"rows":[{"name":"a","count":1,"parts":[7]},{"name":"b","parts":[]}]}`, ""},
		{"a list in a row without what it counts", `{"meta":{},"rows":[{"name":"a","count":1,"parts":[]}]}`,
			"rows[].parts is a list of 0 instead of some of 1 records"},

		{"a member twice", `{"meta":{},"rows":[{"name":"a","name":"b"}]}`, "rows[].name is there twice instead of one value"},
		{"a text in another encoding", "{\"meta\":{},\"rows\":[{\"name\":\"Mu\xf1oz\"}]}", "rows[].name is no UTF-8 instead of a text"},
		{"an entry twice", `{"meta":{},"rows":[],"prices":{"a":1,"a":2}}`, "prices.* is there twice instead of one value"},
		{"a value in another encoding", "{\"meta\":{},\"rows\":[],\"note\":[\"\xf1\"]}", "note is no UTF-8 instead of a value"},
		{"another member twice", `{"a":1,"a":2,"meta":{},"rows":[]}`, ""},

		{"a failure", `{"error":"timed out","meta":{},"rows":[]}`, "error is one instead of no failure"},
		{"failures", `{"errors":[{"message":"x"}],"meta":{},"rows":[]}`, "errors is one instead of no failure"},
		{"no success", `{"meta":{},"rows":[],"success":false}`, "success is one instead of no failure"},
		{"a status of failure", `{"meta":{},"rows":[],"status":"ERROR"}`, "status is one instead of no failure"},
		{"no failure", `{"error":null,"errors":[],"success":true,"status":"ok","meta":{},"rows":[]}`, ""},
		{"a failure in a row", `{"meta":{},"rows":[{"name":"a","error":"none of ours"}]}`, ""},
		{"what the adapter reads itself", `{"meta":{},"rows":[],"partial":true}`, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			_, err := contractOf(new(page)).check([]byte(c.body), nil, time.Time{})
			var drift *Drift
			if got := errors.As(err, &drift); got != (c.want != "") || got && drift.Error() != c.want {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func TestCopiesOfRowsAreNotCounted(t *testing.T) {
	for _, body := range []string{
		`{"meta":{"total":46},"rows":[{"id":1},{"id":2},{"id":1}]}`,
		`{"rows":[{"id":1},{"id":2},{"id":1}],"meta":{"total":46}}`,
	} {
		var page struct {
			Meta struct {
				Total int `json:"total"`
			} `json:"meta"`
			Rows []struct {
				ID int `json:"id"`
			} `json:"rows" counted:"meta.total"`
		}
		if err := Decode([]byte(body), &page); err != nil || page.Meta.Total != 45 || len(page.Rows) != 2 {
			t.Errorf("%s: %+v %v", body, page, err)
		}
	}
}

func TestRowsWhoseIDIsNoneAreNoCopies(t *testing.T) {
	for _, id := range []string{"null", `""`} {
		var rows []struct {
			ID   *string `json:"id"`
			Size int     `json:"size"`
		}
		row := `{"id":` + id + `,"size":5}`
		if err := Decode([]byte("["+row+","+row+"]"), &rows); err != nil || len(rows) != 2 {
			t.Errorf("%s: %+v %v", id, rows, err)
		}
	}
}

// TestAListThatIsThereTwiceIsOnce: one or two rows may be there again, but not all rows of a longer list.
func TestAListThatIsThereTwiceIsOnce(t *testing.T) {
	for body, want := range map[string]int{
		`[{"size":5},{"size":6},{"size":7},{"size":5},{"size":6},{"size":7}]`:            3,
		`[{"size":5},{"size":5}, {"size":6} ,{"size":6}, {"size":7},{"size":7}]`:         3,
		`[{"size":5},{"size":6},{"size":5},{"size":6}]`:                                  4,
		`[{"size":5},{"size":6},{"size":5}]`:                                             3,
		`[{"size":5},{"size":5}]`:                                                        2,
		`[{"size":5},{"size":6},{"size":7},{"size":5},{"size":6},{"size":7},{"size":8}]`: 7,
	} {
		var rows []struct {
			Size int `json:"size"`
		}
		if err := Decode([]byte(body), &rows); err != nil || len(rows) != want {
			t.Errorf("%s: %+v %v", body, rows, err)
		}
	}
}
