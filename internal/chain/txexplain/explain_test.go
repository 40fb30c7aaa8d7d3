package txexplain

import (
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// TestCallsWithoutEffect covers failed and pending transactions: nothing moves, and the call data shows the
// purpose.
func TestCallsWithoutEffect(t *testing.T) {
	for _, tt := range []struct {
		call    Call
		op      Operation
		intent  string
		payload string
	}{
		{Call{From: alice, To: &usd, Input: input("transfer(address,uint256)", bob, "5e6")}, Send, "transfer of 5 USDX to 0xb0b0...0002", "erc20"},
		{Call{From: alice, To: &bob, Value: n("1e18")}, Send, "transfer of 1 ETH to 0xb0b0...0002", "native"},
		{Call{From: alice, To: &weth, Value: n("1e18"), Input: input("deposit()")}, Wrap, "wrap of 1 ETH", "wrap"},
		{Call{From: alice, To: &weth, Input: input("withdraw(uint256)", "1")}, Unwrap, "unwrap (withdraw) on 0x4200...0006", "unwrap"},
		{Call{From: alice, To: &universal, Input: input("execute(bytes,bytes[],uint256)")}, Swap, "swap (execute) on Uniswap Universal Router v2", "router"},
		{Call{From: alice, To: &usd, Input: input("approve(address,uint256)", bob, "1")}, Approve, "approve (approve) on 0x05d0...0010", "approve"},
		{Call{From: alice, To: &vine, Input: []byte{0xde, 0xad, 0xbe, 0xef}}, ContractCall, "call (0xdeadbeef) on 0x714e...0013", "unknown"},
		{Call{From: alice, To: &vine, Input: []byte{1}}, ContractCall, "call on 0x714e...0013", "short"},
		{Call{From: alice, Input: []byte{0x60}}, Deploy, "deployment of a contract", "creation"},
	} {
		t.Run(tt.payload, func(t *testing.T) {
			pending := Explain(Input{Network: base, Call: tt.call, Tokens: tokens()})
			if pending.Status != Pending || pending.Operation != tt.op || pending.Summary != "Pending: "+tt.intent || pending.Method != FromCall || len(pending.Movements) != 0 {
				t.Errorf("pending: %+v", pending)
			}
			failed := Explain(Input{Network: base, Call: tt.call, Tokens: tokens(), Result: &Result{Failed: true, Logs: []*types.Log{moved(usd, alice, bob, "1")}}})
			if failed.Status != Failed || failed.Operation != tt.op || failed.Summary != "Failed: "+tt.intent+"; nothing moved, only the fee was paid" || len(failed.Movements) != 0 {
				t.Errorf("failed: %+v", failed)
			}
		})
	}
}

// TestFailedDepositKeepsWhatCameFromL1: only the call is undone, and nobody paid for its gas.
func TestFailedDepositKeepsWhatCameFromL1(t *testing.T) {
	for mint, want := range map[string]string{
		"5e18": "Failed: transfer of 2 ETH to 0xb0b0...0002; the 5 ETH from L1 stayed with 0xa11c...0001",
		"0":    "Failed: transfer of 2 ETH to 0xb0b0...0002; nothing moved",
	} {
		got := Explain(Input{
			Network: base,
			Call:    Call{Type: 0x7e, From: alice, To: &bob, Value: n("2e18"), Mint: n(mint)},
			Result:  &Result{Failed: true},
		})
		kept := new(big.Int)
		if len(got.Movements) == 1 && got.Movements[0].Address == alice {
			kept = got.Movements[0].Changes[0].Amount
		}
		if got.Status != Failed || got.Summary != want || kept.Cmp(n(mint)) != 0 {
			t.Errorf("%s: %+v", mint, got)
		}
	}
}

// TestOutcomeThatNobodyTells is neither success nor failure.
func TestOutcomeThatNobodyTells(t *testing.T) {
	got := Explain(Input{Network: base, Call: Call{From: alice, To: &bob, Value: n("1e18")}, Result: &Result{Untold: true}})
	want := "In a block, with an outcome that its receipt does not tell: transfer of 1 ETH to 0xb0b0...0002"
	if got.Status != Unknown || got.Summary != want || len(got.Movements) > 0 {
		t.Errorf("%+v", got)
	}
}

// TestDelegationsAreTold whatever became of the call (EIP-7702).
func TestDelegationsAreTold(t *testing.T) {
	call := Call{Type: 4, From: alice, To: &alice, Delegates: []common.Address{vine, {}}}
	const said = "; with signatures that put an account under the code of 0x714e...0013 and an account no longer under " +
		"any code, if they hold (EIP-7702)"
	for _, result := range []*Result{nil, {}, {Failed: true}} {
		got := Explain(Input{Network: base, Call: call, Result: result})
		if !strings.HasSuffix(got.Summary, said) || !slices.Contains(got.Warnings, Delegated) {
			t.Errorf("%q %v", got.Summary, got.Warnings)
		}
	}
}

// TestAllPermissionsAreTold, those without a limit first, and of one spender's what holds in the end.
func TestAllPermissionsAreTold(t *testing.T) {
	allowed := func(token, spender common.Address, amount string) *types.Log {
		return logOf(token, approvalTopic, []any{alice, spender}, amount)
	}
	most := strings.Repeat("f", 64)
	unlimited, _ := new(big.Int).SetString(most, 16)
	for _, c := range []struct {
		logs  []*types.Log
		says  string
		other bool
	}{
		{[]*types.Log{allowed(usd, bob, unlimited.String()), allowed(cat, carol, "5e18")},
			"Approved 0xb0b0...0002 to spend unlimited USDX and approved 0xca01...0003 to spend 5 CAT", false},
		{[]*types.Log{allowed(cat, carol, "5e18"), allowed(usd, bob, unlimited.String())},
			"Approved 0xb0b0...0002 to spend unlimited USDX and approved 0xca01...0003 to spend 5 CAT", false},
		{[]*types.Log{allowed(usd, bob, "0"), allowed(usd, bob, "5e6")}, "Approved 0xb0b0...0002 to spend 5 USDX", true},
	} {
		got := Explain(Input{
			Network: base, Call: Call{From: alice, To: &vine, Input: []byte{1, 2, 3, 4}}, Tokens: tokens(),
			Result: &Result{Logs: c.logs},
		})
		if got.Operation != Approve || got.Summary != c.says || (got.Counterparty != nil) != c.other {
			t.Errorf("%q, counterparty %v, want %q", got.Summary, got.Counterparty, c.says)
		}
	}
}

// TestParticipantsComeWithTheActorFirst also shows that the zero address, which mints and burns, is not a
// participant.
func TestParticipantsComeWithTheActorFirst(t *testing.T) {
	got := Explain(Input{Network: base, Call: Call{From: alice, To: &vault}, Tokens: tokens(), Result: &Result{Logs: []*types.Log{
		moved(usd, bob, carol, "3"), moved(cat, zero, alice, "2"), moved(usd, carol, bob, "1"), moved(usd, pool, vault, "9"), moved(usd, vault, pool, "9"),
	}}})
	var who []string
	for _, m := range got.Movements {
		who = append(who, fmt.Sprintf("%s %v %s", m.Address, m.Actor, m.Changes[0].Amount))
	}
	want := []string{alice.Hex() + " true 2", bob.Hex() + " false -2", carol.Hex() + " false 2"}
	if !slices.Equal(who, want) {
		t.Errorf("%q\nwant %q", who, want)
	}
}

// TestMassAirdropIsCut keeps the answer bounded, and the actor in it.
func TestMassAirdropIsCut(t *testing.T) {
	r := &Result{}
	for i := range 3 * MaxMovements {
		r.Logs = append(r.Logs, moved(usd, alice, common.BigToAddress(big.NewInt(int64(1000+i))), "1"))
	}
	got := Explain(Input{Network: base, Call: Call{From: alice, To: &vault, Input: []byte{1, 2, 3, 4}}, Result: r, Tokens: tokens()})
	if len(got.Movements) != MaxMovements || !got.Movements[0].Actor || !slices.Contains(got.Warnings, MoreMovements) {
		t.Errorf("%d movements, actor first %v, warnings %v", len(got.Movements), got.Movements[0].Actor, got.Warnings)
	}
}

// TestContractsOfTheActorAreAskedFirst keeps the symbols that matter when there are more tokens than reads.
func TestContractsOfTheActorAreAskedFirst(t *testing.T) {
	in := Input{Network: base, Call: Call{From: alice, To: &vault}, Result: &Result{Logs: []*types.Log{
		moved(cat, bob, carol, "3"), moved(usd, bob, alice, "2"), moved(game, bob, carol, "3"),
	}}}
	if got := Contracts(in, 2); !slices.Equal(got, []common.Address{usd, cat}) {
		t.Errorf("%v", got)
	}
}

// TestTopicsAndSelectors compares derived with published values.
func TestTopicsAndSelectors(t *testing.T) {
	for hash, want := range map[common.Hash]string{
		transferTopic: "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef", approvalTopic: "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925",
		approvalForAllTopic: "0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31", singleTopic: "0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62",
		batchTopic: "0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb", depositTopic: "0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c",
		withdrawalTopic: "0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65", userOperationTopic: "0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f",
		nativeLogTopic: "0xe6497e3ee548a3372136af2fcb0696db31fc6cf20260707645068bd3fe97f3c4", authorizationTopic: "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5",
	} {
		if hash != common.HexToHash(want) {
			t.Errorf("%s, want %s", hash, want)
		}
	}
	for _, published := range []string{
		"0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822", "0xb3e2773606abfd36b5bd91394b3a54d1398336c65005baf7bf7a05efeffaf75b",
		"0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67", "0x19b47279256b2a23a1665c810c8d55a1758940ee09377d4f8d26497a3577dc83",
		"0x40e9cecb9f5f1f1c5b9c97dec2917b7ee92e57ba5563708daca94dd84ad7112f",
	} {
		if pools[common.HexToHash(published)] == "" {
			t.Errorf("no pool emits %s", published)
		}
	}
	for s, want := range map[[4]byte]string{depositSelector: "d0e30db0", withdrawSelector: "2e1a7d4d", settlerSelector: "1fff991f", safeSelector: "6a761202", selector("transfer(address,uint256)"): "a9059cbb"} {
		if hex.EncodeToString(s[:]) != want {
			t.Errorf("%x, want %s", s, want)
		}
	}
	for _, published := range []string{"07ed2379", "e3ee160e", "cf092995", "fb0f3ee1", "1fad948c", "765e827f", "3593564c", "24856bc3", "04e45aaf", "414bf389", "87517c45", "d505accf"} {
		b, _ := hex.DecodeString(published)
		if _, ok := methods[[4]byte(b)]; !ok {
			t.Errorf("no method has selector %s", published)
		}
	}
}

// TestSymbolsInSentences keeps advertising and control characters out of the summary.
func TestSymbolsInSentences(t *testing.T) {
	for symbol, want := range map[string]string{
		"USDC": "USDC", "USDC.e": "USDC.e", "USD\u20ae0": "USD\u20ae0", "gift.example": short(vine), "free coins": short(vine), "t.me/x": short(vine), "": short(vine),
		"A\u202eB\n": "AB", strings.Repeat("X", 17): short(vine),
	} {
		r := &reading{in: Input{Network: base, Tokens: map[common.Address]Token{vine: {Symbol: symbol}}}}
		if got := r.token(vine); got != want {
			t.Errorf("%q: %q, want %q", symbol, got, want)
		}
	}
}

// TestBriefNumbers checks the rule for amounts in a sentence: six significant digits, the whole part in full, no
// exponent.
func TestBriefNumbers(t *testing.T) {
	for in, want := range map[string]string{
		"1.2e18": "1.2", "3120.5e18": "3,120.5", "1": "0.000000000000000001", "70849955500013335": "0.07085", "10083924460996717903453391": "10,083,924.46",
		"123456.789e18": "123,456.79", "0": "0", "999e18": "999", "1000e18": "1,000", "119975669998497470000": "119.976", "999999999999999999": "1",
	} {
		amount := n(in)
		if got := (&reading{in: Input{Network: base}}).money(native, amount); got != want+" ETH" {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}
