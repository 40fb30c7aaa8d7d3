package guard

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/clip"
)

var hashText = regexp.MustCompile(`^0x[0-9a-fA-F]{64}$`)

// unknown judges a message of a type that is not in the table by the calls in it, and by what its values can hide.
func (m *message) unknown() {
	x, order := m.orderByNames()
	if order {
		m.s.Kind = "limit_order"
		m.s.exchanges = append(m.s.exchanges, x)
	}
	m.add(Action{Kind: Message})

	outer := m.outer()
	if m.Signer != nil {
		outer = m.inTheNameOf(*m.Signer)
	}

	m.carried(m.Data.PrimaryType, map[string]any(m.Data.Message), outer)
	form, said := m.stated()
	if !said {
		m.payees(m.Data.PrimaryType, map[string]any(m.Data.Message))
	}
	var values, opaque, hashes int

	m.walk(m.Data.PrimaryType, map[string]any(m.Data.Message), func(typ string, v any) {
		values++
		s, _ := v.(string)
		switch {
		case strings.HasPrefix(typ, "bytes"):
			opaque++
			m.named(s)
			if len(s) == 66 {
				hashes++
			}
		case typ == "string" && hashText.MatchString(s):
			opaque++
			hashes++
		}
	})

	if site, _ := m.f[onlySiteMember].(string); site != "" {
		m.s.onlyFor([]string{hostOf(site)}, m.Origin)
	}

	primary := clip.Shown(m.Data.PrimaryType, 60)
	switch {
	case values == 1 && hashes == 1:
		m.hit(rawHash, "the message is a single 32-byte hash: whoever made it knows what it stands for, "+
			"the signer does not")
	case said:
		m.described(form)
	case m.permits():
		m.hit(unknownPermission, "the primary type %s is not one of the known kinds of messages, and "+
			"names somebody who may act for the signer", primary)
	case opaque == values:
		m.hit(blindType, "the primary type %s is not known and holds only bytes, so that what is agreed "+
			"to cannot be seen", primary)
	default:
		m.hit(unknownType, "the primary type %s is not one of the known kinds of messages; read it "+
			"before signing", primary)
	}
}

// named notes whom the bytes of a message of an unknown type name: bytes that are an address, one behind a byte that
// says what it is, or words among which there are some.
func (m *message) named(text string) {
	data := common.FromHex(text)
	var found []common.Address
	switch n := len(data); {
	case n == common.AddressLength || n == common.AddressLength+1:
		found = []common.Address{common.BytesToAddress(data)}
	case n == common.HashLength && len(bytes.Trim(data[common.AddressLength:], "\x00")) == 0: // an account and the number of a part of it
		found = []common.Address{common.BytesToAddress(data[:common.AddressLength])}
	case n%32 == 4:
		found = words(data[4:], maxDepth)
	default:
		found = words(data, maxDepth)
	}

	for _, who := range found {
		if who == zero || is(m.Signer, who) {
			continue
		}
		m.s.mention(who)
		m.s.strangers = append(m.s.strangers, stranger{
			who:    who,
			path:   "message",
			caller: m.Signer,
			signed: true,
		})
	}
}

// permits says whether a type of the message has an address under such a name.
func (m *message) permits() bool {
	for _, members := range m.Data.Types {
		for _, member := range members {
			if member.Type == "address" && roleNamed(member.Name) >= agent {
				return true
			}
		}
	}
	return false
}
