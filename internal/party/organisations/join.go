package organisations

import (
	"slices"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream/gleif"
	"github.com/farebox/farebox/internal/upstream/sec"
)

// offerFiler takes a filer over if it is the organisation.
func (w *work) offerFiler(filer *sec.Submissions, c claim) {
	p := w.party
	if p.Filer != nil {
		return
	}
	mine := filerEntry(filer)
	confidence := c.sure
	if c.sure == 0 {
		confidence = sureCrossRef
		if p.Record != nil {
			v := w.r.compare.registered(mine, recordEntry(p.Record), c.method)
			if !w.passes("cik", v, Said{SEC, filer.Name}, Said{GLEIF, p.Record.Entity.LegalName.Name}, filer.CIK, c) {
				return
			}
			confidence = v.confidence
		}
		if p.Item != nil && c.source == Wikidata && p.Record == nil {
			v := w.r.compare.described(itemEntry(p.Item), mine)
			if !w.passes("cik", v, Said{SEC, filer.Name}, Said{Wikidata, p.Item.Label()}, filer.CIK, c) {
				return
			}
			confidence = min(confidence, v.confidence)
		}
	}

	p.Filer = filer
	p.CIK = &Identifier{
		Value:      filer.CIK,
		Source:     c.source,
		Method:     c.method,
		Confidence: confidence,
		URL:        sec.CompanyURL(filer.CIK),
	}
	if lei := validLEI(filer.LEI); lei != "" {
		w.claim(&w.leis, claim{lei, SEC, CrossRef, 0})
	}
}

// offerRecords takes the one record named by other registers that is the organisation's. If two pass, neither is taken:
// nothing says which.
func (w *work) offerRecords(records []gleif.Record, c claim) {
	p := w.party
	if p.Record != nil || len(records) == 0 {
		return
	}
	if c.sure > 0 {
		w.join(&records[0], c, c.sure)
		return
	}

	before := len(p.Conflicts)
	var fit []*gleif.Record
	confidence := map[string]float64{}
	for i := range records {
		record := &records[i]
		if sure, ok := w.fits(record, c); ok {
			fit = append(fit, record)
			confidence[record.LEI] = sure
		}
	}
	switch len(fit) {
	case 0:
	case 1:
		if len(records) > 1 {
			p.Conflicts = p.Conflicts[:before] // one of several fits: the others are shown together in the end
		}
		w.join(fit[0], c, confidence[fit[0].LEI])
	default:
		w.several("lei", fit, c.source)
	}
}

// fits says how sure it is that a record that another register names is the organisation's.
func (w *work) fits(record *gleif.Record, c claim) (float64, bool) {
	p := w.party
	mine := recordEntry(record)
	said := Said{GLEIF, record.Entity.LegalName.Name}
	confidence := sureCrossRef
	if p.Filer != nil {
		v := w.r.compare.registered(filerEntry(p.Filer), mine, c.method)
		if !w.passes("lei", v, said, Said{SEC, p.Filer.Name}, record.LEI, c) {
			return 0, false
		}
		confidence = min(confidence, v.confidence)
	}

	if p.Item != nil && c.source == Wikidata && p.Filer == nil {
		v := w.r.compare.described(itemEntry(p.Item), mine)
		if !w.passes("lei", v, said, Said{Wikidata, p.Item.Label()}, record.LEI, c) {
			return 0, false
		}
		confidence = min(confidence, v.confidence)
	}

	return confidence, true
}

func (w *work) several(field string, records []*gleif.Record, source string) {
	said := each.Of(records, func(r *gleif.Record) Said { return Said{source, r.LEI + " " + r.Entity.LegalName.Name} })
	w.conflict(field, "several entries fit equally well; none is joined", said...)
}

func (w *work) join(record *gleif.Record, c claim, confidence float64) {
	w.party.Record = record
	w.party.LEI = &Identifier{
		Value:      record.LEI,
		Source:     c.source,
		Method:     c.method,
		Confidence: confidence,
		URL:        record.URL(),
	}
}

// offerNamed keeps records whose names are like the filer's. They are cut when those with its whole name are not all
// there: then one that was not read may fit as well.
func (w *work) offerNamed(records []gleif.Record, cut bool) {
	for _, record := range records {
		if !slices.ContainsFunc(w.alike, func(known gleif.Record) bool { return known.LEI == record.LEI }) {
			w.alike = append(w.alike, record)
			w.fresh = true
		}
	}
	w.cut = w.cut || cut
}

// joinNamed takes over the one of them that has the filer's name and place.
func (w *work) joinNamed() {
	p := w.party
	if p.Record != nil || p.Filer == nil || !w.fresh {
		return
	}
	w.fresh = false
	mine := filerEntry(p.Filer)
	var active, ended []*gleif.Record
	for i := range w.alike {
		record := &w.alike[i]
		theirs := recordEntry(record)
		if !joinable(record) || !w.r.compare.onlyByName(mine, theirs).join {
			continue
		}
		if w.cut && !sameOffice(mine, theirs) {
			continue // there may be others of the name on the pages that were not read
		}
		if record.Entity.Status == "ACTIVE" {
			active = append(active, record)
		} else {
			ended = append(ended, record)
		}
	}

	// A name that was given up may have been taken by another company: only of a filer that still reports is it certain
	// that the active record is its own.
	fit := active
	if len(fit) == 0 || !p.Filings(w.r.now()).Current {
		fit = slices.Concat(active, ended)
	}
	switch len(fit) {
	case 0:
	case 1:
		w.join(fit[0], claim{fit[0].LEI, GLEIF, NameExact, 0}, sureNameExact)
	default:
		if !w.told("lei") {
			w.several("lei", fit, GLEIF)
		}
	}
}

// joinable says whether a record may be joined by its name alone. A branch has its company's name, a fund often that of
// its manager, and a duplicate is no entry of its own.
func joinable(r *gleif.Record) bool {
	switch r.Entity.Category {
	case "BRANCH", "FUND", "SOLE_PROPRIETOR":
		return false
	}
	switch r.Registration.Status {
	case "DUPLICATE", "ANNULLED", "CANCELLED", "PENDING_VALIDATION", "TRANSFERRED":
		return false
	}
	return true
}

// filerByName looks for the one listed filer that has the record's name. Its place is compared when its entry is read.
func (w *work) filerByName() {
	if w.made["filer by name"] || len(w.ciks) > 0 || !joinable(w.party.Record) {
		return
	}
	w.made["filer by name"] = true
	index, err := w.r.filerNames()
	w.note(SEC, err)
	if err != nil {
		return
	}

	var fit []string
	for _, filer := range index.like(w.party.Record.Entity.LegalName.Name, relatedScore) {
		one := w.r.compare.oneName(filerName(filer.Name), w.party.Record.Entity.LegalName.Name)
		if one && !slices.Contains(fit, filer.CIK) {
			fit = append(fit, filer.CIK)
		}
	}
	if len(fit) > 2 {
		return
	}
	for _, cik := range fit {
		w.claim(&w.ciks, claim{cik, SEC, NameExact, 0})
	}
}
