package eip712

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/crypto"
)

// maxDigits bounds an integer's text before it is parsed: 2^256 has 78 digits.
const maxDigits = 80

// maxExponent is far beyond every integer type.
const maxExponent = 80

// encode is the 32 bytes that stand for v: integers big-endian and sign-extended, addresses and bool on
// the right, bytesN on the left, bytes and string by their hash.
func (t elementary) encode(v any) ([]byte, error) {
	word := make([]byte, 32)
	switch t.kind {
	case "int", "uint":
		n, err := Integer(v)
		if err != nil {
			return nil, err
		}
		if !t.holds(n) {
			return nil, fmt.Errorf("the integer is out of the range of %sint%d", strings.TrimSuffix(t.kind, "int"), t.size)
		}
		if n.Sign() < 0 {
			n = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), 256))
		}
		n.FillBytes(word)
	case "address":
		b, err := Bytes(v)
		if err != nil {
			return nil, err
		}
		if len(b) != 20 {
			return nil, fmt.Errorf("an address has 20 bytes, not %d", len(b))
		}
		copy(word[12:], b)
	case "bool":
		yes, ok := v.(bool)
		if !ok {
			return nil, fmt.Errorf("true or false is wanted, not %s", kind(v))
		}
		if yes {
			word[31] = 1
		}
	case "bytes":
		b, err := Bytes(v)
		if err != nil {
			return nil, err
		}
		if len(b) != t.size {
			return nil, fmt.Errorf("%d bytes are wanted, not %d", t.size, len(b))
		}
		copy(word, b)
	case "dynamic bytes":
		b, err := Bytes(v)
		if err != nil {
			return nil, err
		}
		return crypto.Keccak256(b), nil
	case "string":
		s, ok := v.(string)
		if !ok {
			return nil, fmt.Errorf("text is wanted, not %s", kind(v))
		}
		return crypto.Keccak256([]byte(s)), nil
	}
	return word, nil
}

// holds says whether n is in the range of an integer type.
func (t elementary) holds(n *big.Int) bool {
	if t.kind == "uint" {
		return n.Sign() >= 0 && n.BitLen() <= t.size
	}
	if n.Sign() < 0 { // -2^(size-1) is the least: its complement -n-1 has one bit less than the size
		return new(big.Int).Not(n).BitLen() < t.size
	}
	return n.BitLen() < t.size
}

// Integer reads an integer given as a JSON number (1e18 and 5.0 count, being integers), a decimal string or a 0x string, never
// rounding.
func Integer(v any) (*big.Int, error) {
	var text string
	switch v := v.(type) {
	case json.Number:
		text = v.String()
		if strings.ContainsAny(text, ".eE") {
			return whole(text)
		}
	case string:
		text = v
	default:
		return nil, fmt.Errorf("an integer is a number or a string, not %s", kind(v))
	}
	if len(text) > maxDigits {
		return nil, errors.New("the integer has too many digits")
	}
	digits, base := strings.TrimPrefix(text, "-"), 10
	if rest, ok := cutHex(text); ok {
		digits, base = rest, 16
	}
	allowed := "0123456789"
	if base == 16 {
		allowed += "abcdefABCDEF"
	}
	if digits == "" || strings.Trim(digits, allowed) != "" {
		return nil, fmt.Errorf("%q is not an integer", clip(text))
	}
	n, ok := new(big.Int).SetString(digits, base)
	if !ok {
		return nil, fmt.Errorf("%q is not an integer", clip(text))
	}
	if strings.HasPrefix(text, "-") {
		n.Neg(n)
	}
	return n, nil
}

// whole reads a number with a fraction or an exponent. The exponent is looked at before anything is multiplied out.
func whole(text string) (*big.Int, error) {
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		if e, err := strconv.Atoi(text[i+1:]); err != nil || e < -maxExponent || e > maxExponent {
			return nil, fmt.Errorf("the number %s is out of every integer type's range", clip(text))
		}
	}
	if len(text) > 2*maxDigits {
		return nil, errors.New("the integer has too many digits")
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok || !r.IsInt() {
		return nil, fmt.Errorf("%q is not an integer", clip(text))
	}
	return new(big.Int).Set(r.Num()), nil
}

func cutHex(text string) (string, bool) {
	if len(text) >= 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') {
		return text[2:], true
	}
	return text, false
}

// Bytes reads bytes given as 0x and an even number of hex digits.
func Bytes(v any) ([]byte, error) {
	s, ok := v.(string)
	if !ok {
		return nil, fmt.Errorf("bytes are a 0x string, not %s", kind(v))
	}
	digits, ok := strings.CutPrefix(s, "0x") // 0X is text to wallets
	if !ok {
		return nil, errors.New("bytes are written as 0x and hex digits")
	}
	b, err := hex.DecodeString(digits)
	if err != nil {
		return nil, errors.New("bytes are 0x and an even number of hex digits")
	}
	return b, nil
}

// kind names the JSON type of a decoded value.
func kind(v any) string {
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
