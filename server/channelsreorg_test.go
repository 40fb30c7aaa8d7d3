package server

import (
	"fmt"
	"math/big"
	"net/http"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
	"github.com/farebox/farebox/store/storetest"
)

// opened is a channel on a chain whose clock is the service's.
type opened struct {
	*hand
	chain    *devchain.Chain
	clock    *clock
	settings map[string]string
	payer    common.Address
	before   int64 // what the payer held before it opened the channel
}

// openChannel opens a channel with a deposit and a first call of $0.001. The payer has ether of its own.
func openChannel(t *testing.T, deposit uint64, set map[string]string) *opened {
	t.Helper()
	key := newKey(t)
	o := &opened{
		clock: &clock{},
		payer: crypto.PubkeyToAddress(key.PublicKey),
	}
	o.chain = newChain(t, func(options *devchain.Options) {
		options.Now = o.clock.now
		options.BuyerKey = key
		options.Accounts = map[common.Address]types.Account{o.payer: {Balance: big.NewInt(params.Ether)}}
	})
	o.settings = channelSettings(t, o.chain)
	o.settings["DATABASE_URL"] = storetest.SQLite(t)
	o.settings["PAY_TO_ADDRESS"] = crypto.PubkeyToAddress(newKey(t).PublicKey).Hex()
	for name, value := range set {
		o.settings[name] = value
	}
	o.before = held(t, o.chain, o.payer)
	o.hand = start(t, key, o.settings, o.clock.part()).hand()
	o.open(deposit)
	return o
}

// withdraw has the payer take back what it can, to the end. between is called when the withdrawal has begun.
func (o *opened) withdraw(amount uint64, between func()) {
	o.Helper()
	begin, end := channel.PackWithdraw(&o.config, uint256.NewInt(amount))
	o.transact(begin)
	between()
	o.later(16 * time.Minute) // the delay is 15
	o.transact(end)
}

func (o *opened) transact(data []byte) {
	o.Helper()
	transaction, err := o.chain.Transact(o.Context(), o.key, channel.Settlement, data)
	if err != nil {
		o.Fatal(err)
	}
	awaitReceipt(o, o.chain, transaction.Hash())
}

// later moves the clock, with the chain.
func (o *opened) later(d time.Duration) {
	o.Helper()
	o.clock.move(d)
	if _, err := o.chain.Commit(); err != nil {
		o.Fatal(err)
	}
}

func (o *opened) wantRefused(what string, r *http.Request, reason string) {
	o.Helper()
	if a := o.do(r); a.status != http.StatusPaymentRequired || reasonOf402(a) != reason {
		o.Errorf("%s: %d %s, want %s", what, a.status, reasonOf402(a), reason)
	}
}

func (o *opened) wantSold(what string, r *http.Request) {
	o.Helper()
	if a := o.do(r); a.status != http.StatusOK {
		o.Errorf("%s: %d %s %s", what, a.status, a.body, reasonOf402(a))
	}
}

func (o *opened) wantHeld(who string, owner common.Address, units int64) {
	o.Helper()
	if got := held(o, o.chain, owner); got != units {
		o.Errorf("%s holds %d, want %d", who, got, units)
	}
}

// short is how many channels have earned more than they hold.
func (o *opened) short() int64 {
	o.Helper()
	standing, err := o.server.parts.Channels.ChannelStanding(o.Context())
	if err != nil {
		o.Fatal(err)
	}
	return standing.Short
}

func TestChannelAfterTheEndOfAWithdrawal(t *testing.T) {
	t.Parallel()
	o := openChannel(t, 50_000, nil)
	o.withdraw(49_000, o.collect)
	o.wantHeld("the payer", o.payer, o.before-1000)
	o.wantHeld("the seller", o.payTo, 1000)

	// What is known of the channel is older than it may be: the chain is asked before the voucher is taken.
	o.wantRefused("a voucher for what was withdrawn",
		o.call("more", o.payload(channel.KindVoucher, 2000)), x402.ReasonExceedsBalance)
	o.wantSold("the next deposit", o.call("again", o.withDeposit(o.payload(channel.KindVoucher, 2000), 5000)))
	o.collect()
	o.wantHeld("the seller", o.payTo, 2000)
	o.wantHeld("the contract", channel.Settlement, 4000)
	o.ledgerSays(2, "0.002")
}

// TestWrongClockHasNoChannelSoldWithoutCover has a call served by a process whose clock is a day ahead. What it learns
// of the channel must not count as new for a day, in which the payer withdraws.
func TestWrongClockHasNoChannelSoldWithoutCover(t *testing.T) {
	t.Parallel()
	o := openChannel(t, 50_000, nil)
	wrong := *o
	wrong.hand = start(t, o.key, o.settings, o.clock.part(), func(p *Parts) {
		p.Now = func() time.Time { return o.clock.now().Add(24 * time.Hour) }
	}).hand()
	o.later(10 * time.Minute) // so that the chain is asked about the channel
	wrong.wantSold("a call at the wrong clock", wrong.call("wrong", wrong.payload(channel.KindVoucher, 2000)))

	o.withdraw(48_000, o.collect)
	o.wantHeld("the payer", o.payer, o.before-2000)
	for i := range 3 {
		o.wantRefused("a voucher without cover",
			o.call(fmt.Sprint("free ", i), o.payload(channel.KindVoucher, 3000)), x402.ReasonExceedsBalance)
	}
}

// TestGoClientWithdraws: the payer takes its money back without the seller, who claims what it has earned meanwhile.
func TestGoClientWithdraws(t *testing.T) {
	t.Parallel()
	o := openChannel(t, 50_000, nil)
	wallet := o.channelBuyer("0.05")
	step := func(state string) *pay.Withdrawal {
		t.Helper()
		terms, err := wallet.ChannelTerms(o.hashCall("terms"))
		if err != nil {
			t.Fatal(err)
		}
		done, err := wallet.Withdraw(t.Context(), *terms, o.chain.RPCURL())
		if err != nil || done.State != state {
			t.Fatalf("want %s: %+v, %v", state, done, err)
		}
		return done
	}

	begun := step(pay.WithdrawalBegun)
	if begun.Channel != o.id().Hex() || begun.AmountUSD != "0.05" || begun.Transaction == "" || begun.ReadyAt == nil {
		t.Errorf("%+v", begun)
	}
	step(pay.WithdrawalWaiting)
	o.collect()
	o.later(16 * time.Minute)
	step(pay.WithdrawalDone)
	step(pay.WithdrawalNothing)
	o.wantHeld("the payer", o.payer, o.before-1000)
	o.wantHeld("the seller", o.payTo, 1000)
	o.wantHeld("the contract", channel.Settlement, 0)
}

// TestWithdrawalThatEndsUnclaimedIsCountedAsALoss is a service that was away for longer than the delay.
func TestWithdrawalThatEndsUnclaimedIsCountedAsALoss(t *testing.T) {
	t.Parallel()
	o := openChannel(t, 50_000, map[string]string{"BATCH_CLAIM_USD": "1"})
	o.withdraw(50_000, func() {})
	o.wantHeld("the payer", o.payer, o.before)
	o.collect()
	o.wantHeld("the seller", o.payTo, 0)
	if n := o.short(); n != 1 {
		t.Errorf("%d channels are short", n)
	}

	o.wantRefused("a voucher of the empty channel",
		o.call("more", o.payload(channel.KindVoucher, 2000)), x402.ReasonExceedsBalance)
	// The next deposit pays for what was lost, because vouchers are for the sum of all calls.
	o.wantSold("the next deposit", o.call("again", o.withDeposit(o.payload(channel.KindVoucher, 2000), 5000)))
	if n := o.short(); n != 0 {
		t.Errorf("%d channels are short after the deposit", n)
	}
	o.later(25 * time.Hour) // what is unclaimed is old now
	o.collect()
	o.wantHeld("the seller", o.payTo, 2000)
}

func TestDepositThatAReorganisationTookBack(t *testing.T) {
	t.Parallel()
	o := openChannel(t, 5000, map[string]string{"BATCH_CLAIM_USD": "1"})
	o.rollBack()
	o.wantHeld("the payer", o.payer, o.before)

	// Nobody has looked yet: what is sold until then is a risk.
	o.wantSold("before anybody looks", o.call("second", o.payload(channel.KindVoucher, 2000)))
	o.later(16 * time.Second) // a channel is looked at soon after its deposit, and owed ones every 75 s at least
	if err := o.server.gate.Collect(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := o.short(); n != 1 {
		t.Errorf("%d channels are short", n)
	}
	o.wantRefused("a voucher of the empty channel",
		o.call("third", o.payload(channel.KindVoucher, 3000)), x402.ReasonExceedsBalance)

	// A replica, because the first process waits for the transaction that it has lost.
	replica := o.replica()
	deposit := replica.withDeposit(replica.payload(channel.KindVoucher, 3000), 5001)
	replica.wantSold("the next deposit", replica.call("third", deposit))
	replica.later(25 * time.Hour)
	replica.collect()
	replica.wantHeld("the seller", o.payTo, 3000)
	replica.ledgerSays(3, "0.003")
}

func TestClaimThatAReorganisationTookBackIsMadeAgain(t *testing.T) {
	t.Parallel()
	o := openChannel(t, 5000, nil)
	o.collect()
	o.wantHeld("the seller", o.payTo, 1000)
	o.rollBack()
	o.wantHeld("the seller", o.payTo, 0)

	o.later(6 * time.Minute) // what was claimed is looked at every five
	replica := o.replica()
	if err := replica.server.gate.Collect(t.Context()); err != nil {
		t.Fatal(err)
	}
	replica.wantHeld("the seller", o.payTo, 1000)
	replica.wantSold("the next call", replica.call("second", replica.payload(channel.KindVoucher, 2000)))
	replica.collect()
	replica.wantHeld("the seller", o.payTo, 2000)
	replica.ledgerSays(2, "0.002")
}

// rollBack takes the last block back that changed something of a channel.
func (o *opened) rollBack() {
	o.Helper()
	balance := held(o, o.chain, channel.Settlement)
	for n := 1; held(o, o.chain, channel.Settlement) == balance; n *= 2 {
		if err := o.chain.Rollback(n); err != nil {
			o.Fatalf("taking back %d blocks: %v", n, err)
		}
	}
}

// replica is another process on the same ledger and chain.
func (o *opened) replica() *opened {
	o.Helper()
	another := *o
	another.hand = start(o, o.key, o.settings, o.clock.part()).hand()
	return &another
}

func TestDepositBelowTheLeastIsRefused(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	settings := channelSettings(t, chain)
	settings["BATCH_MIN_DEPOSIT_USD"] = "0.005"
	h := start(t, chain.BuyerKey(), settings).hand()

	a := h.do(h.call("open", h.withDeposit(h.payload(channel.KindVoucher, 1000), 4999)))
	if a.status != http.StatusPaymentRequired || reasonOf402(a) != x402.ReasonDepositSmall {
		t.Fatalf("a deposit of 4999: %d %s", a.status, reasonOf402(a))
	}
	for _, told := range []string{h.offer.Extra.MinDeposit, batchOffer(t, a).Extra.MinDeposit} {
		if told != "5000" {
			t.Errorf("the least is told to be %q", told)
		}
	}
	h.open(5000)
	h.ledgerSays(1, "0.001")
}
