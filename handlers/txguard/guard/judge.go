package guard

import (
	"fmt"
	"math/big"
	"slices"
	"sort"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/gen/shared"
)

// Verdict is what to do about a request.
type Verdict string

// The verdicts.
const (
	Allow Verdict = "allow" // risk below 30
	Warn  Verdict = "warn"  // 30 to 69
	Block Verdict = "block" // 70 and above
)

// Reason is one finding.
type Reason struct {
	Code     string
	Severity shared.ReasonSeverity
	Points   int     // what it weighs alone
	Adds     float64 // what it adds to the risk: see [Engine.Judge]
	Path     string  // the action that it is about, empty for the whole request
	Message  string
}

// Judgement is the outcome.
type Judgement struct {
	Verdict Verdict
	Risk    int      // 0 to 100
	Reasons []Reason // those that add most first, at least one
}

// judge collects reasons for one subject.
type judge struct {
	*Engine
	s       *Subject
	f       Facts
	now     time.Time
	reasons []Reason

	called map[string]naming    // by path
	inLogs map[common.Hash]bool // values of logs, nil before they are read
	losses map[common.Address]loss
}

// Judge scores a subject by what is known about it. Risk is the heaviest finding and a quarter of the sum
// of the others, rounded down, up to 100. A code that was found in several places counts once, at its heaviest: ten
// harmless findings of one kind are not a danger of another kind.
func (e *Engine) Judge(s *Subject, f Facts, now time.Time) Judgement {
	e.learn(s, f)
	j := &judge{
		Engine: e,
		s:      s,
		f:      f,
		now:    now,
		called: map[string]naming{},
		losses: map[common.Address]loss{},
	}
	for _, hit := range s.findings {
		j.found(hit)
	}

	j.lists()
	j.domain()
	j.target()
	j.outcome()
	j.placed()
	for _, x := range j.s.exchanges {
		j.exchange(x)
	}
	j.strangers()

	for i := range s.Actions {
		j.action(&s.Actions[i])
	}
	j.swept()
	j.limits()
	return j.result()
}

func (j *judge) add(code string, points int, path, format string, args ...any) {
	j.reasons = append(j.reasons, Reason{
		Code:     code,
		Severity: severities.Of(float64(points)),
		Points:   points,
		Path:     path,
		Message:  fmt.Sprintf(format, args...),
	})
}

func (j *judge) hit(code, path, format string, args ...any) {
	j.add(code, points[code], path, format, args...)
}

// found takes a finding of decoding over, unless an execution has answered it. What no execution has shown of a
// function that is not known is reason enough to look.
func (j *judge) found(hit Reason) {
	idle := !j.s.Signed && j.s.To != nil && j.f.Accounts[*j.s.To] == NoCode // only the coins count
	if j.seen(hit.Code) || moot[hit.Code] && idle || hit.Code == siteUnnamed && (j.inward() || j.trifle()) {
		return
	}
	weight := hit.Points
	if hit.Code == unknownSelector && !j.s.executed() && !j.vouched(hit.Path) {
		weight = notExecuted
	}
	j.add(hit.Code, weight, hit.Path, "%s", hit.Message)
}

// vouched says whether a call that was not executed has nothing to give to others: its contract is well known, or has a
// published source and takes next to no coins, and its data name nobody but the sender and contracts that are known.
// Tokens are not vouched for: what honest ones do is in the table.
func (j *judge) vouched(path string) bool {
	a := j.s.actionAt(path)
	if a == nil || len(a.data) < 4 {
		return false
	}

	k, known := j.at(a.Contract)
	token := k.Role == RoleStablecoin || k.Role == RoleWrapped
	coins, priced := j.worth(&zero, a.Value)
	free := a.Value == nil || priced && coins.LessThan(someMoney)
	told := known || free && (j.s.Signed || j.standing(a.Contract) == published)
	return !token && told && !slices.ContainsFunc(j.s.strangers, func(s stranger) bool {
		named, _ := j.at(&s.who)
		return s.path == path && (j.stranger(s) || opens(named))
	})
}

// lists looks every address of the request up, at whatever byte of its data it begins.
func (j *judge) lists() {
	seen := map[common.Address]bool{}
	for _, who := range j.s.Mentioned {
		j.listed(who, seen)
	}
	for who := range j.s.Buried() {
		j.listed(who, seen)
	}
}

// listed reports an address that is on a list, once. Taking a permission away from it is what its owner should do, so
// that alone is only worth a look.
func (j *judge) listed(who common.Address, seen map[common.Address]bool) {
	listing, bad := j.f.Listed[who]
	if !bad || seen[who] {
		return
	}
	seen[who] = true

	freed := func(a Action) bool { return !a.Grants() && is(a.Spender, who) }
	harms := func(a Action) bool { return a.names(who) && !freed(a) }
	kind := "the list " + listing.List + " of addresses that steal"
	if listing.Sanctioned {
		kind = "the sanctions list " + listing.List
	}
	weight := points[knownDrainer]
	if slices.ContainsFunc(j.s.Actions, freed) && !slices.ContainsFunc(j.s.Actions, harms) {
		weight = revokeOfListed
	}
	j.add(knownDrainer, weight, "", "%s is on %s", who.Hex(), kind)
}

func is(p *common.Address, a common.Address) bool { return p != nil && *p == a }

// target looks at the contract that a transaction calls.
func (j *judge) target() {
	if j.s.Signed || j.s.To == nil || len(j.s.data) == 0 {
		return
	}
	call := len(j.s.data)%common.HashLength == 4 // in contrast to a text along with coins
	if call && j.f.Accounts[*j.s.To] == NoCode {
		j.hit(toNotContract, "call", "there is no contract at %s on %s: the data does nothing, or the address is wrong",
			j.s.To.Hex(), j.s.Network.Name)
	}
}

func (j *judge) action(a *Action) {
	switch a.Kind {
	case Approval:
		j.approval(a)
	case ApprovalForAll:
		j.allNFTs(a)
	case Transfer, TransferFrom, NativeTransfer:
		j.transfer(a)
	case Ownership:
		j.ownership(a)
	case Upgrade:
		j.upgrade(a)
	case DelegateCall:
		j.foreignCode(a)
	case Delegation:
		if code := orNobody(a.Spender); code != zero { // which ends a delegation
			j.delegated(orNobody(a.Owner), code, a.Path)
		}
	}

	j.coins(a)
	j.payee(a)
	j.poisoned(a)
}

// coins looks at coins that a call takes along to a contract that nothing speaks for, where no execution shows them.
func (j *judge) coins(a *Action) {
	if a.Value != nil && j.strange(a.Contract) && j.f.Accounts[*a.Contract] != NoCode && !j.seen(valueToUnknown) {
		j.hit(valueToUnknown, a.Path, "%s wei go to %s, %s", a.Value, a.Contract.Hex(), standingText[j.standing(a.Contract)])
	}
}

// delegated looks at a plain account that runs a contract's code: that contract can do everything with it.
func (j *judge) delegated(account, code common.Address, path string) {
	if k, ok := j.at(&code); ok && k.Role == RoleDelegate {
		j.add(knownCounterparty, 0, path, "%s runs the code of %s, a known wallet", account.Hex(), k.Name)
		return
	}
	j.hit(delegation7702, path, "%s runs the code of %s (EIP-7702), which is not a known wallet: that contract can do "+
		"everything with it", account.Hex(), code.Hex())
}

// at is the well-known contract at an address.
func (j *judge) at(a *common.Address) (Known, bool) {
	if a == nil {
		return Known{}, false
	}
	k, ok := j.known[j.s.Network.Name][*a]
	return k, ok
}

// signed says whether the action is one of the signature itself, in contrast to a call that a
// transaction makes, be it one that a signature allows.
func (j *judge) signed(a *Action) bool { return j.s.Signed && a.Selector == "" }

func (j *judge) transfer(a *Action) {
	to := a.Recipient
	if to != nil {
		known, _ := j.at(to)
		switch {
		case a.Kind != NativeTransfer && a.Token != nil && *to == *a.Token:
			j.hit(transferToToken, a.Path, "the tokens go to the token's own contract, where they are lost")
		case *to == zero, *to == dead, opens(known):
			j.hit(transferToZero, a.Path, "the recipient %s is nobody, or anybody commands it: what goes there is lost", to.Hex())
		}
	}

	owner := orNobody(a.Owner)
	if j.s.Signed && (owner == zero || is(j.s.From, owner) || is(j.s.account, owner)) { // also by a call that it makes
		j.sent(a)
	}
	j.given(a)
}

// amount is what an action moves or allows, in words.
func (j *judge) amount(a *Action) string {
	switch {
	case a.dollars.IsPositive():
		return "$" + a.dollars.String()
	case a.Amount == nil || a.asset() == nil:
		return "an amount"
	}
	return j.units(*a.asset(), a.Amount)
}

// limits says what could not be looked at.
func (j *judge) limits() {
	if !j.f.OnChain {
		j.add(notCheckedOnChain, 0, "",
			"the network could not be read: whether addresses are contracts, and how old, is not known")
	}
	if !j.f.ListsRead {
		j.add(blocklistNotChecked, 0, "",
			"the list of addresses that steal is not loaded or old: an address that is not on it is not cleared")
	}
}

// weigh gives each reason its weight, sorts the heaviest first, and returns the sum.
func (j *judge) weigh() float64 {
	sort.SliceStable(j.reasons, func(a, b int) bool { return j.reasons[a].Points > j.reasons[b].Points })
	heaviest := map[string]bool{}
	sum := 0.0
	for i := range j.reasons {
		r := &j.reasons[i]
		if r.Points == 0 || heaviest[r.Code] {
			continue
		}
		heaviest[r.Code] = true
		r.Adds = float64(r.Points)
		if sum > 0 {
			r.Adds /= 4
		}
		sum += r.Adds
	}
	sort.SliceStable(j.reasons, func(a, b int) bool { return j.reasons[a].Adds > j.reasons[b].Adds })
	return sum
}

func (j *judge) result() Judgement {
	sum := j.weigh()
	out := Judgement{
		Risk:    min(100, int(sum)),
		Reasons: j.reasons,
		Verdict: Allow,
	}

	switch {
	case out.Risk >= blockFrom:
		out.Verdict = Block
	case out.Risk >= warnFrom:
		out.Verdict = Warn
	}

	if sum == 0 {
		out.Reasons = slices.Insert(out.Reasons, 0, Reason{
			Code:     nothingFound,
			Severity: shared.ReasonSeverityInfo,
			Message:  "no rule found anything to warn of",
		})
	}

	return out
}

func text(a *common.Address) string {
	if a == nil {
		return "(not named)"
	}
	return a.Hex()
}

// Decimal writes units of a token with its decimals, exactly and without zeros at the end: "1.5".
func Decimal(units *big.Int, decimals int) string {
	return decimal.NewFromBigInt(units, -int32(max(decimals, 0))).String()
}
