package discovery

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"image/png"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/shopspring/decimal"
	"github.com/temoto/robotstxt"

	"github.com/farebox/farebox/gen"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/spec/spectest"
)

func testService() Service {
	return Service{
		Name: "Test Tools", Version: "1.0", Description: "Tools for tests.",
		PublicBaseURL: "https://api.example.com", Mode: "verify_then_settle", Facilitator: "https://facilitator.example.com",
		Networks: []Network{
			{CAIP2: "eip155:8453", Name: "Base", Asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", Symbol: "USDC", Decimals: 6, PayTo: "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"},
			{CAIP2: "eip155:84532", Name: "Base Sepolia", Asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e", Symbol: "USDC", Decimals: 6, PayTo: "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"},
		},
		ContactEmail: "ops@example.com",
	}
}

// loaded is the bundled spec, read once for all tests.
var loaded = sync.OnceValues(func() (*spec.Spec, error) { return spec.Load(gen.OpenAPI) })

func loadSpec(t testing.TB) *spec.Spec {
	t.Helper()
	s, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func build(t testing.TB, s *spec.Spec, service Service) *Documents {
	t.Helper()
	d, err := Build(s, gen.OpenAPI, service)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func openAPIOf(t testing.TB, d *Documents) []byte {
	t.Helper()
	document, err := d.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	return document.Body
}

func smallSpec() *spec.Spec {
	boolean, list := openapi3.NewBoolSchema(), openapi3.NewArraySchema()
	get := &spec.Operation{
		ID: "extract", Method: "GET", Path: "/extract", Family: "web", Summary: "Main text", Description: "Readable text.",
		Price: decimal.RequireFromString("0.002"), Paid: true, Inputs: []spec.Input{
			{Name: "url", Required: true, Schema: openapi3.NewStringSchema()}, {Name: "render", Schema: boolean},
			{Name: "n", Schema: openapi3.NewIntegerSchema()}, {Name: "ratio", Schema: openapi3.NewFloat64Schema()}, {Name: "include", Schema: list},
		},
	}
	none := &spec.Operation{ID: "tip", Method: "GET", Path: "/donation", Family: "web", Summary: "Tip", Description: "A tip.", Price: decimal.RequireFromString("1.00"), Paid: true}
	post := &spec.Operation{
		ID: "abi", Method: "POST", Path: "/crypto/abi", Family: "web", Summary: "ABI", Description: "ABI coding.", Price: decimal.RequireFromString("0.003"), Paid: true,
		Body: openapi3.NewObjectSchema(), Inputs: []spec.Input{{Name: "options", Schema: openapi3.NewObjectSchema()}},
	}
	free := &spec.Operation{ID: "health", Method: "GET", Path: "/health", Family: "platform", Summary: "Health", Description: "Health."}
	return &spec.Spec{
		Doc:        &openapi3.T{Info: &openapi3.Info{Title: "x", Description: "From the spec."}},
		Operations: []*spec.Operation{get, none, post, free},
		Families: []spec.Family{
			{Name: "web", Description: "Web pages.", Operations: []*spec.Operation{get, none, post}},
			{Name: "platform", Description: "Free.", Operations: []*spec.Operation{free}},
		},
	}
}

func TestCatalogueHasTheSeedsShapeExactly(t *testing.T) {
	got, err := json.Marshal(catalogueObject(smallSpec(), testService(), nil))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"version":1,"x402Version":2,"service":"Test Tools","description":"Tools for tests.","network":"eip155:8453",
	"mode":"verify_then_settle","pay_to":"0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
	"asset":{"address":"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913","symbol":"USDC","decimals":6},
	"facilitator":"https://facilitator.example.com",
	"networks":[
		{"network":"eip155:8453","name":"Base","asset":"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913","pay_to":"0x209693Bc6afc0C5328bA36FaF03C514EF312287C"},
		{"network":"eip155:84532","name":"Base Sepolia","asset":"0x036CbD53842c5426634e7929541eC2318f3dCF7e","pay_to":"0x209693Bc6afc0C5328bA36FaF03C514EF312287C"}],
	"resources":["https://api.example.com/extract","https://api.example.com/donation","https://api.example.com/crypto/abi"],
	"openapi":"https://api.example.com/openapi.json","llms":"https://api.example.com/llms.txt","find":"https://api.example.com/find",
	"mcp":"https://api.example.com/mcp",
	"endpoints":{
	"GET /donation":{"price":"$1.00","method":"GET","query":{},"description":"A tip.","tags":["web"]},
	"GET /extract":{"price":"$0.002","method":"GET","query":{"include":"list","n":"int","ratio":"float","render":"bool","url":"str"},"description":"Readable text.","tags":["web"]},
	"POST /crypto/abi":{"price":"$0.003","method":"POST","body":{"options":"dict"},"description":"ABI coding.","tags":["web"]}}}`
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(want)); err != nil {
		t.Fatal(err)
	}
	if string(got) != compact.String() {
		t.Errorf("catalogue\n%s\nwant\n%s", got, compact.String())
	}
}

// answersSchema checks a served document against the 200 that the spec promises for path.
func answersSchema(t *testing.T, s *spec.Spec, path string, body []byte) {
	t.Helper()
	op, _ := s.Lookup("GET", path)
	if op == nil {
		t.Fatalf("%s is not in the spec", path)
	}
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatal(err)
	}
	if err := op.Output.VisitJSON(v); err != nil {
		t.Errorf("%s: %v", path, err)
	}
}

func TestDocumentsKeepToTheSpecsOwnSchemas(t *testing.T) {
	s := loadSpec(t)
	d := build(t, s, testService())
	for _, settled := range []map[string]Settlement{nil, {
		testService().Networks[0].CAIP2: {
			Median: 1900 * time.Millisecond,
			Count:  3,
			Coin:   "ETH",
			Least:  "0.000000456",
			Most:   "0.0000012",
			Basis:  Measured,
		},
	}} {
		root, err := Root(s, testService(), settled)
		if err != nil {
			t.Fatal(err)
		}
		answersSchema(t, s, "/", root.Body)
	}
	answersSchema(t, s, "/.well-known/x402", d.Catalogue.Body)
	answersSchema(t, s, "/.well-known/x402.json", d.Catalogue.Body)
	answersSchema(t, s, "/openapi.json", openAPIOf(t, d))
}

func TestCatalogueAndLLMsNameEveryRouteWithItsPrice(t *testing.T) {
	s := loadSpec(t)
	d := build(t, s, testService())
	var c struct {
		Resources []string
		Endpoints map[string]struct {
			Price, Method string
			Query, Body   map[string]string
		}
	}
	if err := json.Unmarshal(d.Catalogue.Body, &c); err != nil {
		t.Fatal(err)
	}
	paid := 0
	for _, op := range s.Operations {
		line := regexp.MustCompile(`(?m)^- \[[^\]]+\]\(` + regexp.QuoteMeta(op.Path) + `\): (free|\$[0-9.]+)(; POST)?(; .+)?$`)
		m := line.FindStringSubmatch(string(d.LLMs.Body))
		if m == nil || (m[2] != "") != (op.Method == http.MethodPost) {
			t.Errorf("llms.txt has no line of %s", op.Name())
			continue
		}
		e, listed := c.Endpoints[op.Name()]
		if listed != op.Paid {
			t.Errorf("%s: paid %v, in the catalogue %v", op.Name(), op.Paid, listed)
		}
		if !op.Paid {
			if m[1] != "free" {
				t.Errorf("llms.txt prices %s at %s", op.Name(), m[1])
			}
			continue
		}
		paid++
		for where, price := range map[string]string{"llms.txt": m[1], "catalogue": e.Price} {
			if !decimal.RequireFromString(strings.TrimPrefix(price, "$")).Equal(op.Price) {
				t.Errorf("%s: %s says %s, the spec %s", op.Name(), where, price, op.Price)
			}
		}
		inputs := e.Query
		if op.Body != nil {
			inputs = e.Body
		}
		if e.Method != op.Method || inputs == nil || len(inputs) != len(op.Inputs) {
			t.Errorf("%s: catalogue has method %s, inputs %v", op.Name(), e.Method, inputs)
		}
		for _, in := range op.Inputs {
			if !strings.Contains(" str int float bool list dict ", " "+inputs[in.Name]+" ") || inputs[in.Name] == "" {
				t.Errorf("%s: input %s has type %q", op.Name(), in.Name, inputs[in.Name])
			}
		}
	}
	if len(c.Resources) != paid || len(c.Endpoints) != paid {
		t.Errorf("%d resources and %d endpoints for %d paid routes", len(c.Resources), len(c.Endpoints), paid)
	}
}

// The convention: a title, a quotation, text without headings, then sections of nothing but link lists.
func TestLLMsTextFollowsTheConvention(t *testing.T) {
	documents := build(t, loadSpec(t), testService())
	for _, document := range []Document{documents.LLMs, documents.LLMsFull} {
		mustFollowConvention(t, string(document.Body))
	}
}

func mustFollowConvention(t *testing.T, text string) {
	t.Helper()
	lines := strings.Split(text, "\n")
	if lines[0] != "# Test Tools" || lines[1] != "" || !strings.HasPrefix(lines[2], "> ") {
		t.Errorf("begins with %q", lines[:3])
	}
	link := regexp.MustCompile(`^- \[[^\]]+\]\([^)]+\)(: .+)?$`)
	sections := 0
	for _, line := range lines[3:] {
		switch {
		case strings.HasPrefix(line, "## "):
			sections++
		case strings.HasPrefix(line, "#"):
			t.Errorf("heading %q", line)
		case sections > 0 && line != "" && !link.MatchString(line):
			t.Errorf("in a section: %q", line)
		}
	}
	for _, must := range []string{"(/openapi.json)", "(/.well-known/x402)", "PAYMENT-SIGNATURE", "X-PAYMENT", "settlement_pending", "eip155:84532", "https://api.example.com"} {
		if !strings.Contains(text, must) {
			t.Errorf("llms.txt does not say %s", must)
		}
	}
}

func TestLLMsTextOfAllPlannedRoutesStaysShort(t *testing.T) {
	s := spectest.Planned(t)
	for _, op := range s.Operations { // as long as the spec's summaries are
		op.Summary = op.Description[:min(60, len(op.Description))]
	}
	text := LLMsText(s, testService())
	tokens := spectest.Tokens(text)
	t.Logf("%d routes, %d bytes, about %d tokens", len(s.Operations), len(text), tokens)
	if tokens >= 7500 {
		t.Errorf("about %d tokens", tokens)
	}
	for _, op := range s.Operations {
		if !strings.Contains(text, "]("+op.Path+"): ") {
			t.Errorf("%s is missing", op.Name())
		}
		for _, in := range op.Inputs {
			if in.Required && !strings.Contains(text, in.Name) {
				t.Errorf("%s: required input %s is missing", op.Name(), in.Name)
			}
		}
	}
}

func TestLinesOfRoutesInTheIndexAndInTheFullText(t *testing.T) {
	op := smallSpec().Operations[0]
	op.Tasks = []string{"read a page", "scrape it"}
	op.Description = "Gives the text."
	if got, want := llmsLine(op), "- [Main text](/extract): $0.002; url\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	const full = "- [GET /extract](/extract): $0.002; url, render?, n?, ratio?, include?; Main text; Gives the text.; " +
		"e.g. read a page | scrape it\n"
	if got := llmsFullLine(op); got != full {
		t.Errorf("%q, want %q", got, full)
	}
}

func TestOpenAPIDocumentIsTheOperators(t *testing.T) {
	service := testService()
	service.ContactURL = "https://example.com/help"
	d := build(t, loadSpec(t), service)
	doc, err := openapi3.NewLoader().LoadFromData(openAPIOf(t, d))
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Errorf("not a valid document: %v", err)
	}
	if len(doc.Servers) != 1 || doc.Servers[0].URL != "https://api.example.com" {
		t.Errorf("servers %+v", doc.Servers)
	}
	if c := doc.Info.Contact; c == nil || c.Email != "ops@example.com" || c.URL != "https://example.com/help" || c.Name != "" {
		t.Errorf("contact %+v", c)
	}
	if guide, _ := doc.Extensions["x-agentcash-guidance"].(map[string]any); guide["llmsTxtUrl"] != "https://api.example.com/llms.txt" {
		t.Errorf("guidance %v", guide)
	}
	if text, _ := doc.Info.Extensions["x-guidance"].(string); text == "" {
		t.Error("x-guidance is gone")
	}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			// Crawlers take a route without an empty security list for one that wants an API key.
			if op.Security == nil || len(*op.Security) != 0 {
				t.Errorf("%s %s: security %v", method, path, op.Security)
			}
		}
	}
}

// TestExamplesNameTheOperatorsOrigin: a reader of /openapi.json finds no origin there that does not answer.
func TestExamplesNameTheOperatorsOrigin(t *testing.T) {
	service := testService()
	service.PublicBaseURL = "https://tools.farebox.test"
	body := openAPIOf(t, build(t, loadSpec(t), service))
	if bytes.Contains(body, []byte(exampleOrigin)) {
		t.Errorf("%s is still there", exampleOrigin)
	}
	if !bytes.Contains(body, []byte(service.PublicBaseURL+"/donation001")) {
		t.Error("no example names the operator's origin")
	}
}

func TestOpenAPIDocumentKeepsDigitsAndTheSpecsContact(t *testing.T) {
	service := testService()
	service.ContactEmail = ""
	out, err := openAPIDocument([]byte(`{"openapi":"3.0.3","info":{"title":"x","contact":{"name":"n"}},"x":12345678901234567890.10,"h":"<&>"}`), service)
	if err != nil {
		t.Fatal(err)
	}
	for _, must := range []string{`"x":12345678901234567890.10`, `"contact":{"name":"n"}`, `"h":"<&>"`, `"title":"Test Tools"`} {
		if !bytes.Contains(out, []byte(must)) {
			t.Errorf("%s\nlacks %s", out, must)
		}
	}
}

func TestFaviconIsARealIcon(t *testing.T) {
	b := build(t, loadSpec(t), testService()).Favicon.Body
	le := binary.LittleEndian
	if le.Uint16(b) != 0 || le.Uint16(b[2:]) != 1 || le.Uint16(b[4:]) != 4 {
		t.Fatalf("header % x", b[:6])
	}
	for i := range 4 {
		entry := b[6+16*i:]
		size, offset := le.Uint32(entry[8:]), le.Uint32(entry[12:])
		img, err := png.Decode(bytes.NewReader(b[offset : offset+size]))
		if err != nil {
			t.Fatal(err)
		}
		if img.Bounds().Dx() != int(entry[0]) || img.Bounds().Dy() != int(entry[1]) {
			t.Errorf("image %d is %v, its entry says %d", i, img.Bounds(), entry[0])
		}
	}
}

func TestRobotsMayGetQuotesButNotTheOperatorsFigures(t *testing.T) {
	robots, err := robotstxt.FromBytes(build(t, loadSpec(t), testService()).Robots.Body)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{"/": true, "/llms.txt": true, "/donation": true, "/usage": false, "/usage/events": false, "/slowlog?limit=5": false} {
		if got := robots.TestAgent(path, "SomeBot"); got != want {
			t.Errorf("%s allowed: %v", path, got)
		}
	}
}

func TestDocumentAnswers304ToItsOwnETag(t *testing.T) {
	d := NewDocument("text/plain", []byte("hello"), 60)
	for _, c := range []struct {
		header string
		status int
	}{
		{"", 200},
		{`"other"`, 200},
		{d.ETag, 304},
		{strings.TrimPrefix(d.ETag, "W/"), 304},
		{`"other", ` + d.ETag, 304},
		{"*", 304},
	} {
		w := httptest.NewRecorder()
		if err := d.Write(w, Conditions{IfNoneMatch: c.header}); err != nil {
			t.Fatal(err)
		}
		if w.Code != c.status || (w.Body.Len() == 0) != (c.status == 304) || w.Header().Get("ETag") != d.ETag {
			t.Errorf("If-None-Match %q: %d with %d bytes", c.header, w.Code, w.Body.Len())
		}
	}
	if NewDocument("text/plain", []byte("other"), 60).ETag == d.ETag {
		t.Error("another body has the same ETag")
	}
}

func TestServiceMustBeComplete(t *testing.T) {
	for name, change := range map[string]func(*Service){
		"no name":    func(s *Service) { s.Name = "" },
		"no network": func(s *Service) { s.Networks = nil },
		"no scheme":  func(s *Service) { s.PublicBaseURL = "api.example.com" },
		"path":       func(s *Service) { s.PublicBaseURL = "https://example.com/api" },
		"query":      func(s *Service) { s.PublicBaseURL = "https://example.com?x=1" },
		"user":       func(s *Service) { s.PublicBaseURL = "https://u:p@example.com" },
		"ftp":        func(s *Service) { s.PublicBaseURL = "ftp://example.com" },
	} {
		service := testService()
		change(&service)
		if _, err := Build(smallSpec(), []byte(`{"info":{}}`), service); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestPrices(t *testing.T) {
	for in, want := range map[string]string{"0.002": "0.002", "1.00": "1.00", "0.1": "0.10", "0.015": "0.015", "5": "5.00", "12.5": "12.50"} {
		op := &spec.Operation{Paid: true, Price: decimal.RequireFromString(in)}
		if got := PriceUSD(op); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
	if got := PriceUSD(&spec.Operation{}); got != "0" {
		t.Errorf("free: %s", got)
	}
}
