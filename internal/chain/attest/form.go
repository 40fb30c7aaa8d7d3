package attest

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/abijson"
	"github.com/farebox/farebox/internal/chain/eip712"
)

// malformed is the error for a malformed attestation.
func malformed(path, format string, args ...any) error {
	return &eip712.Error{Path: path, Reason: fmt.Sprintf(format, args...)}
}

// form reads the members of a JSON object in an attestation; at is its path with a final dot, or empty.
type form struct {
	at      string
	members map[string]any
}

func (f form) path(name string) string { return f.at + name }

func (f form) has(name string) bool { return f.members[name] != nil }

func (f form) object(name string) (map[string]any, error) {
	switch v := f.members[name].(type) {
	case map[string]any:
		return v, nil
	case nil:
		return nil, malformed(f.path(name), "%s is required", name)
	default:
		return nil, malformed(f.path(name), "%s must be an object", name)
	}
}

func (f form) text(name string) (string, error) {
	switch v := f.members[name].(type) {
	case string:
		return v, nil
	case nil:
		return "", malformed(f.path(name), "%s is required", name)
	default:
		return "", malformed(f.path(name), "%s must be a string", name)
	}
}

func (f form) flag(name string) (bool, error) {
	v, ok := f.members[name].(bool)
	if !ok {
		return false, malformed(f.path(name), "%s must be true or false", name)
	}
	return v, nil
}

// bytes reads 0x hex of exactly size bytes, or of any length if size is negative.
func (f form) bytes(name string, size int) ([]byte, error) {
	if !f.has(name) {
		return nil, malformed(f.path(name), "%s is required", name)
	}
	b, err := eip712.Bytes(f.members[name])
	if err != nil {
		return nil, malformed(f.path(name), "%s", err)
	}
	if size >= 0 && len(b) != size {
		return nil, malformed(f.path(name), "%s has %d bytes, not %d", name, size, len(b))
	}
	return b, nil
}

func (f form) hash(name string) (common.Hash, error) {
	b, err := f.bytes(name, common.HashLength)
	return common.BytesToHash(b), err
}

func (f form) address(name string) (common.Address, error) {
	b, err := f.bytes(name, common.AddressLength)
	return common.BytesToAddress(b), err
}

// integer reads an unsigned integer of at most the given bits.
func (f form) integer(name string, bits int) (*big.Int, error) {
	if !f.has(name) {
		return nil, malformed(f.path(name), "%s is required", name)
	}
	n, err := abijson.Integer(f.members[name])
	if err != nil {
		return nil, malformed(f.path(name), "%s", err)
	}
	if n.Sign() < 0 || n.BitLen() > bits {
		return nil, malformed(f.path(name), "%s must fit in uint%d", name, bits)
	}
	return n, nil
}

// types reads struct type definitions: a list of {name, type} for each name.
func (f form) types() (eip712.Types, error) {
	defs, err := f.object("types")
	if err != nil {
		return nil, err
	}

	types := make(eip712.Types, len(defs))
	for name, def := range defs {
		list, ok := def.([]any)
		if !ok {
			return nil, malformed(f.path("types"), "each type is a list of {name, type}")
		}
		members := make([]eip712.Member, len(list))
		for i, item := range list {
			m, _ := item.(map[string]any)
			name, okName := m["name"].(string)
			typ, okType := m["type"].(string)
			if !okName || !okType {
				return nil, malformed(f.path("types"), "each member of a type is {name, type}")
			}
			members[i] = eip712.Member{Name: name, Type: typ}
		}
		types[name] = members
	}

	return types, nil
}

// signature reads r, s and v from the member signature, 65 bytes of hex or {r, s, v}, or, as in the first version
// of the EAS SDK, from members r, s and v beside the message.
func (f form) signature() ([65]byte, error) {
	var out [65]byte
	if _, isText := f.members["signature"].(string); isText {
		b, err := f.bytes("signature", len(out))
		if err != nil {
			return out, err
		}
		copy(out[:], b)
		if v := out[64]; v > 1 && v != 27 && v != 28 {
			return out, malformed(f.path("signature"), "the last byte, v, must be 27, 28, 0 or 1")
		}
		return out, nil
	}

	parts := f
	if f.has("signature") || !f.has("r") {
		obj, err := f.object("signature")
		if err != nil {
			return out, err
		}
		parts = form{at: f.path("signature."), members: obj}
	}

	for i, name := range []string{"r", "s"} {
		b, err := parts.bytes(name, 32)
		if err != nil {
			return out, err
		}
		copy(out[32*i:], b)
	}

	v, err := parts.integer("v", 8)
	if err != nil {
		return out, err
	}
	if !slices.Contains([]int64{0, 1, 27, 28}, v.Int64()) {
		return out, malformed(parts.path("v"), "v must be 27, 28, 0 or 1")
	}

	out[64] = byte(v.Uint64())
	return out, nil
}
