package svm

import (
	"context"
	"fmt"
	"github.com/farebox/farebox/internal/each"
	"time"
)

// Settled is a payment that was on the chain.
type Settled struct {
	Name   Hash      // of the payment
	ID     Signature // of its transaction, as whoever settled it said
	MadeAt time.Time // when that was
}

// Location is where a settled payment is now.
type Location struct {
	Known   bool // else nothing was learnt
	Missing bool // no transaction of this id has made this payment
	Slot    uint64
	Final   bool // no vote can take it back
}

// mostStatuses is how many transactions one question can be about.
const mostStatuses = 256

// Locate finds settled payments, in the order in which they are asked for. A transaction counts once it is final and
// holds the payment's message: who settled it may have named another.
func (c *Chain) Locate(ctx context.Context, all []Settled) ([]Location, error) {
	found := make([]Location, 0, len(all))
	for len(all) > 0 {
		some := all[:min(len(all), mostStatuses)]
		all = all[len(some):]
		places, err := c.locate(ctx, some)
		if err != nil {
			return nil, err
		}
		found = append(found, places...)
	}
	return found, nil
}

func (c *Chain) locate(ctx context.Context, some []Settled) ([]Location, error) {
	ids := each.Of(some, func(s Settled) Signature { return s.ID })
	var statuses valued[[]*Status]
	var clock valued[*account]
	if err := c.ask(ctx, askAccount(clockSysvar, Finalized, &clock), askStatuses(ids, true, &statuses)); err != nil {
		return nil, err
	}
	now, err := clockOf(clock.Value)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", c.network.CAIP2, err)
	case len(statuses.Value) != len(some):
		return nil, fmt.Errorf("%s: %d statuses for %d transactions", c.network.CAIP2, len(statuses.Value), len(some))
	}

	places := make([]Location, len(some))
	for i, s := range statuses.Value {
		if places[i], err = c.place(ctx, some[i], s, now); err != nil {
			return nil, err
		}
	}
	return places, nil
}

// place reads the status of one, at a time of the finalized state.
func (c *Chain) place(ctx context.Context, s Settled, status *Status, now time.Time) (Location, error) {
	switch {
	case status == nil:
		gone := now.After(s.MadeAt.Add(skew))
		return Location{Known: gone, Missing: gone}, nil
	case status.Commitment != Finalized:
		return Location{Known: status.Sure() && status.Fault == "", Slot: status.Slot}, nil
	case status.Fault != "":
		return Location{Known: true, Missing: true}, nil
	}

	var kept *keptTransaction
	if err := c.ask(ctx, askTransaction(s.ID, &kept)); err != nil || kept == nil {
		return Location{}, err
	}
	return Location{
		Known:   true,
		Missing: !kept.holds(s.Name),
		Slot:    status.Slot,
		Final:   true,
	}, nil
}
