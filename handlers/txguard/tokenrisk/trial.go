package tokenrisk

import (
	"context"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/simulate"
	"github.com/farebox/farebox/internal/chain/evm"
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
}

var (
	findBalance  = simulate.FindBalance
	foundBalance = simulate.FoundBalance
)

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

// plan is one simulated trade and its outcome.
type plan struct {
	pool    Pool
	plan    simulate.Plan
	planted map[common.Address]map[common.Hash]common.Hash
	answer  hexutil.Bytes
	call    *evm.Call
}

// try buys and sells on the deepest pool of each kind. A sale that fails is tried once more with tokens that
// were not bought in the same block. It is nil when no purchase worked, or the endpoint has no state overrides.
func (r *Reader) try(ctx context.Context, token common.Address, pools []Pool, balances map[common.Address]common.Hash) (*Trial, error) {
	code, err := simulate.Code()
	if err != nil {
		return nil, err
	}
	var plans []*plan
	kinds := map[bool]bool{}
	for _, p := range pools {
		if kinds[p.Concentrated] {
			continue
		}
		if one := r.purchase(token, p, balances); one != nil {
			kinds[p.Concentrated] = true
			plans = append(plans, one)
		}
	}
	outcomes, err := r.run(ctx, code, plans)
	if err != nil || len(outcomes) == 0 {
		return nil, err
	}
	var trial *Trial
	var failed []*plan
	for i, o := range outcomes {
		if o == nil || !o.Bought {
			continue
		}
		if trial == nil || o.Sold && !trial.Sellable {
			trial = trialOf(plans[i].pool, o)
		}
		if !o.Sold {
			failed = append(failed, plans[i])
		}
	}
	if trial == nil || trial.Sellable || len(failed) == 0 {
		return trial, nil
	}
	return r.again(ctx, token, code, trial, failed, balances)
}

// again sells planted tokens on the pools where the sale after a purchase failed.
func (r *Reader) again(ctx context.Context, token common.Address, code []byte, trial *Trial, failed []*plan, balances map[common.Address]common.Hash) (*Trial, error) {
	slot, ok := balances[token]
	if !ok {
		return trial, nil
	}
	var plans []*plan
	for _, f := range failed {
		amount := new(big.Int).Quo(f.pool.TokenBalance, big.NewInt(share))
		if amount.Sign() == 0 {
			continue
		}
		plans = append(plans, &plan{
			pool:    f.pool,
			plan:    simulate.Plan{Pool: f.pool.Address, Token: token, Base: f.pool.Base.Address, Amount: amount, Concentrated: f.pool.Concentrated, Sell: true},
			planted: map[common.Address]map[common.Hash]common.Hash{token: {slot: common.BigToHash(amount)}},
		})
	}
	outcomes, err := r.run(ctx, code, plans)
	if err != nil {
		return trial, nil // what was found before stands
	}
	for _, o := range outcomes {
		if o != nil && o.Sold {
			trial.Sellable, trial.Cooldown = true, true
			if tax, ok := o.SellTax(); ok {
				trial.SellTax = &tax
			}
		}
	}
	return trial, nil
}

// purchase plans a trade on a pool, nil when it cannot be paid for.
func (r *Reader) purchase(token common.Address, p Pool, balances map[common.Address]common.Hash) *plan {
	amount := new(big.Int).Quo(p.BaseBalance, big.NewInt(share))
	if amount.Sign() == 0 {
		return nil
	}
	one := &plan{pool: p, plan: simulate.Plan{
		Pool: p.Address, Token: token, Base: p.Base.Address, Amount: amount, Concentrated: p.Concentrated, Wrap: !p.Base.Dollar, Buy: true, Pass: true, Sell: true,
	}}
	if p.Base.Dollar {
		slot, ok := balances[p.Base.Address]
		if !ok {
			return nil
		}
		one.planted = map[common.Address]map[common.Hash]common.Hash{p.Base.Address: {slot: common.BigToHash(amount)}}
	}
	return one
}

// run simulates all plans in one request. An outcome is nil where the endpoint could not.
func (r *Reader) run(ctx context.Context, code []byte, plans []*plan) ([]*simulate.Outcome, error) {
	if len(plans) == 0 {
		return nil, nil
	}
	calls := make([]*evm.Call, len(plans))
	for i, p := range plans {
		p.call = evm.CallCall(&p.answer, p.plan.Message(), evm.Latest, p.plan.Overrides(code, p.planted))
		calls[i] = p.call
	}
	if err := r.Client.Batch(ctx, calls...); err != nil {
		return nil, err
	}
	out := make([]*simulate.Outcome, len(plans))
	for i, p := range plans {
		if p.call.Err != nil {
			continue
		}
		if o, err := simulate.Decode(p.answer); err == nil {
			out[i] = o
		}
	}
	return out, nil
}

func trialOf(p Pool, o *simulate.Outcome) *Trial {
	t := &Trial{Pool: p.Address, Sellable: o.Sold}
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
	if t.Cooldown {
		e.Cooldown = Worse(e.Cooldown, true)
	}
}
