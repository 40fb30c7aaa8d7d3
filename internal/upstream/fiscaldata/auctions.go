package fiscaldata

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream/single"
)

// The kinds of marketable securities.
const (
	TIPS = "TIPS" // notes and bonds whose principal follows the consumer price index
	FRN  = "FRN"  // notes with a floating rate
	CMB  = "CMB"  // cash management bills
)

// Auction is a sale of a security. Values that a kind does not have, or that are not published yet, are nil.
type Auction struct {
	Recorded      time.Time // the day of the row; zero if not stated
	CUSIP         string
	Kind          string
	Term          string // as sold: "9-Year 10-Month" for a reopened ten-year note
	Reopening     *bool
	AnnouncedDate *time.Time
	AuctionDate   time.Time
	IssueDate     *time.Time
	MaturityDate  *time.Time
	Offering      *decimal.Decimal // dollars
	Tendered      *decimal.Decimal // dollars
	Accepted      *decimal.Decimal // dollars

	BidToCover        *decimal.Decimal
	DiscountRatePct   *decimal.Decimal // bills: highest accepted, bank discount, 360 days
	InvestmentRatePct *decimal.Decimal // bills: the same as a coupon-equivalent yield
	YieldPct          *decimal.Decimal // notes and bonds: highest accepted; for TIPS a real yield
	MarginPct         *decimal.Decimal // FRN: highest accepted discount margin
	CouponPct         *decimal.Decimal
	PricePer100       *decimal.Decimal

	DealersAccepted  *decimal.Decimal // dollars
	DirectAccepted   *decimal.Decimal // dollars
	IndirectAccepted *decimal.Decimal // dollars
}

// Held reports whether results were published: any of them, because one alone may be missing.
func (a Auction) Held() bool {
	return cmp.Or(a.BidToCover, a.Accepted, a.Tendered, a.DiscountRatePct, a.YieldPct, a.MarginPct) != nil
}

// Auctions returns the auctions from the first day to the last, newest first, including announced ones.
func (c *Client) Auctions(ctx context.Context, first, last time.Time) ([]Auction, error) {
	list, err := rows(ctx, c, question{
		path:   "/v1/accounting/od/auctions_query",
		filter: between("auction_date", first, last),
		sort:   "-auction_date",
		rows:   maxRows,
	}, auctionOf(slices.Concat(announced, results)))
	if err != nil {
		return nil, err
	}
	type sale struct {
		cusip, kind, term string
		day               time.Time
	}
	return single.Rows(list, func(a Auction) sale { return sale{a.CUSIP, a.Kind, a.Term, a.AuctionDate} })
}

// Upcoming returns the auctions announced for days from the first to the last, soonest first. The table keeps
// earlier announcements, so an auction can occur several times.
func (c *Client) Upcoming(ctx context.Context, first, last time.Time) ([]Auction, error) {
	return rows(ctx, c, question{
		path:   "/v1/accounting/od/upcoming_auctions",
		filter: between("auction_date", first, last),
		sort:   "auction_date",
		rows:   maxRows,
	}, auctionOf(announced))
}

// The columns of both tables, and the extra ones of the results table.
var (
	announced = []string{
		"record_date", "security_type", "security_term", "reopening", "cusip", "offering_amt", "announcemt_date",
		"auction_date", "issue_date",
	}
	results = []string{
		"maturity_date", "inflation_index_security", "floating_rate", "cash_management_bill_cmb", "total_tendered",
		"total_accepted", "bid_to_cover_ratio", "high_discnt_rate", "high_investment_rate", "high_yield",
		"high_discnt_margin", "int_rate", "price_per100", "primary_dealer_accepted", "direct_bidder_accepted",
		"indirect_bidder_accepted",
	}
)

// yields are the columns that can be below zero.
var yields = []string{"high_discnt_rate", "high_investment_rate", "high_yield", "high_discnt_margin"}

// auctionOf reads a row with the columns.
func auctionOf(columns []string) func(map[string]Text) (Auction, error) {
	return func(r map[string]Text) (Auction, error) {
		if err := lacks(r, columns...); err != nil {
			return Auction{}, err
		}
		return readAuction(r)
	}
}

func readAuction(r map[string]Text) (a Auction, err error) {
	if a.AuctionDate, err = r["auction_date"].date(); err != nil {
		return a, err
	}
	a.Recorded, _ = r["record_date"].date()
	a.CUSIP = string(r["cusip"])
	a.Kind = kindOf(r)
	a.Term = string(r["security_term"])
	a.Reopening = flag(r["reopening"])
	if !slices.Contains([]string{"Bill", "Note", "Bond", TIPS, FRN, CMB}, a.Kind) {
		return a, fmt.Errorf("%q is no kind of security", a.Kind)
	}

	for _, d := range []struct {
		into **time.Time
		from string
	}{
		{&a.AnnouncedDate, "announcemt_date"},
		{&a.IssueDate, "issue_date"},
		{&a.MaturityDate, "maturity_date"},
	} {
		if r[d.from] == "" {
			continue
		}
		day, err := r[d.from].date()
		if err != nil {
			return a, err
		}
		*d.into = &day
	}

	for _, n := range []struct {
		into **decimal.Decimal
		from string
	}{
		{&a.Offering, "offering_amt"},
		{&a.Tendered, "total_tendered"},
		{&a.Accepted, "total_accepted"},
		{&a.BidToCover, "bid_to_cover_ratio"},
		{&a.DiscountRatePct, "high_discnt_rate"},
		{&a.InvestmentRatePct, "high_investment_rate"},
		{&a.YieldPct, "high_yield"},
		{&a.MarginPct, "high_discnt_margin"},
		{&a.CouponPct, "int_rate"},
		{&a.PricePer100, "price_per100"},
		{&a.DealersAccepted, "primary_dealer_accepted"},
		{&a.DirectAccepted, "direct_bidder_accepted"},
		{&a.IndirectAccepted, "indirect_bidder_accepted"},
	} {
		if *n.into, err = r[n.from].number(); err != nil {
			return a, err
		}
		if *n.into != nil && (*n.into).IsNegative() && !slices.Contains(yields, n.from) {
			return a, fmt.Errorf("%s is below zero", n.from)
		}
	}
	return a, nil
}

// kindOf distinguishes the kinds. The results table calls a TIPS a Note or Bond and an FRN a Note, and has flags;
// the announcements table has the names "TIPS Note" and "FRN Note".
func kindOf(r map[string]Text) string {
	kind := string(r["security_type"])
	switch {
	case r["inflation_index_security"] == "Yes" || strings.HasPrefix(kind, TIPS):
		return TIPS
	case r["floating_rate"] == "Yes" || strings.HasPrefix(kind, FRN):
		return FRN
	case r["cash_management_bill_cmb"] == "Yes":
		return CMB
	}
	return kind
}

func flag(t Text) *bool {
	if t != "Yes" && t != "No" {
		return nil
	}
	return new(t == "Yes")
}
