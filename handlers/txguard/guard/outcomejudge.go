package guard

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/txexplain"
)

// Points of what an execution shows.
const (
	takenAway      = 80 // assets leave for nothing, to somebody nobody knows
	takenPocket    = 45 // less than pocketMoney, or of the sender's contract, or to one that could not be looked up
	unseenCode     = 40 // an unknown contract takes part: it may do otherwise when the transaction is sent
	passedOn       = 45 // a published contract passes it on to a plain account
	passedLittle   = 15
	kept           = 15 // a published contract keeps what is sent, and nothing comes back now
	worthlessBack  = 75 // what comes back is a token that nobody vouches for
	uncertainBack  = 35 // the same by way of a well-known contract
	intoNewCode    = 20 // coins for the contract that the transaction makes
	unreadTransfer = 35 // a transfer in a form that cannot be read
)

// standing is how much speaks for an address.
type standing int

const (
	unasked   standing = iota // nothing: whether it has a published source could not be looked up
	unread                    // nothing: nobody has looked what is there
	codeless                  // it has no code of its own
	unseen                    // a contract that is young or has no published source
	published                 // its source is published, and it is older than some days
	wellKnown                 // it is in the table
	itself                    // the sender's own account
	made                      // the transaction makes it
)

// standing of an address.
func (j *judge) standing(a *common.Address) standing {
	switch {
	case a == nil:
		return made
	case is(j.payer(), *a):
		return itself
	}

	kind := j.f.Accounts[*a]
	_, known := j.at(a)
	switch {
	case kind == NoCode, kind == Delegated:
		return codeless
	case known:
		return wellKnown
	case j.f.Young[*a], j.f.Unpublished[*a]:
		return unseen
	case j.f.Verified[*a]:
		return published
	case kind == Unread && j.f.OnChain:
		return unread
	}
	return unasked
}

// strange says whether nothing speaks for an address.
func (j *judge) strange(a *common.Address) bool { return j.standing(a) <= unseen }

// payer sends what was executed, nil where nothing was.
func (j *judge) payer() *common.Address {
	if j.s.effects == nil {
		return j.s.From
	}
	return j.s.effects.payer
}

// outcome judges what the execution shows: what leaves its sender and its sender's account, who gets it, and what comes
// back.
func (j *judge) outcome() {
	switch {
	case j.s.effects == nil || j.payer() == nil:
		return
	case !j.s.effects.Worked:
		how := "executed now, it fails"
		if j.s.use != "" {
			how = "used now, by " + j.s.use + ", the signature is refused, as one for another nonce or domain, or past its end"
		}
		j.add(wouldFail, 0, effectPath, "%s (%s): it was judged by its data", how, j.s.effects.Reason)
		return
	case !j.s.effects.whole:
		j.add(effectUnread, unreadTransfer, effectPath, "a transfer that the execution shows has a form that cannot be read")
	}

	for _, account := range j.s.own() {
		l := j.loss(account)
		switch {
		case len(l.lost) == 0:
			j.movedAside(l)
		case j.onlySends(l):
			j.add(knownCounterparty, 0, effectPath, "executed, %s goes to whom the data name", j.shown(l.lost[0]))
		case !l.back() && len(l.takers) == 0 && len(l.meant) > 0:
			j.add(knownCounterparty, 0, effectPath, "%s gets %s, as the caller means it to", l.meant[0].Account.Hex(),
				j.shown(l.meant[0]))
		case !l.back():
			j.nothingBack(account, l)
		default:
			j.exchanged(account, l)
		}
	}
}

// onlySends says whether all that happens is a plain transfer: the called token moves some of itself to an account that
// the data name.
func (j *judge) onlySends(l loss) bool {
	f := j.s.effects
	if len(l.lost) != 1 || len(f.Logs) != 1 || len(f.moves) != 1 || j.strange(f.target) {
		return false
	}
	sent := f.moves[0]
	plain := !sent.Asset.NFT() || j.s.Actions[0].Kind == Transfer
	return is(f.target, sent.Asset.Contract) && plain && j.s.says(sent.To)
}

// movedAside looks at a contract that nobody knows, which takes nothing from the sender and pays others.
func (j *judge) movedAside(l loss) {
	if j.strange(j.s.effects.target) && len(l.takers) > 0 && !l.sends {
		j.add(assetsMoved, unseenCode, effectPath, "a contract that nobody knows moves assets to %s", l.takers[0].Account.Hex())
	}
	unnamed := slices.DeleteFunc(slices.Clone(l.takers), func(t Change) bool { return j.s.says(t.Account) })
	paid, _ := j.sum(unnamed)
	if paid.GreaterThanOrEqual(largeMoney) && j.standing(j.s.effects.target) == published && len(l.gained) == 0 {
		j.add(assetsMoved, passedOn, effectPath, "some $%s of the contract's go to %s, whom the request does not name",
			paid.Round(0), unnamed[0].Account.Hex())
	}
}

// nothingBack judges assets that leave an account while nothing of worth comes back, by the contract that is called and
// by who gets something in the end: a plain account, or a contract that is young or without a source.
func (j *judge) nothingBack(account common.Address, l loss) {
	target := j.standing(j.s.effects.target)
	known, _ := j.at(j.s.effects.target)
	pocket := l.givenWhole && l.given.LessThan(pocketMoney)
	taken := len(l.takers) > 0
	keeper := j.keeper()
	code := assetsTaken
	weight := takenAway
	switch {
	case target == wellKnown && known.Role == RolePayout && len(j.s.meant) == 0:
		return
	case account != *j.payer() && !taken && keeper == nil:
		return
	case account != *j.payer() && (len(j.s.runs) == 0 || !taken): // a Safe's owner makes it do what its runs say
		weight = takenPocket
	case account != *j.payer():
	case target == made && j.staysIn(l):
		weight = intoNewCode
	case opens(known) && !taken: // anybody gets it next
	case target == wellKnown && !taken && (known.Role != RoleRouter || keeper == nil && !j.swaps(known)):
		return // it keeps what is deposited, and bridges what is sent
	case target == wellKnown && taken && !opens(known), target == published && j.passedOn(l):
		weight = j.passedWeight(l)
	case target <= unread, pocket && target != published:
		weight = takenPocket
	case target == published:
		taken = false
		code = valueToUnknown
		weight = kept
	}

	who := "by " + text(j.s.effects.target) + ", " + standingText[target]
	if taken {
		who = "and the plain account " + l.takers[0].Account.Hex() + " gets " + j.shown(l.takers[0])
	} else if keeper != nil {
		who = "and " + keeper.Hex() + " gets it, " + standingText[unseen]
	}
	j.add(code, weight, effectPath, "executed, %s leaves and nothing comes back, %s", j.shown(l.lost[0]), who)
}

// staysIn says whether the making of a contract takes nothing but coins that stay in it: they are its maker's, who pays
// it first.
func (j *judge) staysIn(l loss) bool {
	after := j.s.effects.order[min(2, len(j.s.effects.order)):]
	return !slices.ContainsFunc(after, func(who common.Address) bool { return len(j.gains(who)) > 0 }) &&
		!slices.ContainsFunc(l.lost, func(c Change) bool { return c.Asset.Standard != txexplain.Native })
}

// passedWeight weighs what a contract passes on to a plain account: for shares that are burnt, what the sender is owed.
func (j *judge) passedWeight(l loss) int {
	unburnt := func(c Change) bool { return orZero(j.s.effects.total[c.Asset]).Sign() >= 0 }
	switch {
	case l.nft():
		return takenAway
	case l.givenWhole && l.given.LessThan(someMoney):
		return passedLittle
	case len(j.s.meant) > 0, !l.sends && !slices.ContainsFunc(l.lost, unburnt):
		return takenAway
	}
	return passedOn
}

// says whether the data of what was executed hold an address: else the contract that is called has chosen it.
func (s *Subject) says(who common.Address) bool {
	for _, r := range s.runs {
		if bytes.Contains(r.Data, who[:]) || is(r.To, who) {
			return true
		}
	}
	return bytes.Contains(s.data, who[:])
}

// keeper is a contract that gains by the execution, and is young or has no published source.
func (j *judge) keeper() *common.Address {
	for _, who := range j.s.effects.order {
		if len(j.gains(who)) > 0 && j.untold(who) {
			return &who
		}
	}
	return nil
}

// swapsOnly begin the names of routers that exchange and never bridge, so that something comes back.
var swapsOnly = []string{"Uniswap", "Aerodrome", "Velodrome", "PancakeSwap", "SushiSwap"}

// swaps says whether a router only exchanges, and the data put nothing into a pool.
func (j *judge) swaps(k Known) bool {
	if k.pool || !slices.ContainsFunc(swapsOnly, func(n string) bool { return strings.HasPrefix(k.Name, n) }) {
		return false
	}
	return !strings.Contains(strings.ToLower(j.s.Function), "liquidity")
}

// untold says whether an address is a contract that is young or has no published source.
func (j *judge) untold(who common.Address) bool { return j.standing(&who) == unseen }

// exchanged judges what comes back for what leaves.
func (j *judge) exchanged(account common.Address, l loss) {
	if j.strange(j.s.effects.target) {
		j.add(assetsMoved, unseenCode, effectPath, "%s leaves by way of a contract that is young, or whose source nobody has "+
			"published: what it does now, it need not do when the transaction is sent", j.shown(l.lost[0]))
	}

	x := exchange{path: effectPath, maker: &account}
	for _, c := range l.lost {
		x.gives = append(x.gives, assetOf(c))
	}
	for _, c := range l.gained {
		x.gets = append(x.gets, assetOf(c))
	}
	j.exchange(x)
}

// assetOf is what changes hands, as a part of an exchange.
func assetOf(c Change) asset {
	return asset{
		token: &c.Asset.Contract, // zero is the network's coin
		nft:   c.Asset.NFT(),
		least: c.Amount,
		most:  c.Amount,
		to:    &c.Account,
	}
}

// moot are findings of decoding that say that something could not be seen. An execution has seen it.
var moot = map[string]bool{
	malformed:       true,
	unknownSelector: true,
	valueToUnknown:  true,
	tooDeep:         true,
}

// seen says whether a finding of decoding is answered by the execution. Of a contract that nobody knows it stays: what
// it does now, it need not do then.
func (j *judge) seen(code string) bool {
	if !j.s.executed() || j.payer() == nil {
		return false
	}
	if code == malformed { // whatever it was to the table, the contract took it
		return true
	}
	return moot[code] && !j.strange(j.s.effects.target)
}
