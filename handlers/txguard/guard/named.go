package guard

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"
	coretypes "github.com/ethereum/go-ethereum/core/types"

	"github.com/farebox/farebox/internal/chain/coinlog"
	"github.com/farebox/farebox/internal/chain/known"
)

// strangers looks at who is named in data that no decoder reads: somebody may get something by it, or rights. Where the
// transaction was executed, its effects decide what that means:
//
//   - something leaves and comes back, or a plain account gets it: that is judged as an exchange or a loss;
//   - something leaves, nothing comes back and nobody gets it now: whoever is named may get it elsewhere or later;
//   - nothing of the sender's moves and one who is named gets something: it was the sender's to direct;
//   - nothing of the sender's moves and nothing is seen: whoever is named may have got a right, and whoever is named in
//     the data of a call that is made later may get one.
func (j *judge) strangers() {
	aside, quiet, little := j.aside()

	harmless := aside && j.acts()
	for _, s := range j.s.strangers {
		if s.member {
			j.member(s)
			continue
		}
		as := j.roleOf(s)
		owed := aside && as == receives && j.paid(s.who)
		vouched := harmless && !j.f.Young[s.who] && !j.paid(s.who)
		if quiet && !owed || !j.stranger(s) || vouched {
			continue
		}

		weight := points[strangerNamed]
		switch {
		case as == helper, j.gives(s.who), aside && as < agent && !j.f.Young[s.who] && !j.later(s) && j.unlogged(s.who):
			continue
		case as >= agent && !s.signed, owed && j.f.Accounts[s.who] != Contract:
			weight = rightToUnseen
		case little:
			weight = passedLittle
		}
		j.add(strangerNamed, weight, s.path, "data that are not decoded name %s, %s, who %s", s.who.Hex(),
			standingText[j.standing(&s.who)], roleText[as])
	}
}

// later says whether a call names somebody in the data of another one.
func (j *judge) later(s stranger) bool {
	return slices.ContainsFunc(j.naming(s).names[s.who], func(name string) bool {
		return slices.Contains(dataNames, name)
	})
}

// stranger says whether an address in data is a plain account or a contract that nothing is known about. Well-known
// contracts take addresses of contracts without a published source, such as oracles.
func (j *judge) stranger(s stranger) bool {
	if _, ok := j.at(&s.who); ok || is(j.s.From, s.who) || is(j.payer(), s.who) || j.s.meant[s.who] || j.abroad(s.who) {
		return false
	}
	switch j.f.Accounts[s.who] {
	case NoCode, Delegated:
		return true
	case Unread: // there are more than are looked at
		return j.f.OnChain
	case Contract:
		if told := j.f.Verified[s.who] || s.signed && !j.f.Unpublished[s.who]; told || j.f.Young[s.who] {
			return j.f.Young[s.who] // one of more contracts than are looked up may be anybody's
		}
		known := j.s.executed() && j.standing(j.s.effects.target) == wellKnown
		return !known || !j.s.Signed && j.logged(s.who)
	}
	return false
}

// logged says whether the execution leaves a log that names an account, other than a transfer.
func (j *judge) logged(who common.Address) bool {
	if j.inLogs == nil {
		j.inLogs = map[common.Hash]bool{}
		for _, l := range j.s.effects.Logs {
			tells := j.told(l)
			if len(l.Topics) == 0 || l.Address == coinlog.Address || tells != nil && tells.act.kind == Transfer {
				continue
			}
			for _, word := range l.Topics[1:] {
				j.inLogs[word] = true
			}
			for rest := l.Data; len(rest) >= common.HashLength; rest = rest[4:] { // also in calls, behind a selector
				j.inLogs[common.BytesToHash(rest[:common.HashLength])] = true
			}
		}
	}
	return j.inLogs[common.BytesToHash(who[:])]
}

// unlogged says whether the execution leaves logs, none of which names an account but as who gets something new: rights
// are logged with whoever gets them. Where a log is not read, what is new may be made out of something of the sender's.
func (j *judge) unlogged(who common.Address) bool {
	logs := j.s.effects.Logs
	made := len(j.gains(who)) > 0 && slices.ContainsFunc(logs, func(l *coretypes.Log) bool { return j.told(l) == nil })
	return len(logs) > 0 && !j.logged(who) && !j.paid(who) && !made
}

// abroad says whether an address is a token or a well-known contract of another network, as bridges name them.
func (j *judge) abroad(who common.Address) bool {
	for network, at := range j.known {
		if network != j.s.Network.Name && at[who].Name != "" {
			return true
		}
	}
	return who == known.LegacyEther || who == coinMarker
}

// aside says whether the execution moves nothing of the sender's, quiet whether it leaves nothing to ask about who is
// named, and little whether it takes less than somebody would be robbed of.
func (j *judge) aside() (aside, quiet, little bool) {
	if !j.s.executed() || j.payer() == nil || j.strange(j.s.effects.target) {
		return false, false, false
	}
	l := j.loss(*j.payer())
	if len(l.lost) > 0 {
		return false, len(l.gained) > 0 || len(l.takers) > 0, l.givenWhole && l.given.LessThan(someMoney)
	}
	return true, len(l.gained) > 0, false
}

// gives says whether the execution takes from somebody.
func (j *judge) gives(who common.Address) bool {
	if !j.s.executed() {
		return false
	}
	lost, _ := j.s.effects.of(who)
	return len(lost) > 0
}

// paid says whether an account gets something by the execution that was there before: what is newly made was nobody's.
func (j *judge) paid(who common.Address) bool {
	return slices.ContainsFunc(j.gains(who), func(c Change) bool { return !j.s.effects.made(c.Asset) })
}

// acts says whether the execution leaves logs, all of them of acts that give others nothing of the sender's. A contract
// of yesterday is still reported: a new Safe may run its code.
func (j *judge) acts() bool {
	for _, l := range j.s.effects.Logs {
		if tells := j.told(l); l.Address != coinlog.Address && (tells == nil || tells.act.kind != Call) {
			return false
		}
	}
	return len(j.s.effects.Logs) > 0
}
