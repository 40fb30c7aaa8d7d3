package guard

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"
)

// right is what somebody may do afterwards.
type right int

const (
	pocketAllowance  right = iota // may take less than pocketMoney
	allowance                     // may take more
	boundlessAllowed              // may take all
	oneNFT
	allNFTs
	controlOver // decides over a contract or an account
	newCode     // is the code of a contract from now on
	foreignCode // runs once with an account's rights
)

// ordinary are the points of what apps ask for every day.
const ordinary = 20

// weights are the points of a right, by the standing of whoever gets it: not asked, not looked at, a plain account,
// unseen code, published, well known, the sender, newly made.
var weights = map[right][made + 1]int{
	pocketAllowance:  {20, 40, 65, 35, 20, 20, 20, 20},
	allowance:        {20, 40, 70, 35, 20, 20, 20, 20},
	boundlessAllowed: {20, 40, 70, 70, 20, 20, 20, 20},
	oneNFT:           {20, 40, 75, 35, 20, 20, 20, 20},
	allNFTs:          {50, 50, 75, 75, 50, 50, 20, 20},
	controlOver:      {60, 60, 75, 75, 20, 60, 60, 20},
	newCode:          {50, 50, 50, 75, 25, 50, 50, 20},
	foreignCode:      {80, 80, 40, 80, 40, 40, 40, 20},
}

// standingText is what speaks for somebody, in words.
var standingText = map[standing]string{
	unasked:   "an account that could not be looked up",
	unread:    "an account that could not be looked at, or there are more than are looked at",
	codeless:  "a plain account, not a contract",
	unseen:    "a contract that is young or whose source nobody has published",
	published: "a contract with a published source that is not in the table of known ones",
	wellKnown: "a known contract that is not made for that",
	itself:    "the sender",
}

// weight is that of a right for somebody, and who that is in words. A contract that anybody commands is anybody.
func (j *judge) weight(r right, who *common.Address) (points int, text string) {
	if k, _ := j.at(who); opens(k) {
		return weights[r][codeless], "a contract that makes whatever calls anybody asks it for"
	}
	s := j.standing(who)
	return weights[r][s], standingText[s]
}

// allowanceCodes are the findings of an allowance.
type allowanceCodes struct{ unlimited, codeless, unknown string }

var (
	calledCodes = allowanceCodes{unlimitedApproval, approvalSpenderEOA, approvalUnknown}
	signedCodes = allowanceCodes{unlimitedPermit, permitSpenderEOA, permitUnknown}
)

func (j *judge) approval(a *Action) {
	switch {
	case !a.Grants():
		j.add(approvalRevoke, 0, a.Path, "the allowance of %s is taken away or lowered", text(a.Spender))
		return
	case a.Standard == spendStandard:
		j.spending(a)
		return
	case a.Spender != nil && (is(a.Owner, *a.Spender) || a.Owner == nil && is(j.s.From, *a.Spender)):
		j.add(ownAllowance, 0, a.Path, "the account allows itself what it has already")
		return
	}

	codes := calledCodes
	if j.signed(a) {
		codes = signedCodes
	}
	known, _ := j.at(a.Spender)
	made := j.madeFor(a.Spender)
	switch {
	case a.Unlimited && made:
		j.add(codes.unlimited, unlimitedToKnown, a.Path, "the allowance has no limit; %s is made to take allowances", known.Name)
	case a.Unlimited:
		weight := points[codes.unlimited]
		if a.Path != effectPath && j.standing(a.Spender) == published { // as most apps ask for
			weight = ordinary
		}
		j.add(codes.unlimited, weight, a.Path, "the allowance has no limit: %s could take every token %s of this kind, now and "+
			"later", text(a.Spender), text(a.Token))
	}
	switch {
	case a.Spender == nil:
		return
	case made:
		j.add(knownCounterparty, 0, a.Path, "the spender is %s", known.Name)
		return
	}

	r := allowance
	switch {
	case a.TokenID != nil:
		r = oneNFT
	case a.Unlimited:
		r = boundlessAllowed
	case j.below(a, pocketMoney):
		r = pocketAllowance
	}
	points, who := j.weight(r, a.Spender)
	code := codes.unknown
	switch s := j.standing(a.Spender); {
	case s == codeless:
		code = codes.codeless
	case s == unseen && r <= allowance && j.signed(a): // permits are for one sum, and many apps publish late
		points = ordinary
	}
	j.add(code, points, a.Path, "the spender %s is %s", a.Spender.Hex(), who)
	j.exposed(a)
}

// takesAllowances are the roles of contracts that take allowances and spend them as their owners say.
var takesAllowances = map[Role]bool{RoleRouter: true, RolePermit2: true, RoleMarketplace: true}

// madeFor says whether a spender is a well-known contract that takes allowances as its users say: such contracts are
// asked for an allowance without limit every day.
func (j *judge) madeFor(spender *common.Address) bool {
	k, _ := j.at(spender)
	return takesAllowances[k.Role] && j.standing(spender) == wellKnown
}

// opens says whether anybody may have the contract call anything.
func opens(k Known) bool { return k.Role == RoleMulticall || k.Role == RoleMultiSend }

func (j *judge) allNFTs(a *Action) {
	known, _ := j.at(a.Spender)
	points, who := j.weight(allNFTs, a.Spender)
	switch {
	case !a.Grants():
		j.add(approvalRevoke, 0, a.Path, "the operator %s loses its rights", text(a.Spender))
		return
	case known.Role == RoleMarketplace, known.Role == RoleRegistry, known.pool:
		points = allNFTMarketplace
		who = known.Name
	}
	j.add(approvalAllNFT, points, a.Path, "%s, %s, may take every NFT of the collection %s", text(a.Spender), who, text(a.Token))
}

func (j *judge) ownership(a *Action) {
	of := a.Contract
	if a.Standard == "ERC-7710" {
		of = a.Owner
	}

	shared := a.Amount != nil && a.Amount.Cmp(common.Big1) > 0 // the others have to agree
	points, who := j.weight(controlOver, a.Spender)
	switch {
	case a.Spender == nil && shared:
		points = thresholdChange
	case a.Spender == nil:
		points = weights[controlOver][unasked]
	case j.s.meant[*a.Spender]:
		points = controlMeant
	case shared && j.s.listed:
		points = min(points, thresholdChange)
	case shared:
		points = min(points, coOwner)
	}
	j.add(ownershipChange, points, a.Path, "%s changes who controls %s: %s, %s", a.Function, text(of), text(a.Spender), who)
}

func (j *judge) upgrade(a *Action) {
	points, who := j.weight(newCode, a.Spender)
	j.add(proxyUpgrade, points, a.Path, "the code behind %s is replaced by %s, %s", text(a.Contract), text(a.Spender), who)
}

func (j *judge) foreignCode(a *Action) {
	points, who := j.weight(foreignCode, a.Spender)
	j.add(safeDelegateCall, points, a.Path, "a delegatecall to %s, %s, gives that contract the rights of the account, and it "+
		"is not one of Safe's own batch contracts", text(a.Spender), who)
}

// Bounds of amounts, in dollars. They are meant for a program's own wallet: what it pays in a day is below the first.
var (
	pocketMoney = decimal.NewFromInt(10)     // below, a whole balance is small change
	someMoney   = decimal.NewFromInt(100)    // below, most of a balance is no reason to stop
	muchMoney   = decimal.NewFromInt(1_000)  // for a stranger, worth a look
	largeMoney  = decimal.NewFromInt(10_000) // for a stranger, worth a person's look
)

// Points of amounts. An allowance weighs more than a transfer, because the signer knows where a transfer goes.
const (
	// muchAllowed is an allowance of muchMoney for a contract that is not known, of more than half of what the account
	// holds, or one whose worth and share are both unknown.
	muchAllowed = 30

	spendBase      = 10 // a permission to spend by period
	spendUnlimited = 75 // one without limit

	transferBase  = 10
	transferLarge = 35
	transferWhole = 35 // nearly all that the account holds
	// transferUnseen is one whose worth and share cannot be read here: it leaves an account at an exchange, or a call
	// makes it that the signature allows.
	transferUnseen = 30
)

// worth is what units of a token are worth in dollars; ok is false where no price is known.
func (j *judge) worth(token *common.Address, units *big.Int) (dollars decimal.Decimal, ok bool) {
	if token == nil || units == nil {
		return decimal.Zero, false
	}
	if k, ok := j.at(token); ok && k.Role == RoleStablecoin {
		return decimal.NewFromBigInt(units, -int32(k.Decimals)), true
	}

	at := *token
	decimals := j.f.Tokens[*token].Decimals
	if j.isCoin(*token) {
		at = j.s.Network.WrappedToken
		decimals = 18
	} else if _, read := j.f.Tokens[*token]; !read {
		return decimal.Zero, false
	}

	price, ok := j.f.Prices[at]
	if !ok {
		return decimal.Zero, false
	}

	return decimal.NewFromBigInt(units, -int32(decimals)).Mul(price), true
}

// share is the part of what the account holds that units are, in per cent; ok is false where the balance is not known
// or nothing.
func (j *judge) share(token *common.Address, units *big.Int) (percent int64, ok bool) {
	if token == nil || units == nil {
		return 0, false
	}
	balance := j.f.Balances[*token]
	if balance == nil || balance.Sign() <= 0 {
		return 0, false
	}
	part := new(big.Int).Mul(units, big.NewInt(100))
	part.Quo(part, balance)
	if !part.IsInt64() {
		return 1 << 32, true
	}
	return part.Int64(), true
}

// below says whether what an action moves or allows is priced, and worth less than a sum.
func (j *judge) below(a *Action, sum decimal.Decimal) bool {
	dollars, priced := j.worth(a.asset(), a.Amount)
	return priced && !a.Unlimited && dollars.LessThan(sum)
}

// exposed judges how much an allowance is over, for a spender that is not known to be honest.
func (j *judge) exposed(a *Action) {
	told := a.Spender != nil && j.standing(a.Spender) == published // without a limit it weighs no more than with one
	if a.Unlimited || a.Amount == nil || a.TokenID != nil || a.Standard == "ERC-721" || told {
		return
	}

	dollars, priced := j.worth(a.Token, a.Amount)
	percent, held := j.share(a.Token, a.Amount)
	over := func(least decimal.Decimal) bool { return priced && dollars.GreaterThanOrEqual(least) }
	fresh := a.Spender != nil && j.f.Young[*a.Spender] && j.f.Unpublished[*a.Spender]
	code := largeAmount
	weight := muchAllowed
	switch {
	case fresh && over(muchMoney):
		weight = allowedToUnseen
	case over(muchMoney):
	case held && percent >= 50 && (!priced || over(someMoney)):
		code = mostOfBalance
	case !priced && !held && j.s.Signed:
		code = unknownAmount
	default:
		return
	}
	of := "what the account holds of it is not known"
	switch balance := j.f.Balances[orNobody(a.Token)]; {
	case balance != nil && balance.Sign() == 0:
		of = "the account holds none of it now, and the allowance stays"
	case held:
		of = fmt.Sprintf("%d %% of what the account holds", min(percent, 100))
	}
	j.add(code, weight, a.Path, "the allowance is over %s of %s: %s", j.amount(a), text(a.Token), of)
}

// sent judges a transfer that a signature allows: how much goes to somebody who is not known, and for how long the
// signature is good.
func (j *judge) sent(a *Action) {
	j.add(transferAuth, transferBase, a.Path, "whoever holds the signature can send %s of token %s to %s, once",
		j.amount(a), text(a.Token), text(a.Recipient))
	if !j.foreign(a) {
		return
	}

	token := a.asset()
	dollars, priced := a.dollars, a.dollars.IsPositive()
	if !priced {
		dollars, priced = j.worth(token, a.Amount)
	}
	over := func(least decimal.Decimal) bool { return priced && dollars.GreaterThanOrEqual(least) }
	percent, held := j.share(token, a.Amount)

	const where = "%s go to %s, which is not in the table of known contracts"
	switch {
	case over(largeMoney), over(muchMoney) && !j.signed(a) && j.untold(orNobody(j.s.To)):
		j.add(largeAmount, transferLarge, a.Path, where, j.amount(a), text(a.Recipient))
	case !priced && !held && (a.Standard == hyperliquidStandard || !j.signed(a)):
		j.add(unknownAmount, transferUnseen, a.Path, where, j.amount(a), text(a.Recipient))
	}
	if held && percent >= 90 && (!priced || over(someMoney)) {
		j.add(mostOfBalance, transferWhole, a.Path, "that is all, or nearly all, that the account holds of %s",
			text(a.Token))
	}
	days := big.NewInt(j.now.AddDate(0, 0, longDays).Unix())
	if a.Deadline != nil && over(muchMoney) && a.Deadline.Cmp(days) > 0 {
		j.hit(lastingTransfer, a.Path, "the signature is good for longer than %d days: no payment needs that", longDays)
	}
}

// spendStandard is Coinbase's spend permissions: a spender, who may well be a plain account, takes up to an amount in
// each period out of a smart wallet.
const spendStandard = "Coinbase spend permission"

// monthSeconds are 30 days, the time over which spending is counted.
const monthSeconds = 30 * 24 * 3600

// spending judges a permission to spend by what it lets the spender take in a month, or in one period that is longer.
func (j *judge) spending(a *Action) {
	if a.Unlimited {
		j.add(unlimitedPermit, spendUnlimited, a.Path, "%s may take all of %s, again and again", text(a.Spender),
			text(a.Token))
		return
	}
	monthly := *a
	if a.period != nil && a.period.Sign() > 0 && a.period.Cmp(big.NewInt(monthSeconds)) < 0 {
		monthly.Amount = new(big.Int).Mul(a.Amount, big.NewInt(monthSeconds))
		monthly.Amount.Quo(monthly.Amount, a.period)
	}
	j.add(spendPermitted, spendBase, a.Path, "%s may take %s, again in each period of %s seconds (0: once)",
		text(a.Spender), j.amount(a), orZero(a.period))
	j.exposed(&monthly)
}
