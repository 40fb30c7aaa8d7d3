package guard

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// operationFunctions are those of ERC-4337's EntryPoint. Source: eth-infinitism/account-abstraction, IEntryPoint.sol
// and IStakeManager.sol, versions 0.6 to 0.9.
func operationFunctions() []declaration {
	const head = "handleOps((address sender,uint256 nonce,bytes initCode,bytes callData,"
	const tail = "bytes paymasterAndData,bytes signature)[] ops,address beneficiary)"
	return []declaration{
		{
			head + "uint256 callGasLimit,uint256 verificationGasLimit,uint256 preVerificationGas," +
				"uint256 maxFeePerGas,uint256 maxPriorityFeePerGas," + tail,
			userOperations,
		},
		{head + "bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees," + tail, userOperations},
		{"depositTo(address account)", deposited},
		{"withdrawTo(address withdrawAddress,uint256 withdrawAmount)", paysTo("ERC-4337", "withdrawAddress")},
	}
}

// deposited pays for the gas of an account, which has it back when it asks: for little of it, somebody's own account is
// the likelier reading.
func deposited(c *call) {
	c.pays("ERC-4337", c.addr("account"))
	c.d.subject.Actions[len(c.d.subject.Actions)-1].deposit = c.value.Cmp(gasDeposit) <= 0
}

// gasDeposit is what an account's gas costs for a long time, in wei.
var gasDeposit = big.NewInt(100_000_000_000_000_000)

// userOperation is what matters of an operation of an account.
type userOperation struct {
	Sender   common.Address
	CallData []byte
}

// userOperations are calls of accounts to themselves, which their owners have signed.
func userOperations(c *call) {
	c.wrapper("ERC-4337")
	c.expect(RoleEntryPoint)
	for _, op := range argument[[]userOperation](c.arguments, "ops") {
		c.inner(op.Sender, zeroInt(), op.CallData)
	}
}
