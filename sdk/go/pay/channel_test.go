package pay

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestVoucherAndDepositAreThoseOfTheReferenceClient signs what the reference client of npm (@x402/evm 2.27.0) signed
// with the key 0x11..11.
func TestVoucherAndDepositAreThoseOfTheReferenceClient(t *testing.T) {
	const (
		id      = "0x23f55e494a8183ec484ed799d6bde9ac9d5683e67c1d917c93960dcac19df8bb"
		sum     = "51afc3079bc8ed767c73977ffd6870d738138702889a9642f65874fd28ca959a6a9e103095e466df5905051ae9511ed51310ca602cc16ad6dff5c77b81c442751b"
		deposit = "cb6982a10d14b1a63f455af2c53658b918d7262301259f7207aa86afcfaf74154c26539e5c2a0a6d95ddf60c0df0b7f8d7df19585d099293d26c15e61ac61aae1b"
		salt    = "3874bc2bad0a9a43031f28b61a4f57dd83793046bc9bbcebc3714b5471713156"
	)
	key, err := NewKey(strings.Repeat("11", 32))
	if err != nil {
		t.Fatal(err)
	}
	transport, clock := newTransport(t, func(o *Options) { o.Wallet = key })
	own, err := newChannel(channelConfig{
		Payer:              key.Address(),
		PayerAuthorizer:    key.Address(),
		Receiver:           "0x" + strings.Repeat("11", 20),
		ReceiverAuthorizer: "0x" + strings.Repeat("22", 20),
		Token:              BaseUSDC.Contract,
		WithdrawDelay:      900,
		Salt:               "0x" + strings.Repeat("0", 60) + "5a17",
	}, BaseUSDC.ChainID)
	if err != nil || own.name() != id {
		t.Fatalf("the channel is %s, %v", own.name(), err)
	}

	v, err := transport.voucher(own, 1000)
	if err != nil || v.Signature != "0x"+sum {
		t.Errorf("voucher %+v, %v", v, err)
	}
	raw, err := hex.DecodeString(salt)
	if err != nil {
		t.Fatal(err)
	}
	transport.random = bytes.NewReader(raw)
	clock.at = time.Unix(1795446140, 0).Add(-time.Hour)
	d, err := transport.signDeposit(own, Offer{MaxTimeoutSeconds: 3600, asset: BaseUSDC}, 5000)
	if err != nil || d.Authorization.ERC3009.Signature != "0x"+deposit || d.Amount != "5000" {
		t.Errorf("deposit %+v, %v", d, err)
	}
}

// channelQuote offers channels behind exact. told is what the seller says of one.
func channelQuote(told map[string]any) map[string]any {
	q := quoted("2000")
	extra := map[string]any{
		"name":               BaseUSDC.Name,
		"version":            BaseUSDC.Version,
		"receiverAuthorizer": "0x" + strings.Repeat("22", 20),
		"withdrawDelay":      900,
	}
	for name, value := range told {
		extra[name] = value
	}
	other := quoted("2000", set("scheme", schemeChannel), set("extra", extra))
	q["accepts"] = append(q["accepts"].([]any), other["accepts"].([]any)...)
	return q
}

// refuseTelling refuses, and says things of a channel.
func refuseTelling(reason string, told map[string]any) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		q := channelQuote(told)
		q["error"] = reason
		w.Header().Set(headerRequired, encoded(q))
		w.WriteHeader(http.StatusPaymentRequired)
	}
}

func channelPayloads(t *testing.T, s *seller) (all []channelPayload) {
	t.Helper()
	for i := range s.paid() {
		raw, err := base64.StdEncoding.DecodeString(s.payment(i))
		var m channelMessage
		if err != nil || json.Unmarshal(raw, &m) != nil {
			t.Fatalf("payment %d: %s", i, raw)
		}
		all = append(all, m.Payload)
	}
	return all
}

func byChannel(o *Options) { o.DepositUSD = "0.1" }

// sellByChannel answers with a receipt for so much.
func sellByChannel(charged, sum, balance string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set(headerResponse, encoded(map[string]any{
			"success":     true,
			"transaction": "",
			"network":     BaseUSDC.Network,
			"extra": map[string]any{
				"chargedAmount": charged,
				"channelState":  map[string]any{"chargedCumulativeAmount": sum, "balance": balance},
			},
		}))
		_, _ = w.Write([]byte(`{"sold":true}`))
	}
}

func TestChannelIsOpenedWhenTheSellerHasNone(t *testing.T) {
	s := newSeller(t, refuseTelling(reasonNoChannel, nil), sellByChannel("2000", "2000", "100000"),
		sellByChannel("2000", "4000", "100000"))
	s.quote = func(int) map[string]any { return channelQuote(nil) }
	transport, _ := newTransport(t, byChannel)
	for _, left := range []string{"0.098", "0.096"} {
		if _, p, err := get(t, transport, s); err != nil || p.ChargedUSD != "0.002" || p.LeftUSD != left {
			t.Fatalf("%+v, %v", p, err)
		}
	}

	sent := channelPayloads(t, s)
	if len(sent) != 3 || sent[0].Type != "voucher" || sent[1].Type != "deposit" || sent[2].Type != "voucher" {
		t.Fatalf("sent %+v", sent)
	}
	if sent[1].Deposit.Amount != "100000" || sent[1].Voucher.MaxClaimableAmount != "2000" ||
		sent[2].Voucher.MaxClaimableAmount != "4000" {
		t.Errorf("sent %+v", sent)
	}
	if spent := transport.SpentUSD(); spent != "0.004" {
		t.Errorf("spent %s", spent)
	}
}

func TestNothingIsSignedForASumThatIsNotProven(t *testing.T) {
	s := newSeller(t)
	s.quote = func(int) map[string]any { return channelQuote(nil) }
	transport, _ := newTransport(t, byChannel)
	q, err := parseV2(encoded(channelQuote(nil)), transport.opts.Assets)
	if err != nil {
		t.Fatal(err)
	}
	o, _ := q.byChannel()
	own, err := transport.channelOf(o)
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]any{
		"channelState": map[string]any{
			"channelId":               own.name(),
			"balance":                 "100000",
			"chargedCumulativeAmount": "90000",
		},
		"voucherState": map[string]any{"signedMaxClaimable": "90000", "signature": "0x" + strings.Repeat("11", 65)},
	}
	s.then(refuseTelling(reasonCumulative, told))

	_, _, err = get(t, transport, s)
	refused := as[*PaymentRefused](t, err)
	if !errors.Is(err, errUnproven) || refused.Charged != NotCharged || s.paid() != 1 {
		t.Errorf("%v after %d payments", err, s.paid())
	}
	if spent := transport.SpentUSD(); spent != "0" {
		t.Errorf("spent %s", spent)
	}

	proof, err := transport.voucher(own, 90000)
	if err != nil {
		t.Fatal(err)
	}
	told["voucherState"] = map[string]any{"signedMaxClaimable": "90000", "signature": proof.Signature}
	s.then(sell, refuseTelling(reasonCumulative, told), sellByChannel("2000", "92000", "100000"))
	if _, p, err := get(t, transport, s); err != nil || p.ChargedUSD != "0.002" {
		t.Errorf("with proof: %+v, %v", p, err)
	}
}

func TestDepositsKeepToTheBudgetAndTheSellersLeast(t *testing.T) {
	s := newSeller(t, refuseTelling(reasonNoChannel, nil))
	s.quote = func(int) map[string]any { return channelQuote(nil) }
	transport, _ := newTransport(t, byChannel, func(o *Options) { o.BudgetUSD = "0.05" })
	_, _, err := get(t, transport, s)
	over := as[*OverBudget](t, err)
	if over.PriceUSD != "0.1" || over.LimitUSD != "0.05" || s.paid() != 1 || transport.SpentUSD() != "0" {
		t.Errorf("%+v after %d payments, spent %s", over, s.paid(), transport.SpentUSD())
	}

	s = newSeller(t, refuseTelling(reasonNoChannel, nil),
		refuseTelling(reasonDepositSmall, map[string]any{"minDeposit": "500000"}))
	s.quote = func(int) map[string]any { return channelQuote(nil) }
	transport, _ = newTransport(t, byChannel)
	_, _, err = get(t, transport, s)
	refused := as[*PaymentRefused](t, err)
	if refused.Code != reasonDepositSmall || !strings.Contains(refused.Detail, "at least 0.5 USD") || s.paid() != 2 {
		t.Errorf("%+v after %d payments", refused, s.paid())
	}
}

func TestFolderKeepsChannels(t *testing.T) {
	kept := Folder(t.TempDir() + "/channels")
	if state, err := kept.Load("0x1"); state != nil || err != nil {
		t.Errorf("before anything was kept: %s, %v", state, err)
	}
	for _, state := range []string{`{"charged":1}`, `{}`} {
		if err := kept.Save("0x1", []byte(state)); err != nil {
			t.Fatal(err)
		}
		if got, err := kept.Load("0x1"); string(got) != state || err != nil {
			t.Errorf("%s came back as %s, %v", state, got, err)
		}
	}
}
