package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/jackc/pgx/v5"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/tick"
	"github.com/farebox/farebox/payment/eip3009"
)

// books are the chain's, the ledger's and the buyers' views of the same payments, by nonce.
type books struct {
	chain    map[string]bool     // spent
	received *big.Int            // the seller's balance, in atomic units
	ledger   map[string]entry    // rows
	buyers   map[string]*payment // signed
	revenue  int64               // of /usage, in atomic units
	paid     int64               // of /usage, less reversals
	listed   int64               // paid events, less those taken back

	byChannel int64 // what calls by channel have cost, as their buyers know it, in atomic units
	vouchers  int64 // the same, of the ledger
	calls     int64 // by channel, in the ledger
}

// entry is a row of the ledger.
type entry struct {
	state       string
	units       int64
	transaction string
}

// units converts a dollar amount to atomic units.
func units(usd string) (int64, error) {
	amount, err := decimal.NewFromString(usd)
	if err != nil {
		return 0, err
	}
	return amount.Shift(6).IntPart(), nil
}

// open is how many payments will still reach a final state. Those that are only reserved will not, once their
// request is over.
func open(ctx context.Context, database string) (n int64, err error) {
	db, err := pgx.Connect(ctx, database)
	if err != nil {
		return 0, err
	}
	defer db.Close(ctx)
	err = db.QueryRow(ctx, `SELECT COUNT(*) FROM payments WHERE state = 'settling'`).Scan(&n)
	return n, err
}

// quiet waits until nothing is open.
func quiet(ctx context.Context, database string, within time.Duration) (left int64, took time.Duration, err error) {
	began := time.Now()
	for {
		left, err = open(ctx, database)
		if err == nil && left == 0 || time.Since(began) > within {
			return left, time.Since(began), err
		}
		if !tick.Sleep(ctx, time.Second) {
			return left, time.Since(began), ctx.Err()
		}
	}
}

// read reads the books of all three.
func readBooks(ctx context.Context, s *stage, database string, purchases []*purchase) (*books, error) {
	b := &books{
		chain:     map[string]bool{},
		ledger:    map[string]entry{},
		buyers:    map[string]*payment{},
		byChannel: s.channels.charged(),
	}
	for _, p := range purchases {
		for _, paid := range p.payments {
			b.buyers[nonceOf(paid.Nonce)] = paid
		}
	}
	return b, errors.Join(b.readChain(ctx, s), b.readLedger(ctx, s, database), b.readUsage(ctx, s))
}

func nonceOf(text string) string { return strings.ToLower(common.HexToHash(text).Hex()) }

func (b *books) readChain(ctx context.Context, s *stage) (err error) {
	logs, err := s.chain.Client().FilterLogs(ctx, ethereum.FilterQuery{
		FromBlock: new(big.Int),
		Addresses: []common.Address{s.chain.Token()},
		Topics:    [][]common.Hash{{eip3009.TopicUsed}},
	})
	if err != nil {
		return fmt.Errorf("chain: %w", err)
	}
	for _, l := range logs {
		if s.channels.has(l.Topics[1].Hex()) {
			continue // a deposit
		}
		b.chain[strings.ToLower(l.Topics[2].Hex())] = true
	}
	b.received, err = s.chain.BalanceOf(ctx, s.payTo)
	return err
}

func (b *books) readLedger(ctx context.Context, s *stage, database string) error {
	db, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}

	defer db.Close(ctx)
	rows, err := db.Query(ctx, `SELECT nonce, payer, state, price_usd, transaction_hash FROM payments`)
	if err != nil {
		return err
	}

	var nonce, payer, price string
	var e entry
	_, err = pgx.ForEachRow(rows, []any{&nonce, &payer, &e.state, &price, &e.transaction}, func() (err error) {
		e.units, err = units(price)
		if s.channels.has(payer) {
			b.vouchers += e.units
			b.calls++
			return err
		}
		b.ledger[nonceOf(nonce)] = e
		return err
	})
	if err != nil {
		return fmt.Errorf("ledger: %w", err)
	}

	return db.QueryRow(ctx, `SELECT COUNT(*) FILTER (WHERE outcome IN ('paid', 'resettled')) -
		COUNT(*) FILTER (WHERE outcome = 'reverted') FROM usage_events`).Scan(&b.listed)
}

// readUsage reads the operator's usage report.
func (b *books) readUsage(ctx context.Context, s *stage) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.balancer.url+"/usage", http.NoBody)
	if err != nil {
		return err
	}

	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}

	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}

	var usage struct {
		Totals struct {
			Paid    int64       `json:"paid"`
			Revenue json.Number `json:"revenue_usd"`
		} `json:"totals"`
	}
	if err := json.Unmarshal(body, &usage); err != nil {
		return fmt.Errorf("/usage: %w", err)
	}

	b.paid = usage.Totals.Paid
	b.revenue, err = units(usage.Totals.Revenue.String())
	return err
}

// check lists disagreements. A good run has none.
func (b *books) check(purchases []*purchase) []string {
	var wrong []string
	note := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }

	var spent, settled int64
	for nonce := range b.chain {
		paid := b.buyers[nonce]
		if paid == nil {
			note("the chain has a payment that no buyer signed: %s", nonce)
			continue
		}
		spent += paid.units
		if e := b.ledger[nonce]; e.state != "settled" {
			note("spent on the chain, and the ledger says %q: %s (the buyer's last answer: %s)", e.state, nonce, paid.last)
		}
	}
	count := int64(0)
	for nonce, e := range b.ledger {
		if e.state == "settled" {
			count++
			settled += e.units
		}
		if e.state == "settled" && !b.chain[nonce] {
			note("settled in the ledger and not on the chain: %s, transaction %s", nonce, e.transaction)
		}
		if e.state == "settling" {
			note("never came to an end: %s, %s", e.state, nonce)
		}
	}
	if b.vouchers != b.byChannel {
		note("calls by channel have cost %d, and the ledger says %d", b.byChannel, b.vouchers)
	}
	spent += b.byChannel
	settled += b.vouchers
	count += b.calls
	if b.received.Cmp(big.NewInt(spent)) != 0 || spent != settled || settled != b.revenue {
		note("the seller holds %s, buyers' spent payments are %d, settled rows %d, /usage says %d units",
			b.received, spent, settled, b.revenue)
	}
	if b.paid != count || b.listed != count {
		note("%d rows are settled, /usage counts %d and lists %d", count, b.paid, b.listed)
	}
	return append(wrong, b.checkPurchases(purchases)...)
}

// checkPurchases compares the answers of buyers with the chain.
func (b *books) checkPurchases(purchases []*purchase) []string {
	var wrong []string
	for _, p := range purchases {
		note := func(format string, args ...any) {
			wrong = append(wrong, p.op.Name()+": "+fmt.Sprintf(format, args...))
		}
		charges := 0
		for _, paid := range p.payments {
			spent := b.chain[nonceOf(paid.Nonce)]
			if spent {
				charges++
			}
			if spent && paid.free {
				note("told that it was not charged, and it was: %s, %s", paid.Nonce, paid.last)
			}
		}
		if charges > 1 {
			note("charged %d times for one purchase %q", charges, p.name)
		}
		if charges > 0 && p.answer == "" {
			note("charged, and the answer cannot be had: %s", p.ended)
		}
		if p.answer != "" && p.charged && charges == 0 && !b.reverted(p) {
			note("answered and never charged")
		}
		for _, fault := range p.faults {
			note("%s", fault)
		}
	}

	slices.Sort(wrong)
	return wrong
}

// reverted reports whether a settlement of the purchase was reversed because the facilitator had invented it.
func (b *books) reverted(p *purchase) bool {
	for _, paid := range p.payments {
		if b.ledger[nonceOf(paid.Nonce)].state == "reverted" {
			return true
		}
	}
	return false
}

// redeem resends what was charged but never answered, as a buyer may for a day.
func (t *traffic) redeem(ctx context.Context, b *books) (redeemed int) {
	for _, p := range t.purchases {
		if p.answer != "" {
			continue
		}
		for _, paid := range p.payments {
			if !b.chain[nonceOf(paid.Nonce)] {
				continue
			}
			r, err := t.send(ctx, p, paid)
			if err != nil {
				p.ended = "redeeming: " + err.Error()
				continue
			}
			paid.last = r.text()
			if r.status == http.StatusOK {
				p.answer = r.hash
				p.ended = "redeemed"
				redeemed++
				break
			}
			p.ended = "redeeming: " + r.text()
		}
	}
	return redeemed
}
