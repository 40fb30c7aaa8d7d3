package provider

import (
	"cmp"
	"context"
	"errors"
	"slices"

	gen "github.com/farebox/farebox/gen/provider"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/nppes"
)

// ProviderScreen answers GET /provider/screen: the providers of the register, and the exclusions that may be theirs or
// those of the name.
func (h *Handlers) ProviderScreen(
	ctx context.Context, req gen.ProviderScreenRequestObject,
) (gen.ProviderScreenResponseObject, error) {
	p := req.Params
	q, err := h.readQuery(inputs{p.Npi, p.Name, p.Organization, p.State, p.BirthYear})
	if err != nil {
		return nil, err
	}
	found := h.look(ctx, q)
	if err := found.unsold(); err != nil {
		return nil, err
	}
	if q.npi == "" && len(found.candidates)+len(found.oig)+len(found.sam) == 0 {
		if err := h.same.Asks("organization", q.organization); err != nil {
			return nil, err
		}
	}

	shown := found.candidates[:min(len(found.candidates), p.Limit)]
	answer := gen.ProviderScreen{
		Query:     q.shown(),
		Count:     len(shown),
		Truncated: found.more || len(shown) < len(found.candidates),
		Providers: []gen.ProviderRecord{},
		Exclusions: gen.ProviderExclusions{
			Oig: listed(found.oig, found.numberOnly, found.oigErr),
			Sam: listed(found.sam, found.samMore, found.samErr),
		},
		Found:      slices.ContainsFunc(found.candidates, candidate.alike),
		Sources:    h.sources(found),
		CheckedAt:  h.checkedAt(),
		Disclaimer: disclaimer,
	}
	for i := range shown {
		answer.Providers = append(answer.Providers, shown[i].shown())
	}
	answer.AsOf = response.AsOf(answer.Sources)
	answer.Partial = response.Partial(answer.Sources) || found.samMore || found.numberOnly
	return gen.ProviderScreen200JSONResponse(answer), nil
}

// findings is what the sources gave for a query.
type findings struct {
	candidates []candidate
	more       bool // the register has more than it gave
	oig, sam   []gen.ProviderMatch
	samMore    bool // SAM.gov has records of the name that it did not give
	numberOnly bool // the lists were searched for a number without a name

	registerErr, oigErr, samErr, indexErr error           // NotFound of the register is an answer
	registerReads, samReads, indexReads   *upstream.Reads // nil of one that was not asked
}

// unsold is why there is nothing to sell: the register, which is the main source, gave no answer, or has nobody of the
// very name while the index failed, which may know somebody.
func (f *findings) unsold() error {
	if errors.Is(f.registerErr, upstream.NotFound) {
		return f.indexErr
	}
	return f.registerErr
}

// look asks the register first: the lists are searched for what it has, and for the name that was asked for.
func (h *Handlers) look(ctx context.Context, q *query) *findings {
	f := &findings{}
	f.readRegister(ctx, h, q)

	subjects := h.subjects(q, f)
	f.numberOnly = subjects[0].name == ""
	for _, s := range subjects {
		matches, err := h.searchOIG(ctx, s)
		if err != nil {
			f.oigErr = err
			break
		}
		f.oig = append(f.oig, matches...)
	}
	if f.oigErr == nil {
		f.oigErr = h.oig.TooOld(h.now())
	}
	f.oig = alike(distinct(f.oig))

	asked, reads := upstream.WithReads(ctx)
	f.samReads = reads
	f.sam, f.samMore, f.samErr = h.searchSAM(asked, subjects[0])
	f.samMore = f.samMore || f.samErr == nil && f.numberOnly
	return f
}

// subjects are whom the lists are searched for: the one provider, or the name with those providers that have it. The
// first is the one that SAM.gov, whose quota is small, is asked for.
func (h *Handlers) subjects(q *query, f *findings) []subject {
	candidates := f.candidates[:min(len(f.candidates), nppes.MostRecords)]
	if q.npi != "" && len(candidates) == 0 && q.form == nil {
		return []subject{{npi: q.npi, kind: names.Company, birthYear: q.birthYear}}
	}

	var all []subject
	if q.npi == "" || len(candidates) == 0 {
		s := h.ofName(q)
		s.npi = q.npi
		all = append(all, s)
	}

	for i := range candidates {
		if candidates[i].alike() || q.npi != "" {
			today := ofRecord(candidates[i].record, q)
			all = append(all, today)
			all = append(all, formerly(candidates[i].record, today)...)
		}
	}

	if q.npi != "" && len(candidates) == 1 && q.form != nil { // the name that was stated for the number
		stated := h.ofName(q)
		stated.npi = q.npi
		stated.states = all[0].states
		all = append(all, stated)
	}

	if q.npi == "" && len(candidates) == 1 && !f.more && len(all) > 1 { // the name means this provider, of whom more is known
		return all[1:]
	}
	return all
}

// distinct keeps the surest judgement of each exclusion.
func distinct(matches []gen.ProviderMatch) []gen.ProviderMatch {
	type key struct{ name, kind, date, state string }
	rank := map[gen.ProviderMatchMatchType]int{gen.Npi: 2, gen.Possible: 1}
	at := map[key]int{}
	var kept []gen.ProviderMatch
	for _, m := range matches {
		k := key{m.Name, m.ExclusionType, value2(m.ExclusionDate), value2(m.State)}
		i, seen := at[k]
		switch {
		case !seen:
			at[k] = len(kept)
			kept = append(kept, m)
		case rank[m.MatchType] > rank[kept[i].MatchType]:
			kept[i] = m
		}
	}
	return kept
}

// readRegister fills in the providers of the register, by likeness of name. The index is asked where the register has
// nobody of the very name.
func (f *findings) readRegister(ctx context.Context, h *Handlers, q *query) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	asked, reads := upstream.WithReads(ctx)
	f.registerReads = reads
	if q.npi != "" {
		record, err := h.register.ByNumber(asked, q.npi)
		if f.registerErr = err; err == nil {
			f.candidates = []candidate{h.candidateOf(record, q)}
		}
		return
	}

	var records []nppes.Record
	records, f.more, f.registerErr = h.inRegister(asked, q)
	if f.registerErr != nil {
		return
	}
	h.add(f, q, records)
	if !slices.ContainsFunc(f.candidates, func(c candidate) bool { return c.same }) {
		asked, f.indexReads = upstream.WithReads(ctx)
		records, cut, err := h.inIndex(asked, q)
		f.indexErr = err
		f.more = f.more || cut || err != nil
		h.add(f, q, records)
	}

	if len(f.candidates) == 0 {
		f.registerErr = upstream.NotFound.Errorf("no such name")
	}
	slices.SortStableFunc(f.candidates, func(a, b candidate) int { return cmp.Compare(value(b.score), value(a.score)) })
}

// add makes candidates of the records that are not among them.
func (h *Handlers) add(f *findings, q *query, records []nppes.Record) {
	for i := range records {
		known := func(c candidate) bool { return c.record.NPI == records[i].NPI }
		if !slices.ContainsFunc(f.candidates, known) {
			f.candidates = append(f.candidates, h.candidateOf(&records[i], q))
		}
	}
}
