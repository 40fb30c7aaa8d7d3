package upstream

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
)

// TestAnswerIsAboutWhatWasAskedFor: a provider that ignores a filter, or takes what is only similar, says so itself.
func TestAnswerIsAboutWhatWasAskedFor(t *testing.T) {
	type record struct {
		ID   string `json:"id" asked:"ids /records/{}"`
		Year *int   `json:"year" asked:"year"`
		Note string `json:"note,omitempty" asked:"note"`
	}

	for _, c := range []struct {
		why, ids, year, body, want string
	}{
		{"the record", "AB-1", "2025", `[{"id":"AB-1","year":2025}]`, ""},
		{"written in another way", "ab1", "2025", `[{"id":"00AB1","year":2025}]`, ""},
		{"one of several", "x,AB-1", "", `[{"id":"AB-1","year":null},{"id":"X","year":1}]`, ""},
		{"of a condition", "id='AB-1' AND year=2", "", `[{"id":"AB-1","year":1}]`, ""},
		{"of a condition on another column", "name like '%x%' AND no='7'", "", `[{"id":"AB-1","year":1}]`, ""},
		{"another in one row", "AB-1", "", `[{"id":"AB-1","year":1},{"id":"AB-2","year":1}]`,
			"[].id is another instead of what was asked for"},
		{"of another year", "AB-1", "2025", `[{"id":"AB-1","year":2024}]`,
			"[].year is another instead of what was asked for"},
		{"of no year", "AB-1", "2025", `[{"id":"AB-1","year":null}]`, "[].year is another instead of what was asked for"},
		{"of no name", "AB-1", "", `[{"id":"","year":1}]`, "[].id is another instead of what was asked for"},
		{"nothing was asked for by it", "", "", `[{"id":"AB-2","year":1,"note":"x"}]`, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			world := client(t, Provider{}, nil, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, c.body) })
			request := world.Get("/list")
			if c.ids != "" {
				request.Query("ids", c.ids)
			}
			if c.year != "" {
				request.Query("year", c.year)
			}
			var list []record
			_, err := request.JSON(t.Context(), &list)
			var drift *Drift
			if got := errors.As(err, &drift); got != (c.want != "") || got && drift.Error() != c.want {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// TestRowsOfASearchHaveAWordOfIt: all rows in place of those that were searched for are none of them.
func TestRowsOfASearchHaveAWordOfIt(t *testing.T) {
	type row struct {
		Name string `json:"name" asked:"~name"`
	}
	for _, c := range []struct {
		search, name string
		taken        bool
	}{
		{"Lockheed", "LOCKHEED MARTIN CORPORATION", true},
		{"lockheed martin corp", "Lockheed Martin Corporation (formerly Martin)", true},
		{"ockhee", "LOCKHEED MARTIN", true},
		{"Lockheed", "BOEING COMPANY", false},
		{"", "BOEING COMPANY", true},
	} {
		world := client(t, Provider{}, nil, func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, `[{"name":%q}]`, c.name)
		})
		request := world.Get("/list")
		if c.search != "" {
			request.Query("name", c.search)
		}
		var list []row
		if _, err := request.JSON(t.Context(), &list); (err == nil) != c.taken {
			t.Errorf("%q for %q: %v", c.name, c.search, err)
		}
	}
}

// TestRowThatIsThereTwiceCountsOnce: what is counted or added up of a list must not hold one record twice.
func TestRowThatIsThereTwiceCountsOnce(t *testing.T) {
	type row struct {
		ID    string `json:"id,omitempty" contract:"key"`
		Value int    `json:"value"`
	}
	type page struct {
		Rows  []row    `json:"rows"`
		Lists [][]*row `json:"lists,omitempty"`
		Plain []int    `json:"plain,omitempty"`
		Bins  []struct {
			At struct {
				Tone int    `json:"tone" contract:"key"`
				Kind string `json:"kind,omitempty" contract:"key"`
			} `json:"at" contract:"key"`
		} `json:"bins,omitempty"`
	}

	for _, c := range []struct{ why, body, want string }{
		{"twice", `{"rows":[{"id":"a","value":1},{"id":"b","value":2},{"id":"a","value":3}]}`, `[{a 1} {b 2}] 0 []`},
		{"rows without a key", `{"rows":[{"value":1},{"id":"","value":1}]}`, `[{ 1} { 1}] 0 []`},
		{"in a list of lists", `{"rows":[],"lists":[[{"id":"a","value":1},{"id":"a","value":2}]]}`, `[] 1 []`},
		{"the same rows with an identifier", `{"rows":[{"value":1,"uuid":"a"},{"value":1},{"value":1,"uuid":"a"}]}`,
			`[{ 1} { 1}] 0 []`},
		{"with that of what they belong to", `{"rows":[{"value":1,"dot_number":"a"},{"value":1,"dot_number":"a"}]}`,
			`[{ 1} { 1}] 0 []`},
		{"what has no key", `{"rows":[],"plain":[1,1]}`, `[] 0 [1 1]`},
		{"a key of two parts further in, one of which is 0", `{"rows":[],"bins":[{"at":{"tone":0}},{"at":{"tone":0}},` +
			`{"at":{"tone":0,"kind":"a"}}]}`, `[] 2 []`},
	} {
		t.Run(c.why, func(t *testing.T) {
			world := client(t, Provider{}, nil, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, c.body) })
			var p page
			if _, err := world.Get("/list").JSON(t.Context(), &p); err != nil {
				t.Fatal(err)
			}
			inner := len(p.Bins)
			for _, list := range p.Lists {
				inner += len(list)
			}
			if got := fmt.Sprint(p.Rows, inner, p.Plain); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
