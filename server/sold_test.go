package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/sdk/go/pay"
	"github.com/farebox/farebox/server/resale"
)

// petShop is an API of somebody else's: a document as a common framework writes it, and the service that answers.
const petShop = `
openapi: 3.1.0
info: {title: Pets, description: A shop for pets., version: "1"}
servers: [{url: https://elsewhere.example}]
security: [{key: []}]
paths:
  /pets/{petId}:
    parameters:
      - {name: petId, in: path, required: true, schema: {type: integer, minimum: 1}, example: 7}
      - {name: X-Locale, in: header, schema: {type: string}}
      - {name: session, in: cookie, schema: {type: string}}
      - {name: X-PAYMENT, in: header, required: true, schema: {type: string}}
    get:
      operationId: get_pet
      summary: One pet
      parameters:
        - {name: fields, in: query, schema: {anyOf: [{type: string}, {type: "null"}]}, example: name}
      x-payment-info: {price: {amount: "0.002"}}
      responses:
        "200": {description: The pet., content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}, example: {id: 7, name: Rex}}}}
        "404": {description: None.}
    put:
      summary: Replace the picture of a pet
      requestBody: {required: true, content: {image/png: {schema: {type: string, format: binary}}}}
      responses: {"204": {description: Done.}}
  /pets:
    post:
      operationId: add_pet
      summary: Add a pet
      x-payment-info: {price: {amount: "0.003"}}
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}, example: {name: Rex}}}
      responses:
        "201": {description: Added., content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
    get:
      summary: Not for sale
      responses: {"200": {description: All.}}
components:
  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        id: {type: [integer, "null"]}
        name: {type: string, minLength: 1}
`

// mostSeen is how many calls a test looks at.
const mostSeen = 50

// backend is the service behind, which remembers what it was sent.
type backend struct {
	mu     sync.Mutex
	seen   []*http.Request
	bodies [][]byte
	answer http.HandlerFunc
}

func (b *backend) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	b.mu.Lock()
	if len(b.seen) < mostSeen {
		b.seen = append(b.seen, r.Clone(r.Context()))
		b.bodies = append(b.bodies, body)
	}
	answer := b.answer
	b.mu.Unlock()
	answer(w, r)
}

func (b *backend) last() (*http.Request, []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.seen) == 0 {
		return nil, nil
	}
	return b.seen[len(b.seen)-1], b.bodies[len(b.bodies)-1]
}

func (b *backend) calls() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.seen)
}

func (b *backend) answers(status int, kind, body string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answer = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Set-Cookie", "a=b")
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

const signingKey16 = "a key of sixteen and more"

// startSelling puts the service in front of a pet shop, which is all that it sells: to read a document of both kinds of
// routes takes a second.
func startSelling(t testing.TB, extra map[string]string) (*service, *backend, *scripted) {
	t.Helper()
	behind := &backend{}
	behind.answers(http.StatusOK, "application/json", `{"id":7,"name":"Rex"}`)
	web := httptest.NewServer(behind)
	t.Cleanup(web.Close)

	folder := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	settings := map[string]string{
		"BUILTIN":             "false",
		"SELL":                write("pets.yaml", petShop) + "=" + web.URL + "/v1",
		"SELL_HEADERS_PETS":   "X-Key: theirs",
		"SELL_SIGNING_KEY":    signingKey16,
		"SELL_MAX_ANSWER_MIB": "1",
		"OVERLAY": write("prices.yaml", `
overlay: 1.1.0
info: {title: Prices, version: "1"}
actions:
  - target: $.paths['/pets/{petId}'].put
    update: {x-payment-info: {price: {amount: "0.01"}}}
`),
	}
	for name, value := range extra {
		settings[name] = value
	}
	settler := &scripted{}
	return start(t, newKey(t), settings, settler.with(false)), behind, settler
}

// TestSellsAnAPIOfOthers: an operation of a sold document is quoted, bought and shown as one of the program's own.
func TestSellsAnAPIOfOthers(t *testing.T) {
	t.Parallel()
	s, behind, settler := startSelling(t, map[string]string{"BUILTIN": "true"})

	for _, version := range []pay.Version{pay.V1, pay.V2} {
		call := s.request(http.MethodGet, "/pets/7?fields=name", nil)
		call.Header.Set("X-Locale", "de")
		a := s.do(s.paid(call, version))
		if a.status != http.StatusOK || string(a.body) != `{"id":7,"name":"Rex"}` || a.header.Get("Set-Cookie") != "" {
			t.Fatalf("%d %v %s", a.status, a.header, a.body)
		}
	}
	if settler.settlements() != 2 {
		t.Errorf("%d settlements for two sales", settler.settlements())
	}

	r, body := behind.last()
	if got := r.Method + " " + r.URL.RequestURI(); got != "GET /v1/pets/7?fields=name" {
		t.Error(got)
	}
	if r.Header.Get("X-Key") != "theirs" || r.Header.Get("X-Locale") != "de" {
		t.Errorf("what the service is to get: %v", r.Header)
	}
	sale := resale.Sale{
		Route:    "GET /pets/{petId}",
		Payer:    strings.ToLower(walletOf(t, s.key).Address()),
		Network:  "eip155:8453",
		Purchase: r.Header.Get(resale.HeaderPurchase),
		PriceUSD: "0.002",
	}
	given := resale.Sale{
		Route:    r.Header.Get(resale.HeaderRoute),
		Payer:    r.Header.Get(resale.HeaderPayer),
		Network:  r.Header.Get(resale.HeaderNetwork),
		Purchase: r.Header.Get(resale.HeaderPurchase),
		PriceUSD: r.Header.Get(resale.HeaderPrice),
	}
	if given != sale || len(sale.Purchase) != 64 {
		t.Errorf("told %+v, want %+v", given, sale)
	}
	checkSignature(t, r, sale, body)
}

// checkSignature does what a service behind does with the header.
func checkSignature(t *testing.T, r *http.Request, sale resale.Sale, body []byte) {
	t.Helper()
	given := r.Header.Get(resale.HeaderSignature)
	moment, _, _ := strings.Cut(strings.TrimPrefix(given, "t="), ",")
	var seconds int64
	if _, err := fmt.Sscan(moment, &seconds); err != nil {
		t.Fatalf("%q: %v", given, err)
	}
	at := time.Unix(seconds, 0)
	if want := resale.Signature([]byte(signingKey16), at, r.Method, r.URL.RequestURI(), sale, body); given != want {
		t.Errorf("signed %s, want %s", given, want)
	}
	sale.PriceUSD = "2"
	if given == resale.Signature([]byte(signingKey16), at, r.Method, r.URL.RequestURI(), sale, body) {
		t.Error("the price is not signed")
	}
}

// TestSoldCallsCarryNothingOfTheBuyer: neither the payment nor what a client or a proxy adds reaches the service.
func TestSoldCallsCarryNothingOfTheBuyer(t *testing.T) {
	t.Parallel()
	s, behind, _ := startSelling(t, nil)
	call := s.paid(s.request(http.MethodGet, "/pets/7", nil), pay.V2)
	secret := map[string]string{
		"Authorization":     "Bearer of the buyer",
		"Cookie":            "session=1",
		"Forwarded":         "for=192.0.2.1",
		"X-Forwarded-For":   "192.0.2.1",
		"X-Real-Ip":         "192.0.2.1",
		"Idempotency-Key":   "0123456789abcdef",
		"Referer":           "https://buyer.example",
		resale.HeaderPrice:  "0",
		resale.HeaderPayer:  "0x0",
		"X-Farebox-Another": "1",
	}
	for name, value := range secret {
		call.Header.Set(name, value)
	}
	if a := s.do(call); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}

	r, _ := behind.last()
	for name, value := range secret {
		if r.Header.Get(name) == value {
			t.Errorf("the service got %s: %s", name, value)
		}
	}
	for name := range r.Header {
		if strings.Contains(name, "Payment") {
			t.Errorf("the service got %s", name)
		}
	}
}

// TestSoldBodies: JSON is held to its schema, other types go through as they are.
func TestSoldBodies(t *testing.T) {
	t.Parallel()
	s, behind, settler := startSelling(t, nil)
	behind.answers(http.StatusCreated, "application/json", `{"id":8,"name":"Bo"}`)
	a := s.do(s.paid(s.request(http.MethodPost, "/pets", []byte(`{"name":"Bo"}`)), pay.V2))
	if _, body := behind.last(); a.status != http.StatusCreated || string(body) != `{"name":"Bo"}` {
		t.Errorf("%d %s; the service got %s", a.status, a.body, body)
	}

	before := settler.settlements()
	for _, body := range []string{`{"name":""}`, `{}`, `{"name":"Bo"`} {
		a := s.do(s.paid(s.request(http.MethodPost, "/pets", []byte(body)), pay.V2))
		if a.status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", body, a.status, a.body)
		}
	}
	for _, path := range []string{"/pets/0", "/pets/seven", "/pets/7?colour=red"} {
		if a := s.do(s.paid(s.request(http.MethodGet, path, nil), pay.V2)); a.status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	if behind.calls() != 1 || settler.settlements() != before {
		t.Errorf("what is wrong was sent on or charged: %d calls", behind.calls())
	}

	behind.answers(http.StatusNoContent, "", "")
	picture := s.request(http.MethodPut, "/pets/7", []byte("\x89PNG\xff\x00"))
	picture.Header.Set("Content-Type", "image/png")
	a = s.do(s.paid(picture, pay.V2))
	if _, body := behind.last(); a.status != http.StatusNoContent || !bytes.Equal(body, []byte("\x89PNG\xff\x00")) {
		t.Errorf("%d %s; the service got %q", a.status, a.body, body)
	}
	wrong := s.request(http.MethodPut, "/pets/7", []byte("GIF"))
	wrong.Header.Set("Content-Type", "image/gif")
	if a := s.do(s.paid(wrong, pay.V2)); a.status != http.StatusUnsupportedMediaType {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestSoldCallsThatFailCostNothing: only an answer of 2xx that came whole is charged.
func TestSoldCallsThatFailCostNothing(t *testing.T) {
	t.Parallel()
	s, behind, settler := startSelling(t, map[string]string{"SELL_STREAM_TIMEOUT": "0s"})
	buy := func() answer {
		return s.do(s.paid(s.request(http.MethodGet, "/pets/7", nil), pay.V2))
	}
	for _, c := range []struct {
		status int
		kind   string
		body   string
		want   int
		code   string
	}{
		{404, "application/json", `{"detail":"no such pet"}`, 404, problem.CodeUpstreamRefused},
		{422, "text/plain", "bad", 422, problem.CodeUpstreamRefused},
		{401, "text/plain", "who are you", 502, problem.CodeUpstreamFailed},
		{302, "text/html", "", 502, problem.CodeUpstreamFailed},
		{429, "text/plain", "", 503, problem.CodeBusy},
		{500, "text/plain", "stack trace of theirs", 502, problem.CodeUpstreamFailed},
		{500, "text/plain", strings.Repeat("x", 1<<20+1), 502, problem.CodeUpstreamFailed},
		{200, "text/event-stream", "data: 1\n\n", 422, problem.CodeResultTooLarge},
		{200, "text/plain", strings.Repeat("x", 1<<20+1), 422, problem.CodeResultTooLarge},
	} {
		behind.answers(c.status, c.kind, c.body)
		a := buy()
		if a.status != c.want || codeOf(t, a.body) != c.code || strings.Contains(string(a.body), "stack trace") {
			t.Errorf("%d %s: %d %.300s", c.status, c.kind, a.status, a.body)
		}
		if c.status == 404 && !strings.Contains(string(a.body), "no such pet") {
			t.Errorf("the refusal is not told: %s", a.body)
		}
	}
	if settler.settlements() != 0 {
		t.Errorf("%d charges for nothing", settler.settlements())
	}

	// An answer that breaks off does not count.
	behind.mu.Lock()
	behind.answer = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		io.WriteString(w, "half")
	}
	behind.mu.Unlock()
	if a := buy(); a.status != http.StatusBadGateway || settler.settlements() != 0 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestSoldRoutesCloseWithTheirService: what fails time after time is not quoted, and is not asked.
func TestSoldRoutesCloseWithTheirService(t *testing.T) {
	t.Parallel()
	s, behind, _ := startSelling(t, map[string]string{"BUILTIN": "true"})
	behind.answers(http.StatusInternalServerError, "text/plain", "")
	for range 5 {
		s.do(s.paid(s.request(http.MethodGet, "/pets/7", nil), pay.V2))
	}
	calls := behind.calls()
	a := s.get("/pets/7")
	if a.status != http.StatusServiceUnavailable || codeOf(t, a.body) != problem.CodeProviderUnavailable ||
		a.header.Get("Retry-After") == "" {
		t.Errorf("%d %v %s", a.status, a.header, a.body)
	}
	if behind.calls() != calls {
		t.Error("the service was asked")
	}
	if a := s.get("/crypto/hash?algo=keccak256&input=x"); a.status != http.StatusPaymentRequired {
		t.Errorf("another route: %d", a.status)
	}
}

// TestSoldRoutesAreShown: documents, search, pages and tools have them, and what has no price is nowhere.
func TestSoldRoutesAreShown(t *testing.T) {
	t.Parallel()
	s, behind, _ := startSelling(t, map[string]string{"BUILTIN": "false"})
	for path, want := range map[string]string{
		"/openapi.json":                   `"/pets/{petId}"`,
		"/llms-full.txt":                  "[GET /pets/{petId}]",
		"/find?q=replace%20the%20picture": "/pets/{petId}",
		"/docs/pets/petsGetPet":           "petsGetPet",
		"/":                               "pets",
	} {
		if a := s.get(path); a.status != http.StatusOK || !strings.Contains(string(a.body), want) {
			t.Errorf("%s has no %s: %d %.400s", path, want, a.status, a.body)
		}
	}
	if a := s.get("/openapi.json"); strings.Contains(string(a.body), "elsewhere.example") ||
		strings.Contains(string(a.body), "Not for sale") || strings.Contains(string(a.body), `"/crypto/hash"`) {
		t.Error("the document tells what is not sold")
	}
	if a := s.get("/crypto/hash?algo=keccak256&input=x"); a.status != http.StatusNotFound ||
		codeOf(t, a.body) != problem.CodeNotSoldHere {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := s.get("/pets"); a.status != http.StatusMethodNotAllowed {
		t.Errorf("an operation without a price: %d", a.status)
	}

	// Over MCP the parameters are arguments, wherever the document has them.
	message := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"petsGetPet","arguments":{"petId":7}}}`
	r := s.request(http.MethodPost, "/mcp", []byte(message))
	r.Header.Set("Accept", "application/json, text/event-stream")
	a := s.do(r)
	if a.status != http.StatusOK || !strings.Contains(string(a.body), "Payment required to call petsGetPet") {
		t.Errorf("the quote over MCP: %d %s", a.status, a.body)
	}
	message = strings.Replace(message, `"petId":7`, `"petId":0`, 1)
	r = s.request(http.MethodPost, "/mcp", []byte(message))
	r.Header.Set("Accept", "application/json, text/event-stream")
	if a := s.do(r); !strings.Contains(string(a.body), "invalid_input") {
		t.Errorf("a wrong argument: %s", a.body)
	}
	if behind.calls() != 0 {
		t.Error("the service was asked for a quote")
	}
}

// TestSoldDocumentsThatCannotBeSold are refused at the start, with the file and why.
func TestSoldDocumentsThatCannotBeSold(t *testing.T) {
	t.Parallel()
	const head = "openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths:\n"
	const priced = "x-payment-info: {price: {amount: '%s'}}, responses: {'200': {description: d}}"
	for name, c := range map[string]struct{ file, text, want string }{
		"no price":  {"a.yaml", head + "  /x: {get: {responses: {'200': {description: d}}}}\n", "no operation has a price"},
		"no amount": {"a.yaml", head + "  /x: {get: {" + fmt.Sprintf(priced, "much") + "}}\n", "no amount"},
		"empty cost": {
			"a.yaml", head + "  /x: {get: {x-cost-usd: '', " + fmt.Sprintf(priced, "1") + "}}\n",
			"a.yaml: GET /x: x-cost-usd must be dollars",
		},
		"too fine":      {"a.yaml", head + "  /x: {get: {" + fmt.Sprintf(priced, "0.0000001") + "}}\n", "millionths"},
		"our path":      {"a.yaml", head + "  /crypto/hash: {get: {" + fmt.Sprintf(priced, "1") + "}}\n", "x-path-prefix"},
		"our family":    {"crypto.yaml", head, "has a family crypto already"},
		"other file":    {"a.yaml", head + "  /x: {get: {parameters: [{$ref: 'p.yaml'}], " + fmt.Sprintf(priced, "1") + "}}\n", "own components"},
		"other version": {"a.yaml", "swagger: '2.0'\n", "3.0 and 3.1"},
		"name":          {"My-Shop.yaml", head, "letters and digits"},
	} {
		file := filepath.Join(t.TempDir(), c.file)
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		config, err := ConfigFrom(map[string]string{"SELL": file + "=https://backend.example"})
		if err == nil {
			_, err = config.assortment()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), filepath.Base(file)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSoldAnswersCanBeHadAgain: one payment buys one answer, and brings it again without asking the service.
func TestSoldAnswersCanBeHadAgain(t *testing.T) {
	t.Parallel()
	s, behind, settler := startSelling(t, nil)
	call := s.paid(s.request(http.MethodGet, "/pets/7", nil), pay.V2)
	first := s.do(again(call))
	behind.answers(http.StatusOK, "application/json", `{"name":"another"}`)
	second := s.do(again(call))
	if string(first.body) != string(second.body) || second.header.Get("X-Replayed") == "" ||
		behind.calls() != 1 || settler.settlements() != 1 {
		t.Errorf("%s, then %s; %d calls, %d charges", first.body, second.body, behind.calls(), settler.settlements())
	}

	// It buys nothing else: the path is part of what was bought.
	other := again(call)
	other.URL.Path = "/pets/8"
	if a := s.do(other); a.status == http.StatusOK {
		t.Errorf("one payment bought two pets: %s", a.body)
	}
	var quote map[string]any
	if err := json.Unmarshal(s.get("/pets/8").body, &quote); err != nil || quote["x402Version"] == nil {
		t.Errorf("no quote: %v", err)
	}
}
