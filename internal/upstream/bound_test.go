package upstream

import (
	"encoding/json"
	"errors"
	"testing"
	"time"
)

type site struct {
	Lat    float64   `json:"lat" contract:"latitude"`
	Lon    *float64  `json:"lon" contract:"nullable longitude"`
	Share  *float64  `json:"share,omitempty" contract:"percent"`
	Begun  string    `json:"begun,omitempty" contract:"past"`
	Home   *float64  `json:"home,omitempty" contract:"none latitude"`
	Centre []float64 `json:"centre,omitempty" contract:"position"`
}

func TestImpossibleValuesAreNone(t *testing.T) {
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		why, body string
		want      string // the members that are left; "" is a refusal
	}{
		{"possible", `{"lat":-90,"lon":180,"share":100,"begun":"2026-11-30","centre":[0,90,-9999]}`, "lon share begun centre "},
		{"zero is a value", `{"lat":0,"lon":0,"share":0}`, "lon share "},
		{"missing", `{"lat":1,"lon":null}`, " "},
		{"a required number", `{"lat":-9999,"lon":1}`, ""},
		{"one that may be null", `{"lat":1,"lon":-9999}`, " "},
		{"one whose null says that there is none", `{"lat":1,"lon":1,"home":-9999}`, ""},
		{"more than all", `{"lat":1,"lon":null,"share":9999}`, " "},
		{"less than nothing", `{"lat":1,"lon":null,"share":-1}`, " "},
		{"what is to come", `{"lat":1,"lon":null,"begun":"2099-01-01T00:00:00Z"}`, " "},
		{"the year 1", `{"lat":1,"lon":null,"begun":"0001-01-01T00:00:00Z"}`, " "},
		{"the first day of databases", `{"lat":1,"lon":null,"begun":"1900-01-01T00:00:00Z"}`, " "},
		{"no day", `{"lat":1,"lon":null,"begun":"soon"}`, " "},
		{"latitude first", `{"lat":1,"lon":null,"centre":[40,-105]}`, " "},
		{"half a position", `{"lat":1,"lon":null,"centre":[40]}`, " "},
	} {
		t.Run(c.why, func(t *testing.T) {
			resp := &Response{Body: []byte(`{"rows":{"a":[` + c.body + `]}}`), FetchedAt: now}
			var v struct {
				Rows map[string][]site `json:"rows"`
			}
			body, err := contractOf(&v).check(resp.Body, nil, now)
			var drift *Drift
			if errors.As(err, &drift) != (c.want == "") {
				t.Fatal(err)
			}
			if err != nil {
				return
			}
			resp.Body = body
			if err := resp.JSON(&v); err != nil {
				t.Fatal(err)
			}

			row := v.Rows["a"][0]
			left := ""
			for _, m := range []struct {
				name  string
				there bool
			}{
				{"lon", row.Lon != nil},
				{"share", row.Share != nil},
				{"begun", row.Begun != ""},
				{"centre", row.Centre != nil},
			} {
				if m.there {
					left += m.name + " "
				}
			}
			if left != c.want && left+" " != c.want {
				t.Errorf("left %q, want %q", left, c.want)
			}
		})
	}
}

func TestWhatDatabasesWriteForNoneIsNoValue(t *testing.T) {
	type row struct {
		Name   string     `json:"name"`
		Ended  string     `json:"ended,omitempty"`
		Count  int        `json:"count"`
		Rank   *int       `json:"rank,omitempty"`
		Change *int       `json:"change,omitempty" contract:"signed"`
		Level  *float64   `json:"level,omitempty"`
		Opened *time.Time `json:"opened,omitempty"`
		Unit   string     `json:"unit,omitempty" only:"million dollars"`

		Week   int               `json:"week,omitempty"`
		Days   []string          `json:"days,omitempty"`
		Values map[string]*int   `json:"values,omitempty"`
		Counts []int             `json:"counts,omitempty"`
		Steps  []int             `json:"steps,omitempty" contract:"signed"`
		Lists  [][]string        `json:"lists,omitempty"`
		Texts  map[string]string `json:"texts,omitempty"`
		Rows   []struct {
			Type string `json:"type" contract:"said"`
		} `json:"rows,omitempty"`
	}
	for _, c := range []struct{ why, body, want string }{
		{"values", `{"name":"a","count":0,"rank":1,"change":-999,"level":-5.5}`, `{"name":"a","count":0,"rank":1,"change":-999,"level":-5.5}`},
		{"blanks", `{"name":" a \"b\" ","count":1}`, `{"name":"a \"b\"","count":1}`},
		{"a count below zero", `{"name":"a","count":-1}`, ""},
		{"a rank below zero", `{"name":"a","count":1,"rank":-1}`, `{"name":"a","count":1}`},
		{"nines", `{"name":"a","count":1,"level":-9999.0}`, `{"name":"a","count":1}`},
		{"never", `{"name":"a","count":1,"ended":"9999-12-31","opened":"0001-01-01T00:00:00Z"}`, `{"name":"a","count":1}`},
		{"a name that is a day", `{"name":"9999-12-31","count":1}`, ""},
		{"a code", `{"name":"0001-1","count":1,"ended":"9999-1"}`, `{"name":"0001-1","ended":"9999-1","count":1}`},
		{"its unit", `{"name":"a","count":1,"unit":"Million dollars"}`, `{"name":"a","count":1,"unit":"Million dollars"}`},
		{"a week below zero, which would be the week 0", `{"name":"a","count":1,"week":-1}`, ""},
		{"elements", `{"name":"a","count":1,"days":["2026-11-30","9999-12-31"],"values":{"a":-1,"b":2},"lists":[["-999"]]}`,
			`{"name":"a","count":1,"days":["2026-11-30",""],"values":{"a":null,"b":2},"lists":[[""]]}`},
		{"a text of a map", `{"name":"a","count":1,"texts":{"a":"-9999"}}`, `{"name":"a","count":1,"texts":{"a":""}}`},
		{"a count in a list", `{"name":"a","count":1,"counts":[1,-1]}`, ""},
		{"elements that may be any", `{"name":"a","count":1,"steps":[1,-1]}`, `{"name":"a","count":1,"steps":[1,-1]}`},
		{"words for no value", `{"name":"a","count":1,"ended":"-","days":["null"],"texts":{"a":"[object Object]"}}`,
			`{"name":"a","count":1,"days":[""],"texts":{"a":""}}`},
		{"no text by which rows are read", `{"name":"a","count":1,"rows":[{"type":""}]}`, ""},
		{"nor a word for none", `{"name":"a","count":1,"rows":[{"type":"N/A"}]}`, ""},
		{"no name of what the answer is about", `{"name":"N/A","count":1}`, ""},
		{"words with a meaning", `{"name":"None","count":1,"ended":"None"}`, `{"name":"None","ended":"None","count":1}`},
		{"what is not known", `{"name":"None","count":1,"ended":"Unknown","texts":{"a":"TBD"}}`,
			`{"name":"None","count":1,"texts":{"a":""}}`},
		{"a name", `{"name":"Unknown","count":1}`, `{"name":"Unknown","count":1}`},
		{"another unit", `{"name":"a","count":1,"unit":"thousand dollars"}`, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			var v row
			if err := Decode([]byte(c.body), &v); (err != nil) != (c.want == "") {
				t.Fatal(err)
			}
			if got, _ := json.Marshal(v); c.want != "" && string(got) != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestKeyIsNoWordForNothing(t *testing.T) {
	var rows []struct {
		ID   string `json:"id" contract:"key"`
		Name string `json:"name"`
	}
	if err := Decode([]byte(`[{"id":"a","name":"N/A"}]`), &rows); err != nil || rows[0].Name != "" {
		t.Error(err, rows)
	}
	var drift *Drift
	if err := Decode([]byte(`[{"id":"N/A","name":"a"}]`), &rows); !errors.As(err, &drift) || drift.Member != "[].id" {
		t.Error(err)
	}
}

func TestRowsComeInTheOrderThatWasAskedFor(t *testing.T) {
	var v struct {
		Newest []struct {
			Day string `json:"day" contract:"falling"`
		} `json:"newest,omitempty"`
		Steps []struct {
			At *float64 `json:"at" contract:"nullable rising"`
		} `json:"steps,omitempty"`
	}
	for body, keeps := range map[string]bool{
		`{"newest":[{"day":"2026-02-01"},{"day":"2026-02-01"},{"day":"2025-12-31"}]}`: true,
		`{"newest":[{"day":"2025-12-31"},{"day":"2026-02-01"}]}`:                      false,
		`{"steps":[{"at":9},{"at":null},{"at":10}]}`:                                  true,
		`{"steps":[{"at":10},{"at":null},{"at":9}]}`:                                  false,
	} {
		if err := Decode([]byte(body), &v); (err == nil) != keeps {
			t.Errorf("%s: %v", body, err)
		}
	}
}
