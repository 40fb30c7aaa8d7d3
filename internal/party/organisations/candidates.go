package organisations

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

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
	Match   *Match // what proves that it is meant; nil where its name is only alike

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
	forBranch = -15 // it is a branch, which often has the name of its company

	leastScore = 70 // names below that are other names
)

const (
	perRegister = 25 // candidates looked at from each register
	filersRead  = 5  // filers whose records are read, to know their names and where they are incorporated
)

// Search finds organisations by name. Wikidata is asked when items is set. The error is that of a register when none
// answered.
func (r *Registers) Search(ctx context.Context, name string, limit int, items bool) (*Found, error) {
	s := &search{
		r:     r,
		asked: r.compare.asked(name),
		work: &work{
			r:     r,
			party: &Party{},
			asked: map[string]*Asked{},
		},
	}
	s.filers(ctx)
	s.round(ctx, s.first(items))
	s.round(ctx, s.second(items))

	found := &Found{
		Candidates: s.candidates(),
		records:    s.records,
	}
	for _, register := range searched {
		if asked := s.work.asked[register]; asked != nil {
			state := *asked
			state.Records = s.count(register)
			state.FetchedAt = r.read(register)
			found.Asked = append(found.Asked, state)
		}
	}
	if err := s.failed(); err != nil {
		return nil, err
	}
	if len(found.Candidates) == 0 {
		if err := r.compare.rule.Asks("name", name); err != nil {
			return nil, err
		}
	}
	found.Total = len(found.Candidates)
	found.Candidates = found.Candidates[:min(limit, found.Total)]
	return found, nil
}

// read is when a register was read, to search it.
func (r *Registers) read(register string) time.Time {
	if register != SECNames {
		return r.now()
	}
	if at := r.named.Status().FetchedAt; at != nil {
		return *at
	}
	return time.Time{}
}

// searched are the registers that are asked for a name.
var searched = []string{GLEIF, SEC, SECNames, Wikidata}

// search is one under way.
type search struct {
	r     *Registers
	asked asked
	work  *work // notes what became of the registers

	hits     []hit // those with the very name first
	onTable  int   // how many of them the table of tickers has
	entries  int   // how many names of the SEC's list of all names are like the one asked for
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
		s.work.noteRead(outcome.Name, outcome.Err, outcome.Reads)
	}
}

func (s *search) first(items bool) []searchStep {
	steps := []searchStep{
		{
			Name:   GLEIF,
			Budget: budget,
			Call: func(ctx context.Context) (func(*search), error) {
				completions, err := s.r.gleif.Completions(ctx, s.asked.text)
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

	// GLEIF wants all words of what it is asked for, and an item of Wikidata has a name that begins with it.
	for i, text := range s.r.compare.searchTexts(s.asked.text) {
		steps = append(steps, searchStep{
			Name:   GLEIF,
			Budget: budget,
			Call: func(ctx context.Context) (func(*search), error) {
				records, _, err := s.r.gleif.Called(ctx, text, namedPage)
				return func(s *search) { s.add(records) }, err
			},
		})
		if !items || i > 0 && !strings.Contains(text, " ") { // a word of the language is no name
			continue
		}
		steps = append(steps, searchStep{
			Name:   Wikidata,
			Budget: budget,
			Call: func(ctx context.Context) (func(*search), error) {
				hits, err := s.r.wikidata.Search(ctx, text, 10)
				return func(s *search) {
					for _, h := range hits {
						if !slices.Contains(s.qids, h.QID) {
							s.qids = append(s.qids, h.QID)
						}
					}
				}, err
			},
		})
	}

	return steps
}

// add takes records over, each once.
func (s *search) add(records []gleif.Record) {
	for _, record := range records {
		if !slices.ContainsFunc(s.records, func(known gleif.Record) bool { return known.LEI == record.LEI }) {
			s.records = append(s.records, record)
		}
	}
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
				return func(s *search) { s.add(records) }, err
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
	for _, register := range searched {
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
		return s.onTable
	case SECNames:
		return s.entries
	}
	return len(s.items)
}

// candidates are the entries found, those that are one organisation put together.
func (s *search) candidates() []Candidate {
	var list []*Candidate
	for _, h := range s.hits {
		if c := s.listed(h); c != nil {
			list = append(list, c)
		}
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
		return cmp.Or(
			cmp.Compare(b.Match.rank(), a.Match.rank()),
			cmp.Compare(b.weight, a.weight),
			cmp.Compare(b.nameOnly, a.nameOnly),
		)
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
