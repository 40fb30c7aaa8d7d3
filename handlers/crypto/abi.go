package crypto

import (
	"context"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	ethcrypto "github.com/ethereum/go-ethereum/crypto"

	gen "github.com/farebox/farebox/gen/crypto"
	"github.com/farebox/farebox/internal/problem"
)

// maxABIBytes bounds the data of a decode and the result of an encode.
const maxABIBytes = 1 << 20

// CryptoABI answers POST /crypto/abi: calldata, ABI encoding and strict ABI decoding of elementary
// types and one-dimensional arrays of them.
func (h *Handlers) CryptoABI(_ context.Context, req gen.CryptoABIRequestObject) (gen.CryptoABIResponseObject, error) {
	body := req.Body
	switch body.Op {
	case gen.CryptoABIRequestOpEncodeCall:
		if err := onlyFor("encode and decode", "types", body.Types != nil); err != nil {
			return nil, err
		}
		if err := onlyFor("decode", "data", body.Data != nil); err != nil {
			return nil, err
		}
		return encodeCall(body)
	case gen.CryptoABIRequestOpEncode:
		if err := onlyFor("encode_call", "signature", body.Signature != nil); err != nil {
			return nil, err
		}
		if err := onlyFor("decode", "data", body.Data != nil); err != nil {
			return nil, err
		}
		return encodeValues(body)
	case gen.CryptoABIRequestOpDecode:
		if err := onlyFor("encode_call", "signature", body.Signature != nil); err != nil {
			return nil, err
		}
		if err := onlyFor("encode_call and encode", "args", body.Args != nil); err != nil {
			return nil, err
		}
		return decodeValues(body)
	default:
		return nil, problem.Invalid("op", "op must be encode_call, encode or decode")
	}
}

func onlyFor(ops, field string, given bool) error {
	if given {
		return problem.Invalid(field, "%s is for %s", field, ops)
	}
	return nil
}

func encodeCall(body *gen.CryptoABIJSONRequestBody) (gen.CryptoABIResponseObject, error) {
	if body.Signature == nil {
		return nil, problem.Missing("signature")
	}
	sig, err := parseSignature(trimKeyword(*body.Signature, "function "))
	if err != nil {
		return nil, problem.Invalid("signature", "%s", err)
	}
	types := make([]abiType, len(sig.params))
	for i, p := range sig.params {
		if types[i], err = parseABIType(p); err != nil {
			return nil, problem.Invalid("signature", "parameter %d of type %s: %s", i, clip(p), err)
		}
	}
	data, err := encodeArgs(types, body.Args)
	if err != nil {
		return nil, err
	}
	canonical := sig.String()
	selector := ethcrypto.Keccak256([]byte(canonical))[:4]
	selectorHex, calldata := hexText(selector), hexText(append(selector, data...))
	return gen.CryptoABI200JSONResponse{
		Op: gen.CryptoABIResultOpEncodeCall, Signature: &canonical, Selector: &selectorHex, Calldata: &calldata,
	}, nil
}

func encodeValues(body *gen.CryptoABIJSONRequestBody) (gen.CryptoABIResponseObject, error) {
	types, names, err := parseTypes(body.Types)
	if err != nil {
		return nil, err
	}
	data, err := encodeArgs(types, body.Args)
	if err != nil {
		return nil, err
	}
	text := hexText(data)
	return gen.CryptoABI200JSONResponse{Op: gen.CryptoABIResultOpEncode, Types: names, Data: &text}, nil
}

func decodeValues(body *gen.CryptoABIJSONRequestBody) (gen.CryptoABIResponseObject, error) {
	types, names, err := parseTypes(body.Types)
	if err != nil {
		return nil, err
	}
	if body.Data == nil {
		return nil, problem.Missing("data")
	}
	data, err := hexOf(*body.Data)
	if err != nil {
		return nil, problem.Invalid("data", "%s", err)
	}
	if len(data) > maxABIBytes {
		return nil, problem.TooLarge("data", "data is at most %d bytes", maxABIBytes)
	}
	values, err := decodeABI(types, data)
	if err != nil {
		return nil, problem.Invalid("data", "%s", err)
	}
	return gen.CryptoABI200JSONResponse{Op: gen.CryptoABIResultOpDecode, Types: names, Values: values}, nil
}

func parseTypes(names []string) ([]abiType, []string, error) {
	if len(names) == 0 {
		return nil, nil, problem.Missing("types")
	}
	types, canonical := make([]abiType, len(names)), make([]string, len(names))
	for i, name := range names {
		var err error
		if types[i], err = parseABIType(name); err != nil {
			return nil, nil, problem.Invalid(fmt.Sprintf("types[%d]", i), "%s: %s", clip(name), err)
		}
		canonical[i] = types[i].String()
	}
	return types, canonical, nil
}

// encodeArgs encodes the args of a request, one per type.
func encodeArgs[T ~[]byte](types []abiType, raw []T) ([]byte, error) {
	if len(raw) != len(types) {
		return nil, problem.Invalid("args", "args has %d values for %d types", len(raw), len(types))
	}
	args := make([]any, len(raw))
	for i, r := range raw {
		var err error
		if args[i], err = decodeJSON(r); err != nil {
			return nil, problem.Invalid(fmt.Sprintf("args[%d]", i), "%s", err)
		}
		if err := checkedAddresses(types[i], args[i]); err != nil {
			return nil, problem.Invalid(fmt.Sprintf("args[%d]", i), "%s: %s", types[i], err)
		}
	}
	data, err := encodeABI(types, args)
	if err != nil {
		return nil, err
	}
	return data, nil
}

// checkedAddresses refuses an address that mixes upper and lower case in another way than EIP-55 says:
// what is encoded here may move money, and a wrong checksum is a mistyped address.
func checkedAddresses(t abiType, v any) error {
	if t.kind != kindAddress {
		return nil
	}
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	for _, item := range list {
		s, ok := item.(string)
		if !ok || !common.IsHexAddress(s) {
			continue // the encoder says what is wrong with it
		}
		digits, _ := cutHexPrefix(s)
		right := common.HexToAddress(s).Hex()
		if mixedCase(digits) && digits != right[2:] {
			return fmt.Errorf("%s has a wrong checksum (EIP-55); if the digits are right, it is %s", s, right)
		}
	}
	return nil
}

func mixedCase(digits string) bool {
	return digits != strings.ToLower(digits) && digits != strings.ToUpper(digits)
}
