package farebox_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	farebox "github.com/farebox/farebox/sdk/go"
	"github.com/farebox/farebox/sdk/go/pay"
)

func TestBaseURLsThatAreNone(t *testing.T) {
	for _, bad := range []string{"", "api.farebox.test", "ftp://api.farebox.test", "https://", "https://%"} {
		if _, err := farebox.New(bad, nil); err == nil {
			t.Errorf("%q is taken for a base URL", bad)
		}
	}
}

// service is where a service runs that can be bought from, as farebox dev prints it, and the buyer's key. The tests of
// the service set them.
func service(t *testing.T) (url, key string) {
	t.Helper()
	url = os.Getenv("FAREBOX_URL")
	key = os.Getenv("FAREBOX_KEY")
	if url == "" || key == "" {
		t.Skip("FAREBOX_URL and FAREBOX_KEY name no service to buy from")
	}
	return url, key
}

// TestPurchase buys one answer from a service, asks for it again, and is refused what it may not have.
func TestPurchase(t *testing.T) {
	url, secret := service(t)
	key, err := pay.NewKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	wallet, err := pay.New(pay.Options{Wallet: key, MaxPerCallUSD: "0.01"})
	if err != nil {
		t.Fatal(err)
	}
	client, err := farebox.New(url, wallet.Client())
	if err != nil {
		t.Fatal(err)
	}

	params := farebox.CryptoHashParams{Algo: farebox.CryptoHashParamsAlgoKeccak256, Input: "bought"}
	named := farebox.IdempotencyKey("the-first-purchase")
	answer, err := client.CryptoHash(t.Context(), params, named)
	if err != nil {
		t.Fatal(err)
	}
	const hash = "0xe4105cb005f2c8a808f072f540e47693661ab60c3f12385f7d8b1228d721cf8e"
	if answer.Data.Hash != hash {
		t.Errorf("%+v", answer.Data)
	}
	first := answer.Payment
	if first == nil || first.Transaction == "" || first.Payer != key.Address() || first.Replayed {
		t.Fatalf("%+v", first)
	}
	spent := wallet.SpentUSD()
	if spent != first.AmountUSD {
		t.Errorf("spent %s, the price is %s", spent, first.AmountUSD)
	}
	checkReceipt(t, url, first)

	answer, err = client.CryptoHash(t.Context(), params, named)
	if err != nil {
		t.Fatal(err)
	}
	again := answer.Payment
	if again == nil || !again.Replayed || again.Transaction != first.Transaction || wallet.SpentUSD() != spent {
		t.Errorf("%+v, spent %s", again, wallet.SpentUSD())
	}

	_, err = client.CryptoHash(t.Context(), farebox.CryptoHashParams{Algo: "md1", Input: "x"})
	var invalid *pay.InvalidInput
	if !errors.As(err, &invalid) || invalid.Field != "algo" || invalid.Charged != pay.NotCharged {
		t.Errorf("%v", err)
	}
	_, err = client.TipFiveDollars(t.Context())
	var over *pay.OverBudget
	if !errors.As(err, &over) || over.PriceUSD != "5" || wallet.SpentUSD() != spent {
		t.Errorf("%v, spent %s", err, wallet.SpentUSD())
	}
}

// checkReceipt holds the receipt against the keys that a seller publishes, where it signs any.
func checkReceipt(t *testing.T, url string, p *pay.Payment) {
	t.Helper()
	response, err := http.Get(url + "/.well-known/did.json")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	document, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		return
	}

	if p.Receipt == nil || p.ReceiptError != nil {
		t.Fatalf("%+v %v", p.Receipt, p.ReceiptError)
	}
	if !strings.Contains(string(document), p.Receipt.Signer) {
		t.Errorf("%s signed, %s", p.Receipt.Signer, document)
	}
}

// TestPurchaseWithoutAWalletIsQuoted: a plain client gets free routes, and the quote of the others.
func TestPurchaseWithoutAWalletIsQuoted(t *testing.T) {
	url, _ := service(t)
	client, err := farebox.New(url, nil)
	if err != nil {
		t.Fatal(err)
	}

	found, err := client.FindRoutes(t.Context(), farebox.FindRoutesParams{
		Q:     "hash a text",
		Limit: farebox.Ptr(3),
	})
	if err != nil {
		t.Fatal(err)
	}
	if found.Data.Count == 0 || found.Data.Count > 3 || found.Payment != nil {
		t.Errorf("%+v, paid %+v", found.Data, found.Payment)
	}

	params := farebox.CryptoHashParams{Algo: farebox.CryptoHashParamsAlgoSha256, Input: "x"}
	_, err = client.CryptoHash(t.Context(), params)
	var required *pay.PaymentRequired
	if !errors.As(err, &required) || required.Quote == nil {
		t.Fatalf("%v", err)
	}
	if offer, err := required.Quote.Best(); err != nil || offer.USD != "0.001" {
		t.Errorf("%+v, %v", offer, err)
	}
}

// TestCallsAreSentAsTheInterfaceHasThem: lists with bare commas, numbers with all their digits, and no member that was
// not given.
func TestCallsAreSentAsTheInterfaceHasThem(t *testing.T) {
	var method, target, contentType, body string
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		method = r.Method
		target = r.URL.RequestURI()
		contentType = r.Header.Get("Content-Type")
		body = string(text)
		_, _ = io.WriteString(w, `{"algo":"sha256","hash":"0x1","unknown":1}`)
	}))
	defer service.Close()
	client, err := farebox.New(service.URL+"/", nil)
	if err != nil {
		t.Fatal(err)
	}

	type query struct {
		List    []string    `json:"list"`
		Decimal json.Number `json:"decimal"`
		Float   float64     `json:"float"`
		No      *bool       `json:"no,omitempty"`
		Empty   *string     `json:"empty,omitempty"`
		Text    string      `json:"text"`
	}
	in := query{
		List:    []string{"a,b", "c&d"},
		Decimal: "0.10000000000000000000000001",
		Float:   1.5,
		No:      farebox.Ptr(false),
		Text:    "ü +<>",
	}
	for _, row := range []struct {
		method                    string
		in                        any
		target, contentType, body string
	}{
		{
			http.MethodGet, in,
			"/x?decimal=0.10000000000000000000000001&float=1.5&list=a%2Cb,c%26d&no=false&text=%C3%BC+%2B%3C%3E", "", "",
		},
		{http.MethodGet, struct{}{}, "/x", "", ""},
		{http.MethodGet, nil, "/x", "", ""},
		{http.MethodPost, map[string]any{"a": []int{1}}, "/x", "application/json", `{"a":[1]}`},
		{http.MethodPost, nil, "/x", "", ""},
	} {
		answer, err := farebox.Call[farebox.CryptoHashAnswer](t.Context(), client, row.method, "/x", row.in)
		if err != nil {
			t.Fatal(err)
		}
		if method != row.method || target != row.target || contentType != row.contentType || body != row.body {
			t.Errorf("%s %s %s %s", method, target, contentType, body)
		}
		again, err := io.ReadAll(answer.Response.Body)
		if err != nil || answer.Data.Hash != "0x1" || !strings.Contains(string(again), "unknown") {
			t.Errorf("%+v, %s, %v", answer.Data, again, err)
		}
	}
}

// TestAnswersThatAreNoneAreErrors: a page in the place of JSON is no answer, and a problem has its type.
func TestAnswersThatAreNoneAreErrors(t *testing.T) {
	var status int
	var body string
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	defer service.Close()
	client, err := farebox.New(service.URL, nil)
	if err != nil {
		t.Fatal(err)
	}

	status = http.StatusOK
	body = "<html>"
	_, err = client.Usage(t.Context())
	var broken *pay.Upstream
	if !errors.As(err, &broken) || string(broken.Body) != body {
		t.Errorf("%v", err)
	}

	for text, why := range map[string]string{
		`null`:                           "answer is null",
		`{}`:                             "answer has no member algo",
		`{"algo":"sha256"}`:              "answer has no member hash",
		`{"algo":"sha256","hash":null}`:  "answer.hash is null",
		`{"algo":"sha256","hash":{}}`:    "cannot unmarshal object",
		`{"algo":"sha256","hash":"0x1"}`: "",
	} {
		body = text
		_, err = client.CryptoHash(t.Context(), farebox.CryptoHashParams{})
		if why == "" && err != nil || why != "" && (!errors.As(err, &broken) || !strings.Contains(broken.Detail, why)) {
			t.Errorf("%s: %v", text, err)
		}
	}

	status = http.StatusNotFound
	body = `{"code":"not_found","detail":"no such thing"}`
	_, err = client.Usage(t.Context())
	var missing *pay.NotFound
	if !errors.As(err, &missing) || missing.Code != "not_found" || missing.Charged != pay.NotCharged {
		t.Errorf("%v", err)
	}
	for _, body = range []string{`<html>`, `{"code":"no_such_route","charged":false}`} {
		_, err = client.Usage(t.Context())
		var invalid *pay.InvalidInput
		if !errors.As(err, &invalid) || invalid.Status != http.StatusNotFound {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// TestTimeoutThatWouldLosePaymentsIsRefused: http.Client hides the error of a transport behind its own.
func TestTimeoutThatWouldLosePaymentsIsRefused(t *testing.T) {
	wallet, err := pay.New(pay.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sender := wallet.Client()
	sender.Timeout = time.Second
	if _, err := farebox.New("https://api.farebox.test", sender); err == nil {
		t.Error("a client with a timeout is taken")
	}
	if _, err := farebox.New("https://api.farebox.test", &http.Client{Timeout: time.Second}); err != nil {
		t.Errorf("a client that does not pay: %v", err)
	}
}

// TestExamplesAreWholeAnswers: each route's example of the interface is a whole answer of its method's type.
func TestExamplesAreWholeAnswers(t *testing.T) {
	text, err := os.ReadFile("../../gen/openapi.json")
	if err != nil {
		t.Skip("the interface is not here")
	}
	examples := examplesOf(t, text)
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write(examples[r.URL.Path])
	}))
	defer service.Close()
	client, err := farebox.New(service.URL, nil)
	if err != nil {
		t.Fatal(err)
	}

	called := 0
	methods := reflect.ValueOf(client)
	for i := range methods.NumMethod() {
		method := methods.Method(i)
		in := []reflect.Value{reflect.ValueOf(t.Context())}
		if method.Type().NumIn() == 3 { // context, input, options
			in = append(in, reflect.Zero(method.Type().In(1)))
		}
		out := method.Call(in)
		called++
		if err, _ := out[1].Interface().(error); err != nil {
			t.Errorf("%s: %v", methods.Type().Method(i).Name, err)
		}
	}
	if called < 200 {
		t.Errorf("%d routes called", called)
	}
}

// examplesOf are the examples of the answers of an OpenAPI document, by path.
func examplesOf(t *testing.T, document []byte) map[string]json.RawMessage {
	t.Helper()
	var spec struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct {
				Content map[string]struct{ Example json.RawMessage }
			}
		}
	}
	if err := json.Unmarshal(document, &spec); err != nil {
		t.Fatal(err)
	}
	examples := map[string]json.RawMessage{}
	for path, methods := range spec.Paths {
		for _, operation := range methods {
			examples[path] = operation.Responses["200"].Content["application/json"].Example
		}
	}
	return examples
}
