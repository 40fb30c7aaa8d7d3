package tokenrisk

import (
	"context"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/simulate"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/clip"
)

// Trial is the outcome of simulated trades.
type Trial struct {
	Pool        common.Address // the pool that it was settled on
	Sellable    bool           // what was bought could be sold, or tokens held before could
	Cooldown    bool           // not in the block of the purchase, but otherwise
	BuyTax      *float64       // percent
	SellTax     *float64
	TransferTax *float64
	Failure     string // why the sale failed, in words; may be empty
	Ends        bool   // a wallet could sell today and a day later, and not a month or a year later
	WalletSold  *bool  // a wallet's sale through a router; nil when it could not be tried

	excused bool     // a known token of the network: no wallet's sale was tried
	bought  *big.Int // what a purchase brought, of atomic units
}

// share is the part of a pool's reserve that is traded: small, so that the price hardly moves.
const share = 1000

// searched are the tokens whose balances may have to be planted: the token itself, and bases that cannot be
// had by wrapping the native coin.
func (r *Reader) searched(token common.Address) []common.Address {
	out := []common.Address{token}
	for _, b := range r.Market.Bases {
		if b.Dollar && b.Address != token {
			out = append(out, b.Address)
		}
	}
	return out
}

// plan is one simulated call and its outcome.
type plan struct {
	pool      Pool
	message   evm.Msg
	overrides map[common.Address]evm.Override
	bare      bool // a call of the token itself

	call    *evm.Call
	answer  hexutil.Bytes
	outcome *simulate.Outcome // nil where there is none
	refused bool              // of a bare call: the token reverted
	why     string            // of a bare call that did not do what it should
}

// try trades on the deepest pool of each kind, all in one request: it buys and sells what it bought, sells tokens that
// were held before, and sells as a wallet does. The trial is nil when no purchase worked. untried says that a purchase
// which could be paid for could not be simulated: the endpoint failed, or has no state overrides.
func (r *Reader) try(
	ctx context.Context, token common.Address, pools []Pool, f *firstReads,
) (trial *Trial, untried bool, err error) {
	code, err := simulate.Code()
	if err != nil {
		return nil, true, err
	}
	var trades, holdings, wallets []*plan
	var approvals []*plan
	kinds := map[bool]bool{}
	for _, p := range pools {
		if kinds[p.Concentrated] {
			continue
		}
		one := r.purchase(token, p, code, f)
		if one == nil {
			continue
		}
		kinds[p.Concentrated] = true
		trades = append(trades, one)
		holdings = appendPlan(holdings, r.holding(token, p, code, f))
		wallets = appendPlan(wallets, r.wallet(token, p, code, f))
		approvals = appendPlan(approvals, r.approval(token, p))
	}
	if err := r.run(ctx, slices.Concat(trades, holdings, wallets, approvals)); err != nil {
		return nil, true, err
	}

	for _, p := range trades {
		untried = untried || p.outcome == nil
		if p.outcome == nil || !p.outcome.Bought {
			continue
		}
		if trial == nil || p.outcome.Sold && !trial.Sellable {
			trial = trialOf(p.pool, p.outcome)
		}
	}
	if trial == nil {
		return nil, untried, nil
	}
	trial.withHeld(holdings)
	trial.asWallets(holdings, wallets, approvals, r.Market.Trusted(r.Client.Network().Name, token))
	return trial, untried, nil
}

func appendPlan(list []*plan, p *plan) []*plan {
	if p == nil {
		return list
	}
	return append(list, p)
}

// withHeld takes over that tokens which were held before can be sold where those just bought cannot.
func (t *Trial) withHeld(holdings []*plan) {
	for _, p := range holdings {
		if o := p.outcome; o != nil && o.Sold && !t.Sellable {
			t.Sellable = true
			t.Cooldown = true
			if tax, ok := o.SellTax(); ok {
				t.SellTax = &tax
			}
		}
	}
}

// asWallets judges by the sales of wallets: what they can sell is sellable, whatever a contract can, and what only
// contracts can sell is not. A sale that fails counts only where one of the same planted tokens by a contract went
// through: else the token may not bear that its storage is changed. Trusted tokens are left out: theirs is more
// involved than what is planted.
func (t *Trial) asWallets(holdings, wallets, approvals []*plan, trusted bool) {
	if t.excused = trusted; trusted {
		return
	}
	bears := map[common.Address]bool{}
	for _, p := range holdings {
		bears[p.pool.Address] = p.outcome != nil && p.outcome.Sold
	}

	for _, p := range wallets {
		o := p.outcome
		switch {
		case o == nil:
		case o.Sold:
			t.WalletSold = new(true)
			if !t.Sellable {
				t.Sellable = true
				t.Cooldown = false
				t.Failure = ""
			}
			if tax, ok := o.SellTax(); ok && (t.SellTax == nil || tax > *t.SellTax) {
				t.SellTax = &tax
			}
		case bears[p.pool.Address] && t.WalletSold == nil:
			t.WalletSold = new(false)
			t.Failure = o.Reason()
		}
	}

	for _, p := range approvals {
		if p.refused || p.call.Err == nil && !simulate.Approved(p.answer) {
			t.WalletSold = new(false)
			t.Failure = p.why
		}
	}

	if t.WalletSold != nil && !*t.WalletSold {
		t.Sellable = false
		t.Cooldown = false
	}
}

// part is the share of what a pool holds that is traded, nil for less than one unit.
func part(held *big.Int) *big.Int {
	if amount := new(big.Int).Quo(held, big.NewInt(share)); amount.Sign() > 0 {
		return amount
	}
	return nil
}

// buying is how a token is bought on a pool, and what is planted to pay for it; nil where it cannot be paid for.
func (r *Reader) buying(token common.Address, p Pool, f *firstReads) (*simulate.Plan, planted) {
	amount := part(p.BaseBalance)
	layout, ok := f.layouts[p.Base.Address]
	if amount == nil || p.Base.Dollar && !ok {
		return nil, nil
	}

	one := sale(token, p, amount)
	one.Wrap = !p.Base.Dollar
	one.Buy = true
	one.Sell = false
	if one.Wrap {
		return &one, nil
	}
	return &one, balance(p.Base.Address, layout, simulate.Trader, amount)
}

// purchase plans to buy and sell on a pool, nil when it cannot be paid for.
func (r *Reader) purchase(token common.Address, p Pool, code []byte, f *firstReads) *plan {
	one, paid := r.buying(token, p, f)
	if one == nil {
		return nil
	}
	one.Pass = true
	one.Sell = true
	return &plan{pool: p, message: one.Message(), overrides: one.Overrides(code, paid)}
}

// planted are words of storage that a simulation puts in place, by contract.
type planted = map[common.Address]map[common.Hash]common.Hash

// balance plants what a holder has of a token.
func balance(token common.Address, l simulate.Layout, holder common.Address, amount *big.Int) planted {
	return planted{token: {l.Slot(holder): common.BigToHash(amount)}}
}

// holding plans to sell planted tokens by transfer, nil where they cannot be planted.
func (r *Reader) holding(token common.Address, p Pool, code []byte, f *firstReads) *plan {
	layout, ok := f.layouts[token]
	amount := part(p.TokenBalance)
	if !ok || amount == nil {
		return nil
	}
	one := sale(token, p, amount)
	return &plan{
		pool:      p,
		message:   one.Message(),
		overrides: one.Overrides(code, balance(token, layout, simulate.Trader, amount)),
	}
}

// wallet plans to sell as a wallet does, nil where its tokens or the allowance cannot be planted.
func (r *Reader) wallet(token common.Address, p Pool, code []byte, f *firstReads) *plan {
	layout, ok := f.layouts[token]
	router := r.router(p)
	allowance, known := f.allowances[router]
	amount := part(p.TokenBalance)
	if !ok || !known || amount == nil {
		return nil
	}
	message, overrides := sale(token, p, amount).AsWallet(code, router, map[common.Hash]common.Hash{
		layout.Slot(simulate.Holder): common.BigToHash(amount),
		allowance:                    common.BigToHash(new(big.Int).Lsh(amount, 1)),
	})
	return &plan{pool: p, message: message, overrides: overrides}
}

// approval plans what has to come before the sale of a wallet.
func (r *Reader) approval(token common.Address, p Pool) *plan {
	amount := part(p.TokenBalance)
	if amount == nil {
		return nil
	}
	message, overrides := simulate.Approval(token, r.router(p), amount)
	return &plan{pool: p, message: message, overrides: overrides, bare: true}
}

func sale(token common.Address, p Pool, amount *big.Int) simulate.Plan {
	return simulate.Plan{
		Pool:         p.Address,
		Token:        token,
		Base:         p.Base.Address,
		Amount:       amount,
		Concentrated: p.Concentrated,
		Sell:         true,
	}
}

func (r *Reader) router(p Pool) common.Address {
	return router(r.Client.Network().Name, p.Concentrated)
}

// run simulates all plans in one request.
func (r *Reader) run(ctx context.Context, plans []*plan) error {
	if len(plans) == 0 {
		return nil
	}
	calls := make([]*evm.Call, len(plans))
	for i, p := range plans {
		p.call = evm.CallCall(&p.answer, p.message, evm.Latest, p.overrides)
		calls[i] = p.call
	}
	if err := r.Client.Batch(ctx, calls...); err != nil {
		return err
	}
	for _, p := range plans {
		p.read()
	}
	return nil
}

// read takes the outcome in. It stays nil where the endpoint could not simulate.
func (p *plan) read() {
	if p.bare {
		p.why = "approve returns false"
		if revert := evm.AsRevert(p.call.Err); revert != nil {
			p.refused = true
			p.why = "approve reverts"
			if reason := revert.Reason(); reason != "" {
				p.why += ": " + clip.Shown(reason, longestReason)
			}
		}
		return
	}
	if p.call.Err != nil {
		return
	}
	if o, err := simulate.Decode(p.answer); err == nil {
		p.outcome = o
	}
}

// longestReason is how much of a contract's own words an answer shows.
const longestReason = 120

func trialOf(p Pool, o *simulate.Outcome) *Trial {
	t := &Trial{Pool: p.Address, Sellable: o.Sold, bought: o.Received}
	if tax, ok := o.BuyTax(); ok {
		t.BuyTax = &tax
	}
	if tax, ok := o.SellTax(); ok {
		t.SellTax = &tax
	}
	if tax, ok := o.TransferTax(); ok {
		t.TransferTax = &tax
	}
	if !o.Sold {
		t.Failure = o.Reason()
	}
	return t
}

// apply puts the trial into the evidence.
func (t *Trial) apply(e *Evidence) {
	e.WalletSold = t.WalletSold
	e.WalletTried = !t.excused
	e.IsHoneypot = Worse(e.IsHoneypot, !t.Sellable)
	if t.BuyTax != nil {
		e.BuyTax = Higher(e.BuyTax, *t.BuyTax)
	}
	if t.SellTax != nil {
		e.SellTax = Higher(e.SellTax, *t.SellTax)
	}
	if t.TransferTax != nil {
		e.TransferTax = Higher(e.TransferTax, *t.TransferTax)
	}
	e.SalesEnd = t.Ends
	if t.Cooldown {
		e.Cooldown = Worse(e.Cooldown, true)
	}
}
