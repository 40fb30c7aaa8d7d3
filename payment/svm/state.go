package svm

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/rpc"
)

// Status is what a node says of a transaction by its id.
type Status struct {
	Slot       uint64 `json:"slot"`
	Fault      Fault  `json:"err"`
	Commitment string `json:"confirmationStatus"`
}

// Sure says that the transaction is in a block that will stay.
func (s *Status) Sure() bool { return s.Commitment == Confirmed || s.Commitment == Finalized }

// State is what became of a transaction.
type State int

const (
	// Open: it is in no block that will stay, and may come to be in one.
	Open State = iota
	// Landed: it is on the chain and has done what it says.
	Landed
	// Failed: it is on the chain and has done nothing but cost its fee.
	Failed
	// Expired: it is on no chain and can never be.
	Expired
)

// String is the state in lower case.
func (s State) String() string { return [...]string{"open", "landed", "failed", "expired"}[s] }

// Report is what a cluster says of a payment.
type Report struct {
	State  State
	ID     Signature // of the transaction that is on the chain
	Slot   uint64    // that it is in
	Fault  Fault     // when Failed
	Final  bool      // nothing can change it any more
	MadeAt time.Time // of its block; zero when it was not asked for
}

// skew is how far the chain's clock may be from ours. It is the median of the validators' own clocks.
const skew = 30 * time.Second

// State tells what became of a payment that was first seen at a time of ours. ids are the names that its transaction
// may have on the chain: the fee payer's signature is known to whoever has the key, or from a facilitator. None: they
// are searched for, see [Chain.find].
//
// A transaction is expired when the finalized state does not know its blockhash, although it is from after the payment
// was seen, and when the whole history does not hold it. Before a payment is seen its blockhash exists. So the
// finalized state, once it is from after that time, has had the blockhash and forgotten it, if it ever had it. And
// what was put in a block while the blockhash lived is in the history by then.
//
// An error says that nothing was learnt.
func (c *Chain) State(ctx context.Context, p *Payment, seen time.Time, ids ...Signature) (Report, error) {
	if len(ids) > 0 {
		return c.stateOf(ctx, p, seen, ids)
	}

	ids, err := c.find(ctx, p, seen)
	if err != nil {
		return Report{}, err
	}
	return c.stateOf(ctx, p, seen, ids)
}

func (c *Chain) stateOf(ctx context.Context, p *Payment, seen time.Time, ids []Signature) (Report, error) {
	var alive valued[bool]
	var clock valued[*account]
	var statuses valued[[]*Status]
	calls := []rpc.BatchElem{
		{
			Method: "isBlockhashValid",
			Args:   []any{p.Message.Blockhash.String(), map[string]string{"commitment": Finalized}},
			Result: &alive,
		},
		askAccount(clockSysvar, Finalized, &clock),
	}
	if len(ids) > 0 {
		calls = append(calls, askStatuses(ids, &statuses))
	}
	if err := c.ask(ctx, calls...); err != nil {
		return Report{}, err
	}
	if len(statuses.Value) != len(ids) {
		return Report{}, fmt.Errorf("%s: %d statuses for %d transactions", c.network.CAIP2, len(statuses.Value), len(ids))
	}

	for i, s := range statuses.Value {
		if s == nil {
			continue
		}
		return reportOf(ids[i], s), nil
	}
	now, err := clockOf(clock.Value)
	if err != nil {
		return Report{}, fmt.Errorf("%s: %w", c.network.CAIP2, err)
	}
	if !alive.Value && now.After(seen.Add(skew)) {
		return Report{State: Expired, Final: true}, nil
	}
	return Report{}, nil
}

// reportOf reads the status of a transaction that a node has.
func reportOf(id Signature, s *Status) Report {
	r := Report{
		ID:    id,
		Slot:  s.Slot,
		Fault: s.Fault,
		Final: s.Commitment == Finalized,
	}
	switch {
	case !s.Sure():
		r.State = Open
	case s.Fault != "":
		r.State = Failed
	default:
		r.State = Landed
	}
	return r
}

func askStatuses(ids []Signature, into *valued[[]*Status]) rpc.BatchElem {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = id.String()
	}
	return rpc.BatchElem{
		Method: "getSignatureStatuses",
		Args:   []any{texts, map[string]bool{"searchTransactionHistory": true}},
		Result: into,
	}
}

// clockOf reads the chain's clock: the fifth of the numbers in its account, Unix seconds.
func clockOf(a *account) (time.Time, error) {
	if a == nil {
		return time.Time{}, errors.New("the node does not tell the chain's time")
	}
	raw, err := a.bytes()
	if err != nil || len(raw) < 40 {
		return time.Time{}, errors.New("the node does not tell the chain's time")
	}
	return time.Unix(int64(binary.LittleEndian.Uint64(raw[32:])), 0), nil
}

// mostStatuses is how many transactions one question can be about.
const mostStatuses = 256

// Statuses are those of many transactions, in the order of their ids; nil for one that the whole history does not hold.
func (c *Chain) Statuses(ctx context.Context, ids []Signature) ([]*Status, error) {
	all := make([]*Status, 0, len(ids))
	for len(ids) > 0 {
		some := ids[:min(len(ids), mostStatuses)]
		ids = ids[len(some):]

		var answer valued[[]*Status]
		if err := c.ask(ctx, askStatuses(some, &answer)); err != nil {
			return nil, err
		}
		if len(answer.Value) != len(some) {
			return nil, fmt.Errorf("%s: %d statuses for %d transactions", c.network.CAIP2, len(answer.Value), len(some))
		}
		all = append(all, answer.Value...)
	}
	return all, nil
}

// Now is the chain's own time, as of the finalized state.
func (c *Chain) Now(ctx context.Context) (time.Time, error) {
	var clock valued[*account]
	if err := c.ask(ctx, askAccount(clockSysvar, Finalized, &clock)); err != nil {
		return time.Time{}, err
	}
	return clockOf(clock.Value)
}
