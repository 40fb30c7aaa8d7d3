package edgar

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/edgar/edgartest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/party/filers"
	"github.com/farebox/farebox/internal/party/filers/filerstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// service is the family's routes over the answers, with the tables of tickers loaded.
func service(t testing.TB, answers ...upstreamtest.Answer) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()
	world := upstreamtest.New(t, append(slices.Clip(answers), nothingElse)...)
	return serve(t, world), world
}

// serve is the routes over a world.
func serve(t testing.TB, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	now := func() time.Time { return edgartest.Now }
	pool := world.Pool(t, nil, upstreamtest.SmallLists, upstreamtest.At(now))
	directory := filers.New(pool)
	_ = directory.Lists().Companies.Refresh(t.Context()) // a test without the table says so itself
	_ = directory.Lists().Listings.Refresh(t.Context())
	_ = directory.Lists().Funds.Refresh(t.Context())
	return handlertest.New(t, "edgar", New(pool, directory, now).Register)
}

// nothingElse is what EDGAR says of all files that it does not have.
var nothingElse = upstreamtest.Answer{
	URL:    "https://data.sec.gov/*",
	Status: http.StatusNotFound,
	Type:   "application/xml",
	Body:   filerstest.NoSuchKey,
}

// all are the answers of the examples.
func all() []upstreamtest.Answer { return append(filerstest.Answers(), edgartest.Answers()...) }

// without are the answers of the examples but for an address, which gets the answer instead.
func without(address string, instead upstreamtest.Answer) []upstreamtest.Answer {
	instead.URL = address
	return append([]upstreamtest.Answer{instead}, all()...)
}

// asked are the requests for data, without those for the tables of tickers.
func asked(world *upstreamtest.World) []string {
	return slices.DeleteFunc(world.Asked(), func(r string) bool { return strings.Contains(r, "/files/") })
}

const appleRecord = "https://data.sec.gov/submissions/CIK0000320193.json"

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, all()...))
}

func TestAnUnknownConceptGetsTheNearestNames(t *testing.T) {
	s, _ := service(t, all()...)
	status, got := s.Get("/edgar/concept", "ticker", "AAPL", "concept", "net_incom")
	if near, _ := got["candidates"].([]any); status != http.StatusBadRequest || len(near) == 0 ||
		near[0] != "net_income" {
		t.Errorf("%d %v", status, got)
	}
	status, got = s.Get("/edgar/concept", "ticker", "AAPL", "concept", "NetIncomeLos")
	if near, _ := got["candidates"].([]any); status != http.StatusNotFound || len(near) == 0 ||
		near[0] != "us-gaap:NetIncomeLoss" {
		t.Errorf("a tag that nobody used: %d %v", status, got)
	}
}

func TestWhoIsNotThere(t *testing.T) {
	s, _ := service(t, all()...)
	for why, c := range map[string]struct {
		route string
		query []string
		field string
	}{
		"ticker of nobody":  {"financials", []string{"ticker", "ZZZZ"}, "ticker"},
		"no financial data": {"financials", []string{"cik", "999999999"}, "cik"},
		"in digits":         {"ratios", []string{"ticker", "999999999"}, "ticker"},
		"a tag never used":  {"concept", []string{"ticker", "AAPL", "concept", "us-gaap:Goodwill"}, "concept"},
		"a line never used": {"concept", []string{"ticker", "AAPL", "concept", "goodwill"}, "concept"},
	} {
		status, got := s.Get("/edgar/"+c.route, c.query...)
		if status != http.StatusNotFound || got["field"] != c.field {
			t.Errorf("%s: %d %v", why, status, got)
		}
	}
}

// TestACompanyWithoutQuartersSaysSo: foreign filers report by the year.
func TestACompanyWithoutQuartersSaysSo(t *testing.T) {
	body := edgartest.Document(`"0000353278"`, "Novo", []edgartest.Fact{
		"ifrs-full:Revenue DKK 2024-01-01 2024-12-31 290403000000 20-F:0000353278-25-000012:2025-02-05:2024",
		"ifrs-full:ProfitLoss DKK 2024-01-01 2024-12-31 100988000000 20-F:0000353278-25-000012:2025-02-05:2024",
	})
	s, _ := service(t, append(all(), upstreamtest.Answer{
		URL:  "https://data.sec.gov/api/xbrl/companyfacts/CIK0000353278.json",
		Body: body,
	})...)
	if status, got := s.Get("/edgar/financials", "ticker", "NVO", "freq", "quarterly"); status != http.StatusNotFound ||
		got["field"] != "freq" {
		t.Errorf("%d %v", status, got)
	}
	status, got := s.Get("/edgar/financials", "ticker", "nvo")
	if status != http.StatusOK || got["currency"] != "DKK" || got["entity_name"] != "NOVO NORDISK A S" {
		t.Errorf("%d %v", status, got)
	}
}

func TestWhatBecomesOfASourceThatFails(t *testing.T) {
	cases := []struct {
		why     string
		answers []upstreamtest.Answer
		route   string
		query   []string
		status  int
		code    string
		partial bool
	}{
		{
			"facts are refused",
			without(edgartest.AppleFacts, upstreamtest.Answer{Status: 403}),
			"financials",
			[]string{"ticker", "AAPL"},
			502,
			"upstream_failed",
			false,
		},
		{
			"facts are empty",
			without(edgartest.AppleFacts, upstreamtest.Answer{Body: `{"cik":320193,"entityName":"A","facts":{}}`}),
			"financials",
			[]string{"ticker", "AAPL"},
			404,
			"not_found",
			false,
		},
		{
			"facts are of another",
			without(edgartest.AppleFacts, upstreamtest.Answer{Body: `{"cik":1,"entityName":"A","facts":{}}`}),
			"financials",
			[]string{"ticker", "AAPL"},
			502,
			"upstream_failed",
			false,
		},
		{
			"the record is down",
			without(appleRecord, upstreamtest.Answer{Status: 503}),
			"ratios",
			[]string{"ticker", "AAPL"},
			200,
			"",
			true,
		},
		{
			"the tag is down",
			without(edgartest.AppleConcept+"OtherAssetsNoncurrent.json", upstreamtest.Answer{Status: 503}),
			"concept",
			[]string{"ticker", "AAPL", "concept", "OtherAssetsNoncurrent"},
			502,
			"upstream_failed",
			false,
		},
		{
			"the tag has gone",
			without(edgartest.AppleConcept+"OtherAssetsNoncurrent.json", nothingElse),
			"concept",
			[]string{"ticker", "AAPL", "concept", "OtherAssetsNoncurrent"},
			404,
			"not_found",
			false,
		},
		{
			"no table, a ticker",
			edgartest.Answers(),
			"financials",
			[]string{"ticker", "AAPL"},
			503,
			"list_unavailable",
			false,
		},
		{
			"no table, a CIK",
			append(edgartest.Answers(), filerstest.Answers()[3]),
			"financials",
			[]string{"cik", "320193"},
			200,
			"",
			true,
		},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, c.answers...)
			status, got := s.Get("/edgar/"+c.route, c.query...)
			code, _ := got["code"].(string)
			if status != c.status || code != c.code {
				t.Fatalf("%d %v, want %d %s", status, got, c.status, c.code)
			}
			if status == http.StatusOK && (got["partial"] != c.partial || got["entity_name"] != "Apple Inc.") {
				t.Errorf("partial %v, name %v", got["partial"], got["entity_name"])
			}
		})
	}
}

// TestHowOftenEDGARIsAsked: facts once in hours, a tag outside the statements once more.
func TestHowOftenEDGARIsAsked(t *testing.T) {
	s, world := service(t, all()...)
	for i, c := range []struct {
		route string
		query []string
		sum   int
	}{
		{"financials", nil, 1},
		{"financials", []string{"freq", "quarterly"}, 1},
		{"concept", []string{"concept", "Assets"}, 1},
		{"ratios", nil, 2},
		{"concept", []string{"concept", "us-gaap:OtherAssetsNoncurrent"}, 3},
	} {
		if status, got := s.Get("/edgar/"+c.route, append(c.query, "ticker", "AAPL")...); status != http.StatusOK {
			t.Fatalf("%s: %d %v", c.route, status, got)
		}
		if got := asked(world); len(got) != c.sum {
			t.Errorf("call %d, %s: %d requests, want %d: %q", i, c.route, len(got), c.sum, got)
		}
	}
}

func TestATagOutsideTheStatements(t *testing.T) {
	s, _ := service(t, all()...)
	for _, name := range []string{
		"OtherAssetsNoncurrent", "us-gaap:otherassetsnoncurrent", "US-GAAP:OtherAssetsNoncurrent",
	} {
		status, got := s.Get("/edgar/concept", "ticker", "AAPL", "concept", name)
		list, _ := got["observations"].([]any)
		if status != http.StatusOK || got["concept"] != "us-gaap:OtherAssetsNoncurrent" || got["canonical"] != nil ||
			got["unit"] != "USD" || len(list) != 2 {
			t.Fatalf("%s: %d %v", name, status, got)
		}
		first := list[0].(map[string]any)
		if first["period_end"] != "2025-09-27" || first["period_start"] != nil || first["value"] != 83727000000.0 {
			t.Errorf("%v", first)
		}
	}

	status, got := s.Get("/edgar/concept", "ticker", "AAPL", "concept", "us-gaap:NetIncomeLoss")
	if status != http.StatusOK || got["canonical"] != "net_income" || got["taxonomy"] != "us-gaap" ||
		got["count"] != 2.0 {
		t.Errorf("a tag of a line: %d %v", status, got)
	}
	if status, got = s.Get("/edgar/concept", "ticker", "AAPL", "concept", "Revenue"); status != http.StatusOK ||
		got["concept"] != "revenue" {
		t.Errorf("a line with a capital: %d %v", status, got)
	}
}

// TestAFilerWithoutATickerHasTheNameOfItsRecord: facts may be signed by a subsidiary first.
func TestAFilerWithoutATickerHasTheNameOfItsRecord(t *testing.T) {
	s, world := service(t, append([]upstreamtest.Answer{
		{
			URL: "https://data.sec.gov/api/xbrl/companyfacts/CIK0000070858.json",
			Body: edgartest.Document("70858", "BofA Finance LLC", []edgartest.Fact{
				"us-gaap:NetIncomeLoss USD 2024-01-01 2024-12-31 27132000000 10-K:0000070858-25-000139:2025-02-25:2024",
			}),
		},
		{
			URL: "https://data.sec.gov/submissions/CIK0000070858.json",
			Body: strings.NewReplacer("0000320193", "0000070858", "Apple Inc.", "BANK OF AMERICA CORP /DE/", "AAPL", "BAC").
				Replace(filerstest.Apple),
		},
	}, all()...)...)
	status, got := s.Get("/edgar/financials", "cik", "70858")
	if status != http.StatusOK || got["entity_name"] != "BANK OF AMERICA CORP /DE/" || got["ticker"] != "BAC" {
		t.Errorf("%d %v", status, got)
	}
	if requests := asked(world); len(requests) != 2 {
		t.Errorf("%q", requests)
	}
}

// TestAListOfFilingsThatIsCutIsPartial: a bank files more than a list has in the three years that are looked back on.
func TestAListOfFilingsThatIsCutIsPartial(t *testing.T) {
	for olderTo, want := range map[string]bool{"2015-03-11": false, "2025-11-01": true} {
		answers := upstreamtest.Edited(all(), `"filingTo":"2015-03-11"`, `"filingTo":"`+olderTo+`"`)
		s, _ := service(t, answers...)
		if _, got := s.Get("/edgar/ratios", "ticker", "AAPL"); got["partial"] != want {
			t.Errorf("older filings up to %s: partial %v", olderTo, got["partial"])
		}
	}
}

// TestFactsThatAreKeptSayWhenTheyWereRead: the second question is answered from memory.
func TestFactsThatAreKeptSayWhenTheyWereRead(t *testing.T) {
	s, _ := service(t, all()...)
	_, first := s.Get("/edgar/financials", "ticker", "AAPL")
	_, second := s.Get("/edgar/financials", "cik", "320193")
	if d := handlertest.Difference(second, first); d != "" {
		t.Errorf("the same company by its CIK differs at %s", d)
	}
}
