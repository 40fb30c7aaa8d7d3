package chain

import (
	"encoding/json"
	"math"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"
)

// scaled is raw / 10^decimals, exact.
func scaled(raw *big.Int, decimals uint8) json.Number {
	return json.Number(decimal.NewFromBigInt(raw, -int32(decimals)).String())
}

// whole is n as a field's JSON integer, capped at the largest one.
func whole(n uint64) int64 {
	return int64(min(n, math.MaxInt64))
}

// wholeBig is whole for wei.
func wholeBig(n *big.Int) int64 {
	if !n.IsInt64() {
		return math.MaxInt64
	}
	return n.Int64()
}

// orNull is the checksummed address, or nil.
func orNull(a *common.Address) *string {
	if a == nil {
		return nil
	}
	return new(a.Hex())
}

// weiOrNull is the amount in digits, or nil.
func weiOrNull(n *big.Int) *string {
	if n == nil {
		return nil
	}
	return new(n.String())
}
