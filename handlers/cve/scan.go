package cve

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/cve"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/epss"
	"github.com/farebox/farebox/internal/upstream/kev"
)

// maxAdvisories is how many advisories an answer has.
const maxAdvisories = 50

// CVEScan answers GET /cve/scan from OSV, which has the advisories of all databases, and from GitHub's own API. Both
// are asked concurrently if there is a token, since 60 requests an hour would soon be used up. Without one GitHub is
// only asked if OSV fails, or finds nothing under a name that it may know by another spelling. A version without
// advisories is 404.
func (h *Handlers) CVEScan(ctx context.Context, req gen.CVEScanRequestObject) (gen.CVEScanResponseObject, error) {
	t, err := readTarget(req.Params)
	if err != nil {
		return nil, err
	}
	found := h.advisories(ctx, t)
	all := merge(found.records)
	groups, dismissed := weigh(t.version, all)
	dismissed = found.osvIDs(dismissed)
	query := gen.CVEScanSubject{
		Ecosystem: t.id,
		Name:      t.pkg,
		Version:   t.given,
		Purl:      t.purl,
	}
	now := h.now().UTC().Truncate(time.Second)
	if len(groups) == 0 {
		if found.osvErr != nil {
			return nil, found.osvErr // what was not looked at is not clean
		}
		return nil, h.clean(ctx, t, query, found, dismissed, now)
	}
	recommended, unfixed := recommend(t.version, groups, all)
	list, kevErr := h.kev.Catalogue(now)
	shown := each.Of(groups, func(g group) gen.CVEAdvisory { return t.show(g, list) })
	slices.SortStableFunc(shown, worse)
	truncated := found.cut || len(shown) > maxAdvisories
	shown = shown[:min(len(shown), maxAdvisories)]
	scores, failed := h.percentiles(ctx, shown)
	catalogue := h.catalogued(response.Source(srcKEV, kevErr), list)

	return gen.CVEScan200JSONResponse{
		Query:                  query,
		AdvisoryCount:          len(groups),
		Advisories:             shown,
		RecommendedFixVersions: recommended,
		Unfixed:                unfixed,
		Dismissed:              dismissed,
		Truncated:              truncated,
		Sources:                append(found.sources(), catalogue, scores),
		Partial:                found.partial() || failed || upstream.Lacking(string(catalogue.Status)),
		CheckedAt:              now,
	}, nil
}

// findings is what OSV and GitHub said.
type findings struct {
	records         []record
	cut             bool // there is more
	osvErr, ghsaErr error
	ghsaAsked       bool
	osvEmpty        bool
	ghsaEmpty       bool
	named           map[string]bool // ids of OSV's records and their aliases
}

func (f findings) sources() []gen.Source {
	asked := func(name string, err error, empty bool) gen.Source {
		source := response.Source(name, err)
		if err == nil && empty {
			source.Status = shared.SourceStatusEmpty
		}
		return source
	}

	ghsa := response.Skipped(srcGHSA, "OSV has these advisories too and answered")
	if f.ghsaAsked {
		ghsa = asked(srcGHSA, f.ghsaErr, f.ghsaEmpty)
	}
	return []gen.Source{asked(srcOSV, f.osvErr, f.osvEmpty), ghsa}
}

// osvIDs are those of ids that OSV named for the version. GitHub's API gives all advisories about the package, so that
// those of other versions are nothing to speak of.
func (f findings) osvIDs(ids []string) []string {
	return slices.DeleteFunc(ids, func(id string) bool { return !f.named[id] })
}

func (f findings) partial() bool {
	return upstream.Lacking(upstream.StatusOf(f.osvErr)) || upstream.Lacking(upstream.StatusOf(f.ghsaErr))
}

// answered is what one source has of the target.
type answered struct {
	records []record
	cut     bool
	name    string // the package's name as the source spells it
}

// advisories asks OSV and, as CVEScan says, GitHub.
func (h *Handlers) advisories(ctx context.Context, t target) findings {
	sources := []upstream.Source[answered]{{
		Name:   srcOSV,
		Budget: nvdBudget,
		Call:   func(ctx context.Context) (answered, error) { return h.fromOSV(ctx, t, t.pkg) },
	}}
	github := upstream.Source[answered]{
		Name:   srcGHSA,
		Budget: budget,
		Call:   func(ctx context.Context) (answered, error) { return h.fromGitHub(ctx, t) },
	}
	if h.github.HasToken() {
		sources = append(sources, github)
	}

	fused := upstream.Fuse(ctx, sources...)
	f := findings{osvErr: fused[0].Err, osvEmpty: len(fused[0].Value.records) == 0}
	if len(fused) == 1 && (f.osvErr != nil || f.osvEmpty && t.otherSpellings()) {
		fused = append(fused, upstream.Fuse(ctx, github)...)
	}

	if len(fused) == 2 {
		f.ghsaAsked = true
		f.ghsaErr = fused[1].Err
		f.ghsaEmpty = len(fused[1].Value.records) == 0
		if name := fused[1].Value.name; f.osvErr == nil && f.osvEmpty && name != "" && name != t.pkg {
			again := upstream.Fuse(ctx, upstream.Source[answered]{
				Name:   srcOSV,
				Budget: budget,
				Call:   func(ctx context.Context) (answered, error) { return h.fromOSV(ctx, t, name) },
			})
			fused[0] = again[0]
			f.osvErr = again[0].Err
			f.osvEmpty = len(again[0].Value.records) == 0
		}
	}

	f.named = map[string]bool{}
	for _, r := range fused[0].Value.records {
		for _, id := range append([]string{r.id}, r.aliases...) {
			f.named[id] = true
		}
	}

	for _, o := range fused {
		if o.Err == nil {
			f.records = append(f.records, o.Value.records...)
			f.cut = f.cut || o.Value.cut
		}
	}

	return f
}

func (h *Handlers) fromOSV(ctx context.Context, t target, name string) (answered, error) {
	list, cut, err := h.osv.Query(ctx, t.osv, name, t.text)
	if err != nil {
		return answered{}, err
	}
	a := answered{cut: cut}
	for _, advisory := range list {
		if advisory.Withdrawn == nil {
			a.records = append(a.records, t.ofOSV(advisory))
		}
	}
	return a, nil
}

func (h *Handlers) fromGitHub(ctx context.Context, t target) (answered, error) {
	list, cut, err := h.github.AdvisoriesOfPackage(ctx, t.ecosystem.github, t.pkg)
	if err != nil {
		return answered{}, err
	}
	a := answered{cut: cut}
	for _, advisory := range inForce(list) {
		for _, v := range advisory.Vulnerabilities {
			if a.name == "" && v.Package.Ecosystem == t.ecosystem.github && t.same(v.Package.Name, t.pkg) {
				a.name = v.Package.Name
			}
		}
		if r := t.ofGitHub(advisory); len(r.intervals) > 0 || r.unread {
			a.records = append(a.records, r)
		}
	}
	return a, nil
}

// clean is the 404 of a version that no advisory is about. Since a wrong name has no advisories either, it says whether deps.dev
// knows the version; null when that could not be asked.
func (h *Handlers) clean(
	ctx context.Context, t target, query gen.CVEScanSubject, found findings, dismissed []string, now time.Time,
) error {
	sources := found.sources()
	var known *bool
	if t.deps != "" && !t.standardLibrary() {
		o := upstream.Fuse(ctx, upstream.Source[struct{}]{Name: srcDepsDev, Budget: budget / 2, Call: func(ctx context.Context) (struct{}, error) {
			return struct{}{}, h.released(ctx, t)
		}})[0]
		switch o.Status() {
		case "ok":
			known = new(true)
		case "empty":
			known = new(false)
		}
		sources = append(sources, response.Read(srcDepsDev, o.Reads, o.Err))
	}

	field := "version"
	if t.purl != nil {
		field = "purl"
	}

	caution := ""
	if found.ghsaErr != nil {
		caution = "; GitHub's database could not be asked, so that advisories under another spelling of the name may be missing"
	}

	return problem.NotFound(field, "no known advisory affects %s %s %s%s", t.id, t.pkg, t.given, caution).
		With("dismissed", dismissed).
		With("advisory_count", 0).With("checked_at", now).With("query", query).With("version_known", known).With("sources", sources).With("partial", found.partial())
}

// released is nil when deps.dev has the version, and NotFound when it does not, in whatever spelling.
func (h *Handlers) released(ctx context.Context, t target) error {
	spelled := t.text
	if t.id == gen.Go {
		spelled = "v" + spelled
	}

	_, err := h.deps.Version(ctx, t.deps, t.pkg, spelled)
	if !errors.Is(err, upstream.NotFound) {
		return err
	}

	p, err := h.deps.Package(ctx, t.deps, t.pkg)
	if err != nil {
		return err
	}

	for _, r := range p.Versions {
		if v, err := t.order.Parse(r.VersionKey.Version); err == nil && v.Compare(t.version) == 0 {
			return nil
		}
	}

	return upstream.NotFound.Errorf("no such version")
}

// show is a group as the answer shows it, but for the percentile of its CVEs.
func (t target) show(g group, list *kev.Catalogue) gen.CVEAdvisory {
	a := gen.CVEAdvisory{
		ID: g.ids[0], Aliases: append([]string{}, g.ids[1:]...), CVEIds: g.cves(), Severity: gen.CVESeverityUnknown, FixedVersions: []string{},
		VulnerableRanges: []string{}, Malicious: g.malicious(), URL: "https://osv.dev/vulnerability/" + g.ids[0],
		AffectedBasis: g.basisOf,
		DisputedBy:    append([]string{}, g.disputed...),
	}

	var rated gen.CVESeverity
	for _, r := range g.records {
		if a.Summary == nil {
			a.Summary = response.OrNull(shortened(strings.Join(strings.Fields(r.summary), " ")))
		}
		if a.CvssScore == nil {
			a.CvssScore = r.score
		}
		rated = cmp.Or(rated, r.rating)
		a.PublishedAt = cmp.Or(a.PublishedAt, response.Moment(&r.published))
		if m := response.Moment(&r.modified); m != nil && (a.ModifiedAt == nil || m.After(*a.ModifiedAt)) {
			a.ModifiedAt = m
		}
		if r.percentile != nil && (a.EpssPercentile == nil || *r.percentile > *a.EpssPercentile) {
			a.EpssPercentile = r.percentile
		}
		for _, i := range r.intervals {
			if text := i.String(); len(a.VulnerableRanges) < maxRanges && !slices.Contains(a.VulnerableRanges, text) {
				a.VulnerableRanges = append(a.VulnerableRanges, text)
			}
		}
	}

	switch {
	case rated != "":
		a.Severity = rated
	case a.CvssScore != nil:
		a.Severity = severityOf(*a.CvssScore, "")
	case a.Malicious:
		a.Severity = gen.CVESeverityCritical
	}

	for _, v := range g.fixes(t.version) {
		a.FixedVersions = append(a.FixedVersions, v.String())
	}
	if list != nil {
		listed := slices.ContainsFunc(a.CVEIds, func(id string) bool { return list.Entry(id) != nil })
		if listed || list.Clears {
			a.Kev = &listed
		}
	}

	return a
}

// worse sorts malicious packages first, then exploited vulnerabilities, then by score, then by severity and id.
func worse(a, b gen.CVEAdvisory) int {
	first := func(x, y bool) int {
		switch {
		case x == y:
			return 0
		case x:
			return -1
		}
		return 1
	}
	exploited := func(a gen.CVEAdvisory) bool { return a.Kev != nil && *a.Kev }
	return cmp.Or(first(a.Malicious, b.Malicious), first(exploited(a), exploited(b)), cmp.Compare(weight(b), weight(a)), strings.Compare(a.ID, b.ID))
}

// weight is the score, or for an advisory without one the middle of what its severity stands for.
func weight(a gen.CVEAdvisory) float64 {
	if a.CvssScore != nil {
		return *a.CvssScore
	}
	return map[gen.CVESeverity]float64{
		gen.CVESeverityCritical: 9.5,
		gen.CVESeverityHigh:     8,
		gen.CVESeverityMedium:   5.5,
		gen.CVESeverityLow:      2,
	}[a.Severity]
}

// percentiles puts the EPSS percentiles of the CVEs into the advisories, as many as one call takes. It gives the entry
// for the sources, and whether the source failed.
func (h *Handlers) percentiles(ctx context.Context, shown []gen.CVEAdvisory) (asked gen.Source, failed bool) {
	var ids []string
	for _, a := range shown {
		for _, id := range a.CVEIds {
			if len(ids) < epss.MaxIDs && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}

	if len(ids) == 0 {
		return response.Skipped(srcEPSS, "none of the advisories has a CVE id"), false
	}
	o := upstream.Fuse(ctx, upstream.Source[map[string]epss.Score]{Name: srcEPSS, Budget: budget / 2, Call: func(ctx context.Context) (map[string]epss.Score, error) {
		return h.scores(ctx, ids...)
	}})

	for i := range shown {
		var best *float64
		for _, id := range shown[i].CVEIds {
			if s, ok := o[0].Value[id]; ok && (best == nil || s.Percentile > *best) {
				best = &s.Percentile
			}
		}
		if best != nil {
			shown[i].EpssPercentile = best
		}
	}

	return response.Read(srcEPSS, o[0].Reads, o[0].Err), o.Partial()
}
