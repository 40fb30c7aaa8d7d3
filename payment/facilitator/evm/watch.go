package evm

import (
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
)

// missingLooks is how often the receipt of a spent nonce may be missing before the nonce counts as
// spent by somebody else: endpoints behind one URL are not always at the same block.
const missingLooks = 10

// watchLoop follows transactions to their receipts until the settler stops.
func (s *settler) watchLoop() {
	ticker := time.NewTicker(s.options.Poll)
	defer ticker.Stop()
	stuck := stuckNonce{since: time.Now()}
	for {
		select {
		case <-s.work.Done():
			return
		case <-ticker.C:
		}
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
			continue
		}
		s.look(txs, &stuck)
	}
}

// stuckNonce is since when the chain has been at the same nonce of ours.
type stuckNonce struct {
	nonce uint64
	since time.Time
}

// look asks for all receipts at once and acts on what is there.
func (s *settler) look(txs []*transaction, stuck *stuckNonce) {
	var nonce hexutil.Uint64
	calls := []rpc.BatchElem{{Method: "eth_getTransactionCount", Args: []any{s.address, "latest"}, Result: &nonce}}
	receipts := make([][]*types.Receipt, len(txs))
	for i, tx := range txs {
		receipts[i] = make([]*types.Receipt, len(tx.sendings))
		for n, hash := range tx.sendings {
			calls = append(calls, rpc.BatchElem{Method: "eth_getTransactionReceipt", Args: []any{hash}, Result: &receipts[i][n]})
		}
	}
	err := s.rpc.Batch(s.work, calls)
	if err == nil {
		err = calls[0].Error
	}
	if err != nil {
		if s.work.Err() == nil {
			s.options.Log.Warn("receipts could not be read", "network", s.network.CAIP2, "error", err)
			s.noteCheck(head{}, err)
		}
		return
	}
	if uint64(nonce) != stuck.nonce {
		*stuck = stuckNonce{uint64(nonce), time.Now()}
	}
	waiting := txs[:0:0]
	for i, tx := range txs {
		switch at := slices.IndexFunc(receipts[i], func(r *types.Receipt) bool { return r != nil }); {
		case at >= 0:
			s.conclude(tx, receipts[i][at])
		case uint64(nonce) > tx.nonce:
			if tx.missing++; tx.missing >= missingLooks {
				s.options.Log.Warn("a nonce was spent by another transaction", "network", s.network.CAIP2, "nonce", tx.nonce)
				s.conclude(tx, nil)
			}
		default:
			waiting = append(waiting, tx)
		}
	}
	if len(waiting) == 0 {
		return
	}
	slices.SortFunc(waiting, func(a, b *transaction) int { return int(int64(a.nonce) - int64(b.nonce)) })
	switch first := waiting[0]; {
	case first.nonce > uint64(nonce) && time.Since(stuck.since) > s.options.BumpAfter:
		s.fillNonce(uint64(nonce))
		stuck.since = time.Now()
	case first.nonce == uint64(nonce) && time.Since(first.lastSent) > s.options.BumpAfter:
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
	for _, j := range tx.jobs {
		if receipt != nil && receipt.Status == types.ReceiptStatusSuccessful {
			if state, same := eip3009.InLogs(receipt.Logs, s.network.Asset, j.auth); state == eip3009.Used && same {
				s.finishSettled(j, receipt.TxHash)
				continue
			}
		}
		if receipt != nil {
			s.mu.Lock()
			j.attempts++
			s.mu.Unlock()
		}
		s.again(j, 0)
	}
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
	if lost && len(tx.data) > 0 {
		tx.to, tx.data, tx.gas = s.address, nil, params.TxGas
	}
	if up, ok := s.raised(tx.fees, s.fees(h)); ok {
		tx.fees = up
	} else {
		s.options.Log.Warn("a transaction is stuck and its fees are at the limit", "network", s.network.CAIP2, "hash", tx.last())
	}
	delivery, reply, err := s.deliver(tx)
	switch {
	case err != nil || reply != nil:
		s.options.Log.Warn("a stuck transaction could not be replaced", "network", s.network.CAIP2, "hash", tx.last(), "delivery", int(delivery), "error", reply)
	default:
		s.options.Log.Info("a stuck transaction was replaced", "network", s.network.CAIP2, "hash", tx.last(), "sendings", len(tx.sendings))
	}
}

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
	tx := &transaction{to: s.address, gas: params.TxGas, fees: s.fees(h), nonce: nonce}
	for range 8 { // what it must outbid is not known
		delivery, reply, err := s.deliver(tx)
		if err != nil || delivery == ethrpc.Undelivered {
			return
		}
		if delivery != ethrpc.Rejected {
			s.options.Log.Warn("a forgotten nonce is filled", "network", s.network.CAIP2, "nonce", nonce, "hash", tx.last())
			s.mu.Lock()
			s.txs = append(s.txs, tx)
			s.mu.Unlock()
			return
		}
		s.options.Log.Info("filling a nonce", "network", s.network.CAIP2, "nonce", nonce, "error", reply)
		up, ok := s.raised(tx.fees, tx.fees)
		if !ok {
			return
		}
		tx.fees = up
	}
}
