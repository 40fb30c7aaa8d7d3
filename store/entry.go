package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/x402"
)

// maxText bounds text of strangers that is kept for people to read.
const maxText = 500

const entryColumns = `network, payer, nonce, state, request_hash, purchase_id, owner, route, price_usd, version, payment, requirement,
	reserved_at, lease_until, keep_until, forget_after, delivered_at, settled_at, transaction_hash, answer,
	process, reverted_at`

const (
	selectEntry = `SELECT ` + entryColumns + ` FROM payments`
	byKey       = ` WHERE network = $1 AND payer = $2 AND nonce = $3`
	byPurchase  = ` WHERE payer = $1 AND purchase_hash = $2`
)

// signed is a payment of x402 as a row has it: what the buyer has signed. The rest is the requirement, which is also in
// the row, and the name of its item.
type signed struct {
	Payload x402.ExactPayload `json:"payload"`
}

// reservationRow is r as the arguments of insertPayment.
func reservationRow(r payment.Reservation) ([]any, error) {
	for _, s := range []string{
		r.Key.Network, r.Key.Payer, r.Key.Nonce, r.RequestHash, r.Owner, r.Route, r.PriceUSD, r.Process,
	} {
		// These decide what a payment is, so they are refused instead of repaired.
		if !utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0 {
			return nil, fmt.Errorf("%q is not text", s)
		}
	}

	paid, err := json.Marshal(signed{r.Payload})
	if err != nil {
		return nil, fmt.Errorf("encode the payment: %w", err)
	}

	requirement, err := json.Marshal(r.Requirement)
	if err != nil {
		return nil, fmt.Errorf("encode the requirement: %w", err)
	}

	id, hash := purchase(r.PurchaseID)
	return []any{
		r.Key.Network, r.Key.Payer, r.Key.Nonce, r.RequestHash, id, hash, r.Owner, r.Route,
		r.PriceUSD, r.Version, paid, requirement, nanos(r.Now), nanos(r.LeaseUntil), nanos(r.KeepUntil),
		r.ForgetAfter.Nanoseconds(), r.Process,
	}, nil
}

// purchase is a buyer's purchase id, byte for byte, and its hash; nil when there is none.
func purchase(id string) (stored, hash []byte) {
	if id == "" {
		return nil, nil
	}
	sum := sha256.Sum256([]byte(id))
	return []byte(id), sum[:]
}

// readEntry is the payment that a query finds and its state; nil when there is none.
func (s *Store) readEntry(ctx context.Context, query string, args ...any) (e *payment.Entry, state string, err error) {
	err = s.read(ctx, func(row scanner) error {
		e, state, err = s.entry(row)
		return err
	}, query, args...)
	return e, state, err
}

// entry reads one row of entryColumns and its state; nil when there is none.
func (s *Store) entry(row scanner) (*payment.Entry, string, error) {
	var (
		e                                                payment.Entry
		state                                            string
		purchaseID, paid, requirement                    []byte
		reserved, leaseUntil, keepUntil, stored, settled int64
		reverted                                         int64
	)

	err := row.Scan(&e.Key.Network, &e.Key.Payer, &e.Key.Nonce, &state, &e.RequestHash, &purchaseID, &e.Owner, &e.Route, &e.PriceUSD,
		&e.Version, &paid, &requirement, &reserved, &leaseUntil, &keepUntil, &e.ForgetAfter, &stored, &settled,
		&e.Transaction, &e.Sealed, &e.Process, &reverted)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, "", nil
	}
	if err != nil {
		return nil, "", err
	}

	e.PurchaseID = string(purchaseID)
	e.Now = instant(reserved)
	e.LeaseUntil = instant(leaseUntil)
	e.KeepUntil = instant(keepUntil)
	e.StoredAt = instant(stored)
	e.SettledAt = instant(settled)
	e.RevertedAt = instant(reverted)
	e.Reverted = state == stateReverted

	var of signed
	if err := json.Unmarshal(paid, &of); err != nil {
		return nil, "", fmt.Errorf("decode the payment of %v: %w", e.Key, err)
	}
	e.Payload = of.Payload
	if err := json.Unmarshal(requirement, &e.Requirement); err != nil {
		return nil, "", fmt.Errorf("decode the requirement of %v: %w", e.Key, err)
	}

	return &e, state, nil
}

// entries reads all that a query gives, the longest stored first.
func (s *Store) entries(
	ctx context.Context, tx transaction, query string, args []any,
) (all []payment.Entry, err error) {
	err = eachRow(ctx, tx, query, args, func(row scanner) error {
		e, _, err := s.entry(row)
		if err == nil {
			all = append(all, *e)
		}
		return err
	})
	slices.SortFunc(all, func(a, b payment.Entry) int { return a.StoredAt.Compare(b.StoredAt) })
	return all, err
}
