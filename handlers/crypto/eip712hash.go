package crypto

import (
	"fmt"
	"strconv"
	"strings"

	ethcrypto "github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/problem"
)

// typedHasher hashes values by their EIP-712 types. Type hashes are kept, since a list of a thousand
// structs needs the same one a thousand times.
type typedHasher struct {
	types      map[string][]typedMember
	typeHashes map[string][]byte
}

// structHash is hashStruct(s) = keccak256(typeHash ++ encodeData(s)). Members of v that the type does not
// have are left out, as wallets leave them out. at is the path of v for errors.
func (h *typedHasher) structHash(name string, v map[string]any, at string) ([]byte, error) {
	typeHash, ok := h.typeHashes[name]
	if !ok {
		typeHash = ethcrypto.Keccak256([]byte(encodeType(h.types, name)))
		h.typeHashes[name] = typeHash
	}
	members := h.types[name]
	data := make([]byte, 0, 32*(len(members)+1))
	data = append(data, typeHash...)
	for _, m := range members {
		value, given := v[m.name]
		_, isStruct := h.types[m.typ]
		if !given && !isStruct {
			return nil, problem.Invalid(at+"."+m.name, "the member %s of type %s is missing", clip(m.name), clip(m.typ))
		}
		w, err := h.encode(m.typ, value, at+"."+m.name)
		if err != nil {
			return nil, err
		}
		data = append(data, w...)
	}
	return ethcrypto.Keccak256(data), nil
}

// encode is the 32 bytes that stand for a value in encodeData: the value itself when it is elementary and
// has a fixed length, else the hash of its content. A struct that is null or missing is 32 zero bytes,
// which is how recursive types end.
func (h *typedHasher) encode(typ string, v any, at string) ([]byte, error) {
	if strings.HasSuffix(typ, "]") {
		return h.encodeArray(typ, v, at)
	}
	if _, isStruct := h.types[typ]; isStruct {
		if v == nil {
			return make([]byte, 32), nil
		}
		obj, ok := v.(map[string]any)
		if !ok {
			return nil, problem.Invalid(at, "%s is an object, not %s", clip(typ), jsonKind(v))
		}
		return h.structHash(typ, obj, at)
	}
	t, err := parseElementary(typ)
	if err != nil {
		return nil, problem.Invalid(at, "%s: %s", clip(typ), err)
	}
	if t.dynamic() {
		content, err := t.dynamicBytes(v)
		if err != nil {
			return nil, problem.Invalid(at, "%s: %s", typ, err)
		}
		return ethcrypto.Keccak256(content), nil
	}
	w, err := t.staticWord(v)
	if err != nil {
		return nil, problem.Invalid(at, "%s: %s", typ, err)
	}
	return w[:], nil
}

// encodeArray is the hash of the encodings of the elements, one after the other.
func (h *typedHasher) encodeArray(typ string, v any, at string) ([]byte, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, problem.Invalid(at, "%s is a list, not %s", clip(typ), jsonKind(v))
	}
	open := strings.LastIndexByte(typ, '[')
	if dim := typ[open+1 : len(typ)-1]; dim != "" && dim != strconv.Itoa(len(list)) {
		return nil, problem.Invalid(at, "%s has %s elements, not %d", clip(typ), clip(dim), len(list))
	}
	data := make([]byte, 0, 32*len(list))
	for i, item := range list {
		w, err := h.encode(typ[:open], item, fmt.Sprintf("%s[%d]", at, i))
		if err != nil {
			return nil, err
		}
		data = append(data, w...)
	}
	return ethcrypto.Keccak256(data), nil
}
