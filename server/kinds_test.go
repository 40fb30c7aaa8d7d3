package server

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/devsol"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/offerreceipt"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/svm/svmtest"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
	"github.com/farebox/farebox/store/storetest"
)

// world is a chain of one kind, with a buyer who has money on it and a seller who has none yet. What the ledger and the
// gate promise is tested on each.
type world struct {
	kind     string
	network  string // CAIP-2
	v1Name   string
	asset    pay.Asset
	payer    string // address of the buyer
	settings map[string]string
	sign     buyer
	received func() int64 // what the seller holds, in atomic units
	starve   func()       // takes away what pays for settlements
}

// buyer signs for a quote, as a buyer does.
type buyer func(q *pay.Quote, o pay.Offer, purchaseID string) (*pay.Signed, error)

// start is the service on the chain, which pays the world's buyer's payments to the world's seller.
func (w *world) start(t testing.TB, extra map[string]string, tune ...func(*Parts)) *service {
	t.Helper()
	settings := maps.Clone(w.settings)
	maps.Copy(settings, extra)
	s := start(t, nil, settings, tune...)
	w.lend(s)
	return s
}

// lend lets the world's buyer buy at a service.
func (w *world) lend(s *service) {
	s.asset = w.asset
	s.signer = w.sign
}

// onEachKind runs a test on an EVM chain, on one whose token is paid with by Permit2, and on one of Solana.
func onEachKind(t *testing.T, test func(t *testing.T, w *world)) {
	t.Run("evm", func(t *testing.T) {
		t.Parallel()
		test(t, evmWorld(t))
	})
	t.Run("permit2", func(t *testing.T) {
		t.Parallel()
		test(t, permitWorld(t))
	})
	t.Run("solana", func(t *testing.T) {
		t.Parallel()
		test(t, solanaWorld(t, newSolana(t)))
	})
}

// permitWorld is an EVM chain whose token has no EIP-3009. Its buyer has approved Permit2.
func permitWorld(t *testing.T) *world {
	t.Helper()
	return permitWorldOn(t, newChain(t, func(o *devchain.Options) { o.Permit2 = true }))
}

func permitWorldOn(t *testing.T, chain *devchain.Chain) *world {
	t.Helper()
	w := evmWorldOn(t, chain)
	w.kind = "permit2"
	w.v1Name = ""
	w.settings["PAYMENT_NETWORKS"] = w.network + "||" + chain.Token().Hex() + "|||6|permit2"
	w.settings["PAYMENT_RPC_URL_EIP155_8453"] = chain.RPCURL()
	return w
}

func evmWorld(t *testing.T) *world {
	t.Helper()
	return evmWorldOn(t, newChain(t))
}

func evmWorldOn(t *testing.T, chain *devchain.Chain) *world {
	t.Helper()
	payTo := crypto.PubkeyToAddress(newKey(t).PublicKey)
	settings := onChain(chain)
	settings["PAY_TO_ADDRESS"] = payTo.Hex()
	return &world{
		kind:     "evm",
		network:  "eip155:8453",
		v1Name:   "base",
		asset:    pay.BaseUSDC,
		payer:    crypto.PubkeyToAddress(chain.BuyerKey().PublicKey).Hex(),
		settings: settings,
		sign: func(q *pay.Quote, o pay.Offer, id string) (*pay.Signed, error) {
			return pay.Sign(walletOf(t, chain.BuyerKey()), q, o, id)
		},
		received: func() int64 {
			held, err := chain.BalanceOf(t.Context(), payTo)
			if err != nil {
				t.Fatal(err)
			}
			return held.Int64()
		},
		starve: func() { t.Fatal("the development chain takes no ether away") },
	}
}

// newSolana is an in-process chain like Solana's.
func newSolana(t testing.TB, tune ...func(*devsol.Options)) *devsol.Chain {
	t.Helper()
	o := devsol.Options{}
	for _, change := range tune {
		change(&o)
	}
	chain, err := devsol.New(o)
	if err != nil {
		t.Fatal(err)
	}
	atEnd(t, func() { chain.Close() })
	return chain
}

func solanaWorld(t *testing.T, chain *devsol.Chain) *world {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	seller := svm.AddressOf(key)
	if err := chain.Open(seller, 0); err != nil {
		t.Fatal(err)
	}
	wallet, err := pay.NewSolanaKey(svm.Signature(chain.BuyerKey()).String())
	if err != nil {
		t.Fatal(err)
	}
	return &world{
		kind:     "solana",
		network:  x402.SolanaMainnet,
		v1Name:   "solana",
		asset:    pay.SolanaUSDC,
		payer:    svm.AddressOf(chain.BuyerKey()).String(),
		settings: onSolana(chain, seller),
		sign: func(q *pay.Quote, o pay.Offer, id string) (*pay.Signed, error) {
			return pay.SignSolana(t.Context(), wallet, chain.RPCURL(), q, o, id)
		},
		received: func() int64 { return int64(chain.Units(seller)) },
		starve:   func() { chain.SetLamports(svm.AddressOf(chain.FeePayerKey()), 0) },
	}
}

// onSolana are the settings that settle on a chain like Solana's.
func onSolana(chain *devsol.Chain, seller svm.Address) map[string]string {
	return map[string]string{
		"PAYMENT_NETWORKS":       "solana",
		"PAY_TO_ADDRESS_SOLANA":  seller.String(),
		"PAYMENT_RPC_URL_SOLANA": chain.RPCURL(),
		"FACILITATOR_URL":        "self",
		"SOLANA_SETTLEMENT_KEY":  svm.Signature(chain.FeePayerKey()).String(),
	}
}

// TestBothKindsSellAtOnce: one service, one price, a quote with both ways to pay.
func TestBothKindsSellAtOnce(t *testing.T) {
	t.Parallel()
	evm := evmWorld(t)
	solana := solanaWorld(t, newSolana(t))
	settings := maps.Clone(solana.settings)
	maps.Copy(settings, evm.settings)
	settings["PAYMENT_NETWORKS"] = "base,solana"
	s := start(t, nil, settings)

	quote := quoteOf(t, s.do(s.hashCall("both")))
	if len(quote.Accepts) != 2 ||
		quote.Accepts[0].Network != evm.network || quote.Accepts[1].Network != solana.network {
		t.Fatalf("%+v", quote.Accepts)
	}
	payer := quote.Accepts[1].Extra.FeePayer
	if quote.Accepts[1].Amount != quote.Accepts[0].Amount || payer == "" || quote.Accepts[1].Extra.Memo != "" {
		t.Errorf("%+v", quote.Accepts[1])
	}

	for _, w := range []*world{evm, solana} {
		w.lend(s)
		for _, version := range []pay.Version{pay.V1, pay.V2} {
			a := s.do(s.paid(s.hashCall(fmt.Sprint(w.kind, version)), version))
			receipt := receiptOf(t, a)
			name := w.network
			if version == pay.V1 {
				name = w.v1Name
			}
			if a.status != http.StatusOK || !receipt.Success || receipt.Network != name || receipt.Payer == "" {
				t.Errorf("%s, version %d: %d %s %+v", w.kind, version, a.status, a.body, receipt)
			}
			said := block[offerreceipt.SignedReceipt](t, receipt.Extensions, "receipt").Payload
			if said.Network != w.network || said.Transaction != receipt.Transaction || said.Payer != receipt.Payer {
				t.Errorf("%s, version %d: the signed receipt says %+v", w.kind, version, said)
			}
		}
		if got := w.received(); got != 2000 {
			t.Errorf("%s: the seller holds %d", w.kind, got)
		}
	}
}

// TestANetworkClosesAlone: the key that pays for one runs dry, and the others sell on.
func TestANetworkClosesAlone(t *testing.T) {
	t.Parallel()
	evm := evmWorld(t)
	solana := solanaWorld(t, newSolana(t))
	settings := maps.Clone(solana.settings)
	maps.Copy(settings, evm.settings)
	settings["PAYMENT_NETWORKS"] = "solana,base"
	s := start(t, nil, settings)
	solana.lend(s)
	early := s.paid(s.hashCall("early"), pay.V2)

	solana.starve()
	s.server.health.probe(t.Context())
	await.Until(t, "a quote without Solana", func() bool {
		quote := quoteOf(t, s.do(s.hashCall("closed")))
		return len(quote.Accepts) == 1 && quote.Accepts[0].Network == evm.network
	})
	a := s.do(early)
	if a.status != http.StatusServiceUnavailable || a.code() != "settlement_unavailable" {
		t.Errorf("a payment on the closed network: %d %s", a.status, a.body)
	}

	evm.lend(s)
	if a := s.do(s.paid(s.hashCall("open"), pay.V2)); a.status != http.StatusOK {
		t.Errorf("a payment on the other: %d %s", a.status, a.body)
	}
}

// TestTwoEqualMessagesAreOnePayment: buyers without a note of their own sign the same bytes twice when they buy twice
// on one blockhash.
func TestTwoEqualMessagesAreOnePayment(t *testing.T) {
	t.Parallel()
	chain := newSolana(t)
	w := solanaWorld(t, chain)
	s := w.start(t, nil)
	requirement := quoteOf(t, s.do(s.hashCall("twin"))).Accepts[0]
	feePayer, err := svm.ParseAddress(requirement.Extra.FeePayer)
	if err != nil {
		t.Fatal(err)
	}
	seller, err := svm.ParseAddress(requirement.PayTo)
	if err != nil {
		t.Fatal(err)
	}
	order := svmtest.Stock(t, chain.Network(), chain.BuyerKey(), seller, feePayer, 1000, chain.Blockhash(), "")
	order.Calls = order.Calls[:3] // no note
	payment := x402.Payment{
		X402Version: 2,
		Accepted:    requirement,
		Payload:     x402.ExactPayload{Transaction: order.Sign()},
	}

	first := withPayment(t, s.hashCall("twin"), payment)
	if a := s.do(first); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	same := s.do(withPayment(t, s.hashCall("twin"), payment))
	if same.status != http.StatusOK || same.header.Get("X-Replayed") != "true" {
		t.Errorf("the same for the same: %d %s", same.status, same.body)
	}

	// The bytes in the fee payer's place are the buyer's to choose: they make no other payment.
	mangled, err := svm.ParseTransaction(payment.Payload.Transaction)
	if err != nil {
		t.Fatal(err)
	}
	mangled.Signatures[0] = svm.Signature{7}
	payment.Payload.Transaction = mangled.Text()
	other := s.do(withPayment(t, s.hashCall("another"), payment))
	told, _ := other.json(t)["error"].(string)
	if other.status != http.StatusPaymentRequired ||
		!strings.HasPrefix(told, x402.ReasonDuplicate+": this is byte for byte the transaction of an earlier request") {
		t.Errorf("for another request: %d %s", other.status, other.body)
	}
	if got := w.received(); got != 1000 {
		t.Errorf("the seller holds %d", got)
	}
}

// withPayment puts a payment of version 2 on a request.
func withPayment(t *testing.T, r *http.Request, p x402.Payment) *http.Request {
	t.Helper()
	raw, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set(x402.HeaderPayment, base64.StdEncoding.EncodeToString(raw))
	return r
}

// TestLostSettlementIsFoundOnTheChain: the transfer is made, and the answer that says so gets lost. The next try is
// answered by what the chain says, and nothing is settled again.
func TestLostSettlementIsFoundOnTheChain(t *testing.T) {
	t.Parallel()
	onEachKind(t, func(t *testing.T, w *world) {
		f := &scripted{}
		s := w.start(t, nil, f.with(true))
		f.settle = func(ctx context.Context, r facilitator.Request) (facilitator.Settlement, error) {
			if made, err := f.Facilitator.Settle(ctx, r); err != nil || made.Outcome != facilitator.Settled {
				t.Errorf("%+v %v", made, err)
			}
			return facilitator.Settlement{Outcome: facilitator.Unknown}, nil
		}
		r := s.paid(s.hashCall("lost"), pay.V2)
		if a := s.do(again(r)); a.status != http.StatusServiceUnavailable || a.code() != x402.ReasonSettlementPending {
			t.Fatalf("%d %s", a.status, a.body)
		}
		a := s.do(again(r))
		if a.status != http.StatusOK || !receiptOf(t, a).Success || receiptOf(t, a).Transaction == "" {
			t.Errorf("%d %s", a.status, a.body)
		}
		if f.settlements() != 1 || w.received() != 1000 {
			t.Errorf("%d settlements, the seller holds %d", f.settlements(), w.received())
		}
	})
}

// TestSettlementThatWasNeverSentIsSettledByTheRepeat: nobody knows that it was not, until the chain is asked.
func TestSettlementThatWasNeverSentIsSettledByTheRepeat(t *testing.T) {
	t.Parallel()
	onEachKind(t, func(t *testing.T, w *world) {
		f := &scripted{settle: func(context.Context, facilitator.Request) (facilitator.Settlement, error) {
			return facilitator.Settlement{Outcome: facilitator.Unknown}, nil
		}}
		s := w.start(t, nil, f.with(true))
		r := s.paid(s.hashCall("never sent"), pay.V2)
		if a := s.do(again(r)); a.status != http.StatusServiceUnavailable {
			t.Fatalf("%d %s", a.status, a.body)
		}
		if w.received() != 0 {
			t.Fatal("it was sent")
		}
		f.mu.Lock()
		f.settle = nil
		f.mu.Unlock()
		if a := s.do(again(r)); a.status != http.StatusOK || w.received() != 1000 {
			t.Errorf("%d %s, the seller holds %d", a.status, a.body, w.received())
		}
	})
}

// TestTransactionThatExpiredIsForgotten: as long as it may land nobody calls it refused, and once it cannot, it is not
// charged and its buyer may pay anew.
func TestTransactionThatExpiredIsForgotten(t *testing.T) {
	t.Parallel()
	chain := newSolana(t, func(o *devsol.Options) { o.Manual = true })
	w := solanaWorld(t, chain)
	f := &scripted{settle: func(context.Context, facilitator.Request) (facilitator.Settlement, error) {
		return facilitator.Settlement{Outcome: facilitator.Unknown}, nil
	}}
	s := w.start(t, nil, f.with(true))
	chain.Advance(40)
	r := s.paid(s.hashCall("expired"), pay.V2)
	if a := s.do(again(r)); a.status != http.StatusServiceUnavailable {
		t.Fatalf("%d %s", a.status, a.body)
	}

	reconcile := func(want int) {
		t.Helper()
		n, err := s.server.gate.Reconcile(t.Context(), time.Now().Add(time.Hour))
		if n != want || err != nil {
			t.Fatalf("reconciled %d, %v, want %d", n, err, want)
		}
	}
	reconcile(0)
	chain.Advance(160) // its blockhash is over, and the finalized state is not that far yet
	a := s.do(again(r))
	if a.status != http.StatusServiceUnavailable || a.json(t)["charged"] != nil {
		t.Errorf("before it is certain: %d %s", a.status, a.body)
	}

	chain.Advance(200)
	a = s.do(again(r))
	if a.status != http.StatusPaymentRequired || a.json(t)["error"] != x402.ReasonPaymentExpired {
		t.Errorf("once it is: %d %s", a.status, a.body)
	}
	entry, err := s.server.parts.Ledger.Find(t.Context(), keyOf(t, w, r))
	if entry != nil || err != nil || w.received() != 0 {
		t.Errorf("kept as %+v, %v; the seller holds %d", entry, err, w.received())
	}
}

// keyOf is the ledger's name of the payment of a request on Solana.
func keyOf(t *testing.T, w *world, r *http.Request) payment.Key {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(r.Header.Get(x402.HeaderPayment))
	if err != nil {
		t.Fatal(err)
	}
	var sent x402.Payment
	if err := json.Unmarshal(raw, &sent); err != nil {
		t.Fatal(err)
	}
	read, err := svm.ReadPayment(sent.Payload.Transaction)
	if err != nil {
		t.Fatal(err)
	}
	return payment.Key{
		Network: w.network,
		Payer:   read.Payer.String(),
		Nonce:   hex.EncodeToString(read.Name[:]),
	}
}

// TestTransactionThatIsNearlyOverGetsNoWork: its buyer is told before any work that it could not be settled after it.
func TestTransactionThatIsNearlyOverGetsNoWork(t *testing.T) {
	t.Parallel()
	chain := newSolana(t, func(o *devsol.Options) { o.Manual = true })
	w := solanaWorld(t, chain)
	worked := 0
	s := w.start(t, nil, func(p *Parts) {
		p.Step = func(name string) {
			if name == "work" {
				worked++
			}
		}
	})
	chain.Advance(40)
	r := s.paid(s.hashCall("nearly over"), pay.V2)
	chain.Advance(140)
	a := s.do(r)
	told, _ := a.json(t)["error"].(string)
	if a.status != http.StatusPaymentRequired || told == "" || worked != 0 {
		t.Errorf("%d %s, worked %d times", a.status, a.body, worked)
	}
	t.Logf("told %q", told)
}

// TestOneTransactionAtTwoReplicasBuysOnce: at both at one moment, again and again. They have one fee payer, as replicas
// may, so that both could send it.
func TestOneTransactionAtTwoReplicasBuysOnce(t *testing.T) {
	t.Parallel()
	w := solanaWorld(t, newSolana(t))
	shared := map[string]string{"DATABASE_URL": storetest.Postgres(t)}
	first := w.start(t, shared)
	second := strings.TrimPrefix(w.start(t, shared).url, "http://")
	const rounds = 5
	buyAtBoth(t, first, second, rounds)
	if got := w.received(); got != 1000*rounds {
		t.Errorf("the seller holds %d", got)
	}
	totals := first.get("/usage").json(t)["totals"].(map[string]any)
	if totals["paid"] != float64(rounds) {
		t.Errorf("recorded: %v", totals)
	}
}

// buyAtBoth sends some payments many times to two replicas, each at one moment. second is the host of the other.
func buyAtBoth(t *testing.T, first *service, second string, rounds int) {
	t.Helper()
	const copies = 8
	for round := range rounds {
		r := first.paid(first.hashCall(fmt.Sprint("replicas ", round)), pay.V2)
		var all sync.WaitGroup
		for i := range copies {
			at := again(r)
			if i%2 == 1 {
				at.URL.Host = second
			}
			all.Go(func() {
				a, err := send(at)
				if err != nil || a.status != http.StatusOK && a.status != http.StatusConflict {
					t.Errorf("%v %d %s", err, a.status, a.body)
				}
			})
		}
		all.Wait()

		at := again(r)
		at.URL.Host = second
		if a, err := send(at); err != nil || a.status != http.StatusOK || a.header.Get("X-Replayed") != "true" {
			t.Errorf("afterwards: %v %d %s", err, a.status, a.body)
		}
	}
}

// TestSettlementOnSolanaIsLookedForUntilItIsFinal: a confirmed transaction is looked for again, a final one is not.
func TestSettlementOnSolanaIsLookedForUntilItIsFinal(t *testing.T) {
	t.Parallel()
	clock := &clock{}
	w := solanaWorld(t, newSolana(t))
	s := w.start(t, nil, clock.part())
	if a := s.do(s.paid(s.hashCall("final"), pay.V2)); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}

	looked := func() bool {
		clock.move(confirmedBy)
		due, err := s.server.parts.Ledger.Unconfirmed(t.Context(), clock.now(), 0, 10)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.server.gate.Confirm(t.Context()); err != nil {
			t.Fatal(err)
		}
		return len(due) > 0
	}
	if !looked() {
		t.Error("it was not looked for")
	}
	await.Until(t, "an end of the looking", func() bool { return !looked() })
	if standing, err := s.server.parts.Ledger.Standing(t.Context()); err != nil || standing.Reverted != 0 {
		t.Errorf("%+v %v", standing, err)
	}
}

// confirmedBy is longer than a settlement is left alone at most.
const confirmedBy = 11 * time.Minute

// TestNothingIsSoldToASellerWithoutATokenAccount: no payment could arrive, which is found before any buyer signs.
func TestNothingIsSoldToASellerWithoutATokenAccount(t *testing.T) {
	t.Parallel()
	chain := newSolana(t)
	w := solanaWorld(t, chain)
	nobody := svm.AddressOf(svmtest.Key(0x77))
	w.settings["PAY_TO_ADDRESS_SOLANA"] = nobody.String()
	s := w.start(t, nil)

	a := s.do(s.hashCall("no account"))
	if a.status != http.StatusServiceUnavailable || a.code() != "settlement_unavailable" {
		t.Errorf("%d %s", a.status, a.body)
	}
	err := s.server.parts.Probes["chain"](t.Context())
	if err == nil || !strings.Contains(err.Error(), "spl-token create-account") {
		t.Errorf("the check says %v", err)
	}

	if err := chain.Open(nobody, 0); err != nil {
		t.Fatal(err)
	}
	if err := s.server.parts.Probes["chain"](t.Context()); err != nil {
		t.Error(err)
	}
	if a := s.do(s.paid(s.hashCall("account"), pay.V2)); a.status != http.StatusOK {
		t.Errorf("%d %s", a.status, a.body)
	}
}
