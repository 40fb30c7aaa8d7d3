package provider

import (
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
	found := h.look(ctx, q, p.Limit)
	if err := found.unsold(); err != nil {
		return nil, err
	}

	answer := gen.ProviderScreen{
		Query:     q.shown(),
		Count:     len(found.candidates),
		Truncated: found.more,
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
	for i := range found.candidates {
		answer.Providers = append(answer.Providers, found.candidates[i].shown())
	}
	answer.AsOf = response.AsOf(answer.Sources)
	answer.Partial = response.Partial(answer.Sources) || found.samMore || found.numberOnly
	return gen.ProviderScreen200JSONResponse(answer), nil
}

// findings is what the sources gave for a query.
type findings struct {
	candidates []candidate
	more       bool // the register has more than were asked for
	oig, sam   []gen.ProviderMatch
	samMore    bool // SAM.gov has records of the name that it did not give
	numberOnly bool // the lists were searched for a number without a name

	registerErr, oigErr, samErr error // NotFound of the register is an answer
	registerReads, samReads     *upstream.Reads
}

// unsold is why there is nothing to sell: the register, which is the main source, gave no answer.
func (f *findings) unsold() error {
	if errors.Is(f.registerErr, upstream.NotFound) {
		return nil
	}
	return f.registerErr
}

// look asks the register first: the lists are searched for what it has, and for the name that was asked for.
func (h *Handlers) look(ctx context.Context, q *query, limit int) *findings {
	f := &findings{}
	asked, reads := upstream.WithReads(ctx)
	f.registerReads = reads
	f.candidates, f.more, f.registerErr = h.providers(asked, q, limit)

	subjects := h.subjects(q, f.candidates[:min(len(f.candidates), nppes.MostRecords)])
	f.numberOnly = subjects[0].name == ""
	for _, s := range subjects {
		matches, err := h.searchOIG(ctx, s)
		if err != nil {
			f.oigErr = err
			break
		}
		f.oig = append(f.oig, matches...)
	}
	f.oig = alike(distinct(f.oig))

	asked, f.samReads = upstream.WithReads(ctx)
	f.sam, f.samMore, f.samErr = h.searchSAM(asked, subjects[0])
	f.samMore = f.samMore || f.samErr == nil && f.numberOnly
	return f
}

// subjects are whom the lists are searched for: the one provider, or the name with those providers that have it. The
// first is the one that SAM.gov, whose quota is small, is asked for.
func (h *Handlers) subjects(q *query, candidates []candidate) []subject {
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

	if q.npi == "" && len(candidates) == 1 && len(all) > 1 { // the name means this provider, of whom more is known
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

// providers are those of the register, by likeness of name.
func (h *Handlers) providers(ctx context.Context, q *query, limit int) (list []candidate, more bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	if q.npi != "" {
		record, err := h.register.ByNumber(ctx, q.npi)
		if err != nil {
			return nil, false, err
		}
		return []candidate{h.candidateOf(record, q)}, false, nil
	}

	seen := map[string]bool{}
	for i, round := range h.rounds(q) {
		part, err := h.ask(ctx, q.state, round)
		if i > 0 && errors.Is(err, upstream.Invalid) { // too wide a question for the register
			more = true
			continue
		}
		if err != nil {
			return nil, false, err
		}
		more = more || part.more
		for j := range part.records {
			npi := string(part.records[j].NPI)
			if c := h.candidateOf(&part.records[j], q); !seen[npi] && *c.score >= leastNear {
				list = append(list, c)
			}
			seen[npi] = true
		}
		if i == 0 && len(list) > 0 || slices.ContainsFunc(list, candidate.alike) {
			break
		}
	}
	if len(list) == 0 {
		return nil, more, upstream.NotFound.Errorf("no such name")
	}
	byLikeness(list)
	return list[:min(len(list), limit)], more || len(list) > limit, nil
}

// leastNear is the least likeness of a name that is listed.
const leastNear = 70
