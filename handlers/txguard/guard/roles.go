package guard

import (
	"regexp"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/abijson"
)

// role is what somebody gets who is named in a call, by what the source of the contract or its project calls the value.
type role int

const (
	unnamed  role = iota // nothing says
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
	helper: {
		"validator", "relayer", "facilitator", "bonder", "keeper", "referrer", "referral", "affiliate", "partner", "integrator",
		"frontend", "attester", "oracle", "currency", "hint", "strategy", "strategies", "strategys", "pool", "gauge", "market", "token", "asset",
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
	for _, r := range []role{helper, receives, power, agent} {
		for _, word := range roleWords[r] {
			if name == word || (len(word) > mostPlain || word == "key") && strings.HasSuffix(name, word) {
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
		told := as != helper && len(name) > 1 || serves.MatchString(name)
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
