// Package entity answers who an organisation is, across the registers that package organisations joins.
package entity

import (
	"errors"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/entity"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/party/organisations"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
)

// Handlers answers the entity routes.
type Handlers struct {
	registers *organisations.Registers
	now       func() time.Time
}

// New returns the handlers over the registers; now is the clock that ages are counted by.
func New(registers *organisations.Registers, now func() time.Time) *Handlers {
	return &Handlers{
		registers: registers,
		now:       now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// failure is what a query that found nothing, or too much, answers.
func failure(q organisations.Query, err error) error {
	var several *organisations.AmbiguousError
	var unproven *organisations.UnprovenError
	switch {
	case errors.As(err, &several):
		return problem.Unprocessable("name", problem.CodeSeveralMatch,
			"several organisations have this name; choose one of the candidates by its lei or cik").
			With("candidates", candidates(several.Candidates))
	case errors.As(err, &unproven):
		return problem.NotFound("name", "no register has an organisation with this name; the candidates have similar names").
			With("candidates", candidates(unproven.Candidates))
	case errors.Is(err, organisations.ErrNotFound), errors.Is(err, upstream.NotFound):
		return problem.NotFound(string(q.Kind), "no register has an organisation with this %s", q.Kind)
	}
	return err
}

func candidates(list []organisations.Candidate) []gen.EntityCandidate {
	return each.Of(list, candidate)
}
