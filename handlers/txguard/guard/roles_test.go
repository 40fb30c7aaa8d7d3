package guard

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	coretypes "github.com/ethereum/go-ethereum/core/types"
)

// TestNamesOfValuesTellWhatSomebodyGets: the same call and the same logs, by what the published source calls the value.
func TestNamesOfValuesTellWhatSomebodyGets(t *testing.T) {
	set := []*coretypes.Log{log(shop, "Set(address,address)", []any{ownerA, worker})}
	kept := []*coretypes.Log{moved(usdcBase, ownerA, shop, 5_000_000_000)}
	small := []*coretypes.Log{moved(usdcBase, ownerA, shop, 5_000_000)}
	for _, c := range []struct {
		why     string
		name    string
		logs    []*coretypes.Log
		verdict Verdict
	}{
		{"no source says", "", set, Warn},
		{"a word of which nothing is known", "widget", set, Warn},
		{"a validator serves the call", "validator", set, Allow},
		{"a relayer serves it, whatever the style of the name", "_exclusiveRelayer", set, Allow},
		{"an operator may act for the sender", "operator", set, Block},
		{"a new owner of something", "_newOwner", set, Block},
		{"a key that an app makes", "sessionKey", set, Block},
		{"who gets $5,000 later or elsewhere", "recipient", kept, Block},
		{"who gets $5", "recipient", small, Warn},
	} {
		t.Run(c.why, func(t *testing.T) {
			e := engine(t)
			n := network(t, "base")
			to := common.HexToAddress(shop)
			from := common.HexToAddress(ownerA)
			s := e.Transaction(Request{
				Network: n,
				To:      &to,
				From:    &from,
				Data:    common.FromHex(of("set(address)", worker)),
			})
			e.Happened(s, Outcome{Worked: true, Logs: c.logs})

			f := stage(e, n)
			if c.name != "" {
				parsed, err := abi.JSON(strings.NewReader(`[{"type":"function","name":"set","inputs":[{"name":"` + c.name +
					`","type":"address"}]}]`))
				if err != nil {
					t.Fatal(err)
				}
				f.ABIs = map[common.Address]*abi.ABI{to: &parsed}
			}
			if j := e.Judge(s, f, now); j.Verdict != c.verdict {
				t.Errorf("%s %d, want %s: %+v", j.Verdict, j.Risk, c.verdict, j.Reasons)
			}
		})
	}
}

// TestAllowancesThatATokenCountsDownAreNotGiven: a plain account gives allowances by calling tokens and by signatures.
// Each transfer out of one may log it again.
func TestAllowancesThatATokenCountsDownAreNotGiven(t *testing.T) {
	left := log(usdcBase, "Approval(address,address,uint256)", []any{ownerA, shop}, maxUint)
	taken := moved(usdcBase, ownerA, shop, 5_000_000)
	back := moved(wethBase, poolD, ownerA, milliether(2))
	executed(t, shop, of("swap()"), nil, nil, left, taken, back).want(t, Allow)
	executed(t, shop, of("swap()"), nil, nil, left, left, taken, back).want(t, Warn, unlimitedApproval)
}

// TestWhoIsPaidElsewhereIsRead from the words, the texts and the credentials that bridges and deposits take.
func TestWhoIsPaidElsewhereIsRead(t *testing.T) {
	const burn = "depositForBurn(uint256,uint32,bytes32,address)"
	gone := moved(usdcBase, ownerA, shop, 500_000_000)
	executed(t, shop, of(burn, 500_000_000, 6, ownerA, usdcBase), nil, nil, gone).want(t, Allow)
	executed(t, shop, of(burn, 500_000_000, 6, worker, usdcBase), nil, nil, gone).want(t, Warn, foreignRecipient)
	executed(t, shop, of(burn, 500_000_000, 5, maxUint, usdcBase), nil, nil, gone).want(t, Warn, strangerNamed)

	text := common.Bytes2Hex([]byte(worker)) + strings.Repeat("00", 22)
	executed(t, shop, of("sendToken(string)", 32, 42)+text, nil, nil, gone).want(t, Warn, strangerNamed)
}
