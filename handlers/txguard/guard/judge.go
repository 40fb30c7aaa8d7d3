package guard

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"sort"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/clip"
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
	Path     string  // the action that it is about
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
	clock   clock
	reasons []Reason
}

// Judge scores a subject by what is known about it. Risk is the heaviest finding and a quarter of the sum
// of the others, rounded down, up to 100. A code that was found in several places counts once, at its heaviest: ten
// harmless findings of one kind are not a danger of another kind. The facts are put into the subject's actions first;
// see Subject.Learn.
func (e *Engine) Judge(s *Subject, f Facts, now time.Time) Judgement {
	e.collections(s, &f)
	s.Learn(f)
	j := &judge{Engine: e, s: s, f: f, clock: clock{now}}
	for _, hit := range s.findings {
		j.found(hit)
	}

	j.lists()
	j.buried()
	j.domain()
	j.target()
	j.outcome()
	j.orders()
	j.borrowed()
	for _, x := range j.s.exchanges {
		j.exchange(x)
	}
	j.calls()

	for i := range s.Actions {
		j.action(&s.Actions[i])
	}
	j.swept()
	j.limits()
	return j.result()
}

// collections adds the NFTs that are known by their address to those that say what they are.
func (e *Engine) collections(s *Subject, f *Facts) {
	for i := range s.Actions {
		t := s.Actions[i].Token
		if t == nil || e.known[s.Network.Name][*t].Role != RoleCollection {
			continue
		}
		f.NFTs = maps.Clone(f.NFTs)
		if f.NFTs == nil {
			f.NFTs = map[common.Address]bool{}
		}
		f.NFTs[*t] = true
	}
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
func (j *judge) found(hit finding) {
	if j.seen(hit.code) {
		return
	}
	if (hit.code == unknownSelector || hit.code == malformed) && hit.path == "call" && j.note() {
		return
	}
	weight := hit.points
	if hit.code == unknownSelector && !j.s.executed() && !j.vouched(hit.path) {
		weight = notExecuted
	}
	j.add(hit.code, weight, hit.path, "%s", hit.message)
}

// vouched says whether a call that was not executed is one of a well-known contract, or one that its project describes,
// and names nobody but the sender and contracts that are known.
func (j *judge) vouched(path string) bool {
	of := j.s.contractAt(path)
	k, ok := j.at(of)
	token := path == "call" && (k.Role == RoleStablecoin || k.Role == RoleWrapped) // their functions are in the table
	if !ok && !j.described(path) && !j.standardOf(of, path) || opens(k) || token {
		return false
	}
	if path == "call" && j.hides(j.s.data[4:]) {
		return false
	}
	return !slices.ContainsFunc(j.s.strangers, func(s stranger) bool {
		named, _ := j.at(&s.who)
		return s.path == path && (j.stranger(s) || opens(named))
	})
}

// described says whether the project of the contract says what the call at a path is for.
func (j *judge) described(path string) bool {
	return slices.ContainsFunc(j.s.findings, func(f finding) bool { return f.code == statedIntent && f.path == path })
}

// standardOf says whether the call at a path is of a standard's function, and of a contract whose source is published.
func (j *judge) standardOf(of *common.Address, path string) bool {
	if of == nil || !j.f.Verified[*of] || j.f.Young[*of] {
		return false
	}
	return slices.ContainsFunc(j.s.Actions, func(a Action) bool { return a.Path == path && a.Standard != "" })
}

// lists looks every address of the request up. Taking a permission away from a listed address is what
// its owner should do, so that alone is only worth a look.
func (j *judge) lists() {
	for _, a := range j.s.Mentioned {
		listing, bad := j.f.Listed[a]
		if !bad {
			continue
		}

		path := "call"
		revoked := true
		if j.s.Signed {
			path = "message"
		}

		spends := false
		for i := range j.s.Actions {
			act := &j.s.Actions[i]
			if act.Spender != nil && *act.Spender == a {
				path = act.Path
				spends = true
				if act.Grants() {
					revoked = false
				}
			}
			if is(act.Recipient, a) || is(act.Contract, a) || is(act.Owner, a) || is(act.Token, a) {
				path = act.Path
				revoked = false
			}
		}

		if spends && revoked {
			j.add(
				knownDrainer,
				revokeOfListed,
				path,
				"%s is on the list %s; the request takes its allowance away, which is right",
				a.Hex(),
				listing.List,
			)
			continue
		}

		if listing.Sanctioned {
			j.hit(knownDrainer, path, "%s is on the sanctions list %s", a.Hex(), listing.List)
			continue
		}

		j.hit(knownDrainer, path, "%s is on the list %s of addresses that steal", a.Hex(), listing.List)
	}
}

func is(p *common.Address, a common.Address) bool { return p != nil && *p == a }

// target looks at the contract that a transaction calls.
func (j *judge) target() {
	if j.s.Signed || j.s.To == nil || len(j.s.data) == 0 {
		return
	}
	switch kind := j.f.Accounts[*j.s.To]; {
	case j.note():
		j.add(knownCounterparty, 0, "call", "the data is a text: %q", clip.Shown(string(j.s.data), 200))
	case kind == NoCode:
		j.hit(
			toNotContract,
			"call",
			"there is no contract at %s on %s: the data does nothing, or the address is wrong",
			j.s.To.Hex(),
			j.s.Network.Name,
		)
	case kind == Delegated:
		j.delegate("call", *j.s.To, j.f.Delegates[*j.s.To])
	}
}

// note says whether the data is a text that goes to a plain account along with coins, or to the sender's own: nothing
// runs there.
func (j *judge) note() bool {
	if j.s.Signed || j.s.To == nil || j.f.Accounts[*j.s.To] != NoCode || !utf8.Valid(j.s.data) {
		return false
	}
	if orZero(j.s.Value).Sign() == 0 && !is(j.s.From, *j.s.To) || j.s.Function != "" {
		return false
	}
	return strings.IndexFunc(string(j.s.data), func(r rune) bool { return !unicode.IsPrint(r) && r != '\n' }) < 0
}

func (j *judge) delegate(path string, account, to common.Address) {
	if k, ok := j.known[j.s.Network.Name][to]; ok && k.Role == RoleDelegate {
		j.add(knownCounterparty, 0, path, "%s borrows the code of %s", account.Hex(), k.Name)
		return
	}
	j.hit(
		delegation7702,
		path,
		"%s is a plain account that runs the code of %s (EIP-7702), which is not a known wallet",
		account.Hex(),
		to.Hex(),
	)
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
	case Message, Call:
		j.voter(a)
	case Delegation:
		if k, ok := j.at(a.Spender); ok && k.Role == RoleDelegate {
			j.add(knownCounterparty, 0, a.Path, "the account gets the code of %s, a known wallet", k.Name)
		} else if a.Spender != nil && *a.Spender != zero { // the zero address ends a delegation
			j.hit(
				delegation7702,
				a.Path,
				"the account gets the code of %s (EIP-7702): that contract can then do everything with it, and it is not a known wallet",
				a.Spender.Hex(),
			)
		}
	}

	j.deadline(a)
	j.payee(a)
	j.poisoned(a)
}

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

func (j *judge) approval(a *Action) {
	if !a.Grants() {
		j.add(approvalRevoke, 0, a.Path, "the allowance of %s is taken away or lowered", text(a.Spender))
		return
	}
	if a.Standard == spendStandard {
		j.spending(a)
		return
	}
	if j.settler(a) {
		return
	}
	if a.Spender != nil && (is(a.Owner, *a.Spender) || a.Owner == nil && is(j.s.From, *a.Spender)) {
		j.add(ownAllowance, 0, a.Path, "the account allows itself what it has already")
		return
	}
	if j.usedUp(a) {
		j.add(ownAllowance, 0, a.Path, "executed, %s takes all that this allows, so that nothing of it is left", text(a.Spender))
		return
	}
	if j.givenToCaller(a) {
		j.add(ownAllowance, 0, a.Path, "the account itself gets the allowance, from %s", a.Owner.Hex())
		return
	}

	unlimitedCode := unlimitedApproval
	eoa := approvalSpenderEOA
	unknown := approvalUnknown
	young := approvalSpenderNew
	if j.signed(a) {
		unlimitedCode = unlimitedPermit
		eoa = permitSpenderEOA
		unknown = permitUnknown
		young = permitSpenderNew
	}

	switch {
	case a.Unlimited && j.madeFor(a.Spender):
		j.add(unlimitedCode, unlimitedToKnown, a.Path,
			"the allowance has no limit; %s is made to take allowances", j.named(a.Spender))
	case a.Unlimited:
		j.hit(
			unlimitedCode,
			a.Path,
			"the allowance has no limit: %s could take every token %s of this kind, now and later",
			text(a.Spender),
			text(a.Token),
		)
	}

	if a.Spender == nil {
		return
	}

	kind := j.f.Accounts[*a.Spender]
	known, ok := j.at(a.Spender)
	switch {
	case j.open(a, a.Spender, "may take what this allows"):
	case kind == NoCode && a.TokenID != nil:
		j.add(eoa, nftToPlain, a.Path, "the spender %s of an NFT is a plain account, not a contract", a.Spender.Hex())
	case kind == NoCode && !j.small(a):
		j.add(eoa, allowedToPlain, a.Path, "the spender %s is a plain account, not a contract: no honest application "+
			"takes allowances this way", a.Spender.Hex())
	case kind == NoCode:
		j.hit(
			eoa,
			a.Path,
			"the spender %s is a plain account, not a contract: no honest application takes allowances this way",
			a.Spender.Hex(),
		)
	case kind == Delegated:
		j.hit(
			eoa,
			a.Path,
			"the spender %s is a plain account with borrowed code (EIP-7702), not a contract",
			a.Spender.Hex(),
		)
	case ok && known.solvers:
		j.add(openContract, solversAllowance, a.Path,
			"the solvers of %s choose what it calls, and could take what this allows", known.Name)
	case ok && takesAllowances[known.Role]:
		j.add(knownCounterparty, 0, a.Path, "the spender is %s", known.Name)
	case ok:
		j.hit(unknown, a.Path, "the spender is %s, which is not made to take allowances", known.Name)
	case kind == Unread && j.f.OnChain:
		j.hit(
			spendersUnread,
			a.Path,
			"the spender %s could not be looked at, or there are more than are looked at",
			a.Spender.Hex(),
		)
	case kind == Contract && a.TokenID != nil && j.signed(a):
		j.add(unknown, nftSpender, a.Path,
			"the spender %s, which may take an NFT, is a contract that is not in the table of known ones",
			a.Spender.Hex())
	case a.Unlimited && j.untold(*a.Spender):
		j.add(unknown, unlimitedUnseen, a.Path, "the spender %s, which may take everything, is a contract that is not "+
			"known, and is young or has no published source", a.Spender.Hex())
	case kind == Contract && !j.signed(a) && j.f.Unpublished[*a.Spender]:
		j.add(unknown, unpublishedSpender, a.Path,
			"the spender %s is a contract that is not known, and whose source nobody has published", a.Spender.Hex())
	case kind == Contract:
		j.hit(unknown, a.Path, "the spender %s is a contract that is not in the table of known ones", a.Spender.Hex())
	default:
		j.hit(unknown, a.Path, "the spender %s is not known, and could not be looked at", a.Spender.Hex())
	}

	if !j.madeFor(a.Spender) {
		j.exposed(a)
	}
	if j.f.Young[*a.Spender] {
		j.hit(young, a.Path, "the spender %s is a contract of the last %d days", a.Spender.Hex(), newDays)
	}
}

// takesAllowances are the roles of contracts that take allowances and spend them as their owners say.
var takesAllowances = map[Role]bool{RoleRouter: true, RolePermit2: true, RoleMarketplace: true}

// givenToCaller says whether a transaction uses a signature by which somebody else allows its sender something.
func (j *judge) givenToCaller(a *Action) bool {
	from := j.s.From
	if j.s.Signed || from == nil || a.Owner == nil || a.Deadline == nil {
		return false
	}
	return is(a.Spender, *from) && *a.Owner != *from
}

// madeFor says whether a spender is a well-known contract that takes allowances as its users say, and is what the
// table says: such contracts are asked for an allowance without limit every day.
func (j *judge) madeFor(spender *common.Address) bool {
	k, ok := j.at(spender)
	if !ok || k.solvers || !takesAllowances[k.Role] {
		return false
	}
	kind := j.f.Accounts[*spender]
	return kind == Contract || kind == Unread
}

func (j *judge) named(a *common.Address) string {
	k, _ := j.at(a)
	return k.Name
}

// opens says whether anybody may have the contract call anything.
func opens(k Known) bool { return k.Role == RoleMulticall || k.Role == RoleMultiSend }

// open finds contracts that make whatever calls whoever asks them to: what they may take is anybody's.
func (j *judge) open(a *Action, who *common.Address, may string) bool {
	k, ok := j.at(who)
	if !ok || !opens(k) {
		return false
	}
	j.hit(openContract, a.Path, "anybody can make %s call anything: anybody %s", k.Name, may)
	return true
}

func (j *judge) allNFTs(a *Action) {
	if !a.Grants() {
		j.add(approvalRevoke, 0, a.Path, "the operator %s loses its rights", text(a.Spender))
		return
	}

	known, ok := j.at(a.Spender)
	kind := Unread
	if a.Spender != nil {
		kind = j.f.Accounts[*a.Spender]
	}

	switch {
	case j.open(a, a.Spender, "could take every NFT of the collection"):
	case kind == NoCode || kind == Delegated:
		j.add(
			approvalAllNFT,
			allNFTEOA,
			a.Path,
			"%s, a plain account, could take every NFT of the collection %s",
			text(a.Spender),
			text(a.Token),
		)
	case a.Spender != nil && j.untold(*a.Spender):
		j.add(approvalAllNFT, allNFTEOA, a.Path, "%s, a contract that is young or has no published source, could take "+
			"every NFT of the collection %s", text(a.Spender), text(a.Token))
	case ok && (known.Role == RoleMarketplace || known.Role == RoleRegistry || known.pool):
		j.add(
			approvalAllNFT,
			allNFTMarketplace,
			a.Path,
			"%s may move every NFT of the collection %s",
			known.Name,
			text(a.Token),
		)
	default:
		j.hit(
			approvalAllNFT,
			a.Path,
			"%s, which is not a known marketplace, could take every NFT of the collection %s",
			text(a.Spender),
			text(a.Token),
		)
	}
}

func (j *judge) transfer(a *Action) {
	to := a.Recipient
	if to != nil {
		switch {
		case a.Kind != NativeTransfer && a.Token != nil && *to == *a.Token:
			j.hit(transferToToken, a.Path, "the tokens go to the token's own contract, where they are lost")
		case *to == zero || *to == dead:
			j.hit(transferToZero, a.Path, "the recipient %s is nobody: what goes there is lost", to.Hex())
		case j.open(a, to, "can take what goes there"):
		default:
			j.passed(a, *to)
		}
	}
	owner := orNobody(a.Owner)
	relayed := j.s.Signed && owner != zero && (is(j.s.From, owner) || is(j.s.account, owner)) // by a call that it makes
	if j.signed(a) || relayed {
		j.sent(a)
	}
	j.given(a)
}

// passed looks at tokens that are sent to a router other than by its own program: it keeps no accounts, and gives them
// to whoever asks next.
func (j *judge) passed(a *Action, to common.Address) {
	if a.Kind == NativeTransfer || j.signed(a) || is(a.Contract, to) {
		return
	}
	if k, ok := j.at(&to); ok && k.keepsNothing() {
		j.hit(leftInRouter, a.Path, "the tokens go to %s, which gives them to whoever asks next", k.Name)
	}
}

func (j *judge) amount(a *Action) string {
	switch {
	case a.dollars.IsPositive():
		return "$" + a.dollars.String()
	case a.Amount == nil:
		return "an amount"
	}
	if k, ok := j.at(a.Token); ok && k.Role == RoleStablecoin {
		return Decimal(a.Amount, k.Decimals) + " " + k.Name
	}
	return a.Amount.String() + " units"
}

func (j *judge) ownership(a *Action) {
	who := "somebody"
	of := a.Contract
	if a.Spender != nil {
		who = a.Spender.Hex()
	}

	if a.Standard == "ERC-7710" {
		of = a.Owner
	}
	if j.open(a, a.Spender, "would be in control") {
		return
	}
	if a.Function == "changeThreshold(uint256)" && a.Amount != nil && a.Amount.Cmp(common.Big1) > 0 {
		j.add(ownershipChange, thresholdChange, a.Path,
			"%s changes how many owners of %s have to agree, to %s", a.Function, text(of), a.Amount)
		return
	}

	weight, what := j.controller(a.Spender)
	if a.Amount != nil && a.Amount.Cmp(common.Big1) > 0 { // the others have to agree
		weight = min(weight, coOwner)
	}
	j.add(ownershipChange, weight, a.Path, "%s changes who controls %s: %s%s", a.Function, text(of), who, what)
}

// controller weighs who gets control of something.
func (j *judge) controller(who *common.Address) (weight int, what string) {
	if who == nil {
		return points[ownershipChange], ""
	}
	switch kind := j.f.Accounts[*who]; {
	case j.s.meant[*who]:
		return controlMeant, ", as the caller means it to"
	case is(j.s.From, *who):
		return points[ownershipChange], ", the sender"
	case kind == NoCode || kind == Delegated:
		return controlToUnseen, ", a plain account"
	case j.untold(*who):
		return controlToUnseen, ", a contract that is young or has no published source"
	case j.f.Verified[*who]:
		return controlPublished, ", a contract whose source is published"
	}
	return points[ownershipChange], ""
}

func (j *judge) upgrade(a *Action) {
	if a.Spender != nil && j.f.Accounts[*a.Spender] == NoCode {
		j.add(
			proxyUpgrade,
			upgradeWithoutCode,
			a.Path,
			"the new implementation %s has no code: the proxy would stop working",
			a.Spender.Hex(),
		)
		return
	}

	if a.Spender != nil && j.untold(*a.Spender) {
		j.add(proxyUpgrade, upgradeUnseen, a.Path, "the code behind %s is replaced by %s, which is young or has no "+
			"published source", text(a.Contract), text(a.Spender))
		return
	}
	if a.Spender != nil && j.f.Verified[*a.Spender] {
		j.add(proxyUpgrade, upgradePublished, a.Path, "the code behind %s is replaced by %s, whose source is published",
			text(a.Contract), text(a.Spender))
		return
	}

	j.hit(proxyUpgrade, a.Path, "the code behind %s is replaced by %s", text(a.Contract), text(a.Spender))
}

// limits says what could not be looked at.
func (j *judge) limits() {
	if !j.f.OnChain {
		j.add(
			notCheckedOnChain,
			0,
			"",
			"the network could not be read: whether addresses are contracts, and how old, is not known",
		)
	}
	if !j.f.ListsRead {
		j.add(
			blocklistNotChecked,
			0,
			"",
			"the list of addresses that steal is not loaded: addresses were not looked up",
		)
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
		out.Reasons = append(
			[]Reason{
				{Code: nothingFound, Severity: shared.ReasonSeverityInfo, Message: "no rule found anything to warn of"},
			},
			out.Reasons...)
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
	if decimals <= 0 {
		return units.String()
	}
	digits := new(big.Int).Abs(units).String()
	if len(digits) <= decimals {
		digits = strings.Repeat("0", decimals-len(digits)+1) + digits
	}
	out := strings.TrimRight(digits[:len(digits)-decimals]+"."+digits[len(digits)-decimals:], "0")
	out = strings.TrimSuffix(out, ".")
	if units.Sign() < 0 {
		return "-" + out
	}
	return out
}
