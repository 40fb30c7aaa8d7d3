package eip712

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/farebox/farebox/internal/chain/abijson"
)

// DomainType is the struct type that every domain has.
const DomainType = "EIP712Domain"

// Bounds on the types: each struct type's hash covers the text of all types that it refers to, so the work grows
// with the square of their number.
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

// domainMembers are the possible members of a domain, in EIP-712's order.
var domainMembers = []Member{
	{"name", "string"},
	{"version", "string"},
	{"chainId", "uint256"},
	{"verifyingContract", "address"},
	{"salt", "bytes32"},
}

var (
	// wellNamed keeps type texts unambiguous, because names are joined with commas and parentheses. The standard
	// requires identifiers; wallets also sign "HyperliquidTransaction:UsdSend" and "New limit order". They differ in
	// which structs a type with a blank in its name refers to (eth-sig-util finds none, ethers all), so it has none.
	wellNamed  = regexp.MustCompile(`^[^\s,()\[\]]{1,100}$`)
	dimensions = regexp.MustCompile(`^(\[([1-9][0-9]{0,8})?\])*$`)
)

// check reports the first definition that is malformed, in a fixed order.
func (t Types) check() *Error {
	if len(t) > maxTypes {
		return fail("types", "there are at most %d types", maxTypes)
	}

	for _, name := range t.names() {
		at := "types." + abijson.Clip(name)
		if !wellNamed.MatchString(bareName(name)) {
			return fail(at, "the name of a type has no commas, brackets or parentheses")
		}
		if _, err := abijson.Elementary(name); !errors.Is(err, abijson.ErrNotElementary) {
			return fail(at, "%s is an elementary type and cannot be defined", name)
		}
		if len(t[name]) > maxMembers {
			return fail(at, "a type has at most %d members", maxMembers)
		}
		seen := map[string]bool{}
		for i, m := range t[name] {
			at := fmt.Sprintf("%s[%d]", at, i)
			if !wellNamed.MatchString(bareName(m.Name)) {
				return fail(at+".name", "the name of a member has no commas, brackets or parentheses")
			}
			if seen[m.Name] {
				return fail(at+".name", "the member %s is defined twice", m.Name)
			}
			seen[m.Name] = true
			base, dims := splitArray(m.Type)
			if !dimensions.MatchString(dims) {
				return fail(at+".type", "%q are not array dimensions", abijson.Clip(dims))
			}
			if _, isStruct := t[base]; isStruct {
				if strings.Contains(name+base, " ") {
					return fail(at+".type", "wallets differ in how a type with a blank in its name refers to another")
				}
				continue
			}
			switch _, err := abijson.Elementary(base); {
			case errors.Is(err, abijson.ErrNotElementary):
				return fail(at+".type", "%s is neither an elementary type nor one of types", abijson.Clip(base))
			case err != nil:
				return fail(at+".type", "%s: %s", abijson.Clip(base), err)
			}
		}
	}

	return nil
}

// bareName is a name without the blanks that wallets sign in it.
func bareName(name string) string { return strings.ReplaceAll(name, " ", "_") }

func (t Types) names() []string {
	return slices.Sorted(maps.Keys(t))
}

// Encode is encodeType of EIP-712: the struct type's text, followed by those of the types it refers to, sorted by
// name, such as "Mail(Person from,string contents)Person(string name)".
func (t Types) Encode(name string) string {
	seen := map[string]bool{name: true}
	todo := []string{name}
	refs := []string{}
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
