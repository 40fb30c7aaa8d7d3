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
		"swap left in the router":                                          assetsTaken,
		"a crumb is returned and the rest stays in the router":             assetsTaken,
		"coins sent to a program that does not use them":                   belowWorth,
		"a command nobody knows":                                           unknownSelector,
		"an action of v4 nobody knows":                                     unknownSelector,
		"SwapRouter02 leaves the swap in the router":                       assetsTaken,
		"allowance to the CoW settlement, whose solvers may call anything": approvalUnknown,
		"claim with coins at an unverified contract":                       valueToUnknown,
		"unknown function with coins at an unverified contract":            valueToUnknown,
		"a fresh claim that takes coins at a verified stranger":            unknownSelector,
		"a fixed sum allowed to an unverified contract":                    approvalUnknown,
		"listed address packed in unknown data":                            knownDrainer,
		"listed address in the bytes of a call":                            knownDrainer,
		"unknown function of a known router names a stranger":              strangerNamed,
		"a fresh bulker action nobody knows":                               unknownSelector,
		"Safe batch that hides an owner change":                            ownershipChange,
		"a fresh exact output keeps the rest in the router":                assetsTaken,
		"a fresh call with coins to a contract of yesterday":               valueToUnknown,
		"Morpho authorises a stranger":                                     approvalSpenderEOA,
		"Aave debt of the account lent to a stranger":                      approvalSpenderEOA,
		"a fresh allowance for all but one unit":                           unlimitedApproval,
		"dollars to a token contract":                                      transferToToken,
		"multicall that hides an allowance":                                approvalSpenderEOA,
		"calls nested deeper than anybody reads":                           tooDeep,
		"v4 swap taken into the router and left there":                     assetsTaken,
		"Permit2 batch transferFrom to a stranger":                         foreignRecipient,
		"Multicall3 passes on all ether to a stranger":                     foreignRecipient,
		"Pendle redeems to a stranger":                                     strangerNamed,
		"thirteen: timelock: its next admin is queued, a stranger":         strangerNamed,
		"thirteen: bridge of a game: its validators become one stranger":   strangerNamed,
		"thirteen: batch pays the payee a little and another the rest":     assetsTaken,
		"thirteen: old multisig confirms a payment to a stranger":          assetsMoved,
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

// TestWhoeverStandsBehindManyOthersIsNotTrusted: no more accounts and contracts are looked at than bounds say, and a
// thief can fill those with contracts of good name.
func TestWhoeverStandsBehindManyOthersIsNotTrusted(t *testing.T) {
	e := engine(t)
	to := common.HexToAddress(strangerC)
	from := common.HexToAddress(ownerA)
	calldata := "0x12345678"
	f := accounts(map[string]Account{strangerC: Contract, ownerA: NoCode})
	f.Verified = map[common.Address]bool{to: true}
	for i := range maxAccounts {
		decoy := common.BigToAddress(new(big.Int).Lsh(big.NewInt(int64(i+1)), 150))
		calldata += word(decoy.Hex())
		f.Accounts[decoy] = Contract
		f.Verified[decoy] = true
	}

	for _, kind := range []Account{Unread, Contract} {
		f.Accounts[common.HexToAddress(spenderB)] = kind
		s := e.Transaction(Request{Network: network(t, "base"), To: &to, From: &from, Data: common.FromHex(calldata + word(spenderB))})
		e.Happened(s, Outcome{Worked: true})
		e.Judge(s, f, now).want(t, Warn, strangerNamed)
	}
}

// TestWordsOfCallsWithinCallsAreRead at any depth, and texts however many there are.
func TestWordsOfCallsWithinCallsAreRead(t *testing.T) {
	thief := common.HexToAddress(thiefE)
	data := common.FromHex(word(thiefE))
	for range 9 {
		data = append(common.FromHex(word(len(data)+4)+"12345678"), data...)
	}
	if !slices.Contains(words(data), thief) {
		t.Error("it is not found in the ninth call")
	}

	texts := strings.Repeat(usdcBase+" ", 40) + thiefE
	s := engine(t).Message(network(t, "base"), &Plain{Bytes: []byte(texts)})
	if !slices.Contains(s.Ask().Accounts, thief) {
		t.Error("it is not found behind other texts")
	}
}
