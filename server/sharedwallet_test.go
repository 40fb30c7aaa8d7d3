package server

import (
	"crypto/ecdsa"
	"encoding/hex"
	"fmt"
	"maps"
	"math/big"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"

	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
	"github.com/farebox/farebox/store/storetest"
)

// rivals are two services, each a process with a database of its own, that take payments to one wallet under the same
// keys, as staging and production do by mistake.
type rivals struct {
	*testing.T
	chain *devchain.Chain
	*hand
	urls   [2]string
	buyers []*ecdsa.PrivateKey // who pays twice too often is shut out
}

// startRivals starts both. settlers are their keys that pay for gas.
func startRivals(t *testing.T, settlers [2]*ecdsa.PrivateKey) *rivals {
	t.Helper()
	accounts := map[common.Address]types.Account{}
	for _, key := range settlers {
		accounts[crypto.PubkeyToAddress(key.PublicKey)] = types.Account{Balance: big.NewInt(params.Ether)}
	}
	r := &rivals{T: t}
	balances := map[common.Address]*big.Int{}
	for range 8 {
		key := newKey(t)
		r.buyers = append(r.buyers, key)
		balances[crypto.PubkeyToAddress(key.PublicKey)] = big.NewInt(1_000_000)
	}
	r.chain = newChain(t, func(o *devchain.Options) {
		o.Accounts = accounts
		o.Balances = balances
	})

	payTo := crypto.PubkeyToAddress(newKey(t).PublicKey)
	shared := channelSettings(t, r.chain)
	maps.Copy(shared, map[string]string{
		"LISTEN_ADDR": "127.0.0.1:0", "PAY_TO_ADDRESS": payTo.Hex(), "PUBLIC_BASE_URL": "https://api.farebox.test",
		"SERVER_SECRET": strings.Repeat("5ec2e7", 11), "VERIFY_TIMEOUT": "30s", "RECONCILE_EVERY": "500ms",
	})
	for i, key := range settlers {
		settings := maps.Clone(shared)
		settings["DATABASE_URL"] = storetest.SQLite(t)
		settings["DATA_DIR"] = t.TempDir()
		settings["SETTLEMENT_KEY"] = hex.EncodeToString(crypto.FromECDSA(key))
		r.urls[i] = spawn(t, settings).url
	}
	s := &service{
		TB:       t,
		url:      r.urls[0],
		networks: mustNetworks(t, shared),
		key:      r.buyers[0],
		payTo:    payTo,
		asset:    pay.BaseUSDC,
	}
	r.hand = s.hand()
	return r
}

// at is a request as it is sent to one of them.
func (r *rivals) at(i int, request *http.Request) *http.Request {
	copied := again(request)
	copied.URL.Host = strings.TrimPrefix(r.urls[i], "http://")
	return copied
}

// both sends a request to both at once and again until each has said how it ends.
func (r *rivals) both(request *http.Request) [2]answer {
	var answers [2]answer
	var all sync.WaitGroup
	for i := range r.urls {
		all.Go(func() { answers[i] = buyWithPatience(r.T, r.at(i, request)) })
	}
	all.Wait()
	return answers
}

// wantOneSold sees that one of two answers was sold, and the other refused for one of the reasons.
func (r *rivals) wantOneSold(what string, answers [2]answer, reasons ...string) {
	r.T.Helper()
	sold := 0
	for _, a := range answers {
		if a.status == http.StatusOK {
			sold++
		} else if a.status != http.StatusPaymentRequired || !slices.Contains(reasons, reasonOf402(a)) {
			r.T.Errorf("%s: %d %s %s", what, a.status, reasonOf402(a), a.body)
		}
	}
	if sold != 1 {
		r.T.Errorf("%s was sold %d times", what, sold)
	}
}

func TestAuthorizationBuysAtOneOfTwoServicesWithOneWallet(t *testing.T) {
	t.Parallel()
	if raceDetector || testing.Short() {
		t.Skip("starts processes")
	}
	same := newKey(t)
	for name, settlers := range map[string][2]*ecdsa.PrivateKey{
		"a settlement key each": {newKey(t), newKey(t)},
		"one settlement key":    {same, same},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := startRivals(t, settlers)
			for i, buyer := range r.buyers {
				r.key = buyer
				paid := r.paid(r.hashCall(fmt.Sprint("rival ", i)), 2)
				r.wantOneSold("an authorization", r.both(paid), x402.ReasonNonceUsed)
			}
			if got := held(t, r.chain, r.payTo); got != int64(len(r.buyers))*1000 {
				t.Errorf("the seller holds %d", got)
			}
		})
	}
}

func TestVoucherBuysAtOneOfTwoServicesWithOneWallet(t *testing.T) {
	t.Parallel()
	if raceDetector || testing.Short() {
		t.Skip("starts processes")
	}
	r := startRivals(t, [2]*ecdsa.PrivateKey{newKey(t), newKey(t)})
	refused := []string{x402.ReasonChannelElsewhere, x402.ReasonDepositFailed, x402.ReasonDepositSimulation}
	opening := r.call("open", r.withDeposit(r.payload(channel.KindVoucher, 1000), 5000))
	r.wantOneSold("a deposit and its voucher", r.both(opening), refused...)
	for sum := uint64(2000); sum <= 4000; sum += 1000 {
		r.wantOneSold("a voucher", r.both(r.call(fmt.Sprint(sum), r.payload(channel.KindVoucher, sum))), refused...)
	}

	// The other signs no refund of what it has not sold for.
	r.wantOneSold("a refund", r.both(r.call("refund", r.payload(channel.KindRefund, 4000))), refused...)
	if got := held(t, r.chain, r.payTo); got != 4000 {
		t.Errorf("the seller holds %d", got)
	}
}

// TestServiceSaysThatAnotherHasItsWallet: it finds the marks of the other's transactions on the chain.
func TestServiceSaysThatAnotherHasItsWallet(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	settings := onChain(chain)
	settings["PAY_TO_ADDRESS"] = crypto.PubkeyToAddress(newKey(t).PublicKey).Hex()
	first := start(t, chain.BuyerKey(), settings)
	if a := first.do(first.paid(first.hashCall("first"), 2)); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}

	probe := func(s *service) error { return s.server.parts.Probes[sharedWallet](t.Context()) }
	second := start(t, chain.BuyerKey(), settings)
	if err := probe(second); err == nil || !strings.Contains(err.Error(), "PAY_TO_ADDRESS") {
		t.Errorf("the second says %v", err)
	}
	if err := probe(first); err != nil {
		t.Errorf("the first, which alone has sold, says %v", err)
	}
}
