package guard

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/known"
)

// pairCode is the hash of the code that creates a pair of Uniswap v2. Source: Uniswap/universal-router, deployments.
var pairCode = common.FromHex("0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f")

// pairOf is the pair of two tokens on Uniswap v2, which its factory creates at an address that follows from them
// (EIP-1014); the zero address where no factory is known.
func pairOf(network string, a, b common.Address) common.Address {
	factory, ok := known.UniswapV2Factory(network)
	if !ok {
		return zero
	}
	if a.Cmp(b) > 0 {
		a, b = b, a
	}
	salt := crypto.Keccak256Hash(a[:], b[:])
	return crypto.CreateAddress2(factory, salt, pairCode)
}

// onwardPair is the pair that the command at a place of a program trades in first, with what is there already: what a
// command before it brings may go there directly.
func (c *call) onwardPair(commands []byte, inputs [][]byte, at int) common.Address {
	if at >= len(commands) || at >= len(inputs) || commands[at]&0x3f != commandV2In {
		return zero
	}
	in, err := c.read(c.d.path, inputs[at])
	if err != nil || in.flag("payerIsUser") {
		return zero
	}
	path := argument[[]common.Address](in, "path")
	if len(path) < 2 {
		return zero
	}
	return pairOf(c.d.subject.Network.Name, path[0], path[1])
}
