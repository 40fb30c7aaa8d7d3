package server

import (
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/svm/svmtest"
)

// secretFile is a file with text in it.
func secretFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestEverySecretMayBeInAFile is the rule for all of them, so that a new secret has it too.
func TestEverySecretMayBeInAFile(t *testing.T) {
	t.Parallel()
	values := map[string]string{
		"CDP_API_KEY_SECRET": "any",
		"SETTLEMENT_KEY":     strings.Repeat("1a", 32),
		"ATTESTOR_KEY":       strings.Repeat("1b", 32),
		"SERVER_SECRET":      strings.Repeat("1c", 32),
		"DATABASE_URL":       "postgres://farebox:pass@db/farebox",
		"CACHE_URL":          "redis://:pass@cache:6379",
		"BROWSER_URL":        "http://browser:9222",
		"FACILITATOR_BEARER": "bearer",
		"ADMIN_TOKEN":        "admin",

		"AWS_ACCESS_KEY_ID":     "AKIAEXAMPLE",
		"AWS_SECRET_ACCESS_KEY": "secret/key+",
		"AWS_SESSION_TOKEN":     "token",

		"BATCH_SETTLEMENT_KEY":  strings.Repeat("1d", 32),
		"SELL_SIGNING_KEY":      strings.Repeat("1f", 16),
		"SOLANA_SETTLEMENT_KEY": svm.Signature(svmtest.Key(0x1e)).String(),

		"OTEL_EXPORTER_OTLP_ENDPOINT": "https://collector:4318",
		"OTEL_EXPORTER_OTLP_HEADERS":  "x-key=hidden",
	}
	for _, s := range Settings() {
		if !s.Secret {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			value := values[s.Name]
			if value == "" {
				t.Fatal("this test has no value for it")
			}

			byFile := map[string]string{s.Name + "_FILE": secretFile(t, value+"\n")}
			c, err := ConfigFrom(byFile)
			if err != nil {
				t.Fatal(err)
			}
			plain, err := ConfigFrom(map[string]string{s.Name: value})
			if err != nil {
				t.Fatal(err)
			}

			for f := range fields() {
				if f.Tag.Get("env") == s.Name && setting(c, f.Name) != setting(plain, f.Name) {
					t.Errorf("from the file: %q", setting(c, f.Name))
				}
			}
			if got := c.Getenv(s.Name); got != value {
				t.Errorf("Getenv: %q", got)
			}
			if strings.Join(c.names, " ") != s.Name {
				t.Errorf("set are %v", c.names)
			}
		})
	}
}

func TestKeysOfProvidersAndEndpointsMayBeInFiles(t *testing.T) {
	t.Parallel()
	c, err := ConfigFrom(map[string]string{
		"GITHUB_TOKEN_FILE": secretFile(t, "ghp\r\n"),
		"RPC_URL_BASE_FILE": secretFile(t, "https://rpc.example.com/key\n"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Getenv("GITHUB_TOKEN"); got != "ghp" {
		t.Errorf("the key is %q", got)
	}
	networks, err := c.PaymentNetworks()
	if err != nil || networks[0].RPCURLs[0] != "https://rpc.example.com/key" {
		t.Errorf("%+v, %v", networks, err)
	}
	if notes := c.misspelt([]string{"GITHUB_TOKEN", "RPC_URL_BASE"}); len(notes) > 0 {
		t.Errorf("%v", notes)
	}
}

func TestTheVariableGoesBeforeTheFile(t *testing.T) {
	t.Parallel()
	c, err := ConfigFrom(map[string]string{
		"ADMIN_TOKEN":      "variable",
		"ADMIN_TOKEN_FILE": filepath.Join(t.TempDir(), "not there"),
	})
	if err != nil || c.AdminToken != "variable" {
		t.Fatalf("%q, %v", c.AdminToken, err)
	}
	notes := strings.Join(c.misspelt([]string{"ADMIN_TOKEN"}), "\n")
	if !strings.Contains(notes, "ADMIN_TOKEN_FILE has no effect: ADMIN_TOKEN is set too") {
		t.Errorf("the operator is told %q", notes)
	}
}

// TestOnlySecretsAreInFiles: other programs have variables of such names, as SSL_CERT_FILE, and files of other settings
// would be read for nothing.
func TestOnlySecretsAreInFiles(t *testing.T) {
	t.Parallel()
	path := secretFile(t, "127.0.0.1:1")
	c, err := ConfigFrom(map[string]string{
		"LISTEN_ADDR_FILE": path,
		"SSL_CERT_FILE":    filepath.Join(t.TempDir(), "not there"),
	})
	if err != nil || c.Listen != ":8402" || c.Getenv("LISTEN_ADDR") != "" {
		t.Fatalf("%q, %v", c.Listen, err)
	}
	notes := strings.Join(c.misspelt([]string{"LISTEN_ADDR"}), "\n")
	if !strings.Contains(notes, "LISTEN_ADDR_FILE has no effect: LISTEN_ADDR is no secret") ||
		strings.Contains(notes, "SSL") {
		t.Errorf("the operator is told %q", notes)
	}
}

func TestAFileThatGivesNoSecretIsNamed(t *testing.T) {
	t.Parallel()
	long := secretFile(t, strings.Repeat("x", maxSecretFile+1))
	for _, c := range []struct{ why, path, want string }{
		{"it is not there", filepath.Join(t.TempDir(), "gone"), "no such file"},
		{"it is a directory", t.TempDir(), "is a directory"},
		{"a program wrote nothing into it", secretFile(t, "\n"), "is empty"},
		{"it is something else", long, "longer than 64 kB"},
	} {
		_, err := ConfigFrom(map[string]string{"ADMIN_TOKEN_FILE": c.path})
		if err == nil || !strings.Contains(err.Error(), "ADMIN_TOKEN_FILE must name a file") ||
			!strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "xxx") {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}

// TestAWrongSecretFromAFileIsNotShown: the rule of the setting is told by its name, as for a variable.
func TestAWrongSecretFromAFileIsNotShown(t *testing.T) {
	t.Parallel()
	_, err := ConfigFrom(map[string]string{"SETTLEMENT_KEY_FILE": secretFile(t, "hunter2")})
	if err == nil || !strings.Contains(err.Error(), "SETTLEMENT_KEY") || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("%v", err)
	}
}

// TestAKeyOfAProviderThatCannotBeReadStopsTheStart: without it the routes would answer as if no key had been meant.
func TestAKeyOfAProviderThatCannotBeReadStopsTheStart(t *testing.T) {
	t.Parallel()
	c, err := ConfigFrom(map[string]string{
		"PAY_TO_ADDRESS":    "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
		"FACILITATOR_URL":   "http://127.0.0.1:1",
		"DATABASE_URL":      "sqlite:" + t.TempDir() + "/farebox.sqlite",
		"DATA_DIR":          t.TempDir(),
		"GITHUB_TOKEN_FILE": filepath.Join(t.TempDir(), "gone"),
	})
	if err != nil {
		t.Fatal(err)
	}
	ownProviders := func(p *Parts) {
		pool := p.Upstreams // the fixtures' has keys of its own
		fixtures(t)(p)
		p.Upstreams = pool
	}
	_, _, err = Build(t.Context(), c, "test", slog.New(slog.DiscardHandler), ownProviders)
	if err == nil || !strings.Contains(err.Error(), "GITHUB_TOKEN_FILE must name a file") {
		t.Errorf("%v", err)
	}
}

// setting is the value of a field of Config as text.
func setting(c Config, field string) string {
	return reflect.ValueOf(c).FieldByName(field).String()
}
