package guard

import (
	"bytes"
	"iter"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/abijson"
	"github.com/farebox/farebox/internal/chain/eip712"
)

// maxValues bounds how many values one request is decoded into: offsets may point many times to the
// same bytes, so that the work is not bounded by the length of the data.
const maxValues = 20_000

// fields are the values of a call or of a struct of typed data, by name. A value that is missing or of another type is
// the zero value, and has tells which there are.
type fields map[string]any

// read decodes data, which has no selector.
func (c *call) read(params abi.Arguments, data []byte) (fields, error) {
	values, err := c.d.reader.Read(params, data)
	if err != nil {
		return nil, err
	}
	return named(params, values), nil
}

func named(params abi.Arguments, values []any) fields {
	out := fields{}
	for i := range params {
		out[params[i].Name] = plain(values[i])
	}
	return out
}

// plain is a decoded value in the form that JSON has: tuples as objects, arrays as lists.
func plain(v any) any {
	switch v := v.(type) {
	case abijson.Tuple:
		out := map[string]any{}
		for i, name := range v.Names {
			out[name] = plain(v.Values[i])
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plain(v[i])
		}
		return out
	}
	return v
}

func (f fields) has(names ...string) bool {
	for _, n := range names {
		if _, ok := f[n]; !ok {
			return false
		}
	}
	return true
}

func (f fields) addr(name string) *common.Address { return addressOf(f[name]) }
func (f fields) num(name string) *big.Int         { return numberOf(f[name]) }
func (f fields) bytes(name string) []byte         { return octetsOf(f[name]) }
func (f fields) obj(name string) fields           { m, _ := f[name].(map[string]any); return m }

func (f fields) list(name string) []fields {
	list, _ := f[name].([]any)
	out := make([]fields, 0, len(list))
	for _, item := range list {
		m, _ := item.(map[string]any)
		out = append(out, m)
	}
	return out
}

// at are the values under a path; [] stands for each entry of a list. An empty path has no values.
func (f fields) at(path []string) []any {
	if len(path) == 0 {
		return nil
	}

	values := []any{map[string]any(f)}
	for _, name := range path {
		var next []any
		for _, v := range values {
			if name == each {
				list, _ := v.([]any)
				next = slices.Concat(next, list)
				continue
			}
			object, _ := v.(map[string]any)
			for one := range strings.SplitSeq(name, or) {
				if object[one] != nil {
					next = append(next, object[one])
				}
			}
		}
		values = next
	}
	return values
}

// leaves calls see with the values within others, by their names. Whoever loses a right has the name former.
func leaves(name string, v any, see func(name string, v any)) {
	switch v := v.(type) {
	case map[string]any:
		taken := disagrees(v)
		for _, inner := range slices.Sorted(maps.Keys(v)) {
			part := v[inner]
			if taken && roleNamed(inner) >= agent {
				inner = former
			}
			leaves(inner, part, see)
		}
	case []any:
		for _, part := range v {
			leaves(name, part, see)
		}
	default:
		see(name, v)
	}
}

// former names whoever had a right that is taken away.
const former = "former"

// agreeing is a flag that says whether somebody has a right.
var agreeing = regexp.MustCompile(`^_?(is)?_?([aA]pproved|[aA]llowed|[aA]uthorized|[eE]nabled)$`)

// disagrees says whether a flag among values says that somebody loses a right.
func disagrees(values map[string]any) bool {
	for name, v := range values {
		if no, flag := v.(bool); flag && !no && agreeing.MatchString(name) {
			return true
		}
	}
	return false
}

// addressOf is an address in 20 bytes, or in 32 as chains of other kinds write it.
func addressOf(v any) *common.Address {
	switch v := v.(type) {
	case *common.Address:
		return v
	case common.Address:
		return &v
	}
	b, err := eip712.Bytes(v)
	wide := len(b) == common.HashLength && common.BytesToHash(b).Big().BitLen() <= 8*common.AddressLength
	if err != nil || len(b) != common.AddressLength && !wide {
		return nil
	}
	return new(common.BytesToAddress(b))
}

func numberOf(v any) *big.Int {
	if n, ok := v.(*big.Int); ok {
		return n
	}
	n, err := abijson.Integer(v)
	if err != nil {
		return nil
	}
	return n
}

func octetsOf(v any) []byte {
	if b, ok := v.([]byte); ok {
		return b
	}
	b, err := eip712.Bytes(v)
	if err != nil {
		return nil
	}
	return b
}

// truthOf is a flag, or a number that is one where it is not 0.
func truthOf(v any) bool {
	if yes, ok := v.(bool); ok {
		return yes
	}
	return orZero(numberOf(v)).Sign() != 0
}

func orNobody(a *common.Address) common.Address {
	if a == nil {
		return zero
	}
	return *a
}

func nonZero(n *big.Int) *big.Int {
	if n == nil || n.Sign() == 0 {
		return nil
	}
	return n
}

// boundless is the number of bits from which on an amount limits nothing: 2^112 units are 5.2 x 10^15 tokens of 18
// decimals, more than there are of any token that is traded. The customary words for "no limit" are the largest numbers
// of 256 and, with Permit2, of 160 bits; a limit just below them must not look like one.
const boundless = 113

func unlimited(amount *big.Int) bool { return amount.BitLen() >= boundless }

// scan looks for addresses in data whose types are not known: words with twelve zero bytes in front, also within calls
// that the data carry.
func (d *decoder) scan(data []byte) []common.Address {
	found := words(data)
	for _, text := range addressText.FindAll(data, -1) {
		found = append(found, common.HexToAddress(string(text)))
	}
	d.subject.mention(found...)
	return found
}

// addressText is an address as text, as some bridges take it.
var addressText = regexp.MustCompile(`0x[0-9a-fA-F]{40}\b`)

// words reads each word once, within calls that the data carry too.
func words(data []byte) []common.Address {
	var found []common.Address
	seen := make([]bool, len(data))
	var visit func(from, to int)
	visit = func(from, to int) {
		for at := from; at < to; at += common.HashLength {
			if seen[at] {
				continue
			}
			seen[at] = true

			rest := data[at:to]
			word := common.RightPadBytes(rest[:min(len(rest), common.HashLength)], common.HashLength)
			if who := addressIn(word); who != zero {
				found = append(found, who)
			}
			if len(rest) <= common.HashLength {
				return
			}
			if inner := carriedAfter(word, rest[common.HashLength:]); inner != nil {
				visit(at+common.HashLength+4, at+common.HashLength+len(inner))
			}
		}
	}
	visit(0, len(data))
	return found
}

// lettered ends a word that is an account and a name of what is that account's.
var lettered = regexp.MustCompile(`^[ -~]+\x00+$`)

// addressIn is the address that a word can hold: at its end, or as bytes at its beginning, also in front of a name. It
// is the zero address if there is none: what looks like a number, a text or the end of longer bytes.
func addressIn(word []byte) common.Address {
	var part []byte
	switch {
	case empty(word[:12]):
		part = word[12:]
	case empty(word[20:]):
		part = word[:20]
		if text := bytes.TrimRight(part, "\x00"); len(text) < 19 || len(text) == 19 && printable(string(text)) {
			return zero
		}
	case lettered.Match(word[20:]) && !utf8.Valid(word):
		part = word[:20]
	}

	mark := bytes.Count(part, []byte{0xff}) == len(part) || printable(string(part)) // a mask, or a text
	if mark || len(part) == 0 || empty(part[:4]) || bytes.Count(part, []byte{0}) > mostZeros {
		return zero
	}
	return common.BytesToAddress(part)
}

// empty says whether there are only zeros.
func empty(data []byte) bool { return len(bytes.TrimLeft(data, "\x00")) == 0 }

// carriedAfter is the call that follows a word which is its length, nil where what follows cannot be one: a selector
// and whole words.
func carriedAfter(length, rest []byte) []byte {
	n := new(big.Int).SetBytes(length)
	if !n.IsInt64() || n.Int64() > int64(len(rest)) || n.Int64() < 36 || n.Int64()%32 != 4 {
		return nil
	}
	return rest[:n.Int64()]
}

// suspect notes who is named in the data of a function that is not decoded: one of them may be who gets something, or
// who may then act for the caller.
func (c *call) suspect(named []common.Address) {
	for _, who := range named {
		if is(c.from, who) || who == c.to {
			continue
		}
		c.d.subject.strangers = append(c.d.subject.strangers, stranger{
			who:      who,
			path:     c.path,
			contract: &c.to,
			data:     c.data,
		})
	}
}

// Buried yields what can be an address in the data of a transaction, at whatever byte it begins: contracts read packed
// data as they like, and calls lie within the bytes of others. What looks like a number is left out.
func (s *Subject) Buried() iter.Seq[common.Address] {
	return func(yield func(common.Address) bool) {
		for start := range max(0, len(s.data)-common.AddressLength+1) {
			window := s.data[start : start+common.AddressLength]
			if bytes.Count(window, []byte{0}) <= mostZeros && !yield(common.BytesToAddress(window)) {
				return
			}
		}
	}
}

// mostZeros is how many bytes of an address are zero at most; one in 10^13 random ones has more.
const mostZeros = 7
