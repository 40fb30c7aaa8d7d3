package listing

import (
	"cmp"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/prediction"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/polymarket"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// The words of Polymarket's oracle for an outcome.
const (
	oracleProposed = "proposed"
	oracleDisputed = "disputed"
	oracleResolved = "resolved"
)

// OfPolymarket is a market of Polymarket, whose event may be nil; read is when its prices were read.
func OfPolymarket(m polymarket.Market, event *polymarket.Event, read time.Time) gen.PredictionListing {
	if event == nil && len(m.Events) > 0 {
		event = &m.Events[0]
	}
	volume24h := count(m.Volume24h)
	l := gen.PredictionListing{
		ID:              Polymarket + ":" + m.ConditionID,
		Venue:           gen.PredictionListingVenuePolymarket,
		Title:           m.Question,
		URL:             polymarketPage(event, m.Slug),
		VenueStatus:     response.OrNull(m.Oracle),
		Volume:          cmp.Or(count(m.VolumeNum), count(m.VolumeText)),
		Volume24H:       volume24h,
		VolumeUnit:      gen.PredictionListingVolumeUnitUSD,
		Volume24HUsdEst: USD(volume24h),
		Liquidity:       cmp.Or(count(m.LiquidityNum), count(m.Liquidity)),
		Currency:        gen.PredictionListingCurrencyUSDC,
		Category:        response.OrNull(m.Category),
		OpensAt:         moment(m.StartDate),
		ClosesAt:        moment(m.EndDate),
		ClosedAt:        moment(m.ClosedTime),
		UpdatedAt:       moment(m.UpdatedTime),
		QuotedAt:        read.UTC().Truncate(time.Second),
	}
	if event != nil {
		l.EventID = new(Polymarket + ":" + string(event.ID))
		l.EventTitle = response.OrNull(event.Title)
		l.Category = cmp.Or(l.Category, category(event))
	}
	l.Outcome = apart(m.Group, l.Title)
	if len(m.Outcomes) > 0 {
		l.YesOutcome = new(m.Outcomes[0])
	}

	l.Status = polymarketStatus(m, l.ClosesAt, read)
	trading := !m.Closed && !m.Archived && (l.Status == gen.Open || l.Status == gen.Disputed)
	q := quotes{
		bid:    quote(m.BestBid),
		ask:    quote(m.BestAsk),
		last:   quote(m.Last),
		spread: price(m.Spread),
	}
	if q.bid == nil && q.ask != nil && *q.ask == 1 {
		q.ask = nil // an empty book
	}
	q.put(&l, trading)
	if trading {
		l.Change24H = change(m)
	} else {
		over(&l)
	}

	settlePolymarket(&l, m)
	twoSides(&l, m.Outcomes, m.Tokens)
	return l
}

func category(event *polymarket.Event) *string {
	if event.Category != "" || len(event.Tags) == 0 {
		return response.OrNull(event.Category)
	}
	return response.OrNull(event.Tags[0].Label)
}

func change(m polymarket.Market) *float64 {
	n, ok := m.DayChange.Number()
	if !ok || n < -1 || n > 1 {
		return nil
	}
	return new(response.Round(n, 6))
}

// polymarketStatus goes by "closed" and the oracle: "active" and "acceptingOrders" stay true on closed markets. One
// that takes no orders after its end waits for its outcome; before, it was halted. An archived one has left the site.
func polymarketStatus(m polymarket.Market, closes *time.Time, read time.Time) gen.PredictionListingStatus {
	_, _, settled := payouts(m)
	switch {
	case m.Oracle == oracleDisputed:
		return gen.Disputed
	case m.Closed && settled:
		return gen.Resolved
	case m.Closed, m.Archived:
		return gen.Closed
	case m.Accepting != nil && !*m.Accepting && closes != nil && !closes.After(read):
		return gen.Closed
	case m.Accepting != nil && !*m.Accepting:
		return gen.Paused
	case m.Active != nil && !*m.Active:
		return gen.Unopened
	}
	return gen.Open
}

// payouts are what shares of a closed market pay, by its prices: one outcome 1 and the others 0. Equal parts are a
// split only where the oracle has resolved so; before, they are the prices of a market without trades.
func payouts(m polymarket.Market) (winner int, parts []float64, settled bool) {
	if !m.Closed || m.Oracle == oracleProposed || m.Oracle == oracleDisputed || len(m.Prices) != len(m.Outcomes) {
		return -1, nil, false
	}

	sum := 0.0
	for _, text := range m.Prices {
		p := price(scalar.Text(text))
		if p == nil {
			return -1, nil, false
		}
		parts = append(parts, *p)
		sum += *p
	}

	if response.Round(sum, 6) != 1 {
		return -1, nil, false
	}
	if winner = slices.Index(parts, 1); winner >= 0 {
		return winner, parts, true
	}

	equal := !slices.ContainsFunc(parts, func(p float64) bool { return p != parts[0] })
	return -1, parts, equal && m.Oracle == oracleResolved
}

func settlePolymarket(l *gen.PredictionListing, m polymarket.Market) {
	winner, parts, settled := payouts(m)
	if l.Status != gen.Resolved || !settled {
		return
	}
	if winner >= 0 {
		settle(l, m.Outcomes[winner], gen.Outcome, &parts[0])
	} else {
		settle(l, "split", gen.Split, &parts[0])
	}
	l.ResolutionFinal = new(true)
	l.ResolvedAt = l.ClosedAt
}

// OfPolymarketEvent is an event of Polymarket with its markets.
func OfPolymarketEvent(e *polymarket.Event, read time.Time) Event {
	event := Event{
		Venue:     Polymarket,
		ID:        Polymarket + ":" + string(e.ID),
		Title:     e.Title,
		URL:       polymarketPage(e, ""),
		Exclusive: e.NegRisk,
	}
	for _, m := range e.Markets {
		if m.ConditionID != "" && !m.Archived {
			event.Markets = append(event.Markets, OfPolymarket(m, e, read))
		}
	}
	return event
}

func polymarketPage(event *polymarket.Event, slug string) string {
	page := "https://polymarket.com/"
	switch {
	case event == nil || event.Slug == "":
		return page + "market/" + slug
	case slug == "" || slug == event.Slug:
		return page + "event/" + event.Slug
	}
	return page + "event/" + event.Slug + "/" + slug
}
