package lda

import (
	"context"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const filings = "https://lda.gov/api/v1/filings/"

// one is a filing that states no amount.
const one = `{"filing_uuid":"u","filing_type":"Q1","filing_year":2025,"filing_period":"first_quarter","income":null,
"expenses":null,"registrant":{"id":1,"name":"R"},"client":{"id":2,"name":"C"},"lobbying_activities":[
{"general_issue_code":"TAX","description":null,"government_entities":[{"id":1,"name":"SENATE"}],
"lobbyists":[{"lobbyist":{"id":3,"first_name":"A","last_name":"B"},"covered_position":null,"new":false}]}],
"dt_posted":"2025-04-20T10:00:00-04:00"}`

func TestFilingsHoldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: says(200, `{"count":1,"next":null,"results":[`+one+`]}`),
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Filings(ctx, Query{ClientName: "c", Year: 2025})
			return err
		},
		Required: []string{
			"count",
			"results",
			"results[].filing_uuid",
			"results[].filing_type",
			"results[].filing_year",
			"results[].filing_period",
			"results[].income",
			"results[].expenses",
			"results[].registrant.id",
			"results[].registrant.name",
			"results[].client.id",
			"results[].client.name",
			"results[].lobbying_activities",
			"results[].lobbying_activities[].general_issue_code",
			"results[].lobbying_activities[].lobbyists[].lobbyist.id",
			"results[].lobbying_activities[].government_entities[].name",
		},
		Optional: []string{"results[].dt_posted", "results[].lobbying_activities[].description"},
		NoRecord: []upstreamtest.Answer{{Status: 404, Body: `{"detail":"Invalid page."}`}},
	}.Hold(t)
}

// says is an answer to every request for filings.
func says(status int, body string) upstreamtest.Answer {
	return upstreamtest.Answer{URL: filings, Status: status, Body: body}
}

func TestQueryIsPutIntoTheParametersOfTheAPI(t *testing.T) {
	const name = `A & B "quoted" \ (x)` + "\n?client_name=y"
	world := upstreamtest.New(t, upstreamtest.Answer{URL: filings, Body: `{"count":0,"next":null,"results":[]}`})
	client := New(world.Pool(t, map[string]string{KeyVariable: "k"}))

	page, err := client.Filings(t.Context(), Query{ClientName: name, RegistrantName: "R", Year: 2025, Page: 3})
	if err != nil || page.Total != 0 || len(page.Filings) != 0 {
		t.Fatalf("%+v, %v", page, err)
	}
	want := "GET " + filings + "?client_name=A+%26+B+%22quoted%22+%5C+%28x%29%0A%3Fclient_name%3Dy" +
		"&filing_year=2025&ordering=-dt_posted&page=3&page_size=25&registrant_name=R"
	if got := world.Asked(); len(got) != 1 || got[0] != want {
		t.Errorf("asked %q, want %q", got, want)
	}
}

func TestAnswersThatAreNoPageOfFilings(t *testing.T) {
	for _, c := range []struct {
		why    string
		answer upstreamtest.Answer
		want   upstream.Kind
	}{
		{"whole", says(200, `{"count":1,"next":null,"results":[`+one+`]}`), ""},
		{"page after the last", says(404, `{"detail":"Invalid page."}`), upstream.NotFound},
		{"another 404", says(404, `{"detail":"Not found."}`), upstream.BadResponse},
		{"bad key", says(401, `{"detail":"Invalid token."}`), upstream.Unauthorized},
		{"throttled", upstreamtest.Answer{
			URL:    filings,
			Status: 429,
			Header: map[string]string{"Retry-After": "1596"},
			Body:   `{"detail":"Request was throttled. Expected available in 1596 seconds."}`,
		}, upstream.RateLimited},
		{"throttled in plain text", upstreamtest.Answer{
			URL:    filings,
			Status: 429,
			Type:   "text/plain",
			Header: map[string]string{"Retry-After": "900"},
			Body:   "slow down",
		}, upstream.RateLimited},
		{"refused", says(400, `{"filing_year":["Enter a number."]}`), upstream.Invalid},
		{"no count", says(200, `{"results":[]}`), upstream.BadResponse},
		{"no results", says(200, `{"count":3}`), upstream.BadResponse},
		{"another year", says(200, `{"count":1,"next":null,"results":[`+strings.Replace(one, "2025", "2024", 1)+`]}`),
			upstream.BadResponse},
		{"none of those that it counts", says(200, `{"count":1,"next":null,"results":[]}`), upstream.BadResponse},
	} {
		t.Run(c.why, func(t *testing.T) {
			world := upstreamtest.New(t, c.answer)
			_, err := New(world.Pool(t, nil)).Filings(t.Context(), Query{ClientName: "c", Year: 2025})
			if upstream.KindOf(err) != c.want {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func TestTypesOfFilings(t *testing.T) {
	for code, want := range map[string]Kind{
		"RR":  {Registration: true},
		"RA":  {Registration: true, Amendment: true},
		"Q1":  {},
		"Q4Y": {NoActivity: true},
		"2A":  {Amendment: true},
		"2AY": {Amendment: true, NoActivity: true},
		"3T":  {Termination: true},
		"3TY": {Termination: true, NoActivity: true},
		"4@":  {Termination: true, Amendment: true},
		"4@Y": {Termination: true, Amendment: true, NoActivity: true},
		"MM":  {},
		"MMY": {NoActivity: true},
		"MA":  {Amendment: true},
		"YY":  {},
		"YYY": {NoActivity: true},
		"YT":  {Termination: true},
		"Y@Y": {Termination: true, Amendment: true, NoActivity: true},
	} {
		if got, known := (&Filing{Type: code}).Kind(); !known || got != want {
			t.Errorf("%s: %+v, %v", code, got, known)
		}
	}
	for _, code := range []string{"", "R", "RRY", "Q5", "5A", "1X", "1AX", "QQ", "Q1AY", "1"} {
		if got, known := (&Filing{Type: code}).Kind(); known {
			t.Errorf("%q is %+v", code, got)
		}
	}
}

func TestWhoReportsOnItsOwnLobbying(t *testing.T) {
	for why, c := range map[string]struct {
		change []string
		want   bool
	}{
		"expenses":        {[]string{`"expenses":null`, `"expenses":"10.00"`}, true},
		"flag":            {[]string{`"name":"C"`, `"name":"C","client_self_select":true`}, true},
		"one name":        {[]string{`"name":"R"`, `"name":"Acme Inc "`, `"name":"C"`, `"name":"ACME INC"`}, true},
		"an outside firm": {[]string{`"income":null`, `"income":"10.00"`}, false},
	} {
		world := upstreamtest.New(t, upstreamtest.Answer{
			URL:  filings,
			Body: `{"count":1,"next":null,"results":[` + strings.NewReplacer(c.change...).Replace(one) + `]}`,
		})
		page, err := New(world.Pool(t, nil)).Filings(t.Context(), Query{ClientName: "c"})
		if err != nil || page.Filings[0].OfItself() != c.want {
			t.Errorf("%s: %+v, %v", why, page, err)
		}
	}
}

func TestRecordedRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		want   upstream.Kind
	}{
		"error_400_unfiltered_page2.json": {400, upstream.Invalid},
		"error_401.json":                  {401, upstream.Unauthorized},
		"error_404_page.json":             {404, upstream.NotFound},
	} {
		world := upstreamtest.New(t, upstreamtest.Answer{
			URL:    filings,
			Status: c.status,
			Body:   string(samples.Read(t, "lda/"+name)),
		})
		_, err := New(world.Pool(t, nil)).Filings(t.Context(), Query{ClientName: "c"})
		if upstream.KindOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
