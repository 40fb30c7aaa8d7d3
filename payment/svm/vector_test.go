package svm_test

import (
	"encoding/base64"
	"encoding/json"
	"testing"

	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/svm/svmtest"
	"github.com/farebox/farebox/payment/x402"
)

// stock is a payment of 10,000 units that @x402/svm 2.27.0 made: keys of the bytes 1 (buyer) and 2 (fee payer), to the
// owner of key 3.
const stock = "AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACnbhK+ADr5rtpvKEbz" +
	"NJounU5MXEXBZGT1HkPngYYIAtMxAfEwMpAZVAT60z/t6t2S9zn6qZ2YVu0UYVq6lGoOgAIBBAiBOXcOqH0XX1ajVGbDTH7My42KkbTuN6Jd" +
	"9g9bj8mzlIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29cK8kCOGhpAsJh82TGFPHsq0/z4F9YGhwIBT/HU9NN52y3u4T1/jPeFaQe" +
	"Wwjr0hpa8fhuRvZTRT6HDzBHpR7Q4AMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAAxvp6877brTo9ZfNqq8l0MbG75MLS9uDkfKYC" +
	"A0UvXWEFSlNamSkhBk0k6HFg2jh8fDW13bySu4HkH6hAQQVEjQbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpAQAAAAAAAAAAAAAA" +
	"AAAAAAAAAAAAAAAAAAAAAAAAAAAEBAAFAiBOAAAEAAkDAQAAAAAAAAAHBAIFAwEKDBAnAAAAAAAABgYAIDA1ODYzMzc4ZDkzNTNhNjQ2YjY0" +
	"YjJiNDJjNjI5MmRiAA=="

func requirement() x402.Requirement {
	return x402.Requirement{
		Scheme:  x402.SchemeExact,
		Network: svm.Mainnet,
		Amount:  "10000",
		Asset:   "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
		PayTo:   "GyGKxMyg1p9SsHfm15MkNUu1u9TN2JtTspcdmrtGUdse",
		Extra:   x402.Extra{FeePayer: "9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu"},
	}
}

func terms(t *testing.T) svm.Terms {
	t.Helper()
	got, err := svm.NewTerms(requirement(), svm.Builtin()[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestPaymentOfTheStockBuyerIsReadAndTaken(t *testing.T) {
	p, err := svm.ReadPayment(stock)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.Payer.String(), "AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9"; got != want {
		t.Errorf("payer %s, want %s", got, want)
	}
	if p.Transfer.Amount != 10_000 || p.Transfer.Decimals != 6 {
		t.Errorf("%d units with %d decimals", p.Transfer.Amount, p.Transfer.Decimals)
	}
	if p.Text() != stock {
		t.Errorf("written again it is %s", p.Text())
	}
	if refused := p.Check(terms(t)); refused != nil {
		t.Errorf("refused: %+v", refused)
	}
	if fee := p.PriorityFee(); fee != 1 {
		t.Errorf("a priority fee of %d lamports: a part of one counts as one", fee)
	}
}

// TestOrderOfTheTestsIsTheStockBuyers keeps what tests build next to what buyers send.
func TestOrderOfTheTestsIsTheStockBuyers(t *testing.T) {
	p, err := svm.ReadPayment(stock)
	if err != nil {
		t.Fatal(err)
	}
	note := string(p.Message.Instructions[3].Data)
	order := svmtest.Stock(t, svm.Builtin()[0], svmtest.Key(1), svm.AddressOf(svmtest.Key(3)),
		svm.AddressOf(svmtest.Key(2)), 10_000, p.Message.Blockhash, note)
	ours, err := svm.ReadPayment(order.Sign())
	if err != nil {
		t.Fatal(err)
	}
	if refused := ours.Check(terms(t)); refused != nil {
		t.Errorf("refused: %+v", refused)
	}
	if len(ours.Text()) != len(stock) || ours.Transfer != p.Transfer {
		t.Errorf("%d letters and %+v, the stock buyer has %d and %+v", len(ours.Text()), ours.Transfer, len(stock), p.Transfer)
	}
}

func TestFeePayersPlaceDoesNotNameThePayment(t *testing.T) {
	p, err := svm.ReadPayment(stock)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := base64.StdEncoding.DecodeString(stock)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 64 {
		raw[1+i] = byte(i)
	}
	other, err := svm.ReadPayment(base64.StdEncoding.EncodeToString(raw))
	if err != nil {
		t.Fatal(err)
	}
	if other.Text() == p.Text() || other.Name != p.Name {
		t.Errorf("names %s and %s of one message", other.Name, p.Name)
	}
}

// TestNoByteOfTheMessageCanBeChanged changes each bit that the payer has signed, and of the payer's signature.
func TestNoByteOfTheMessageCanBeChanged(t *testing.T) {
	want := terms(t)
	raw, err := base64.StdEncoding.DecodeString(stock)
	if err != nil {
		t.Fatal(err)
	}
	const payersSignature = 1 + 64
	for i := payersSignature; i < len(raw); i++ {
		for bit := range 8 {
			raw[i] ^= 1 << bit
			p, err := svm.ReadPayment(base64.StdEncoding.EncodeToString(raw))
			if err == nil && p.Check(want) == nil {
				t.Fatalf("byte %d with bit %d changed is taken", i, bit)
			}
			raw[i] ^= 1 << bit
		}
	}
}

func TestTransactionsThatNodesDoNotTakeAreNotRead(t *testing.T) {
	raw, err := base64.StdEncoding.DecodeString(stock)
	if err != nil {
		t.Fatal(err)
	}
	change := func(f func([]byte) []byte) string {
		return base64.StdEncoding.EncodeToString(f(append([]byte(nil), raw...)))
	}
	for why, text := range map[string]string{
		"no text":                   "",
		"not base64":                stock[:40] + "!" + stock[41:],
		"line ends in base64":       stock[:40] + "\n" + stock[40:],
		"bytes behind the message":  change(func(b []byte) []byte { return append(b, 0) }),
		"the end is missing":        change(func(b []byte) []byte { return b[:len(b)-1] }),
		"one signature too few":     change(func(b []byte) []byte { return append([]byte{1}, b[65:]...) }),
		"a length in a longer form": change(func(b []byte) []byte { return append([]byte{0x82, 0}, b[1:]...) }),
		"version 1":                 change(func(b []byte) []byte { b[129] = 0x81; return b }),
		"nobody pays":               change(func(b []byte) []byte { b[130] = 0; return b }),
		"more bytes than a packet":  change(func(b []byte) []byte { return append(b, make([]byte, 1232)...) }),
	} {
		if _, err := svm.ReadPayment(text); err == nil {
			t.Errorf("read: %s", why)
		}
	}
}

func TestAddressesHaveOneForm(t *testing.T) {
	for text, good := range map[string]bool{
		"EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v":  true,
		"11111111111111111111111111111111":              true,
		"1111111111111111111111111111111":               false,
		"111111111111111111111111111111111":             false,
		"EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1l":  false,
		"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913":    false,
		" EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v": false,
		"": false,
		"zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz": false,
	} {
		a, err := svm.ParseAddress(text)
		if (err == nil) != good || good && a.String() != text {
			t.Errorf("%q: %v, %s", text, err, a)
		}
	}
}

func TestKeysAreReadInTheFormsOfWalletsAndTools(t *testing.T) {
	key := svmtest.Key(7)
	numbers := make([]int, len(key))
	for i, b := range key {
		numbers[i] = int(b)
	}
	list, err := json.Marshal(numbers)
	if err != nil {
		t.Fatal(err)
	}
	for form, text := range map[string]string{
		"base58":       " " + svm.Signature(key).String() + "\n",
		"JSON numbers": string(list),
	} {
		if got, err := svm.ParseKey(text); err != nil || !got.Equal(key) {
			t.Errorf("%s: %v", form, err)
		}
	}
	for why, text := range map[string]string{
		"one half":          "4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM",
		"not base58":        "0OIl",
		"numbers too big":   "[256]",
		"halves of two":     svm.Signature(append(key[:32:32], svmtest.Key(8)[32:]...)).String(),
		"an Ethereum key":   "0x0000000000000000000000000000000000000000000000000000000000000001",
		"nothing":           "",
		"an empty list":     "[]",
		"something else":    "[\"a\"]",
		"not the end of it": svm.Signature(key).String() + "1",
	} {
		if _, err := svm.ParseKey(text); err == nil {
			t.Errorf("read: %s", why)
		}
	}
}
