package validator

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/validator"
	"github.com/farebox/farebox/internal/place/country"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/marinade"
	"github.com/farebox/farebox/internal/upstream/sfdp"
	"github.com/farebox/farebox/internal/upstream/solanarpc"
	"github.com/farebox/farebox/internal/upstream/stakewiz"
)

// Names of the parts of the answer among its sources.
var (
	rpcVotes      = solanarpc.Provider.Name
	rpcEpoch      = rpcVotes + ":epoch"
	rpcNodes      = rpcVotes + ":versions"
	rpcProduction = rpcVotes + ":block_production"
	sfdpVersions  = sfdp.Provider.Name + ":versions"
)

const disclaimer = "A mechanical score of public facts, no investment advice. " +
	"A validator can change its commission at any time."

// found is what the sources give about the cluster and one validator.
type found struct {
	cluster      *cluster
	epoch        *solanarpc.Epoch
	nodes        []solanarpc.Node
	nodesRead    bool
	production   *solanarpc.Production
	participants []sfdp.Participant
	sfdpRead     bool
	wanted       []sfdp.Requirement
	alpenglow    *bool
	slotTime     time.Duration
	wiz          *stakewiz.Validator
	rows         []stakewiz.Validator
	marinade     *marinade.Validator
}

// ValidatorVet answers GET /validator/vet.
func (h *Handlers) ValidatorVet(
	ctx context.Context, req gen.ValidatorVetRequestObject,
) (gen.ValidatorVetResponseObject, error) {
	vote := req.Params.Vote
	identity := req.Params.Identity
	if vote == nil && identity == nil {
		return nil, problem.InvalidCode("vote", problem.CodeMissingInput, "give vote or identity")
	}
	if err := firstOf(readKey("vote", vote), readKey("identity", identity)); err != nil {
		return nil, err
	}

	var got found
	fused, err := h.votes(ctx, &got)
	if err != nil {
		return nil, err
	}

	m, others, err := got.cluster.pick(vote, identity)
	if err != nil {
		return nil, err
	}

	parts := h.clusterParts(true)
	switch {
	case m != nil:
		parts = append(parts, h.about(m.Vote.Vote)...)
	case vote != nil:
		parts = append(parts, h.about(*vote)...)
	}
	fused = append(fused, upstream.FuseInto(ctx, &got, parts...)...)

	answer := h.unknownAnswer(&got)
	answer.Vote = vote
	answer.Identity = identity
	if m != nil {
		h.vetAnswer(&answer, &got, m)
		answer.OtherVoteAccounts = others
	}
	answer.Sources = response.Sources(fused)
	answer.AsOf = response.AsOf(answer.Sources)
	answer.Partial = fused.Partial() || !got.cluster.votesTell
	return answer, nil
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// votes asks for the vote accounts, without which there is no answer and the rest need not be asked for.
func (h *Handlers) votes(ctx context.Context, got *found) (upstream.Fused[func(*found)], error) {
	fused := upstream.FuseInto(ctx, got,
		upstream.Part(rpcVotes, 0, h.cluster, func(a *found, c *cluster) { a.cluster = c }))
	return fused, fused.Err()
}

// clusterParts asks for what else is about all validators; whole leaves nothing out, else what a score alone needs is.
func (h *Handlers) clusterParts(whole bool) []upstream.Source[func(*found)] {
	parts := []upstream.Source[func(*found)]{
		upstream.Part(rpcEpoch, 0, h.rpc.Epoch, func(a *found, epoch *solanarpc.Epoch) { a.epoch = epoch }),
		upstream.Part(rpcNodes, 0, h.rpc.Nodes, func(a *found, nodes []solanarpc.Node) {
			a.nodes = nodes
			a.nodesRead = true
		}),
		upstream.Part(rpcProduction, 0, h.rpc.Production,
			func(a *found, p *solanarpc.Production) { a.production = p }),
	}
	if !whole {
		return parts
	}

	return append(parts,
		upstream.Part(sfdp.Provider.Name, 0, h.sfdp.Participants, func(a *found, list []sfdp.Participant) {
			a.participants = list
			a.sfdpRead = true
		}),
		upstream.Part(sfdpVersions, 0, h.sfdp.Requirements,
			func(a *found, list []sfdp.Requirement) { a.wanted = list }),
		upstream.Part(rpcVotes+":consensus", 0, h.rpc.Alpenglow,
			func(a *found, alpenglow bool) { a.alpenglow = &alpenglow }),
		upstream.Part(rpcVotes+":slot_time", 0, h.rpc.SlotTime,
			func(a *found, slot time.Duration) { a.slotTime = slot }),
	)
}

// about asks for what others keep of one vote account.
func (h *Handlers) about(vote string) []upstream.Source[func(*found)] {
	return []upstream.Source[func(*found)]{
		upstream.Part(stakewiz.Provider.Name, 0, func(ctx context.Context) (*stakewiz.Validator, error) {
			row, err := h.stakewiz.Validator(ctx, vote)
			if err == nil {
				err = h.tooOld(row)
			}
			return row, err
		}, func(a *found, row *stakewiz.Validator) { a.wiz = row }),
		upstream.Part(marinade.Provider.Name, 0, func(ctx context.Context) (*marinade.Validator, error) {
			return h.marinade.Validator(ctx, vote, windowEpochs+1)
		}, func(a *found, row *marinade.Validator) { a.marinade = row }),
	}
}

// rowsGoodFor is how old a row of Stakewiz may be. Rows are made every few minutes.
const rowsGoodFor = 48 * time.Hour

func (h *Handlers) tooOld(row *stakewiz.Validator) error {
	return upstream.TooOld(stakewiz.Provider.Name, row.Updated(), h.now(), rowsGoodFor)
}

// pick finds the validator: by vote account, or by identity, and then the vote account with the most stake. Nil for
// one that the cluster does not have. Keys that name different ones, or are of the other sort, are refused.
func (c *cluster) pick(vote, identity *string) (m *member, others []string, err error) {
	others = []string{}
	if vote != nil {
		m = c.byVote(*vote)
		if m == nil && len(c.byIdentity(*vote)) > 0 {
			return nil, nil, problem.Invalid("vote", "this is the identity of a validator; give it as identity")
		}
	}
	if identity == nil {
		return m, others, nil
	}

	owned := c.byIdentity(*identity)
	switch {
	case len(owned) == 0 && c.byVote(*identity) != nil:
		return nil, nil, problem.Invalid("identity", "this is a vote account; give it as vote")
	case vote != nil && (m == nil) != (len(owned) == 0), m != nil && m.Identity != *identity:
		return nil, nil, problem.Invalid("identity", "vote and identity belong to different validators; give one of them")
	case len(owned) == 0:
		return nil, others, nil
	case m == nil:
		m = owned[0]
	}
	for _, other := range owned {
		if other != m {
			others = append(others, other.Vote.Vote)
		}
	}
	return m, others, nil
}

// unknownAnswer is the answer for an unknown validator: what is known about the cluster, and the verdict not_found.
func (h *Handlers) unknownAnswer(got *found) gen.ValidatorVet200JSONResponse {
	return gen.ValidatorVet200JSONResponse{
		Verdict:           gen.NotFound,
		Reasons:           []gen.Reason{},
		Coverage:          (&scored.Tally{}).Coverage(),
		OtherVoteAccounts: []string{},
		Epoch:             int(got.cluster.epoch),
		EpochEndsAt:       h.epochEnd(got),
		SlotMs:            slotMs(got.slotTime),
		Consensus:         consensus(got.alpenglow),
		Disclaimer:        disclaimer,
		CheckedAt:         h.now().UTC().Truncate(time.Second),
	}
}

func (h *Handlers) vetAnswer(answer *gen.ValidatorVet200JSONResponse, got *found, m *member) {
	f := h.facts(got, m)
	j := judge(f)
	answer.Verdict = j.verdict()
	answer.Score, answer.Reasons = j.outcome()
	answer.Coverage = j.tally.Coverage()

	answer.Vote = &m.Vote.Vote
	answer.Identity = &m.Identity
	answer.Name = got.name()
	answer.Website = got.website()
	answer.InSuperminority = &m.superminority
	answer.Delinquent = &m.delinquent
	answer.CommissionPct = new(f.commissionPct)
	answer.CommissionHistory = commissionHistory(f.past)
	answer.ActivatedStakeSol = new(response.Number(sol(lamports(m.Stake))))
	answer.StakeSharePct = new(f.sharePct)
	answer.RankByStake = new(m.rank)
	if f.own != nil {
		answer.SkipRatePct = f.own.skipPct()
		answer.LeaderSlots = new(int(f.own.slots))
	}
	if f.cluster != nil {
		answer.ClusterSkipRatePct = f.cluster.skipPct()
	}
	answer.CreditsRatio = f.creditsRatio
	answer.Version = response.OrNull(f.version)
	answer.Mev = mevOf(f)
	answer.Location = got.location()
	answer.Sfdp = got.programme(m.Identity)
	if got.wiz != nil {
		answer.ApyEstimatePct = got.wiz.APYPct()
		answer.WizRating = got.wiz.WizScore
	}
}

// facts gathers what the score goes by.
func (h *Handlers) facts(got *found, m *member) *facts {
	c := got.cluster
	f := &facts{
		delinquent:    m.delinquent,
		superminority: m.superminority,
		commissionPct: m.CommissionPct(),
		past:          past(h.history.of(m.Vote.Vote), got.marinade, c.epoch, m.CommissionPct()),
		votesTell:     c.votesTell,
		sharePct:      c.sharePct(m),
		stakeSOL:      sol(lamports(m.Stake)).InexactFloat64(),
		versionsKnown: got.nodesRead,
		minimum:       inForce(got.wanted, c.epoch),
	}
	if c.votesTell {
		f.lagSlots = new(int64(c.lastVote) - int64(m.LastVote))
	}
	for _, row := range m.Credits {
		if row[1] > row[2] || row == solanarpc.Migrated { // that row is of an account that voted before Alpenglow
			f.creditEpochs++
		}
	}
	p := c.production(got.production)
	f.creditsRatio, f.creditsWhy = c.creditsRatio(m, p)
	if p != nil {
		f.cluster = &p.all
		f.own = p.of(m.Identity)
		if p.all.slots == 0 {
			f.cluster = nil
		}
	}

	versions, share := c.versions(got.nodes)
	f.version = versions[m.Identity]
	if f.version != "" && share != nil {
		f.versionShare = new(share[f.version])
	}
	got.describe(f, c.epoch)
	return f
}

// describe puts in what lists of validators tell. Marinade's is used if Stakewiz' is missing.
func (got *found) describe(f *facts, epoch int64) {
	if w := got.wiz; w != nil {
		f.isJito = w.IsJito
		f.mevBps = w.JitoBps
		f.asnPct = w.ASNConcentration
		f.cityPct = w.CityConcentration
		f.versionValid = w.VersionValid
		f.described = new(w.Name+w.Website+w.Keybase != "")
		if w.FirstEpoch != nil && *w.FirstEpoch <= epoch {
			f.agesEpochs = new(epoch - *w.FirstEpoch)
		}
		if f.version == "" && !f.versionsKnown {
			f.version = w.Version
		}
	}

	w := got.marinade
	if w == nil {
		return
	}

	if f.asnPct == nil && w.ASNConcentration != nil {
		f.asnPct = new(response.Round(*w.ASNConcentration*100, 3))
	}
	if f.cityPct == nil && w.CityConcentration != nil {
		f.cityPct = new(response.Round(*w.CityConcentration*100, 3))
	}

	if named := w.Name+w.URL+w.Keybase != ""; f.described == nil || named {
		f.described = &named
	}
}

// inForce is the requirement of the epoch, nil when none is given for it.
func inForce(list []sfdp.Requirement, epoch int64) *sfdp.Requirement {
	var best *sfdp.Requirement
	for i := range list {
		if list[i].Epoch <= epoch && (best == nil || list[i].Epoch > best.Epoch) {
			best = &list[i]
		}
	}
	return best
}

func (got *found) name() *string {
	if got.wiz != nil && got.wiz.Name != "" {
		return &got.wiz.Name
	}
	if got.marinade != nil {
		return response.OrNull(got.marinade.Name)
	}
	return nil
}

func (got *found) website() *string {
	if got.wiz != nil && got.wiz.Website != "" {
		return &got.wiz.Website
	}
	if got.marinade != nil {
		return response.OrNull(got.marinade.URL)
	}
	return nil
}

func (got *found) location() *gen.ValidatorLocation {
	var land, city, asn string
	if w := got.marinade; w != nil {
		land = w.CountryISO
		city = w.City
		if w.ASN != nil {
			asn = "AS" + strconv.FormatInt(*w.ASN, 10)
		}
	}

	if w := got.wiz; w != nil && w.Country+w.City+w.ASN != "" {
		land = w.Country
		city = w.City
		asn = w.ASN
	}

	if land+city+asn == "" {
		return nil
	}
	place := &gen.ValidatorLocation{
		City: response.OrNull(city),
		Asn:  response.OrNull(strings.ToUpper(asn)),
	}

	if known, ok, err := country.Find(land); err == nil && ok {
		place.Country = &known.Alpha2
		place.CountryName = &known.Name
	}

	return place
}

func (got *found) programme(identity string) *gen.ValidatorSfdp {
	if !got.sfdpRead {
		return nil
	}
	for _, p := range got.participants {
		if p.Identity == identity {
			return &gen.ValidatorSfdp{
				Participant: p.State == "Approved",
				State:       response.OrNull(p.State),
			}
		}
	}
	return &gen.ValidatorSfdp{}
}

func mevOf(f *facts) *gen.ValidatorMev {
	if f.isJito == nil {
		return nil
	}
	mev := &gen.ValidatorMev{IsJito: *f.isJito}
	if f.mevBps != nil && *f.isJito {
		mev.CommissionBps = new(int(*f.mevBps))
	}
	return mev
}

func commissionHistory(c commissions) *gen.ValidatorCommissions {
	if c.known == 0 {
		return nil
	}

	out := &gen.ValidatorCommissions{
		FromEpoch:   int(c.from),
		KnownEpochs: c.known,
		LowestPct:   c.low,
		HighestPct:  c.high,
		RisePoints:  c.rise,
		KeptBy:      []string{},
	}

	if c.ownOnes {
		out.KeptBy = append(out.KeptBy, "own daily snapshots")
	}
	if c.marinade {
		out.KeptBy = append(out.KeptBy, marinade.Provider.Name)
	}

	return out
}

func consensus(alpenglow *bool) *gen.ValidatorVetConsensus {
	switch {
	case alpenglow == nil:
		return nil
	case *alpenglow:
		return new(gen.Alpenglow)
	}
	return new(gen.TowerBft)
}

func slotMs(slot time.Duration) *float64 {
	if slot == 0 {
		return nil
	}
	return new(response.Round(float64(slot)/float64(time.Millisecond), 1))
}

// epochEnd is when the epoch ends at the slot time that is measured now; null without a measurement, or when the
// node's epoch is another than that of the votes.
func (h *Handlers) epochEnd(got *found) *time.Time {
	if got.slotTime == 0 || got.epoch == nil || got.epoch.Epoch != got.cluster.epoch {
		return nil
	}
	left := decimal.NewFromInt(got.epoch.SlotsInEpoch - got.epoch.SlotIndex).
		Mul(decimal.NewFromInt(int64(got.slotTime)))
	at := h.now().Add(time.Duration(left.IntPart()))
	return response.Moment(&at)
}
