package visibility

import (
	"context"

	"github.com/farebox/farebox/gen/shared"
	gen "github.com/farebox/farebox/gen/visibility"
	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/pagefacts"
	"github.com/farebox/farebox/handlers/visibility/robotsreport"
	"github.com/farebox/farebox/handlers/visibility/seo"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// SeoAudit answers GET /seo/audit: 24 rules over one page, its robots.txt and its sitemap. A page with another
// status than 200 is audited too.
func (h *Handlers) SeoAudit(ctx context.Context, req gen.SeoAuditRequestObject) (gen.SeoAuditResponseObject, error) {
	ctx, cancel := context.WithTimeout(ctx, auditBudget)
	defer cancel()
	v, err := h.visit(ctx, req.Params.URL)
	if err != nil {
		return nil, err
	}

	found, source := h.sitemap(ctx, v)
	v.sources = append(v.sources, source)
	in := seo.Input{
		Page:    v.facts,
		Robots:  v.googlebot(),
		Sitemap: found,
	}

	return gen.SeoAudit200JSONResponse(seoAnswer(v, seo.Audit(in))), nil
}

// googlebot is robots.txt's verdict on the page for Google's crawler.
func (v *visit) googlebot() seo.Robots {
	if v.robots == nil {
		return seo.Robots{Unreachable: true, Status: v.status}
	}
	verdict := v.robots.Verdict("Googlebot", v.got.FinalURL)
	r := seo.Robots{
		Status:  v.status,
		Allowed: verdict.Allowed,
		Rule:    verdict.MatchedRule,
		Agent:   verdict.MatchedAgent,
	}
	problems, _ := robotsreport.Lint(v.robots.Body)
	for _, p := range problems {
		if p.Error {
			r.Problems++
		}
	}
	return r
}

// sitemap looks for the sitemaps named in robots.txt and, if none is readable, for the usual one. The source is the
// first readable one, else the first that failed, else the usual one.
func (h *Handlers) sitemap(ctx context.Context, v *visit) (seo.Sitemap, shared.Source) {
	var s seo.Sitemap
	if v.robots != nil {
		s.Named = htmlpage.ResolveAll(v.robots.URL, v.robots.Rules.Sitemaps)
		s.Named = s.Named[:min(len(s.Named), maxTriedSitemaps)]
	}
	var failed error
	var failedAt string
	for _, asked := range h.areSitemaps(ctx, s.Named) {
		if asked.Value {
			s.Reachable = asked.Name
			return s, response.Fetched(srcSitemap, s.Reachable, h.now(), nil)
		}
		if asked.Err != nil && failed == nil {
			failed = asked.Err
			failedAt = asked.Name
		}
	}

	usual := origin(v.got.FinalURL) + "/sitemap.xml"
	is, err := h.isSitemap(ctx, usual)
	s.AtDefault = is
	switch {
	case v.robots == nil:
		s.Unread = "robots.txt"
	case failed != nil:
		s.Unread = failedAt
	case err != nil && len(s.Named) == 0:
		s.Unread = "/sitemap.xml"
	}
	switch {
	case failed != nil:
		return s, response.Fetched(srcSitemap, failedAt, h.now(), failed)
	case err == nil && !is:
		err = errNone
	}
	return s, response.Fetched(srcSitemap, usual, h.now(), err)
}

func seoAnswer(v *visit, r seo.Result) gen.VisibilitySEOAudit {
	a := gen.VisibilitySEOAudit{
		URL:        v.got.RequestedURL,
		FinalURL:   v.got.FinalURL,
		HTTPStatus: v.got.Status,
		Score:      r.Score,
		Grade:      gen.VisibilityGrade(r.Grade),
		Capped:     r.Capped,
		RulesTotal: len(r.Findings),
		Page:       seoPage(v.got, v.facts),
		Rules:      []gen.VisibilitySEORule{},
		Notes:      []gen.VisibilitySEOAudit_Notes{},
		Sources:    v.sources,
		Partial:    v.partial(),
		FetchedAt:  v.got.FetchedAt,
	}
	groups := map[string][]finding.Finding{}
	for _, f := range r.Findings {
		groups[f.Group] = append(groups[f.Group], f)
		a.Rules = append(a.Rules, gen.VisibilitySEORule{
			ID:        f.ID,
			Dimension: gen.VisibilitySEORuleDimension(f.Group),
			Severity:  gen.VisibilitySEORuleSeverity(f.Severity),
			Status:    gen.VisibilitySEORuleStatus(f.Status),
			Points:    response.Round(f.Points, 2),
			Max:       f.Max,
			Detail:    f.Seen,
			Why:       f.Why,
			Fix:       response.OrNull(f.Fix),
		})
		switch f.Status {
		case finding.Pass:
			a.Passed++
		case finding.Warn:
			a.Warned++
		case finding.Fail:
			a.Failed++
		case finding.NA:
			a.NotApplicable++
		}
	}
	for _, n := range r.Notes {
		a.Notes = append(a.Notes, gen.VisibilitySEOAudit_Notes{
			ID:     n.ID,
			Detail: n.Seen,
			Why:    n.Why,
			Fix:    n.Fix,
		})
	}

	a.Dimensions = gen.VisibilitySEOAudit_Dimensions{
		Indexing:  dimension(groups["indexing"]),
		Content:   dimension(groups["content"]),
		Links:     dimension(groups["links"]),
		Social:    dimension(groups["social"]),
		Technical: dimension(groups["technical"]),
	}
	return a
}

func seoPage(got *fetch.Page, f *pagefacts.Facts) gen.VisibilitySEOAudit_Page {
	p := gen.VisibilitySEOAudit_Page{
		Title:       first(f.Titles),
		StandIn:     response.StandIn(f.StandIn),
		Description: first(f.Descriptions),
		H1:          first(f.H1),
		Lang:        response.OrNull(f.Lang),
		WordCount:   f.Content.Words,
		HTMLBytes:   f.HTMLBytes,
		TtfbMs:      int(got.FirstByte.Milliseconds()),
		Redirects:   f.Redirects,
		Images:      f.Images,
	}

	if len(f.Canonicals) > 0 && f.Canonicals[0].URL != nil {
		p.Canonical = response.OrNull(f.Canonicals[0].URL.String())
	}

	for _, l := range f.Links {
		if l.Internal {
			p.LinksInternal++
		} else {
			p.LinksExternal++
		}
	}

	return p
}

// first is the first of a list, or nil.
func first(list []string) *string {
	if len(list) == 0 {
		return nil
	}
	return &list[0]
}
