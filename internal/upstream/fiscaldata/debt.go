package fiscaldata

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/single"
)

// Debt is the public debt at the end of a business day, in dollars and cents ("Debt to the Penny").
type Debt struct {
	Date            time.Time
	Total           decimal.Decimal
	HeldByPublic    *decimal.Decimal
	Intragovernment *decimal.Decimal
}

// Debts returns the days from the first to the last, newest first.
func (c *Client) Debts(ctx context.Context, first, last time.Time) ([]Debt, error) {
	type row struct {
		Date   Text `json:"record_date" contract:"falling"`
		Total  Text `json:"tot_pub_debt_out_amt"`
		Public Text `json:"debt_held_public_amt"`
		Within Text `json:"intragov_hold_amt"`
	}
	debts, err := rows(ctx, c, question{
		path:   "/v2/accounting/od/debt_to_penny",
		fields: "record_date,tot_pub_debt_out_amt,debt_held_public_amt,intragov_hold_amt",
		filter: between("record_date", first, last),
		sort:   "-record_date",
		rows:   maxRows,
	}, func(r row) (d Debt, err error) {
		if d.Date, err = r.Date.date(); err != nil {
			return d, err
		}
		if d.Total, err = r.Total.amount(); err != nil {
			return d, err
		}
		if d.HeldByPublic, err = r.Public.number(); err != nil {
			return d, err
		}

		d.Intragovernment, err = r.Within.number()
		return d, err
	})
	if err != nil {
		return nil, err
	}
	return single.Rows(debts, func(d Debt) time.Time { return d.Date })
}

// million is the unit of the daily statement.
var million = decimal.NewFromInt(1_000_000)

// Cash is the Treasury General Account on a business day, in dollars; the Daily Treasury Statement has whole
// millions.
type Cash struct {
	Date                                    time.Time
	Opening, Closing, Deposits, Withdrawals *decimal.Decimal
}

// Cash returns the account's days from the first to the last, newest first. In the table a day has a row for each
// of the four figures, and every figure is in the column of the opening balance.
func (c *Client) Cash(ctx context.Context, first, last time.Time) ([]Cash, error) {
	type row struct {
		Date    Text `json:"record_date"`
		Account Text `json:"account_type"`
		Today   Text `json:"open_today_bal"`
	}
	type figure struct {
		date    time.Time
		account string
		amount  *decimal.Decimal
	}
	figures, err := rows(ctx, c, question{
		path:   "/v1/accounting/dts/operating_cash_balance",
		fields: "record_date,account_type,open_today_bal,close_today_bal",
		filter: between("record_date", first, last),
		sort:   "-record_date",
		rows:   maxRows,
	}, func(r row) (f figure, err error) {
		f.account = string(r.Account)
		if f.date, err = r.Date.date(); err != nil {
			return f, err
		}
		if f.amount, err = r.Today.number(); f.amount != nil {
			f.amount = new(f.amount.Mul(million))
		}
		return f, err
	})
	if err != nil {
		return nil, err
	}
	type name struct {
		date    time.Time
		account string
	}
	if figures, err = single.Rows(figures, func(f figure) name { return name{f.date, f.account} }); err != nil {
		return nil, err
	}

	slices.SortStableFunc(figures, func(a, b figure) int { return b.date.Compare(a.date) })
	var days []Cash
	for _, f := range figures {
		if len(days) == 0 || !days[len(days)-1].Date.Equal(f.date) {
			days = append(days, Cash{Date: f.date})
		}
		day := &days[len(days)-1]
		switch {
		case strings.HasSuffix(f.account, "Opening Balance"):
			day.Opening = f.amount
		case strings.HasSuffix(f.account, "Closing Balance"):
			day.Closing = f.amount
		case strings.HasPrefix(f.account, "Total TGA Deposits"):
			day.Deposits = f.amount
		case strings.HasPrefix(f.account, "Total TGA Withdrawals"):
			day.Withdrawals = f.amount
		}
	}
	for _, day := range days {
		if day.Closing == nil {
			return nil, upstream.BadResponse.Errorf("a day without a closing balance")
		}
	}
	return days, nil
}

// AverageRate is the Treasury's average interest rate on a kind of outstanding security at the end of a month.
type AverageRate struct {
	Date    time.Time
	Market  string // "Marketable", "Non-marketable", "Interest-bearing Debt"
	Kind    string // "Treasury Bills"
	RatePct decimal.Decimal
}

// AverageRates returns those of the newest month.
func (c *Client) AverageRates(ctx context.Context) ([]AverageRate, error) {
	type row struct {
		Date   Text `json:"record_date" contract:"falling past"`
		Market Text `json:"security_type_desc"`
		Kind   Text `json:"security_desc"`
		Rate   Text `json:"avg_interest_rate_amt"`
	}
	list, err := rows(ctx, c, question{
		path:   "/v2/accounting/od/avg_interest_rates",
		fields: "record_date,security_type_desc,security_desc,avg_interest_rate_amt",
		filter: "record_date:gte:2001-01-01",
		sort:   "-record_date",
		rows:   50,
	}, func(r row) (a AverageRate, err error) {
		a.Market = string(r.Market)
		a.Kind = string(r.Kind)
		if a.Date, err = r.Date.date(); err != nil {
			return a, err
		}
		a.RatePct, err = r.Rate.amount()
		return a, err
	})
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, upstream.NotFound.Errorf("no average interest rates")
	}

	newest := 0
	for newest < len(list) && list[newest].Date.Equal(list[0].Date) {
		newest++
	}
	return list[:newest], nil
}
