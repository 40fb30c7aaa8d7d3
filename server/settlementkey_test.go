package server

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/store/storetest"
)

// withEther gives a chain's buyer ether too, for transactions of its own.
func withEther(t *testing.T) func(*devchain.Options) {
	return func(o *devchain.Options) {
		o.BuyerKey = newKey(t)
		o.Accounts = map[common.Address]types.Account{
			crypto.PubkeyToAddress(o.BuyerKey.PublicKey): {Balance: big.NewInt(1e18)},
		}
	}
}

func TestNothingIsSoldWithoutGasMoney(t *testing.T) {
	t.Parallel()
	chain := newChain(t, func(o *devchain.Options) { o.GasBalance = new(big.Int) })
	works := 0
	s := start(t, chain.BuyerKey(), onChain(chain), func(p *Parts) {
		p.Step = func(name string) {
			if name == "work" {
				works++
			}
		}
	})

	refused := func(what string, r *http.Request) {
		t.Helper()
		a := s.do(r)
		if a.status != http.StatusServiceUnavailable || a.code() != "settlement_unavailable" {
			t.Errorf("%s: %d %s", what, a.status, a.body)
		}
		if a.header.Get("Retry-After") == "" || a.header.Get(x402.HeaderRequired) != "" {
			t.Errorf("%s: headers %v", what, a.header)
		}
		if a.json(t)["charged"] != false {
			t.Errorf("%s: %s", what, a.body)
		}
	}

	refused("no payment", s.hashCall("quote"))
	broken := s.hashCall("broken")
	broken.Header.Set(x402.HeaderPayment, "!")
	refused("no good payment", broken)

	// Health says so from the start, the metrics show it.
	s.server.health.probe(t.Context())
	report := s.server.health.report(t.Context())
	said := false
	for _, p := range report.Problems {
		said = said || p.Name == settlementKey && strings.Contains(p.Detail, "no gas money")
	}
	if !said {
		t.Errorf("health %+v", report.Problems)
	}
	families, err := s.server.parts.Metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	wei := map[string]float64{}
	for _, family := range families {
		if strings.HasPrefix(family.GetName(), "farebox_settlement_") {
			wei[family.GetName()] = family.GetMetric()[0].GetGauge().GetValue()
		}
	}
	balance, shown := wei["farebox_settlement_key_wei"]
	if !shown || balance != 0 || wei["farebox_settlement_cost_wei"] <= 0 {
		t.Errorf("metrics %v", wei)
	}
	if works != 0 {
		t.Errorf("the handler worked %d times", works)
	}
}

func TestGasMoneyThatRunsOutKeepsNoPaidAnswerBack(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	empty := false
	s := start(t, chain.BuyerKey(), onChain(chain), func(p *Parts) {
		ready := p.Settles
		p.Settles = func(network string) error {
			if empty {
				return trouble("no gas money")
			}
			return ready(network)
		}
	})
	bought := s.paid(s.hashCall("before"), 2)
	if a := s.do(again(bought)); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	signed := s.paid(s.hashCall("after"), 2)

	empty = true
	if a := s.do(again(bought)); a.status != http.StatusOK || a.header.Get("X-Replayed") != "true" {
		t.Errorf("what was paid for: %d %s", a.status, a.body)
	}
	if a := s.do(again(signed)); a.status != http.StatusServiceUnavailable || a.code() != "settlement_unavailable" {
		t.Errorf("a new payment: %d %s", a.status, a.body)
	}
	empty = false
	if a := s.do(again(signed)); a.status != http.StatusOK {
		t.Errorf("the same payment afterwards: %d %s", a.status, a.body)
	}
}

// TestWithoutGasMoneyRepeatsAreResolved: what is refused is a new purchase. Of an open settlement the chain is asked,
// and a purchase is known by the buyer's name for it as well as by its payment.
func TestWithoutGasMoneyRepeatsAreResolved(t *testing.T) {
	t.Parallel()
	f := &scripted{settle: unknownOutcome}
	fate := payment.Open
	asked := 0
	chain := func(x402.Authorization) (payment.Fate, string, error) {
		asked++
		return fate, "0xfeed", nil
	}
	empty := false
	s := start(t, newKey(t), nil, f.with(false), chainOf(chain), func(p *Parts) {
		p.Settles = func(string) error {
			if empty {
				return trouble("no gas money")
			}
			return nil
		}
	})
	call := s.hashCall("open")
	call.Header.Set(payment.IdempotencyHeader, "purchase-without-gas-money")
	open := s.paid(call, 2)
	if a := s.do(again(open)); a.code() != x402.ReasonSettlementPending {
		t.Fatalf("%d %s", a.status, a.body)
	}
	anew := s.paid(call, 2)
	other := s.paid(s.hashCall("other"), 2)

	empty = true
	for what, r := range map[string]*http.Request{
		"the open payment":               open,
		"signed anew, the same purchase": anew,
	} {
		asked = 0
		if a := s.do(again(r)); a.code() != x402.ReasonSettlementPending || a.charged(t) != "null" || asked == 0 {
			t.Errorf("%s, while the chain does not know: %d %s, asked %d times", what, a.status, a.body, asked)
		}
	}

	fate = payment.Spent
	for what, r := range map[string]*http.Request{
		"the payment":                    open,
		"signed anew, the same purchase": anew,
	} {
		if a := s.do(again(r)); a.status != http.StatusOK || a.header.Get("X-Replayed") != "true" {
			t.Errorf("%s, once the chain knows: %d %s", what, a.status, a.body)
		}
	}

	for range 2 { // the refusal leaves nothing behind
		a := s.do(again(other))
		if a.status != http.StatusServiceUnavailable || a.code() != "settlement_unavailable" ||
			a.charged(t) != "false" {
			t.Errorf("a new purchase: %d %s", a.status, a.body)
		}
	}
}

func TestAWalletThatDoesNotExistYetBuys(t *testing.T) {
	t.Parallel()
	factoryAt := common.HexToAddress("0x00000000000000000000000000000000000fac70")
	factory, err := devchain.Factory()
	if err != nil {
		t.Fatal(err)
	}
	chain := newChain(t, withEther(t), func(o *devchain.Options) { o.Accounts[factoryAt] = factory })
	settings := onChain(chain)
	settings["WALLET_FACTORIES"] = factoryAt.Hex()
	s := start(t, chain.BuyerKey(), settings)

	owner := newKey(t)
	wallet, call, err := chain.NewWallet(t.Context(), factoryAt, crypto.PubkeyToAddress(owner.PublicKey), 1)
	if err != nil {
		t.Fatal(err)
	}
	fund(t, chain, wallet, 1_000_000)
	birth := eip3009.Deployment{
		Factory: factoryAt,
		Call:    call,
	}

	// The quote is signed by the buyer first, for its terms, and then by the wallet's owner.
	byWallet := func(input string) *http.Request {
		r := s.paid(s.hashCall(input), 2)
		raw, err := base64.StdEncoding.DecodeString(r.Header.Get(x402.HeaderPayment))
		if err != nil {
			t.Fatal(err)
		}
		var p x402.Payment
		if err := json.Unmarshal(raw, &p); err != nil {
			t.Fatal(err)
		}
		p.Payload.Authorization.From = wallet.Hex()
		a, err := eip3009.Parse(p.Payload.Authorization)
		if err != nil {
			t.Fatal(err)
		}
		signature, err := eip3009.Sign(owner, a.Digest(eip3009.DomainOf(s.networks[0]).Separator()))
		if err != nil {
			t.Fatal(err)
		}
		p.Payload.Signature = hexutil.Encode(birth.Wrap(devchain.WalletSignature(signature)))
		raw, err = json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set(x402.HeaderPayment, base64.StdEncoding.EncodeToString(raw))
		return r
	}

	first := byWallet("unborn")
	for i, replayed := range []string{"", "true"} {
		a := s.do(again(first))
		if a.status != http.StatusOK || a.header.Get("X-Replayed") != replayed {
			t.Fatalf("call %d: %d %s", i+1, a.status, a.body)
		}
	}
	if a := s.do(byWallet("born")); a.status != http.StatusOK {
		t.Errorf("once it is deployed: %d %s", a.status, a.body)
	}

	sum, err := s.server.parts.Usage.Summarize(t.Context())
	if err != nil || len(sum.Routes) == 0 || sum.Routes[0].Paid != 2 {
		t.Errorf("recorded %+v, %v", sum.Routes, err)
	}
}

// fund gives tokens of the chain's buyer.
func fund(t *testing.T, chain *devchain.Chain, to common.Address, units uint64) {
	t.Helper()
	a := eip3009.Authorization{
		From:  crypto.PubkeyToAddress(chain.BuyerKey().PublicKey),
		To:    to,
		Nonce: common.Hash{1},
	}
	a.Value.SetUint64(units)
	a.ValidBefore.SetUint64(uint64(time.Now().Add(time.Hour).Unix()))
	signature, err := eip3009.Sign(chain.BuyerKey(), a.Digest(eip3009.DomainOf(x402.Builtin()[0]).Separator()))
	if err != nil {
		t.Fatal(err)
	}
	data, err := a.PackTransfer(signature)
	if err != nil {
		t.Fatal(err)
	}
	tx, err := chain.Transact(t.Context(), chain.BuyerKey(), chain.Token(), data)
	if err != nil {
		t.Fatal(err)
	}
	await.Until(t, "the wallet's money", func() bool {
		_, err := chain.Client().TransactionReceipt(t.Context(), tx.Hash())
		return err == nil
	})
}

// TestSettlementKeyIsReplaced: what the one key settled stays bought, and the next one settles what comes.
func TestSettlementKeyIsReplaced(t *testing.T) {
	t.Parallel()
	next := newKey(t)
	chain := newChain(t, func(o *devchain.Options) {
		o.Accounts = map[common.Address]types.Account{
			crypto.PubkeyToAddress(next.PublicKey): {Balance: big.NewInt(1e18)},
		}
	})
	settings := onChain(chain)
	settings["DATABASE_URL"] = storetest.SQLite(t)
	settings["PAY_TO_ADDRESS"] = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"
	senderOf := func(a answer) common.Address {
		t.Helper()
		if a.status != http.StatusOK {
			t.Fatalf("%d %s", a.status, a.body)
		}
		tx, _, err := chain.Client().TransactionByHash(t.Context(), common.HexToHash(receiptOf(t, a).Transaction))
		if err != nil {
			t.Fatal(err)
		}
		from, err := types.Sender(types.LatestSignerForChainID(tx.ChainId()), tx)
		if err != nil {
			t.Fatal(err)
		}
		return from
	}

	s := start(t, chain.BuyerKey(), settings)
	first := s.paid(s.hashCall("one"), 2)
	bought := s.do(again(first))
	if from := senderOf(bought); from != crypto.PubkeyToAddress(chain.SettlementKey().PublicKey) {
		t.Errorf("settled by %s", from)
	}

	settings["SETTLEMENT_KEY"] = hex.EncodeToString(crypto.FromECDSA(next))
	after := start(t, chain.BuyerKey(), settings)
	repeat := after.hashCall("one")
	repeat.Header = first.Header.Clone()
	if a := after.do(repeat); receiptOf(t, a).Transaction != receiptOf(t, bought).Transaction {
		t.Errorf("had again: %d %s", a.status, a.body)
	}
	second := after.do(after.paid(after.hashCall("two"), 2))
	if from := senderOf(second); from != crypto.PubkeyToAddress(next.PublicKey) {
		t.Errorf("settled by %s", from)
	}
}
