package guard

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/known"
)

// bridgeFunctions carry tokens to other networks: what matters is who gets them there. Sources:
// across-protocol/contracts (SpokePool), stargate-protocol/stargate-v2 (IStargate), circlefin/evm-cctp-contracts
// (TokenMessenger, TokenMessengerV2), ethereum-optimism/optimism (StandardBridge, OptimismPortal), lifinance/contracts.
func bridgeFunctions() []declaration {
	list := append(acrossFunctions(), stargateFunctions()...)
	list = append(list, cctpFunctions()...)
	list = append(list, rollupFunctions()...)
	return append(list, lifiFunctions()...)
}

func acrossFunctions() []declaration {
	address := func(c *call) {
		c.pays("Across", c.addr("recipient"))
		if depositor := c.addr("depositor"); c.from != nil && *depositor != *c.from {
			c.pays("Across refund", depositor) // what nobody fills comes back to it
		}
		c.bridged(*c.addr("inputToken"), *c.addr("outputToken"))
		c.expectOf("Across")
	}

	word := func(c *call) {
		c.paysWord("Across", c.bytes("recipient"))
		c.paysWord("Across refund", c.bytes("depositor"))
		c.bridged(common.BytesToAddress(c.bytes("inputToken")), common.BytesToAddress(c.bytes("outputToken")))
		c.expectOf("Across")
	}

	const amounts = "uint256 inputAmount,uint256 outputAmount,uint256 destinationChainId,"
	const plain = "(address depositor,address recipient,address inputToken,address outputToken," + amounts +
		"address exclusiveRelayer,"
	const words = "(bytes32 depositor,bytes32 recipient,bytes32 inputToken,bytes32 outputToken," + amounts +
		"bytes32 exclusiveRelayer,"

	const dated = "uint32 quoteTimestamp,uint32 fillDeadline,uint32 exclusivityParameter,bytes message)"
	const now = "uint32 fillDeadlineOffset,uint32 exclusivityParameter,bytes message)"
	return []declaration{
		{"depositV3" + plain + dated, address},
		{"depositV3Now" + plain + now, address},
		{"deposit" + words + dated, word},
		{"depositNow" + words + now, word},
		{"unsafeDeposit" + words + "uint256 depositNonce," + dated, word},
	}
}

// bridged looks at what a bridge is to bring for what it takes: whoever fills the order keeps the rest. Where the token
// is a stablecoin on both networks, it is held against what is given.
func (c *call) bridged(from, to common.Address) {
	given := c.num("inputAmount")
	least := c.num("outputAmount")
	if least.Cmp(dustUnits) > 0 && !c.lessThanHalf(from, to, given, least) {
		return
	}
	c.d.subject.findings = append(c.d.subject.findings, finding{
		code:   anyReturn,
		path:   c.path,
		points: freeExecutor,
		message: fmt.Sprintf("the bridge takes %s units and is to bring %s: whoever fills that keeps the rest",
			given, least),
	})
}

// lessThanHalf compares dollars of two networks.
func (c *call) lessThanHalf(from, to common.Address, given, least *big.Int) bool {
	here, ok := dollarAt(c.d.subject.Network.Name, from)
	if !ok {
		return false
	}
	chain := c.num("destinationChainId")
	for _, n := range Networks() {
		if !chain.IsUint64() || n.ChainID != chain.Uint64() {
			continue
		}
		there, ok := dollarAt(n.Name, to)
		if !ok {
			return false
		}
		half := decimal.NewFromBigInt(given, -here).Div(decimal.NewFromInt(2))
		return decimal.NewFromBigInt(least, -there).LessThan(half)
	}
	return false
}

// dollarAt are the decimals of a stablecoin of a network.
func dollarAt(network string, token common.Address) (decimals int32, ok bool) {
	for _, t := range known.Tokens(network) {
		if t.Trusted && t.Address == token {
			return int32(t.Decimals), true
		}
	}
	return 0, false
}

func stargateFunctions() []declaration {
	const send = "((uint32 dstEid,bytes32 to,uint256 amountLD,uint256 minAmountLD,bytes extraOptions," +
		"bytes composeMsg,bytes oftCmd) sendParam,(uint256 nativeFee,uint256 lzTokenFee) fee,address refundAddress)"
	sent := func(c *call) {
		c.paysWord("Stargate", argument[struct{ To []byte }](c.arguments, "sendParam").To)
		c.pays("Stargate refund", c.addr("refundAddress"))
		c.expectOf("Stargate")
	}
	return []declaration{
		{"send" + send, sent},
		{"sendToken" + send, sent},
		{"redeemSend" + send, sent},
		{"deposit(address receiver,uint256 amountLD)", paysTo("Stargate", "receiver", "Stargate")},
		{"redeem(uint256 amountLD,address receiver)", paysTo("Stargate", "receiver", "Stargate")},
	}
}

func cctpFunctions() []declaration {
	minted := func(c *call) {
		c.paysWord("CCTP", c.bytes("mintRecipient"))
		c.expectOf("CCTP")
	}
	const burn = "uint256 amount,uint32 destinationDomain,bytes32 mintRecipient,address burnToken"
	const second = ",bytes32 destinationCaller,uint256 maxFee,uint32 minFinalityThreshold"
	return []declaration{
		{"depositForBurn(" + burn + ")", minted},
		{"depositForBurnWithCaller(" + burn + ",bytes32 destinationCaller)", minted},
		{"depositForBurn(" + burn + second + ")", minted},
		{"depositForBurnWithHook(" + burn + second + ",bytes hookData)", minted},
	}
}

// rollupFunctions are those of the bridge that comes with each rollup of the OP Stack.
func rollupFunctions() []declaration {
	const bridge = "OP Stack bridge"
	own := quiet(bridge, bridge)
	to := paysTo(bridge, "to", bridge)
	const gas = "uint32 minGasLimit,bytes extraData)"
	const tokens = "(address localToken,address remoteToken,"

	return []declaration{
		{"bridgeETH(" + gas, own},
		{"depositETH(" + gas, own},
		{"bridgeETHTo(address to," + gas, to},
		{"depositETHTo(address to," + gas, to},
		{"bridgeERC20" + tokens + "uint256 amount," + gas, own},
		{"depositERC20" + tokens + "uint256 amount," + gas, own},
		{"bridgeERC20To" + tokens + "address to,uint256 amount," + gas, to},
		{"depositERC20To" + tokens + "address to,uint256 amount," + gas, to},
		{"withdraw(address l2Token,uint256 amount," + gas, own},
		{"withdrawTo(address l2Token,address to,uint256 amount," + gas, to},
		{"depositTransaction(address to,uint256 value,uint64 gasLimit,bool isCreation,bytes data)", to},
	}
}

// lifiFunctions are those of LI.FI's diamond: swaps, and bridges by the facets that are read here.
func lifiFunctions() []declaration {
	const swap = "(address callTo,address approveTo,address sendingAssetId,address receivingAssetId," +
		"uint256 fromAmount,bytes callData,bool requiresDeposit)"
	const bridge = "(bytes32 transactionId,string bridge,string integrator,address referrer,address sendingAssetId," +
		"address receiver,uint256 minAmount,uint256 destinationChainId,bool hasSourceSwaps," +
		"bool hasDestinationCall) bridgeData,"

	bridged := func(c *call) {
		c.pays("LI.FI", new(argument[struct{ Receiver common.Address }](c.arguments, "bridgeData").Receiver))
		c.expectOf("LI.FI")
	}

	var list []declaration
	for facet, data := range lifiFacets {
		list = append(list,
			declaration{"startBridgeTokensVia" + facet + "(" + bridge + data + " facetData)", bridged},
			declaration{
				"swapAndStartBridgeTokensVia" + facet + "(" + bridge + swap + "[] swapData," + data + " facetData)",
				bridged,
			},
		)
	}

	receiver := func(c *call) {
		c.pays("LI.FI", c.addr("receiver"))
		c.worth(exchange{least: c.num("minAmountOut")})
		c.expectOf("LI.FI")
	}

	for _, ways := range []string{"ERC20ToERC20", "ERC20ToNative", "NativeToERC20"} {
		const head = "(bytes32 transactionId,string integrator,string referrer,address receiver," +
			"uint256 minAmountOut," + swap
		list = append(list,
			declaration{"swapTokensSingleV3" + ways + head + " swapData)", receiver},
			declaration{"swapTokensMultipleV3" + ways + head + "[] swapData)", receiver},
		)
	}

	return list
}

// lifiFacets are bridges of LI.FI, by the name of their facet, with the form of their own data. The receiver stands in
// the data that all of them have.
var lifiFacets = map[string]string{
	"AcrossV4": "(bytes32 receiverAddress,bytes32 refundAddress,bytes32 sendingAssetId,bytes32 receivingAssetId," +
		"uint256 outputAmount,uint128 outputAmountMultiplier,bytes32 exclusiveRelayer,uint32 quoteTimestamp," +
		"uint32 fillDeadline,uint32 exclusivityParameter,bytes message)",
	"StargateV2": "(uint16 assetId,(uint32 dstEid,bytes32 to,uint256 amountLD,uint256 minAmountLD,bytes extraOptions," +
		"bytes composeMsg,bytes oftCmd) sendParams,(uint256 nativeFee,uint256 lzTokenFee) fee,address refundAddress)",
	"OptimismBridge":  "(address assetIdOnL2,uint32 l2Gas,bool isSynthetix)",
	"RelayDepository": "(bytes32 orderId,address depositorAddress)",
	"GasZip":          "(bytes32 receiverAddress,uint256 destinationChains)",
}
