package server

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/x402"
)

// svmChain reads the payments of a network of Solana.
type svmChain struct {
	*svm.Chain
	payTo svm.Address
	named bool                  // somebody is paid
	lacks atomic.Pointer[error] // why the seller cannot be paid, when that was asked last; nil while nothing is known
}

func newSVMChain(client *ethrpc.Client, n x402.Network) (*svmChain, error) {
	network, err := svm.NetworkOf(n)
	if err != nil {
		return nil, err
	}
	c := &svmChain{Chain: svm.NewChain(client, network)}
	if n.PayTo == "" {
		return c, nil
	}
	c.named = true
	c.payTo, err = svm.ParseAddress(n.PayTo)
	return c, err
}

// check wants the token, and an account of the seller's for it: without one no payment can arrive.
func (c *svmChain) check(ctx context.Context) error {
	if err := c.Check(ctx); err != nil || !c.named {
		return err
	}
	_, err := c.Holds(ctx, c.payTo)
	switch {
	case err == nil:
		c.lacks.Store(nil)
	case errors.Is(err, svm.ErrNoTokenAccount), errors.Is(err, svm.ErrFrozen):
		c.lacks.Store(&err)
	}
	return err
}

func (c *svmChain) receives() error {
	if err := c.lacks.Load(); err != nil {
		return *err
	}
	return nil
}

func (c *svmChain) fate(ctx context.Context, e *payment.Entry, hints ...string) (payment.Ending, error) {
	p, err := svm.ReadPayment(e.Payload.Transaction)
	if err != nil {
		return payment.Ending{}, err
	}
	report, err := c.State(ctx, p, e.Now, signatures(hints)...)
	if err != nil {
		return payment.Ending{}, err
	}

	switch {
	case report.State == svm.Landed:
		return payment.Ending{
			Fate: payment.Spent,
			Transfer: payment.Transfer{
				Transaction: report.ID.String(),
				Block:       report.Slot,
			},
			MadeAt: report.MadeAt,
		}, nil
	case report.State == svm.Expired, report.State == svm.Failed && report.Final:
		return payment.Ending{Fate: payment.Dead}, nil
	}
	return payment.Ending{Fate: payment.Open}, nil
}

// signatures are the texts that name transactions.
func signatures(texts []string) []svm.Signature {
	var found []svm.Signature
	for _, text := range texts {
		if id, err := svm.ParseSignature(text); err == nil {
			found = append(found, id)
		}
	}
	return found
}

func (c *svmChain) locate(ctx context.Context, all []payment.Settlement) ([]payment.Location, error) {
	settled := make([]svm.Settled, len(all))
	for i, s := range all {
		id, err := svm.ParseSignature(s.Transaction)
		if err != nil {
			return nil, fmt.Errorf("transaction of a settled payment: %w", err)
		}
		settled[i] = svm.Settled{
			ID:     id,
			MadeAt: s.SettledAt,
		}
		if _, err := hex.Decode(settled[i].Name[:], []byte(s.Key.Nonce)); err != nil {
			return nil, fmt.Errorf("name of a settled payment: %w", err)
		}
	}
	found, err := c.Locate(ctx, settled)
	if err != nil {
		return nil, err
	}

	places := make([]payment.Location, len(all))
	for i, at := range found {
		places[i] = svmPlace(at)
	}
	return places, nil
}

func svmPlace(at svm.Location) payment.Location {
	switch {
	case !at.Known:
		return payment.Location{}
	case at.Missing:
		return payment.Location{Place: payment.Missing}
	}
	return payment.Location{
		Place: payment.InBlock,
		Block: at.Slot,
		Final: at.Final,
	}
}
