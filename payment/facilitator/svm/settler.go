package svm

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/x402"
)

// What a settlement needs, in lamports: two signatures, and what an account must keep to stay one.
const (
	signatureFees = 2 * 5_000
	leastBalance  = 890_880
)

// errClosed is what Settle answers once Close was called.
var errClosed = errors.New("the facilitator is closed: the payment was not sent")

// settler settles on one network.
type settler struct {
	network svm.Network
	options Options
	rpc     *ethrpc.Client
	chain   *svm.Chain
	key     ed25519.PrivateKey
	address svm.Address

	mu      sync.Mutex
	closed  bool
	open    sync.WaitGroup // calls of settle
	last    Status
	records records
}

func newSettler(network svm.Network, client *ethrpc.Client, key ed25519.PrivateKey, options Options) *settler {
	s := &settler{
		network: network,
		options: options,
		rpc:     client,
		chain:   svm.NewChain(client, network),
		key:     key,
		address: svm.AddressOf(key),
	}
	s.last = Status{
		Network:  network.CAIP2,
		FeePayer: s.address,
		Needed:   leastBalance + signatureFees + svm.MaxPriorityFee,
	}
	return s
}

// record is what this process knows about a payment. Its turn is held by the call that settles it.
type record struct {
	seen  time.Time // when the payment came
	id    svm.Signature
	turn  chan struct{} // holds one token, which is taken for a turn
	fresh bool          // this process has verified it and not sent it: nobody has, by the ledger
	sent  bool          // this process may have sent it
	told  bool          // one call was told that the transfer is its own
}

// recordsFor is how long a record is kept at least: longer than a blockhash lives.
const recordsFor = 3 * time.Minute

// records are by the payments' names, in two generations, so that old ones go without being looked for.
type records struct {
	young, old map[svm.Hash]*record
	since      time.Time // when the young ones began
}

// of is the record of a payment, made when there is none.
func (r *records) of(p *svm.Payment, id svm.Signature, now time.Time) *record {
	if r.young == nil || now.Sub(r.since) > recordsFor {
		r.old = r.young
		r.young = map[svm.Hash]*record{}
		r.since = now
	}

	found := r.young[p.Name]
	if found == nil {
		found = r.old[p.Name]
	}
	if found == nil {
		found = &record{
			seen: now,
			id:   id,
			turn: make(chan struct{}, 1),
		}
		found.turn <- struct{}{}
	}
	r.young[p.Name] = found
	return found
}

// find is the record of a payment with the transaction as it is sent.
func (s *settler) find(p *svm.Payment) (*record, *svm.Transaction, error) {
	signed, err := p.Sign(s.key)
	if err != nil {
		return nil, nil, err // the payment was checked, so that it names the key
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.records.of(p, signed.ID(), s.options.Now()), signed, nil
}

// verify asks the chain about a payment that was checked.
func (s *settler) verify(ctx context.Context, p *svm.Payment) (time.Duration, *svm.Refusal, error) {
	r, _, err := s.find(p)
	if err != nil {
		return 0, nil, err
	}
	found, err := s.inspect(ctx, p, r)
	if err != nil {
		return 0, nil, err
	}

	if found.ID != (svm.Signature{}) || found.Simulated == svm.FaultProcessed {
		return 0, no(x402.ReasonDuplicate, "this very transaction was sent before; a new purchase needs a new one, "+
			"with another note or blockhash"), nil
	}
	s.markFresh(r)

	switch {
	case found.Simulated.Sponsor():
		return 0, nil, s.broke(found)
	case found.Simulated != "":
		return 0, unfit(found.Simulated), nil
	case found.Lasts > 0 && found.Lasts < minTimeLeft:
		return 0, no(svm.ReasonSimulation, fmt.Sprintf("the blockhash expires in %s, the payment needs %s",
			found.Lasts, minTimeLeft)), nil
	}
	return found.Lasts, nil, nil
}

// markFresh notes that a payment has come and was not sent. Whoever sells verifies a payment before it is sent, so that
// no other process can have sent it either.
func (s *settler) markFresh(r *record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.fresh = !r.sent
}

// inspect asks all about a payment and remembers what the fee payer holds.
func (s *settler) inspect(ctx context.Context, p *svm.Payment, r *record) (svm.Inspection, error) {
	found, err := s.chain.Inspect(ctx, p, r.seen, r.id)
	s.note(found.Lamports, err)
	return found, err
}

// broke is the error of a fee payer that cannot pay.
func (s *settler) broke(found svm.Inspection) error {
	return fmt.Errorf("%w: %s has %d lamports on %s", ErrNoFeeMoney, s.address, found.Lamports, s.network.CAIP2)
}

// unfit refuses a payment that would fail now.
func unfit(f svm.Fault) *svm.Refusal {
	switch {
	case f.Poor():
		return no(x402.ReasonInsufficientFunds, "the payer's token account holds less than the price")
	case f == svm.FaultBlockhash:
		return no(svm.ReasonSimulation, "the blockhash has expired or was never one of this cluster's")
	}
	return no(svm.ReasonSimulation, "the transaction would fail: "+string(f))
}

// note keeps for Status what last went well or wrong.
func (s *settler) note(lamports uint64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last.LastError = ""
	if err != nil {
		s.last.LastError = err.Error()
		return
	}
	s.last.SeenAt = s.options.Now()
	s.hold(lamports)
}

// hold notes what the fee payer has. The caller holds mu.
func (s *settler) hold(lamports uint64) {
	s.last.Lamports = lamports
	s.last.LowBalance = lamports < lowBalance
	s.last.Empty = lamports < s.last.Needed
}

// Refresh asks what the fee payer holds.
func (s *settler) Refresh(ctx context.Context) error {
	lamports, err := s.chain.Lamports(ctx, s.address)
	s.note(lamports, err)
	return err
}

// V1Name is the network's.
func (s *settler) V1Name() string { return s.network.V1Name }

// Status is how the settler stands.
func (s *settler) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// enter counts a settlement that begins, or says that none may.
func (s *settler) enter() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errClosed
	}
	s.open.Add(1)
	s.last.InFlight++
	return nil
}

func (s *settler) leave() {
	s.mu.Lock()
	s.last.InFlight--
	s.mu.Unlock()
	s.open.Done()
}

func (s *settler) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.open.Wait() // each ends with its SettleTimeout
	s.rpc.Close()
}
