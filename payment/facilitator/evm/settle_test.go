package evm_test

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"math/big"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/evm"
	"github.com/farebox/farebox/payment/x402"
)

func TestSettleMovesExactlyThePrice(t *testing.T) {
	w := newWorld(t, 1, devchain.Options{Mode: devchain.AtOnce}, evm.Options{})
	a, req := w.payment(0, 2000)
	got := w.settle(req)
	if got.Outcome != facilitator.Settled || got.Network != network || got.Payer != a.From.Hex() || got.Reason != "" {
		t.Fatalf("%+v", got)
	}
	receipt, err := w.chain.Client().TransactionReceipt(t.Context(), common.HexToHash(got.Transaction))
	if err != nil || receipt.Status != types.ReceiptStatusSuccessful {
		t.Fatalf("receipt %+v, %v", receipt, err)
	}
	if w.balance(a.From) != buyerFunds-2000 || w.balance(payTo) != 2000 {
		t.Errorf("buyer %d, seller %d", w.balance(a.From), w.balance(payTo))
	}
	if receipt.GasUsed > 120_000 {
		t.Errorf("a payment takes %d gas: the budget for one is 120,000", receipt.GasUsed)
	}
}

func TestSettlingAgainAnswersTheFirstTransaction(t *testing.T) {
	w := newWorld(t, 1, devchain.Options{Mode: devchain.AtOnce}, evm.Options{})
	a, req := w.payment(0, 2000)
	first := w.mustSettle(req)
	if again := w.mustSettle(req); again != first {
		t.Errorf("same process: %s, first %s", again, first)
	}
	w.f = w.facilitator(evm.Options{}) // a restart forgets everything
	if again := w.mustSettle(req); again != first {
		t.Errorf("after a restart: %s, first %s", again, first)
	}
	other := a
	other.Value.SetUint64(1)
	got := w.settle(request(other, w.sign(w.buyers[0], other)))
	if got.Outcome != facilitator.Refused || got.Reason != x402.ReasonTransferFails {
		t.Errorf("another transfer with the same nonce: %+v", got)
	}
	if w.transactions() != 1 || w.balance(payTo) != 2000 {
		t.Errorf("%d transactions, seller has %d", w.transactions(), w.balance(payTo))
	}
}

func TestSamePaymentManyTimesAtOnceSettlesOnce(t *testing.T) {
	w := newWorld(t, 1, devchain.Options{Mode: devchain.AtOnce}, evm.Options{})
	_, req := w.payment(0, 2000)
	var all sync.WaitGroup
	results := make([]facilitator.Settlement, 200)
	for i := range results {
		all.Go(func() { results[i] = w.settle(req) })
	}
	all.Wait()
	for _, got := range results {
		if got.Outcome != facilitator.Settled || got.Transaction != results[0].Transaction {
			t.Fatalf("%+v, another got %+v", got, results[0])
		}
	}
	if w.transactions() != 1 || w.balance(payTo) != 2000 {
		t.Errorf("%d transactions, seller has %d", w.transactions(), w.balance(payTo))
	}
}

func TestManyPaymentsShareFewTransactions(t *testing.T) {
	const n = 200
	w := newWorld(t, n, devchain.Options{Mode: devchain.AtOnce}, evm.Options{})
	var all sync.WaitGroup
	hashes := make([]common.Hash, n)
	for i := range n {
		_, req := w.payment(i, uint64(1000+i))
		all.Go(func() { hashes[i] = w.mustSettle(req) })
	}
	all.Wait()
	var sum int64
	for i, key := range w.buyers {
		sum += int64(1000 + i)
		if left := w.balance(crypto.PubkeyToAddress(key.PublicKey)); left != int64(buyerFunds-1000-i) {
			t.Errorf("buyer %d has %d left", i, left)
		}
	}
	if w.balance(payTo) != sum {
		t.Errorf("seller has %d, want %d", w.balance(payTo), sum)
	}
	slices.SortFunc(hashes, func(a, b common.Hash) int { return a.Cmp(b) })
	distinct := len(slices.Compact(hashes))
	if used := w.transactions(); used >= 40 || distinct != int(used) {
		t.Errorf("%d transactions, %d hashes answered", used, distinct)
	}
	t.Logf("%d payments settled in %d transactions", n, w.transactions())
}

// gather is how long a batch is waited for that is sent as soon as it is full.
const gather = 5 * time.Second

func TestOneBadPaymentDoesNotHarmTheOthers(t *testing.T) {
	owner := newKey(t)
	options := walletOptions(t, crypto.PubkeyToAddress(owner.PublicKey))
	options.Mode = devchain.AtOnce
	// A key whose account has been given the burner's code (EIP-7702): its signature looks like any.
	turned := newKey(t)
	turnedAt := crypto.PubkeyToAddress(turned.PublicKey)
	options.Accounts[turnedAt] = types.Account{Code: types.AddressToDelegation(burnerAt)}
	options.Balances[turnedAt] = big.NewInt(buyerFunds)
	w := newWorld(t, 20, options, evm.Options{Window: gather, MaxBatch: 18})
	_, spent := w.payment(19, 5)
	w.mustSettle(spent)
	before := w.transactions()

	var all sync.WaitGroup
	good := 0
	for i := range 12 {
		_, req := w.payment(i, 7)
		good += 7
		all.Go(func() { w.mustSettle(req) })
	}
	wallet := w.authorize(walletAt, 7)
	good += 7
	all.Go(func() { w.mustSettle(request(wallet, devchain.WalletSignature(w.sign(owner, wallet)))) })

	refused := func(reason string, req facilitator.Request) {
		all.Go(func() {
			if got := w.settle(req); got.Outcome != facilitator.Refused || got.Reason != reason {
				t.Errorf("want refused as %s: %+v", reason, got)
			}
		})
	}
	rich := w.authorize(crypto.PubkeyToAddress(w.buyers[12].PublicKey), buyerFunds+1)
	refused(x402.ReasonInsufficientFunds, request(rich, w.sign(w.buyers[12], rich)))
	forged := w.authorize(crypto.PubkeyToAddress(w.buyers[13].PublicKey), 7)
	refused(x402.ReasonSignature, request(forged, w.sign(w.buyers[14], forged)))
	late := w.authorize(crypto.PubkeyToAddress(w.buyers[15].PublicKey), 7)
	late.ValidBefore.SetUint64(uint64(time.Now().Unix()) - 5)
	refused(x402.ReasonValidBefore, request(late, w.sign(w.buyers[15], late)))
	// Its check passes in every simulation and burns all gas in the transaction.
	burner := w.authorize(burnerAt, 7)
	refused(x402.ReasonTransferFails, request(burner, []byte("anything")))
	delegated := w.authorize(turnedAt, 7)
	refused(x402.ReasonTransferFails, request(delegated, w.sign(turned, delegated)))
	all.Wait()
	if w.balance(payTo) != int64(good+5) {
		t.Errorf("seller has %d, want %d", w.balance(payTo), good+5)
	}
	if used := w.transactions() - before; used > 6 {
		t.Errorf("%d transactions", used)
	}
}

func TestTwoPaymentsOutOfOneBalance(t *testing.T) {
	w := newWorld(t, 1, devchain.Options{Mode: devchain.AtOnce}, evm.Options{Window: gather, MaxBatch: 3})
	var all sync.WaitGroup
	outcomes := make([]facilitator.Settlement, 3)
	for i := range outcomes { // each takes more than half
		_, req := w.payment(0, buyerFunds/2+1)
		all.Go(func() { outcomes[i] = w.settle(req) })
	}
	all.Wait()
	settled := 0
	for _, got := range outcomes {
		switch {
		case got.Outcome == facilitator.Settled:
			settled++
		case got.Outcome != facilitator.Refused || got.Reason != x402.ReasonInsufficientFunds:
			t.Errorf("%+v", got)
		}
	}
	if settled != 1 || w.balance(payTo) != buyerFunds/2+1 || w.transactions() != 1 {
		t.Errorf("%d settled, seller has %d, %d transactions", settled, w.balance(payTo), w.transactions())
	}
}

func TestTwoEqualPaymentsOfOnePayerInOneBatchAreBothCounted(t *testing.T) {
	w := newWorld(t, 1, devchain.Options{Mode: devchain.AtOnce}, evm.Options{Window: gather, MaxBatch: 2})
	var all sync.WaitGroup
	hashes := make([]common.Hash, 2)
	for i := range hashes {
		_, req := w.payment(0, 7)
		all.Go(func() { hashes[i] = w.mustSettle(req) })
	}
	all.Wait()
	if hashes[0] != hashes[1] || w.balance(payTo) != 14 {
		t.Errorf("transactions %s, seller has %d", hashes, w.balance(payTo))
	}
}

func TestPaymentsThatFailInsideABatchAreDecidedOneByOne(t *testing.T) {
	// Between the check and the block one payment is made by somebody else and one is cancelled.
	stranger := newKey(t)
	w := newWorld(t, 4, devchain.Options{
		Mode: devchain.Manual,
		Accounts: map[common.Address]types.Account{
			crypto.PubkeyToAddress(stranger.PublicKey): {Balance: big.NewInt(1e18)},
		},
	}, evm.Options{Window: gather, MaxBatch: 4})
	a0, req0 := w.payment(0, 7)
	a1, req1 := w.payment(1, 7)
	_, req2 := w.payment(2, 7)
	_, req3 := w.payment(3, 7)
	results := make([]facilitator.Settlement, 4)
	var all sync.WaitGroup
	for i, req := range []facilitator.Request{req0, req1, req2, req3} {
		all.Go(func() { results[i] = w.settle(req) })
	}
	w.until("the batch is sent", func() bool { return w.f.Status()[0].InFlight == 1 })
	call, err := a0.PackTransfer(w.sign(w.buyers[0], a0))
	if err != nil {
		t.Fatal(err)
	}
	overtaking := w.overtake(stranger, 0, call)
	separator := eip3009.DomainOf(x402.Builtin()[0]).Separator()
	signature, err := eip3009.Sign(w.buyers[1], eip3009.CancelDigest(separator, a1.ID()))
	if err != nil {
		t.Fatal(err)
	}
	cancel, err := eip3009.PackCancel(a1.ID(), signature)
	if err != nil {
		t.Fatal(err)
	}
	w.overtake(stranger, 1, cancel)
	w.commit()
	all.Wait()
	if results[0].Outcome != facilitator.Settled || results[0].Transaction != overtaking.Hex() {
		t.Errorf("made by somebody else: %+v, want transaction %s", results[0], overtaking)
	}
	if results[1].Outcome != facilitator.Refused || results[1].Reason != x402.ReasonTransferFails {
		t.Errorf("cancelled: %+v", results[1])
	}
	if results[2].Outcome != facilitator.Settled || results[3].Transaction != results[2].Transaction {
		t.Errorf("the others: %+v, %+v", results[2], results[3])
	}
	if w.balance(payTo) != 21 {
		t.Errorf("seller has %d", w.balance(payTo))
	}
}

func TestContractWalletPays(t *testing.T) {
	owner := newKey(t)
	options := walletOptions(t, crypto.PubkeyToAddress(owner.PublicKey))
	options.Mode = devchain.AtOnce
	w := newWorld(t, 0, options, evm.Options{})
	a := w.authorize(walletAt, 2000)
	req := request(a, devchain.WalletSignature(w.sign(owner, a)))
	if got, err := w.f.Verify(t.Context(), req); err != nil || !got.Valid {
		t.Fatalf("verify: %+v, %v", got, err)
	}
	w.mustSettle(req)
	if w.balance(walletAt) != buyerFunds-2000 || w.balance(payTo) != 2000 {
		t.Errorf("wallet %d, seller %d", w.balance(walletAt), w.balance(payTo))
	}
	// The operator does not pay for any amount of a wallet's code.
	w.f = w.facilitator(evm.Options{MaxWalletGas: 60_000})
	a = w.authorize(walletAt, 1)
	got := w.settle(request(a, devchain.WalletSignature(w.sign(owner, a))))
	if got.Outcome != facilitator.Refused || got.Reason != x402.ReasonTransferFails {
		t.Errorf("wallet that takes too much gas: %+v", got)
	}
}

func TestPaymentWithTooLittleTimeLeftIsRefusedOnceItHasExpiredOnChain(t *testing.T) {
	now := time.Now()
	clock := &movable{at: now}
	w := newWorld(t, 1, devchain.Options{Mode: devchain.Manual, Now: clock.now}, evm.Options{Now: clock.now})
	a := w.authorize(crypto.PubkeyToAddress(w.buyers[0].PublicKey), 7)
	a.ValidBefore.SetUint64(uint64(now.Unix()) + 4)
	req := request(a, w.sign(w.buyers[0], a))
	w.commit()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if got, err := w.f.Settle(ctx, req); err != nil || got.Outcome != facilitator.Unknown {
		t.Errorf("before the chain says so: %+v, %v", got, err)
	}
	clock.move(10 * time.Second)
	w.commit()
	if got := w.settle(req); got.Outcome != facilitator.Refused || got.Reason != x402.ReasonValidBefore {
		t.Errorf("after: %+v", got)
	}
	if w.transactions() != 0 {
		t.Errorf("gas was spent on it")
	}
}

type movable struct {
	mu sync.Mutex
	at time.Time
}

func (m *movable) now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.at
}

func (m *movable) move(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.at = m.at.Add(d)
}

func TestCloseSettlesWhatIsWaiting(t *testing.T) {
	w := newWorld(t, 10, devchain.Options{Mode: devchain.AtOnce}, evm.Options{Window: time.Minute})
	var all sync.WaitGroup
	for i := range 10 {
		_, req := w.payment(i, 7)
		all.Go(func() { w.mustSettle(req) })
	}
	w.until("all are waiting", func() bool { return w.f.Status()[0].Waiting == 10 })
	if err := w.f.Close(); err != nil {
		t.Fatal(err)
	}
	all.Wait()
	if w.balance(payTo) != 70 {
		t.Errorf("seller has %d", w.balance(payTo))
	}
	_, req := w.payment(0, 7)
	if got, err := w.f.Settle(t.Context(), req); err == nil {
		t.Errorf("a closed facilitator answers %+v", got)
	}
}

func TestASettlementKeyWithoutGasMoneyIsNotReady(t *testing.T) {
	for _, row := range []struct {
		why   string
		gas   *big.Int
		ready bool
	}{
		{"nothing", new(big.Int), false},
		{"less than one settlement costs", big.NewInt(1e10), false},
		{"enough for some", big.NewInt(1e15), true},
	} {
		t.Run(row.why, func(t *testing.T) {
			w := newWorld(t, 1, devchain.Options{Mode: devchain.AtOnce, GasBalance: row.gas}, evm.Options{})
			if err := w.f.Ready(network); err != nil {
				t.Errorf("before anything was seen: %v", err)
			}
			if err := w.f.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
			err := w.f.Ready(network)
			if (err == nil) != row.ready || err != nil && !errors.Is(err, evm.ErrNoGasMoney) {
				t.Errorf("error %v", err)
			}

			// It is no mere guess: a settlement fails by it.
			_, req := w.payment(0, 7)
			if got, err := w.f.Settle(t.Context(), req); (err == nil) != row.ready {
				t.Errorf("settle: %+v, %v", got, err)
			}
		})
	}
}

func TestAFundedKeyIsReadyAgain(t *testing.T) {
	w := newWorld(t, 0, gasFor(devchain.Options{Mode: devchain.AtOnce, GasBalance: new(big.Int)}, t), evm.Options{})
	if err := w.f.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if w.f.Ready(network) == nil {
		t.Fatal("ready without gas money")
	}

	key := w.f.Address()
	w.sendRaw(w.chain.BuyerKey(), &types.DynamicFeeTx{
		GasTipCap: big.NewInt(1e9),
		GasFeeCap: big.NewInt(3e9),
		Gas:       21_000,
		To:        &key,
		Value:     big.NewInt(1e16),
	})
	w.until("the key is funded", func() bool {
		return w.f.Refresh(t.Context()) == nil && w.f.Ready(network) == nil
	})
}

func TestStatusShowsLowGas(t *testing.T) {
	w := newWorld(t, 1, devchain.Options{Mode: devchain.AtOnce, GasBalance: big.NewInt(1000)}, evm.Options{})
	if err := w.f.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	status := w.f.Status()[0]
	if !status.LowBalance || status.Balance.Int64() != 1000 || status.Settler != crypto.PubkeyToAddress(w.chain.SettlementKey().PublicKey) || status.SeenAt.IsZero() {
		t.Errorf("%+v", status)
	}
	_, req := w.payment(0, 7)
	if got, err := w.f.Settle(t.Context(), req); err == nil {
		t.Errorf("without gas money: %+v; nothing can come of it, which is an error", got)
	}
	if w.f.Status()[0].LastError == "" {
		t.Error("the status does not say that sending failed")
	}
}

// overtake sends a call to the token with fees above everybody's, so that it comes first in the block.
func (w *world) overtake(key *ecdsa.PrivateKey, nonce uint64, data []byte) common.Hash {
	w.t.Helper()
	token := w.chain.Token()
	return w.sendRaw(key, &types.DynamicFeeTx{
		Nonce: nonce, GasTipCap: big.NewInt(1e9), GasFeeCap: big.NewInt(3e9), Gas: 200_000, To: &token, Data: data,
	})
}

func (w *world) sendRaw(key *ecdsa.PrivateKey, inner *types.DynamicFeeTx) common.Hash {
	w.t.Helper()
	inner.ChainID = new(big.Int).SetUint64(w.chain.ChainID())
	tx, err := types.SignNewTx(key, types.LatestSignerForChainID(inner.ChainID), inner)
	if err != nil {
		w.t.Fatal(err)
	}
	if err := w.chain.Client().SendTransaction(w.t.Context(), tx); err != nil {
		w.t.Fatal(err)
	}
	return tx.Hash()
}
