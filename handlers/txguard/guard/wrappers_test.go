package guard

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// encode packs arguments with go-ethereum's encoder, by signatures of our own table's form.
func encode(tb testing.TB, list string, args ...any) []byte {
	tb.Helper()
	f, err := newFunction("f(" + list + ")")
	if err != nil {
		tb.Fatal(err)
	}
	out, err := f.params.Pack(args...)
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

type target struct {
	Target   common.Address
	Value    *big.Int
	CallData []byte
}

type tried struct {
	Target       common.Address
	AllowFailure bool
	CallData     []byte
}

// TestAllowancesAreFoundInsideEveryWrapper: the same unlimited allowance to a plain account, carried in the ways
// that wallets and contracts carry calls.
func TestAllowancesAreFoundInsideEveryWrapper(t *testing.T) {
	e := engine(t)
	token := common.HexToAddress(usdcBase)
	approve := common.FromHex(data("0x095ea7b3", spenderB, maxUint))
	zeroed := new(big.Int)
	call := func(selector, list string, args ...any) []byte {
		return append(common.FromHex(selector), encode(t, list, args...)...)
	}
	packed := append(append(append([]byte{}, token[:]...), make([]byte, 32)...), approve...)
	batch := encode(t, "(address target,uint256 value,bytes callData)[] executions", []target{{token, zeroed, approve}})
	for _, c := range []struct {
		why  string
		data []byte
	}{
		{"multicall", call("0xac9650d8", "bytes[] data", [][]byte{approve})},
		{"multicall with deadline", call("0x5ae401dc", "uint256 deadline,bytes[] data", big.NewInt(9), [][]byte{approve})},
		{"aggregate3", call("0x82ad56cb", "(address target,bool allowFailure,bytes callData)[] calls", []tried{{token, false, approve}})},
		{"account", call("0xb61d27f6", "address dest,uint256 value,bytes func", token, zeroed, approve)},
		{"account batch", call("0x34fcd5be", "(address target,uint256 value,bytes callData)[] calls", []target{{token, zeroed, approve}})},
		{"account lists", call("0x47e1da2a", "address[] dest,uint256[] value,bytes[] func", []common.Address{token}, []*big.Int{zeroed}, [][]byte{approve})},
		{"account lists without values", call("0x18dfb3c7", "address[] dest,bytes[] func", []common.Address{token}, [][]byte{approve})},
		{"ERC-7579 single", call("0xe9ae5c53", "bytes32 mode,bytes executionCalldata", [32]byte{}, packed)},
		{"ERC-7579 batch", call("0xe9ae5c53", "bytes32 mode,bytes executionCalldata", [32]byte{1}, batch)},
		{"Safe", call("0x6a761202", "address to,uint256 value,bytes data,uint8 operation,uint256 a,uint256 b,uint256 c,address d,address e,bytes signatures",
			token, zeroed, approve, uint8(0), zeroed, zeroed, zeroed, zero, zero, []byte{})},
		{"Safe MultiSend", call("0x8d80ff0a", "bytes transactions", append(append(append(append([]byte{0}, token[:]...), make([]byte, 32)...), common.LeftPadBytes([]byte{68}, 32)...), approve...))},
		{"upgrade and call", call("0x4f1ef286", "address newImplementation,bytes data", token, approve)},
		{"three deep", call("0xac9650d8", "bytes[] data", [][]byte{call("0xb61d27f6", "address dest,uint256 value,bytes func", token, zeroed, call("0xac9650d8", "bytes[] data", [][]byte{approve}))})},
	} {
		t.Run(c.why, func(t *testing.T) {
			to := common.HexToAddress("0x2222222222222222222222222222222222222222")
			s := e.Transaction(Request{Network: network(t, "base"), To: &to, Data: c.data})
			facts := accounts(map[string]Account{to.Hex(): Contract, usdcBase: Contract, spenderB: NoCode})
			j := e.Judge(s, facts, now)
			if j.Verdict != Block || !slices.Contains(j.codes(), unlimitedApproval) || !slices.Contains(j.codes(), approvalSpenderEOA) {
				t.Errorf("%s %d: %v %+v", j.Verdict, j.Risk, j.codes(), s.Actions)
			}
			if slices.Contains(j.codes(), malformed) {
				t.Errorf("well-formed data is called malformed: %+v", j.Reasons)
			}
		})
	}
}

func TestDelegateCallIsAllowedToSafesOwnBatchOnly(t *testing.T) {
	e := engine(t)
	zeroed := new(big.Int)
	run := func(to string) []string {
		data := append(common.FromHex("0x6a761202"), encode(t, "address to,uint256 value,bytes data,uint8 operation,uint256 a,uint256 b,uint256 c,address d,address e,bytes signatures",
			common.HexToAddress(to), zeroed, []byte{0x12, 0x34, 0x56, 0x78}, uint8(1), zeroed, zeroed, zeroed, zero, zero, []byte{})...)
		safe := common.HexToAddress("0x2222222222222222222222222222222222222222")
		return e.Judge(e.Transaction(Request{Network: network(t, "base"), To: &safe, Data: data}), Facts{}, now).codes()
	}
	if !slices.Contains(run(spenderB), safeDelegateCall) {
		t.Error("a delegatecall to a stranger is not found")
	}
	if slices.Contains(run("0x9641d764fc13c8B624c04430C7356C1C7C8102e2"), safeDelegateCall) {
		t.Error("a delegatecall to MultiSendCallOnly is called dangerous")
	}
}

func TestDelegationsAreJudgedByTheDelegate(t *testing.T) {
	e := engine(t)
	to := common.HexToAddress(usdcBase)
	judge := func(a Authorization) Judgement {
		return e.Judge(e.Transaction(Request{Network: network(t, "base"), To: &to, Data: common.FromHex("0xd0e30db0"), Authorizations: []Authorization{a}}), accounts(map[string]Account{usdcBase: Contract}), now)
	}
	if j := judge(Authorization{Address: common.HexToAddress(spenderB)}); j.Verdict != Block || !slices.Contains(j.codes(), delegation7702) {
		t.Errorf("stranger: %s %v", j.Verdict, j.codes())
	}
	if j := judge(Authorization{Address: common.HexToAddress("0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B")}); j.Verdict != Allow {
		t.Errorf("known wallet: %s %v", j.Verdict, j.codes())
	}
	if j := judge(Authorization{}); j.Verdict != Allow {
		t.Errorf("end of a delegation: %s %v", j.Verdict, j.codes())
	}
}

// TestTypesThatHideAnAddressDoNotHideItFromTheList: the spender is declared as text.
func TestTypesThatHideAnAddressDoNotHideItFromTheList(t *testing.T) {
	e := engine(t)
	raw := typed(t, map[string]string{"Permit": strings.Replace(permitFields, "address spender", "bytes20 spender", 1)}, "Permit",
		map[string]any{"name": "T", "chainId": 8453, "verifyingContract": usdcBase}, map[string]any{"owner": ownerA, "spender": spenderB, "value": 1, "nonce": 0, "deadline": 1})
	f := accounts(map[string]Account{usdcBase: Contract})
	f.Listed[common.HexToAddress(spenderB)] = Listing{List: "test"}
	if j := e.Judge(e.Signature(network(t, "base"), parse(t, raw)), f, now); j.Verdict != Block {
		t.Errorf("%s %v", j.Verdict, j.codes())
	}
}

func BenchmarkJudgeOfABatch(b *testing.B) {
	e := engine(b)
	var calls []string
	for range 20 {
		calls = append(calls, data("0x095ea7b3", spenderB, maxUint), data("0xa9059cbb", ownerA, 5))
	}
	raw := common.FromHex(multicall(calls...))
	to := common.HexToAddress(usdcBase)
	n := network(b, "base")
	for b.Loop() {
		e.Judge(e.Transaction(Request{Network: n, To: &to, Data: raw}), Facts{}, now)
	}
}
