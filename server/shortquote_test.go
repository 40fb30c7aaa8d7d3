package server

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/x402"
)

// ask sends a request whose header has exactly the lines given.
func ask(t *testing.T, url, method string, header map[string]string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range header {
		r.Header.Set(name, value)
	}
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	defer client.CloseIdleConnections()
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

func body(t *testing.T, resp *http.Response) string {
	t.Helper()
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestQuoteIsSaidOnceToWhoAsksForIt: the half of a quote that a buyer reads is the same with the preference as without
// it, and the other half is left out.
func TestQuoteIsSaidOnceToWhoAsksForIt(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	usual := httptest.NewServer(s.server.handler)
	defer usual.Close()

	const path = "/crypto/hash?algo=keccak256&input=x"
	whole := ask(t, usual.URL+path, http.MethodGet, nil)
	wholeBody := body(t, whole)
	wholeHeader := whole.Header.Get(x402.HeaderRequired)

	for _, c := range []struct {
		why     string
		prefer  string
		more    map[string]string
		applied string
	}{
		{"version 2 reads the header", "x402-version=2", nil, "x402-version=2"},
		{"version 1 reads the body", "x402-version=1", nil, "x402-version=1"},
		{"among others, and quoted", `return=minimal, X402-Version="2"; a=b`, nil, "x402-version=2"},
		{"a buyer that takes gzip", "x402-version=2", map[string]string{"Accept-Encoding": "gzip"}, "x402-version=2"},
		{"an unknown version is ignored", "x402-version=3", nil, ""},
		{"another preference is ignored", "return=minimal", nil, ""},
		{
			"a page is left whole", "x402-version=2",
			map[string]string{"Accept": "text/html", "User-Agent": "Mozilla/5.0"}, "",
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			header := map[string]string{"Prefer": c.prefer}
			for name, value := range c.more {
				header[name] = value
			}
			got := ask(t, usual.URL+path, http.MethodGet, header)
			text := body(t, got)
			required := got.Header.Get(x402.HeaderRequired)
			if got.StatusCode != http.StatusPaymentRequired || got.Header.Get("Preference-Applied") != c.applied {
				t.Fatalf("%d, applied %q", got.StatusCode, got.Header.Get("Preference-Applied"))
			}

			switch c.applied {
			case "x402-version=1":
				if required != "" || text != wholeBody {
					t.Errorf("header %.40q, body\n%s, want\n%s", required, text, wholeBody)
				}
			case "x402-version=2":
				want := `{"error":"PAYMENT-SIGNATURE or X-PAYMENT header is required","x402Version":2}`
				if required != wholeHeader || text != want {
					t.Errorf("header as it was: %t, body %s", required == wholeHeader, text)
				}
			default:
				if c.more == nil && (required != wholeHeader || text != wholeBody) {
					t.Errorf("the quote is another: %.80s", text)
				}
			}
		})
	}
}

// TestRefusalSaysWhyInItsShortFormToo: what a buyer has to read of a payment that was not taken is in both halves.
func TestRefusalSaysWhyInItsShortFormToo(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	usual := httptest.NewServer(s.server.handler)
	defer usual.Close()

	got := ask(t, usual.URL+"/crypto/hash?algo=keccak256&input=x", http.MethodGet, map[string]string{
		"Prefer":            "x402-version=2",
		"PAYMENT-SIGNATURE": "bm90IGEgcGF5bWVudA==",
	})
	var short struct {
		Error   string `json:"error"`
		Accepts []any  `json:"accepts"`
	}
	text := body(t, got)
	if err := json.Unmarshal([]byte(text), &short); err != nil || got.StatusCode != http.StatusPaymentRequired ||
		short.Error == "" || short.Accepts != nil {
		t.Errorf("%d %s", got.StatusCode, text)
	}
}

// TestShortQuotesAreShorter holds for all paid routes. It logs the figures of docs/agents.md.
func TestShortQuotesAreShorter(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	sizes := map[string][]int{}
	for _, op := range s.spec.Operations {
		if !op.Paid {
			continue
		}
		size := map[string]int{}
		for _, prefer := range []string{"", "x402-version=1", "x402-version=2"} {
			r := s.request(op.Method, op.Path, nil)
			r.Header.Set("Prefer", prefer)
			a := s.do(r)
			size[prefer] = len(a.header.Get(x402.HeaderRequired)) + len(a.body)
			sizes[prefer] = append(sizes[prefer], size[prefer])
		}

		v1, v2 := size["x402-version=1"], size["x402-version=2"]
		if v1+v2 > size[""]+100 { // the body of version 2 says why there is a quote
			t.Errorf("%s: %d and %d bytes, both %d", op.Name(), v1, v2, size[""])
		}
	}

	for _, prefer := range []string{"", "x402-version=1", "x402-version=2"} {
		slices.Sort(sizes[prefer])
		all := sizes[prefer]
		t.Logf("Prefer: %q: %d quotes, median %d bytes, most %d", prefer, len(all), all[len(all)/2], all[len(all)-1])
	}
}

// TestQuotesAreCounted as other answers are, where the operator wants each of them.
func TestQuotesAreCounted(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), map[string]string{"QUOTE_EVENTS": "all"}, (&scripted{}).with(false))
	for range 3 {
		s.get("/crypto/hash?algo=keccak256&input=x")
	}
	await.Until(t, "three quotes", func() bool {
		events, err := s.server.parts.Usage.Events(t.Context(), 0, 10)
		for _, e := range events {
			if e.Route != "GET /crypto/hash" || e.Outcome != usage.OutcomeQuoted || e.PriceUSD == "" ||
				e.Status != http.StatusPaymentRequired || e.Latency <= 0 {
				t.Errorf("%+v", e)
			}
		}
		return err == nil && len(events) == 3
	})
}
