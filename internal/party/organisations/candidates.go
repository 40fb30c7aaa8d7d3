package organisations

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/gleif"
	"github.com/farebox/farebox/internal/upstream/sec"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

// Candidate is an organisation that a name may mean.
type Candidate struct {
	Name    string // as the register writes it
	Matched string // the name that is most like the one asked for: it may be a former one
	Score   int    // 0 to 100

	LEI     string
	CIK     string
	QID     string
	Tickers []string
	Place   string // of incorporation: "US-DE", "IE"; "" when it is not known
	Country string
	Sources []string

	Record *gleif.Record
	Filer  *sec.Submissions
	Item   *wikidata.Item

	like     likeness
	weight   float64 // the score before it is bounded
	nameOnly float64 // the score of the name alone
}

// Found are the candidates for a name.
type Found struct {
	Candidates []Candidate // best first
	Total      int         // how many there are; more than candidates when the list was cut
	Asked      []Asked

	records []gleif.Record
}

// The weights of what speaks for one candidate beside its name.
const (
	forListed = 5   // it is on the SEC's table of tickers
	forIssued = 5   // its LEI is in force and the entity active
	forLapsed = -15 // its LEI has lapsed or the entity has ended

	leastScore = 70 // names below that are other names
)

const (
	perRegister = 25 // candidates looked at from each register
	filersRead  = 3  // filers whose records are read, to know where they are incorporated
)

// Search finds organisations by name. Wikidata is asked when items is set. The error is that of a register when none
// answered.
func (r *Registers) Search(ctx context.Context, name string, limit int, items bool) (*Found, error) {
	s := &search{
		r:    r,
		name: name,
		work: &work{
			r:     r,
			party: &Party{},
			asked: map[string]*Asked{},
		},
	}
	s.filers()
	s.round(ctx, s.first(items))
	s.round(ctx, s.second(items))

	found := &Found{
		Candidates: s.candidates(),
		records:    s.records,
	}
	for _, register := range []string{GLEIF, SEC, Wikidata} {
		if asked := s.work.asked[register]; asked != nil {
			state := *asked
			state.Records = s.count(register)
			state.FetchedAt = r.now()
			found.Asked = append(found.Asked, state)
		}
	}
	if err := s.failed(); err != nil {
		return nil, err
	}
	found.Total = len(found.Candidates)
	found.Candidates = found.Candidates[:min(limit, found.Total)]
	return found, nil
}

// search is one under way.
type search struct {
	r    *Registers
	name string
	work *work // notes what became of the registers

	hits     []hit
	records  []gleif.Record
	complete []string // LEIs that GLEIF completes the name to
	qids     []string
	items    []*wikidata.Item
	read     map[string]*sec.Submissions
}

// searchStep is one request to a register.
type searchStep = upstream.Source[func(*search)]

func (s *search) round(ctx context.Context, steps []searchStep) {
	for _, outcome := range upstream.FuseInto(ctx, s, steps...) {
		s.work.note(outcome.Name, outcome.Err)
	}
}

func (s *search) filers() {
	index, err := s.r.filerNames()
	s.work.note(SEC, err)
	if err == nil {
		hits := index.like(s.name, leastScore)
		s.hits = hits[:min(len(hits), perRegister)]
	}
}

func (s *search) first(items bool) []searchStep {
	steps := []searchStep{
		{
			Name:   GLEIF,
			Budget: budget,
			Call: func(ctx context.Context) (func(*search), error) {
				records, _, err := s.r.gleif.Named(ctx, s.name, namedPage)
				return func(s *search) { s.records = append(s.records, records...) }, err
			},
		},
		{
			Name:   GLEIF,
			Budget: budget,
			Call: func(ctx context.Context) (func(*search), error) {
				completions, err := s.r.gleif.Completions(ctx, s.name)
				return func(s *search) {
					for _, c := range completions {
						if c.LEI != "" && !slices.Contains(s.complete, c.LEI) {
							s.complete = append(s.complete, c.LEI)
						}
					}
				}, err
			},
		},
	}

	if items {
		steps = append(steps, searchStep{
			Name:   Wikidata,
			Budget: budget,
			Call: func(ctx context.Context) (func(*search), error) {
				hits, err := s.r.wikidata.Search(ctx, s.name, 10)
				return func(s *search) {
					for _, h := range hits {
						s.qids = append(s.qids, h.QID)
					}
				}, err
			},
		})
	}

	return steps
}

// second reads the entries behind what was found.
func (s *search) second(items bool) []searchStep {
	var steps []searchStep
	leis := slices.DeleteFunc(s.complete, func(lei string) bool {
		return slices.ContainsFunc(s.records, func(r gleif.Record) bool { return r.LEI == lei })
	})

	if len(leis) > 0 {
		leis := leis[:min(len(leis), perRegister)]
		steps = append(steps, searchStep{
			Name:   GLEIF,
			Budget: budget,
			Call: func(ctx context.Context) (func(*search), error) {
				records, err := s.r.gleif.ByLEI(ctx, leis)
				return func(s *search) { s.records = append(s.records, records...) }, err
			},
		})
	}

	if items && len(s.qids) > 0 {
		qids := slices.Clone(s.qids)
		steps = append(steps, searchStep{
			Name:   Wikidata,
			Budget: budget,
			Call: func(ctx context.Context) (func(*search), error) {
				found, err := s.r.wikidata.Items(ctx, qids...)
				return func(s *search) { s.items = found }, err
			},
		})
	}

	for _, h := range s.hits[:min(len(s.hits), filersRead)] {
		cik := h.CIK
		steps = append(steps, searchStep{
			Name:   SEC,
			Budget: budget,
			Call: func(ctx context.Context) (func(*search), error) {
				filer, err := s.r.sec.Submissions(ctx, cik)
				return func(s *search) {
					if s.read == nil {
						s.read = map[string]*sec.Submissions{}
					}
					s.read[cik] = filer
				}, err
			},
		})
	}

	return steps
}

// failed is nil when a register answered.
func (s *search) failed() error {
	var failed error
	for _, register := range []string{GLEIF, SEC, Wikidata} {
		asked := s.work.asked[register]
		switch {
		case asked == nil:
		case !upstream.Lacking(upstream.StatusOf(asked.Err)), s.count(register) > 0:
			return nil
		default:
			failed = cmp.Or(failed, asked.Err)
		}
	}
	return failed
}

// count is how many entries of a register are worth looking at.
func (s *search) count(register string) int {
	switch register {
	case GLEIF:
		return len(s.records)
	case SEC:
		return len(s.hits)
	}
	return len(s.items)
}

// candidates are the entries found, those that are one organisation put together.
func (s *search) candidates() []Candidate {
	var list []*Candidate
	for _, h := range s.hits {
		list = append(list, s.listed(h))
	}
	for i := range s.records {
		if c := s.registered(&s.records[i]); c != nil {
			list = s.mergeRecord(list, c)
		}
	}
	for _, item := range s.items {
		if c := s.described(item); c != nil {
			list = s.mergeItem(list, c)
		}
	}

	var all []Candidate
	for _, c := range list {
		c.weigh()
		all = append(all, *c)
	}
	slices.SortStableFunc(all, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(b.nameOnly, a.nameOnly))
	})
	return all
}

// Status is the state of the entity as GLEIF has it, in small letters; "" when it is not known.
func (c *Candidate) Status() string {
	if c.Record == nil || c.Record.Entity.Status == "NULL" {
		return ""
	}
	return strings.ToLower(string(c.Record.Entity.Status))
}
