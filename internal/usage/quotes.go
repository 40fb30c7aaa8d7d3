package usage

import "fmt"

// Quotes says which quotes are listed as events. All are counted.
type Quotes int

const (
	// SampledQuotes lists at most one quote of a route in each second. A route that is asked for less often has
	// every quote listed; one that is crawled does not fill the database.
	SampledQuotes Quotes = iota
	// AllQuotes lists every quote.
	AllQuotes
	// NoQuotes lists none.
	NoQuotes
)

// ParseQuotes reads "all", "sampled" or "none". Sampled is what nothing stands for.
func ParseQuotes(text string) (Quotes, error) {
	switch text {
	case "all":
		return AllQuotes, nil
	case "sampled", "":
		return SampledQuotes, nil
	case "none":
		return NoQuotes, nil
	}
	return 0, fmt.Errorf("must be all, sampled or none, not %q", text)
}

// sampler tells which quotes are listed. Its caller keeps others out meanwhile.
type sampler struct {
	which Quotes
	last  map[string]int64 // Unix second of the last listed quote, by route
}

// unlisted is true for a quote that is counted alone.
func (s *sampler) unlisted(e *Event) bool {
	if e.Outcome != OutcomeQuoted || s.which == AllQuotes {
		return false
	}
	if s.which == NoQuotes {
		return true
	}

	second := e.Time.Unix()
	if last, seen := s.last[e.Route]; seen && last == second {
		return true
	}
	if s.last == nil {
		s.last = map[string]int64{}
	}
	s.last[e.Route] = second
	return false
}
