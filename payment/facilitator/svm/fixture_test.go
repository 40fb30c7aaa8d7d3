package svm_test

import (
	"crypto/ed25519"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/farebox/farebox/payment/devsol"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/facilitator"
	facilitatorsvm "github.com/farebox/farebox/payment/facilitator/svm"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/svm/svmtest"
	"github.com/farebox/farebox/payment/x402"
)

// What the parties hold at the start. The fee payer has tokens too: they must never move.
const (
	buyerUnits    = 1_000_000
	attackerUnits = 500_000
	sponsorUnits  = 700_000
	sponsorSOL    = 1_000_000_000
	price         = 10_000
	fee           = 10_001 // two signatures, and one lamport of priority
)

// ground is a chain to test on, and what tests change there: our dev chain, or Solana's own machine.
type ground interface {
	Network() svm.Network
	RPCURL() string
	Blockhash() svm.Hash
	Units(owner svm.Address) uint64
	Lamports(owner svm.Address) uint64
	Open(owner svm.Address, units uint64) error
	Freeze(owner svm.Address) error
	SetLamports(owner svm.Address, lamports uint64)
	Advance(blocks int)
}

// world is a chain with a buyer, an attacker, a seller and a fee payer on it, and a facilitator.
type world struct {
	*testing.T
	chain    ground
	dev      *devsol.Chain // the chain, where it is ours
	f        *facilitatorsvm.Facilitator
	buyer    ed25519.PrivateKey
	attacker ed25519.PrivateKey
	sponsor  svm.Address
	seller   svm.Address
	notes    atomic.Int64
}

func newWorld(t *testing.T, chain devsol.Options, options facilitatorsvm.Options) *world {
	t.Helper()
	chain.FeePayerKey = svmtest.Key(2)
	chain.FeeBalance = sponsorSOL
	if chain.Interval == 0 {
		chain.Interval = 20 * time.Millisecond
	}
	dev, err := devsol.New(chain)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := dev.Close(); err != nil {
			t.Error(err)
		}
	})
	w := peopled(t, dev)
	w.dev = dev
	w.f = w.facilitator(options)
	return w
}

// worldOn is a world on a chain whose fee payer has its money.
func worldOn(t *testing.T, chain ground) *world {
	t.Helper()
	w := peopled(t, chain)
	w.f = w.facilitator(facilitatorsvm.Options{})
	return w
}

// peopled is a chain with accounts on it.
func peopled(t *testing.T, chain ground) *world {
	t.Helper()
	w := &world{
		T:        t,
		chain:    chain,
		buyer:    svmtest.Key(1),
		attacker: svmtest.Key(4),
		sponsor:  svm.AddressOf(svmtest.Key(2)),
		seller:   svm.AddressOf(svmtest.Key(3)),
	}
	for owner, units := range map[svm.Address]uint64{
		svm.AddressOf(w.buyer):    buyerUnits,
		w.seller:                  0,
		w.sponsor:                 sponsorUnits,
		svm.AddressOf(w.attacker): attackerUnits,
	} {
		if err := chain.Open(owner, units); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// facilitator is another one with the same key: what another replica is, or a restarted process.
func (w *world) facilitator(options facilitatorsvm.Options, urls ...string) *facilitatorsvm.Facilitator {
	w.Helper()
	if options.Poll == 0 {
		options.Poll = 10 * time.Millisecond
	}
	if options.CallTimeout == 0 {
		options.CallTimeout = time.Minute // a machine with much else to do needs longer
	}
	if options.SettleTimeout == 0 {
		options.SettleTimeout = time.Minute
	}
	if len(urls) == 0 {
		urls = []string{w.chain.RPCURL()}
	}
	f, err := facilitatorsvm.New([]svm.Network{w.chain.Network()}, map[string][]string{svm.Mainnet: urls},
		svmtest.Key(2), options)
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(func() {
		if err := f.Close(); err != nil {
			w.Error(err)
		}
	})
	return f
}

// reader asks the chain itself.
func (w *world) reader() *svm.Chain {
	w.Helper()
	client, err := ethrpc.Dial([]string{w.chain.RPCURL()}, time.Minute)
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(client.Close)
	return svm.NewChain(client, w.chain.Network())
}

// fate is what the chain says became of a payment.
func (w *world) fate(signed string) svm.Report {
	w.Helper()
	p, err := svm.ReadPayment(signed)
	if err != nil {
		w.Fatal(err)
	}
	sponsored, err := p.Sign(svmtest.Key(2))
	if err != nil {
		w.Fatal(err)
	}
	report, err := w.reader().State(w.Context(), p, time.Now(), sponsored.ID())
	if err != nil {
		w.Fatal(err)
	}
	return report
}

// order is an honest payment that nobody has made before.
func (w *world) order() *svmtest.Order {
	w.Helper()
	note := fmt.Sprint("note ", w.notes.Add(1))
	return svmtest.Stock(w, w.chain.Network(), w.buyer, w.seller, w.sponsor, price, w.chain.Blockhash(), note)
}

// pays is a transfer of the buyer's of an order.
func (w *world) pays(o *svmtest.Order, to svm.Address, amount uint64) svmtest.Call {
	w.Helper()
	return svmtest.Transfer(w, w.chain.Network(), svm.AddressOf(o.Buyer), to, amount)
}

func (w *world) requirement() x402.Requirement {
	return x402.Requirement{
		Scheme:            x402.SchemeExact,
		Network:           svm.Mainnet,
		Amount:            "10000",
		Asset:             w.chain.Network().Mint.String(),
		PayTo:             w.seller.String(),
		MaxTimeoutSeconds: 60,
		Extra:             x402.Extra{FeePayer: w.sponsor.String()},
	}
}

// request is what the seller asks the facilitator.
func (w *world) request(transaction string) facilitator.Request {
	return facilitator.Request{
		Payment: x402.Payment{
			X402Version: 2,
			Accepted:    w.requirement(),
			Payload:     x402.ExactPayload{Transaction: transaction},
		},
		Requirement: w.requirement(),
	}
}

// held is what everybody has.
type held struct{ Buyer, Attacker, Seller, Sponsor, SOL uint64 }

func (w *world) held() held {
	return held{
		Buyer:    w.chain.Units(svm.AddressOf(w.buyer)),
		Attacker: w.chain.Units(svm.AddressOf(w.attacker)),
		Seller:   w.chain.Units(w.seller),
		Sponsor:  w.chain.Units(w.sponsor),
		SOL:      w.chain.Lamports(w.sponsor),
	}
}

// paid is what everybody has after so many payments of the buyer's.
func paid(times uint64) held {
	return held{
		Buyer:    buyerUnits - times*price,
		Attacker: attackerUnits,
		Seller:   times * price,
		Sponsor:  sponsorUnits,
		SOL:      sponsorSOL - times*fee,
	}
}

func (w *world) wantHeld(want held, why string) {
	w.Helper()
	if got := w.held(); got != want {
		w.Errorf("%s: %+v, want %+v", why, got, want)
	}
}

func (w *world) verify(f *facilitatorsvm.Facilitator, r facilitator.Request) facilitator.Verification {
	w.Helper()
	v, err := f.Verify(w.Context(), r)
	if err != nil {
		w.Fatal(err)
	}
	return v
}

func (w *world) settle(f *facilitatorsvm.Facilitator, r facilitator.Request) facilitator.Settlement {
	w.Helper()
	s, err := f.Settle(w.Context(), r)
	if err != nil {
		w.Fatal(err)
	}
	return s
}

// wire is a way to the chain's node that can break.
type wire struct {
	url      string
	cut      atomic.Bool // before a request comes to the node
	deaf     atomic.Bool // after the node has answered sendTransaction
	sendings atomic.Int64
}

func (w *world) wire() *wire {
	w.Helper()
	node, err := url.Parse(w.chain.RPCURL())
	if err != nil {
		w.Fatal(err)
	}
	broken := &wire{}
	pass := httputil.NewSingleHostReverseProxy(node)
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || broken.cut.Load() {
			panic(http.ErrAbortHandler)
		}
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		sending := strings.Contains(string(body), "sendTransaction")
		if sending {
			broken.sendings.Add(1)
		}
		if sending && broken.deaf.Load() {
			pass.ServeHTTP(httptest.NewRecorder(), r)
			broken.cut.Store(true)
			panic(http.ErrAbortHandler)
		}
		pass.ServeHTTP(rw, r)
	}))
	w.Cleanup(server.Close)
	broken.url = server.URL
	return broken
}
