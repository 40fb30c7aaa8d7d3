package platform

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
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

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/gen"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/server/discovery"
	"github.com/farebox/farebox/server/find"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// memory is a usage store of fixed content; it counts how often it adds up.
type memory struct {
	usage.Store
	mu       sync.Mutex
	events   []usage.Event
	slow     []usage.Slow
	summary  usage.Summary
	fail     error
	summed   int
	lastSlow string
}

func (m *memory) Events(_ context.Context, since int64, limit int) ([]usage.Event, error) {
	var list []usage.Event
	for _, e := range m.events {
		if e.ID > since && len(list) < limit {
			list = append(list, e)
		}
	}
	return list, m.fail
}

func (m *memory) Summarize(context.Context) (usage.Summary, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.summed++
	return m.summary, m.fail
}

func (m *memory) ClearRejected(context.Context) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var n int64
	for _, count := range m.summary.Rejected {
		n += count
	}
	m.summary.Rejected = nil
	return n, m.fail
}

func (m *memory) SlowLog(_ context.Context, reason string, limit int) ([]usage.Slow, error) {
	m.lastSlow = reason
	return m.slow[:min(limit, len(m.slow))], m.fail
}

const payer = "0x857b06519E91e3A54538791bDbb0E22373e36b66"

func filled() *memory {
	return &memory{
		events: []usage.Event{
			{ID: 3, Time: noon, Route: "GET /donation", Status: 402, Outcome: usage.OutcomeQuoted, PriceUSD: "1.00", Latency: 420 * time.Microsecond},
			{ID: 5, Time: noon, Route: "GET /donation", Status: 200, Outcome: usage.OutcomePaid, PriceUSD: "1.00", Network: "eip155:8453", Payer: payer,
				Transaction: "0xabc", Version: 2, Latency: 310 * time.Millisecond, Upstream: 1500 * time.Microsecond},
			{ID: 9, Time: noon, Status: 404, Outcome: usage.OutcomeRejected, Reason: "unknown_route", Latency: time.Millisecond},
		},
		slow: []usage.Slow{{ID: 2, Time: noon, Route: "GET /donation", Status: 200, Latency: 5 * time.Second, Reason: "settle", Detail: "settle=4990"}},
		summary: usage.Summary{
			Since: noon,
			Routes: []usage.RouteUsage{
				{Route: "", Calls: 2, Rejected: 2},
				{Route: "GET /donation", Calls: 10, Quotes: 4, Paid: 3, Replayed: 1, Rejected: 1, Errors: 1, RevenueUSD: "3.00", Cost: 12_500_000, P50: time.Millisecond, P95: 2 * time.Millisecond, P99: 3500 * time.Microsecond},
				{Route: "GET /x", Calls: 1, Paid: 1, RevenueUSD: "0.1"},
			},
			Rejected: map[string]int64{"unknown_route": 2, "invalid_signature": 1},
		},
	}
}

type fixture struct {
	*Handlers
	echo  *echo.Echo
	store *memory
	spec  *spec.Spec
	now   time.Time
	ctx   func(context.Context) context.Context
}

// loaded is the bundled spec, read once for all tests.
var loaded = sync.OnceValues(func() (*spec.Spec, error) { return spec.Load(gen.OpenAPI) })

// indexed is the search over it, made once for all tests.
var indexed = sync.OnceValue(func() *find.Index {
	s, err := loaded()
	if err != nil {
		panic(err)
	}
	return find.New(s)
})

func newFixture(t *testing.T) *fixture {
	t.Helper()
	s, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{store: filled(), spec: s, now: noon, ctx: func(ctx context.Context) context.Context { return ctx }}
	f.Handlers, err = New(Config{
		Spec: s, Document: gen.OpenAPI, Usage: f.store, Now: func() time.Time { return f.now }, SlowThreshold: 3 * time.Second,
		Find:   indexed,
		Totals: usage.NewTotals(f.store, func() time.Time { return f.now }),
		Home: func(context.Context) (discovery.Document, error) {
			page := discovery.NewDocument("text/html; charset=utf-8", []byte("the start page"), 60)
			page.Vary = "Accept, User-Agent"
			return page, nil
		},
		Service: discovery.Service{
			Name: "Test Tools", Version: "1.0", PublicBaseURL: "https://api.example.com", Mode: "verify_then_settle", Facilitator: "self",
			Networks: []discovery.Network{{CAIP2: "eip155:8453", Asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", Symbol: "USDC", Decimals: 6, PayTo: payer}},
			DID:      []byte(`{"id":"did:web:api.example.com","verificationMethod":[],"assertionMethod":[]}`),
		},
		Health: func(context.Context) HealthReport {
			return NewHealthReport()
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	f.echo = echo.New()
	f.echo.Use(func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			c.SetRequest(c.Request().WithContext(f.ctx(c.Request().Context())))
			return next(c)
		}
	})
	f.echo.HTTPErrorHandler = func(err error, c echo.Context) { problem.From(err).Write(c.Response(), "") }
	f.Register(f.echo)
	return f
}

func (f *fixture) do(method, target string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	f.echo.ServeHTTP(w, httptest.NewRequest(method, target, nil))
	return w
}

func (f *fixture) json(t *testing.T, method, target string) map[string]any {
	t.Helper()
	w := f.do(method, target)
	if w.Code != http.StatusOK {
		t.Fatalf("%s %s: %d %s", method, target, w.Code, w.Body)
	}
	var v map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestEveryFreeRouteAnswersAsTheSpecSays(t *testing.T) {
	f := newFixture(t)
	f.cfg.Service.Index402Verify = "abc"
	queries := map[string]string{"/usage/events": "?since_id=0&limit=10", "/slowlog": "?limit=10", "/find": "?q=tip+one+cent&limit=5"}
	seen := 0
	for _, op := range f.spec.Operations {
		if op.Family != "platform" {
			continue
		}
		seen++
		w := f.do(op.Method, op.Path+queries[op.Path])
		if w.Code != http.StatusOK {
			t.Errorf("%s: %d %s", op.Name(), w.Code, w.Body)
			continue
		}
		declared := op.Route.Operation.Responses.Value("200").Value.Content
		media, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
		if declared.Get(w.Header().Get("Content-Type")) == nil {
			t.Errorf("%s: content type %s is not declared", op.Name(), w.Header().Get("Content-Type"))
		}
		if media != "application/json" {
			continue
		}
		var v any
		if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		if err := op.Output.VisitJSON(v); err != nil {
			t.Errorf("%s: %v\n%s", op.Name(), err, w.Body)
		}
	}
	if seen != 17 {
		t.Errorf("%d platform routes were called", seen)
	}
}

func TestOnlyBrowsersGetThePage(t *testing.T) {
	f := newFixture(t)
	if w := f.do("GET", "/"); w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("a program got %s", w.Header().Get("Content-Type"))
	}
	f.ctx = WithHTML
	w := f.do("GET", "/")
	if w.Header().Get("Content-Type") != "text/html; charset=utf-8" ||
		!strings.Contains(w.Body.String(), "the start page") {
		t.Errorf("a browser got %s %.80s", w.Header().Get("Content-Type"), w.Body)
	}
	if w.Header().Get("Vary") != "Accept, User-Agent" {
		t.Errorf("Vary %q", w.Header().Get("Vary"))
	}
	if w := f.do("GET", "/health"); w.Header().Get("Content-Type") != "application/json" {
		t.Error("another route became a page")
	}
}

func TestDocumentsAreNotSentAgain(t *testing.T) {
	f := newFixture(t)
	etag := f.do("GET", "/llms.txt").Header().Get("ETag")
	f.ctx = func(ctx context.Context) context.Context {
		return WithConditions(ctx, http.Header{"If-None-Match": {etag}})
	}
	if w := f.do("GET", "/llms.txt"); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
		t.Errorf("%d with %d bytes", w.Code, w.Body.Len())
	}
	if w := f.do("GET", "/openapi.json"); w.Code != http.StatusOK {
		t.Errorf("another document: %d", w.Code)
	}
}

func TestVerificationTextIsVerbatimOr404(t *testing.T) {
	f := newFixture(t)
	w := f.do("GET", "/.well-known/402index-verify.txt")
	if w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "not_configured") {
		t.Errorf("unset: %d %s", w.Code, w.Body)
	}
	f.cfg.Service.Index402Verify = "9f86d081<b>"
	w = f.do("GET", "/.well-known/402index-verify.txt")
	if w.Body.String() != "9f86d081<b>" || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		t.Errorf("set: %s %q", w.Header().Get("Content-Type"), w.Body)
	}
}

// TestPayersAreHiddenButForTheOperator: the transaction would name the payer to anybody who looks it up.
func TestPayersAreHiddenButForTheOperator(t *testing.T) {
	f := newFixture(t)
	get := func() map[string]any {
		return f.json(t, "GET", "/usage/events?since_id=3&limit=1")["events"].([]any)[0].(map[string]any)
	}
	if got := get(); got["payer"] != "0x857b...6b66" || got["transaction"] != nil {
		t.Errorf("public: %v", got)
	}
	f.ctx = WithOperator
	if got := get(); got["payer"] != payer || got["transaction"] != "0xabc" {
		t.Errorf("operator: %v", got)
	}
}

func TestEventsArePagedByCursor(t *testing.T) {
	f := newFixture(t)
	var ids []float64
	cursor := "0"
	for range 5 {
		page := f.json(t, "GET", "/usage/events?limit=2&since_id="+cursor)
		for _, e := range page["events"].([]any) {
			ids = append(ids, e.(map[string]any)["id"].(float64))
		}
		if page["count"] != float64(len(page["events"].([]any))) {
			t.Errorf("count %v", page["count"])
		}
		b, _ := json.Marshal(page["last_id"])
		cursor = string(b)
		if page["truncated"] == false {
			break
		}
	}
	if !reflect.DeepEqual(ids, []float64{3, 5, 9}) || cursor != "9" {
		t.Errorf("read %v up to %s", ids, cursor)
	}
	page := f.json(t, "GET", "/usage/events?limit=2&since_id=9")
	if page["last_id"] != 9.0 || page["truncated"] != false || len(page["events"].([]any)) != 0 {
		t.Errorf("at the end: %v", page)
	}
}

func TestEventFields(t *testing.T) {
	f := newFixture(t)
	events := f.json(t, "GET", "/usage/events?limit=10")["events"].([]any)
	for i, want := range []string{
		`{"answered_at":"2026-01-02T12:00:00Z","error_code":null,"id":3,` +
			`"latency_ms":0.42,"network":null,"outcome":"quoted","paid":false,"payer":null,` +
			`"price_usd":1,"route":"GET /donation","status":402,` +
			`"transaction":null,"upstream_ms":0,"x402_version":null}`,
		`{"answered_at":"2026-01-02T12:00:00Z","error_code":null,"id":5,` +
			`"latency_ms":310,"network":"eip155:8453","outcome":"paid","paid":true,` +
			`"payer":"0x857b...6b66","price_usd":1,"route":"GET /donation",` +
			`"status":200,"transaction":null,"upstream_ms":1.5,"x402_version":2}`,
		`{"answered_at":"2026-01-02T12:00:00Z","error_code":"unknown_route","id":9,` +
			`"latency_ms":1,"network":null,"outcome":"rejected","paid":false,` +
			`"payer":null,"price_usd":null,"route":null,` +
			`"status":404,"transaction":null,"upstream_ms":0,"x402_version":null}`,
	} {
		if got, _ := json.Marshal(events[i]); string(got) != want {
			t.Errorf("event %d\n%s\nwant\n%s", i, got, want)
		}
	}
}

func TestUsageAddsUpExactly(t *testing.T) {
	f := newFixture(t)
	u := f.json(t, "GET", "/usage")
	want := map[string]any{
		"calls":       13.0,
		"quotes":      4.0,
		"paid":        4.0,
		"replayed":    1.0,
		"rejected":    3.0,
		"errors":      1.0,
		"reverted":    0.0,
		"revenue_usd": 3.1,
		"cost_usd":    nil,
	}
	if !reflect.DeepEqual(u["totals"], want) {
		t.Errorf("totals %v", u["totals"])
	}
	routes := u["routes"].([]any)
	if r := routes[1].(map[string]any); r["route"] != "GET /donation" ||
		r["latency_p50_ms"] != 1.0 || r["latency_p95_ms"] != 2.0 ||
		r["latency_p99_ms"] != 3.5 || r["revenue_usd"] != 3.0 {
		t.Errorf("route %v", r)
	}
	if r := routes[0].(map[string]any); r["route"] != nil || r["revenue_usd"] != 0.0 {
		t.Errorf("unknown paths %v", r)
	}
	if r := u["rejected"].(map[string]any); r["count"] != 3.0 || !reflect.DeepEqual(r["by_reason"], map[string]any{"unknown_route": 2.0, "invalid_signature": 1.0}) {
		t.Errorf("rejected %v", r)
	}
}

func TestCostsAreHiddenButForTheOperator(t *testing.T) {
	f := newFixture(t)
	costs := func() (totals, route any) {
		u := f.json(t, "GET", "/usage")
		return u["totals"].(map[string]any)["cost_usd"], u["routes"].([]any)[1].(map[string]any)["cost_usd"]
	}
	if totals, route := costs(); totals != nil || route != nil {
		t.Errorf("everybody sees %v, %v", totals, route)
	}
	f.ctx = WithOperator
	if totals, route := costs(); totals != 0.0125 || route != 0.0125 {
		t.Errorf("the operator sees %v, %v", totals, route)
	}
}

func TestUsageIsAddedUpOnceInAWhile(t *testing.T) {
	f := newFixture(t)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { f.do("GET", "/usage") })
	}
	wg.Wait()
	if f.store.summed != 1 {
		t.Errorf("added up %d times at once", f.store.summed)
	}
	f.now = f.now.Add(usage.TotalsAge)
	f.do("GET", "/usage")
	if f.store.summed != 2 {
		t.Errorf("added up %d times after a while", f.store.summed)
	}
}

func TestClearingShowsAtOnceAndResetsNothingElse(t *testing.T) {
	f := newFixture(t)
	before := f.json(t, "GET", "/usage")
	if got := f.json(t, "POST", "/usage/rejected/clear")["cleared"]; got != 3.0 {
		t.Errorf("cleared %v", got)
	}
	after := f.json(t, "GET", "/usage")
	if got := after["rejected"].(map[string]any); got["count"] != 0.0 || len(got["by_reason"].(map[string]any)) != 0 {
		t.Errorf("rejected %v", got)
	}
	if !reflect.DeepEqual(before["totals"], after["totals"]) || !reflect.DeepEqual(before["routes"], after["routes"]) {
		t.Error("clearing changed the totals")
	}
}

func TestSlowLogPassesTheReasonAndShowsTheThreshold(t *testing.T) {
	f := newFixture(t)
	got := f.json(t, "GET", "/slowlog?limit=10&reason=upstream:brave")
	if f.store.lastSlow != "upstream:brave" || got["threshold_ms"] != 3000.0 || got["count"] != 1.0 {
		t.Errorf("asked for %q, got %v", f.store.lastSlow, got)
	}
}

func TestStoreFailureIsA503ThatHidesItsCause(t *testing.T) {
	f := newFixture(t)
	f.store.fail = errors.New("dial tcp 10.0.0.1: refused")
	for _, call := range []string{"GET /usage", "GET /usage/events?limit=1", "GET /slowlog?limit=1", "POST /usage/rejected/clear"} {
		method, target, _ := strings.Cut(call, " ")
		w := f.do(method, target)
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || strings.Contains(w.Body.String(), "10.0.0.1") {
			t.Errorf("%s: %d %s", call, w.Code, w.Body)
		}
	}
}

func TestHealthIsWhatTheChecksSaw(t *testing.T) {
	f := newFixture(t)
	h := f.json(t, "GET", "/health")
	if h["status"] != "ok" || h["payments"].(map[string]any)["last_ok_at"] != nil {
		t.Errorf("%v", h)
	}
	f.cfg.Health = func(context.Context) HealthReport {
		r := NewHealthReport()
		r.Checks["store"] = "unreachable"
		r.Lacks("store", "unreachable", "the database did not answer")
		return r
	}
	h = f.json(t, "GET", "/health")
	want := "[map[detail:the database did not answer name:store status:unreachable]]"
	if got := fmt.Sprint(h["problems"]); got != want {
		t.Errorf("problems: %s", got)
	}
	if h["status"] != "degraded" || h["checks"].(map[string]any)["store"] != "unreachable" {
		t.Errorf("%v", h)
	}
}

func TestFindGivesEverythingNeededForTheCall(t *testing.T) {
	f := newFixture(t)
	for _, op := range f.spec.Operations {
		if op.Path == "/" {
			continue
		}
		found := f.json(t, "GET", "/find?detail=full&limit=1&q="+op.Path)
		if found["count"] != 1.0 {
			t.Errorf("%s is not found", op.Path)
			continue
		}
		m := found["results"].([]any)[0].(map[string]any)
		price, err := strconv.ParseFloat(discovery.PriceUSD(op), 64)
		if err != nil {
			t.Fatal(err)
		}
		example := m["example"].(map[string]any)
		if m["path"] != op.Path || fmt.Sprint(m["price_usd"]) != fmt.Sprint(price) ||
			m["rank"] != 1.0 || m["match_score"].(float64) < 99 ||
			len(m["inputs"].([]any)) != len(op.Inputs) {
			t.Errorf("%s: %v", op.Path, m)
		}
		if !strings.HasPrefix(example["url"].(string), "https://api.example.com"+op.Path) || (op.Body != nil) != (example["body"] != nil) {
			t.Errorf("%s: example %v", op.Path, example)
		}
	}
	if none := f.json(t, "GET", "/find?limit=5&q=zzzzzz"); none["count"] != 0.0 || len(none["results"].([]any)) != 0 {
		t.Errorf("nothing known: %v", none)
	}
}

// TestABriefFindIsShort: five results take at most 3 kB, and have all that is needed to choose a route and to call it.
func TestABriefFindIsShort(t *testing.T) {
	f := newFixture(t)
	var sizes []int
	for _, op := range f.spec.Operations {
		found := f.json(t, "GET", "/find?limit=5&q="+url.QueryEscape(op.Summary))
		text, err := json.Marshal(found)
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, len(text))
		results := found["results"].([]any)
		if len(results) > 5 {
			t.Fatalf("%d results", len(results))
		}
		for _, r := range results {
			m := r.(map[string]any)
			for _, in := range m["inputs"].([]any) {
				if in.(map[string]any)["required"] != true {
					t.Errorf("%v names an input that is not needed: %v", m["route"], in)
				}
			}
			if m["description"] != nil || m["example"].(map[string]any)["curl"] != nil || m["optional_inputs"] == nil {
				t.Errorf("%v", m)
			}
		}
	}
	slices.Sort(sizes)
	t.Logf("median %d, p99 %d bytes", sizes[len(sizes)/2], sizes[len(sizes)*99/100])
	if most := sizes[len(sizes)*99/100]; most > 4000 || sizes[len(sizes)/2] > 3000 {
		t.Errorf("median %d, p99 %d bytes", sizes[len(sizes)/2], most)
	}
}

// TestMatchScoreIsALikelihood: it is in per cent, none that follows has more than the one before, and a task that fits
// less well has less, whatever else is found.
func TestMatchScoreIsALikelihood(t *testing.T) {
	f := newFixture(t)
	best := map[string]float64{}
	for _, q := range []string{"tip one cent to the makers", "one cent of something for the makers or so"} {
		results := f.json(t, "GET", "/find?limit=50&q="+url.QueryEscape(q))["results"].([]any)
		if len(results) < 2 {
			t.Fatalf("%q: %d results", q, len(results))
		}
		last := 100.0
		for i, r := range results {
			score := r.(map[string]any)["match_score"].(float64)
			if score > last || score < 0 || score != math.Trunc(score) {
				t.Errorf("%q: %d: %v after %v", q, i, score, last)
			}
			best[q] = max(best[q], score)
			last = score
		}
	}
	if clear, vague := best["tip one cent to the makers"], best["one cent of something for the makers or so"]; clear <= vague {
		t.Errorf("%v for a clear task, %v for a vague one", clear, vague)
	}
}

func TestValidationErrorIsTheBodyThatTheSpecDeclares(t *testing.T) {
	body := ValidationError("limit", `must be at most 1000, not "x"`, "int_parsing")
	if want := `{"detail":[{"loc":["query","limit"],"msg":"must be at most 1000, not \"x\"","type":"int_parsing"}]}`; string(body) != want {
		t.Errorf("%s\nwant\n%s", body, want)
	}
	s, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/usage/events", "/slowlog"} {
		op, _ := s.Lookup("GET", path)
		media := op.Route.Operation.Responses.Value("422").Value.Content.Get("application/json")
		if err := media.Schema.Value.VisitJSON(v); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestTipsAnswerTheirExamplesAndPrices(t *testing.T) {
	s, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	e := echo.New()
	Tips{}.Register(e)
	tips := 0
	for _, op := range s.Operations {
		if op.Family != "tips" {
			continue
		}
		tips++
		w := httptest.NewRecorder()
		e.ServeHTTP(w, httptest.NewRequest(op.Method, op.Path, nil))
		var got map[string]any
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		price, _ := op.Price.Float64()
		if !reflect.DeepEqual(any(got), op.Example) || got["amount_usd"] != price {
			t.Errorf("%s: %v, example %v, price %v", op.Path, got, op.Example, price)
		}
	}
	if tips != 3 {
		t.Errorf("%d tip routes", tips)
	}
}

func TestConfigMustBeComplete(t *testing.T) {
	if _, err := New(Config{}); err == nil {
		t.Error("an empty configuration is accepted")
	}
}
