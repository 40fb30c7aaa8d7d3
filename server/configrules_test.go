package server

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// wrongTexts are values that the rule of each setting that is text refuses. Those without one take any text by
// themselves; the tests of Surroundings and of settings that meet others are their own.
var wrongTexts = map[string]string{
	"LISTEN_ADDR":           "8402",
	"METRICS_ADDR":          "127.0.0.1:99999",
	"RENDER_PROXY_LISTEN":   "localhost",
	"PUBLIC_BASE_URL":       "api.example.com",
	"SERVICE_NAME":          "Fährbox",
	"TERMS_URL":             "the terms",
	"CONTACT":               "me@example.com\nX-Evil: 1",
	"PAY_TO_ADDRESS":        "0x123",
	"SOLANA_SETTLEMENT_KEY": "[1,2,3]",
	"PAYMENT_NETWORKS":      "eip155:99",
	"FINAL_DEPTH":           "deep",
	"FACILITATOR_URL":       "facilitator.example.com",
	"FACILITATOR_BEARER":    "two words",
	"CDP_API_KEY_ID":        "id\n",
	"SETTLEMENT_KEY":        "0x123",
	"ATTESTOR_KEY":          "0x123",
	"ADMIN_TOKEN":           "two words",
	"SERVER_SECRET":         "abcd",
	"DATABASE_URL":          "mysql://h/d",
	"CACHE_URL":             "memcached://h",
	"DNS_RESOLVERS":         "dns.example.com",
	"OWN_ADDRESSES":         "203.0.113.7,here",
	"MCP_HOSTS":             "inside.example.com,https://other.example.com",
	"INDEX402_VERIFY":       "a\nb",
	"BROWSER_URL":           "127.0.0.1:9222",
	"RENDER_PROXY_URL":      "farebox:3129",
	"LOG_LEVEL":             "loud",
	"LOG_FORMAT":            "xml",
	"QUOTE_EVENTS":          "some",
	"CDP_API_KEY_SECRET":    "",
	"DATA_DIR":              "",
	"SDK_PACKAGE":           "",
	"BROWSER_PATH":          "",
	"WALLET_FACTORIES":      "0x123",
	"PAYERS_DENY":           "0x123",
	"FACILITATOR_FEE_USD":   "-1",
	"GAS_COIN_USD":          "1e9",

	"DATASETS_URL":          "https://bucket.s3.amazonaws.com",
	"AWS_ENDPOINT_URL_S3":   "minio:9000",
	"AWS_REGION":            "eu central",
	"AWS_ACCESS_KEY_ID":     "two words",
	"AWS_SECRET_ACCESS_KEY": "two words",
	"AWS_SESSION_TOKEN":     "two words",

	"BATCH_SETTLEMENT_KEY":    "0x123",
	"BATCH_MIN_DEPOSIT_USD":   "-0.10",
	"BATCH_CLAIM_USD":         "much",
	"BATCH_REFUND_EARNED_USD": "-0.01",

	"SELL":             "shop.yaml",
	"SELL_SIGNING_KEY": "short",

	"OVERLAY":      ",",
	"ROUTES_OFF":   "fec,GET /gas",
	"PRICE_FACTOR": "0",

	"OTEL_EXPORTER_OTLP_ENDPOINT": "127.0.0.1:4318",
	"OTEL_EXPORTER_OTLP_HEADERS":  "authorization",
}

// TestEverySettingHasARule goes over the whole of Config, so that a new setting without bounds or a rule fails.
func TestEverySettingHasARule(t *testing.T) {
	t.Parallel()
	for f := range fields() {
		name := f.Tag.Get("env")
		var wrong []string
		switch {
		case f.Type.Kind() == reflect.String:
			if textRules[name] == nil {
				t.Errorf("%s has no rule in textRules", name)
			}
			value, known := wrongTexts[name]
			if !known {
				t.Errorf("%s has no wrong value in this test", name)
			}
			wrong = append(wrong, value)
		case f.Type.Kind() == reflect.Bool:
			wrong = append(wrong, "maybe")
		default:
			wrong = append(wrong, outside(t, f)...)
		}

		for _, value := range wrong {
			if value == "" {
				continue
			}
			_, err := ConfigFrom(map[string]string{name: value})
			var list WrongSettings
			if !errors.As(err, &list) || len(list) != 1 || !strings.Contains(list[0], name) {
				t.Errorf("%s=%q: %v", name, value, err)
				continue
			}
			if strings.Contains(list[0], f.Name) {
				t.Errorf("%s=%q: %s speaks of a field of the program", name, value, list[0])
			}
			if f.Tag.Get("secret") == "true" && strings.Contains(list[0], value) {
				t.Errorf("%s: the secret is quoted: %s", name, list[0])
			}
		}
	}
}

// outside are values of a number or a time that are out of its bounds, or none at all.
func outside(t *testing.T, f reflect.StructField) []string {
	t.Helper()
	b := boundOf(f)
	low := number(f.Type, b.min)
	high := number(f.Type, b.max)
	usual := number(f.Type, f.Tag.Get("envDefault"))
	if !(low >= 0 && low <= usual && usual <= high) {
		t.Errorf("%s wants bounds, and a default between them", f.Name)
		return nil
	}

	if f.Type == reflect.TypeFor[time.Duration]() {
		return []string{
			fmt.Sprint(time.Duration(low) - time.Millisecond),
			fmt.Sprint(time.Duration(high) + time.Millisecond),
			"60",
			"abc",
			"9999999999h",
		}
	}
	return []string{fmt.Sprint(low - 1), fmt.Sprint(int64(high) + 1), "abc", "99999999999999999999999", "NaN"}
}

func TestAllWrongSettingsAreNamedAtOnce(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := writable(file); err != nil { // a directory now
		t.Fatal(err)
	}
	c, err := ConfigFrom(map[string]string{
		"SETTLE_TIMEOUT":    "abc",
		"RENDER_POOL":       "0",
		"LOG_LEVEL":         "loud",
		"FACILITATOR_URL":   "self",
		"RPC_URL_BASE":      "base.example.com",
		"RPC_PUBLIC_BASE":   "no",
		"UPSTREAM_OFAC_URL": "on",
		"DATA_DIR":          "/dev/null/data",
		"BROWSER_PATH":      filepath.Join(file, "chromium"),
	})
	err = Together(err, c.Live(), c.Surroundings())
	var list WrongSettings
	if !errors.As(err, &list) || len(list) != 11 {
		t.Fatalf("%d: %v", len(list), err)
	}
	for _, name := range []string{
		"SETTLE_TIMEOUT", "RENDER_POOL", "LOG_LEVEL", "SETTLEMENT_KEY", "RPC_URL_BASE", "RPC_PUBLIC_BASE",
		"UPSTREAM_OFAC_URL", "DATA_DIR", "BROWSER_PATH", "PAY_TO_ADDRESS", "PUBLIC_BASE_URL",
	} {
		if !strings.Contains(err.Error(), "\n  "+name) {
			t.Errorf("%s is not named in\n%v", name, err)
		}
	}
}

// TestKeyInTheWrongPlaceIsNotQuoted: what is printed at the start ends up in logs.
func TestKeyInTheWrongPlaceIsNotQuoted(t *testing.T) {
	t.Parallel()
	key := strings.Repeat("4c08", 16)
	for _, value := range []string{key, "0x" + key} {
		_, err := ConfigFrom(map[string]string{"PAY_TO_ADDRESS": value})
		if err == nil || strings.Contains(err.Error(), key) {
			t.Errorf("%v", err)
		}
	}
}

// TestAContactThatTheSECRefusesIsToldOf: without an e-mail address its routes fail with every request.
func TestAContactThatTheSECRefusesIsToldOf(t *testing.T) {
	t.Parallel()
	for contact, told := range map[string]bool{
		"":                       true,
		"https://example.com":    true,
		"example.com":            true,
		"ops@example.com":        false,
		"Ops <ops@example.com>":  false,
		"mailto:ops@example.com": true,
	} {
		c := Config{Contact: contact}
		if notes := c.silentContact(); (len(notes) == 1) != told {
			t.Errorf("%q: %q", contact, notes)
		}
	}
}

func TestNamesThatAreNearlySettingsAreToldOf(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil)
	known := s.server.known()
	for _, c := range []struct{ name, want, why string }{
		{"UPSTREAM_OFAK_URL", "did you mean UPSTREAM_OFAC_URL?", ""},
		{"UPSTREAM_QQQQQQQQQQQQQQQQQQQQ_URL", "docs/upstreams.md", "nothing is near, but nobody else has such names"},
		{"RPC_URL_BAES", "did you mean RPC_URL_BASE?", ""},
		{"RPC_URL_SOLANA_MAINNET_BETA", "has no effect", "not a network of ours"},
		{"PAYMENT_RPC_URL_BSAE", "did you mean PAYMENT_RPC_URL_BASE?", ""},
		{"RPC_PUBLIC_ETHERUM", "did you mean RPC_PUBLIC_ETHEREUM?", ""},
		{"SETTLE_TIMOUT", "did you mean SETTLE_TIMEOUT?", ""},
		{"PAYMENT_NETWORK", "did you mean PAYMENT_NETWORKS?", ""},
		{"LISTEN_ADDRESS", "did you mean LISTEN_ADDR?", ""},
		{"FAREBOX_ADMIN_TOKEN", "did you mean ADMIN_TOKEN?", ""},
		{"admin_token", "did you mean ADMIN_TOKEN?", ""},
		{"DATABSAE_URL", "did you mean DATABASE_URL?", "swapped letters"},
		{"UPSTREAM_OFAC_URL", "", "a setting"},
		{"PAYMENT_RPC_URL_BASE", "", "a setting"},
		{"RPC_URL_BASE", "", "a setting"},
		{"PAY_TO_ADDRESS_BASE", "", "a setting"},
		{"PAY_TO_ADDRESS_SOLANA", "its network is not among PAYMENT_NETWORKS", "nobody would be paid there"},
		{"GITLAB_TOKEN", "", "another program's, though near GITHUB_TOKEN"},
		{"UPSTREAM_SERVICE_HOST", "", "made by Kubernetes for a service called upstream"},
		{"FACILITATOR_PORT", "", "made by Kubernetes for a service called facilitator"},
		{"PATH", "", ""},
		{"HOSTNAME", "", ""},
		{"LOGNAME", "", ""},
		{"DATABASE", "", ""},
		{"GOFLAGS", "", ""},
	} {
		notes := (&Config{Networks: "base", names: []string{c.name}}).misspelt(known)
		got := strings.Join(notes, "; ")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q %s", c.name, got, c.want, c.why)
		}
	}
}

// TestOperatorsRoutesOfAPublicService: who reaches it may read, as the interface describes, and change nothing.
func TestOperatorsRoutesOfAPublicService(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		listen, base, token string
		live                bool
		cleared             int
		notes               int
	}{
		{"127.0.0.1:8402", "http://127.0.0.1:8402", "", true, 200, 0},
		{"[::1]:8402", "http://localhost:8402", "", true, 200, 0},
		{":8402", "http://127.0.0.1:8402", "", true, 401, 1},
		{"127.0.0.1:8402", "https://api.example.com", "", true, 401, 1}, // behind a proxy
		{":8402", "https://api.example.com", "", false, 200, 0},         // farebox dev
		{":8402", "https://api.example.com", "secret", true, 401, 1},    // without the token, which is short
		{":8402", "https://api.example.com", strings.Repeat("secret", 5), true, 401, 0},
	} {
		s := start(t, newKey(t), map[string]string{"ADMIN_TOKEN": c.token}, (&scripted{}).with(false), func(p *Parts) {
			p.Config.Listen = c.listen
			p.Config.PublicBaseURL = c.base
			p.Config.live = c.live
		})
		a := s.do(s.request("POST", "/usage/rejected/clear", nil))
		if a.status != c.cleared || a.status == 401 && a.code() != "operator_only" {
			t.Errorf("%+v: %d %s", c, a.status, a.body)
		}
		if a := s.get("/usage/events"); c.token == "" && a.status != 200 {
			t.Errorf("%+v: %d %s", c, a.status, a.body)
		}
		notes := s.server.openRoutes()
		if len(notes) != c.notes {
			t.Errorf("%+v: told %q", c, notes)
		}
	}
}

// TestBucketNeedsWhatOpensIt, and nothing is asked of the settings of other programs without it.
func TestBucketNeedsWhatOpensIt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		why, wants string
		settings   map[string]string
	}{
		{"no bucket", "", map[string]string{"AWS_ACCESS_KEY_ID": "a"}},
		{"Amazon's, by the machine's role", "", map[string]string{"AWS_REGION": "eu-central-1"}},
		{"another's", "", map[string]string{
			"AWS_ENDPOINT_URL_S3":   "http://minio:9000",
			"AWS_ACCESS_KEY_ID":     "a",
			"AWS_SECRET_ACCESS_KEY": "hidden",
		}},
		{"nowhere", "AWS_REGION", nil},
		{"half a key", "AWS_SECRET_ACCESS_KEY", map[string]string{
			"AWS_REGION":        "eu-central-1",
			"AWS_ACCESS_KEY_ID": "a",
		}},
		{"another's without keys", "AWS_ACCESS_KEY_ID", map[string]string{"AWS_ENDPOINT_URL_S3": "http://minio:9000"}},
	} {
		settings := map[string]string{"DATASETS_URL": "s3://lists/of"}
		if tt.why == "no bucket" {
			settings = map[string]string{}
		}
		maps.Copy(settings, tt.settings)
		_, err := ConfigFrom(settings)
		if tt.wants == "" && err != nil || tt.wants != "" && (err == nil || !strings.Contains(err.Error(), tt.wants)) {
			t.Errorf("%s: %v", tt.why, err)
		}
		if err != nil && strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: the key is quoted: %v", tt.why, err)
		}
	}
}

// TestSettlingThroughEndpointsOfEverybodyIsWarnedOf: they limit and fail, and then nothing is settled.
func TestSettlingThroughEndpointsOfEverybodyIsWarnedOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		settings map[string]string
		notes    int
	}{
		{map[string]string{"FACILITATOR_URL": "self"}, 1},
		{map[string]string{"FACILITATOR_URL": "self", "RPC_URL_BASE": "https://own.example"}, 0},
		{map[string]string{"FACILITATOR_URL": "https://facilitator.example"}, 0},
	} {
		settings := map[string]string{
			"PAY_TO_ADDRESS": "0x1111111111111111111111111111111111111402",
			"SETTLEMENT_KEY": strings.Repeat("11", 32),
		}
		maps.Copy(settings, c.settings)
		config, err := ConfigFrom(settings)
		if err != nil {
			t.Fatal(err)
		}
		config.live = true
		networks, err := config.PaymentNetworks()
		if err != nil {
			t.Fatal(err)
		}
		s := &Server{parts: Parts{
			Config:   config,
			Networks: networks,
		}}
		if got := s.publicEndpoints(); len(got) != c.notes {
			t.Errorf("%v: %q", c.settings, got)
		}
	}
}
