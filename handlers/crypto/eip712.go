package crypto

import (
	"fmt"
	"sort"
	"strings"

	ethcrypto "github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/problem"
)

// domainType is the struct type that every EIP-712 domain has.
const domainType = "EIP712Domain"

// domainFields are the members a domain may have, in the order of EIP-712.
var domainFields = []typedMember{
	{"name", "string"}, {"version", "string"}, {"chainId", "uint256"}, {"verifyingContract", "address"}, {"salt", "bytes32"},
}

// maxStructTypes bounds the types of one message: each one's hash covers the text of all the types it
// refers to, so that the work grows with the square.
const maxStructTypes = 200

type typedMember struct{ name, typ string }

// typedData is an EIP-712 message, read from JSON.
type typedData struct {
	types   map[string][]typedMember
	primary string
	domain  map[string]any
	message map[string]any
}

// parseTypedData reads {types, domain, primaryType, message} and checks the type definitions. A missing
// EIP712Domain is derived from the members that domain has. at is the path of v in the request.
func parseTypedData(at string, v any) (*typedData, error) {
	obj, ok := v.(map[string]any)
	if !ok {
		return nil, problem.Invalid(at, "typed data is an object with types, domain, primaryType and message, not %s", jsonKind(v))
	}
	td := &typedData{}
	defs, err := objectAt(obj, at, "types")
	if err != nil {
		return nil, err
	}
	if td.domain, err = objectAt(obj, at, "domain"); err != nil {
		return nil, err
	}
	if td.primary, ok = obj["primaryType"].(string); !ok || td.primary == "" {
		return nil, problem.Invalid(at+".primaryType", "primaryType must be the name of one of the types")
	}
	if td.types, err = parseTypeDefinitions(at+".types", defs); err != nil {
		return nil, err
	}
	if _, given := td.types[domainType]; !given {
		if td.types[domainType], err = deriveDomain(at+".domain", td.domain); err != nil {
			return nil, err
		}
	}
	if td.types[td.primary] == nil && td.primary != domainType {
		return nil, problem.Invalid(at+".primaryType", "types has no %s", clip(td.primary))
	}
	if td.primary != domainType { // a signed domain alone has no message
		if td.message, err = objectAt(obj, at, "message"); err != nil {
			return nil, err
		}
	}
	return td, nil
}

func objectAt(obj map[string]any, at, name string) (map[string]any, error) {
	v, given := obj[name]
	if !given {
		return nil, problem.Missing(at + "." + name)
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, problem.Invalid(at+"."+name, "%s must be an object, not %s", name, jsonKind(v))
	}
	return m, nil
}

func parseTypeDefinitions(at string, defs map[string]any) (map[string][]typedMember, error) {
	if len(defs) > maxStructTypes {
		return nil, problem.Invalid(at, "there are at most %d types", maxStructTypes)
	}
	types := make(map[string][]typedMember, len(defs)+1)
	for name, def := range defs {
		at := at + "." + clip(name)
		if !wellNamed(name) {
			return nil, problem.Invalid(at, "the name of a type has no spaces, commas, brackets or parentheses")
		}
		if _, err := parseElementary(name); err != errUnknownType {
			return nil, problem.Invalid(at, "%s is an elementary type and cannot be defined", clip(name))
		}
		list, ok := def.([]any)
		if !ok {
			return nil, problem.Invalid(at, "a type is a list of {name, type}, not %s", jsonKind(def))
		}
		members := make([]typedMember, len(list))
		seen := make(map[string]bool, len(list))
		for i, item := range list {
			at := fmt.Sprintf("%s[%d]", at, i)
			m, ok := item.(map[string]any)
			if !ok {
				return nil, problem.Invalid(at, "a member is {name, type}, not %s", jsonKind(item))
			}
			name, okName := m["name"].(string)
			typ, okType := m["type"].(string)
			if !okName || !okType || !wellNamed(name) || typ == "" {
				return nil, problem.Invalid(at, "a member needs a name and a type")
			}
			if seen[name] {
				return nil, problem.Invalid(at, "the member %s is defined twice", clip(name))
			}
			seen[name] = true
			members[i] = typedMember{name, typ}
		}
		types[name] = members
	}
	for name, members := range types {
		for i, m := range members {
			if err := checkMemberType(types, m.typ); err != nil {
				return nil, problem.Invalid(fmt.Sprintf("%s.%s[%d].type", at, clip(name), i), "%s: %s", clip(m.typ), err)
			}
		}
	}
	return types, nil
}

// wellNamed keeps type strings unambiguous: EIP-712 joins names with spaces, commas and parentheses.
func wellNamed(name string) bool {
	return name != "" && !strings.ContainsAny(name, " \t\r\n,()[]")
}

func checkMemberType(types map[string][]typedMember, typ string) error {
	base, dims := typ, ""
	if i := strings.IndexByte(typ, '['); i >= 0 {
		base, dims = typ[:i], typ[i:]
	}
	if !dimensions.MatchString(dims) {
		return fmt.Errorf("%q are not array dimensions", clip(dims))
	}
	if _, ok := types[base]; ok {
		return nil
	}
	if _, err := parseElementary(base); err != nil {
		if err == errUnknownType {
			return fmt.Errorf("%s is neither an elementary type nor one of types", clip(base))
		}
		return err
	}
	return nil
}

// deriveDomain is the EIP712Domain that has the members of domain, null ones left out.
func deriveDomain(at string, domain map[string]any) ([]typedMember, error) {
	members := []typedMember{}
	for _, f := range domainFields {
		if domain[f.name] != nil {
			members = append(members, f)
		}
	}
	for name, v := range domain {
		if v != nil && !isDomainField(name) {
			return nil, problem.Invalid(at+"."+clip(name), "a domain has name, version, chainId, verifyingContract and salt; define EIP712Domain in types to use others")
		}
	}
	return members, nil
}

func isDomainField(name string) bool {
	for _, f := range domainFields {
		if f.name == name {
			return true
		}
	}
	return false
}

// digest is the hash that is signed: keccak256(0x19 0x01 ++ domainSeparator ++ hashStruct(message)), or
// without the last part when the domain itself is the primary type.
func (td *typedData) digest(at string) ([]byte, error) {
	h := &typedHasher{types: td.types, typeHashes: map[string][]byte{}}
	separator, err := h.structHash(domainType, td.domain, at+".domain")
	if err != nil {
		return nil, err
	}
	parts := append([]byte{0x19, 0x01}, separator...)
	if td.primary != domainType {
		body, err := h.structHash(td.primary, td.message, at+".message")
		if err != nil {
			return nil, err
		}
		parts = append(parts, body...)
	}
	return ethcrypto.Keccak256(parts), nil
}

// encodeType is the text of a struct type followed by those it refers to, in order of their names.
func encodeType(types map[string][]typedMember, name string) string {
	seen := map[string]bool{name: true}
	todo, refs := []string{name}, []string{}
	for len(todo) > 0 {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, m := range types[next] {
			base, _, _ := strings.Cut(m.typ, "[")
			if _, isStruct := types[base]; isStruct && !seen[base] {
				seen[base] = true
				refs = append(refs, base)
				todo = append(todo, base)
			}
		}
	}
	sort.Strings(refs)
	var b strings.Builder
	for _, t := range append([]string{name}, refs...) {
		b.WriteString(t + "(")
		for i, m := range types[t] {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(m.typ + " " + m.name)
		}
		b.WriteByte(')')
	}
	return b.String()
}
