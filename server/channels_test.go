package server

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
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
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/cost"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/facilitator/evm"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
	"github.com/farebox/farebox/store/storetest"
)

// channelSettings are the settings that take payments by channel on a chain.
func channelSettings(t testing.TB, chain *devchain.Chain) map[string]string {
	settings := onChain(chain)
	settings["BATCH_SETTLEMENT_KEY"] = hex.EncodeToString(crypto.FromECDSA(newKey(t)))
	settings["BATCH_WITHDRAW_DELAY"] = "15m"
	settings["BATCH_CLAIM_USD"] = "0.001"
	settings["BATCH_MIN_DEPOSIT_USD"] = "0"
	settings["BATCH_REFUND_EARNED_USD"] = "0"
	settings["SETTLE_TIMEOUT"] = "2m"
	return settings
}

// channelBuyer pays by channel and deposits so many dollars at once.
func (s *service) channelBuyer(deposit string) *pay.Transport {
	s.Helper()
	transport, err := pay.New(pay.Options{
		Wallet:     walletOf(s, s.key),
		DepositUSD: deposit,
	})
	if err != nil {
		s.Fatal(err)
	}
	return transport
}

// buyByChannel is what a call of $0.001 cost, and the seller's receipt for it.
func (s *service) buyByChannel(transport *pay.Transport, input string) (*pay.Payment, x402.Receipt) {
	s.Helper()
	response, err := transport.RoundTrip(s.hashCall(input))
	if err != nil {
		s.Fatalf("%s: %v", input, err)
	}
	receipt := receiptOf(s, answer{header: response.Header})
	if receipt.Extra == nil || receipt.Extra.ChannelState == nil {
		s.Fatalf("%s: receipt %+v", input, receipt)
	}
	return pay.Of(response), receipt
}

func held(t testing.TB, chain *devchain.Chain, owner common.Address) int64 {
	t.Helper()
	units, err := chain.BalanceOf(context.Background(), owner)
	if err != nil {
		t.Fatal(err)
	}
	return units.Int64()
}

// sentBy is how many transactions an account has made.
func sentBy(t testing.TB, chain *devchain.Chain, account common.Address) uint64 {
	t.Helper()
	n, err := chain.Client().NonceAt(t.Context(), account, nil)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestChannelPaysManyCallsWithTwoTransactions(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	s := start(t, chain.BuyerKey(), channelSettings(t, chain))
	client := s.channelBuyer("0.15")
	payer := crypto.PubkeyToAddress(s.key.PublicKey)
	settler := crypto.PubkeyToAddress(chain.SettlementKey().PublicKey)
	before := held(t, chain, payer)

	const calls = 100 // of $0.001 each
	for i := range calls {
		paid, receipt := s.buyByChannel(client, fmt.Sprint("call ", i))
		state := receipt.Extra.ChannelState
		want := fmt.Sprint(1000 * (i + 1))
		if state.ChargedCumulativeAmount != want || receipt.Extra.ChargedAmount != "1000" ||
			paid.ChargedUSD != "0.001" {
			t.Fatalf("call %d: receipt %+v, %+v", i, receipt.Extra, state)
		}
		if (receipt.Transaction != "") != (i == 0) || (paid.DepositUSD != "") != (i == 0) {
			t.Errorf("call %d: transaction %q; the first alone deposits", i, receipt.Transaction)
		}
	}
	if n := sentBy(t, chain, settler); n != 1 {
		t.Errorf("%d transactions for a deposit and %d calls", n, calls)
	}
	if got := held(t, chain, payer); before-got != 150_000 || held(t, chain, s.payTo) != 0 {
		t.Errorf("the payer has %d less, the seller %d", before-got, held(t, chain, s.payTo))
	}

	s.hand().collect()
	if got := held(t, chain, s.payTo); got != calls*1000 {
		t.Errorf("the seller was paid %d", got)
	}
	if n := sentBy(t, chain, settler); n != 2 {
		t.Errorf("%d transactions after the claim", n)
	}
	left, err := client.Refund(s.hashCall("refund"))
	if err != nil || left.AmountUSD != "0.05" {
		t.Fatalf("refund: %v, %+v", err, left)
	}
	if got := held(t, chain, payer); before-got != calls*1000 {
		t.Errorf("the payer has %d less after the refund", before-got)
	}
	if got := held(t, chain, channel.Settlement); got != 0 {
		t.Errorf("%d units are left in the contract", got)
	}
	s.ledgerSays(calls, "0.1")

	again, err := client.Refund(s.hashCall("refund"))
	if err != nil || again.Transaction != left.Transaction {
		t.Errorf("the refund asked for again: %v, %+v", err, again)
	}
	paid, receipt := s.buyByChannel(client, "after the refund")
	if receipt.Amount != "150000" || paid.DepositUSD != "0.15" {
		t.Errorf("a call after the refund, with a deposit: %+v, %+v", paid, receipt)
	}
}

// TestMoneyOfAnotherKeyIsToldOf: a service without the key that channels were opened with, or with another one, does
// not claim what they have earned, and says so.
func TestMoneyOfAnotherKeyIsToldOf(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	settings := channelSettings(t, chain)
	settings["BATCH_CLAIM_USD"] = "5"
	settings["DATABASE_URL"] = "sqlite:" + t.TempDir() + "/farebox.sqlite"
	s := start(t, chain.BuyerKey(), settings)
	s.buyByChannel(s.channelBuyer("0.15"), "a call")

	key := settings["BATCH_SETTLEMENT_KEY"]
	for _, c := range []struct{ why, key, want string }{
		{"the same key", key, ""},
		{"another key", hex.EncodeToString(crypto.FromECDSA(newKey(t))), "1 payment channels owe $0.001"},
		{"no key", "", "1 payment channels owe $0.001"},
	} {
		t.Run(c.why, func(t *testing.T) {
			settings["BATCH_SETTLEMENT_KEY"] = c.key
			later := start(t, chain.BuyerKey(), settings)
			later.server.health.probe(t.Context())
			said := ""
			for _, p := range later.get("/health").json(t)["problems"].([]any) {
				if p := p.(map[string]any); p["name"] == "channels" {
					said = fmt.Sprint(p["detail"])
				}
			}
			if (said == "") != (c.want == "") || !strings.Contains(said, c.want) {
				t.Errorf("health says %q, want %q", said, c.want)
			}
		})
	}
}

// collect looks at a channel, as the service does now and then. The look has been due for a second, because SQLite's
// clock counts whole milliseconds: what is due at this very nanosecond may be due later there.
func (h *hand) collect() {
	h.Helper()
	channels := h.server.parts.Channels
	due := h.server.now().Add(-time.Second)
	err := channels.WatchAgain(h.Context(), h.channelKey(), uint256.Int{}, due, time.Time{})
	if err != nil {
		h.Fatal(err)
	}
	if err := h.server.gate.Collect(h.Context()); err != nil {
		h.Fatal(err)
	}
}

// channelKey names the channel in the ledger.
func (h *hand) channelKey() payment.ChannelKey {
	return payment.ChannelKey{
		Network: h.offer.Network,
		ID:      h.id().Hex(),
	}
}

// ledgerSays compares the totals with what was sold.
func (s *service) ledgerSays(paid int, revenue string) {
	s.Helper()
	totals := s.get("/usage").json(s)["totals"].(map[string]any)
	if totals["paid"] != float64(paid) || fmt.Sprint(totals["revenue_usd"]) != revenue {
		s.Errorf("the ledger says %v, want %d calls for $%s", totals, paid, revenue)
	}
}

// hand makes payments by channel by hand.
type hand struct {
	*service
	config channel.Config
	offer  x402.Requirement
}

// hand reads the quote and opens nothing.
func (s *service) hand() *hand {
	s.Helper()
	offer := batchOffer(s, s.do(s.hashCall("quote")))
	payer := crypto.PubkeyToAddress(s.key.PublicKey)
	return &hand{
		service: s,
		offer:   offer,
		config: channel.Config{
			Payer:              payer,
			PayerAuthorizer:    payer,
			Receiver:           common.HexToAddress(offer.PayTo),
			ReceiverAuthorizer: common.HexToAddress(offer.Extra.ReceiverAuthorizer),
			Token:              common.HexToAddress(offer.Asset),
			WithdrawDelay:      offer.Extra.WithdrawDelay,
		},
	}
}

// batchOffer is the way to pay by channel in a 402.
func batchOffer(t testing.TB, a answer) x402.Requirement {
	t.Helper()
	quote := acceptsOf(t, a)
	if len(quote.Accepts) != 2 || quote.Accepts[0].Scheme != x402.SchemeExact ||
		quote.Accepts[1].Scheme != x402.SchemeBatch {
		t.Fatalf("accepts %+v", quote.Accepts)
	}
	return quote.Accepts[1]
}

func acceptsOf(t testing.TB, a answer) (quote x402.Required) {
	t.Helper()
	text, err := base64.StdEncoding.DecodeString(a.header.Get(x402.HeaderRequired))
	if err != nil || json.Unmarshal(text, &quote) != nil {
		t.Fatalf("%d: quote %s (%v)", a.status, text, err)
	}
	return quote
}

func (h *hand) id() common.Hash { return h.config.ID(channel.Domain(h.networks[0].ChainID)) }

// payload is a payment of a kind for a sum.
func (h *hand) payload(kind string, sum uint64) x402.ChannelPayload {
	h.Helper()
	most := uint256.NewInt(sum)
	signature, err := eip3009.Sign(h.key, channel.VoucherDigest(channel.Domain(h.networks[0].ChainID), h.id(), most))
	if err != nil {
		h.Fatal(err)
	}
	return x402.ChannelPayload{
		Type:          kind,
		ChannelConfig: h.config.Wire(),
		Voucher: x402.Voucher{
			ChannelID:          h.id().Hex(),
			MaxClaimableAmount: most.Dec(),
			Signature:          hexutil.Encode(signature),
		},
	}
}

// withDeposit adds a deposit.
func (h *hand) withDeposit(p x402.ChannelPayload, amount uint64) x402.ChannelPayload {
	h.Helper()
	d := channel.Deposit{
		Amount:      *uint256.NewInt(amount),
		ValidBefore: *uint256.NewInt(uint64(time.Now().Unix() + 3600)),
		Salt:        crypto.Keccak256Hash([]byte(fmt.Sprint(amount, p.Voucher))),
	}
	authorization := d.Authorization(h.config.Payer, h.id())
	separator := eip3009.DomainOf(h.networks[0]).Separator()
	signature, err := eip3009.Sign(h.key, channel.DepositDigest(separator, &authorization))
	if err != nil {
		h.Fatal(err)
	}
	p.Type = channel.KindDeposit
	p.Deposit = &x402.ChannelDeposit{
		Amount: d.Amount.Dec(),
		Authorization: x402.DepositAuthorization{ERC3009: &x402.ReceiveAuthorization{
			ValidAfter:  "0",
			ValidBefore: d.ValidBefore.Dec(),
			Salt:        d.Salt.Hex(),
			Signature:   hexutil.Encode(signature),
		}},
	}
	return p
}

// call is a call of an input with a payment.
func (h *hand) call(input string, p x402.ChannelPayload) *http.Request {
	h.Helper()
	text, err := json.Marshal(map[string]any{"x402Version": 2, "accepted": h.offer, "payload": p})
	if err != nil {
		h.Fatal(err)
	}
	r := h.hashCall(input)
	r.Header.Set(x402.HeaderPayment, base64.StdEncoding.EncodeToString(text))
	return r
}

// open opens the channel with a deposit and a first call of $0.001.
func (h *hand) open(deposit uint64) {
	h.Helper()
	a := h.do(h.call("open", h.withDeposit(h.payload(channel.KindVoucher, 1000), deposit)))
	if a.status != http.StatusOK {
		h.Fatalf("opening the channel: %d %s %s", a.status, a.body, reasonOf402(a))
	}
}

func reasonOf402(a answer) string {
	text, _ := base64.StdEncoding.DecodeString(a.header.Get(x402.HeaderRequired))
	var quote x402.Required
	_ = json.Unmarshal(text, &quote)
	return quote.Error
}

func TestChannelRefusesWhatItIsNotOwed(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	s := start(t, chain.BuyerKey(), channelSettings(t, chain))
	h := s.hand()
	if a := h.do(h.call("x", h.payload(channel.KindVoucher, 1000))); reasonOf402(a) != x402.ReasonChannelNotFound {
		t.Fatalf("a channel that is not there: %d %s", a.status, reasonOf402(a))
	}
	h.open(3500)

	for _, c := range []struct {
		why    string
		sum    uint64
		reason string
	}{
		{"the same sum for another call", 1000, x402.ReasonCumulative},
		{"no more than is charged", 1999, x402.ReasonCumulative},
		{"more than the price", 2001, x402.ReasonCumulative},
		{"less than the price in all", 999, x402.ReasonCumulative},
		{"nothing", 0, x402.ReasonCumulative},
	} {
		t.Run(c.why, func(t *testing.T) {
			a := h.do(h.call("another", h.payload(channel.KindVoucher, c.sum)))
			if a.status != http.StatusPaymentRequired || reasonOf402(a) != c.reason {
				t.Fatalf("%d %s", a.status, reasonOf402(a))
			}
			told := batchOffer(t, a).Extra
			if told.ChannelState == nil || told.ChannelState.ChargedCumulativeAmount != "1000" ||
				told.VoucherState == nil || told.VoucherState.SignedMaxClaimable != "1000" {
				t.Errorf("it says %+v, %+v", told.ChannelState, told.VoucherState)
			}
		})
	}

	tampered := h.payload(channel.KindVoucher, 2000)
	tampered.Voucher.Signature = h.payload(channel.KindVoucher, 3000).Voucher.Signature
	if a := h.do(h.call("x", tampered)); reasonOf402(a) != x402.ReasonVoucherSignature {
		t.Errorf("a voucher with another's signature: %d %s", a.status, reasonOf402(a))
	}
	for sum := uint64(2000); sum <= 3000; sum += 1000 {
		if a := h.do(h.call(fmt.Sprint(sum), h.payload(channel.KindVoucher, sum))); a.status != http.StatusOK {
			t.Fatalf("%d: %d %s", sum, a.status, reasonOf402(a))
		}
	}
	if a := h.do(h.call("x", h.payload(channel.KindVoucher, 4000))); reasonOf402(a) != x402.ReasonExceedsBalance {
		t.Errorf("beyond the balance: %d %s", a.status, reasonOf402(a))
	}
	s.ledgerSays(3, "0.003")
}

func TestVoucherBuysOneAnswerHoweverOftenItIsSent(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	s := start(t, chain.BuyerKey(), channelSettings(t, chain))
	h := s.hand()
	h.open(5000)
	r := h.call("twice", h.payload(channel.KindVoucher, 2000))
	first := h.do(again(r))
	second := h.do(again(r))
	if first.status != http.StatusOK || second.status != http.StatusOK || string(first.body) != string(second.body) {
		t.Errorf("%d %s, %d %s", first.status, first.body, second.status, second.body)
	}
	if second.header.Get("X-Replayed") != "true" {
		t.Error("the second answer is not the first's")
	}
	if one, two := receiptOf(t, first), receiptOf(t, second); *one.Extra.ChannelState != *two.Extra.ChannelState ||
		one.Extra.ChargedAmount != two.Extra.ChargedAmount {
		t.Errorf("receipts %+v, %+v", one.Extra, two.Extra)
	}
	s.ledgerSays(2, "0.002")
}

func TestChannelsNeedOurOwnSettlement(t *testing.T) {
	t.Parallel()
	_, err := ConfigFrom(map[string]string{
		"BATCH_SETTLEMENT_KEY": strings.Repeat("1d", 32),
		"FACILITATOR_URL":      "https://facilitator.example.com",
	})
	if err == nil || !strings.Contains(err.Error(), "BATCH_SETTLEMENT_KEY needs FACILITATOR_URL=self") {
		t.Errorf("%v", err)
	}
}

// TestQuotesWithChannelsFitThroughCommonProxies is TestQuoteOfTwoNetworksFitsThroughCommonProxies with another way to
// pay, and with signed offers too.
func TestQuotesWithChannelsFitThroughCommonProxies(t *testing.T) {
	t.Parallel()
	for _, signed := range []string{"false", "true"} {
		t.Run("signed offers "+signed, func(t *testing.T) {
			chain := newChain(t)
			settings := channelSettings(t, chain)
			settings["SIGNED_OFFERS"] = signed
			s := start(t, chain.BuyerKey(), settings)
			for _, op := range s.spec.Operations {
				if !op.Paid {
					continue
				}
				a := s.do(s.request(op.Method, op.Path, nil))
				size := base64.StdEncoding.DecodedLen(len(a.header.Get(x402.HeaderRequired)))
				quote := acceptsOf(t, a)
				if len(quote.Accepts) != 2 {
					t.Fatalf("%s: accepts %+v", op.Name(), quote.Accepts)
				}
				if size > 3072 {
					t.Errorf("%s: the quote has %d bytes", op.Name(), size)
				}
				if quote.Resource.Description == "" || quote.Extensions["bazaar"] == nil ||
					quote.Extensions["payment-identifier"] == nil {
					t.Errorf("%s: the quote says less than it has to: %+v", op.Name(), quote)
				}
			}
		})
	}
}

func TestFailedCallCostsAChannelNothing(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	s := start(t, chain.BuyerKey(), channelSettings(t, chain))
	h := s.hand()
	h.open(5000)
	r := h.call("bad", h.payload(channel.KindVoucher, 2000))
	query := r.URL.Query()
	query.Set("algo", "none such")
	r.URL.RawQuery = query.Encode()
	if a := h.do(r); a.status != http.StatusBadRequest {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := h.do(h.call("good", h.payload(channel.KindVoucher, 2000))); a.status != http.StatusOK {
		t.Errorf("the same voucher afterwards: %d %s", a.status, reasonOf402(a))
	}
	s.ledgerSays(2, "0.002")
}

// TestRefundsCostNoMoreGasThanTheyAreEarned: each is a transaction that the seller pays for. Refunds of one unit after
// another could empty the key that settles, and close the shop for all.
func TestRefundsCostNoMoreGasThanTheyAreEarned(t *testing.T) {
	chain := newChain(t)
	settings := channelSettings(t, chain)
	settings["BATCH_REFUND_EARNED_USD"] = "0.002"
	s := start(t, chain.BuyerKey(), settings)
	settler := crypto.PubkeyToAddress(chain.SettlementKey().PublicKey)
	h := s.hand()
	h.open(100_000)
	sent := sentBy(t, chain, settler)

	refund := func(charged uint64, amount string) answer {
		p := h.payload(channel.KindRefund, charged)
		p.Amount = amount
		return h.do(h.call("refund", p))
	}
	refused := func(why, reason string, a answer) {
		t.Helper()
		receipt := a.header.Get(x402.HeaderPaymentResponse)
		if a.status != http.StatusPaymentRequired || reasonOf402(a) != reason || receipt != "" {
			t.Errorf("%s: %d %s", why, a.status, reasonOf402(a))
		}
	}
	for range 3 {
		refused("one unit", x402.ReasonRefundAmount, refund(1000, "1"))
	}
	refused("after one call of $0.001", x402.ReasonRefundUnearned, refund(1000, ""))
	if n := sentBy(t, chain, settler); n != sent {
		t.Fatalf("%d transactions for refunds that were refused", n-sent)
	}

	if a := h.do(h.call("two", h.payload(channel.KindVoucher, 2000))); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, reasonOf402(a))
	}
	if a := refund(2000, "98000"); a.status != http.StatusOK {
		t.Errorf("all that is left: %d %s", a.status, reasonOf402(a))
	}
	if a := refund(2000, ""); a.status != http.StatusOK {
		t.Errorf("the same refund again: %d %s", a.status, reasonOf402(a))
	}
	if n := sentBy(t, chain, settler); n != sent+1 {
		t.Errorf("%d transactions for one refund", n-sent)
	}

	deposited := h.do(h.call("three", h.withDeposit(h.payload(channel.KindVoucher, 3000), 5000)))
	if deposited.status != http.StatusOK {
		t.Fatalf("%d %s", deposited.status, reasonOf402(deposited))
	}
	refused("a second refund that was not earned", x402.ReasonRefundUnearned, refund(3000, ""))
	if a := h.do(h.call("four", h.payload(channel.KindVoucher, 4000))); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, reasonOf402(a))
	}
	if a := refund(4000, ""); a.status != http.StatusOK {
		t.Errorf("a second refund that was earned: %d %s", a.status, reasonOf402(a))
	}
}

// TestTransactionsOfAPayerAreBounded, and calls that need none go on.
func TestTransactionsOfAPayerAreBounded(t *testing.T) {
	chain := newChain(t)
	settings := channelSettings(t, chain)
	settings["BATCH_PAYER_TRANSACTIONS"] = "2"
	s := start(t, chain.BuyerKey(), settings)
	settler := crypto.PubkeyToAddress(chain.SettlementKey().PublicKey)
	h := s.hand()
	h.open(2000)
	second := h.do(h.call("two", h.withDeposit(h.payload(channel.KindVoucher, 2000), 2000)))
	if second.status != http.StatusOK {
		t.Fatalf("%d %s", second.status, reasonOf402(second))
	}
	sent := sentBy(t, chain, settler)

	for what, r := range map[string]*http.Request{
		"a third deposit": h.call("three", h.withDeposit(h.payload(channel.KindVoucher, 3000), 2000)),
		"a refund":        h.call("refund", h.payload(channel.KindRefund, 2000)),
	} {
		a := h.do(r)
		waits := a.header.Get("Retry-After")
		if a.status != http.StatusTooManyRequests || a.code() != "payer_transactions" || waits == "" {
			t.Errorf("%s: %d %s", what, a.status, a.body)
		}
	}
	if n := sentBy(t, chain, settler); n != sent {
		t.Errorf("%d transactions beyond the bound", n-sent)
	}
	if a := h.do(h.call("three", h.payload(channel.KindVoucher, 3000))); a.status != http.StatusOK {
		t.Errorf("a call that needs no transaction: %d %s", a.status, a.body)
	}
}

func databases() map[string]func(testing.TB) string {
	return map[string]func(testing.TB) string{
		"sqlite":   storetest.SQLite,
		"postgres": storetest.Postgres,
	}
}

// TestVouchersAtOnceAreChargedOneAfterTheOther sends one sum for many calls at once, to two replicas.
func TestVouchersAtOnceAreChargedOneAfterTheOther(t *testing.T) {
	t.Parallel()
	for name, database := range databases() {
		t.Run(name, func(t *testing.T) {
			settlers := []string{hex.EncodeToString(crypto.FromECDSA(newKey(t))), ""}
			other, err := crypto.HexToECDSA(settlers[0])
			if err != nil {
				t.Fatal(err)
			}
			chain := newChain(t, func(o *devchain.Options) {
				o.Accounts = map[common.Address]types.Account{
					crypto.PubkeyToAddress(other.PublicKey): {Balance: big.NewInt(params.Ether)},
				}
			})
			settings := channelSettings(t, chain)
			settings["DATABASE_URL"] = database(t)
			settings["PAY_TO_ADDRESS"] = common.HexToAddress("0x5e11e7").Hex()
			one := start(t, chain.BuyerKey(), settings)
			second := maps.Clone(settings)
			second["SETTLEMENT_KEY"] = settlers[0]
			two := start(t, chain.BuyerKey(), second)
			h := one.hand()
			h.open(100_000)

			const rounds, width = 6, 8
			sold := 1
			for round := range rounds {
				p := h.payload(channel.KindVoucher, uint64(1000*(sold+1)))
				answered := make([]answer, width)
				var all sync.WaitGroup
				for i := range width {
					r := h.call(fmt.Sprint("round ", round, " call ", i), p)
					if i%2 == 1 {
						r.URL.Host = strings.TrimPrefix(two.url, "http://")
					}
					all.Go(func() { answered[i], _ = send(r) })
				}
				all.Wait()
				paid := 0
				for _, a := range answered {
					switch {
					case a.status == http.StatusOK:
						paid++
					case a.status == http.StatusConflict:
					case a.status == http.StatusPaymentRequired && reasonOf402(a) == x402.ReasonCumulative:
					default:
						t.Errorf("%d %s %s", a.status, a.body, reasonOf402(a))
					}
				}
				if paid != 1 {
					t.Fatalf("round %d: %d calls were answered for one voucher", round, paid)
				}
				sold++
			}
			c, err := one.server.parts.Channels.Channel(t.Context(), h.channelKey())
			if err != nil || c.Charged.Dec() != fmt.Sprint(1000*sold) {
				t.Errorf("charged %v (%v), sold %d", c, err, sold)
			}
		})
	}
}

// TestWithdrawnChannelIsClaimedAndNoLongerTaken has the payer begin to take its money away.
func TestWithdrawnChannelIsClaimedAndNoLongerTaken(t *testing.T) {
	t.Parallel()
	key := newKey(t)
	payer := crypto.PubkeyToAddress(key.PublicKey)
	chain := newChain(t, func(o *devchain.Options) {
		o.BuyerKey = key
		o.Accounts = map[common.Address]types.Account{payer: {Balance: big.NewInt(params.Ether)}}
	})
	settings := channelSettings(t, chain)
	settings["BATCH_CLAIM_USD"] = "1"
	s := start(t, key, settings)
	h := s.hand()
	h.open(50_000)
	if err := s.server.gate.Collect(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := held(t, chain, s.payTo); got != 0 {
		t.Fatalf("%d were claimed although it is neither much nor old", got)
	}

	begin, _ := channel.PackWithdraw(&h.config, uint256.NewInt(50_000))
	transaction, err := chain.Transact(t.Context(), key, channel.Settlement, begin)
	if err != nil {
		t.Fatal(err)
	}
	awaitReceipt(t, chain, transaction.Hash())
	h.collect()
	if got := held(t, chain, s.payTo); got != 1000 {
		t.Errorf("claimed were %d", got)
	}
	a := h.do(h.call("more", h.payload(channel.KindVoucher, 2000)))
	if a.status != http.StatusPaymentRequired || reasonOf402(a) != x402.ReasonChannelWithdrawing {
		t.Errorf("a voucher of a channel that is being withdrawn: %d %s", a.status, reasonOf402(a))
	}

	before := held(t, chain, payer)
	a = h.do(h.call("deposit", h.withDeposit(h.payload(channel.KindVoucher, 2000), 50_000)))
	if a.status != http.StatusPaymentRequired || reasonOf402(a) != x402.ReasonChannelWithdrawing {
		t.Errorf("a deposit into a channel that is being withdrawn: %d %s", a.status, reasonOf402(a))
	}
	if got := held(t, chain, payer); got != before {
		t.Errorf("the deposit was made all the same: the payer has %d less", before-got)
	}
	s.ledgerSays(1, "0.001")
}

// TestOldChannelsAreRefundedAfterTheTermsChanged: a channel keeps the terms that it was opened under. One that the
// ledger does not know stays refused: anybody can name this seller's key in it.
func TestOldChannelsAreRefundedAfterTheTermsChanged(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	settings := channelSettings(t, chain)
	settings["DATABASE_URL"] = "sqlite:" + t.TempDir() + "/farebox.sqlite"
	s := start(t, chain.BuyerKey(), settings)
	h := s.hand()
	payer := crypto.PubkeyToAddress(s.key.PublicKey)
	before := held(t, chain, payer)
	h.open(50_000)

	settings["BATCH_WITHDRAW_DELAY"] = "30m" // and the address that is paid is another with every start
	later := start(t, chain.BuyerKey(), settings).hand()
	later.config = h.config

	a := later.do(later.call("more", later.payload(channel.KindVoucher, 2000)))
	if a.status != http.StatusPaymentRequired || reasonOf402(a) != x402.ReasonChannelReceiver {
		t.Errorf("a voucher of a channel of old terms: %d %s", a.status, reasonOf402(a))
	}
	if a = later.do(later.call("refund", later.payload(channel.KindRefund, 1000))); a.status != http.StatusOK {
		t.Fatalf("a refund of it: %d %s %s", a.status, reasonOf402(a), a.body)
	}
	if got := held(t, chain, payer); before-got != 1000 {
		t.Errorf("the payer has %d less after a call of 1000", before-got)
	}
	if got := held(t, chain, s.payTo); got != 1000 {
		t.Errorf("the receiver of the channel has %d", got)
	}

	later.config.Salt = common.HexToHash("0x01")
	a = later.do(later.call("refund", later.payload(channel.KindRefund, 1000)))
	if a.status != http.StatusPaymentRequired || reasonOf402(a) != x402.ReasonChannelReceiver {
		t.Errorf("a refund of a channel that nobody knows: %d %s", a.status, reasonOf402(a))
	}
}

// TestDepositThatDoesNotCoverTheCallIsNotMade: the payer keeps its money.
func TestDepositThatDoesNotCoverTheCallIsNotMade(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	s := start(t, chain.BuyerKey(), channelSettings(t, chain))
	h := s.hand()
	payer := crypto.PubkeyToAddress(s.key.PublicKey)
	before := held(t, chain, payer)

	a := h.do(h.call("dear", h.withDeposit(h.payload(channel.KindVoucher, 1000), 500)))
	if a.status != http.StatusPaymentRequired || reasonOf402(a) != x402.ReasonExceedsBalance {
		t.Errorf("%d %s", a.status, reasonOf402(a))
	}
	if got := held(t, chain, payer); got != before {
		t.Errorf("the payer has %d less", before-got)
	}

	a = h.do(h.call("dear", h.withDeposit(h.payload(channel.KindVoucher, 1000), 1500)))
	if a.status != http.StatusOK {
		t.Errorf("a deposit that covers it: %d %s", a.status, a.body)
	}
}

// awaitReceipt waits until a transaction is in a block.
func awaitReceipt(t testing.TB, chain *devchain.Chain, hash common.Hash) {
	t.Helper()
	await.Until(t, "transaction "+hash.Hex(), func() bool {
		receipt, err := chain.Client().TransactionReceipt(t.Context(), hash)
		if err == nil && receipt.Status != types.ReceiptStatusSuccessful {
			t.Fatalf("transaction %s: %+v", hash, receipt)
		}
		return err == nil
	})
}

// spent is what all requests have cost the service.
func (s *service) spent() cost.Amount {
	s.Helper()
	sum, err := s.server.parts.Usage.Summarize(s.Context())
	if err != nil {
		s.Fatal(err)
	}
	var all cost.Amount
	for _, route := range sum.Routes {
		all += route.Cost
	}
	return all
}

// gasCost is what gas on the buyer's network costs the seller.
func (h *hand) gasCost(wei *big.Int) cost.Amount {
	return h.server.settling.ofGas(x402.Builtin()[0].CAIP2, wei).USD
}

// TestGasIsToldByPayer: the operator sees what deposits, claims and refunds have cost, and whose they were.
func TestGasIsToldByPayer(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	settings := channelSettings(t, chain)
	settings["GAS_COIN_USD"] = "3000"
	h := start(t, chain.BuyerKey(), settings).hand()
	h.open(5000)
	h.collect()
	deposit := h.server.parts.Gas()[0].Spent[evm.ForDeposit].Wei
	if got, want := h.spent(), h.gasCost(deposit); got != want || want == 0 {
		t.Errorf("the call with the deposit has cost %s, want %s", got, want)
	}
	if a := h.do(h.call("refund", h.payload(channel.KindRefund, 1000))); a.status != http.StatusOK {
		t.Fatalf("refund: %d %s", a.status, a.body)
	}

	status := h.server.parts.Gas()[0]
	refund := h.gasCost(status.Spent[evm.ForRefund].Wei)
	before := h.gasCost(deposit)
	await.Until(t, "the events of free calls", func() bool { return h.spent() > before })
	if got := h.spent() - before; refund == 0 || got != refund {
		t.Errorf("the refund has cost %s, want %s", got, refund)
	}
	for _, purpose := range []evm.Purpose{evm.ForDeposit, evm.ForClaims, evm.ForRefund} {
		if n := status.Spent[purpose].Transactions; n != 1 {
			t.Errorf("%d transactions for %s", n, purpose)
		}
	}
	sum := new(big.Int)
	for _, spent := range status.Spent {
		sum.Add(sum, spent.Wei)
	}
	payer := crypto.PubkeyToAddress(h.key.PublicKey)
	if len(status.Payers) != 1 || status.Payers[0].Payer != payer || status.Payers[0].Wei.Cmp(sum) != 0 {
		t.Errorf("payers %+v, all have cost %s", status.Payers, sum)
	}
	families, err := h.server.parts.Metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	samples := map[string]int{}
	for _, family := range families {
		samples[family.GetName()] = len(family.GetMetric())
	}
	if samples["farebox_gas_wei_total"] != 3 || samples["farebox_gas_payer_wei"] != 1 {
		t.Errorf("samples %v", samples)
	}
}
