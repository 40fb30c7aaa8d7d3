package pay

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// Addresses of the keys of the bytes 1, 2 and 3, and a blockhash. Source of the vectors: @solana/kit 5.5.1.
const (
	solanaBuyer    = "AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9"
	solanaFeePayer = "9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu"
	solanaSeller   = "GyGKxMyg1p9SsHfm15MkNUu1u9TN2JtTspcdmrtGUdse"
	blockhash      = "4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM"
)

// stockTransaction is what @x402/svm 2.27.0 made of 10,000 units with these keys.
const stockTransaction = "AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACnbhK+ADr5rtpvKEbz" +
	"NJounU5MXEXBZGT1HkPngYYIAtMxAfEwMpAZVAT60z/t6t2S9zn6qZ2YVu0UYVq6lGoOgAIBBAiBOXcOqH0XX1ajVGbDTH7My42KkbTuN6Jd" +
	"9g9bj8mzlIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29cK8kCOGhpAsJh82TGFPHsq0/z4F9YGhwIBT/HU9NN52y3u4T1/jPeFaQe" +
	"Wwjr0hpa8fhuRvZTRT6HDzBHpR7Q4AMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAAxvp6877brTo9ZfNqq8l0MbG75MLS9uDkfKYC" +
	"A0UvXWEFSlNamSkhBk0k6HFg2jh8fDW13bySu4HkH6hAQQVEjQbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpAQAAAAAAAAAAAAAA" +
	"AAAAAAAAAAAAAAAAAAAAAAAAAAAEBAAFAiBOAAAEAAkDAQAAAAAAAAAHBAIFAwEKDBAnAAAAAAAABgYAIDA1ODYzMzc4ZDkzNTNhNjQ2YjY0" +
	"YjJiNDJjNjI5MmRiAA=="

func solanaKey(t *testing.T) *SolanaKey {
	t.Helper()
	numbers := make([]int, 64)
	public := base58Decode(solanaBuyer)
	for i := range 32 {
		numbers[i] = 1
		numbers[32+i] = int(public[i])
	}
	text, err := json.Marshal(numbers)
	if err != nil {
		t.Fatal(err)
	}
	key, err := NewSolanaKey(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// onSolana changes an entry of accepts into one of Solana.
func onSolana(change ...func(accept map[string]any)) map[string]any {
	return quoted("2000", append([]func(map[string]any){func(a map[string]any) {
		a["network"] = SolanaUSDC.Network
		a["asset"] = SolanaUSDC.Contract
		a["payTo"] = solanaSeller
		a["extra"] = map[string]any{"feePayer": solanaFeePayer, "recentBlockhash": blockhash}
	}}, change...)...)
}

func extra(change func(extra map[string]any)) func(map[string]any) {
	return func(a map[string]any) { change(a["extra"].(map[string]any)) }
}

func solanaTransport(t *testing.T, change func(*Options)) *Transport {
	t.Helper()
	opts := Options{SolanaWallet: solanaKey(t), SolanaNode: "http://127.0.0.1:1"}
	if change != nil {
		change(&opts)
	}
	transport, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	transport.wait = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	return transport
}

// transactionOf is the transaction of a payment in version 2.
func transactionOf(t *testing.T, header string) []byte {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(header)
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Payload map[string]string `json:"payload"`
	}
	if err := json.Unmarshal(raw, &m); err != nil || len(m.Payload) != 1 {
		t.Fatalf("the payload is not a transaction alone: %v, %v", m.Payload, err)
	}
	transaction, err := base64.StdEncoding.DecodeString(m.Payload["transaction"])
	if err != nil {
		t.Fatal(err)
	}
	return transaction
}

// TestTransactionIsThatOfTheStockBuyer compares what is signed with the bytes of the reference, whose accounts stand in
// another order: the same number of bytes, the same accounts, the same calls.
func TestTransactionIsThatOfTheStockBuyer(t *testing.T) {
	stock, err := base64.StdEncoding.DecodeString(stockTransaction)
	if err != nil {
		t.Fatal(err)
	}
	note := stock[len(stock)-1-32 : len(stock)-1]
	offer := Offer{
		PayTo:  solanaSeller,
		asset:  SolanaUSDC,
		amount: 10_000,
		solana: &solanaExtra{FeePayer: solanaFeePayer},
	}
	hash := account{1}
	message, err := solanaMessage(solanaBuyer, offer, hash, string(note))
	if err != nil {
		t.Fatal(err)
	}
	if len(message) != len(stock)-messageAt {
		t.Errorf("%d bytes, the stock buyer's has %d", len(message), len(stock)-messageAt)
	}
	accounts := map[account]bool{}
	for i := range places {
		accounts[account(stock[accountsAt+32*i:][:32])] = true
	}
	for i := range places {
		if a := account(message[5+32*i:][:32]); !accounts[a] {
			t.Errorf("account %d, %s, is not in the stock buyer's", i, a)
		}
	}
	if got, want := message[transferAt-messageAt:][:10], stock[transferAt:][:10]; string(got) != string(want) {
		t.Errorf("the transfer is %x, the stock buyer's %x", got, want)
	}
}

func TestPaysOnSolanaWithinItsCaps(t *testing.T) {
	s := newSeller(t, sell)
	s.quote = func(int) map[string]any { return onSolana() }
	transport := solanaTransport(t, func(o *Options) { o.BudgetUSD = "0.003" })
	response, err := transport.Client().Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	p := Of(response)
	if p == nil || p.Network != SolanaUSDC.Network || p.Payer != solanaBuyer || p.PayTo != solanaSeller || p.AmountUSD != "0.002" {
		t.Errorf("%+v", p)
	}
	if raw := transactionOf(t, s.payment(0)); raw[0] != 2 || strings.Trim(string(raw[1:65]), "\x00") != "" {
		t.Error("the fee payer's place is not empty")
	}

	var over *OverBudget
	if _, err := transport.Client().Get(s.URL); !errors.As(err, &over) {
		t.Errorf("beyond the budget: %v", err)
	}
	if s.paid() != 1 {
		t.Errorf("%d payments", s.paid())
	}
}

// TestEachPaymentHasANoteOfItsOwn keeps two equal purchases on one blockhash from being one payment.
func TestEachPaymentHasANoteOfItsOwn(t *testing.T) {
	s := newSeller(t, sell)
	s.quote = func(int) map[string]any { return onSolana() }
	transport := solanaTransport(t, nil)
	for range 3 {
		response, err := transport.Client().Get(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
	}
	if n := len(s.differentPayments()); n != 3 {
		t.Errorf("%d different payments for 3 purchases", n)
	}
}

func TestNothingIsSignedForWhatIsNotAsAgreed(t *testing.T) {
	for why, quote := range map[string]map[string]any{
		"another token":            onSolana(set("asset", solanaSeller)),
		"the token in other case":  onSolana(set("asset", strings.ToLower(SolanaUSDC.Contract))),
		"another network":          onSolana(set("network", SolanaDevnetUSDC.Network)),
		"an account of Ethereum":   onSolana(set("payTo", testPayTo)),
		"nobody":                   onSolana(set("payTo", "11111111111111111111111111111111")),
		"no fee payer":             onSolana(extra(func(e map[string]any) { delete(e, "feePayer") })),
		"a memo that is too long":  onSolana(extra(func(e map[string]any) { e["memo"] = strings.Repeat("x", 257) })),
		"a fee payer of no form":   onSolana(extra(func(e map[string]any) { e["feePayer"] = "me" })),
		"an amount with a decimal": onSolana(set("amount", "1.5")),
	} {
		s := newSeller(t, sell)
		s.quote = func(int) map[string]any { return quote }
		var no *Unpayable
		if _, err := solanaTransport(t, nil).Client().Get(s.URL); !errors.As(err, &no) || s.paid() != 0 {
			t.Errorf("%s: %v, %d payments", why, err, s.paid())
		}
	}
}

// TestBuyerNeverPaysFees has a quote name the buyer itself as who pays the fee: it would sign for that too.
func TestBuyerNeverPaysFees(t *testing.T) {
	s := newSeller(t, sell)
	s.quote = func(int) map[string]any {
		return onSolana(extra(func(e map[string]any) { e["feePayer"] = solanaBuyer }))
	}
	if _, err := solanaTransport(t, nil).Client().Get(s.URL); err == nil || s.paid() != 0 {
		t.Errorf("%v, %d payments", err, s.paid())
	}
}

func TestSellersMemoIsTheNote(t *testing.T) {
	s := newSeller(t, sell)
	s.quote = func(int) map[string]any {
		return onSolana(extra(func(e map[string]any) { e["memo"] = "order 7" }))
	}
	response, err := solanaTransport(t, nil).Client().Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if raw := transactionOf(t, s.payment(0)); !strings.HasSuffix(string(raw), "order 7\x00") {
		t.Errorf("%q", raw[transferAt:])
	}
}

func TestNodeIsAskedWhenTheSellerNamesNoBlockhash(t *testing.T) {
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if !strings.Contains(string(body), "getLatestBlockhash") {
			t.Errorf("asked %s", body)
		}
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"value":{"blockhash":"`+blockhash+`"}}}`)
	}))
	defer node.Close()
	for why, c := range map[string]struct {
		named any
		node  string
		good  bool
	}{
		"none":              {nil, node.URL, true},
		"one that is none":  {"latest", node.URL, true},
		"none, and no node": {nil, "http://127.0.0.1:1", false},
	} {
		s := newSeller(t, sell)
		s.quote = func(int) map[string]any {
			return onSolana(extra(func(e map[string]any) { e["recentBlockhash"] = c.named }))
		}
		response, err := solanaTransport(t, func(o *Options) { o.SolanaNode = c.node }).Client().Get(s.URL)
		if (err == nil) != c.good {
			t.Errorf("%s: %v", why, err)
		}
		if err == nil {
			response.Body.Close()
		}
	}
}

func TestWalletsPayOnTheirOwnNetworks(t *testing.T) {
	key, err := NewKey(testKey)
	if err != nil {
		t.Fatal(err)
	}
	both := func() map[string]any {
		q := onSolana()
		q["accepts"] = append(quoted("2000")["accepts"].([]any), q["accepts"].([]any)...)
		return q
	}
	for _, c := range []struct {
		opts Options
		want string
		why  string
	}{
		{Options{Wallet: key}, BaseUSDC.Network, "the EVM wallet alone"},
		{Options{SolanaWallet: solanaKey(t)}, SolanaUSDC.Network, "Solana's alone"},
		{Options{Wallet: key, SolanaWallet: solanaKey(t)}, BaseUSDC.Network, "both: Base first"},
		{Options{Wallet: key, SolanaWallet: solanaKey(t), Assets: []Asset{SolanaUSDC, BaseUSDC}}, SolanaUSDC.Network,
			"both, with Solana preferred"},
	} {
		s := newSeller(t, sell)
		s.quote = func(int) map[string]any { return both() }
		transport, err := New(c.opts)
		if err != nil {
			t.Fatal(err)
		}
		response, err := transport.Client().Get(s.URL)
		if err != nil {
			t.Errorf("%s: %v", c.why, err)
			continue
		}
		response.Body.Close()
		if p := Of(response); p.Network != c.want {
			t.Errorf("%s: paid on %s", c.why, p.Network)
		}
	}
	if _, err := New(Options{SolanaWallet: solanaKey(t), Assets: []Asset{BaseUSDC}}); err == nil {
		t.Error("an asset without its wallet is taken")
	}
}

// TestPendingPaymentOnSolanaIsSentAgainAsItIs redeems a payment whose outcome is not known, in another process.
func TestPendingPaymentOnSolanaIsSentAgainAsItIs(t *testing.T) {
	s := newSeller(t)
	s.quote = func(int) map[string]any { return onSolana() }
	s.then(s.refuse(reasonPending))
	transport := solanaTransport(t, func(o *Options) { o.RedeemFor = time.Nanosecond })
	var pending *SettlementPending
	if _, err := transport.Client().Get(s.URL); !errors.As(err, &pending) {
		t.Fatal(err)
	}

	s.then(sell)
	request, err := http.NewRequestWithContext(WithPayment(t.Context(), pending.Payment), http.MethodGet, s.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := solanaTransport(t, nil).Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if p := Of(response); p.Payer != solanaBuyer || p.AmountUSD != "0.002" || p.PayTo != solanaSeller {
		t.Errorf("%+v", p)
	}
	if n := len(s.differentPayments()); n != 1 {
		t.Errorf("%d different payments", n)
	}
}

func TestKeysOfSolanaAreNotPrinted(t *testing.T) {
	key := solanaKey(t)
	secret := base58Encode(key.private)
	again, err := NewSolanaKey(secret)
	if err != nil || again.Address() != solanaBuyer || key.Address() != solanaBuyer {
		t.Errorf("%v, %v", again, err)
	}
	for _, bad := range []string{"", "0x" + strings.Repeat("1", 64), secret[1:], secret + "1", "[1,2,3]", "[300]", solanaBuyer} {
		if _, err := NewSolanaKey(bad); err == nil || bad != "" && strings.Contains(err.Error(), bad) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
