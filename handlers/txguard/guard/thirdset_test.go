package guard

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"
)

// Rules that the third set of rows brought, each with its neighbours.

// TestCallsWithinUnknownDataAreLookedInto, as deep as calls that are decoded.
func TestCallsWithinUnknownDataAreLookedInto(t *testing.T) {
	approve := fn("approve(address,uint256)", spenderB, maxUint)
	inner := func(call string) string {
		raw := strings.TrimPrefix(call, "0x")
		return word(len(raw)/2) + raw + strings.Repeat("0", (64-len(raw)%64)%64)
	}
	manage := "0x12345678" + word(strangerC) + word(64) + inner(approve)
	f := accounts(map[string]Account{strangerC: Contract, ownerA: NoCode, spenderB: NoCode})
	f.Verified = map[common.Address]bool{common.HexToAddress(strangerC): true}
	transaction(t, strangerC, manage, ownerA, nil, f).want(t, Warn, strangerNamed)

	twice := "0x12345678" + word(32) + inner("0x87654321"+word(32)+inner(approve))
	transaction(t, strangerC, twice, ownerA, nil, f).want(t, Warn, strangerNamed)

	own := "0x12345678" + word(64) + inner(fn("transfer(address,uint256)", ownerA, 1))
	if j := transaction(t, strangerC, own, ownerA, nil, f); slices.Contains(j.codes(), strangerNamed) {
		t.Errorf("%v", j.codes())
	}
}

// TestTokensThatComeWithWordsMayBeForSomebodyElse: the contract that gets them is told what to do with them.
func TestTokensThatComeWithWordsMayBeForSomebodyElse(t *testing.T) {
	f := accounts(map[string]Account{strangerC: Contract, usdcBase: Contract, ownerA: NoCode, spenderB: NoCode})
	for _, signature := range []string{
		"approveAndCall(address,uint256,bytes)", "transferAndCall(address,uint256,bytes)",
	} {
		tell := func(who string) string {
			return fn(signature, strangerC, 1000, 96, 64, who, 5)
		}
		transaction(t, usdcBase, tell(spenderB), ownerA, nil, f).want(t, Warn, strangerNamed)
		transaction(t, usdcBase, tell(ownerA), ownerA, nil, f).want(t, Allow)
		transaction(t, usdcBase, fn(signature, strangerC, 1000, 96, 32, 7), ownerA, nil, f).want(t, Allow)
	}
}

// TestMarksBehindTheArgumentsAreNoMistake: apps leave them there, and contracts ignore them.
func TestMarksBehindTheArgumentsAreNoMistake(t *testing.T) {
	f := accounts(map[string]Account{strangerC: Contract, usdcBase: Contract, wethBase: Contract, ownerA: NoCode})
	own := fn("transfer(address,uint256)", ownerA, 1000)
	transaction(t, strangerC, own+strings.Repeat("7b", 262), ownerA, nil, f).want(t, Allow)
	transaction(t, strangerC, own[:len(own)-2], ownerA, nil, f).want(t, Warn, malformed)
}

// TestAnAllowanceForOneselfIsNone, whoever is said to own what.
func TestAnAllowanceForOneselfIsNone(t *testing.T) {
	f := accounts(map[string]Account{usdcBase: Contract, ownerA: NoCode, spenderB: NoCode})
	approve := fn("approve(address,uint256)", ownerA, maxUint)
	transaction(t, usdcBase, approve, ownerA, nil, f).want(t, Allow, ownAllowance)
	transaction(t, usdcBase, approve, spenderB, nil, f).want(t, Block, approvalSpenderEOA)
	transaction(t, usdcBase, approve, "", nil, f).want(t, Block, approvalSpenderEOA)
}

// TestManyNFTsForOneAccount look like the emptying of a wallet; one is a gift.
func TestManyNFTsForOneAccount(t *testing.T) {
	f := accounts(map[string]Account{strangerC: Contract, ownerA: NoCode, spenderB: NoCode})
	batch := func(n int) string {
		ids, amounts := make([]*big.Int, n), make([]*big.Int, n)
		for i := range n {
			ids[i], amounts[i] = big.NewInt(int64(i)), big.NewInt(1)
		}
		return fn("safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)") + common.Bytes2Hex(encode(t,
			"address a,address b,uint256[] c,uint256[] d,bytes e", common.HexToAddress(ownerA),
			common.HexToAddress(spenderB), ids, amounts, []byte{}))
	}
	transaction(t, strangerC, batch(2), ownerA, nil, f).want(t, Allow)
	transaction(t, strangerC, batch(3), ownerA, nil, f).want(t, Warn, foreignRecipient)
}

// TestOrdersAreToldByTheNamesOfTheirMembers, whatever their type is called, and whichever side the signer has.
func TestOrdersAreToldByTheNamesOfTheirMembers(t *testing.T) {
	some := map[string]any{"name": "Some market", "version": "1", "chainId": 8453, "verifyingContract": strangerC}
	f := accounts(map[string]Account{usdcBase: Contract, wethBase: Contract, strangerC: Contract, ownerA: NoCode})
	for why, names := range map[string][4]string{
		"AirSwap":        {"signerToken", "signerAmount", "senderToken", "senderAmount"},
		"in and out":     {"tokenIn", "amountIn", "tokenOut", "amountOutMinimum"},
		"snake":          {"sell_token", "sell_amount", "buy_token", "min_buy_amount"},
		"making, taking": {"makerAsset", "makingAmount", "takerAsset", "takingAmount"},
		"source":         {"srcToken", "srcAmount", "dstToken", "minDstAmount"},
		"quantities":     {"giveCurrency", "giveQuantity", "getCurrency", "getQuantity"},
	} {
		t.Run(why, func(t *testing.T) {
			sells := func(least string) []byte {
				return typed(t, map[string]string{"SomeOrder": "address " + names[0] + ",uint256 " + names[1] +
					",address " + names[2] + ",uint256 " + names[3] + ",uint256 nonce"}, "SomeOrder", some,
					map[string]any{
						names[0]: usdcBase,
						names[1]: "9000000000",
						names[2]: wethBase,
						names[3]: least,
						"nonce":  1,
					})
			}
			signedBy(t, ownerA, sells("3000000000000000000"), f).want(t, Allow, unknownType)
			signedBy(t, ownerA, sells("1"), f).want(t, Block, belowDust)
			signedBy(t, ownerA, sells("0"), f).want(t, Block, zeroConsideration)
		})
	}

	taken := func(taker string) []byte {
		return typed(t, map[string]string{"SingleOrder": "address taker_address,address maker_address," +
			"address maker_token,uint256 maker_amount,address taker_token,uint256 taker_amount"}, "SingleOrder", some,
			map[string]any{
				"taker_address": taker,
				"maker_address": strangerC,
				"maker_token":   usdcBase,
				"maker_amount":  "1",
				"taker_token":   wethBase,
				"taker_amount":  "3000000000000000000",
			})
	}
	signedBy(t, ownerA, taken(ownerA), f).want(t, Block, belowDust)     // the signer gives three coins for nothing
	signedBy(t, ownerA, taken(spenderB), f).want(t, Allow, unknownType) // somebody else does
}

// TestKeysAreMadeOnlyForTheirOwnSites.
func TestKeysAreMadeOnlyForTheirOwnSites(t *testing.T) {
	const zkSync = "Access zkSync account.\n\nOnly sign this message for a trusted client!"
	for _, c := range []struct {
		why, text, origin string
		verdict           Verdict
		code              string
	}{
		{"its own site", zkSync, "https://lite.zksync.io", Allow, keySignature},
		{"a site named like it", zkSync, "https://zksync.io.claims.example", Block, signInElsewhere},
		{"no site given", zkSync, "", Allow, originUnknown},
		{"dYdX", "Action: dYdX Chain Onboarding", "https://dydx.trade", Allow, keySignature},
		{"dYdX elsewhere", "Action: dYdX Chain Onboarding", "https://dydx-rewards.claims", Block, signInElsewhere},
		{"a line that names the site", "action: L2 Key\nonlySignOn: https://pro.example.com", "https://pro.example.com",
			Allow, keySignature},
		{"the same elsewhere", "action: L2 Key\nonlySignOn: https://pro.example.com", "https://example.net", Block,
			signInElsewhere},
		{"as JSON", `{"action":"Onboarding","onlySignOn":"https://pro.example.com"}`, "https://example.net", Block,
			signInElsewhere},
		{"on the next line", "action:\nX Authentication\nonlySignOn:\nhttps://pro.example.com\n", "https://example.net",
			Block, signInElsewhere},
		{"a key of nobody known", "Sign to generate your trading keys.", "https://example.net", Warn, keySignature},
		{"a greeting", "Welcome! Sign in to go on.\n\nNonce: 8f2a91", "https://example.net", Allow, nothingFound},
	} {
		t.Run(c.why, func(t *testing.T) {
			p := ParsePlain(c.text, "")
			p.Origin = c.origin
			e := engine(t)
			e.Judge(e.Message(network(t, "ethereum"), p), accounts(nil), now).want(t, c.verdict, c.code)
		})
	}
}

// TestMessagesThatNameTheirSiteAreForIt, whatever type they have.
func TestMessagesThatNameTheirSiteAreForIt(t *testing.T) {
	raw := typed(t, map[string]string{"Onboard": "string action,string onlySignOn"}, "Onboard",
		map[string]any{"name": "Some exchange", "version": "1", "chainId": 1},
		map[string]any{"action": "Onboarding", "onlySignOn": "https://pro.example.com"})
	e := engine(t)
	for origin, code := range map[string]string{
		"https://pro.example.com": keySignature,
		"https://example.net":     signInElsewhere,
		"":                        originUnknown,
	} {
		p := parse(t, raw)
		p.Origin = origin
		verdict := Allow
		if code == signInElsewhere {
			verdict = Block
		}
		e.Judge(e.Signature(network(t, "ethereum"), p), accounts(nil), now).want(t, verdict, code)
	}
}

// TestBytesOfUnknownMessagesMayNameSomebody.
func TestBytesOfUnknownMessagesMayNameSomebody(t *testing.T) {
	f := accounts(map[string]Account{strangerC: Contract, ownerA: NoCode, spenderB: NoCode})
	for why, c := range map[string]struct {
		bytes   string
		verdict Verdict
	}{
		"an address":               {spenderB, Warn},
		"one behind its kind":      {"0x01" + spenderB[2:], Warn},
		"words":                    {"0x" + word(1) + word(spenderB), Warn},
		"a call":                   {fn("approve(address,uint256)", spenderB, maxUint), Warn},
		"the signer":               {ownerA, Allow},
		"a contract":               {strangerC, Allow},
		"a hash":                   {"0x" + strings.Repeat("ab", 32), Allow},
		"a number that is no one":  {"0x" + word(1_000_000), Allow},
		"a signature of 65 bytes":  {"0x" + strings.Repeat("ab", 65), Allow},
		"nothing":                  {"0x", Allow},
		"an identity of 32 random": {"0x" + strings.Repeat("00", 12) + strings.Repeat("00", 20), Allow},
	} {
		t.Run(why, func(t *testing.T) {
			raw := typed(t, map[string]string{"Setting": "string name,uint256 number,bytes content"}, "Setting",
				map[string]any{"name": "Some app", "version": "1", "chainId": 8453, "verifyingContract": strangerC},
				map[string]any{"name": "colour", "number": 1, "content": c.bytes})
			signedBy(t, ownerA, raw, f).want(t, c.verdict)
		})
	}
}

// TestLargeBidsForUnknownCollections are warned of, as nothing tells what an NFT of theirs is worth.
func TestLargeBidsForUnknownCollections(t *testing.T) {
	bid := func(coins string) []byte {
		return typed(t, orderTypes(), "OrderComponents",
			map[string]any{
				"name": "Seaport", "version": "1.6", "chainId": 8453,
				"verifyingContract": "0x0000000000000068F116a894984e2DB1123eB395",
			},
			order([]any{offered(1, wethBase, coins)}, []any{wanted(4, strangerC, "1", ownerA)}))
	}
	f := accounts(map[string]Account{wethBase: Contract, strangerC: Contract, ownerA: NoCode})
	f.Prices = map[common.Address]decimal.Decimal{common.HexToAddress(wethBase): decimal.NewFromInt(3000)}
	signedBy(t, ownerA, bid("1000000000000000000"), f).want(t, Allow)
	signedBy(t, ownerA, bid("4000000000000000000"), f).want(t, Warn, unpricedOrder)
}
