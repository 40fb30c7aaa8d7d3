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
	x, order := orderByNames(m.Data.Types[m.Data.PrimaryType], m.f, m.Signer)
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
	permits := false
	pays := false
	var values, opaque, hashes, numbers int
	var texts []string
	m.walk("", m.Data.PrimaryType, map[string]any(m.Data.Message), func(name, typ string, v any) {
		values++
		s, _ := v.(string)
		as := roleNamed(name)
		octets := common.FromHex(s)
		word := bytes.TrimRight(octets, "\x00")
		plain := typ == "bytes32" && len(word) < len(octets) && printable(string(word)) || // a text, or a part of the account
			m.Signer != nil && bytes.HasPrefix(octets, m.Signer[:])
		pays = pays || strings.HasPrefix(typ, "uint") && sums.MatchString(name)
		permits = permits || as >= agent && typ != "bytes" && !strings.HasPrefix(typ, "uint") && !plain
		switch {
		case plain && strings.HasPrefix(typ, "bytes"):
			numbers++
		case strings.Contains(typ, "int"), typ == "bool":
			numbers++
		case strings.HasPrefix(typ, "bytes"):
			opaque++
			if len(s) == 66 {
				hashes++
			}
		case typ == "string" && hashText.MatchString(s):
			opaque++
			hashes++
		case typ == "string":
			texts = append(texts, name+": "+s)
		}
		whole := said || order && as != receives // what is said of the others is read elsewhere
		if !plain && (strings.HasPrefix(typ, "bytes") || !whole) {
			m.party(as, typ, v)
		}
	})

	primary := clip.Shown(m.Data.PrimaryType, 60)
	switch {
	case values == 1 && hashes == 1:
		m.hit(rawHash, "the message is a single 32-byte hash: whoever made it knows what it stands for, "+
			"the signer does not")
	case said:
		m.described(form)
	case m.s.keys(strings.Join(texts, "\n"), m.Origin):
		m.s.Kind = "key_message"
	case permits:
		m.hit(unknownPermission, "the primary type %s is not one of the known kinds of messages, and "+
			"names somebody who may act for the signer", primary)
	case m.s.Calls > 0 && !pays: // they tell what it does
	case opaque == values, hashes > 0 && opaque+numbers == values:
		m.hit(blindType, "the primary type %s is not known and holds only bytes and numbers, so that what is agreed "+
			"to cannot be seen", primary)
	default:
		m.hit(unknownType, "the primary type %s is not one of the known kinds of messages; read it "+
			"before signing", primary)
	}
}

// sums are what a message may cost beside the calls in it.
var sums = regexp.MustCompile(`(?i)(amount|fee|price|payment)`)

// party notes whom a member of a message of an unknown type names: an address, a text that is one, or bytes.
func (m *message) party(as role, typ string, v any) {
	text, _ := v.(string)
	switch {
	case strings.HasPrefix(typ, "bytes"):
		m.named(text)
	case typ == "address", typ == "string" && common.IsHexAddress(text):
		m.s.names(addressOf(v), as)
	}
}

// named notes whom the bytes of a message of an unknown type name: bytes that are an address, one behind a byte that
// says what it is, or words among which there are some.
func (m *message) named(text string) {
	data := common.FromHex(text)
	if len(data)%common.HashLength == 4 { // a call
		data = data[4:]
	}
	for _, who := range words(data) {
		if is(m.Signer, who) {
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

// names notes somebody whom a member of a message names: each of them may get something by it.
func (s *Subject) names(who *common.Address, as role) {
	if orNobody(who) != zero {
		s.strangers = append(s.strangers, stranger{
			who:    *who,
			path:   "message",
			as:     as,
			member: true,
		})
	}
}

// member looks at somebody whom a message names.
func (j *judge) member(s stranger) {
	known, ok := j.at(&s.who)
	switch {
	case is(j.s.From, s.who):
	case s.as == power && (j.untold(s.who) || j.f.Accounts[s.who] == NoCode):
		j.add(unknownPermission, rightToUnseen, s.path, "the message lets %s act for the signer: %s", s.who.Hex(),
			standingText[j.standing(&s.who)])
	case j.f.Young[s.who], known.Role == RoleCollection:
		j.hit(strangerNamed, s.path, "the message names %s: a contract of the last %d days, or NFTs", s.who.Hex(), newDays)
	case ok, !j.personal(s.who):
	case j.s.From == nil:
		j.add(recipientUnchecked, 0, s.path, "the message names %s: make sure that this is the account that signs", s.who.Hex())
	default:
		j.hit(strangerNamed, s.path, "the message names %s, which is not the signer and not seen to be a contract: it may get "+
			"something by it", s.who.Hex())
	}
}

// personal says whether an address may be somebody's account. With more addresses in a message than are read, one that
// was not counts as such.
func (j *judge) personal(a common.Address) bool {
	kind := j.f.Accounts[a]
	return kind != Contract && (kind != Unread || j.f.OnChain)
}
