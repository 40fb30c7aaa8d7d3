package domain

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/domain"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/network/rdap"
	"github.com/farebox/farebox/internal/network/typosquat"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
)

const trustDisclaimer = "A judgement from public data on the dates given. A high score does not vouch for who runs the site, a low one does not prove bad intent."

// budget is the time that each source has.
const budget = 7 * time.Second

// DomainTrust answers GET /domain/trust. Registry, DNS and the host's certificate are asked side by side, each for itself: one that
// fails leaves its dimension out. The letters of the name and the lists in memory always have their say.
func (h *Handlers) DomainTrust(ctx context.Context, req gen.DomainTrustRequestObject) (gen.DomainTrustResponseObject, error) {
	host, err := hostname.Parse(req.Params.Domain)
	if err != nil {
		return nil, problem.Invalid("domain", "domain must be a domain, a host name or a URL: %s", err)
	}
	if host.IP {
		return nil, problem.Invalid("domain", "domain must be a name, not an IP address: /fraud/ip judges addresses")
	}
	if h.sources.TLS.Public(host.ASCII) != nil {
		return nil, problem.Invalid("domain", "domain must be a name on the public internet, not one under .%s", host.Suffix)
	}
	verdict := h.sources.Squats.Check(host)
	t := &trust{host: host, now: h.now(), suffix: hostname.PrivateSuffix(host.ASCII), squat: verdict.Typosquat}
	fused := upstream.FuseInto(ctx, t, h.asked(t)...)
	t.partial = fused.Partial()
	t.noRegistry = errors.Is(fused.Failure(srcRegistry), rdap.ErrNoService)

	t.judgeRegistration()
	t.judgeMail()
	t.judgeTLS()
	h.judgeLists(t)
	t.judgeName(verdict)
	return h.answer(t, verdict), nil
}

// trust is the state of one judgement.
type trust struct {
	host   *hostname.Host
	now    time.Time
	suffix string // of a hosting service that the host is under
	squat  bool

	registry   registryFacts
	noRegistry bool // nobody can be asked about the registration
	mail       mailFacts
	tls        *gen.DomainTrustTLSStatus // nil when the host could not be reached

	blocklists []string
	blocked    *bool
	rank       int
	dimensions map[gen.DomainDimensionName]*dimension
	partial    bool
}

// dimension is one of the six. Its score is 100 less what its reasons take off.
type dimension struct {
	whyNot  string // set when it was not evaluated
	least   int    // the score is never below this
	reasons []gen.DomainTrustReason
}

func (d *dimension) score() int {
	score := 100
	for _, r := range d.reasons {
		score += r.Weight
	}
	return max(d.least, score)
}

// weights are the dimensions' parts of the score, in the order of the answer.
var weights = []struct {
	name   gen.DomainDimensionName
	weight int
}{
	{gen.Registration, 20}, {gen.DNSMail, 15}, {gen.TLS, 15}, {gen.Popularity, 20}, {gen.Blocklist, 20}, {gen.Lexical, 10},
}

// evaluated opens a dimension; without it, or with skip, the dimension has no score.
func (t *trust) evaluated(name gen.DomainDimensionName) *dimension {
	if t.dimensions == nil {
		t.dimensions = map[gen.DomainDimensionName]*dimension{}
	}
	d := &dimension{}
	t.dimensions[name] = d
	return d
}

func (t *trust) skip(name gen.DomainDimensionName, why string) {
	t.evaluated(name).whyNot = why
}

// Caps of the score.
const (
	capListed       = 10
	capUnregistered = 20
	capYoungSquat   = 30
	youngSquatDays  = 365
)

// popular is the rank up to which a site whose age nobody knows is not taken for a young one.
const popular = 100_000

// limit is the most that the score can be, 100 without a cap. An imitation of a brand whose age nobody knows counts as young,
// unless very many link to it.
func (t *trust) limit() int {
	limit := 100
	if t.blocked != nil && *t.blocked {
		limit = min(limit, capListed)
	}
	if t.registry.registered != nil && !*t.registry.registered {
		limit = min(limit, capUnregistered)
	}
	age := t.registry.ageDays
	if t.squat && (age == nil && (t.rank == 0 || t.rank > popular) || age != nil && *age < youngSquatDays) {
		limit = min(limit, capYoungSquat)
	}
	return limit
}

// mean is the mean of the evaluated dimensions by weight, their number and the sum of their weights.
func (t *trust) mean() (score, evaluated, weight int) {
	sum := 0
	for _, w := range weights {
		if d := t.dimensions[w.name]; d.whyNot == "" {
			sum, weight, evaluated = sum+w.weight*d.score(), weight+w.weight, evaluated+1
		}
	}
	if weight == 0 {
		return 0, 0, 0
	}
	return int(math.Round(float64(sum) / float64(weight))), evaluated, weight
}

// enough is the number of dimensions below which a score means too little for a category.
const enough = 3

func category(score, evaluated, limit int) gen.DomainTrustTrustCategory {
	switch {
	case limit <= capUnregistered: // listed or not registered: nothing else matters
		return gen.Untrusted
	case evaluated < enough:
		return gen.Unknown
	case score >= 70:
		return gen.Trusted
	case score >= 40:
		return gen.Caution
	}
	return gen.Untrusted
}

func (h *Handlers) answer(t *trust, v typosquat.Verdict) gen.DomainTrust200JSONResponse {
	mean, evaluated, weight := t.mean()
	limit := t.limit()
	score := min(mean, limit)
	r := t.registry
	a := gen.DomainTrust200JSONResponse{
		Domain: t.host.ASCII, RegistrableDomain: t.host.Registrable, HostedUnder: response.OrNull(t.suffix), TrustScore: score,
		TrustCategory: category(score, evaluated, limit), IsTyposquat: v.Typosquat, NearestBrand: response.OrNull(v.NearestBrand),
		OnBlocklist: t.blocked, Blocklists: append([]string{}, t.blocklists...), Registered: r.registered, AgeDays: r.ageDays,
		RegisteredAt: utc(r.created), ExpiresAt: utc(r.expires), Registrar: response.OrNull(r.registrar), TLSStatus: t.tls,
		Dimensions: []gen.DomainDimension{}, Reasons: []gen.DomainTrustReason{}, Partial: t.partial,
		CheckedAt: t.now.UTC().Truncate(time.Second), Disclaimer: trustDisclaimer,
		Coverage: gen.DomainCoverage{
			DimensionsTotal: len(weights), DimensionsEvaluated: evaluated, Confidence: float64(weight) / 100, Lists: []gen.DomainListState{},
		},
	}
	if limit < 100 {
		a.ScoreCap = &limit
	}
	if t.rank > 0 {
		a.Rank = &t.rank
	}
	effect := map[gen.DomainDimensionName]int{}
	for _, w := range weights {
		d := t.dimensions[w.name]
		effect[w.name] = w.weight
		shown := gen.DomainDimension{Name: w.name, Weight: w.weight, WhyNot: response.OrNull(d.whyNot)}
		if d.whyNot == "" {
			score := d.score()
			shown.Score = &score
			a.Reasons = append(a.Reasons, d.reasons...)
		}
		a.Dimensions = append(a.Dimensions, shown)
	}
	slices.SortStableFunc(a.Reasons, func(x, y gen.DomainTrustReason) int {
		return x.Weight*effect[x.Dimension] - y.Weight*effect[y.Dimension]
	})
	for _, l := range h.sources.Lists.Status() {
		s := gen.DomainListState{ID: l.ID, Name: l.Title, Status: gen.DomainListStateStatus(l.State), FetchedAt: utc(l.FetchedAt), CheckedAt: utc(l.CheckedAt), Attribution: l.Attribution}
		if l.FetchedAt != nil {
			records := l.Records
			s.Records = &records
		}
		a.Coverage.Lists = append(a.Coverage.Lists, s)
		a.Partial = a.Partial || l.Behind()
	}
	return a
}

func utc(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	u := t.UTC().Truncate(time.Second)
	return &u
}
