package samples

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// beside makes a folder with recorded answers and the tables to them.
func beside(t *testing.T) {
	t.Helper()

	root := t.TempDir()
	for name, text := range map[string]string{
		"atlas/samples/acme/one.json": `{"one":1}`,
		"replay/manifest-01.tsv": "# a comment\n\n" +
			"api.example.org\tGET\t/v1/items/\\d+\tlang=en|de&!page\t200\tapplication/json\tacme/one.json\n" +
			"api.example.org\tPOST\t/v1/find\tbody~seven\t202\ttext/plain\t=found\n" +
			"api.example.org\tGET\t/v1/secret\tHeader:X-Key=k.*\t204\ttext/plain\t-\n" +
			"*\tRPC:eth_chainId\t/?\t-\t200\tapplication/json\t={\"result\":\"0x1\"}\n",
		"replay/cases-01.md": "| # | | route | lines |\n|---|---|---|---|\n" +
			"| 1 | [sample] | `/cve/lookup?cve_id=CVE-1` | 3, `/not/this` |\n" +
			"| 2 | [sample] | FEC_API_KEY=test `/fec/committee?id=C1` | 4 |\n" +
			"| 3 | [sample] | `/cve/lookup?cve_id=CVE-1` | again |\n",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("FAREBOX_SHARED", root)
	t.Setenv("FAREBOX_SAMPLES", "")
}

func TestQuestionGetsTheFirstAnswerWhoseConditionsItMeets(t *testing.T) {
	beside(t)
	world := Replay(t)
	for _, c := range []struct {
		method, url, body, key string
		status                 int
		want                   string
	}{
		{"GET", "https://api.example.org/v1/items/7?lang=de", "", "", 200, `{"one":1}`},
		{"GET", "https://api.example.org/v1/items/7?lang=fr", "", "", 404, `{"replay":"no recorded answer"}`},
		{"GET", "https://api.example.org/v1/items/7?lang=en&page=2", "", "", 404, `{"replay":"no recorded answer"}`},
		{"GET", "https://api.example.org/v1/items/seven?lang=en", "", "", 404, `{"replay":"no recorded answer"}`},
		{"GET", "https://example.org/v1/items/7?lang=en", "", "", 404, `{"replay":"no recorded answer"}`},
		{"POST", "https://api.example.org/v1/find", "six or seven", "", 202, "found"},
		{"GET", "https://api.example.org/v1/secret", "", "key", 204, ""},
		{"GET", "https://api.example.org/v1/secret", "", "", 404, `{"replay":"no recorded answer"}`},
		{
			"POST", "https://any.example.org/", `[{"jsonrpc":"2.0","id":4,"method":"eth_chainId"}]`, "",
			200, `[{"id":4,"jsonrpc":"2.0","result":"0x1"}]`,
		},
		{
			"POST", "https://any.example.org/", `{"jsonrpc":"2.0","id":4,"method":"eth_other"}`, "",
			200, `{"error":{"code":-32601,"message":"no recorded answer"},"id":4,"jsonrpc":"2.0"}`,
		},
	} {
		r, err := http.NewRequestWithContext(t.Context(), c.method, c.url, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		if c.key != "" {
			r.Header.Set("X-Key", c.key)
		}
		resp, err := world.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil || resp.StatusCode != c.status || string(got) != c.want {
			t.Errorf("%s %s: %d %s, %v; want %d %s", c.method, c.url, resp.StatusCode, got, err, c.status, c.want)
		}
	}
}

func TestCallsAreThoseOfTheRouteColumnEachOnce(t *testing.T) {
	beside(t)
	want := []string{"/cve/lookup?cve_id=CVE-1", "/fec/committee?id=C1"}
	if got := Calls(t); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
