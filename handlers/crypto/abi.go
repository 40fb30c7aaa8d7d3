package crypto

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	ethcrypto "github.com/ethereum/go-ethereum/crypto"

	gen "github.com/farebox/farebox/gen/crypto"
	"github.com/farebox/farebox/internal/chain/abijson"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/problem"
)

// maxABIBytes bounds the data to decode and the result of encoding.
const maxABIBytes = 1 << 20

// CryptoABI answers POST /crypto/abi: calldata, ABI encoding and strict ABI decoding of elementary
// types and one-dimensional arrays of them.
func (h *Handlers) CryptoABI(_ context.Context, req gen.CryptoABIRequestObject) (gen.CryptoABIResponseObject, error) {
	body := req.Body
	for _, m := range [...]struct {
		field, ops string
		given      bool
	}{
		{"signature", "encode_call", body.Signature != nil},
		{"types", "encode and decode", body.Types != nil},
		{"args", "encode_call and encode", body.Args != nil},
		{"data", "decode", body.Data != nil},
	} {
		foreign := m.given && !slices.Contains(strings.Fields(m.ops), string(body.Op))
		if err := onlyFor(m.ops, m.field, foreign); err != nil {
			return nil, err
		}
	}

	switch body.Op {
	case gen.CryptoABIRequestOpEncodeCall:
		return encodeCall(body)
	case gen.CryptoABIRequestOpEncode:
		return encodeValues(body)
	}
	return decodeValues(body)
}

func onlyFor(ops, field string, given bool) error {
	if given {
		return problem.Invalid(field, "%s is for %s", field, ops)
	}
	return nil
}

func encodeCall(body *gen.CryptoABIRequest) (gen.CryptoABIResponseObject, error) {
	if body.Signature == nil {
		return nil, problem.Missing("signature")
	}
	sig, err := abijson.ParseSignature(trimKeyword(*body.Signature, "function "))
	if err != nil {
		return nil, problem.Invalid("signature", "%s", err)
	}
	types := make(abi.Arguments, len(sig.Params))
	for i, p := range sig.Params {
		name := abijson.TypeName(p)
		if types[i].Type, err = parseABIType(name); err != nil {
			return nil, problem.Invalid("signature", "parameter %d of type %s: %s", i, abijson.Clip(name), err)
		}
	}

	data, err := encodeArgs(types, body.Args)
	if err != nil {
		return nil, err
	}

	canonical := sig.String()
	selector := ethcrypto.Keccak256([]byte(canonical))[:4]
	return gen.CryptoABI200JSONResponse{
		Op:        gen.CryptoABIResultOpEncodeCall,
		Signature: &canonical,
		Selector:  new(hexText(selector)),
		Calldata:  new(hexText(append(selector, data...))),
	}, nil
}

func encodeValues(body *gen.CryptoABIRequest) (gen.CryptoABIResponseObject, error) {
	types, names, err := parseTypes(body.Types)
	if err != nil {
		return nil, err
	}
	data, err := encodeArgs(types, body.Args)
	if err != nil {
		return nil, err
	}
	return gen.CryptoABI200JSONResponse{
		Op:    gen.CryptoABIResultOpEncode,
		Types: names,
		Data:  new(hexText(data)),
	}, nil
}

func decodeValues(body *gen.CryptoABIRequest) (gen.CryptoABIResponseObject, error) {
	types, names, err := parseTypes(body.Types)
	if err != nil {
		return nil, err
	}
	if body.Data == nil {
		return nil, problem.Missing("data")
	}
	data, err := abijson.Bytes(*body.Data)
	if err != nil {
		return nil, problem.Invalid("data", "%s", err)
	}
	if len(data) > maxABIBytes {
		return nil, problem.TooLarge("data", "data is at most %d bytes", maxABIBytes)
	}

	values, unread, err := decodeABI(types, data)
	if err != nil {
		return nil, problem.Invalid("data", "%s", err)
	}
	return gen.CryptoABI200JSONResponse{
		Op:          gen.CryptoABIResultOpDecode,
		Types:       names,
		Values:      values,
		UnreadBytes: &unread,
	}, nil
}

func parseTypes(names []string) (abi.Arguments, []string, error) {
	if len(names) == 0 {
		return nil, nil, problem.Missing("types")
	}

	types := make(abi.Arguments, len(names))
	canonical := make([]string, len(names))
	for i, name := range names {
		var err error
		if types[i].Type, err = parseABIType(name); err != nil {
			return nil, nil, problem.Invalid(fmt.Sprintf("types[%d]", i), "%s: %s", abijson.Clip(name), err)
		}
		canonical[i] = types[i].Type.String()
	}
	return types, canonical, nil
}

// maxArrayLength bounds T[k]: a longer one does not fit a request.
const maxArrayLength = 1 << 16

// parseABIType reads a type. It rejects tuples, nested arrays, fixed-point numbers and function pointers with a
// reason.
func parseABIType(name string) (abi.Type, error) {
	name = strings.TrimSpace(name)
	if strings.ContainsAny(name, "()") || name == "tuple" || strings.HasPrefix(name, "tuple[") {
		return abi.Type{}, errors.New("tuples are not supported")
	}

	base, dim, isArray := strings.Cut(name, "[")
	if isArray {
		length, closed := strings.CutSuffix(dim, "]")
		switch {
		case !closed:
			return abi.Type{}, errors.New("the array bracket is not closed")
		case strings.ContainsAny(length, "[]"):
			return abi.Type{}, errors.New("nested arrays are not supported")
		case length != "" && !isArrayLength(length):
			return abi.Type{}, fmt.Errorf("an array length goes from 1 to %d", maxArrayLength)
		}
	}
	if base == "function" || strings.HasPrefix(base, "fixed") || strings.HasPrefix(base, "ufixed") {
		return abi.Type{}, fmt.Errorf("%s is not supported", abijson.Clip(base))
	}

	t, err := abijson.Elementary(base)
	if err != nil || !isArray {
		return t, err
	}
	return abi.NewType(t.String()+"["+dim, "", nil)
}

// isArrayLength reports whether text is a length of at least 1, without sign or leading zero.
func isArrayLength(text string) bool {
	n, err := strconv.Atoi(text)
	return err == nil && n >= 1 && n <= maxArrayLength && strconv.Itoa(n) == text
}

// encodeArgs encodes the args of a request, one per type.
func encodeArgs[T ~[]byte](types abi.Arguments, raw []T) ([]byte, error) {
	if len(raw) != len(types) {
		return nil, problem.Invalid("args", "args has %d values for %d types", len(raw), len(types))
	}

	args := make([]any, len(raw))
	for i, r := range raw {
		var err error
		if args[i], err = decodeJSON(r); err != nil {
			return nil, problem.Invalid(fmt.Sprintf("args[%d]", i), "%s", err)
		}
		if types[i].Type.T == abi.AddressTy || types[i].Type.Elem != nil && types[i].Type.Elem.T == abi.AddressTy {
			if err := checkedAddresses(args[i]); err != nil {
				return nil, problem.Invalid(fmt.Sprintf("args[%d]", i), "%s: %s", types[i].Type, err)
			}
		}
	}
	return encodeABI(types, args)
}

// encodeABI is the ABI encoding of args, decoded from JSON with UseNumber. Errors name the argument and its type.
func encodeABI(types abi.Arguments, args []any) ([]byte, error) {
	values := make([]any, len(args))
	for i := range args {
		var err error
		if values[i], err = abijson.Value(&types[i].Type, args[i]); err != nil {
			return nil, problem.Invalid(fmt.Sprintf("args[%d]", i), "%s: %s", types[i].Type, err)
		}
	}

	data, err := types.Pack(values...)
	if err != nil {
		return nil, problem.Invalid("args", "%s", err)
	}
	if len(data) > maxABIBytes {
		return nil, problem.TooLarge("args", "the encoding is over %d bytes", maxABIBytes)
	}
	return data, nil
}

// decodeABI reads ABI data strictly, see [abijson.Decode], into JSON values.
func decodeABI(types abi.Arguments, data []byte) (values []any, unread int, err error) {
	if len(data)%32 != 0 {
		if len(data)%32 == 4 {
			return nil, 0, errors.New("data is whole 32-byte words and 4 bytes more: leave out the function selector")
		}
		return nil, 0, fmt.Errorf("data has %d bytes, which is not a whole number of 32-byte words", len(data))
	}

	values, unread, err = abijson.Decode(types, data)
	for i := range values {
		values[i] = abijson.Text(values[i])
	}
	return values, unread, err
}

// checkedAddresses rejects an address, also in a list, whose mixed case violates EIP-55: the encoding may move
// money, and a wrong checksum means a typo.
func checkedAddresses(v any) error {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	for _, item := range list {
		s, ok := item.(string)
		if !ok || !common.IsHexAddress(s) {
			continue // the encoder says what is wrong with it
		}

		digits, _ := abijson.CutHexPrefix(s)
		if evm.Mistyped(digits) {
			return fmt.Errorf("%s has a wrong checksum (EIP-55); if the digits are right, it is %s",
				s, common.HexToAddress(s).Hex())
		}
	}
	return nil
}

func hexText(b []byte) string { return "0x" + hex.EncodeToString(b) }

// decodeJSON reads one JSON value with its numbers as written.
func decodeJSON(raw []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, fmt.Errorf("reading JSON: %w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("there is more than one JSON value")
	}
	return v, nil
}

// trimKeyword removes a source-code keyword from the start of a signature.
func trimKeyword(s string, keywords ...string) string {
	s = strings.TrimSpace(s)
	for _, k := range keywords {
		if rest, ok := strings.CutPrefix(s, k); ok {
			return strings.TrimSpace(rest)
		}
	}
	return s
}
