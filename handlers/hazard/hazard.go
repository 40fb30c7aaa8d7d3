// Package hazard answers the routes about natural hazards at a place in the United States: FEMA's risk index and flood
// maps, and the seismic design values of the U.S. Geological Survey.
package hazard

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/hazard"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/censusgeocoder"
	"github.com/farebox/farebox/internal/upstream/femanfhl"
	"github.com/farebox/farebox/internal/upstream/femanri"
	"github.com/farebox/farebox/internal/upstream/usgsdesign"
)

// Names of the sources in answers.
const (
	srcGeocoder     = "census_geocoder"
	srcTract        = "fema_nri_tracts"
	srcCounty       = "fema_nri_counties"
	srcZones        = "fema_nfhl_zones"
	srcPanels       = "fema_nfhl_panels"
	srcRevisions    = "fema_nfhl_revisions"
	srcAvailability = "fema_nfhl_availability"
	srcDesign       = "usgs_design"
)

// Handlers answers the hazard routes.
type Handlers struct {
	geocoder *censusgeocoder.Client
	index    *femanri.Client
	floods   *femanfhl.Client
	designs  *usgsdesign.Client
}

// New returns the handlers over the pool's providers.
func New(pool *upstream.Pool) *Handlers {
	return &Handlers{
		geocoder: censusgeocoder.New(pool),
		index:    femanri.New(pool),
		floods:   femanfhl.New(pool),
		designs:  usgsdesign.New(pool),
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// areasBudget is for the county where it is not the answer itself.
const areasBudget = 8 * time.Second
