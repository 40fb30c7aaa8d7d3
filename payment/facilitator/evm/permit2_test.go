package evm_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/rand"
	"errors"
	"math/big"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"

	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/devchain/contracts"
	"github.com/farebox/farebox/payment/devchain/published"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/evm"
	"github.com/farebox/farebox/payment/permit2"
	"github.com/farebox/farebox/payment/x402"
)

// permits are payments by Permit2 in a world whose token has no EIP-3009.
type permits struct {
	*world
	stranger *ecdsa.PrivateKey // holds ether, and neither tokens nor the settlement key
}

// newPermits is newWorld with a token without EIP-3009. All buyers have approved Permit2 without an end, and can pay
// for gas. The contracts are the published ones where FAREBOX_PERMIT2_CONTRACTS says where they are.
func newPermits(t testing.TB, n int, chain devchain.Options, options evm.Options, urls ...string) *permits {
	t.Helper()
	w := &permits{
		world:    &world{t: t, network: permitNetwork()},
		stranger: newKey(t),
	}
	ether := types.Account{Balance: big.NewInt(params.Ether)}
	chain.Permit2 = true
	if chain.Balances == nil {
		chain.Balances = map[common.Address]*big.Int{}
	}
	if chain.Accounts == nil {
		chain.Accounts = map[common.Address]types.Account{}
	}
	if chain.Approved == nil {
		chain.Approved = map[common.Address]*big.Int{}
	}
	contracts, err := published.PermitAccounts(os.Getenv(published.EnvPermit2), 8453)
	if err != nil {
		t.Fatal(err)
	}
	for address, account := range contracts {
		if _, named := chain.Accounts[address]; !named {
			chain.Accounts[address] = account
		}
	}
	chain.Accounts[crypto.PubkeyToAddress(w.stranger.PublicKey)] = ether
	for range n {
		key := newKey(t)
		buyer := crypto.PubkeyToAddress(key.PublicKey)
		w.buyers = append(w.buyers, key)
		chain.Balances[buyer] = big.NewInt(buyerFunds)
		chain.Accounts[buyer] = ether
		chain.Approved[buyer] = math.MaxBig256
	}
	startWorld(w.world, 0, chain, options, urls...)
	return w
}

func permitNetwork() x402.Network {
	n := x402.Builtin()[0]
	n.Permit2 = true
	n.AssetName = "Plain Dollar"
	n.AssetVersion = "1"
	n.V1Name = ""
	return n
}

// permit is a payment that is valid for two minutes, as stock buyers make it.
func (w *permits) permit(from common.Address, units uint64) permit2.Authorization {
	a := permit2.Authorization{
		From:    from,
		To:      payTo,
		Spender: permit2.Proxy,
		Token:   w.network.Asset,
	}
	now := time.Now()
	a.Amount.SetUint64(units)
	a.ValidAfter.SetUint64(uint64(now.Add(-10 * time.Minute).Unix()))
	a.Deadline.SetUint64(uint64(now.Add(2 * time.Minute).Unix()))
	var nonce [32]byte
	rand.Read(nonce[:])
	a.Nonce.SetBytes32(nonce[:])
	return a
}

func (w *permits) sign(key *ecdsa.PrivateKey, a permit2.Authorization) []byte {
	w.t.Helper()
	signature, err := eip3009.Sign(key, a.Digest(permit2.Separator(8453)))
	if err != nil {
		w.t.Fatal(err)
	}
	return signature
}

// request is the seller's, whose price is 2000 units.
func (w *permits) request(a permit2.Authorization, signature []byte) facilitator.Request {
	want := x402.Requirement{
		Scheme:            x402.SchemeExact,
		Network:           w.network.CAIP2,
		Amount:            "2000",
		Asset:             w.network.Asset.Hex(),
		PayTo:             payTo.Hex(),
		MaxTimeoutSeconds: 120,
		Extra:             w.network.Extra(),
	}
	return facilitator.Request{
		Requirement: want,
		Payment: x402.Payment{
			X402Version: 2,
			Accepted:    want,
			Payload: x402.ExactPayload{
				Signature: hexutil.Encode(signature),
				Permit2:   a.Wire(),
			},
		},
	}
}

// good is a payment of the price by buyer i.
func (w *permits) good(i int) (permit2.Authorization, facilitator.Request) {
	a := w.permit(w.buyer(i), 2000)
	return a, w.request(a, w.sign(w.buyers[i], a))
}

func (w *permits) buyer(i int) common.Address { return crypto.PubkeyToAddress(w.buyers[i].PublicKey) }

// send sends a call of anybody's and gives its transaction.
func (w *permits) send(key *ecdsa.PrivateKey, to common.Address, data []byte) common.Hash {
	w.t.Helper()
	tx, err := w.chain.Transact(w.t.Context(), key, to, data)
	if err != nil {
		w.t.Fatal(err)
	}
	return tx.Hash()
}

// made waits until a transaction is in a block, in a chain that makes blocks by itself, and has succeeded.
func (w *permits) made(hash common.Hash) *types.Receipt {
	w.t.Helper()
	var receipt *types.Receipt
	w.until("the block", func() bool {
		var err error
		receipt, err = w.chain.Client().TransactionReceipt(w.t.Context(), hash)
		return err == nil
	})
	if receipt.Status != types.ReceiptStatusSuccessful {
		w.t.Fatalf("%s failed", hash)
	}
	return receipt
}

// burn makes a nonce of buyer i worthless, as its owner may.
func (w *permits) burn(i int, a permit2.Authorization) {
	w.t.Helper()
	word := new(big.Int).Rsh(a.Nonce.ToBig(), 8)
	mask := new(big.Int).Lsh(big.NewInt(1), uint(a.Nonce.Bytes32()[31]))
	w.made(w.send(w.buyers[i], permit2.Address, contracts.NewTestPermit2().PackInvalidateUnorderedNonces(word, mask)))
}

// idle is a transaction that moves nothing.
func (w *permits) idle() common.Hash {
	call := contracts.NewTestPermit2().PackInvalidateUnorderedNonces(new(big.Int), new(big.Int))
	return w.send(w.stranger, permit2.Address, call)
}

func (w *permits) approve(i int, units int64) {
	w.t.Helper()
	call := contracts.NewTestPlainDollar().PackApprove(permit2.Address, big.NewInt(units))
	w.made(w.send(w.buyers[i], w.network.Asset, call))
}

// reader asks the chain itself, as a reconciler does.
func (w *permits) reader() *permit2.Chain {
	w.t.Helper()
	client, err := ethrpc.Dial([]string{w.chain.RPCURL()}, time.Minute)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(client.Close)
	return permit2.NewChain(client, w.network, eip3009.Settings{})
}

func TestPermitsAreVerifiedByTheRulesOfTheSpecification(t *testing.T) {
	owner := newKey(t)
	wallet, err := devchain.Wallet(crypto.PubkeyToAddress(owner.PublicKey))
	if err != nil {
		t.Fatal(err)
	}
	w := newPermits(t, 6, devchain.Options{
		Mode:     devchain.AtOnce,
		Accounts: map[common.Address]types.Account{walletAt: wallet},
		Balances: map[common.Address]*big.Int{walletAt: big.NewInt(buyerFunds)},
		Approved: map[common.Address]*big.Int{walletAt: math.MaxBig256},
	}, evm.Options{})

	_, used := w.good(1)
	w.mustSettle(used)
	burned, burnedRequest := w.good(2)
	w.burn(2, burned)
	w.approve(3, 1999)
	away := contracts.NewTestPlainDollar().PackTransfer(w.buyer(5), big.NewInt(buyerFunds-1999))
	w.send(w.buyers[4], w.network.Asset, away)
	w.until("the money is gone", func() bool { return w.balance(w.buyer(4)) == 1999 })

	now := uint64(time.Now().Unix())
	edit := func(change func(*permit2.Authorization)) facilitator.Request {
		a := w.permit(w.buyer(0), 2000)
		change(&a)
		return w.request(a, w.sign(w.buyers[0], a))
	}
	plain := func(*permit2.Authorization) {}
	// What is not signed is changed after the signature.
	forge := func(change func(*permit2.Authorization)) facilitator.Request {
		a := w.permit(w.buyer(0), 2000)
		signature := w.sign(w.buyers[0], a)
		change(&a)
		return w.request(a, signature)
	}
	term := func(change func(*facilitator.Request)) facilitator.Request {
		req := edit(plain)
		change(&req)
		return req
	}
	signed := func(from common.Address, sign func(permit2.Authorization) []byte) facilitator.Request {
		a := w.permit(from, 2000)
		return w.request(a, sign(a))
	}
	byOwner := func(a permit2.Authorization) []byte { return devchain.WalletSignature(w.sign(owner, a)) }

	for _, row := range []struct {
		name   string
		req    facilitator.Request
		reason string // "" is valid
	}{
		{"good", edit(plain), ""},
		{"v written as 0 or 1", signed(w.buyer(0), func(a permit2.Authorization) []byte {
			s := w.sign(w.buyers[0], a)
			s[64] -= 27
			return s
		}), ""},
		{"contract wallet", signed(walletAt, byOwner), ""},
		{"an approval of exactly the price", func() facilitator.Request {
			w.approve(5, 2000)
			_, req := w.good(5)
			return req
		}(), ""},

		{"other spender", edit(func(a *permit2.Authorization) { a.Spender = w.buyer(1) }), x402.ReasonPermit2Spender},
		{"to somebody else", edit(func(a *permit2.Authorization) { a.To = w.buyer(1) }), x402.ReasonPermit2Recipient},
		{"witness changed to the seller", func() facilitator.Request {
			a := w.permit(w.buyer(0), 2000)
			a.To = w.buyer(1)
			signature := w.sign(w.buyers[0], a)
			a.To = payTo
			return w.request(a, signature)
		}(), x402.ReasonPermit2Signature},
		{"one unit too little", edit(func(a *permit2.Authorization) { a.Amount.SetUint64(1999) }), x402.ReasonPermit2Amount},
		{"one unit too much", edit(func(a *permit2.Authorization) { a.Amount.SetUint64(2001) }), x402.ReasonPermit2Amount},
		{"amount changed to the price", forge(func(a *permit2.Authorization) { a.Amount.SetUint64(2000); a.Nonce.AddUint64(&a.Nonce, 1) }), x402.ReasonPermit2Signature},
		{"other token", edit(func(a *permit2.Authorization) { a.Token = permit2.Address }), x402.ReasonPermit2Token},
		{"expired", edit(func(a *permit2.Authorization) { a.Deadline.SetUint64(now - 1) }), x402.ReasonPermit2Deadline},
		{"four seconds left", edit(func(a *permit2.Authorization) { a.Deadline.SetUint64(now + 4) }), x402.ReasonPermit2Deadline},
		{"not yet valid", edit(func(a *permit2.Authorization) { a.ValidAfter.SetUint64(now + 60) }), x402.ReasonPermit2Early},
		{"validAfter changed", forge(func(a *permit2.Authorization) { a.ValidAfter.SetUint64(now - 60) }), x402.ReasonPermit2Signature},
		{"deadline changed", forge(func(a *permit2.Authorization) { a.Deadline.AddUint64(&a.Deadline, 1) }), x402.ReasonPermit2Signature},
		{"signed by another key", signed(w.buyer(0), func(a permit2.Authorization) []byte { return w.sign(w.buyers[3], a) }), x402.ReasonPermit2Signature},
		{"signed for another chain", signed(w.buyer(0), func(a permit2.Authorization) []byte {
			s, err := eip3009.Sign(w.buyers[0], a.Digest(permit2.Separator(1)))
			if err != nil {
				t.Fatal(err)
			}
			return s
		}), x402.ReasonPermit2Signature},
		{"mirrored signature", signed(w.buyer(0), func(a permit2.Authorization) []byte { return mirrored(w.sign(w.buyers[0], a)) }), x402.ReasonPermit2Signature},
		{"contract wallet, signed by another key", signed(walletAt, func(a permit2.Authorization) []byte {
			return devchain.WalletSignature(w.sign(w.buyers[0], a))
		}), x402.ReasonPermit2Signature},
		{"undeployed contract wallet", signed(w.buyer(0), func(a permit2.Authorization) []byte { return undeployed(byOwner(a)) }), x402.ReasonUndeployedWallet},
		{"used nonce", used, x402.ReasonPermit2Nonce},
		{"nonce that its owner has made worthless", burnedRequest, x402.ReasonPermit2Nonce},
		{"approved one unit less", func() facilitator.Request { _, req := w.good(3); return req }(), x402.ReasonPermit2Allowance},
		{"holds one unit less", func() facilitator.Request { _, req := w.good(4); return req }(), x402.ReasonPermit2Balance},
		{"an authorization of EIP-3009", term(func(r *facilitator.Request) {
			_, other := w.world.payment(0, 2000)
			r.Payment.Payload = other.Payment.Payload
		}), x402.ReasonInvalidPayload},
		{"terms of EIP-3009", term(func(r *facilitator.Request) { r.Requirement.Extra.TransferMethod = "" }), x402.ReasonInvalidRequirements},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := w.f.Verify(t.Context(), row.req)
			if err != nil || got.Valid != (row.reason == "") || got.Reason != row.reason {
				t.Errorf("%+v, %v; want reason %q", got, err, row.reason)
			}
		})
	}
}

func TestPermitIsRefusedWhereTheProxyIsNot(t *testing.T) {
	w := newPermits(t, 1, devchain.Options{
		Mode:     devchain.AtOnce,
		Accounts: map[common.Address]types.Account{permit2.Proxy: {Balance: big.NewInt(1)}},
	}, evm.Options{})
	_, req := w.good(0)
	got, err := w.f.Verify(t.Context(), req)
	if err != nil || got.Valid || got.Reason != x402.ReasonPermit2NoProxy {
		t.Errorf("%+v, %v", got, err)
	}
	if err := permit2.NewChain(w.client(), w.network, eip3009.Settings{}).CheckDomain(t.Context()); err == nil {
		t.Error("the check at the start says that all is well")
	}
}

// As with a token that takes a fee from transfers: the simulation succeeds, and the seller has not got the price.
func TestPermitOfWhichThePriceDoesNotArriveIsRefused(t *testing.T) {
	w := newPermits(t, 1, devchain.Options{Mode: devchain.AtOnce}, evm.Options{})
	a := w.permit(w.buyer(0), 2000)
	a.To = a.From
	req := w.request(a, w.sign(w.buyers[0], a))
	req.Requirement.PayTo = a.To.Hex()
	got, err := w.f.Verify(t.Context(), req)
	if err != nil || got.Valid || got.Reason != x402.ReasonPermit2Simulated {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestPermitMovesExactlyThePriceOnce(t *testing.T) {
	w := newPermits(t, 1, devchain.Options{Mode: devchain.AtOnce}, evm.Options{})
	if err := permit2.NewChain(w.client(), w.network, eip3009.Settings{}).CheckDomain(t.Context()); err != nil {
		t.Error(err)
	}
	a, req := w.good(0)
	got := w.settle(req)
	if got.Outcome != facilitator.Settled || got.Repeated || got.Payer != a.From.Hex() || got.Gas == nil {
		t.Fatalf("%+v", got)
	}
	receipt := w.made(common.HexToHash(got.Transaction))
	t.Logf("a payment by Permit2 takes %d gas", receipt.GasUsed)
	if w.balance(a.From) != buyerFunds-2000 || w.balance(payTo) != 2000 {
		t.Errorf("buyer %d, seller %d", w.balance(a.From), w.balance(payTo))
	}

	if again := w.settle(req); again.Transaction != got.Transaction || !again.Repeated {
		t.Errorf("settled again: %+v", again)
	}
	w.f = w.facilitator(evm.Options{}) // a restart forgets everything
	if again := w.settle(req); again.Transaction != got.Transaction || !again.Repeated {
		t.Errorf("after a restart: %+v", again)
	}
	if w.transactions() != 1 || w.balance(payTo) != 2000 {
		t.Errorf("%d transactions, seller has %d", w.transactions(), w.balance(payTo))
	}
}

func TestContractWalletPaysByPermit(t *testing.T) {
	owner := newKey(t)
	wallet, err := devchain.Wallet(crypto.PubkeyToAddress(owner.PublicKey))
	if err != nil {
		t.Fatal(err)
	}
	w := newPermits(t, 0, devchain.Options{
		Mode:     devchain.AtOnce,
		Accounts: map[common.Address]types.Account{walletAt: wallet},
		Balances: map[common.Address]*big.Int{walletAt: big.NewInt(buyerFunds)},
		Approved: map[common.Address]*big.Int{walletAt: big.NewInt(2000)},
	}, evm.Options{})
	a := w.permit(walletAt, 2000)
	w.mustSettle(w.request(a, devchain.WalletSignature(w.sign(owner, a))))
	if w.balance(payTo) != 2000 {
		t.Errorf("seller has %d", w.balance(payTo))
	}
}

func TestPermitSettledByManyAtOnceIsNewToOne(t *testing.T) {
	w := newPermits(t, 1, devchain.Options{Mode: devchain.AtOnce}, evm.Options{})
	_, req := w.good(0)
	// Two processes with one key, and several calls at each.
	both := []*evm.Facilitator{w.f, w.facilitator(evm.Options{})}
	results := make([]facilitator.Settlement, 8)
	var all sync.WaitGroup
	for i := range results {
		all.Go(func() {
			var err error
			if results[i], err = both[i%2].Settle(context.Background(), req); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()

	fresh := 0
	for _, got := range results {
		if got.Outcome != facilitator.Settled {
			t.Errorf("%+v", got)
		}
		if !got.Repeated {
			fresh++
		}
	}
	if fresh != 1 || w.balance(payTo) != 2000 {
		t.Errorf("%d calls were told of a new transfer, seller has %d", fresh, w.balance(payTo))
	}
}

func TestPermitsOfOnePayerAreAllSettled(t *testing.T) {
	w := newPermits(t, 2, devchain.Options{Mode: devchain.AtOnce}, evm.Options{})
	w.approve(1, 3*2000) // enough for three and not for four
	var all sync.WaitGroup
	outcomes := make([]facilitator.Settlement, 8)
	for i := range outcomes {
		_, req := w.good(i % 2)
		all.Go(func() { outcomes[i] = w.settle(req) })
	}
	all.Wait()

	refused := slices.DeleteFunc(slices.Clone(outcomes), func(s facilitator.Settlement) bool {
		return s.Outcome == facilitator.Settled && !s.Repeated
	})
	if len(refused) != 1 || refused[0].Outcome != facilitator.Refused ||
		refused[0].Reason != x402.ReasonPermit2Allowance {
		t.Errorf("not settled: %+v", refused)
	}
	if w.balance(payTo) != 7*2000 || w.transactions() != 7 {
		t.Errorf("seller has %d, by %d transactions", w.balance(payTo), w.transactions())
	}
}

// Whoever sees a permit can have the proxy settle it. The money goes to the seller all the same.
func TestPermitSettledBySomebodyElseIsFound(t *testing.T) {
	w := newPermits(t, 1, devchain.Options{Mode: devchain.AtOnce}, evm.Options{})
	a, req := w.good(0)
	// By the mirrored signature, which Permit2 takes too: it is the same payment.
	front := w.made(w.send(w.stranger, permit2.Proxy, a.PackSettle(mirrored(w.sign(w.buyers[0], a)))))

	got := w.settle(req)
	if got.Outcome != facilitator.Settled || got.Transaction != front.TxHash.Hex() || !got.Repeated {
		t.Errorf("%+v, settled by %s", got, front.TxHash)
	}
	report, err := w.reader().State(t.Context(), a)
	if err != nil || !report.Same || report.Transaction != front.TxHash || report.Mark != (eip3009.Mark{}) {
		t.Errorf("%+v, %v", report, err)
	}
	if w.balance(payTo) != 2000 || w.transactions() != 0 {
		t.Errorf("seller has %d, we sent %d transactions", w.balance(payTo), w.transactions())
	}
}

func TestPermitSettledBySomebodyElseWhileOursIsUnderWayIsSettledOnce(t *testing.T) {
	w := newPermits(t, 1, devchain.Options{Mode: devchain.Manual}, evm.Options{})
	a, req := w.good(0)
	w.underWay(1, req)
	w.sendFirst(w.stranger, permit2.Proxy, a.PackSettle(w.sign(w.buyers[0], a)))
	w.commit()

	got := w.settle(req)
	if got.Outcome != facilitator.Settled || w.balance(payTo) != 2000 {
		t.Errorf("%+v, seller has %d", got, w.balance(payTo))
	}
}

// A payer takes its approval back after the payment was sent: our transaction fails, and nothing was paid.
func TestPermitWhoseApprovalIsTakenBackUnderWayIsRefused(t *testing.T) {
	w := newPermits(t, 1, devchain.Options{Mode: devchain.Manual}, evm.Options{})
	_, req := w.good(0)
	w.underWay(1, req)
	call := contracts.NewTestPlainDollar().PackApprove(permit2.Address, new(big.Int))
	w.sendFirst(w.buyers[0], w.network.Asset, call)
	w.commit()

	got := w.settle(req)
	if got.Outcome != facilitator.Refused || got.Reason != x402.ReasonPermit2Allowance || w.balance(payTo) != 0 {
		t.Errorf("%+v, seller has %d", got, w.balance(payTo))
	}
	if w.transactions() != 1 {
		t.Errorf("%d transactions", w.transactions())
	}
}

// A payer spends the nonce otherwise after the payment was sent: until no transfer can come to light any more, nobody
// is told that nothing was paid.
func TestPermitWhoseNonceIsSpentUnderWayIsUnknown(t *testing.T) {
	w := newPermits(t, 1, devchain.Options{Mode: devchain.Manual}, evm.Options{})
	a, req := w.good(0)
	w.underWay(1, req)
	word := new(big.Int).Rsh(a.Nonce.ToBig(), 8)
	mask := new(big.Int).Lsh(big.NewInt(1), uint(a.Nonce.Bytes32()[31]))
	call := contracts.NewTestPermit2().PackInvalidateUnorderedNonces(word, mask)
	w.sendFirst(w.buyers[0], permit2.Address, call)
	w.commit()

	if got := w.settle(req); got.Outcome != facilitator.Unknown || w.balance(payTo) != 0 {
		t.Errorf("%+v, seller has %d", got, w.balance(payTo))
	}
}

// sendFirst sends a call in a transaction with a high tip, so that it comes first in its block.
func (w *permits) sendFirst(key *ecdsa.PrivateKey, to common.Address, call []byte) {
	w.t.Helper()
	tip := big.NewInt(params.GWei)
	nonce, err := w.chain.Client().NonceAt(w.t.Context(), crypto.PubkeyToAddress(key.PublicKey), nil)
	if err != nil {
		w.t.Fatal(err)
	}
	tx, err := types.SignNewTx(key, types.LatestSignerForChainID(big.NewInt(8453)), &types.DynamicFeeTx{
		ChainID:   big.NewInt(8453),
		Nonce:     nonce,
		GasTipCap: tip,
		GasFeeCap: new(big.Int).Mul(tip, big.NewInt(10)),
		Gas:       300_000,
		To:        &to,
		Data:      call,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	if err := w.chain.Client().SendTransaction(w.t.Context(), tx); err != nil {
		w.t.Fatal(err)
	}
}

func TestPermitWhoseAnswerWasLostIsFoundByItsCall(t *testing.T) {
	w := newPermits(t, 1, devchain.Options{Mode: devchain.Manual}, evm.Options{SettleTimeout: 2 * time.Second})
	a, req := w.good(0)
	got := w.unknown(req)
	if got.Outcome != facilitator.Unknown || got.Transaction == "" || got.Reason != x402.ReasonSettlementPending {
		t.Fatalf("%+v", got)
	}
	reader := w.reader()
	report, err := reader.State(t.Context(), a, common.HexToHash(got.Transaction))
	if err != nil || report.State != eip3009.Unused {
		t.Errorf("before the block: %+v, %v", report, err)
	}
	w.commit()
	for _, hints := range [][]common.Hash{{common.HexToHash(got.Transaction)}, nil, {common.HexToHash("0x1")}} {
		report, err = reader.State(t.Context(), a, hints...)
		if err != nil || report.State != eip3009.Used || !report.Same || report.Transaction.Hex() != got.Transaction {
			t.Errorf("with hints %s: %+v, %v; transaction was %s", hints, report, err, got.Transaction)
		}
	}
}

func TestPermitSentWithALostAnswerIsSettledOnce(t *testing.T) {
	var w *permits
	wire := newLine(t, func() string { return w.chain.RPCURL() })
	w = newPermits(t, 1, devchain.Options{Mode: devchain.AtOnce}, evm.Options{SettleTimeout: 2 * time.Second}, wire.URL)
	a, req := w.good(0)
	wire.loseSent.Store(true)
	got := w.unknown(req)
	if got.Outcome != facilitator.Unknown || got.Transaction == "" {
		t.Fatalf("%+v", got)
	}
	w.until("the transfer is on chain all the same", func() bool { return w.balance(payTo) == 2000 })

	w.f = w.facilitator(evm.Options{}, w.chain.RPCURL())
	if again := w.mustSettle(req); again.Hex() != got.Transaction {
		t.Errorf("settled by %s, sent was %s", again, got.Transaction)
	}
	if w.transactions() != 1 || w.balance(a.From) != buyerFunds-2000 {
		t.Errorf("%d transactions, buyer has %d", w.transactions(), w.balance(a.From))
	}
}

// A burned nonce looks like a spent one. That no money has moved is said only when no transfer can come to light any
// more; before, nobody is told that nothing was paid.
func TestBurnedNonceIsOpenUntilItsDeadlineHasLongPassed(t *testing.T) {
	clock := &movable{at: time.Now()}
	w := newPermits(t, 1, devchain.Options{
		Mode: devchain.AtOnce,
		Now:  clock.now,
	}, evm.Options{})
	a, _ := w.good(0)
	w.burn(0, a)
	reader := w.reader()
	if report, err := reader.State(t.Context(), a); !errors.Is(err, eip3009.ErrEventNotFound) {
		t.Errorf("at once: %+v, %v", report, err)
	}
	clock.move(8 * time.Minute)
	w.made(w.idle())
	report, err := reader.State(t.Context(), a)
	if err != nil || report.State != eip3009.Used || report.Same || report.Transaction != (common.Hash{}) {
		t.Errorf("later: %+v, %v", report, err)
	}
}

// An authorization that is valid since long ago cannot be searched for whole.
func TestBurnedNonceOfALongPermitStaysOpen(t *testing.T) {
	clock := &movable{at: time.Now()}
	w := newPermits(t, 1, devchain.Options{
		Mode: devchain.AtOnce,
		Now:  clock.now,
	}, evm.Options{})
	a := w.permit(w.buyer(0), 2000)
	a.ValidAfter.Clear()
	w.burn(0, a)
	clock.move(8 * time.Minute)
	w.made(w.idle())
	if report, err := w.reader().State(t.Context(), a); !errors.Is(err, eip3009.ErrEventNotFound) {
		t.Errorf("%+v, %v", report, err)
	}
}

// The payer spends the nonce of a second permit in the transaction of the first, through a contract whose calls cannot
// be read. Neither counts as paid by what cannot be told apart.
func TestPermitsMadeThroughAnotherContractAreNotGuessedAt(t *testing.T) {
	w := newPermits(t, 1, devchain.Options{Mode: devchain.AtOnce}, evm.Options{})
	a, _ := w.good(0)
	b, _ := w.good(0)
	w.made(w.send(w.stranger, devchain.Multicall3, eip3009.PackAggregate([]eip3009.Call{{
		Target: permit2.Proxy,
		Data:   a.PackSettle(w.sign(w.buyers[0], a)),
		Needed: true, // else the estimate of its gas would be for a call that fails
	}})))
	w.burn(0, b)
	reader := w.reader()
	for _, permit := range []permit2.Authorization{a, b} {
		if report, err := reader.State(t.Context(), permit); !errors.Is(err, eip3009.ErrEventNotFound) {
			t.Errorf("%+v, %v", report, err)
		}
	}
}

// Another permit with the same nonce, of the same amount, to the same seller: one is paid, the other is not.
func TestSecondPermitWithOneNonceIsNotPaidByTheFirst(t *testing.T) {
	w := newPermits(t, 1, devchain.Options{Mode: devchain.AtOnce}, evm.Options{})
	a, first := w.good(0)
	b := a
	b.Deadline.AddUint64(&b.Deadline, 1)
	w.mustSettle(first)

	if report, err := w.reader().State(t.Context(), b); err == nil && report.Same {
		t.Errorf("%+v", report)
	}
	second := w.request(b, w.sign(w.buyers[0], b))
	if got, err := w.f.Verify(t.Context(), second); err != nil || got.Reason != x402.ReasonPermit2Nonce {
		t.Errorf("%+v, %v", got, err)
	}
	if got := w.settle(second); got.Outcome == facilitator.Settled {
		t.Errorf("%+v", got)
	}
	if w.balance(payTo) != 2000 {
		t.Errorf("seller has %d", w.balance(payTo))
	}
}

func TestPermitIsLocatedInItsBlock(t *testing.T) {
	w := newPermits(t, 1, devchain.Options{Mode: devchain.AtOnce}, evm.Options{})
	a, req := w.good(0)
	hash := w.mustSettle(req)
	receipt := w.made(hash)
	other := w.idle()
	w.made(other)

	found, err := w.reader().Locate(t.Context(), []eip3009.Transfer{
		{ID: a.ID(), Transaction: hash},
		{ID: a.ID(), Transaction: other},
	})
	if err != nil {
		t.Fatal(err)
	}
	if !found[0].Known || found[0].Missing || found[0].BlockHash != receipt.BlockHash {
		t.Errorf("the payment: %+v", found[0])
	}
	if !found[1].Missing {
		t.Errorf("a transaction without a payment: %+v", found[1])
	}
}
