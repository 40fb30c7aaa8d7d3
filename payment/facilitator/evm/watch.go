package evm

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"

	"github.com/farebox/farebox/internal/tick"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
)

// missingLooks is how often the receipt of a spent nonce may be missing before the nonce counts as
// spent by somebody else: endpoints behind one URL are not always at the same block.
const missingLooks = 10

// watchLoop follows transactions to their receipts until the settler stops.
func (s *settler) watchLoop() {
	stuck := stuckNonce{since: time.Now()}
	tick.Every(s.work, s.options.Poll, func(context.Context) {
		s.mu.Lock()
		txs := slices.Clone(s.txs)
		s.mu.Unlock()

		if len(txs) == 0 {
			select { // nothing to look at until something is sent
			case <-s.work.Done():
				return
			case <-s.sent:
			}
			stuck.since = time.Now()
			return
		}
		s.look(txs, &stuck)
	})
}

// stuckNonce is since when the chain has been at the same nonce of ours.
type stuckNonce struct {
	nonce uint64
	since time.Time
}

// look asks for all receipts at once and acts on what is there.
func (s *settler) look(txs []*transaction, stuck *stuckNonce) {
	nonce, receipts, err := s.receipts(txs)
	if err != nil {
		if s.work.Err() == nil {
			s.options.Log.Warn("receipts could not be read", "network", s.network.CAIP2, "error", err)
			s.noteCheck(head{}, err)
		}
		return
	}
	if nonce != stuck.nonce {
		*stuck = stuckNonce{nonce: nonce, since: time.Now()}
	}

	waiting := txs[:0:0]
	for i, tx := range txs {
		switch {
		case receipts[i] != nil:
			s.conclude(tx, receipts[i])
		case nonce > tx.nonce:
			if tx.missing++; tx.missing >= missingLooks {
				s.options.Log.Warn("a nonce was spent by another transaction",
					"network", s.network.CAIP2, "nonce", tx.nonce)
				s.conclude(tx, nil)
			}
		default:
			waiting = append(waiting, tx)
		}
	}

	if len(waiting) > 0 {
		s.push(slices.MinFunc(waiting, byNonce), nonce, stuck)
	}
}

func byNonce(a, b *transaction) int { return cmp.Compare(a.nonce, b.nonce) }

// receipts reads the next nonce of the key by the latest block, and the receipt of each transaction: that
// of whichever of its sendings is in a block, or nil.
func (s *settler) receipts(txs []*transaction) (nonce uint64, receipts []*types.Receipt, err error) {
	var next hexutil.Uint64
	questions := []question{{
		method: "eth_getTransactionCount",
		args:   []any{s.address, "latest"},
		into:   &next,
	}}
	found := make([][]*types.Receipt, len(txs)) // by transaction and sending
	for i, tx := range txs {
		found[i] = make([]*types.Receipt, len(tx.sendings))
		for n, hash := range tx.sendings {
			questions = append(questions, question{
				method:   "eth_getTransactionReceipt",
				args:     []any{hash},
				into:     &found[i][n],
				optional: true, // the next look asks again
			})
		}
	}

	if err := s.ask(s.work, questions); err != nil {
		return 0, nil, err
	}

	receipts = make([]*types.Receipt, len(txs))
	for i := range txs {
		for _, receipt := range found[i] {
			receipts[i] = cmp.Or(receipts[i], receipt)
		}
	}
	return uint64(next), receipts, nil
}

// push helps the first of the waiting transactions into a block when it has waited for too long.
func (s *settler) push(first *transaction, nonce uint64, stuck *stuckNonce) {
	switch {
	case first.nonce > nonce && time.Since(stuck.since) > s.options.BumpAfter:
		s.fillNonce(nonce)
		stuck.since = time.Now()
	case first.nonce == nonce && time.Since(first.lastSent) > s.options.BumpAfter:
		s.bump(first)
	}
}

// conclude takes a transaction off the list and reads from the receipt what became of each payment.
// receipt is nil when the nonce went to another transaction. Payments that are not in it go back to
// the queue: the next check finds out why.
func (s *settler) conclude(tx *transaction, receipt *types.Receipt) {
	s.mu.Lock()
	s.txs = slices.DeleteFunc(s.txs, func(t *transaction) bool { return t == tx })
	s.mu.Unlock()
	defer wake(s.changed)

	s.gas.note(tx.bill(), receipt)
	tx.end(ending{receipt: receipt})
	share := tx.share(receipt)
	for _, j := range tx.jobs {
		if s.paidIn(receipt, j) {
			s.finishSettled(j, receipt.TxHash, receipt.BlockNumber.Uint64(), receipt.BlockHash, share)
			continue
		}
		if receipt != nil {
			s.mu.Lock()
			j.attempts++
			s.mu.Unlock()
			if tx.deploys {
				s.noteWasted(j)
			}
		}
		s.again(j, 0)
	}
}

// paidIn says that a receipt holds the transfer of a payment.
func (s *settler) paidIn(receipt *types.Receipt, j *job) bool {
	if receipt == nil || receipt.Status != types.ReceiptStatusSuccessful {
		return false
	}
	return s.method.isIn(receipt, j.payment)
}

// bump sends the transaction that is next in turn again, with higher fees and the same nonce. When
// none of its payments can be made any more, an empty one takes its place: the nonce must be spent
// for those behind it.
func (s *settler) bump(tx *transaction) {
	s.sending.Lock()
	defer s.sending.Unlock()
	_, h, err := s.check(s.work, nil)
	if err != nil {
		return
	}

	lost := !slices.ContainsFunc(tx.jobs, func(j *job) bool { return j.auth.ValidBefore.GtUint64(h.time) })
	if lost && tx.ended == nil && len(tx.data) > 0 {
		tx.to = s.address
		tx.data = nil
		tx.gas = params.TxGas
	}

	log := s.options.Log.With("network", s.network.CAIP2)
	if up, ok := s.raised(tx.fees, s.fees(h)); ok {
		tx.fees = up
	} else {
		log.Warn("a transaction is stuck and its fees are at the limit", "hash", tx.last())
	}

	delivery, reply, err := s.deliver(tx)
	if err != nil || reply != nil {
		log.Warn("a stuck transaction could not be replaced",
			"hash", tx.last(), "delivery", int(delivery), "error", errors.Join(err, reply))
		return
	}
	log.Info("a stuck transaction was replaced", "hash", tx.last(), "sendings", len(tx.sendings))
}

// maxOutbids is how often fees are raised in a row against a transaction whose fees are not known.
const maxOutbids = 8

// fillNonce spends a nonce that no transaction of this process has and that keeps ours waiting: one
// of a former life whose fees are too low, or one that nodes have forgotten. A payment in it is not
// harmed: it is unused then and may be settled again.
func (s *settler) fillNonce(nonce uint64) {
	s.sending.Lock()
	defer s.sending.Unlock()
	_, h, err := s.check(s.work, nil)
	if err != nil {
		return
	}

	log := s.options.Log.With("network", s.network.CAIP2, "nonce", nonce)
	tx := &transaction{
		cause: bill{purpose: ForNonce},
		to:    s.address,
		gas:   params.TxGas,
		fees:  s.fees(h),
		nonce: nonce,
	}
	for range maxOutbids {
		delivery, reply, err := s.deliver(tx)
		if err != nil || delivery == ethrpc.Undelivered {
			return
		}
		if delivery != ethrpc.Rejected {
			log.Warn("a forgotten nonce is filled", "hash", tx.last())
			s.follow(tx)
			return
		}

		log.Info("filling a nonce", "error", reply)
		up, ok := s.raised(tx.fees, tx.fees)
		if !ok {
			return
		}
		tx.fees = up
	}
}
