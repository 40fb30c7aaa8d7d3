package evm

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/farebox/farebox/payment/eip3009/ethrpc"
)

// transaction is one nonce of the settlement key and what is sent under it. It may be sent several
// times with rising fees; one of the sendings ends in a block.
type transaction struct {
	jobs    []*job // empty for a call, and for one that only fills a nonce
	cause   bill   // of one without jobs
	to      common.Address
	data    []byte
	deploys bool        // it deploys the payer's contract wallet first
	ended   chan ending // of a call that somebody waits for; nil for payments
	gas     uint64
	fees    fees

	nonce    uint64
	sendings []common.Hash // hash of each version sent, oldest first
	lastSent time.Time
	missing  int // looks in which the nonce was spent and no receipt was there
}

// fees of a transaction by EIP-1559, in wei per gas.
type fees struct{ cap, tip *big.Int }

// nonces of the settlement key. Guarded by settler.sending.
type nonces struct {
	known  bool
	next   uint64 // to be given out
	former uint64 // below it may be transactions of a former life of this process
}

// fees are the market's: twice the base fee outlasts six full blocks in a row.
func (s *settler) fees(h head) fees {
	tip := new(big.Int).Set(h.tip)
	if tip.Cmp(big.NewInt(minTip)) < 0 {
		tip.SetInt64(minTip)
	}
	limit := new(big.Int).Lsh(h.baseFee, 1)
	limit.Add(limit, tip)
	if limit.Cmp(big.NewInt(maxFeePerGas)) > 0 {
		limit.SetInt64(maxFeePerGas)
	}
	if tip.Cmp(limit) > 0 {
		tip.Set(limit)
	}
	return fees{cap: limit, tip: tip}
}

// cost is what a node wants to see in the key's balance before it takes a transaction with one payment, in wei:
// its gas at the highest fee that it offers. A quarter more is for rollups, which add a fee for data.
func (s *settler) cost(h head) *big.Int {
	gas := new(big.Int).SetUint64(batchGas + gasPerPayment)
	cost := gas.Mul(gas, s.fees(h).cap)
	return cost.Add(cost, new(big.Int).Rsh(cost, 2))
}

// raised are fees a quarter above f, or the market's where those are higher. Nodes replace a waiting
// transaction only if both numbers are an eighth higher (a tenth in geth). ok is false when the limit
// leaves no room for that.
func (s *settler) raised(f, market fees) (up fees, ok bool) {
	raise := func(old, market *big.Int) *big.Int {
		n := new(big.Int).Mul(old, big.NewInt(5))
		n.Div(n.Add(n, big.NewInt(3)), big.NewInt(4))
		if n.Cmp(market) < 0 {
			n.Set(market)
		}
		if n.Cmp(big.NewInt(maxFeePerGas)) > 0 {
			n.SetInt64(maxFeePerGas)
		}
		return n
	}
	least := func(old *big.Int) *big.Int {
		n := new(big.Int).Mul(old, big.NewInt(9))
		return n.Div(n.Add(n, big.NewInt(7)), big.NewInt(8))
	}

	up = fees{
		cap: raise(f.cap, market.cap),
		tip: raise(f.tip, market.tip),
	}
	return up, up.cap.Cmp(least(f.cap)) >= 0 && up.tip.Cmp(least(f.tip)) >= 0
}

// loadNonces asks the chain once per life where the key's nonces stand. The caller holds sending.
func (s *settler) loadNonces(ctx context.Context) error {
	if s.nonces.known {
		return nil
	}
	latest, pending, err := s.transactionCounts(ctx)
	if err != nil {
		return err
	}

	s.nonces.known = true
	s.nonces.next = pending
	if pending > latest {
		s.nonces.former = pending
		s.options.Log.Warn("the settlement key has transactions from before",
			"network", s.network.CAIP2, "from", latest, "to", pending-1)
	}
	return nil
}

func (s *settler) transactionCounts(ctx context.Context) (latest, pending uint64, err error) {
	var counts [2]hexutil.Uint64
	calls := make([]rpc.BatchElem, 2)
	for i, tag := range []string{"latest", "pending"} {
		calls[i] = rpc.BatchElem{
			Method: "eth_getTransactionCount",
			Args:   []any{s.address, tag},
			Result: &counts[i],
		}
	}

	err = s.rpc.Batch(ctx, calls)
	for _, call := range calls {
		err = errors.Join(err, call.Error)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("nonce of the settlement key on %s: %w", s.network.CAIP2, err)
	}
	return uint64(counts[0]), max(uint64(counts[0]), uint64(counts[1])), nil
}

// formerPending says that transactions which this process did not send may still come: what the chain
// does not hold now can be in them.
func (s *settler) formerPending(ctx context.Context, latest uint64) (bool, error) {
	s.sending.Lock()
	defer s.sending.Unlock()
	if err := s.loadNonces(ctx); err != nil {
		return false, err
	}
	return latest < s.nonces.former, nil
}

// send gives a transaction the next nonce and hands it to the chain. Its jobs are decided if it
// surely did not get there; else watch follows it.
func (s *settler) send(tx *transaction) {
	s.sending.Lock()
	defer s.sending.Unlock()

	err := s.trySend(tx)
	s.noteSend(err)
	if err == nil {
		s.nonces.next++
		s.follow(tx)
		wake(s.sent)
		return
	}

	s.options.Log.Error("a transaction was not sent",
		"network", s.network.CAIP2, "payments", len(tx.jobs), "error", err)
	err = fmt.Errorf("sending on %s: %w", s.network.CAIP2, err)
	for _, j := range tx.jobs {
		s.finishUnsent(j, err)
	}
	tx.end(ending{err: err})
}

// maxAmendments is how often a node's objections to one transaction are met.
const maxAmendments = 5

// trySend delivers a new transaction, meeting the node's objections. An error says that it surely did not
// arrive. The caller holds sending.
func (s *settler) trySend(tx *transaction) error {
	if err := s.loadNonces(s.work); err != nil {
		return err
	}

	for amendments := 0; ; amendments++ {
		tx.nonce = s.nonces.next
		delivery, reply, err := s.deliver(tx)
		if err != nil {
			return err
		}

		switch {
		case delivery == ethrpc.Delivered:
			return nil
		case delivery == ethrpc.Uncertain:
			s.options.Log.Warn("a transaction may not have been received",
				"network", s.network.CAIP2, "hash", tx.last(), "error", reply)
			return nil
		case delivery != ethrpc.Rejected || amendments == maxAmendments:
			return reply
		}
		if err := s.amend(tx, reply); err != nil {
			return err
		}
	}
}

// follow has watch look for a transaction.
func (s *settler) follow(tx *transaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.txs = append(s.txs, tx)
}

// deliver signs a transaction with its present nonce and fees and sends it. While it may be on its
// way its hash is with the jobs.
func (s *settler) deliver(tx *transaction) (delivery ethrpc.Delivery, reply, err error) {
	hash, raw, err := s.sign(tx)
	if err != nil {
		return ethrpc.Undelivered, nil, err
	}
	before := s.mark(tx, hash)

	// Not bounded by the loops' context: a sending that is under way at the end must be seen through.
	delivery, reply = s.rpc.Send(context.WithoutCancel(s.work), raw)

	s.mu.Lock()
	defer s.mu.Unlock()
	if delivery == ethrpc.Delivered || delivery == ethrpc.Uncertain {
		if !slices.Contains(tx.sendings, hash) {
			tx.sendings = append(tx.sendings, hash)
		}
		tx.lastSent = time.Now()
		return delivery, reply, nil
	}
	for i, j := range tx.jobs {
		j.tx = before[i]
	}
	return delivery, reply, nil
}

// sign makes the transaction that is sent. What it calls ends with the marks of the ledger and of this process, which
// contracts do not read. Without them two services with one wallet, or two processes with one key, would both take a
// transfer for their own.
func (s *settler) sign(tx *transaction) (hash common.Hash, raw []byte, err error) {
	data := tx.data
	if len(data) > 0 {
		data = slices.Concat(data, s.options.Mark.Tail(s.mine))
	}

	signed, err := types.SignNewTx(s.key, s.signer, &types.DynamicFeeTx{
		ChainID:   s.signer.ChainID(),
		Nonce:     tx.nonce,
		GasTipCap: tx.fees.tip,
		GasFeeCap: tx.fees.cap,
		Gas:       tx.gas,
		To:        &tx.to,
		Value:     new(big.Int),
		Data:      data,
	})
	if err != nil {
		return hash, nil, fmt.Errorf("signing a transaction: %w", err)
	}

	raw, err = signed.MarshalBinary()
	if err != nil {
		return hash, nil, fmt.Errorf("encoding a transaction: %w", err)
	}

	return signed.Hash(), raw, nil
}

// mark notes with the jobs of a transaction that it holds them, and gives back what was noted before.
func (s *settler) mark(tx *transaction, hash common.Hash) (before []common.Hash) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before = make([]common.Hash, len(tx.jobs))
	for i, j := range tx.jobs {
		before[i] = j.tx
		if len(tx.data) > 0 { // else it only spends the nonce, see bump
			j.tx = hash
			j.signed = append(j.signed, hash)
		}
	}
	return before
}

func (tx *transaction) last() common.Hash {
	if len(tx.sendings) == 0 {
		return common.Hash{}
	}
	return tx.sendings[len(tx.sendings)-1]
}

// amend changes a new transaction so that the node's objection no longer holds, or returns the
// objection. The caller holds sending.
func (s *settler) amend(tx *transaction, objection error) error {
	switch objectionOf(objection) {
	case nonceTaken:
		// By another process with this key, or by a former life: find a free one.
		_, pending, err := s.transactionCounts(s.work)
		if err != nil {
			return err
		}
		s.nonces.next = max(s.nonces.next+1, pending)
		s.nonces.former = s.nonces.next
		return nil
	case feesTooLow:
		market := tx.fees
		if _, h, err := s.checkTogether(s.work, nil); err == nil {
			market = s.fees(h)
		}
		up, ok := s.raised(tx.fees, market)
		if !ok {
			return fmt.Errorf("fees are above the limit of %d wei per gas: %w", int64(maxFeePerGas), objection)
		}
		tx.fees = up
		return nil
	}
	return objection
}

type objectionKind int

const (
	otherObjection objectionKind = iota
	nonceTaken
	feesTooLow
)

// objectionOf reads a node's refusal of a transaction. Texts: geth, Erigon, Nethermind, Reth, Besu.
func objectionOf(err error) objectionKind {
	text := strings.ToLower(err.Error())
	for _, known := range []struct {
		part string
		kind objectionKind
	}{
		{"nonce too low", nonceTaken},
		{"nonce is too low", nonceTaken},
		{"oldnonce", nonceTaken},
		{"nonce has already been used", nonceTaken},
		{"replacement transaction underpriced", nonceTaken},
		{"could not replace existing", nonceTaken},
		{"replacementnotallowed", nonceTaken},
		{"replacement underpriced", nonceTaken},
		{"underpriced", feesTooLow},
		{"less than block base fee", feesTooLow},
		{"feetoolow", feesTooLow},
		{"fee too low", feesTooLow},
	} {
		if strings.Contains(text, known.part) {
			return known.kind
		}
	}

	return otherObjection
}
