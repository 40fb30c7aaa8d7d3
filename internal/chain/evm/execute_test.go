package evm_test

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/farebox/farebox/internal/chain/coinlog"
	"github.com/farebox/farebox/internal/chain/evm"
	devcontracts "github.com/farebox/farebox/payment/devchain/contracts"
)

var (
	stranger = common.HexToAddress("0x3333333333333333333333333333333333333333")
	ether    = big.NewInt(1_000_000_000_000_000_000)
)

// passing is the code of a constructor that passes the coins it gets to an address.
func passing(to common.Address) []byte {
	code := common.FromHex("6000600060006000" + "34" + "73")
	return append(append(code, to[:]...), common.FromHex("5af100")...)
}

// parties are who a log of a transfer names.
func parties(l *types.Log) (from, to common.Address) {
	return common.BytesToAddress(l.Topics[1][:]), common.BytesToAddress(l.Topics[2][:])
}

func TestExecutionShowsTokensThatMove(t *testing.T) {
	dev, _, c := chain(t)
	token := dev.Token()
	done, err := c.Execute(t.Context(), nil, evm.Msg{
		From: holder,
		To:   &token,
		Data: devcontracts.NewTestDollar().PackTransfer(stranger, big.NewInt(2_500_000)),
	})
	if err != nil {
		t.Fatal(err)
	}

	if !done.Worked || len(done.Logs) != 1 || done.Logs[0].Address != token {
		t.Fatalf("%+v", done)
	}
	from, to := parties(done.Logs[0])
	if from != holder || to != stranger || new(big.Int).SetBytes(done.Logs[0].Data).Int64() != 2_500_000 {
		t.Errorf("%v", done.Logs[0])
	}
}

// TestExecutionOfAConstructorShowsCoinsThatItPassesOn: no token logs them.
func TestExecutionOfAConstructorShowsCoinsThatItPassesOn(t *testing.T) {
	_, _, c := chain(t)
	done, err := c.Execute(t.Context(), map[common.Address]evm.Override{holder: {Balance: new(big.Int).Lsh(ether, 1)}},
		evm.Msg{From: holder, Data: passing(stranger), Value: ether})
	if err != nil {
		t.Fatal(err)
	}

	if !done.Worked || len(done.Logs) != 2 {
		t.Fatalf("%+v", done)
	}
	payer, made := parties(done.Logs[0])
	passer, last := parties(done.Logs[1])
	if payer != holder || made != passer || last != stranger || done.Logs[1].Address != coinlog.Address {
		t.Errorf("%v to %v, %v to %v", payer, made, passer, last)
	}
}

// TestExecutionThatFailsIsAnAnswer, whether a contract refuses or the sender has not what it sends.
func TestExecutionThatFailsIsAnAnswer(t *testing.T) {
	dev, world, c := chain(t)
	token := dev.Token()
	refused := evm.Msg{
		From: holder,
		To:   &token,
		Data: devcontracts.NewTestDollar().PackTransfer(stranger, big.NewInt(900_000_000_000)),
	}
	poor := evm.Msg{From: holder, To: &stranger, Value: ether}
	for _, m := range []evm.Msg{refused, poor} {
		before := len(world.Asked())
		done, err := c.Execute(t.Context(), nil, m)
		if err != nil || done.Worked || done.Reason == "" || len(done.Logs) > 0 {
			t.Errorf("%+v %v", done, err)
		}
		if n := len(world.Asked()) - before; n != 1 {
			t.Errorf("%d requests", n)
		}
	}
}

// TestEndpointsWithoutSimulationAreAskedForATrace: what a call within failed leaves no trace, and logs keep their
// order.
func TestEndpointsWithoutSimulationAreAskedForATrace(t *testing.T) {
	const trace = `{"type":"CALL","from":"0x1111111111111111111111111111111111111111",
		"to":"0x2222222222222222222222222222222222222222","value":"0x5","calls":[
		{"type":"CALL","from":"0x2222222222222222222222222222222222222222",
			"to":"0x3333333333333333333333333333333333333333","value":"0x3"},
		{"type":"CALL","from":"0x2222222222222222222222222222222222222222",
			"to":"0x3333333333333333333333333333333333333333","value":"0x1","error":"execution reverted"},
		{"type":"DELEGATECALL","from":"0x2222222222222222222222222222222222222222",
			"to":"0x4444444444444444444444444444444444444444","value":"0x5"}],
		"logs":[{"address":"0x4444444444444444444444444444444444444444","topics":[],"data":"0x01","position":"0x1"}]}`
	n := &node{answer: func(method string, _ []json.RawMessage) any {
		switch method {
		case "debug_traceCall":
			return json.RawMessage(trace)
		case "eth_simulateV1":
			return failure(-32601, "the method eth_simulateV1 does not exist/is not available")
		}
		return nil
	}}

	done, err := network(t, n).Execute(t.Context(), nil, evm.Msg{From: holder, To: &stranger, Value: ether})
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, l := range done.Logs {
		order = append(order, strings.TrimLeft(common.Bytes2Hex(l.Data), "0"))
	}
	if got := strings.Join(order, " "); !done.Worked || got != "5 3 1" || done.Logs[2].Address == coinlog.Address {
		t.Errorf("%v %s", done.Worked, got)
	}
}

// TestNoEndpointThatExecutesIsAnError, and not a transaction that does nothing.
func TestNoEndpointThatExecutesIsAnError(t *testing.T) {
	n := &node{answer: func(method string, _ []json.RawMessage) any {
		switch method {
		case "eth_simulateV1":
			return json.RawMessage(`[]`)
		case "debug_traceCall":
			return failure(-32601, "the method debug_traceCall does not exist/is not available")
		}
		return nil
	}}
	if done, err := network(t, n).Execute(t.Context(), nil, evm.Msg{From: holder, To: &stranger}); err == nil {
		t.Errorf("%+v", done)
	}
}
