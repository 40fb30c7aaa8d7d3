package rdap

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

// full is a registration in the shape of a registry that tells everything.
const full = `{"objectClassName":"domain","handle":"1_DOMAIN","ldhName":"TEA.COM","status":["client Transfer prohibited","active","active"],
"links":[{"rel":"self","href":"https://rdap.verisign.com/com/v1/domain/TEA.COM","type":"application/rdap+json"},
 {"rel":"related","href":"https://rdap.teapot-registrar.example.com/domain/TEA.COM","type":"application/rdap+json"}],
"entities":[
 {"objectClassName":"entity","roles":["registrant"],"handle":"P-77","vcardArray":["vcard",[["version",{},"text","4.0"],["fn",{},"text","Greta Kettleworth"],["kind",{},"text","individual"],["email",{},"text","greta@kettleworth.example"],["tel",{},"uri","tel:+47.5550199"],["adr",{},"text",["","","Spout Lane 3","Oslo","","",""]]]]},
 {"objectClassName":"entity","roles":["administrative","technical"],"vcardArray":["vcard",[["fn",{},"text","Otto Samovar"],["org",{},"text","Samovar Family"]]]},
 {"objectClassName":"entity","roles":["registrar"],"publicIds":[{"type":"IANA Registrar ID","identifier":"9991"}],"vcardArray":["vcard",[["version",{},"text","4.0"],["fn",{},"text",""],["org",{},"text",["Teapot Registrar AS","Domains"]],["email",{},"text","hilde@teapot-registrar.example"]]],
  "entities":[{"roles":["abuse"],"vcardArray":["vcard",[["fn",{},"text","Hilde Infuser"],["tel",{},"uri","tel:+47.5550100"]]]}]}],
"events":[{"eventAction":"registration","eventDate":"2011-03-04T05:06:07Z"},{"eventAction":"expiration","eventDate":"2027-03-04T07:06:07+02:00"},{"eventAction":"last changed","eventDate":"2026-01-01 10:00:00"}],
"secureDNS":{"delegationSigned":true},"nameservers":[{"ldhName":"NS1.TEA.COM."},null,{"ldhName":"ns2.tea.com"},{"ldhName":"NS2.tea.com"}],
"redacted":[{"name":{"description":"Registrant Name"},"prePath":"$.entities[0]"}]}`

var persons = []string{"Greta", "Kettleworth", "Otto", "Samovar", "Hilde", "Infuser", "5550", "Spout", "@", "P-77"}

func client(t *testing.T, pages *fetch.Client, answers ...upstreamtest.Answer) (*Client, *upstreamtest.World) {
	t.Helper()
	world := upstreamtest.New(t, answers...)
	c, err := New(world.Pool(t, nil), pages)
	if err != nil {
		t.Fatal(err)
	}
	return c, world
}

func date(y int, m time.Month, d, h, minute, s int) *time.Time {
	t := time.Date(y, m, d, h, minute, s, 0, time.UTC)
	return &t
}

func TestRegistrationIsReadWithoutPersons(t *testing.T) {
	c, world := client(t, nil, upstreamtest.Answer{URL: "https://rdap.verisign.com/com/v1/domain/tea.com", Type: "application/rdap+json", Body: full})
	yes := true
	want := &Domain{
		Server: "rdap.verisign.com", Name: "tea.com", Registrar: "Teapot Registrar AS", RegistrarID: "9991",
		Created: date(2011, 3, 4, 5, 6, 7), Expires: date(2027, 3, 4, 5, 6, 7), Changed: date(2026, 1, 1, 10, 0, 0),
		Statuses: []string{"client transfer prohibited", "active"}, Nameservers: []string{"ns1.tea.com", "ns2.tea.com"}, Signed: &yes,
		Related: "https://rdap.teapot-registrar.example.com/domain/TEA.COM",
		Odd:     true, // a name server is null
	}
	for range 2 { // from the registry, and from the cache
		got, err := c.Domain(t.Context(), "Tea.com.")
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v, %v\nwant %+v", got, err, want)
		}
	}
	if len(world.Asked()) != 1 {
		t.Errorf("asked %q", world.Asked())
	}
}

func TestWhatIsRememberedHoldsNoPersons(t *testing.T) {
	r := &upstream.Response{Body: []byte(full)}
	if err := reduce((*object).domain)(r); err != nil {
		t.Fatal(err)
	}
	for _, p := range persons {
		if strings.Contains(string(r.Body), p) {
			t.Errorf("%q is kept: %s", p, r.Body)
		}
	}
}

func TestAnswersThatAreNoRegistration(t *testing.T) {
	for _, c := range []struct {
		why    string
		name   string
		answer upstreamtest.Answer
		want   error
	}{
		{"404 without a body", "tea.com", upstreamtest.Answer{Status: 404, Type: "text/plain"}, upstream.NotFound},
		{"an error in a 200", "tea.com", upstreamtest.Answer{Body: `{"errorCode":404,"title":"Not Found"}`}, upstream.NotFound},
		{"429", "tea.com", upstreamtest.Answer{Status: 429, Header: map[string]string{"Retry-After": "120"}}, upstream.RateLimited},
		{"a failure in a 200", "tea.com", upstreamtest.Answer{Body: `{"errorCode":500}`}, upstream.Unavailable},
		{"a web page", "tea.com", upstreamtest.Answer{Type: "text/html", Body: "<html>Welcome</html>"}, upstream.BadResponse},
		{"a cut answer", "tea.com", upstreamtest.Answer{Body: full[:200]}, upstream.BadResponse},
		{"a list", "tea.com", upstreamtest.Answer{Body: `[]`}, upstream.BadResponse},
		{"another object", "tea.com", upstreamtest.Answer{Body: `{"objectClassName":"entity","handle":"X"}`}, upstream.BadResponse},
		{"another domain", "tea.com", upstreamtest.Answer{Body: `{"objectClassName":"domain","ldhName":"coffee.com"}`}, upstream.BadResponse},
		{"the domain above", "tea.com", upstreamtest.Answer{Body: `{"objectClassName":"domain","ldhName":"com"}`}, upstream.BadResponse},
		{"no object", "tea.com", upstreamtest.Answer{Body: `{"notices":[]}`}, upstream.BadResponse},
		{"400", "tea.com", upstreamtest.Answer{Status: 400, Body: `{"errorCode":400}`}, upstream.Invalid},
		{"blocked", "tea.com", upstreamtest.Answer{Status: 403}, upstream.Unavailable},
		{"down", "tea.com", upstreamtest.Answer{Status: 503}, upstream.Unavailable},
		{"a registry without RDAP", "tea.lt", upstreamtest.Answer{}, ErrNoService},
		{"no such registry", "tea.example", upstreamtest.Answer{}, ErrNoService},
	} {
		c.answer.URL = "https://rdap.verisign.com/com/v1/domain/tea.com"
		rdap, _ := client(t, nil, c.answer)
		if d, err := rdap.Domain(t.Context(), c.name); d != nil || !errors.Is(err, c.want) {
			t.Errorf("%s: %v, %v; want %v", c.why, d, err, c.want)
		}
	}
}

func TestOddShapesLoseOnlyThemselves(t *testing.T) {
	for why, body := range map[string]string{
		"status as a text":     `{"objectClassName":"domain","ldhName":"a.com","status":"active"}`,
		"odd dates":            `{"objectClassName":"domain","status":["active"],"events":[{"eventAction":"registration","eventDate":"soon"},{"eventAction":"expiration","eventDate":7},{"eventAction":"Expiration","eventDate":"0001-01-01T00:00:00Z"},"x",null]}`,
		"odd lists":            `{"objectClassName":"domain","status":["active",null,3],"entities":{},"nameservers":"ns1","links":[[]],"secureDNS":null}`,
		"other kinds":          `{"objectClassName":"domain","ldhName":7,"errorCode":"x","handle":7,"name":[],"type":1,"country":{},"startAddress":0,"endAddress":false,"status":["active"],"secureDNS":[]}`,
		"a text for an object": `{"objectClassName":"domain","status":["active"],"secureDNS":"unsigned"}`,
		"text for a boolean, a name server of server upon server": `{"objectClassName":"domain","status":["active"],"secureDNS":{"delegationSigned":"maybe"},
			"nameservers":[{"nameservers":[{"nameservers":[{"ldhName":"ns1.a.com"}]}]}]}`,
		"the end of time": `{"objectClassName":"domain","status":["active"],"events":[{"eventAction":"expiration","eventDate":"9999-12-31T23:59:59-05:00"}]}`,
		"odd cards": `{"objectClassName":"domain","status":["active"],"entities":[null,7,{"roles":"registrar"},{"roles":["registrar"],"vcardArray":["vcard"]},
			{"roles":["registrar"],"vcardArray":{"fn":1}},{"roles":["registrar"],"vcardArray":["vcard",[["fn"],["fn",{},"text"],["fn",{},"text",[]],["fn",{},"text",[[]]],7]]}]}`,
	} {
		r := &upstream.Response{Body: []byte(body)}
		var d Domain
		if err := reduce((*object).domain)(r); err != nil || json.Unmarshal(r.Body, &d) != nil {
			t.Errorf("%s: %v", why, err)
			continue
		}
		if len(d.Statuses) != 1 || d.Created != nil || d.Expires != nil || d.Registrar != "" || len(d.Nameservers) != 0 {
			t.Errorf("%s: %+v", why, d)
		}
	}
}

func TestShapesOfSomeRegistries(t *testing.T) {
	for why, c := range map[string]struct {
		body  string
		check func(d *Domain) bool
	}{
		"a clerk on the registrar's card": {`"entities":[{"roles":["registrar"],"vcardArray":["vcard",[["fn",{},"text","Hilde Infuser"],["kind",{},"text","individual"],["org",{},"text","Teapot Registrar AS"]]]}]`,
			func(d *Domain) bool { return d.Registrar == "Teapot Registrar AS" }},
		"a clerk and no firm": {`"entities":[{"roles":["registrar"],"publicIds":[{"type":"IANA Registrar ID","identifier":"9991"}],"vcardArray":["vcard",[["fn",{},"text","Hilde Infuser"],["kind",{},"text","individual"]]]}]`,
			func(d *Domain) bool { return d.Registrar == "" && d.RegistrarID == "9991" }},
		"booleans as texts":       {`"secureDNS":{"delegationSigned":"TRUE"}`, func(d *Domain) bool { return d.Signed != nil && *d.Signed }},
		"a zone without a colon":  {`"events":[{"eventAction":"registration","eventDate":"2011-03-04T05:06:07+0200"}]`, func(d *Domain) bool { return d.Created.Equal(*date(2011, 3, 4, 3, 6, 7)) }},
		"the name in Unicode":     {`"ldhName":"BÜCHER.com."`, func(d *Domain) bool { return d.Name == "xn--bcher-kva.com" }},
		"fractions of a second":   {`"events":[{"eventAction":"registration","eventDate":"2011-03-04T05:06:07.123456Z"}]`, func(d *Domain) bool { return d.Created.Year() == 2011 }},
		"no events, nothing else": {`"status":[]`, func(d *Domain) bool { return d.Created == nil && d.Expires == nil && d.Signed == nil }},
	} {
		c2, _ := client(t, nil, upstreamtest.Answer{URL: "https://rdap.verisign.com/com/v1/domain/xn--bcher-kva.com", Body: `{"objectClassName":"domain",` + c.body + `}`})
		if d, err := c2.Domain(t.Context(), "xn--bcher-kva.com"); err != nil || !c.check(d) {
			t.Errorf("%s: %+v, %v", why, d, err)
		}
	}
}

// TestRegistrarsHandleIsNotItsName: .cz and others write no card, and a handle of digits names nobody.
func TestRegistrarsHandleIsNotItsName(t *testing.T) {
	for _, c := range []struct{ why, entities, name, id, handle string }{
		{
			why: "as .cz writes it",
			entities: `{"objectClassName":"entity","handle":"HILDE-TEA","roles":["registrant"]},
				{"objectClassName":"entity","handle":"REG-TEAPOT-CZ","roles":["registrar"]}`,
			handle: "REG-TEAPOT-CZ",
		},
		{
			why: "a card without a name",
			entities: `{"handle":"teapot","roles":["registrar"],` +
				`"vcardArray":["vcard",[["version",{},"text","4.0"],["fn",{},"text",""]]]}`,
			handle: "teapot",
		},
		{
			why: "a handle beside the name",
			entities: `{"handle":"reg42-TEA","roles":["registrar"],` +
				`"vcardArray":["vcard",[["fn",{},"text","Teapot Registrar AS"]]]}`,
			name:   "Teapot Registrar AS",
			handle: "reg42-TEA",
		},
		{
			why:      "a number is no name",
			entities: `{"handle":"42","roles":["registrar"]}`,
		},
		{
			why: "IANA's number is no name",
			entities: `{"handle":"9991","roles":["registrar"],` +
				`"publicIds":[{"type":"IANA Registrar ID","identifier":"9991"}]}`,
			id: "9991",
		},
		{
			why:      "handles of persons are not read",
			entities: `{"handle":"HILDE-TEA","roles":["registrant","technical"]}`,
		},
	} {
		o, ok := readObject([]byte(`{"objectClassName":"domain","ldhName":"tea.cz","entities":[`+c.entities+`]}`), time.Now())
		if !ok {
			t.Fatalf("%s: not read", c.why)
		}

		d, err := o.domain()
		if err != nil || d.Registrar != c.name || d.RegistrarID != c.id || d.Handle != c.handle {
			t.Errorf("%s: %q %q %q, %v", c.why, d.Registrar, d.RegistrarID, d.Handle, err)
		}
	}
}

func TestWhatHasNotComeIsNoRegistration(t *testing.T) {
	now := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		date       string
		known, odd bool
	}{
		{"2011-03-04T05:06:07Z", true, false},
		{"2026-11-29T20:00:00Z", true, false},
		{"2099-01-01T00:00:00Z", false, true},
		{"0001-01-01T00:00:00Z", false, false},
	} {
		o, _ := readObject([]byte(`{"objectClassName":"domain","ldhName":"tea.cz","events":[`+
			`{"eventAction":"registration","eventDate":"`+c.date+`"}]}`), now)
		d, err := o.domain()
		if err != nil || (d.Created != nil) != c.known || d.Odd != c.odd {
			t.Errorf("%s: %+v, %v", c.date, d, err)
		}
	}
}

func TestRegistrarsServerFillsGapsOnly(t *testing.T) {
	const thin = `{"objectClassName":"domain","ldhName":"tea.com","status":["active"],"events":[{"eventAction":"registration","eventDate":"2011-03-04T05:06:07Z"}],
	"links":[{"rel":"related","href":"https://rdap.example.com/page","type":"text/html"},{"rel":"related","href":%q,"type":"application/rdap+json"}]}`
	const registrar = `{"objectClassName":"domain","status":["inactive"],"events":[{"eventAction":"registration","eventDate":"2001-01-01T00:00:00Z"},{"eventAction":"expiration","eventDate":"2029-01-01T00:00:00Z"}],
	"entities":[{"roles":["registrar"],"vcardArray":["vcard",[["fn",{},"text","Teapot Registrar AS"]]]},{"roles":["registrant"],"vcardArray":["vcard",[["fn",{},"text","Greta Kettleworth"]]]}]}`
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/rdap/domain/tea.com":
			http.Redirect(w, r, "/moved/tea.com", http.StatusFound)
		case "/moved/tea.com":
			w.Header().Set("Content-Type", "application/rdap+json")
			_, _ = w.Write([]byte(registrar))
		case "/other":
			_, _ = w.Write([]byte(strings.Replace(registrar, `"status"`, `"ldhName":"other.com","status"`, 1)))
		case "/garbage":
			w.Header().Set("Content-Type", "application/rdap+json")
			_, _ = w.Write([]byte("{"))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	pages := fetch.New(fetch.Options{}, fetchtest.Hosts(t, map[string]*httptest.Server{"rdap.example.com": s}))
	for link, filled := range map[string]bool{
		"https://rdap.example.com/rdap/domain/tea.com": true, "https://rdap.example.com/garbage": false, "https://rdap.example.com/other": false, "https://rdap.example.com/none": false,
		"https://127.0.0.1/rdap/domain/tea.com": false, "http://169.254.169.254/latest": false, "https://nobody.example.com/x": false, "file:///etc/passwd": false,
	} {
		c, _ := client(t, pages, upstreamtest.Answer{URL: "https://rdap.verisign.com/com/v1/domain/tea.com", Body: fmt.Sprintf(thin, link)})
		d, err := c.Domain(t.Context(), "tea.com")
		if err != nil {
			t.Fatalf("%s: %v", link, err)
		}
		if d.Created.Year() != 2011 || !reflect.DeepEqual(d.Statuses, []string{"active"}) {
			t.Errorf("%s: the registry's own were replaced: %+v", link, d)
		}
		if (d.Registrar == "Teapot Registrar AS" && d.Expires != nil && d.Expires.Year() == 2029) != filled {
			t.Errorf("%s: %+v, filled should be %v", link, d, filled)
		}
	}
}

const thinLink = `{"objectClassName":"domain","ldhName":"tea.com","status":["active"],"links":[{"rel":"related","href":%q,"type":"application/rdap+json"}]}`

func TestRegistrarsAnswerIsNotRemembered(t *testing.T) {
	asked := 0
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.Header().Set("Content-Type", "application/rdap+json")
		_, _ = w.Write([]byte(full))
	}))
	t.Cleanup(s.Close)
	pages := fetch.New(fetch.Options{HostSpacing: -1}, fetchtest.Hosts(t, map[string]*httptest.Server{"rdap.example.com": s}))
	c, world := client(t, pages, upstreamtest.Answer{URL: "https://rdap.verisign.com/com/v1/domain/tea.com", Body: fmt.Sprintf(thinLink, "https://rdap.example.com/x")})
	for range 2 {
		if d, err := c.Domain(t.Context(), "tea.com"); err != nil || d.Registrar != "Teapot Registrar AS" {
			t.Fatalf("%+v, %v", d, err)
		}
	}
	if asked != 2 || len(world.Asked()) != 1 {
		t.Errorf("the registrar was asked %d times, the registry %d: what is said about persons is kept", asked, len(world.Asked()))
	}
}

func TestRegistrysAnswerDoesNotWaitForTheRegistrar(t *testing.T) {
	s := httptest.NewTLSServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	t.Cleanup(s.Close)
	pages := fetch.New(fetch.Options{}, fetchtest.Hosts(t, map[string]*httptest.Server{"rdap.example.com": s}))
	c, _ := client(t, pages, upstreamtest.Answer{URL: "https://rdap.verisign.com/com/v1/domain/tea.com", Body: fmt.Sprintf(thinLink, "https://rdap.example.com/x")})
	fused := upstream.Fuse(t.Context(), upstream.Source[*Domain]{
		Name:   "registry",
		Budget: registrarSpare + 2*time.Second,
		Call:   func(ctx context.Context) (*Domain, error) { return c.Domain(ctx, "tea.com") },
	})
	if d := fused[0].Value; fused[0].Err != nil || len(d.Statuses) != 1 {
		t.Errorf("%+v, %v", d, fused[0].Err)
	}
}

func TestLinksBackAreNotFollowed(t *testing.T) {
	asked := 0
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	t.Cleanup(s.Close)
	pages := fetch.New(fetch.Options{}, fetchtest.Hosts(t, map[string]*httptest.Server{"rdap.verisign.com": s}))
	c, _ := client(t, pages, upstreamtest.Answer{URL: "https://rdap.verisign.com/com/v1/domain/tea.com", Body: fmt.Sprintf(thinLink, "http://RDAP.verisign.com/com/v1/domain/TEA.COM")})
	if d, err := c.Domain(t.Context(), "tea.com"); err != nil || d.Registrar != "" || asked != 0 {
		t.Errorf("%+v, %v, asked %d times", d, err, asked)
	}
}

// listed is a registry of servers of the size that is believed.
func listed(more string) string {
	var fill []string
	for i := range 600 {
		fill = append(fill, fmt.Sprintf("%q", fmt.Sprintf("zz%d", i)))
	}
	return `{"version":"1.0","publication":"2026-11-20T00:00:00Z","services":[` + more + `[[` + strings.Join(fill, ",") + `],["https://rdap.fill.example/"]]]}`
}

func TestServersAreThoseOfIANAOnceItsListIsThere(t *testing.T) {
	c, world := client(t, nil, upstreamtest.Answer{URL: "https://data.iana.org/rdap/dns.json", Body: listed(
		`[["COM","test"],["http://plain.example/rdap","https://new.example/rdap"]],[["co.test"],["https://second.example/"]],[["bad"],["ftp://x/","::","https://127.0.0.1/","https://[::1]/","https://localhost/","http://redis:6379/"]],`)})
	server := func(name string) string {
		if u := c.server(name); u != nil {
			return u.String()
		}
		return ""
	}
	for _, step := range []struct {
		loaded bool
		want   map[string]string
	}{
		{false, map[string]string{"a.com": "https://rdap.verisign.com/com/v1/", "a.co.uk": "https://rdap.nominet.uk/uk/", "a.io": "https://rdap.identitydigital.services/rdap/", "a.test": "", "a.lt": ""}},
		// com has moved, uk is gone from the list and therefore has no server; io was never on it.
		{true, map[string]string{"a.com": "https://new.example/rdap/", "a.uk": "", "a.io": "https://rdap.identitydigital.services/rdap/", "a.test": "https://new.example/rdap/", "a.co.test": "https://second.example/", "a.bad": ""}},
	} {
		if step.loaded {
			if err := c.listed.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for name, want := range step.want {
			if got := server(name); got != want {
				t.Errorf("loaded %v: %s is asked at %q, want %q", step.loaded, name, got, want)
			}
		}
	}
	if m := world.Misses(); len(m) > 0 {
		t.Error(m)
	}
	for _, bad := range []string{`{"services":[]}`, `<html>`, `{"services":[[["com"]]]}`, `{"services":{}}`} {
		if table, err := parseBootstrap(fstest.MapFS{"dns.json": {Data: []byte(bad)}}); err == nil && len(table.servers) > 0 {
			t.Errorf("%s was taken", bad)
		}
	}
}

func TestRealAnswersAreRead(t *testing.T) {
	files := samples.Glob(t, "rdap/*.json")
	if len(files) < 5 {
		t.Fatalf("%d samples", len(files))
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r := &upstream.Response{Body: raw}
		if strings.HasPrefix(filepath.Base(file), "ip_") {
			continue
		}
		var d Domain
		if err := reduce((*object).domain)(r); err != nil || json.Unmarshal(r.Body, &d) != nil || d.Registrar == "" || d.Created == nil || len(d.Nameservers) < 2 {
			t.Errorf("%s: %+v, %v", file, d, err)
		}
		if strings.Contains(string(r.Body), "@") || strings.Contains(string(r.Body), "Hostmaster") {
			t.Errorf("%s: contacts are kept: %s", file, r.Body)
		}
	}
}
