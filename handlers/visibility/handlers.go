// Package visibility answers the routes on how search engines, answer engines and their crawlers see a page or a
// site. It opens everything through the guarded client. The rules are in the packages below: agents, robotsreport,
// llmstxt, pagefacts, seo and aeo, which fetch nothing.
package visibility

import (
	"errors"
	"fmt"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/gen/shared"
	gen "github.com/farebox/farebox/gen/visibility"
	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/fetch"
)

// auditBudget bounds all fetches of one request: the page, and the site's files, which wait for each other on the
// same host.
const auditBudget = 45 * time.Second

// Handlers answers the visibility routes.
type Handlers struct {
	fetcher   *fetch.Client
	extractor *extract.Engine
	now       func() time.Time
}

// New returns the handlers: fetcher opens callers' URLs, extractor finds the main content of pages, and now is the
// clock for freshness.
func New(fetcher *fetch.Client, extractor *extract.Engine, now func() time.Time) *Handlers {
	return &Handlers{
		fetcher:   fetcher,
		extractor: extractor,
		now:       now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// The files of a site among the sources of an answer.
const (
	srcPage      = "page"
	srcRobots    = "robots_txt"
	srcHome      = "home_page"
	srcSitemap   = "sitemap"
	srcLLMs      = "llms_txt"
	srcLLMsFull  = "llms_full_txt"
	srcWellKnown = "well_known_llms_txt"
	srcAI        = "ai_txt"
)

// kindOf is the kind of a failed fetch, or "" for other errors.
func kindOf(err error) fetch.Kind {
	var e *fetch.Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}

// errNone means that a file does not exist.
var errNone = upstream.NotFound.Errorf("there is no such file")

// isBadURL reports whether a URL may not be fetched at all.
func isBadURL(err error) bool {
	var b *fetch.BadURL
	return errors.As(err, &b)
}

// rules are the findings about an llms.txt.
func rules(list []finding.Finding) []gen.VisibilityLLMsRule {
	return each.Of(list, func(f finding.Finding) gen.VisibilityLLMsRule {
		return gen.VisibilityLLMsRule{
			ID:     f.ID,
			Status: gen.VisibilityLLMsRuleStatus(f.Status),
			Passed: f.Status == finding.Pass,
			Points: response.Round(f.Points, 2),
			Max:    response.Round(f.Max, 2),
			Detail: f.Seen,
			Why:    f.Why,
			Fix:    response.OrNull(f.Fix),
		}
	})
}

// dimension is the part of a score made of the findings. Its weight is the points to earn, of 100; its score
// depends on the findings that could be checked.
func dimension(findings []finding.Finding) shared.Dimension {
	var there float64
	for _, f := range findings {
		there += f.Max
	}

	out := shared.Dimension{Weight: response.Round(there, 2) / 100}
	points, most := finding.Sum(findings)
	if most == 0 {
		return out
	}

	out.Score = new(finding.Score(points, most))
	out.Evaluated = true
	out.Detail = new(fmt.Sprintf("%g of %g points", response.Round(points, 2), response.Round(most, 2)))
	return out
}

func statusProblem(host string, status int) *problem.Problem {
	return fetch.Problem(&fetch.Error{
		Kind:   fetch.KindStatus,
		Host:   host,
		Status: status,
	}, "url")
}
