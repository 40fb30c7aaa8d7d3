package cryptonews

import (
	"slices"
	"strings"
	"unicode"

	"github.com/farebox/farebox/handlers/cryptonews/coins"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
)

// filter is what a caller wants to read about.
type filter struct {
	coin     string // ticker, or the text as given for a coin we do not know; "" if there is none
	name     string // of a coin we know
	known    bool
	asTicker bool // the unknown coin was given as a ticker is: in capitals or after $
	query    string
	words    []string
}

// maxTicker is the length up to which capitals mean a ticker. Longer ones are names in capitals, "KRAKEN".
const maxTicker = 5

// newFilter reads the inputs, nil when not given.
func (h *Handlers) newFilter(coin, query *string) (filter, error) {
	var f filter
	if coin != nil {
		text := strings.TrimSpace(*coin)
		words := coins.Words(text)
		f.coin = strings.TrimPrefix(text, "$")
		f.asTicker = f.coin != text || text == strings.ToUpper(text) && len(text) <= maxTicker && strings.ContainsFunc(text, unicode.IsLetter)
		if c, ok := h.coins.Resolve(text); ok {
			f.coin = c.Ticker
			f.name = c.Name
			f.known = true
		}
		named := slices.ContainsFunc(words, func(word string) bool {
			return f.known || f.asTicker || !slices.Contains(hollow, word)
		})
		if !named {
			return f, problem.Invalid("coin", "coin must be a ticker such as BTC or a name such as bitcoin")
		}
	}

	if query != nil {
		f.query = strings.Join(strings.Fields(*query), " ")
		f.words = coins.Words(f.query)
		if len(f.words) == 0 {
			return f, problem.Invalid("query", "query must hold at least one word of letters or digits")
		}
	}

	return f, nil
}

// of are the stories that the filter lets through, in their order.
func (f filter) of(all []*story) []*story {
	return each.Where(all, f.matches)
}

func (f filter) matches(s *story) bool {
	switch {
	case f.coin == "":
	case f.known:
		if !slices.Contains(s.coins, f.coin) {
			return false
		}
	case !coins.Names(s.title, f.coin, f.asTicker) && !coins.Names(s.summary, f.coin, f.asTicker):
		return false
	}
	return !slices.ContainsFunc(f.words, func(w string) bool { return !slices.Contains(s.words, w) })
}

// given says that there is a filter at all.
func (f filter) given() bool { return f.coin != "" || len(f.words) > 0 }

// subject is the filter in words.
func (f filter) subject() string {
	switch {
	case f.coin != "" && f.query != "":
		return "names " + f.coin + " and holds the words of query"
	case f.coin != "":
		return "names " + f.coin
	}
	return "holds the words of query"
}
