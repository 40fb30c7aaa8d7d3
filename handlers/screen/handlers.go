// Package screen answers the screening routes from the official sanctions lists in memory (package sanctions). Nothing
// that a caller asks about leaves the process.
package screen

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/screen"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/response"
)

// Handlers answers the screen routes.
type Handlers struct {
	lists *sanctions.Lists
	now   func() time.Time
}

var _ gen.StrictServerInterface = (*Handlers)(nil)

// New returns the handlers over the lists; now is the clock of screened_at.
func New(lists *sanctions.Lists, now func() time.Time) *Handlers {
	return &Handlers{lists: lists, now: now}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.RegisterHandlers(e, gen.NewStrictHandler(h, nil)) }

const (
	addressDisclaimer = "Compared with the addresses that the named lists print, on the dates given. An address that is not listed can still belong to a listed party. Not legal advice."
	entityDisclaimer  = "Compared with the names on the named lists, on the dates given. A match by name is a reason to check date of birth, country and the list's own entry, not proof of identity; no match is no clearance. Not legal advice."
)

// listBlock is the lists of an answer, and whether one of them had no say or may be out of date.
func listBlock(all []sanctions.Status) (lists []gen.ScreenList, partial bool) {
	for _, s := range all {
		row := gen.ScreenList{ID: s.ID, Name: s.Title, Status: gen.ScreenListStatus(s.State), FetchedAt: response.Moment(s.FetchedAt), CheckedAt: response.Moment(s.CheckedAt)}
		if l := s.List; l != nil {
			row.Entries, row.Addresses = l.Entries(), l.Addresses()
			if !l.Published.IsZero() {
				row.Published = response.OrNull(l.Published.Format(time.DateOnly))
			}
		}
		lists = append(lists, row)
		partial = partial || s.State != "ok"
	}
	return lists, partial
}

// orEmpty is the list that prints as [] when there is none.
func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
