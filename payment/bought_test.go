package payment

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
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
			if same := string(bought(r, "", []byte(c.body))) == string(bought(r, "", []byte(first))); same != c.same {
				t.Errorf("the same purchase: %v", same)
			}
		})
	}
}

// TestLargeIntegersStayApart: floating-point numbers would make them one.
func TestLargeIntegersStayApart(t *testing.T) {
	r := httptest.NewRequest(http.MethodPost, "/thing", nil)
	one := bought(r, "", []byte(`{"n":9007199254740993}`))
	other := bought(r, "", []byte(`{"n":9007199254740992}`))
	if string(one) == string(other) {
		t.Error("two requests are one purchase")
	}
}

// TestLongBodyIsTakenAsItIs: what costs memory and time to spell is bought by its bytes.
func TestLongBodyIsTakenAsItIs(t *testing.T) {
	r := httptest.NewRequest(http.MethodPost, "/thing", nil)
	long := `{"a":"` + strings.Repeat("x", maxSpelling) + `"}`
	if string(bought(r, "", []byte(long))) == string(bought(r, "", []byte(long+" "))) {
		t.Error("a long body was spelled anew")
	}
}

func BenchmarkBought(b *testing.B) {
	r := httptest.NewRequest(http.MethodPost, "/thing", nil)
	body := []byte(`[` + strings.Repeat(`{"name":"somebody","amount":12.50,"tags":["a","b"]},`, 2000) + `1]`)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		bought(r, "", body)
	}
}
