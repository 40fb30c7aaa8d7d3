package evm

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	wholeTx = `{"hash":"0x00000000000000000000000000000000000000000000000000000000000000aa","type":"0x2",
"from":"0x0000000000000000000000000000000000000001","to":"0x0000000000000000000000000000000000000002","nonce":"0x5",
"value":"0x1","gas":"0x5208","gasPrice":"0x7","maxFeePerGas":"0x9","maxPriorityFeePerGas":"0x1","input":"0x",
"blockHash":"0x00000000000000000000000000000000000000000000000000000000000000bb","blockNumber":"0x10",
"transactionIndex":"0x3"}`

	wholeReceipt = `{"transactionHash":"0x00000000000000000000000000000000000000000000000000000000000000aa","type":"0x2",
"from":"0x0000000000000000000000000000000000000001","to":null,
"contractAddress":"0x0000000000000000000000000000000000000003",
"blockHash":"0x00000000000000000000000000000000000000000000000000000000000000bb","blockNumber":"0x10",
"transactionIndex":"0x3","status":"0x1","gasUsed":"0x5208","effectiveGasPrice":"0x7","logs":[` + wholeLog + `]}`

	wholeLog = `{"address":"0x0000000000000000000000000000000000000003","topics":[],"data":"0x",
"blockHash":"0x00000000000000000000000000000000000000000000000000000000000000bb","blockNumber":"0x10",
"transactionHash":"0x00000000000000000000000000000000000000000000000000000000000000aa","transactionIndex":"0x3",
"logIndex":"0x0","removed":false}`

	wholeHeader = `{"number":"0x10","hash":"0x00000000000000000000000000000000000000000000000000000000000000bb",
"parentHash":"0x00000000000000000000000000000000000000000000000000000000000000ba","timestamp":"0x1",
"baseFeePerGas":"0x7","gasUsed":"0x1","gasLimit":"0x2","transactions":[]}`

	wholeHistory = `{"oldestBlock":"0x1","baseFeePerGas":["0x1","0x2"],"gasUsedRatio":[0.5],"reward":[["0x1"]]}`
)

// TestResultsAreHeldToTheirContract has the members that a result must have, and those that may be absent.
func TestResultsAreHeldToTheirContract(t *testing.T) {
	for _, c := range []struct {
		whole    string
		into     func() any
		required string
		optional string
	}{
		{
			whole: wholeTx,
			into:  func() any { return &Transaction{} },
			required: "hash type from to nonce value gas gasPrice maxFeePerGas maxPriorityFeePerGas input blockHash " +
				"blockNumber transactionIndex",
		},
		{
			whole: wholeReceipt,
			into:  func() any { return &Receipt{} },
			required: "transactionHash type from to contractAddress blockHash blockNumber transactionIndex status gasUsed " +
				"logs logs[].address logs[].topics logs[].data logs[].logIndex",
			optional: "effectiveGasPrice logs[].removed",
		},
		{
			whole:    wholeHeader,
			into:     func() any { return &Header{} },
			required: "number hash parentHash timestamp gasUsed gasLimit transactions",
			optional: "baseFeePerGas",
		},
		{
			whole:    wholeHistory,
			into:     func() any { return &FeeHistory{} },
			required: "oldestBlock baseFeePerGas gasUsedRatio",
			optional: "reward",
		},
	} {
		name := fmt.Sprintf("%T", c.into())
		if err := json.Unmarshal([]byte(c.whole), c.into()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for member := range strings.FieldsSeq(c.required) {
			last := member[strings.LastIndexByte(member, '.')+1:]
			err := json.Unmarshal([]byte(upstreamtest.Renamed(t, c.whole, member)), c.into())
			if err == nil || !strings.Contains(err.Error(), last) {
				t.Errorf("%s without %s: %v", name, member, err)
			}
		}
		for member := range strings.FieldsSeq(c.optional) {
			if err := json.Unmarshal([]byte(upstreamtest.Renamed(t, c.whole, member)), c.into()); err != nil {
				t.Errorf("%s without %s: %v", name, member, err)
			}
		}
	}
}

func TestNumbersThatAreNullAreRefused(t *testing.T) {
	if json.Unmarshal([]byte("null"), new(Uint64)) == nil || json.Unmarshal([]byte("null"), new(Big)) == nil {
		t.Error("null is a number")
	}
	history := strings.Replace(wholeHistory, `"0x2"`, `null`, 1)
	if json.Unmarshal([]byte(history), new(FeeHistory)) == nil {
		t.Error("a base fee of null is a fee")
	}
}
