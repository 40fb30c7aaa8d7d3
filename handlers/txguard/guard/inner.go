package guard

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

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
