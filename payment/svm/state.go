package svm

import (
	"context"
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/rpc"
	"github.com/farebox/farebox/internal/each"
)

// Status is what a node reports about a transaction by its id.
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

// Report is what a cluster reports about a payment.
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
// may have on the chain, from whoever signed for the fee. They are not believed: one that is not the fee payer's
// signature of this message is left out. Without any, and before a payment is called expired, its transaction is
// searched for, see [Chain.find].
//
// A transaction is expired when the finalized state does not know its blockhash, although it is from after the payment
// was seen, and when the whole history does not hold it. Before a payment is seen its blockhash exists. So the
// finalized state, once it is from after that time, has had the blockhash and forgotten it, if it ever had it. And
// what was put in a block while the blockhash lived is in the history by then.
//
// An error says that nothing was learnt.
func (c *Chain) State(ctx context.Context, p *Payment, seen time.Time, ids ...Signature) (Report, error) {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id Signature) bool { return !p.named(id) })
	report, err := c.stateOf(ctx, p, seen, ids)
	if err != nil || report.ID != (Signature{}) || len(ids) > 0 && report.State == Open {
		return report, err
	}

	found, err := c.find(ctx, p, seen)
	if err != nil || len(found) == 0 {
		return report, err
	}
	return c.stateOf(ctx, p, seen, found)
}

// named says that id is a signature of the fee payer's under the message of the payment.
func (p *Payment) named(id Signature) bool {
	payer := p.Message.FeePayer()
	return !payer.weak() && ed25519.Verify(payer[:], p.signed, id[:])
}

// Recent is what a node has of a transaction in its memory, which reaches back longer than a blockhash lives. One that
// is not there is Open.
func (c *Chain) Recent(ctx context.Context, id Signature) (Report, error) {
	var statuses valued[[]*Status]
	if err := c.ask(ctx, askStatuses([]Signature{id}, false, &statuses)); err != nil {
		return Report{}, err
	}
	if len(statuses.Value) != 1 || statuses.Value[0] == nil {
		return Report{}, nil
	}
	return reportOf(id, statuses.Value[0]), nil
}

func (c *Chain) stateOf(ctx context.Context, p *Payment, seen time.Time, ids []Signature) (Report, error) {
	q := newInquiry(ids)
	if err := c.ask(ctx, q.calls(p)...); err != nil {
		return Report{}, err
	}
	report, err := q.report(seen)
	if err != nil {
		return Report{}, fmt.Errorf("%s: %w", c.network.CAIP2, err)
	}
	return report, nil
}

// inquiry is the question for what became of a payment.
type inquiry struct {
	ids      []Signature
	alive    valued[bool]
	clock    valued[*account]
	statuses valued[[]*Status]
}

func newInquiry(ids []Signature) *inquiry { return &inquiry{ids: ids} }

// calls are asked in one request, so that one node answers them all.
func (q *inquiry) calls(p *Payment) []rpc.BatchElem {
	calls := []rpc.BatchElem{
		{
			Method: "isBlockhashValid",
			Args:   []any{p.Message.Blockhash.String(), map[string]string{"commitment": Finalized}},
			Result: &q.alive,
		},
		askAccount(clockSysvar, Finalized, &q.clock),
	}
	if len(q.ids) > 0 {
		calls = append(calls, askStatuses(q.ids, true, &q.statuses))
	}
	return calls
}

// report reads the answers, see [Chain.State].
func (q *inquiry) report(seen time.Time) (Report, error) {
	if len(q.statuses.Value) != len(q.ids) {
		return Report{}, fmt.Errorf("%d statuses for %d transactions", len(q.statuses.Value), len(q.ids))
	}
	for i, s := range q.statuses.Value {
		if s != nil {
			return reportOf(q.ids[i], s), nil
		}
	}

	now, err := clockOf(q.clock.Value)
	if err != nil {
		return Report{}, err
	}
	if !q.alive.Value && now.After(seen.Add(skew)) {
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

// askStatuses is the question for transactions, with or without the whole history.
func askStatuses(ids []Signature, history bool, into *valued[[]*Status]) rpc.BatchElem {
	texts := each.Of(ids, func(id Signature) string { return id.String() })
	return rpc.BatchElem{
		Method: "getSignatureStatuses",
		Args:   []any{texts, map[string]bool{"searchTransactionHistory": history}},
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
