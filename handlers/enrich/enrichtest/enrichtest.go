// Package enrichtest has what registries, the DNS and a web site say to the examples of the spec's enrich routes. Companies and
// persons are made up.
package enrichtest

import (
	_ "embed"
	"fmt"
	"net/http"
	"strings"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Host is where the example's web site is.
const Host = "kettle.example.com"

// Persons are names and addresses of persons that the fixtures hold and that no answer may.
var Persons = []string{"Greta", "Kettleworth", "Otto", "Samovar", "greta.k@", "jane@", "otto@", "+47", "5550123", "Spout Lane", "info@other-company"}

//go:embed registration.json
var registration string

//go:embed home.html
var home string

//go:embed zone.txt
var zone string

// Bootstrap is IANA's registry of RDAP servers, of the size that is believed, with the server of com where it really is.
func Bootstrap() string {
	names := make([]string, 600)
	for i := range names {
		names[i] = fmt.Sprintf(`"zz%d"`, i)
	}
	return `{"version":"1.0","services":[[["com"],["https://rdap.verisign.com/com/v1/"]],[[` + strings.Join(names, ",") + `],["https://rdap.fill.example/"]]]}`
}

// Blocklist is a list of n domains that hand out throw-away addresses.
func Blocklist(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "throwaway%d.example.net\n", i)
	}
	return b.String()
}

// Answers are what the providers say to the examples of the spec.
func Answers() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: "https://data.iana.org/rdap/dns.json", Body: Bootstrap()},
		{URL: "https://rdap.verisign.com/com/v1/domain/example.com", Type: "application/rdap+json", Body: registration},
		{URL: "https://raw.githubusercontent.com/disposable-email-domains/disposable-email-domains/main/disposable_email_blocklist.conf", Type: "text/plain; charset=utf-8", Body: Blocklist(8335)},
	}
}

// Pages are the web sites of the examples by host.
func Pages() map[string]http.Handler {
	return map[string]http.Handler{Host: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Server", "teapot/2.1")
		w.Header().Set("X-Powered-By", "PHP/8.3.1")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Add("Set-Cookie", "PHPSESSID=0a1b2c3d; Path=/; HttpOnly")
		_, _ = w.Write([]byte(home))
	})}
}

// Zone is the part of the DNS that the examples ask about, for dnslookuptest.
func Zone() string { return zone }
