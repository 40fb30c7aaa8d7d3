package guard

import (
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// payees notes who is named in a message of a type that is not known: each of them may get something by it. Of an
// order, both sides of which can be told, only those count whose names say that they get something.
func (m *message) payees(typ string, v any) {
	if i := strings.LastIndexByte(typ, '['); i >= 0 {
		list, _ := v.([]any)
		for _, item := range list {
			m.payees(typ[:i], item)
		}
		return
	}

	value, _ := v.(map[string]any)
	if value == nil { // types may hold themselves, values do not
		return
	}

	for _, member := range m.Data.Types[typ] {
		who := fields(value).addr(member.Name)
		named := m.s.Kind != "limit_order" || roleNamed(member.Name) == receives
		if member.Type == "address" && who != nil && *who != zero && named {
			m.s.payees = append(m.s.payees, party{who: *who, as: roleNamed(member.Name)})
		}
		if list, ok := value[member.Name].([]any); ok && strings.HasPrefix(member.Type, "address[") {
			for _, v := range list {
				if who := addressOf(v); who != nil && *who != zero {
					m.s.payees = append(m.s.payees, party{who: *who, as: roleNamed(member.Name)})
				}
			}
		}
		m.payees(member.Type, value[member.Name])
	}
}

// payees looks for plain accounts that get something by a message that nobody can read.
func (j *judge) payees() {
	for i := range j.s.payees {
		who := &j.s.payees[i].who
		if j.s.payees[i].as == power && (j.untold(*who) || j.f.Accounts[*who] == NoCode) && !is(j.s.From, *who) {
			j.add(unknownPermission, rightToUnseen, "message", "the message lets %s act for the signer, which is a plain "+
				"account or a contract that is young or whose source is not published", who.Hex())
			continue
		}

		if _, ok := j.at(who); ok || is(j.s.From, *who) || !j.personal(*who) {
			continue
		}
		if j.s.From == nil {
			j.add(recipientUnchecked, 0, "message", "the message names %s: make sure that this is the account "+
				"that signs", who.Hex())
			continue
		}
		j.hit(strangerNamed, "message", "the message is of a kind that is not known, and gives something to %s, "+
			"which is not the signer and not seen to be a contract", who.Hex())
	}
}

// personal says whether an address may be somebody's account. With more addresses in a message than are read, one that
// was not counts as such.
func (j *judge) personal(a common.Address) bool {
	switch j.f.Accounts[a] {
	case Contract:
		return false
	case Unread:
		return j.f.OnChain
	default:
		return true
	}
}
