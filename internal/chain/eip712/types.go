package eip712

import (
	"errors"
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

// DomainType is the struct type that every domain has.
const DomainType = "EIP712Domain"

// Bounds of what is hashed: each struct type's hash covers the text of all the types it refers to, so
// that work grows with the square of their number.
const (
	maxTypes   = 200
	maxMembers = 256
	maxDepth   = 32
)

// Member is one member of a struct type.
type Member struct {
	Name string `json:"name"`
	Type string `json:"type"` // "uint256", "bytes32", "Person[]"
}

// Types are struct types by name.
type Types map[string][]Member

// domainMembers are the members that a domain may have, in the order of EIP-712.
var domainMembers = []Member{
	{"name", "string"}, {"version", "string"}, {"chainId", "uint256"}, {"verifyingContract", "address"}, {"salt", "bytes32"},
}

var (
	// wellNamed keeps the text of a type unambiguous: names are joined with blanks, commas and parentheses. The standard asks for
	// identifiers; wallets also sign "HyperliquidTransaction:UsdSend".
	wellNamed  = regexp.MustCompile(`^[^\s,()\[\]]{1,100}$`)
	dimensions = regexp.MustCompile(`^(\[([1-9][0-9]{0,8})?\])*$`)
	sized      = regexp.MustCompile(`^(u?int|bytes)([1-9][0-9]{0,8})$`)
)

// check reports the first definition that is malformed, in a fixed order.
func (t Types) check() *Error {
	if len(t) > maxTypes {
		return fail("types", "there are at most %d types", maxTypes)
	}
	for _, name := range t.names() {
		at := "types." + clip(name)
		if !wellNamed.MatchString(name) {
			return fail(at, "the name of a type has no blanks, commas, brackets or parentheses")
		}
		if _, err := parseElementary(name); err == nil || sized.MatchString(name) {
			return fail(at, "%s is an elementary type and cannot be defined", name)
		}
		if len(t[name]) > maxMembers {
			return fail(at, "a type has at most %d members", maxMembers)
		}
		seen := map[string]bool{}
		for i, m := range t[name] {
			at := fmt.Sprintf("%s[%d]", at, i)
			if !wellNamed.MatchString(m.Name) {
				return fail(at+".name", "the name of a member has no blanks, commas, brackets or parentheses")
			}
			if seen[m.Name] {
				return fail(at+".name", "the member %s is defined twice", m.Name)
			}
			seen[m.Name] = true
			base, dims := splitArray(m.Type)
			if !dimensions.MatchString(dims) {
				return fail(at+".type", "%q are not array dimensions", clip(dims))
			}
			if _, isStruct := t[base]; isStruct {
				continue
			}
			if _, err := parseElementary(base); err != nil && sized.MatchString(base) {
				return fail(at+".type", "%s: %s", clip(base), err)
			} else if err != nil {
				return fail(at+".type", "%s is neither an elementary type nor one of types", clip(base))
			}
		}
	}
	return nil
}

func (t Types) names() []string {
	names := make([]string, 0, len(t))
	for name := range t {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Encode is encodeType of EIP-712: the text of the struct type name, followed by those it refers to in
// the order of their names, as "Mail(Person from,string contents)Person(string name)".
func (t Types) Encode(name string) string {
	seen := map[string]bool{name: true}
	todo, refs := []string{name}, []string{}
	for len(todo) > 0 {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, m := range t[next] {
			base, _ := splitArray(m.Type)
			if _, isStruct := t[base]; isStruct && !seen[base] {
				seen[base] = true
				refs = append(refs, base)
				todo = append(todo, base)
			}
		}
	}
	sort.Strings(refs)
	var b strings.Builder
	for _, s := range append([]string{name}, refs...) {
		b.WriteString(s + "(")
		for i, m := range t[s] {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(m.Type + " " + m.Name)
		}
		b.WriteByte(')')
	}
	return b.String()
}

func splitArray(typ string) (base, dims string) {
	if i := strings.IndexByte(typ, '['); i >= 0 {
		return typ[:i], typ[i:]
	}
	return typ, ""
}

// elementary is a type that is neither a struct nor an array.
type elementary struct {
	kind string // "int", "uint", "bytes" (with a size), "address", "bool", "dynamic bytes" or "string"
	size int    // bits of integers, bytes of bytesN
}

func parseElementary(name string) (elementary, error) {
	switch name {
	case "address", "bool", "string":
		return elementary{kind: name}, nil
	case "bytes":
		return elementary{kind: "dynamic bytes"}, nil
	case "uint", "int": // not in the standard, but wallets take them, and hash the name as it is written
		return elementary{kind: name, size: 256}, nil
	}
	m := sized.FindStringSubmatch(name)
	if m == nil {
		return elementary{}, fmt.Errorf("%s is no elementary type", clip(name))
	}
	size, err := strconv.Atoi(m[2])
	if err != nil {
		return elementary{}, fmt.Errorf("the size of %s: %w", clip(name), err)
	}
	switch {
	case m[1] == "bytes" && size > 32:
		return elementary{}, errors.New("bytesN goes from bytes1 to bytes32")
	case m[1] != "bytes" && (size > 256 || size%8 != 0):
		return elementary{}, errors.New("integers have 8 to 256 bits in steps of 8")
	}
	return elementary{kind: m[1], size: size}, nil
}
