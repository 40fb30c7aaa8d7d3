// Package travel answers the routes about advice, health notices and visa rules for travellers.
package travel

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/travel"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/auswaertigesamt"
	"github.com/farebox/farebox/internal/upstream/cdcnotices"
	"github.com/farebox/farebox/internal/upstream/fcdo"
	"github.com/farebox/farebox/internal/upstream/gac"
	"github.com/farebox/farebox/internal/upstream/passportindex"
	"github.com/farebox/farebox/internal/upstream/statedept"
)

// Handlers answers the travel routes.
type Handlers struct {
	us    *statedept.Client
	uk    *fcdo.Client
	ca    *gac.Client
	de    *auswaertigesamt.Client
	cdc   *cdcnotices.Client
	visas *passportindex.Client
	now   func() time.Time

	// places are the codes for the lists' names, by name: a few hundred, each computed once.
	places sync.Map
}

// New returns the handlers over the pool's providers; now is the clock that decides whether advice is old.
func New(pool *upstream.Pool, now func() time.Time) *Handlers {
	return &Handlers{
		us:    statedept.New(pool),
		uk:    fcdo.New(pool),
		ca:    gac.New(pool),
		de:    auswaertigesamt.New(pool),
		cdc:   cdcnotices.New(pool),
		visas: passportindex.New(pool),
		now:   now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// The names of sources.
const (
	srcUS    = "us_state"
	srcUK    = "uk_fcdo"
	srcCA    = "ca_gac"
	srcDE    = "de_aa"
	srcCDC   = "cdc_notices"
	srcVisas = "passport_index"
)

// heard is what one source says about a place, and its role.
type heard struct {
	source gen.Source
	err    error // why it says nothing: NotFound if its list lacks the place
	short  bool  // it lacks the place, and its list is far shorter than usual
}

// listed is a source that is a list: usual is the minimum number of entries of a complete one. What a short list
// has is valid; what it lacks means nothing.
func listed(name string, status upstream.ListStatus, err error, usual int) heard {
	said := heard{
		source: response.List(status),
		err:    err,
	}
	said.source.Name = name
	missing := upstream.KindOf(err) == upstream.NotFound
	if missing {
		said.source.Status = "empty"
	}
	if missing && status.Records < usual {
		said.short = true
		said.source.Detail = new("its list is shorter than usual: a place that it lacks may have been left out; " +
			status.Attribution)
	}
	return said
}

// partial reports whether a source did not answer, or one with a short list may have more.
func partial(all []heard) bool {
	return slices.ContainsFunc(all, func(said heard) bool {
		return said.short || response.Partial([]gen.Source{said.source})
	})
}

func sourcesOf(all []heard) []gen.Source {
	return response.Items(response.Each(all, func(said heard) gen.Source { return said.source }))
}

// silence is the error if no source says anything: NotFound only if all of them answered.
func silence(all []heard) error {
	for _, said := range all {
		if said.err != nil && upstream.KindOf(said.err) != upstream.NotFound {
			return said.err
		}
	}
	return upstream.NotFound.Errorf("no list has this place")
}

// page reads the British page on a place.
func (h *Handlers) page(ctx context.Context, code string) (*fcdo.Advice, heard) {
	index, _, err := h.uk.Index.Get()
	status := h.uk.Index.Status("Foreign travel advice")
	if err != nil {
		return nil, listed(srcUK, status, err, fcdo.Usual)
	}
	slug := h.slug(index, code)
	if slug == "" {
		return nil, listed(srcUK, status, upstream.NotFound.Errorf("not in the index"), fcdo.Usual)
	}

	ctx, reads := upstream.WithReads(ctx)
	advice, err := h.uk.Advice(ctx, slug)
	said := heard{
		source: response.Read(srcUK, reads, err),
		err:    err,
	}
	if err == nil {
		said.source.URL = new(pageOf(slug))
		said.source.AsOf = response.Moment(&advice.PublicUpdated)
	}
	return advice, said
}

// slug is the page of a place, by its name and then by its other names, or "".
func (h *Handlers) slug(index []fcdo.Country, code string) string {
	for _, c := range index {
		if h.names(c.Name, code) || c.Name == "Congo" && code == "CG" { // the other one has a longer name there
			return c.Slug
		}
	}
	for _, c := range index {
		for _, synonym := range c.Synonyms {
			if h.names(synonym, code) {
				return c.Slug
			}
		}
	}
	return ""
}

func pageOf(slug string) string { return "https://www.gov.uk/foreign-travel-advice/" + slug }

// ageOf is the age in days of something changed at a time, or null if that is unknown.
func (h *Handlers) ageOf(changed time.Time) *int {
	if changed.IsZero() {
		return nil
	}
	return new(response.AgeDays(changed, h.now()))
}
