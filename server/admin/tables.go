package admin

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
)

// Store is the source of the figures.
type Store interface {
	usage.Periods
	// ReportNetworks is usage.Networks'.
	ReportNetworks(ctx context.Context, span usage.Span) ([]usage.NetworkPart, error)
	// SlowLog is usage.Store's.
	SlowLog(ctx context.Context, reason string, limit int) ([]usage.Slow, error)
	// OpenPayments are the payments whose settlement is open, with the limit longest delivered of them.
	OpenPayments(ctx context.Context, limit int) (payment.OpenPayments, error)
	// SignOut remembers for all replicas that a session was ended, until it would have ended anyway. Those whose end
	// is before now are forgotten.
	SignOut(ctx context.Context, session string, ends, now time.Time) error
	// SignedOut says whether that was done with a session.
	SignedOut(ctx context.Context, session string) (bool, error)
}

// Maximum number of rows of lists without their own limit.
const (
	mostSlow = 200
	mostOpen = 200
)

// column is one of a table.
type column struct {
	Name   string
	Number bool
}

// table is figures as the page and the export show them: the same rows, in the same words.
type table struct {
	ID      string // in the URL of the export
	Title   string
	Note    string
	Columns []column
	Rows    [][]string
	Empty   string // said when there are no rows
	Export  string // path of the export
}

func columns(names ...string) []column {
	all := make([]column, len(names))
	for i, name := range names {
		// Numbers are marked by a leading #.
		if name[0] == '#' {
			all[i] = column{Name: name[1:], Number: true}
			continue
		}
		all[i] = column{Name: name}
	}
	return all
}

// facts are the data of one view of the dashboard, read once.
type facts struct {
	now    time.Time
	report usage.Report
	// networks are the parts of the same time, by network.
	networks []usage.NetworkPart
	slow     []usage.Slow
	open     payment.OpenPayments

	channels payment.ChannelStanding
}

func (d *Desk) gather(ctx context.Context, s stretch) (facts, error) {
	f := facts{now: d.Now()}
	var err error
	if f.report, err = d.Store.Report(ctx, s.until(f.now, d.Kept)); err != nil {
		return f, err
	}
	if f.networks, err = d.Store.ReportNetworks(ctx, f.report.Span); err != nil {
		return f, err
	}
	if f.slow, err = d.Store.SlowLog(ctx, "", mostSlow); err != nil {
		return f, err
	}
	f.slow = slices.DeleteFunc(f.slow, func(e usage.Slow) bool { return e.Time.Before(f.report.From) })
	if f.open, err = d.Store.OpenPayments(ctx, mostOpen); err != nil || d.Channels == nil {
		return f, err
	}
	f.channels, err = d.Channels(ctx)
	return f, err
}

// tables are all tables. The first is the figures by time, which the plots are drawn from.
func (d *Desk) tables(f facts) []table {
	all := []table{
		timeTable(f),
		routeTable(f),
		payerTable(f),
		refusalTable(f),
		slowTable(f),
		openTable(f),
		closedTable(f, d.Closed()),
		upstreamTable(f, d.Upstreams()),
		listTable(d.Lists()),
	}

	if d.Channels != nil {
		all = append(all, channelTable(f))
	}
	if d.Networks != nil {
		all = append(all, d.networkTable(f), d.networkTimeTable(f))
	}
	if d.Gas != nil {
		all = append(all, d.gasTable(), d.spentTable(), d.payerGasTable())
	}
	if d.Fees != nil {
		all = append(all, d.feeTable())
	}

	return all
}

func timeTable(f facts) table {
	t := table{
		ID:    "time",
		Title: "By time",
		Note:  "Times are UTC. Latencies are of calls that did the work, in milliseconds, within 4.4 %.",
		Columns: columns("from", "#revenue $", "#paid", "#quotes", "#refused", "#errors", "#replayed", "#calls",
			"#p50 ms", "#p95 ms", "#p99 ms", "#cost $", "#margin $"),
	}
	for _, p := range f.report.ByTime {
		row := append([]string{moment(p.Start), p.RevenueUSD}, counts(p.RouteUsage)...)
		t.Rows = append(t.Rows, append(row, p.Cost.String(), margin(p.RouteUsage)))
	}
	return t
}

// counts are the columns that times and routes share.
func counts(u usage.RouteUsage) []string {
	return []string{
		count(u.Paid), count(u.Quotes), count(u.Rejected), count(u.Errors), count(u.Replayed), count(u.Calls),
		milliseconds(u.P50), milliseconds(u.P95), milliseconds(u.P99),
	}
}

func routeTable(f facts) table {
	t := table{
		ID:    "routes",
		Title: "Routes",
		Note: "Cost is what provider calls and settlements have cost, for requests too that bought nothing. A price in " +
			"dollars that is not set or known counts as nothing.",
		Columns: columns("route", "#revenue $", "#paid", "#quotes", "#refused", "#errors", "#replayed", "#calls",
			"#p50 ms", "#p95 ms", "#p99 ms", "#conversion %", "#reverted", "#cost $", "#margin $"),
		Empty: "No route was called.",
	}

	routes := slices.Clone(f.report.Routes)
	slices.SortStableFunc(routes, func(a, b usage.RouteUsage) int {
		return cmp.Or(dollars(b.RevenueUSD).Cmp(dollars(a.RevenueUSD)), cmp.Compare(b.Calls, a.Calls))
	})
	for _, r := range routes {
		row := append([]string{cmp.Or(r.Route, "no route"), r.RevenueUSD}, counts(r)...)
		t.Rows = append(t.Rows, append(row, conversion(r), count(r.Reverted), r.Cost.String(), margin(r)))
	}
	return t
}

func payerTable(f facts) table {
	t := table{
		ID:    "payers",
		Title: "Payers",
		Note: fmt.Sprintf("Those with the most sales, at most %d. Addresses are shortened; "+
			"/usage/events has them whole.", usage.MostPayers),
		Columns: columns("payer", "#revenue $", "#paid", "#reverted", "last sale from"),
		Empty:   "Nobody has paid.",
	}
	for _, p := range f.report.Payers {
		t.Rows = append(t.Rows, []string{
			clip.Ends(p.Payer), p.RevenueUSD, count(p.Paid), count(p.Reverted), moment(p.LastAt),
		})
	}
	return t
}

func refusalTable(f facts) table {
	t := table{
		ID:      "refusals",
		Title:   "Refusals by reason",
		Note:    "Rejected is the caller's doing, error is ours or a data provider's. Neither is charged.",
		Columns: columns("reason", "outcome", "#requests"),
		Empty:   "Nothing was refused.",
	}
	for _, r := range f.report.Refusals {
		t.Rows = append(t.Rows, []string{cmp.Or(r.Reason, "not said"), r.Outcome, count(r.Count)})
	}
	return t
}

func slowTable(f facts) table {
	t := table{
		ID:      "slow",
		Title:   "Slow requests",
		Note:    fmt.Sprintf("The newest, at most %d. The reason is the part that took longest.", mostSlow),
		Columns: columns("at", "route", "#status", "#ms", "reason", "parts in ms"),
		Empty:   "No request was slow.",
	}
	for _, s := range f.slow {
		t.Rows = append(t.Rows, []string{
			moment(s.Time), s.Route, strconv.Itoa(s.Status), milliseconds(s.Latency), s.Reason, s.Detail,
		})
	}
	return t
}

func openTable(f facts) table {
	t := table{
		ID:    "open",
		Title: "Open settlements",
		Note: fmt.Sprintf("Payments whose settlement is under way or not known, now; the oldest, at most %d. "+
			"Some are always under way.", mostOpen),
		Columns: columns("age", "route", "#price $", "network", "payer", "transaction", "state"),
		Empty:   "No settlement is open.",
	}

	for _, p := range f.open.Oldest {
		state := "not sent"
		switch {
		case !p.RevertedAt.IsZero():
			state = "taken back by the chain " + moment(p.RevertedAt)
		case p.Transaction != "":
			state = "sent"
		}
		t.Rows = append(t.Rows, []string{
			age(f.now.Sub(p.StoredAt)), p.Route, p.PriceUSD, p.Key.Network, clip.Ends(p.Key.Payer),
			p.Transaction, state,
		})
	}
	return t
}

func closedTable(f facts, all []Closed) table {
	t := table{
		ID:    "closed",
		Title: "Closed routes",
		Note: "Not sold by this process, because none of their main sources can be used. They open by themselves at " +
			"the first probe that comes back well.",
		Columns: columns("route", "code", "providers", "closed"),
		Empty:   "None: all routes are sold.",
	}

	slices.SortFunc(all, func(a, b Closed) int { return cmp.Compare(a.Route, b.Route) })
	for _, c := range all {
		t.Rows = append(t.Rows, []string{c.Route, c.Code, strings.Join(c.Providers, ", "), ago(f.now, &c.Since)})
	}
	return t
}

// severity sorts states of data providers: what is wrong comes first.
var severity = map[string]int{
	"open":           1,
	"failing":        2,
	"ok":             3,
	"not_configured": 4,
	"unused":         5,
}

func upstreamTable(f facts, all []upstream.Health) table {
	t := table{
		ID:    "upstreams",
		Title: "Data providers",
		Note: "As this process sees them since it started. An open circuit is not asked for a while, because it " +
			"failed too often.",
		Columns: columns("provider", "state", "circuit", "#calls", "#answered", "#failures in a row", "last good", "last failure", "reason"),
		Empty:   "No data providers.",
	}

	slices.SortFunc(all, func(a, b upstream.Health) int {
		return cmp.Or(cmp.Compare(severity[a.Status], severity[b.Status]), cmp.Compare(a.Name, b.Name))
	})
	for _, h := range all {
		t.Rows = append(t.Rows, []string{
			h.Name, h.Status, h.Breaker,
			strconv.Itoa(h.Calls), strconv.Itoa(h.Answered), strconv.Itoa(h.Failures),
			ago(f.now, h.LastOK), ago(f.now, h.LastError),
			cmp.Or(h.Reason, string(h.ErrorKind)),
		})
	}
	return t
}

func listTable(all []upstream.DatasetHealth) table {
	t := table{
		ID:      "lists",
		Title:   "Lists",
		Note:    "What is downloaded and kept here, as this process has it.",
		Columns: columns("list", "state", "#records", "age", "from", "reason"),
		Empty:   "No lists.",
	}

	all = slices.Clone(all)
	last := map[bool]int{false: 1} // what lacks something comes first
	slices.SortStableFunc(all, func(a, b upstream.DatasetHealth) int {
		return cmp.Or(cmp.Compare(last[a.Lacks()], last[b.Lacks()]), cmp.Compare(a.Name, b.Name))
	})
	for _, l := range all {
		old := ""
		if l.CheckedAt != nil {
			old = age(time.Duration(l.AgeSeconds) * time.Second)
		}
		t.Rows = append(t.Rows, []string{l.Name, l.Status, strconv.Itoa(l.Records), old, l.From, l.LastError})
	}
	return t
}

// channelTable is one row: what payment channels hold together.
func channelTable(f facts) table {
	c := f.channels
	oldest := ""
	if !c.OldestCharge.IsZero() {
		oldest = ago(f.now, &c.OldestCharge)
	}
	return table{
		ID:    "channels",
		Title: "Payment channels",
		Note: "What is earned and not claimed is a signature and no money yet. What a channel has earned beyond what " +
			"it holds is lost.",
		Columns: columns("#unclaimed $", "oldest", "#channels with such", "#open", "#being withdrawn",
			"#refunds under way", "#short"),
		Rows: [][]string{{
			decimal.New(c.Unclaimed, -6).String(), oldest, count(c.Owing), count(c.Open), count(c.Withdrawing),
			count(c.Refunding), count(c.Short),
		}},
	}
}

func (d *Desk) gasTable() table {
	t := table{
		ID:    "gas",
		Title: "Gas of the settlement key",
		Note:  "What the key of SETTLEMENT_KEY holds, and for how many settlements at the fees last seen.",
		Columns: columns("network", "address", "#ether", "#settlements", "#waiting", "#in flight", "seen", "state",
			"last error"),
		Empty: "No network was seen yet.",
	}

	now := d.Now()
	for _, s := range d.Gas() {
		t.Rows = append(t.Rows, []string{
			s.Network, s.Settler.Hex(), ether(s.Balance), settlements(s.Balance, s.Cost), strconv.Itoa(s.Waiting),
			strconv.Itoa(s.InFlight), ago(now, &s.SeenAt), stateOf(s.Empty, s.LowBalance, s.SeenAt), s.LastError,
		})
	}
	return t
}

// spentTable is what transactions have cost, by what they were for.
func (d *Desk) spentTable() table {
	t := table{
		ID:    "spent",
		Title: "Gas spent",
		Note: "By this process since it began. Rollups add a fee for data, which is not counted. A payment has its share " +
			"of the transaction that it was settled in.",
		Columns: columns("network", "for", "#transactions", "#gas", "#ether", "#ether each"),
		Empty:   "No transaction was made.",
	}

	for _, s := range d.Gas() {
		for _, purpose := range slices.Sorted(maps.Keys(s.Spent)) {
			sum := s.Spent[purpose]
			each := new(big.Int).Div(sum.Wei, big.NewInt(max(sum.Transactions, 1)))
			t.Rows = append(t.Rows, []string{
				s.Network, string(purpose), count(sum.Transactions), strconv.FormatUint(sum.Gas, 10), ether(sum.Wei),
				ether(each),
			})
		}
	}
	return t
}

// payerGasTable is who has cost most.
func (d *Desk) payerGasTable() table {
	t := table{
		ID:      "payergas",
		Title:   "Gas by payer",
		Note:    "Those that have cost this process most within the last one or two hours.",
		Columns: columns("network", "payer", "#transactions", "#ether"),
		Empty:   "Nobody has cost gas lately.",
	}
	for _, s := range d.Gas() {
		for _, p := range s.Payers {
			t.Rows = append(t.Rows, []string{
				s.Network, clip.Ends(p.Payer.Hex()), count(p.Transactions), ether(p.Wei),
			})
		}
	}
	return t
}

// settlements is how many settlements a balance pays for; "" when that is not known.
func settlements(balance, cost *big.Int) string {
	if balance == nil || cost == nil || cost.Sign() <= 0 {
		return ""
	}
	return new(big.Int).Quo(balance, cost).String()
}
