package marketing

import (
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/marketing"
	"github.com/farebox/farebox/internal/problem"
)

// spendFields are the numbers of a row, in the order of figures.
var spendFields = []string{fieldImpressions, fieldClicks, fieldConversions, fieldCustomers, fieldSpend, fieldRevenue}

// Places in spendFields.
const (
	atImpressions = iota
	atClicks
	atConversions
	atCustomers
	atSpend
	atRevenue
	spendFieldCount
)

// figures are the sums of one channel, or of all.
type figures struct {
	sum   [spendFieldCount]amount
	known [spendFieldCount]bool // some row has the field

	ltvSum, ltvWeighted sum // of ltv, and of ltv times customers
	ltvRows             int
	ltvCustomers        sum // customers of rows that have both
}

// spend is the sums of a table by channel.
type spend struct {
	table    *table
	mapping  *mapping
	channels *channels
	figures  []*figures
	used     int
	fallback bool // conversions stand in for customers
}

// readSpend sums the rows of each channel.
func readSpend(t *table) (*spend, error) {
	s := &spend{table: t, mapping: newMapping(t), channels: newChannels()}
	s.mapping.findFields(fieldChannel)
	s.mapping.findFields(spendFields...)
	s.mapping.findFields(fieldLTV)
	if len(s.mapping.column) == 0 {
		return nil, s.mapping.noHeader("channel, spend, impressions, clicks, conversions, revenue, ltv, customers")
	}
	if !s.mapping.has(fieldSpend) {
		return nil, problem.InvalidCode(t.source, "no_spend", "%s must have a spend column, one of %s", t.source, strings.Join(aliasesOf(fieldSpend), ", "))
	}
	if !s.mapping.has(fieldChannel) {
		t.warn.add(fieldChannel, reasonMissingValue, "there is no channel column: all rows are taken as one channel, "+unknownChannel)
	}
	wanted := s.mapping.columns(append([]string{fieldChannel, fieldLTV}, spendFields...)...)
	spent := false
	err := t.each(wanted, func(row int, cells []cell) error {
		if !slices.ContainsFunc(cells[1:], func(c cell) bool { return c.kind != kindNull }) {
			return nil
		}
		f, err := s.figuresOf(row, cells[0])
		if err != nil {
			return err
		}
		read, err := f.add(t, row, cells[1], cells[2:], s.mapping)
		if read {
			s.used++
		}
		spent = spent || f.known[atSpend]
		return err
	})
	if err == nil && !spent {
		err = problem.InvalidCode(t.source, "no_spend", "no row of %s has a number in its spend column", t.source)
	}
	return s, err
}

func (s *spend) figuresOf(row int, channel cell) (*figures, error) {
	n, err := s.channels.of(s.table.source, row, channel)
	if err != nil {
		return nil, err
	}
	if int(n) == len(s.figures) {
		s.figures = append(s.figures, &figures{})
	}
	return s.figures[n], nil
}

// add sums a row up; read tells whether it had any number.
func (f *figures) add(t *table, row int, ltv cell, cells []cell, m *mapping) (read bool, err error) {
	customers, hasCustomers := 0.0, false
	for i, c := range cells {
		name := spendFields[i]
		var n amount
		var ok bool
		if i < atSpend {
			n, ok, err = t.count(name, row, c)
		} else {
			n, ok = t.figure(name, row, c, false)
		}
		if err != nil {
			return read, err
		}
		if !ok {
			if m.has(name) {
				t.missing(name, row)
			}
			continue
		}
		f.sum[i], f.known[i], read = f.sum[i].add(n), true, true
		if i == atCustomers {
			customers, hasCustomers = n.float(), true
		}
	}
	if n, ok := t.figure(fieldLTV, row, ltv, false); ok {
		read = true
		f.ltvRows++
		f.ltvSum.add(n.float())
		if hasCustomers {
			f.ltvWeighted.add(n.float() * customers)
			f.ltvCustomers.add(customers)
		}
	}
	return read, nil
}

// merge adds other's rows.
func (f *figures) merge(other *figures) {
	for i := range f.sum {
		f.sum[i], f.known[i] = f.sum[i].add(other.sum[i]), f.known[i] || other.known[i]
	}
	f.ltvSum.add(other.ltvSum.value())
	f.ltvWeighted.add(other.ltvWeighted.value())
	f.ltvCustomers.add(other.ltvCustomers.value())
	f.ltvRows += other.ltvRows
}

// value is the sum of a field, nil when no row has it.
func (f *figures) value(at int) *float64 {
	if !f.known[at] {
		return nil
	}
	return finite(f.sum[at].float())
}

// ltv is the mean lifetime value of a customer.
func (f *figures) ltv() *float64 {
	if customers := f.ltvCustomers.value(); customers > 0 {
		return finite(f.ltvWeighted.value() / customers)
	}
	if f.ltvRows == 0 {
		return nil
	}
	return finite(f.ltvSum.value() / float64(f.ltvRows))
}

// row is the sums and ratios as the answer shows them.
func (f *figures) row(channel string, total *figures, fallback bool) gen.MarketingSpendRow {
	v := f.value
	r := gen.MarketingSpendRow{
		Channel: channel, Impressions: v(atImpressions), Clicks: v(atClicks), Conversions: v(atConversions), Customers: v(atCustomers),
		Spend: v(atSpend), Revenue: v(atRevenue), Ltv: f.ltv(),
		Cpc: ratio(v(atSpend), v(atClicks)), Cpm: perMille(v(atSpend), v(atImpressions)), Cpa: f.cpa(), Cac: ratio(v(atSpend), v(atCustomers)),
		Roas: f.roas(), Roi: f.roi(),
		ConversionRate: ratio(v(atConversions), v(atClicks)), Ctr: ratio(v(atClicks), v(atImpressions)),
		SpendShare: ratio(v(atSpend), total.value(atSpend)), RevenueShare: ratio(v(atRevenue), total.value(atRevenue)),
	}
	cac := r.Cac
	if fallback {
		r.CacFromConversions = r.Cpa
		if cac == nil {
			cac = r.Cpa
		}
	}
	r.LtvCac = ratio(r.Ltv, cac)
	return r
}

func (f *figures) cpa() *float64 { return ratio(f.value(atSpend), f.value(atConversions)) }

// roas is revenue over spend. Spend below zero, more credits than costs, has no return.
func (f *figures) roas() *float64 {
	if f.sum[atSpend].negative() {
		return nil
	}
	return ratio(f.value(atRevenue), f.value(atSpend))
}

func (f *figures) roi() *float64 {
	if f.roas() == nil {
		return nil
	}
	gain := f.sum[atRevenue].sub(f.sum[atSpend]).float()
	return ratio(&gain, f.value(atSpend))
}

// perMille is the cost of a thousand.
func perMille(cost, count *float64) *float64 {
	if cost == nil {
		return nil
	}
	thousand := *cost * 1000
	return ratio(&thousand, count)
}
