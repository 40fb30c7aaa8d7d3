package organisations

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/party/filers"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/organisations/organisationstest"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var engine = names.New()

// over makes the registers of a test, with EDGAR's tables loaded.
func over(tb testing.TB, in *organisationstest.Registers) (*Registers, *upstreamtest.World) {
	tb.Helper()
	world := in.World(tb)
	r := unlisted(tb, world)
	if err := r.FilerNames().Refresh(tb.Context()); err != nil && !slices.Contains(in.Down, "www.sec.gov") {
		tb.Fatal(err)
	}
	return r, world
}

// unlisted makes them without the list of all names.
func unlisted(tb testing.TB, world *upstreamtest.World) *Registers {
	tb.Helper()
	pool := world.Pool(tb, nil, upstreamtest.SmallLists)
	directory := filers.New(pool)
	lists := directory.Lists()
	for _, err := range []error{
		lists.Companies.Refresh(tb.Context()),
		lists.Listings.Refresh(tb.Context()),
		lists.Funds.Refresh(tb.Context()),
	} {
		if err != nil {
			tb.Log(err)
		}
	}
	return New(pool, directory, engine, func() time.Time { return organisationstest.Now })
}

func value(id *Identifier) string {
	if id == nil {
		return ""
	}
	return id.Value
}

// The companies of the tests are real; their registers' entries are cut down to what decides.
const (
	appleLEI  = "HWUPKR0MPOU8FGXBT394"
	groupLEI  = "IWUQB36BXD6OWD6X4T14" // American Airlines Group Inc.
	airLEI    = "SHBTYIP8QGKDUJYLFA93" // of the operating company in these tests
	rioPLCLEI = "213800YOEO5OQ72G2R82"
)

func apple() *organisationstest.Registers {
	return &organisationstest.Registers{
		Filers: []organisationstest.Filer{{
			CIK:     "0000320193",
			Name:    "Apple Inc.",
			Former:  []string{"APPLE COMPUTER INC"},
			State:   "CA",
			City:    "CUPERTINO",
			Region:  "CA",
			Tickers: []string{"AAPL"},
			EIN:     "942404110",
		}},
		Records: []organisationstest.Record{{
			LEI:          appleLEI,
			Name:         "APPLE INC.",
			Jurisdiction: "US-CA",
			City:         "Cupertino",
			Region:       "US-CA",
			ISINs:        []string{"US037833DT41", "US0378331005"},
			Exception:    "NON_CONSOLIDATING",
		}},
		Items: []organisationstest.Item{{
			QID:   "Q312",
			Label: "Apple",
			CIKs:  []string{"320193"},
			LEIs:  []string{appleLEI},
			ISINs: []string{"US0378331005"},
			EINs:  []string{"94-2404110"},
		}},
		Securities: []organisationstest.Security{{
			ISIN:   "US0378331005",
			Name:   "APPLE INC",
			Ticker: "AAPL",
		}},
	}
}

func TestEveryIdentifierLeadsToTheWholeOrganisation(t *testing.T) {
	for _, q := range []Query{
		{ByTicker, "AAPL"}, {ByCIK, "0000320193"}, {ByLEI, appleLEI}, {ByQID, "Q312"}, {ByISIN, "US0378331005"},
		{ByName, "Apple"},
	} {
		t.Run(string(q.Kind), func(t *testing.T) {
			r, world := over(t, apple())
			p, err := r.Resolve(t.Context(), q, Options{Hierarchy: true, Securities: true})
			if err != nil {
				t.Fatal(err)
			}
			if value(p.CIK) != "0000320193" || value(p.LEI) != appleLEI || value(p.QID) != "Q312" ||
				value(p.EIN) != "94-2404110" || len(p.Tickers) != 1 || p.Tickers[0].Exchange != "NYSE" {
				t.Errorf("%+v %+v %+v %+v %+v", p.CIK, p.LEI, p.QID, p.EIN, p.Tickers)
			}
			if len(p.ISINs) == 0 || p.ISINs[0].Value != "US0378331005" || p.ISINTotal != 2 {
				t.Errorf("securities: %+v of %d", p.ISINs, p.ISINTotal)
			}
			if len(p.Conflicts) != 0 || p.Partial() || p.Hierarchy.Direct.Exception != "NON_CONSOLIDATING" {
				t.Errorf("conflicts %+v, partial %t, %+v", p.Conflicts, p.Partial(), p.Hierarchy)
			}
			if misses := world.Misses(); len(misses) > 0 {
				t.Error(misses)
			}
		})
	}
}

func TestProvenanceTellsHowEachIdentifierWasFound(t *testing.T) {
	r, _ := over(t, apple())
	p, err := r.Resolve(t.Context(), Query{ByTicker, "AAPL"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if p.CIK.Method != Given || p.CIK.Confidence != 1 || p.CIK.Source != SEC {
		t.Errorf("cik: %+v", p.CIK)
	}
	if p.QID.Method != CrossRef || p.LEI.Method != CrossRef || p.LEI.Confidence != 0.9 {
		t.Errorf("lei: %+v, qid: %+v", p.LEI, p.QID)
	}
	if p.EIN.Source != SEC || p.EIN.Method != Given {
		t.Errorf("ein: %+v", p.EIN)
	}
}

func TestUnknownIdentifiersAreNotFound(t *testing.T) {
	r, _ := over(t, apple())
	for _, q := range []Query{
		{ByTicker, "NONE"}, {ByCIK, "0000000001"}, {ByLEI, "INR2EJN1ERAN0W5ZP974"}, {ByQID, "Q999"},
		{ByISIN, "US5949181045"}, {ByName, "Zzyzx Nonesuch Works"},
	} {
		_, err := r.Resolve(t.Context(), q, Options{})
		if !errors.Is(err, ErrNotFound) && !errors.Is(err, upstream.NotFound) {
			t.Errorf("%v: %v", q, err)
		}
	}
}

func TestOneRegisterDownLeavesAPart(t *testing.T) {
	for _, down := range []string{
		"api.gleif.org", "data.sec.gov", "query.wikidata.org", "www.wikidata.org", "api.openfigi.com",
	} {
		for _, q := range []Query{
			{ByTicker, "AAPL"}, {ByLEI, appleLEI}, {ByQID, "Q312"}, {ByISIN, "US0378331005"}, {ByName, "Apple Inc."},
		} {
			in := apple()
			in.Down = []string{down}
			r, _ := over(t, in)
			p, err := r.Resolve(t.Context(), q, Options{})
			if err != nil {
				owner := down == "api.gleif.org" && q.Kind == ByLEI || down == "www.wikidata.org" && q.Kind == ByQID
				if !owner || upstream.KindOf(err) != upstream.Unavailable {
					t.Errorf("%s by %s: %v", down, q.Kind, err)
				}
				continue
			}
			asked := slices.ContainsFunc(p.Asked, func(a Asked) bool { return a.Err != nil && a.Skipped == "" })
			if asked != p.Partial() {
				t.Errorf("%s by %s: partial %t: %+v", down, q.Kind, p.Partial(), p.Asked)
			}
			for _, id := range []*Identifier{p.CIK, p.LEI, p.QID} {
				if id != nil && !slices.Contains([]string{"0000320193", appleLEI, "Q312"}, id.Value) {
					t.Errorf("%s by %s: %+v", down, q.Kind, id)
				}
			}
		}
	}
}

func TestAllRegistersDownIsAFailure(t *testing.T) {
	in := apple()
	in.Down = []string{
		"api.gleif.org", "data.sec.gov", "query.wikidata.org", "www.wikidata.org", "api.openfigi.com",
		"www.sec.gov",
	}
	r, _ := over(t, in)
	for _, q := range []Query{
		{ByTicker, "AAPL"}, {ByCIK, "0000320193"}, {ByLEI, appleLEI}, {ByQID, "Q312"}, {ByISIN, "US0378331005"},
		{ByName, "Apple"},
	} {
		if _, err := r.Resolve(t.Context(), q, Options{}); err == nil || errors.Is(err, ErrNotFound) ||
			upstream.KindOf(err) == upstream.NotFound {
			t.Errorf("%v: %v", q, err)
		}
	}
}

// TestASecurityWithoutOpenFIGI: only it tells a share from a receipt that a bank issued. Without it what GLEIF maps an
// American number to may be that bank, so that nothing is known unless Wikidata knows the company.
func TestASecurityWithoutOpenFIGI(t *testing.T) {
	in := apple()
	in.Down = []string{"api.openfigi.com"}
	r, _ := over(t, in)
	p, err := r.Resolve(t.Context(), Query{ByISIN, "US0378331005"}, Options{})
	if err != nil || value(p.LEI) != appleLEI || !p.Partial() {
		t.Errorf("%v %+v", err, p)
	}

	in.Items = nil
	r, _ = over(t, in)
	if _, err := r.Resolve(t.Context(), Query{ByISIN, "US0378331005"}, Options{}); err == nil ||
		errors.Is(err, ErrNotFound) || upstream.KindOf(err) == upstream.NotFound {
		t.Errorf("%v", err)
	}
}

// TestRoundTrips counts how often the registers are waited for one after the other; a query by name has two more, those
// of the search.
func TestRoundTrips(t *testing.T) {
	for _, c := range []struct {
		query            Query
		rounds, requests int
	}{
		{Query{ByTicker, "AAPL"}, 3, 10},
		{Query{ByCIK, "0000320193"}, 3, 10},
		{Query{ByLEI, appleLEI}, 3, 9},
		{Query{ByQID, "Q312"}, 3, 8},
		{Query{ByISIN, "US0378331005"}, 3, 10},
		{Query{ByName, "Apple Inc."}, 2, 13},
	} {
		fresh, world := over(t, apple())
		before := len(world.Asked())
		p, err := fresh.Resolve(t.Context(), c.query, Options{Hierarchy: true, Securities: true})
		if err != nil {
			t.Fatal(err)
		}
		if asked := world.Asked()[before:]; p.rounds > c.rounds || len(asked) > c.requests {
			t.Errorf(
				"by %s: %d rounds, %d requests:\n%s",
				c.query.Kind,
				p.rounds,
				len(asked),
				strings.Join(asked, "\n"),
			)
		}
	}
}

func TestNamesThatSeveralHaveAreNotGuessed(t *testing.T) {
	r, _ := over(t, &organisationstest.Registers{
		Filers: apple().Filers,
		Records: []organisationstest.Record{
			{LEI: appleLEI, Name: "Phoenix Holdings Ltd", Jurisdiction: "GB"},
			{LEI: groupLEI, Name: "PHOENIX HOLDINGS LIMITED", Jurisdiction: "IL"},
		},
	})
	_, err := r.Resolve(t.Context(), Query{ByName, "Phoenix Holdings Ltd"}, Options{})
	var several *AmbiguousError
	if !errors.As(err, &several) || len(several.Candidates) != 2 {
		t.Errorf("%v", err)
	}
}
