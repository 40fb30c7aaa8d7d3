package evm_test

import (
	"math/big"
	"net/http"
	"net/http/httputil"
	"net/url"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/payment/devchain"
	devcontracts "github.com/farebox/farebox/payment/devchain/contracts"
)

var holder = common.HexToAddress("0x1111111111111111111111111111111111111111")

// chain is a development chain in the place of https://mainnet.base.org.
func chain(t *testing.T) (*devchain.Chain, *upstreamtest.World, *evm.Client) {
	t.Helper()
	dev, err := devchain.New(devchain.Options{Mode: devchain.Manual, Balances: map[common.Address]*big.Int{holder: big.NewInt(7_500_000)}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := dev.Close(); err != nil {
			t.Error(err)
		}
	})
	world := upstreamtest.New(t)
	target, err := url.Parse(dev.RPCURL())
	if err != nil {
		t.Fatal(err)
	}
	world.Handle("mainnet.base.org", &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = target.Host
	}})
	return dev, world, client(t, world, "base", nil)
}

func client(t *testing.T, world http.RoundTripper, network string, env map[string]string) *evm.Client {
	t.Helper()
	lookup := func(name string) (string, bool) { v, ok := env[name]; return v, ok }
	pool := upstream.NewPool(upstream.Options{
		Transport: world,
		Lookup:    lookup,
		UserAgent: "farebox/test",
		Patience:  8,
	})
	chains, err := evm.New(pool, evm.Options{Lookup: lookup, HedgeAfter: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	c, err := chains.Network(network)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestReadsOfARealChain(t *testing.T) {
	dev, world, c := chain(t)
	ctx := t.Context()
	dollar := devcontracts.NewTestDollar()
	tx, err := dev.Transact(ctx, dev.BuyerKey(), dev.Token(), dollar.PackTransfer(holder, big.NewInt(1)))
	if err == nil {
		t.Log("the buyer has gas")
	} else if tx, err = dev.Transact(ctx, dev.SettlementKey(), dev.Token(), dollar.PackTransfer(holder, big.NewInt(0))); err != nil {
		t.Fatal(err)
	}
	head, err := dev.Commit()
	if err != nil {
		t.Fatal(err)
	}

	snap, err := c.Multicall(ctx, evm.Latest, append(evm.ReadToken(dev.Token()), evm.BalanceOf(dev.Token(), holder), evm.NativeBalance(crypto.PubkeyToAddress(dev.SettlementKey().PublicKey)))...)
	if err != nil {
		t.Fatal(err)
	}
	token, err := evm.DecodeToken(snap.Results[:evm.TokenReads])
	if err != nil {
		t.Fatal(err)
	}
	if *token.Name != "USD Coin" || *token.Symbol != "USDC" || *token.Decimals != 6 || token.TotalSupply.Sign() != 1 {
		t.Errorf("token is %v %v %v %v", *token.Name, *token.Symbol, *token.Decimals, token.TotalSupply)
	}
	if n, ok := snap.Results[4].Uint(); !ok || n.Int64() != 7_500_000 {
		t.Errorf("balance is %v %v", n, ok)
	}
	if n, ok := snap.Results[5].Uint(); !ok || n.Sign() != 1 {
		t.Errorf("native balance is %v %v", n, ok)
	}
	if snap.Block != head.Number.Uint64() || snap.Time.Unix() != int64(head.Time) {
		t.Errorf("block %d of %v, want %d", snap.Block, snap.Time, head.Number)
	}
	if n := len(world.Asked()); n != 1 {
		t.Errorf("%d requests: %v", n, world.Asked())
	}

	found, err := c.Transaction(ctx, tx.Hash())
	if err != nil {
		t.Fatal(err)
	}
	if !found.Receipt.Succeeded || found.Tx.Pending() || found.Confirmations() != 1 || len(found.Receipt.Logs) != 1 {
		t.Errorf("found %+v %+v", found.Tx, found.Receipt)
	}
	if found.Receipt.Fee(c.Network(), found.Tx).Cmp(new(big.Int).Mul(found.Receipt.EffectiveGasPrice, new(big.Int).SetUint64(found.Receipt.GasUsed))) != 0 {
		t.Error("fee is not gas times price")
	}
	logs, err := c.Logs(ctx, evm.LogFilter{Addresses: []common.Address{dev.Token()}, From: 0, To: snap.Block})
	if err != nil {
		t.Fatal(err)
	}
	if len(logs.Items) != 1 || logs.Truncated {
		t.Errorf("logs are %+v", logs)
	}
	code, err := c.Code(ctx, dev.Token(), evm.Latest)
	if err != nil || len(code) == 0 {
		t.Errorf("code: %d bytes, %v", len(code), err)
	}
	transfer := evm.Msg{To: new(dev.Token()), Data: dollar.PackTransfer(holder, big.NewInt(1))}
	if _, err := c.Call(ctx, transfer, evm.Latest, nil); evm.AsRevert(err) == nil {
		t.Errorf("a transfer without balance gave %v", err)
	} else {
		t.Log(err)
	}
}
