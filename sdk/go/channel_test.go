package farebox_test

import (
	"fmt"
	"net/http"
	"testing"

	farebox "github.com/farebox/farebox/sdk/go"
	"github.com/farebox/farebox/sdk/go/pay"
)

// TestChannelExample runs the example: a hundred calls, and a refund.
func TestChannelExample(t *testing.T) {
	url, secret := service(t)
	if err := hashByChannel(t.Context(), url, secret, t.TempDir()); err != nil {
		t.Fatal(err)
	}
}

// TestChannelIsGoneOnWith by another process, with what was kept and without, and after a refund.
func TestChannelIsGoneOnWith(t *testing.T) {
	url, secret := service(t)
	kept := pay.Folder(t.TempDir())
	first := newBuyer(t, url, secret, kept)
	if p := first.buy("one"); p.DepositUSD != "0.15" || p.ChargedUSD != "0.001" || p.Transaction == "" {
		t.Fatalf("the first call: %+v", p)
	}
	if p := first.buy("two"); p.DepositUSD != "" || p.ChargedUSD != "0.001" || p.Transaction != "" {
		t.Errorf("the second: %+v", p)
	}

	for why, channels := range map[string]pay.ChannelStore{"kept": kept, "asked for": nil} {
		b := newBuyer(t, url, secret, channels)
		if p := b.buy("three, " + why); p.DepositUSD != "" || p.ChargedUSD != "0.001" {
			t.Errorf("%s: %+v", why, p)
		}
		if spent := b.wallet.SpentUSD(); spent != "0.001" {
			t.Errorf("%s: spent %s", why, spent)
		}
	}

	// The first has not heard of the others' calls, and is told with proof.
	if p := first.buy("four"); p.DepositUSD != "" || p.ChargedUSD != "0.001" {
		t.Errorf("after the others: %+v", p)
	}
	if left := first.refund(); left.AmountUSD != "0.145" || left.Transaction == "" {
		t.Errorf("refund %+v", left)
	}
	if p := first.buy("five"); p.DepositUSD != "0.15" || p.ChargedUSD != "0.001" {
		t.Errorf("after the refund: %+v", p)
	}
	if spent := first.wallet.SpentUSD(); spent != "0.004" {
		t.Errorf("the first has spent %s", spent)
	}
	first.refund()
}

type buyer struct {
	*testing.T
	url    string
	wallet *pay.Transport
	client *farebox.Client
}

func newBuyer(t *testing.T, url, secret string, channels pay.ChannelStore) *buyer {
	t.Helper()
	key, err := pay.NewKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	b := &buyer{T: t, url: url}
	b.wallet, err = pay.New(pay.Options{
		Wallet:     key,
		BudgetUSD:  "1",
		DepositUSD: "0.15",
		Channels:   channels,
	})
	if err != nil {
		t.Fatal(err)
	}
	if b.client, err = farebox.New(url, b.wallet.Client()); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *buyer) buy(input string) *pay.Payment {
	b.Helper()
	answer, err := b.client.CryptoHash(b.Context(), farebox.CryptoHashParams{Algo: "sha256", Input: input})
	if err != nil {
		b.Fatal(err)
	}
	if answer.Payment == nil || answer.Data.Hash == "" {
		b.Fatalf("%+v", answer)
	}
	return answer.Payment
}

func (b *buyer) refund() *pay.Refund {
	b.Helper()
	at := fmt.Sprint(b.url, "/crypto/hash?algo=sha256&input=x")
	request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, at, nil)
	if err != nil {
		b.Fatal(err)
	}
	left, err := b.wallet.Refund(request)
	if err != nil {
		b.Fatal(err)
	}
	return left
}
