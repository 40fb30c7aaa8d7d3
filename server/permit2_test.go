package server

import (
	"context"
	"crypto/ecdsa"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/permit2"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
	"github.com/farebox/farebox/store/storetest"
)

// permitOf is what the payment of a request holds.
func permitOf(t *testing.T, r *http.Request) (sent x402.Payment, permit permit2.Authorization, call []byte) {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(r.Header.Get(x402.HeaderPayment))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &sent); err != nil {
		t.Fatal(err)
	}
	if permit, err = permit2.Parse(sent.Payload.Permit2); err != nil {
		t.Fatal(err)
	}
	return sent, permit, permit.PackSettle(hexutil.MustDecode(sent.Payload.Signature))
}

// permitChain is a chain whose token has no EIP-3009, with ether for one more key.
func permitChain(t *testing.T, key *ecdsa.PrivateKey, tune ...func(*devchain.Options)) *devchain.Chain {
	t.Helper()
	return newChain(t, append(tune, func(o *devchain.Options) {
		o.Permit2 = true
		o.Accounts = map[common.Address]types.Account{
			crypto.PubkeyToAddress(key.PublicKey): {Balance: big.NewInt(params.Ether)},
		}
	})...)
}

// TestTokenWithoutEIP3009IsOfferedByPermit2: version 1, credentials of the Payment scheme and channels have no Permit2,
// so that quotes name it to buyers of version 2 alone.
func TestTokenWithoutEIP3009IsOfferedByPermit2(t *testing.T) {
	t.Parallel()
	w := permitWorld(t)
	w.settings["MPP"] = "true"
	s := w.start(t, nil)
	unpaid := s.do(s.hashCall("offer"))
	quote := quoteOf(t, unpaid)
	if len(quote.Accepts) != 1 || quote.Accepts[0].Scheme != x402.SchemeExact ||
		quote.Accepts[0].Extra != (x402.Extra{TransferMethod: "permit2"}) {
		t.Errorf("%+v", quote.Accepts)
	}
	if v1 := unpaid.json(t)["accepts"].([]any); len(v1) != 0 {
		t.Errorf("version 1 is offered %v", v1)
	}
	if challenges := unpaid.header.Values("WWW-Authenticate"); len(challenges) != 0 {
		t.Errorf("challenges %q", challenges)
	}

	a := s.do(s.paid(s.hashCall("offer"), pay.V2))
	receipt := receiptOf(t, a)
	if a.status != http.StatusOK || !receipt.Success || receipt.Payer != w.payer || w.received() != 1000 {
		t.Errorf("%d %s %+v, the seller holds %d", a.status, a.body, receipt, w.received())
	}
}

func TestBadPermits(t *testing.T) {
	t.Parallel()
	f := &scripted{}
	w := permitWorld(t)
	s := w.start(t, nil, f.with(false))
	member := func(path string, value any) func(map[string]any) {
		return func(payload map[string]any) {
			at := payload["permit2Authorization"].(map[string]any)
			names := strings.Split(path, ".")
			for _, name := range names[:len(names)-1] {
				at = at[name].(map[string]any)
			}
			at[names[len(names)-1]] = value
		}
	}
	soon := fmt.Sprint(time.Now().Unix() + 3)
	later := fmt.Sprint(time.Now().Unix() + 500)
	other := "0x000000000000000000000000000000000000dEaD"
	for why, c := range map[string]struct {
		change func(payload map[string]any)
		reason string
	}{
		"other spender":      {member("spender", other), x402.ReasonPermit2Spender},
		"Permit2 as spender": {member("spender", permit2.Address.Hex()), x402.ReasonPermit2Spender},
		"other receiver":     {member("witness.to", other), x402.ReasonPermit2Recipient},
		"one unit less":      {member("permitted.amount", "999"), x402.ReasonPermit2Amount},
		"one unit more":      {member("permitted.amount", "1001"), x402.ReasonPermit2Amount},
		"other token":        {member("permitted.token", other), x402.ReasonPermit2Token},
		"nearly over":        {member("deadline", soon), x402.ReasonPermit2Deadline},
		"not yet valid":      {member("witness.validAfter", later), x402.ReasonPermit2Early},
		"no nonce":           {member("nonce", ""), x402.ReasonInvalidPayload},
		"nonce in hex":       {member("nonce", "0x10"), x402.ReasonInvalidPayload},
		"nonce of 33 bytes":  {member("nonce", "1"+strings.Repeat("0", 78)), x402.ReasonInvalidPayload},
		"no signature":       {func(p map[string]any) { delete(p, "signature") }, x402.ReasonInvalidPayload},
		"an authorization of EIP-3009": {func(p map[string]any) {
			p["authorization"] = map[string]any{"from": w.payer}
			delete(p, "permit2Authorization")
		}, x402.ReasonUnsupportedPayload},
	} {
		t.Run(why, func(t *testing.T) {
			r := s.paid(s.hashCall("bad"), pay.V2)
			raw, err := base64.StdEncoding.DecodeString(r.Header.Get(x402.HeaderPayment))
			if err != nil {
				t.Fatal(err)
			}
			var sent map[string]any
			if err := json.Unmarshal(raw, &sent); err != nil {
				t.Fatal(err)
			}
			c.change(sent["payload"].(map[string]any))
			if raw, err = json.Marshal(sent); err != nil {
				t.Fatal(err)
			}
			r.Header.Set(x402.HeaderPayment, base64.StdEncoding.EncodeToString(raw))
			if a := s.do(r); a.status != http.StatusPaymentRequired || a.json(t)["error"] != c.reason {
				t.Errorf("%d %.200s, want %s", a.status, a.body, c.reason)
			}
		})
	}
	if f.settlements() != 0 {
		t.Error("a bad payment was settled")
	}
}

// TestPermitBuysOneAnswerHoweverItIsSpelled: the payment's name is the payer and the nonce as a number.
func TestPermitBuysOneAnswerHoweverItIsSpelled(t *testing.T) {
	t.Parallel()
	w := permitWorld(t)
	s := w.start(t, nil)
	r := s.paid(s.hashCall("spelled"), pay.V2)
	if a := s.do(again(r)); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}

	sent, _, _ := permitOf(t, r)
	sent.Payload.Permit2.Nonce = "00" + sent.Payload.Permit2.Nonce
	sent.Payload.Permit2.From = strings.ToLower(sent.Payload.Permit2.From)
	same := s.do(withPayment(t, s.hashCall("spelled"), sent))
	if same.status != http.StatusOK || same.header.Get("X-Replayed") != "true" {
		t.Errorf("for the same: %d %s", same.status, same.body)
	}
	other := s.do(withPayment(t, s.hashCall("another"), sent))
	if other.status != http.StatusPaymentRequired || w.received() != 1000 {
		t.Errorf("for another: %d %s, the seller holds %d", other.status, other.body, w.received())
	}
}

func TestOnePermitAtTwoReplicasBuysOnce(t *testing.T) {
	t.Parallel()
	key := newKey(t)
	chain := permitChain(t, key)
	w := permitWorldOn(t, chain)
	shared := map[string]string{"DATABASE_URL": storetest.Postgres(t)}
	first := w.start(t, shared)
	shared["SETTLEMENT_KEY"] = hex.EncodeToString(crypto.FromECDSA(key))
	second := strings.TrimPrefix(w.start(t, shared).url, "http://")

	const rounds = 3
	buyAtBoth(t, first, second, rounds)
	if got := w.received(); got != 1000*rounds {
		t.Errorf("the seller holds %d", got)
	}
}

// TestPermitSettledBySomebodyElseBuysOneAnswer: whoever sees a permit may have the proxy settle it, after it was
// verified and before we do. The money is the seller's, and the buyer gets its answer.
func TestPermitSettledBySomebodyElseBuysOneAnswer(t *testing.T) {
	t.Parallel()
	stranger := newKey(t)
	chain := permitChain(t, stranger)
	w := permitWorldOn(t, chain)
	var front sync.Once
	var call []byte
	s := w.start(t, nil, func(p *Parts) {
		p.Step = func(name string) {
			if name != "settle" {
				return
			}
			front.Do(func() {
				tx, err := chain.Transact(context.Background(), stranger, permit2.Proxy, call)
				if err != nil {
					t.Error(err)
					return
				}
				await.Until(t, "the stranger's transaction in a block", func() bool {
					receipt, err := chain.Client().TransactionReceipt(context.Background(), tx.Hash())
					return err == nil && receipt.Status == types.ReceiptStatusSuccessful
				})
			})
		}
	})

	r := s.paid(s.hashCall("front"), pay.V2)
	_, _, call = permitOf(t, r)
	a := buyWithPatience(t, r)
	if a.status != http.StatusOK || !receiptOf(t, a).Success {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if again := s.do(again(r)); again.status != http.StatusOK || again.header.Get("X-Replayed") != "true" {
		t.Errorf("a repeat: %d %s", again.status, again.body)
	}
	if w.received() != 1000 {
		t.Errorf("the seller holds %d", w.received())
	}
}

// TestPermitThatWasSettledBeforeItCameBuysNothing: who has settled it with the proxy has bought nothing here.
func TestPermitThatWasSettledBeforeItCameBuysNothing(t *testing.T) {
	t.Parallel()
	stranger := newKey(t)
	chain := permitChain(t, stranger)
	w := permitWorldOn(t, chain)
	s := w.start(t, nil)
	r := s.paid(s.hashCall("before"), pay.V2)
	_, _, call := permitOf(t, r)
	if _, err := chain.Transact(t.Context(), stranger, permit2.Proxy, call); err != nil {
		t.Fatal(err)
	}
	await.Until(t, "the transfer", func() bool { return w.received() == 1000 })
	if a := s.do(r); a.status != http.StatusPaymentRequired || a.json(t)["error"] != x402.ReasonPermit2Nonce {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestBuyerWithoutAnApprovalIsToldWhatToDo: by the reason of the protocol and by the SDK, before anything is charged.
func TestBuyerWithoutAnApprovalIsToldWhatToDo(t *testing.T) {
	t.Parallel()
	buyer := newKey(t)
	chain := newChain(t, func(o *devchain.Options) {
		o.Permit2 = true
		o.BuyerKey = buyer
		o.Approved = map[common.Address]*big.Int{crypto.PubkeyToAddress(buyer.PublicKey): big.NewInt(999)}
	})
	w := permitWorldOn(t, chain)
	s := w.start(t, nil)
	if a := s.do(s.paid(s.hashCall("none"), pay.V2)); a.json(t)["error"] != x402.ReasonPermit2Allowance {
		t.Errorf("%d %s", a.status, a.body)
	}
	transport, err := pay.New(pay.Options{Wallet: walletOf(t, buyer)})
	if err != nil {
		t.Fatal(err)
	}
	_, err = transport.Client().Do(s.hashCall("none"))
	if err == nil || !strings.Contains(err.Error(), "approve("+permit2.Address.Hex()) || w.received() != 0 {
		t.Errorf("%v, the seller holds %d", err, w.received())
	}
}

// TestPermitsGoThroughAnotherFacilitator: the permit is passed on as it is, with the seller's own terms.
func TestPermitsGoThroughAnotherFacilitator(t *testing.T) {
	t.Parallel()
	var seen facilitator.Request
	f := &scripted{settle: func(_ context.Context, r facilitator.Request) (facilitator.Settlement, error) {
		seen = r
		return facilitator.Settlement{
			Outcome:     facilitator.Settled,
			Transaction: common.HexToHash("0x1").Hex(),
			Network:     r.Requirement.Network,
		}, nil
	}}
	w := permitWorld(t)
	s := w.start(t, nil, f.with(false))
	r := s.paid(s.hashCall("remote"), pay.V2)
	if a := s.do(again(r)); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	sent, _, _ := permitOf(t, r)
	if seen.Payment.Payload != sent.Payload || seen.Requirement.Extra.TransferMethod != x402.MethodPermit2 {
		t.Errorf("%+v", seen)
	}
}

// TestPermitThatExpiredUnspentIsForgotten: until its deadline has passed by the chain's clock nobody calls it refused.
func TestPermitThatExpiredUnspentIsForgotten(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	late := time.Duration(0)
	now := func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		return time.Now().Add(late)
	}
	stranger := newKey(t)
	chain := permitChain(t, stranger, func(o *devchain.Options) { o.Now = now })
	w := permitWorldOn(t, chain)
	f := &scripted{settle: func(context.Context, facilitator.Request) (facilitator.Settlement, error) {
		return facilitator.Settlement{Outcome: facilitator.Unknown}, nil
	}}
	s := w.start(t, nil, f.with(true))
	r := s.paid(s.hashCall("expired"), pay.V2)
	if a := s.do(again(r)); a.status != http.StatusServiceUnavailable {
		t.Fatalf("%d %s", a.status, a.body)
	}
	_, permit, _ := permitOf(t, r)
	entry := &payment.Entry{}
	entry.Key.Network = w.network
	entry.Payload.Permit2 = permit.Wire()
	fate := func() payment.Fate {
		t.Helper()
		end, err := s.server.parts.Chain.Fate(t.Context(), entry)
		if err != nil {
			t.Fatal(err)
		}
		return end.Fate
	}
	if got := fate(); got != payment.Open {
		t.Errorf("while it is valid: %d", got)
	}

	mu.Lock()
	late = 4 * time.Minute
	mu.Unlock()
	if _, err := chain.Transact(t.Context(), stranger, permit2.Proxy, common.FromHex("0x6afdd850")); err != nil {
		t.Fatal(err)
	}
	await.Until(t, "its end", func() bool { return fate() == payment.Dead })
	if w.received() != 0 {
		t.Errorf("the seller holds %d", w.received())
	}
}

// TestPermitThatAReorganisationTookBackIsSettledAgain: its bit is free again, and the payment is open.
func TestPermitThatAReorganisationTookBackIsSettledAgain(t *testing.T) {
	t.Parallel()
	clock := &clock{}
	chain := newChain(t, func(o *devchain.Options) {
		o.Permit2 = true
		o.Now = clock.now
	})
	w := permitWorldOn(t, chain)
	database := map[string]string{"DATABASE_URL": storetest.SQLite(t)}
	s := w.start(t, database, clock.part())
	head := func() uint64 {
		t.Helper()
		n, err := chain.Client().BlockNumber(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	confirm := func() {
		t.Helper()
		if err := s.server.gate.Confirm(t.Context()); err != nil {
			t.Fatal(err)
		}
	}

	before := head()
	r := s.paid(s.hashCall("taken back"), pay.V2)
	if a := s.do(again(r)); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	confirm()
	if err := chain.Rollback(int(head() - before)); err != nil {
		t.Fatal(err)
	}
	clock.move(20 * time.Second)
	if _, err := chain.Commit(); err != nil {
		t.Fatal(err)
	}
	confirm()
	if w.received() != 0 {
		t.Fatalf("the seller holds %d", w.received())
	}

	replica := w.start(t, database, clock.part())
	n, err := replica.server.gate.Reconcile(t.Context(), clock.now().Add(-time.Hour))
	if n != 1 || err != nil || w.received() != 1000 {
		t.Errorf("%d settled again, %v; the seller holds %d", n, err, w.received())
	}
	if a := s.do(again(r)); a.status != http.StatusOK || a.header.Get("X-Replayed") != "true" {
		t.Errorf("a repeat: %d %s", a.status, a.body)
	}
}
