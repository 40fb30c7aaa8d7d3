package svm_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/farebox/farebox/payment/devsol"
	"github.com/farebox/farebox/payment/facilitator"
	facilitatorsvm "github.com/farebox/farebox/payment/facilitator/svm"
)

// referenceURL is the setting that names the reference facilitator, as scripts/stockbuyers/reference.mjs serves it.
const referenceURL = "FAREBOX_REFERENCE_URL"

// verdict is what the reference facilitator answers.
type verdict struct {
	Valid   bool   `json:"isValid"`
	Reason  string `json:"invalidReason"`
	Message string `json:"invalidMessage"`
	Payer   string `json:"payer"`
}

// ask has the reference facilitator verify on the same chain.
func (w *world) ask(request facilitator.Request) (answer verdict) {
	w.Helper()
	url := os.Getenv(referenceURL)
	if url == "" {
		w.Skip(referenceURL + " is not set: scripts/stockbuyers/run.sh starts the reference and sets it")
	}
	body, err := json.Marshal(map[string]any{
		"payload":      request.Payment,
		"requirements": request.Requirement,
		"rpcUrl":       w.chain.RPCURL(),
	})
	if err != nil {
		w.Fatal(err)
	}
	response, err := http.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		w.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		w.Fatal(err)
	}
	return answer
}

// TestReasonsAreTheReferences sends the attacks to the reference too. It refuses each with our reason, but for those
// whose row says what it does.
func TestReasonsAreTheReferences(t *testing.T) {
	for _, a := range attacks() {
		t.Run(a.why, func(t *testing.T) {
			w := newWorld(t, devsol.Options{Manual: true}, facilitatorsvm.Options{})
			got := w.ask(a.request(w))
			want := cmp.Or(a.reference, a.want)
			if got.Valid != (want == takes) || !got.Valid && !strings.HasPrefix(got.Reason, want) {
				t.Errorf("the reference says %+v, not %s", got, want)
			}
		})
	}
}

// TestReferenceTakesHonestPayments holds our dev chain and our buyers to the reference.
func TestReferenceTakesHonestPayments(t *testing.T) {
	for _, h := range honests() {
		t.Run(h.why, func(t *testing.T) {
			w := newWorld(t, devsol.Options{Manual: true}, facilitatorsvm.Options{})
			order := w.order()
			h.order(w, order)
			request := w.request(order.Sign())
			got := w.ask(request)
			ours := w.verify(w.f, request)
			if !ours.Valid {
				t.Errorf("we say %+v", ours)
			}
			if h.reference != "" {
				if got.Valid || !strings.HasPrefix(got.Reason, h.reference) {
					t.Errorf("the reference says %+v, not %s", got, h.reference)
				}
				return
			}
			if !got.Valid || got.Payer != ours.Payer {
				t.Errorf("the reference says %+v, we %+v", got, ours)
			}
		})
	}
}
