package organisations

import (
	"slices"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

// offerItems takes over the one item that identifiers led to and whose name does not speak against it.
func (w *work) offerItems(items []*wikidata.Item, c claim) {
	p := w.party
	if p.Item != nil || len(items) == 0 {
		return
	}
	if c.sure > 0 {
		w.describe(items[0], c, c.sure)
		return
	}

	var registers []entry
	if p.Filer != nil {
		registers = append(registers, filerEntry(p.Filer))
	}
	if p.Record != nil {
		registers = append(registers, recordEntry(p.Record))
	}
	best := 0.0
	var fit []*wikidata.Item
	for _, item := range items {
		sure := w.sureOf(item, registers)
		switch {
		case sure == 0 || sure < best:
		case sure > best:
			best = sure
			fit = []*wikidata.Item{item}
		default:
			fit = append(fit, item)
		}
	}
	if len(fit) == 1 {
		w.describe(fit[0], c, best)
		return
	}
	if w.hold(items, c) {
		return
	}

	said := each.Of(items, func(item *wikidata.Item) Said { return Said{Wikidata, item.QID + " " + item.Label()} })
	if len(fit) > 1 {
		w.conflict("qid", "several items have the identifier; none is joined", said...)
		return
	}
	for _, register := range registers {
		said = append(said, Said{register.source, register.current[0]})
	}
	w.clash("qid", "the item with the identifier has another name; not joined", said...)
}

// hold keeps an item whose name is another than the record's until the filer that it names has been looked at: a
// filer's former names often show that it is one company under an old and a new name.
func (w *work) hold(items []*wikidata.Item, c claim) bool {
	if w.party.Filer != nil || w.held != nil || len(items) != 1 {
		return false
	}
	ciks := valid(items[0].Strings(wikidata.PropCIK), validCIK)
	if len(ciks) != 1 {
		return false
	}
	w.held = items[0]
	w.heldBy = c
	w.claim(&w.ciks, claim{ciks[0], Wikidata, CrossRef, 0})
	return true
}

// release looks at the item held once more.
func (w *work) release() {
	if w.held != nil && w.party.Item == nil {
		w.offerItems([]*wikidata.Item{w.held}, w.heldBy)
	}
}

// sureOf is how sure it is that an item is about the entries found so far; 0 when their names speak against it. With no
// entry at all, because the registers are down or have none, the identifier stands alone.
func (w *work) sureOf(item *wikidata.Item, registers []entry) float64 {
	if len(registers) == 0 {
		return sureLoose
	}
	best := 0.0
	for _, register := range registers {
		v := w.r.compare.described(itemEntry(item), register)
		if v.join {
			best = max(best, v.confidence)
		}
	}
	return best
}

// describe takes an item over, with the identifiers that it states.
func (w *work) describe(item *wikidata.Item, c claim, confidence float64) {
	w.party.Item = item
	w.party.QID = &Identifier{
		Value:      item.QID,
		Source:     c.source,
		Method:     c.method,
		Confidence: confidence,
		URL:        item.URL(),
	}
	// An item with several CIKs is about more than one filer, and does not say which is meant.
	if ciks := valid(item.Strings(wikidata.PropCIK), validCIK); len(ciks) == 1 {
		w.claim(&w.ciks, claim{ciks[0], Wikidata, CrossRef, 0})
	}
	for _, text := range item.Strings(wikidata.PropLEI) {
		if lei := validLEI(text); lei != "" {
			w.claim(&w.leis, claim{lei, Wikidata, CrossRef, 0})
		}
	}
}

// valid are the texts that read can read, each once.
func valid(texts []string, read func(string) string) []string {
	var all []string
	for _, text := range texts {
		if value := read(text); value != "" && !slices.Contains(all, value) {
			all = append(all, value)
		}
	}
	return all
}
