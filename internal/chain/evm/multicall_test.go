package evm_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/chaintest"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// onChain is a client of a test chain, and the chain.
func onChain(t *testing.T, name string) (*chaintest.Chain, *evm.Client) {
	t.Helper()
	c := chaintest.Start(t, chaintest.Options{})
	world := upstreamtest.New(t)
	c.Mount(world)
	return c, client(t, world, name, nil)
}

func TestManyReadsAreOneRequestAtOneBlock(t *testing.T) {
	dev, c := onChain(t, "base")
	var reads []evm.Read
	for range 250 {
		reads = append(reads, evm.BalanceOf(dev.Token(), chaintest.Wallet))
	}
	snap, err := c.Multicall(t.Context(), evm.Latest, reads...)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range snap.Results {
		if n, ok := r.Uint(); !ok || n.Int64() != 7_500_000 {
			t.Fatalf("read %d: %v %v", i, n, ok)
		}
	}
	head, err := dev.Client().BlockByNumber(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(snap.Results) != 250 || snap.Block != head.NumberU64() || snap.Parent != head.ParentHash() || dev.Requests() != 1 {
		t.Errorf("%d results at %d after %s, %d requests", len(snap.Results), snap.Block, snap.Parent, dev.Requests())
	}
}

// TestBlockMadeBetweenPartsIsNoticed: the parts of a large group see different blocks and are read again at one.
func TestBlockMadeBetweenPartsIsNoticed(t *testing.T) {
	dev, _ := onChain(t, "base")
	inner := dev.Handler(8453)
	var once atomic.Bool
	world := upstreamtest.New(t)
	// This endpoint takes two calls at a time, so that the three parts go out in different requests, the first of them alone with
	// the chain id.
	limited := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body json.RawMessage
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		if strings.Count(string(body), `"method"`) > 2 {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		again, err := http.NewRequestWithContext(r.Context(), r.Method, "http://"+hosts[0], strings.NewReader(string(body)))
		if err != nil {
			t.Error(err)
		}
		inner.ServeHTTP(w, again)
		if !once.Swap(true) {
			dev.Commit()
		}
	})
	world.Handle(hosts[0], limited)
	reads := make([]evm.Read, 250)
	for i := range reads {
		reads[i] = evm.BalanceOf(dev.Token(), chaintest.Wallet)
	}
	snap, err := client(t, world, "base", nil).Multicall(t.Context(), evm.Latest, reads...)
	if err != nil || len(snap.Results) != 250 || snap.Block != 2 {
		t.Fatalf("%+v, %v", snap, err)
	}
}

func TestReadThatEatsTheGasDoesNotSpoilTheOthers(t *testing.T) {
	dev, c := onChain(t, "base")
	snap, err := c.Multicall(t.Context(), evm.Latest,
		evm.BalanceOf(chaintest.GasEater, chaintest.Wallet), evm.BalanceOf(chaintest.GasEater, chaintest.Wallet), evm.BalanceOf(chaintest.GasEater, chaintest.Wallet),
		evm.BalanceOf(dev.Token(), chaintest.Wallet), evm.NativeBalance(chaintest.Wallet))
	if err != nil {
		t.Fatal(err)
	}
	if n, ok := snap.Results[3].Uint(); !ok || n.Int64() != 7_500_000 {
		t.Errorf("token: %v %v", n, ok)
	}
	if n, ok := snap.Results[4].Uint(); !ok || n.Cmp(big.NewInt(250_000_000_000_000_000)) != 0 {
		t.Errorf("native: %v %v", n, ok)
	}
}

func TestReadsWithoutMulticallGoOneByOne(t *testing.T) {
	n := &node{answer: func(method string, params []json.RawMessage) any {
		switch method {
		case "eth_call":
			if strings.Contains(strings.ToLower(string(params[0])), strings.ToLower(evm.Multicall3.Hex())) {
				return "0x"
			}
			if string(params[1]) != `"0x10"` {
				return failure(-32000, "not at the block that was fixed: "+string(params[1]))
			}
			return "0x" + strings.Repeat("0", 63) + "7"
		case "eth_getBalance":
			return "0x9"
		case "eth_getBlockByNumber":
			return header(16, time.Now(), "0xaa")
		}
		return nil
	}}
	snap, err := network(t, n).Multicall(t.Context(), evm.Latest, evm.BalanceOf(txAddress, txAddress), evm.NativeBalance(txAddress))
	if err != nil {
		t.Fatal(err)
	}
	token, _ := snap.Results[0].Uint()
	native, _ := snap.Results[1].Uint()
	if snap.Block != 16 || token.Int64() != 7 || native.Int64() != 9 || n.asked() != 3 {
		t.Errorf("%+v after %d requests", snap, n.asked())
	}
}

var txAddress = common.HexToAddress("0x0a")

// TestBlockNumberOfArbitrumIsItsOwn: the EVM there tells Ethereum's.
func TestBlockNumberOfArbitrumIsItsOwn(t *testing.T) {
	var data string
	n := &node{answer: func(method string, params []json.RawMessage) any {
		switch method {
		case "eth_chainId":
			return "0xa4b1"
		case "eth_call":
			data = string(params[0])
		}
		return "0x"
	}}
	world := upstreamtest.New(t)
	world.Handle("arb1.arbitrum.io", n)
	_, _ = client(t, world, "arbitrum", nil).Multicall(t.Context(), evm.Latest)
	if !strings.Contains(data, "a3b1b31d") || !strings.Contains(data, strings.Repeat("0", 38)+"64") {
		t.Errorf("asked %s", data)
	}
}

// TestWholeChainReorganised: between two reads the endpoint switches to another version of the chain. Reads at a
// block's hash fail, and the block is not confirmed.
func TestWholeChainReorganised(t *testing.T) {
	first, second := chaintest.Start(t, chaintest.Options{}), chaintest.Start(t, chaintest.Options{Now: func() time.Time { return time.Now().Add(-20 * time.Second) }})
	var other atomic.Bool
	world := upstreamtest.New(t)
	world.Handle(hosts[0], http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if other.Load() {
			second.Handler(8453).ServeHTTP(w, r)
			return
		}
		first.Handler(8453).ServeHTTP(w, r)
	}))
	c := client(t, world, "base", nil)
	head, err := c.Header(t.Context(), evm.Latest)
	if err != nil {
		t.Fatal(err)
	}
	held := evm.AtHash(head.Hash)
	if snap, err := c.Multicall(t.Context(), held, evm.NativeBalance(chaintest.Wallet)); err != nil || snap.Block != head.Number {
		t.Fatalf("%+v, %v", snap, err)
	}
	if err := c.Confirm(t.Context(), head.Number, head.Hash); err != nil {
		t.Fatal(err)
	}
	other.Store(true)
	if err := c.Confirm(t.Context(), head.Number, head.Hash); !errors.Is(err, evm.ErrReorg) {
		t.Errorf("confirmed: %v", err)
	}
	if _, err := c.Multicall(t.Context(), held, evm.NativeBalance(chaintest.Wallet)); !errors.Is(err, upstream.Unavailable) {
		t.Errorf("read at a block that is gone: %v", err)
	}
}

func TestOverridesChangeWhatACallSees(t *testing.T) {
	dev, c := onChain(t, "base")
	read := evm.BalanceOf(dev.Token(), txAddress)
	storage := chaintest.Balances(map[common.Address]*big.Int{txAddress: big.NewInt(42)}, 0)
	out, err := c.Call(t.Context(), evm.Msg{To: &read.To, Data: read.Data}, evm.Latest, map[common.Address]evm.Override{dev.Token(): {StateDiff: storage}})
	if n, ok := (evm.Result{OK: true, Data: out}).Uint(); err != nil || !ok || n.Int64() != 42 {
		t.Errorf("%v %v", n, err)
	}
	// Code that replaces an account's: PUSH1 7, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN.
	out, err = c.Call(t.Context(), evm.Msg{To: &txAddress}, evm.Latest, map[common.Address]evm.Override{txAddress: {Code: common.FromHex("60075f5260205ff3")}})
	if n, ok := (evm.Result{OK: true, Data: out}).Uint(); err != nil || !ok || n.Int64() != 7 {
		t.Errorf("%v %v", n, err)
	}
}

func ExampleAtNumber() {
	b, err := json.Marshal([]evm.At{evm.Latest, evm.Finalized, evm.AtNumber(17)})
	fmt.Println(string(b), err)
	// Output: ["latest","finalized","0x11"] <nil>
}
