package listing

import (
	"time"

	gen "github.com/farebox/farebox/gen/prediction"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/manifold"
)

// OfManifold is a market of Manifold; read is when its prices were read. It has no book: the price is that of a pool,
// which the venue's probability is.
func OfManifold(m manifold.Market, read time.Time) gen.PredictionListing {
	l := gen.PredictionListing{
		ID:         Manifold + ":" + m.ID,
		Venue:      gen.PredictionListingVenueManifold,
		PlayMoney:  true,
		Title:      m.Question,
		URL:        m.URL,
		Status:     gen.Open,
		Volume:     m.Volume,
		Volume24H:  m.Volume24h,
		VolumeUnit: gen.PredictionListingVolumeUnitMana,
		Liquidity:  m.Liquidity,
		Currency:   gen.PredictionListingCurrencyMANA,
		OpensAt:    millis(m.Created),
		ClosesAt:   millis(m.Closes),
		UpdatedAt:  millis(m.Updated),
		QuotedAt:   read.UTC().Truncate(time.Second),
	}
	if len(m.Topics) > 0 {
		l.Category = response.OrNull(m.Topics[0])
	}
	switch {
	case m.IsResolved:
		l.Status = gen.Resolved
	case l.ClosesAt != nil && !l.ClosesAt.After(read):
		l.Status = gen.Closed
	}

	if m.Type == manifold.Binary {
		l.YesOutcome = new("Yes")
		if chance := within(m.Chance); chance != nil {
			setProbability(&l, *chance, gen.PredictionListingProbabilityBasisVenue)
		}
	}
	if l.Status != gen.Open {
		over(&l)
	}
	settleManifold(&l, m)
	if m.Type == manifold.Binary {
		twoSides(&l, []string{"Yes", "No"}, nil)
		return l
	}
	won := l.ResolutionKind != nil && *l.ResolutionKind == gen.Outcome
	for _, a := range m.Answers {
		chance := within(a.Chance)
		if won {
			chance = new(0.0)
			if a.ID == m.Resolution {
				*chance = 1
			}
		}
		switch a.Resolution { // answers that do not exclude each other are resolved one by one
		case "YES":
			chance = new(1.0)
		case "NO":
			chance = new(0.0)
		}
		l.Outcomes = append(l.Outcomes, gen.PredictionOutcome{Name: a.Text, Probability: chance})
	}
	l.Outcomes = response.Items(l.Outcomes)
	return l
}

func settleManifold(l *gen.PredictionListing, m manifold.Market) {
	if !m.IsResolved {
		return
	}

	switch m.Resolution {
	case "YES":
		settle(l, "Yes", gen.Outcome, new(1.0))
	case "NO":
		settle(l, "No", gen.Outcome, new(0.0))
	case "CANCEL":
		settle(l, "CANCEL", gen.Void, nil)
	case "MKT", "CHOOSE_MULTIPLE":
		var yes *float64
		if m.Type == manifold.Binary { // for a number it is its position in its range
			yes = within(m.Payout)
		}
		settle(l, m.Resolution, gen.Split, yes)
	case "":
		l.Probability = nil // resolved, and not said how
		l.ProbabilityBasis = nil
		return
	default:
		settle(l, answer(m, m.Resolution), gen.Outcome, nil)
	}

	l.ResolutionFinal = new(true)
	l.ResolvedAt = millis(m.Resolved)
}

// answer is the text of an answer by its id, the id where it is unknown.
func answer(m manifold.Market, id string) string {
	for _, a := range m.Answers {
		if a.ID == id {
			return a.Text
		}
	}
	return id
}

func within(p *float64) *float64 {
	if p == nil || *p < 0 || *p > 1 {
		return nil
	}
	return new(response.Round(*p, 6))
}

// OfManifoldEvent is a market of Manifold as an event of its own.
func OfManifoldEvent(m manifold.Market, read time.Time) Event {
	l := OfManifold(m, read)
	return Event{
		Venue:     Manifold,
		ID:        l.ID,
		Title:     l.Title,
		URL:       l.URL,
		Exclusive: m.SumToOne,
		Markets:   []gen.PredictionListing{l},
	}
}
