package crypto

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
)

// word is the 32-byte unit of ABI data and of EIP-712 encodeData.
type word [32]byte

// staticWord writes a JSON value (decoded with UseNumber) of a type that is not dynamic as one word:
// integers big-endian and sign-extended, addresses and bool on the right, bytesN on the left.
func (t elementary) staticWord(v any) (word, error) {
	var w word
	switch t.kind {
	case kindUint, kindInt:
		n, err := integerOf(v)
		if err != nil {
			return w, err
		}
		if !t.holds(n) {
			return w, fmt.Errorf("%s is out of the range of %s", clip(n.String()), t)
		}
		if n.Sign() < 0 {
			n = new(big.Int).Add(n, two256)
		}
		n.FillBytes(w[:])
	case kindAddress:
		b, err := hexOf(v)
		if err != nil {
			return w, err
		}
		if len(b) != 20 {
			return w, fmt.Errorf("an address has 20 bytes, not %d", len(b))
		}
		copy(w[12:], b)
	case kindBool:
		yes, ok := v.(bool)
		if !ok {
			return w, fmt.Errorf("a bool is true or false, not %s", jsonKind(v))
		}
		if yes {
			w[31] = 1
		}
	case kindFixedBytes:
		b, err := hexOf(v)
		if err != nil {
			return w, err
		}
		if len(b) != t.size {
			return w, fmt.Errorf("%s has %d bytes, not %d", t, t.size, len(b))
		}
		copy(w[:], b)
	default:
		return w, fmt.Errorf("%s has no fixed length", t)
	}
	return w, nil
}

// dynamicBytes is the content of a bytes or string value.
func (t elementary) dynamicBytes(v any) ([]byte, error) {
	if t.kind == kindBytes {
		return hexOf(v)
	}
	s, ok := v.(string)
	if !ok {
		return nil, fmt.Errorf("a string is JSON text, not %s", jsonKind(v))
	}
	return []byte(s), nil
}

var two256 = new(big.Int).Lsh(big.NewInt(1), 256)

// holds says whether n is within the range of an integer type.
func (t elementary) holds(n *big.Int) bool {
	if t.kind == kindUint {
		return n.Sign() >= 0 && n.BitLen() <= t.bits
	}
	if n.Sign() < 0 {
		return new(big.Int).Not(n).BitLen() < t.bits
	}
	return n.BitLen() < t.bits
}

// maxIntegerText bounds the text of an integer: 256 bits are 78 decimal digits; the rest is room for
// leading zeros and exponents.
const maxIntegerText = 200

// integerOf reads an integer given as a JSON number (1e18 and 5.0 count, being integers), a decimal
// string or 0x hex text.
func integerOf(v any) (*big.Int, error) {
	switch v := v.(type) {
	case json.Number:
		return integerOfNumber(string(v))
	case string:
		return integerOfText(v)
	default:
		return nil, fmt.Errorf("an integer is a number, a decimal string or 0x hex, not %s", jsonKind(v))
	}
}

func integerOfText(s string) (*big.Int, error) {
	bad := fmt.Errorf("%q is not an integer (decimal digits or 0x hex)", clip(s))
	if len(s) > maxIntegerText {
		return nil, bad
	}
	digits, base := strings.TrimPrefix(s, "-"), 10
	if rest, ok := cutHexPrefix(s); ok {
		digits, base = rest, 16
	}
	if digits == "" || strings.ContainsAny(digits, "+-_") {
		return nil, bad
	}
	n, ok := new(big.Int).SetString(digits, base)
	if !ok {
		return nil, bad
	}
	if s[0] == '-' {
		n.Neg(n)
	}
	return n, nil
}

// integerOfNumber reads a JSON number. The exponent is looked at before anything is multiplied out, so
// that 1e999999999 costs nothing.
func integerOfNumber(s string) (*big.Int, error) {
	if !strings.ContainsAny(s, ".eE") {
		return integerOfText(s)
	}
	if i := strings.IndexAny(s, "eE"); len(s) > maxIntegerText || i >= 0 && tooFar(s[i+1:]) {
		return nil, fmt.Errorf("the number %s is out of every integer type's range", clip(s))
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok || !r.IsInt() {
		return nil, fmt.Errorf("the number %s is not an integer", clip(s))
	}
	return new(big.Int).Set(r.Num()), nil
}

func tooFar(exponent string) bool {
	e, err := strconv.Atoi(exponent)
	return err != nil || e < -maxIntegerText || e > maxIntegerText
}

func cutHexPrefix(s string) (string, bool) {
	if len(s) >= 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') {
		return s[2:], true
	}
	return s, false
}

// hexOf reads bytes given as a string of 0x and an even number of hex digits.
func hexOf(v any) ([]byte, error) {
	s, ok := v.(string)
	if !ok {
		return nil, fmt.Errorf("bytes are a string of 0x hex, not %s", jsonKind(v))
	}
	digits, ok := cutHexPrefix(s)
	if !ok {
		return nil, errors.New("bytes are written as 0x and hex digits")
	}
	return hexDigits(digits)
}

func hexDigits(digits string) ([]byte, error) {
	if len(digits)%2 != 0 {
		return nil, errors.New("bytes have an even number of hex digits")
	}
	b, err := hex.DecodeString(digits)
	if err != nil {
		return nil, errors.New("only 0-9, a-f and A-F are hex digits")
	}
	return b, nil
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

// jsonKind names the JSON type of a decoded value.
func jsonKind(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case json.Number:
		return "a number"
	case string:
		return "a string"
	case []any:
		return "a list"
	default:
		return "an object"
	}
}
