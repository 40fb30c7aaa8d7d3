package guard

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

const (
	multicall3 = "0xcA11bde05977b3631167028862bE2a173976CA11"
	callOnly   = "0x9641d764fc13c8B624c04430C7356C1C7C8102e2"
	routerBase = "0x6ff5693b99212da76ad316178a184ab56d299b43"
	strangerC  = "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"
)

// maxUint160 is how Permit2's amounts say "no limit".
var maxUint160 = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 160), big.NewInt(1))

// transaction judges a call on Base.
func transaction(t *testing.T, to, data, from string, value *big.Int, f Facts) Judgement {
	t.Helper()
	a := common.HexToAddress(to)
	r := Request{Network: network(t, "base"), To: &a, Data: common.FromHex(data), Value: value}
	if from != "" {
		b := common.HexToAddress(from)
		r.From = &b
	}
	e := engine(t)
	return e.Judge(e.Transaction(r), f, now)
}

// want compares a judgement.
func (j Judgement) want(t *testing.T, verdict Verdict, codes ...string) {
	t.Helper()
	if j.Verdict != verdict {
		t.Errorf("%s %d, want %s: %+v", j.Verdict, j.Risk, verdict, j.Reasons)
	}
	for _, code := range codes {
		if !slices.Contains(j.codes(), code) {
			t.Errorf("no %s in %v", code, j.codes())
		}
	}
}

// TestContractsThatAnybodyCommandsGetNothing: Multicall3 and Safe's batch contracts are known, and whoever calls them decides
// what they do with what they may take.
func TestContractsThatAnybodyCommandsGetNothing(t *testing.T) {
	f := accounts(map[string]Account{usdcBase: Contract, multicall3: Contract, callOnly: Contract})
	for _, open := range []string{multicall3, callOnly} {
		transaction(t, usdcBase, data("0x095ea7b3", open, 5_000_000_000), "", nil, f).want(t, Block, approvalUnknown)
		transaction(t, usdcBase, data("0xa22cb465", open, true), "", nil, f).want(t, Block, approvalAllNFT)
		transaction(t, usdcBase, data("0xf2fde38b", open), "", nil, f).want(t, Block, ownershipChange)
		transaction(t, usdcBase, data("0x610b5925", open), "", nil, f).want(t, Block, ownershipChange)
		transaction(t, usdcBase, data("0xa9059cbb", open, 5), "", nil, f).want(t, Warn, transferToZero)
	}
	transaction(t, usdcBase, data("0xf2fde38b", routerBase), "", nil, f).want(t, Warn, ownershipChange)
	transaction(t, usdcBase, data("0x095ea7b3", "0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789", 5), "", nil, f).want(t, Allow, approvalUnknown)
}

// TestAllowanceJustBelowTheLargestNumberIsUnlimitedToo.
func TestAllowanceJustBelowTheLargestNumberIsUnlimitedToo(t *testing.T) {
	f := accounts(map[string]Account{usdcBase: Contract, spenderB: Contract, permit2.Hex(): Contract})
	less := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(1))
	transaction(t, usdcBase, data("0x095ea7b3", spenderB, less), "", nil, f).want(t, Warn, unlimitedApproval)
	less160 := new(big.Int).Sub(maxUint160, big.NewInt(1))
	transaction(t, permit2.Hex(), data("0x87517c45", usdcBase, spenderB, less160, int(now.Unix())+60), "", nil, f).want(t, Warn, unlimitedApproval)
	single := typed(t, map[string]string{"PermitSingle": "PermitDetails details,address spender,uint256 sigDeadline", "PermitDetails": detailsFields}, "PermitSingle",
		map[string]any{"name": "Permit2", "chainId": 8453, "verifyingContract": permit2.Hex()},
		map[string]any{"details": map[string]any{"token": usdcBase, "amount": less160.String(), "expiration": now.Unix() + 60, "nonce": 0}, "spender": spenderB, "sigDeadline": now.Unix() + 60})
	signature(t, single, f).want(t, Warn, unlimitedPermit)
}

func signature(t *testing.T, raw []byte, f Facts) Judgement {
	t.Helper()
	e := engine(t)
	return e.Judge(e.Signature(network(t, "base"), parse(t, raw)), f, now)
}

// TestPermitIsComparedWithWhatItsOwnerHolds, like an allowance of a transaction whose sender is known.
func TestPermitIsComparedWithWhatItsOwnerHolds(t *testing.T) {
	raw := typed(t, map[string]string{"Permit": permitFields}, "Permit", map[string]any{"name": "USD Coin", "version": "2", "chainId": 8453, "verifyingContract": usdcBase},
		map[string]any{"owner": ownerA, "spender": spenderB, "value": "900000000000", "nonce": 0, "deadline": now.Unix() + 60})
	e := engine(t)
	s := e.Signature(network(t, "base"), parse(t, raw))
	if ask := s.Ask(); s.From == nil || *s.From != common.HexToAddress(ownerA) || len(ask.Balances) != 1 {
		t.Fatalf("from %v, %+v", s.From, ask)
	}
	f := accounts(map[string]Account{usdcBase: Contract, spenderB: Contract})
	f.Balances = map[common.Address]*big.Int{common.HexToAddress(usdcBase): big.NewInt(1_000_000)}
	e.Judge(s, f, now).want(t, Warn, largeAmount, permitUnknown)
}

// TestApprovalOfAnNFTIsNoAllowance: approve(address,uint256) means an id where the contract is an NFT's.
func TestApprovalOfAnNFTIsNoAllowance(t *testing.T) {
	f := accounts(map[string]Account{strangerC: Contract, spenderB: NoCode, routerBase: Contract})
	f.NFTs = map[common.Address]bool{common.HexToAddress(strangerC): true}
	f.Balances = map[common.Address]*big.Int{common.HexToAddress(strangerC): big.NewInt(1)}
	transaction(t, strangerC, data("0x095ea7b3", spenderB, 0), ownerA, nil, f).want(t, Block, approvalSpenderEOA)
	transaction(t, strangerC, data("0x095ea7b3", routerBase, maxUint), ownerA, nil, f).want(t, Allow, knownCounterparty)
	transaction(t, strangerC, data("0x095ea7b3", routerBase, 77), ownerA, nil, f).want(t, Allow, knownCounterparty)
	transaction(t, strangerC, data("0x095ea7b3", 0, 77), ownerA, nil, f).want(t, Allow, approvalRevoke)
	e, to := engine(t), common.HexToAddress(strangerC)
	s := e.Transaction(Request{Network: network(t, "base"), To: &to, Data: common.FromHex(data("0x23b872dd", ownerA, spenderB, 77))})
	e.Judge(s, f, now)
	if a := s.Actions[0]; a.Standard != "ERC-721" || a.Amount != nil || a.TokenID.Int64() != 77 {
		t.Errorf("%+v", a)
	}
}

// TestDecoysDoNotHideASpender: more spenders than are looked up make the request worth a look.
func TestDecoysDoNotHideASpender(t *testing.T) {
	f := accounts(map[string]Account{usdcBase: Contract})
	var calls []string
	for i := range 120 {
		decoy := common.BigToAddress(big.NewInt(int64(0xdec0000000000 + i)))
		calls = append(calls, data("0x095ea7b3", decoy.Hex(), 1))
	}
	calls = append(calls, data("0x095ea7b3", spenderB, 1_000_000))
	e, to := engine(t), common.HexToAddress(usdcBase)
	s := e.Transaction(Request{Network: network(t, "base"), To: &to, Data: common.FromHex(multicall(calls...))})
	for _, a := range s.Ask().Accounts {
		f.Accounts[a] = Contract
	}
	e.Judge(s, f, now).want(t, Warn, approvalUnknown)
	if n := len(s.Ask().Accounts); n < 32 || n > 49 {
		t.Errorf("%d accounts are asked for", n)
	}
}

// TestRefundOfASafeTransactionIsWarnedOf: its price and who gets it are the signer's to set.
func TestRefundOfASafeTransactionIsWarnedOf(t *testing.T) {
	tx := safeTx(strangerC, "0x", 0)
	tx["value"], tx["baseGas"], tx["gasPrice"], tx["gasToken"], tx["refundReceiver"] = "1", "1000000000", "1000", usdcBase, spenderB
	f := accounts(map[string]Account{usdcBase: Contract, spenderB: NoCode, strangerC: Contract})
	domain := map[string]any{"chainId": 8453, "verifyingContract": strangerC}
	signature(t, typed(t, safeTypes, "SafeTx", domain, tx), f).want(t, Warn, safeRefund)

	none := new(big.Int)
	call := append(common.FromHex("0x6a761202"), encode(t, "address to,uint256 value,bytes data,uint8 operation,uint256 a,uint256 b,uint256 c,address d,address e,bytes signatures",
		common.HexToAddress(strangerC), big.NewInt(1), []byte{}, uint8(0), none, big.NewInt(1e9), big.NewInt(1000), common.HexToAddress(usdcBase), common.HexToAddress(spenderB), []byte{})...)
	transaction(t, strangerC, common.Bytes2Hex(call), "", nil, f).want(t, Warn, safeRefund)

	tx["gasPrice"] = "0"
	signature(t, typed(t, safeTypes, "SafeTx", domain, tx), f).want(t, Allow)
}

// TestOwnerOfABatchedCallIsTheSafe, whose own code the batch contract's is run as.
func TestOwnerOfABatchedCallIsTheSafe(t *testing.T) {
	raw := typed(t, safeTypes, "SafeTx", map[string]any{"chainId": 8453, "verifyingContract": strangerC}, safeTx(callOnly,
		"0x8d80ff0a"+word(32)+word(85+68)+"00"+strings.TrimPrefix(usdcBase, "0x")+word(0)+word(68)+strings.TrimPrefix(data("0x095ea7b3", routerBase, 5), "0x")+strings.Repeat("00", 7), 1))
	s := engine(t).Signature(network(t, "base"), parse(t, raw))
	for _, a := range s.Actions {
		if a.Kind == Approval {
			if !is(a.Owner, common.HexToAddress(strangerC)) {
				t.Errorf("owner %v", a.Owner)
			}
			return
		}
	}
	t.Errorf("no approval in %+v", s.Actions)
}

func TestFurtherWaysToAllowAreFound(t *testing.T) {
	f := accounts(map[string]Account{usdcBase: Contract, spenderB: NoCode})
	for why, call := range map[string]string{
		"increaseApproval":                 data("0xd73dd623", spenderB, 5),
		"ERC-777 operator":                 data("0x959b8c3f", spenderB),
		"permit with a signature of bytes": data("0x9fd5a6cf", ownerA, spenderB, 5, maxUint, 160, 0),
		"NFT permit":                       data("0x7ac2ff7b", spenderB, 5, maxUint, 27, 1, 1),
		"approveAndCall":                   data("0xcae9ca51", spenderB, 5, 96, 0),
	} {
		if j := transaction(t, usdcBase, call, "", nil, f); j.Verdict == Allow {
			t.Errorf("%s: %+v", why, j.Reasons)
		}
	}
	for call, verdict := range map[string]Verdict{
		data("0x0f0f3f24", spenderB):           Block, // owner of a Coinbase wallet
		data("0x29565e3b", 1, 2):               Warn,  // a passkey, which nobody can look up
		data("0x9517e29f", 1, spenderB, 96, 0): Block, // ERC-7579
	} {
		transaction(t, usdcBase, call, "", nil, f).want(t, verdict, ownershipChange)
	}
}

// TestDAIPermitWithoutExpiryHasNoEnd, in a transaction as in a signature.
func TestDAIPermitWithoutExpiryHasNoEnd(t *testing.T) {
	e, to := engine(t), common.HexToAddress(usdcBase)
	call := common.FromHex(data("0x8fcbaf0c", ownerA, spenderB, 0, 0, true, 27, 1, 1))
	s := e.Transaction(Request{Network: network(t, "base"), To: &to, Data: call})
	if a := s.Actions[0]; a.Deadline != nil {
		t.Errorf("%+v", a)
	}
}

// TestFunctionsOfUnlistedContractsAreNotNothing: a false router, coins sent to a false wrapper.
func TestFunctionsOfUnlistedContractsAreNotNothing(t *testing.T) {
	f := accounts(map[string]Account{strangerC: Contract})
	ether := big.NewInt(1e18)
	transaction(t, strangerC, "0xd0e30db0", ownerA, ether, f).want(t, Warn, valueToUnknown)
	swap := data("0x7ff36ab5", 0, 128, ownerA, maxUint, 0)
	transaction(t, strangerC, swap, ownerA, ether, f).want(t, Warn, unknownSelector, valueToUnknown)
	transaction(t, "0x4200000000000000000000000000000000000006", "0xd0e30db0", ownerA, ether, f).want(t, Allow, nothingFound)
}

// TestListOfNothingIsStillACall: every request has an action.
func TestListOfNothingIsStillACall(t *testing.T) {
	e, to := engine(t), permit2
	for _, call := range []string{data("0x0d58b1db", 32, 0), data("0xcc53287f", 32, 0)} { // Permit2's transferFrom and lockdown of lists
		if s := e.Transaction(Request{Network: network(t, "base"), To: &to, Data: common.FromHex(call)}); len(s.Actions) != 1 || s.Kind != "unknown" && s.Kind != "contract_call" {
			t.Errorf("%s: %+v", s.Kind, s.Actions)
		}
	}
}
