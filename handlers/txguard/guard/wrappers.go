package guard

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// wrapperFunctions carry other calls.
func wrapperFunctions() []declaration {
	self := func(c *call) { // each call is of the same contract
		c.wrapper("multicall")
		for _, data := range c.fields.at([]string{"data", each}) {
			c.inner(c.to, zeroInt(), octetsOf(data))
		}
	}

	batch := func(c *call) {
		c.wrapper("batch")
		c.each(c.fields.list("calls"))
	}

	payingBatch := func(c *call) {
		c.wrapper("batch")
		c.each(c.fields.list("calls"))
	}
	lists := func(c *call) { c.parallel(nil) }
	payingLists := func(c *call) { c.parallel(c.fields.at([]string{"value", each})) }
	safe := func(c *call) {
		c.safe(*c.fields.addr("to"), c.fields.num("value"), c.fields.bytes("data"), c.fields.num("operation"))
	}

	return []declaration{
		{"multicall(bytes[] data)", self},
		{"multicall(uint256 deadline,bytes[] data)", self},
		{"multicall(bytes32 previousBlockhash,bytes[] data)", self},
		{"aggregate((address target,bytes callData)[] calls)", batch},
		{"tryAggregate(bool requireSuccess,(address target,bytes callData)[] calls)", batch},
		{"aggregate3((address target,bool allowFailure,bytes callData)[] calls)", batch},
		{"aggregate3Value((address target,bool allowFailure,uint256 value,bytes callData)[] calls)", payingBatch},
		{"executeBatch((address target,uint256 value,bytes callData)[] calls)", payingBatch},
		{"executeBatch(address[] dest,bytes[] func)", lists},
		{"executeBatch(address[] dest,uint256[] value,bytes[] func)", payingLists},
		{"execute(address dest,uint256 value,bytes func)", func(c *call) {
			c.wrapper("account")
			c.inner(*c.fields.addr("dest"), c.fields.num("value"), c.fields.bytes("func"))
		}},
		{"execute(bytes32 mode,bytes executionCalldata)", erc7579},
		{"multiSend(bytes transactions)", multiSend},
		{"call(address targetContract,address onBehalfOfAccount,uint256 value,bytes data)", func(c *call) {
			c.wrapper(connectorStandard)
			c.behalf(c.fields)
		}},
		{
			"batch((address targetContract,address onBehalfOfAccount,uint256 value,bytes data)[] items)",
			func(c *call) {
				c.wrapper(connectorStandard)
				for _, item := range c.fields.list("items") {
					c.behalf(item)
				}
			},
		},
		{
			"execTransaction(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas," +
				"uint256 gasPrice,address gasToken,address refundReceiver,bytes signatures)",
			func(c *call) {
				safe(c)
				c.refund(c.fields.num("baseGas"), c.fields.num("gasPrice"), *c.fields.addr("gasToken"), c.fields.addr("refundReceiver"))
			},
		},
		{"executeUserOp(address to,uint256 value,bytes data,uint8 operation)", safe},
		{"executeUserOpWithErrorString(address to,uint256 value,bytes data,uint8 operation)", safe},
		{
			"handleOps((address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits," +
				"uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData,bytes signature)[] ops,address beneficiary)",
			operations,
		},
		{
			"handleOps((address sender,uint256 nonce,bytes initCode,bytes callData,uint256 callGasLimit," +
				"uint256 verificationGasLimit,uint256 preVerificationGas,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas," +
				"bytes paymasterAndData,bytes signature)[] ops,address beneficiary)",
			operations,
		},
		{"approveHash(bytes32 hashToApprove)", func(c *call) {
			c.add(Action{Kind: Call, Standard: "Safe"})
			c.hit(rawHash, "the account agrees to a Safe transaction that is known by its hash only")
		}},
		{"execTransactionFromModule(address to,uint256 value,bytes data,uint8 operation)", safe},
	}
}

// operations are those that a bundle carries out, each as the call that its account gets. Sources: ERC-4337, EntryPoint
// 0.6 and 0.7.
func operations(c *call) {
	c.wrapper("ERC-4337")
	for _, op := range c.fields.list("ops") {
		c.inner(*op.addr("sender"), zeroInt(), op.bytes("callData"))
	}
}

// wrapper names the outer call; what it does is in the calls that it carries.
func (c *call) wrapper(standard string) { c.add(Action{Kind: Call, Standard: standard}) }

// each decodes a list of calls.
func (c *call) each(calls []fields) {
	for _, f := range calls {
		c.inner(*f.addr("target"), orZero(f.num("value")), f.bytes("callData"))
	}
}

// parallel decodes calls that are given as a list of targets, one of data and, where values is not nil, one of values.
func (c *call) parallel(values []any) {
	c.wrapper("batch")
	targets := c.fields.at([]string{"dest", each})
	datas := c.fields.at([]string{"func", each})
	if len(targets) != len(datas) || len(values) != 0 && len(values) != len(targets) {
		c.hit(malformed, "the lists of %s differ in length", c.signature)
	}

	for i := range min(len(targets), len(datas)) {
		v := zeroInt()
		if i < len(values) {
			v = numberOf(values[i])
		}
		c.inner(*addressOf(targets[i]), v, octetsOf(datas[i]))
	}
}

// safe is a call or a delegatecall that a Safe is made to do.
func (c *call) safe(to common.Address, value *big.Int, data []byte, operation *big.Int) {
	c.wrapper("Safe")
	if c.depth == 0 && !c.d.subject.Signed {
		c.d.runsOfSafe(c.to, to, value, data, operation)
	}
	c.step(to, value, data, operation.Sign() != 0)
}

// runsOfSafe are the calls that a Safe makes by a transaction of its own: one, or those of a batch. A delegatecall of
// anything else cannot be made in its name from outside.
func (d *decoder) runsOfSafe(safe, to common.Address, value *big.Int, data []byte, operation *big.Int) {
	calls := []batched{{to: to, value: value, data: data}}
	if orZero(operation).Sign() != 0 {
		if d.known[d.subject.Network.Name][to].Role != RoleMultiSend || len(data) < 4 {
			return
		}

		f := d.functions[[4]byte(data)]
		if f == nil || f.signature != multiSendFunction {
			return
		}

		c := &call{d: d}
		args, err := c.read(f.params, data[4:])
		if err != nil {
			return
		}
		var whole bool
		if calls, whole = unpack(args.bytes("transactions")); !whole {
			return
		}
	}

	var runs []Request
	for _, b := range calls {
		if b.delegated || len(runs) == mostRuns {
			return
		}
		runs = append(runs, Request{
			Network: d.subject.Network,
			From:    &safe,
			To:      &b.to,
			Value:   b.value,
			Data:    b.data,
		})
	}
	d.subject.runs = runs
}

// multiSendFunction is how Safe's batch contracts are called.
const multiSendFunction = "multiSend(bytes)"

// mostRuns bounds how many calls of a batch are executed.
const mostRuns = 20

// refund is what a Safe pays for the gas of its transaction, to whom the signer says and at a price that the signer
// sets: (gas used + baseGas) x gasPrice of gasToken, at least baseGas x gasPrice. Source: Safe.sol, handlePayment.
func (c *call) refund(baseGas, gasPrice *big.Int, token common.Address, receiver *common.Address) {
	if gasPrice.Sign() == 0 {
		return
	}

	a := Action{
		Kind:      NativeTransfer,
		Standard:  "Safe refund",
		Owner:     &c.to,
		Recipient: receiver,
		Amount:    new(big.Int).Mul(baseGas, gasPrice),
	}

	if token != zero {
		a.Kind = Transfer
		a.Token = &token
	}

	if *receiver == zero {
		a.Recipient = nil // whoever sends the transaction
	}
	c.add(a)
	c.hit(safeRefund, "the Safe pays for the gas at %s units of %s per gas, for %s gas more than is used: "+
		"that price can be any", gasPrice, token.Hex(), baseGas)
}

// step is a nested call; a delegatecall runs the target's code with the rights of the account, which
// only Safe's own batch contracts are made for.
func (c *call) step(to common.Address, value *big.Int, data []byte, delegated bool) {
	if !delegated {
		c.inner(to, value, data)
		return
	}

	if k, ok := c.d.known[c.d.subject.Network.Name][to]; !ok || k.Role != RoleMultiSend {
		c.add(Action{
			Kind:     DelegateCall,
			Standard: "Safe",
			Spender:  &to,
		})
		c.hit(safeDelegateCall, "a delegatecall to %s gives that contract the rights of the account, "+
			"and it is not one of Safe's own batch contracts", to.Hex())
	}

	if len(data) > 0 || value.Sign() > 0 {
		child := c.child(to, value, data)
		child.self = c.caller() // the code runs as the account's own
		c.run(child)
	}
}

// multiSend decodes Safe's packed batch: operation (1 byte), to (20), value (32), length (32), data.
// Source: safe-global/safe-smart-account, MultiSend.sol.
func multiSend(c *call) {
	c.wrapper("Safe MultiSend")
	calls, whole := unpack(c.fields.bytes("transactions"))
	for _, b := range calls {
		c.d.subject.mention(b.to)
		if !c.d.more() {
			c.hit(tooDeep, "there are more calls than are decoded")
			return
		}
		c.step(b.to, b.value, b.data, b.delegated)
	}
	if !whole {
		c.hit(malformed, "the packed batch ends inside a transaction")
	}
}

// batched is a call of a packed batch.
type batched struct {
	to        common.Address
	value     *big.Int
	data      []byte
	delegated bool
}

// unpack reads a packed batch; whole is false where it ends inside a call.
func unpack(rest []byte) (calls []batched, whole bool) {
	const head = 85
	for len(rest) > 0 {
		if len(rest) < head {
			return calls, false
		}
		n := new(big.Int).SetBytes(rest[53:head])
		if !n.IsInt64() || n.Int64() > int64(len(rest)-head) {
			return calls, false
		}

		end := head + int(n.Int64())
		calls = append(calls, batched{
			to:        common.BytesToAddress(rest[1:21]),
			value:     new(big.Int).SetBytes(rest[21:53]),
			data:      rest[head:end],
			delegated: rest[0] != 0,
		})
		rest = rest[end:]
	}
	return calls, true
}

// erc7579 decodes the two call types of ERC-7579 and ERC-7821: a single call, packed, and a batch,
// ABI-encoded. The mode's first byte is the call type.
func erc7579(c *call) {
	c.wrapper("ERC-7579")
	data := c.fields.bytes("executionCalldata")
	switch kind := c.fields.bytes("mode")[0]; kind {
	case 0x00, 0xff: // single call, delegatecall
		delegated := kind == 0xff
		head := 52
		if delegated {
			head = 20
		}
		if len(data) < head {
			c.hit(malformed, "the packed call is too short")
			return
		}
		value := zeroInt()
		if !delegated {
			value.SetBytes(data[20:52])
		}
		to := common.BytesToAddress(data[:20])
		c.d.subject.mention(to)
		c.step(to, value, data[head:], delegated)
	case 0x01: // batch; the optional data behind it (ERC-7821) is not a call
		batch, err := c.read(c.d.executions, data)
		if err != nil {
			c.hit(malformed, "the batch does not decode: %v", whyNot(err))
			return
		}
		c.each(batch.list("executions"))
	default:
		c.hit(unknownSelector, "the execution mode is not known, so that the calls are not decoded")
	}
}

// connectorStandard is Euler's Ethereum Vault Connector, which makes calls in the name of accounts.
const connectorStandard = "Euler"

// behalf decodes a call that the connector makes for an account. Source: euler-xyz/ethereum-vault-connector,
// IEthereumVaultConnector.sol, BatchItem.
func (c *call) behalf(f fields) {
	child := c.child(*f.addr("targetContract"), orZero(f.num("value")), f.bytes("data"))
	if account := f.addr("onBehalfOfAccount"); *account != zero {
		child.from = account
	}
	c.run(child)
}
