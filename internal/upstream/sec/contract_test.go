package sec

import (
	"context"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const filer = `{"cik":"0000320193","name":"Apple Inc.","entityType":"operating","ein":"942404110",
"stateOfIncorporation":"CA","tickers":["AAPL","AAPLX"],"exchanges":["Nasdaq",null],"lei":null,
"addresses":{"business":{"street1":"ONE APPLE PARK WAY","street2":null,"city":"CUPERTINO","stateOrCountry":"CA",
"zipCode":"95014"}},
"formerNames":[{"name":"APPLE COMPUTER INC","to":"2007-01-04T00:00:00.000Z"}],
"filings":{"recent":{"accessionNumber":["0000320193-26-000006"],"filingDate":["2026-01-30"],
"reportDate":["2025-12-27"],"form":["10-Q"],"items":[""]},
"files":[{"name":"CIK0000320193-submissions-001.json","filingTo":"2015-03-11"}]}}`

var noSuchKey = upstreamtest.Answer{Status: 404, Type: "application/xml", Body: `<?xml version="1.0"?>
<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>`}

func TestFilersAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: appleSubmissions, Body: filer},
		Required: []string{
			"cik", "name", "entityType", "ein", "stateOfIncorporation", "tickers", "exchanges", "addresses",
			"addresses.business", "addresses.business.city", "addresses.business.stateOrCountry", "formerNames",
			"formerNames[].name", "formerNames[].to", "filings", "filings.recent", "filings.recent.accessionNumber",
			"filings.recent.filingDate", "filings.recent.reportDate", "filings.recent.form", "filings.recent.items",
			"filings.files", "filings.files[].filingTo",
		},
		Optional: []string{"lei"},
		NoRecord: []upstreamtest.Answer{noSuchKey},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Submissions(ctx, appleCIK)
			return err
		},
	}.Hold(t)
}

func TestColumnsOfFilingsHaveOneLength(t *testing.T) {
	body := strings.Replace(filer, `"form":["10-Q"]`, `"form":[]`, 1)
	world := upstreamtest.New(t, upstreamtest.Answer{URL: appleSubmissions, Body: body})
	_, err := New(world.Pool(t, nil)).Submissions(t.Context(), appleCIK)
	if upstream.KindOf(err) != upstream.BadResponse || !strings.Contains(err.Error(), "filings.recent.form") {
		t.Error(err)
	}
}

const oneTag = `{"units":{"USD":[{"start":"2024-10-01","end":"2025-09-30","val":7,"accn":"0000320193-25-000079",
"fy":2025,"fp":"FY","form":"10-K","filed":"2025-10-31"}]}}`

func TestFactsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://data.sec.gov/api/xbrl/companyfacts/CIK0000320193.json",
			Body: `{"cik":320193,"entityName":"Apple Inc.","facts":{"us-gaap":{"Assets":` + oneTag + `}}}`,
		},
		Required: []string{
			"cik", "facts", "facts.us-gaap.Assets.units", "facts.us-gaap.Assets.units.USD[].end",
			"facts.us-gaap.Assets.units.USD[].val", "facts.us-gaap.Assets.units.USD[].accn",
			"facts.us-gaap.Assets.units.USD[].form", "facts.us-gaap.Assets.units.USD[].filed",
		},
		Optional: []string{"facts.us-gaap.Assets.units.USD[].start", "facts.us-gaap.Assets.units.USD[].fy"},
		NoRecord: []upstreamtest.Answer{noSuchKey},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Facts(ctx, appleCIK, map[string]bool{"us-gaap:Assets": true})
			return err
		},
	}.Hold(t)
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://data.sec.gov/api/xbrl/companyconcept/CIK0000320193/us-gaap/Assets.json",
			Body: oneTag,
		},
		Required: []string{"units", "units.USD[].end", "units.USD[].val", "units.USD[].accn", "units.USD[].filed"},
		NoRecord: []upstreamtest.Answer{noSuchKey},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Concept(ctx, appleCIK, "us-gaap", "Assets")
			return err
		},
	}.Hold(t)
}
