package facts

import (
	"cmp"
	"slices"
	"strings"
)

// Concept is a line of a financial statement under one name, whatever tag a filing has it under.
type Concept struct {
	Name  string
	Title string

	in      Statement // "" for income
	unit    string    // of a single tag; "" for the company's currency
	tags    []string  // the first that a period has
	moment  bool      // a balance, not a flow
	measure measure
	sign    sign
	choose  func(c *Company, at lookup) *Value // in place of the order of the tags; nil for that
	without func(c *Company, at lookup) *Value // what it is worked out from where no filing has it
}

// Statement is where a concept stands.
type Statement string

// The statements.
const (
	Income   Statement = "income"
	Balance  Statement = "balance"
	CashFlow Statement = "cash_flow"
)

// measure is what a value counts.
type measure int

const (
	money measure = iota
	perShare
	shares
	other // a ratio, a count, an area: what does not add up over time
)

// sign says whether a value below zero makes sense. What is worked out and comes out below zero where it cannot be is
// a sign that two filings do not go together.
type sign int

const (
	anySign sign = iota
	neverNegative
)

const (
	gaap = "us-gaap:"
	ifrs = "ifrs-full:"
)

func tagged(prefix string, tags ...string) []string {
	named := make([]string, len(tags))
	for i, tag := range tags {
		named[i] = prefix + tag
	}
	return named
}

// basicTags are those of basic earnings per share.
var basicTags = or(us("EarningsPerShareBasic", "EarningsPerShareBasicAndDiluted"), "BasicEarningsLossPerShare")

// dilutedTags are those of diluted earnings per share.
var dilutedTags = or(us("EarningsPerShareDiluted", "EarningsPerShareBasicAndDiluted"), "DilutedEarningsLossPerShare")

func us(tags ...string) []string { return tagged(gaap, tags...) }

// or adds the tags of the International Financial Reporting Standards, which foreign filers may use.
func or(american []string, international ...string) []string {
	return append(american, tagged(ifrs, international...)...)
}

const (
	pretaxTag  = "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest"
	pretaxTag2 = "IncomeLossFromContinuingOperationsBeforeIncomeTaxes" +
		"MinorityInterestAndIncomeLossFromEquityMethodInvestments"
	equityAll = "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest"
	ppeLeased = "PropertyPlantAndEquipmentAndFinanceLeaseRightOfUseAsset" +
		"AfterAccumulatedDepreciationAndAmortization"
	cashAll      = "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents"
	exDepreciate = "CostOfGoodsAndServiceExcludingDepreciationDepletionAndAmortization"
)

// Concepts are all of them, in the order of the statements.
func Concepts() []*Concept { return concepts }

var concepts = []*Concept{
	{
		Name:   "revenue",
		Title:  "Revenue",
		tags:   revenueTags,
		sign:   neverNegative,
		choose: chooseRevenue,
	},
	{
		Name:  "cost_of_revenue",
		Title: "Cost of revenue",
		tags: or(us("CostOfRevenue", "CostOfGoodsAndServicesSold", "CostOfGoodsSold", exDepreciate),
			"CostOfSales"),
		sign: neverNegative,
	},
	{
		Name:    "gross_profit",
		Title:   "Gross profit",
		tags:    or(us("GrossProfit"), "GrossProfit"),
		without: grossProfit,
	},
	{
		Name:  "operating_expenses",
		Title: "Operating expenses",
		tags:  or(us("OperatingExpenses", "CostsAndExpenses", "NoninterestExpense"), "OperatingExpense"),
		sign:  neverNegative,
	},
	{
		Name:  "research_and_development",
		Title: "Research and development",
		tags: or(us("ResearchAndDevelopmentExpense", "ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost"),
			"ResearchAndDevelopmentExpense"),
		sign: neverNegative,
	},
	{
		Name:    "sga_expense",
		Title:   "Selling, general and administrative expense",
		tags:    or(us("SellingGeneralAndAdministrativeExpense"), "SellingGeneralAndAdministrativeExpense"),
		sign:    neverNegative,
		without: sgaExpense,
	},
	{
		Name:  "operating_income",
		Title: "Operating income",
		tags:  or(us("OperatingIncomeLoss"), "ProfitLossFromOperatingActivities"),
	},
	{
		Name:  "interest_expense",
		Title: "Interest expense",
		tags: or(us("InterestExpense", "InterestExpenseNonoperating", "InterestAndDebtExpense"),
			"InterestExpense", "FinanceCosts"),
		sign: neverNegative,
	},
	{
		Name:  "income_before_tax",
		Title: "Income before tax",
		tags:  or(us(pretaxTag, pretaxTag2), "ProfitLossBeforeTax"),
	},
	{
		Name:  "income_tax_expense",
		Title: "Income tax expense",
		tags:  or(us("IncomeTaxExpenseBenefit"), "IncomeTaxExpenseContinuingOperations"),
	},
	{
		Name:  "net_income",
		Title: "Net income of the owners of the company",
		tags: or(us("NetIncomeLoss", "ProfitLoss", "NetIncomeLossAvailableToCommonStockholdersBasic"),
			"ProfitLossAttributableToOwnersOfParent", "ProfitLoss"),
		choose: netIncome,
	},
	{
		Name:    "eps_basic",
		Title:   "Basic earnings per share",
		tags:    basicTags,
		measure: perShare,
	},
	{
		Name:    "eps_diluted",
		Title:   "Diluted earnings per share",
		tags:    dilutedTags,
		measure: perShare,
		choose:  dilutedEarnings,
	},

	balance("cash", "Cash and cash equivalents",
		or(us("CashAndCashEquivalentsAtCarryingValue", cashAll), "CashAndCashEquivalents")),
	balance("short_term_investments", "Short-term investments",
		us("ShortTermInvestments", "MarketableSecuritiesCurrent", "AvailableForSaleSecuritiesDebtSecuritiesCurrent")),
	balance("accounts_receivable", "Accounts receivable",
		or(us("AccountsReceivableNetCurrent", "ReceivablesNetCurrent"),
			"CurrentTradeReceivables", "TradeAndOtherCurrentReceivables")),
	balance("inventory", "Inventory", or(us("InventoryNet"), "Inventories")),
	balance("current_assets", "Current assets", or(us("AssetsCurrent"), "CurrentAssets")),
	balance("assets", "Total assets", or(us("Assets"), "Assets")),
	balance("ppe", "Property, plant and equipment, net",
		or(us("PropertyPlantAndEquipmentNet", ppeLeased), "PropertyPlantAndEquipment")),
	balance("goodwill", "Goodwill", or(us("Goodwill"), "Goodwill")),
	balance("intangibles", "Intangible assets without goodwill",
		or(us("IntangibleAssetsNetExcludingGoodwill", "FiniteLivedIntangibleAssetsNet"),
			"IntangibleAssetsOtherThanGoodwill")),
	balance("current_liabilities", "Current liabilities", or(us("LiabilitiesCurrent"), "CurrentLiabilities")),
	{
		Name:    "liabilities",
		in:      Balance,
		Title:   "Total liabilities",
		tags:    or(us("Liabilities"), "Liabilities"),
		moment:  true,
		without: liabilities,
	},
	{
		Name:    "short_term_debt",
		in:      Balance,
		Title:   "Debt due within a year",
		tags:    or(us("DebtCurrent"), "CurrentBorrowingsAndCurrentPortionOfNoncurrentBorrowings"),
		moment:  true,
		without: shortTermDebt,
	},
	{
		Name:   "long_term_debt",
		in:     Balance,
		Title:  "Debt due after more than a year",
		tags:   longTermTags,
		moment: true,
		choose: longTermDebt,
	},
	balance("retained_earnings", "Retained earnings",
		or(us("RetainedEarningsAccumulatedDeficit"), "RetainedEarnings")),
	{
		Name:   "equity",
		in:     Balance,
		Title:  "Equity of the owners of the company",
		tags:   or(us("StockholdersEquity", equityAll), "EquityAttributableToOwnersOfParent", "Equity"),
		moment: true,
		choose: equity,
	},
	{
		Name:    "shares_outstanding",
		in:      Balance,
		Title:   "Shares outstanding",
		tags:    []string{coverShares, gaap + "CommonStockSharesOutstanding", ifrs + "NumberOfSharesOutstanding"},
		moment:  true,
		measure: shares,
		choose:  sharesOutstanding,
	},

	flow("operating_cash_flow", "Cash from operating activities", anySign,
		or(us(
			"NetCashProvidedByUsedInOperatingActivities",
			"NetCashProvidedByUsedInOperatingActivitiesContinuingOperations",
		), "CashFlowsFromUsedInOperatingActivities")),
	flow("investing_cash_flow", "Cash from investing activities", anySign,
		or(us(
			"NetCashProvidedByUsedInInvestingActivities",
			"NetCashProvidedByUsedInInvestingActivitiesContinuingOperations",
		), "CashFlowsFromUsedInInvestingActivities")),
	flow("financing_cash_flow", "Cash from financing activities", anySign,
		or(us(
			"NetCashProvidedByUsedInFinancingActivities",
			"NetCashProvidedByUsedInFinancingActivitiesContinuingOperations",
		), "CashFlowsFromUsedInFinancingActivities")),
	flow("capex", "Capital expenditure", neverNegative,
		or(us("PaymentsToAcquirePropertyPlantAndEquipment", "PaymentsToAcquireProductiveAssets"),
			"PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities")),
	flow("depreciation_amortization", "Depreciation and amortization", neverNegative,
		or(us("DepreciationDepletionAndAmortization", "DepreciationAmortizationAndAccretionNet",
			"DepreciationAndAmortization", "Depreciation"),
			"DepreciationAndAmortisationExpense", "AdjustmentsForDepreciationAndAmortisationExpense")),
	flow(
		"dividends_paid",
		"Dividends paid",
		neverNegative,
		or(us("PaymentsOfDividends", "PaymentsOfDividendsCommonStock"), "DividendsPaidClassifiedAsFinancingActivities"),
	),
	flow("buybacks", "Shares bought back", neverNegative,
		or(us("PaymentsForRepurchaseOfCommonStock"), "PaymentsToAcquireOrRedeemEntitysShares")),
}

func balance(name, title string, tags []string) *Concept {
	return &Concept{
		Name:   name,
		in:     Balance,
		Title:  title,
		tags:   tags,
		moment: true,
	}
}

func flow(name, title string, s sign, tags []string) *Concept {
	return &Concept{
		Name:  name,
		in:    CashFlow,
		Title: title,
		tags:  tags,
		sign:  s,
	}
}

// parts are tags that concepts are worked out from, beside those they have themselves.
var parts = append(us(
	"CostOfServices", "GeneralAndAdministrativeExpense", "SellingAndMarketingExpense",
	"LiabilitiesAndStockholdersEquity", "MinorityInterest", "TemporaryEquityCarryingAmountAttributableToParent",
	"RedeemableNoncontrollingInterestEquityCarryingAmount", dilutedShares,
	"WeightedAverageNumberOfSharesOutstandingBasic", "InterestAndDividendIncomeOperating", "ExciseAndSalesTaxes",
	"NetIncomeLossAttributableToNoncontrollingInterest",
), tagged(ifrs, "ProfitLossAttributableToNoncontrollingInterests", "NoncontrollingInterests", "AdministrativeExpense",
	"SellingExpense", "DistributionCosts", "ShorttermBorrowings", "CurrentPortionOfLongtermBorrowings",
	"AdjustedWeightedAverageShares", "WeightedAverageShares")...)

// Wanted are the tags whose facts the concepts are made from.
func Wanted() map[string]bool {
	wanted := map[string]bool{}
	for _, c := range concepts {
		for _, tag := range c.tags {
			wanted[tag] = true
		}
	}
	for _, tag := range slices.Concat(parts, dueTags, dueKinds, borrowedTags, borrowedKinds) {
		wanted[tag] = true
	}
	return wanted
}

// Named is the concept of a name, nil when there is none.
func Named(name string) *Concept {
	i := slices.IndexFunc(concepts, func(c *Concept) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return concepts[i]
}

// Statement is where the concept stands.
func (c *Concept) Statement() Statement { return cmp.Or(c.in, Income) }

// Moment says whether it is a balance at the end of a period, not a flow during it.
func (c *Concept) Moment() bool { return c.moment }

// Tagged is a single tag of a taxonomy in one unit as a concept.
func Tagged(tag, unit string, moment bool) *Concept {
	c := &Concept{
		Name:   tag,
		Title:  tag,
		unit:   unit,
		tags:   []string{tag},
		moment: moment,
	}
	switch {
	case IsCurrency(unit):
	case strings.HasSuffix(unit, "/shares"):
		c.measure = perShare
	case unit == "shares":
		c.measure = shares
	default:
		c.measure = other
	}
	return c
}

// Of is the concept whose values a tag has, nil when none does.
func Of(tag string) *Concept {
	i := slices.IndexFunc(concepts, func(c *Concept) bool { return slices.Contains(c.tags, tag) })
	if i < 0 {
		return nil
	}
	return concepts[i]
}
