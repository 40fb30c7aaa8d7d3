package evm

import (
	"context"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

// maxAttempts is how many transactions may end without a payment that the chain then says would
// succeed. More than one is right: others in a batch may have used up its gas.
const maxAttempts = 3

// pause is the time before a payment that cannot be decided yet is looked at again.
const pause = time.Second

// batchGas is the gas of a transaction in addition to that of its payments: 21,000 for being one, and the loop and the
// memory of the aggregate.
const batchGas = 60_000

// dispatchLoop forms batches until the settler stops.
func (s *settler) dispatchLoop() {
	for {
		batch, wait := s.next()
		if len(batch) > 0 {
			s.dispatch(batch)
			continue
		}

		var ripe <-chan time.Time
		if wait > 0 {
			ripe = time.After(wait)
		}
		select {
		case <-s.work.Done():
			return
		case <-s.changed:
		case <-ripe:
		}
	}
}

// next takes the batch that is due. Without one, wait is the time until the gathering ends; 0 is
// until something changes.
func (s *settler) next() (batch []*job, wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == 0 || len(s.txs) >= maxInFlight || s.work.Err() != nil {
		return nil, 0
	}
	if len(s.queue) < s.options.MaxBatch && !s.closed {
		if wait = s.options.Window - time.Since(s.queue[0].since); wait > 0 {
			return nil, wait
		}
	}

	size := min(len(s.queue), s.options.MaxBatch)
	batch = append(batch, s.queue[:size]...)
	s.queue = append(s.queue[:0], s.queue[size:]...)
	for _, j := range batch {
		j.taken = true
	}
	return batch, 0
}

// dispatch decides each payment of a batch as far as the chain's state does, and sends the rest.
func (s *settler) dispatch(batch []*job) {
	view, err := s.view(batch)
	if err != nil {
		for _, j := range batch {
			s.finishUnsent(j, err)
		}
		return
	}

	var ready plan
	for i, j := range batch {
		s.decide(j, &view.findings[i], view, &ready)
	}

	f := s.fees(view.head)
	if len(ready.together) == 1 {
		ready.alone = append(ready.alone, lone{job: ready.together[0]})
		ready.together = nil
	}
	s.sendTogether(ready.together, f)
	s.sendAlone(ready.alone, f)
}

// view is what a batch is decided by.
type view struct {
	findings  []finding // by payment of the batch
	head      head
	former    bool        // transactions of a former life of this process may still come
	committed commitments // what payers spend in transactions, those of this batch included
}

// plan is what of a batch is to be sent.
type plan struct {
	together []*job
	alone    []lone
}

// lone is a payment that gets a transaction of its own.
type lone struct {
	*job
	// estimated is set where the gas is that of an estimate: the payment runs code of the payer's, or of any token.
	estimated *finding
}

func (s *settler) view(batch []*job) (*view, error) {
	payments := each.Of(batch, func(j *job) *payment { return j.payment })

	findings, h, err := s.check(s.work, payments)
	if err != nil {
		s.options.Log.Error("payments could not be checked",
			"network", s.network.CAIP2, "payments", len(batch), "error", err)
		return nil, err
	}
	// The key's own transactions of a former life may still carry any of these payments.
	former, err := s.formerPending(s.work, h.nonce)
	if err != nil {
		return nil, err
	}

	return &view{
		findings:  findings,
		head:      h,
		former:    former,
		committed: s.committed(),
	}, nil
}

// decide ends a payment, puts it off, or adds it to what is sent.
func (s *settler) decide(j *job, f *finding, v *view, ready *plan) {
	switch {
	case f.spent:
		s.loop.Go(func() { s.resolveSpent(j) })
	case f.expired:
		s.finishRefused(j, f.refused)
	case f.refused != nil && (v.former || s.waitsForClock(j, f)):
		s.again(j, pause)
	case f.refused != nil:
		s.finishRefused(j, f.refused)
	case s.tooLate(j, v.head):
		// Too late to send. Whether it was refused for good shows when the chain's clock has passed
		// validBefore: until then a transaction of a former life could still carry it.
		s.again(j, pause)
	case v.committed.leaveTooLittle(j, f):
		s.again(j, pause) // what the payer has left shows when the others are in
	case f.deploys && v.committed[j.auth.From].count > 0:
		s.again(j, pause) // the wallet is being deployed
	case j.attempts >= maxAttempts || f.wallet() && !j.mayTryAgain(f):
		s.finishRefused(j, refuse(x402.ReasonTransactionFailed,
			"the transfer fails on chain though its simulation succeeds"))
	case f.wallet() || s.network.Permit2:
		ready.alone = append(ready.alone, lone{job: j, estimated: f})
		v.committed.add(j)
	case f.alone || j.attempts > 0:
		ready.alone = append(ready.alone, lone{job: j})
		v.committed.add(j)
	default:
		ready.together = append(ready.together, j)
		v.committed.add(j)
	}
}

// tooLate says that a payment is valid but not for long enough to reach a block.
func (s *settler) tooLate(j *job, h head) bool {
	now := max(uint64(max(s.options.Now().Unix(), 0)), h.time)
	return !j.auth.ValidBefore.GtUint64(now + minTimeLeft - 1)
}

// waitsForClock tells the refusal that the next block cures: the payment is valid by our clock and
// not yet by the chain's, which stands still between blocks.
func (s *settler) waitsForClock(j *job, f *finding) bool {
	now := uint64(max(s.options.Now().Unix(), 0))
	return f.refused.reason == s.words.early && !j.auth.ValidAfter.GtUint64(now)
}

// sendTogether sends payments of keys in one transaction. Each may fail without failing the others.
func (s *settler) sendTogether(jobs []*job, f fees) {
	if len(jobs) == 0 {
		return
	}
	calls := each.Of(jobs, func(j *job) eip3009.Call { return eip3009.Call{Target: s.network.Asset, Data: j.call} })
	s.send(&transaction{
		jobs: jobs,
		to:   s.options.Multicall,
		data: eip3009.PackAggregate(calls),
		gas:  batchGas + uint64(len(jobs))*gasPerPayment,
		fees: f,
	})
}

// sendAlone sends each payment in a transaction of its own. Those of contract wallets run code of the
// payer's: their gas is estimated, which is exact here because nothing may fail inside, and bounded.
// They never share a transaction, in which they could burn the gas of others. So it is by Permit2, whose tokens may be
// any.
func (s *settler) sendAlone(jobs []lone, f fees) {
	s.estimateMissing(jobs)
	for _, j := range jobs {
		gas := uint64(batchGas + gasPerPayment)
		deploys := false
		if j.estimated != nil {
			if j.estimated.refused != nil {
				s.lookAgain(j.job)
				continue
			}
			gas = j.estimated.gas + j.estimated.gas/4 // state may change until then
			deploys = j.estimated.deploys
		}

		to, data := s.transactionOf(j.payment, deploys)
		s.send(&transaction{
			jobs:    []*job{j.job},
			to:      to,
			data:    data,
			deploys: deploys,
			gas:     gas,
			fees:    f,
		})
	}
}

// lookAgain puts a payment back that succeeded in the simulation and failed in the estimate behind it. Somebody else
// may have made it in between: the next check tells.
func (s *settler) lookAgain(j *job) {
	s.mu.Lock()
	j.attempts++
	s.mu.Unlock()
	s.again(j, pause)
}

// estimateMissing completes the findings whose gas was not asked for when they were simulated: those on accounts that
// have both a key and code (EIP-7702), whose code was not expected, and those on keys by Permit2.
func (s *settler) estimateMissing(jobs []lone) {
	var calls []rpc.BatchElem
	var missing []*finding
	estimates := make([]hexutil.Uint64, len(jobs))
	for _, j := range jobs {
		if j.estimated != nil && j.estimated.gas == 0 {
			into := &estimates[len(missing)]
			calls = append(calls, s.estimation(j.payment, j.estimated.deploys, into).element())
			missing = append(missing, j.estimated)
		}
	}
	if len(calls) == 0 {
		return
	}

	err := s.rpc.Batch(s.work, calls)
	for i, f := range missing {
		f.gas = uint64(estimates[i])
		switch {
		case err != nil: // no estimate: the bound is enough for what is not expensive
			f.gas = s.maxGas(f.deploys)
		case calls[i].Error != nil:
			f.refused = refuse(s.words.simulated, "%v", calls[i].Error)
		case f.gas > s.maxGas(f.deploys):
			f.refused = s.tooMuchGas(f)
		}
	}
}

// resolveSpent decides a payment whose nonce is spent: by itself, then it is settled, or otherwise.
func (s *settler) resolveSpent(j *job) {
	s.mu.Lock()
	hint := j.tx
	s.mu.Unlock()
	var hints []common.Hash
	if hint != (common.Hash{}) {
		hints = append(hints, hint)
	}

	ctx, cancel := context.WithTimeout(s.work, s.options.SettleTimeout)
	defer cancel()
	report, err := s.method.fate(ctx, j.payment, hints...)

	switch {
	case err != nil:
		// Money may have moved, and only the missing event can tell.
		s.options.Log.Warn("a spent payment could not be found on chain",
			"network", s.network.CAIP2, "error", err)
		s.mu.Lock()
		s.finish(j, s.unknown(j, err.Error()), nil)
		s.mu.Unlock()
	case report.State == eip3009.Used && report.Same:
		s.finishSettled(j, report.Transaction, report.MadeIn, report.MadeInHash, nil)
	case report.State == eip3009.Unused:
		s.again(j, pause) // another endpoint that is behind answered
	default:
		s.finishRefused(j, refuse(s.words.spent,
			"the nonce is %s by transaction %s, not by this transfer", report.State, hashText(report.Transaction)))
	}
}

// commitments is what payers spend in transactions that are under way.
type commitments map[common.Address]commitment

type commitment struct {
	value uint256.Int
	count int
}

func (c commitments) add(j *job) {
	sum := c[j.auth.From]
	if _, overflow := sum.value.AddOverflow(&sum.value, &j.auth.Value); overflow {
		sum.value.SetAllOne()
	}
	sum.count++
	c[j.auth.From] = sum
}

// leaveTooLittle says that a payer's other payments under way take what this one needs.
func (c commitments) leaveTooLittle(j *job, f *finding) bool {
	spending := c[j.auth.From]
	if spending.count == 0 {
		return false
	}
	rest, short := new(uint256.Int).SubOverflow(f.spendable(), &spending.value)
	return short || rest.Lt(&j.auth.Value)
}

func (s *settler) committed() commitments {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := commitments{}
	for _, tx := range s.txs {
		for _, j := range tx.jobs {
			c.add(j)
		}
	}
	return c
}
