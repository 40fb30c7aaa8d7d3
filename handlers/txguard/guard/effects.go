package guard

import "math/big"

func zeroInt() *big.Int { return new(big.Int) }

func nonZero(n *big.Int) *big.Int {
	if n == nil || n.Sign() == 0 {
		return nil
	}
	return n
}

// boundless is the number of bits from which on an amount limits nothing: 2^112 units are 5.2 x 10^15 tokens of 18
// decimals, more than there are of any token that is traded. The customary words for "no limit" are the largest
// numbers of 256 and, with Permit2, of 160 bits; a limit
// just below them must not look like one.
const boundless = 113

func unlimited(amount *big.Int) bool { return amount.BitLen() >= boundless }
