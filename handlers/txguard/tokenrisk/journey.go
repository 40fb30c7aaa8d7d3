package tokenrisk

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/simulate"
)

// third asks what needs a trade before it: what the token's functions do, how a wallet's trade ends, and who has the
// best pool, side by side.
func (r *Reader) third(ctx context.Context, token common.Address, out *OnChain, f *firstReads) error {
	var powersErr, sharesErr error
	var wait sync.WaitGroup
	wait.Go(func() { out.Shares, sharesErr = r.shares(ctx, token, out, f) })
	out.Powers, powersErr = r.tryPowers(ctx, token, out, f)
	wait.Wait()
	return errors.Join(powersErr, sharesErr)
}

// soldShare is the part of what was bought that each sale of a journey sells, in percent: five of them leave room for a
// tax on the purchase.
const soldShare = 16

// journeyPlan is how a wallet buys and sells, and what pays for it; nil where nothing could be bought.
func (r *Reader) journeyPlan(token common.Address, c *OnChain, f *firstReads) (*simulate.Journey, planted) {
	if c.Trial == nil || c.Trial.excused {
		return nil, nil
	}
	pool := c.tradedOn()
	buy, paid := r.buying(token, pool, f)
	sold := new(big.Int).Mul(c.Trial.bought, big.NewInt(soldShare))
	sold.Quo(sold, big.NewInt(100))
	if buy == nil || sold.Sign() == 0 {
		return nil, nil
	}

	router := r.router(pool)
	if words, ok := paid[pool.Base.Address]; ok {
		layout := f.layouts[pool.Base.Address]
		words[layout.Slot(router)] = words[layout.Slot(simulate.Trader)]
	}
	return &simulate.Journey{
		Buy:    *buy,
		Part:   sold,
		Router: router,
		From:   f.at,
	}, paid
}

// tradedOn is the pool that the trial was settled on.
func (c *OnChain) tradedOn() Pool {
	return c.Pools[slices.IndexFunc(c.Pools, func(p Pool) bool { return p.Address == c.Trial.Pool })]
}

// arrived judges by a journey. It counts before sales of planted tokens: nothing of it is made up but the coins that
// pay. Tokens that can be sold a day later only are slow; those that cannot then, although a wallet bought them, are
// not sellable.
func (t *Trial) arrived(a *simulate.Arrival) {
	now, next, later := a.Sales[simulate.AtOnce], a.Sales[simulate.NextBlock], a.Sales[simulate.ADayLater]
	if !a.Bought || now == nil || next == nil || later == nil {
		return
	}

	t.WalletSold = new(later.Sold)
	t.Sellable = later.Sold
	t.Cooldown = later.Sold && !(now.Sold && next.Sold)
	t.Ends = later.Sold && a.Shrinks()
	t.Failure = ""
	if !later.Sold {
		t.Failure = cmp.Or(a.Refused, later.Reason())
	}
	for _, o := range []*simulate.Outcome{next, later} {
		if tax, ok := o.SellTax(); ok && (t.SellTax == nil || tax > *t.SellTax) {
			t.SellTax = &tax
		}
	}
}
