package server

import (
	"crypto/ecdsa"
	"encoding/hex"
	"maps"
	"math/big"
	"net/http"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
	"github.com/farebox/farebox/store/storetest"
)

// TestKilledAtAnyStepAChannelIsChargedOnce kills the service at each step of a call that opens a channel, of a claim
// and of a refund, and starts it again: chain, ledger and answers then agree to the unit.
func TestKilledAtAnyStepAChannelIsChargedOnce(t *testing.T) {
	t.Parallel()
	if raceDetector {
		t.Skip("each process starts ten times as slowly under the race detector; scripts/test.sh runs it without")
	}
	if testing.Short() {
		t.Skip("starts two dozen processes")
	}
	const onPostgres = "reserve adopted reserved deposited charge charged"
	steps := map[string]func(*crashed){
		"reserve":       (*crashed).opens,
		"adopted":       (*crashed).opens,
		"reserved":      (*crashed).opens,
		"deposit":       (*crashed).opens,
		"deposit+100ms": (*crashed).opens,
		"deposited":     (*crashed).opens,
		"work":          (*crashed).opens,
		"charge":        (*crashed).opens,
		"charged":       (*crashed).opens,
		"claim":         (*crashed).claims,
		"claimed":       (*crashed).claims,
		"refund":        (*crashed).refunds,
		"refunding":     (*crashed).refunds,
		"refunded":      (*crashed).refunds,
	}

	// Each has keys of its own: two processes must not settle with one at once, and one payer has one channel.
	accounts := map[common.Address]types.Account{}
	balances := map[common.Address]*big.Int{}
	newAccount := func() *ecdsa.PrivateKey {
		key := newKey(t)
		address := crypto.PubkeyToAddress(key.PublicKey)
		accounts[address] = types.Account{Balance: big.NewInt(params.Ether)}
		balances[address] = big.NewInt(1_000_000)
		return key
	}
	var all []*crashed
	for step, run := range steps {
		all = append(all, &crashed{
			step:     step,
			run:      run,
			database: storetest.SQLite,
			name:     "sqlite/" + step,
			buyer:    newAccount(),
			settler:  newAccount(),
		})
		if strings.Contains(" "+onPostgres+" ", " "+step+" ") {
			all = append(all, &crashed{
				step:     step,
				run:      run,
				database: storetest.Postgres,
				name:     "postgres/" + step,
				buyer:    newAccount(),
				settler:  newAccount(),
			})
		}
	}
	chain := newChain(t, func(o *devchain.Options) {
		o.Accounts = accounts
		o.Balances = balances
	})
	for _, c := range all {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.T = t
			c.chain = chain
			c.start()
			c.run(c)
		})
	}
}

// crashed is a service that is killed at a step and started again.
type crashed struct {
	*testing.T
	step, name string
	run        func(*crashed)
	database   func(testing.TB) string
	buyer      *ecdsa.PrivateKey
	settler    *ecdsa.PrivateKey
	chain      *devchain.Chain

	settings map[string]string
	first    *process
	hand     *hand
}

// start starts the process that is to be killed.
func (c *crashed) start() {
	payTo := crypto.PubkeyToAddress(newKey(c).PublicKey)
	c.settings = map[string]string{
		"LISTEN_ADDR": "127.0.0.1:0", "PAY_TO_ADDRESS": payTo.Hex(), "PUBLIC_BASE_URL": "https://api.farebox.test",
		"DATABASE_URL": c.database(c), "DATA_DIR": c.TempDir(),
		// Short times, so that what died is taken over soon.
		"RECONCILE_EVERY": "300ms",
	}
	maps.Copy(c.settings, channelSettings(c, c.chain))
	c.settings["SETTLEMENT_KEY"] = hex.EncodeToString(crypto.FromECDSA(c.settler))
	c.settings["SETTLE_TIMEOUT"] = "5s"
	c.settings["BATCH_CLAIM_USD"] = "0.002" // two calls
	crash := maps.Clone(c.settings)
	crash["FAREBOX_TEST_CRASH"] = c.step
	c.first = spawn(c.T, crash)
	s := &service{
		TB:       c,
		url:      c.first.url,
		networks: mustNetworks(c.T, c.settings),
		key:      c.buyer,
		payTo:    payTo,
		asset:    pay.BaseUSDC,
	}
	c.hand = s.hand()
}

// restart starts the process that goes on, once the first is dead.
func (c *crashed) restart() {
	c.first.cmd.Wait() // it was killed
	c.hand.url = spawn(c.T, c.settings).url
}

// sent has the first process killed by a request, and the second answer it.
func (c *crashed) sent(r *http.Request) answer {
	c.Helper()
	if a, err := send(again(r)); err == nil && !strings.Contains(c.step, "+") {
		c.Fatalf("it was not killed: %d %s", a.status, a.body)
	}
	c.restart()
	r.URL.Host = strings.TrimPrefix(c.hand.url, "http://")
	a := buyWithPatience(c.T, r)
	if a.status != http.StatusOK {
		c.Fatalf("after the restart: %d %s %s", a.status, a.body, reasonOf402(a))
	}
	return a
}

// opens is killed at a call that opens the channel.
func (c *crashed) opens() {
	r := c.hand.call("killed at "+c.step, c.hand.withDeposit(c.hand.payload(channel.KindVoucher, 1000), 5000))
	a := c.sent(r)
	receipt := receiptOf(c, a)
	if !receipt.Success || receipt.Transaction == "" || receipt.Extra.ChannelState.ChargedCumulativeAmount != "1000" {
		c.Errorf("receipt %+v, %+v", receipt, receipt.Extra)
	}
	if got := held(c, c.chain, c.address()); got != 1_000_000-5000 {
		c.Errorf("the payer holds %d: it deposited 5000 once", got)
	}

	repeat := buyWithPatience(c.T, r)
	if string(repeat.body) != string(a.body) {
		c.Errorf("a repeat: %d %s", repeat.status, repeat.body)
	}
	next := buyWithPatience(c.T, c.hand.call("next", c.hand.payload(channel.KindVoucher, 2000)))
	if next.status != http.StatusOK {
		c.Errorf("the next call: %d %s", next.status, reasonOf402(next))
	}
	c.hand.ledgerSays(2, "0.002")
	c.awaitPaid(2000)
}

// claims is killed when it claims what two calls have earned.
func (c *crashed) claims() {
	c.hand.open(5000)
	a, err := send(c.hand.call("second", c.hand.payload(channel.KindVoucher, 2000)))
	if err == nil && a.status != http.StatusOK {
		c.Fatalf("the second call: %d %s", a.status, reasonOf402(a))
	}
	c.restart()
	c.awaitPaid(2000)
	c.hand.ledgerSays(2, "0.002")
}

// refunds is killed when it gives back what is left.
func (c *crashed) refunds() {
	c.hand.open(5000)
	a := c.sent(c.hand.call("refund", c.hand.payload(channel.KindRefund, 1000)))
	if receipt := receiptOf(c, a); receipt.Amount != "4000" {
		c.Errorf("refunded were %s", receipt.Amount)
	}
	c.awaitPaid(1000)
	if got := held(c, c.chain, c.address()); got != 1_000_000-1000 {
		c.Errorf("the payer holds %d", got)
	}
	c.hand.ledgerSays(1, "0.001")
	again := buyWithPatience(c.T, c.hand.call("after", c.hand.payload(channel.KindVoucher, 2000)))
	if again.status != http.StatusPaymentRequired || reasonOf402(again) != x402.ReasonExceedsBalance {
		c.Errorf("a voucher for what was refunded: %d %s", again.status, reasonOf402(again))
	}
}

func (c *crashed) address() common.Address { return crypto.PubkeyToAddress(c.buyer.PublicKey) }

// awaitPaid waits until the seller holds what it has earned, and sees that it is no more.
func (c *crashed) awaitPaid(units int64) {
	c.Helper()
	await.Until(c, "the seller's money", func() bool { return held(c, c.chain, c.hand.payTo) >= units })
	if got := held(c, c.chain, c.hand.payTo); got != units {
		c.Errorf("the seller holds %d, it has earned %d", got, units)
	}
}
