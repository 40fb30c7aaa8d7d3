package websearch

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/farebox/farebox/internal/web/htmlpage"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// Found is a result in the merged list.
type Found struct {
	serp.Result
	SnippetBy string   // the engine that shows the snippet
	Engines   []string // that returned it, in order of preference
	Score     float64  // the sort key of the list, comparable only within one answer
}

const (
	// rankOffset is k of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): a result gets 1/(k+rank) from each
	// list that has it.
	rankOffset = 60

	// inTitle is the bonus of a result with all query words in its title. Snippets do not count: of several
	// engines' snippets the longest is shown, and a longer one contains more words.
	inTitle = 0.10

	// referenceRank is the rank in a mix of an encyclopedia's best article, if that is not named like the query.
	referenceRank = 10

	maxSnippet = 400 // characters of a snippet
)

// entry is a page that one or more engines returned.
type entry struct {
	Found
	key   string
	ranks map[string]int // best rank by index
	best  int            // best rank of all
	at    int            // preference of the first engine that returned it
}

// web joins the lists of web results.
func web(r Request, now time.Time, lanes [][]*attempt) []Found {
	dayFirst := r.Region.Country != "us" && r.Region.Country != ""
	about := serp.MatcherOf(r.Query)
	entries, lists := collect(r, lanes, func(a *serp.Result) bool {
		if r.collections && !about.IsAbout(*a) {
			return false
		}
		var shown time.Time
		if shown, a.Snippet = serp.Dated(a.Snippet, now, dayFirst); a.Published.IsZero() {
			a.Published = shown // an API gives it apart
		}
		return true
	})

	if r.collections { // ranks of different collections do not compare
		for _, e := range entries {
			e.Score *= about.Share(e.Result)
		}
	}
	if lists > 1 { // a single engine's order stays
		words := queryWords(r.Query)
		for _, e := range entries {
			e.Score *= termFactor(words, e.Title)
		}
	}

	slices.SortFunc(entries, func(a, b *entry) int {
		return cmp.Or(-cmp.Compare(a.Score, b.Score), cmp.Compare(a.best, b.best), cmp.Compare(a.at, b.at), cmp.Compare(a.key, b.key))
	})
	return finish(entries)
}

// sameStory is the most time between two articles with the same title that are one story.
const sameStory = 48 * time.Hour

// articles joins lists of news.
func articles(r Request, now time.Time, lanes [][]*attempt) []Found {
	oldest := r.Within.Since(now).Add(-time.Hour) // engines round ages
	about := serp.MatcherOf(r.Query)
	entries, _ := collect(r, lanes, func(a *serp.Result) bool {
		if r.collections && !about.IsAbout(*a) {
			return false
		}
		return r.Within == serp.AnyTime || a.Published.IsZero() || !a.Published.Before(oldest)
	})
	entries = stories(entries)
	slices.SortFunc(entries, func(a, b *entry) int {
		return cmp.Or(-cmp.Compare(a.Score, b.Score), b.Published.Compare(a.Published), cmp.Compare(a.best, b.best), cmp.Compare(a.at, b.at), cmp.Compare(a.key, b.key))
	})
	return finish(entries)
}

// collect merges all wanted results with the same canonical address into one entry. lists is how many engines
// returned results.
func collect(r Request, lanes [][]*attempt, read func(*serp.Result) (wanted bool)) (entries []*entry, lists int) {
	byKey := map[string]*entry{}
	for at, a := range byPreference(lanes) {
		results := slices.Concat(a.pages...)
		ranks := ranksOf(a, results, r.Query, mixed(lanes) && !r.collections)
		if len(results) > 0 {
			lists++
		}
		for i, result := range results {
			rank, taken := ranks[i]
			if !taken || !read(&result) {
				continue
			}
			key := canonical(result.URL)
			e := byKey[key]
			if e == nil {
				e = &entry{
					Found: Found{Result: result},
					key:   key,
					ranks: map[string]int{},
					best:  rank,
					at:    at,
				}
				byKey[key] = e
				entries = append(entries, e)
			} else {
				e.merge(result, rank)
			}
			e.quote(result, a.engine)
			e.credit(a.engine, rank)
		}
	}

	for _, e := range entries {
		e.score()
	}
	return entries, lists
}

// mixed reports whether more than one engine was asked.
func mixed(lanes [][]*attempt) bool { return len(lanes) > 1 }

// byPreference are the attempts in the order of the engines.
func byPreference(lanes [][]*attempt) []*attempt {
	all := slices.Concat(lanes...)
	slices.SortStableFunc(all, func(a, b *attempt) int { return cmp.Compare(a.engine.place, b.engine.place) })
	return all
}

// ranksOf gives each result its rank, from 1. In a mix, an encyclopedia contributes one article: the one named
// like the query, at the top, or else its best, as if it were the last on a page.
func ranksOf(a *attempt, results []serp.Result, query string, mixed bool) map[int]int {
	ranks := make(map[int]int, len(results))
	if a.engine.kind == reference && mixed {
		for i, r := range results {
			if plainTitle(r.Title) == plainTitle(query) {
				return map[int]int{i: 1}
			}
		}
		if len(results) > 0 {
			ranks[0] = referenceRank
		}
		return ranks
	}
	for i := range results {
		ranks[i] = i + 1
	}
	return ranks
}

// merge adds what another engine knows about the same page. URL and title stay those of the better rank.
func (e *entry) merge(r serp.Result, rank int) {
	if rank < e.best {
		e.best = rank
		e.URL = r.URL
		e.Title = r.Title
	}
	e.Source = cmp.Or(e.Source, r.Source)
	e.Image = cmp.Or(e.Image, r.Image)
	if e.Published.IsZero() {
		e.Published = r.Published
	}
}

// quote takes the longest snippet over, with the engine that shows it.
func (e *entry) quote(r serp.Result, by engine) {
	if len(r.Snippet) > len(e.Snippet) || e.SnippetBy == "" && r.Snippet != "" {
		e.Snippet = r.Snippet
		e.SnippetBy = by.name
	}
}

func (e *entry) credit(by engine, rank int) {
	if had, ok := e.ranks[by.index]; !ok || rank < had {
		e.ranks[by.index] = rank
	}
	if !slices.Contains(e.Engines, by.name) {
		e.Engines = append(e.Engines, by.name)
	}
}

// score sums over indexes, not engines: two windows on one index are not two opinions. The order of the sum is
// fixed, so that equal entries have equal scores.
func (e *entry) score() {
	ranks := make([]int, 0, len(e.ranks))
	for _, rank := range e.ranks {
		ranks = append(ranks, rank)
	}
	slices.Sort(ranks)
	e.Score = 0
	for _, rank := range ranks {
		e.Score += 1 / float64(rankOffset+rank)
	}
}

// stories merges articles with the same title at about the same time.
func stories(entries []*entry) []*entry {
	var kept []*entry
	byTitle := map[string][]*entry{}
	for _, e := range entries {
		title := plainTitle(e.Title)
		same := slices.IndexFunc(byTitle[title], func(o *entry) bool {
			return o.Published.IsZero() || e.Published.IsZero() || o.Published.Sub(e.Published).Abs() <= sameStory
		})
		if title == "" || same < 0 {
			byTitle[title] = append(byTitle[title], e)
			kept = append(kept, e)
			continue
		}
		first := byTitle[title][same]
		first.merge(e.Result, e.best)
		for index, rank := range e.ranks {
			if had, ok := first.ranks[index]; !ok || rank < had {
				first.ranks[index] = rank
			}
		}
		for _, name := range e.Engines {
			if !slices.Contains(first.Engines, name) {
				first.Engines = append(first.Engines, name)
			}
		}
		first.score()
	}

	return kept
}

func finish(entries []*entry) []Found {
	found := make([]Found, len(entries))
	for i, e := range entries {
		e.Snippet, e.URL = serp.Short(e.Snippet, maxSnippet), htmlpage.Untracked(e.URL)
		found[i] = e.Found
	}
	return found
}

// plainTitle is a title's letters and digits, for comparison.
func plainTitle(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(norm.NFKC.String(s)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }), " ")
}

// queryWords are the words of a query that a result should have, without operators (site:, -word).
func queryWords(query string) []string {
	var words []string
	for field := range strings.FieldsSeq(query) {
		if strings.HasPrefix(field, "-") || strings.Contains(field, ":") {
			continue
		}
		if w := plainTitle(field); w != "" && w != "or" && w != "and" && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// termFactor favours results with the query's words in the title.
func termFactor(words []string, title string) float64 {
	if len(words) == 0 {
		return 1
	}
	title = plainTitle(title)
	for _, word := range words {
		if !strings.Contains(title, word) {
			return 1
		}
	}
	return 1 + inTitle
}
