package txexplain

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// reading is a decoded transaction: what moved, its actor, and the contracts involved.
type reading struct {
	in     Input
	status Status
	actor  common.Address
	flows  []flow
	net    *ledger

	wrappings []wrapping
	moved     map[move]int // native transfers by value and internal transfers not yet matched with a log
	atWrap    map[wrapSide][]move
	coins     map[common.Address]*big.Int // native coin gained so far
	approvals []approval                  // of the actor
	ops       []userOp
	protocols []Protocol
	warnings  []Warning

	swapped    bool // a pool's swap event
	routed     bool // a known router had a part
	sold       bool // a marketplace's event
	authorized bool // a token moved by a signed authorisation (EIP-3009)
	systemLogs bool // native transfers were read from the network's own logs
	inferred   bool // a native payout was inferred
}

// userOp is an account abstraction operation inside the transaction (ERC-4337).
type userOp struct {
	sender, paymaster common.Address
	failed            bool
}

func read(in Input) *reading {
	if in.Call.Value == nil {
		in.Call.Value = new(big.Int)
	}
	r := &reading{
		in: in, status: Success, actor: in.Call.From,
		moved: map[move]int{}, atWrap: map[wrapSide][]move{}, coins: map[common.Address]*big.Int{},
	}

	switch {
	case in.Result == nil:
		r.status = Pending
	case in.Result.Untold:
		r.status = Unknown
	case in.Result.Failed:
		r.status = Failed
	}

	if len(in.Call.Delegates) > 0 {
		r.warn(Delegated)
	}
	r.meetCalled()
	if in.Result != nil && isDeposit(in.Call.Type) {
		r.arrive()
	}
	if r.status == Success {
		r.scan()
		r.nativeFlows()
		r.tokenFlows()
		r.wrapFlows()
		r.chooseActor()
		r.inferPayout()
	}

	r.net = net(r.flows)
	return r
}

// scan notes the events that identify the kind of transaction.
func (r *reading) scan() {
	for _, l := range r.in.Result.Logs {
		r.meet(l.Address)
		if len(l.Topics) == 0 {
			continue
		}
		if style, ok := pools[l.Topics[0]]; ok {
			r.swapped = true
			r.list(l.Address, style, other)
		}
		r.sold = r.sold || sales[l.Topics[0]]
		r.authorized = r.authorized || l.Topics[0] == authorizationTopic
		if l.Topics[0] == userOperationTopic && IsEntryPoint(l.Address) && len(l.Topics) == 4 && len(l.Data) == 128 {
			if sender, paymaster, ok := pair(l, 2, 3); ok {
				r.ops = append(r.ops, userOp{sender, paymaster, l.Data[63] == 0})
			}
		}
	}
}

// tokenFlows reads the token logs. For the wrapped native coin, a Transfer from or to the zero address that repeats a
// Deposit or Withdrawal counts once.
func (r *reading) tokenFlows() {
	n := r.in.Network
	wrapped := Asset{Standard: ERC20, Contract: n.Wrap}
	repeated := map[move]int{}
	for _, l := range r.in.Result.Logs {
		if p, ok := wrappingOf(l, n.Wrap); ok && p.amount.Sign() > 0 {
			f := flow{
				to:     p.who,
				asset:  wrapped,
				amount: p.amount,
			}
			if p.unwrap {
				f.from = p.who
				f.to = common.Address{}
			}
			repeated[moveOf(f.from, f.to, f.amount)]++
			r.flows = append(r.flows, f)
			r.wrappings = append(r.wrappings, p)
		}
	}

	for _, l := range r.in.Result.Logs {
		if l.Address == n.System && n.System != (common.Address{}) {
			continue
		}
		t := r.in.Tokens[l.Address]
		flows, known, ok := transfers(l, t.HasDecimals && t.Decimals > 0)
		if !known {
			continue
		}
		if !ok {
			r.warn(OddTransfers)
			continue
		}
		for _, f := range flows {
			r.tokenFlow(f, repeated)
		}
	}
}

func (r *reading) tokenFlow(f flow, repeated map[move]int) {
	n := r.in.Network
	zero := common.Address{}
	switch {
	case f.amount.Sign() == 0:
		r.warn(ZeroTransfers)
		return
	case f.asset.Contract == n.Token && n.Token != zero:
		if !r.take(f.from, f.to, f.amount) {
			r.addNative(f.from, f.to, f.amount, false)
		}
		return
	case f.asset == Asset{Standard: ERC20, Contract: n.Wrap} && n.Wrap != zero && (f.from == zero || f.to == zero):
		m := moveOf(f.from, f.to, f.amount)
		if repeated[m] > 0 {
			repeated[m]--
			return
		}
		if n.WrapByTransfer && f.from != f.to {
			p := wrapping{
				who:    f.to,
				amount: f.amount,
				bare:   true,
			}
			if f.to == zero {
				p.who = f.from
				p.unwrap = true
			}
			r.wrappings = append(r.wrappings, p)
		}
	}

	r.flows = append(r.flows, f)
}

// wrappingOf reads a Deposit or Withdrawal log of WETH9 and similar contracts.
func wrappingOf(l *types.Log, wrap common.Address) (wrapping, bool) {
	if l.Address != wrap || wrap == (common.Address{}) || len(l.Topics) != 2 || len(l.Data) != 32 {
		return wrapping{}, false
	}
	if l.Topics[0] != depositTopic && l.Topics[0] != withdrawalTopic {
		return wrapping{}, false
	}
	who, ok := addressOf(l.Topics[1][:])
	if !ok || who == (common.Address{}) {
		return wrapping{}, false
	}
	return wrapping{
		who:    who,
		amount: new(big.Int).SetBytes(l.Data),
		unwrap: l.Topics[0] == withdrawalTopic,
	}, true
}

// chooseActor finds the actor: the account of a bundle's only user operation, the receiver of a deposit from L1,
// otherwise the sender.
func (r *reading) chooseActor() {
	switch {
	case len(r.ops) == 1:
		r.actor = r.ops[0].sender
		if r.ops[0].failed {
			r.warn(UserOpFailed)
		}
	case len(r.ops) > 1:
		r.warn(SeveralUserOps)
	case isDeposit(r.in.Call.Type) && (len(r.in.Call.Input) == 0 || r.known() || len(r.flows) > 0 && r.in.Call.Value.Sign() == 0):
		l := net(r.flows)
		var gainers []common.Address
		for _, who := range l.order {
			if c := l.of(who); len(c) > 0 && !slices.ContainsFunc(c, func(c Change) bool { return c.Amount.Sign() < 0 }) {
				gainers = append(gainers, who)
			}
		}
		if len(gainers) == 1 {
			r.actor = gainers[0]
		}
	}

	for _, l := range r.in.Result.Logs {
		if a, ok := approvalOf(l, r.actor); ok {
			r.approvals = append(r.approvals, a)
		}
	}
}

func (r *reading) method() Method {
	switch {
	case r.status == Pending:
		return FromCall
	case r.inferred:
		return FromInferred
	case r.known():
		return FromInternal
	}
	return FromLogs
}

func (r *reading) warn(w Warning) {
	if !r.has(w) {
		r.warnings = append(r.warnings, w)
	}
}

func (r *reading) has(w Warning) bool { return slices.Contains(r.warnings, w) }

// calls reports whether the transaction calls a directly.
func (r *reading) calls(a common.Address) bool { return r.in.Call.To != nil && *r.in.Call.To == a }
