package evm

import (
	"context"
	"crypto/ecdsa"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
)

// errClosed is what Settle answers once Close was called.
var errClosed = errors.New("the facilitator is closed: the payment was not sent")

// settler settles on one network. Two loops work on its state: dispatch takes waiting payments,
// checks them and sends transactions; watch follows the transactions to their receipts. A payment
// that failed in a transaction goes back to the queue, where the next check says why.
type settler struct {
	network   x402.Network
	options   Options
	rpc       *ethrpc.Client
	chain     *eip3009.Chain // of deposits into channels
	method    method
	words     words
	key       *ecdsa.PrivateKey
	address   common.Address
	signer    types.Signer
	factories map[common.Address]bool // that may deploy payers' wallets
	mine      [8]byte                 // random, in every transaction of this process, see sign

	work context.Context // of the loops, not of any caller
	stop context.CancelFunc
	loop sync.WaitGroup

	changed chan struct{} // wakes dispatch
	sent    chan struct{} // wakes watch

	mu     sync.Mutex
	closed bool
	jobs   map[eip3009.ID]*job // every payment that is not decided
	// unclaimed are transfers that were made when nobody waited for them any more.
	unclaimed map[eip3009.ID]unclaimed
	queue     []*job         // those that wait for a transaction, oldest first
	txs       []*transaction // those that wait for a block, by nonce
	seen      Status
	gas       *gasBook
	wasted    wasted

	checkError error // of the last check; nil when it went well
	sendError  error // of the last sending, likewise

	sending sync.Mutex // one transaction at a time; guards what follows
	nonces  nonces
}

// job is a payment on its way. Its fields are guarded by settler.mu until done is closed.
type job struct {
	*payment
	since       time.Time // when it came
	waiters     int
	taken       bool          // by dispatch: it can no longer be withdrawn
	attempts    int           // transactions that ended without it
	deployments int           // those of them that should have deployed its wallet
	tx          common.Hash   // the latest transaction that holds it
	signed      []common.Hash // every transaction that was made for it, whether it got anywhere or not
	left        bool          // the call that made the job no longer waits
	claimed     bool          // the transfer has been reported to one call as its own
	done        chan struct{}
	result      facilitator.Settlement
	err         error
}

func newSettler(network x402.Network, client *ethrpc.Client, key *ecdsa.PrivateKey, options Options) *settler {
	work, stop := context.WithCancel(context.Background())
	settings := eip3009.Settings{Multicall: options.Multicall}
	method := newMethod(network, client, settings)
	s := &settler{
		network:   network,
		options:   options,
		rpc:       client,
		chain:     eip3009.NewChain(client, network, settings),
		method:    method,
		words:     method.words(),
		key:       key,
		address:   crypto.PubkeyToAddress(key.PublicKey),
		signer:    types.LatestSignerForChainID(new(big.Int).SetUint64(network.ChainID)),
		factories: map[common.Address]bool{},
		work:      work,
		stop:      stop,
		changed:   make(chan struct{}, 1),
		sent:      make(chan struct{}, 1),
		jobs:      map[eip3009.ID]*job{},
		unclaimed: map[eip3009.ID]unclaimed{},
		gas:       newGasBook(options.Now),
	}

	for _, factory := range options.Factories {
		s.factories[factory] = true
	}
	rand.Read(s.mine[:]) // never fails
	s.seen = Status{Network: network.CAIP2, Settler: s.address}
	s.loop.Go(s.dispatchLoop)
	s.loop.Go(s.watchLoop)
	return s
}

// settle queues a payment, or joins the same one on its way, and waits for what becomes of it. For all calls but
// one the outcome is Repeated, see claim.
func (s *settler) settle(ctx context.Context, p *payment) (facilitator.Settlement, error) {
	deadline := time.NewTimer(s.options.SettleTimeout)
	defer deadline.Stop()
	for {
		j, part, err := s.join(p)
		if err != nil {
			return facilitator.Settlement{}, err
		}

		select {
		case <-j.done:
			if part != other {
				return s.resultFor(j, part)
			}
			continue // another transfer had the nonce; now see what is left for this one
		case <-deadline.C:
			err = errors.New("no answer from the chain in time")
		case <-ctx.Done():
			err = context.Cause(ctx)
		}

		if part == other {
			err = fmt.Errorf("another transfer with the same nonce is under way: %w", err)
		}
		return s.abandon(j, part, err)
	}
}

// part is what a call has in a job.
type part int

const (
	// first: it made the job.
	first part = iota
	// joined: the job is for the same payment and was there.
	joined
	// other: the job is for another transfer or another signature with the same nonce. Its outcome is not this
	// payment's.
	other
)

// join finds or makes the job of a payment.
func (s *settler) join(p *payment) (*job, part, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if j := s.jobs[p.auth.ID()]; j != nil {
		if !j.same(p) {
			return j, other, nil
		}
		j.waiters++
		return j, joined, nil
	}
	if s.closed {
		return nil, other, errClosed
	}

	j := &job{
		payment: p,
		since:   time.Now(),
		waiters: 1,
		done:    make(chan struct{}),
	}
	s.jobs[p.auth.ID()] = j
	s.queue = append(s.queue, j)
	wake(s.changed)
	return j, first, nil
}

// abandon is a waiter going away. A payment that nobody waits for any more and that dispatch has not
// taken is withdrawn, which is the one case in which it was surely not sent.
func (s *settler) abandon(j *job, p part, why error) (facilitator.Settlement, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p == other {
		return s.unknown(j, why.Error()), nil
	}
	select {
	case <-j.done:
		return s.claim(j, p)
	default:
	}

	j.waiters--
	j.left = j.left || p == first
	if j.taken || j.waiters > 0 {
		return s.unknown(j, why.Error()), nil
	}
	s.queue = slices.DeleteFunc(s.queue, func(queued *job) bool { return queued == j })
	j.err = fmt.Errorf("the payment was not sent: %w", why)
	delete(s.jobs, j.auth.ID())
	close(j.done)
	return facilitator.Settlement{}, j.err
}

// unknown is the answer for a job that is not decided. The caller holds mu.
func (s *settler) unknown(j *job, message string) facilitator.Settlement {
	return facilitator.Settlement{
		Outcome:     facilitator.Unknown,
		Transaction: hashText(j.tx),
		Network:     s.network.CAIP2,
		Payer:       j.payer,
		Reason:      x402.ReasonSettlementPending,
		Message:     message,
	}
}

// finish decides a job. The caller holds mu.
func (s *settler) finish(j *job, result facilitator.Settlement, err error) {
	if s.jobs[j.auth.ID()] != j {
		return
	}
	result.Network = s.network.CAIP2
	result.Payer = j.payer
	j.result = result
	j.err = err
	if result.Outcome == facilitator.Settled && !result.Repeated && j.waiters == 0 {
		s.leaveUnclaimed(j)
	}
	delete(s.jobs, j.auth.ID())
	close(j.done)
}

// finishSettled decides a job whose transfer is in a block. gas is its share of what that has cost, or nil.
func (s *settler) finishSettled(j *job, tx common.Hash, block uint64, blockHash common.Hash, gas *big.Int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.finish(j, facilitator.Settlement{
		Outcome:     facilitator.Settled,
		Transaction: tx.Hex(),
		Block:       block,
		BlockHash:   blockHash.Hex(),
		Repeated:    !s.isOurs(j, tx),
		Gas:         gas,
	}, nil)
}

// finishRefused refuses a job for good. A reason that would leave that open, since others give it without
// having asked the chain, becomes one that says so.
func (s *settler) finishRefused(j *job, why *refusal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	reason := why.reason
	if facilitator.Judge(reason) != facilitator.Final {
		reason = x402.ReasonTransferFails
	}
	s.finish(j, facilitator.Settlement{
		Outcome: facilitator.Refused,
		Reason:  reason,
		Message: why.message,
	}, nil)
}

// finishUnsent decides a job that could not be checked or sent. It is an error, which promises that
// nothing can come of the payment, only if no transaction ever held it.
func (s *settler) finishUnsent(j *job, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if j.tx != (common.Hash{}) {
		s.finish(j, s.unknown(j, err.Error()), nil)
		return
	}
	s.finish(j, facilitator.Settlement{}, err)
}

// again puts a job back into the queue after a while.
func (s *settler) again(j *job, after time.Duration) {
	time.AfterFunc(after, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.jobs[j.auth.ID()] != j {
			return
		}
		s.queue = append(s.queue, j)
		wake(s.changed)
	})
}

// noteCheck and noteSend keep for Status what last went well or wrong.
func (s *settler) noteCheck(h head, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.checkError = err
	if err != nil {
		return
	}
	s.seen.SeenAt = s.options.Now()
	s.seen.Balance = h.balance
	s.seen.Cost = s.cost(h)
	s.seen.LowBalance = h.balance.Cmp(big.NewInt(lowBalance)) < 0
	s.seen.Empty = h.balance.Cmp(s.seen.Cost) < 0
}

func (s *settler) noteSend(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sendError = err
}

// Refresh asks what the key holds and what gas costs.
func (s *settler) Refresh(ctx context.Context) error {
	_, _, err := s.check(ctx, nil)
	return err
}

// V1Name is the network's.
func (s *settler) V1Name() string { return s.network.V1Name }

// Status is how the settler stands.
func (s *settler) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	status := s.seen
	status.Spent, status.Payers = s.gas.read()
	if err := errors.Join(s.checkError, s.sendError); err != nil {
		status.LastError = err.Error()
	}
	status.InFlight = len(s.txs)
	status.Waiting = len(s.jobs)
	for _, tx := range s.txs {
		status.Waiting -= len(tx.jobs)
	}
	return status
}

// close takes no more payments, waits for those that are open, stops the loops and decides the rest.
func (s *settler) Close() {
	s.mu.Lock()
	s.closed = true
	open := slices.Collect(maps.Values(s.jobs))
	s.mu.Unlock()
	wake(s.changed)

	s.await(open)
	s.stop()
	s.loop.Wait()

	s.mu.Lock()
	defer s.mu.Unlock()
	for _, j := range s.jobs {
		if j.taken {
			s.finish(j, s.unknown(j, "the facilitator was closed"), nil)
		} else {
			s.finish(j, facilitator.Settlement{}, errClosed)
		}
	}
	s.rpc.Close()
}

// await waits until the jobs are decided, for at most Options.SettleTimeout.
func (s *settler) await(jobs []*job) {
	limit := time.NewTimer(s.options.SettleTimeout)
	defer limit.Stop()
	for _, j := range jobs {
		select {
		case <-j.done:
		case <-limit.C:
			return
		}
	}
}

func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func hashText(h common.Hash) string {
	if h == (common.Hash{}) {
		return ""
	}
	return h.Hex()
}
