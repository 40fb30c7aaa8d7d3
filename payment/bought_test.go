package payment

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
)

// TestSameInputsAreTheSamePurchase: a payment that is sent again buys nothing new because of how its request is
// spelled, and nothing else than it bought.
func TestSameInputsAreTheSamePurchase(t *testing.T) {
	const first = `{"name":"x","values":[1.50,{"b":2,"a":"é"}]}`
	for _, c := range []struct {
		why, body string
		same      bool
	}{
		{"the very bytes", first, true},
		{"white space", "{ \"name\": \"x\",\n \"values\": [ 1.50, {\"b\": 2, \"a\": \"é\"} ] }\n", true},
		{"order of members", `{"values":[1.50,{"a":"é","b":2}],"name":"x"}`, true},
		{"escapes", `{"name":"\u0078","values":[1.50,{"b":2,"a":"\u00e9"}]}`, true},
		{"order of items", `{"name":"x","values":[{"b":2,"a":"é"},1.50]}`, false},
		{"digits of a number", `{"name":"x","values":[1.5,{"b":2,"a":"é"}]}`, false},
		{"another value", `{"name":"y","values":[1.50,{"b":2,"a":"é"}]}`, false},
		{"a text for a number", `{"name":"x","values":["1.50",{"b":2,"a":"é"}]}`, false},
		{"a member twice", `{"name":"x","name":"x","values":[1.50,{"b":2,"a":"é"}]}`, false},
		{"no JSON", `{"name":"x"`, false},
		{"nothing", ``, false},
	} {
		t.Run(c.why, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPost, "/thing", nil)
			if same := string(bought(r, []byte(c.body))) == string(bought(r, []byte(first))); same != c.same {
				t.Errorf("the same purchase: %v", same)
			}
		})
	}
}

// TestLargeIntegersStayApart: floating-point numbers would make them one.
func TestLargeIntegersStayApart(t *testing.T) {
	r := httptest.NewRequest(http.MethodPost, "/thing", nil)
	one := bought(r, []byte(`{"n":9007199254740993}`))
	other := bought(r, []byte(`{"n":9007199254740992}`))
	if string(one) == string(other) {
		t.Error("two requests are one purchase")
	}
}

// TestLongBodyIsTakenAsItIs: what costs memory and time to spell is bought by its bytes.
func TestLongBodyIsTakenAsItIs(t *testing.T) {
	r := httptest.NewRequest(http.MethodPost, "/thing", nil)
	long := `{"a":"` + strings.Repeat("x", maxSpelling) + `"}`
	if string(bought(r, []byte(long))) == string(bought(r, []byte(long+" "))) {
		t.Error("a long body was spelled anew")
	}
}

func BenchmarkBought(b *testing.B) {
	r := httptest.NewRequest(http.MethodPost, "/thing", nil)
	body := []byte(`[` + strings.Repeat(`{"name":"somebody","amount":12.50,"tags":["a","b"]},`, 2000) + `1]`)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		bought(r, body)
	}
}

// earlier is a ledger from before bodies had one spelling: it holds one purchase, named by the bytes of its body.
type earlier struct {
	Ledger
	held  Entry
	asked []string
}

func (l *earlier) Reserve(_ context.Context, r Reservation) (Claim, *Entry, error) {
	l.asked = append(l.asked, r.RequestHash)
	if !l.held.Bought(r.Route, r.RequestHash) {
		return OtherRequest, &l.held, nil
	}
	return Claimed, nil, nil
}

// TestPurchasesFromBeforeOneSpellingAreFound: an upgrade does not take away what was paid for.
func TestPurchasesFromBeforeOneSpellingAreFound(t *testing.T) {
	const spelled = `{"name": "x", "values": [1.50]}`
	k := testKeeper(t)
	request := httptest.NewRequest(http.MethodPost, "/thing", nil)
	name := boughtExactly(request, []byte(spelled))
	sealed, err := k.seal(Answer{Status: http.StatusOK, Body: []byte("paid")}, testKey, name)
	if err != nil {
		t.Fatal(err)
	}
	held := Entry{Sealed: sealed}
	held.Key = testKey
	held.RequestHash = k.requestHash(name)

	for _, c := range []struct {
		why, body string
		found     bool
	}{
		{"the bytes that were bought", spelled, true},
		{"another spelling, which the ledger could not know", `{"name":"x","values":[1.50]}`, false},
		{"another request", `{"name": "y", "values": [1.50]}`, false},
		{"nothing", ``, false},
	} {
		t.Run(c.why, func(t *testing.T) {
			ledger := &earlier{held: held}
			gate := &Gate{keep: k}
			gate.opt.Ledger = ledger
			gate.opt.Now = time.Now
			gate.opt.Step = func(string) {}
			a := &attempt{
				gate:   gate,
				quote:  &quote{item: Item{Route: "POST /thing"}},
				body:   []byte(c.body),
				client: request.Context(),
			}
			a.echo = echo.New().NewContext(request, httptest.NewRecorder())
			a.offer.key = testKey
			a.offer.proven = true
			a.bought = bought(request, a.body)
			a.requestHash = k.requestHash(a.bought)

			if reserved := a.reserve() == nil; reserved != c.found {
				t.Errorf("reserved: %v after %d tries", reserved, len(ledger.asked))
			}
			if len(ledger.asked) > 2 {
				t.Errorf("the ledger was asked %d times", len(ledger.asked))
			}
			answer, err := k.open(&held, a.bought)
			if opened := err == nil && string(answer.Body) == "paid"; opened != c.found {
				t.Errorf("the answer was opened: %v (%v)", opened, err)
			}
		})
	}
}
