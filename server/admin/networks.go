package admin

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/usage"
)

// NetworkState is a payment network and whether this process sells on it.
type NetworkState struct {
	Network string // CAIP-2
	Name    string
	Coin    string // symbol of what its transactions are paid in; "" where that is not known
	Closed  string // why nothing is sold there; "" when it is
	// Unpriced says that settlements there are paid in a coin whose price is not known: costs in dollars lack them.
	Unpriced bool
}

// networkTable is what was sold on each network, and what its settlements have cost.
func (d *Desk) networkTable(f facts) table {
	t := table{
		ID:    "networks",
		Title: "Networks",
		Note: "Sales of all replicas, by the ledger. Times and costs are of settlements that a request has waited for; " +
			"costs are in the network's coin, of our own keys. A network whose key runs dry, or whose facilitator does " +
			"not take its payments, is closed by itself: quotes name the others. State is this process's.",
		Columns: columns("network", "id", "#revenue $", "#paid", "#reverted", "#settles in s", "#spent", "coin", "#least",
			"#highest", "state"),
	}

	used := usage.ByNetwork(f.networks)
	for _, n := range d.networkStates(used) {
		state := "open"
		if n.Closed != "" {
			state = "closed: " + n.Closed
		}
		u := usageOf(used, n.Network)
		row := []string{n.Name, n.Network, u.Revenue.String(), count(u.Paid), count(u.Reverted)}
		t.Rows = append(t.Rows, append(append(row, settledCells(u.Settlements, n.Coin)...), state))
	}
	return t
}

// networkStates are the networks that payments are accepted on, followed by those that only have sales.
func (d *Desk) networkStates(used []usage.NetworkUsage) []NetworkState {
	all := d.Networks()
	for _, u := range used {
		isKnown := slices.ContainsFunc(all, func(n NetworkState) bool { return n.Network == u.Network })
		if !isKnown {
			all = append(all, NetworkState{
				Network: u.Network,
				Name:    cmp.Or(u.Network, "not counted by network"),
				Closed:  "payments are not taken on it any more",
			})
		}
	}
	return all
}

// usageOf is that of a network, nothing where there is none.
func usageOf(all []usage.NetworkUsage, network string) usage.NetworkUsage {
	for _, u := range all {
		if u.Network == network {
			return u
		}
	}
	return usage.NetworkUsage{Network: network}
}

// settledCells are what settlements have taken, spent, in which coin, and the least and the most of one.
func settledCells(s usage.Settlements, coin string) []string {
	took := ""
	if s.Count() > 0 {
		took = strconv.FormatFloat(s.Median().Seconds(), 'f', 2, 64)
	}
	if s.Paid == 0 {
		return []string{took, "", "", "", ""}
	}
	return []string{took, s.Spent.String(), coin, s.Least.String(), s.Most.String()}
}

// networkTimeTable is the same by time.
func (d *Desk) networkTimeTable(f facts) table {
	t := table{
		ID:    "networktime",
		Title: "Networks by time",
		Note:  "The parts in which something was sold or settled. Times are UTC.",
		Columns: columns("from", "network", "#revenue $", "#paid", "#reverted", "#settles in s", "#spent", "coin", "#least",
			"#highest"),
		Empty: "Nothing was sold.",
	}

	coins := map[string]string{}
	for _, n := range d.Networks() {
		coins[n.Network] = n.Coin
	}
	for _, p := range f.networks {
		row := []string{moment(p.Start), p.Network, p.Revenue.String(), count(p.Paid), count(p.Reverted)}
		t.Rows = append(t.Rows, append(row, settledCells(p.Settlements, coins[p.Network])...))
	}
	return t
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
		t.Rows = append(t.Rows, []string{
			s.Network, s.FeePayer.String(), sol(s.Lamports), sol(s.Needed), sol(s.Spent), strconv.Itoa(s.InFlight),
			ago(now, &s.SeenAt), stateOf(s.Empty, s.LowBalance, s.SeenAt), s.LastError,
		})
	}
	return t
}

// stateOf is how the balance of a key stands.
func stateOf(empty, low bool, seen time.Time) string {
	switch {
	case empty:
		return "empty: nothing is sold"
	case low:
		return "low"
	case seen.IsZero():
		return "not seen yet"
	}
	return "ok"
}

// sol is an amount of lamports.
func sol(lamports uint64) string { return decimal.NewFromUint64(lamports).Shift(-9).String() }
