// Package enrichtest has what registries, the DNS and web sites say to the examples of the spec's enrich routes, and
// about a company that is made up as its persons are.
package enrichtest

import (
	_ "embed"
	"fmt"
	"maps"
	"net/http"
	"strings"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Host is where the made-up company's web site is.
const Host = "kettle.example.com"

// exampleHost is where the web site of the spec's example is.
const exampleHost = "www.google.com"

// exampleRegistration is the registration of the spec's example.
const exampleRegistration = `{"objectClassName":"domain","ldhName":"GOOGLE.COM",
	"links":[{"rel":"self","href":"https://rdap.verisign.com/com/v1/domain/GOOGLE.COM","type":"application/rdap+json"}],
	"status":["client delete prohibited","client transfer prohibited","client update prohibited"],
	"entities":[{"objectClassName":"entity","handle":"292","roles":["registrar"],
		"publicIds":[{"type":"IANA Registrar ID","identifier":"292"}],
		"vcardArray":["vcard",[["version",{},"text","4.0"],["fn",{},"text","MarkMonitor Inc."]]]}],
	"events":[{"eventAction":"registration","eventDate":"1997-09-15T04:00:00Z"},
		{"eventAction":"expiration","eventDate":"2028-09-14T04:00:00Z"},
		{"eventAction":"last changed","eventDate":"2019-09-09T15:39:04Z"}],
	"secureDNS":{"delegationSigned":false},
	"nameservers":[{"objectClassName":"nameserver","ldhName":"NS1.GOOGLE.COM"},
		{"objectClassName":"nameserver","ldhName":"NS2.GOOGLE.COM"},
		{"objectClassName":"nameserver","ldhName":"NS3.GOOGLE.COM"},
		{"objectClassName":"nameserver","ldhName":"NS4.GOOGLE.COM"}]}`

// examplePage is the part of the example's home page that is looked at.
const examplePage = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="description" content="Search the world's information, including webpages, images, videos and more.">
<meta property="og:image" content="https://www.google.com/images/branding/googlelogo/2x/googlelogo_color_272x92dp.png">
<title>Google</title></head><body></body></html>`

// Persons are names and addresses of persons that the fixtures hold and that no answer may.
var Persons = []string{"Greta", "Kettleworth", "Otto", "Samovar", "greta.k@", "jane@", "otto@", "+47", "5550123", "Spout Lane", "info@other-company"}

//go:embed registration.json
var registration string

//go:embed home.html
var home string

//go:embed zone.txt
var zone string

// Bootstrap is IANA's registry of RDAP servers, of the size that is believed, with the servers of com and org where
// they really are.
func Bootstrap() string {
	names := make([]string, 600)
	for i := range names {
		names[i] = fmt.Sprintf(`"zz%d"`, i)
	}
	return `{"version":"1.0","services":[[["com"],["https://rdap.verisign.com/com/v1/"]],` +
		`[["org"],["https://rdap.publicinterestregistry.org/rdap/"]],` +
		`[[` + strings.Join(names, ",") + `],["https://rdap.fill.example/"]]]}`
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
		{
			URL:  "https://rdap.verisign.com/com/v1/domain/google.com",
			Type: "application/rdap+json",
			Body: exampleRegistration,
		},
		{URL: "https://raw.githubusercontent.com/disposable-email-domains/disposable-email-domains/main/disposable_email_blocklist.conf", Type: "text/plain; charset=utf-8", Body: Blocklist(8335)},
	}
}

// Pages are the web sites of the examples by host.
func Pages() map[string]http.Handler {
	return map[string]http.Handler{
		exampleHost: homePage(examplePage, http.Header{"Server": {"gws"}}),
		Host: homePage(home, http.Header{
			"Server":       {"teapot/2.1"},
			"X-Powered-By": {"PHP/8.3.1"},
			"Set-Cookie":   {"PHPSESSID=0a1b2c3d; Path=/; HttpOnly"},
		}),
	}
}

// homePage is a site of one page.
func homePage(body string, header http.Header) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		maps.Copy(w.Header(), header)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(body))
	})
}

// Zone is the part of the DNS that the examples ask about, for dnslookuptest.
func Zone() string { return zone }
