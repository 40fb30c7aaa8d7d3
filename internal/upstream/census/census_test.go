package census

import (
	"net/url"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const acs = "https://api.census.gov/data/2024/acs/acs5"

func client(t *testing.T, answers ...upstreamtest.Answer) (*Client, *upstreamtest.World) {
	t.Helper()
	world := upstreamtest.New(t, answers...)
	return New(world.Pool(t, map[string]string{"CENSUS_API_KEY": "test"})), world
}

func TestRecordedTable(t *testing.T) {
	c, _ := client(t, upstreamtest.Answer{
		URL:  "https://api.census.gov/data/2018/acs/acs5?in=state:24",
		Body: string(samples.Read(t, "census/acs5_2018_maryland_counties_head.json")),
	})
	rows, err := c.Rows(t.Context(), "2018/acs/acs5", []string{"NAME", "B19013_001E"}, url.Values{"in": {"state:24"}})
	if err != nil || len(rows) != 9 {
		t.Fatal(rows, err)
	}
	if r := rows[4]; r["NAME"] != "Howard County, Maryland" || r["B19013_001E"] != "117730" || r["county"] != "027" {
		t.Errorf("%v", r)
	}
}

func TestAnswersThatAreNoTable(t *testing.T) {
	cases := []struct {
		why    string
		answer upstreamtest.Answer
		want   upstream.Kind
	}{
		{"no key", upstreamtest.Answer{Body: "<html><title>Missing Key</title>"}, upstream.Unauthorized},
		{"a bad key", upstreamtest.Answer{Body: "<html><title>Invalid Key</title>"}, upstream.Unauthorized},
		{"told by a header", upstreamtest.Answer{Body: "x", Header: map[string]string{"X-DataWebAPI-KeyError": "1"}},
			upstream.Unauthorized},
		{"another page", upstreamtest.Answer{Body: "<html>maintenance"}, upstream.BadResponse},
		{"no rows", upstreamtest.Answer{Status: 204}, upstream.NotFound},
		{"a header alone", upstreamtest.Answer{Body: header + `]`}, upstream.NotFound},
		{"an empty body", upstreamtest.Answer{}, upstream.BadResponse},
		{"a column of another name", upstreamtest.Answer{
			Body: strings.Replace(header, "B25077_001E", "B25077_002E", 1) + `,["Texas","1","1","1","1","1","1","48"]]`,
		}, upstream.BadResponse},
		{"a line of null", upstreamtest.Answer{Body: header + `,null]`}, upstream.BadResponse},
		{"nulls alone", upstreamtest.Answer{Body: `[null,null]`}, upstream.BadResponse},
		{"an empty list", upstreamtest.Answer{Body: `[]`}, upstream.BadResponse},
		{"uneven lines", upstreamtest.Answer{Body: `[["A","B"],["1"]]`}, upstream.BadResponse},
		{"cut off", upstreamtest.Answer{Body: `[["A"],["1"`}, upstream.BadResponse},
		{"an object", upstreamtest.Answer{Body: `{"error":"x"}`}, upstream.BadResponse},
		{"not out yet", upstreamtest.Answer{Status: 404, Body: "error: unknown dataset"}, upstream.BadResponse},
		{"a bad query", upstreamtest.Answer{Status: 400, Body: "error: unknown variable 'X'"}, upstream.Invalid},
		{"too many", upstreamtest.Answer{Status: 429}, upstream.RateLimited},
		{"down", upstreamtest.Answer{Status: 503}, upstream.Unavailable},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			c.answer.URL = acs
			got, _ := client(t, c.answer)
			if _, err := got.Housing(t.Context(), 2024, Area{State, "48"}); upstream.KindOf(err) != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
	unset := New(upstreamtest.New(t).Pool(t, nil))
	if _, err := unset.Housing(t.Context(), 2024, Area{State, "48"}); upstream.KindOf(err) != upstream.NotConfigured {
		t.Errorf("without a key: %v", err)
	}
}

// header is the header of an answer about a state's housing.
const header = `[["NAME","B25077_001E","B25077_001M","B25064_001E","B25064_001M","B19013_001E","B19013_001M","state"]`

func TestCodesForNoEstimateAreNone(t *testing.T) {
	for _, code := range []string{
		`"-666666666"`, `"-999999999"`, `"-888888888"`, `"-222222222"`, `"-333333333"`,
		`"-555555555"`, `null`, `""`, `"0"`,
	} {
		c, _ := client(t, upstreamtest.Answer{
			URL:  acs,
			Body: header + `,["Texas",` + code + `,"1",` + code + `,"1","78000",` + code + `,"48"]]`,
		})
		h, err := c.Housing(t.Context(), 2024, Area{State, "48"})
		if err != nil || h.HomeValue != nil || h.GrossRent != nil || h.Income == nil {
			t.Errorf("%s: %+v, %v", code, h, err)
			continue
		}
		if code != `"0"` && h.Income.Margin != nil {
			t.Errorf("%s: a margin of %v", code, *h.Income.Margin)
		}
	}
}

func TestMediansInAnOpenIntervalAreLimits(t *testing.T) {
	for _, c := range []struct {
		v     variable
		text  string
		value float64
		bound string
	}{
		{homeValue, "2000001", 2_000_000, "at_least"},
		{homeValue, "2000000", 2_000_000, ""},
		{homeValue, "9999", 10_000, "at_most"},
		{grossRent, "3501", 3_500, "at_least"},
		{grossRent, "99", 100, "at_most"},
		{income, "250001", 250_000, "at_least"},
		{income, "2499", 2_500, "at_most"},
		{income, "61145", 61_145, ""},
	} {
		got := c.v.read(Row{c.v.code + "E": c.text, c.v.code + "M": "12"})
		if got.Value != c.value || got.Bound != c.bound || (got.Margin == nil) != (c.bound != "") {
			t.Errorf("%s %s: %+v", c.v.code, c.text, got)
		}
	}
}

func TestAreasAreAskedForAsTheAPINamesThem(t *testing.T) {
	c, world := client(t)
	for _, area := range []Area{{State, "06"}, {County, "06037"}, {CBSA, "31080"}, {ZCTA, "90210"}} {
		_, _ = c.Housing(t.Context(), 2024, area) // nobody answers
	}
	var got []string
	for _, asked := range world.Asked() {
		u, err := url.Parse(asked[len("GET "):])
		if err != nil {
			t.Fatal(err)
		}
		q := u.Query()
		if q.Get("key") != "test" {
			t.Errorf("no key in %s", asked)
		}
		if name := q.Get("for") + " " + q.Get("in"); len(got) == 0 || got[len(got)-1] != name {
			got = append(got, name)
		}
	}
	want := []string{
		"state:06 ", "county:037 state:06",
		"metropolitan statistical area/micropolitan statistical area:31080 ", "zip code tabulation area:90210 ",
	}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Errorf("asked for %q, want %q", got, want)
			break
		}
	}
}
