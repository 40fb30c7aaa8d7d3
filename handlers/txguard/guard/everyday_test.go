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

// TestEverydayTransactionsAreNotBlocked: what people do all day, and needs no execution to be read, is allowed, or
// warned of for a reason that they would agree with.
func TestEverydayTransactionsAreNotBlocked(t *testing.T) {
	const (
		conduit          = "0x1E0049783F008A0085193E00003D00cd54003c71"
		friend, protocol = thiefE, strangerC
		safe             = "0x5afE5afE5afE5afE5afE5afE5afE5afE5afE5afE"
	)
	f := accounts(map[string]Account{
		usdcBase: Contract, wethBase: Contract, router02: Contract, permit2.Hex(): Contract,
		conduit: Contract, protocol: Contract, safe: Contract, ownerA: NoCode, friend: NoCode,
	})
	f.Verified = map[common.Address]bool{common.HexToAddress(protocol): true}
	exec := func(to, inner string) string {
		raw := strings.TrimPrefix(inner, "0x")
		return "0x6a761202" + word(to) + word(0) + word(320) + word(0) + word(0) + word(0) + word(0) + word(0) + word(0) + word(320+32+(len(raw)+63)/64*32) +
			word(len(raw)/2) + raw + strings.Repeat("0", (64-len(raw)%64)%64) + word(65) + strings.Repeat("11", 65) + strings.Repeat("00", 31)
	}
	coin := big.NewInt(1e16)
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
		{"rewards by claim()", protocol, fn("claim()"), nil, Allow, unknownSelector},
		{"votes delegated", protocol, fn("delegate(address)", friend), nil, Allow, ""},
		{"an owner executes a payment of a Safe", safe, exec(usdcBase, fn("transfer(address,uint256)", friend, 1000)), nil, Allow, nothingFound},
		{"an owner is added to a Safe", safe, exec(safe, fn("addOwnerWithThreshold(address,uint256)", friend, 2)), nil, Warn, ownershipChange},
		{"an owner confirms a hash of a Safe", safe, "0xd4d9bdcd" + strings.Repeat("ab", 32), nil, Warn, rawHash},
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
			Allow, appKey},
	} {
		t.Run(c.why, func(t *testing.T) {
			j := signedBy(t, wallet, typed(t, c.types, c.primary, c.domain, c.message), f)
			if j.want(t, c.verdict); c.code != "" {
				j.want(t, c.verdict, c.code)
			}
		})
	}
}
