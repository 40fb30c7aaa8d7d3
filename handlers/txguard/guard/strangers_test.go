package guard

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// TestRowsOfTheCorpusHaveTheirFinding: the share of a set may hide that one shape is lost again.
func TestRowsOfTheCorpusHaveTheirFinding(t *testing.T) {
	findings := map[string]string{
		"Universal Router pulls the whole allowance to a stranger":         foreignRecipient,
		"Universal Router pulls three tokens to a stranger":                foreignRecipient,
		"swap left in the router":                                          assetsTaken,
		"a crumb is returned and the rest stays in the router":             assetsTaken,
		"coins sent to a program that does not use them":                   belowWorth,
		"a command nobody knows":                                           unknownStep,
		"an action of v4 nobody knows":                                     unknownStep,
		"sub plan in a sub plan hides a sweep to a stranger":               foreignRecipient,
		"Aerodrome swap pays a stranger":                                   foreignRecipient,
		"Slipstream swap pays a stranger":                                  foreignRecipient,
		"SwapRouter02 leaves the swap in the router":                       assetsTaken,
		"Odos compact pays a stranger":                                     foreignRecipient,
		"KyberSwap pays nearly all as a fee":                               foreignRecipient,
		"CCTP mints for a stranger":                                        foreignRecipient,
		"a fresh CCTP burn for an account elsewhere":                       recipientElsewhere,
		"ENS name given to a stranger in the registry":                     ownershipChange,
		"a fresh registration that points to a stranger":                   ownershipChange,
		"Seaport offer that pays next to nothing for an NFT":               belowDust,
		"a fresh match that gives the own NFT away":                        zeroConsideration,
		"allowance to the CoW settlement, whose solvers may call anything": openContract,
		"claim with coins at an unverified contract":                       valueToUnknown,
		"unknown function with coins at an unverified contract":            valueToUnknown,
		"a fresh claim that takes coins at a verified stranger":            valueToUnknown,
		"a fixed sum allowed to an unverified contract":                    approvalUnknown,
		"listed address packed in unknown data":                            knownDrainer,
		"listed address in the bytes of a call":                            knownDrainer,
		"payee that looks like a known router, packed":                     addressPoisoning,
		"unknown function of a known router names a stranger":              strangerNamed,
		"tokens sent to a router":                                          leftInRouter,
		"a fresh bulker action nobody knows":                               unknownStep,
		"Safe batch that hides an owner change":                            ownershipChange,
		"account operation that drains by a batch":                         unlimitedApproval,
		"a fresh flash loan of the account for a stranger contract":        foreignRecipient,
		"swap pays the call forwarder":                                     openContract,
		"a fresh exact output keeps the rest in the router":                assetsTaken,
		"a fresh call with coins to a contract of yesterday":               valueToUnknown,
		"position closed, everything to a stranger":                        foreignRecipient,
		"Morpho authorises a stranger":                                     approvalSpenderEOA,
		"Lido withdrawal belongs to a stranger":                            foreignRecipient,
		"Aave debt of the account lent to a stranger":                      approvalSpenderEOA,
		"Compound position moved to a stranger":                            foreignRecipient,
		"Balancer swap pays a stranger":                                    foreignRecipient,
		"0x AllowanceHolder hands the tokens to a trap":                    approvalUnknown,
		"a fresh allowance for all but one unit":                           unlimitedApproval,
		"dollars to a token contract":                                      transferToToken,
		"multicall that hides an allowance":                                approvalSpenderEOA,
		"calls nested deeper than anybody reads":                           tooDeep,
		"Universal Router batch: mine first, then a stranger":              foreignRecipient,
		"v4 swap taken into the router and left there":                     assetsTaken,
		"a step that may fail pays a stranger":                             foreignRecipient,
		"Permit2 batch transferFrom to a stranger":                         foreignRecipient,
		"Multicall3 passes on all ether to a stranger":                     foreignRecipient,
		"EigenLayer withdrawal to a withdrawer stranger":                   foreignRecipient,
		"Pendle redeems to a stranger":                                     strangerNamed,
		"multicall of an unverified contract that moves tokens":            strangerNamed,
	}
	e := engine(t)
	for _, r := range readCorpus(t, corpusFolder) {
		code, listed := findings[r.Name]
		if !listed {
			continue
		}
		delete(findings, r.Name)
		t.Run(r.Name, func(t *testing.T) {
			if j := r.judge(t, e); j.Verdict == Allow || !slices.Contains(j.codes(), code) {
				t.Errorf("%s %v, want %s", j.Verdict, j.codes(), code)
			}
		})
	}
	for name := range findings {
		t.Errorf("no row %q", name)
	}
}

// TestSwapGoesOnInThePairOfTheNextOne: a route over v3 and v2 pays the pair, whose address follows from its tokens.
func TestSwapGoesOnInThePairOfTheNextOne(t *testing.T) {
	const me = "0x0000000000000000000000000000000000000001"
	const ethereumRouter = "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af"
	const usdc, weth = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"
	const pair = "0xB4e16d0168e52d35CaCD2c6185b44281Ec28C9Dc" // of the two, as every explorer shows it
	got := pairOf("ethereum", common.HexToAddress(weth), common.HexToAddress(usdc))
	if got != common.HexToAddress(pair) {
		t.Fatalf("pair %s", got)
	}

	path := strings.TrimPrefix(strings.ToLower(usdc), "0x") + "0001f4" + strings.TrimPrefix(strings.ToLower(weth), "0x")
	whole := new(big.Int).Lsh(big.NewInt(1), 255) // all that the router has
	route := func(to string) string {
		first := word(to) + word(1000) + word(0) + word(160) + word(true) + word(len(path)/2) + path +
			strings.Repeat("0", 128-len(path))
		second := word(me) + word(whole) + word(900) + word(160) + word(false) + word(2) + word(weth) + word(usdc)
		return plan("0008", first, second)
	}
	e, from := engine(t), common.HexToAddress(ownerA)
	to := common.HexToAddress(ethereumRouter)
	judge := func(first string) Judgement {
		s := e.Transaction(Request{
			Network: network(t, "ethereum"),
			To:      &to,
			From:    &from,
			Data:    common.FromHex(route(first)),
		})
		f := accounts(map[string]Account{ethereumRouter: Contract, pair: Contract, strangerC: Contract})
		return e.Judge(s, f, now)
	}
	judge(pair).want(t, Allow, nothingFound)
	judge(strangerC).want(t, Warn, foreignRecipient)
}

// TestAddressesAreFoundAtEveryByte: packed data has no words.
func TestAddressesAreFoundAtEveryByte(t *testing.T) {
	thief := common.HexToAddress(spenderB)
	for shift := range 40 {
		data := append([]byte{1, 2, 3, 4}, make([]byte, shift)...)
		data = append(append(data, thief[:]...), 9, 9)
		s := &Subject{data: data}
		if !slices.Contains(slices.Collect(s.Buried()), thief) {
			t.Errorf("shifted by %d bytes: not found", shift)
		}
	}
	numbers := &Subject{data: append(make([]byte, 60), 0x12, 0x34, 0x56)}
	if found := slices.Collect(numbers.Buried()); len(found) != 0 {
		t.Errorf("numbers are taken for %v", found)
	}
}
