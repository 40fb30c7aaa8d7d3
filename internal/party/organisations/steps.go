package organisations

import (
	"context"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/gleif"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

// next are the steps that what is known by now leads to.
func (w *work) next() []step {
	var steps []step
	add := func(name, source string, call func(context.Context) (func(*work), error)) {
		if w.made[name] {
			return
		}
		w.made[name] = true
		steps = append(steps, step{
			Name:   source,
			Budget: budget,
			Call:   call,
		})
	}

	p := w.party
	w.joinNamed()
	if p.Filer != nil {
		w.release()
	}
	if p.Query.Kind == ByISIN {
		w.acceptIssuers()
		w.securitySteps(add)
	}
	if p.Filer == nil {
		for _, c := range w.ciks {
			add("filer "+c.value, SEC, w.filer(c))
		}
	}
	leis := w.unasked(w.leis)
	if p.Record == nil && len(leis) > 0 {
		add("records "+values(leis), GLEIF, w.records(leis))
	}
	if p.Item == nil {
		w.itemSteps(add)
	}
	if p.Filer != nil && p.Record == nil && len(leis) == 0 {
		for i, text := range w.r.compare.searchTexts(filerName(p.Filer.Name)) {
			add("named "+text, GLEIF, w.named(text, i == 0))
		}
	}
	if p.Record != nil {
		w.recordSteps(add)
	}
	if len(steps) == 0 && p.Record != nil && p.Filer == nil {
		w.filerByName()
		for _, c := range w.ciks {
			add("filer "+c.value, SEC, w.filer(c))
		}
	}
	return steps
}

type adder = func(name, source string, call func(context.Context) (func(*work), error))

func (w *work) securitySteps(add adder) {
	isin := w.party.Query.Value
	add("isin gleif", GLEIF, func(ctx context.Context) (func(*work), error) {
		records, err := w.r.gleif.ByISIN(ctx, isin)
		if err == nil && len(records) == 0 {
			err = upstream.NotFound.Errorf("no issuer is mapped to this security")
		}
		return func(w *work) { w.rows = records }, err
	})
	add("isin figi", OpenFIGI, func(ctx context.Context) (func(*work), error) {
		found, err := w.r.figi.ByISIN(ctx, isin)
		if err == nil && len(found[isin]) == 0 {
			err = upstream.NotFound.Errorf("no such security")
		}
		return func(w *work) { w.offerSecurities(found[isin]) }, err
	})
	add("isin wikidata", Wikidata, w.with(wikidata.PropISIN, isin))
}

func (w *work) itemSteps(add adder) {
	p := w.party
	if qids := w.unasked(w.qids); len(qids) > 0 {
		add("items "+values(qids), Wikidata, w.items(qids))
		return
	}
	if cik := w.anchor(p.CIK, w.ciks); cik != "" {
		add("with cik", Wikidata, w.with(wikidata.PropCIK, cik, strings.TrimLeft(cik, "0")))
	}
	if lei := w.anchor(p.LEI, w.leis); lei != "" {
		add("with lei", Wikidata, w.with(wikidata.PropLEI, lei))
	}
}

// anchor is an identifier that is the organisation's, or is what was asked for.
func (w *work) anchor(known *Identifier, claims []claim) string {
	switch {
	case known != nil:
		return known.Value
	case len(claims) > 0 && claims[0].sure > 0:
		return claims[0].value
	}
	return ""
}

func (w *work) recordSteps(add adder) {
	record := w.party.Record
	if w.options.Securities {
		add("isins", GLEIF, func(ctx context.Context) (func(*work), error) {
			isins, total, err := w.r.gleif.ISINs(ctx, record.LEI)
			return func(w *work) { w.offerISINs(isins, total) }, err
		})
	}
	if w.options.Hierarchy {
		w.hierarchySteps(record, add)
	}
}

// unasked are the claims that were not looked at yet; they count as looked at from now on.
func (w *work) unasked(claims []claim) []claim {
	var open []claim
	for _, c := range claims {
		if !w.made[c.value] {
			w.made[c.value] = true
			open = append(open, c)
		}
	}
	return open
}

func values(claims []claim) string {
	all := each.Of(claims, func(c claim) string { return c.value })
	return strings.Join(all, ",")
}

func (w *work) filer(c claim) func(context.Context) (func(*work), error) {
	return func(ctx context.Context) (func(*work), error) {
		filer, err := w.r.sec.Submissions(ctx, c.value)
		return func(w *work) { w.offerFiler(filer, c) }, err
	}
}

func (w *work) records(claims []claim) func(context.Context) (func(*work), error) {
	return func(ctx context.Context) (func(*work), error) {
		if len(claims) == 1 {
			record, err := w.r.gleif.Record(ctx, claims[0].value)
			if err != nil {
				return nil, err
			}
			return func(w *work) { w.offerRecords([]gleif.Record{*record}, claims[0]) }, nil
		}

		leis := each.Of(claims, func(c claim) string { return c.value })
		records, err := w.r.gleif.ByLEI(ctx, leis)
		return func(w *work) { w.offerRecords(records, claims[0]) }, err
	}
}

func (w *work) named(text string, whole bool) func(context.Context) (func(*work), error) {
	return func(ctx context.Context) (func(*work), error) {
		records, total, err := w.r.gleif.Named(ctx, text, namedPage)
		return func(w *work) { w.offerNamed(records, whole && total > len(records)) }, err
	}
}

// namedPage is how many records of like names are looked at: enough to see whether a name is the only one of its kind.
const namedPage = 50

func (w *work) with(property string, values ...string) func(context.Context) (func(*work), error) {
	return func(ctx context.Context) (func(*work), error) {
		qids, err := w.r.wikidata.With(ctx, property, slices.Compact(values)...)
		if err == nil && len(qids) == 0 {
			err = upstream.NotFound.Errorf("no item has this identifier")
		}
		return func(w *work) {
			for _, qid := range qids {
				w.claim(&w.qids, claim{qid, Wikidata, CrossRef, 0})
			}
		}, err
	}
}

func (w *work) items(claims []claim) func(context.Context) (func(*work), error) {
	qids := each.Of(claims[:min(len(claims), wikidata.MaxItems)], func(c claim) string { return c.value })
	return func(ctx context.Context) (func(*work), error) {
		items, err := w.r.wikidata.Items(ctx, qids...)
		items = slices.DeleteFunc(items, isPerson)
		if err == nil && len(items) == 0 {
			err = upstream.NotFound.Errorf("no such item")
		}
		return func(w *work) { w.offerItems(items, claims[0]) }, err
	}
}

// isPerson says whether an item is about a human being.
func isPerson(item *wikidata.Item) bool { return slices.Contains(item.Items(wikidata.PropKind), human) }

// human is the item of what every person is an instance of.
const human = "Q5"

// bare is a name without its legal form.
func (c comparer) bare(name string) string {
	form, err := c.engine.Prepare(names.Company, name, "")
	if err != nil {
		return ""
	}
	return c.engine.Core(form)
}

// searchTexts are the texts to look a name up by: as it is, and without its legal form, which registers write in many
// ways.
func (c comparer) searchTexts(name string) []string {
	bare := c.bare(name)
	if bare == "" || strings.EqualFold(bare, name) {
		return []string{name}
	}
	return []string{name, bare}
}
