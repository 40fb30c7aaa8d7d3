// Package trials answers the routes about clinical studies, from ClinicalTrials.gov.
package trials

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/trials"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/ctgov"
)

// Handlers answers the trials routes.
type Handlers struct {
	registry *ctgov.Client
	now      func() time.Time
}

// New returns the handlers over the pool's providers.
func New(pool *upstream.Pool, now func() time.Time) *Handlers {
	return &Handlers{
		registry: ctgov.New(pool),
		now:      now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// The words of the registry. Phases are in order of progress.
var (
	phases     = []string{"NA", "EARLY_PHASE1", "PHASE1", "PHASE2", "PHASE3", "PHASE4"}
	studyTypes = []string{"INTERVENTIONAL", "OBSERVATIONAL", "EXPANDED_ACCESS"}
	statuses   = []string{
		"ACTIVE_NOT_RECRUITING", "COMPLETED", "ENROLLING_BY_INVITATION", "NOT_YET_RECRUITING", "RECRUITING",
		"SUSPENDED", "TERMINATED", "WITHDRAWN", "AVAILABLE", "NO_LONGER_AVAILABLE", "TEMPORARILY_NOT_AVAILABLE",
		"APPROVED_FOR_MARKETING", "WITHHELD", "UNKNOWN",
	}
	certainties = []string{"ACTUAL", "ESTIMATED"}
)

// word is text as one of the spec's words, or nil if empty or unknown.
func word[T ~string](text string, list []string) *T {
	if !slices.Contains(list, text) {
		return nil
	}
	return new(T(text))
}

func phasesOf[T ~string](texts []string) []T {
	list := []T{}
	for _, text := range texts {
		if phase := word[T](text, phases); phase != nil {
			list = append(list, *phase)
		}
	}
	return list
}

// identifier is the canonical form of an identifier whose shape the spec has checked.
func identifier(nct string) (string, error) {
	nct = strings.ToUpper(nct)
	if nct == "NCT00000000" {
		return "", problem.Invalid("nct", "nct must not be all zeros, such as NCT01720446")
	}
	return nct, nil
}

func pageOf(nct string) string { return "https://clinicaltrials.gov/study/" + nct }

// failed is what a registry failure means for the caller.
func failed(err error) error {
	const later = time.Hour
	switch upstream.KindOf(err) {
	case upstream.Unauthorized:
		refusal := problem.Unavailable(problem.CodeUpstreamRefused, later,
			"ClinicalTrials.gov refuses requests from this service's network")
		refusal.Cause = err
		return refusal
	default:
		return err
	}
}

// failedFor is [failed] for a study requested by identifier.
func failedFor(nct string, err error) error {
	if upstream.KindOf(err) == upstream.NotFound {
		return problem.NotFound("nct", "ClinicalTrials.gov has no study %s", nct)
	}
	return failed(err)
}

// refusedQuery reports whether the registry could not read the words.
func refusedQuery(err error) bool {
	var failure *upstream.Error
	return errors.As(err, &failure) && failure.Kind == upstream.Invalid && failure.Status == http.StatusBadRequest
}
