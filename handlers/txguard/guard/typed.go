package guard

import (
	"bytes"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/eip712"
	"github.com/farebox/farebox/internal/clip"
)

// Domain is the EIP-712 domain of typed data, as far as it was given.
type Domain struct {
	Name              *string
	Version           *string
	ChainID           *big.Int
	VerifyingContract *common.Address
}

// Typed is typed data that hashes without error.
type Typed struct {
	Data       eip712.TypedData
	Digest     common.Hash // what would be signed
	Separator  common.Hash
	TypeHash   common.Hash // keccak256 of the primary type's encodeType
	Domain     Domain
	Signer     *common.Address // who is to sign, nil when not said
	Origin     string          // the site that asks, as a URL or a host; empty when not said
	Unreadable []string        // the places of addresses that wallets read in different ways
}

// ParseTyped reads the JSON form of eth_signTypedData_v4, as leniently as wallets do ([eip712.Parse]). What no wallet
// could sign is an *[eip712.Error].
func ParseTyped(raw []byte) (*Typed, error) {
	data, err := eip712.Parse(string(raw))
	if err != nil {
		return nil, err
	}

	t := &Typed{Data: *data}
	t.Unreadable = t.Data.AsSigned()
	if t.Digest, err = t.Data.Digest(); err == nil {
		if t.Separator, err = t.Data.DomainSeparator(); err == nil {
			t.TypeHash, err = t.Data.TypeHash()
		}
	}
	if err != nil {
		return nil, err
	}
	t.readDomain()
	return t, nil
}

// readDomain takes the members over that hashing has checked, when they are declared.
func (t *Typed) readDomain() {
	d := fields(t.Data.Domain)
	text := func(name string) *string {
		if s, ok := d[name].(string); ok {
			return &s
		}
		return nil
	}

	t.Domain.Name = text("name")
	t.Domain.Version = text("version")
	t.Domain.ChainID = d.num("chainId")
	if b := d.bytes("verifyingContract"); len(b) == common.AddressLength {
		t.Domain.VerifyingContract = new(common.BytesToAddress(b))
	}
}

// walk calls see with every elementary value of a type's value, by its name and its declared type.
func (t *Typed) walk(name, typ string, v any, see func(name, typ string, v any)) {
	if i := strings.LastIndexByte(typ, '['); i >= 0 && strings.HasSuffix(typ, "]") {
		list, _ := v.([]any)
		for _, item := range list {
			t.walk(name, typ[:i], item, see)
		}
		return
	}

	members, isStruct := t.Data.Types[typ]
	if !isStruct {
		see(name, typ, v)
		if typ == "string" {
			leaves(name, eip712.Object(v), func(name string, v any) { see(name, "string", v) })
		}
		return
	}
	obj, _ := v.(map[string]any)
	if obj == nil {
		return // a struct that is not there, which may be of its own type without end
	}
	taken := disagrees(obj)
	for _, m := range members {
		if taken && roleNamed(m.Name) >= agent {
			continue // it is a right that is taken away
		}
		t.walk(m.Name, m.Type, obj[m.Name], see)
	}
}

// unreadable warns once of all addresses that wallets read in different ways. Whatever else departs from the standard
// weighs nothing: honest programs do so too (Hyperliquid's and OpenSea's SDKs).
func (m *message) unreadable() {
	if len(m.Unreadable) > 0 {
		m.hit(unreadableAddress, "%s is no address: one wallet makes an address out of it, another looks it up "+
			"as a name", clip.Shown(strings.Join(m.Unreadable, ", "), 200))
	}
}

// contents are the values of a message, by what can be seen of them. A text without types is one value.
type contents struct {
	values  int
	opaque  int // bytes, which may stand for anything
	hashes  int // those of them that are 32 bytes
	numbers int
	texts   []string
}

// hash matches a hash of 32 bytes that is written as text.
var hash = regexp.MustCompile(`^\s*(0x)?[0-9a-fA-F]{64}\s*$`)

// take counts a value by its type. Bytes are plain if they are a text or a part of the signer's address.
func (c *contents) take(name, typ, text string, plain bool) {
	c.values++
	octets := strings.HasPrefix(typ, "bytes")
	switch single := hash.MatchString(text); {
	case octets && plain, strings.Contains(typ, "int"), typ == "bool":
		c.numbers++
	case octets, typ == "string" && single:
		c.opaque++
		if single {
			c.hashes++
		}
	case typ == "string":
		c.texts = append(c.texts, name+": "+text)
	}
}

// hidden judges what cannot be seen of a message, and says whether that is all of it.
func (s *Subject) hidden(c *contents) bool {
	switch {
	case c.values == 1 && c.hashes == 1 && s.project && s.To != nil: // it shows what it has a wallet's contract check
		s.add(rawHash, ordinary, "message", "the message is a single 32-byte hash: a project's site asks for it, and only "+
			"that site tells what it stands for")
	case c.values == 1 && c.hashes == 1:
		s.hit(rawHash, "message", "the message is a single 32-byte hash: whoever made it knows what it stands for, "+
			"the signer does not")
	case c.opaque == c.values, c.hashes > 0 && c.opaque+c.numbers == c.values && s.Domain.VerifyingContract == nil:
		s.hit(blindType, "message", "the message holds only bytes, or numbers beside a hash that no contract reads: nobody can "+
			"see what it agrees to")
	default:
		return false
	}
	return true
}

// unknown judges a message whose type is not in the table: its calls, whom it names in which role, and what its values
// can hide.
func (m *message) unknown() {
	all := map[string]any(m.Data.Message)
	x, order := orderByNames(m.Data.Types[m.Data.PrimaryType], m.f, m.Signer)
	if order {
		m.s.Kind = "limit_order"
		m.s.exchanges = append(m.s.exchanges, x)
	}
	m.s.pays = assetFrom(m.f, nil)
	m.s.unread = m
	m.addAt("message", Action{Kind: Message})

	if m.maker() {
		m.d.account = m.Signer
	}
	m.carried(m.Data.PrimaryType, all, m.outer(m.Signer))

	m.s.idle = m.idle()
	form, said := m.d.forms.Message(m.s.Network.Name, orNobody(m.Domain.VerifyingContract), m.TypeHash)
	var c contents
	var pays, right, gets, mine, others, counts bool
	m.walk("", m.Data.PrimaryType, all, func(name, typ string, v any) {
		as := roleNamed(name)
		number := strings.HasPrefix(typ, "uint")
		plain := m.readable(typ, v)
		text, _ := v.(string)
		c.take(name, typ, text, plain)
		pays = pays || number && sums.MatchString(name)
		counts = counts || number && !slices.Contains(amountMembers, name) &&
			!once.MatchString(name) && !moment(numberOf(v))
		gets = gets || as == receives && typ == "address"
		self := is(m.Signer, orNobody(addressOf(v)))
		octets := strings.HasPrefix(typ, "bytes")
		mine = mine || self
		others = others || octets && !once.MatchString(name) || typ != "address" && payee.MatchString(name)
		right = right || as >= agent && typ != "bytes" && !self && !(as == agent && m.s.idle)
		whole := said && as < receives || order && x.tells(as, v)
		if !plain && (octets || !whole) {
			m.party(as, typ, v)
		}
	})

	text := strings.Join(c.texts, "\n")
	_, key := sitesOf(text)
	worthy := pays && !order || right || valuable(text)
	m.s.owned(m.domainName(), m.Origin, key || worthy || gets)
	m.s.inward = mine && !others && !right && !key && c.texts == nil
	m.s.single = m.s.inward && !counts && c.values == len(m.Data.Types[m.Data.PrimaryType])
	if key || m.Origin != "" && worthy {
		m.asked(text)
	}
	primary := clip.Shown(m.Data.PrimaryType, 60)
	switch {
	case said && c.values != c.hashes:
		m.hit(statedIntent, "%s says that the message is for: %s", form.Owner, form.Intent)
	case key:
		m.s.Kind = "key_message"
	case m.s.Calls > 0 && !pays: // they tell what it does
	case m.s.hidden(&c), m.s.listed:
	default:
		m.hit(unknownType, "the primary type %s is not one of the known kinds of messages; read it "+
			"before signing", primary)
	}
}

// moment says whether a number is a time of these decades, in seconds, or none.
func moment(n *big.Int) bool { return orZero(n).Sign() == 0 || n.BitLen() == 31 }

// limits are what a key may spend.
var limits = regexp.MustCompile(`(?i)(limit|spend|max|cap$|ceiling|allowance)`)

// idle says whether a message limits what a key may spend, to nothing, and what it may call, to a list of functions
// that are not in the table. An empty list is anything.
func (m *message) idle() bool {
	limited := false
	listed := false
	for name, v := range m.f {
		limit := limits.MatchString(name)
		list, isList := v.([]any)
		if isList && len(list) == 0 || limit && (numberOf(v) == nil || numberOf(v).Sign() != 0) {
			return false
		}
		limited = limited || limit

		for _, item := range list {
			text, _ := item.(string)
			octets := octetsOf(item)
			if len(octets) == 4 && m.d.functions[[4]byte(octets)] != nil || octets == nil && m.d.named(text) {
				return false
			}
			listed = listed || text != "" && len(octets) <= 4 // a selector, or a name in words
		}
	}
	return limited && listed
}

// named says whether a function of the table has the name that a text begins with.
func (d *decoder) named(text string) bool {
	name, _, _ := strings.Cut(text, "(")
	for _, f := range d.functions {
		if strings.HasPrefix(f.signature, name+"(") {
			return true
		}
	}
	return false
}

// maker says whether the calls in a message are the signer's: it names the signer, as relays have it, or is
// checked by the signer's own account.
func (m *message) maker() bool {
	its := func(who *common.Address) bool { return m.Signer != nil && is(who, *m.Signer) }
	return its(m.Domain.VerifyingContract) || slices.ContainsFunc(m.Data.Types[m.Data.PrimaryType],
		func(member eip712.Member) bool { return its(m.f.addr(member.Name)) })
}

// asked compares who asks for typed data with the name of its domain, and with a text.
func (m *message) asked(text string) {
	m.s.asked(text+"\n"+m.domainName(), m.Origin, true)
}

// asks compares the site that asks with the names of the domain and of the contracts in typed data.
func (m *message) asks() {
	names := m.domainName()
	for _, a := range m.s.Mentioned {
		names += " " + m.d.known[m.s.Network.Name][a].Name
		names += " " + strings.Join(m.d.forms.Owners(m.s.Network.Name, a), " ")
	}
	m.d.asks(m.s, m.Origin, names)
}

// domainName is the name of the domain, as it is and with its words apart.
func (m *message) domainName() string {
	if m.Domain.Name == nil {
		return ""
	}
	return *m.Domain.Name + " " + inner.ReplaceAllString(*m.Domain.Name, "$1 $2")
}

// readable says whether a value is a text in a word, or begins with the signer's address.
func (m *message) readable(typ string, v any) bool {
	octets := octetsOf(v)
	word := bytes.TrimRight(octets, "\x00")
	return typ == "bytes32" && len(word) < len(octets) && printable(string(word)) ||
		m.Signer != nil && bytes.HasPrefix(octets, m.Signer[:])
}

// sums are what a message may cost beside the calls in it, once ends what makes it one of a kind, and payee begins
// somebody who is named by a number.
var (
	sums  = regexp.MustCompile(`(?i)(amount|fee|price|payment)`)
	once  = regexp.MustCompile(`(?i)(nonce|salt)$`)
	payee = regexp.MustCompile(`^(to[A-Z_]|recipient|receiver|target|dest)`)
)

// party notes whom a member of a message names: by an address, by a text that is an address, or by words of bytes, with
// or without a selector.
func (m *message) party(as role, typ string, v any) {
	text, _ := v.(string)
	switch {
	case typ == "address", typ == "string" && common.IsHexAddress(text):
		m.s.names(addressOf(v), as)
	case strings.HasPrefix(typ, "bytes"):
		data := common.FromHex(text)
		if kind := bytes.TrimRight(data, "\x00"); len(kind) == 1+common.AddressLength { // and an address of that kind
			data = kind[1:]
		}
		if len(data)%common.HashLength == 4 {
			data = data[4:]
		}

		for _, who := range words(data) {
			m.s.mention(who)
			m.s.strangers = append(m.s.strangers, stranger{
				who:    who,
				path:   "message",
				signed: true,
			})
		}
	}
}

// names notes somebody whom a member of a message names: each of them may get something by it.
func (s *Subject) names(who *common.Address, as role) {
	if orNobody(who) != zero {
		s.mention(*who)
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
	sum, priced := j.worth(j.s.pays.token, j.s.pays.most)
	small := priced && sum.LessThan(muchMoney)
	idle := s.as == agent && j.s.idle && j.standing(j.s.To) == published

	switch {
	case is(j.s.From, s.who), j.s.listed && s.as < power, idle, j.trifle():
	case s.as == power && (j.untold(s.who) || j.f.Accounts[s.who] == NoCode):
		j.add(unknownPermission, rightToUnseen, s.path, "the message lets %s act for the signer: %s", s.who.Hex(),
			standingText[j.standing(&s.who)])
	case j.f.Young[s.who], known.Role == RoleCollection:
		j.hit(strangerNamed, s.path, "the message names %s: a contract of the last %d days, or NFTs", s.who.Hex(), newDays)
	case ok, s.as == item, !j.personal(s.who):
	case j.s.From == nil:
		j.add(recipientUnchecked, 0, s.path, "the message names %s: make sure that this is the account that signs", s.who.Hex())
	case j.s.strayed && (s.as > receives || s.as == receives && !small):
		j.add(strangerNamed, rightToUnseen, s.path, "%s %s, and the message is not for the site that asks", s.who.Hex(), roleText[s.as])
	default:
		j.hit(strangerNamed, s.path, "the message names %s, which is not the signer and not seen to be a contract: "+
			"it may get something by it", s.who.Hex())
	}
}

// trifle says whether a message is one payment of small change, by way of a contract with a published source.
func (j *judge) trifle() bool {
	sum, priced := j.worth(j.s.pays.token, j.s.pays.most)
	return j.s.single && priced && sum.LessThan(pocketMoney) && j.standing(j.s.To) == published
}

// inward says whether a message that may cost something leaves it with its signer and with contracts of a published
// source: nobody gains by passing it on.
func (j *judge) inward() bool {
	someone := func(s stranger) bool { return s.as != item && j.strange(&s.who) }
	return j.s.inward && j.s.To != nil && !j.strange(j.s.To) && !slices.ContainsFunc(j.s.strangers, someone)
}

// personal says whether an address may be somebody's account. With more addresses in a message than are read, one that
// was not counts as such.
func (j *judge) personal(a common.Address) bool {
	kind := j.f.Accounts[a]
	return kind != Contract && (kind != Unread || j.f.OnChain)
}
