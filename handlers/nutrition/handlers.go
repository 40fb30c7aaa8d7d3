// Package nutrition answers the routes about nutrients of foods and packaged products.
package nutrition

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/nutrition"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/fdc"
	"github.com/farebox/farebox/internal/upstream/openfoodfacts"
)

// Handlers answers the nutrition routes.
type Handlers struct {
	foods    *fdc.Client
	products *openfoodfacts.Client
}

// New returns the handlers over the pool's providers.
func New(pool *upstream.Pool) *Handlers {
	return &Handlers{
		foods:    fdc.New(pool),
		products: openfoodfacts.New(pool),
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// The bases of amounts.
const (
	inGrams       = "100 g"
	inMillilitres = "100 ml"
)

// date is a day as FoodData Central writes it, 8/31/2023 or 2023-08-31; nil for anything else.
func date(texts ...string) *string {
	for _, text := range texts {
		for _, form := range []string{time.DateOnly, "1/2/2006"} {
			if day, err := time.Parse(form, text); err == nil {
				return new(day.Format(time.DateOnly))
			}
		}
	}
	return nil
}
