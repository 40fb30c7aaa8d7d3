// Package screen answers the screening routes from the official sanctions lists in memory (package sanctions). Nothing
// that a caller asks about leaves the process.
package screen

import (
	"fmt"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/screen"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
)

// Handlers answers the screen routes.
type Handlers struct {
	lists *sanctions.Lists
	now   func() time.Time
}

// New returns the handlers over the lists; now is the clock of checked_at.
func New(lists *sanctions.Lists, now func() time.Time) *Handlers {
	return &Handlers{lists: lists, now: now}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

const (
	addressDisclaimer = "Compared with the addresses that the named lists print, on the dates given. " +
		"An address that is not listed can still belong to a listed party. Not legal advice."
	entityDisclaimer = "Compared with the names on the named lists, on the dates given. " +
		"A match by name is a reason to check date of birth, country and the list's own entry, " +
		"not proof of identity; no match is no clearance. Not legal advice."
)

// sources are the lists of an answer, and whether one of them had no say or may be out of date.
func sources(all []sanctions.Status) (list []shared.Source, partial bool) {
	for _, s := range all {
		list = append(list, source(s))
		partial = partial || s.State != upstream.StatusOK
	}
	return list, partial
}

// source is a list in the version in use: as_of is the day that its publisher gives it.
func source(s sanctions.Status) shared.Source {
	out := shared.Source{
		Name:      s.ID,
		Status:    shared.SourceStatus(s.State),
		FetchedAt: response.Moment(s.FetchedAt),
		URL:       response.OrNull(s.URL),
		Detail:    &s.Title,
	}

	if s.Why != "" {
		out.Detail = new(s.Title + ": " + s.Why)
	}

	if l := s.List; l != nil {
		out.Records = new(l.Entries())
		out.Detail = new(fmt.Sprintf("%s; crypto addresses in it: %d", s.Title, l.Addresses()))
		if !l.Published.IsZero() {
			out.AsOf = response.Moment(&l.Published)
		}
	}

	return out
}
