package store

import (
	"context"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/payment"
)

const (
	openByPrice  = `SELECT price_usd, COUNT(*) FROM payments WHERE state = 'settling' GROUP BY price_usd`
	openPayments = `SELECT network, payer, nonce, route, price_usd, transaction_hash, delivered_at, reverted_at
		FROM payments WHERE state = 'settling' ORDER BY delivered_at, network, payer, nonce LIMIT $1`
)

// OpenPayments sums up the payments whose settlement is open, and lists the limit longest stored of them.
func (s *Store) OpenPayments(ctx context.Context, limit int) (open payment.OpenPayments, err error) {
	err = s.snapshot(ctx, func(tx reading) error {
		open, err = readOpen(ctx, tx, limit)
		return err
	})
	if err != nil {
		return payment.OpenPayments{}, fmt.Errorf("store: open payments: %w", err)
	}
	return open, nil
}

func readOpen(ctx context.Context, tx reading, limit int) (open payment.OpenPayments, err error) {
	var price string
	var n int64
	amount := decimal.Zero
	err = each(ctx, tx, openByPrice, nil, func() error {
		each, err := decimal.NewFromString(price)
		amount = amount.Add(each.Mul(decimal.NewFromInt(n)))
		open.Count += n
		return err
	}, &price, &n)
	if err != nil {
		return open, err
	}
	open.AmountUSD = amount.String()

	var p payment.OpenPayment
	var stored, reverted int64
	err = each(ctx, tx, openPayments, []any{max(limit, 0)}, func() error {
		p.StoredAt = instant(stored)
		p.RevertedAt = instant(reverted)
		open.Oldest = append(open.Oldest, p)
		return nil
	}, &p.Key.Network, &p.Key.Payer, &p.Key.Nonce, &p.Route, &p.PriceUSD, &p.Transaction, &stored, &reverted)
	return open, err
}
