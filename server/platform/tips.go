package platform

import (
	"context"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/tips"
)

// Tips answers the tip routes. The payment is the whole of their work.
type Tips struct{}

// Register puts the family's routes on the router.
func (t Tips) Register(e *echo.Echo) { gen.Register(e, t) }

// TipCent answers GET /donation001.
func (Tips) TipCent(context.Context, gen.TipCentRequestObject) (gen.TipCentResponseObject, error) {
	return gen.TipCent200JSONResponse{Message: "Thank you for the tip of $0.01.", AmountUSD: "0.01"}, nil
}

// TipDollar answers GET /donation.
func (Tips) TipDollar(context.Context, gen.TipDollarRequestObject) (gen.TipDollarResponseObject, error) {
	return gen.TipDollar200JSONResponse{Message: "Thank you for the tip of $1.00.", AmountUSD: "1"}, nil
}

// TipFiveDollars answers GET /donation5.
func (Tips) TipFiveDollars(context.Context, gen.TipFiveDollarsRequestObject) (gen.TipFiveDollarsResponseObject, error) {
	return gen.TipFiveDollars200JSONResponse{Message: "Thank you for the tip of $5.00.", AmountUSD: "5"}, nil
}
