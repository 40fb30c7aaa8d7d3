package propublica

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://projects.propublica.org/nonprofits/api/v2"

var client = upstreamtest.Over(New)

func TestFiguresAreThoseOfTheForm(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"990-EZ": {
			`{"formtype":1,"totrevenue":1,"totrevnue":184000,"totexpns":-5,"totassetsend":7,"totliabend":2,` +
				`"totnetassetsend":5,"totcntrbs":4,"prgmservrev":31000}`,
			`{"Revenue":184000,"Expenses":-5,"Assets":7,"Liabilities":2,"NetAssets":5,"Contributions":4,` +
				`"ProgramRevenue":31000,"OfficerPay":null}`,
		},
		"990-PF": {
			`{"formtype":2,"totrcptperbks":-100,"totexpnspbks":9,"totassetsend":7,"totliabend":0,"tfundnworth":7,` +
				`"grscontrgifts":0,"compofficers":3}`,
			`{"Revenue":-100,"Expenses":9,"Assets":7,"Liabilities":0,"NetAssets":7,"Contributions":0,` +
				`"ProgramRevenue":null,"OfficerPay":3}`,
		},
		"990 without figures": {
			`{"formtype":0,"totrevenue":null}`,
			`{"Revenue":null,"Expenses":null,"Assets":null,"Liabilities":null,"NetAssets":null,"Contributions":null,` +
				`"ProgramRevenue":null,"OfficerPay":null}`,
		},
		"a form of another kind": {
			`{"formtype":9,"totrevenue":3,"totcntrbgfts":4}`,
			`{"Revenue":3,"Expenses":null,"Assets":null,"Liabilities":null,"NetAssets":null,"Contributions":null,` +
				`"ProgramRevenue":null,"OfficerPay":null}`,
		},
	} {
		var f Filing
		if err := json.Unmarshal([]byte(c.body), &f); err != nil {
			t.Fatal(err)
		}
		if got, _ := json.Marshal(f.Figures()); string(got) != c.want {
			t.Errorf("%s:\n%s\n%s", name, got, c.want)
		}
	}
}

func TestRecordHoldsToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL: base + "/organizations/13.json",
			Body: `{"organization":{"ein":13,"name":"X","sort_name":null,"state":"OR"},"filings_with_data":[
{"tax_prd":202012,"formtype":0,"updated":"2022-02-24T14:21:00.000Z","totrevenue":5,"pdf_url":null}],
"filings_without_data":[{"tax_prd":202112,"formtype":null,"pdf_url":"https://x"}]}`,
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Record(ctx, 13)
			return err
		},
		Required: []string{
			"organization", "organization.ein", "organization.name", "filings_with_data",
			"filings_with_data[].tax_prd", "filings_with_data[].formtype", "filings_with_data[].updated",
			"filings_without_data", "filings_without_data[].tax_prd",
		},
		Optional: []string{"organization.state", "filings_with_data[].totrevenue", "filings_with_data[].pdf_url"},
		NoRecord: []upstreamtest.Answer{{Status: 404, Body: `{"status":404,"error":"Not Found"}`}},
	}.Hold(t)
}

func TestSearchHoldsToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  base + "/search.json",
			Body: `{"total_results":1,"organizations":[{"ein":13,"name":"X","ntee_code":null}]}`,
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, _, err := New(pool).Search(ctx, "x", "")
			return err
		},
		Required: []string{"total_results", "organizations", "organizations[].ein", "organizations[].name"},
		Optional: []string{"organizations[].ntee_code"},
	}.Hold(t)
}

func TestWhatTheProviderSays(t *testing.T) {
	for name, c := range map[string]struct {
		answer upstreamtest.Answer
		want   upstream.Kind
	}{
		"unknown":      {upstreamtest.Answer{Status: 404, Body: `{"error":"not found"}`}, upstream.NotFound},
		"empty":        {upstreamtest.Answer{Body: `{}`}, upstream.BadResponse},
		"another one":  {upstreamtest.Answer{Body: `{"organization":{"ein":14,"name":"X"}}`}, upstream.BadResponse},
		"text for ein": {upstreamtest.Answer{Body: `{"organization":{"ein":"13","name":"X"}}`}, upstream.BadResponse},
	} {
		c.answer.URL = base + "/organizations/13.json"
		client, _ := client(t, c.answer)
		if _, err := client.Record(t.Context(), 13); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSearchesWithoutResultsAndBroken(t *testing.T) {
	for name, c := range map[string]struct {
		answer upstreamtest.Answer
		want   error
	}{
		"no results": {upstreamtest.Answer{Status: 404, Body: `{"total_results":0,"organizations":[],` +
			`"num_pages":0}`}, nil},
		"no such page":    {upstreamtest.Answer{Status: 404, Body: `{"error":"gone"}`}, upstream.BadResponse},
		"404 of a server": {upstreamtest.Answer{Status: 404, Body: `<html>`}, upstream.BadResponse},
	} {
		c.answer.URL = base + "/search.json"
		client, _ := client(t, c.answer)
		if page, _, err := client.Search(t.Context(), "zzzz", "OH"); len(page) > 0 ||
			!errors.Is(err, c.want) && err != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWordsOfTheSearchLanguageAreNotSentOn(t *testing.T) {
	c, world := client(
		t,
		upstreamtest.Answer{URL: base + "/search.json", Body: `{"total_results":0,"organizations":[]}`},
	)
	if _, _, err := c.Search(t.Context(), "a \"b\" +c -d (e) f* \\ g\n&page=7#h", "OH"); err != nil {
		t.Fatal(err)
	}
	_, query, _ := strings.Cut(world.Asked()[0], "?")
	got, err := url.ParseQuery(query)
	if err != nil || got.Get("q") != "a b c d e f g &page=7#h" || got.Get("page") != "0" ||
		got.Get("state[id]") != "OH" {
		t.Errorf("%v %v", got, err)
	}
}
