package chain

import (
	"encoding/json"
	"math"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/problem"
)

// address reads an input address. In one case it is taken as it is; in mixed case its checksum has to be right (EIP-55), since a
// wrong one is a typing error.
func address(field, text string) (common.Address, error) {
	if !common.IsHexAddress(text) || !strings.HasPrefix(text, "0x") {
		return common.Address{}, problem.Invalid(field, "%s must be 0x and 40 hex digits", field)
	}
	a := common.HexToAddress(text)
	digits := text[2:]
	if digits != strings.ToLower(digits) && digits != strings.ToUpper(digits) && a.Hex() != text {
		return common.Address{}, problem.Invalid(field, "%s is in mixed case but not with its EIP-55 checksum; give it in lower case, or as %s if that is the address you mean", field, a.Hex())
	}
	return a, nil
}

// scaled is raw / 10^decimals, exact.
func scaled(raw *big.Int, decimals uint8) json.Number {
	return json.Number(decimal.NewFromBigInt(raw, -int32(decimals)).String())
}

// whole is n as the JSON integer of a field, which ends at the largest one there is.
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

func pointer[T any](v T) *T { return &v }

// orNull is the checksummed address, nil for none.
func orNull(a *common.Address) *string {
	if a == nil {
		return nil
	}
	return pointer(a.Hex())
}

// weiOrNull is the amount in digits, nil for none.
func weiOrNull(n *big.Int) *string {
	if n == nil {
		return nil
	}
	return pointer(n.String())
}
