package crypto

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/crypto"
	"github.com/farebox/farebox/internal/chain/abijson"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/problem"
)

// CryptoConvert answers GET /crypto/convert: token units, EIP-55 checksums and hex integers, all exact.
func (h *Handlers) CryptoConvert(
	_ context.Context, req gen.CryptoConvertRequestObject,
) (gen.CryptoConvertResponseObject, error) {
	p := req.Params
	checksum := p.Op == gen.CryptoConvertParamsOpChecksum
	if err := cmp.Or(
		onlyFor("checksum", "address", !checksum && p.Address != nil),
		onlyFor("units and hex", "value", checksum && p.Value != nil),
	); err != nil {
		return nil, err
	}

	switch p.Op {
	case gen.CryptoConvertParamsOpUnits:
		return convertUnits(p)
	case gen.CryptoConvertParamsOpChecksum:
		return convertChecksum(p)
	}
	return convertHex(p)
}

// amount is a decimal number without exponent: an exponent would let a short request cause a long answer, and no
// chain writes amounts that way.
var amount = regexp.MustCompile(`^-?([0-9]+\.?[0-9]*|\.[0-9]+)$`)

// maxDecimals is the exponent of the largest power of ten in a uint256.
const maxDecimals = 77

func convertUnits(p gen.CryptoConvertParams) (gen.CryptoConvertResponseObject, error) {
	if p.Value == nil {
		return nil, problem.Missing("value")
	}
	if p.From == nil {
		return nil, problem.Missing("from")
	}
	if p.To == nil {
		return nil, problem.Missing("to")
	}

	from, err := unitDecimals("from", *p.From)
	if err != nil {
		return nil, err
	}

	to, err := unitDecimals("to", *p.To)
	if err != nil {
		return nil, err
	}
	if !amount.MatchString(*p.Value) {
		return nil, problem.Invalid("value", "value must be a decimal number without exponent, such as 1.5")
	}

	d, parseErr := decimal.NewFromString(*p.Value)
	if parseErr != nil {
		return nil, problem.Invalid("value", "value must be a decimal number without exponent, such as 1.5")
	}

	result := d.Shift(int32(from - to)).String()
	return gen.CryptoConvert200JSONResponse{
		Op:    gen.CryptoConversionOpUnits,
		Value: &result,
		From:  p.From,
		To:    p.To,
	}, nil
}

// unitDecimals is the power of ten of a unit, in the smallest unit.
func unitDecimals(field, unit string) (int, error) {
	switch unit {
	case "wei":
		return 0, nil
	case "gwei":
		return 9, nil
	case "ether":
		return 18, nil
	}
	n, err := strconv.Atoi(unit)
	if err != nil || n < 0 || n > maxDecimals || strconv.Itoa(n) != unit {
		return 0, problem.Invalid(field, "%s must be wei, gwei, ether or a number of decimals from 0 to %d",
			field, maxDecimals)
	}
	return n, nil
}

func convertChecksum(p gen.CryptoConvertParams) (gen.CryptoConvertResponseObject, error) {
	if p.Address == nil {
		return nil, problem.Missing("address")
	}

	given := *p.Address
	digits, _ := abijson.CutHexPrefix(given)
	b, err := abijson.HexDigits(digits)
	if err != nil || len(b) != common.AddressLength {
		return nil, problem.Invalid("address", "address must have 40 hex digits, with or without 0x")
	}

	right := common.BytesToAddress(b).Hex()
	checksummed := digits == right[2:]
	valid := !evm.Mistyped(digits)

	return gen.CryptoConvert200JSONResponse{
		Op:                  gen.CryptoConversionOpChecksum,
		Address:             &given,
		ChecksumAddress:     &right,
		IsValid:             &valid,
		InputWasChecksummed: &checksummed,
	}, nil
}

const formInt, formHex = "int", "hex"

var (
	decimalInteger = regexp.MustCompile(`^[0-9]+$`)
	hexInteger     = regexp.MustCompile(`^0[xX][0-9a-fA-F]+$`)
)

func convertHex(p gen.CryptoConvertParams) (gen.CryptoConvertResponseObject, error) {
	if p.Value == nil {
		return nil, problem.Missing("value")
	}

	var from string
	n := new(big.Int)
	ok := false
	switch v := *p.Value; {
	case decimalInteger.MatchString(v):
		from = formInt
		_, ok = n.SetString(v, 10)
	case hexInteger.MatchString(v):
		from = formHex
		_, ok = n.SetString(v[2:], 16)
	}

	if !ok {
		return nil, problem.Invalid("value",
			"value must be a whole number that is not negative, in decimal digits or as 0x hex")
	}
	if p.From != nil && strings.ToLower(*p.From) != from {
		return nil, problem.Invalid("from",
			"from is %s, and value is written as %s; from is int or hex, or left out", abijson.Clip(*p.From), from)
	}

	to := formHex
	if from == formHex {
		to = formInt
	}

	if p.To != nil {
		to = strings.ToLower(*p.To)
	}

	var result string
	switch to {
	case formInt:
		result = n.String()
	case formHex:
		result = fmt.Sprintf("0x%x", n)
	default:
		return nil, problem.Invalid("to", "to must be int or hex")
	}

	return gen.CryptoConvert200JSONResponse{
		Op:    gen.CryptoConversionOpHex,
		Value: &result,
		From:  &from,
		To:    &to,
	}, nil
}
