package eip712

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/abijson"
)

// TypedData is a message with its types and its domain. Values are as encoding/json decodes them into any with
// UseNumber: integers may be numbers or decimal or 0x strings, addresses and bytes are 0x strings.
type TypedData struct {
	Types       Types // without EIP712Domain, it is derived from the domain's members
	PrimaryType string
	Domain      map[string]any
	Message     map[string]any
	// Lenient hashes what wallets hash: undeclared members are left out, a null or missing struct is 32 zero bytes,
	// which ends recursive types, and a null domain member counts as missing.
	Lenient bool

	anyLength bool // fixed-length lists may have another length: see AsSigned
}

// Digest is the hash to sign: keccak256(0x19 0x01 ++ domainSeparator ++ hashStruct(message)), without the last part
// if the domain itself is the primary type. An error is an *Error.
func (d *TypedData) Digest() ([32]byte, error) {
	h, err := d.hasher()
	if err != nil {
		return [32]byte{}, err
	}

	separator, err := h.hash(DomainType, d.Domain, "domain", 0)
	if err != nil {
		return [32]byte{}, err
	}

	if d.PrimaryType == DomainType {
		if !d.Lenient && len(d.Message) > 0 {
			return [32]byte{}, fail("message",
				"where the primary type is %s, the signature does not cover the message", DomainType)
		}
		return crypto.Keccak256Hash([]byte{0x19, 0x01}, separator), nil
	}

	message, err := h.hash(d.PrimaryType, d.Message, "message", 0)
	if err != nil {
		return [32]byte{}, err
	}

	return crypto.Keccak256Hash([]byte{0x19, 0x01}, separator, message), nil
}

// DomainSeparator is hashStruct of the domain. An error is an *Error.
func (d *TypedData) DomainSeparator() ([32]byte, error) {
	h, err := d.hasher()
	if err != nil {
		return [32]byte{}, err
	}
	separator, err := h.hash(DomainType, d.Domain, "domain", 0)
	if err != nil {
		return [32]byte{}, err
	}
	return [32]byte(separator), nil
}

// TypeHash is keccak256(encodeType) of the primary type. An error is an *Error.
func (d *TypedData) TypeHash() ([32]byte, error) {
	h, err := d.hasher()
	if err != nil {
		return [32]byte{}, err
	}
	return crypto.Keccak256Hash([]byte(h.types.Encode(d.PrimaryType))), nil
}

func (d *TypedData) hasher() (*hasher, error) {
	types := Types{}
	maps.Copy(types, d.Types)

	if _, given := types[DomainType]; !given {
		members, err := domainOf(d.Domain, d.Lenient)
		if err != nil {
			return nil, err
		}
		types[DomainType] = members
	}

	if err := types.check(); err != nil {
		return nil, err
	}
	if _, ok := types[d.PrimaryType]; !ok {
		return nil, fail("primaryType", "types has no %s", abijson.Clip(d.PrimaryType))
	}

	return &hasher{
		types:        types,
		typeHashes:   map[string][]byte{},
		elementaries: map[string]*abi.Type{},
		lenient:      d.Lenient,
		anyLength:    d.anyLength,
	}, nil
}

// domainOf is the EIP712Domain type with the members of domain.
func domainOf(domain map[string]any, lenient bool) ([]Member, error) {
	members := []Member{}
	for _, m := range domainMembers {
		if v, given := domain[m.Name]; given && (v != nil || !lenient) {
			members = append(members, m)
		}
	}

	if len(members) < len(domain) {
		for _, name := range sortedKeys(domain) {
			if lenient && domain[name] == nil {
				continue
			}
			if !slices.ContainsFunc(domainMembers, func(m Member) bool { return m.Name == name }) {
				return nil, fail("domain."+abijson.Clip(name), "a domain has name, version, chainId, "+
					"verifyingContract and salt; define EIP712Domain in types to use others")
			}
		}
	}

	return members, nil
}

func sortedKeys(m map[string]any) []string {
	return slices.Sorted(maps.Keys(m))
}

// hasher caches type hashes, since a list of a thousand structs needs the same one a thousand times.
type hasher struct {
	types        Types
	typeHashes   map[string][]byte
	elementaries map[string]*abi.Type
	lenient      bool
	anyLength    bool
}

// hash is hashStruct(v) = keccak256(typeHash ++ encodeData(v)).
func (h *hasher) hash(name string, v map[string]any, at string, depth int) ([]byte, error) {
	if depth > maxDepth {
		return nil, fail(at, "structs are nested more than %d deep", maxDepth)
	}

	typeHash, ok := h.typeHashes[name]
	if !ok {
		typeHash = crypto.Keccak256([]byte(h.types.Encode(name)))
		h.typeHashes[name] = typeHash
	}

	members := h.types[name]
	data := slices.Clone(typeHash)
	for _, m := range members {
		at := at + "." + m.Name
		value, given := v[m.Name]
		if _, isStruct := h.types[m.Type]; !given && !(h.lenient && isStruct) {
			return nil, fail(at, "the member %s of type %s is missing", m.Name, abijson.Clip(m.Type))
		}
		word, err := h.encode(m.Type, value, at, depth)
		if err != nil {
			return nil, err
		}
		data = append(data, word...)
	}

	if len(v) > len(members) && !h.lenient {
		for _, name := range sortedKeys(v) {
			if !slices.ContainsFunc(members, func(m Member) bool { return m.Name == name }) {
				return nil, fail(at+"."+abijson.Clip(name),
					"no type declares this member, so the signature does not cover it")
			}
		}
	}

	return crypto.Keccak256(data), nil
}

// encode is the 32 bytes of a value in encodeData: the value itself if it is elementary with a fixed length, else
// the hash of its content.
func (h *hasher) encode(typ string, v any, at string, depth int) ([]byte, error) {
	if strings.HasSuffix(typ, "]") {
		return h.encodeArray(typ, v, at, depth)
	}

	if _, isStruct := h.types[typ]; isStruct {
		if v == nil && h.lenient {
			return make([]byte, 32), nil
		}
		obj, ok := v.(map[string]any)
		if !ok {
			return nil, fail(at, "%s is an object, not %s", abijson.Clip(typ), abijson.Kind(v))
		}
		return h.hash(typ, obj, at, depth+1)
	}

	t, err := h.elementary(typ)
	if err == nil {
		var word []byte
		if word, err = encodeElementary(t, v); err == nil {
			return word, nil
		}
	}

	return nil, fail(at, "%s: %s", abijson.Clip(typ), err)
}

func (h *hasher) elementary(name string) (*abi.Type, error) {
	if t, ok := h.elementaries[name]; ok {
		return t, nil
	}

	t, err := abijson.Elementary(name)
	if err != nil {
		return nil, err
	}
	h.elementaries[name] = &t
	return &t, nil
}

// encodeArray is the hash of the encodings of the elements, one after the other.
func (h *hasher) encodeArray(typ string, v any, at string, depth int) ([]byte, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, fail(at, "%s is a list, not %s", abijson.Clip(typ), abijson.Kind(v))
	}
	if depth > maxDepth {
		return nil, fail(at, "lists are nested more than %d deep", maxDepth)
	}

	open := strings.LastIndexByte(typ, '[')
	if length := typ[open+1 : len(typ)-1]; length != "" && !h.anyLength && length != strconv.Itoa(len(list)) {
		return nil, fail(at, "%s has %s elements, not %d", abijson.Clip(typ), length, len(list))
	}

	var data []byte
	for i, item := range list {
		word, err := h.encode(typ[:open], item, fmt.Sprintf("%s[%d]", at, i), depth+1)
		if err != nil {
			return nil, err
		}
		data = append(data, word...)
	}

	return crypto.Keccak256(data), nil
}
