package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/evm"
	"github.com/farebox/farebox/payment/facilitator/httpapi"
	"github.com/farebox/farebox/payment/facilitator/remote"
	"github.com/farebox/farebox/payment/x402"
)

// impatient is a facilitator over HTTP that does not wait for the block: it says that it failed to get the
// receipt, beside the transaction that it has sent, as the reference one in Go does.
type impatient struct {
	settler *evm.Facilitator
	reason  string
	hash    func(string) string // what it names of the transaction
}

func (f *impatient) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	call, _, err := httpapi.DecodeCall(body, x402.Builtin())
	if r.URL.Path != "/settle" || err != nil {
		json.NewEncoder(w).Encode(map[string]any{"isValid": true})
		return
	}

	result, err := f.settler.Settle(r.Context(), call)
	for err == nil && result.Outcome == facilitator.Unknown && result.Transaction == "" { // nothing was sent so soon
		result, err = f.settler.Settle(r.Context(), call)
	}
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	json.NewEncoder(w).Encode(map[string]any{
		"success":     false,
		"errorReason": f.reason,
		"transaction": f.hash(result.Transaction),
		"network":     call.Requirement.Network,
	})
}

// impatientSeller sells through an impatient facilitator on a chain that makes blocks when it is told to.
func impatientSeller(t *testing.T, f *impatient) (*service, *devchain.Chain) {
	t.Helper()
	chain := newChain(t, func(o *devchain.Options) { o.Mode = devchain.Manual })
	endpoints := map[string][]string{x402.Builtin()[0].CAIP2: {chain.RPCURL()}}
	options := evm.Options{SettleTimeout: time.Second, Poll: 10 * time.Millisecond}
	settler, err := evm.New(x402.Builtin()[:1], endpoints, chain.SettlementKey(), options)
	if err != nil {
		t.Fatal(err)
	}
	atEnd(t, func() {
		if _, err := chain.Commit(); err != nil { // what is still under way, so that closing need not wait
			t.Error(err)
		}
		settler.Close()
	})
	f.settler = settler

	web := httptest.NewServer(f)
	atEnd(t, web.Close)
	client, err := remote.New([]remote.Endpoint{{URL: web.URL}}, remote.Options{SecondSettle: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	settings := map[string]string{"PAYMENT_RPC_URL_BASE": chain.RPCURL()}
	return start(t, chain.BuyerKey(), settings, func(p *Parts) { p.Facilitator = client }), chain
}

// TestLateReceiptChargesOnce plays a facilitator that gives up before the block: the money moves a little later.
// A quote in answer would have the buyer pay a second time, and the first payment would buy nothing.
func TestLateReceiptChargesOnce(t *testing.T) {
	t.Parallel()
	const receiptLate = "invalid_exact_evm_failed_to_get_receipt"
	const executeFailed = "invalid_exact_evm_failed_to_execute_transfer"
	same := func(hash string) string { return hash }
	none := func(string) string { return "" }
	another := func(string) string { return common.HexToHash("0xabc").Hex() }
	for name, f := range map[string]*impatient{
		"receipt late, with its transaction":           {reason: receiptLate, hash: same},
		"receipt late, without":                        {reason: receiptLate, hash: none},
		"a word for a refusal, beside the transaction": {reason: x402.ReasonInsufficientFunds, hash: same},
		"the transaction of another transfer":          {reason: receiptLate, hash: another},
		"a word that nobody knows":                     {reason: "Gremlins", hash: none},
		"sending failed":                               {reason: executeFailed, hash: none},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, chain := impatientSeller(t, f)
			call := s.hashCall("late")
			call.Header.Set(payment.IdempotencyHeader, "purchase-of-the-late-receipt")
			first := s.paid(call, 2)
			if a := s.do(again(first)); a.status != http.StatusServiceUnavailable ||
				a.code() != x402.ReasonSettlementPending || a.charged(t) != "null" {
				t.Fatalf("before the block: %d %s", a.status, a.body)
			}
			anew := s.paid(call, 2)
			a := s.do(again(anew))
			if a.status != http.StatusServiceUnavailable || a.code() != x402.ReasonSettlementPending {
				t.Errorf("signed anew, before the block: %d %s", a.status, a.body)
			}

			if _, err := chain.Commit(); err != nil { // the money moves
				t.Fatal(err)
			}
			if a := s.do(again(first)); a.status != http.StatusOK || !receiptOf(t, a).Success {
				t.Errorf("the same payment, after the block: %d %s", a.status, a.body)
			}
			if a := s.do(again(anew)); a.status != http.StatusOK {
				t.Errorf("signed anew, after the block: %d %s", a.status, a.body)
			}
			if _, err := chain.Commit(); err != nil { // what a second settlement would have sent
				t.Fatal(err)
			}
			got, err := chain.BalanceOf(t.Context(), s.payTo)
			if err != nil || got.Int64() != 1000 {
				t.Errorf("the seller holds %s, %v; the price is 1000", got, err)
			}
		})
	}
}

// TestTransactionOfAnOpenPaymentIsRemembered: by the ledger, so that any process asks the chain for it.
func TestTransactionOfAnOpenPaymentIsRemembered(t *testing.T) {
	t.Parallel()
	const hash = "0x00000000000000000000000000000000000000000000000000000000000000cc"
	f := &scripted{settle: func(context.Context, facilitator.Request) (facilitator.Settlement, error) {
		return facilitator.Settlement{
			Outcome:     facilitator.Refused,
			Reason:      "invalid_transaction_state",
			Transaction: hash,
		}, nil
	}}
	c := &asked{}
	s := start(t, newKey(t), nil, f.with(false), func(p *Parts) { p.Chain = c })
	r := s.paid(s.hashCall("hint"), 2)
	for range 2 {
		if a := s.do(again(r)); a.status != http.StatusServiceUnavailable || a.code() != x402.ReasonSettlementPending {
			t.Fatalf("%d %s", a.status, a.body)
		}
		if len(c.hints) != 1 || c.hints[0] != hash {
			t.Errorf("the chain was asked for %q", c.hints)
		}
		c.hints = nil
	}
}

// asked is a chain that keeps what it was asked for.
type asked struct{ hints []string }

func (c *asked) Fate(_ context.Context, _ *payment.Entry, hints ...string) (payment.Ending, error) {
	c.hints = append(c.hints, hints...)
	return payment.Ending{}, nil
}

// TestOnlyAPayersOwnFaultShutsItOut: an honest payer is not to wait an hour for a facilitator's trouble.
func TestOnlyAPayersOwnFaultShutsItOut(t *testing.T) {
	t.Parallel()
	for reason, blamed := range map[string]bool{
		x402.ReasonInsufficientFunds:                   true,
		"invalid_exact_evm_insufficient_balance":       true,
		x402.ReasonTransferFails:                       true,
		"invalid_exact_evm_failed_to_execute_transfer": false,
		"invalid_exact_evm_failed_to_get_balance":      false,
		x402.ReasonUnexpectedSettle:                    false,
		x402.ReasonInvalidNetwork:                      false,
		"Gremlins":                                     false,
		"":                                             false,
	} {
		t.Run(reason, func(t *testing.T) {
			f := &scripted{settle: func(context.Context, facilitator.Request) (facilitator.Settlement, error) {
				return facilitator.Settlement{Outcome: facilitator.Refused, Reason: reason}, nil
			}}
			s := start(t, newKey(t), nil, f.with(false), chainOf(alwaysOpen))
			for range 4 {
				s.do(s.paid(s.hashCall("refused"), 2))
			}
			f.settle = nil
			a := s.do(s.paid(s.hashCall("next"), 2))
			if got := a.code() == "payer_blocked"; got != blamed || !blamed && a.status != http.StatusOK {
				t.Errorf("the next purchase: %d %s", a.status, a.body)
			}
		})
	}
}

// TestVerdictOfAFacilitatorOnItselfIsNotHeldAgainstThePayer: the payment is good as it was, and its payer is
// served as before.
func TestVerdictOfAFacilitatorOnItselfIsNotHeldAgainstThePayer(t *testing.T) {
	t.Parallel()
	works := 0
	f := &scripted{verify: func(facilitator.Request) (facilitator.Verification, error) {
		return facilitator.Verification{Reason: "invalid_exact_evm_failed_to_check_nonce"}, nil
	}}
	s := start(t, newKey(t), nil, f.with(false), func(p *Parts) {
		p.Step = func(name string) {
			if name == "work" {
				works++
			}
		}
	})
	for i := range 3 {
		a := s.do(s.paid(s.hashCall("x"), 2))
		if a.status != http.StatusServiceUnavailable || a.code() != "payment_backend_unavailable" ||
			a.charged(t) != "false" {
			t.Errorf("%d %s", a.status, a.body)
		}
		if works != i+1 {
			t.Errorf("request %d was not worked on beside its verification", i+1)
		}
	}
	f.verify = nil
	if a := s.do(s.paid(s.hashCall("x"), 2)); a.status != http.StatusOK {
		t.Errorf("afterwards: %d %s", a.status, a.body)
	}
}

// TestVerdictsAreCountedByReason: an operator sees what the facilitator refuses, leaves open and fails at.
func TestVerdictsAreCountedByReason(t *testing.T) {
	t.Parallel()
	f := &scripted{}
	s := start(t, newKey(t), nil, f.with(false), chainOf(alwaysOpen))
	buy := func() { s.do(s.paid(s.hashCall("x"), 2)) }
	buy()
	f.settle = func(context.Context, facilitator.Request) (facilitator.Settlement, error) {
		return facilitator.Settlement{Outcome: facilitator.Refused, Reason: x402.ReasonInsufficientFunds}, nil
	}
	buy()
	f.settle = func(context.Context, facilitator.Request) (facilitator.Settlement, error) {
		return facilitator.Settlement{Outcome: facilitator.Refused, Reason: "0xd00d made up by a stranger"}, nil
	}
	buy()
	f.verify = func(facilitator.Request) (facilitator.Verification, error) {
		return facilitator.Verification{Reason: x402.ReasonUnexpectedVerify}, nil
	}
	buy()
	f.verify = func(facilitator.Request) (facilitator.Verification, error) {
		return facilitator.Verification{}, errors.Join(remote.ErrRateLimited)
	}
	buy()

	want := map[string]int{
		"settle settled ":                      1,
		"settle refused insufficient_funds":    1,
		"settle unknown other":                 1,
		"verify valid ":                        2, // the second call was that of a payer who had just paid
		"verify error unexpected_verify_error": 1,
		"verify error rate_limited":            1,
	}
	got := map[string]int{}
	families, err := s.server.parts.Metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		if family.GetName() != "farebox_facilitator_answers_total" {
			continue
		}
		for _, m := range family.GetMetric() {
			labels := map[string]string{}
			for _, l := range m.GetLabel() {
				labels[l.GetName()] = l.GetValue()
			}
			got[labels["call"]+" "+labels["outcome"]+" "+labels["reason"]] = int(m.GetCounter().GetValue())
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("metrics %v, want %v", got, want)
	}

	shown := map[string]int{}
	payments := s.get("/health").json(t)["payments"].(map[string]any)
	for _, item := range payments["verdicts"].([]any) {
		v := item.(map[string]any)
		shown[fmt.Sprint(v["call"], " ", v["outcome"], " ", v["reason"])] = int(v["total"].(float64))
	}
	delete(want, "settle settled ")
	delete(want, "verify valid ")
	if !maps.Equal(shown, want) {
		t.Errorf("/health %v, want %v", shown, want)
	}
}
