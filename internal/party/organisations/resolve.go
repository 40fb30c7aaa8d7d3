package organisations

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/gleif"
	"github.com/farebox/farebox/internal/upstream/openfigi"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

// Options say what an answer needs beyond the identifiers.
type Options struct {
	Hierarchy bool // parents and children
	// Securities asks for those that GLEIF maps to the organisation; without it only those that were asked for or that
	// Wikidata has are given.
	Securities bool
}

// maxRounds bounds how often the registers are asked with what they said before. Each round asks side by side. What an
// entry leads to is known after three; the fourth is for its securities.
const maxRounds = 5

// Resolve finds one organisation in all registers. With an error the party says what became of each, no more. The error
// is NotFound when none of those that answered has it, and the registers' own failure when all of those failed that
// could have had it.
func (r *Registers) Resolve(ctx context.Context, q Query, o Options) (*Party, error) {
	w := &work{
		r:       r,
		party:   &Party{Query: q},
		options: o,
		made:    map[string]bool{},
		asked:   map[string]*Asked{},
	}
	if err := w.begin(ctx); err != nil {
		w.states()
		return w.party, err
	}

	for range maxRounds {
		steps := w.next()
		if len(steps) == 0 {
			break
		}
		w.take(ctx, steps)
	}

	return w.finish()
}

// step is one request to a register. What it gives goes into the work afterwards, one step after the other.
type step = upstream.Source[func(*work)]

// work is an organisation being put together.
type work struct {
	r       *Registers
	party   *Party
	options Options
	made    map[string]bool // steps made, by name
	asked   map[string]*Asked

	ciks   []claim             // filers to look at
	leis   []claim             // records to look at
	qids   []claim             // items to look at
	rows   []gleif.Record      // issuers that GLEIF maps the ISIN asked for to
	listed []openfigi.Security // where that ISIN is traded
	alike  []gleif.Record      // records whose names are like the filer's
	fresh  bool                // some of them were not looked at yet
	cut    bool                // there are more of the filer's whole name
	held   *wikidata.Item      // an item of another name, to be looked at again with the filer that it names
	heldBy claim

	entries int // of the SEC's list of all names that are like the name asked for
}

// claim is an identifier that may be the organisation's.
type claim struct {
	value  string
	source string
	method Method
	sure   float64 // of what a query by name chose, which nothing else is to confirm; 0 for other claims
}

func (w *work) claim(list *[]claim, c claim) {
	for _, known := range *list {
		if known.value == c.value {
			return
		}
	}
	*list = append(*list, c)
}

// begin turns the query into the first claims.
func (w *work) begin(ctx context.Context) error {
	q := w.party.Query
	switch q.Kind {
	case ByTicker:
		filer, err := w.r.filers.ByTicker(q.Value)
		w.note(SEC, err)
		if err != nil {
			return err
		}
		w.party.Fund = filer.Fund
		w.claim(&w.ciks, claim{filer.CIK, SEC, Given, sureGiven})
	case ByCIK:
		w.claim(&w.ciks, claim{q.Value, SEC, Given, sureGiven})
	case ByLEI:
		w.claim(&w.leis, claim{q.Value, GLEIF, Given, sureGiven})
	case ByQID:
		w.claim(&w.qids, claim{q.Value, Wikidata, Given, sureGiven})
	case ByName:
		return w.byName(ctx)
	case ByISIN:
	}

	return nil
}

// take makes the steps of a round side by side.
func (w *work) take(ctx context.Context, steps []step) {
	w.party.rounds++
	for _, outcome := range upstream.FuseInto(ctx, w, steps...) {
		w.noteRead(outcome.Name, outcome.Err, outcome.Reads)
	}
}

// noteRead is note for a register of which reads are known.
func (w *work) noteRead(source string, err error, reads *upstream.Reads) {
	w.note(source, err)
	w.asked[source].Stale = w.asked[source].Stale || reads.Stale()
}

// note keeps the worst that a register did: a gap in what it said stays a gap.
func (w *work) note(source string, err error) {
	known := w.asked[source]
	if known == nil {
		w.asked[source] = &Asked{Name: source, Err: err}
		return
	}
	if weight(err) > weight(known.Err) {
		known.Err = err
	}
}

func weight(err error) int {
	status := upstream.StatusOf(err)
	switch {
	case upstream.Lacking(status):
		return 3
	case status == upstream.StatusOK:
		return 1
	}
	return 0
}
