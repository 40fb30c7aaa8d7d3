package prediction

import (
	"cmp"
	"slices"

	gen "github.com/farebox/farebox/gen/prediction"
	"github.com/farebox/farebox/handlers/prediction/listing"
	"github.com/farebox/farebox/handlers/prediction/openmarkets"
	"github.com/farebox/farebox/handlers/prediction/question"
	"github.com/farebox/farebox/internal/response"
)

// asking is a market with the question that it asks.
type asking struct {
	market   gen.PredictionListing
	question question.Question
}

// asked are the questions of an event's markets of two sides, the ones traded most first.
func (h *Handlers) asked(e listing.Event) []asking {
	markets := slices.Clone(e.Markets)
	openmarkets.SortByVolume(markets)
	var list []asking
	for _, m := range markets[:min(len(markets), mostMarkets)] {
		yes := m.YesOutcome != nil && *m.YesOutcome == "Yes"
		if !yes || m.Status != gen.Open {
			continue // two names or several answers: which side is Yes is not sure
		}
		claim := question.Claim{
			Title:   m.Title,
			Outcome: response.OrZero(m.Outcome),
			Closes:  response.OrZero(m.ClosesAt),
		}
		list = append(list, asking{m, h.questions.Read(claim)})
	}
	return list
}

// pair are the places of two markets that ask the same.
type pair struct {
	a, b    int
	verdict question.Verdict
}

// pairs are the markets of two events that ask the same. One that fits two of the other side is not sure and is left
// out.
func (h *Handlers) pairs(a, b []asking) []pair {
	now := h.now()
	timesA := map[int]int{}
	timesB := map[int]int{}
	var list []pair
	for i := range a {
		for j := range b {
			if v := question.Same(a[i].question, b[j].question, now); v.Same {
				list = append(list, pair{i, j, v})
				timesA[i]++
				timesB[j]++
			}
		}
	}
	return slices.DeleteFunc(list, func(p pair) bool { return timesA[p.a] > 1 || timesB[p.b] > 1 })
}

// compared are the questions that more than one of the events asks. The markets of each later event are compared with
// those of the first that has the question.
func (h *Handlers) compared(events []listing.Event) []gen.PredictionComparison {
	type group struct {
		members []gen.PredictionListing
		asked   asking
		verdict question.Verdict
	}
	var groups []*group
	for _, e := range events {
		own := h.asked(e)
		asked := response.Each(groups, func(g *group) asking { return g.asked })
		taken := map[int]bool{}
		for _, p := range h.pairs(asked, own) {
			g := groups[p.a]
			g.members = append(g.members, own[p.b].market)
			if g.verdict.Confidence == 0 || p.verdict.Confidence < g.verdict.Confidence {
				g.verdict = p.verdict
			}
			taken[p.b] = true
		}
		for i, a := range own {
			if !taken[i] {
				groups = append(groups, &group{members: []gen.PredictionListing{a.market}, asked: a})
			}
		}
	}

	var list []gen.PredictionComparison
	for _, g := range groups {
		if len(g.members) > 1 {
			list = append(list, comparison(g.members, g.verdict))
		}
	}
	return list
}

func comparison(members []gen.PredictionListing, v question.Verdict) gen.PredictionComparison {
	c := gen.PredictionComparison{
		Title:      members[0].Title,
		Outcome:    members[0].Outcome,
		Confidence: v.Confidence,
		Why:        v.Why,
	}

	var prices []priced
	for _, m := range members {
		c.Quotes = append(c.Quotes, gen.PredictionQuote{
			Venue:           gen.PredictionQuoteVenue(m.Venue),
			PlayMoney:       m.PlayMoney,
			MarketID:        m.ID,
			Probability:     m.Probability,
			YesBid:          m.YesBid,
			YesAsk:          m.YesAsk,
			Volume24HUsdEst: m.Volume24HUsdEst,
			ClosesAt:        m.ClosesAt,
			URL:             m.URL,
		})
		if !m.PlayMoney && m.Probability != nil {
			prices = append(prices, priced{*m.Probability, m.Volume24HUsdEst != nil, listing.Volume24hUSD(m)})
		}
	}

	c.ConsensusVenues = len(prices)
	if len(prices) >= 2 {
		byPrice := func(a, b priced) int { return cmp.Compare(a.price, b.price) }
		c.ConsensusProbability = mean(prices)
		highest := slices.MaxFunc(prices, byPrice).price
		lowest := slices.MinFunc(prices, byPrice).price
		c.Difference = new(response.Round(highest-lowest, 6))
	}

	return c
}

// priced is a price with the volume of the last day that it is weighed by.
type priced struct {
	price  float64
	known  bool // the volume
	volume float64
}

// mean weighs prices by volume, evenly where nothing was traded; nil where a volume is not known.
func mean(prices []priced) *float64 {
	sum := 0.0
	total := 0.0
	even := 0.0
	for _, p := range prices {
		if !p.known {
			return nil
		}
		sum += p.price * p.volume
		total += p.volume
		even += p.price / float64(len(prices))
	}
	if total == 0 {
		return new(response.Round(even, 6))
	}
	return new(response.Round(sum/total, 6))
}
