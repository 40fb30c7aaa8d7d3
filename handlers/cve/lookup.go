package cve

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/cve"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/cveprogram"
)

var cveForm = regexp.MustCompile(`^CVE-[0-9]{4}-[0-9]{4,19}$`)

// CVELookup answers GET /cve/lookup: all sources side by side. The CVE Program and NVD know every published id, so that one of
// them has to say no, and no other source yes, before an id is unknown.
func (h *Handlers) CVELookup(ctx context.Context, req gen.CVELookupRequestObject) (gen.CVELookupResponseObject, error) {
	id := strings.ToUpper(strings.TrimSpace(req.Params.CVEID))
	if !cveForm.MatchString(id) {
		return nil, problem.Invalid("cve_id", "cve_id must be CVE, a year of four digits and a number of 4 to 19 digits, such as CVE-2021-44228")
	}

	f, fused := h.gather(ctx, id)
	errs := map[string]error{}
	for _, o := range fused {
		errs[o.Name] = o.Err
	}

	sources := response.Sources(fused)
	for i, s := range sources {
		if s.Name == srcKEV {
			sources[i] = h.catalogued(s, f.kev)
		}
	}
	if !f.exists() {
		return nil, unknown(f, errs, sources)
	}

	if err := fused.Err(); err != nil {
		return nil, err
	}

	published, modified := f.dates()
	answer := gen.CVELookup200JSONResponse{
		CVEID:       id,
		State:       gen.CVERecordStatePublished,
		Summary:     response.OrNull(f.summary()),
		PublishedAt: response.Moment(&published),
		ModifiedAt:  response.Moment(&modified),
		CvssAll:     f.scores(),
		Cwe:         f.cwes(),
		Epss:        f.epssBlock(errs[srcEPSS]),
		Kev:         f.kevBlock(),
		Affected:    f.affected(),
		References:  f.references(),
		Sources:     sources,
		Partial:     response.Partial(sources),
	}

	if f.nvd != nil {
		answer.NvdStatus = response.OrNull(f.nvd.Status)
	}
	if len(f.ghsa) > 0 {
		answer.Ghsa = &f.ghsa[0].ID
	}

	if f.rejected() {
		answer.State = gen.CVERecordStateRejected
		answer.CvssAll = []gen.CVECvss{}
		answer.Priority = rejectedPriority()
		return answer, nil
	}

	answer.Ssvc = f.ssvc(answer.CvssAll)
	unheard := func(source string) bool { return upstream.Lacking(upstream.StatusOf(errs[source])) }
	if len(answer.Affected) == 0 && (unheard(srcGHSA) || unheard(srcOSV)) {
		answer.Affected = nil
	}
	risk := f.risk(answer)
	risk.unscored = risk.cvss == nil && !slices.ContainsFunc([]string{srcProgram, srcNVD, srcGHSA, srcOSV}, unheard)
	answer.Priority = risk.priority()
	if len(answer.CvssAll) > 0 {
		answer.Cvss = &answer.CvssAll[0]
	}

	return answer, nil
}

// risk is what the answer so far says about the danger.
func (f *facts) risk(a gen.CVELookup200JSONResponse) risk {
	r := risk{
		kev: a.Kev.Listed != nil && *a.Kev.Listed, kevRead: a.Kev.Listed != nil,
		ransomware: a.Kev.KnownRansomwareUse != nil && *a.Kev.KnownRansomwareUse, ssvc: a.Ssvc,
		ssvcDerived: a.Ssvc != nil && a.Ssvc.Source == "derived",
		noFix:       len(a.Affected) > 0 && len(a.Affected) < maxAffected, // of more than are shown one may have a fix
		unenriched:  f.unenriched(),
		disputed:    f.disputed(),
	}
	if len(a.CvssAll) > 0 {
		r.cvss = &a.CvssAll[0].BaseScore
	}
	if a.Epss != nil {
		r.percentile = &a.Epss.Percentile
	}
	for _, p := range a.Affected {
		r.noFix = r.noFix && p.FixedVersions != nil && len(p.FixedVersions) == 0
	}
	return r
}

// unknown is the problem of an id that no source has: 404 when the CVE Program or NVD said so, else what kept them from saying.
func unknown(f *facts, errs map[string]error, sources []gen.Source) error {
	switch {
	case f.program != nil && f.program.Metadata.State == cveprogram.Reserved:
		return problem.NotFound("cve_id", "%s is reserved: nothing has been published under it yet", f.id).With("sources", sources)
	case errors.Is(errs[srcProgram], upstream.NotFound), errors.Is(errs[srcNVD], upstream.NotFound):
		return problem.NotFound("cve_id", "there is no published CVE with the id %s", f.id).With("sources", sources)
	case errors.Is(errs[srcProgram], upstream.NotConfigured):
		return errs[srcNVD]
	}
	return errs[srcProgram]
}
