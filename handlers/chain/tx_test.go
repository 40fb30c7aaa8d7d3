package chain

import (
	"fmt"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/chaintest"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestTimeOfATransactionIsThatOfItsBlock, and none that is reckoned: Base became ten times as fast from one day to the
// next.
func TestTimeOfATransactionIsThatOfItsBlock(t *testing.T) {
	world := upstreamtest.New(t)
	chaintest.Start(t, chaintest.Options{}).Mount(world)
	chains, err := evm.New(world.Pool(t, nil), evm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	client, err := chains.Network("base")
	if err != nil {
		t.Fatal(err)
	}
	found, err := client.Transaction(t.Context(), chaintest.ExampleTx)
	if err != nil {
		t.Fatal(err)
	}

	found.Receipt.Logs = nil // logs have a time as well
	at, err := blockTime(t.Context(), client, found.Receipt)
	if age := time.Since(at); err != nil || age > time.Hour || age < -time.Hour {
		t.Errorf("%v %v", at, err)
	}
}

// TestTxFeeIsWholeOrItIsSaid: each network's separate charges, and the form of a fee in a token.
func TestTxFeeIsWholeOrItIsSaid(t *testing.T) {
	token := common.HexToAddress("0x765DE816845861e75A25fCA122bb6898B8B1282a")
	for name, c := range map[string]struct {
		network string
		tx      evm.Transaction
		receipt evm.Receipt
		fee     string
		l1      string
		warn    string
	}{
		"base":                      {"base", evm.Transaction{Type: 2}, evm.Receipt{L1Fee: big.NewInt(9)}, "44", "9", "[]"},
		"base, left out":            {"base", evm.Transaction{Type: 2}, evm.Receipt{}, "", "", "[l1_fee_missing]"},
		"base, deposit":             {"base", evm.Transaction{Type: evm.DepositTx}, evm.Receipt{Type: evm.DepositTx}, "35", "0", "[]"},
		"scroll":                    {"scroll", evm.Transaction{Type: 2}, evm.Receipt{L1Fee: big.NewInt(9)}, "44", "9", "[]"},
		"scroll, left out":          {"scroll", evm.Transaction{Type: 2}, evm.Receipt{}, "", "", "[l1_fee_missing]"},
		"mantle when gas held it":   {"mantle", evm.Transaction{Type: 2}, evm.Receipt{BlockNumber: 9, L1Fee: big.NewInt(9)}, "35", "", "[]"},
		"celo before it was an L2":  {"celo", evm.Transaction{Type: 2}, evm.Receipt{BlockNumber: 31_056_499}, "35", "", "[]"},
		"celo, in a token":          {"celo", evm.Transaction{Type: 0x7b}, evm.Receipt{BlockNumber: 40_000_000, L1Fee: big.NewInt(0)}, "", "", "[fee_paid_in_token]"},
		"celo, legacy, in a token":  {"celo", evm.Transaction{FeeCurrency: &token}, evm.Receipt{}, "", "", "[fee_paid_in_token]"},
		"ethereum, 2016":            {"ethereum", evm.Transaction{}, evm.Receipt{Stateless: true}, "35", "", "[status_not_recorded]"},
		"ethereum has no such part": {"ethereum", evm.Transaction{Type: 2}, evm.Receipt{}, "35", "", "[]"},
	} {
		t.Run(name, func(t *testing.T) {
			nets := evm.Networks()
			n := &nets[slices.IndexFunc(nets, func(n evm.Network) bool { return n.Name == c.network })]
			c.receipt.GasUsed, c.receipt.EffectiveGasPrice = 5, big.NewInt(7)
			c.tx.Value, c.tx.GasPrice = new(big.Int), big.NewInt(7)
			a := txAnswer(n, &evm.Found{Tx: &c.tx, Receipt: &c.receipt, Head: 50_000_000})
			said := func(s *string) string {
				if s == nil {
					return ""
				}
				return *s
			}
			if said(a.FeeWei) != c.fee || (a.FeeEth == nil) != (c.fee == "") || said(a.L1FeeWei) != c.l1 || fmt.Sprint(a.Warnings) != c.warn {
				t.Errorf("fee %q, l1 %q, %v", said(a.FeeWei), said(a.L1FeeWei), a.Warnings)
			}
			if (string(a.Status) == `"unknown"`) != c.receipt.Stateless {
				t.Errorf("status %s", a.Status)
			}
		})
	}
}
