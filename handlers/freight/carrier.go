package freight

import (
	"context"
	"errors"
	"maps"
	"slices"

	gen "github.com/farebox/farebox/gen/freight"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/fmcsa"
	"github.com/farebox/farebox/internal/upstream/qcmobile"
)

// FreightCarrier answers GET /freight/carrier: all files about a carrier side by side, and a verdict. A docket number
// or a name is first resolved to the one USDOT number that it stands for; where sources or carriers differ, that is
// said instead of choosing one. The registers that have every carrier are the main sources: the census and the live
// system.
func (h *Handlers) FreightCarrier(
	ctx context.Context, req gen.FreightCarrierRequestObject,
) (gen.FreightCarrierResponseObject, error) {
	s, err := readSubject(req.Params)
	if err != nil {
		return nil, err
	}

	dot, sources, err := h.resolve(ctx, s)
	if err != nil {
		return nil, err
	}
	if dot == "" {
		return gen.FreightCarrier200JSONResponse(h.unknown(s, sources)), nil
	}

	facts, more := h.gather(ctx, dot)
	sources = merged(sources, more)
	switch {
	case facts.failed[srcCensus] != nil && facts.live == nil:
		return nil, facts.failed[srcCensus]
	case !facts.known():
		return gen.FreightCarrier200JSONResponse(h.unknown(s, sources)), nil
	}

	answer := facts.answer(s.haul, h.now())
	h.complete(&answer, s, sources)
	return gen.FreightCarrier200JSONResponse(answer), nil
}

// unknown is the answer about a carrier that no source has.
func (h *Handlers) unknown(s subject, sources []gen.Source) gen.FreightVerdict {
	answer := gen.FreightVerdict{
		Verdict:   gen.NotFound,
		Reasons:   []gen.Reason{},
		Conflicts: []gen.FreightConflict{},
		Coverage:  coverageOf(nil).Coverage(),
	}
	h.complete(&answer, s, sources)
	return answer
}

// complete adds what every answer has.
func (h *Handlers) complete(answer *gen.FreightVerdict, s subject, sources []gen.Source) {
	answer.Query = gen.FreightVerdict_Query{
		Dot:      response.OrNull(s.dot),
		Mc:       response.OrNull(s.docket),
		Name:     response.OrNull(s.name),
		HaulType: s.haul,
	}
	answer.Sources = sources
	answer.Partial = response.Partial(sources)
	answer.AsOf = response.AsOf(sources)
	answer.CheckedAt = *response.Moment(new(h.now()))
	answer.Disclaimer = disclaimer
}

// merged lists the sources of both steps; of one that both steps asked the second is kept.
func merged(first, second []gen.Source) []gen.Source {
	list := slices.DeleteFunc(slices.Clone(first), func(s gen.Source) bool {
		return slices.ContainsFunc(second, func(other gen.Source) bool { return other.Name == s.Name })
	})
	return append(list, second...)
}

// resolve is the USDOT number that the subject stands for, empty when no source has it.
func (h *Handlers) resolve(ctx context.Context, s subject) (dot string, sources []gen.Source, err error) {
	switch {
	case s.dot != "":
		return s.dot, nil, nil
	case s.docket != "":
		return h.byDocket(ctx, s.docket)
	}
	return h.byName(ctx, s.name)
}

// owners are the USDOT numbers that sources name, each with the sources.
type owners map[string][]string

// byDocket asks every register of docket numbers side by side.
func (h *Handlers) byDocket(ctx context.Context, docket string) (string, []gen.Source, error) {
	found := owners{}
	put := func(name string) func(*owners, []string) {
		return func(o *owners, dots []string) {
			for _, dot := range dots {
				if dot != "" && !slices.Contains((*o)[dot], name) {
					(*o)[dot] = append((*o)[dot], name)
				}
			}
		}
	}
	fused := upstream.FuseInto(ctx, &found,
		upstream.Part(srcCensus, slowBudget, func(ctx context.Context) ([]string, error) {
			rows, err := h.open.CensusByDocket(ctx, docket)
			return column(rows, err, func(c fmcsa.Census) string { return string(c.DOT) })
		}, put(srcCensus)),
		upstream.Part(srcAuthority, fastBudget, func(ctx context.Context) ([]string, error) {
			rows, err := h.open.AuthoritiesByDocket(ctx, docket)
			return column(rows, err, func(a fmcsa.Authority) string { return string(a.DOT) })
		}, put(srcAuthority)),
		upstream.Part(srcLegacyAuthority, fastBudget, func(ctx context.Context) ([]string, error) {
			rows, err := h.open.LegacyAuthoritiesByDocket(ctx, docket)
			return column(rows, err, func(a fmcsa.LegacyAuthority) string { return string(a.DOT) })
		}, put(srcLegacyAuthority)),
		upstream.Part(srcQC, fastBudget, func(ctx context.Context) ([]string, error) {
			rows, err := h.live.ByDocket(ctx, docket[:2], docket[2:])
			return column(rows, err, func(c qcmobile.Carrier) string { return string(c.DOT) })
		}, put(srcQC)),
	)
	sources := response.Sources(fused)
	for i := range sources {
		if set, open := datasets[sources[i].Name]; open {
			sources[i].URL = new(set.URL())
		}
	}

	// That no register has the number can be said only when each was read.
	if err := fused.Err(); len(found) == 0 && err != nil && !errors.Is(err, upstream.NotFound) {
		return "", nil, err
	}
	return found.only("mc", sources)
}

// column is the USDOT numbers of rows, without the zeros that some files put before them.
func column[T any](rows []T, err error, of func(T) string) ([]string, error) {
	if err != nil {
		return nil, err
	}
	var dots []string
	for _, row := range rows {
		if dot, err := readDOT(of(row)); err == nil {
			dots = append(dots, dot)
		}
	}
	if len(dots) == 0 {
		return nil, upstream.NotFound.Errorf("no row")
	}
	return dots, nil
}

// only is the one number that all sources name. Several are a 400 that lists them.
func (o owners) only(field string, sources []gen.Source) (string, []gen.Source, error) {
	dots := slices.Sorted(maps.Keys(o))
	if len(dots) > 1 {
		type candidate struct {
			DOT     string   `json:"dot"`
			Sources []string `json:"sources"`
		}
		list := response.Each(dots, func(dot string) candidate { return candidate{dot, o[dot]} })
		return "", nil, problem.InvalidCode(field, problem.CodeAmbiguous,
			"%s stands for several USDOT numbers in FMCSA's files; ask for one of them by dot", field).
			With("candidates", list)
	}

	if len(dots) == 0 {
		return "", sources, nil
	}
	return dots[0], sources, nil
}

// byName takes the one carrier whose legal or trade name is the given one, legal forms and punctuation aside.
func (h *Handlers) byName(ctx context.Context, name string) (string, []gen.Source, error) {
	found, err := h.search(ctx, name, "")
	if err != nil {
		return "", nil, err
	}
	if found.failed != nil {
		return "", nil, found.failed // the live system does not tell how many carriers have the name
	}

	same := slices.DeleteFunc(slices.Clone(found.candidates), func(c gen.FreightCandidate) bool {
		return !h.sameName(name, c)
	})
	switch {
	case len(same) == 1 && !found.cut:
		return same[0].Dot, found.sources, nil
	case len(same) > 0:
		return "", nil, problem.InvalidCode("name", problem.CodeAmbiguous,
			"several carriers go by this name; ask for one of them by dot").
			With("candidates", firstOf(same, shownCandidates))
	case len(found.candidates) > 0:
		return "", nil, problem.NotFound("name", "no carrier has exactly this name; the nearest are listed").
			With("candidates", firstOf(found.candidates, shownCandidates))
	}
	// A name may be written otherwise in the registers, so that what it does not find is no verdict.
	return "", nil, problem.NotFound("name", "no carrier has a name with these words; try fewer of them in /freight/lookup")
}

// shownCandidates is how many carriers a problem lists.
const shownCandidates = 10

func firstOf[T any](list []T, n int) []T { return list[:min(n, len(list))] }
