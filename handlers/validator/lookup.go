package validator

import (
	"context"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/validator"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/stakewiz"
)

// ValidatorLookup answers GET /validator/lookup.
func (h *Handlers) ValidatorLookup(
	ctx context.Context, req gen.ValidatorLookupRequestObject,
) (gen.ValidatorLookupResponseObject, error) {
	p := req.Params
	if given(p.Vote != nil, p.Identity != nil, p.TopN != nil) != 1 {
		return nil, problem.InvalidCode("vote", problem.CodeMissingInput,
			"give exactly one of vote, identity and top_n")
	}
	if err := firstOf(readKey("vote", p.Vote), readKey("identity", p.Identity)); err != nil {
		return nil, err
	}

	var got found
	fused, err := h.votes(ctx, &got)
	if err != nil {
		return nil, err
	}

	picked, err := got.cluster.picked(p)
	if err != nil {
		return nil, err
	}

	parts := h.clusterParts(false)
	switch {
	case len(picked) > 1:
		parts = append(parts, upstream.Part(stakewiz.Provider.Name, 0, h.stakewiz.Validators,
			func(a *found, rows []stakewiz.Validator) { a.rows = rows }))
	case len(picked) > 0:
		parts = append(parts, h.about(picked[0].Vote.Vote)[0])
	}
	fused = append(fused, upstream.FuseInto(ctx, &got, parts...)...)
	if got.wiz != nil {
		got.rows = append(got.rows, *got.wiz)
	}
	got.rows = slices.DeleteFunc(got.rows, func(row stakewiz.Validator) bool { return h.tooOld(&row) != nil })

	answer := gen.ValidatorLookup200JSONResponse{
		Count:      len(picked),
		Epoch:      int(got.cluster.epoch),
		Validators: got.list(picked),
		Cluster:    got.clusterAnswer(),
		CheckedAt:  h.now().UTC().Truncate(time.Second),
		Sources:    response.Sources(fused),
		Partial:    fused.Partial(),
	}
	answer.AsOf = response.AsOf(answer.Sources)
	return answer, nil
}

func given(flags ...bool) (n int) {
	for _, flag := range flags {
		if flag {
			n++
		}
	}
	return n
}

// picked are the vote accounts asked for: the first by stake, the one, or all of an identity.
func (c *cluster) picked(p gen.ValidatorLookupParams) ([]*member, error) {
	if p.TopN != nil {
		var list []*member
		for i := range c.members[:min(len(c.members), *p.TopN)] {
			list = append(list, &c.members[i])
		}
		return list, nil
	}

	m, _, err := c.pick(p.Vote, p.Identity)
	switch {
	case err != nil:
		return nil, err
	case m == nil && p.Vote != nil:
		return nil, problem.NotFound("vote", "no vote account %s has stake on the main network", *p.Vote)
	case m == nil:
		return nil, problem.NotFound("identity", "no validator %s has stake on the main network", *p.Identity)
	case p.Identity != nil:
		return c.byIdentity(*p.Identity), nil
	}
	return []*member{m}, nil
}

func (got *found) list(picked []*member) []gen.ValidatorRow {
	c := got.cluster
	versions, _ := c.versions(got.nodes)
	produced := c.production(got.production)
	told := make(map[string]*stakewiz.Validator, len(got.rows))
	for i := range got.rows {
		told[got.rows[i].Vote] = &got.rows[i]
	}

	list := make([]gen.ValidatorRow, 0, len(picked))
	for _, m := range picked {
		row := gen.ValidatorRow{
			Rank:              m.rank,
			Vote:              m.Vote.Vote,
			Identity:          m.Identity,
			ActivatedStakeSol: response.Number(sol(lamports(m.Stake))),
			StakeSharePct:     c.sharePct(m),
			CommissionPct:     m.CommissionPct(),
			Delinquent:        m.delinquent,
			InSuperminority:   m.superminority,
			LastVote:          int(m.LastVote),
			Version:           response.OrNull(versions[m.Identity]),
		}
		if credits, known := m.CreditsOf(c.lastFull()); known {
			row.CreditsLastEpoch = new(int(credits))
		}
		if b := produced.of(m.Identity); b != nil && b.slots >= leastLeaderSlots {
			row.SkipRatePct = b.skipPct()
		}
		if w := told[m.Vote.Vote]; w != nil {
			row.Name = response.OrNull(w.Name)
			row.ApyEstimatePct = w.APYPct()
			row.WizRating = w.WizScore
		}
		list = append(list, row)
	}
	return list
}

func (got *found) clusterAnswer() gen.ValidatorCluster {
	c := got.cluster
	answer := gen.ValidatorCluster{
		Validators:         len(c.members),
		Delinquent:         c.delinquent,
		TotalStakeSol:      response.Number(sol(c.total)),
		SuperminorityCount: c.superminority,
	}
	if p := c.production(got.production); p != nil {
		answer.AverageSkipRatePct = p.all.skipPct()
	}
	return answer
}
