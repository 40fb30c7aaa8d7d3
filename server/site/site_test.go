package site

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/gen"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/server/discovery"
	"github.com/farebox/farebox/server/find"
)

const origin = "https://api.example.com"

func testService() discovery.Service {
	return discovery.Service{
		Name:          "Test Tools",
		Version:       "1.0",
		Description:   "Tools for tests.",
		PublicBaseURL: origin,
		Networks: []discovery.Network{{
			CAIP2:    "eip155:8453",
			Name:     "base",
			Asset:    "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
			Symbol:   "USDC",
			Decimals: 6,
			PayTo:    "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
		}},
		ContactEmail: "ops@example.com",
	}
}

// loaded reads the spec once; nobody changes it.
var loaded = sync.OnceValues(func() (*spec.Spec, error) { return spec.Load(gen.OpenAPI) })

func loadSpec(t testing.TB) *spec.Spec {
	t.Helper()
	s, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// indexed ranks the routes of the spec.
var indexed = sync.OnceValue(func() *find.Index {
	s, err := loaded()
	if err != nil {
		panic(err)
	}
	return find.New(s)
})

func newSite(t testing.TB, change ...func(*Options)) *Site {
	t.Helper()
	o := Options{
		Spec:    loadSpec(t),
		Service: testService(),
		Find:    indexed,
		Totals:  sofar(usage.Summary{}),
	}
	for _, f := range change {
		f(&o)
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *Site) get(path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// sofar has these totals.
func sofar(totals usage.Summary) func(context.Context) (usage.Summary, error) {
	return func(context.Context) (usage.Summary, error) { return totals, nil }
}

func (s *Site) homeBody(t testing.TB, totals usage.Summary) []byte {
	t.Helper()
	s.totals = sofar(totals)
	document, err := s.Home(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return document.Body
}

// elements calls visit for each element of a page.
func elements(t testing.TB, page []byte, visit func(n *html.Node)) {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			visit(n)
		}
	}
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// allPages are the bodies of all pages by path, the start page and those on which one pays too.
func allPages(t testing.TB, s *Site) map[string][]byte {
	t.Helper()
	pages := map[string][]byte{"/": s.homeBody(t, usage.Summary{})}
	for _, path := range s.paths {
		w := s.get(path)
		want := policy
		if path == referencePath {
			want = referencePolicy
		}
		if w.Code != http.StatusOK || w.Header().Get("Content-Security-Policy") != want {
			t.Fatalf("%s: %d %v", path, w.Code, w.Header())
		}
		pages[path] = w.Body.Bytes()
	}
	for name, view := range s.routes {
		if !view.op.Paid {
			continue
		}
		body, err := view.paywall(asked(view.op.Path, ""))
		if err != nil {
			t.Fatal(err)
		}
		pages["402 of "+name] = body
	}
	return pages
}

// asked is a request as a browser makes it, whatever its query holds.
func asked(path, query string) *http.Request {
	return &http.Request{
		Method: http.MethodGet,
		Header: http.Header{},
		URL: &url.URL{
			Path:     path,
			RawQuery: query,
		},
	}
}

func TestNoPageHasAnythingInlineOrFromElsewhere(t *testing.T) {
	for path, body := range allPages(t, newSite(t)) {
		elements(t, body, func(n *html.Node) {
			source := attribute(n, "src")
			switch {
			case n.Data == "style",
				n.Data == "script" && (n.FirstChild != nil || !strings.HasPrefix(source, assetsPath)):
				t.Errorf("%s: <%s src=%q> is inline or foreign", path, n.Data, source)
			case n.Data == "link" && attribute(n, "rel") == "stylesheet" &&
				!strings.HasPrefix(attribute(n, "href"), assetsPath):
				t.Errorf("%s: a foreign style sheet", path)
			}
			for _, a := range n.Attr {
				if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
					t.Errorf("%s: <%s %s=...>", path, n.Data, a.Key)
				}
			}
		})
	}
}

func TestEveryLinkWithinTheSiteLeadsSomewhere(t *testing.T) {
	s := newSite(t)
	seen := map[string]bool{}
	for path, body := range allPages(t, s) {
		elements(t, body, func(n *html.Node) {
			for _, name := range []string{"href", "src", "action"} {
				target, err := url.Parse(attribute(n, name))
				if err != nil {
					t.Errorf("%s: %v", path, err)
				} else if target.Host == "" && target.Path != "" && target.Scheme == "" {
					seen[target.Path] = true
				}
			}
		})
	}

	if len(seen) < len(s.paths) {
		t.Errorf("only %d links for %d pages", len(seen), len(s.paths))
	}
	for target := range seen {
		op, _ := s.spec.Lookup(http.MethodGet, target)
		if Serves(target) && s.get(target).Code != http.StatusOK || !Serves(target) && op == nil {
			t.Errorf("%s leads nowhere", target)
		}
	}
}

func TestEveryPageSaysWhatItIs(t *testing.T) {
	s := newSite(t)
	titles := map[string]string{}
	for path, body := range allPages(t, s) {
		found := map[string]string{}
		elements(t, body, func(n *html.Node) {
			switch {
			case n.Data == "title":
				found["title"] = n.FirstChild.Data
			case n.Data == "meta":
				found[attribute(n, "name")+attribute(n, "property")] = attribute(n, "content")
			case n.Data == "link" && attribute(n, "rel") == "canonical":
				found["canonical"] = attribute(n, "href")
			case n.Data == "h1":
				found["h1"] += "1"
			}
		})
		if found["title"] == "" || found["description"] == "" || found["h1"] != "1" ||
			found["og:image"] != origin+ogPath {
			t.Errorf("%s: %v", path, found)
		}
		if strings.HasPrefix(path, "402") {
			continue
		}
		if found["canonical"] != origin+path {
			t.Errorf("%s: canonical %s", path, found["canonical"])
		}
		if other := titles[found["title"]]; other != "" {
			t.Errorf("%s and %s have one title", path, other)
		}
		titles[found["title"]] = path
	}
}

func TestRoutePagesTellPriceInputsAndCalls(t *testing.T) {
	s := newSite(t)
	for _, op := range s.spec.Operations {
		body := html.UnescapeString(s.get(RoutePath(op)).Body.String())
		markdown := s.get(RoutePath(op) + ".md").Body.String()
		for _, text := range []string{body, markdown} {
			if !strings.Contains(text, op.Name()) || !strings.Contains(text, priceText(op)) ||
				!strings.Contains(text, origin+op.Path) {
				t.Errorf("%s: name, price or call is missing", op.Name())
			}
			for _, in := range op.Inputs {
				if !strings.Contains(text, in.Name) {
					t.Errorf("%s: input %s is missing", op.Name(), in.Name)
				}
			}
			if op.Paid && (!strings.Contains(text, `"name": "`+op.ID+`"`) || !strings.Contains(text, "@x402/fetch")) {
				t.Errorf("%s: a way to call it is missing", op.Name())
			}
		}
	}
}

func TestPathsOfPages(t *testing.T) {
	for _, c := range []struct{ family, path, id, want string }{
		{"edgar", "/edgar/ratios", "edgarRatios", "/docs/edgar/ratios"},
		{"chain", "/tx/explain", "txExplain", "/docs/chain/tx/explain"},
		{"attest", "/notarize", "notarize", "/docs/attest/notarize"},
		{"btc", "/btc", "btc", "/docs/btc/btc"},
		{"platform", "/", "root", "/docs/platform/root"},
	} {
		op := &spec.Operation{Family: c.family, Path: c.path, ID: c.id}
		if got := RoutePath(op); got != c.want {
			t.Errorf("%s of %s: %s, want %s", c.path, c.family, got, c.want)
		}
	}
}

func TestNoRouteOfTheSpecIsHiddenByAPage(t *testing.T) {
	for _, path := range loadSpec(t).Paths() {
		if Serves(path) {
			t.Errorf("%s is a route and a page", path)
		}
	}
}

func TestAgentsGetMarkdown(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/docs", "/docs/crypto", "/docs/crypto/hash"} {
		for _, w := range []*httptest.ResponseRecorder{
			s.get(path + ".md"),
			s.get(path, "Accept", "text/markdown, text/html;q=0.5"),
		} {
			if w.Code != http.StatusOK || !strings.HasPrefix(w.Body.String(), "# ") ||
				!strings.HasPrefix(w.Header().Get("Content-Type"), "text/markdown") {
				t.Errorf("%s: %d %s %.60q", path, w.Code, w.Header().Get("Content-Type"), w.Body)
			}
		}
		w := s.get(path, "Accept", "text/html")
		if w.Header().Get("Vary") != "Accept" || !strings.HasPrefix(w.Body.String(), "<!doctype") {
			t.Errorf("%s: Vary %q, %.60q", path, w.Header().Get("Vary"), w.Body)
		}
	}
}

func TestWhatIsNoPageIsAProblem(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{
		"/docs/nothing", "/docs/crypto/nothing", "/docs/crypto/hash/", "/assets/site.css", "/assets/", "/docs/.md",
	} {
		w := s.get(path)
		if w.Code != http.StatusNotFound || w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s", path, w.Code, w.Header().Get("Content-Type"))
		}
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/docs", nil))
	if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") == "" {
		t.Errorf("POST: %d", w.Code)
	}
}

func TestFilesAreKeptForGood(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{stylePath, scriptPath, payPath, ogPath} {
		w := s.get(path)
		if w.Code != http.StatusOK || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d %s", path, w.Code, w.Header().Get("Cache-Control"))
		}
	}
	card, err := png.Decode(s.get(ogPath).Body)
	if err != nil || card.Bounds().Dx() != 1200 || card.Bounds().Dy() != 630 {
		t.Errorf("the card: %v", err)
	}
	files := discovery.Assets{}
	if files.Add("/", "a.css", []byte("1")) == files.Add("/", "a.css", []byte("2")) {
		t.Error("two files have one name")
	}
}

func TestSiteMapListsEveryPage(t *testing.T) {
	s := newSite(t)
	var listed struct {
		URLs []string `xml:"url>loc"`
	}
	if err := xml.Unmarshal(s.get(sitemapPath).Body.Bytes(), &listed); err != nil {
		t.Fatal(err)
	}
	if len(listed.URLs) != len(s.paths)+1 || !slices.Contains(listed.URLs, origin+"/docs/crypto/hash") {
		t.Errorf("%d of %d pages", len(listed.URLs), len(s.paths)+1)
	}
}

func TestHomeShowsFiguresOfTheStore(t *testing.T) {
	s := newSite(t)
	empty := s.homeBody(t, usage.Summary{})
	if bytes.Contains(empty, []byte("settled")) || bytes.Contains(empty, []byte("p50")) {
		t.Error("nothing was sold, and there are figures")
	}
	totals := usage.Summary{Routes: []usage.RouteUsage{
		{Route: "GET /a", Calls: 50, Paid: 1, P50: time.Second},
		{Route: "GET /b", Calls: 90, Paid: 41, P50: 20 * time.Millisecond},
		{Route: "GET /c", Paid: 0, P50: 5 * time.Second},
	}}
	page := s.homeBody(t, totals)
	for _, must := range []string{
		"<b>42</b> calls settled", "<b>20 ms</b>", origin + "/mcp", "Not charged when it fails",
	} {
		if !bytes.Contains(page, []byte(must)) {
			t.Errorf("the page lacks %q", must)
		}
	}
	if bytes.Contains(page, []byte("Sold most")) {
		t.Error("routes that there are no more are said to sell")
	}
}

// TestHomeLeadsToEveryRoute: it lists the families, and their pages the routes; /docs has all of them.
func TestHomeLeadsToEveryRoute(t *testing.T) {
	s := newSite(t)
	home := s.homeBody(t, usage.Summary{})
	all := s.get(docsPath).Body.Bytes()
	for _, op := range s.spec.Operations {
		link := []byte(`href="` + RoutePath(op) + `"`)
		family := familyPath(op.Family)
		if op.Paid && !bytes.Contains(home, []byte(`href="`+family+`"`)) {
			t.Errorf("the family of %s is not on the start page", op.Name())
		}
		if !bytes.Contains(s.get(family).Body.Bytes(), link) || !bytes.Contains(all, link) {
			t.Errorf("%s is not listed", op.Name())
		}
	}
}

// TestHomeNamesWhatSellsMost: the best first, and no more than five.
func TestHomeNamesWhatSellsMost(t *testing.T) {
	s := newSite(t)
	var totals usage.Summary
	for i, op := range s.spec.Operations[:20] {
		totals.Routes = append(totals.Routes, usage.RouteUsage{
			Route: op.Name(),
			Paid:  int64(i),
		})
	}
	best := s.bestOf(totals)
	for i, op := range best {
		if want := s.spec.Operations[19-i]; op != want {
			t.Errorf("place %d: %s, want %s", i+1, op.Name(), want.Name())
		}
	}
	if !bytes.Contains(s.homeBody(t, totals), []byte(`<a href="`+RoutePath(best[0])+`">`)) {
		t.Error("the page does not have them")
	}
}

// TestFormAsksForWhatTheRouteTakes: each input has a control with the example's value, so that a form which nobody
// touched makes the call of the example.
func TestFormAsksForWhatTheRouteTakes(t *testing.T) {
	s := newSite(t)
	for name, view := range s.routes {
		op := view.op
		if !op.Paid || len(op.Inputs) == 0 {
			continue
		}
		form := formOf(t, s.get(RoutePath(op)).Body.Bytes())
		if form.controls != len(op.Inputs) {
			t.Errorf("%s: %d controls for %d inputs", name, form.controls, len(op.Inputs))
		}

		call, err := find.ExampleCall(op, origin)
		if err != nil {
			t.Fatal(err)
		}
		if _, want, _ := strings.Cut(call.URL, "?"); form.path != op.Path || !sameQuery(form.query, want) {
			t.Errorf("%s: the form as it stands calls %s with %v, the example is %s", name, form.path, form.query, want)
		}
		if op.Body != nil && !sameJSON(t, form.body(), string(call.Body)) {
			t.Errorf("%s: the form as it stands sends %s, the example is %s", name, form.body(), call.Body)
		}
	}
}

// filled is a form as it stands.
type filled struct {
	path     string
	controls int
	query    url.Values
	members  []string // of the body, as JSON texts
}

func (f *filled) body() string { return "{" + strings.Join(f.members, ",") + "}" }

// formOf reads the form of a route's page as its script does: what is empty is not given.
func formOf(t *testing.T, page []byte) *filled {
	t.Helper()
	form := &filled{query: url.Values{}}
	elements(t, page, func(n *html.Node) {
		value := ""
		switch {
		case n.Data == "form" && attribute(n, "class") == "try":
			form.path = attribute(n, "action") + attribute(n, "data-url")
			return
		case attribute(n, "data-holds") == "":
			return
		case n.Data == "select":
			value = chosen(n)
		case n.Data == "textarea" && n.FirstChild != nil:
			value = n.FirstChild.Data
		default:
			value = attribute(n, "value")
		}

		form.controls++
		name := attribute(n, "name")
		switch {
		case value == "":
		case attribute(n, "data-in") == "query":
			form.query.Set(name, value)
		case attribute(n, "data-holds") == "text":
			form.members = append(form.members, strconv.Quote(name)+":"+jsonText(t, value))
		default:
			form.members = append(form.members, strconv.Quote(name)+":"+value)
		}
	})
	return form
}

func jsonText(t *testing.T, value string) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func sameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	var left, right any
	if err := json.Unmarshal([]byte(a), &left); err != nil {
		t.Errorf("%v in %s", err, a)
	}
	if err := json.Unmarshal([]byte(b), &right); err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(left, right)
}

func sameQuery(sent url.Values, want string) bool {
	query, err := url.ParseQuery(want)
	return err == nil && sent.Encode() == query.Encode()
}

// chosen is the value of a choice as it stands.
func chosen(choice *html.Node) string {
	first := ""
	for n := range choice.Descendants() {
		if n.Data != "option" || n.Type != html.ElementNode {
			continue
		}
		for _, a := range n.Attr {
			if a.Key == "selected" {
				return attribute(n, "value")
			}
		}
		if n.PrevSibling == nil {
			first = attribute(n, "value")
		}
	}
	return first
}

// TestPageOfARouteTellsHowOftenItAnswered: as far as that was measured, and never better than it was.
func TestPageOfARouteTellsHowOftenItAnswered(t *testing.T) {
	s := newSite(t)
	const route = "GET /donation001"
	for _, c := range []struct {
		why         string
		used        usage.RouteUsage
		has, hasNot string
	}{
		{"not called", usage.RouteUsage{}, "not measured", "p50"},
		{"quoted only", usage.RouteUsage{Calls: 9, Quotes: 8, Rejected: 1, P50: time.Second}, "not measured", "p50"},
		{"one call", usage.RouteUsage{Paid: 1, P50: 430 * time.Millisecond}, "<b>1 of 1</b> call was answered; half took at most <b>430 ms</b>", "%"},
		{"failed only", usage.RouteUsage{Errors: 3, P50: time.Second}, "<b>0 of 3</b> calls", "p50"},
		{"a sale that the chain took back was an answer", usage.RouteUsage{Paid: 1, Reverted: 1, Errors: 1, P50: 2 * time.Second}, "<b>2 of 3</b>", "%"},
		{"one in two thousand failed", usage.RouteUsage{Paid: 1999, Errors: 1, P50: 1260 * time.Millisecond}, "<b>99.9 % of 2000</b>", "100"},
		{"a long time", usage.RouteUsage{Paid: 1999, P50: 1260 * time.Millisecond}, "<b>1.3 s</b>", "ms"},
	} {
		t.Run(c.why, func(t *testing.T) {
			c.used.Route = route
			s.totals = sofar(usage.Summary{Routes: []usage.RouteUsage{{Route: "GET /a", Paid: 7}, c.used}})
			_, line, _ := strings.Cut(s.get("/docs/tips/donation001").Body.String(), `<p class="soft live">`)
			line, _, _ = strings.Cut(line, "</p>")
			if !strings.Contains(line, c.has) || strings.Contains(line, c.hasNot) {
				t.Errorf("the page says %q", line)
			}
		})
	}
}

// TestPagesStandWithoutTheStore: what was sold is not known then, and nothing is said of it.
func TestPagesStandWithoutTheStore(t *testing.T) {
	s := newSite(t, func(o *Options) {
		o.Totals = func(context.Context) (usage.Summary, error) { return usage.Summary{}, errors.New("gone") }
	})
	home, err := s.Home(t.Context())
	if err != nil || bytes.Contains(home.Body, []byte("settled")) {
		t.Errorf("start page: %v", err)
	}
	if page := s.get("/docs/tips/donation001"); page.Code != http.StatusOK || !strings.Contains(page.Body.String(), "not measured") {
		t.Errorf("route page: %d", page.Code)
	}
}

// TestPageOfARouteSaysWhatItAnswers and with what it may fail, and leads to the others of the family.
func TestPageOfARouteSaysWhatItAnswers(t *testing.T) {
	s := newSite(t)
	for name, view := range s.routes {
		op := view.op
		page := s.get(RoutePath(op)).Body.Bytes()
		if op.Output != nil && len(op.Output.Required) > 0 &&
			!bytes.Contains(page, []byte("<code>"+op.Output.Required[0]+"</code>")) {
			t.Errorf("%s: %s is not among the members", name, op.Output.Required[0])
		}
		if op.Paid && !bytes.Contains(page, []byte(`<code>400</code>`)) {
			t.Errorf("%s: bad input is not among the failures", name)
		}
		for _, other := range s.neighboursOf(op) {
			if !bytes.Contains(page, []byte(`<a href="`+other.Path+`">`)) {
				t.Errorf("%s does not lead to %s", name, other.Name)
			}
		}
	}
}

func TestPagesEscapeWhatIsPutIn(t *testing.T) {
	const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)>'`
	changed := *loadSpec(t)
	changed.Families = slices.Clone(changed.Families)
	changed.Families[0].Description = evil
	s := newSite(t, func(o *Options) {
		o.Spec = &changed
		o.Service.Name = evil
		o.Service.Description = evil
		o.Service.ContactURL = "javascript:alert(3)"
	})

	view := s.routes["GET /crypto/hash"]
	if view == nil {
		view = s.routes["GET /donation"]
	}
	paywall, err := view.paywall(asked("/donation", "x="+evil))
	if err != nil {
		t.Fatal(err)
	}
	nowhere := s.get("/docs/x"+url.PathEscape(evil), "Accept", "text/html", "User-Agent", "Mozilla/5.0")
	for name, page := range map[string][]byte{
		"start":  s.homeBody(t, usage.Summary{}),
		"list":   s.get("/docs").Body.Bytes(),
		"search": s.get("/docs?q=" + url.QueryEscape("hash "+evil)).Body.Bytes(),
		"404":    nowhere.Body.Bytes(),
		"402":    paywall,
	} {
		elements(t, page, func(n *html.Node) {
			if n.Data == "img" || n.Data == "script" && n.FirstChild != nil {
				t.Errorf("%s: an element <%s> came in", name, n.Data)
			}
			if strings.HasPrefix(attribute(n, "href"), "javascript:") {
				t.Errorf("%s: %s", name, attribute(n, "href"))
			}
		})
	}
}

func TestOnlyBrowsersAreShownThePageToPayOn(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct {
		method, accept, agent string
		want                  bool
	}{
		{"GET", "text/html,*/*;q=0.8", "Mozilla/5.0", true},
		{"GET", "*/*", "Mozilla/5.0", false},
		{"GET", "text/html", "curl/8", false},
		{"GET", "application/json", "axios", false},
		{"POST", "text/html", "Mozilla/5.0", false},
	} {
		r := httptest.NewRequest(c.method, "/donation?x=1", nil)
		r.Header.Set("Accept", c.accept)
		r.Header.Set("User-Agent", c.agent)
		header := http.Header{}
		body := s.Paywall(header, r, "GET /donation")
		if (body != nil) != c.want || (header.Get("Content-Security-Policy") != "") != c.want {
			t.Errorf("%+v: %d bytes", c, len(body))
		}
	}
}

func TestPagesToPayOnAreSmall(t *testing.T) {
	s := newSite(t)
	for name, view := range s.routes {
		if !view.op.Paid {
			continue
		}
		for _, query := range []string{"", strings.Repeat("'", 500), strings.Repeat("a", 5000)} {
			body, err := view.paywall(asked(view.op.Path, "a="+query))
			if err != nil || len(body) >= 10<<10 {
				t.Errorf("%s with %d bytes of query: %d bytes %v", name, len(query), len(body), err)
			}
		}
	}
}
