package nppes

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://npiregistry.cms.hhs.gov/api/"

var client = upstreamtest.Over(New)

const one = `{"result_count":1,"results":[{"number":"1003000126","enumeration_type":"NPI-1","basic":{"first_name":"A",
"last_name":"B","status":"A","enumeration_date":"2007-08-31","last_updated":"2025-05-28"},"other_names":[],
"addresses":[{"address_purpose":"LOCATION","state":"MD"}],
"taxonomies":[{"code":"208M00000X","license":"","primary":true,"state":"MD"}]}]}`

func TestRegisterIsHeldToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: base, Body: one},
		Required: []string{
			"result_count", "results", "results[].number", "results[].enumeration_type", "results[].basic",
			"results[].basic.status", "results[].basic.last_name", "results[].basic.first_name",
			"results[].basic.enumeration_date",
			"results[].basic.last_updated", "results[].other_names", "results[].addresses",
			"results[].addresses[].address_purpose", "results[].taxonomies", "results[].taxonomies[].code",
			"results[].taxonomies[].license", "results[].taxonomies[].primary",
		},
		Optional: []string{"results[].taxonomies[].state"},
		NoRecord: []upstreamtest.Answer{{Body: `{"result_count":0,"results":[]}`}},
		Call: func(_ context.Context, pool *upstream.Pool) error {
			_, err := New(pool).ByNumber(t.Context(), "1003000126")
			return err
		},
	}.Hold(t)
}

func TestRecordedErrorsHaveStatus200(t *testing.T) {
	for file, want := range map[string]upstream.Kind{
		"not_found.json":                   upstream.NotFound,
		"error_bad_npi.json":               upstream.Invalid,
		"error_no_criteria.json":           upstream.Invalid,
		"error_enumeration_type_only.json": upstream.Invalid,
	} {
		cl, _ := client(t, upstreamtest.Answer{URL: base, Body: string(samples.Read(t, "nppes/"+file))})
		if _, err := cl.ByNumber(t.Context(), "1003000126"); !errors.Is(err, want) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestCallersTextStaysOneValueOfTheQuery(t *testing.T) {
	cl, world := client(t, upstreamtest.Answer{URL: base, Body: `{"result_count":0,"results":[]}`})
	for _, q := range []Query{
		{Last: `O'Brien*&number=1"\`, First: "A)\n", State: "MD", Limit: 10},
		{Organization: "A* & B=C*", Limit: 200},
	} {
		if found, err := cl.Search(t.Context(), q); err != nil || len(found) > 0 {
			t.Error(found, err)
		}
	}
	for i, want := range []string{
		`enumeration_type=NPI-1 first_name=A) last_name=O'Brien &number=1"\ limit=10 state=MD version=2.1`,
		`enumeration_type=NPI-2 limit=200 organization_name=A & B=C* version=2.1`,
	} {
		_, query, _ := strings.Cut(world.Asked()[i], "?")
		got, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		for _, pair := range []string{"version", "limit", "state", "first_name", "last_name", "organization_name",
			"enumeration_type"} {
			if v := got.Get(pair); v != "" && !strings.Contains(want, pair+"="+v) {
				t.Errorf("%s is %q, want %s", pair, v, want)
			}
		}
		if got.Has("number") {
			t.Error("the caller's text became another parameter")
		}
	}
}
