package server

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
)

// codeOf is the code of a problem.
func codeOf(t *testing.T, body []byte) string {
	t.Helper()
	var p struct {
		Code    string
		Charged *bool
	}
	if err := json.Unmarshal(body, &p); err != nil || p.Charged == nil || *p.Charged {
		t.Fatalf("%s: %v", body, err)
	}
	return p.Code
}

// TestAnOperatorsOwnShop: what is changed in the document is changed everywhere.
func TestAnOperatorsOwnShop(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "ours.yaml")
	const overlay = `
overlay: 1.1.0
info: {title: Ours, version: "1"}
actions:
  - target: $.paths['/crypto/hash'].get
    update: {summary: Hash it, x-payment-info: {price: {amount: "0.5"}}}
  - target: $.paths['/bank/bic']
    remove: true
`
	if err := os.WriteFile(file, []byte(overlay), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, newKey(t), map[string]string{
		"OVERLAY":      file,
		"ROUTES_OFF":   "sports,/quant/kelly",
		"PRICE_FACTOR": "2",
	}, (&scripted{}).with(false))

	// The quote, the document, the catalogue, the texts for models, the search and the tools have the same price.
	a := s.get("/crypto/hash?algo=keccak256&input=x")
	if a.status != http.StatusPaymentRequired || !strings.Contains(string(a.body), `"maxAmountRequired":"1000000"`) {
		t.Errorf("the quote: %d %s", a.status, a.body)
	}
	for path, want := range map[string]string{
		"/openapi.json":         `"amount":"1"`,
		"/find?q=keccak%20hash": `"price_usd":1`,
		"/llms.txt":             "$1.00; algo, input",
	} {
		if a := s.get(path); !strings.Contains(strings.ReplaceAll(string(a.body), ": ", ":"), want) {
			t.Errorf("%s has no %s", path, want)
		}
	}

	// What is not sold is nowhere, and says so.
	for _, path := range []string{"/openapi.json", "/llms.txt", "/", "/find?q=kelly%20criterion", "/tools.json"} {
		if a := s.get(path); strings.Contains(string(a.body), "/quant/kelly") || strings.Contains(string(a.body), "/sports/scores") {
			t.Errorf("%s names a route that is not sold", path)
		}
	}
	for _, path := range []string{"/quant/kelly", "/sports/scores", "/bank/bic"} {
		a := s.get(path)
		if a.status != http.StatusNotFound || codeOf(t, a.body) != problem.CodeNotSoldHere {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	if a := s.get("/no/such"); a.status != http.StatusNotFound || codeOf(t, a.body) != problem.CodeNoSuchRoute {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestWhatCannotBeServedIsNotOffered: without its key a route would take a quote and a payment's work for nothing.
func TestWhatCannotBeServedIsNotOffered(t *testing.T) {
	t.Parallel()
	keyless := func(keys map[string]string) func(*Parts) {
		return func(p *Parts) {
			p.Upstreams = upstream.NewPool(upstream.Options{
				DataDir: t.TempDir(),
				Lookup: func(name string) (string, bool) {
					value, ok := keys[name]
					return value, ok
				},
			})
		}
	}
	without := map[string]string{"SELL_UNCONFIGURED": "", "ATTESTOR_KEY": ""}
	s := start(t, newKey(t), without, (&scripted{}).with(false), keyless(nil))
	for _, path := range []string{"/notarize?url=https://example.com", "/agri/production?commodity=corn"} {
		a := s.get(path)
		if a.status != http.StatusServiceUnavailable || codeOf(t, a.body) != problem.CodeNotConfigured {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	if a := s.get("/find?q=crop%20production%20of%20corn"); strings.Contains(string(a.body), "/agri/production") {
		t.Error("it is found")
	}
	if a := s.get("/openapi.json"); strings.Contains(string(a.body), `"/notarize"`) {
		t.Error("it is in the document")
	}

	with := map[string]string{"NASS_API_KEY": strings.Repeat("a", 32)}
	s = start(t, newKey(t), map[string]string{"SELL_UNCONFIGURED": ""}, (&scripted{}).with(false), keyless(with))
	for _, path := range []string{"/notarize?url=https://example.com", "/agri/production?commodity=corn"} {
		if a := s.get(path); a.status != http.StatusPaymentRequired {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
}

// TestARouteWhoseProviderIsOffIsNotOffered: a switch that only made errors would still take quotes.
func TestARouteWhoseProviderIsOffIsNotOffered(t *testing.T) {
	t.Parallel()
	off := map[string]string{"UPSTREAM_SEC_URL": "off"}
	s := start(t, newKey(t), map[string]string{"SELL_UNCONFIGURED": ""}, (&scripted{}).with(false), func(p *Parts) {
		p.Upstreams = upstream.NewPool(upstream.Options{
			DataDir: t.TempDir(),
			Lookup: func(name string) (string, bool) {
				value, ok := off[name]
				return value, ok
			},
		})
	})
	a := s.get("/edgar/financials?company=AAPL")
	if a.status != http.StatusServiceUnavailable || codeOf(t, a.body) != problem.CodeNotConfigured {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := s.get("/crypto/hash?algo=keccak256&input=x"); a.status != http.StatusPaymentRequired {
		t.Errorf("a route without the provider: %d %s", a.status, a.body)
	}
}

// TestASettingThatChangesWhatIsSoldIsHeldToItsRule at the start.
func TestASettingThatChangesWhatIsSoldIsHeldToItsRule(t *testing.T) {
	t.Parallel()
	for setting, want := range map[string][2]string{
		"OVERLAY":      {"/no/such/file.yaml", "OVERLAY: "},
		"ROUTES_OFF":   {"/crypto/hsh", "ROUTES_OFF: there is no paid route and no family /crypto/hsh"},
		"PRICE_FACTOR": {"0", "PRICE_FACTOR must be a number above 0"},
	} {
		c, err := ConfigFrom(map[string]string{
			"PAY_TO_ADDRESS": "0x1111111111111111111111111111111111111402",
			setting:          want[0],
		})
		if err == nil {
			_, err = c.assortment()
		}
		if err == nil || !strings.Contains(err.Error(), want[1]) {
			t.Errorf("%s=%s: %v", setting, want[0], err)
		}
	}
}
