package evm_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/upstream"
)

var txHash = common.HexToHash("0x0badc0de")

func rawTx(block string) map[string]any {
	tx := map[string]any{
		"hash": txHash, "from": common.HexToAddress("0x01"), "to": nil, "nonce": "0x05", "value": "0x0", "gas": "0x5208", "gasPrice": "0x7",
		"maxFeePerGas": "0x9", "maxPriorityFeePerGas": "0x1", "input": "0x", "type": "0x2", "blockHash": nil, "blockNumber": nil, "transactionIndex": nil,
	}
	if block != "" {
		tx["blockHash"], tx["blockNumber"], tx["transactionIndex"] = common.HexToHash(block), "0x10", "0x0"
	}
	return tx
}

func rawReceipt(block string) map[string]any {
	return map[string]any{
		"transactionHash": txHash, "blockHash": common.HexToHash(block), "blockNumber": "0x10", "transactionIndex": "0x0", "from": common.HexToAddress("0x01"),
		"to": nil, "contractAddress": common.HexToAddress("0x02"), "gasUsed": "0x5208", "status": "0x1", "logs": []any{}, "type": "0x2", "l1Fee": "0x9",
	}
}

// withoutL1Fee is an endpoint that omits the fee for data on Ethereum.
func withoutL1Fee() *node {
	r := rawReceipt("0xaa")
	delete(r, "l1Fee")
	return knowing(rawTx("0xaa"), r)
}

func knowing(tx, receipt any) *node {
	return &node{answer: saying(map[string]any{"eth_getTransactionByHash": tx, "eth_getTransactionReceipt": receipt, "eth_blockNumber": "0x20"})}
}

func TestTransactionIsLookedForTwiceBeforeItIsUnknown(t *testing.T) {
	whole := func() *node { return knowing(rawTx("0xaa"), rawReceipt("0xaa")) }
	for name, c := range map[string]struct {
		first, second *node
		found         bool
		pending       bool
		requests      int
	}{
		"first knows":                      {whole(), whole(), true, false, 1},
		"second knows":                     {knowing(nil, nil), whole(), true, false, 2},
		"nobody knows":                     {knowing(nil, nil), knowing(nil, nil), false, false, 2},
		"receipt missing at the first":     {knowing(rawTx("0xaa"), nil), whole(), true, false, 2},
		"pending at both":                  {knowing(rawTx(""), nil), knowing(rawTx(""), nil), true, true, 2},
		"only the second has it, pending":  {knowing(nil, nil), knowing(rawTx(""), nil), true, true, 2},
		"pending at the first only":        {knowing(rawTx(""), nil), whole(), true, false, 2},
		"first in the middle of a reorg":   {knowing(rawTx("0xaa"), rawReceipt("0xbb")), whole(), true, false, 2},
		"receipt first, then the block":    {knowing(rawTx(""), rawReceipt("0xaa")), knowing(nil, nil), true, false, 2},
		"a missing head is not a reason":   {&node{answer: saying(map[string]any{"eth_getTransactionByHash": rawTx("0xaa"), "eth_getTransactionReceipt": rawReceipt("0xaa"), "eth_blockNumber": failure(-32601, "method not found")})}, whole(), true, false, 1},
		"L1 fee left out by the first":     {withoutL1Fee(), whole(), true, false, 2},
		"L1 fee left out by both":          {withoutL1Fee(), withoutL1Fee(), true, false, 2},
		"L1 fee left out, second unknown":  {withoutL1Fee(), knowing(nil, nil), true, false, 2},
		"garbage in the first one's place": {knowing(map[string]any{"hash": "0x01"}, nil), whole(), true, false, 2},
	} {
		t.Run(name, func(t *testing.T) {
			client := network(t, c.first, c.second)
			found, err := client.Transaction(t.Context(), txHash)
			if c.found != (err == nil) || (!c.found && !errors.Is(err, upstream.NotFound)) {
				t.Fatalf("%v", err)
			}
			if n := c.first.asked() + c.second.asked(); n != c.requests {
				t.Errorf("%d requests, want %d", n, c.requests)
			}
			if c.found && (found.Tx.Pending() != c.pending || (found.Receipt == nil) != c.pending) {
				t.Errorf("%+v %+v", found.Tx, found.Receipt)
			}
			if known := strings.Contains(name, "by the first"); strings.HasPrefix(name, "L1 fee") && known == found.Receipt.L1FeeMissing(client.Network()) {
				t.Errorf("L1 fee %v", found.Receipt.L1Fee)
			}
		})
	}
}

// TestReceiptWithoutAStatus: before Byzantium a failure used all gas and left no events, so that anything else
// succeeded.
func TestReceiptWithoutAStatus(t *testing.T) {
	log := map[string]any{
		"address": common.HexToAddress("0x03"), "topics": []common.Hash{}, "data": "0x", "blockHash": common.HexToHash("0xaa"),
		"blockNumber": "0x10", "transactionHash": txHash, "transactionIndex": "0x0", "logIndex": "0x0",
	}
	for _, c := range []struct {
		gasUsed string
		logs    []any
		untold  bool
	}{
		{"0x5208", []any{}, true}, {"0x5207", []any{}, false}, {"0x5208", []any{log}, false},
	} {
		r := rawReceipt("0xaa")
		delete(r, "status")
		r["root"] = common.HexToHash("0x01")
		r["gasUsed"], r["logs"] = c.gasUsed, c.logs
		found, err := network(t, knowing(rawTx("0xaa"), r)).Transaction(t.Context(), txHash)
		if err != nil || found.Receipt.Stateless != c.untold {
			t.Errorf("%v: %v, %+v", c, err, found)
		}
	}
}

// TestReorgBetweenTransactionAndReceiptIsNotPapered: two blocks for one transaction, everywhere.
func TestReorgBetweenTransactionAndReceiptIsNotPapered(t *testing.T) {
	odd := func() *node { return knowing(rawTx("0xaa"), rawReceipt("0xbb")) }
	_, err := network(t, odd(), odd()).Transaction(t.Context(), txHash)
	if !errors.Is(err, evm.ErrReorg) || !errors.Is(err, upstream.Unavailable) {
		t.Errorf("%v", err)
	}
}

func TestConfirmSeesAReorganisation(t *testing.T) {
	n := &node{answer: func(method string, _ []json.RawMessage) any {
		if method == "eth_getBlockByNumber" {
			return map[string]any{"number": "0x10", "hash": common.HexToHash("0xbb"), "parentHash": common.HexToHash("0x0f"), "timestamp": "0x1", "gasUsed": "0x0", "gasLimit": "0x1", "transactions": []string{}}
		}
		return nil
	}}
	c := network(t, n)
	if err := c.Confirm(t.Context(), 16, common.HexToHash("0xbb")); err != nil {
		t.Error(err)
	}
	if err := c.Confirm(t.Context(), 16, common.HexToHash("0xaa")); !errors.Is(err, evm.ErrReorg) {
		t.Errorf("%v", err)
	}
}

// ledger is an endpoint with one event in each block.
type ledger struct {
	spanMax  uint64 // larger ranges are refused
	refusal  any    // in these words
	countMax int    // more events are silently cut off
	perBlock int
	fork     func(block, asked uint64) byte // last byte of a block's hash
	requests atomic.Int64
	largest  atomic.Uint64
}

func (l *ledger) node() *node {
	return &node{answer: func(method string, params []json.RawMessage) any {
		if method != "eth_getLogs" {
			return nil
		}
		asked := uint64(l.requests.Add(1))
		var f struct{ FromBlock, ToBlock hexutil.Uint64 }
		if err := json.Unmarshal(params[0], &f); err != nil {
			return failure(-32602, err.Error())
		}
		from, to := uint64(f.FromBlock), uint64(f.ToBlock)
		if l.spanMax > 0 && to-from+1 > l.spanMax {
			if l.refusal != nil {
				return l.refusal
			}
			return failure(-32000, fmt.Sprintf("eth_getLogs is limited to a %d blocks range", l.spanMax))
		}
		l.largest.Store(max(l.largest.Load(), to-from+1))
		logs := []any{}
		for b := from; b <= to; b++ {
			for i := range max(1, l.perBlock) {
				if l.countMax > 0 && len(logs) == l.countMax {
					return logs
				}
				hash := common.BigToHash(new(big.Int).SetUint64(b << 8))
				if l.fork != nil {
					hash[31] = l.fork(b, asked)
				}
				logs = append(logs, map[string]any{
					"address": common.HexToAddress("0x01"), "topics": []string{}, "data": "0x", "blockNumber": hexutil.EncodeUint64(b), "blockHash": hash,
					"transactionHash": hash, "transactionIndex": "0x0", "logIndex": hexutil.EncodeUint64(uint64(i)), "removed": false,
				})
			}
		}
		return logs
	}}
}

// TestLogsAreWholeWhateverTheEndpointsLimits: every event once, in order.
func TestLogsAreWholeWhateverTheEndpointsLimits(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := &ledger{
			spanMax: rapid.SampledFrom([]uint64{0, 100, 500, 1000}).Draw(rt, "span"), countMax: rapid.SampledFrom([]int{0, 1000, 2000}).Draw(rt, "count"),
			perBlock: rapid.IntRange(1, 2).Draw(rt, "events"),
		}
		from := rapid.Uint64Range(0, 50_000).Draw(rt, "from")
		to := from + rapid.Uint64Range(0, 1200).Draw(rt, "blocks")
		found, err := network(t, l.node()).Logs(t.Context(), evm.LogFilter{From: from, To: to})
		if err != nil {
			rt.Fatal(err)
		}
		if want := int(to-from+1) * l.perBlock; len(found.Items) != want || found.Truncated || found.From != from {
			rt.Fatalf("%d events from %d, want %d", len(found.Items), found.From, want)
		}
		for i, item := range found.Items {
			if item.BlockNumber != from+uint64(i/l.perBlock) || item.Index != uint64(i%l.perBlock) {
				rt.Fatalf("event %d is %d/%d", i, item.BlockNumber, item.Index)
			}
		}
	})
}

// TestLogsAreWholeWhateverARefusalSays: the words of public endpoints as they answered in September 2026, and as
// clients of others test for them.
func TestLogsAreWholeWhateverARefusalSays(t *testing.T) {
	for _, refusal := range []rpcFailure{
		failure(35, "ranges over 10000 blocks are not supported on free plan"),
		failure(-32000, "requested too many blocks from 50331648 to 51380224, maximum is set to 2048"),
		failure(-32000, "Log response size exceeded. Maximum allowed number of requested blocks is 1000"),
		failure(-32000, "maximum [from, to] blocks distance: 2000"),
		failure(-32000, "GetLogs query must be smaller than size 1024"),
		failure(-32602, "eth_getLogs is limited to 0 - 50 blocks range"),
		failure(-32005, "limit exceeded"),
		failure(-32062, "words that nobody has heard yet"),
		`{"code":-32602,"message":"invalid params","data":"Query returned more than 50000 results. Try with this block range [0x1, 0x2]."}`,
		`{"code":-32602,"message":"Invalid params","data":"requested block range 16777217 exceeds the limit of 200; narrow your fromBlock/toBlock"}`,
	} {
		l := &ledger{
			spanMax: 100,
			refusal: refusal,
		}
		found, err := network(t, l.node()).Logs(t.Context(), evm.LogFilter{From: 1, To: 1000})
		if err != nil || len(found.Items) != 1000 {
			t.Errorf("%s: %v", refusal, err)
		}
	}
}

// TestLogsAreNotAskedForInPartsWhereThatIsNoHelp: less of what is not allowed now is not allowed either.
func TestLogsAreNotAskedForInPartsWhereThatIsNoHelp(t *testing.T) {
	for _, refusal := range []rpcFailure{
		failure(-32005, "daily request count exceeded, request rate limited"),
		failure(-32602, "block range extends beyond current head block"), // Geth, one that lags
		failure(-32602, "Archive requests require a personal token"),
		failure(-32601, "the method eth_getLogs does not exist/is not available"),
	} {
		l := &ledger{
			spanMax: 1,
			refusal: refusal,
		}
		_, err := network(t, l.node()).Logs(t.Context(), evm.LogFilter{From: 1, To: 1000})
		if err == nil || l.requests.Load() > 1 {
			t.Errorf("%s: %d requests, %v", refusal, l.requests.Load(), err)
		}
	}
}

func TestLogsOfManyBlocksStayWithinTheUsualRange(t *testing.T) {
	l := &ledger{perBlock: 3}
	if _, err := network(t, l.node()).Logs(t.Context(), evm.LogFilter{From: 1, To: 20_800, Max: 100_000}); err != nil {
		t.Fatal(err)
	}
	if l.largest.Load() != 10_000 || l.requests.Load() != 3 {
		t.Errorf("%d requests of up to %d blocks", l.requests.Load(), l.largest.Load())
	}
}

func TestLogsEndAtTheirMaximumWithTheNewest(t *testing.T) {
	l := &ledger{perBlock: 3}
	found, err := network(t, l.node()).Logs(t.Context(), evm.LogFilter{From: 1, To: 10_000, Max: 100})
	if err != nil {
		t.Fatal(err)
	}
	last := found.Items[len(found.Items)-1]
	if !found.Truncated || len(found.Items) > 100 || len(found.Items) < 97 || last.BlockNumber != 10_000 || found.Items[0].BlockNumber != found.From || found.Items[0].Index != 0 {
		t.Errorf("%d events from %d to %d", len(found.Items), found.From, last.BlockNumber)
	}
}

func TestEndpointWithoutLogsIsLeftForThem(t *testing.T) {
	never := &node{answer: saying(map[string]any{"eth_getLogs": failure(-32005, "limit exceeded"), "eth_blockNumber": "0x10"})}
	l := &ledger{}
	good := l.node()
	c := network(t, never, good)
	found, err := c.Logs(t.Context(), evm.LogFilter{From: 100, To: 120})
	if err != nil || len(found.Items) != 21 {
		t.Fatalf("%v, %v", found, err)
	}
	before := never.asked()
	if _, err := c.Logs(t.Context(), evm.LogFilter{From: 100, To: 120}); err != nil || never.asked() != before {
		t.Errorf("asked again: %v", err)
	}
	if _, err := c.BlockNumber(t.Context()); err != nil || never.asked() == before {
		t.Errorf("it is still good for other calls: %v", err)
	}
}

// TestLogsOfTwoChainsAreAReorganisation: one block's events belong to two versions of it.
func TestLogsOfTwoChainsAreAReorganisation(t *testing.T) {
	l := &ledger{perBlock: 2}
	n := l.node()
	inner := n.answer
	n.answer = func(method string, params []json.RawMessage) any {
		logs, ok := inner(method, params).([]any)
		if !ok {
			return nil
		}
		logs[0].(map[string]any)["blockHash"] = common.HexToHash("0xdead")
		return logs
	}
	if _, err := network(t, n).Logs(t.Context(), evm.LogFilter{From: 10, To: 20}); !errors.Is(err, evm.ErrReorg) {
		t.Errorf("%v", err)
	}
}

// TestLogsOfBlocksThatAnEndpointLacksAreAskedForElsewhere: an endpoint that is behind silently returns what it has.
func TestLogsOfBlocksThatAnEndpointLacksAreAskedForElsewhere(t *testing.T) {
	l := &ledger{}
	whole := l.node()
	inner := whole.answer
	with := func(head uint64) *node {
		return &node{answer: func(method string, params []json.RawMessage) any {
			if method == "eth_blockNumber" {
				return hexutil.EncodeUint64(head)
			}
			answer := inner(method, params)
			if list, ok := answer.([]any); ok && head < 120 {
				return list[:len(list)-5]
			}
			return answer
		}}
	}
	found, err := network(t, with(115), with(121)).Logs(t.Context(), evm.LogFilter{From: 100, To: 120})
	if err != nil || len(found.Items) != 21 {
		t.Errorf("%d events, %v", len(found.Items), err)
	}
	if found, err = network(t, with(115), with(116)).Logs(t.Context(), evm.LogFilter{From: 100, To: 120}); err != nil || len(found.Items) != 16 {
		t.Errorf("when nobody has them: %v, %v", found, err)
	}
}

func TestUndoneLogsAndStrayBlocks(t *testing.T) {
	event := func(block, index string, removed bool) map[string]any {
		return map[string]any{
			"address": common.HexToAddress("0x01"), "topics": []string{}, "data": "0x", "blockNumber": block, "blockHash": common.HexToHash("0x05"),
			"transactionHash": txHash, "transactionIndex": "0x0", "logIndex": index, "removed": removed,
		}
	}
	n := &node{answer: saying(map[string]any{"eth_getLogs": []any{event("0xa", "0x1", false), event("0xa", "0x0", true), event("0xa", "0x1", false)}})}
	found, err := network(t, n).Logs(t.Context(), evm.LogFilter{From: 10, To: 10})
	if err != nil || len(found.Items) != 1 || found.Items[0].Index != 1 {
		t.Errorf("%+v, %v", found, err)
	}
	n = &node{answer: saying(map[string]any{"eth_getLogs": []any{event("0xb", "0x1", false)}})}
	if _, err := network(t, n).Logs(t.Context(), evm.LogFilter{From: 10, To: 10}); !errors.Is(err, upstream.BadResponse) {
		t.Errorf("%v", err)
	}
}

func TestFilterIsWrittenAsEndpointsReadIt(t *testing.T) {
	var given string
	n := &node{answer: func(method string, params []json.RawMessage) any {
		if method == "eth_getLogs" {
			given = string(params[0])
			return []any{}
		}
		return nil
	}}
	a, b, topic := common.HexToAddress("0x0a"), common.HexToAddress("0x0b"), common.HexToHash("0x0c")
	_, err := network(t, n).Logs(t.Context(), evm.LogFilter{From: 1, To: 2, Addresses: []common.Address{a, b}, Topics: [][]common.Hash{{topic}, nil, {topic, txHash}}})
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf(`{"address":["%#x","%#x"],"fromBlock":"0x1","toBlock":"0x2","topics":["%#x",null,["%#x","%#x"]]}`, a, b, topic, topic, txHash)
	if !strings.EqualFold(given, want) {
		t.Errorf("%s\n%s", given, want)
	}
}

func TestFeeCountsWhatTheRollupCounts(t *testing.T) {
	wei := big.NewInt
	receipt := func() evm.Receipt {
		return evm.Receipt{GasUsed: 1000, EffectiveGasPrice: wei(3), L1Fee: wei(500), OperatorFeeScalar: wei(2_000_000), OperatorFeeConstant: wei(11)}
	}
	nets := evm.Networks()
	by := func(name string) *evm.Network {
		return &nets[slices.IndexFunc(nets, func(n evm.Network) bool { return n.Name == name })]
	}
	blob := receipt()
	blob.Type, blob.BlobGasUsed, blob.BlobGasPrice = evm.BlobTx, 10, wei(4)
	footprint := receipt()
	footprint.BlobGasUsed, footprint.BlobGasPrice = 10, wei(4)
	at := func(block uint64) evm.Receipt {
		r := receipt()
		r.BlockNumber, r.OperatorFeeScalar = block, wei(7)
		return r
	}
	deposit := receipt()
	deposit.Type, deposit.EffectiveGasPrice, deposit.L1Fee = evm.DepositTx, wei(0), nil
	silent := receipt()
	silent.EffectiveGasPrice = nil
	for _, c := range []struct {
		why     string
		network string
		receipt evm.Receipt
		want    int64
	}{
		{"gas, L1 fee, operator fee 1000*2+11", "base", receipt(), 3000 + 500 + 2011},
		{"no operator fee on Scroll", "scroll", receipt(), 3500},
		{"Arbitrum's gas holds the L1 part", "arbitrum", receipt(), 3000},
		{"so did Mantle's until Arsia", "mantle", at(94_355_443), 3000},
		{"since Arsia L1 fee and operator fee 1000*7*100+11 come on top", "mantle", at(94_355_444), 3000 + 500 + 700_011},
		{"Base before Jovian: 1000*7/10^6+11", "base", at(38_950_926), 3000 + 500 + 11},
		{"Base since Jovian: 1000*7*100+11", "base", at(38_950_927), 3000 + 500 + 700_011},
		{"OP Mainnet since Jovian", "optimism", at(144_546_212), 3000 + 500 + 700_011},
		{"the data footprint of Jovian's receipts is not a blob", "base", footprint, 3000 + 500 + 2011},
		{"blobs on Ethereum", "ethereum", blob, 3040},
		{"a deposit is free", "optimism", deposit, 0},
		{"price of the transaction where the receipt has none", "polygon", silent, 9000},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := c.receipt.Fee(by(c.network), &evm.Transaction{GasPrice: wei(9)}); got.Int64() != c.want {
				t.Errorf("%s: %v, want %d", c.why, got, c.want)
			}
		})
	}
}

func TestTextOfATokenIsAStringOrThirtyTwoBytes(t *testing.T) {
	word := func(hex string) []byte { return common.RightPadBytes(common.FromHex(hex), 32) }
	str := func(length int64, body string) []byte {
		return append(append(common.LeftPadBytes([]byte{32}, 32), common.LeftPadBytes(big.NewInt(length).Bytes(), 32)...), body...)
	}
	for _, c := range []struct {
		why  string
		data []byte
		ok   bool
		want string
	}{
		{"string", str(4, "Coin"), true, "Coin"},
		{"string padded", str(4, "Coin"+strings.Repeat("\x00", 28)), true, "Coin"},
		{"empty string", str(0, ""), true, ""},
		{"32 bytes", word("0x4d4b52"), true, "MKR"},
		{"no UTF-8", str(3, "a\xffb"), true, "a\ufffdb"},
		{"control characters", str(3, "a\nb"), true, "a\ufffdb"},
		{"longer than what is there", str(400, "Coin"), false, ""},
		{"number", common.LeftPadBytes([]byte{18}, 32), false, ""},
		{"zero", make([]byte, 32), false, ""},
		{"nothing", nil, false, ""},
		{"odd offset", append(common.LeftPadBytes([]byte{255}, 32), make([]byte, 64)...), false, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			got, ok := (evm.Result{OK: true, Data: c.data}).Text()
			if ok != c.ok || got != c.want {
				t.Errorf("%s: %q %v", c.why, got, ok)
			}
		})
	}
	if _, ok := (evm.Result{Data: str(4, "Coin")}).Text(); ok {
		t.Error("revert data is not a name")
	}
}

// TestResultsOfAnyBytesAreReadWithoutPanic.
func TestResultsOfAnyBytesAreReadWithoutPanic(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := evm.Result{OK: true, Data: rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(rt, "data")}
		r.Text()
		r.Uint()
		r.Address()
		r.Bool()
	})
}
