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
	some := []*coretypes.Log{moved(usdcBase, ownerA, shop, 500_000_000)}
	paid := []*coretypes.Log{moved(usdcBase, shop, worker, 500_000_000)}
	for _, c := range []struct {
		why      string
		function string
		name     string
		logs     []*coretypes.Log
		verdict  Verdict
	}{
		{"no source says", "set", "", set, Warn},
		{"a word of which nothing is known", "set", "widget", set, Warn},
		{"a validator serves the call", "set", "validator", set, Allow},
		{"a relayer serves it, whatever the style of the name", "set", "_exclusiveRelayer", set, Allow},
		{"an operator may act for the sender", "set", "operator", set, Block},
		{"a new owner of something", "set", "_newOwner", set, Block},
		{"a key that an app makes", "set", "sessionKey", set, Block},
		{"who gets $5,000 later or elsewhere", "set", "recipient", kept, Warn},
		{"who gets $5", "set", "recipient", small, Allow},
		{"who may act, and gets $5", "set", "operator", small, Block},
		{"who gets $500", "set", "recipient", some, Warn},
		{"who gets something once", "claimFor", "recipient", set, Warn},
		{"who gets it now, and the sender nothing", "claimFor", "recipient", paid, Block},
		{"somebody gets it now, and no source says why", "claimFor", "", paid, Warn},
		{"who gets it from now on", "setClaimRecipient", "recipient", set, Block},
		{"a relayer that may act from now on", "approveRelayer", "relayer", set, Block},
		{"a facet becomes code of the contract", "diamondCut", "facetAddress", set, Block},
		{"a token is nobody, whatever is in front of the word", "list", "baseToken", set, Allow},
		{"a referrer gets nothing of the sender's", "setReferrer", "referrer", set, Allow},
	} {
		t.Run(c.why, func(t *testing.T) {
			e := engine(t)
			s := shopped(t, e, of(c.function+"(address)", worker), c.logs...)
			to := *s.To
			f := stage(e, s.Network)
			if c.name != "" {
				parsed, err := abi.JSON(strings.NewReader(`[{"type":"function","name":"` + c.function + `","inputs":[{"name":"` + c.name +
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

	credited := of("deposit(bytes32,uint128)") + common.Bytes2Hex(common.HexToAddress(worker).Bytes()) +
		common.Bytes2Hex([]byte("default")) + strings.Repeat("0", 10+64)
	executed(t, shop, credited, nil, nil, gone).want(t, Warn, strangerNamed)

	text := common.Bytes2Hex([]byte(worker)) + strings.Repeat("00", 22)
	executed(t, shop, of("sendToken(string)", 32, 42)+text, nil, nil, gone).want(t, Warn, strangerNamed)
}

// TestContractsAreKnownOnEveryNetwork where their source is published: an address has the same deployer everywhere.
func TestContractsAreKnownOnEveryNetwork(t *testing.T) {
	const router = "0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD" // Uniswap's, in the table for Ethereum
	e := engine(t)
	to := common.HexToAddress(usdcBase)
	from := common.HexToAddress(ownerA)
	for _, c := range []struct {
		why      string
		verified bool
		verdict  Verdict
	}{
		{"its source is published", true, Allow},
		{"nobody has published one", false, Block},
	} {
		t.Run(c.why, func(t *testing.T) {
			n := network(t, "polygon")
			if _, ok := e.Known(n.Name, common.HexToAddress(router)); ok {
				t.Skip("the table has it")
			}
			s := e.Transaction(Request{
				Network: n,
				To:      &to,
				From:    &from,
				Data:    common.FromHex(data("0x095ea7b3", router, maxUint)),
			})
			f := accounts(map[string]Account{usdcBase: Contract, router: Contract})
			f.Verified = map[common.Address]bool{common.HexToAddress(router): c.verified}
			f.Unpublished = map[common.Address]bool{common.HexToAddress(router): !c.verified}
			if j := e.Judge(s, f, now); j.Verdict != c.verdict {
				t.Errorf("%s %d: %+v", j.Verdict, j.Risk, j.Reasons)
			}
		})
	}
}
