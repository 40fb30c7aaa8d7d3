package domain

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/domain"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/network/rdap"
	"github.com/farebox/farebox/internal/network/typosquat"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream"
)

const trustDisclaimer = "A judgement from public data on the dates given. A high score does not vouch for who runs the site, a low one does not prove bad intent."

// budget is the time that each source has.
const budget = 7 * time.Second

// DomainTrust answers GET /domain/trust. Registry, DNS and the host's certificate are asked concurrently and
// independently: one that fails only omits its dimension. The letters of the name and the lists in memory always have
// their say.
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
	t := &trust{
		host:   host,
		now:    h.now(),
		suffix: hostname.PrivateSuffix(host.ASCII),
		squat:  verdict.Typosquat,
	}
	fused := upstream.FuseInto(ctx, t, h.asked(t)...)
	if hits, _ := h.sources.Lists.Blocked(host); t.suffix == "" && len(hits) == 0 { // a list alone condemns a name
		if err := fused.Err(); err != nil {
			return nil, err
		}
	}
	t.sources = t.asSources(fused)
	t.partial = fused.Partial() || t.registry.odd
	t.noRegistry = errors.Is(fused.Failure(srcRegistry), rdap.ErrNoService)

	t.judgeRegistration()
	t.judgeMail()
	t.judgeTLS()
	h.judgeLists(t)
	t.judgeName(verdict)
	t.weigh()
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
	dimensions map[dimensionName]*dimension
	mean       scored.Mean
	sources    []shared.Source
	partial    bool
}

// dimensionName is the name of a dimension in the answer.
type dimensionName string

// The six dimensions.
const (
	registration dimensionName = "registration"
	dnsMail      dimensionName = "dns_mail"
	certificate  dimensionName = "tls"
	popularity   dimensionName = "popularity"
	blocklist    dimensionName = "blocklist"
	lexical      dimensionName = "lexical"
)

// How bad a finding is by itself.
const (
	info   = shared.ReasonSeverityInfo
	low    = shared.ReasonSeverityLow
	medium = shared.ReasonSeverityMedium
	high   = shared.ReasonSeverityHigh
)

// dimension is one of the six. Its score is 100 less what its reasons take off.
type dimension struct {
	seen    scored.Seen
	whyNot  string // nothing was seen
	counts  bool   // in the mean, once that is made
	least   int    // the score is never below this
	reasons []finding
}

// finding is a reason by what it takes off its dimension.
type finding struct {
	code     string
	weight   int // 0 or less
	severity shared.ReasonSeverity
	detail   string
}

func (d *dimension) score() int {
	score := 100
	for _, r := range d.reasons {
		score += r.weight
	}
	return max(d.least, score)
}

// shown is the dimension in the answer, with the weight that it has in the score, of 100.
func (d *dimension) shown(weight int) shared.Dimension {
	out := shared.Dimension{
		Weight:    float64(weight) / 100,
		Evaluated: d.counts,
		Detail:    response.OrNull(d.whyNot),
	}
	if d.counts {
		out.Score = new(d.score())
	}
	if len(d.reasons) > 0 {
		worst := slices.MinFunc(d.reasons, func(a, b finding) int { return a.weight - b.weight })
		out.Detail = &worst.detail
	}
	return out
}

// weights are the dimensions' parts of the score, in the order of the answer.
var weights = []struct {
	name   dimensionName
	weight int
}{
	{registration, 20}, {dnsMail, 15}, {certificate, 15}, {popularity, 20}, {blocklist, 20}, {lexical, 10},
}

// evaluated opens a dimension; without it, or with skip, the dimension has no score.
func (t *trust) evaluated(name dimensionName) *dimension {
	if t.dimensions == nil {
		t.dimensions = map[dimensionName]*dimension{}
	}
	d := &dimension{seen: scored.Whole}
	t.dimensions[name] = d
	return d
}

func (t *trust) skip(name dimensionName, why string) {
	*t.evaluated(name) = dimension{whyNot: why}
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
	limit := scored.Highest
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

// score is the mean within its cap, and what has to be added to the reasons. A name that is listed or not registered is
// condemned by that alone; of any other there is no score where too little is known, or where nothing speaks for it.
func (t *trust) score() (score *int, why []shared.Reason) {
	mean := int(math.Round(t.mean.Value))
	limit := t.limit()
	switch {
	case limit <= capUnregistered:
		return new(min(mean, limit)), nil
	case limit == scored.Highest && mean >= caution && t.registry.ageDays == nil && t.rank == 0:
		return nil, []shared.Reason{noStanding}
	}

	score, why = t.mean.Trust(float64(mean))
	if score != nil {
		*score = min(*score, limit)
	}
	return score, why
}

// noStanding is why there is no score where neither age nor rank is known. To be on no list, and to have a certificate
// and mail in order, is true of every new site of a swindler.
var noStanding = shared.Reason{
	Code:     "no_standing",
	Severity: medium,
	Detail:   "Neither the age of the registration nor a rank by popularity is known, so that nothing speaks for the site.",
}

// weigh makes the mean of the dimensions.
func (t *trust) weigh() {
	parts := make([]scored.Part, len(weights))
	for i, w := range weights {
		d := t.dimensions[w.name]
		parts[i] = scored.Part{
			Name:   string(w.name),
			Weight: float64(w.weight),
			Score:  float64(d.score()),
			Seen:   d.seen,
		}
	}
	t.mean = scored.TrustMean(parts)
	for i, w := range weights {
		t.dimensions[w.name].counts = t.mean.Counts[i]
	}
}

// startPoints are what a name has before anything is found against it.
const startPoints = 100

// reasons are all findings with what each takes off the score, the heaviest first: the points add up to the mean. A
// dimension has 100 points to lose at most, so the lighter of its findings may have none left to take.
func (t *trust) reasons() []shared.Reason {
	out := []shared.Reason{}
	var running scored.Running
	for _, w := range weights {
		d := t.dimensions[w.name]
		left := 0
		if d.counts {
			left = 100 - d.least
		}
		found := slices.Clone(d.reasons)
		slices.SortStableFunc(found, func(a, b finding) int { return a.weight - b.weight })
		for _, r := range found {
			taken := min(left, -r.weight)
			left -= taken
			out = append(out, shared.Reason{
				Code:     r.code,
				Points:   running.Next(-float64(taken*w.weight) / t.mean.Weight),
				Severity: r.severity,
				Detail:   r.detail,
			})
		}
	}
	slices.SortStableFunc(out, func(a, b shared.Reason) int { return cmp.Compare(a.Points, b.Points) })

	start := shared.Reason{
		Code:     "start",
		Points:   startPoints,
		Severity: info,
		Detail:   "A name has 100 points before anything is found against it.",
	}
	return append([]shared.Reason{start}, out...)
}

// The least scores of a trusted site, and of one that is not untrusted.
const (
	trusted = 70
	caution = 40
)

// category is the word for a score. A site is not trusted for want of evidence: without a blocklist, or if the
// dimensions that were not evaluated could bring it below the bound.
func (t *trust) category(score *int) gen.DomainTrustTrustCategory {
	switch {
	case score == nil:
		return gen.Unknown
	case *score >= trusted && t.blocked != nil && float64(*score)*t.mean.Share() >= trusted:
		return gen.Trusted
	case *score >= caution:
		return gen.Caution
	}
	return gen.Untrusted
}

func (h *Handlers) answer(t *trust, v typosquat.Verdict) gen.DomainTrust200JSONResponse {
	limit := t.limit()
	score, why := t.score()
	r := t.registry

	a := gen.DomainTrust200JSONResponse{
		Domain:            t.host.ASCII,
		RegistrableDomain: t.host.Registrable,
		HostedUnder:       response.OrNull(t.suffix),
		TrustScore:        score,
		TrustCategory:     t.category(score),
		IsTyposquat:       v.Typosquat,
		NearestBrand:      response.OrNull(v.NearestBrand),
		OnBlocklist:       t.blocked,
		Blocklists:        append([]string{}, t.blocklists...),
		Registered:        r.registered,
		AgeDays:           r.ageDays,
		RegisteredAt:      response.Moment(r.created),
		ExpiresAt:         response.Moment(r.expires),
		Registrar:         response.OrNull(r.registrar),
		RegistrarHandle:   response.OrNull(r.handle),
		Rank:              response.OrNull(t.rank),
		TLSStatus:         t.tls,
		Dimensions:        t.shown(),
		Reasons:           append(t.reasons(), why...),
		Coverage:          t.mean.Coverage(),
		Sources:           t.sources,
		Partial:           t.partial,
		CheckedAt:         t.now.UTC().Truncate(time.Second),
		Disclaimer:        trustDisclaimer,
	}
	if limit < scored.Highest {
		a.ScoreCap = &limit
	}
	if past := response.PastTables(t.now, maildomain.Dated); len(past) > 0 {
		a.Sources = append(a.Sources, past...)
		a.Partial = true
	}
	for _, l := range h.sources.Lists.Status() {
		a.Sources = append(a.Sources, response.List(l))
		a.Partial = a.Partial || l.Behind()
	}
	a.AsOf = response.AsOf(a.Sources)
	return a
}

// shown are the six dimensions of the answer.
func (t *trust) shown() gen.DomainDimensions {
	out := map[dimensionName]shared.Dimension{}
	for _, w := range weights {
		out[w.name] = t.dimensions[w.name].shown(w.weight)
	}
	return gen.DomainDimensions{
		Registration: out[registration],
		DNSMail:      out[dnsMail],
		TLS:          out[certificate],
		Popularity:   out[popularity],
		Blocklist:    out[blocklist],
		Lexical:      out[lexical],
	}
}

// sourceTitles are what is asked about a host, and whom.
var sourceTitles = map[string]string{
	srcTLS:      "Certificate of the host on port 443",
	srcDNS:      response.Credited("Addresses, name servers and mail in the DNS", "the domain's own name servers"),
	srcRegistry: response.Credited("Registration of the domain", rdap.Provider.Attribution),
}

// oddRegistration is why a registry that answered is no good source all the same.
const oddRegistration = "Part of the registry's answer is not of the form that the standard gives it, and was not read."

// asSources are those who were asked, and those who were not because the host is a hosting service's.
func (t *trust) asSources(fused upstream.Fused[func(*trust)]) []shared.Source {
	out := response.Sources(fused)
	for i := range out {
		out[i].Detail = response.OrNull(sourceTitles[out[i].Name])
		if out[i].Name == srcRegistry && t.registry.odd {
			out[i].Status = shared.SourceStatusError
			out[i].Detail = new(oddRegistration)
		}
	}
	if t.suffix != "" {
		out = append(out, response.Skipped(srcDNS, hosted), response.Skipped(srcRegistry, hosted))
	}
	return out
}
