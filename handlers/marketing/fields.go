package marketing

import (
	"slices"

	"github.com/farebox/farebox/handlers/marketing/table"
)

// The fields for columns.
const (
	fieldChannel     = "channel"
	fieldStage       = "stage"
	fieldImpressions = "impressions"
	fieldClicks      = "clicks"
	fieldConversions = "conversions"
	fieldSpend       = "spend"
	fieldRevenue     = "revenue"
	fieldLTV         = "ltv"
	fieldCustomers   = "customers"
)

// fields is the family's alias table: the possible column names of a field, the best first. Whole names match,
// after [table.NormalName]: sales is revenue, sales_count is conversions.
var fields = map[string][]string{
	fieldChannel:     {"channel", "source", "medium", "campaign", "platform", "network", "name"},
	fieldStage:       {"stage", "step", "funnel_stage"},
	fieldImpressions: {"impressions", "impression", "impr", "imp", "imps", "views", "reach"},
	fieldClicks:      {"clicks", "click", "visits", "sessions", "taps"},
	fieldConversions: {
		"conversions", "conversion", "conv", "convs", "purchases", "signups", "sign_ups", "orders", "sales_count",
		"leads",
	},
	fieldSpend:     {"spend", "cost", "budget", "ad_spend", "amount_spent"},
	fieldRevenue:   {"revenue", "rev", "sales", "sales_value", "value", "income"},
	fieldLTV:       {"ltv", "lifetime_value", "customer_ltv", "clv"},
	fieldCustomers: {"customers", "new_customers", "customers_acquired", "buyers"},
}

// fieldOf is the field with the normalised name as an alias, or "". No name is an alias of two fields.
func fieldOf(name string) string {
	for field, aliases := range fields {
		if slices.Contains(aliases, name) {
			return field
		}
	}

	return ""
}

// findFields maps fields of the alias table.
func findFields(m *table.Mapping, names ...string) {
	for _, name := range names {
		m.Find(name, fields[name])
	}
}
