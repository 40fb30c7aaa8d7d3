package main

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/sdk/go/pay"
)

// agreed are consistent books and purchases: two answered purchases, the second under a name with two payments, and
// one refused.
func agreed() (*books, []*purchase) {
	op := &spec.Operation{Method: "GET", Path: "/crypto/hash"}
	pay := func(nonce int64, units int64) *payment {
		return &payment{
			Signed: &pay.Signed{Nonce: common.BigToHash(big.NewInt(nonce)).Hex()},
			units:  units,
		}
	}
	first := &purchase{op: op, answer: "a", charged: true, payments: []*payment{pay(1, 1000)}}
	second := &purchase{op: op, answer: "b", charged: true, name: "n", payments: []*payment{pay(2, 500), pay(3, 500)}}
	refused := &purchase{op: op, payments: []*payment{pay(4, 70)}}
	refused.payments[0].free = true

	b := &books{
		chain:    map[string]bool{},
		received: big.NewInt(1500),
		ledger:   map[string]entry{},
		buyers:   map[string]*payment{},
		revenue:  1500,
		paid:     2,
		listed:   2,
	}
	purchases := []*purchase{first, second, refused}
	for _, p := range purchases {
		for _, paid := range p.payments {
			b.buyers[nonceOf(paid.Nonce)] = paid
		}
	}
	for _, paid := range []*payment{first.payments[0], second.payments[0]} {
		b.chain[nonceOf(paid.Nonce)] = true
		b.ledger[nonceOf(paid.Nonce)] = entry{state: "settled", units: paid.units}
	}
	return b, purchases
}

// TestBooksSeeEachDisagreement plants one of each kind: a run that finds nothing must mean something.
func TestBooksSeeEachDisagreement(t *testing.T) {
	if b, purchases := agreed(); len(b.check(purchases)) > 0 || !b.agree() {
		t.Fatalf("books that agree: %q", b.check(purchases))
	}

	nonce := func(p *purchase, i int) string { return nonceOf(p.payments[i].Nonce) }
	for want, plant := range map[string]func(b *books, all []*purchase){
		"charged 2 times for one purchase": func(b *books, all []*purchase) {
			b.chain[nonce(all[1], 1)] = true
		},
		"told that it was not charged, and it was": func(b *books, all []*purchase) {
			b.chain[nonce(all[2], 0)] = true
		},
		"charged, and the answer cannot be had": func(_ *books, all []*purchase) {
			all[0].answer = ""
		},
		"answered and never charged": func(b *books, all []*purchase) {
			delete(b.chain, nonce(all[0], 0))
		},
		`spent on the chain, and the ledger says ""`: func(b *books, all []*purchase) {
			delete(b.ledger, nonce(all[0], 0))
		},
		`spent on the chain, and the ledger says "settling"`: func(b *books, all []*purchase) {
			b.ledger[nonce(all[0], 0)] = entry{state: "settling"}
		},
		"settled in the ledger and not on the chain": func(b *books, all []*purchase) {
			b.ledger[nonce(all[2], 0)] = entry{state: "settled"}
		},
		"never came to an end": func(b *books, all []*purchase) {
			b.ledger[nonce(all[2], 0)] = entry{state: "settling"}
		},
		"no buyer signed": func(b *books, _ []*purchase) {
			b.chain[nonceOf("0x99")] = true
		},
		"the seller holds 1501": func(b *books, _ []*purchase) {
			b.received = big.NewInt(1501)
		},
		"/usage says 1499 units": func(b *books, _ []*purchase) {
			b.revenue = 1499
		},
		"/usage counts 3": func(b *books, _ []*purchase) {
			b.paid = 3
		},
		"lists 1": func(b *books, _ []*purchase) {
			b.listed = 1
		},
		"another answer than the first time": func(_ *books, all []*purchase) {
			all[0].faults = append(all[0].faults, "another answer than the first time")
		},
	} {
		t.Run(want, func(t *testing.T) {
			b, purchases := agreed()
			plant(b, purchases)
			if got := strings.Join(b.check(purchases), "\n"); !strings.Contains(got, want) {
				t.Errorf("not seen: %q", got)
			}
		})
	}
}

// TestSettlementTakenBackIsNoGift: the answer was delivered because the facilitator invented a settlement.
func TestSettlementTakenBackIsNoGift(t *testing.T) {
	b, purchases := agreed()
	nonce := nonceOf(purchases[0].payments[0].Nonce)
	delete(b.chain, nonce)
	b.ledger[nonce] = entry{state: "reverted", units: 1000}
	b.received = big.NewInt(500)
	b.revenue = 500
	b.paid = 1
	b.listed = 1
	if got := b.check(purchases); len(got) > 0 {
		t.Errorf("%q", got)
	}
}
