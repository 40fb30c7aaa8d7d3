package wallet

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/payment/devsol"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/svm/svmtest"
	"github.com/farebox/farebox/payment/x402"
)

// solanaSeller is a remote server that quotes a tenth of a cent on Solana, and takes what it is sent.
type solanaSeller struct{ paid []string }

func (s *solanaSeller) CallTool(_ context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	if payment, ok := params.Meta["x402/payment"].(string); ok {
		s.paid = append(s.paid, payment)
		return settled()
	}
	quote, err := json.Marshal(x402.Required{
		X402Version: 2,
		Error:       "pay",
		Accepts: []x402.Requirement{{
			Scheme:            x402.SchemeExact,
			Network:           svm.Mainnet,
			Amount:            "1000",
			Asset:             svm.Builtin()[0].Mint.String(),
			PayTo:             svm.AddressOf(svmtest.Key(3)).String(),
			MaxTimeoutSeconds: 60,
			Extra:             x402.Extra{FeePayer: svm.AddressOf(svmtest.Key(2)).String()},
		}},
	})
	if err != nil {
		return nil, err
	}
	return result(true, string(quote), nil), nil
}

// TestWalletPaysOnSolana has it pay twice: what it signs is the price, and no two payments are the same.
func TestWalletPaysOnSolana(t *testing.T) {
	chain, err := devsol.New(devsol.Options{Manual: true})
	if err != nil {
		t.Fatal(err)
	}
	client, err := ethrpc.Dial([]string{chain.RPCURL()}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		client.Close()
		if err := chain.Close(); err != nil {
			t.Error(err)
		}
	})
	on, err := networkNamed("solana")
	if err != nil {
		t.Fatal(err)
	}
	on.endpoints = []string{chain.RPCURL()}
	payer, err := on.payer(svm.Signature(chain.BuyerKey()).String())
	if err != nil {
		t.Fatal(err)
	}

	remote := &solanaSeller{}
	w, err := New(Options{
		Payer:     payer,
		MaxUSD:    decimal.RequireFromString("0.05"),
		BudgetUSD: decimal.RequireFromString("0.002"),
		Asset:     on.asset,
		Wait:      30 * time.Second,
		Balance:   on.balance(client),
		Log:       slog.New(slog.DiscardHandler),
		Now:       time.Now,
	}, remote)
	if err != nil {
		t.Fatal(err)
	}
	for _, arguments := range []string{`{"n":1}`, `{"n":2}`, `{"n":3}`} { // of which the budget covers two
		w.mustCall(t, arguments)
	}
	if len(remote.paid) != 2 {
		t.Fatalf("%d payments", len(remote.paid))
	}

	names := map[svm.Hash]bool{}
	for _, sent := range remote.paid {
		raw, err := base64.StdEncoding.DecodeString(sent)
		if err != nil {
			t.Fatal(err)
		}
		var payment x402.Payment
		if err := json.Unmarshal(raw, &payment); err != nil {
			t.Fatal(err)
		}
		p, err := svm.ReadPayment(payment.Payload.Transaction)
		if err != nil {
			t.Fatal(err)
		}
		if p.Payer.String() != payer.Address || p.Transfer.Amount != 1000 {
			t.Errorf("%d units of %s", p.Transfer.Amount, p.Payer)
		}
		names[p.Name] = true
	}
	if len(names) != 2 {
		t.Error("two purchases are one payment")
	}

	held, err := w.opt.Balance(t.Context(), payer.Address)
	if err != nil || !held.Equal(decimal.NewFromInt(1000)) {
		t.Errorf("it holds %s, %v", held, err)
	}
	stranger := svm.AddressOf(svmtest.Key(9)).String()
	if _, err := w.opt.Balance(t.Context(), stranger); !errors.Is(err, svm.ErrNoTokenAccount) {
		t.Errorf("a wallet without an account: %v", err)
	}
}

// TestKeyIsOfTheNetworksKind does not sign with what happens to be there.
func TestKeyIsOfTheNetworksKind(t *testing.T) {
	base58 := svm.Signature(svmtest.Key(1)).String()
	const hex = "5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e"
	for name, keys := range map[string]struct{ good, bad string }{
		"base":          {hex, base58},
		"base-sepolia":  {hex, base58},
		"solana":        {base58, hex},
		"solana-devnet": {base58, hex},
		svm.Devnet:      {base58, hex},
	} {
		on, err := networkNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := on.payer(keys.good); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := on.payer(keys.bad); err == nil {
			t.Errorf("%s takes a key of the other kind", name)
		}
	}
	if _, err := networkNamed("solana-testnet"); err == nil {
		t.Error("a network without a token is taken")
	}
}
