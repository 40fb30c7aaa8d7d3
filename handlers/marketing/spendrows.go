package marketing

import (
	"cmp"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/marketing"
	"github.com/farebox/farebox/handlers/marketing/table"
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
	sum   [spendFieldCount]table.Amount
	known [spendFieldCount]bool // some row has the field

	// pairs are the sums of each ratio's two numbers over the rows that have both, and of a total over the channels.
	// The spend of a channel that does not count its customers bought none of the others' customers.
	pairs   [spendRatioCount]pairSums
	isTotal bool

	ltvRows      int
	ltvSum       sum // of ltv
	ltvWeighted  sum // of ltv times customers
	ltvCustomers sum // customers of rows that have both
}

type pairSums struct {
	over, under table.Amount
	known       bool // something has both
}

// spend is a table's sums by channel.
type spend struct {
	table    *table.Table
	mapping  *table.Mapping
	channels *channels
	figures  []*figures
	used     int
	fallback bool // conversions stand in for customers
}

// readSpend sums the rows of each channel.
func readSpend(t *table.Table) (*spend, error) {
	s := &spend{
		table:    t,
		mapping:  table.NewMapping(t),
		channels: newChannels(),
	}
	if err := s.findColumns(); err != nil {
		return nil, err
	}

	wanted := s.mapping.Columns(append([]string{fieldChannel, fieldLTV}, spendFields...)...)
	err := t.Each(wanted, func(row int, cells []table.Cell) error {
		return s.add(row, cells[0], cells[1], cells[2:])
	})
	if err != nil {
		return nil, err
	}

	at := s.channels.leaveOutTotals(spendFieldCount, func(c, i int) table.Amount { return s.figures[c].sum[i] }, t.Warn)
	if at >= 0 {
		s.figures = slices.Delete(s.figures, at, at+1)
	}

	if !slices.ContainsFunc(s.figures, func(f *figures) bool { return f.known[atSpend] }) {
		return nil, problem.InvalidCode(t.Source, problem.CodeNoSpend,
			"no row of %s has a number in its spend column", t.Source)
	}

	return s, nil
}

// findColumns maps the fields. Spend is required.
func (s *spend) findColumns() error {
	findFields(s.mapping, fieldChannel)
	findFields(s.mapping, spendFields...)
	findFields(s.mapping, fieldLTV)

	source := s.table.Source
	if s.mapping.Empty() {
		return s.mapping.NoHeader("channel, spend, impressions, clicks, conversions, revenue, ltv, customers")
	}
	if !s.mapping.Has(fieldSpend) {
		return problem.InvalidCode(source, problem.CodeNoSpend, "%s must have a spend column, one of %s",
			source, strings.Join(fields[fieldSpend], ", "))
	}
	if !s.mapping.Has(fieldChannel) {
		s.table.Warn(fieldChannel, table.ReasonMissingValue,
			"there is no channel column: all rows are taken as one channel, "+unknownChannel, 0)
	}

	return nil
}

// add adds a row. numbers are in the order of spendFields.
func (s *spend) add(row int, channel, ltv table.Cell, numbers []table.Cell) error {
	if ltv.Kind == table.Null && !slices.ContainsFunc(numbers, notNull) {
		return nil
	}

	n, err := s.channels.of(s.table.Source, row, channel)
	if err != nil {
		return err
	}
	if int(n) == len(s.figures) {
		s.figures = append(s.figures, &figures{})
	}

	read, err := s.figuresOf(row, ltv, numbers)
	if err != nil {
		return err
	}
	if slices.Contains(read.known[:], true) || read.ltvRows > 0 {
		s.used++
	}
	s.figures[n].merge(&read)

	return nil
}

// figuresOf reads the numbers of a row.
func (s *spend) figuresOf(row int, ltv table.Cell, numbers []table.Cell) (f figures, err error) {
	for i, c := range numbers {
		name := spendFields[i]
		if i < atSpend {
			f.sum[i], f.known[i], err = s.table.Count(name, row, c)
		} else {
			f.sum[i], f.known[i] = s.table.Figure(name, row, c)
		}
		if err != nil {
			return f, err
		}
		if !f.known[i] && s.mapping.Has(name) {
			s.table.Missing(name, row)
		}
	}

	if value, ok := s.table.Figure(fieldLTV, row, ltv); ok {
		f.ltvRows = 1
		f.ltvSum.add(value.Float())
		if f.known[atCustomers] {
			customers := f.sum[atCustomers].Float()
			f.ltvWeighted.add(value.Float() * customers)
			f.ltvCustomers.add(customers)
		}
	}

	return f, nil
}

// merge adds a row to its channel, or a channel to a total.
func (f *figures) merge(other *figures) {
	for i, r := range spendRatios {
		if more := other.sums(r.over, r.under); more.known {
			f.pairs[i] = pairSums{
				over:  f.pairs[i].over.Add(more.over),
				under: f.pairs[i].under.Add(more.under),
				known: true,
			}
		}
	}
	for i := range f.sum {
		f.sum[i] = f.sum[i].Add(other.sum[i])
		f.known[i] = f.known[i] || other.known[i]
	}

	f.ltvRows += other.ltvRows
	f.ltvSum.add(other.ltvSum.value())
	f.ltvWeighted.add(other.ltvWeighted.value())
	f.ltvCustomers.add(other.ltvCustomers.value())
}

// value is the sum of a field, or nil if no row has it.
func (f *figures) value(at int) *float64 {
	if !f.known[at] {
		return nil
	}

	return finite(f.sum[at].Float())
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

// row is the sums and ratios in the answer's form.
func (f *figures) row(channel string, total *figures, fallback bool) gen.MarketingSpendRow {
	spend := f.value(atSpend)
	r := gen.MarketingSpendRow{
		Channel:        channel,
		Impressions:    f.value(atImpressions),
		Clicks:         f.value(atClicks),
		Conversions:    f.value(atConversions),
		Customers:      f.value(atCustomers),
		Spend:          spend,
		Revenue:        f.value(atRevenue),
		Ltv:            f.ltv(),
		Cpc:            f.ratio(atSpend, atClicks),
		Cpm:            perMille(f.pair(atSpend, atImpressions)),
		Cpa:            f.cpa(),
		Cac:            f.ratio(atSpend, atCustomers),
		Roas:           f.roas(),
		Roi:            f.roi(),
		ConversionRate: f.ratio(atConversions, atClicks),
		Ctr:            f.ratio(atClicks, atImpressions),
		SpendRatio:     ratio(spend, total.value(atSpend)),
		RevenueRatio:   ratio(f.value(atRevenue), total.value(atRevenue)),
	}

	cac := r.Cac
	if fallback {
		r.CacFromConversions = r.Cpa
		cac = cmp.Or(cac, r.Cpa)
	}
	r.LtvCac = ratio(r.Ltv, cac)

	return r
}

// sums are a ratio's two numbers. Where no row of a channel has both, its rows are parts of one, and all count.
func (f *figures) sums(over, under int) pairSums {
	for i, r := range spendRatios {
		if r.over == over && r.under == under && (f.pairs[i].known || f.isTotal) {
			return f.pairs[i]
		}
	}
	return pairSums{
		over:  f.sum[over],
		under: f.sum[under],
		known: f.known[over] && f.known[under],
	}
}

// pair is a ratio's two numbers, or nil if one is missing.
func (f *figures) pair(over, under int) (a, b *float64) {
	sums := f.sums(over, under)
	if !sums.known {
		return nil, nil
	}

	return finite(sums.over.Float()), finite(sums.under.Float())
}

func (f *figures) ratio(over, under int) *float64 { return ratio(f.pair(over, under)) }

func (f *figures) cpa() *float64 { return f.ratio(atSpend, atConversions) }

// roas is revenue over spend. Negative spend, with more credits than costs, has no return.
func (f *figures) roas() *float64 {
	revenue, spend := f.pair(atRevenue, atSpend)
	if spend != nil && *spend < 0 {
		return nil
	}

	return ratio(revenue, spend)
}

func (f *figures) roi() *float64 {
	if f.roas() == nil {
		return nil
	}
	sums := f.sums(atRevenue, atSpend)
	gain := sums.over.Sub(sums.under).Float()

	return ratio(&gain, finite(sums.under.Float()))
}

// perMille is the cost of a thousand.
func perMille(cost, count *float64) *float64 {
	if cost == nil {
		return nil
	}
	thousand := *cost * 1000

	return ratio(&thousand, count)
}
