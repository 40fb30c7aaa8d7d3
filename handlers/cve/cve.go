// Package cve answers the routes about known vulnerabilities: one CVE from all sources side by side, and the advisories for a
// version of a package.
package cve

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/cve"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/cveprogram"
	"github.com/farebox/farebox/internal/upstream/depsdev"
	"github.com/farebox/farebox/internal/upstream/epss"
	"github.com/farebox/farebox/internal/upstream/github"
	"github.com/farebox/farebox/internal/upstream/kev"
	"github.com/farebox/farebox/internal/upstream/nvd"
	"github.com/farebox/farebox/internal/upstream/osv"
)

// Names of the sources in answers.
const (
	srcProgram = "cve-program"
	srcNVD     = "nvd"
	srcEPSS    = "epss"
	srcKEV     = "kev"
	srcGHSA    = "ghsa"
	srcOSV     = "osv"
	srcDepsDev = "deps-dev"
)

// What each source may take. NVD often needs seconds.
const (
	budget    = 8 * time.Second
	nvdBudget = 12 * time.Second
)

// maxSummary is the length of summaries, in characters.
const maxSummary = 500

// Handlers answers the cve routes.
type Handlers struct {
	program *cveprogram.Client
	nvd     *nvd.Client
	epss    *epss.Client
	kev     *kev.Client
	github  *github.Client
	osv     *osv.Client
	deps    *depsdev.Client
	now     func() time.Time
}

// New returns the handlers over the pool's providers; now is the clock for the time of an answer.
func New(pool *upstream.Pool, now func() time.Time) *Handlers {
	return &Handlers{
		program: cveprogram.New(pool),
		nvd:     nvd.New(pool),
		epss:    epss.New(pool),
		kev:     kev.New(pool),
		github:  github.New(pool),
		osv:     osv.New(pool),
		deps:    depsdev.New(pool),
		now:     now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// KEV is the catalogue of exploited vulnerabilities, to load it in tests and to see its state.
func (h *Handlers) KEV() *kev.Client { return h.kev }

// shortened is text of at most maxSummary characters, cut with an ellipsis.
func shortened(text string) string {
	runes := []rune(text)
	if len(runes) <= maxSummary {
		return text
	}
	return string(runes[:maxSummary-1]) + "…"
}
