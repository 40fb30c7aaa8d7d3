package guard

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// exchange is a swap by an executor that the caller names: nothing but its least return binds the executor. Tokens are
// nil where the call does not say them.
type exchange struct {
	gives  *common.Address
	amount *big.Int
	takes  *common.Address
	least  *big.Int
}

// worth looks at what a swap is content with.
func (c *call) worth(x exchange) {
	if x.least.Cmp(dustUnits) > 0 && !c.farBelow(x) {
		return
	}
	c.d.subject.findings = append(c.d.subject.findings, finding{
		code:   anyReturn,
		path:   c.path,
		points: freeExecutor,
		message: fmt.Sprintf("the swap is content with %s units: whoever executes it, whom the data name, "+
			"may keep the rest", x.least),
	})
}

// farBelow says whether the least return is below any price, where both sides can be told: coins and stablecoins.
func (c *call) farBelow(x exchange) bool {
	if x.gives == nil || x.takes == nil {
		return false
	}
	m := c.asMessage(nil)
	given := newPrice()
	given.add(m, x.gives, x.amount)
	got := newPrice()
	got.add(m, x.takes, x.least)

	ether := c.d.subject.Network.Native == "ETH"
	switch {
	case given.native.Sign() > 0 && got.native.Sign() > 0:
		return hundredth(got.native, given.native)
	case given.dollars.Sign() > 0 && got.dollars.Sign() > 0:
		return hundredth(got.dollars, given.dollars)
	case given.dollars.Sign() > 0 && got.native.Sign() > 0:
		return ether && given.dollars.Cmp(new(big.Int).Mul(got.native, big.NewInt(mostPerEther))) > 0
	case given.native.Sign() > 0 && got.dollars.Sign() > 0:
		return ether && got.dollars.Cmp(new(big.Int).Mul(given.native, big.NewInt(leastPerEther))) < 0
	}
	return false
}
