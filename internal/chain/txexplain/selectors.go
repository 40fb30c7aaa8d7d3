package txexplain

import (
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
)

// method is a function's signature and the purpose of calling it; an empty operation is a contract call.
type method struct {
	name      string
	operation Operation
}

// methods are the functions known by selector. They name calls without visible effects: failed and pending ones.
var methods = bySelector([]struct {
	operation  Operation
	signatures []string
}{
	{Send, []string{
		"transfer(address,uint256)", "transferFrom(address,address,uint256)",
		"safeTransferFrom(address,address,uint256)", "safeTransferFrom(address,address,uint256,bytes)",
		"safeTransferFrom(address,address,uint256,uint256,bytes)", "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)",
		"transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)",
		"transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
		"receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)",
		"receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
	}},
	{Approve, []string{
		"approve(address,uint256)", "setApprovalForAll(address,bool)", "increaseAllowance(address,uint256)", "decreaseAllowance(address,uint256)",
		"permit(address,address,uint256,uint256,uint8,bytes32,bytes32)", "approve(address,address,uint160,uint48)",
	}},
	{Mint, []string{"mint()", "mint(uint256)", "mint(address,uint256)", "mint(address)", "safeMint(address)", "safeMint(address,uint256)", "publicMint(uint256)"}},
	{Burn, []string{"burn(uint256)", "burn(address,uint256)", "burnFrom(address,uint256)"}},
	{Swap, []string{
		"swapExactTokensForTokens(uint256,uint256,address[],address,uint256)", "swapTokensForExactTokens(uint256,uint256,address[],address,uint256)",
		"swapExactETHForTokens(uint256,address[],address,uint256)", "swapETHForExactTokens(uint256,address[],address,uint256)",
		"swapExactTokensForETH(uint256,uint256,address[],address,uint256)", "swapTokensForExactETH(uint256,uint256,address[],address,uint256)",
		"swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)",
		"swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,uint256)",
		"swapExactTokensForETHSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)",
		"exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))",
		"exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))",
		"exactInput((bytes,address,uint256,uint256,uint256))", "exactInput((bytes,address,uint256,uint256))",
		"swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)",
	}},
	{NFTBuy, []string{
		"fulfillBasicOrder((address,uint256,uint256,address,address,address,uint256,uint256,uint8,uint256,uint256,bytes32,uint256,bytes32,bytes32,uint256,(uint256,address)[],bytes))",
		"fulfillBasicOrder_efficient_6GL6yc((address,uint256,uint256,address,address,address,uint256,uint256,uint8,uint256,uint256,bytes32,uint256,bytes32,bytes32,uint256,(uint256,address)[],bytes))",
	}},
	{"", []string{
		"multicall(bytes[])", "multicall(uint256,bytes[])", "execute(bytes,bytes[],uint256)", "execute(bytes,bytes[])",
		"execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)",
		"execute((address,address,uint256),bytes[],bytes32)", "execute(address,uint256,bytes)", "executeBatch(address[],uint256[],bytes[])",
		"handleOps((address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)[],address)",
		"handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)",
		"deposit()", "withdraw(uint256)", "depositTo(address)", "withdrawTo(address,uint256)", "deposit(uint256,address)", "redeem(uint256,address,address)", "withdraw(uint256,address,address)",
		"claim()", "stake(uint256)", "supply(address,uint256,address,uint16)", "borrow(address,uint256,uint256,uint16,address)",
		"repay(address,uint256,uint256,address)", "addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)",
		"addLiquidityETH(address,uint256,uint256,uint256,address,uint256)", "transferOwnership(address)", "renounceOwnership()", "revokeDelegate()",
	}},
})

// Selectors with special rules.
var (
	depositSelector  = selector("deposit()")
	withdrawSelector = selector("withdraw(uint256)")
	settlerSelector  = selector("execute((address,address,uint256),bytes[],bytes32)")
	safeSelector     = selector("execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)")
)

// selector is the first four bytes of the hash of a canonical signature.
func selector(signature string) [4]byte { return [4]byte(crypto.Keccak256([]byte(signature))[:4]) }

func bySelector(groups []struct {
	operation  Operation
	signatures []string
},
) map[[4]byte]method {
	table := map[[4]byte]method{}
	for _, g := range groups {
		for _, s := range g.signatures {
			name := s
			for i := range s {
				if s[i] == '(' {
					name = s[:i]
					break
				}
			}
			table[selector(s)] = method{name, g.operation}
		}
	}

	return table
}

// selector is the called function; ok is false for bare transfers and creations.
func (r *reading) selector() (s [4]byte, ok bool) {
	if r.in.Call.To == nil || len(r.in.Call.Input) < 4 {
		return s, false
	}
	return [4]byte(r.in.Call.Input[:4]), true
}

// methodName is the called function's name, or else its selector.
func (r *reading) methodName() string {
	s, ok := r.selector()
	if !ok {
		return ""
	}
	if m, known := methods[s]; known {
		return m.name
	}
	return hexutil.Encode(s[:])
}

// argument is the i-th word of the arguments of the call, or nil.
func (r *reading) argument(i int) []byte {
	if data := r.in.Call.Input; len(data) >= 4+32*(i+1) {
		return data[4+32*i : 36+32*i]
	}
	return nil
}
