package guard

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"
)

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
	case over(largeMoney):
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
