package txguard

import (
	"encoding/hex"
	"math/big"
	"strings"

	engine "github.com/farebox/farebox/handlers/txguard/guard"
	"github.com/farebox/farebox/internal/problem"
)

func network(text string) (engine.Network, error) {
	n, err := engine.FindNetwork(text)
	if err != nil {
		return n, problem.Invalid("network", "%v", err)
	}
	return n, nil
}

// calldata reads 0x and hex digits.
func calldata(text string) ([]byte, error) {
	data, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
	if err != nil {
		return nil, problem.Invalid("data", "data must be 0x and an even number of hex digits")
	}
	return data, nil
}

// wei reads a decimal or 0x integer of up to 256 bits; empty is zero.
func wei(text *string) (*big.Int, error) {
	if text == nil {
		return new(big.Int), nil
	}
	digits := *text
	base := 10
	if rest, ok := strings.CutPrefix(digits, "0x"); ok {
		digits = rest
		base = 16
	}
	n, ok := new(big.Int).SetString(digits, base)
	if !ok || n.Sign() < 0 || n.BitLen() > 256 {
		return nil, problem.Invalid("value", "value must be an amount of wei, as decimal or 0x string of up to 256 bits")
	}
	return n, nil
}
