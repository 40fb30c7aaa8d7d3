package guard

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/eip712"
	"github.com/farebox/farebox/internal/chain/known"
)

// spendStandard is Coinbase's spend permissions: a spender, who may well be a plain account, takes up to an amount in
// each period out of a smart wallet.
const spendStandard = "Coinbase spend permission"

// spendingShapes are permissions to spend by period, transfers between chains, and batches of NFT orders. Sources:
// Coinbase's spend-permissions, Circle's Gateway contracts, LooksRare protocol 2.
func spendingShapes() []shape {
	return []shape{
		{
			kind:     "spend_permission",
			standard: spendStandard,
			primary:  "SpendPermission",
			members:  []string{"account", "spender", "token", "allowance", "period"},
			does:     spendPermission,
		},
		{
			kind:     "gateway_transfer",
			standard: "Circle Gateway",
			primary:  "BurnIntent",
			members:  []string{"maxFee", "spec"},
			does:     func(m *message, sh *shape) { m.burn("message", m.f) },
		},
		{
			kind:     "gateway_transfer",
			standard: "Circle Gateway",
			primary:  "BurnIntentSet",
			members:  []string{"intents"},
			does: func(m *message, sh *shape) {
				for i, intent := range m.f.list("intents") {
					m.burn(fmt.Sprintf("message.intents.%d", i), intent)
				}
			},
		},
		{
			kind:     "looksrare_batch",
			standard: "LooksRare",
			primary:  "BatchOrder",
			members:  []string{"tree"},
			does:     looksRareBatch,
		},
	}
}

func spendPermission(m *message, sh *shape) {
	amount := orZero(m.f.num("allowance"))
	m.s.From = m.f.addr("account")
	m.add(Action{
		Kind:      Approval,
		Standard:  sh.standard,
		Token:     m.f.addr("token"),
		Owner:     m.f.addr("account"),
		Spender:   m.f.addr("spender"),
		Amount:    amount,
		Unlimited: unlimited(amount),
		Deadline:  m.f.num("end"),
		period:    m.f.num("period"),
	})
}

// monthSeconds are 30 days, the time over which spending is counted.
const monthSeconds = 30 * 24 * 3600

// spending judges a permission to spend by what it lets the spender take in a month, or in one period that is longer.
func (j *judge) spending(a *Action) {
	if a.Unlimited {
		j.add(unlimitedPermit, spendUnlimited, a.Path, "%s may take all of %s, again and again", text(a.Spender),
			text(a.Token))
		return
	}
	monthly := *a
	if a.period != nil && a.period.Sign() > 0 && a.period.Cmp(big.NewInt(monthSeconds)) < 0 {
		monthly.Amount = new(big.Int).Mul(a.Amount, big.NewInt(monthSeconds))
		monthly.Amount.Quo(monthly.Amount, a.period)
	}
	if orZero(a.period).Sign() == 0 {
		j.add(spendPermitted, spendBase, a.Path, "%s may take %s in all", text(a.Spender), j.amount(a))
	} else {
		j.add(spendPermitted, spendBase, a.Path,
			"%s may take %s again in each period of %s seconds", text(a.Spender), j.amount(a), a.period)
	}
	j.exposed(&monthly)
}

// burn is a transfer of dollars from one chain to another. Addresses are in 32 bytes.
func (m *message) burn(path string, intent fields) {
	spec := intent.obj("spec")
	a := Action{
		Kind:      Transfer,
		Standard:  "Circle Gateway",
		Owner:     spec.wide("sourceDepositor"),
		Recipient: spec.wide("destinationRecipient"),
		Amount:    orZero(spec.num("value")),
	}
	if token := spec.wide("sourceToken"); token != nil && isUSDC(*token) {
		a.dollars = decimal.NewFromBigInt(new(big.Int).Add(a.Amount, orZero(intent.num("maxFee"))), -6)
	}
	m.addAt(path, a)
}

// isUSDC says whether it is Circle's USDC of any network: the request's is not that of the intent.
func isUSDC(token common.Address) bool {
	for _, n := range Networks() {
		if t, ok := known.TokenOn(n.Name, "USDC"); ok && t.Address == token {
			return true
		}
	}
	return false
}

// wide is an address in 32 bytes.
func (f fields) wide(name string) *common.Address {
	b, err := eip712.Bytes(f[name])
	if err != nil || len(b) != common.HashLength {
		return nil
	}
	a := common.BytesToAddress(b)
	return &a
}

// looksRareBatch walks the tree of a batch, whose leaves are orders. Leaves that pad the tree have no signer.
func looksRareBatch(m *message, sh *shape) {
	orders := 0
	var visit func(v any)
	visit = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, item := range v {
				visit(item)
			}
		case map[string]any:
			if signer := fields(v).addr("signer"); signer == nil || *signer == zero {
				return
			}
			if orders++; orders <= maxCalls {
				looksRareMaker(m, sh, v)
			}
		}
	}

	visit(m.f["tree"])
	m.hit(bulkOrder, "one signature is good for %d orders", orders)
	if orders > maxCalls {
		m.hit(tooDeep, "there are more orders than are decoded")
	}
}

// looksRareMaker is one order of LooksRare's second protocol.
func looksRareMaker(m *message, sh *shape, f fields) {
	ask := f.num("quoteType")
	m.listing(listing{
		standard:   sh.standard,
		sells:      ask != nil && ask.Sign() != 0,
		owner:      f.addr("signer"),
		collection: f.addr("collection"),
		price:      f.num("price"),
		currency:   f.addr("currency"),
		end:        f.num("endTime"),
	})
}
