package guard

import (
	"encoding/hex"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/chain/eip712"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

var builtOnce = sync.OnceValues(NewEngine)

func engine(tb testing.TB) *Engine {
	tb.Helper()
	e, err := builtOnce()
	if err != nil {
		tb.Fatal(err)
	}
	return e
}

func network(t testing.TB, name string) Network {
	t.Helper()
	n, err := FindNetwork(name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// word is one ABI word of a value.
func word(v any) string {
	switch v := v.(type) {
	case int:
		return hex.EncodeToString(common.LeftPadBytes(big.NewInt(int64(v)).Bytes(), 32))
	case *big.Int:
		return hex.EncodeToString(common.LeftPadBytes(v.Bytes(), 32))
	case string:
		return hex.EncodeToString(common.LeftPadBytes(common.FromHex(v), 32))
	case bool:
		if v {
			return word(1)
		}
		return word(0)
	}
	panic("no word")
}

func data(selector string, words ...any) string {
	out := selector
	for _, w := range words {
		out += word(w)
	}
	return out
}

var maxUint = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))

// multicall wraps calls in multicall(bytes[]).
func multicall(calls ...string) string {
	head, tail := "", ""
	for _, c := range calls {
		raw := common.FromHex(c)
		head += word(32*len(calls) + len(tail)/2)
		tail += word(len(raw)) + hex.EncodeToString(raw) + strings.Repeat("00", (32-len(raw)%32)%32)
	}
	return "0xac9650d8" + word(32) + word(len(calls)) + head + tail
}

func (j Judgement) codes() []string {
	var out []string
	for _, r := range j.Reasons {
		if !slices.Contains(out, r.Code) {
			out = append(out, r.Code)
		}
	}
	return out
}

// known is that an address is a contract, as nearly every request's target is.
func accounts(pairs map[string]Account) Facts {
	f := Facts{OnChain: true, ListsRead: true, Accounts: map[common.Address]Account{}, Listed: map[common.Address]Listing{}}
	for a, k := range pairs {
		f.Accounts[common.HexToAddress(a)] = k
	}
	return f
}

func TestTransactionsGetTheVerdictOfTheirHeaviestFinding(t *testing.T) {
	e := engine(t)
	const token, thief, router = usdcBase, spenderB, "0x6ff5693b99212da76ad316178a184ab56d299b43"
	ok := accounts(map[string]Account{token: Contract, router: Contract, ownerA: NoCode, thief: NoCode})
	contract := accounts(map[string]Account{token: Contract, thief: Contract})
	listed := accounts(map[string]Account{token: Contract})
	listed.Listed[common.HexToAddress(thief)] = Listing{List: "test"}
	young := accounts(map[string]Account{token: Contract, thief: Contract})
	young.Young = map[common.Address]bool{common.HexToAddress(thief): true}
	empty := accounts(map[string]Account{token: NoCode})
	for _, c := range []struct {
		why     string
		to      string
		data    string
		facts   Facts
		verdict Verdict
		risk    int
		codes   []string // those that must be among the reasons
	}{
		{"exact allowance to a known router", token, data("0x095ea7b3", router, 1000), ok, Allow, 0, []string{knownCounterparty, nothingFound}},
		{
			"unlimited allowance to a known router", token, data("0x095ea7b3", router, maxUint), ok,
			Allow, 10, []string{unlimitedApproval},
		},
		{"small allowance to a plain account", token, data("0x095ea7b3", thief, 5), ok, Warn, 65, []string{approvalSpenderEOA}},
		{"unlimited allowance to a plain account", token, data("0x095ea7b3", thief, maxUint), ok, Block, 80, []string{approvalSpenderEOA, unlimitedApproval}},
		{"unlimited increase", token, data("0x39509351", thief, maxUint), ok, Block, 80, []string{approvalSpenderEOA, unlimitedApproval}},
		{"small allowance to an unknown contract", token, data("0x095ea7b3", thief, 5), contract, Allow, 20, []string{approvalUnknown}},
		{"unlimited to a contract of yesterday", token, data("0x095ea7b3", thief, maxUint), young, Block, 80, []string{unlimitedApproval, approvalUnknown}},
		{"any allowance to a listed address", token, data("0x095ea7b3", thief, 1), listed, Block, 100, []string{knownDrainer}},
		{"taking an allowance away from a listed address", token, data("0x095ea7b3", thief, 0), listed, Warn, 30, []string{knownDrainer, approvalRevoke}},
		{"taking an allowance away", token, data("0x095ea7b3", thief, 0), ok, Allow, 0, []string{approvalRevoke}},
		{"all NFTs to a plain account", token, data("0xa22cb465", thief, true), ok, Block, 75, []string{approvalAllNFT}},
		{"all NFTs to an unknown contract", token, data("0xa22cb465", thief, true), contract, Warn, 50, []string{approvalAllNFT}},
		{"all NFTs to OpenSea", token, data("0xa22cb465", "0x1E0049783F008A0085193E00003D00cd54003c71", true), ok, Allow, 15, []string{approvalAllNFT}},
		{"rights of an operator taken away", token, data("0xa22cb465", thief, false), ok, Allow, 0, []string{approvalRevoke}},
		{"plain token transfer", token, data("0xa9059cbb", ownerA, 5), ok, Allow, 0, []string{nothingFound}},
		{"tokens to the token's contract", token, data("0xa9059cbb", token, 5), ok, Warn, 60, []string{transferToToken}},
		{"tokens to nobody", token, data("0xa9059cbb", 0, 5), ok, Warn, 55, []string{transferToZero}},
		{"data for an address without code", token, data("0xa9059cbb", ownerA, 5), empty, Warn, 35, []string{toNotContract}},
		{"bait", token, "0x5fba79f5", ok, Block, 70, []string{lureSelector}},
		{"ownership given away", token, data("0xf2fde38b", thief), ok, Block, 75, []string{ownershipChange}},
		{"module enabled", token, data("0x610b5925", thief), ok, Block, 75, []string{ownershipChange}},
		{"upgrade", token, data("0x3659cfe6", thief), contract, Warn, 50, []string{proxyUpgrade}},
		{"upgrade to nothing", token, data("0x3659cfe6", thief), ok, Warn, 50, []string{proxyUpgrade}},
		{"unknown function of a token", token, "0xdeadbeef" + word(1), ok, Warn, 35, []string{unknownSelector}},
		{"dirty address", token, "0x095ea7b3" + strings.Repeat("ff", 12) + strings.Repeat("bb", 20) + word(5), ok, Block, 72, []string{malformed, approvalSpenderEOA}},
		{"words missing", token, data("0x095ea7b3", router), ok, Warn, 30, []string{malformed}},
		{"unlimited allowance inside a multicall", token, multicall(data("0xd0e30db0"), data("0x095ea7b3", thief, maxUint)), ok, Block, 80, []string{approvalSpenderEOA, unlimitedApproval}},
		{"listed address in data of an unknown function", token, "0xdeadbeef" + word(thief), listed, Block, 100, []string{knownDrainer}},
		{"look-alike of the token", token, data("0xa9059cbb", "0x8335000000000000000000000000000000002913", 5), ok, Warn, 40, []string{addressPoisoning}},
		{
			"Permit2 allowance without end", permit2.Hex(), data("0x87517c45", token, router, maxUint160, (1 << 47)),
			ok, Allow, 10, []string{unlimitedApproval},
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			to := common.HexToAddress(c.to)
			s := e.Transaction(Request{Network: network(t, "base"), To: &to, Data: common.FromHex(c.data)})
			j := e.Judge(s, c.facts, now)
			if j.Verdict != c.verdict || j.Risk != c.risk {
				t.Errorf("%s %d, want %s %d: %+v", j.Verdict, j.Risk, c.verdict, c.risk, j.Reasons)
			}
			for _, code := range c.codes {
				if !slices.Contains(j.codes(), code) {
					t.Errorf("no %s in %v", code, j.codes())
				}
			}
		})
	}
}

func TestSignaturesGetTheVerdictOfTheirHeaviestFinding(t *testing.T) {
	e := engine(t)
	token, eoa := usdcBase, spenderB
	usdc := map[string]any{"name": "USD Coin", "version": "2", "chainId": 8453, "verifyingContract": token}
	domain2 := map[string]any{"name": "Permit2", "chainId": 8453, "verifyingContract": permit2.Hex()}
	seaport := map[string]any{"name": "Seaport", "version": "1.6", "chainId": 8453, "verifyingContract": "0x0000000000000068f116a894984e2db1123eb395"}
	facts := accounts(map[string]Account{token: Contract, eoa: NoCode, permit2.Hex(): Contract, "0x0000000000000068f116a894984e2db1123eb395": Contract})
	soon := now.Add(time.Hour).Unix()
	permit := func(domain map[string]any, spender string, value any, deadline any) []byte {
		return typed(t, map[string]string{"Permit": permitFields}, "Permit", domain, map[string]any{"owner": ownerA, "spender": spender, "value": value, "nonce": 0, "deadline": deadline})
	}
	single := func(spender string, amount any, expiration int64) []byte {
		return typed(t, map[string]string{"PermitSingle": "PermitDetails details,address spender,uint256 sigDeadline", "PermitDetails": detailsFields}, "PermitSingle", domain2,
			map[string]any{"details": map[string]any{"token": token, "amount": amount, "expiration": expiration, "nonce": 0}, "spender": spender, "sigDeadline": soon})
	}
	batch := func(n int) []byte {
		var list []any
		for range n {
			list = append(list, map[string]any{"token": token, "amount": "5", "expiration": soon, "nonce": 0})
		}
		return typed(t, map[string]string{"PermitBatch": "PermitDetails[] details,address spender,uint256 sigDeadline", "PermitDetails": detailsFields}, "PermitBatch", domain2,
			map[string]any{"details": list, "spender": "0x6ff5693b99212da76ad316178a184ab56d299b43", "sigDeadline": soon})
	}
	sell := func(offer, want []any) []byte {
		return typed(t, orderTypes(), "OrderComponents", seaport, order(offer, want))
	}
	x402 := func(value string) []byte {
		return typed(t, map[string]string{"TransferWithAuthorization": "address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce"}, "TransferWithAuthorization",
			usdc, map[string]any{"from": ownerA, "to": eoa, "value": value, "validAfter": 0, "validBefore": soon, "nonce": "0x" + strings.Repeat("07", 32)})
	}
	nft := "0x1111111111111111111111111111111111111111"
	safe := map[string]any{"chainId": 8453, "verifyingContract": token}
	for _, c := range []struct {
		why     string
		raw     []byte
		verdict Verdict
		risk    int
		kind    string
		codes   []string
	}{
		{"small permit to a plain account", permit(usdc, eoa, "5", soon), Warn, 65, "permit", []string{permitSpenderEOA}},
		{"unlimited permit to a plain account, for ever", permit(usdc, eoa, maxUint.String(), maxUint.String()), Block, 81, "permit", []string{permitSpenderEOA, unlimitedPermit}},
		{"small permit to Permit2", permit(usdc, permit2.Hex(), "5", soon), Allow, 0, "permit", []string{knownCounterparty}},
		{"permit of nothing", permit(usdc, eoa, 0, soon), Allow, 0, "permit", []string{approvalRevoke}},
		{"permit on another chain", permit(map[string]any{"name": "USD Coin", "version": "2", "chainId": 1, "verifyingContract": token}, permit2.Hex(), "5", soon), Warn, 40, "permit", []string{chainMismatch}},
		{"false USD Coin", permit(map[string]any{"name": "USD Coin", "version": "2", "chainId": 8453, "verifyingContract": nft}, permit2.Hex(), "5", soon), Warn, 60, "permit", []string{contractMismatch}},
		{"no verifying contract", permit(map[string]any{"name": "T", "chainId": 8453}, permit2.Hex(), "5", soon), Warn, 60, "permit", []string{contractMismatch}},
		{"contract without code", permit(map[string]any{"name": "T", "chainId": 8453, "verifyingContract": eoa}, permit2.Hex(), "5", soon), Warn, 60, "permit", []string{contractMismatch}},
		{"DAI permit", typed(t, map[string]string{"Permit": "address holder,address spender,uint256 nonce,uint256 expiry,bool allowed"}, "Permit",
			map[string]any{"name": "T", "chainId": 8453, "verifyingContract": token}, map[string]any{"holder": ownerA, "spender": eoa, "nonce": 0, "expiry": 0, "allowed": true}), Block, 81, "dai_permit", []string{unlimitedPermit, permitSpenderEOA}},
		{"Permit2 to a plain account", single(eoa, maxUint160.String(), soon), Block, 81, "permit2_single", []string{unlimitedPermit, permitSpenderEOA}},
		{"Permit2 to a router for a year", single("0x6ff5693b99212da76ad316178a184ab56d299b43", "5", now.AddDate(1, 0, 0).Unix()), Allow, 0, "permit2_single", []string{nothingFound}},
		{"two tokens", batch(2), Allow, 0, "permit2_batch", nil},
		{"three tokens", batch(3), Allow, 0, "permit2_batch", []string{}},
		{"NFT for nothing", sell([]any{offered(2, nft, "1")}, nil), Block, 90, "seaport_order", []string{zeroConsideration}},
		{"NFT paid to somebody else", sell([]any{offered(2, nft, "1")}, []any{wanted(0, zero.Hex(), "1000000000000000000", eoa)}), Block, 90, "seaport_order", []string{zeroConsideration}},
		{"NFT for dust", sell([]any{offered(2, nft, "1")}, []any{wanted(0, zero.Hex(), "1", ownerA)}), Block, 75, "seaport_order", []string{belowDust}},
		{"NFT for one ether", sell([]any{offered(2, nft, "1")}, []any{wanted(0, zero.Hex(), "1000000000000000000", ownerA)}), Allow, 0, "seaport_order", nil},
		{"NFT for dollars", sell([]any{offered(2, nft, "1")}, []any{wanted(1, token, "5000000", ownerA)}), Allow, 0, "seaport_order", nil},
		{"tokens for a hundredth of them", sell([]any{offered(1, token, "1000000")}, []any{wanted(1, token, "9999", ownerA)}), Block, 75, "seaport_order", []string{belowDust}},
		{"bid for an NFT", sell([]any{offered(1, token, "1000000")}, []any{wanted(2, nft, "1", ownerA)}), Allow, 20, "seaport_order", []string{unpricedOrder}},
		{"x402 payment", x402("1000"), Allow, 10, "transfer_authorization", []string{transferAuth}},
		{
			"20,000 dollars to a plain account", x402("20000000000"), Warn, 37, "transfer_authorization",
			[]string{transferAuth, largeAmount},
		},
		{"Safe delegatecall", typed(t, safeTypes, "SafeTx", safe, safeTx(nft, "0x", 1)), Block, 80, "safe_transaction", []string{safeDelegateCall}},
		{"Safe batch that allows a plain account everything", typed(t, safeTypes, "SafeTx", safe, safeTx("0x9641d764fc13c8B624c04430C7356C1C7C8102e2",
			"0x8d80ff0a"+word(32)+word(85+68)+"00"+strings.TrimPrefix(token, "0x")+word(0)+word(68)+strings.TrimPrefix(data("0x095ea7b3", eoa, maxUint), "0x")+strings.Repeat("00", 7), 1)), Block, 80, "safe_transaction",
			[]string{approvalSpenderEOA, unlimitedApproval}},
		{"single hash", typed(t, map[string]string{"Login": "bytes32 hash"}, "Login", safe, map[string]any{"hash": "0x" + strings.Repeat("ab", 32)}), Warn, 60, "unknown", []string{rawHash}},
		{"only bytes", typed(t, map[string]string{"Op": "bytes payload,bytes32 salt"}, "Op", safe, map[string]any{"payload": "0x1234", "salt": "0x" + strings.Repeat("ab", 32)}), Warn, 35, "unknown", []string{blindType}},
		{"type not in the table", typed(t, map[string]string{"Login": "string text,uint256 time"}, "Login", safe, map[string]any{"text": "hello", "time": 5}), Allow, 25, "unknown", []string{unknownType}},
	} {
		t.Run(c.why, func(t *testing.T) {
			s := e.Signature(network(t, "base"), parse(t, c.raw))
			j := e.Judge(s, facts, now)
			if j.Verdict != c.verdict || j.Risk != c.risk || s.Kind != c.kind {
				t.Errorf("%s %d %s, want %s %d %s: %+v", j.Verdict, j.Risk, s.Kind, c.verdict, c.risk, c.kind, j.Reasons)
			}
			for _, code := range c.codes {
				if !slices.Contains(j.codes(), code) {
					t.Errorf("no %s in %v", code, j.codes())
				}
			}
		})
	}
}

// TestAllowanceOfAnyAmountToAListedSpenderIsNeverAllowed holds in every wrapping.
func TestAllowanceOfAnyAmountToAListedSpenderIsNeverAllowed(t *testing.T) {
	e := engine(t)
	base := network(t, "base")
	rapid.Check(t, func(rt *rapid.T) {
		spender := common.BytesToAddress(rapid.SliceOfN(rapid.Byte(), 20, 20).Filter(func(b []byte) bool { return common.BytesToAddress(b) != zero }).Draw(rt, "spender"))
		amount := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 32).Draw(rt, "amount"))
		call := data(rapid.SampledFrom([]string{"0x095ea7b3", "0x39509351", "0xa22cb465"}).Draw(rt, "function"), spender.Hex(), amount)
		for range rapid.IntRange(0, 5).Draw(rt, "depth") { // deeper than is decoded, too
			call = multicall(data("0xd0e30db0"), call)
		}
		to := common.HexToAddress(usdcBase)
		s := e.Transaction(Request{Network: base, To: &to, Data: common.FromHex(call)})
		f := Facts{ListsRead: true, Listed: map[common.Address]Listing{spender: {List: "test"}}, Accounts: map[common.Address]Account{to: Contract, spender: Contract}, OnChain: rapid.Bool().Draw(rt, "on chain")}
		if j := e.Judge(s, f, now); j.Verdict == Allow {
			rt.Fatalf("allow: %+v", j)
		}
	})
}

// TestMoreIsNeverSafer: putting a call into a batch with another one does not lower its risk.
func TestMoreIsNeverSafer(t *testing.T) {
	e := engine(t)
	base := network(t, "base")
	calls := []string{
		data("0x095ea7b3", spenderB, maxUint), data("0xa22cb465", spenderB, true), data("0xa9059cbb", 0, 5), data("0xf2fde38b", spenderB),
		"0x5fba79f5", "0xdeadbeef", data("0xd0e30db0"), data("0x095ea7b3", permit2.Hex(), 7), data("0x3659cfe6", spenderB),
	}
	to := common.HexToAddress(usdcBase)
	risk := func(data string) int {
		return e.Judge(e.Transaction(Request{Network: base, To: &to, Data: common.FromHex(data)}), Facts{OnChain: true, ListsRead: true}, now).Risk
	}
	rapid.Check(t, func(rt *rapid.T) {
		some := rapid.SliceOfN(rapid.SampledFrom(calls), 1, 5).Draw(rt, "calls")
		more := risk(multicall(some...))
		for _, c := range some {
			if alone := risk(multicall(c)); more < alone {
				rt.Fatalf("risk %d with the others, %d alone", more, alone)
			}
		}
	})
}

// TestAnyDataIsDecodedWithoutHarm: every input gets a verdict within bounds and with a reason.
func TestAnyDataIsDecodedWithoutHarm(t *testing.T) {
	e := engine(t)
	base := network(t, "base")
	selectors := []string{}
	for s := range e.functions {
		selectors = append(selectors, hexutil.Encode(s[:]))
	}
	slices.Sort(selectors)
	rapid.Check(t, func(rt *rapid.T) {
		body := []byte{}
		for range rapid.IntRange(0, 24).Draw(rt, "words") {
			switch rapid.IntRange(0, 3).Draw(rt, "what") {
			case 0:
				body = append(body, common.FromHex(word(rapid.IntRange(0, 400).Draw(rt, "small")))...)
			case 1:
				body = append(body, common.FromHex(word(32*rapid.IntRange(0, 20).Draw(rt, "offset")))...)
			case 2:
				body = append(body, rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(rt, "any")...)
			case 3:
				body = append(body, common.FromHex(word(maxUint))...)
			}
		}
		data := append(common.FromHex(rapid.SampledFrom(selectors).Draw(rt, "selector")), body...)
		to := common.HexToAddress(usdcBase)
		s := e.Transaction(Request{Network: base, To: &to, Data: data})
		j := e.Judge(s, Facts{}, now)
		if j.Risk < 0 || j.Risk > 100 || len(j.Reasons) == 0 || len(s.Actions) == 0 {
			rt.Fatalf("%+v", j)
		}
	})
}

// TestOffsetsThatRepeatTheSameBytesAreBounded: 30,000 calls that all point at one, nested, which would be
// decoded 10^13 times.
func TestOffsetsThatRepeatTheSameBytesAreBounded(t *testing.T) {
	e := engine(t)
	inner := multicall(data("0xd0e30db0"))
	for range 3 {
		raw := common.FromHex(inner)
		n := 1000
		inner = "0xac9650d8" + word(32) + word(n) + strings.Repeat(word(32*n), n) + word(len(raw)) + hex.EncodeToString(raw)
	}
	to := common.HexToAddress(usdcBase)
	s := e.Transaction(Request{Network: network(t, "base"), To: &to, Data: common.FromHex(inner)})
	j := e.Judge(s, Facts{}, now)
	if s.Calls > maxCalls || !slices.Contains(j.codes(), tooDeep) || j.Verdict == Allow {
		t.Errorf("%d calls, %s, %v", s.Calls, j.Verdict, j.codes())
	}
}

func TestHostileTypedDataIsRefusedNamingTheMember(t *testing.T) {
	for _, c := range []struct{ why, raw, path string }{
		{"nothing", `{}`, "types"},
		{"null", `null`, ""},
		{"list", `[]`, ""},
		{"no message", `{"types":{},"primaryType":"A","domain":{}}`, "message"},
		{"unknown primary type", `{"types":{"A":[]},"primaryType":"B","domain":{},"message":{}}`, "primaryType"},
		{"missing member", `{"types":{"A":[{"name":"a","type":"uint256"}]},"primaryType":"A","domain":{},"message":{}}`, "message.a"},
		{"value out of range", `{"types":{"A":[{"name":"a","type":"uint8"}]},"primaryType":"A","domain":{},"message":{"a":256}}`, "message.a"},
		{
			"no member to sign",
			`{"types":{"A":[{"name":"a","type":"uint256"}]},"primaryType":"A","domain":{},"message":{"a":null}}`,
			"message.a",
		},
		{"two primary types", `{"types":{"A":[],"B":[]},"domain":{},"message":{}}`, "primaryType"},
		{"text that is no JSON", `"hello"`, ""},
		{"deep nesting", `{"types":{"A":[]},"primaryType":"A","domain":{},"message":` + strings.Repeat(`{"a":`, 10_000) + `1` + strings.Repeat(`}`, 10_000) + `}`, ""},
		{"types as a list", `{"types":[],"primaryType":"A","domain":{},"message":{}}`, "types"},
	} {
		_, err := ParseTyped([]byte(c.raw))
		input, ok := err.(*eip712.Error)
		if !ok || input.Path != c.path {
			t.Errorf("%s: %v, want an error at %s", c.why, err, c.path)
		}
	}
}

func TestAttributionSuffixIsNotMalformed(t *testing.T) {
	e := engine(t)
	to := common.HexToAddress(usdcBase)
	// the example of the ox library's documentation: codes baseapp and morpho
	suffix := "626173656170702c6d6f7270686f0e0080218021802180218021802180218021"
	s := e.Transaction(Request{Network: network(t, "base"), To: &to, Data: common.FromHex(data("0xa9059cbb", ownerA, 5) + suffix)})
	if j := e.Judge(s, Facts{OnChain: true, ListsRead: true}, now); slices.Contains(j.codes(), malformed) {
		t.Errorf("%+v", j.Reasons)
	}
}

// TestReasonsAddUpToTheRisk, which is their sum rounded down, at most 100, and the gravest stand first.
func TestReasonsAddUpToTheRisk(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		codes := rapid.SliceOf(rapid.SampledFrom(slices.Sorted(maps.Keys(points)))).Draw(rt, "codes")
		j := &judge{}
		for _, code := range codes {
			j.hit(code, "call", "found")
		}
		judged := j.result()

		sum, last := 0.0, math.Inf(1)
		for _, r := range judged.Reasons {
			sum += r.Adds
			if r.Adds > last {
				rt.Fatalf("%+v stands too low", r)
			}
			last = r.Adds
		}
		if judged.Risk != min(100, int(sum)) {
			rt.Fatalf("risk %d, reasons add up to %v: %+v", judged.Risk, sum, judged.Reasons)
		}
	})
}
