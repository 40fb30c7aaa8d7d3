package filers

import (
	"errors"
	"net/http"
	"testing"

	"github.com/farebox/farebox/internal/party/filers/filerstest"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// loaded is a directory over the answers, with whatever of its tables they hold.
func loaded(t *testing.T, answers ...upstreamtest.Answer) *Directory {
	t.Helper()
	world := upstreamtest.New(t, answers...)
	d := New(world.Pool(t, nil, upstreamtest.SmallLists))
	_ = d.Lists().Companies.Refresh(t.Context()) // the directory says itself what it lacks
	_ = d.Lists().Listings.Refresh(t.Context())
	_ = d.Lists().Funds.Refresh(t.Context())
	return d
}

func TestFilersAreFoundAsPeopleWriteThem(t *testing.T) {
	d := loaded(t, filerstest.Lists()...)
	cases := []struct {
		text   string
		cik    string // "" where there is none
		ticker string
		status int // of the problem, 0 for none
		why    string
	}{
		{"AAPL", "0000320193", "AAPL", 0, "as it is"},
		{" aapl ", "0000320193", "AAPL", 0, "lower case, blanks"},
		{"$AAPL", "0000320193", "AAPL", 0, "as in messages"},
		{"BRK.B", "0001067983", "BRK-B", 0, "the usual spelling of a class"},
		{"BRK-B", "0001067983", "BRK-B", 0, "EDGAR's"},
		{"BRK/B", "0001067983", "BRK-B", 0, "that of some quotes"},
		{"brk b", "0001067983", "BRK-B", 0, "that of others"},
		{"GOOG", "0001652044", "GOOG", 0, "the second class keeps its own ticker"},
		{"320193", "0000320193", "AAPL", 0, "a CIK"},
		{"0000320193", "0000320193", "AAPL", 0, "padded"},
		{"CIK0000320193", "0000320193", "AAPL", 0, "as in names of files"},
		{"36405", "0000036405", "", 0, "a filer without a ticker of its own"},
		{"VOO", "0000036405", "VOO", 0, "a fund: the trust files"},
		{"BRKB", "", "", 404, "never guessed"},
		{"ZZZZ", "", "", 404, "nobody's"},
		{"CIK", "", "", 404, "letters alone are a ticker"},
		{"0", "", "", 400, "no CIK"},
		{"12345678901", "", "", 400, "eleven digits"},
		{"Apple Inc", "", "", 404, "a name of two words reads like a class of shares"},
		{"Apple Incorporated", "", "", 400, "a name"},
		{"", "", "", 400, "nothing"},
		{"-", "", "", 400, "a mark alone"},
		{"AAPL'; --", "", "", 400, "signs"},
		{"ÄÖÜ", "", "", 400, "letters of others"},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			got, err := d.Resolve("ticker", c.text)
			var p *problem.Problem
			status := 0
			if errors.As(err, &p) {
				status = p.Status
			}
			if got.CIK != c.cik || got.Ticker != c.ticker || status != c.status || (err == nil) != (c.status == 0) {
				t.Errorf("%q: %+v, %v; want %s %s %d (%s)", c.text, got, err, c.cik, c.ticker, c.status, c.why)
			}
			if p != nil && p.Field != "ticker" {
				t.Errorf("%q: field %q", c.text, p.Field)
			}
		})
	}
}

func TestAFilerHasAllItsTickersWithTheMainOneFirst(t *testing.T) {
	d := loaded(t, filerstest.Lists()...)
	got, err := d.ByTicker("BRK.A")
	if err != nil || got.Name != "BERKSHIRE HATHAWAY INC" || len(got.Listings) != 2 ||
		got.Listings[0].Ticker != "BRK-B" || got.Listings[0].Exchange != "NYSE" || got.Ticker != "BRK-A" {
		t.Errorf("%+v %v", got, err)
	}
	if got = d.ByCIK("0000353278"); got.Listings[0].Exchange != "" {
		t.Errorf("a ticker without an exchange: %+v", got)
	}
	if got, err = d.ByTicker("VFINX"); err != nil || got.Fund == nil || got.Fund.SeriesID != "S000002839" {
		t.Errorf("a fund: %+v %v", got, err)
	}
	all, err := d.All()
	if err != nil || len(all) != 6 || all[0].Ticker != "MSFT" {
		t.Errorf("%d filers, %v", len(all), err)
	}
}

func TestTheTablesOfExchangesAndFundsMayBeMissing(t *testing.T) {
	lists := filerstest.Lists()
	d := loaded(t, lists[0])
	got, err := d.Resolve("ticker", "AAPL")
	if err != nil || got.CIK != "0000320193" || got.Listings[0].Exchange != "" {
		t.Errorf("%+v %v", got, err)
	}
	var p *problem.Problem
	if _, err := d.Resolve("ticker", "VOO"); !errors.As(err, &p) || p.Status != http.StatusNotFound {
		t.Errorf("a fund: %v", err)
	}

	d = loaded(t, lists[1], lists[2])
	if _, err := d.Resolve("ticker", "AAPL"); !errors.Is(err, upstream.Unloaded) {
		t.Errorf("no table of companies: %v", err)
	}
	if got, err := d.Resolve("ticker", "320193"); err != nil || got.CIK != "0000320193" {
		t.Errorf("a CIK needs no table: %+v %v", got, err)
	}
	if _, err := d.All(); !errors.Is(err, upstream.Unloaded) {
		t.Errorf("all of no table: %v", err)
	}
	if s := d.Status(); s.State != upstream.StatusError {
		t.Errorf("%+v", s)
	}

	fresh := New(upstreamtest.New(t).Pool(t, nil))
	if _, err := fresh.ByTicker("AAPL"); !errors.Is(err, upstream.Warming) {
		t.Errorf("before the first load: %v", err)
	}
}
