// Package treasurydirect reads the results of auctions of U.S. Treasury securities from TreasuryDirect.
package treasurydirect

import (
	"context"
	"fmt"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API, which needs no key.
var Provider = upstream.Provider{
	Name:          "treasurydirect",
	BaseURL:       "https://www.treasurydirect.gov/TA_WS",
	Docs:          "https://www.treasurydirect.gov/webapis/webapisecurities.htm",
	Attribution:   "U.S. Department of the Treasury, TreasuryDirect",
	Terms:         "https://www.treasurydirect.gov/ (public domain)",
	Checked:       "recorded 2023-11, two records, cut",
	RatePerMinute: 60,
	Burst:         5,
	TTL:           2 * time.Hour,
	StaleFor:      24 * time.Hour,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for an auction of November 2023.
func probe(ctx context.Context, u *upstream.Client) error {
	first := time.Date(2023, 11, 1, 0, 0, 0, 0, time.UTC)
	auctions, err := (&Client{u}).Auctions(ctx, first, first.AddDate(0, 0, 29))
	return upstream.Has(auctions, err, "cusip", "912796ZN2", func(a Auction) bool { return a.CUSIP == "912796ZN2" })
}

// Auction is a sale of a security. Numbers are exact, and nil if the API has "". The optional ones are missing in
// one of the recordings.
type Auction struct {
	CUSIP        string `json:"cusip"`
	Kind         string `json:"type"` // Bill, Note, Bond, TIPS, FRN, CMB; securityType calls a TIPS a Note or Bond
	Term         string `json:"securityTerm"`
	Reopening    string `json:"reopening"` // Yes or No
	Announced    Day    `json:"announcementDate"`
	AuctionDate  Day    `json:"auctionDate"`
	IssueDate    Day    `json:"issueDate"`
	MaturityDate Day    `json:"maturityDate"`

	Offering          Number `json:"offeringAmount"`
	Tendered          Number `json:"totalTendered"`
	Accepted          Number `json:"totalAccepted"`
	BidToCover        Number `json:"bidToCoverRatio"`
	DiscountRatePct   Number `json:"highDiscountRate"`
	InvestmentRatePct Number `json:"highInvestmentRate,omitempty"`
	YieldPct          Number `json:"highYield"`
	MarginPct         Number `json:"highDiscountMargin,omitempty"`
	CouponPct         Number `json:"interestRate"`
	PricePer100       Number `json:"pricePer100"`
	DealersAccepted   Number `json:"primaryDealerAccepted,omitempty"`
	DirectAccepted    Number `json:"directBidderAccepted,omitempty"`
	IndirectAccepted  Number `json:"indirectBidderAccepted,omitempty"`
}

// Number is a number sent as a string.
type Number struct{ Decimal *decimal.Decimal }

// UnmarshalText reads the string; "" is not a number.
func (n *Number) UnmarshalText(text []byte) error {
	n.Decimal = nil
	if len(text) == 0 {
		return nil
	}
	d, err := decimal.NewFromString(string(text))
	if err != nil || d.Exponent() > 12 || d.Exponent() < -18 {
		return fmt.Errorf("an invalid number of %d characters", len(text))
	}
	n.Decimal = &d
	return nil
}

// Day is a day sent as a local midnight.
type Day struct{ Time *time.Time }

// UnmarshalText reads the string; "" is not a day.
func (d *Day) UnmarshalText(text []byte) error {
	d.Time = nil
	if len(text) == 0 {
		return nil
	}
	day, err := time.Parse("2006-01-02T15:04:05", string(text))
	if err != nil {
		return fmt.Errorf("an invalid day of %d characters", len(text))
	}
	d.Time = &day
	return nil
}

// Auctions returns the securities with an auction from the first day to the last.
func (c *Client) Auctions(ctx context.Context, first, last time.Time) ([]Auction, error) {
	const form = "01/02/2006"
	var list []Auction
	_, err := c.c.Get("/securities/search").
		Query("format", "json").
		Query("dateFieldName", "auctionDate").
		Query("startDate", first.Format(form)).
		Query("endDate", last.Format(form)).
		Check(func(resp *upstream.Response) error {
			var came []Auction
			if err := resp.JSON(&came); err != nil {
				return err
			}
			for _, a := range came {
				switch day := a.AuctionDate.Time; {
				case day == nil:
					return upstream.BadResponse.Errorf("an auction without a day")
				case day.Format(time.DateOnly) < first.Format(time.DateOnly),
					day.Format(time.DateOnly) > last.Format(time.DateOnly):
					return upstream.BadResponse.Errorf("an auction of another day")
				}
			}
			return nil
		}).JSON(ctx, &list)

	return list, err
}
