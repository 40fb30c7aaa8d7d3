package evm

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// quantity reads a number in a JSON-RPC answer. Unlike hexutil it accepts leading zeros, an empty 0x and plain JSON
// numbers, which some servers send. null or a missing member leaves it nil.
type quantity struct{ n *big.Int }

func (q *quantity) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		q.n = nil
		return nil
	}
	text := string(b)
	if len(b) > 0 && b[0] == '"' {
		if err := json.Unmarshal(b, &text); err != nil {
			return err
		}
	}
	n, err := parseQuantity(text)
	if err != nil {
		return err
	}
	q.n = n
	return nil
}

func parseQuantity(text string) (*big.Int, error) {
	digits, hex := strings.CutPrefix(text, "0x")
	base := 10
	switch {
	case hex && digits == "":
		return new(big.Int), nil
	case hex:
		base = 16
	}
	if len(digits) > 80 || strings.ContainsAny(digits, "+-_") { // 80: 256 bits in decimal
		return nil, fmt.Errorf("%.40q is not a quantity", text)
	}
	n, ok := new(big.Int).SetString(digits, base)
	if !ok || n.BitLen() > 256 {
		return nil, fmt.Errorf("%.40q is not a quantity", text)
	}
	return n, nil
}

// uint64 is the number, or 0 if missing, or an error if it does not fit.
func (q quantity) uint64() (uint64, error) {
	if q.n == nil {
		return 0, nil
	}
	if !q.n.IsUint64() {
		return 0, fmt.Errorf("%s is over 64 bits", q.n)
	}
	return q.n.Uint64(), nil
}

// pointer is nil if there is none.
func (q quantity) pointer() (*uint64, error) {
	if q.n == nil {
		return nil, nil
	}
	n, err := q.uint64()
	return &n, err
}

// errNull is the error for null where the whole result must be a number.
var errNull = errors.New("null in place of a number")

// Uint64 is a number in a JSON-RPC answer, for NewCall.
type Uint64 uint64

// UnmarshalJSON reads a hexadecimal quantity.
func (u *Uint64) UnmarshalJSON(b []byte) error {
	var q quantity
	if err := q.UnmarshalJSON(b); err != nil {
		return err
	}
	if q.n == nil {
		return errNull
	}
	n, err := q.uint64()
	*u = Uint64(n)
	return err
}

// Big is a number of up to 256 bits in a JSON-RPC answer, for NewCall.
type Big struct{ big.Int }

// UnmarshalJSON reads a hexadecimal quantity.
func (b *Big) UnmarshalJSON(raw []byte) error {
	var q quantity
	if err := q.UnmarshalJSON(raw); err != nil {
		return err
	}
	if q.n == nil {
		return errNull
	}
	b.Set(q.n)
	return nil
}
