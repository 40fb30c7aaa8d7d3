package payment

import (
	"encoding/json"
	"sync/atomic"
	"time"
)

// How long a signed offer is valid, and when quotes carry a new one: each quote's is good for an hour at least.
const (
	offerLife  = 2 * time.Hour
	renewAfter = time.Hour
)

// quoted is the quote of an item, made again when the market has changed, or when an offer in it is about to expire.
type quoted struct {
	now   atomic.Pointer[quote]
	item  Item
	renew atomic.Int64 // Unix seconds from which on the offer is to be signed again; 0 without offers
}

// signedQuote is the first quote of an item.
func (g *Gate) signedQuote(item Item) (*quoted, error) {
	q := &quoted{item: item}
	return q, g.sign(q, g.market())
}

// sign makes the quote for a market, with fresh offers where they are signed.
func (g *Gate) sign(q *quoted, m *market) error {
	var offers json.RawMessage
	if g.opt.SignOffers {
		accepts, err := signedWays(g.opt.Seller, m, q.item)
		if err != nil {
			return err
		}
		now := g.opt.Now()
		if offers, err = g.opt.Receipts.Offers(q.item.URL, accepts, now.Add(offerLife)); err != nil {
			return err
		}
		q.renew.Store(now.Add(renewAfter).Unix())
	}

	made, err := newQuote(g.opt.Seller, m, q.item, offers)
	if err != nil {
		return err
	}
	q.now.Store(made)
	return nil
}

// quoteFor is the quote of a route. The first request after the hour signs for all that come with it. So does the first
// after a network has opened or closed.
func (g *Gate) quoteFor(route string) *quote {
	q := g.quotes[route]
	m := g.market()
	due := q.renew.Load()
	isDue := due != 0 && g.opt.Now().Unix() >= due && q.renew.CompareAndSwap(due, due+int64(renewAfter/time.Second))
	if !isDue && q.now.Load().market == m {
		return q.now.Load()
	}

	if err := g.sign(q, m); err != nil {
		g.opt.Log.Error("quote not renewed; the previous one stays", "route", route, "error", err)
	}
	return q.now.Load()
}
