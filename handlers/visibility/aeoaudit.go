package visibility

import (
	"context"
	"net/http"

	"github.com/farebox/farebox/gen/shared"
	gen "github.com/farebox/farebox/gen/visibility"
	"github.com/farebox/farebox/handlers/visibility/aeo"
	"github.com/farebox/farebox/handlers/visibility/agents"
	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/pagefacts"
	"github.com/farebox/farebox/handlers/visibility/robotsreport"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// AeoAudit answers GET /aeo/audit: how well answer engines can reach, read, trust and quote a page. An error page
// has nothing to quote and is an error here too.
func (h *Handlers) AeoAudit(ctx context.Context, req gen.AeoAuditRequestObject) (gen.AeoAuditResponseObject, error) {
	ctx, cancel := context.WithTimeout(ctx, auditBudget)
	defer cancel()
	v, err := h.visit(ctx, req.Params.URL)
	if err != nil {
		return nil, err
	}
	if v.got.Status >= http.StatusBadRequest {
		return nil, statusProblem(fetch.HostOf(v.got.FinalURL), v.got.Status)
	}

	files := h.llmsFiles(ctx, origin(v.got.FinalURL), false)
	v.sources = append(v.sources, files.sources...)
	v.sources = append(v.sources, response.PastTables(h.now(), agents.Dated)...)
	in := aeo.Input{
		Page:     v.facts,
		Now:      h.now(),
		NoRobots: v.robots == nil,
		Search:   v.access(agents.ScoredSearch()),
		User:     v.access(agents.ScoredUser()),
		LLMs: aeo.LLMs{
			Unknown: files.err != nil || files.refused != nil,
			Found:   files.found,
			Score:   files.score,
		},
	}

	return gen.AeoAudit200JSONResponse(aeoAnswer(v, files, in, aeo.Audit(in))), nil
}

// access is robots.txt's verdict on the page for each crawler with the given tokens.
func (v *visit) access(tokens []string) []aeo.Access {
	crawlers := map[string]agents.Crawler{}
	for _, c := range agents.Core() {
		crawlers[c.Token] = c
	}
	out := make([]aeo.Access, len(tokens))
	for i, token := range tokens {
		out[i] = aeo.Access{Token: token}
		if v.robots == nil {
			continue
		}
		verdict := v.robots.Verdict(robotsreport.BoundBy(v.robots.Rules, crawlers[token]), v.got.FinalURL)
		out[i].Allowed = verdict.Allowed
		out[i].Rule = verdict.MatchedRule
	}
	return out
}

func aeoAnswer(v *visit, files *llmsFiles, in aeo.Input, r aeo.Result) gen.VisibilityAEOAudit {
	f := v.facts
	published, modified := aeo.Dates(f)
	a := gen.VisibilityAEOAudit{
		URL:             v.got.RequestedURL,
		FinalURL:        v.got.FinalURL,
		HTTPStatus:      v.got.Status,
		Score:           r.Score,
		Grade:           gen.VisibilityGrade(r.Grade),
		Coverage:        coverage(r),
		Recommendations: []gen.VisibilityRecommendation{},
		Sources:         v.sources,
		Partial:         v.partial(),
		FetchedAt:       v.got.FetchedAt,
		Crawlers: gen.VisibilityAEOAudit_Crawlers{
			RobotsURL:    v.address,
			RobotsStatus: response.OrNull(v.status),
		},
		Llms: gen.VisibilityAEOAudit_Llms{URL: files.location},
		Page: gen.VisibilityAEOAudit_Page{
			Title:         first(f.Titles),
			StandIn:       response.StandIn(f.StandIn),
			Lang:          response.OrNull(f.Lang),
			WordCount:     f.Content.Words,
			HTMLBytes:     f.HTMLBytes,
			TextBytes:     f.TextBytes,
			MarkdownBytes: f.Content.MarkdownBytes,
			Author:        response.OrNull(aeo.Author(f)),
			PublishedDate: response.OrNull(published),
			ModifiedDate:  response.OrNull(modified),
			SchemaTypes:   schemaTypes(f),
		},
	}
	if !in.LLMs.Unknown {
		a.Llms.Found = &files.found
		a.Llms.Score = &files.score
		a.Llms.Valid = new(files.found && files.file.Valid())
	}
	if v.robots != nil {
		a.Crawlers.Allowed = []string{}
		a.Crawlers.Blocked = []string{}
		for _, c := range append(in.Search, in.User...) {
			if c.Allowed {
				a.Crawlers.Allowed = append(a.Crawlers.Allowed, c.Token)
			} else {
				a.Crawlers.Blocked = append(a.Crawlers.Blocked, c.Token)
			}
		}
	}
	for _, s := range r.Recommendations() {
		a.Recommendations = append(a.Recommendations, gen.VisibilityRecommendation{
			ID:     s.ID,
			Impact: response.Round(s.Lost(), 2),
			Text:   s.Fix,
		})
	}

	dimensions := map[string]*shared.Dimension{
		"crawler_access":      &a.Dimensions.CrawlerAccess,
		"llms_txt":            &a.Dimensions.LlmsTxt,
		"structured_data":     &a.Dimensions.StructuredData,
		"extractability":      &a.Dimensions.Extractability,
		"answerability":       &a.Dimensions.Answerability,
		"authority_freshness": &a.Dimensions.AuthorityFreshness,
	}
	for _, d := range r.Dimensions {
		*dimensions[d.Name] = dimension(d.Signals)
		a.Signals = append(a.Signals, response.Each(d.Signals, signal)...)
	}
	return a
}

// coverage is how many signals could be checked.
func coverage(r aeo.Result) shared.Coverage {
	var tally scored.Tally
	for _, d := range r.Dimensions {
		for _, s := range d.Signals {
			tally.Part(s.ID, s.Max, s.Status != finding.Unchecked)
		}
	}
	return tally.Coverage()
}

func signal(f finding.Finding) gen.VisibilityAEOSignal {
	return gen.VisibilityAEOSignal{
		ID:        f.ID,
		Dimension: gen.VisibilityAEOSignalDimension(f.Group),
		Status:    gen.VisibilityAEOSignalStatus(f.Status),
		Passed:    f.Status == finding.Pass,
		Points:    response.Round(f.Points, 2),
		Max:       response.Round(f.Max, 2),
		Detail:    f.Seen,
		Why:       f.Why,
		Fix:       response.OrNull(f.Fix),
	}
}

const maxSchemaTypes = 50

func schemaTypes(f *pagefacts.Facts) []string {
	out := []string{}
	seen := map[string]bool{}
	for _, e := range f.Items {
		for _, t := range e.Types {
			if t = htmlpage.Collapse(t); !seen[t] && len(out) < maxSchemaTypes {
				seen[t] = true
				out = append(out, t)
			}
		}
	}
	return out
}
