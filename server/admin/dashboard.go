package admin

import (
	"cmp"
	"encoding/csv"
	"net/http"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/each"
	"github.com/shopspring/decimal"
)

// tile is one figure.
type tile struct {
	Name  string
	Value string
	Note  string
}

// view is the dashboard's page.
type view struct {
	frame
	Now       string
	From      string
	Stretch   stretch
	Stretches []stretch
	Tiles     []tile
	Time      table
	Tables    []table
}

// dashboard shows the figures of one stretch of time.
func (d *Desk) dashboard(w http.ResponseWriter, r *http.Request) {
	chosen, f, ok := d.read(w, r)
	if !ok {
		return
	}
	tables := d.tables(f)
	for i := range tables {
		tables[i].Export = tablePath + tables[i].ID + ".csv?range=" + chosen.Name
	}

	v := view{
		frame:     d.frame("Dashboard"),
		Now:       moment(f.now),
		From:      moment(f.report.From),
		Stretch:   chosen,
		Stretches: stretches,
		Tiles:     d.tiles(f),
		Time:      tables[0],
		Tables:    tables[1:],
	}
	v.Signed = true
	v.Plots = true
	d.render(w, http.StatusOK, "dashboard", v)
}

// unread says that the store does not answer.
func (d *Desk) unread(w http.ResponseWriter, err error) {
	d.Log.Error("dashboard", "error", err)
	w.Header().Set("Retry-After", "5")
	d.fail(w, http.StatusServiceUnavailable, "The figures cannot be read now; the log has the reason.")
}

// read gathers what a request asks for, or answers it.
func (d *Desk) read(w http.ResponseWriter, r *http.Request) (chosen stretch, f facts, ok bool) {
	chosen, ok = stretchOf(r.URL.Query().Get("range"))
	if !ok {
		d.fail(w, http.StatusBadRequest, "The range is 1h, 24h, 7d or 30d.")
		return chosen, f, false
	}
	f, err := d.gather(r.Context(), chosen)
	if err != nil {
		d.unread(w, err)
		return chosen, f, false
	}
	return chosen, f, true
}

func (d *Desk) tiles(f facts) []tile {
	all := f.report.Total
	converted := "none"
	if share := conversion(all); share != "" {
		converted = share + " %"
	}

	slowest := "none"
	if p95 := milliseconds(all.P95); p95 != "" {
		slowest = p95 + " ms"
	}
	cost := money(all.Cost.String()) + " cost"
	if d.Networks != nil && slices.ContainsFunc(d.Networks(), func(n NetworkState) bool { return n.Unpriced }) {
		cost += ", without gas, whose price is not known"
	}
	unsettled := tile{
		Name:  "Unsettled now",
		Value: money(f.open.AmountUSD),
		Note:  count(f.open.Count) + " payments",
	}

	if len(f.open.Oldest) > 0 {
		unsettled.Note += ", oldest " + age(f.now.Sub(f.open.Oldest[0].StoredAt))
	}
	return []tile{
		newTile("Revenue", money(all.RevenueUSD), ""),
		newTile("Margin", money(margin(all)), cost),
		newTile("Paid calls", count(all.Paid), reverted(all.Reverted)),
		newTile("Conversion", converted, count(all.Quotes)+" quotes"),
		newTile("Unique payers", count(f.report.Buyers), ""),
		newTile("Refused", count(all.Rejected), count(all.Errors)+" more failed"),
		unsettled,
		newTile("p95", slowest, "of calls that did the work"),
	}
}

func newTile(name, value, note string) tile {
	return tile{
		Name:  name,
		Value: value,
		Note:  note,
	}
}

func reverted(n int64) string {
	if n == 0 {
		return ""
	}
	return count(n) + " taken back by the chain"
}

// money is dollars with at least cents.
func money(text string) string {
	amount := dollars(text)
	shown := amount.Abs().StringFixed(max(2, -amount.Exponent()))
	if amount.LessThan(decimal.Zero) {
		return "-$" + shown
	}
	return "$" + shown
}

// export sends one table as CSV (RFC 4180).
func (d *Desk) export(w http.ResponseWriter, r *http.Request) {
	id, isCSV := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, tablePath), ".csv")
	chosen, f, ok := d.read(w, r)
	if !ok {
		return
	}
	for _, t := range d.tables(f) {
		if t.ID == id && isCSV {
			d.sendCSV(w, t, chosen)
			return
		}
	}
	d.fail(w, http.StatusNotFound, "There is no such table.")
}

func (d *Desk) sendCSV(w http.ResponseWriter, t table, chosen stretch) {
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="farebox-`+t.ID+"-"+chosen.Name+`.csv"`)
	out := csv.NewWriter(w)
	out.UseCRLF = true

	head := each.Of(t.Columns, func(c column) string { return c.Name })
	out.Write(head) // Error tells

	for _, row := range t.Rows {
		safe := each.Of(row, inert)
		out.Write(safe) // Error tells
	}

	out.Flush()
	if err := out.Error(); err != nil {
		d.Log.Debug("dashboard", "table", t.ID, "error", err) // the client is gone
	}
}

// inert keeps spreadsheets from reading a cell as a formula: reasons and routes can be words of strangers. A number
// stays one.
func inert(cell string) string {
	if cell == "" || !strings.ContainsRune("=+-@\t\r\n|%", rune(cell[0])) {
		return cell
	}
	if _, err := decimal.NewFromString(cell); err == nil && cmp.Compare(cell[0], '-') == 0 {
		return cell
	}
	return "'" + cell
}
