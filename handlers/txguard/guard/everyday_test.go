package guard

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// fn is a call of a function by its signature, with one word per argument.
func fn(signature string, words ...any) string {
	return data("0x"+common.Bytes2Hex(crypto.Keccak256([]byte(signature))[:4]), words...)
}

// TestEverydayTransactionsAreNotBlocked: what people do all day is allowed, or warned of for a reason that they would agree with.
func TestEverydayTransactionsAreNotBlocked(t *testing.T) {
	const (
		routerV2           = "0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24"
		conduit, basenames = "0x1E0049783F008A0085193E00003D00cd54003c71", "0xa7d2607c6BD39Ae9521e514026CBB078405Ab322"
		me, router, friend = "0x0000000000000000000000000000000000000001", "0x0000000000000000000000000000000000000002", thiefE
		protocol, seaport  = strangerC, "0x0000000000000068F116a894984e2DB1123eB395"
		safe               = "0x5afE5afE5afE5afE5afE5afE5afE5afE5afE5afE"
	)
	f := accounts(map[string]Account{
		usdcBase: Contract, wethBase: Contract, routerBase: Contract, routerV2: Contract, router02: Contract, oneInch6: Contract, holder0x: Contract, permit2.Hex(): Contract,
		conduit: Contract, basenames: Contract, protocol: Contract, seaport: Contract, safe: Contract, ownerA: NoCode, friend: NoCode,
	})
	f.Verified = map[common.Address]bool{common.HexToAddress(protocol): true}
	exec := func(to, inner string) string {
		raw := strings.TrimPrefix(inner, "0x")
		return "0x6a761202" + word(to) + word(0) + word(320) + word(0) + word(0) + word(0) + word(0) + word(0) + word(0) + word(320+32+(len(raw)+63)/64*32) +
			word(len(raw)/2) + raw + strings.Repeat("0", (64-len(raw)%64)%64) + word(65) + strings.Repeat("11", 65) + strings.Repeat("00", 31)
	}
	v3 := func(to string) string { return word(to) + word(1000) + word(900) + word(160) + word(true) + word(0) }
	fromRouter := func(to string) string {
		return word(to) + word(big.NewInt(1e16)) + word(900) + word(160) + word(false) + word(0)
	}
	permit := word(usdcBase) + word(maxUint160) + word(int(now.Unix())+30*24*3600) + word(0) + word(routerBase) + word(int(now.Unix())+1800) + word(224) + word(0)
	path := []any{2, usdcBase, wethBase}
	coin := big.NewInt(1e16)
	tokens := func(to string) []any { return append([]any{1000, 900, 160, to, int(now.Unix()) + 60}, path...) }
	single := func(to string) string {
		return fn("exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))", usdcBase, wethBase,
			500, to, 1000, 900, 0)
	}
	for _, c := range []struct {
		why, to, data string
		value         *big.Int
		verdict       Verdict
		code          string
	}{
		{"coins to a friend", friend, "0x", coin, Allow, nothingFound},
		{"dollars to a friend", usdcBase, fn("transfer(address,uint256)", friend, 1000), nil, Allow, nothingFound},
		{"an NFT to a friend", protocol, fn("safeTransferFrom(address,address,uint256)", ownerA, friend, 7), nil, Allow, nothingFound},
		{"exact allowance to a router", usdcBase, fn("approve(address,uint256)", router02, 1000), nil, Allow, knownCounterparty},
		{"exact allowance to a lender", usdcBase, fn("approve(address,uint256)", protocol, 1000), nil, Allow, approvalUnknown},
		{
			"unlimited allowance to Permit2",
			usdcBase, fn("approve(address,uint256)", permit2.Hex(), maxUint), nil, Allow, unlimitedApproval,
		},
		{"an allowance taken back", usdcBase, fn("approve(address,uint256)", protocol, 0), nil, Allow, approvalRevoke},
		{"an operator taken back", protocol, fn("setApprovalForAll(address,bool)", friend, false), nil, Allow, approvalRevoke},
		{"listing on OpenSea", protocol, fn("setApprovalForAll(address,bool)", conduit, true), nil, Allow, approvalAllNFT},
		{"coins wrapped", wethBase, fn("deposit()"), coin, Allow, nothingFound},
		{"coins unwrapped", wethBase, fn("withdraw(uint256)", 1000), nil, Allow, nothingFound},
		{"v2 swap", routerV2, fn("swapExactTokensForTokens(uint256,uint256,address[],address,uint256)", tokens(ownerA)...), nil, Allow, nothingFound},
		{"v2 swap for coins", routerV2, fn("swapExactTokensForETH(uint256,uint256,address[],address,uint256)", tokens(ownerA)...), nil, Allow, nothingFound},
		{"v2 swap of coins", routerV2, fn("swapExactETHForTokens(uint256,address[],address,uint256)",
			append([]any{900, 128, ownerA, int(now.Unix()) + 60}, path...)...), coin, Allow, nothingFound},
		{"v2 swap on a fork that is not listed", protocol, fn("swapExactTokensForTokens(uint256,uint256,address[],address,uint256)", tokens(ownerA)...), nil, Allow, contractUnlisted},
		{"v3 swap", router02, single(ownerA), nil, Allow, nothingFound},
		{"v3 swap for coins", router02, multicall(single(router), fn("unwrapWETH9(uint256,address)", 1, ownerA)), nil, Allow, nothingFound},
		{"v3 swap for coins, the rest returned", router02, multicall(single(router), fn("unwrapWETH9(uint256)", 1), fn("refundETH()")), nil, Allow, nothingFound},
		{"v3 swap swept", router02, multicall(single(router), fn("sweepToken(address,uint256,address)", wethBase, 1, ownerA)), nil, Allow, nothingFound},
		{"fees of a position", protocol, fn("collect((uint256,address,uint128,uint128))", 5, ownerA, 1000, 1000), nil, Allow, nothingFound},
		{"Universal Router", routerBase, plan("00", v3(me)), nil, Allow, nothingFound},
		{
			"Universal Router, coins in",
			routerBase, plan("0b00", word(router)+word(coin), fromRouter(me)), coin, Allow, nothingFound,
		},
		{"Universal Router, coins out, a fee", routerBase, plan("00060c", v3(router), word(wethBase)+word(friend)+word(25), word(me)+word(1)), nil, Allow, nothingFound},
		{"Universal Router, v2", routerBase, plan("08",
			word(me)+word(1000)+word(900)+word(160)+word(true)+word(2)+word(usdcBase)+word(wethBase)), nil, Allow,
			nothingFound},
		{"a fork's router, v2 with a packed path", protocol, plan("08",
			word(me)+word(1000)+word(900)+word(160)+word(true)+word(41)+strings.Repeat("ab", 41)+strings.Repeat("00",
				23)), nil, Allow, contractUnlisted},
		{"Universal Router 2.1.1, a fee", routerBase, plan("000704", v3(router), word(wethBase)+word(friend)+word(int(25e14)), word(wethBase)+word(me)+word(1)), nil, Allow, nothingFound},
		{
			"Universal Router with Uniswap's own permit",
			routerBase, plan("0a00", permit, v3(me)), nil, Allow, unlimitedApproval,
		},
		{
			"Aave: in",
			protocol, fn("supply(address,uint256,address,uint16)", usdcBase, 1000, ownerA, 0),
			nil, Allow, contractUnlisted,
		},
		{
			"Aave: out",
			protocol, fn("withdraw(address,uint256,address)", usdcBase, maxUint, ownerA), nil, Allow, contractUnlisted,
		},
		{"Aave: borrow", protocol, fn("borrow(address,uint256,uint256,uint16,address)", usdcBase, 1000, 2, 0, ownerA), nil, Allow, ""},
		{"Aave: repay", protocol, fn("repay(address,uint256,uint256,address)", usdcBase, maxUint, 2, ownerA), nil, Allow, ""},
		{"Compound: in", protocol, fn("supply(address,uint256)", usdcBase, 1000), nil, Allow, ""},
		{"vault: in", protocol, fn("deposit(uint256,address)", 1000, ownerA), nil, Allow, nothingFound},
		{"vault: out", protocol, fn("redeem(uint256,address,address)", 1000, ownerA, ownerA), nil, Allow, nothingFound},
		{"rewards of Aave", protocol, fn("claimAllRewards(address[],address)", 64, ownerA, 1, usdcBase), nil, Allow, ""},
		{"rewards by claim()", protocol, fn("claim()"), nil, Allow, claimSelector},
		{"rewards by getReward()", protocol, fn("getReward()"), nil, Allow, ""},
		{"coins staked", protocol, fn("submit(address)", "0x0000000000000000000000000000000000000000"), coin, Allow, ""},
		{"a name renewed", basenames, fn("renew(string,uint256)", 64, 31536000, 3) + "616263" + strings.Repeat("00", 29), coin, Allow, ""},
		{"votes delegated", protocol, fn("delegate(address)", friend), nil, Allow, ""},
		{"a vote", protocol, fn("castVote(uint256,uint8)", 5, 1), nil, Allow, ""},
		{"a bridge", protocol, fn("bridgeETHTo(address,uint32,bytes)", ownerA, 200000, 96, 0), coin, Allow, ""},
		{"an owner executes a payment of a Safe", safe, exec(usdcBase, fn("transfer(address,uint256)", friend, 1000)), nil, Allow, nothingFound},
		{"a swap of a Safe to itself", safe, exec(router02,
			fn("exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))", usdcBase, wethBase, 500,
				safe, 1000, 900, 0)), nil, Allow, nothingFound},
		{"an owner is added to a Safe", safe, exec(safe, fn("addOwnerWithThreshold(address,uint256)", friend, 2)), nil, Warn, ownershipChange},
		{"an owner confirms a hash of a Safe", safe, "0xd4d9bdcd" + strings.Repeat("ab", 32), nil, Warn, rawHash},
		{"several reads and a payment", protocol, multicall(fn("refundETH()")), nil, Allow, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			j := transaction(t, c.to, c.data, ownerA, c.value, f)
			if j.want(t, c.verdict); c.code != "" {
				j.want(t, c.verdict, c.code)
			}
			for _, r := range j.Reasons {
				if r.Code == malformed {
					t.Errorf("the test's data: %+v", r)
				}
			}
		})
	}
}

// TestEverydaySignaturesAreNotBlocked likewise.
func TestEverydaySignaturesAreNotBlocked(t *testing.T) {
	const safe, wallet, verifier = "0x5afE5afE5afE5afE5afE5afE5afE5afE5afE5afE", ownerA, strangerC
	f := accounts(map[string]Account{usdcBase: Contract, wethBase: Contract, routerBase: Contract, permit2.Hex(): Contract, strangerC: Contract, safe: Contract, wallet: NoCode, thiefE: NoCode})
	zeros := "0x" + strings.Repeat("00", 32)
	soon := now.Unix() + 1800
	usdc := map[string]any{"name": "USD Coin", "version": "2", "chainId": 8453, "verifyingContract": usdcBase}
	uniswap := map[string]any{"name": "Permit2", "chainId": 8453, "verifyingContract": permit2.Hex()}
	account := map[string]any{"chainId": 8453, "verifyingContract": safe}
	some := map[string]any{"name": "Some app", "version": "1", "chainId": 8453, "verifyingContract": verifier}
	transfer := "address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce"
	for _, c := range []struct {
		why             string
		types           map[string]string
		primary         string
		domain, message map[string]any
		verdict         Verdict
		code            string
	}{
		{"a small payment", map[string]string{"TransferWithAuthorization": transfer}, "TransferWithAuthorization", usdc,
			map[string]any{"from": wallet, "to": thiefE, "value": "20000", "validAfter": 0, "validBefore": soon, "nonce": zeros}, Allow, transferAuth},
		{"exact permit for a router", map[string]string{"Permit": permitFields}, "Permit", usdc,
			map[string]any{"owner": wallet, "spender": routerBase, "value": "1000000", "nonce": 0, "deadline": soon}, Allow, knownCounterparty},
		{"Uniswap's own permit", map[string]string{"PermitSingle": "PermitDetails details,address spender,uint256 sigDeadline", "PermitDetails": detailsFields}, "PermitSingle", uniswap,
			map[string]any{
				"details": map[string]any{
					"token": usdcBase, "amount": maxUint160.String(), "expiration": now.Unix() + 30*24*3600, "nonce": 0,
				},
				"spender": routerBase, "sigDeadline": soon,
			}, Allow, unlimitedPermit},
		{"an owner confirms a payment of a Safe", safeTypes, "SafeTx", account,
			safeTx(usdcBase, fn("transfer(address,uint256)", thiefE, 1000), 0), Allow, nothingFound},
		{"an owner rejects a transaction of a Safe", safeTypes, "SafeTx", account,
			safeTx(safe, "0x", 0), Allow, nothingFound},
		{"a sponsored call of an account", map[string]string{"ForwardRequest": "address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data"}, "ForwardRequest", some,
			map[string]any{
				"from":     wallet,
				"to":       usdcBase,
				"value":    0,
				"gas":      100000,
				"nonce":    0,
				"deadline": soon,
				"data":     fn("transfer(address,uint256)", thiefE, 1000),
			}, Allow, transferAuth},
		{"a sponsored swap to the account itself", map[string]string{"MetaTransaction": "uint256 nonce,address from,bytes functionSignature"}, "MetaTransaction", some,
			map[string]any{"nonce": 0, "from": wallet, "functionSignature": fn("redeem(uint256,address,address)", 1000, wallet, wallet)}, Allow, nothingFound},
		{"a vote off chain", map[string]string{"Vote": "address from,string space,uint64 timestamp,bytes32 proposal,uint32 choice,string reason,string app,string metadata"}, "Vote", map[string]any{"name": "snapshot", "version": "0.1.4"},
			map[string]any{
				"from": wallet, "space": "a.eth", "timestamp": now.Unix(), "proposal": zeros, "choice": 1, "reason": "",
				"app": "x", "metadata": "{}",
			}, Allow, nothingFound},
		{"votes delegated", map[string]string{"Delegation": "address delegatee,uint256 nonce,uint256 expiry"}, "Delegation", some, map[string]any{"delegatee": thiefE, "nonce": 0, "expiry": soon}, Allow, ""},
		{"an order on an exchange for perpetuals", map[string]string{"Agent": "string source,bytes32 connectionId"}, "Agent", map[string]any{"name": "Exchange", "version": "1", "chainId": 1337, "verifyingContract": zero.Hex()},
			map[string]any{"source": "a", "connectionId": zeros}, Allow, exchangeAction},
		{"a login", map[string]string{"ClobAuth": "address address,string timestamp,uint256 nonce,string message"}, "ClobAuth", map[string]any{"name": "Login", "version": "1", "chainId": 8453},
			map[string]any{"address": wallet, "timestamp": "1", "nonce": 0, "message": "I control the wallet"},
			Allow, nothingFound},
	} {
		t.Run(c.why, func(t *testing.T) {
			j := signedBy(t, wallet, typed(t, c.types, c.primary, c.domain, c.message), f)
			if j.want(t, c.verdict); c.code != "" {
				j.want(t, c.verdict, c.code)
			}
		})
	}
}
