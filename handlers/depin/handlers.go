// Package depin answers the routes about decentralised physical networks.
package depin

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/depin"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/dimo"
	"github.com/farebox/farebox/internal/upstream/geodnet"
	"github.com/farebox/farebox/internal/upstream/heliumentity"
	"github.com/farebox/farebox/internal/upstream/relay"
	"github.com/farebox/farebox/internal/upstream/weatherxm"
)

// Handlers answers the depin routes.
type Handlers struct {
	helium    *heliumentity.Client
	relay     *relay.Client
	dimo      *dimo.Client
	geodnet   *geodnet.Client
	weatherxm *weatherxm.Client
	now       func() time.Time
}

// New returns the handlers over the pool's providers; now is the clock of the answers.
func New(pool *upstream.Pool, now func() time.Time) *Handlers {
	return &Handlers{
		helium:    heliumentity.New(pool),
		relay:     relay.New(pool),
		dimo:      dimo.New(pool),
		geodnet:   geodnet.New(pool),
		weatherxm: weatherxm.New(pool),
		now:       now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

func (h *Handlers) checkedAt() time.Time { return h.now().UTC().Truncate(time.Second) }
