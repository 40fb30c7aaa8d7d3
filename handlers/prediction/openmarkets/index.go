// Package openmarkets keeps the open markets of the venues in memory, to be searched by words: Kalshi has no search of
// its own, and those of the others may fail. The lists are refreshed in the background.
package openmarkets

import (
	"cmp"
	"math"
	"slices"

	gen "github.com/farebox/farebox/gen/prediction"
	"github.com/farebox/farebox/handlers/prediction/listing"
	"github.com/farebox/farebox/handlers/prediction/question"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/response"
)

// MaxMarkets is how many markets of one venue are kept, those traded most in the last day first. A market takes some
// 1.2 kilobytes (BenchmarkMemory), so that the three indexes stay below 75 MB. While one is read again, up to twice as
// many markets are held.
const MaxMarkets = 20_000

// Index is a version of the open markets of one venue.
type Index struct {
	events  []listing.Event
	places  []place            // of the markets, by their numbers
	posting map[string][]int32 // the numbers of the markets that have a word
	busiest []gen.PredictionListing
	markets int
	left    int // markets that were left out for want of room
}

// place is where a market stands, and what was traded of it in the last day.
type place struct {
	event, market int
	traded        float64
}

// keepBusiest is how many of the markets traded most are kept in order.
const keepBusiest = 50

// Hit is a market that has words of a query.
type Hit struct {
	Event  *listing.Event
	Market gen.PredictionListing
}

// builder gathers events in bounded memory.
type builder struct {
	events  []listing.Event
	markets int
	left    int
}

// add takes over what of an event is open.
func (b *builder) add(e listing.Event) {
	e.Markets = slices.DeleteFunc(e.Markets, func(l gen.PredictionListing) bool { return l.Status != gen.Open })
	if len(e.Markets) == 0 {
		return
	}
	b.events = append(b.events, e)
	b.markets += len(e.Markets)
	if b.markets > 2*MaxMarkets {
		b.prune()
	}
}

// prune leaves the events that are traded most.
func (b *builder) prune() {
	slices.SortStableFunc(b.events, func(x, y listing.Event) int { return cmp.Compare(traded(y), traded(x)) })
	kept := 0
	markets := 0
	for kept < len(b.events) && markets+len(b.events[kept].Markets) <= MaxMarkets {
		markets += len(b.events[kept].Markets)
		kept++
	}
	b.left += b.markets - markets
	clear(b.events[kept:])
	b.events = b.events[:kept]
	b.markets = markets
}

// traded is the volume of an event's markets in the last day.
func traded(e listing.Event) float64 {
	sum := 0.0
	for _, m := range e.Markets {
		if m.Volume24H != nil {
			sum += *m.Volume24H
		}
	}
	return sum
}

func (b *builder) index() *Index {
	if b.markets > MaxMarkets {
		b.prune()
	}

	x := &Index{
		events:  b.events,
		posting: map[string][]int32{},
		markets: b.markets,
		left:    b.left,
	}

	var all []gen.PredictionListing
	for i, e := range x.events {
		title := question.Words(e.Title)
		for j, m := range e.Markets {
			number := int32(len(x.places)) // at most MaxMarkets
			x.places = append(x.places, place{i, j, response.OrZero(m.Volume24H)})
			for word := range marketWords(m, title) {
				x.posting[word] = append(x.posting[word], number)
			}
		}
		all = append(all, e.Markets...)
	}

	SortByVolume(all)
	x.busiest = slices.Clone(all[:min(keepBusiest, len(all))])
	return x
}

// SortByVolume puts the markets traded most in the last day first.
func SortByVolume(list []gen.PredictionListing) {
	slices.SortStableFunc(list, func(a, b gen.PredictionListing) int {
		byDollars := cmp.Compare(listing.Volume24hUSD(b), listing.Volume24hUSD(a))
		return cmp.Or(byDollars, cmp.Compare(response.OrZero(b.Volume24H), response.OrZero(a.Volume24H)))
	})
}

// marketWords are those of a market's title and outcome, and of the words of its event.
func marketWords(m gen.PredictionListing, event []string) map[string]bool {
	set := each.Set(event)
	for _, text := range []*string{&m.Title, m.Outcome} {
		if text == nil {
			continue
		}
		for _, word := range question.Words(*text) {
			set[word] = true
		}
	}
	return set
}

// Score is the part of the query's words that a market has in its title, its outcome or the title of its event.
func Score(query []string, m gen.PredictionListing) float64 {
	var event []string
	if m.EventTitle != nil {
		event = question.Words(*m.EventTitle)
	}
	return score(query, marketWords(m, event))
}

// ScoreTitle is the part of the query's words that the title of an event has.
func ScoreTitle(query []string, title string) float64 {
	return score(query, each.Set(question.Words(title)))
}

func score(query []string, words map[string]bool) float64 {
	if len(query) == 0 {
		return 0
	}
	found := 0
	for _, word := range query {
		if words[word] {
			found++
		}
	}
	return float64(found) / float64(len(query))
}

// looked is how many markets a search gives at most, those with most of the words first.
const looked = 100

// hits counts how many of the words each market has.
func (x *Index) hits(query []string) []uint8 {
	counts := make([]uint8, len(x.places))
	for _, word := range query[:min(len(query), math.MaxUint8)] {
		for _, i := range x.posting[word] {
			counts[i]++
		}
	}
	return counts
}

// Search are markets that have at least half of the query's words: those with most of them, and of these the ones
// traded most.
func (x *Index) Search(query []string) []Hit {
	if len(query) == 0 {
		return nil
	}
	counts := x.hits(query)
	var found []int
	for i, n := range counts {
		if 2*int(n) >= len(query) {
			found = append(found, i)
		}
	}
	slices.SortFunc(found, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(counts[b], counts[a]), cmp.Compare(x.places[b].traded, x.places[a].traded), cmp.Compare(a, b))
	})

	var list []Hit
	for _, i := range found[:min(len(found), looked)] {
		at := x.places[i]
		event := &x.events[at.event]
		list = append(list, Hit{event, event.Markets[at.market]})
	}
	return list
}

// Events are those of the markets that a search gives, the best first.
func (x *Index) Events(query []string, limit int) []listing.Event {
	var list []listing.Event
	seen := map[string]bool{}
	for _, hit := range x.Search(query) {
		if len(list) < limit && !seen[hit.Event.ID] {
			seen[hit.Event.ID] = true
			list = append(list, *hit.Event)
		}
	}
	return list
}

// Busiest are the markets traded most in the last day, at most 50.
func (x *Index) Busiest() []gen.PredictionListing { return slices.Clone(x.busiest) }

// Markets is how many markets it has, and how many were left out for want of room.
func (x *Index) Markets() (kept, left int) { return x.markets, x.left }
