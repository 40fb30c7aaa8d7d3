package facts

import (
	"cmp"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream/sec"
)

// The tags of revenue. A filing may have several for the same period: revenue from contracts is a part of all revenue
// where there are interest, rents or premiums too.
const (
	contractTag    = gaap + "RevenueFromContractWithCustomerExcludingAssessedTax"
	contractTaxTag = gaap + "RevenueFromContractWithCustomerIncludingAssessedTax"
	revenuesTag    = gaap + "Revenues"
	netRevenueTag  = gaap + "RevenuesNetOfInterestExpense"
)

var revenueTags = append([]string{contractTag, contractTaxTag, revenuesTag},
	or(us("SalesRevenueNet", "RegulatedAndUnregulatedOperatingRevenue", "SalesRevenueGoodsNet",
		"RevenuesNetOfInterestExpense"), "Revenue", "RevenueFromContractsWithCustomers")...)

// chooseRevenue takes the total that the newest filing with any of the tags has, and the total of the first filing for
// what was first reported.
func chooseRevenue(c *Company, at lookup) *Value {
	if v := total(c, at, (*Company).reported); v != nil {
		return v
	}
	tags := revenueTags
	if year := c.yearOf(at.period); year != nil {
		if v := chooseRevenue(c, lookup{*year, at.concept}); v != nil {
			tags = append([]string{v.Tag}, tags...) // the quarters of a year are under the tag of the year
		}
	}
	for _, tag := range tags {
		if v := c.derived(at, tag); v != nil {
			return v
		}
	}
	return nil
}

// yearOf is the fiscal year of a quarter, or the last one before twelve months that end within a year.
func (c *Company) yearOf(p Period) *Period {
	if p.Kind != Quarter && p.Kind != Trailing {
		return nil
	}
	for i, y := range c.annual {
		if y.Kind == Year && y.End <= p.End+slack || y.FY == p.FY && y.Kind == Year {
			return &c.annual[i]
		}
	}
	return nil
}

func total(c *Company, at lookup, read func(*Company, lookup, string) *Value) *Value {
	found := map[string]*Value{}
	newest := sec.NoDay
	for _, tag := range revenueTags {
		if v := read(c, at, tag); v != nil {
			found[tag] = v
			newest = max(newest, v.last)
		}
	}

	now := map[string]decimal.Decimal{}
	for tag, v := range found {
		if v.last == newest && (tag != revenuesTag || c.ownsTag(v, v.lastAccession)) {
			now[tag] = v.Number
		}
	}
	best := found[c.totalOf(at, now)]
	if best == nil {
		return nil
	}
	return c.firstTotal(at, earliest(best, found), found)
}

// ownsTag says whether a filing has the tag of a value for its own year too: what it has for earlier ones only is a
// figure of a note. Of filings that are for no year nothing is known.
func (c *Company) ownsTag(v *Value, accession string) bool {
	own := slices.IndexFunc(c.annual, func(p Period) bool { return p.accession == accession })
	if own < 0 {
		return true
	}
	p := c.annual[own]
	of := flows(c.series[v.Tag][v.Unit], span{p.Start, p.End}, believed(p))
	return slices.ContainsFunc(of, func(f sec.Fact) bool { return f.Accession == accession })
}

// totalOf is the tag that has the total among figures of one filing, "" if there is none. All revenues are the total
// where they are tagged beside those from contracts, above them or below: rebates and losses on hedges are taken off.
func (c *Company) totalOf(at lookup, figures map[string]decimal.Decimal) string {
	if _, ok := figures[netRevenueTag]; ok { // what banks and brokers call their revenue
		return netRevenueTag
	}

	all, total := figures[revenuesTag]
	contracts, known := figures[contractTag]
	sales := figures[gaap+"SalesRevenueNet"]
	switch {
	case total && known && !all.IsZero() && !c.taxed(at, all, contracts):
		return revenuesTag
	case total && !known && all.GreaterThanOrEqual(sales) && !all.IsZero():
		return revenuesTag
	}
	for _, tag := range revenueTags {
		number, ok := figures[tag]
		note := tag == revenuesTag && all.LessThan(sales) || number.IsZero() && len(figures) > 1
		if ok && !note {
			return tag
		}
	}
	return ""
}

// earliest is a figure by the filing that gave it first, under whatever tag that has it.
func earliest(best *Value, found map[string]*Value) *Value {
	for _, tag := range revenueTags {
		v := found[tag]
		if v != nil && v.Filing.Filed < best.Filing.Filed && v.Number.Equal(best.Number) {
			best = v
		}
	}
	return best
}

// firstTotal puts in what the first filing said where that was under another tag.
func (c *Company) firstTotal(at lookup, best *Value, found map[string]*Value) *Value {
	oldest := best.first().Filing
	for _, v := range found {
		if f := v.first().Filing; f.Filed < oldest.Filed {
			oldest = f
		}
	}

	then := map[string]decimal.Decimal{}
	for tag, v := range found {
		first := v.first()
		if first.Filing != oldest || tag == revenuesTag && !c.ownsTag(v, oldest.Accession) {
			continue
		}
		if first.Number.Equal(best.Number) {
			return best
		}
		then[tag] = first.Number
	}

	tag := c.totalOf(at, then)
	if tag == "" || found[tag] == best {
		return best
	}

	restated := *best
	restated.First = &Reported{
		Number: then[tag],
		Filing: oldest,
	}

	return &restated
}

// taxed says whether one figure is above another by the excise and sales taxes that were collected, which are not
// revenue.
func (c *Company) taxed(at lookup, with, without decimal.Decimal) bool {
	taxes := c.reported(at, gaap+"ExciseAndSalesTaxes")
	return taxes != nil && with.Sub(without).Equal(taxes.Number)
}

// part is a value under a tag that a concept is worked out from.
func (c *Company) part(at lookup, tag string) *Value { return c.under(at, gaap+tag) }

// netIncome is the owners' share of net income. A filing may show all of it and the part of others only. Some show a
// part of others in a note that is in neither: what was earned by all shares tells.
func netIncome(c *Company, at lookup) *Value {
	owners := c.ofOwners(at, at.concept.tags, map[string]string{
		gaap + "ProfitLoss": gaap + "NetIncomeLossAttributableToNoncontrollingInterest",
		ifrs + "ProfitLoss": ifrs + "ProfitLossAttributableToNoncontrollingInterests",
	})
	if owners == nil || len(owners.Inputs) != 2 {
		return owners
	}
	whole := c.first(at, []string{owners.Tag})
	earned := c.earned(at)
	if whole == nil || earned == nil || whole.Derived {
		return owners
	}
	if earned.Sub(whole.Number).Abs().LessThan(earned.Sub(owners.Number).Abs()) {
		return whole
	}
	return owners
}

// dilutedEarnings are the diluted earnings per share, nil if they contradict the sign of both the basic earnings and
// the net income: a filer with a tag of its own for the total may use the standard one for a part, such as
// discontinued operations.
func dilutedEarnings(c *Company, at lookup) *Value {
	diluted := c.first(at, at.concept.tags)
	basic := c.first(at, basicTags)
	income := c.first(lookup{at.period, &Concept{}}, us("NetIncomeLoss"))
	if diluted == nil || basic == nil || income == nil {
		return diluted
	}

	sign := basic.Number.Sign()
	if sign == income.Number.Sign() && sign*diluted.Number.Sign() < 0 {
		return nil
	}
	return diluted
}

// earned is what all shares together earned: diluted earnings per share times the shares, nil where one is not known.
func (c *Company) earned(at lookup) *decimal.Decimal {
	as := func(m measure) lookup {
		return lookup{
			period:  at.period,
			concept: &Concept{measure: m},
		}
	}
	each := c.first(as(perShare), dilutedTags)
	count := c.first(as(shares), []string{gaap + dilutedShares, ifrs + "AdjustedWeightedAverageShares"})
	if each == nil || count == nil {
		return nil
	}
	return new(each.Number.Mul(count.Number))
}

// dilutedShares is the tag of the shares that earnings per share are worked out by.
const dilutedShares = "WeightedAverageNumberOfDilutedSharesOutstanding"

// equity is what the owners of the company have in it; see netIncome.
func equity(c *Company, at lookup) *Value {
	return c.ofOwners(at, at.concept.tags, map[string]string{
		gaap + equityAll: gaap + "MinorityInterest",
		ifrs + "Equity":  ifrs + "NoncontrollingInterests",
	})
}

// ofOwners takes the part of others off a figure that has it in it, where the filings show that part.
func (c *Company) ofOwners(at lookup, tags []string, others map[string]string) *Value {
	v := c.first(at, tags)
	if v == nil || others[v.Tag] == "" {
		return v
	}
	part := c.under(at, others[v.Tag])
	if part == nil || part.Number.IsZero() || abs(v.last-part.last) > recently {
		return v
	}
	return combine(v.Tag, []*Value{v, part}, []int{1, -1}, at)
}

// grossProfit is revenue less its cost. Banks have no such thing, even where they tag a cost.
func grossProfit(c *Company, at lookup) *Value {
	revenue := c.Value(c.revenue, at.period)
	cost := c.Value(c.cost, at.period)
	if revenue == nil || cost == nil || revenue.Tag == netRevenueTag || cost.Tag == gaap+exDepreciate || c.lends(at) {
		return nil
	}
	if abs(revenue.last-cost.last) > recently {
		return nil // one of them was recast since
	}
	return combine(revenue.Tag, []*Value{revenue, cost}, []int{1, -1}, at)
}

// lends says whether interest is what the company lives on.
func (c *Company) lends(at lookup) bool {
	flow := lookup{at.period, &Concept{}}
	return c.part(flow, "InterestAndDividendIncomeOperating") != nil
}

func sgaExpense(c *Company, at lookup) *Value {
	general := c.part(at, "GeneralAndAdministrativeExpense")
	selling := c.part(at, "SellingAndMarketingExpense")
	if general == nil && selling == nil {
		general = c.under(at, ifrs+"AdministrativeExpense")
		selling = c.first(at, []string{ifrs + "SellingExpense", ifrs + "DistributionCosts"})
	}
	if general == nil || selling == nil {
		return nil
	}
	return combine(general.Tag, []*Value{general, selling}, []int{1, 1}, at)
}

// liabilities are the right side of the balance sheet without equity, and without what is between the two, such as
// redeemable shares.
func liabilities(c *Company, at lookup) *Value {
	all := c.part(at, "LiabilitiesAndStockholdersEquity")
	if all == nil {
		return nil
	}

	parts := []*Value{all}
	factors := []int{1}
	off := func(v *Value) {
		if v != nil {
			parts = append(parts, v)
			factors = append(factors, -1)
		}
	}
	if equity := c.part(at, equityAll); equity != nil {
		off(equity)
	} else {
		owners := c.part(at, "StockholdersEquity")
		if owners == nil {
			return nil
		}
		off(owners)
		off(c.part(at, "MinorityInterest"))
	}
	off(c.part(at, "TemporaryEquityCarryingAmountAttributableToParent"))
	off(c.part(at, "RedeemableNoncontrollingInterestEquityCarryingAmount"))
	return combine(all.Tag, parts, factors, at)
}

// The tags of what is due within a year of longer debt, and of what was borrowed for less than one, where a balance
// sheet gives no sum of both: those of all of it, and those of kinds.
var (
	dueTags  = us("LongTermDebtCurrent", "LongTermDebtAndCapitalLeaseObligationsCurrent")
	dueKinds = us("ConvertibleDebtCurrent", "ConvertibleNotesPayableCurrent", "SeniorNotesCurrent",
		"NotesPayableCurrent", "OtherLongTermDebtCurrent", "LoansPayableCurrent")
	borrowedTags  = us("ShortTermBorrowings")
	borrowedKinds = us("CommercialPaper", "LinesOfCreditCurrent", "ShortTermBankLoansAndNotesPayable")
)

// shortTermDebt is the part of long-term debt that is due within a year, and what was borrowed for less than one.
func shortTermDebt(c *Company, at lookup) *Value {
	due, dueKnown := c.allOrOneKind(at, dueTags, dueKinds)
	borrowed, borrowedKnown := c.allOrOneKind(at, borrowedTags, borrowedKinds)
	if !dueKnown || !borrowedKnown {
		return nil
	}
	if due == nil && borrowed == nil {
		due = c.under(at, ifrs+"CurrentPortionOfLongtermBorrowings")
		borrowed = c.under(at, ifrs+"ShorttermBorrowings")
	}

	switch {
	case due == nil && borrowed == nil:
		return nil
	case due == nil:
		return borrowed
	case borrowed == nil, borrowed.Number.Equal(due.Number): // notes may be both
		return due
	}
	return combine(due.Tag, []*Value{due, borrowed}, []int{1, 1}, at)
}

// Tags of all long-term debt, and of kinds of it.
var (
	wholeTags = or(us("LongTermDebtNoncurrent", "LongTermDebt", "LongTermDebtAndCapitalLeaseObligations"),
		"LongtermBorrowings", "NoncurrentPortionOfNoncurrentBorrowings")
	kindTags = us("SeniorNotesNoncurrent", "SeniorLongTermNotes", "ConvertibleDebtNoncurrent",
		"ConvertibleLongTermNotesPayable", "LongTermNotesPayable", "LongTermLoansPayable", "LongTermLineOfCredit",
		"OtherLongTermDebtNoncurrent", "UnsecuredLongTermDebt", "SecuredLongTermDebt")
	longTermTags = append(slices.Clone(wholeTags), kindTags...)
)

// oneKind is the note on debt of one kind, where the filing gives no sum of all kinds.
const oneKind = "the one kind of debt that the filing shows; it gives no sum of all kinds"

// wholeDebt is the note on a figure that has the part due within a year in it.
const wholeDebt = "may have in it what is due within a year, which the filing does not show by itself"

// longTermDebt takes what is due within a year off where a filing gives the whole only. Of kinds of debt without a sum
// one alone is taken for all there is; several may be parts of one another.
func longTermDebt(c *Company, at lookup) *Value {
	v, _ := c.allOrOneKind(at, wholeTags, kindTags)
	if v == nil || v.Tag != gaap+"LongTermDebt" {
		return v
	}
	due := c.part(at, "LongTermDebtCurrent")
	if due == nil || due.Number.GreaterThan(v.Number) {
		v.Note = wholeDebt
		return v
	}
	return combine(v.Tag, []*Value{v, due}, []int{1, -1}, at)
}

// allOrOneKind is the debt of a balance sheet under a tag for all of it, else that of the one kind that it has. It is
// not known where there are several kinds that differ.
func (c *Company) allOrOneKind(at lookup, all, kinds []string) (only *Value, known bool) {
	if v := c.first(at, all); v != nil {
		return v, true
	}

	for _, tag := range kinds {
		v := c.under(at, tag)
		if v == nil || v.Number.IsZero() {
			continue
		}
		if only != nil && !only.Number.Equal(v.Number) {
			return nil, false
		}
		only = cmp.Or(only, v)
	}
	if only != nil {
		only.Note = oneKind
	}
	return only, true
}

// manyDebts says whether a balance sheet shows several kinds of debt and no sum of them.
func (c *Company) manyDebts(p Period) bool {
	at := lookup{
		period:  p,
		concept: Named("long_term_debt"),
	}
	for _, tags := range [][2][]string{{wholeTags, kindTags}, {dueTags, dueKinds}, {borrowedTags, borrowedKinds}} {
		if _, known := c.allOrOneKind(at, tags[0], tags[1]); !known {
			return true
		}
	}
	return false
}

// coverShares is the number on the first page of a report, of a day some weeks after the end of its period.
const coverShares = "dei:EntityCommonStockSharesOutstanding"

// sharesOutstanding is the number on the first page of the report for the period. With several classes of shares there
// are several, and none is the company's: then it is what the balance sheet has.
func sharesOutstanding(c *Company, at lookup) *Value {
	var cover []sec.Fact
	for _, f := range c.series[coverShares]["shares"] {
		if f.Accession == at.period.accession && f.End >= at.period.End && at.period.accession != "" {
			cover = append(cover, f)
		}
	}
	one := !slices.ContainsFunc(cover, func(f sec.Fact) bool { return f.Value != cover[0].Value })
	if len(cover) > 0 && one {
		return c.settle(at.concept, coverShares, cover[:1])
	}
	return c.first(at, at.concept.tags[1:])
}
