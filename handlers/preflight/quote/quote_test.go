package quote

import (
	"encoding/base64"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/payment/x402"
)

const (
	payee = "0x4B20993Bc481177ec7E8f571ceCaE8A9e22C02db"
	usdc  = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
	v1    = `{"x402Version":1,"error":"","accepts":[{"scheme":"exact","network":"base","maxAmountRequired":"2000","asset":"` + usdc + `","payTo":"` + payee + `",
"resource":"https://a.example.com/x","maxTimeoutSeconds":60,"extra":{"name":"USD Coin","version":"2"}}]}`
	v2 = `{"x402Version":2,"resource":{"url":"https://a.example.com/y"},"accepts":[{"scheme":"exact","network":"eip155:8453","amount":"2000","asset":"` + usdc + `","payTo":"` + payee + `",
"maxTimeoutSeconds":60,"extra":{"name":"USD Coin","version":"2"}}]}`
)

func header(v string) http.Header { return http.Header{"Payment-Required": {v}} }

func b64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func good(version int) Offer {
	return Offer{
		Version: version, Scheme: "exact", Network: Network{ID: "eip155:8453", Known: true}, Asset: usdc, Amount: "2000", PayTo: payee, Timeout: 60,
		Name: "USD Coin", NameVersion: "2",
	}
}

func TestQuotesOfBothVersionsAreRead(t *testing.T) {
	loose := good(1)
	loose.Loose = true
	bare := Offer{Version: 1, Scheme: "exact", Network: Network{ID: "mars"}, Amount: "5"}
	for _, tt := range []struct {
		why    string
		header http.Header
		body   string
		want   Quote
	}{
		{"version 1", nil, v1, Quote{Offers: []Offer{good(1)}, Resource: "https://a.example.com/x"}},
		{"version 2", header(b64(v2)), "", Quote{Offers: []Offer{good(2)}, Resource: "https://a.example.com/y"}},
		{"version 2 with an empty object as body", header(b64(v2)), "{}", Quote{Offers: []Offer{good(2)}, Resource: "https://a.example.com/y"}},
		{"both", header(b64(v2)), v1, Quote{Offers: []Offer{good(2), good(1)}, Resource: "https://a.example.com/y"}},
		{"the same quote in header and body counts once", header(b64(v2)), v2, Quote{Offers: []Offer{good(2)}, Resource: "https://a.example.com/y"}},
		{"without padding", header(base64.RawStdEncoding.EncodeToString([]byte(v2 + " "))), "", Quote{Offers: []Offer{good(2)}, Resource: "https://a.example.com/y"}},
		{"in the body only", nil, v2, Quote{Offers: []Offer{good(2)}, Resource: "https://a.example.com/y", Flaws: []Flaw{BodyV2}}},
		{"header that is not base64", header("{}"), v1, Quote{Offers: []Offer{good(1)}, Resource: "https://a.example.com/x", Flaws: []Flaw{HeaderUnreadable}}},
		{"header of version 1", header(b64(v1)), "", Quote{Flaws: []Flaw{HeaderUnreadable}}},
		{"amount as a number", nil, strings.Replace(v1, `"2000"`, `2000`, 1), Quote{Offers: []Offer{loose}, Resource: "https://a.example.com/x"}},
		{"no version", nil, `{"accepts":[{"scheme":"exact","network":"mars","amount":"5","extra":null,"maxTimeoutSeconds":null}]}`, Quote{Offers: []Offer{bare}}},
		{"entries that are not objects", nil, `{"x402Version":1,"accepts":[null,1,"a",[]]}`, Quote{Offers: []Offer{{Version: 1}}}},
		{"not JSON", nil, `<html>`, Quote{}},
		{"nothing", nil, ``, Quote{}},
		{"MPP", http.Header{"Www-Authenticate": {`Basic realm="x"`, `Payment id="1"`}}, ``, Quote{Other: "MPP"}},
		{"LSAT", http.Header{"Www-Authenticate": {`LSAT macaroon="x"`}}, ``, Quote{Other: "L402"}},
	} {
		if got := Read(tt.header, []byte(tt.body)); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", tt.why, got, tt.want)
		}
	}
}

func TestNumberOfOffersIsBounded(t *testing.T) {
	q := Read(nil, []byte(`{"x402Version":1,"accepts":[`+strings.Repeat(`{},`, 5000)+`{}]}`))
	if len(q.Offers) != maxOffers || len(q.Flaws) != 1 || q.Flaws[0] != TooManyOffers {
		t.Errorf("%d offers, %v", len(q.Offers), q.Flaws)
	}
}

func TestAmountsAreWholePositiveNumbers(t *testing.T) {
	for amount, want := range map[string]string{
		"1": "1", "2000": "2000", "007": "7", strings.Repeat("9", 77): strings.Repeat("9", 77),
		"": "", "0": "", "000": "", "-1": "", "+1": "", "1.0": "", "1e3": "", "0x1": "", " 1": "", strings.Repeat("9", 78): "", strings.Repeat("9", 90): "",
	} {
		d, ok := Offer{Amount: amount}.Units()
		if ok != (want != "") || ok && d.String() != want {
			t.Errorf("%q: %s, %v", amount, d, ok)
		}
	}
}

func TestReceiversAreCheckedByTheirNetwork(t *testing.T) {
	for _, tt := range []struct {
		network, payTo          string
		valid, nobody, mistyped bool
	}{
		{"base", payee, true, false, false},
		{"base", strings.ToLower(payee), true, false, false},
		{"base", payee[:41] + "B", true, false, true},
		{"base", "0x0000000000000000000000000000000000000000", true, true, false},
		{"base", "0x0000000000000000000000000000000000000009", true, true, false},
		{"base", "0x000000000000000000000000000000000000dEaD", true, true, false},
		{"base", "0x0000000000000000000000000000000000001234", true, false, false},
		{"base", usdc, true, true, false},
		{"base", payee[:41], false, false, false},
		{"base", "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin", false, false, false},
		{"solana", "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin", true, false, false},
		{"solana", payee, false, false, false},
		{"solana", "11111111111111111111111111111111", true, true, false},
		{"xrpl:0", "rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH", true, false, false},
		{"xrpl:0", "", false, false, false},
		{"xrpl:0", "two words", false, false, false},
	} {
		n, _ := ParseNetwork(tt.network)
		o := Offer{Network: n, PayTo: tt.payTo, Asset: usdc}
		if o.ValidPayee() != tt.valid || o.Nobody() != tt.nobody || o.Mistyped() != tt.mistyped {
			t.Errorf("%s %s: valid %v, nobody %v, mistyped %v", tt.network, tt.payTo, o.ValidPayee(), o.Nobody(), o.Mistyped())
		}
	}
}

func TestNetworksAreKnownByEitherName(t *testing.T) {
	for _, tt := range []struct {
		in, id             string
		known, test, valid bool
	}{
		{"base", "eip155:8453", true, false, true},
		{" Base ", "eip155:8453", true, false, true},
		{"EIP155:8453", "eip155:8453", true, false, true},
		{"base-sepolia", "eip155:84532", true, true, true},
		{"eip155:84532", "eip155:84532", true, true, true},
		{"solana", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", true, false, true},
		{"eip155:77777", "eip155:77777", false, false, true},
		{"mars", "mars", false, false, false},
		{"eip155:", "eip155:", false, false, false},
		{"", "", false, false, false},
	} {
		n, ok := ParseNetwork(tt.in)
		if n != (Network{ID: tt.id, Known: tt.known, Testnet: tt.test}) || ok != tt.valid {
			t.Errorf("%q: %+v, %v", tt.in, n, ok)
		}
	}
	for _, id := range testnets {
		if n, ok := ParseNetwork(id); !ok || !n.Known || !n.Testnet {
			t.Errorf("%s: %+v", id, n)
		}
	}
}

// TestTableAgreesWithWhatIsPaidWith compares the tokens with those in which this service is paid.
func TestTableAgreesWithWhatIsPaidWith(t *testing.T) {
	for _, n := range x402.Builtin() {
		want := Asset{
			Network:  n.CAIP2,
			Address:  n.Token(),
			Symbol:   n.Symbol,
			Decimals: n.Decimals,
			Name:     n.AssetName,
			Version:  n.AssetVersion,
		}
		if a := KnownAsset(n.CAIP2, n.Token()); a == nil || *a != want {
			t.Errorf("%s: %+v, want %+v", n.CAIP2, a, want)
		}
		if named, _ := ParseNetwork(n.V1Name); n.V1Name != "" && named.ID != n.CAIP2 {
			t.Errorf("%s is %s", n.V1Name, named.ID)
		}
	}
	if a := Elsewhere("eip155:8453", strings.ToUpper("0x036CbD53842c5426634e7929541eC2318f3dCF7e")); a == nil || a.Network != "eip155:84532" {
		t.Errorf("%+v", a)
	}
	if HeaderRequired != x402.HeaderRequired {
		t.Error(HeaderRequired)
	}
}

// TestRealQuotesAreRead uses the recorded answers of the reference sellers, if present.
func TestRealQuotesAreRead(t *testing.T) {
	read := func(name string) string { return string(samples.Read(t, "x402/"+name)) }
	headers := http.Header{}
	for _, line := range strings.Split(read("quote-v2-headers.txt"), "\n") {
		if name, value, ok := strings.Cut(line, ": "); ok {
			headers.Set(name, strings.TrimSpace(value))
		}
	}
	for name, q := range map[string]Quote{
		"v1": Read(nil, []byte(read("quote-v1-body.json"))), "v2": Read(headers, []byte("{}")), "v2 decoded": Read(header(b64(read("quote-v2-header-decoded.json"))), nil),
		"HTML": Read(nil, []byte(read("paywall-v2-head.txt"))),
	} {
		if name == "HTML" {
			if len(q.Offers) != 0 {
				t.Errorf("%s: %+v", name, q)
			}
			continue
		}
		if len(q.Offers) != 1 || len(q.Flaws) != 0 {
			t.Errorf("%s: %+v", name, q)
			continue
		}
		o := q.Offers[0]
		if units, ok := o.Units(); !ok || units.String() != "2000" || !o.ValidPayee() || o.Nobody() || KnownAsset(o.Network.ID, o.Asset) == nil || o.Timeout != 60 || q.Resource == "" {
			t.Errorf("%s: %+v", name, o)
		}
	}
}

func FuzzReadNeverFails(f *testing.F) {
	f.Add(b64(v2), v1)
	f.Add("%", `{"accepts":[{"extra":[],"payTo":{}}]}`)
	f.Fuzz(func(t *testing.T, head, body string) {
		for _, o := range Read(header(head), []byte(body)).Offers {
			o.Units()
			o.ValidPayee()
			o.Nobody()
			o.Mistyped()
		}
	})
}
