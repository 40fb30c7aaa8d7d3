// Package dev answers the routes about repositories, packages and what developers talk about.
package dev

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/dev"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/cratesio"
	"github.com/farebox/farebox/internal/upstream/depsdev"
	"github.com/farebox/farebox/internal/upstream/github"
	"github.com/farebox/farebox/internal/upstream/hnalgolia"
	"github.com/farebox/farebox/internal/upstream/npmdownloads"
	"github.com/farebox/farebox/internal/upstream/pypistats"
)

// Handlers answers the dev routes.
type Handlers struct {
	github *github.Client
	deps   *depsdev.Client
	npm    *npmdownloads.Client
	pypi   *pypistats.Client
	crates *cratesio.Client
	news   *hnalgolia.Client
	now    func() time.Time
}

// New returns the handlers over the pool's providers; now is the clock that ages are counted by.
func New(pool *upstream.Pool, now func() time.Time) *Handlers {
	return &Handlers{
		github: github.New(pool), deps: depsdev.New(pool), npm: npmdownloads.New(pool), pypi: pypistats.New(pool),
		crates: cratesio.New(pool), news: hnalgolia.New(pool), now: now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }
