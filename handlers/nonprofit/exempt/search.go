package exempt

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/diskindex"
	"github.com/farebox/farebox/internal/upstream/irs"
)

// Match says how a name was found.
type Match string

// How a name matches, from the surest on.
const (
	Same     Match = "same"     // the same name, but for legal form, punctuation and abbreviations
	Contains Match = "contains" // the name has all the words asked for, or the beginning of the last one
	Similar  Match = "similar"  // alike; some words differ
)

// Hit is an organisation that a search found.
type Hit struct {
	Organization irs.Organization
	Matched      string  // the name that matches best
	Score        float64 // of that name as a whole, 0 to 100, by the names engine
	Match        Match
	rank         float64
}

// Bounds of a search.
const (
	mostWords      = 8       // of the text that are looked for
	mostVariants   = 6       // of a word
	mostRead       = 400_000 // occurrences that are gone through before words as common as these are left to comparing
	mostCandidates = 200     // names that are compared
	leastSimilar   = 72      // score from which a name that lacks words is shown, unless the text begins with it
	rareEnough     = 200     // a word that so many names have is not looked at as a slip
)

// Search finds organisations of a state, or of all when state is empty, by a name as people remember it: parts of it in
// any order, misspelt, abbreviated. The best come first, at most limit of them; more says that others were as good as
// shown. The error is that of the list when it is not loaded.
func (l *Lists) Search(ctx context.Context, text, state string, limit int) (hits []Hit, more bool, err error) {
	form, err := l.engine.Prepare(names.Company, text, "")
	if err != nil {
		return nil, false, nil // nothing that could be compared: no name is like it
	}
	words := wordsOf(text)
	words = words[:min(len(words), mostWords)]

	err = l.master.Read(func(x *diskindex.Index, _ upstream.DatasetInfo) error {
		s := search{
			index:  x,
			state:  state,
			engine: l.engine,
			same:   l.same,
			form:   form,
			wanted: l.same.Read(text),
		}
		hits, err = s.run(ctx, words)
		return err
	})
	if err != nil {
		return nil, false, err
	}
	return hits[:min(len(hits), limit)], len(hits) > limit, nil
}

// search is one search under way.
type search struct {
	index  *diskindex.Index
	state  string
	engine *names.Engine
	same   *samename.Rule
	form   *names.Form
	wanted samename.Name
}

func (s *search) run(ctx context.Context, words []string) ([]Hit, error) {
	var wanted []term
	for i, word := range words {
		found, err := s.terms(ctx, word, i == len(words)-1)
		if err != nil {
			return nil, err
		}
		wanted = append(wanted, found...)
	}
	wanted = wanted[:min(len(wanted), mostWords)]
	candidates, err := s.candidates(ctx, wanted)
	if err != nil {
		return nil, err
	}
	return s.compared(ctx, candidates, wanted)
}

// weight is how much a term says: a word of few names says much.
func (s *search) weight(t *term) float64 {
	return math.Log(float64(s.index.Records()+2) / float64(t.names+1))
}

// candidate is a name that has some of the words.
type candidate struct {
	ein    int
	weight float64
	spare  int // words more or less than the text has
}

// candidates go through the occurrences of the terms, the rarest first, as long as that is little work. What common
// words say is left to the comparison.
func (s *search) candidates(ctx context.Context, wanted []term) ([]int, error) {
	terms := slices.Clone(wanted)
	terms = slices.DeleteFunc(terms, func(t term) bool { return len(t.variants) == 0 })
	slices.SortStableFunc(terms, func(a, b term) int { return cmp.Compare(a.names, b.names) })

	places := map[string][]occurrences{}
	read := 0
	for i := range terms {
		t := &terms[i]
		if i > 0 && read+t.names > mostRead {
			break
		}
		for _, v := range t.variants {
			gone, err := s.occurrences(ctx, v, i, s.weight(t)*v.worth, places)
			if err != nil {
				return nil, err
			}
			read += gone
		}
	}

	var best shortlist
	for _, lists := range places {
		together(lists, len(wanted), best.offer)
	}
	return best.eins(), nil
}

// occurrences are the names of one state that have a word.
type occurrences struct {
	list   []byte
	next   uint64
	term   int
	weight float64
}

func (o *occurrences) step() bool {
	distance, n := binary.Uvarint(o.list)
	if n <= 0 {
		o.list = nil
		return false
	}
	o.list = o.list[n:]
	o.next += distance
	return true
}

// occurrences adds those of a word to the lists of each state, and says how many bytes that were.
func (s *search) occurrences(
	ctx context.Context, v variant, term int, weight float64, into map[string][]occurrences,
) (read int, err error) {
	query := "SELECT state, list FROM posting WHERE word = ?"
	args := []any{v.id}
	if s.state != "" {
		query += " AND state = ?"
		args = append(args, s.state)
	}

	err = s.index.Each(ctx, func(scan func(...any) error) error {
		var state string
		o := occurrences{term: term, weight: weight}
		if err := scan(&state, &o.list); err != nil {
			return err
		}
		read += len(o.list) / 3 // a number takes some three bytes
		if o.step() {
			into[state] = append(into[state], o)
		}
		return nil
	}, query, args...)

	return read, err
}

// together goes over the lists of a state side by side and gives each name with the weight of its terms. A term counts
// once, by its best variant.
func together(lists []occurrences, words int, each func(candidate)) {
	for len(lists) > 0 {
		least := lists[0].next
		for i := range lists[1:] {
			least = min(least, lists[1+i].next)
		}

		var of [mostWords]float64
		for i := range lists {
			o := &lists[i]
			if o.next != least {
				continue
			}
			of[o.term] = max(of[o.term], o.weight)
			o.step()
		}
		lists = slices.DeleteFunc(lists, func(o occurrences) bool { return o.list == nil })

		c := candidate{ein: int(least >> countBits)}
		for _, w := range of {
			c.weight += w
		}
		c.spare = int(least&mostCount) - words
		each(c)
	}
}

// shortlist keeps the best candidates: those with most weight, then those with the fewest other words.
type shortlist struct {
	kept  []candidate
	worst *candidate // of the best so far, once there are enough of them
}

func (l *shortlist) offer(c candidate) {
	if l.worst != nil && better(*l.worst, c) <= 0 {
		return
	}
	l.kept = append(l.kept, c)
	if len(l.kept) >= 4*mostCandidates {
		l.cut()
	}
}

func (l *shortlist) cut() {
	slices.SortFunc(l.kept, better)
	if len(l.kept) >= mostCandidates {
		l.kept = l.kept[:mostCandidates]
		worst := l.kept[mostCandidates-1]
		l.worst = &worst
	}
}

func better(a, b candidate) int {
	return cmp.Or(
		cmp.Compare(b.weight, a.weight),
		cmp.Compare(abs(a.spare), abs(b.spare)),
		cmp.Compare(a.ein, b.ein),
	)
}

func (l *shortlist) eins() []int {
	l.cut()
	return each.Of(l.kept, func(c candidate) int { return c.ein })
}

func abs(n int) int { return max(n, -n) }

// compared reads the candidates and keeps those whose names are like the text, best first.
func (s *search) compared(ctx context.Context, eins []int, wanted []term) ([]Hit, error) {
	if len(eins) == 0 {
		return nil, nil
	}
	args := make([]any, mostCandidates)
	for i := range args {
		args[i] = -1
		if i < len(eins) {
			args[i] = eins[i]
		}
	}

	var hits []Hit
	err := s.index.Each(ctx, func(scan func(...any) error) error {
		var o irs.Organization
		if err := scan(fields(&o)...); err != nil {
			return err
		}
		if hit, ok := s.judged(&o, wanted); ok {
			hits = append(hits, hit)
		}
		return nil
	}, candidatesQuery, args...)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(a.Organization.EIN, b.Organization.EIN))
	})
	return hits, nil
}

var candidatesQuery = "SELECT " + organizationColumns + " FROM organization WHERE ein IN (?" +
	strings.Repeat(",?", mostCandidates-1) + ")"

// What a name that has all the words gains over one that is alike.
const gainContains = 25

// What the very name gains, so that it goes before all that are alike.
const gainSame = 50

// judged compares both names of an organisation, and says whether one of them is like the text.
func (s *search) judged(o *irs.Organization, wanted []term) (Hit, bool) {
	best := Hit{Organization: *o}
	for _, name := range []string{o.Name, o.SortName} {
		form, err := s.engine.Prepare(names.Company, name, "")
		if name == "" || err != nil {
			continue
		}
		hit := Hit{
			Organization: *o,
			Matched:      name,
			Score:        s.engine.Score(s.form, form),
		}
		hit.Match = Similar
		hit.rank = hit.Score
		if share := covered(form.Text, wanted); share > 0 {
			hit.Match = Contains
			hit.rank += gainContains * share
		}
		own := s.same.Read(name)
		if s.wanted.Proves(own) {
			hit.Match = Same
			hit.rank += gainSame
		}
		alike := hit.Score >= leastSimilar || len(strings.Fields(form.Text)) > 1 && own.Begins(s.wanted)
		if (hit.Match != Similar || alike) && (best.Match == "" || hit.rank > best.rank) {
			best = hit
		}
	}

	return best, best.Match != ""
}

// covered says how well the words of a name have all the terms: 0 when one is missing, 1 when they are as asked.
func covered(name string, wanted []term) float64 {
	if len(wanted) == 0 {
		return 0
	}

	words := strings.Fields(name)
	sum := 0.0
	for _, t := range wanted {
		best := 0.0
		for _, v := range t.variants {
			if v.worth > best && slices.Contains(words, v.text) {
				best = v.worth
			}
		}
		if best == 0 {
			return 0
		}
		sum += best
	}

	return sum / float64(len(wanted))
}
