package guard

import (
	"encoding/binary"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// describedSwap is the member of 1inch's and OpenOcean's SwapDescription that says who is paid; nobody means the
// caller.
type describedSwap struct {
	SrcToken        common.Address
	DstToken        common.Address
	DstReceiver     common.Address
	Amount          *big.Int
	MinReturnAmount *big.Int
}

// described is a swap of 1inch or OpenOcean.
func (c *call) described() {
	s := argument[describedSwap](c.arguments, "desc")
	c.pays("swap", &s.DstReceiver)
	c.worth(exchange{
		gives:  &s.SrcToken,
		amount: orZero(s.Amount),
		takes:  &s.DstToken,
		least:  orZero(s.MinReturnAmount),
	})
}

// permitAndCall uses a signed allowance, which is a token and the arguments of its permit, and then calls the router
// itself.
func permitAndCall(c *call) {
	c.wrapper("swap")
	c.expectOf("1inch")
	const words = 7 // owner, spender, value, deadline and the signature (EIP-2612)
	if p := c.bytes("permit"); len(p) == common.AddressLength+32*words {
		token := common.BytesToAddress(p[:common.AddressLength])
		args := p[common.AddressLength:]
		owner := wordAt(args, 0)
		spender := wordAt(args, 1)
		value := new(big.Int).SetBytes(args[64:96])
		deadline := new(big.Int).SetBytes(args[96:128])
		c.permit("EIP-2612", token, &owner, &spender, value, deadline)
	}
	c.inner(c.to, c.value, c.bytes("action"))
}

func oneInchFunctions() []declaration {
	const desc = "(address srcToken,address dstToken,address srcReceiver,address dstReceiver,uint256 amount," +
		"uint256 minReturnAmount,uint256 flags) desc"
	described := func(c *call) {
		c.described()
		c.expectOf("1inch")
	}

	word := func(c *call) { // an address as a number, as v6 writes it
		c.pays("swap", new(common.BigToAddress(c.num("to"))))
		c.expectOf("1inch")
	}
	own := quiet("swap", "1inch")
	to := paysTo("swap", "recipient", "1inch")

	const clipper = "address srcToken,address dstToken,uint256 inputAmount,uint256 outputAmount,uint256 goodUntil," +
		"bytes32 r,bytes32 vs)"
	list := []declaration{
		{"swap(address executor," + desc + ",bytes permit,bytes data)", described},
		{"swap(address executor," + desc + ",bytes data)", described},
		{"permitAndCall(bytes permit,bytes action)", permitAndCall},
		{"unoswap(address srcToken,uint256 amount,uint256 minReturn,uint256[] pools)", own},
		{"unoswapTo(address recipient,address srcToken,uint256 amount,uint256 minReturn,uint256[] pools)", to},
		{"uniswapV3Swap(uint256 amount,uint256 minReturn,uint256[] pools)", own},
		{"uniswapV3SwapTo(address recipient,uint256 amount,uint256 minReturn,uint256[] pools)", to},
		{"clipperSwap(address clipperExchange," + clipper, own},
		{"clipperSwapTo(address clipperExchange,address recipient," + clipper, to},
	}

	for n, pools := 1, ",uint256 dex"; n <= 3; n, pools = n+1, pools+",uint256 dex"+digit(n+1) {
		name := digit(n)
		const least = "uint256 minReturn"
		list = append(list,
			declaration{"unoswap" + name + "(uint256 token,uint256 amount," + least + pools + ")", own},
			declaration{"unoswapTo" + name + "(uint256 to,uint256 token,uint256 amount," + least + pools + ")", word},
			declaration{"ethUnoswap" + name + "(" + least + pools + ")", own},
			declaration{"ethUnoswapTo" + name + "(uint256 to," + least + pools + ")", word},
		)
	}

	return list
}

// digit is the number in the name of a function, which the first of them goes without.
func digit(n int) string { return strings.TrimPrefix(string(rune('0'+n)), "1") }

func paraSwapFunctions() []declaration {
	const ends = "address srcToken,address destToken,"
	const amounts = "uint256 fromAmount,uint256 toAmount,uint256 quotedAmount,bytes32 metadata"
	const paid = amounts + ",address beneficiary"

	paraSwap := func(c *call) {
		s := argument[struct {
			ToAmount    *big.Int
			Beneficiary common.Address
		}](c.arguments, "data")
		c.pays("swap", &s.Beneficiary)
		c.worth(exchange{least: orZero(s.ToAmount)})
		c.expectOf("ParaSwap")
	}

	packed := func(c *call) { // the upper bits are flags
		flags := argument[struct{ BeneficiaryAndApproveFlag *big.Int }](c.arguments, "data").BeneficiaryAndApproveFlag
		c.pays("swap", new(common.BigToAddress(flags)))
		c.expectOf("ParaSwap")
	}

	const tail = " data,uint256 partnerAndFee,bytes permit"
	list := []declaration{
		{
			"swapExactAmountInOnCurveV1((uint256 curveData,uint256 curveAssets," + ends + paid + ")" + tail + ")",
			paraSwap,
		},
		{"swapExactAmountInOnCurveV2((uint256 curveData,uint256 i,uint256 j,address poolAddress," + ends + paid + ")" +
			tail + ")", paraSwap},
		{"simpleSwap((address fromToken,address toToken,uint256 fromAmount,uint256 toAmount,uint256 expectedAmount," +
			"address[] callees,bytes exchangeData,uint256[] startIndexes,uint256[] values,address beneficiary," +
			"address partner,uint256 feePercent,bytes permit,uint256 deadline,bytes16 uuid) data)", paraSwap},
	}

	for _, way := range []string{"In", "Out"} {
		name := "swapExactAmount" + way
		list = append(list,
			declaration{name + "(address executor,(" + ends + paid + ")" + tail + ",bytes executorData)", paraSwap},
			declaration{name + "OnUniswapV2((" + ends + paid + ",bytes pools)" + tail + ")", paraSwap},
			declaration{name + "OnUniswapV3((" + ends + paid + ",bytes pools)" + tail + ")", paraSwap},
			declaration{
				name + "OnBalancerV2((" + amounts + ",uint256 beneficiaryAndApproveFlag)" + tail + ",bytes swaps)",
				packed,
			},
		)
	}

	return list
}

// kyberSwap is what matters of KyberSwap's SwapDescriptionV2.
type kyberSwap struct {
	SrcToken        common.Address
	DstToken        common.Address
	FeeReceivers    []common.Address
	FeeAmounts      []*big.Int
	DstReceiver     common.Address
	Amount          *big.Int
	MinReturnAmount *big.Int
	Flags           *big.Int
}

// kyberFeeInBips is the flag of fees that are shares.
const kyberFeeInBips = 7

func (c *call) kyber(s kyberSwap) {
	c.pays("swap", &s.DstReceiver)
	c.expectOf("KyberSwap")
	c.worth(exchange{
		gives:  &s.SrcToken,
		amount: orZero(s.Amount),
		takes:  &s.DstToken,
		least:  orZero(s.MinReturnAmount),
	})

	whole := s.Amount
	if s.Flags.Bit(kyberFeeInBips) == 1 {
		whole = basisPoints
	}
	for i := range min(len(s.FeeReceivers), len(s.FeeAmounts)) {
		c.fee(&s.FeeReceivers[i], s.FeeAmounts[i], whole)
	}
}

// otherAggregators are KyberSwap, OpenOcean and Odos.
func otherAggregators() []declaration {
	const kyberDesc = "(address srcToken,address dstToken,address[] srcReceivers,uint256[] srcAmounts," +
		"address[] feeReceivers,uint256[] feeAmounts,address dstReceiver,uint256 amount,uint256 minReturnAmount," +
		"uint256 flags,bytes permit) desc,"
	const execution = "((address callTarget,address approveTarget,bytes targetData," + kyberDesc +
		"bytes clientData) execution)"

	const oceanDesc = "(address srcToken,address dstToken,address srcReceiver,address dstReceiver,uint256 amount," +
		"uint256 minReturnAmount,uint256 guaranteedAmount,uint256 flags,address referrer,bytes permit) desc,"
	kyber := func(c *call) { c.kyber(argument[struct{ Desc kyberSwap }](c.arguments, "execution").Desc) }
	const odosInfo = "(address inputToken,uint256 inputAmount,address inputReceiver,address outputToken," +
		"uint256 outputQuote,uint256 outputMin,address outputReceiver) tokenInfo,bytes pathDefinition,address executor,"

	const odosMulti = "(address tokenAddress,uint256 amountIn,address receiver)[] inputs," +
		"(address tokenAddress,uint256 relativeValue,address receiver)[] outputs,uint256 valueOutMin," +
		"bytes pathDefinition,address executor,"

	return []declaration{
		{"swap" + execution, kyber},
		{"swapGeneric" + execution, kyber},
		{"swapSimpleMode(address caller," + kyberDesc + "bytes executorData,bytes clientData)", func(c *call) {
			c.kyber(argument[kyberSwap](c.arguments, "desc"))
		}},
		{
			"swap(address caller," + oceanDesc + "(uint256 target,uint256 gasLimit,uint256 value,bytes data)[] calls)",
			oceanSwap,
		},
		{"swap(" + odosInfo + "uint32 referralCode)", odosSwap},
		{"swap(" + odosInfo + "(uint64 code,uint64 fee,address feeRecipient) referralInfo)", odosSwap},
		{"swapMulti(" + odosMulti + "uint32 referralCode)", odosOutputs},
	}
}

func oceanSwap(c *call) {
	c.described()
	c.expectOf("OpenOcean")
}

// odosInfo is what matters of Odos' swapTokenInfo.
type odosInfo struct {
	InputToken     common.Address
	InputAmount    *big.Int
	OutputToken    common.Address
	OutputMin      *big.Int
	OutputReceiver common.Address
}

func odosSwap(c *call) {
	s := argument[odosInfo](c.arguments, "tokenInfo")
	c.pays("swap", &s.OutputReceiver)
	c.expectOf("Odos")
	c.worth(exchange{
		gives:  &s.InputToken,
		amount: orZero(s.InputAmount),
		takes:  &s.OutputToken,
		least:  orZero(s.OutputMin),
	})
}

func odosOutputs(c *call) {
	for _, out := range argument[[]struct{ Receiver common.Address }](c.arguments, "outputs") {
		c.pays("swap", &out.Receiver)
	}
	c.expectOf("Odos")
	c.worth(exchange{least: c.num("valueOutMin")})
}

// odosCompact is the selector of Odos' swap without an ABI: values of any length, one behind the other.
var odosCompact = [4]byte{0x83, 0xbd, 0x37, 0xf9}

// compactSwap reads Odos' packed swap. Addresses are 0000 for none, 0001 and 20 bytes, or the number of one that the
// router has stored. Source: OdosRouterV2.sol, swapCompact.
func (c *call) compactSwap() {
	c.signature = "swapCompact()"
	c.expectOf("Odos")
	in := packed{rest: c.data[4:]}
	in.address() // the tokens
	in.address()
	in.number() // what is spent
	quote := in.number()
	slippage := in.skip(3)
	in.address() // the executor, and who gets the input
	in.address()
	to, stored := in.address()

	switch {
	case in.short:
		c.add(Action{Kind: Call, Standard: "swap"})
		c.hit(malformed, "the packed swap ends before its arguments do")
	case stored:
		c.add(Action{Kind: Call, Standard: "swap"})
		c.hit(recipientElsewhere,
			"what comes out goes to an address that the router has stored and the data only numbers")
	default:
		c.pays("swap", &to)
		c.worth(exchange{least: slipped(quote, slippage)})
	}
}

// slipped is the least return of a quote with a tolerance, which counts in parts of 2^24 - 1.
func slipped(quote *big.Int, tolerance []byte) *big.Int {
	whole := big.NewInt(1<<24 - 1)
	kept := new(big.Int).Sub(whole, new(big.Int).SetBytes(tolerance))
	return kept.Mul(kept, quote).Quo(kept, whole)
}

// packed reads values of Odos' packed data.
type packed struct {
	rest  []byte
	short bool
}

func (p *packed) skip(n int) []byte {
	if len(p.rest) < n {
		p.rest = nil
		p.short = true
		return make([]byte, n)
	}
	out := p.rest[:n]
	p.rest = p.rest[n:]
	return out
}

func (p *packed) number() *big.Int { return new(big.Int).SetBytes(p.skip(int(p.skip(1)[0]))) }

func (p *packed) address() (a common.Address, stored bool) {
	switch binary.BigEndian.Uint16(p.skip(2)) {
	case 0:
		return zero, false
	case 1:
		return common.BytesToAddress(p.skip(common.AddressLength)), false
	}
	return zero, true
}
