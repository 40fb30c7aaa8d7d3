package openfigi

import (
	"net/http"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const mapping = "https://api.openfigi.com/v3/mapping"

func answered(t *testing.T, answer upstreamtest.Answer, isins ...string) (map[string][]Security, error) {
	t.Helper()
	answer.Method = "POST"
	answer.URL = mapping
	return New(upstreamtest.New(t, answer).Pool(t, nil)).ByISIN(t.Context(), isins...)
}

func TestRecordedMappings(t *testing.T) {
	for _, sample := range []struct {
		file   string
		isins  []string
		ticker string
		rows   int
	}{
		{"mapping_isin.trim.json", []string{"US4592001014"}, "IBM", 6},
		{"mapping_cusip_with_exchange.json", []string{"US4592001014"}, "IBM", 1},
		{"mapping_bulk.trim.json", []string{"US4592001014", "US0378331005"}, "IBM", 2},
		{"mapping_currency_mic_example.json", []string{"US0378331005"}, "APC", 1},
		{"mapping_invalid_identifier.json", []string{"ZZZZ"}, "", 0},
	} {
		found, err := answered(
			t,
			upstreamtest.Answer{Body: string(samples.Read(t, "openfigi/"+sample.file))},
			sample.isins...)
		rows := found[sample.isins[0]]
		if err != nil || len(rows) != sample.rows ||
			(len(rows) > 0 && (rows[0].Ticker != sample.ticker || !rows[0].Equity())) {
			t.Errorf("%s: %+v %v", sample.file, rows, err)
		}
	}
}

func TestFailures(t *testing.T) {
	for _, c := range []struct {
		why    string
		answer upstreamtest.Answer
		kind   upstream.Kind
	}{
		{"too many", upstreamtest.Answer{Status: 429, Header: later}, upstream.RateLimited},
		{"wrong key", upstreamtest.Answer{Status: 401}, upstream.Unauthorized},
		{"down", upstreamtest.Answer{Status: 503}, upstream.Unavailable},
		{"a page", upstreamtest.Answer{Type: "text/html", Body: "<html>"}, upstream.BadResponse},
		{"fewer answers than jobs", upstreamtest.Answer{Body: `[]`}, upstream.BadResponse},
		{"an answer that says nothing", upstreamtest.Answer{Body: `[{}]`}, upstream.BadResponse},
		{"other form", upstreamtest.Answer{Body: `{"data":[]}`}, upstream.BadResponse},
	} {
		if _, err := answered(t, c.answer, "US0378331005"); upstream.KindOf(err) != c.kind {
			t.Errorf("%s: %v, want %s", c.why, err, c.kind)
		}
	}
	found, err := answered(t, upstreamtest.Answer{Body: `[{"warning":"No identifier found."}]`}, "US0378331005")
	if err != nil || len(found["US0378331005"]) != 0 {
		t.Errorf("unknown: %v %v", found, err)
	}
}

func TestTheKeyIsSent(t *testing.T) {
	var key string
	world := upstreamtest.New(t)
	world.Handle("api.openfigi.com", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key = r.Header.Get("X-Openfigi-Apikey")
		_, _ = w.Write([]byte(`[{"warning":"x"}]`))
	}))
	c := New(world.Pool(t, map[string]string{"OPENFIGI_API_KEY": "secret"}))
	if _, err := c.ByISIN(t.Context(), "US0378331005"); err != nil || key != "secret" {
		t.Errorf("%q %v", key, err)
	}
}

// later is the wish to be left alone for longer than a test waits.
var later = map[string]string{"Retry-After": "3600"}
