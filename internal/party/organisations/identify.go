package organisations

import (
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/party/identifier"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

// identify gathers what the entries say of themselves, and where they do not agree.
func (w *work) identify() {
	p := w.party
	asked := &Identifier{
		Value:      p.Query.Value,
		Source:     "query",
		Method:     Given,
		Confidence: sureGiven,
	}

	switch { // the register that gave it out has not answered
	case p.Query.Kind == ByCIK && p.CIK == nil:
		p.CIK = asked
	case p.Query.Kind == ByLEI && p.LEI == nil:
		p.LEI = asked
	}

	w.disagreements()
	if p.Filer != nil {
		for _, listing := range p.Filer.Listings {
			p.Tickers = append(p.Tickers, Ticker{
				Identifier: w.of(SEC, listing.Ticker, p.CIK),
				Exchange:   listing.Exchange,
			})
		}
		if ein, err := identifier.EIN(p.Filer.EIN); err == nil {
			p.EIN = new(w.of(SEC, ein, p.CIK))
		}
	}

	if p.Item != nil {
		w.stated()
	}
	w.contradictions()

	for i := range p.ISINs {
		if p.ISINs[i].Source == GLEIF && p.LEI != nil {
			p.ISINs[i].Confidence = p.LEI.Confidence
		}
	}
}

// of is an identifier that a register states for its own entry: no surer than that the entry is the organisation's.
func (w *work) of(source, value string, entry *Identifier) Identifier {
	return Identifier{
		Value:      value,
		Source:     source,
		Method:     Given,
		Confidence: entry.Confidence,
		URL:        entry.URL,
	}
}

// stated adds what only Wikidata knows.
func (w *work) stated() {
	p := w.party
	reference := func(value string) Identifier {
		return Identifier{
			Value:      value,
			Source:     Wikidata,
			Method:     CrossRef,
			Confidence: min(p.QID.Confidence, sureCrossRef),
			URL:        p.Item.URL(),
		}
	}

	var eins []string
	for _, text := range p.Item.Strings(wikidata.PropEIN) {
		if ein, err := identifier.EIN(text); err == nil {
			eins = append(eins, ein)
		}
	}
	switch {
	case p.EIN == nil && len(eins) == 1:
		p.EIN = new(reference(eins[0]))
	case p.EIN != nil && len(eins) > 0 && !slices.Contains(eins, p.EIN.Value):
		w.clash("ein", "the SEC's own entry is given", Said{SEC, p.EIN.Value}, Said{Wikidata, strings.Join(eins, ", ")})
	}

	var stated []ISIN
	for _, text := range p.Item.Strings(wikidata.PropISIN) {
		isin, err := identifier.ISIN(text)
		if err == nil && !slices.ContainsFunc(p.ISINs, func(i ISIN) bool { return i.Value == isin }) {
			stated = append(stated, ISIN{Identifier: reference(isin)})
		}
	}
	p.ISINs = append(stated, p.ISINs...)
	p.ISINs = p.ISINs[:min(len(p.ISINs), maxISINs)]
	if len(p.Tickers) > 0 {
		return
	}
	for _, listing := range p.Item.Listings() {
		p.Tickers = append(p.Tickers, Ticker{
			Identifier: reference(listing.Ticker),
			Exchange:   exchangeNames[listing.Exchange],
		})
	}
}

// exchangeNames are those of two items of Wikidata that most tickers there belong to.
var exchangeNames = map[string]string{
	"Q13677": "NYSE",
	"Q82059": "Nasdaq",
}

// disagreements shows identifiers that Wikidata states and that are not those of the entries joined.
func (w *work) disagreements() {
	p := w.party
	if p.Item == nil {
		return
	}
	w.disagree("cik", p.CIK, valid(p.Item.Strings(wikidata.PropCIK), validCIK))
	w.disagree("lei", p.LEI, valid(p.Item.Strings(wikidata.PropLEI), validLEI))

	if p.QID.Method == Given {
		return
	}
	for _, id := range []*Identifier{p.CIK, p.LEI} {
		// Two registers lead to each other: surer than one that names the other.
		if id != nil && id.Method == NameExact && w.itemStates(id.Value) {
			id.Method = CrossRef
			id.Confidence = sureCrossRef
			if p.QID.Confidence == sureNameExact {
				p.QID.Confidence = sureCrossRef
			}
		}
	}
}

// itemStates says whether the item has this CIK or LEI.
func (w *work) itemStates(value string) bool {
	for _, property := range []string{wikidata.PropCIK, wikidata.PropLEI} {
		for _, text := range w.party.Item.Strings(property) {
			if text == value || validCIK(text) == value {
				return true
			}
		}
	}
	return false
}

func (w *work) disagree(field string, joined *Identifier, stated []string) {
	switch {
	case joined == nil && len(stated) > 0 && !w.told(field):
		w.conflict(field, "Wikidata states it; nothing confirms it, so that it is not joined",
			Said{Wikidata, strings.Join(stated, ", ")})
	case joined != nil && len(stated) > 0 && !slices.Contains(stated, joined.Value):
		joined.Confidence = min(joined.Confidence, 0.6)
		w.clash(field, "Wikidata states another", Said{joined.Source, joined.Value},
			Said{Wikidata, strings.Join(stated, ", ")})
	}
}

// told says whether there is a conflict about a field already.
func (w *work) told(field string) bool {
	return slices.ContainsFunc(w.party.Conflicts, func(c Conflict) bool { return c.Field == field })
}
