package guard

import (
	"regexp"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	coretypes "github.com/ethereum/go-ethereum/core/types"

	"github.com/farebox/farebox/internal/chain/abijson"
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
		case as == item, as == helper, j.gives(s.who),
			aside && as < agent && !j.f.Young[s.who] && !j.later(s) && j.unlogged(s.who):
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

// role is what somebody gets who is named in a call, by what the source of the contract or its project calls the value.
type role int

const (
	unnamed  role = iota // nothing says
	item                 // is a token, not somebody
	helper               // serves the call: a relayer, a validator, who referred the sender
	receives             // gets what is paid or taken out
	agent                // may act for the sender in something, as keys that an app makes do
	power                // may act for the sender afterwards
)

// roleText is what a role means, in words.
var roleText = map[role]string{
	unnamed:  "may get something by it, or a right",
	receives: "gets what comes of it, by the name of the value",
	agent:    "may act for the sender afterwards, by the name of the value",
	power:    "may act for the sender afterwards, by the name of the value",
}

// roleWords end the names of values. Names are compared in lower case, without the marks of their style.
var roleWords = map[role][]string{
	item: {"token", "asset", "currency", "tokenaddress", "assetaddress"},
	helper: {
		"validator", "relayer", "facilitator", "bonder", "keeper", "referrer", "referral", "affiliate", "partner", "integrator",
		"frontend", "attester", "oracle", "hint", "strategy", "strategies", "pool", "gauge", "market",
		"collection", "voter", "group", "sponsor", "builder", "serviceprovider", "verifier", former,
	},
	receives: {
		"recipient", "receiver", "to", "beneficiary", "destination", "destinationaddress", "onbehalfof", "target",
		"payee", "depositreceiver", "toaddress",
	},
	power: {
		"operator", "spender", "manager", "admin", "guardian", "minter", "controller", "module", "claimer",
		"withdrawaladdress", "newowner", "newadmin", "newminter", "authorized", "proofsubmitter", "recovery", "transferor", "facetaddress", "peer",
		"implementation", "accessor",
	},
	agent: {"signer", "agent", "key", "delegate", "delegatedexecutor", "grantee", "initdata", "installdata"},
}

// roleNamed is the role of a value with a name.
func roleNamed(name string) role {
	name = strings.TrimSuffix(normalName(name), "s")
	for _, r := range []role{item, helper, receives, power, agent} {
		for _, word := range roleWords[r] {
			word = strings.TrimSuffix(word, "s")
			if name == word || (len(word) > mostPlain || word == "key" || r == item) && strings.HasSuffix(name, word) {
				return r
			}
		}
	}
	return unnamed
}

// mostPlain is the length up to which a word has to be the whole name.
const mostPlain = 6

// normalName is a name without the marks of its style.
func normalName(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// naming is the function of a call, its values, and the names of its addresses; nothing where it is not known, or the
// data do not decode.
type naming struct {
	function *function
	values   fields
	names    map[common.Address][]string
}

// naming is that of the call that names somebody, read once for all whom it names.
func (j *judge) naming(s stranger) naming {
	of, read := j.called[s.path]
	if !read {
		if of.function = j.calledBy(s); of.function != nil {
			reader := abijson.Reader{Values: maxValues}
			if values, err := reader.Read(of.function.params, s.data[4:]); err == nil {
				of.values = named(of.function.params, values)
				of.names = namesOf(of.values)
			}
		}
		j.called[s.path] = of
	}
	return of
}

// roleOf is the gravest role that an address has in the call that names it and in the logs of the execution.
func (j *judge) roleOf(s stranger) role {
	most := unnamed
	of := j.naming(s)
	for _, name := range of.names[s.who] {
		as := roleNamed(name)
		told := as != item && as != helper && len(name) > 1 || serves.MatchString(name)
		unpaid := orZero(j.s.Value).Sign() == 0 && !paysSome(of.function)
		if told && unpaid && setter.MatchString(of.function.signature) {
			as = max(as, power) // for whatever comes
		}
		most = max(most, as)
	}
	return most
}

// setter begins functions that say who does or gets something from now on, and serves ends whoever does.
var (
	setter = regexp.MustCompile(`^(set|change|update|add|replace|assign|nominate|propose|appoint|approve|authori[sz]e|grant|enable|allow)[A-Z_]`)
	serves = regexp.MustCompile(`(?i)(relayer|keeper|bonder|validators?)$`)
)

// paysSome says whether a function says how much somebody gets, or how fast.
func paysSome(f *function) bool {
	return slices.ContainsFunc(f.params, func(p abi.Argument) bool {
		name := normalName(p.Name)
		return (p.Type.T == abi.UintTy || p.Type.T == abi.IntTy) && (strings.HasSuffix(name, "amount") || strings.HasSuffix(name, "rate"))
	})
}

// calledBy is the function of the call that names somebody, by the table, by the ABI of its contract or by what its
// project says.
func (j *judge) calledBy(s stranger) *function {
	if s.contract == nil || len(s.data) < 4 {
		return nil
	}
	if f := j.functions[[4]byte(s.data)]; f != nil {
		return f
	}
	if of := j.f.ABIs[*s.contract]; of != nil {
		if m, err := of.MethodById(s.data); err == nil {
			return &function{signature: m.Sig, params: m.Inputs}
		}
	}

	form, ok := j.forms.Call(j.s.Network.Name, *s.contract, [4]byte(s.data))
	if !ok {
		return nil
	}
	f, err := newFunction(form.Signature)
	if err != nil {
		return nil
	}
	return f
}

// namesOf are the names of the values that are addresses.
func namesOf(values fields) map[common.Address][]string {
	out := map[common.Address][]string{}
	leaves("", map[string]any(values), func(name string, v any) {
		who := words(octetsOf(v)) // bytes name whom a module answers to
		if a := addressOf(v); a != nil {
			who = []common.Address{*a}
		}
		for _, a := range who {
			if !slices.Contains(out[a], name) {
				out[a] = append(out[a], name)
			}
		}
	})
	return out
}
