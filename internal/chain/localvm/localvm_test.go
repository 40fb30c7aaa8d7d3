package localvm_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"net/http/httputil"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/localvm"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/payment/devchain"
	devcontracts "github.com/farebox/farebox/payment/devchain/contracts"
)

var (
	holder   = common.HexToAddress("0x1111111111111111111111111111111111111111")
	stranger = common.HexToAddress("0x3333333333333333333333333333333333333333")
	ether    = big.NewInt(1_000_000_000_000_000_000)
)

// chain is a development chain in the place of Base.
func chain(t *testing.T) (*devchain.Chain, *upstreamtest.World, *evm.Client) {
	t.Helper()
	dev, err := devchain.New(devchain.Options{
		Mode:     devchain.Manual,
		Balances: map[common.Address]*big.Int{holder: big.NewInt(7_500_000)},
	})
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

	none := func(string) (string, bool) { return "", false }
	pool := upstream.NewPool(upstream.Options{Transport: world, Lookup: none, UserAgent: "farebox/test", Patience: 8})
	chains, err := evm.New(pool, evm.Options{Lookup: none, HedgeAfter: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	c, err := chains.Network("base")
	if err != nil {
		t.Fatal(err)
	}
	return dev, world, c
}

// passing is the code of a constructor that passes the coins it gets to an address.
func passing(to common.Address) []byte {
	code := common.FromHex("6000600060006000" + "34" + "73")
	return append(append(code, to[:]...), common.FromHex("5af100")...)
}

// TestTheMachineHereDoesWhatAnEndpointSimulates, for transfers, constructors, refusals and poor senders.
func TestTheMachineHereDoesWhatAnEndpointSimulates(t *testing.T) {
	dev, _, c := chain(t)
	token := dev.Token()
	dollar := devcontracts.NewTestDollar()
	rich := map[common.Address]evm.Override{holder: {Balance: new(big.Int).Lsh(ether, 1)}}
	for _, test := range []struct {
		why       string
		call      evm.Msg
		overrides map[common.Address]evm.Override
		worked    bool
		logs      int
	}{
		{
			"a token moves", evm.Msg{From: holder, To: &token, Data: dollar.PackTransfer(stranger, big.NewInt(5))},
			nil, true, 1,
		},
		{
			"a right is given", evm.Msg{From: holder, To: &token, Data: dollar.PackApprove(stranger, big.NewInt(5))},
			nil, true, 1,
		},
		{"coins are passed on", evm.Msg{From: holder, Data: passing(stranger), Value: ether}, rich, true, 2},
		{
			"the token refuses", evm.Msg{From: holder, To: &token, Data: dollar.PackTransfer(stranger, ether)},
			nil, false, 0,
		},
		{"the sender has no coins", evm.Msg{From: holder, To: &stranger, Value: ether}, nil, false, 0},
	} {
		t.Run(test.why, func(t *testing.T) {
			here, err := localvm.Execute(t.Context(), c, test.overrides, test.call)
			if err != nil {
				t.Fatal(err)
			}
			there, err := c.Execute(t.Context(), test.overrides, test.call)
			if err != nil {
				t.Fatal(err)
			}

			if here.Worked != test.worked || len(here.Logs) != test.logs || here.Worked == (here.Reason != "") {
				t.Errorf("%+v", here)
			}
			if there.Worked != here.Worked || len(there.Logs) != len(here.Logs) {
				t.Fatalf("here %+v, there %+v", here, there)
			}
			for i, l := range here.Logs {
				o := there.Logs[i]
				same := l.Address == o.Address && reflect.DeepEqual(l.Topics, o.Topics) && bytes.Equal(l.Data, o.Data)
				if !same {
					t.Errorf("log %d: here %v, there %v", i, l, o)
				}
			}
		})
	}
}

// TestCallsSeeWhatTheCallsBeforeThemDid: a token that the first call allows is moved by the second, and all of it fails
// where one fails.
func TestCallsSeeWhatTheCallsBeforeThemDid(t *testing.T) {
	dev, _, c := chain(t)
	token := dev.Token()
	dollar := devcontracts.NewTestDollar()
	allow := evm.Msg{From: holder, To: &token, Data: dollar.PackApprove(stranger, big.NewInt(5))}
	take := func(n int64) evm.Msg {
		return evm.Msg{From: stranger, To: &token, Data: dollar.PackTransferFrom(holder, stranger, big.NewInt(n))}
	}
	for _, test := range []struct {
		why    string
		calls  []evm.Msg
		worked bool
		logs   int
	}{
		{"both", []evm.Msg{allow, take(5)}, true, 2},
		{"the second alone", []evm.Msg{take(5)}, false, 0},
		{"more than was allowed", []evm.Msg{allow, take(6)}, false, 0},
	} {
		t.Run(test.why, func(t *testing.T) {
			here, err := localvm.Execute(t.Context(), c, nil, test.calls...)
			if err != nil {
				t.Fatal(err)
			}
			there, err := c.Execute(t.Context(), nil, test.calls...)
			if err != nil {
				t.Fatal(err)
			}
			for where, done := range map[string]*evm.Execution{"here": here, "there": there} {
				if done.Worked != test.worked || len(done.Logs) != test.logs {
					t.Errorf("%s: %+v", where, done)
				}
			}
		})
	}
}

// TestReadsAreBounded: each word of storage that no endpoint foresees is a request, and there is an end to them.
func TestReadsAreBounded(t *testing.T) {
	_, world, c := chain(t)
	reading := func(words int) []byte {
		var code []byte
		for i := range words {
			code = append(code, common.FromHex(fmt.Sprintf("60%02x5450", i))...) // PUSH1 i, SLOAD, POP
		}
		return code
	}
	call := evm.Msg{From: holder, To: &stranger}
	few := map[common.Address]evm.Override{stranger: {Code: reading(5)}}
	if done, err := localvm.Execute(t.Context(), c, few, call); err != nil || !done.Worked {
		t.Errorf("%+v %v", done, err)
	}

	asked := func() (n int) {
		for _, r := range world.Asked() {
			if strings.Contains(r, "mainnet.base.org") {
				n++
			}
		}
		return n
	}
	before := asked()
	many := map[common.Address]evm.Override{stranger: {Code: reading(80)}}
	if done, err := localvm.Execute(t.Context(), c, many, call); !errors.Is(err, localvm.ErrTooMuch) {
		t.Errorf("%+v %v", done, err)
	}
	if n := asked() - before; n > localvm.MostRequests {
		t.Errorf("%d requests", n)
	}
}
