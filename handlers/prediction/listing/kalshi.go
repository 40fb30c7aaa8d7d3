package listing

import (
	"cmp"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/prediction"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/kalshi"
)

// OfKalshi is a market of Kalshi, whose event may be nil; read is when its prices were read.
func OfKalshi(m kalshi.Market, event *kalshi.Event, read time.Time) gen.PredictionListing {
	l := gen.PredictionListing{
		ID:           Kalshi + ":" + m.Ticker,
		Venue:        gen.PredictionListingVenueKalshi,
		Title:        m.Title,
		URL:          kalshiPage(m.Ticker),
		VenueStatus:  response.OrNull(m.Status),
		YesOutcome:   new("Yes"),
		Volume:       count(m.VolumeFP),
		Volume24H:    count(m.Volume24FP),
		VolumeUnit:   gen.PredictionListingVolumeUnitContracts,
		OpenInterest: count(m.InterestFP),
		Currency:     gen.PredictionListingCurrencyUSD,
		OpensAt:      moment(m.OpenTime),
		ClosesAt:     moment(m.CloseTime),
		UpdatedAt:    moment(m.UpdatedTime),
		QuotedAt:     read.UTC().Truncate(time.Second),
	}
	if m.EventTicker != "" {
		l.EventID = new(Kalshi + ":" + m.EventTicker)
	}
	if event != nil {
		l.EventTitle = response.OrNull(event.Title)
		l.Category = response.OrNull(event.Category)
		l.Title = cmp.Or(l.Title, event.Title)
	}
	l.Outcome = apart(m.YesSubTitle, l.Title)

	l.Status = kalshiStatus(m.Status)
	q := quotes{
		bid:  quote(m.YesBid),
		ask:  quote(m.YesAsk),
		last: quote(m.Last), // 0 until something traded
	}
	if q.ask != nil && *q.ask == 1 {
		q.ask = nil // nobody offers
	}
	if q.bid != nil && *q.bid == 1 {
		q.bid = nil // a market without quotes was written as 1 and 1
	}
	trading := l.Status == gen.Open
	q.put(&l, trading)
	if trading {
		l.YesBidSize = count(m.YesBidSize)
		l.YesAskSize = count(m.YesAskSize)
		if before := quote(m.Previous); before != nil && q.last != nil {
			l.Change24H = new(response.Round(*q.last-*before, 6))
		}
	}
	if l.Volume24H != nil && (q.last != nil || *l.Volume24H == 0) {
		l.Volume24HUsdEst = USD(new(*l.Volume24H * response.OrZero(q.last)))
	}

	if l.Status == gen.Closed || l.Status == gen.Resolved {
		over(&l)
	}
	settleKalshi(&l, m)
	twoSides(&l, []string{"Yes", "No"}, nil)
	return l
}

func kalshiStatus(word string) gen.PredictionListingStatus {
	switch word {
	case kalshi.Initialized:
		return gen.Unopened
	case kalshi.Active:
		return gen.Open
	case kalshi.Inactive:
		return gen.Paused
	case kalshi.Disputed:
		return gen.Disputed
	case kalshi.Determined, kalshi.Amended, kalshi.Finalized:
		return gen.Resolved
	}
	return gen.Closed
}

// settleKalshi sets the outcome. The value that a Yes share settles at says more than the word: a tie settles at half.
func settleKalshi(l *gen.PredictionListing, m kalshi.Market) {
	if l.Status != gen.Resolved && l.Status != gen.Disputed {
		return
	}

	yes := price(m.Settlement)
	switch m.Result {
	case "yes":
		settle(l, "Yes", gen.Outcome, cmp.Or(yes, new(1.0)))
	case "no":
		settle(l, "No", gen.Outcome, cmp.Or(yes, new(0.0)))
	case "void":
		settle(l, "void", gen.Void, nil)
	default:
		if yes == nil {
			l.Status = unresolved(l.Status)
			return
		}
		settle(l, cmp.Or(m.Result, "split"), gen.Split, yes)
	}

	if yes != nil && *yes > 0 && *yes < 1 {
		l.ResolutionKind = new(gen.Split)
	}
	l.ResolutionFinal = new(m.Status == kalshi.Finalized)
	l.ResolvedAt = moment(m.SettlementTime)
}

// unresolved is the status of a market that is said to be determined without an outcome.
func unresolved(status gen.PredictionListingStatus) gen.PredictionListingStatus {
	if status == gen.Resolved {
		return gen.Closed
	}
	return status
}

// OfKalshiEvent is an event of Kalshi with its markets.
func OfKalshiEvent(e *kalshi.Event, read time.Time) Event {
	event := Event{
		Venue:     Kalshi,
		ID:        Kalshi + ":" + e.Ticker,
		Title:     e.Title,
		URL:       kalshiPage(e.Ticker),
		Exclusive: new(e.MutuallyExclusive),
	}
	for _, m := range e.Markets {
		event.Markets = append(event.Markets, OfKalshi(m, e, read))
	}
	return event
}

// kalshiPage is the page of the series that a ticker begins with.
func kalshiPage(ticker string) string {
	series, _, _ := strings.Cut(ticker, "-")
	return "https://kalshi.com/markets/" + strings.ToLower(series)
}
