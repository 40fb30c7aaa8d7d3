package entity

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/party/filers"
	"github.com/farebox/farebox/internal/party/filers/filerstest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/organisations"
	"github.com/farebox/farebox/internal/party/organisations/organisationstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// engine is one for all tests: its tables take a while.
var engine = names.New()

func now() time.Time { return organisationstest.Now }

func serve(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
	tb.Helper()
	registers := loaded(tb, world)
	if err := registers.FilerNames().Refresh(tb.Context()); err != nil {
		tb.Log(err)
	}
	return handlertest.New(tb, "entity", New(registers, now).Register)
}

// loaded are the registers with EDGAR's tables of tickers, but not the names of all filers, which take a while.
func loaded(tb testing.TB, world *upstreamtest.World) *organisations.Registers {
	tb.Helper()
	pool := world.Pool(tb, nil, upstreamtest.SmallLists, upstreamtest.At(now))
	directory := filers.New(pool)
	for _, err := range []error{
		directory.Lists().Companies.Refresh(tb.Context()),
		directory.Lists().Listings.Refresh(tb.Context()),
		directory.Lists().Funds.Refresh(tb.Context()),
	} {
		if err != nil {
			tb.Log(err)
		}
	}
	return organisations.New(pool, directory, engine, now)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	world := upstreamtest.New(t, organisationstest.Answers()...)
	s := serve(t, world)
	s.CheckExamples()
	if m := world.Misses(); len(m) > 0 {
		t.Errorf("asked for what the registers do not have: %q", m)
	}
}

// TestExactlyOneIdentifier: nothing is asked before the inputs are right.
func TestExactlyOneIdentifier(t *testing.T) {
	world := upstreamtest.New(t, organisationstest.Answers()...)
	s := serve(t, world)
	before := len(world.Asked())
	for _, c := range []struct {
		why   string
		query []string
		code  string
		field any
	}{
		{"none", nil, "missing_input", nil},
		{"two", []string{"lei", organisationstest.AppleLEI, "cik", "320193"}, "ambiguous", nil},
		{"check digits of a LEI", []string{"lei", "HWUPKR0MPOU8FGXBT395"}, "invalid_input", "lei"},
		{"check digit of an ISIN", []string{"isin", "US0378331006"}, "invalid_input", "isin"},
		{"letters in a CIK", []string{"cik", "32O193"}, "invalid_input", "cik"},
		{"no QID", []string{"qid", "312"}, "invalid_input", "qid"},
		{"no ticker", []string{"ticker", `A"PL`}, "invalid_input", "ticker"},
		{"a name of signs", []string{"name", " .,- "}, "invalid_input", "name"},
	} {
		status, got := s.Get("/entity/resolve", c.query...)
		if status != http.StatusBadRequest || got["code"] != c.code || got["field"] != c.field {
			t.Errorf("%s: %d %v", c.why, status, got)
		}
	}
	if status, _ := s.Get(
		"/entity/resolve",
		"ticker",
		"AAPL",
		"include",
		"everything",
	); status != http.StatusBadRequest {
		t.Errorf("unknown block: %d", status)
	}
	if asked := world.Asked()[before:]; len(asked) > 0 {
		t.Errorf("asked %q", asked)
	}
}

func TestUnknownOrganisationsAre404(t *testing.T) {
	s := serve(t, upstreamtest.New(t, organisationstest.Answers()...))
	for _, query := range [][]string{
		{"ticker", "ZZZZ"}, {"cik", "999999999"}, {"lei", "INR2EJN1ERAN0W5ZP974"}, {"qid", "Q2283"},
		{"isin", "US5949181045"}, {"name", "Zzyzx Nonesuch"},
	} {
		status, got := s.Get("/entity/resolve", query...)
		if status != http.StatusNotFound || got["code"] != "not_found" || got["field"] != query[0] {
			t.Errorf("%v: %d %v", query, status, got)
		}
	}
	status, got := s.Get("/entity/search", "name", "Zzyzx Nonesuch")
	if status != http.StatusOK || got["count"] != 0.0 || got["partial"] != false {
		t.Errorf("search: %d %v", status, got)
	}
}

// TestAnswersOfGarbageAreNoRecord: what a register says in any other form than its own is a gap, never a finding.
func TestAnswersOfGarbageAreNoRecord(t *testing.T) {
	for why, answer := range map[string]upstreamtest.Answer{
		"a page":       {Type: "text/html", Body: "<html><body>Just a moment"},
		"cut off":      {Body: `{"data":{"type":"lei-records","id":"HWUPKR0MPOU8FGXBT394","attributes":`},
		"no data":      {Body: `{}`},
		"an error":     {Status: 400, Body: `{"errors":[{"title":"Bad filter"}]}`},
		"rate limited": {Status: 429, Header: map[string]string{"Retry-After": "3600"}},
		"down":         {Status: 503},
	} {
		answer.URL = "https://api.gleif.org/*"
		s := serve(t, upstreamtest.New(t, append([]upstreamtest.Answer{answer}, organisationstest.Answers()...)...))
		status, got := s.Get("/entity/resolve", "ticker", "AAPL")
		if status != http.StatusOK || got["partial"] != true {
			t.Errorf("%s: %d partial %v", why, status, got["partial"])
			continue
		}
		ids := got["identifiers"].(map[string]any)
		if ids["lei"] != nil || ids["cik"] != "0000320193" || ids["qid"] != "Q312" || ids["isin_total"] != nil {
			t.Errorf("%s: %v", why, ids)
		}
		status, got = s.Get("/entity/resolve", "lei", organisationstest.AppleLEI) // by way of Wikidata
		if status != http.StatusOK || got["partial"] != true ||
			got["identifiers"].(map[string]any)["cik"] != "0000320193" {
			t.Errorf("%s: by LEI %d %v", why, status, got)
		}
	}
}

func TestEveryIdentifierHasItsProvenance(t *testing.T) {
	s := serve(t, upstreamtest.New(t, organisationstest.Answers()...))
	_, got := s.Get("/entity/resolve", "isin", organisationstest.AppleISIN)
	ids := got["identifiers"].(map[string]any)
	var rows []string
	for _, row := range got["provenance"].([]any) {
		rows = append(rows, row.(map[string]any)["value"].(string))
	}
	for _, name := range []string{"cik", "lei", "qid", "ein"} {
		if !slices.Contains(rows, ids[name].(string)) {
			t.Errorf("%s %v has no provenance: %v", name, ids[name], rows)
		}
	}
	for _, list := range []string{"tickers", "isins"} {
		for _, row := range ids[list].([]any) {
			member := row.(map[string]any)
			if !slices.Contains(rows, firstText(member["ticker"], member["isin"])) {
				t.Errorf("%v has no provenance", row)
			}
		}
	}
}

func firstText(values ...any) string {
	for _, v := range values {
		if s, ok := v.(string); ok {
			return s
		}
	}
	return ""
}

func TestNamesOfSeveralAreRefusedWithTheCandidates(t *testing.T) {
	in := &organisationstest.Registers{
		Filers: []organisationstest.Filer{
			{CIK: "0000320193", Name: "Apple Inc.", State: "CA", Tickers: []string{"AAPL"}},
		},
		Records: []organisationstest.Record{
			{LEI: organisationstest.AppleLEI, Name: "Phoenix Holdings Ltd", Jurisdiction: "GB"},
			{LEI: "INR2EJN1ERAN0W5ZP974", Name: "PHOENIX HOLDINGS LIMITED", Jurisdiction: "IL"},
		},
	}
	status, got := serve(t, in.World(t)).Get("/entity/resolve", "name", "Phoenix Holdings")
	if status != http.StatusUnprocessableEntity || got["code"] != "several_match" ||
		len(got["candidates"].([]any)) != 2 {
		t.Errorf("%d %v", status, got)
	}
}

// TestANameThatNobodyHasIsRefusedWithTheCandidates: it is a free 404, however alike a name is.
func TestANameThatNobodyHasIsRefusedWithTheCandidates(t *testing.T) {
	s := serve(t, upstreamtest.New(t, organisationstest.Answers()...))
	for _, name := range []string{"Appel Inc", "Apple Corp", "Apple Computing Inc"} {
		status, got := s.Get("/entity/resolve", "name", name)
		if status != http.StatusNotFound || got["code"] != "not_found" {
			t.Errorf("%q: %d %v", name, status, got)
			continue
		}
		first := got["candidates"].([]any)[0].(map[string]any)
		if first["name_status"] != "alike" {
			t.Errorf("%q: %v", name, first)
		}
	}
}

// TestAFormerNameIsAnsweredWithTheDayItWasGivenUp: and the company is under its name of today.
func TestAFormerNameIsAnsweredWithTheDayItWasGivenUp(t *testing.T) {
	s := serve(t, upstreamtest.New(t, organisationstest.Answers()...))
	status, got := s.Get("/entity/resolve", "name", "Apple Computer, Inc.")
	if status != http.StatusOK {
		t.Fatal(status, got)
	}
	match := got["match"].(map[string]any)
	if match["name_status"] != "former" || match["last_used_date"] != "2007-01-04" ||
		match["note"] != "was called APPLE COMPUTER INC until 2007-01-04" || got["legal_name"] != "Apple Inc." {
		t.Errorf("%v", match)
	}

	_, got = s.Get("/entity/search", "name", "Apple Computer")
	first := got["candidates"].([]any)[0].(map[string]any)
	if first["name_status"] != "former" || first["last_used_date"] != "2007-01-04" || first["name"] != "Apple Inc." {
		t.Errorf("%v", first)
	}
}

// TestEachBlockIsFilledFromItsRegister: what may be null is what the register has, where it has it.
func TestEachBlockIsFilledFromItsRegister(t *testing.T) {
	trust := strings.NewReplacer("0000320193", "0000036405", "Apple Inc.", "VANGUARD INDEX FUNDS")
	answers := []upstreamtest.Answer{{
		URL:  "https://data.sec.gov/submissions/CIK0000036405.json",
		Body: trust.Replace(filerstest.Apple),
	}}
	s := serve(t, upstreamtest.New(t, append(answers, organisationstest.Answers()...)...))
	_, got := s.Get("/entity/resolve", "ticker", "AAPL", "include", "addresses,filings,hierarchy,names")
	handlertest.Holds(t, got, map[string]any{
		"addresses.legal.city":                     "Glendale",
		"addresses.legal.region":                   "US-CA",
		"addresses.legal.postcode":                 "91203",
		"addresses.legal.country":                  "US",
		"addresses.headquarters.city":              "Cupertino",
		"addresses.headquarters.postcode":          "95014",
		"filings.0.form":                           "10-Q",
		"hierarchy.children.0.relationship_status": "active",
		"hierarchy.children.0.corroboration_level": "FULLY_CORROBORATED",
		"hierarchy.ultimate_parent_exception":      "NON_CONSOLIDATING",
		"fund":                                     nil,
	})

	_, got = s.Get("/entity/resolve", "ticker", "VFINX")
	handlertest.Holds(t, got, map[string]any{
		"legal_name":     "VANGUARD INDEX FUNDS",
		"fund.series_id": "S000002839",
		"fund.class_id":  "C000007773",
	})
}

// TestAParentHasWhatIsReportedOfIt: the record of the relationship, and the country of the parent.
func TestAParentHasWhatIsReportedOfIt(t *testing.T) {
	in := &organisationstest.Registers{
		Filers: []organisationstest.Filer{
			{CIK: "0000320193", Name: "Apple Inc.", State: "CA", Tickers: []string{"AAPL"}},
		},
		Records: []organisationstest.Record{
			{LEI: organisationstest.AppleLEI, Name: "Northwind Freight Holdings Ltd", Jurisdiction: "GB", City: "Leeds"},
			{
				LEI:          "INR2EJN1ERAN0W5ZP974",
				Name:         "Northwind Freight Ltd",
				Jurisdiction: "IE",
				City:         "Cork",
				Region:       "IE-CO",
				Parent:       organisationstest.AppleLEI,
			},
		},
	}
	s := serve(t, in.World(t))
	_, got := s.Get("/entity/resolve", "lei", "INR2EJN1ERAN0W5ZP974", "include", "addresses,hierarchy")
	handlertest.Holds(t, got, map[string]any{
		"hierarchy.direct_parent.country":               "GB",
		"hierarchy.direct_parent.relationship_status":   "active",
		"hierarchy.direct_parent.corroboration_level":   "FULLY_CORROBORATED",
		"hierarchy.ultimate_parent.country":             "GB",
		"hierarchy.ultimate_parent.relationship_status": "active",
		"hierarchy.ultimate_parent.corroboration_level": "FULLY_CORROBORATED",
		"addresses.headquarters.region":                 "IE-CO",
	})

	_, got = s.Get("/entity/resolve", "lei", organisationstest.AppleLEI, "include", "hierarchy")
	handlertest.Holds(t, got, map[string]any{
		"hierarchy.children.0.name":                "Northwind Freight Ltd",
		"hierarchy.children.0.relationship_status": "active",
	})

	_, got = s.Get("/entity/resolve", "name", "Northwind Freight")
	handlertest.Holds(t, got, map[string]any{
		"legal_name":                    "Northwind Freight Ltd",
		"alternatives.0.name":           "Northwind Freight Holdings Ltd",
		"alternatives.0.country":        "GB",
		"alternatives.0.jurisdiction":   "GB",
		"alternatives.0.status":         "active",
		"alternatives.0.last_used_date": nil,
	})
}

func BenchmarkResolve(b *testing.B) {
	s := serve(b, upstreamtest.New(b, organisationstest.Answers()...))
	for b.Loop() {
		if status, got := s.Get(
			"/entity/resolve",
			"ticker",
			"AAPL",
			"include",
			"hierarchy,names",
		); status != http.StatusOK {
			b.Fatal(got)
		}
	}
}
