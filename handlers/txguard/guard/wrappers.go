package guard

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// carries decodes the calls that a row says a call carries: of each its contract, coins and data, or by the account's
// own code where it is delegated.
func (c *call) carries(a *act, at frame) {
	datas := c.fields.at(a.values["data"])
	delegated := truthOf(a.value(c.fields, at, "delegated", 0))
	for i := range datas {
		to := addressOf(a.value(c.fields, at, "run", i))
		if to == nil {
			return
		}
		value := orZero(numberOf(a.value(c.fields, at, "value", i)))
		c.step(*to, value, octetsOf(datas[i]), delegated)
	}
}

// runs notes a call that the account makes whose calls are to be executed: one, or those of a batch. Code that it runs
// as its own, other than a batch of Safe's, cannot be executed from outside, nor can more calls than are executed.
func (c *call) runs(to common.Address, value *big.Int, data []byte) {
	d := c.d
	if d.account == nil || *c.caller() != *d.account {
		return
	}
	if len(d.subject.runs) == mostRuns {
		c.cannotRun()
		return
	}
	d.subject.calls(d.account, &to, value, data)
}

// cannotRun has none of the account's calls executed.
func (c *call) cannotRun() {
	if d := c.d; d.account != nil && *c.caller() == *d.account {
		d.account = nil
		d.subject.runs = nil
	}
}

// mostRuns bounds how many calls of a batch are executed.
const mostRuns = 20

// refund is what a Safe pays for the gas of its transaction. The signer says to whom, and sets the price.
// Source: Safe.sol, execTransaction and handlePayment.
func (c *call) refund(f fields) {
	if f.has("gasToken", "refundReceiver") && orZero(f.num("gasPrice")).Sign() > 0 {
		c.hit(safeRefund, "the Safe pays %s for the gas, at a price that the signer sets", text(f.addr("refundReceiver")))
	}
}

// step is a nested call; a delegatecall runs the target's code with the rights of the account, which
// only Safe's own batch contracts are made for.
func (c *call) step(to common.Address, value *big.Int, data []byte, delegated bool) {
	if !delegated {
		c.inner(to, value, data)
		return
	}

	network := c.d.subject.Network.Name
	var selector [4]byte
	copy(selector[:], data)
	_, said := c.d.forms.Call(network, to, selector)
	batch := c.d.known[network][to].Role == RoleMultiSend
	if !batch {
		c.cannotRun()
	}
	if !batch && !said { // what a project describes is not a stranger's code
		c.add(Action{
			Kind:     DelegateCall,
			Standard: "Safe",
			Spender:  &to,
		})
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
	const head = 85
	for rest := c.fields.bytes("transactions"); len(rest) > 0; {
		n := new(big.Int).SetBytes(rest[min(53, len(rest)):min(head, len(rest))])
		switch {
		case len(rest) < head, !n.IsInt64(), n.Int64() > int64(len(rest)-head):
			c.cannotRun()
			c.hit(malformed, "the packed batch ends inside a transaction")
			return
		case !c.d.more():
			c.hit(tooDeep, "there are more calls than are decoded")
			return
		}

		end := head + int(n.Int64())
		to := common.BytesToAddress(rest[1:21])
		c.d.subject.mention(to)
		c.step(to, new(big.Int).SetBytes(rest[21:53]), rest[head:end], rest[0] != 0)
		rest = rest[end:]
	}
}

// erc7579 decodes the two call types of ERC-7579 and ERC-7821: a single call, packed, and a batch,
// ABI-encoded. The mode's first byte is the call type.
func erc7579(c *call) {
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
		value := new(big.Int).SetBytes(data[20:head])
		to := common.BytesToAddress(data[:20])
		c.d.subject.mention(to)
		c.step(to, value, data[head:], delegated)

	case 0x01: // batch; the optional data behind it (ERC-7821) is not a call
		batch, err := c.read(c.d.executions, data)
		if err != nil {
			c.hit(malformed, "the batch does not decode: %v", err)
			return
		}
		for _, f := range batch.list("executions") {
			c.inner(*f.addr("target"), f.num("value"), f.bytes("callData"))
		}

	default:
		c.hit(unknownSelector, "the execution mode is not known, so that the calls are not decoded")
	}
}

// inner decodes a call that this one carries.
func (c *call) inner(to common.Address, value *big.Int, data []byte) {
	if len(data) == 0 && value.Sign() == 0 {
		return
	}
	c.runs(to, value, data)
	c.run(c.child(to, value, data))
}

// caller is the account that c calls for.
func (c *call) caller() *common.Address {
	if c.self != nil {
		return c.self
	}
	return &c.to
}

func (c *call) child(to common.Address, value *big.Int, data []byte) *call {
	child := &call{
		d:     c.d,
		path:  fmt.Sprintf("%s.%d", c.path, c.children),
		depth: c.depth + 1,
		to:    to,
		from:  c.caller(),
		value: value,
		data:  data,
	}
	c.children++
	return child
}

func (c *call) run(child *call) {
	to, data := child.to, child.data
	c.d.subject.mention(to)
	if child.depth > maxDepth || !c.d.more() {
		c.d.scan(data)
		child.hit(tooDeep, "calls are nested deeper, or are more, than are decoded; what is in there is not known")
		return
	}
	if to == c.to { // a multicall keeps the caller
		child.from = c.from
	}
	c.d.call(child)
}
