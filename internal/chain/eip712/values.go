package eip712

import (
	"errors"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/abijson"
)

// encodeElementary is the 32 bytes for v: its ABI encoding or, for bytes and text, the hash.
func encodeElementary(t *abi.Type, v any) ([]byte, error) {
	switch t.T {
	case abi.AddressTy, abi.FixedBytesTy, abi.BytesTy:
		if _, err := Bytes(v); err != nil {
			return nil, err
		}
	}
	value, err := abijson.Value(t, v)
	if err != nil {
		return nil, err
	}

	switch value := value.(type) {
	case []byte:
		return crypto.Keccak256(value), nil
	case string:
		return crypto.Keccak256([]byte(value)), nil
	}
	return abi.Arguments{{Type: *t}}.Pack(value)
}

// Bytes reads bytes as wallets do: 0x and an even number of hex digits. To them 0X starts a text.
func Bytes(v any) ([]byte, error) {
	if s, ok := v.(string); ok && strings.HasPrefix(s, "0X") {
		return nil, errors.New("bytes are written as 0x and hex digits, not 0X")
	}
	return abijson.Bytes(v)
}
