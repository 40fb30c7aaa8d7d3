// Package geo answers the routes about places on the earth: positions of addresses, addresses of positions, and the
// weather of the United States.
package geo

import (
	"fmt"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/geo"
	"github.com/farebox/farebox/handlers/geo/borders"
	"github.com/farebox/farebox/handlers/geo/cities"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/ban"
	"github.com/farebox/farebox/internal/upstream/censusgeocoder"
	"github.com/farebox/farebox/internal/upstream/nominatim"
	"github.com/farebox/farebox/internal/upstream/nws"
	"github.com/farebox/farebox/internal/upstream/pdok"
	"github.com/farebox/farebox/internal/upstream/photon"
	"github.com/farebox/farebox/internal/upstream/postcodesio"
)

// Handlers answers the routes.
type Handlers struct {
	census    *censusgeocoder.Client
	ban       *ban.Client
	pdok      *pdok.Client
	postcodes *postcodesio.Client
	nominatim *nominatim.Client
	photon    *photon.Client
	weather   *nws.Client

	nominatimLine *line
	photonLine    *line

	states *borders.Map
	cities *cities.Table
	now    func() time.Time
}

// New returns the handlers over the pool's providers; now is the clock that the age of observations is counted by.
func New(pool *upstream.Pool, now func() time.Time) (*Handlers, error) {
	states, err := borders.Load()
	if err != nil {
		return nil, fmt.Errorf("loading: %w", err)
	}

	table, err := cities.Load()
	if err != nil {
		return nil, fmt.Errorf("loading: %w", err)
	}

	return &Handlers{
		census:    censusgeocoder.New(pool),
		ban:       ban.New(pool),
		pdok:      pdok.New(pool),
		postcodes: postcodesio.New(pool),
		nominatim: nominatim.New(pool),
		photon:    photon.New(pool),
		weather:   nws.New(pool),
		states:    states,
		cities:    table,
		now:       now,

		nominatimLine: &line{each: pool.Client(nominatim.Provider).Interval()},
		photonLine:    &line{each: pool.Client(photon.Provider).Interval()},
	}, nil

}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }
