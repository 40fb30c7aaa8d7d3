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

const (
	// tie is by how much the best candidate has to be ahead of the next.
	tie = 2
	// nearScore is how well another candidate has to fit to be shown beside the best.
	nearScore = 85

	maxAlternatives = 5
)

// byName chooses the organisation that a name means, and makes its entries the first claims.
func (w *work) byName(ctx context.Context) error {
	p := w.party
	found, err := w.r.Search(ctx, p.Query.Value, perRegister, true)
	if err != nil {
		return err
	}
	for _, asked := range found.Asked {
		w.note(asked.Name, asked.Err)
	}

	list := found.Candidates
	if len(list) == 0 || list[0].Score < leastScore {
		return w.nothing(found)
	}
	if tied := tiedWith(list); len(tied) > 1 {
		return &AmbiguousError{Candidates: tied}
	}
	best := list[0]
	p.Score = &best.Score
	for _, other := range list[1:] {
		if other.Score >= nearScore && len(p.Alternatives) < maxAlternatives {
			p.Alternatives = append(p.Alternatives, other)
		}
	}
	w.choose(best, found)
	return nil
}

// nothing is what no candidate means: nothing was found if all registers answered, else the failure of one.
func (w *work) nothing(found *Found) error {
	for _, asked := range found.Asked {
		if (&Party{Asked: []Asked{asked}}).Partial() {
			return asked.Err
		}
	}
	return ErrNotFound
}

// tiedWith are the candidates that fit as well as the best one. Items of Wikidata alone are none, nor are entries of
// which it is not known where they are incorporated: they may well be about the same organisation. When that is not
// known of the best one, a single other may be the same too, but not two.
func tiedWith(list []Candidate) []Candidate {
	best := list[0]
	tied := list[:1:1]
	for _, other := range list[1:] {
		switch {
		case other.Place == "":
		case other.like == same && best.like != same, // the one of the very name may have ended
			other.weight > best.weight-tie,
			other.overlooked(best):
			tied = append(tied, other)
		}
	}
	if best.Place == "" && best.like == same && len(tied) == 2 {
		return tied[:1]
	}
	return tied
}

// overlooked says whether a listed company of the same name stands behind one that is not only because its LEI lapsed.
func (c Candidate) overlooked(best Candidate) bool {
	return c.CIK != "" && best.CIK == "" && c.nameOnly > best.nameOnly-tie
}

// choose makes a candidate's entries the organisation's.
func (w *work) choose(c Candidate, found *Found) {
	method := NameFuzzy
	sure := min(0.7, c.nameOnly/100*0.7)
	if c.like == same {
		method = NameExact
		sure = sureNameExact
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
