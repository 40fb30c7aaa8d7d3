package txexplain

import (
	"cmp"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// wrapping is one wrap or unwrap proved by the wrapping contract's logs: who received or gave the wrapped coin.
type wrapping struct {
	who    common.Address
	amount *big.Int
	unwrap bool
	// bare is set if only a mint or burn of the token shows it (Arbitrum's WETH has no Deposit and Withdrawal):
	// then someone else may have paid or received the native coin.
	bare bool
}

// move identifies a native transfer among others.
type move struct {
	from, to common.Address
	amount   string
}

func moveOf(from, to common.Address, amount *big.Int) move { return move{from, to, amount.String()} }

var native = Asset{Standard: Native}

func (r *reading) addNative(from, to common.Address, amount *big.Int, approx bool) {
	if amount == nil || amount.Sign() <= 0 {
		return
	}
	r.flows = append(r.flows, flow{
		from:   from,
		to:     to,
		asset:  native,
		amount: amount,
		approx: approx,
	})
	r.coin(from).Sub(r.coin(from), amount)
	r.coin(to).Add(r.coin(to), amount)
}

// coin is who's gain of native coin so far.
func (r *reading) coin(who common.Address) *big.Int {
	if r.coins[who] == nil {
		r.coins[who] = new(big.Int)
	}
	return r.coins[who]
}

// note records a certain native transfer, to match logs against.
func (r *reading) note(from, to common.Address, amount *big.Int) {
	m := moveOf(from, to, amount)
	r.moved[m]++
	if w := r.in.Network.Wrap; from == w || to == w {
		side := wrapSide{amount: m.amount, unwrap: from == w}
		r.atWrap[side] = append(r.atWrap[side], m)
	}
}

// wrapSide finds the native transfers of an amount into or out of the wrapping contract.
type wrapSide struct {
	amount string
	unwrap bool
}

// arrive adds what a deposit from L1 created, which its sender keeps even if the call fails (OP Stack specification,
// "Deposited Transaction Type").
func (r *reading) arrive() {
	minted := cmp.Or(r.in.Call.Mint, r.in.Call.Value)
	r.addNative(common.Address{}, r.in.Call.From, minted, false)
}

// nativeFlows adds what the transaction's value and its internal transfers move, and counts each in r.moved.
func (r *reading) nativeFlows() {
	call := r.in.Call
	to := call.To
	if to == nil {
		to = r.in.Result.Created
	}

	if to != nil && call.Value.Sign() > 0 {
		r.addNative(call.From, *to, call.Value, false)
		r.note(call.From, *to, call.Value)
	}

	outer := true // the source may list the outermost call too, which is already counted
	for _, t := range r.internal() {
		if t.Value == nil || t.Value.Sign() <= 0 {
			continue
		}
		if outer && to != nil && t.From == call.From && t.To == *to && t.Value.Cmp(call.Value) == 0 && call.From != *to {
			outer = false
			continue
		}
		if len(r.ops) > 0 && (IsEntryPoint(t.From) || IsEntryPoint(t.To)) {
			continue // prepayment and refund of gas (ERC-4337): gas is not a movement
		}
		r.addNative(t.From, t.To, t.Value, false)
		r.note(t.From, t.To, t.Value)
	}
}

// internal are the internal transfers from the explorer or else from the network's own logs.
func (r *reading) internal() []Transfer {
	if r.in.Indexed || r.in.Network.System == (common.Address{}) {
		return r.in.Internal
	}
	var list []Transfer
	for _, l := range r.in.Result.Logs {
		if l.Address != r.in.Network.System {
			continue
		}
		r.systemLogs = true // every transaction of the network has at least one, for its fee
		if len(l.Topics) != 4 || l.Topics[0] != nativeLogTopic || len(l.Data) < 32 {
			continue
		}
		if from, to, ok := pair(l, 2, 3); ok {
			list = append(list, Transfer{from, to, new(big.Int).SetBytes(l.Data[:32])})
		}
	}
	return list
}

// wrapFlows adds the native side of wraps that neither the value nor an internal transfer explains. It is exact for
// WETH9, where the account in the log pays and is paid.
func (r *reading) wrapFlows() {
	w := r.in.Network.Wrap
	for _, p := range r.wrappings {
		from := p.who
		to := w
		if p.unwrap {
			from = w
			to = p.who
		}

		if r.take(from, to, p.amount) || p.bare && r.takeAny(p) {
			continue
		}
		if p.bare && !p.unwrap && r.coin(p.who).Cmp(p.amount) < 0 {
			continue // an unknown third party paid
		}

		if r.known() {
			r.warn(Incomplete)
		}
		r.addNative(from, to, p.amount, p.bare && p.unwrap && !r.calls(w))
	}
}

// take consumes one known native transfer.
func (r *reading) take(from, to common.Address, amount *big.Int) bool {
	m := moveOf(from, to, amount)
	if r.moved[m] == 0 {
		return false
	}
	r.moved[m]--
	return true
}

// takeAny consumes the first known transfer of the amount into (or, for an unwrap, out of) the wrapping contract.
func (r *reading) takeAny(p wrapping) bool {
	side := wrapSide{p.amount.String(), p.unwrap}
	for len(r.atWrap[side]) > 0 {
		m := r.atWrap[side][0]
		r.atWrap[side] = r.atWrap[side][1:]
		if r.moved[m] > 0 {
			r.moved[m]--
			return true
		}
	}
	return false
}

// inferPayout adds the native payout of a swap if no source shows it: a router unwrapped, nobody wrapped, and the
// actor gave something and got nothing back. It is exact unless the router keeps a part.
func (r *reading) inferPayout() {
	if r.known() && !r.has(Incomplete) || r.in.Call.Value.Sign() > 0 {
		return
	}

	for _, p := range r.wrappings {
		if !p.unwrap || p.who == r.actor {
			return
		}
	}

	gave := false
	for _, c := range net(r.flows).of(r.actor) {
		if c.Amount.Sign() > 0 {
			return
		}
		gave = true
	}

	if !gave {
		return
	}
	for _, p := range r.wrappings {
		r.inferred = true
		r.addNative(p.who, r.actor, p.amount, true)
	}

	if r.inferred {
		r.warn(Inferred)
	}
}

// known reports whether internal transfers come from a source.
func (r *reading) known() bool { return r.in.Indexed || r.systemLogs }

// isDeposit recognises the transaction types with which L1 creates native coin on a rollup: 0x7e of the OP stack
// and 0x64 of Arbitrum.
func isDeposit(t uint8) bool { return t == 0x7e || t == 0x64 }
