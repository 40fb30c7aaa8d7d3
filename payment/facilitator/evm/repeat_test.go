package evm_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/evm"
	"github.com/farebox/farebox/payment/facilitator/httpapi"
	"github.com/farebox/farebox/payment/x402"
)

// settleOverHTTP is what a seller's middleware posts, and what it gets.
func settleOverHTTP(t *testing.T, url string, req facilitator.Request) httpapi.SettleAnswer {
	t.Helper()
	body, err := json.Marshal(httpapi.NewCall(req))
	if err != nil {
		t.Fatal(err)
	}
	call, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/settle", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(call)
	if err != nil {
		t.Error(err)
		return httpapi.SettleAnswer{}
	}
	defer res.Body.Close()
	var got httpapi.SettleAnswer
	err = json.NewDecoder(res.Body).Decode(&got)
	if err != nil || res.StatusCode != http.StatusOK || got.Success == nil {
		t.Errorf("HTTP %d %+v, %v", res.StatusCode, got, err)
		return httpapi.SettleAnswer{Success: new(bool)}
	}
	return got
}

func overHTTP(t *testing.T, f facilitator.Facilitator) string {
	t.Helper()
	server := httptest.NewServer(httpapi.New(f, x402.Builtin(), httpapi.Options{}).Handler(""))
	t.Cleanup(server.Close)
	return server.URL
}

// TestOneCallSucceedsForEachTransfer: a seller gives an answer for each success, so that ten of them for one
// transfer would sell one payment ten times.
func TestOneCallSucceedsForEachTransfer(t *testing.T) {
	for name, c := range map[string]struct {
		replicas int
	}{
		"one process":  {1},
		"two replicas": {2},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, 1, devchain.Options{Mode: devchain.AtOnce}, evm.Options{})
			_, req := w.payment(0, 2000)
			urls := []string{overHTTP(t, w.f)}
			for len(urls) < c.replicas {
				urls = append(urls, overHTTP(t, w.facilitator(evm.Options{})))
			}

			answers := make([]httpapi.SettleAnswer, 10)
			var all sync.WaitGroup
			for i := range answers {
				all.Go(func() { answers[i] = settleOverHTTP(t, urls[i%len(urls)], req) })
			}
			all.Wait()
			answers = append(answers, settleOverHTTP(t, urls[0], req)) // later
			restarted := overHTTP(t, w.facilitator(evm.Options{}))
			answers = append(answers, settleOverHTTP(t, restarted, req))

			successes := 0
			for i, a := range answers {
				if *a.Success {
					successes++
				} else if a.ErrorReason != x402.ReasonNonceUsed {
					t.Errorf("call %d: %+v", i, a)
				}
				if a.Transaction == "" || a.Transaction != answers[0].Transaction {
					t.Errorf("call %d names transaction %q, the first %q", i, a.Transaction, answers[0].Transaction)
				}
			}
			if successes != 1 || w.balance(payTo) != 2000 {
				t.Errorf("%d successes, seller has %d", successes, w.balance(payTo))
			}
		})
	}
}

// TestSamePaymentInProcessIsSettledEachTime: whoever keeps its own ledger may ask again, and learns from Repeated
// that the transfer is not new.
func TestSamePaymentInProcessIsSettledEachTime(t *testing.T) {
	w := newWorld(t, 1, devchain.Options{Mode: devchain.AtOnce}, evm.Options{})
	_, req := w.payment(0, 2000)
	for i, repeated := range []bool{false, true, true} {
		got := w.settle(req)
		if got.Outcome != facilitator.Settled || got.Repeated != repeated {
			t.Errorf("call %d: %+v", i, got)
		}
	}
}

// TestTransferThatNobodyWasToldOfIsClaimedByTheNextCall: stock sellers ask once more after settlement_pending, and
// expect the success then.
func TestTransferThatNobodyWasToldOfIsClaimedByTheNextCall(t *testing.T) {
	for name, joins := range map[string]bool{"before the block": true, "after the block": false} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, 1, devchain.Options{Mode: devchain.Manual}, evm.Options{})
			_, req := w.payment(0, 2000)
			url := overHTTP(t, w.f)
			var pending facilitator.Settlement
			w.until("the transaction is sent in time", func() bool {
				pending = w.settleFor(time.Second, req)
				return pending.Transaction != ""
			})
			if pending.Outcome != facilitator.Unknown {
				t.Fatalf("%+v", pending)
			}

			answers := make(chan httpapi.SettleAnswer, 2)
			ask := func() { answers <- settleOverHTTP(t, url, req) }
			if joins {
				go ask()
				w.until("the second call waits", func() bool { return evm.Waiting(w.f) == 1 })
			}
			w.commit()
			if !joins {
				w.until("the settlement is done", func() bool { return evm.Undecided(w.f) == 0 })
				go ask()
			}

			if a := <-answers; !*a.Success || a.Transaction != pending.Transaction {
				t.Errorf("the next call: %+v, want transaction %s", a, pending.Transaction)
			}
			if a := settleOverHTTP(t, url, req); *a.Success || a.Transaction != pending.Transaction {
				t.Errorf("the one after that: %+v", a)
			}
		})
	}
}
