// Package preflighttest has a seller and the catalogues that list it, for tests of the preflight route. Names,
// addresses and figures are fictitious.
package preflighttest

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Host is the test seller's host, and Payee its receiver.
const (
	Host  = "tariff.example.com"
	Payee = "0x4B20993Bc481177ec7E8f571ceCaE8A9e22C02db"
)

// The tokens of the quotes: USDC on Base and on its test network.
const (
	USDC        = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
	SepoliaUSDC = "0x036CbD53842c5426634e7929541eC2318f3dCF7e"
)

// Offer is one way to pay; empty fields take a good seller's values.
type Offer struct{ Network, Asset, Amount, PayTo, Scheme, Extra string }

func or(s, instead string) string {
	if s == "" {
		return instead
	}
	return s
}

// V1 is the body of a version 1 quote.
func V1(offers ...Offer) string {
	var list []string
	for _, o := range offers {
		list = append(list, fmt.Sprintf(`{"scheme":%q,"network":%q,"maxAmountRequired":%q,"asset":%q,"payTo":%q,"resource":"https://%s/v1/rates","description":"Freight rates",
"mimeType":"application/json","maxTimeoutSeconds":120,"extra":%s}`, or(o.Scheme, "exact"), or(o.Network, "base"), or(o.Amount, "4000"), or(o.Asset, USDC), or(o.PayTo, Payee), Host,
			or(o.Extra, `{"name":"USD Coin","version":"2"}`)))
	}
	return `{"x402Version":1,"error":"X-PAYMENT header is required","accepts":[` + strings.Join(list, ",") + `]}`
}

// V2 is the JSON of a version 2 quote.
func V2(offers ...Offer) string {
	var list []string
	for _, o := range offers {
		list = append(list, fmt.Sprintf(`{"scheme":%q,"network":%q,"amount":%q,"asset":%q,"payTo":%q,"maxTimeoutSeconds":120,"extra":%s}`,
			or(o.Scheme, "exact"), or(o.Network, "eip155:8453"), or(o.Amount, "4000"), or(o.Asset, USDC), or(o.PayTo, Payee), or(o.Extra, `{"name":"USD Coin","version":"2"}`)))
	}
	return fmt.Sprintf(`{"x402Version":2,"error":"Payment required","resource":{"url":"https://%s/v1/rates","description":"Freight rates","mimeType":"application/json"},"accepts":[%s],"extensions":{}}`,
		Host, strings.Join(list, ","))
}

// Ask answers 402 with a version 2 quote in the header and a version 1 quote in the body, either of which may be empty.
func Ask(v2, v1 string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if v2 != "" {
			w.Header().Set("PAYMENT-REQUIRED", base64.StdEncoding.EncodeToString([]byte(v2)))
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusPaymentRequired)
		_, _ = w.Write([]byte(v1))
	}
}

// Item is an entry of a catalogue.
func Item(url, payTo, amount, more string) string {
	return fmt.Sprintf(`{"resource":%q,"type":"http","x402Version":2,"lastUpdated":"2026-11-19T06:00:00Z","accepts":[{"scheme":"exact","network":"eip155:8453",
"asset":%q,"amount":%q,"payTo":%q,"maxTimeoutSeconds":120}]%s}`, url, USDC, amount, payTo, more)
}

// Used are an item's usage figures.
func Used(payers, calls int, last string) string {
	return fmt.Sprintf(`,"quality":{"l30DaysTotalCalls":%d,"l30DaysUniquePayers":%d,"lastCalledAt":%q}`, calls, payers, last)
}

// Items are the Bazaar's items besides those given: the test seller and sixty others, at up to 0.06 USD.
func Items(more ...string) []string {
	items := []string{
		Item("https://"+Host+"/v1/rates", Payee, "4000",
			Used(42, 910, "2026-11-20T09:30:00.25Z")+`,"serviceName":"Freight Tariff","extensions":{"bazaar":{"info":{"input":{"type":"http","method":"GET"}}}}`),
		Item("https://"+Host+"/v1/zones", Payee, "1000", ""),
	}
	for i := range 60 {
		items = append(items, Item(fmt.Sprintf("https://shop%d.example.net/item", i), "0x5c6B0f7Bf3E7ce046039Bd8FABdfD3f9F5021678", fmt.Sprint(1000*(i+1)), ""))
	}
	return append(items, more...)
}

// Catalogue is a whole catalogue on one page.
func Catalogue(items ...string) string { return CataloguePage(0, len(items), items...) }

// CataloguePage is one page of a catalogue of total items.
func CataloguePage(offset, total int, items ...string) string {
	return fmt.Sprintf(`{"x402Version":2,"items":[%s],"pagination":{"limit":1000,"offset":%d,"total":%d}}`, strings.Join(items, ","), offset, total)
}

// The catalogues' URLs.
const (
	BazaarURL = "https://api.cdp.coinbase.com/platform/v2/x402/discovery/resources"
	SearchURL = "https://api.cdp.coinbase.com/platform/v2/x402/discovery/search"
	PayAIURL  = "https://facilitator.payai.network/discovery/resources"
)

// Answers are the catalogues' answers for the example of the spec.
func Answers() []upstreamtest.Answer { return AnswersWith() }

// AnswersWith are the same with more items in the Bazaar.
func AnswersWith(more ...string) []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: BazaarURL, Body: Catalogue(Items(more...)...)},
		{URL: SearchURL, Body: `{"x402Version":2,"resources":[],"partialResults":false}`},
		{URL: PayAIURL, Body: Catalogue(Item("https://payai-only.example.net/a", Payee, "4000", ""))},
	}
}

// Without are the answers without those at the given URLs.
func Without(answers []upstreamtest.Answer, urls ...string) []upstreamtest.Answer {
	return slices.DeleteFunc(slices.Clone(answers), func(a upstreamtest.Answer) bool { return slices.Contains(urls, a.URL) })
}

// ExampleHost is the host of the spec's example: the protocol's own demonstration, which accepts test dollars.
const ExampleHost = "www.x402.org"

// Pages are the test seller and the example's seller.
func Pages() map[string]http.Handler {
	return map[string]http.Handler{
		Host:        Ask(V2(Offer{}), V1(Offer{})),
		ExampleHost: demonstration(),
	}
}

// demonstration asks for a test cent.
func demonstration() http.HandlerFunc {
	o := Offer{
		Network: "eip155:84532",
		Asset:   SepoliaUSDC,
		Amount:  "10000",
		PayTo:   "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
		Extra:   `{"name":"USDC","version":"2"}`,
	}
	named := o
	named.Network = "base-sepolia"
	here := strings.NewReplacer("https://"+Host+"/v1/rates", "https://"+ExampleHost+"/protected",
		"Freight rates", "A page that is shown for a payment")
	return Ask(here.Replace(V2(o)), here.Replace(V1(named)))
}
