// Package realestate answers the routes about homes in the United States.
package realestate

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/realestate"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/realestate/places"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/census"
	"github.com/farebox/farebox/internal/upstream/fhfa"
	"github.com/farebox/farebox/internal/upstream/huduser"
	"github.com/farebox/farebox/internal/upstream/zillow"
)

// Names of the sources in answers. Lists have the same names in /health.
const (
	srcCensus = "census"
	srcFHFA   = "fhfa"
	srcZHVI   = "zillow_zhvi"
	srcZORI   = "zillow_zori"
	srcHUD    = "hud"
)

// Statements that the publishers require of products that show their data.
const disclaimer = "This product uses FHFA Data but is neither endorsed nor certified by FHFA. " +
	"It uses the Census Bureau Data API but is not endorsed or certified by the Census Bureau, " +
	"and the HUD User Data API but is not endorsed or certified by HUD User."

var attribution = strings.Join([]string{
	census.Provider.Attribution,
	fhfa.Provider.Attribution,
	zillow.Provider.Attribution,
	huduser.Provider.Attribution,
}, "; ")

// Handlers answers the realestate routes.
type Handlers struct {
	places *places.Finder
	census *census.Client
	hud    *huduser.Client
	index  *upstream.Dataset[*fhfa.Index]
	values *regions
	rents  *regions
	now    func() time.Time
}

// New returns the handlers over the pool's providers, and declares their lists; now is the clock that decides which
// estimates are the newest.
func New(pool *upstream.Pool, now func() time.Time) *Handlers {
	return &Handlers{
		places: places.New(pool),
		census: census.New(pool),
		hud:    huduser.New(pool),
		index:  declareIndex(pool),
		values: declareRegions(pool, srcZHVI, zillow.HomeValues),
		rents:  declareRegions(pool, srcZORI, zillow.Rents),
		now:    now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// find reads and looks up a request's place.
func (h *Handlers) find(ctx context.Context, text string, kind places.Kind) (*places.Place, error) {
	q, err := places.Read("geo", text, kind)
	if err != nil {
		return nil, err
	}
	return h.places.Find(ctx, "geo", q)
}

// kindOf is the input type of a route.
func kindOf[T ~string](asked *T) places.Kind { return places.Kind(response.OrZero(asked)) }

func areaOf(a places.Area) gen.RealestateArea {
	return gen.RealestateArea{
		Level: gen.RealestateAreaLevel(a.Level),
		Code:  a.Code,
		Name:  a.Name,
	}
}

func geoOf(p *places.Place) gen.RealestateGeo {
	geo := gen.RealestateGeo{
		Name:            p.Asked.Name,
		Type:            gen.RealestateGeoType(p.Asked.Level),
		Code:            p.Asked.Code,
		MatchedAddress:  response.OrNull(p.Address),
		County:          response.Formed(p.County, areaOf),
		Cbsa:            response.Formed(p.CBSA, areaOf),
		CountyLandRatio: response.RoundOrNull(p.CountyRatio, 4),
	}

	if p.State != nil {
		geo.State = &p.State.Code
	}

	switch {
	case p.Former:
		geo.Note = new(
			"Connecticut's planning regions took the place of this county in 2022: newer statistics are by " +
				"planning region (FIPS codes 09110 to 09190), and what is shown may be of the state.",
		)
	case p.CountyRatio != nil && *p.CountyRatio < 0.9:
		geo.Note = new("This ZIP code lies in several counties; county is the one with most of its land.")
	}

	return geo
}

// list is the role of a list that may have nothing on the place.
func list(status upstream.ListStatus, err error) shared.Source {
	if err != nil && upstream.KindOf(err) != upstream.NotFound {
		return response.Source(status.ID, err)
	}
	source := response.List(status)
	if err != nil && source.Status == shared.SourceStatusOk {
		source.Status = shared.SourceStatusEmpty
	}
	return source
}

// usual is how old the newest figure of each source may be: the time between two, what it takes to publish, and some
// weeks. HUD's year ends in September, with the next one published.
var usual = map[string]time.Duration{
	srcFHFA: 240 * 24 * time.Hour,
	srcZHVI: 120 * 24 * time.Hour,
	srcZORI: 120 * 24 * time.Hour,
	srcHUD:  90 * 24 * time.Hour,
}

// until marks a source as stale whose figures ended longer ago than usual. End is the zero time if there are none.
func (h *Handlers) until(source shared.Source, end time.Time) shared.Source {
	if end.IsZero() {
		return source
	}
	return response.Until(source, end, h.now(), usual[source.Name])
}

// nothing is the error if no source had anything: a failure takes precedence over not found, and that over not
// configured.
func nothing(p *places.Place, errs ...error) error {
	var fused upstream.Fused[struct{}]
	for _, err := range errs {
		fused = append(fused, upstream.Outcome[struct{}]{Err: err})
	}
	err := fused.Err()
	if err == nil || errors.Is(err, upstream.NotFound) {
		return problem.NotFound("geo", "no source has data on %s", p.Asked.Name)
	}
	return err
}
