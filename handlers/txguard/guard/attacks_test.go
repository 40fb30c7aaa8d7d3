package guard

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"
)

const (
	wethBase     = "0x4200000000000000000000000000000000000006"
	thiefE       = "0xEeEEeeEEeEEEEEeEEeeeEEEeEEEeEEeeeeeEEeEE"
	reactorBase  = "0x000000001Ec5656dcdB24D90DFa42742738De729"
	entryPoint08 = "0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108"
	oneInch6     = "0x111111125421cA6dc452d289314280a0f8842A65"
	holder0x     = "0x0000000000001fF3684f28c67538d4D072C22734"
	router02     = "0x2626664c2603336E57B271c5C0b26F421741e481"
)

// signedBy judges typed data on Base whose signer is known.
func signedBy(t *testing.T, signer string, raw []byte, f Facts) Judgement {
	t.Helper()
	e, p := engine(t), parse(t, raw)
	if signer != "" {
		a := common.HexToAddress(signer)
		p.Signer = &a
	}
	return e.Judge(e.Signature(network(t, "base"), p), f, now)
}

// uniswapX is an order of UniswapX that sells 1,000 USDC for coins, of which shares go to the recipients.
func uniswapX(t *testing.T, swapper string, shares map[string]string) []byte {
	t.Helper()
	outputs := []any{}
	for _, to := range []string{ownerA, thiefE} {
		if share, ok := shares[to]; ok {
			outputs = append(outputs, map[string]any{"token": wethBase, "amount": share, "recipient": to})
		}
	}
	return typed(t, map[string]string{
		"PermitWitnessTransferFrom": "TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,PriorityOrder witness",
		"TokenPermissions":          "address token,uint256 amount",
		"PriorityOrder":             "OrderInfo info,PriorityOutput[] outputs",
		"OrderInfo":                 "address reactor,address swapper,uint256 nonce,uint256 deadline",
		"PriorityOutput":            "address token,uint256 amount,address recipient",
	}, "PermitWitnessTransferFrom", map[string]any{"name": "Permit2", "chainId": 8453, "verifyingContract": permit2.Hex()}, map[string]any{
		"permitted": map[string]any{"token": usdcBase, "amount": "1000000000"}, "spender": reactorBase, "nonce": 1, "deadline": now.Unix() + 300,
		"witness": map[string]any{"info": map[string]any{"reactor": reactorBase, "swapper": swapper, "nonce": 1, "deadline": now.Unix() + 300}, "outputs": outputs},
	})
}

func TestSwapOrderHasToPayItsSigner(t *testing.T) {
	f := accounts(map[string]Account{permit2.Hex(): Contract, reactorBase: Contract, usdcBase: Contract, ownerA: NoCode, thiefE: NoCode})
	const most, fee, part = "400000000000000000", "1000000000000000", "100000000000000000"
	for _, c := range []struct {
		why     string
		swapper string
		shares  map[string]string
		verdict Verdict
		code    string
	}{
		{"all to the swapper", ownerA, map[string]string{ownerA: most}, Allow, knownCounterparty},
		{"a fee to an app", ownerA, map[string]string{ownerA: most, thiefE: fee}, Allow, knownCounterparty},
		{"all to somebody else", ownerA, map[string]string{thiefE: most}, Block, zeroConsideration},
		{"the smaller part to the swapper", ownerA, map[string]string{ownerA: part, thiefE: most}, Warn, belowWorth},
		{"dust to the swapper", ownerA, map[string]string{ownerA: "1", thiefE: most}, Block, belowDust},
		{"another's order", thiefE, map[string]string{thiefE: most}, Block, zeroConsideration},
	} {
		t.Run(c.why, func(t *testing.T) {
			signedBy(t, ownerA, uniswapX(t, c.swapper, c.shares), f).want(t, c.verdict, c.code)
		})
	}
	opaque := typed(t, map[string]string{
		"PermitWitnessTransferFrom": "TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Intent witness",
		"TokenPermissions":          "address token,uint256 amount", "Intent": "bytes32 order",
	}, "PermitWitnessTransferFrom", map[string]any{"name": "Permit2", "chainId": 8453, "verifyingContract": permit2.Hex()}, map[string]any{
		"permitted": map[string]any{"token": usdcBase, "amount": "1000"}, "spender": spenderB, "nonce": 1, "deadline": now.Unix() + 300, "witness": map[string]any{"order": "0x" + strings.Repeat("11", 32)},
	})
	f.Accounts[common.HexToAddress(spenderB)] = Contract
	signature(t, opaque, f).want(t, Warn, unknownType, permitUnknown)
}

func TestOrderWithAForeignReceiver(t *testing.T) {
	cow := func(receiver string) []byte {
		return typed(t, map[string]string{"Order": "address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo"}, "Order",
			map[string]any{"name": "Gnosis Protocol", "version": "v2", "chainId": 8453, "verifyingContract": "0x9008D19f58AAbD9eD0D60971565AA8510560ab41"},
			map[string]any{"sellToken": usdcBase, "buyToken": wethBase, "receiver": receiver, "sellAmount": "1000000000", "buyAmount": "400000000000000000", "validTo": now.Unix() + 600})
	}
	f := accounts(map[string]Account{usdcBase: Contract, ownerA: NoCode, thiefE: NoCode, strangerC: Contract})
	signedBy(t, ownerA, cow(ownerA), f).want(t, Allow)
	signedBy(t, ownerA, cow("0x0000000000000000000000000000000000000000"), f).want(t, Allow)
	signedBy(t, ownerA, cow(thiefE), f).want(t, Warn, foreignRecipient)
	signedBy(t, ownerA, cow(strangerC), f).want(t, Warn, foreignRecipient)
	signedBy(t, "", cow(thiefE), f).want(t, Allow, recipientUnchecked)
	limit := typed(t, map[string]string{"Order": "uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits"}, "Order",
		map[string]any{"name": "1inch Aggregation Router", "version": "6", "chainId": 8453, "verifyingContract": oneInch6},
		map[string]any{"salt": 1, "maker": ownerA, "receiver": thiefE, "makerAsset": usdcBase, "takerAsset": wethBase, "makingAmount": "1000000000", "takingAmount": "400000000000000000", "makerTraits": 0})
	signature(t, limit, f).want(t, Warn, foreignRecipient)
}

// TestCallsInMessagesAreOpenedUp: what a message makes an account do counts, whatever the message is called.
func TestCallsInMessagesAreOpenedUp(t *testing.T) {
	approve := data("0x095ea7b3", spenderB, maxUint)
	// execute(address,uint256,bytes) of an account
	execute := "0xb61d27f6" + word(usdcBase) + word(0) + word(96) + word(68) + strings.TrimPrefix(approve, "0x") + strings.Repeat("00", 28)
	f := accounts(map[string]Account{usdcBase: Contract, spenderB: NoCode, ownerA: Contract, entryPoint08: Contract, strangerC: Contract})
	operation := map[string]string{"PackedUserOperation": "address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData"}
	zeros := "0x" + strings.Repeat("00", 32)
	domain := map[string]any{"name": "ERC4337", "version": "1", "chainId": 8453, "verifyingContract": entryPoint08}
	message := map[string]any{"sender": ownerA, "nonce": 1, "initCode": "0x", "callData": execute, "accountGasLimits": zeros, "preVerificationGas": 1, "gasFees": zeros, "paymasterAndData": thiefE + strings.Repeat("00", 32)}
	signature(t, typed(t, operation, "PackedUserOperation", domain, message), f).want(t, Block, unlimitedApproval, approvalSpenderEOA)
	listed := accounts(nil)
	listed.Listed[common.HexToAddress(thiefE)] = Listing{List: "test"}
	message["callData"] = "0x"
	signature(t, typed(t, operation, "PackedUserOperation", domain, message), listed).want(t, Block, knownDrainer) // the paymaster

	safe := typed(t, map[string]string{"SafeOp": "address safe,uint256 nonce,bytes initCode,bytes callData,uint48 validAfter,uint48 validUntil,address entryPoint"}, "SafeOp",
		map[string]any{"chainId": 8453, "verifyingContract": strangerC}, map[string]any{
			"safe": ownerA, "nonce": 1, "initCode": "0x", "validAfter": 0, "validUntil": 0, "entryPoint": entryPoint08,
			// executeUserOp(address,uint256,bytes,uint8), a delegatecall
			"callData": "0x7bb37428" + word(strangerC) + word(0) + word(128) + word(1) + word(4) + "12345678" + strings.Repeat("00", 28),
		})
	signature(t, safe, f).want(t, Block, safeDelegateCall)

	meta := typed(t, map[string]string{"MetaTransaction": "uint256 nonce,address from,bytes functionSignature"}, "MetaTransaction",
		map[string]any{"name": "USD Coin (PoS)", "version": "1", "verifyingContract": usdcBase, "salt": "0x" + strings.Repeat("00", 30) + "0089"},
		map[string]any{"nonce": 0, "from": ownerA, "functionSignature": approve})
	signature(t, meta, f).want(t, Block, unlimitedApproval, approvalSpenderEOA)

	batch := typed(t, map[string]string{"SignedBatchedCall": "BatchedCall batchedCall,uint256 nonce", "BatchedCall": "Call[] calls,bool revertOnFailure", "Call": "address to,uint256 value,bytes data"}, "SignedBatchedCall",
		map[string]any{"name": "Calibur", "chainId": 8453, "verifyingContract": ownerA}, map[string]any{"nonce": 1, "batchedCall": map[string]any{"revertOnFailure": true, "calls": []any{
			map[string]any{"to": ownerA, "value": 0, "data": "0x"}, map[string]any{"to": usdcBase, "value": 0, "data": approve},
		}}})
	signature(t, batch, f).want(t, Block, unlimitedApproval, approvalSpenderEOA)
}

// TestPermissionsOfLendersAndCollections: who may borrow against, or take out, what somebody else put in can take it all.
func TestPermissionsOfLendersAndCollections(t *testing.T) {
	domain := map[string]any{"name": "Some market", "version": "1", "chainId": 8453, "verifyingContract": strangerC}
	for _, who := range []struct {
		kind    Account
		verdict Verdict
	}{{NoCode, Block}, {Contract, Warn}} {
		f := accounts(map[string]Account{strangerC: Contract, spenderB: who.kind})
		credit := map[string]any{"delegatee": spenderB, "value": maxUint.String(), "nonce": 0, "deadline": now.Unix() + 60}
		signature(t, typed(t, map[string]string{"DelegationWithSig": "address delegatee,uint256 value,uint256 nonce,uint256 deadline"}, "DelegationWithSig", domain, credit), f).want(t, who.verdict, unlimitedPermit)
		comet := map[string]any{"owner": ownerA, "manager": spenderB, "isAllowed": true, "nonce": 0, "expiry": now.Unix() + 60}
		signature(t, typed(t, map[string]string{"Authorization": "address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry"}, "Authorization", domain, comet), f).want(t, who.verdict, unlimitedPermit)
		morpho := map[string]any{"authorizer": ownerA, "authorized": spenderB, "isAuthorized": true, "nonce": 0, "deadline": now.Unix() + 60}
		signature(t, typed(t, map[string]string{"Authorization": "address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline"}, "Authorization", domain, morpho), f).want(t, who.verdict, unlimitedPermit)
		nfts := map[string]any{"operator": spenderB, "approved": true, "nonce": 0, "deadline": now.Unix() + 60}
		signature(t, typed(t, map[string]string{"PermitForAll": "address operator,bool approved,uint256 nonce,uint256 deadline"}, "PermitForAll", domain, nfts), f).want(t, who.verdict, approvalAllNFT)
		for _, call := range []string{data("0xc04a8a10", spenderB, maxUint), data("0x110496e5", spenderB, true), data("0xeecea000", spenderB, true), data("0x558a7297", spenderB, true)} {
			transaction(t, strangerC, call, "", nil, f).want(t, who.verdict, unlimitedApproval)
		}
	}
	f := accounts(map[string]Account{strangerC: Contract, spenderB: NoCode})
	nothing := map[string]any{"owner": ownerA, "manager": spenderB, "isAllowed": false, "nonce": 0, "expiry": now.Unix() + 60}
	signature(t, typed(t, map[string]string{"Authorization": "address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry"}, "Authorization", domain, nothing), f).want(t, Allow, approvalRevoke)
	transaction(t, strangerC, data("0xeecea000", spenderB, false), "", nil, f).want(t, Allow, approvalRevoke)
}

// TestSaleThatPaysOthersMoreThanItsMaker: what is sold is worth what its buyer pays for it.
func TestSaleThatPaysOthersMoreThanItsMaker(t *testing.T) {
	f := accounts(map[string]Account{"0x0000000000000068F116a894984e2DB1123eB395": Contract, strangerC: Contract})
	f.Prices = map[common.Address]decimal.Decimal{common.HexToAddress(wethBase): decimal.NewFromInt(3000)}
	sale := func(mine, others string, buyer string) []byte {
		consideration := []any{
			map[string]any{"itemType": 0, "token": "0x0000000000000000000000000000000000000000", "identifierOrCriteria": 0, "startAmount": mine, "endAmount": mine, "recipient": ownerA},
			map[string]any{"itemType": 0, "token": "0x0000000000000000000000000000000000000000", "identifierOrCriteria": 0, "startAmount": others, "endAmount": others, "recipient": thiefE},
		}
		if buyer != "" {
			consideration = append(consideration, map[string]any{"itemType": 2, "token": strangerC, "identifierOrCriteria": 7, "startAmount": 1, "endAmount": 1, "recipient": buyer})
		}
		return typed(t, orderTypes(), "OrderComponents", map[string]any{"name": "Seaport", "version": "1.6", "chainId": 8453, "verifyingContract": "0x0000000000000068F116a894984e2DB1123eB395"}, map[string]any{
			"offerer": ownerA, "zone": "0x0000000000000000000000000000000000000000", "orderType": 0, "startTime": 0, "endTime": now.Unix() + 600, "salt": 1, "counter": 0,
			"zoneHash": "0x" + strings.Repeat("00", 32), "conduitKey": "0x" + strings.Repeat("00", 32), "consideration": consideration,
			"offer": []any{map[string]any{"itemType": 2, "token": strangerC, "identifierOrCriteria": 7, "startAmount": 1, "endAmount": 1}},
		})
	}
	const coin, fee = "1000000000000000000", "25000000000000000"
	signature(t, sale(coin, fee, ""), f).want(t, Allow)
	signature(t, sale(fee, coin, ""), f).want(t, Block, belowWorth)
	signature(t, sale(fee, coin, thiefE), f).want(t, Block, belowWorth)
}

// TestAccountThatRunsForeignCode: nobody gives his account the code of a contract that anybody commands.
func TestAccountThatRunsForeignCode(t *testing.T) {
	approve := data("0x095ea7b3", routerBase, 5)
	e, to, from := engine(t), common.HexToAddress(usdcBase), common.HexToAddress(ownerA)
	if ask := e.Transaction(Request{Network: network(t, "base"), To: &to, From: &from, Data: common.FromHex(approve)}).Ask(); len(ask.Accounts) != 3 {
		t.Errorf("%v", ask.Accounts)
	}
	self := Request{Network: network(t, "base"), To: &from, From: &from, Authorizations: []Authorization{{Address: common.HexToAddress("0xcA11bde05977b3631167028862bE2a173976CA11")}}}
	e.Judge(e.Transaction(self), accounts(nil), now).want(t, Block, delegation7702) // anybody commands Multicall3
}

func TestHyperliquidMessages(t *testing.T) {
	domain := map[string]any{"name": "HyperliquidSignTransaction", "version": "1", "chainId": 8453, "verifyingContract": "0x0000000000000000000000000000000000000000"}
	agent := typed(t, map[string]string{"HyperliquidTransaction:ApproveAgent": "string hyperliquidChain,address agentAddress,string agentName,uint64 nonce"}, "HyperliquidTransaction:ApproveAgent", domain,
		map[string]any{"hyperliquidChain": "Mainnet", "agentAddress": spenderB, "agentName": "", "nonce": 1})
	signature(t, agent, accounts(nil)).want(t, Allow, tradingAgent)
	send := typed(t, map[string]string{"HyperliquidTransaction:UsdSend": "string hyperliquidChain,string destination,string amount,uint64 time"}, "HyperliquidTransaction:UsdSend", domain,
		map[string]any{"hyperliquidChain": "Mainnet", "destination": thiefE, "amount": "10.5", "time": 1})
	signature(t, send, accounts(nil)).want(t, Allow)
	f := accounts(nil)
	f.Listed[common.HexToAddress(thiefE)] = Listing{List: "test"}
	signature(t, send, f).want(t, Block, knownDrainer)
}
