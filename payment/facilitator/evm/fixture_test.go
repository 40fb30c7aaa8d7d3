package evm_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/rand"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/evm"
	"github.com/farebox/farebox/payment/x402"
)

const network = "eip155:8453"

var payTo = common.HexToAddress("0x209693Bc6afc0C5328bA36FaF03C514EF312287C")

// world is a real chain with buyers on it, and a facilitator.
type world struct {
	t       testing.TB
	network x402.Network
	chain   *devchain.Chain
	buyers  []*ecdsa.PrivateKey // each holds buyerFunds
	f       *evm.Facilitator
}

const buyerFunds = 1_000_000 // atomic units

// newWorld starts a chain with n funded buyers. URLs are the facilitator's endpoints; none is the
// chain's own.
func newWorld(t testing.TB, n int, chain devchain.Options, options evm.Options, urls ...string) *world {
	t.Helper()
	return startWorld(&world{t: t, network: x402.Builtin()[0]}, n, chain, options, urls...)
}

func startWorld(w *world, n int, chain devchain.Options, options evm.Options, urls ...string) *world {
	t := w.t
	t.Helper()
	if chain.Balances == nil {
		chain.Balances = map[common.Address]*big.Int{}
	}
	for range n {
		key := newKey(t)
		w.buyers = append(w.buyers, key)
		chain.Balances[crypto.PubkeyToAddress(key.PublicKey)] = big.NewInt(buyerFunds)
	}
	var err error
	if w.chain, err = devchain.New(chain); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.chain.Close(); err != nil {
			t.Error(err)
		}
	})
	w.f = w.facilitator(options, urls...)
	return w
}

// facilitator is another one on the same chain with the same key: what a restarted process would be.
func (w *world) facilitator(options evm.Options, urls ...string) *evm.Facilitator {
	w.t.Helper()
	if len(urls) == 0 {
		urls = []string{w.chain.RPCURL()}
	}
	// A machine with much else to do needs longer; what tests say of these times they set themselves.
	if options.CallTimeout == 0 {
		options.CallTimeout = time.Minute
	}
	if options.SettleTimeout == 0 {
		options.SettleTimeout = 5 * time.Minute
	}
	if options.Poll == 0 {
		options.Poll = 20 * time.Millisecond
	}
	if options.Log == nil && testing.Verbose() {
		if _, bench := w.t.(*testing.B); !bench {
			options.Log = slog.New(slog.NewTextHandler(w.t.Output(), nil))
		}
	}
	f, err := evm.New([]x402.Network{w.network}, map[string][]string{network: urls}, w.chain.SettlementKey(), options)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() {
		if err := f.Close(); err != nil {
			w.t.Error(err)
		}
	})
	return f
}

// client asks the chain itself.
func (w *world) client() *ethrpc.Client {
	w.t.Helper()
	client, err := ethrpc.Dial([]string{w.chain.RPCURL()}, time.Minute)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(client.Close)
	return client
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// authorize is a payment of key that is valid for two minutes, as stock buyers make it.
func (w *world) authorize(from common.Address, units uint64) eip3009.Authorization {
	a := eip3009.Authorization{From: from, To: payTo}
	a.Value.SetUint64(units)
	a.ValidBefore.SetUint64(uint64(time.Now().Add(2 * time.Minute).Unix()))
	rand.Read(a.Nonce[:])
	return a
}

func digest(a eip3009.Authorization) common.Hash {
	return a.Digest(eip3009.DomainOf(x402.Builtin()[0]).Separator())
}

func (w *world) sign(key *ecdsa.PrivateKey, a eip3009.Authorization) []byte {
	w.t.Helper()
	signature, err := eip3009.Sign(key, digest(a))
	if err != nil {
		w.t.Fatal(err)
	}
	return signature
}

// request is the seller's: the price is whatever the authorization says.
func request(a eip3009.Authorization, signature []byte) facilitator.Request {
	n := x402.Builtin()[0]
	want := x402.Requirement{
		Scheme: x402.SchemeExact, Network: n.CAIP2, Amount: a.Value.Dec(), Asset: n.Asset.Hex(), PayTo: payTo.Hex(),
		MaxTimeoutSeconds: 120, Extra: n.Extra(),
	}
	return facilitator.Request{
		Requirement: want,
		Payment: x402.Payment{
			X402Version: 2, Accepted: want,
			Payload: x402.ExactPayload{Signature: hexutil.Encode(signature), Authorization: a.Wire()},
		},
	}
}

// payment is a good one of buyer i.
func (w *world) payment(i int, units uint64) (eip3009.Authorization, facilitator.Request) {
	a := w.authorize(crypto.PubkeyToAddress(w.buyers[i].PublicKey), units)
	return a, request(a, w.sign(w.buyers[i], a))
}

func (w *world) settle(req facilitator.Request) facilitator.Settlement {
	w.t.Helper()
	got, err := w.f.Settle(context.Background(), req)
	if err != nil {
		w.t.Fatalf("settle: %v", err)
	}
	return got
}

func (w *world) mustSettle(req facilitator.Request) common.Hash {
	w.t.Helper()
	got := w.settle(req)
	if got.Outcome != facilitator.Settled {
		w.t.Fatalf("not settled: %+v", got)
	}
	return common.HexToHash(got.Transaction)
}

func (w *world) balance(owner common.Address) int64 {
	w.t.Helper()
	units, err := w.chain.BalanceOf(context.Background(), owner)
	if err != nil {
		w.t.Fatal(err)
	}
	return units.Int64()
}

// transactions is how many the settlement key has had in blocks.
func (w *world) transactions() uint64 {
	w.t.Helper()
	nonce, err := w.chain.Client().NonceAt(context.Background(), crypto.PubkeyToAddress(w.chain.SettlementKey().PublicKey), nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return nonce
}

func (w *world) commit() *types.Header {
	w.t.Helper()
	block, err := w.chain.Commit()
	if err != nil {
		w.t.Fatal(err)
	}
	return block
}

// until waits for a condition that other goroutines bring about.
func (w *world) until(what string, ok func() bool) {
	w.t.Helper()
	await.Until(w.t, what, ok)
}

// line is a wire to the chain that can be cut in several ways.
type line struct {
	*httptest.Server
	dead     atomic.Bool // no answer to anything
	loseSent atomic.Bool // transactions arrive, the answers to them do not, and nothing after
	sent     atomic.Int64
}

func newLine(t testing.TB, target func() string) *line {
	l := &line{}
	l.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if l.dead.Load() {
			panic(http.ErrAbortHandler)
		}
		to, err := url.Parse(target())
		if err != nil {
			panic(err)
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		proxy := httputil.NewSingleHostReverseProxy(to)
		if bytes.Contains(body, []byte("eth_sendRawTransaction")) {
			l.sent.Add(1)
			if l.loseSent.Load() {
				proxy.ServeHTTP(httptest.NewRecorder(), r)
				l.dead.Store(true)
				panic(http.ErrAbortHandler)
			}
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(l.Close)
	return l
}
