package preflight

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	. "github.com/farebox/farebox/handlers/preflight/preflighttest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/bazaar"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// shop is the Bazaar as a handler with a state set by the test.
type shop struct {
	total, stated, per int
	body               string // in place of a page
	asked              []string
}

func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	s.asked = append(s.asked, q.Get("type")+" "+q.Get("limit")+" "+q.Get("offset"))
	w.Header().Set("Content-Type", "application/json")
	if s.body != "" {
		_, _ = fmt.Fprint(w, s.body)
		return
	}
	var offset int
	_, _ = fmt.Sscan(q.Get("offset"), &offset)
	var items []string
	for i := offset; i < min(offset+s.per, s.total); i++ {
		items = append(items, Item(fmt.Sprintf("https://shop%d.example.net/item", i), Payee, "1000", ""))
	}
	_, _ = fmt.Fprintf(w, `{"items":[%s],"pagination":{"limit":%d,"total":%d}}`, strings.Join(items, ","), s.per, s.stated)
}

func TestWholeCatalogueIsTakenPageByPage(t *testing.T) {
	s := &shop{total: 2500, stated: 2500, per: 1000}
	w := upstreamtest.New(t)
	w.Handle("api.cdp.coinbase.com", s)
	d := catalogue(w.Pool(t, nil), bazaar.Provider, leastBazaar)
	if err := d.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	x, info, err := d.Get()
	if err != nil || info.Records != 2500 || x.byURL["shop2499.example.net/item"] == nil || strings.Join(s.asked, ", ") != "http 1000 0, http 1000 1000, http 1000 2000" {
		t.Errorf("%d records, %v, asked %v", info.Records, err, s.asked)
	}
}

func TestCatalogueThatIsNotToBeBelievedIsRefused(t *testing.T) {
	for _, tt := range []struct {
		why   string
		next  shop
		taken bool
	}{
		{"grown", shop{total: 3000, stated: 3000, per: 1000}, true},
		{"cleaned, as the Bazaar once was", shop{total: 500, stated: 500, per: 1000}, true},
		{"nearly empty", shop{total: 300, stated: 300, per: 1000}, false},
		{"empty", shop{total: 0, stated: 0, per: 1000}, false},
		{"fewer than it says", shop{total: 1500, stated: 2500, per: 1000}, false},
		{"an HTML page", shop{body: "<html>"}, false},
		{"an error as 200", shop{body: `{"errorType":"rate_limit_exceeded"}`}, false},
		{"items of another shape", shop{body: `{"items":[` + strings.Repeat(`{"uri":1},`, 2400) + `{}],"pagination":{"total":2400}}`}, false},
	} {
		t.Run(tt.why, func(t *testing.T) {
			s := &shop{total: 2000, stated: 2000, per: 1000}
			w := upstreamtest.New(t)
			w.Handle("api.cdp.coinbase.com", s)
			d := catalogue(w.Pool(t, nil), bazaar.Provider, leastBazaar)
			if err := d.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
			*s = tt.next
			err := d.Refresh(t.Context())
			_, info, getErr := d.Get()
			if (err == nil) != tt.taken || getErr != nil || !tt.taken && info.Records != 2000 {
				t.Errorf("%v, %d records, %v", err, info.Records, getErr)
			}
		})
	}
}

func TestResourceThatComesTwiceIsCountedOnce(t *testing.T) {
	twice := bazaar.Catalogue{Resources: []bazaar.Resource{
		{URL: "https://a.example.com/x", Quality: &bazaar.Quality{Payers: 5}},
		{URL: "http://A.example.com:443/x/", Quality: &bazaar.Quality{Payers: 9}},
		{URL: "https://a.example.com/x"},
		{URL: "mcp://tool/x"}, {URL: "::"}, {URL: "/x"},
	}}
	x := newIndex(twice)
	if x.size != 1 || len(x.byHost["a.example.com"].all) != 1 || x.byURL["a.example.com/x"].Quality.Payers != 9 {
		t.Errorf("%+v", x)
	}
}

// TestRecordedCatalogueGivesTheRecordedAnswers uses the samples, if present: an exact listing, another path on its
// host, and the documentation's item, whose last call was long ago.
func TestRecordedCatalogueGivesTheRecordedAnswers(t *testing.T) {
	live := samples.Read(t, "x402-bazaar/discovery_resources_live_2026-05_abridged.json")
	doc := samples.Read(t, "x402-bazaar/discovery_resources_doc.json")
	first, later := twoPages(string(live)), twoPages(string(doc))
	b := start(t, setting{answers: []upstreamtest.Answer{
		{URL: BazaarURL + "?offset=0", Body: first},
		{URL: BazaarURL, Body: later},
		{URL: PayAIURL, Body: later},
	}})
	checkRecorded(t, b)
}

var (
	statedLimit = regexp.MustCompile(`"limit":\s*\d+`)
	statedTotal = regexp.MustCompile(`"total":\s*\d+`)
)

// twoPages makes a recorded page, which has one item, say that the catalogue is two such pages. As recorded it says
// that there are thousands, and such an excerpt is rejected.
func twoPages(page string) string {
	return statedTotal.ReplaceAllString(statedLimit.ReplaceAllString(page, `"limit":1`), `"total":2`)
}

// recorded returns pages of the replay corpus, modified by twoPages.
type recorded struct{ http.RoundTripper }

func (r recorded) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := r.RoundTripper.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	page, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}

	page = []byte(twoPages(string(page)))
	resp.Body = io.NopCloser(bytes.NewReader(page))
	resp.ContentLength = int64(len(page))
	return resp, nil
}

func checkRecorded(t *testing.T, b *bench) {
	t.Helper()
	a := b.check(t, "https://api.oatp.cc/tools/tx_explainer", "network", "base")
	c := a.Catalogue
	if !c.Listed || *a.Dimensions.Listing.Score != 100 ||
		*c.Payers30D != 2598 || *c.Calls30D != 18653 ||
		c.LastCalledAt.Format("2006-01-02T15:04:05.000Z") != "2026-05-14T14:26:42.685Z" ||
		*a.Dimensions.Usage.Score != 80 {
		t.Errorf("listed exactly: %s %+v", line(a), c)
	}
	if a := b.check(t, "https://api.oatp.cc/other"); *a.Dimensions.Listing.Score != 70 {
		t.Errorf("same host: %s", line(a))
	}
	a = b.check(t, "https://api.example.com/weather/forecast")
	c = a.Catalogue
	if !c.Listed || *c.ServiceName != "Weather API" ||
		*c.Payers30D != 15 || *c.Calls30D != 42 || *a.Dimensions.Usage.Score != 50 {
		t.Errorf("on a later page: %s %+v", line(a), c)
	}
}

// TestReplay runs the rows of the replay corpus through the proxy in FAREBOX_REPLAY, with its CA in SSL_CERT_FILE.
// The probe has no recording.
func TestReplay(t *testing.T) {
	proxy := os.Getenv("FAREBOX_REPLAY")
	if proxy == "" {
		t.Skip("FAREBOX_REPLAY is not set")
	}
	b := start(t, setting{unloaded: true})
	through := func(name string) (string, bool) { return proxy, name == "HTTPS_PROXY" }
	pool := upstream.NewPool(upstream.Options{
		DataDir:    t.TempDir(),
		UserAgent:  "farebox/test (+https://farebox.test)",
		Now:        noon,
		RateScale:  1e3,
		Lookup:     through,
		Transport:  recorded{upstream.NewTransport(through)},
		SmallLists: true,
	})
	b.h.bazaar = bazaar.New(pool)
	for i, p := range []upstream.Provider{bazaar.Provider, bazaar.PayAI} {
		b.h.catalogues[i].data = catalogue(pool, p, leastBazaar)
		if err := b.h.catalogues[i].data.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	checkRecorded(t, b)
}
