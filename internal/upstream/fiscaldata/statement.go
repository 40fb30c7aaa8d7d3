package fiscaldata

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream/single"
)

// Flow is a line of the Monthly Treasury Statement, in dollars: the month, the fiscal year to date, and the same
// months of the fiscal year before.
type Flow struct {
	Month      time.Time // its last day
	FiscalYear int
	Name       string
	Current    decimal.Decimal
	YearToDate decimal.Decimal
	PriorYear  *decimal.Decimal
}

// Lines of the statement's tables 4 and 5 with the government's totals.
const (
	lineReceipts = "830"
	lineOutlays  = "5691"
	lineDeficit  = "5694"
)

// Receipts returns the government's total receipts in the last months, newest first (table 4).
func (c *Client) Receipts(ctx context.Context, months int) ([]Flow, error) {
	return c.line(ctx, "/v1/accounting/mts/mts_table_4", lineReceipts, "net_rcpt_amt", months)
}

// Outlays returns the government's total outlays in the last months, newest first (table 5).
func (c *Client) Outlays(ctx context.Context, months int) ([]Flow, error) {
	return c.line(ctx, "/v1/accounting/mts/mts_table_5", lineOutlays, "net_outly_amt", months)
}

// Balances returns receipts less outlays in the last months, newest first, as printed in table 5: a deficit is
// negative. Table 1 prints the opposite sign.
func (c *Client) Balances(ctx context.Context, months int) ([]Flow, error) {
	return c.line(ctx, "/v1/accounting/mts/mts_table_5", lineDeficit, "net_outly_amt", months)
}

// line reads one line of a table, which has one row for each month.
func (c *Client) line(ctx context.Context, path, number, column string, months int) ([]Flow, error) {
	list, err := c.flows(ctx, path, "line_code_nbr:eq:"+number, column, months)
	if err != nil {
		return nil, err
	}
	return single.Rows(list, func(f Flow) time.Time { return f.Month })
}

// maxParts exceeds the sources of receipts and functions of outlays in table 9 for two months.
const maxParts = 100

// ReceiptsBySource are the receipts of the newest months by source (table 9), without its total.
func (c *Client) ReceiptsBySource(ctx context.Context) ([]Flow, error) {
	return c.parts(ctx, "RSG")
}

// OutlaysByFunction are the outlays of the newest months by budget function (table 9), without its total.
func (c *Client) OutlaysByFunction(ctx context.Context) ([]Flow, error) {
	return c.parts(ctx, "F")
}

func (c *Client) parts(ctx context.Context, kind string) ([]Flow, error) {
	all, err := c.flows(ctx, "/v1/accounting/mts/mts_table_9", "record_type_cd:eq:"+kind, "rcpt_outly_amt", maxParts)
	if err != nil {
		return nil, err
	}

	parts := all[:0]
	for _, f := range all {
		if !strings.HasPrefix(strings.ToLower(f.Name), "total") {
			parts = append(parts, f)
		}
	}
	return parts, nil
}

// flows reads a table of the statement, whose amount columns are named after their content.
func (c *Client) flows(ctx context.Context, path, filter, column string, count int) ([]Flow, error) {
	current := "current_month_" + column
	year := "current_fytd_" + column
	prior := "prior_fytd_" + column

	columns := []string{"record_date", "record_fiscal_year", "classification_desc", current, year, prior}
	filtered, _, _ := strings.Cut(filter, ":")

	return rows(ctx, c, question{
		path:   path,
		fields: strings.Join(append(columns, filtered), ","),
		filter: filter,
		sort:   "-record_date",
		rows:   count,
	}, func(r map[string]Text) (f Flow, err error) {
		if err := lacks(r, columns...); err != nil {
			return f, err
		}
		f.Name = string(r["classification_desc"])
		if f.Month, err = r["record_date"].date(); err != nil {
			return f, err
		}
		if f.FiscalYear, err = strconv.Atoi(string(r["record_fiscal_year"])); err != nil {
			return f, err
		}
		if f.Current, err = r[current].amount(); err != nil {
			return f, err
		}
		if f.YearToDate, err = r[year].amount(); err != nil {
			return f, err
		}
		f.PriorYear, err = r[prior].number()
		return f, err
	})
}
