package guard

import (
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/txexplain"
)

// Points of what an execution shows.
const (
	takenAway      = 80 // assets leave for nothing, to somebody nobody knows
	takenPocket    = 45 // less than pocketMoney, or to a contract that could not be looked up
	takenOfAccount = 60 // assets of the sender's contract account
	unseenCode     = 40 // an unknown contract takes part: it may do otherwise when the transaction is sent
	passedMuch     = 45 // a published contract passes much on to a plain account
	passedSome     = 35 // some of it
	passedLittle   = 15
	keptLarge      = 28 // a published contract keeps what is sent, and nothing comes back now
	keptMuch       = 20
	keptLittle     = 10
	keptByUnseen   = 35 // a contract without a source keeps it, though one with a source was called
	worthlessBack  = 75 // what comes back is a token that nobody vouches for
	uncertainBack  = 35 // the same by way of a well-known contract
	unpricedBack   = 15
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
		j.add(wouldFail, 0, effectPath, "executed now, it fails (%s): it was judged by its data", j.s.effects.Reason)
		return
	case !j.s.effects.whole:
		j.add(effectUnread, unreadTransfer, effectPath, "a transfer that the execution shows has a form that cannot be read")
	}

	for _, account := range j.s.own() {
		l := j.loss(account)
		switch {
		case len(l.lost) == 0:
			j.movedAside(l)
		case j.onlySends() && j.asSaid(l):
			j.add(foreignRecipient, rightsGiven, effectPath, "executed, %s goes to %s", j.shown(l.lost[0]),
				j.s.Actions[0].Recipient.Hex())
		case j.onlySends():
			j.add(takesMore, takenAway, effectPath, "executed, it takes %s, which its data do not say", j.shown(l.lost[0]))
		case !l.back() && len(l.takers) == 0 && len(l.meant) > 0:
			j.add(knownCounterparty, 0, effectPath, "%s gets %s, as the caller means it to", l.meant[0].Account.Hex(),
				j.shown(l.meant[0]))
		case !l.back() && account != *j.payer():
			j.outOfAccount(l)
		case !l.back():
			j.nothingBack(l)
		default:
			j.exchanged(l)
		}
	}
}

// onlySends says whether the data are one plain transfer, by the coin or the token that is called.
func (j *judge) onlySends() bool {
	if len(j.s.Actions) == 0 || j.s.Calls != 1 || j.s.Signed {
		return false
	}
	a := &j.s.Actions[0]
	if a.Path != "call" || a.Recipient == nil {
		return false
	}
	_, ok := j.assetOf(a)
	return ok
}

// asSaid says whether all that leaves goes to whom a plain transfer names, in another form than the token's.
func (j *judge) asSaid(l loss) bool {
	_, gained := j.s.effects.of(*j.s.Actions[0].Recipient)
	return len(l.lost) == 1 && len(gained) == 1 && gained[0].Asset == l.lost[0].Asset &&
		gained[0].Amount.Cmp(l.lost[0].Amount) == 0
}

// movedAside looks at a contract that nobody knows, which takes nothing from the sender and pays others.
func (j *judge) movedAside(l loss) {
	if j.strange(j.s.effects.target) && len(l.takers) > 0 && !l.sends {
		j.add(assetsMoved, unseenCode, effectPath, "a contract that nobody knows moves assets to %s", l.takers[0].Account.Hex())
	}
}

// outOfAccount judges what leaves the sender's contract account while nothing comes back: what it calls is judged by
// the data, who gets something in the end by the execution.
func (j *judge) outOfAccount(l loss) {
	weight := takenOfAccount
	if len(j.s.runs) > 0 { // a Safe, which its owner makes do this
		weight = takenAway
	}
	switch keeper := j.keeper(); {
	case len(l.takers) > 0:
		j.add(assetsTaken, weight, effectPath, "executed, %s leaves the account %s, nothing comes back, and the plain "+
			"account %s gets %s", j.shown(l.lost[0]), l.lost[0].Account.Hex(), l.takers[0].Account.Hex(), j.shown(l.takers[0]))
	case keeper != nil:
		j.add(assetsTaken, takenOfAccount, effectPath, "executed, %s leaves the account %s, nothing comes back, and %s gets it, a "+
			"contract that is young or whose source nobody has published", j.shown(l.lost[0]), l.lost[0].Account.Hex(),
			keeper.Hex())
	}
}

// nothingBack judges assets that leave while nothing of worth comes back.
func (j *judge) nothingBack(l loss) {
	pocket := l.givenWhole && l.given.LessThan(pocketMoney)
	heavy := takenAway
	if pocket {
		heavy = takenPocket
	}

	switch j.standing(j.s.effects.target) {
	case unasked, unread:
		j.add(assetsTaken, takenPocket, effectPath, "executed, %s leaves and nothing comes back; whether %s has a "+
			"published source could not be looked up", j.shown(l.lost[0]), j.s.effects.target.Hex())
	case unseen, codeless:
		j.add(assetsTaken, heavy, effectPath, "executed, %s leaves and nothing comes back; %s is a contract that is young, or "+
			"whose source nobody has published", j.shown(l.lost[0]), j.s.effects.target.Hex())
	case made:
		j.intoCreation(l)
	case wellKnown:
		j.throughKnown(l, heavy)
	case itself:
		j.add(assetsTaken, heavy, effectPath, "executed, %s leaves and nothing comes back", j.shown(l.lost[0]))
	case published:
		j.throughPublished(l)
	}
}

// intoCreation judges what the making of a contract takes: coins that stay in it are its maker's.
func (j *judge) intoCreation(l loss) {
	for _, c := range l.lost {
		if c.Asset.Standard != txexplain.Native {
			j.add(assetsTaken, takenAway, effectPath, "making the contract takes %s", j.shown(c))
			return
		}
	}
	for i, who := range j.s.effects.order {
		if _, gained := j.s.effects.of(who); len(gained) > 0 && i > firstPaid {
			j.add(assetsTaken, takenAway, effectPath, "making the contract passes %s on to %s", j.shown(l.lost[0]), who.Hex())
			return
		}
	}
	j.add(assetsTaken, intoNewCode, effectPath, "%s goes into the new contract", j.shown(l.lost[0]))
}

// firstPaid is the place of the new contract among those who take part in its making: its maker pays it first.
const firstPaid = 1

// throughKnown judges what well-known contracts do with what leaves: they keep what is deposited and bridge what is
// sent, which the data tell. What a plain account gets out of it is theft, unless paying out is what the contract is
// for.
func (j *judge) throughKnown(l loss, heavy int) {
	k, _ := j.at(j.s.effects.target)
	if k.Role == RolePayout {
		j.add(knownCounterparty, 0, effectPath, "%s pays out what it is sent", k.Name)
		return
	}

	open := k.Role == RoleMulticall || k.Role == RoleMultiSend
	if open && len(l.takers) == 0 {
		j.add(leftInRouter, points[leftInRouter], effectPath, "%s stays in %s, of which anybody can take it",
			j.shown(l.lost[0]), k.Name)
		return
	}
	if len(l.takers) > 0 {
		j.add(assetsTaken, heavy, effectPath, "executed, %s leaves, nothing comes back, and the plain account %s gets %s",
			j.shown(l.lost[0]), l.takers[0].Account.Hex(), j.shown(l.takers[0]))
		return
	}
	if k.Role == RoleRouter && (j.keeper() != nil || j.exchanges(k)) {
		j.add(assetsTaken, heavy, effectPath, "executed, %s leaves and nothing comes back", j.shown(l.lost[0]))
	}
}

// keeper is a contract that gains by the execution, and is young or has no published source.
func (j *judge) keeper() *common.Address {
	for _, who := range j.s.effects.order {
		if _, gained := j.s.effects.of(who); len(gained) > 0 && j.untold(who) {
			return &who
		}
	}
	return nil
}

// exchangesOnly begin the names of routers that exchange and never bridge, so that something comes back.
var exchangesOnly = []string{"Uniswap", "Aerodrome", "Velodrome", "PancakeSwap", "SushiSwap"}

// exchanges says whether a router only exchanges, and the data put nothing into a pool.
func (j *judge) exchanges(k Known) bool {
	if k.pool || !slices.ContainsFunc(exchangesOnly, func(n string) bool { return strings.HasPrefix(k.Name, n) }) {
		return false
	}
	return !strings.Contains(strings.ToLower(j.s.Function), "liquidity")
}

// untold says whether an address is a contract that is young or has no published source.
func (j *judge) untold(who common.Address) bool {
	if _, ok := j.at(&who); ok || is(j.payer(), who) {
		return false
	}
	return j.f.Accounts[who] == Contract && (j.f.Young[who] || j.f.Unpublished[who])
}

// throughPublished judges what a contract with a published source does with what leaves.
func (j *judge) throughPublished(l loss) {
	if j.passedOn(l) {
		weight := passedLittle
		switch {
		case l.nft():
			weight = takenAway
		case !l.givenWhole || l.given.GreaterThanOrEqual(muchMoney):
			weight = passedMuch
		case l.given.GreaterThanOrEqual(someMoney):
			weight = passedSome
		}
		j.add(assetsTaken, weight, effectPath, "executed, %s leaves, nothing comes back, and the plain account %s gets %s",
			j.shown(l.lost[0]), l.takers[0].Account.Hex(), j.shown(l.takers[0]))
		return
	}

	if who := j.keeper(); who != nil {
		j.add(assetsTaken, keptByUnseen, effectPath, "executed, %s leaves, nothing comes back, and %s gets it, a contract "+
			"that is young or whose source nobody has published", j.shown(l.lost[0]), who.Hex())
		return
	}

	weight := keptLittle
	switch {
	case l.given.GreaterThanOrEqual(largeMoney):
		weight = keptLarge
	case l.given.GreaterThanOrEqual(muchMoney) || !l.givenWhole:
		weight = keptMuch
	}
	j.add(valueToUnknown, weight, effectPath, "executed, %s goes to %s, a contract that is not known, and nothing comes back now",
		j.shown(l.lost[0]), j.s.effects.target.Hex())
}

// exchanged judges what comes back for what leaves.
func (j *judge) exchanged(l loss) {
	target := j.standing(j.s.effects.target)
	if j.strange(j.s.effects.target) {
		j.add(assetsMoved, unseenCode, effectPath, "%s leaves by way of a contract that is young, or whose source nobody has "+
			"published: what it does now, it need not do when the transaction is sent", j.shown(l.lost[0]))
	}

	if l.gotWhole {
		j.priceOf(l)
		return
	}
	if l.givenWhole && l.got.Mul(decimal.NewFromInt(10)).GreaterThanOrEqual(l.given.Mul(decimal.NewFromInt(6))) {
		return
	}
	for _, c := range l.gained {
		if _, ok := j.priced(c); !ok {
			j.unpriced(l, c, target)
			return
		}
	}
}

// priceOf compares both sides in dollars. An NFT that leaves is worth something, whatever it is.
func (j *judge) priceOf(l loss) {
	nft := false
	for _, c := range l.lost {
		nft = nft || c.Asset.NFT()
	}
	switch {
	case nft && l.got.LessThan(pocketMoney):
		j.add(belowWorth, farBelow, effectPath, "executed, an NFT leaves for some $%s", l.got.Round(2))
	case l.givenWhole || !l.given.IsZero():
		j.fair(effectPath, l.given, l.got)
	}
}

// unpriced judges an exchange for something that has no price here, by who made it.
func (j *judge) unpriced(l loss, c Change, target standing) {
	token := c.Asset.Contract
	of := j.standing(&token)
	large := !l.givenWhole || l.given.GreaterThanOrEqual(someMoney)
	switch {
	case of == wellKnown || of == published:
	case j.f.Accounts[token] == Unread: // there are more than are looked at
		j.add(unpricedOrder, unpricedBack, effectPath, "%s comes back, whose worth is unknown here", j.shown(c))
	case target == unseen, target == codeless:
		j.add(unpricedOrder, worthlessBack, effectPath, "%s leaves for %s, which a contract without a published source gives",
			j.shown(l.lost[0]), j.shown(c))
	case j.f.Young[token] && large:
		j.add(unpricedOrder, uncertainBack, effectPath, "%s leaves for %s, which was made within %d days",
			j.shown(l.lost[0]), j.shown(c), newDays)
	default:
		j.add(unpricedOrder, keptMuch, effectPath, "%s comes back, whose worth is unknown here", j.shown(c))
	}
}

// usedUp says whether the execution itself spends an allowance: its spender gets all of it from its owner.
func (j *judge) usedUp(a *Action) bool {
	if !j.s.executed() || a.Owner == nil || a.Spender == nil || a.Token == nil {
		return false
	}
	if a.Unlimited || orZero(a.Amount).Sign() == 0 {
		return false
	}
	return j.s.effects.passed(*a.Token, *a.Owner, *a.Spender).Cmp(a.Amount) >= 0
}

// moot are findings of decoding that say that something could not be seen. An execution has seen it.
var moot = map[string]bool{
	unknownSelector: true,
	claimSelector:   true,
	valueToUnknown:  true,
	leftInRouter:    true,
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
	if code == unpricedOrder && !j.s.Signed { // logs tell whether it is good
		return true
	}
	return moot[code] && !j.strange(j.s.effects.target)
}
