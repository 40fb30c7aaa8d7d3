package organisations

import (
	"context"
	"fmt"

	"github.com/farebox/farebox/internal/upstream/gleif"
)

// AmbiguousError says that a name fits several organisations equally well, so that choosing one would be a guess.
type AmbiguousError struct {
	Candidates []Candidate
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%d organisations have this name, and nothing says which is meant", len(e.Candidates))
}

// UnprovenError says that no organisation has a name, and which have names like it.
type UnprovenError struct {
	Candidates []Candidate
}

func (e *UnprovenError) Error() string {
	return fmt.Sprintf("no organisation has this name; %d have names like it", len(e.Candidates))
}

// Unwrap makes it a kind of ErrNotFound.
func (e *UnprovenError) Unwrap() error { return ErrNotFound }

const (
	// tie is by how much the best candidate has to be ahead of the next.
	tie = 2
	// nearScore is how well another candidate has to fit to be shown beside the best.
	nearScore = 85

	maxAlternatives = 5
)

// byName chooses the organisation that a name proves to be meant, and makes its entries the first claims. Likeness
// chooses nobody, however great it is.
func (w *work) byName(ctx context.Context) error {
	p := w.party
	found, err := w.r.Search(ctx, p.Query.Value, perRegister, true)
	if err != nil {
		return err
	}
	for _, asked := range found.Asked {
		w.note(asked.Name, asked.Err)
		if asked.Name == SECNames {
			w.entries = asked.Records
		}
	}

	list := found.Candidates
	if len(list) == 0 || list[0].Match == nil {
		return w.nothing(found)
	}
	if tied := tiedWith(list); len(tied) > 1 {
		return &AmbiguousError{Candidates: tied}
	}
	best := list[0]
	p.Score = &best.Score
	p.Match = best.Match
	for _, other := range list[1:] {
		if other.Score >= nearScore && len(p.Alternatives) < maxAlternatives {
			p.Alternatives = append(p.Alternatives, other)
		}
	}
	w.choose(best, found)
	return nil
}

// nothing is what no proven candidate means: no organisation has the name if all registers answered, else the failure
// of one. It goes with those whose names are alike.
func (w *work) nothing(found *Found) error {
	for _, asked := range found.Asked {
		if (&Party{Asked: []Asked{asked}}).Partial() {
			return asked.Err
		}
	}
	if len(found.Candidates) == 0 {
		return ErrNotFound
	}
	return &UnprovenError{found.Candidates[:min(len(found.Candidates), maxCandidates)]}
}

// maxCandidates is how many organisations a refusal names.
const maxCandidates = 10

// tiedWith are the candidates that are proved as well as the best one. An entry of another
// register without a known place of incorporation does not count: it may be about the same organisation. If the place
// of the best one is unknown, a single other may be the same too, but not two.
func tiedWith(list []Candidate) []Candidate {
	best := list[0]
	tied := list[:1:1]
	doubtful := true // whether all of them may be about the same organisation
	for _, other := range list[1:] {
		apart := other.CIK != "" && best.CIK != "" && other.CIK != best.CIK
		switch {
		case other.Match == nil:
		case other.Match.rank() < best.Match.rank() && !other.renamed(best):
		case other.Place == "" && !apart:
		case other.weight > best.weight-tie, other.overlooked(best), other.renamed(best):
			tied = append(tied, other)
			doubtful = doubtful && !apart
		}
	}
	if best.Place == "" && len(tied) == 2 && doubtful {
		return tied[:1]
	}

	return tied
}

// renamed says whether a listed company had the name that a company has which is not listed: either may be meant.
func (c Candidate) renamed(best Candidate) bool {
	return len(c.Tickers) > 0 && len(best.Tickers) == 0 && c.Match.Fit == NameThen && best.Match.Fit == NameNow &&
		best.Match.Source != Wikidata
}

// overlooked says whether a listed company of the same name stands behind one that is not only because its LEI lapsed.
func (c Candidate) overlooked(best Candidate) bool {
	return len(c.Tickers) > 0 && best.CIK == "" && c.nameOnly > best.nameOnly-tie
}

// choose makes a candidate's entries the organisation's.
func (w *work) choose(c Candidate, found *Found) {
	method := NameExact
	sure := sureNameExact
	if c.Match.Fit == NameThen {
		method = NameOnce
		sure = sureNameOnce
	}

	switch {
	case c.Filer != nil:
		w.offerFiler(c.Filer, claim{c.CIK, SEC, method, sure})
		w.made["filer "+c.CIK] = true
		w.offerNamed(found.records, false)
	case c.CIK != "" && c.Item == nil:
		w.claim(&w.ciks, claim{c.CIK, SEC, method, sure})
	case c.Record != nil:
		w.offerRecords([]gleif.Record{*c.Record}, claim{c.LEI, GLEIF, method, sure})
	}
	if c.Item != nil {
		own := claim{c.QID, Wikidata, method, sure}
		if c.Filer != nil || c.Record != nil {
			own = claim{c.QID, Wikidata, CrossRef, min(sure, sureCrossRef)}
		}
		w.describe(c.Item, own, own.sure)
	}
}
