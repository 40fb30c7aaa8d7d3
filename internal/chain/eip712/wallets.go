package eip712

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/chain/abijson"
)

// mostUnreadable bounds the places that [TypedData.AsSigned] returns.
const mostUnreadable = 50

// AsSigned changes d to what wallets sign although it departs from the standard. The wallets' behaviour was read in
// viem, ethers 6 and MetaMask's eth-sig-util (version 4 of the method). All three leave out what no type declares. At
// least one signs the value that a loose or absent one becomes here. What no wallet can sign stays unchanged: hashing
// reports the error.
//
// It returns the places of addresses that are neither hex nor a number. MetaMask derives some address from such a text,
// ethers resolves it as a name.
func (d *TypedData) AsSigned() (unreadable []string) {
	s := &settler{data: d}
	d.Lenient = true
	d.anyLength = true
	_, declared := d.Types[DomainType]
	s.types()

	if !declared { // MetaMask takes an empty one then, others make it of the members
		s.domain()
	} else {
		s.object(DomainType, d.Domain, "domain", 0)
	}
	if d.PrimaryType != DomainType {
		s.object(d.PrimaryType, d.Message, "message", 0)
	}
	return s.unreadable
}

type settler struct {
	data       *TypedData
	unreadable []string
}

// types drops unreferenced types: MetaMask and viem ignore them.
func (s *settler) types() {
	used := map[string]bool{}
	todo := []string{DomainType, s.data.PrimaryType}
	for len(todo) > 0 {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if used[next] {
			continue
		}
		used[next] = true
		for _, m := range s.data.Types[next] {
			base, _ := splitArray(m.Type)
			todo = append(todo, base)
		}
	}

	for _, name := range s.data.Types.names() {
		if !used[name] {
			delete(s.data.Types, name)
		}
	}
}

// domain reads the members that any domain may have.
func (s *settler) domain() {
	d := s.data.Domain
	for _, name := range sortedKeys(d) {
		i := slices.IndexFunc(domainMembers, func(m Member) bool { return m.Name == name })
		switch {
		case i < 0:
			delete(d, name)
		case d[name] == nil:
			delete(d, name)
		default:
			d[name] = s.value(domainMembers[i].Type, d[name], "domain."+name, 0)
		}
	}
}

// object settles the members of a struct.
func (s *settler) object(typ string, v map[string]any, at string, depth int) {
	members := s.data.Types[typ]
	if depth > maxDepth {
		return
	}

	for _, m := range members {
		value, given := v[m.Name]
		switch {
		case m.Type == "bool" && value == nil:
			v[m.Name] = false
		case m.Type == "string" && given && value == nil:
			v[m.Name] = ""
		case value != nil:
			v[m.Name] = s.value(m.Type, value, at+"."+abijson.Clip(m.Name), depth)
		}
	}

	for _, name := range sortedKeys(v) {
		if !slices.ContainsFunc(members, func(m Member) bool { return m.Name == name }) {
			delete(v, name)
		}
	}
}

func (s *settler) value(typ string, v any, at string, depth int) any {
	if strings.HasSuffix(typ, "]") {
		s.list(typ, v, at, depth)
		return v
	}

	if _, isStruct := s.data.Types[typ]; isStruct {
		if obj, ok := v.(map[string]any); ok {
			s.object(typ, obj, at, depth+1)
		}
		return v
	}

	switch {
	case typ == "bool":
		return truth(v)
	case typ == "address":
		return s.address(v, at)
	case typ == "string":
		return text(v)
	case strings.HasPrefix(typ, "bytes"):
		return octets(typ, v)
	case strings.HasPrefix(typ, "uint") || strings.HasPrefix(typ, "int"):
		return integer(v)
	}
	return v
}

func (s *settler) list(typ string, v any, at string, depth int) {
	list, ok := v.([]any)
	if !ok || depth > maxDepth {
		return
	}
	open := strings.LastIndexByte(typ, '[')
	for i, item := range list {
		if item != nil {
			list[i] = s.value(typ[:open], item, fmt.Sprintf("%s[%d]", at, i), depth+1)
		}
	}
}

// truth is a value as a JavaScript boolean: the text "false" is true.
func truth(v any) any {
	switch v := v.(type) {
	case json.Number:
		f, err := v.Float64()
		return err != nil || f != 0
	case string:
		return v != ""
	case []any, map[string]any:
		return true
	}
	return v
}

// MetaMask takes the text of a number for its bytes.
func text(v any) any {
	number, ok := v.(json.Number)
	if !ok {
		return v
	}
	n, err := abijson.Integer(number)
	if err != nil || n.Sign() < 0 {
		return v
	}
	return string(n.Bytes())
}

// integer reads what JavaScript's BigInt accepts beyond decimal and hex text.
func integer(v any) any {
	switch v := v.(type) {
	case bool:
		if v {
			return "1"
		}
		return "0"
	case string:
		plain := strings.TrimPrefix(strings.TrimSpace(v), "+")
		if plain == "" {
			return "0"
		}

		for prefix, base := range map[string]int{"0b": 2, "0o": 8} {
			if digits, ok := strings.CutPrefix(strings.ToLower(plain), prefix); ok && len(digits) <= 256 {
				if n, ok := new(big.Int).SetString(digits, base); ok {
					return n.String()
				}
			}
		}
		return plain
	}
	return v
}

var (
	hexText     = regexp.MustCompile(`^0[xX][0-9a-fA-F]*$`)
	bareAddress = regexp.MustCompile(`^[0-9a-fA-F]{40}$`)
	decimalText = regexp.MustCompile(`^[0-9]{1,49}$`)
)

// address reads an address as at least one wallet does: without 0x (ethers), shorter hex and decimal numbers
// (MetaMask).
func (s *settler) address(v any, at string) any {
	word, isText := v.(string)
	if number, ok := v.(json.Number); ok {
		word = string(number)
	} else if !isText {
		return v
	}

	switch {
	case hexText.MatchString(word):
		digits := word[2:]
		if len(digits) > 40 || len(digits) == 40 && word[1] == 'x' {
			return v
		}
		return "0x" + strings.Repeat("0", 40-len(digits)) + digits
	case bareAddress.MatchString(word):
		return "0x" + word
	case decimalText.MatchString(word):
		n, _ := new(big.Int).SetString(word, 10)
		return addressOf(n)
	case len(word) > 0 && len(word) <= 200:
		if len(s.unreadable) < mostUnreadable {
			s.unreadable = append(s.unreadable, at)
		}
		return strange(word)
	}
	return v
}

// strange is the address that MetaMask derives from a text: the sum of its characters as digits of base ten.
func strange(s string) string {
	sum := new(big.Int)
	for _, c := range s {
		digit := int64(c) - '0'
		switch {
		case digit >= 49: // a and beyond
			digit -= 39
		case digit >= 17: // A to Z
			digit -= 7
		}
		sum.Mul(sum, big.NewInt(10))
		sum.Add(sum, big.NewInt(digit))
	}
	return addressOf(sum.Abs(sum))
}

// addressOf is the first 20 bytes of a number, with zeros before a shorter one.
func addressOf(n *big.Int) string {
	b := n.Bytes()
	if len(b) < 20 {
		b = append(make([]byte, 20-len(b)), b...)
	}
	return "0x" + hex.EncodeToString(b[:20])
}

// octets reads bytes: hex with an odd number of digits, shorter values of bytesN, and text in bytes.
func octets(typ string, v any) any {
	s, ok := v.(string)
	if !ok {
		return v
	}

	if !hexText.MatchString(s) {
		if typ == "bytes" {
			return "0x" + hex.EncodeToString([]byte(s))
		}
		return v
	}

	digits := s[2:]
	if len(digits)%2 != 0 {
		digits = "0" + digits
	}

	if typ != "bytes" {
		var size int
		if _, err := fmt.Sscanf(typ, "bytes%d", &size); err == nil && size <= 32 && len(digits) < 2*size {
			digits += strings.Repeat("0", 2*size-len(digits))
		}
	}

	if digits == s[2:] && s[1] == 'x' {
		return v
	}
	return "0x" + digits
}
