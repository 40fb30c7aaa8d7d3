package guard

import "github.com/ethereum/go-ethereum/common"

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
