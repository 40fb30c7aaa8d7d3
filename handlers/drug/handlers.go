// Package drug answers the routes about drugs and devices on the market of the United States: from openFDA, RxNorm and
// DailyMed.
package drug

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/drug"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/dailymed"
	"github.com/farebox/farebox/internal/upstream/openfda"
	"github.com/farebox/farebox/internal/upstream/rxnorm"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Handlers answers the routes of the family.
type Handlers struct {
	fda    *openfda.Client
	labels *dailymed.Client
	names  resolver
	now    func() time.Time
}

// New returns the handlers over the pool's providers; now is the clock for the age of the list of shortages.
func New(pool *upstream.Pool, now func() time.Time) *Handlers {
	fda := openfda.New(pool)
	return &Handlers{
		fda:    fda,
		labels: dailymed.New(pool),
		names: resolver{
			fda:  fda,
			norm: rxnorm.New(pool),
		},
		now: now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// Names of the sources in answers: the data sets of openFDA and of RxNorm, which fail one by one, and the other.
const (
	sourceNames     = "rxnorm"
	sourceSalts     = "rxnorm_salts"
	sourceProducts  = "openfda_ndc"
	sourceLabels    = "openfda_label"
	sourceDailyMed  = "dailymed"
	sourceReports   = "openfda_event"
	sourceRecalls   = "openfda_enforcement"
	sourceApprovals = "openfda_drugsfda"
	sourceShortages = "openfda_shortages"
	sourceDevices   = "openfda_device_event"
)

const (
	creditFDA   = "openFDA, U.S. Food and Drug Administration (CC0 1.0)"
	creditNames = "RxNorm, U.S. National Library of Medicine"
	creditLabel = "DailyMed, U.S. National Library of Medicine"
	creditDrugs = creditFDA + "; " + creditNames

	disclaimer = "Unvalidated public records of the US market, for information. Not medical advice: do not rely on " +
		"them to decide on treatment."
)

// dataset is a source that was asked, with how many records it gave and the day of its data, as 2026-07-30.
func dataset(name string, reads *upstream.Reads, records int, updated string, err error) shared.Source {
	source := response.Read(name, reads, err)
	if err != nil {
		return source
	}

	source.Records = new(records)
	if day, err := time.Parse(time.DateOnly, updated); err == nil {
		source.AsOf = new(day)
	}
	return source
}

// missing is whether a source says that it has no such record.
func missing(err error) bool { return upstream.KindOf(err) == upstream.NotFound }

// failed is whether a source should have said something and did not. A count that has no values has been made.
func failed(err error) bool { return err != nil && upstream.StatusOf(err) != upstream.StatusEmpty }

// inPart is a source that answered, and of which some counts could not be read because of err.
func inPart(source shared.Source, err error, what string) shared.Source {
	if !failed(err) {
		return source
	}
	source.Status = shared.SourceStatus(upstream.StatusOf(err))
	source.Detail = &what
	return source
}

// firstFailure is the first failure among sources asked side by side, nil when all said something.
func firstFailure[T any](fused upstream.Fused[T]) error {
	for _, outcome := range fused {
		if failed(outcome.Err) {
			return outcome.Err
		}
	}
	return nil
}

// day is a date of a record as answers show it, null if it is not one.
func day(text scalar.Text) *string {
	return response.Date(text.Day())
}

func firstOf[T any](list []T, n int) []T { return list[:min(n, len(list))] }
