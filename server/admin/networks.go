package admin

import (
	"math/big"
	"strconv"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/payment/facilitator/evm"
)

// NetworkFigures are what one process has sold on a payment network since it began.
type NetworkFigures struct {
	Network string // CAIP-2
	Name    string
	Paid    int64
	Earned  decimal.Decimal // dollars
	Settles time.Duration   // a settlement, on average; 0 when none was timed
	Spent   string          // on settlements, with the coin; "" when others settle
	Closed  string          // why nothing is sold there; "" when it is
}

func (d *Desk) networkTable() table {
	t := table{
		ID:    "networks",
		Title: "Networks",
		Note: "Of this process since it began. A network whose key runs dry, or whose facilitator does not take its " +
			"payments, is closed by itself: quotes name the others.",
		Columns: columns("network", "id", "#paid", "#revenue $", "#settles in s", "#spent", "state"),
	}

	for _, n := range d.Networks() {
		took := ""
		if n.Settles > 0 {
			took = strconv.FormatFloat(n.Settles.Seconds(), 'f', 2, 64)
		}
		state := "open"
		if n.Closed != "" {
			state = "closed: " + n.Closed
		}
		t.Rows = append(t.Rows, []string{
			n.Name, n.Network, count(n.Paid), n.Earned.String(), took, n.Spent, state,
		})
	}
	return t
}

// Ether is the sum of what was spent, in the coin of an EVM network.
func Ether(spent map[evm.Purpose]evm.GasSpent) string {
	sum := new(big.Int)
	for _, s := range spent {
		sum.Add(sum, s.Wei)
	}
	return ether(sum)
}

// feeTable is what the fee payer on Solana holds.
func (d *Desk) feeTable() table {
	t := table{
		ID:    "fees",
		Title: "SOL of the fee payer",
		Note:  "What the key of SOLANA_SETTLEMENT_KEY holds. It keeps a deposit, below which nothing is sold.",
		Columns: columns("network", "address", "#SOL", "#SOL it needs", "#SOL spent", "#in flight", "seen", "state",
			"last error"),
		Empty: "No network was seen yet.",
	}

	now := d.Now()
	for _, s := range d.Fees() {
		state := "ok"
		switch {
		case s.Empty:
			state = "empty: nothing is sold"
		case s.LowBalance:
			state = "low"
		case s.SeenAt.IsZero():
			state = "not seen yet"
		}
		t.Rows = append(t.Rows, []string{
			s.Network, s.FeePayer.String(), sol(s.Lamports), sol(s.Needed), sol(s.Spent), strconv.Itoa(s.InFlight),
			ago(now, &s.SeenAt), state, s.LastError,
		})
	}
	return t
}

// sol is an amount of lamports.
func sol(lamports uint64) string { return decimal.NewFromUint64(lamports).Shift(-9).String() }
