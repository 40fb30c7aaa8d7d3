package txexplain

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/known"
	"github.com/farebox/farebox/internal/each"
)

// counterparty is the other side of the operation, or nil unless there is exactly one.
func (r *reading) counterparty(op Operation) *common.Address {
	to := r.in.Call.To
	switch {
	case op == Deploy:
		if r.in.Result != nil && !r.in.Result.Failed {
			return r.in.Result.Created
		}
		return nil
	case r.status != Success:
		return to
	}

	s := r.sides()
	switch op {
	case Send:
		return r.sentTo(s)
	case Receive:
		return r.onlySender(assetsOf(s.gained, s.gainedNFT))
	case NFTBuy:
		return r.onlySender(assetsOf(s.gainedNFT))
	case NFTSell:
		if list := r.receivers(assetsOf(s.lostNFT)...); len(list) == 1 {
			return &list[0]
		}
	case Mint:
		return &assetsOf(s.gainedNFT, s.gained)[0].Contract
	case Burn:
		return &assetsOf(s.lost, s.lostNFT)[0].Contract
	case Wrap, Unwrap:
		w := r.in.Network.Wrap
		return &w
	case Approve:
		a, ok := r.approval()
		if slices.ContainsFunc(r.approvals, func(b approval) bool { return b.spender != a.spender }) {
			return nil
		}
		if ok {
			return &a.spender
		}
		return to
	case Swap, ContractCall, Deploy:
	}

	if len(r.ops) == 1 && op == Swap { // the call goes to the EntryPoint, which is not the swap's counterparty
		for _, p := range r.protocols {
			if !IsEntryPoint(p.Address) {
				return &p.Address
			}
		}
	}

	return to
}

func assetsOf(lists ...[]Change) (assets []Asset) {
	for _, list := range lists {
		for _, c := range list {
			assets = append(assets, c.Asset)
		}
	}
	return assets
}

// sentTo is the recipient of a transfer, no matter whose it is.
func (r *reading) sentTo(s sides) *common.Address {
	if s.loses() {
		return r.recipient()
	}
	if _, to := r.relayed(); to != nil {
		return to
	}
	return r.in.Call.To
}

// onlySender is the single address that the actor's units of the assets came from, or nil if there are several or
// they were minted.
func (r *reading) onlySender(assets []Asset) *common.Address {
	wanted := each.Set(assets)
	var from *common.Address
	for _, f := range r.flows {
		if f.to != r.actor || !wanted[f.asset] || f.from == r.actor {
			continue
		}
		if from != nil && *from != f.from {
			return nil
		}
		from = &f.from
	}

	if from != nil && *from == (common.Address{}) {
		if isDeposit(r.in.Call.Type) {
			return &r.in.Call.From
		}
		return nil
	}

	return from
}

// summary is the one-line explanation.
func (r *reading) summary(op Operation) string {
	text := r.sentence(op)
	switch r.status {
	case Pending:
		text = "Pending: " + r.intent(op)
	case Unknown:
		text = "In a block, with an outcome that its receipt does not tell: " + r.intent(op)
	case Failed:
		text = "Failed: " + r.intent(op) + r.remains()
	case Success:
		if r.has(UserOpFailed) {
			text += "; the account's operation failed"
		}
	}
	return text + r.delegations()
}

// remains says what a failed call left behind.
func (r *reading) remains() string {
	switch {
	case len(r.flows) > 0:
		return "; the " + r.money(native, r.flows[0].amount) + " from L1 stayed with " + r.name(r.actor)
	case isDeposit(r.in.Call.Type):
		return "; nothing moved"
	}
	return "; nothing moved, only the fee was paid"
}

// delegations says under whose code accounts sign to be put. The network passes over signatures that do not hold, such
// as those for another chain or with an old nonce.
func (r *reading) delegations() string {
	var parts []string
	for _, a := range r.in.Call.Delegates {
		if a == (common.Address{}) {
			parts = append(parts, "an account no longer under any code")
		} else {
			parts = append(parts, "an account under the code of "+r.name(a))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "; with signatures that put " + joined(parts) + ", if they hold (EIP-7702)"
}

// intent describes what a call without effect should have done.
func (r *reading) intent(op Operation) string {
	switch op {
	case Deploy:
		return "deployment of a contract"
	case Send:
		if len(r.in.Call.Input) == 0 {
			return "transfer of " + r.money(native, r.in.Call.Value) + " to " + r.name(*r.in.Call.To)
		}
		if n := r.methodName(); n == "transfer" {
			if to, ok := addressOf(r.argument(0)); ok && r.argument(1) != nil {
				return "transfer of " + r.money(Asset{Standard: ERC20, Contract: *r.in.Call.To}, new(big.Int).SetBytes(r.argument(1))) + " to " + r.name(to)
			}
		}
	case Wrap:
		return "wrap of " + r.money(native, r.in.Call.Value)
	case Swap, Receive, Approve, Mint, Burn, Unwrap, NFTBuy, NFTSell, ContractCall:
	}

	what := "call"
	if op != ContractCall {
		what = string(op)
	}

	if n := r.methodName(); n != "" {
		what += " (" + n + ")"
	}
	return what + " on " + r.name(*r.in.Call.To)
}

func (r *reading) sentence(op Operation) string {
	if r.status != Success {
		return ""
	}

	s := r.sides()
	lost := r.all(s.lostNFT, s.lost)
	gained := r.all(s.gainedNFT, s.gained)
	switch op {
	case Swap:
		if gained == "" {
			gained = r.in.Network.Symbol + " (the payout is not visible without internal transfers)"
		}
		return "Swapped " + lost + " for " + gained + r.via()
	case Wrap:
		return "Wrapped " + r.wrapped(s, native)
	case Unwrap:
		return "Unwrapped " + r.wrapped(s, Asset{Standard: ERC20, Contract: r.in.Network.Wrap})
	case NFTBuy:
		return "Bought " + r.all(s.gainedNFT, s.gained) + " for " + r.all(s.lost, nil) + r.market()
	case NFTSell:
		if gained == "" {
			return "Sold " + lost + r.market()
		}
		return "Sold " + lost + " for " + gained + r.market()
	case Mint:
		if lost == "" {
			return "Minted " + gained
		}
		return "Minted " + gained + " for " + lost
	case Burn:
		return "Burned " + lost
	case Deploy:
		text := "Deployed a contract"
		if c := r.in.Result.Created; c != nil {
			text = "Deployed contract " + short(*c)
		}
		if r.in.Call.Value.Sign() > 0 {
			text += " with " + r.money(native, r.in.Call.Value)
		}
		return text
	case Approve:
		return r.permission()
	case Send:
		return r.sent(s, lost)
	case Receive:
		text := "Received " + gained
		minted := func(f flow) bool { return f.from == (common.Address{}) }
		if isDeposit(r.in.Call.Type) && slices.ContainsFunc(r.flows, minted) {
			return text + " deposited from L1"
		}
		if from := r.counterparty(Receive); from != nil {
			text += " from " + r.name(*from)
		}
		return text
	case ContractCall:
	}

	return r.called(lost, gained)
}

func (r *reading) sent(s sides, lost string) string {
	if s.loses() {
		to := *r.recipient()
		return "Sent " + lost + " to " + r.name(to) + r.shortfall(s, to)
	}
	if from, to := r.relayed(); from != nil && to != nil {
		what := r.all(r.net.of(*to), nil)
		if r.authorized {
			return "Relayed a signed transfer of " + what + " from " + r.name(*from) + " to " + r.name(*to)
		}
		return "Moved " + what + " from " + r.name(*from) + " to " + r.name(*to)
	}
	if r.calls(r.in.Call.From) {
		return "Sent " + r.money(native, r.in.Call.Value) + " to itself"
	}
	return "Sent " + r.money(native, r.in.Call.Value) + " to " + r.name(*r.in.Call.To)
}

func (r *reading) called(lost, gained string) string {
	text := "Called"
	if n := r.methodName(); n != "" {
		text += " " + n + " on"
	}
	text += " " + r.name(*r.in.Call.To)
	switch {
	case lost != "" && gained != "":
		text += ": gave " + lost + ", got " + gained
	case lost != "":
		text += ": gave " + lost
	case gained != "":
		text += ": got " + gained
	}
	return text
}

// wrapped is the amount of a wrap, on the side that the actor gives.
func (r *reading) wrapped(s sides, given Asset) string {
	for _, c := range s.lost {
		if c.Asset == given {
			return r.money(given, c.Amount)
		}
	}
	if amount := r.argument(0); given != native && amount != nil {
		return r.money(given, new(big.Int).SetBytes(amount))
	}
	return r.money(given, r.in.Call.Value)
}

// via names the first router of the swap, else the first pool.
func (r *reading) via() string {
	for _, p := range r.protocols {
		if c, ok := lookup(r.in.Network.Name, p.Address); ok && c.Role == known.RoleRouter || p.Name == "0x Settler" {
			return " via " + p.Name
		}
	}
	for _, p := range r.protocols {
		if c, ok := lookup(r.in.Network.Name, p.Address); !ok && p.Name != "Safe" {
			article := "a "
			if strings.ContainsRune("AEIOaeio", rune(p.Name[0])) {
				article = "an "
			}
			return " on " + article + p.Name
		} else if ok && strings.Contains(c.Name, "PoolManager") {
			return " on " + p.Name
		}
	}
	return ""
}

// market names the marketplace of a trade.
func (r *reading) market() string {
	for _, p := range r.protocols {
		if c, ok := lookup(r.in.Network.Name, p.Address); ok && c.Role == known.RoleMarketplace {
			return " on " + p.Name
		}
	}
	return ""
}

// approval is the actor's last permission, from the logs or else from the call.
func (r *reading) approval() (approval, bool) {
	if n := len(r.approvals); n > 0 {
		return r.approvals[n-1], true
	}
	spender, ok := addressOf(r.argument(0))
	if n := r.methodName(); !ok || r.argument(1) == nil || n != "approve" && n != "setApprovalForAll" {
		return approval{}, false
	}
	a := approval{
		token:   *r.in.Call.To,
		spender: spender,
		given:   new(big.Int).SetBytes(r.argument(1)).Sign() > 0,
	}
	if r.methodName() == "approve" {
		a.amount = new(big.Int).SetBytes(r.argument(1))
	}
	return a, true
}

// permission tells the actor's permissions, those without a limit first: of each spender's the last, which holds.
func (r *reading) permission() string {
	list := slices.Clone(r.approvals)
	if a, ok := r.approval(); ok && len(list) == 0 {
		list = append(list, a)
	}
	if len(list) == 0 {
		return r.called("", "")
	}

	var wide, parts []string
	for i, a := range list {
		switch {
		case slices.ContainsFunc(list[i+1:], a.sameRight):
		case a.wide():
			wide = append(wide, r.right(a))
		default:
			parts = append(parts, r.right(a))
		}
	}
	parts = append(wide, parts...)
	for i := range parts[1:] {
		parts[1+i] = strings.ToLower(parts[1+i][:1]) + parts[1+i][1:]
	}
	return joined(parts)
}

// right is one permission in words.
func (r *reading) right(a approval) string {
	token := r.token(a.token)
	switch {
	case !a.given && a.id != nil:
		return "Withdrew the approval for NFT " + idText(a.id.Big().String()) + " of " + token
	case !a.given:
		return "Revoked " + r.name(a.spender) + "'s approval for " + token
	case a.id != nil:
		return "Approved " + r.name(a.spender) + " to move NFT " + idText(a.id.Big().String()) + " of " + token
	case a.amount == nil:
		return "Approved " + r.name(a.spender) + " to move all NFTs of " + token
	case a.wide():
		return "Approved " + r.name(a.spender) + " to spend unlimited " + token
	}

	return "Approved " + r.name(a.spender) + " to spend " + r.money(Asset{Standard: ERC20, Contract: a.token}, a.amount)
}

// all lists changes in words: "1.5 ETH and 20 USDC".
func (r *reading) all(lists ...[]Change) string {
	var parts []string
	for _, list := range lists {
		for _, c := range list {
			parts = append(parts, r.thing(c))
		}
	}
	return joined(parts)
}

// joined puts a list into words, three things of it at most.
func joined(parts []string) string {
	const most = 3
	if extra := len(parts) - most; extra > 0 {
		parts = append(parts[:most:most], fmt.Sprintf("%d more", extra))
	}
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
	return strings.Join(parts, "")
}

func (r *reading) thing(c Change) string {
	amount := new(big.Int).Abs(c.Amount)
	if !c.Asset.NFT() {
		about := ""
		if c.Approximate {
			about = "about "
		}
		return about + r.money(c.Asset, amount)
	}
	text := "NFT " + idText(c.Asset.TokenID()) + " of " + r.token(c.Asset.Contract)
	if amount.Cmp(big.NewInt(1)) != 0 {
		text = amount.String() + " x " + text
	}
	return text
}

// name is an address's name in the table, or else its short form.
func (r *reading) name(a common.Address) string {
	if n := r.named(a); n != "" {
		return n
	}
	return short(a)
}
