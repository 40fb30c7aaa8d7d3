package sec

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	appleSubmissions = "https://data.sec.gov/submissions/CIK0000320193.json"
	appleCIK         = "0000320193"
)

func TestTheSECGetsAContactInTheUserAgent(t *testing.T) {
	var agent string
	world := upstreamtest.New(t)
	world.Handle("data.sec.gov", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		agent = r.UserAgent()
		fmt.Fprint(w, filer)
	}))
	pool := world.Pool(t, nil, func(o *upstream.Options) { o.UserAgent = "Farebox/1.0 (+ops@farebox.test)" })
	got, err := New(pool).Submissions(t.Context(), appleCIK)
	if err != nil || got.CIK != appleCIK || agent != "Farebox/1.0 ops@farebox.test" {
		t.Errorf("%+v %v: User-Agent %q", got, err, agent)
	}
}

func TestTickersInEveryUsualSpelling(t *testing.T) {
	for text, want := range map[string]string{
		"AAPL":          "AAPL",
		"brk.b":         "BRK-B",
		"BRK/B":         "BRK-B",
		"BF B":          "BF-B",
		"$GOOGL":        "GOOGL",
		"BAC-PL":        "BAC-PL",
		"":              "",
		".":             "",
		"A--B":          "",
		"A.":            "",
		"ABCDEFGHIJKLM": "",
		"A_B":           "",
		"A\nB":          "",
	} {
		if got := Ticker(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestAnswersThatAreNoRecordOfTheFiler(t *testing.T) {
	const columns = `{"cik":"320193","name":"A","filings":{"recent":{"accessionNumber":["1"],"form":["10-K","10-Q"]}}}`
	cases := []struct {
		why    string
		answer upstreamtest.Answer
		kind   upstream.Kind
	}{
		{
			"unknown CIK",
			noSuchKey,
			upstream.NotFound,
		},
		{"blocked", upstreamtest.Answer{Status: 403, Body: "<html>Undeclared Automated Tool"}, upstream.Unavailable},
		{"empty", upstreamtest.Answer{Body: `{}`}, upstream.BadResponse},
		{"of another", upstreamtest.Answer{Body: strings.Replace(filer, appleCIK, "0000789019", 1)}, upstream.BadResponse},
		{"no CIK", upstreamtest.Answer{Body: `{"cik":"","name":"A"}`}, upstream.BadResponse},
		{"uneven columns", upstreamtest.Answer{Body: columns}, upstream.BadResponse},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			c.answer.URL = appleSubmissions
			world := upstreamtest.New(t, c.answer)
			if _, err := New(world.Pool(t, nil)).Submissions(t.Context(), appleCIK); upstream.KindOf(err) != c.kind {
				t.Errorf("%v, want %s", err, c.kind)
			}
		})
	}
}

func TestARecordLacksWhatIsNotGiven(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: appleSubmissions, Body: `{"cik":320193,"name":"Foreign Co ",
		"ein":"000000000","lei":null,"tickers":["AB.C",""],"exchanges":[null],"sic":"","formerNames":[],
		"entityType":null,"stateOfIncorporation":null,"addresses":{"business":{"street1":null,"street2":null,
		"city":null,"stateOrCountry":null,"zipCode":null}},
		"filings":{"recent":{"accessionNumber":[],"filingDate":[],"reportDate":[],"form":[],"items":[]},"files":[]}}`})
	got, err := New(world.Pool(t, nil)).Submissions(t.Context(), appleCIK)
	if err != nil || got.EIN != "" || got.LEI != "" || got.Name != "Foreign Co" || len(got.Filings) != 0 ||
		len(got.Listings) != 2 || got.Listings[0] != (Listing{CIK: appleCIK, Ticker: "AB-C"}) {
		t.Errorf("%+v %v", got, err)
	}
}

func TestTablesThatCannotBeReadAreRefused(t *testing.T) {
	for why, text := range map[string]string{
		"page":       "<html>",
		"list":       "[]",
		"cut off":    `{"0":{"cik_str":1,"ticker":"A","title":"A"},`,
		"no CIK":     `{"0":{"ticker":"A","title":"A"}}`,
		"no ticker":  `{"0":{"cik_str":1,"title":"A"}}`,
		"other form": `{"fields":["cik"],"data":[]}`,
	} {
		if got, err := readCompanies(strings.NewReader(text)); err == nil {
			t.Errorf("%s: read as %+v", why, got)
		}
	}
	for why, text := range map[string]string{
		"page":            "<html>",
		"no columns":      `{"data":[[1,"A","B","C"]]}`,
		"short row":       `{"fields":["cik","ticker","exchange"],"data":[[1,"A"]]}`,
		"CIK as text":     `{"fields":["cik","ticker","exchange"],"data":[["x","A","B"]]}`,
		"number for text": `{"fields":["cik","ticker","exchange"],"data":[[1,2,"B"]]}`,
		"cut off":         `{"fields":["cik","ticker","exchange"],"data":[[1,"A","B"]`,
	} {
		if got, err := readListings(strings.NewReader(text)); err == nil {
			t.Errorf("%s: read as %+v", why, got)
		}
	}
}

func TestColumnsAreFoundByTheirNames(t *testing.T) {
	got, err := readListings(strings.NewReader(
		`{"fields":["exchange","new","ticker","cik"],"data":[["NYSE",1,"BRK-B",1067983],[null,2,"X",5]]}`))
	if err != nil || got.Exchange("0001067983", "BRK-B") != "NYSE" || got.Exchange("0000000005", "X") != "" {
		t.Errorf("%+v %v", got, err)
	}
	if got.Exchange("0000000007", "BRK-B") != "" {
		t.Error("the exchange of another filer's ticker is given")
	}
}

func TestABlockedListIsUnavailable(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{
		URL:    "https://www.sec.gov/files/company_tickers.json",
		Status: http.StatusForbidden,
	})
	lists := NewLists(world.Pool(t, nil))
	if err := lists.Companies.Refresh(t.Context()); !errors.Is(err, upstream.Unavailable) {
		t.Errorf("blocked: %v", err)
	}
}

func TestPagesOfFilings(t *testing.T) {
	want := "https://www.sec.gov/Archives/edgar/data/320193/000032019325000079/0000320193-25-000079-index.htm"
	if got := FilingURL(appleCIK, "0000320193-25-000079"); got != want {
		t.Error(got)
	}
}

func TestRealTableOfTickers(t *testing.T) {
	list, err := readCompanies(strings.NewReader(string(samples.Read(t, "sec/company_tickers.trim.json"))))
	if err != nil || len(list.Rows) != 25 {
		t.Fatal(list, err)
	}
	row, ok := list.Ticker("BRK-B")
	if !ok || row.CIK != "0001067983" || len(list.Of(row.CIK)) != 1 || row.Name != "BERKSHIRE HATHAWAY INC" {
		t.Errorf("%+v", row)
	}
}

func TestRealSubmissions(t *testing.T) {
	body := string(samples.Read(t, "sec/submissions_CIK0000320193.trim.json"))
	world := upstreamtest.New(t, upstreamtest.Answer{URL: appleSubmissions, Body: body})
	got, err := New(world.Pool(t, nil)).Submissions(t.Context(), appleCIK)
	if err != nil {
		t.Fatal(err)
	}
	if got.Name != "Apple Inc." || got.EIN != "942404110" || got.State != "CA" ||
		len(got.FormerNames) != 3 || got.FormerNames[0].To.Format("2006-01-02") != "2019-08-05" ||
		got.Listings[0].Exchange != "Nasdaq" || got.Business.City != "CUPERTINO" || len(got.Filings) != 10 {
		t.Errorf("%+v", got)
	}
	last := got.Filings[8]
	if last.Form != "10-K" || last.Accession != "0000320193-25-000079" || last.Filed != "2025-10-31" ||
		last.ReportDate != "2025-09-27" || last.Items != nil {
		t.Errorf("%+v", last)
	}
	if items := got.Filings[4].Items; len(items) != 2 || items[0] != "2.02" {
		t.Errorf("%q", items)
	}
}
