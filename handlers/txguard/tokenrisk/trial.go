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
	Sellable    bool           // what was bought could be sold
	Cooldown    bool           // not in the block of the purchase, but otherwise
	BuyTax      *float64       // percent
	SellTax     *float64
	TransferTax *float64
	Failure     string // why the sale failed, in words; may be empty
	Ends        bool   // a wallet could sell a day later, and not, or for less, a month or a year later
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

// try buys and sells what it bought on the deepest pool of each kind, all in one request. The trial is nil when no
// purchase worked. untried says that a purchase which could be paid for could not be simulated: the endpoint failed, or
// has no state overrides.
func (r *Reader) try(
	ctx context.Context, token common.Address, pools []Pool, f *firstReads,
) (trial *Trial, untried bool, err error) {
	code, err := simulate.Code()
	if err != nil {
		return nil, true, err
	}
	var traded []Pool
	var calls []*evm.Call
	answers := make([]hexutil.Bytes, 2)
	kinds := map[bool]bool{}
	for _, p := range pools {
		one, paid := r.buying(token, p, f)
		if kinds[p.Concentrated] || one == nil {
			continue
		}
		kinds[p.Concentrated] = true
		one.Pass = true
		one.Sell = true
		into := &answers[len(calls)]
		calls = append(calls, evm.CallCall(into, one.Message(), evm.Latest, one.Overrides(code, paid)))
		traded = append(traded, p)
	}
	if len(calls) == 0 {
		return nil, false, nil
	}
	if err := r.Client.Batch(ctx, calls...); err != nil {
		return nil, true, err
	}

	for i, p := range traded {
		o, err := simulate.Decode(answers[i])
		switch {
		case calls[i].Err != nil || err != nil:
			untried = true
		case o.Bought && (trial == nil || o.Sold && !trial.Sellable):
			trial = trialOf(p, o)
		}
	}
	if trial != nil {
		trial.excused = r.Market.Trusted(r.Client.Network().Name, token)
	}
	return trial, untried, nil
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
	return &one, planted{p.Base.Address: {layout.Slot(simulate.Trader): common.BigToHash(amount)}}
}

// planted are words of storage that a simulation puts in place, by contract.
type planted = map[common.Address]map[common.Hash]common.Hash

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
