package payment

import (
	"context"
	"time"

	"github.com/farebox/farebox/payment/eip3009"
)

// Several services may accept payments to one wallet, each with its own ledger, such as staging and production. A buyer
// who gives one authorization to two of them pays once. So a transfer that the chain shows counts for the service that
// has asked for it, and for no other.

// originMargin is how far the clocks of this process and of the chain may differ. A buyer who has paid must not be
// refused for it; a clock that is further off takes no authorization of the usual two minutes anyway.
const originMargin = 2 * time.Minute

// fate is a payment's state on the chain. A transfer that is not this ledger's is Elsewhere.
func (g *Gate) fate(ctx context.Context, e *Entry, hints ...string) (Ending, error) {
	end, err := g.opt.Chain.Fate(ctx, e, hints...)
	if err != nil || end.Fate != Spent || g.isOwn(end, e.Now) {
		return end, err
	}

	end.Fate = Elsewhere
	g.logOf(e).Error("a payment was settled by another service that takes payments to PAY_TO_ADDRESS with a database "+
		"of its own, and is not sold for here: give each such service a wallet of its own",
		"transaction", end.Transaction)
	return end, nil
}

// isOwn says that a transfer was made for a payment that this ledger has had since a time. Services that settle by
// themselves mark their transactions. Of a transaction without a mark, or behind a remote facilitator, only the time
// tells: one from before the payment came cannot be for it. A transaction of Solana bears neither: its fee payer is
// that of one service alone, and behind a remote facilitator the chain was asked for it before the work, see
// [attempt.isReplayable].
func (g *Gate) isOwn(end Ending, since time.Time) bool {
	none := eip3009.Mark{}
	if g.opt.Mark != none && end.Mark != none {
		return end.Mark == g.opt.Mark
	}
	return end.MadeAt.IsZero() || !end.MadeAt.Before(since.Add(-originMargin))
}

// entry is the payment as the ledger has it.
func (a *attempt) entry() *Entry {
	return &Entry{Reservation: a.reservation(a.reservedAt)}
}
