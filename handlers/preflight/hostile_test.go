package preflight

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	. "github.com/farebox/farebox/handlers/preflight/preflighttest"
)

// TestSellersCannotFillTheAnswer: a seller's text is shortened and contains nothing invisible.
func TestSellersCannotFillTheAnswer(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	seller := Ask("", V1(Offer{Network: long, Asset: long, Amount: "1" + strings.Repeat("0", 90_000), PayTo: long, Scheme: long, Extra: `{"name":"` + long + `"}`}))
	item := Item("https://"+Host+"/loud", Payee, "4000", `,"serviceName":"Nice \u202e\u200b shop `+long+`","extensions":{"bazaar":{"info":{"input":{"method":"`+long+`"}}}}`)
	b := start(t, setting{pages: map[string]http.Handler{Host: seller}, answers: AnswersWith(item)})
	for _, target := range []string{example, "https://" + Host + "/loud"} {
		_, body := b.Get("/preflight", "url", target)
		raw, err := json.Marshal(body)
		if err != nil || len(raw) > 10_000 || strings.ContainsAny(string(raw), "\u202e\u200b") {
			t.Errorf("%s: %d bytes, %v", target, len(raw), err)
		}
	}
	invisible := start(t, setting{pages: map[string]http.Handler{Host: Ask("", V1(Offer{PayTo: Payee + "\u200b"}))}})
	if a := invisible.check(t, example); *a.Quote.PayTo != Payee || a.Reasons[1].Code != "malformed_quote" {
		t.Errorf("an invisible character in the receiver: %s", line(a))
	}
	if a := b.check(t, "https://"+Host+"/loud"); a.Catalogue.ServiceName == nil || !strings.HasPrefix(*a.Catalogue.ServiceName, "Nice  shop xxx") {
		t.Errorf("%+v", a.Catalogue)
	}
}
