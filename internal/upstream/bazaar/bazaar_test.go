package bazaar

import (
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// tea is an item of each generation of the protocol, in the catalogue's form.
const tea = `{"x402Version":2,"items":[
 {"resource":"https://api.tea.example.com/steep","type":"http","x402Version":2,"serviceName":"Tea","lastUpdated":"2026-11-01T08:00:00.5Z","curated":true,
  "accepts":[{"scheme":"exact","network":"eip155:8453","asset":"0xA","amount":"1500","payTo":"0xB","maxTimeoutSeconds":60,"extra":null},
             {"scheme":"upto","network":"eip155:8453","asset":"0xA","amount":9000,"recipient":"0xC"}],
  "extensions":{"bazaar":{"info":{"input":{"type":"http","method":"post"}}}},
  "quality":{"l30DaysTotalCalls":70,"l30DaysUniquePayers":9,"lastCalledAt":"2026-11-18T10:00:00Z"}},
 {"resource":"https://old.example.com/a","type":"http","x402Version":1,"lastUpdated":1762000000,
  "accepts":[{"scheme":"exact","network":"base","asset":"0xA","maxAmountRequired":"200","payTo":"0xD"},7],"extensions":[],"quality":null},
 {"resource":5},{"resource":""},"odd"
],"pagination":{"limit":100,"offset":0,"total":7}}`

func TestItemsOfBothGenerationsAreRead(t *testing.T) {
	got, err := Read(strings.NewReader(tea + "\n" + `{"resources":[{"resource":"https://c.example.com/"}],"pagination":{"total":6}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := Catalogue{
		Stated: 6, Unread: 3,
		Resources: []Resource{
			{
				URL: "https://api.tea.example.com/steep", ServiceName: "Tea", Method: "POST", LastUpdated: time.Date(2026, 11, 1, 8, 0, 0, 5e8, time.UTC),
				Accepts: []Accept{{"exact", "eip155:8453", "0xA", "1500", "0xB"}, {"upto", "eip155:8453", "0xA", "9000", "0xC"}},
				Quality: &Quality{Calls: 70, Payers: 9, LastCall: time.Date(2026, 11, 18, 10, 0, 0, 0, time.UTC)},
			},
			{URL: "https://old.example.com/a", LastUpdated: time.Unix(1762000000, 0).UTC(), Accepts: []Accept{{"exact", "base", "0xA", "200", "0xD"}}},
			{URL: "https://c.example.com/"},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestWhatIsNoCatalogueIsRefused(t *testing.T) {
	for _, bad := range []string{"<html>", `{"items":[`, `[]`, `{"error":"x"}`, `{"items":7}`} {
		if got, err := Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%s is taken: %+v", bad, got)
		}
	}
}

func TestPagesGoInStepsOfTheStatedSizeUntilTheTotal(t *testing.T) {
	pool := upstreamtest.New(t).Pool(t, nil)
	c := pool.Client(Provider)
	for _, tt := range []struct {
		why, body string
		pages     int
		more      bool
		bad       bool
	}{
		{"a whole page", `{"items":[{}],"pagination":{"limit":1000,"total":2500}}`, 1, true, false},
		{"the page before the last", `{"items":[{}],"pagination":{"limit":1000,"total":2500}}`, 2, true, false},
		{"the last", `{"items":[{}],"pagination":{"limit":1000,"total":2500}}`, 3, false, false},
		{"a smaller step than asked for", `{"items":[{}],"pagination":{"limit":100,"total":250}}`, 2, true, false},
		{"its last", `{"items":[{}],"pagination":{"limit":100,"total":250}}`, 3, false, false},
		{"an exact multiple", `{"items":[{}],"pagination":{"limit":100,"total":200}}`, 2, false, false},
		{"an empty page ends it", `{"items":[],"pagination":{"limit":100,"total":9999}}`, 2, false, false},
		{"no total", `{"items":[{}]}`, 1, false, false},
		{"no total, and a full page", `{"items":[{},{}],"pagination":{"limit":2}}`, 1, true, false},
		{"no total, and the page after it", `{"items":[{}],"pagination":{"limit":2}}`, 2, false, false},
		{"no total, and more than asked for", `{"items":[{},{},{}],"pagination":{"limit":2}}`, 1, false, false},
		{"not JSON", `<html>`, 1, false, true},
	} {
		next, err := Next(c, []byte(tt.body), tt.pages)
		if (err != nil) != tt.bad || (next != nil) != tt.more {
			t.Errorf("%s: %v, %v", tt.why, next != nil, err)
		}
	}
}

func TestSearchTakesEitherNameOfTheList(t *testing.T) {
	for _, body := range []string{`{"resources":[{"resource":"https://a.example.com/x"}],"partialResults":false}`, `{"items":[{"resource":"https://a.example.com/x"}]}`} {
		w := upstreamtest.New(t, upstreamtest.Answer{URL: "https://api.cdp.coinbase.com/platform/v2/x402/discovery/search?urlSubstring=a.example.com&limit=20", Body: body})
		got, err := New(w.Pool(t, nil)).Search(t.Context(), "a.example.com")
		if err != nil || len(got) != 1 || got[0].URL != "https://a.example.com/x" {
			t.Errorf("%s: %+v, %v", body, got, err)
		}
	}
}

func TestFailuresOfTheSearchHaveKinds(t *testing.T) {
	for _, tt := range []struct {
		answer upstreamtest.Answer
		want   upstream.Kind
	}{
		{upstreamtest.Answer{Status: 429, Header: map[string]string{"Retry-After": "600"}}, upstream.RateLimited},
		{upstreamtest.Answer{Status: 500}, upstream.Unavailable},
		{upstreamtest.Answer{Type: "text/html", Body: "<html>"}, upstream.BadResponse},
	} {
		tt.answer.URL = "https://api.cdp.coinbase.com/platform/v2/x402/discovery/search"
		w := upstreamtest.New(t, tt.answer)
		if _, err := New(w.Pool(t, nil)).Search(t.Context(), "x"); upstream.KindOf(err) != tt.want {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
}

// TestRealSamplesParse reads the recorded catalogue pages, if present.
func TestRealSamplesParse(t *testing.T) {
	for _, name := range samples.Glob(t, "x402-bazaar/*.json") {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Read(f)
		if closing := f.Close(); err != nil || closing != nil || len(got.Resources) != 1 || got.Unread != 0 {
			t.Fatalf("%s: %+v, %v, %v", name, got, err, closing)
		}
		r := got.Resources[0]
		if r.Quality == nil || r.Quality.Payers == 0 || r.Quality.LastCall.IsZero() || r.LastUpdated.IsZero() || len(r.Accepts) != 1 || r.Accepts[0].Amount == "" || r.Accepts[0].PayTo == "" {
			t.Errorf("%s: %+v", name, r)
		}
	}
}
