package prediction

import (
	"cmp"
	"context"
	"errors"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/prediction"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/prediction/listing"
	"github.com/farebox/farebox/handlers/prediction/openmarkets"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/kalshi"
)

const (
	mostMarkets  = 40 // of an event in an answer
	mostCompared = 5  // events of a venue that are compared with the first

	noteSame = "Same subject, direction, threshold and date by the words of the titles. The rules of the venues may " +
		"still differ, in the source or the hour that they settle by: read both before trading on a difference."
	noteNone = "No question of one venue is surely that of another: what is alike here may differ in date, " +
		"threshold, candidate or direction."
	noteAlone = "Only one venue gave an open event of these words. Others may have one in other words, or one that " +
		"is hardly traded."
	noteUnasked = noteNone + " Another venue could not be asked, see sources."
	noteUnknown = "Only one venue gave an event of these words; another could not be asked, see sources."
)

// PredictionEvent answers GET /prediction/event. An event that the query names is read first, and its title is what the
// other venues are asked for.
func (h *Handlers) PredictionEvent(
	ctx context.Context, req gen.PredictionEventRequestObject,
) (gen.PredictionEventResponseObject, error) {
	text := strings.TrimSpace(req.Params.Query)
	named, unread, err := h.named(ctx, text)
	if err != nil {
		return nil, err
	}
	words := strings.NewReplacer("-", " ", "_", " ").Replace(text)
	if named != nil {
		words = searchText(named)
	} else if strings.Contains(text, " ") {
		words = text
	}
	query, err := queryWords(words)
	if err != nil {
		return nil, err
	}

	asked := h.ask(ctx, words, query, func(context.Context) (found, error) { return h.kalshiEvents(query) })
	if asked.err != nil && named == nil {
		return nil, asked.err
	}
	if unread != nil {
		asked.sources = append(asked.sources, response.Source(listing.Polymarket+"-event", unread))
		asked.unheard = cmp.Or(asked.unheard, unread)
	}
	byVenue := candidates(query, asked.events)
	events := h.fitting(byVenue, named)
	if len(events) == 0 && asked.unheard != nil {
		return nil, asked.unheard
	}
	if len(events) == 0 {
		near := others(byVenue, nil)
		advice := ""
		if len(near) > 0 {
			advice = "; ask for one of the candidates by its event_id, if one is meant"
		}
		return nil, problem.NotFound("query", "no open event of Polymarket, Kalshi or Manifold has all of these words%s",
			advice).With("candidates", near)
	}
	h.readAnew(ctx, named, events, asked.sources)
	answer := h.eventAnswer(req.Params.Query, named, query, events, asked.sources)
	answer.Candidates = others(byVenue, events)
	answer.Sources = append(answer.Sources, h.withDepth(ctx, answer.Comparisons, events)...)
	for _, venue := range answer.Venues {
		h.standing(answer.Sources, venue.Markets)
	}
	answer.Partial = response.Partial(answer.Sources)
	return answer, nil
}

// kalshiEvents are whole events of the index, with the prices that it has.
func (h *Handlers) kalshiEvents(query []string) (found, error) {
	index, info, err := h.lists.Kalshi.Get()
	if err != nil {
		return found{}, err
	}
	events := index.Events(query, 4*mostCompared)
	for i := range events {
		events[i].Markets = slices.Clone(events[i].Markets)
		for j := range events[i].Markets {
			events[i].Markets[j].QuotedAt = info.FetchedAt.UTC().Truncate(time.Second)
		}
	}
	return found{events: events}, nil
}

// readAnew takes the current markets and prices of the event that was found in Kalshi's index. Without them those of
// the index stay, and the source says so.
func (h *Handlers) readAnew(
	ctx context.Context, named *listing.Event, events []listing.Event, sources []shared.Source,
) {
	for i, e := range events {
		if e.Venue != listing.Kalshi || named != nil && named.ID == e.ID {
			continue
		}
		fresh, source, err := response.Ask(ctx, listing.Kalshi, func(ctx context.Context) (*kalshi.Event, error) {
			return h.kalshi.Event(ctx, strings.TrimPrefix(e.ID, listing.Kalshi+":"))
		})

		at := slices.IndexFunc(sources, func(s shared.Source) bool { return s.Name == listing.Kalshi })
		switch {
		case err != nil:
			sources[at] = notRead(listing.Kalshi, err)
			continue
		case sources[at].Status == shared.SourceStatusOk:
			sources[at] = source
		}
		events[i] = listing.OfKalshiEvent(fresh, h.now())
	}
}

// aSlug is one that a caller may mean: words would have blanks.
var aSlug = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`)

// named is the event that a query names, nil when it describes one. Words may look like the slug of an event: when that
// could not be read, unread says why, and the query is taken for words.
func (h *Handlers) named(ctx context.Context, text string) (named *listing.Event, unread, err error) {
	ref, ok, err := readReference("query", text)
	switch {
	case err != nil && strings.Contains(text, " "):
		return nil, nil, nil // words with a dot and a slash
	case err != nil:
		return nil, nil, err
	case !ok && aSlug.MatchString(text):
		ref = reference{listing.Polymarket, slug, text}
	case !ok || ref.venue == listing.Polymarket && ref.kind == number && text == ref.value:
		return nil, nil, nil // a bare number is a word: "2028"
	}

	event, err := h.event(ctx, ref)
	missing := errors.Is(err, upstream.NotFound)
	switch {
	case err == nil:
		return event, nil, nil
	case missing && ok:
		return nil, nil, problem.NotFound("query", "%s has no event %s", ref.venue, ref.value)
	case missing:
		return nil, nil, nil
	case !ok:
		return nil, err, nil
	}
	return nil, nil, err
}

func (h *Handlers) event(ctx context.Context, r reference) (*listing.Event, error) {
	switch {
	case r.venue == listing.Kalshi:
		event, err := h.kalshi.Event(ctx, r.value)
		if err != nil {
			return nil, err
		}
		return new(listing.OfKalshiEvent(event, h.now())), nil
	case r.venue == listing.Manifold:
		m, err := h.manifoldMarket(ctx, r)
		if err != nil {
			return nil, err
		}
		return new(listing.OfManifoldEvent(*m, h.now())), nil
	case r.kind == condition:
		market, err := h.polymarket.ByCondition(ctx, r.value)
		if err != nil {
			return nil, err
		}
		if len(market.Events) == 0 {
			return nil, &upstream.Error{Kind: upstream.NotFound, Provider: listing.Polymarket}
		}
		r = reference{r.venue, number, string(market.Events[0].ID)}
	}

	read := h.polymarket.Event
	if r.kind == slug {
		read = h.polymarket.EventBySlug
	}

	event, err := read(ctx, r.value)
	if err != nil {
		return nil, err
	}

	return new(listing.OfPolymarketEvent(event, h.now())), nil
}

// searchText is what other venues are asked for to find an event of one of them: its title. Too long a one makes their
// searches find nothing.
func searchText(e *listing.Event) string {
	words := strings.Fields(e.Title)
	return strings.Join(words[:min(len(words), 12)], " ")
}

// candidate is an event with how well it fits the words and what is traded of it.
type candidate struct {
	listing.Event
	fit     float64
	dollars float64
}

// venues are in the order of answers, play money last.
var venues = []string{listing.Polymarket, listing.Kalshi, listing.Manifold}

// candidates are the open events of each venue that fit the words, the best first.
func candidates(query []string, events []listing.Event) map[string][]candidate {
	byVenue := map[string][]candidate{}
	for _, e := range events {
		c := candidate{e, fit(query, e), dollars(e)}
		if c.fit >= fewest && hasOpen(e) {
			byVenue[e.Venue] = append(byVenue[e.Venue], c)
		}
	}
	for _, list := range byVenue {
		slices.SortStableFunc(list, better)
	}
	return byVenue
}

// others are the events that fit, the best first, beside those of the answer.
func others(byVenue map[string][]candidate, chosen []listing.Event) []gen.PredictionCandidate {
	var fitting []candidate
	for _, venue := range venues {
		for _, c := range byVenue[venue] {
			if !slices.ContainsFunc(chosen, func(e listing.Event) bool { return e.ID == c.ID }) {
				fitting = append(fitting, c)
			}
		}
	}
	slices.SortStableFunc(fitting, better)

	list := []gen.PredictionCandidate{}
	for _, c := range fitting[:min(len(fitting), mostCompared)] {
		list = append(list, gen.PredictionCandidate{
			Venue:      c.Venue,
			EventID:    c.ID,
			EventTitle: c.Title,
			URL:        c.URL,
		})
	}
	return list
}

// better puts those first that have more of the words, and then those that are traded more.
func better(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.fit, a.fit), cmp.Compare(b.dollars, a.dollars))
}

// fitting are the events of the answer: the first, and of each other venue the one that asks most of the same
// questions, else the one with most of the words: beside a named event, with all of its title's.
func (h *Handlers) fitting(byVenue map[string][]candidate, named *listing.Event) []listing.Event {
	first := named
	if first == nil {
		first = best(byVenue)
	}
	if first == nil {
		return nil
	}

	chosen := []listing.Event{*first}
	anchors := h.asked(*first)
	for _, venue := range venues {
		if venue == first.Venue || len(byVenue[venue]) == 0 {
			continue
		}
		list := byVenue[venue][:min(len(byVenue[venue]), mostCompared)]
		counterpart := list[0]
		most := 0
		for _, c := range list {
			if same := len(h.pairs(anchors, h.asked(c.Event))); same > most {
				counterpart = c
				most = same
			}
		}
		if named == nil || most > 0 || counterpart.fit == whole {
			chosen = append(chosen, counterpart.Event)
		}
	}
	slices.SortStableFunc(chosen, func(a, b listing.Event) int {
		return cmp.Compare(slices.Index(venues, a.Venue), slices.Index(venues, b.Venue))
	})
	return chosen
}

// whole is the fit of an event with all the words. One that lacks a word may be of another candidate, year or amount.
const whole = 1

// best is the event with all the words that is traded most; one of play money only where there is no other.
func best(byVenue map[string][]candidate) *listing.Event {
	var found *candidate
	for _, venue := range venues {
		if len(byVenue[venue]) == 0 || found != nil && listing.PlayMoney(venue) {
			continue
		}
		c := &byVenue[venue][0]
		if c.fit == whole && (found == nil || c.dollars > found.dollars) {
			found = c
		}
	}
	if found == nil {
		return nil
	}
	return &found.Event
}

// fit is the part of the words that the event has in its title, or that its best market has.
func fit(query []string, e listing.Event) float64 {
	most := openmarkets.ScoreTitle(query, e.Title)
	for _, m := range e.Markets[:min(len(e.Markets), mostMarkets)] {
		if most == 1 {
			break
		}
		most = max(most, openmarkets.Score(query, m))
	}
	return most
}

func hasOpen(e listing.Event) bool {
	return slices.ContainsFunc(e.Markets, func(m gen.PredictionListing) bool { return m.Status == gen.Open })
}

func dollars(e listing.Event) float64 {
	sum := 0.0
	for _, m := range e.Markets {
		sum += listing.Volume24hUSD(m)
	}
	return sum
}

func (h *Handlers) eventAnswer(
	text string, named *listing.Event, query []string, events []listing.Event, sources []shared.Source,
) gen.PredictionEvent200JSONResponse {
	answer := gen.PredictionEvent200JSONResponse{
		Query:       text,
		MatchedBy:   gen.Text,
		Candidates:  []gen.PredictionCandidate{},
		Comparisons: response.Items(h.compared(events)),
		Note:        noteNone,
		Sources:     sources,
		Partial:     response.Partial(sources),
	}
	for _, e := range events {
		venue := venueEvent(e)
		if named == nil || e.ID != named.ID {
			venue.MatchScore = new(int(math.Round(100 * fit(query, e))))
		}
		answer.Venues = append(answer.Venues, venue)
	}
	if named != nil {
		answer.MatchedBy = gen.ID
	}

	answer.Comparable = len(answer.Comparisons) > 0
	switch {
	case answer.Comparable:
		answer.Note = noteSame
	case len(events) == 1 && answer.Partial:
		answer.Note = noteUnknown
	case len(events) == 1:
		answer.Note = noteAlone
	case answer.Partial:
		answer.Note = noteUnasked
	}
	for _, c := range answer.Comparisons {
		if c.Difference != nil && (answer.MaxDifference == nil || *c.Difference > *answer.MaxDifference) {
			answer.MaxDifference = c.Difference
		}
	}
	return answer
}

func venueEvent(e listing.Event) gen.PredictionVenueEvent {
	markets := slices.Clone(e.Markets)
	openmarkets.SortByVolume(markets)
	shown := markets[:min(len(markets), mostMarkets)]
	return gen.PredictionVenueEvent{
		Venue:      gen.PredictionVenueEventVenue(e.Venue),
		PlayMoney:  listing.PlayMoney(e.Venue),
		EventID:    e.ID,
		EventTitle: e.Title,
		URL:        e.URL,
		Exclusive:  e.Exclusive,
		Count:      len(shown),
		Total:      len(markets),
		Truncated:  len(markets) > len(shown),
		Markets:    response.Items(shown),
	}
}
