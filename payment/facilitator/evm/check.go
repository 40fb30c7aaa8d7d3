package evm

import (
	"context"
	"fmt"
	"math/big"

	"github.com/holiman/uint256"

	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/permit2"
	"github.com/farebox/farebox/payment/x402"
)

// finding is what the chain says about a payment that has not been made.
type finding struct {
	refused  *refusal    // nil when the transfer would succeed now
	spent    bool        // the nonce is used or cancelled
	expired  bool        // the chain's clock has passed validBefore
	code     bool        // the payer's account runs code of its own
	deploys  bool        // the payer's contract wallet has to be deployed first
	doubtful bool        // its simulation failed behind those of others, which may be why
	alone    bool        // it succeeds by itself, but not with the others
	gas      uint64      // that a contract wallet's payment takes; 0 when not estimated
	balance  uint256.Int // of the payer, in atomic units

	// allowance is how much of it Permit2 may spend; nil where the method needs none.
	allowance *uint256.Int
}

// spendable is what the payer can pay with.
func (f *finding) spendable() *uint256.Int {
	if f.allowance != nil && f.allowance.Lt(&f.balance) {
		return f.allowance
	}
	return &f.balance
}

// head is the state of the chain and of the settlement key as of a check.
type head struct {
	time    uint64   // Unix seconds
	baseFee *big.Int // wei per gas
	tip     *big.Int // wei per gas that the endpoint suggests
	balance *big.Int // wei
	nonce   uint64   // next nonce of the key by the latest block
}

// check simulates payments and reads what explains a failure, in one round trip. Payments signed by
// keys are simulated together, one after the other as they would be in a batch, so that two payments
// out of one balance are seen. Those of contract wallets are simulated apart, because code of theirs
// runs and could spoil the others. Only where one fails among the others without a reason of its own
// is there a second round trip, in which it is simulated alone.
func (s *settler) check(ctx context.Context, payments []*payment) ([]finding, head, error) {
	findings, h, err := s.checkTogether(ctx, payments)
	if err == nil {
		err = s.checkApart(ctx, payments, findings)
	}

	s.noteCheck(h, err)
	if err != nil {
		return nil, h, fmt.Errorf("checking %d payments on %s: %w", len(payments), s.network.CAIP2, err)
	}
	return findings, h, nil
}

// checkTogether is the first round trip of a check: built, sent, read.
func (s *settler) checkTogether(ctx context.Context, payments []*payment) ([]finding, head, error) {
	var ofHead headInquiry
	var ofBatch *batchInquiry
	questions := ofHead.questions(s.address)
	if len(payments) > 0 {
		ofBatch = s.newBatchInquiry(payments)
		questions = append(questions, s.questions(ofBatch)...)
	}

	if err := s.ask(ctx, questions); err != nil {
		return nil, head{}, err
	}

	h, err := ofHead.read()
	if err != nil || ofBatch == nil {
		return nil, h, err
	}
	return s.findings(ofBatch, h)
}

// findings reads each payment's state on the chain. The head's time becomes that of the block in which they were
// simulated.
func (s *settler) findings(q *batchInquiry, h head) ([]finding, head, error) {
	now, err := q.read()
	if err != nil {
		return nil, h, err
	}
	h.time = now

	findings := make([]finding, len(q.payments))
	for i, p := range q.payments {
		shared := p.byKey && q.byKey > 1
		if findings[i], err = s.finding(p, now, shared); err != nil {
			return nil, h, err
		}
	}
	return findings, h, nil
}

// finding judges one payment: by the state of the chain first, then by its simulation, then by its gas.
// shared says that other transfers were simulated in front of it or behind it.
func (s *settler) finding(p *paymentInquiry, now uint64, shared bool) (finding, error) {
	balance, okBalance := p.balance.Uint()
	f := finding{
		expired: !p.auth.ValidBefore.GtUint64(now),
		code:    len(*p.code) > 0,
		balance: balance,
	}
	if !p.state(&f) || !okBalance {
		return finding{}, fmt.Errorf("%s cannot be paid with by %s: the state of a nonce or the balance is not told",
			s.network.Asset, s.network.Method())
	}

	if f.refused == nil {
		f.refused = s.judge(p.payment, &f, now)
	}
	if f.refused != nil {
		return f, nil
	}
	if !p.byKey {
		s.judgeWallet(p, &f)
		return f, nil
	}

	f.refused = s.short(p.payment, &f)
	if f.refused == nil {
		f.refused = s.flaw(p.transfer, p.payment)
		f.doubtful = shared && f.refused != nil
	}
	return f, nil
}

// checkApart is the second round trip: it simulates each doubtful payment by itself and completes its
// finding.
func (s *settler) checkApart(ctx context.Context, payments []*payment, findings []finding) error {
	type trial struct {
		aggregate
		finding  *finding
		payment  *payment
		transfer transferTrial
	}
	var trials []*trial
	var questions []question
	for i := range findings {
		if !findings[i].doubtful {
			continue
		}
		t := &trial{
			finding: &findings[i],
			payment: payments[i],
		}
		t.transfer = s.tryTransfer(&t.aggregate, t.payment)
		trials = append(trials, t)
		questions = append(questions, s.simulation(&t.aggregate))
	}
	if len(trials) == 0 {
		return nil
	}

	if err := s.ask(ctx, questions); err != nil {
		return err
	}

	for _, t := range trials {
		if err := t.read(); err != nil {
			return err
		}
		t.finding.refused = s.flaw(t.transfer, t.payment)
		t.finding.alone = t.finding.refused == nil
	}
	return nil
}

// judge finds the reason of a refusal in the state of the chain; simulation is for what state does
// not explain.
func (s *settler) judge(p *payment, f *finding, now uint64) *refusal {
	switch {
	case f.spent:
		return refuse(s.words.spent, "the authorization is used or canceled")
	case f.expired:
		return refuse(s.words.late, "the authorization has expired by the chain's clock")
	case !p.auth.ValidAfter.LtUint64(now):
		return refuse(s.words.early, "the authorization is not valid yet by the chain's clock")
	}
	return nil
}

// short refuses what the payer's balance, or what Permit2 may spend of it, does not cover.
func (s *settler) short(p *payment, f *finding) *refusal {
	switch {
	case f.balance.Lt(&p.auth.Value):
		return refuse(s.words.poor,
			"the payer holds %s units, the price is %s", f.balance.Dec(), p.auth.Value.Dec())
	case f.allowance != nil && f.allowance.Lt(&p.auth.Value):
		return refuse(x402.ReasonPermit2Allowance,
			"the payer lets Permit2 spend %s units, the price is %s: it must approve Permit2 (%s) once, at the token %s",
			f.allowance.Dec(), p.auth.Value.Dec(), permit2.Address, s.network.Asset)
	}
	return nil
}

// maxRevert bounds what is shown of a contract's own words, in bytes.
const maxRevert = 200

// reasonOf is what a contract reverted with, for people.
func reasonOf(revert []byte) string {
	if text := eip3009.RevertReason(revert); text != "" {
		return clip.Cut(text, maxRevert)
	}
	return fmt.Sprintf("%#x", revert[:min(len(revert), maxRevert)])
}
