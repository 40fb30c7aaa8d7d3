package treasury

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/farebox/farebox/gen/shared"
	gen "github.com/farebox/farebox/gen/treasury"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/fiscaldata"
	"github.com/farebox/farebox/internal/upstream/treasurydirect"
)

// TreasuryAuctions answers GET /treasury/auctions.
func (h *Handlers) TreasuryAuctions(
	ctx context.Context, req gen.TreasuryAuctionsRequestObject,
) (gen.TreasuryAuctionsResponseObject, error) {
	list := h.held
	first, last := h.past(req.Params.Days)
	if req.Params.Upcoming {
		list = h.upcoming
		first = h.today()
		last = first.AddDate(0, 0, req.Params.Days-1)
	}
	auctions, sources, err := list(ctx, first, last)
	if err != nil {
		return nil, err
	}

	answer := gen.TreasuryAuctions200JSONResponse{
		Upcoming:    req.Params.Upcoming,
		PeriodStart: day(first),
		PeriodEnd:   day(last),
		Auctions:    []gen.TreasuryAuction{},
		Sources:     sources,
		Partial:     response.Partial(sources),
		Attribution: fiscaldata.Provider.Attribution,
	}
	if sources[0].Status != shared.SourceStatusOk {
		answer.Attribution = treasurydirect.Provider.Attribution
	}
	if req.Params.Type != nil {
		answer.Type = new(string(*req.Params.Type))
	}
	for _, a := range auctions {
		if answer.Type == nil || a.Kind == *answer.Type {
			answer.Auctions = append(answer.Auctions, auctionOf(a))
		}
	}
	answer.Count = len(answer.Auctions)
	return answer, nil
}

// held are the auctions with results from the first day to the last, newest first.
func (h *Handlers) held(ctx context.Context, first, last time.Time) ([]fiscaldata.Auction, []gen.Source, error) {
	fiscalCtx, reads := upstream.WithReads(ctx)
	auctions, err := h.fiscal.Auctions(fiscalCtx, first, last)
	sources := []gen.Source{
		response.Read(fiscaldata.Provider.Name, reads, err),
		response.Skipped(treasurydirect.Provider.Name, "asked only when fiscaldata fails"),
	}
	if err != nil {
		directCtx, reads := upstream.WithReads(ctx)
		second, errSecond := h.direct.Auctions(directCtx, first, last)
		if errSecond != nil {
			return nil, nil, err
		}
		sources[1] = response.Read(treasurydirect.Provider.Name, reads, nil)
		auctions = fromDirect(second)
	}

	auctions = slices.DeleteFunc(auctions, func(a fiscaldata.Auction) bool { return !a.Held() })
	slices.SortStableFunc(auctions, func(a, b fiscaldata.Auction) int {
		return cmp.Or(b.AuctionDate.Compare(a.AuctionDate), cmp.Compare(a.CUSIP, b.CUSIP))
	})
	return auctions, sources, nil
}

// upcoming are the auctions announced for days from the first to the last, soonest first, each once.
func (h *Handlers) upcoming(ctx context.Context, first, last time.Time) ([]fiscaldata.Auction, []gen.Source, error) {
	ctx, reads := upstream.WithReads(ctx)
	auctions, err := h.fiscal.Upcoming(ctx, first.Add(-moved), last.Add(moved))
	if err != nil {
		return nil, nil, err
	}

	auctions = once(auctions)
	auctions = slices.DeleteFunc(auctions, func(a fiscaldata.Auction) bool {
		return a.AuctionDate.Before(first) || a.AuctionDate.After(last)
	})
	slices.SortStableFunc(auctions, func(a, b fiscaldata.Auction) int {
		return cmp.Or(a.AuctionDate.Compare(b.AuctionDate), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.CUSIP, b.CUSIP))
	})
	return auctions, []gen.Source{response.Read(fiscaldata.Provider.Name, reads, nil)}, nil
}

// moved bounds the days by which an auction is put off or brought forward. Its older rows stay in the table, so that
// those around a period are read with it.
const moved = 30 * 24 * time.Hour

// once keeps the newest row of each auction. A moved auction has rows with several days, and one announced before
// its security had a CUSIP has a row without it.
func once(auctions []fiscaldata.Auction) []fiscaldata.Auction {
	slices.SortStableFunc(auctions, func(a, b fiscaldata.Auction) int { return b.Recorded.Compare(a.Recorded) })
	var kept []fiscaldata.Auction
	for _, a := range auctions {
		if !slices.ContainsFunc(kept, func(newer fiscaldata.Auction) bool { return isSame(newer, a) }) {
			kept = append(kept, a)
		}
	}
	return kept
}

// isSame reports whether a row is an older one for the same auction.
func isSame(newer, older fiscaldata.Auction) bool {
	if newer.Kind != older.Kind || newer.Term != older.Term {
		return false
	}
	if older.CUSIP == "" || newer.CUSIP == "" {
		return newer.AuctionDate.Equal(older.AuctionDate)
	}
	return newer.CUSIP == older.CUSIP
}

// fromDirect converts TreasuryDirect's answer to Fiscal Data's form.
func fromDirect(list []treasurydirect.Auction) []fiscaldata.Auction {
	auctions := make([]fiscaldata.Auction, 0, len(list))
	for _, a := range list {
		auction := fiscaldata.Auction{
			CUSIP:             a.CUSIP,
			Kind:              a.Kind,
			Term:              a.Term,
			AnnouncedDate:     a.Announced.Time,
			AuctionDate:       *a.AuctionDate.Time,
			IssueDate:         a.IssueDate.Time,
			MaturityDate:      a.MaturityDate.Time,
			Offering:          a.Offering.Decimal,
			Tendered:          a.Tendered.Decimal,
			Accepted:          a.Accepted.Decimal,
			BidToCover:        a.BidToCover.Decimal,
			DiscountRatePct:   a.DiscountRatePct.Decimal,
			InvestmentRatePct: a.InvestmentRatePct.Decimal,
			YieldPct:          a.YieldPct.Decimal,
			MarginPct:         a.MarginPct.Decimal,
			CouponPct:         a.CouponPct.Decimal,
			PricePer100:       a.PricePer100.Decimal,
			DealersAccepted:   a.DealersAccepted.Decimal,
			DirectAccepted:    a.DirectAccepted.Decimal,
			IndirectAccepted:  a.IndirectAccepted.Decimal,
		}
		if a.Reopening != "" {
			auction.Reopening = new(a.Reopening == "Yes")
		}
		auctions = append(auctions, auction)
	}

	return auctions
}

func auctionOf(a fiscaldata.Auction) gen.TreasuryAuction {
	auction := gen.TreasuryAuction{
		Cusip:               response.OrNull(a.CUSIP),
		Type:                a.Kind,
		Term:                response.OrNull(a.Term),
		Reopening:           a.Reopening,
		Status:              gen.Announced,
		AnnouncedDate:       response.Formed(a.AnnouncedDate, day),
		AuctionDate:         day(a.AuctionDate),
		IssueDate:           response.Formed(a.IssueDate, day),
		MaturityDate:        response.Formed(a.MaturityDate, day),
		OfferingUSD:         response.NumberOrNull(a.Offering),
		TenderedUSD:         response.NumberOrNull(a.Tendered),
		AcceptedUSD:         response.NumberOrNull(a.Accepted),
		BidToCover:          response.NumberOrNull(a.BidToCover),
		HighRatePct:         response.NumberOrNull(a.DiscountRatePct),
		InvestmentRatePct:   response.NumberOrNull(a.InvestmentRatePct),
		HighYieldPct:        response.NumberOrNull(a.YieldPct),
		HighMarginPct:       response.NumberOrNull(a.MarginPct),
		CouponPct:           response.NumberOrNull(a.CouponPct),
		PricePer100USD:      response.NumberOrNull(a.PricePer100),
		DealersAcceptedUSD:  response.NumberOrNull(a.DealersAccepted),
		DirectAcceptedUSD:   response.NumberOrNull(a.DirectAccepted),
		IndirectAcceptedUSD: response.NumberOrNull(a.IndirectAccepted),
	}

	if a.Held() {
		auction.Status = gen.Held
	}

	if a.YieldPct != nil {
		auction.YieldBasis = new(gen.Nominal)
		if a.Kind == fiscaldata.TIPS {
			auction.YieldBasis = new(gen.Real)
		}
	}

	return auction
}
