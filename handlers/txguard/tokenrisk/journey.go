package tokenrisk

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/simulate"
	"github.com/farebox/farebox/internal/chain/evm"
)

// third asks what needs a trade before it: a wallet's journey over a day, what the token's functions do, who else may
// sign permits, and who has the best pool, side by side.
func (r *Reader) third(ctx context.Context, token common.Address, out *OnChain, f *firstReads) error {
	var arrival *simulate.Arrival
	var takers kindList
	var signers []Power
	var listed simulate.Effects
	var powersErr, sharesErr, journeyErr, signersErr error
	var wait sync.WaitGroup
	wait.Go(func() { out.Powers, powersErr = r.tryPowers(ctx, token, out, f) })
	wait.Go(func() { out.Shares, sharesErr = r.shares(ctx, token, out, f) })
	wait.Go(func() { signers, listed, signersErr = r.hiddenSigners(ctx, token, out, f) })
	if out.Trial != nil {
		wait.Go(func() { arrival, takers, journeyErr = r.journey(ctx, token, out, f) })
	}
	wait.Wait()

	if arrival != nil {
		out.Trial.arrived(arrival)
		if out.Powers != nil && arrival.Month != nil && arrival.Month.Sold {
			out.Powers.Found = append(out.Powers.Found, out.Powers.slowly...)
		}
		signers = append(signers, takings(arrival, takers)...)
	}
	if len(signers) > 0 {
		if out.Powers == nil {
			out.Powers = &Powers{Untried: "an endpoint did not simulate all calls"}
		}
		out.Powers.Found = append(out.Powers.Found, signers...)
	}
	if out.Powers != nil {
		out.Powers.Listed |= listed
		if out.Powers.Listed != 0 && out.Powers.Untried == "" {
			out.Powers.Untried = "somebody whom a list, a hash or another contract names has power over holders, and " +
				"nobody known does"
		}
	}
	return errors.Join(powersErr, sharesErr, journeyErr, signersErr)
}

// takings are the powers of those who took what a wallet had bought.
func takings(a *simulate.Arrival, kinds kindList) []Power {
	var out []Power
	for _, by := range a.Taken {
		out = append(out, Power{
			Function: simulate.TransferFrom,
			Effects:  simulate.Takes,
			Holder:   by,
			Kind:     kinds.of(by),
		})
	}
	return out
}

// soldShare is the part of what was bought that each sale of a journey sells, in percent: four of them leave room for a
// tax on the purchase.
const soldShare = 20

// journey buys, and sells in the next block, and a day, a month and a year later, as a wallet does. Accounts that may
// have a say try to take what it bought. It is nil where the endpoint cannot simulate blocks.
func (r *Reader) journey(
	ctx context.Context, token common.Address, c *OnChain, f *firstReads,
) (*simulate.Arrival, kindList, error) {
	journey, planted := r.journeyPlan(token, c, f)
	if journey == nil {
		return nil, nil, nil
	}
	journey.Takers = r.actors(token, c, f)
	code, err := simulate.Code()
	if err != nil {
		return nil, nil, err
	}

	var blocks []evm.SimulatedResult
	call := evm.SimulateCall(&blocks, evm.Latest, journey.Blocks(code, planted)...)
	kinds := kindsOf(journey.Takers, nil)
	if err := r.Client.Batch(ctx, append(kinds.calls(), call)...); err != nil {
		return nil, nil, err
	}
	if call.Err != nil {
		return nil, nil, nil
	}
	arrival, _ := journey.Arrived(blocks)
	return arrival, kinds, nil
}

// journeyPlan is how a wallet buys and sells, and what pays for it; nil where nothing could be bought.
func (r *Reader) journeyPlan(
	token common.Address, c *OnChain, f *firstReads,
) (*simulate.Journey, map[common.Address]map[common.Hash]common.Hash) {
	i := slices.IndexFunc(c.Pools, func(p Pool) bool { return p.Address == c.Trial.Pool })
	if i < 0 || c.Trial.excused {
		return nil, nil
	}
	pool := c.Pools[i]
	amount := part(pool.BaseBalance)
	sold := new(big.Int).Mul(c.Trial.bought, big.NewInt(soldShare))
	sold.Quo(sold, big.NewInt(100))
	if amount == nil || sold.Sign() == 0 {
		return nil, nil
	}

	journey := &simulate.Journey{
		Buy: simulate.Plan{
			Pool:         pool.Address,
			Token:        token,
			Base:         pool.Base.Address,
			Amount:       amount,
			Concentrated: pool.Concentrated,
			Wrap:         !pool.Base.Dollar,
			Buy:          true,
		},
		Part:   sold,
		Router: r.router(pool),
		From:   f.at,
	}
	if !pool.Base.Dollar {
		return journey, nil
	}
	layout, ok := f.layouts[pool.Base.Address]
	if !ok {
		return nil, nil
	}
	return journey, balance(pool.Base.Address, layout, journey.Router, amount)
}

// arrived judges by a journey. It counts before sales of planted tokens: nothing of it is made up but the coins that
// pay. Tokens that can be sold a day later only are slow; those that cannot then, although a wallet bought them, are
// not sellable.
func (t *Trial) arrived(a *simulate.Arrival) {
	if !a.Bought || a.Next == nil || a.Later == nil {
		return
	}

	t.WalletSold = new(a.Later.Sold)
	t.Sellable = a.Later.Sold
	t.Cooldown = a.Later.Sold && (t.Cooldown || !a.Next.Sold)
	t.Ends = a.Later.Sold && a.Month != nil && a.Year != nil && !(a.Month.Sold && a.Year.Sold)
	switch {
	case !a.Approved && !a.Later.Sold && t.Failure != "":
	case !a.Later.Sold:
		t.Failure = a.Later.Reason()
	default:
		t.Failure = ""
	}
	for _, o := range []*simulate.Outcome{a.Next, a.Later} {
		if tax, ok := o.SellTax(); ok && (t.SellTax == nil || tax > *t.SellTax) {
			t.SellTax = &tax
		}
	}
}
