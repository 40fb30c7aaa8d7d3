package freight

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	gen "github.com/farebox/farebox/gen/freight"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/fmcsa"
	"github.com/farebox/farebox/internal/upstream/qcmobile"
)

// FreightLookup answers GET /freight/lookup: the carriers with a name like this, best match first.
func (h *Handlers) FreightLookup(
	ctx context.Context, req gen.FreightLookupRequestObject,
) (gen.FreightLookupResponseObject, error) {
	name, err := samename.Words("name", req.Params.Name)
	if err != nil {
		return nil, err
	}
	state := response.OrZero(req.Params.State)

	found, err := h.search(ctx, name, state)
	if err != nil {
		return nil, err
	}
	if found.failed != nil && len(found.candidates) == 0 {
		return nil, found.failed // nobody of the name can be said by the census alone
	}
	if len(found.candidates) == 0 {
		if err := h.same.Asks("name", name); err != nil {
			return nil, err
		}
	}

	shown := firstOf(found.candidates, req.Params.Limit)
	return gen.FreightLookup200JSONResponse{
		Query: gen.FreightCandidates_Query{
			Name:  name,
			State: response.OrNull(state),
		},
		Count:      len(shown),
		Total:      len(found.candidates),
		Truncated:  found.cut || len(shown) < len(found.candidates),
		Candidates: shown,
		Sources:    found.sources,
		Partial:    response.Partial(found.sources),
	}, nil
}

// search is what the registers find under a name.
type search struct {
	candidates []gen.FreightCandidate
	sources    []gen.Source
	cut        bool  // there are more than the portal was asked for
	failed     error // why the census gave no answer
}

// search asks the census, and the live system where there is a key. A carrier that both have is one candidate, with
// the census' values.
func (h *Handlers) search(ctx context.Context, name, state string) (*search, error) {
	type answers struct {
		census []fmcsa.Census
		live   []qcmobile.Carrier
	}
	var a answers
	ctx, read := fmcsa.WithReading(ctx)
	fused := upstream.FuseInto(ctx, &a,
		upstream.Part(srcCensus, slowBudget, func(ctx context.Context) ([]fmcsa.Census, error) {
			return upstream.NotNone(h.censusByName(ctx, name, state))
		}, func(a *answers, rows []fmcsa.Census) { a.census = rows }),
		upstream.Part(srcQC, fastBudget, func(ctx context.Context) ([]qcmobile.Carrier, error) {
			return upstream.NotNone(h.live.ByName(ctx, name))
		}, func(a *answers, rows []qcmobile.Carrier) { a.live = rows }),
	)
	sources := response.Sources(fused)
	describe(&sources[0], len(a.census), read)
	describe(&sources[1], len(a.live), nil)
	failed := fused.Failure(srcCensus)
	if failed != nil && !errors.Is(failed, upstream.NotFound) && len(a.live) == 0 {
		return nil, failed
	}

	wanted, err := h.names.Prepare(names.Company, name, "")
	if err != nil {
		return nil, err
	}
	found := &search{
		candidates: []gen.FreightCandidate{},
		sources:    sources,
		cut:        len(a.census) >= fmcsa.MaxRows || len(a.live) >= qcmobile.MaxNamed,
	}
	if failed != nil && !errors.Is(failed, upstream.NotFound) {
		found.failed = failed
	}
	seen := map[string]bool{}
	for _, row := range a.census {
		found.add(seen, h.scored(wanted, fromCensusRow(row)))
	}
	for _, row := range a.live {
		if state == "" || string(row.State) == state {
			found.add(seen, h.scored(wanted, fromLiveRow(row)))
		}
	}
	slices.SortStableFunc(found.candidates, func(x, y gen.FreightCandidate) int {
		return cmp.Or(
			y.MatchScore-x.MatchScore,
			standingOf(x)-standingOf(y),
			cmp.Compare(response.OrZero(y.PowerUnits), response.OrZero(x.PowerUnits)),
			cmp.Compare(len(x.Dot), len(y.Dot)),
			cmp.Compare(x.Dot, y.Dot),
		)
	})
	return found, nil
}

// censusByName are the carriers of the narrowest pattern that finds any.
func (h *Handlers) censusByName(ctx context.Context, name, state string) ([]fmcsa.Census, error) {
	for _, pattern := range patterns(name) {
		rows, err := h.open.CensusByName(ctx, pattern, state)
		if err != nil || len(rows) > 0 {
			return rows, err
		}
	}
	return nil, nil
}

func (s *search) add(seen map[string]bool, c gen.FreightCandidate) {
	if c.Dot == "" || seen[c.Dot] {
		return
	}
	seen[c.Dot] = true
	s.candidates = append(s.candidates, c)
}

// standingOf puts active carriers before others of the same score.
func standingOf(c gen.FreightCandidate) int {
	if c.Status != nil && *c.Status == gen.FreightCandidateStatusActive {
		return 0
	}
	return 1
}

func fromCensusRow(row fmcsa.Census) gen.FreightCandidate {
	return gen.FreightCandidate{
		Dot:        string(row.DOT),
		Mc:         response.OrNull(cmp.Or(row.Dockets()...)),
		LegalName:  response.OrNull(string(row.LegalName)),
		DbaName:    tradeName(row.DBAName),
		City:       response.OrNull(string(row.City)),
		State:      response.OrNull(string(row.State)),
		Status:     candidateStatus(string(row.Status)),
		PowerUnits: row.PowerUnits.Count(),
	}
}

func fromLiveRow(row qcmobile.Carrier) gen.FreightCandidate {
	return gen.FreightCandidate{
		Dot:        string(row.DOT),
		LegalName:  response.OrNull(string(row.LegalName)),
		DbaName:    tradeName(row.DBAName),
		City:       response.OrNull(string(row.City)),
		State:      response.OrNull(string(row.State)),
		Status:     candidateStatus(string(row.Status)),
		PowerUnits: row.PowerUnits.Count(),
	}
}

// tradeName is a trade name, null where the field has none or says so: NONE, N/A.
func tradeName[T ~string](text T) *string {
	if samename.Nobody(string(text)) {
		return nil
	}
	return response.OrNull(string(text))
}

func candidateStatus(letter string) *gen.FreightCandidateStatus {
	status := registration(letter)
	if status == nil {
		return nil
	}
	return new(gen.FreightCandidateStatus(*status))
}

// scored compares the legal and the trade name with the wanted one and keeps the better.
func (h *Handlers) scored(wanted *names.Form, c gen.FreightCandidate) gen.FreightCandidate {
	for _, name := range []*string{c.LegalName, c.DbaName} {
		if name == nil {
			continue
		}
		form, err := h.names.Prepare(names.Company, *name, "")
		if err != nil {
			continue
		}
		score := int(math.Round(h.names.Score(wanted, form)))
		if score > c.MatchScore || c.MatchedName == "" {
			c.MatchScore = score
			c.MatchedName = *name
		}
	}
	return c
}

// sameName is true when the candidate's legal or trade name is the given one.
func (h *Handlers) sameName(name string, c gen.FreightCandidate) bool {
	wanted := h.same.Read(name)
	return slices.ContainsFunc([]*string{c.LegalName, c.DbaName}, func(other *string) bool {
		return other != nil && wanted.Proves(h.same.Read(*other))
	})
}
