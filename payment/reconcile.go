package payment

import (
	"context"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/farebox/farebox/internal/tick"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/facilitator"
)

// Fate is an authorization's state on the chain.
type Fate int

const (
	// Open: not spent, and still valid by the chain's own time.
	Open Fate = iota
	// Spent: the transfer to the seller is on the chain.
	Spent
	// Dead: cancelled, or expired unspent: it can never be spent any more.
	Dead
	// Elsewhere: spent, but for what another service with this wallet sells. [Gate.fate] alone says so.
	Elsewhere
)

// Ending is the final state of an authorization.
type Ending struct {
	Fate     Fate
	Transfer              // when Spent
	Mark     eip3009.Mark // of its transaction
	MadeAt   time.Time    // of its block
}

// Chain reports the final state of an authorization.
type Chain interface {
	// Fate reads the chain for a payment that came at its Now. An error means that nothing was learnt.
	// hints are transactions, or "", that may have made the transfer. They are looked at first, and are not
	// believed: what is on the chain decides.
	Fate(ctx context.Context, e *Entry, hints ...string) (Ending, error)
}

// recordLate writes down what the chain has done, also when the time for asking it is over.
func (g *Gate) recordLate(ctx context.Context, e *Entry, made Transfer) {
	now := g.opt.Now()
	event := usage.Event{ // without a latency: how long it stayed open says nothing of the route
		Time:        now,
		Route:       e.Route,
		Status:      http.StatusOK,
		Outcome:     usage.OutcomePaid,
		PriceUSD:    e.PriceUSD,
		Network:     e.Key.Network,
		Payer:       e.Payer(),
		Transaction: made.Transaction,
		Version:     e.Version,
	}

	_, err := g.opt.Ledger.Settle(context.WithoutCancel(ctx), e.Key, made, now, event)
	if err != nil {
		g.opt.Log.Error("settlement not recorded", "route", e.Route, "transaction", made.Transaction, "error", err)
	}
}

// openFor is how long a payment with an unknown first settlement is kept although a later one was
// refused. The first transaction may still be on its way: only the end of the authorization, or a day
// without it, proves that the buyer was not charged.
const openFor = 24 * time.Hour

// reconcileBatch is how many stuck payments are taken on at once.
const reconcileBatch = 50

// settlePause is how long a payment rests that could not be settled again.
const settlePause = 10 * time.Second

// Extra time after SettleTimeout, for writing the ledger after a settlement that used all of it.
const (
	graceMargin = 5 * time.Second  // before an open settlement counts as left behind by its request
	claimMargin = 10 * time.Second // before a reconciler that took one counts as dead
)

// Reconcile finishes payments whose settlement was left open: by a facilitator that did not answer, or by a process
// that died. Entries delivered before olderThan are taken, so that settlements under way elsewhere are left alone. It
// returns how many reached an end.
//
// The chain decides. Spent: paid, and the answer can be fetched. Dead: never charged. Open: the same authorization is
// settled again, which cannot pay twice because the token spends its nonce once.
func (g *Gate) Reconcile(ctx context.Context, olderThan time.Time) (int, error) {
	if err := g.pulse.enter(ctx); err != nil {
		return 0, err
	}
	defer g.pulse.leave()

	take := g.takeover()
	take.OlderThan = olderThan
	take.Limit = reconcileBatch
	stuck, err := g.opt.Ledger.Stuck(ctx, take)
	if err != nil {
		return 0, err
	}

	// Side by side: each may wait for a block, and those that wait together share a transaction.
	var all sync.WaitGroup
	var ended atomic.Int64
	for i := range stuck {
		e := &stuck[i]
		if _, busy := g.settling.LoadOrStore(e.Key, true); busy {
			g.postpone(ctx, e, 0) // to the request of this process that is at it, which cannot take what is claimed
			continue
		}
		all.Go(func() {
			defer g.settling.Delete(e.Key)
			if g.reconcileOne(ctx, e) {
				ended.Add(1)
			} else {
				g.postpone(ctx, e, settlePause)
			}
		})
	}
	all.Wait()
	return int(ended.Load()), nil
}

// takeover takes open settlements on in the name of this process: those whose request or whose process is over.
func (g *Gate) takeover() Takeover {
	now := g.opt.Now()
	return Takeover{
		Owner:     g.id + randomID(),
		Process:   g.id,
		Now:       now,
		OlderThan: now.Add(-g.opt.SettleTimeout - graceMargin),
		For:       g.opt.SettleTimeout + claimMargin,
	}
}

// postpone leaves a payment that was not finished to whoever comes after a pause.
func (g *Gate) postpone(ctx context.Context, e *Entry, pause time.Duration) {
	ctx = context.WithoutCancel(ctx)
	if err := g.opt.Ledger.Postpone(ctx, e.Key, e.Owner, g.opt.Now().Add(pause)); err != nil {
		g.opt.Log.Warn("an open payment stays claimed for a while", "route", e.Route, "error", err)
	}
}

// reconcileOne asks the chain what became of a payment, and settles it again where it is still open.
func (g *Gate) reconcileOne(ctx context.Context, e *Entry) (ended bool) {
	defer func() {
		if v := recover(); v != nil {
			g.opt.Panicked(e.Route, v, debug.Stack())
		}
	}()

	log := g.logOf(e)
	ctx, cancel := context.WithTimeout(ctx, g.opt.SettleTimeout)
	defer cancel()

	end, err := g.fate(ctx, e, e.Transaction)
	if err != nil {
		log.Warn("fate of a payment not known yet", "error", err)
		return false
	}
	if end.Fate == Open {
		return g.settleAgain(ctx, e, log)
	}
	return g.endBy(ctx, e, end, log)
}

// endBy ends a payment whose authorization has ended on the chain.
func (g *Gate) endBy(ctx context.Context, e *Entry, end Ending, log *slog.Logger) (ended bool) {
	if end.Fate == Spent {
		log.Info("payment found settled", "transaction", end.Transaction)
		g.recordLate(ctx, e, end.Transfer)
		return true
	}
	log.Info("payment was never spent for this service and no longer can be")
	return g.opt.Ledger.Forget(ctx, e.Key, e.Owner) == nil
}

func (g *Gate) logOf(e *Entry) *slog.Logger {
	return g.opt.Log.With("route", e.Route, "network", e.Key.Network, "payer", e.Key.Payer)
}

// settleAgain settles a payment whose authorization is still open.
func (g *Gate) settleAgain(ctx context.Context, e *Entry, log *slog.Logger) (ended bool) {
	var item *Item
	if q := g.quotes[e.Route]; q != nil {
		item = &q.item
	}
	result, err := g.settle(ctx, e.Route, facilitator.Request{
		Payment:     described(e.Payload, e.Requirement, item),
		Requirement: e.Requirement,
	})

	switch {
	case err != nil:
		log.Warn("payment not settled yet", "error", err)
		return false
	case result.Outcome == facilitator.Settled && !result.Repeated:
		log.Info("payment settled late", "transaction", result.Transaction)
		g.recordLate(ctx, e, transferOf(&result))
		return true
	case result.Outcome == facilitator.Refused, result.Repeated:
		return g.giveUp(ctx, e, &result, log)
	default:
		g.sent(ctx, e.Key, e.Owner, result.Transaction)
		return false
	}
}

// giveUp drops a payment that was refused when it was settled again, once it is old enough. The refusal may
// be the echo of the first settlement ("nonce used"): the chain has the last word. So it has of a transfer that was
// there before it was asked for.
func (g *Gate) giveUp(ctx context.Context, e *Entry, result *facilitator.Settlement, log *slog.Logger) (ended bool) {
	end, err := g.fate(ctx, e, e.Transaction, result.Transaction)
	if err != nil {
		return false
	}
	if end.Fate == Spent || end.Fate == Elsewhere {
		return g.endBy(ctx, e, end, log)
	}

	if g.opt.Now().Sub(e.StoredAt) < openFor {
		return false
	}
	log.Warn("payment given up", "reason", result.Reason)
	return g.opt.Ledger.Forget(ctx, e.Key, e.Owner) == nil
}

// runReconcile is the loop of exact payments and of the ledger's own upkeep.
func (g *Gate) runReconcile(ctx context.Context, every time.Duration, takeOver bool) {
	if takeOver {
		if err := g.opt.Ledger.TakeOver(ctx, g.id); err != nil {
			g.opt.Log.Error("taking over what an earlier process left", "error", err)
		}
		g.reconcileAll(ctx, g.opt.Now().Add(time.Second))
	}
	grace := g.opt.SettleTimeout + graceMargin
	tick.Every(ctx, every, func(ctx context.Context) { g.reconcileAll(ctx, g.opt.Now().Add(-grace)) })
}

// reconcileAll finishes what is open and due.
func (g *Gate) reconcileAll(ctx context.Context, olderThan time.Time) {
	for {
		// Those that stay open are not handed out again for a while, so this ends.
		ended, err := g.Reconcile(ctx, olderThan)
		if err != nil && ctx.Err() == nil {
			g.opt.Log.Error("reconciling payments", "error", err)
		}
		if ended < reconcileBatch {
			break
		}
	}

	if err := g.Confirm(ctx); err != nil && ctx.Err() == nil {
		g.opt.Log.Warn("settlements not looked for again yet", "error", err)
	}
	if _, err := g.opt.Ledger.Purge(ctx, g.opt.Now()); err != nil && ctx.Err() == nil {
		g.opt.Log.Error("purging the ledger", "error", err)
	}
}
