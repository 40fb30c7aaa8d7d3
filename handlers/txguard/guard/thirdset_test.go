package guard

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"
)

// Rules that the third set of rows brought, each with its neighbours.

// poolsPlan is a call of the Universal Router that trades in a pool of Uniswap v4 by one action.
func poolsPlan(t *testing.T, action byte, params []byte) string {
	t.Helper()
	unlock := encode(t, "bytes actions,bytes[] params", []byte{action}, [][]byte{params})
	return "0x3593564c" + common.Bytes2Hex(encode(t, "bytes commands,bytes[] inputs,uint256 deadline",
		[]byte{commandV4}, [][]byte{unlock}, big.NewInt(now.Unix()+60)))
}

// TestHooksOfPoolsAreLookedAt: they run with every trade, whichever action names the pool.
func TestHooksOfPoolsAreLookedAt(t *testing.T) {
	key := word(zero.Hex()) + word(usdcBase) + word(3000) + word(60) + word(strangerC)
	single := word(32) + key + word(true) + word(1000) + word(900) + word(9*32) + word(0)
	path := word(32) + word(usdcBase) + word(4*32) + word(1000) + word(900) +
		word(1) + word(32) + word(wethBase) + word(500) + word(10) + word(strangerC) + word(5*32) + word(0)
	minted := key + word(1) + word(2) + word(3) + word(4) + word(5) + word(ownerA) + word(12*32) + word(0)
	for why, c := range map[string]struct {
		action byte
		params string
	}{
		"in, one pool":    {actionSwapIn, single},
		"out, one pool":   {actionSwapOut, single},
		"in, by a path":   {actionSwapInPath, path},
		"out, by a path":  {actionSwapOutPath, path},
		"a position made": {actionMint, minted},
	} {
		t.Run(why, func(t *testing.T) {
			call := poolsPlan(t, c.action, common.FromHex(c.params))
			f := accounts(map[string]Account{routerBase: Contract, strangerC: Contract, ownerA: NoCode})
			transaction(t, routerBase, call, ownerA, nil, f).want(t, Allow)

			f.Young = map[common.Address]bool{common.HexToAddress(strangerC): true}
			transaction(t, routerBase, call, ownerA, nil, f).want(t, Warn, strangerNamed)
			transaction(t, routerBase, call, "", nil, f).want(t, Warn, strangerNamed)
		})
	}
}

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
	transaction(t, strangerC, own, ownerA, nil, f).want(t, Allow, unknownSelector)
}

// TestAFunctionAtAStrangerMayMeanSomethingElse than at the contracts of its protocol: the asset of Compound's withdraw
// is who is paid elsewhere.
func TestAFunctionAtAStrangerMayMeanSomethingElse(t *testing.T) {
	f := accounts(map[string]Account{strangerC: Contract, usdcBase: Contract, ownerA: NoCode, spenderB: NoCode})
	f.Verified = map[common.Address]bool{common.HexToAddress(strangerC): true}
	withdraw := func(to string) string { return fn("withdraw(address,uint256)", to, 1000) }
	transaction(t, strangerC, withdraw(spenderB), ownerA, nil, f).want(t, Warn, strangerNamed)
	transaction(t, strangerC, withdraw(ownerA), ownerA, nil, f).want(t, Allow, contractUnlisted)
	transaction(t, strangerC, withdraw(usdcBase), ownerA, nil, f).want(t, Allow, contractUnlisted)
}

// TestMarksBehindTheArgumentsAreNoMistake: apps leave them there, whole words are another function's arguments.
func TestMarksBehindTheArgumentsAreNoMistake(t *testing.T) {
	f := accounts(map[string]Account{strangerC: Contract, usdcBase: Contract, wethBase: Contract, ownerA: NoCode})
	transaction(t, wethBase, "0xd0e30db0"+"76", ownerA, big.NewInt(1), f).want(t, Allow, looseValue)

	own := fn("deposit(uint256,address)", 1000, ownerA)
	transaction(t, strangerC, own+strings.Repeat("7b", 262), ownerA, nil, f).want(t, Allow, looseValue)
	transaction(t, strangerC, own+word(5), ownerA, nil, f).want(t, Warn, malformed)
	transaction(t, strangerC, own[:len(own)-2], ownerA, nil, f).want(t, Warn, malformed)
}

// TestAValidatorPaysWhoItsCredentialsName and nobody where they are the hash of a key.
func TestAValidatorPaysWhoItsCredentialsName(t *testing.T) {
	const contract = "0x00000000219ab540356cBB839Cbe05303d7705Fa"
	f := accounts(map[string]Account{contract: Contract, ownerA: NoCode, spenderB: NoCode})
	coins := new(big.Int).Mul(oneCoin, big.NewInt(32))
	for _, c := range []struct {
		credentials string
		verdict     Verdict
	}{
		{"01" + strings.Repeat("00", 11) + ownerA[2:], Allow},
		{"02" + strings.Repeat("00", 11) + ownerA[2:], Allow},
		{"01" + strings.Repeat("00", 11) + spenderB[2:], Warn},
		{"02" + strings.Repeat("00", 11) + spenderB[2:], Warn},
		{"00" + strings.Repeat("ab", 31), Allow},
	} {
		args := encode(t, "bytes a,bytes b,bytes c,bytes32 d", make([]byte, 48), common.FromHex(c.credentials),
			make([]byte, 96), [32]byte{1})
		selector := fn("deposit(bytes,bytes,bytes,bytes32)")
		e := engine(t)
		to, from := common.HexToAddress(contract), common.HexToAddress(ownerA)
		s := e.Transaction(Request{
			Network: network(t, "ethereum"),
			To:      &to,
			From:    &from,
			Value:   coins,
			Data:    common.FromHex(selector + common.Bytes2Hex(args)),
		})
		e.Judge(s, f, now).want(t, c.verdict)
	}
}

// TestAPermitBeforeACallOfTheRouter: the call is the router's own, and the permit has to be for it.
func TestAPermitBeforeACallOfTheRouter(t *testing.T) {
	f := accounts(map[string]Account{
		oneInch6:  Contract,
		usdcBase:  Contract,
		wethBase:  Contract,
		strangerC: Contract,
		ownerA:    NoCode,
		spenderB:  NoCode,
	})
	call := func(spender, receiver string) string {
		permit := common.FromHex(usdcBase[2:] + word(ownerA) + word(spender) + word(1000) + word(int(now.Unix())+60) +
			word(27) + word(1) + word(2))
		swap := fn("unoswapTo(uint256,uint256,uint256,uint256,uint256)", receiver, usdcBase, 1000, 900, strangerC)
		return fn("permitAndCall(bytes,bytes)") + common.Bytes2Hex(encode(t, "bytes permit,bytes action", permit,
			common.FromHex(swap)))
	}
	transaction(t, oneInch6, call(oneInch6, ownerA), ownerA, nil, f).want(t, Allow)
	transaction(t, oneInch6, call(oneInch6, spenderB), ownerA, nil, f).want(t, Warn, foreignRecipient)
	transaction(t, oneInch6, call(spenderB, ownerA), ownerA, nil, f).want(t, Warn, approvalSpenderEOA)
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

// TestCoinsForPublishedContractsWeighByHowMany.
func TestCoinsForPublishedContractsWeighByHowMany(t *testing.T) {
	f := accounts(map[string]Account{strangerC: Contract, ownerA: NoCode})
	f.Verified = map[common.Address]bool{common.HexToAddress(strangerC): true}
	for coins, verdict := range map[int64]Verdict{1: Allow, 9: Allow, 10: Warn, 32: Warn} {
		value := new(big.Int).Mul(oneCoin, big.NewInt(coins))
		transaction(t, strangerC, "0x12345678", ownerA, value, f).want(t, verdict, valueToUnknown)
	}
	f.Young = map[common.Address]bool{common.HexToAddress(strangerC): true}
	transaction(t, strangerC, "0x12345678", ownerA, oneCoin, f).want(t, Warn, valueToUnknown)
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
		{"a key of nobody known", "Sign to generate your trading keys.", "https://example.net", Allow, keySignature},
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
		"https://pro.example.com": unknownType,
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
			raw := typed(t, map[string]string{"Setting": "uint256 number,bytes content"}, "Setting",
				map[string]any{"name": "Some app", "version": "1", "chainId": 8453, "verifyingContract": strangerC},
				map[string]any{"number": 1, "content": c.bytes})
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
