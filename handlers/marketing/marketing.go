// Package marketing answers the /marketing routes: funnels, attribution, spend ratios and A/B tests, computed only
// from the rows that the caller sends. Package table reads the rows.
//
// Sums of the caller's numbers are exact decimals, independent of the order of rows; ratios are doubles. A ratio
// without a denominator is null and named in warnings; NaN and infinity never appear.
package marketing

import (
	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/marketing"
)

// disclaimer ends every answer of the family.
const disclaimer = "Computation over the data sent only. " +
	"The data was not checked and nothing was measured; not business advice."

// Caps of the family, as documented; the cap on rows is [table.MaxRows].
const (
	maxPaths   = 100_000
	maxTouches = 500_000
	maxStages  = 64
)

// Bounds that keep an answer readable and its size in proportion to the request.
const (
	maxNameBytes       = 500 // of the name of a channel, a stage or a journey
	defaultMaxChannels = 1000
	maxStageCells      = 100_000 // stages times channels in an answer
)

// Names for channels without a name, for unlisted ones, and for all.
const (
	unknownChannel = "(unknown)"
	otherChannels  = "(other)"
	allChannels    = "(total)"
)

// Handlers answers the routes of the family. The zero value is ready to use.
type Handlers struct{}

// New is the family's handlers.
func New() *Handlers { return &Handlers{} }

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// ratio is a/b, or nil without a denominator, an operand or a finite result.
func ratio(a, b *float64) *float64 {
	if a == nil || b == nil || *b == 0 {
		return nil
	}

	return finite(*a / *b)
}

// finite is x with negative zero normalised, or nil if x is not a number.
func finite(x float64) *float64 {
	if x-x != 0 { // infinite or not a number
		return nil
	}
	x += 0 // -0 becomes 0

	return &x
}
