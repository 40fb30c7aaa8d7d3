package evm_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestRecordedAnswersOfPublicNetworks reads every recorded transaction, receipt, event list and error of the public
// networks as in a real lookup. It is skipped without the recordings.
func TestRecordedAnswersOfPublicNetworks(t *testing.T) {
	load := func(name string) any {
		raw := samples.Read(t, "evm-rpc/"+name)
		var answer struct {
			Result json.RawMessage
			Error  json.RawMessage
		}
		if err := json.Unmarshal(raw, &answer); err != nil {
			t.Fatal(err)
		}
		if answer.Error != nil {
			return rpcFailure(answer.Error)
		}
		return answer.Result
	}
	chains := map[string]*evm.Network{}
	for _, n := range evm.Networks() {
		chains[n.Name] = &n
	}
	for _, file := range samples.Glob(t, "evm-rpc/*.tx.json") {
		name := strings.TrimSuffix(filepath.Base(file), ".tx.json")
		t.Run(name, func(t *testing.T) {
			found, err := network(t, knowing(load(name+".tx.json"), load(name+".receipt.json"))).Transaction(t.Context(), txHash)
			if err != nil {
				t.Fatal(err)
			}
			n := chains[name[:strings.Index(name, "-")]]
			if n == nil || found.Tx.Hash != found.Receipt.TxHash || found.Receipt.BlockNumber == 0 || found.Receipt.Succeeded == strings.Contains(name, "failed") {
				t.Errorf("%+v %+v", found.Tx, found.Receipt)
			}
			fee := found.Receipt.Fee(n, found.Tx)
			if free := found.Tx.Type == evm.DepositTx || found.Tx.Type == 0x64; free != (fee.Sign() == 0) {
				t.Errorf("fee of type %#x is %v", found.Tx.Type, fee)
			}
			for i, l := range found.Receipt.Logs {
				if l.BlockHash != found.Receipt.BlockHash || l.TxHash != found.Tx.Hash || (i > 0 && l.Index <= found.Receipt.Logs[i-1].Index) {
					t.Errorf("event %d: %+v", i, l)
				}
			}
		})
	}
	for _, name := range []string{"getlogs-result.json", "getlogs-uniswap-v2-v3-swaps.json", "getlogs-empty.json"} {
		var logs []evm.Log
		call := evm.NewCall(&logs, "eth_getLogs")
		if err := network(t, &node{answer: saying(map[string]any{"eth_getLogs": load(name)})}).Batch(t.Context(), call); err != nil || call.Err != nil {
			t.Errorf("%s: %v %v", name, err, call.Err)
		}
		if (len(logs) == 0) != strings.Contains(name, "empty") {
			t.Errorf("%s: %d events", name, len(logs))
		}
	}
	refusal := &node{answer: saying(map[string]any{"eth_call": load("error-ens-universal-resolver-not-found.json")})}
	_, err := network(t, refusal).Call(t.Context(), evm.Msg{}, evm.Latest, nil)
	if r := evm.AsRevert(err); r == nil || r.Selector() != [4]byte{0x77, 0x20, 0x9f, 0xe8} {
		t.Errorf("%v", err)
	}
	for _, name := range []string{"error-no-archive-state.json", "error-no-archive-state-nethermind.json"} {
		pruned := &node{answer: saying(map[string]any{"eth_getBalance": load(name)})}
		archive := &node{answer: saying(map[string]any{"eth_getBalance": "0x10"})}
		if wei, err := network(t, pruned, archive).Balance(t.Context(), txAddress, evm.AtNumber(1)); err != nil || wei.Int64() != 16 {
			t.Errorf("%s: %v %v", name, wei, err)
		}
	}
	ranged := load("error-getlogs-range-limit.json")
	l := &ledger{}
	good := l.node()
	inner := good.answer
	good.answer = func(method string, params []json.RawMessage) any {
		if method == "eth_getLogs" && !strings.Contains(string(params[0]), `"fromBlock":"0x3e`) {
			return ranged // until the range has become small
		}
		return inner(method, params)
	}
	world := upstreamtest.New(t)
	world.Handle(hosts[0], good)
	if _, err := client(t, world, "base", nil).Logs(t.Context(), evm.LogFilter{From: 0x3e0, To: 0x3ef}); err != nil {
		t.Errorf("%v", err)
	}
}
