// Package freight answers the routes about motor carriers: whether one may be hired for a haul, and which ones go by a
// name.
package freight

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/freight"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/fmcsa"
	"github.com/farebox/farebox/internal/upstream/qcmobile"
)

// Names of the sources in answers.
const (
	srcCensus              = "census"
	srcAuthority           = "motus_carrier"
	srcHistory             = "motus_authority_history"
	srcInsurance           = "motus_insurance"
	srcInsuranceHistory    = "motus_insurance_history"
	srcOrders              = "motus_orders"
	srcOutOfService        = "out_of_service_orders"
	srcInspections         = "inspections"
	srcCrashes             = "crashes"
	srcProperty            = "sms_property"
	srcPropertyIntrastate  = "sms_property_intrastate"
	srcPassenger           = "sms_passenger"
	srcPassengerIntrastate = "sms_passenger_intrastate"
	srcLegacyAuthority     = "legacy_carrier"
	srcLegacyInsurance     = "legacy_insurance"
	srcQC                  = "qcmobile"
	srcQCAuthority         = "qcmobile_authority"
	srcQCCargo             = "qcmobile_cargo"
	srcQCClasses           = "qcmobile_classes"
)

// datasets are the tables behind the names.
var datasets = map[string]fmcsa.Dataset{
	srcCensus:              fmcsa.CensusSet,
	srcAuthority:           fmcsa.AuthoritySet,
	srcHistory:             fmcsa.AuthorityHistorySet,
	srcInsurance:           fmcsa.InsuranceSet,
	srcInsuranceHistory:    fmcsa.InsuranceHistorySet,
	srcOrders:              fmcsa.OrdersSet,
	srcOutOfService:        fmcsa.OutOfServiceSet,
	srcInspections:         fmcsa.InspectionsSet,
	srcCrashes:             fmcsa.CrashesSet,
	srcProperty:            fmcsa.PropertySet,
	srcPropertyIntrastate:  fmcsa.PropertyIntrastateSet,
	srcPassenger:           fmcsa.PassengerSet,
	srcPassengerIntrastate: fmcsa.PassengerIntrastateSet,
	srcLegacyAuthority:     fmcsa.LegacyAuthoritySet,
	srcLegacyInsurance:     fmcsa.LegacyInsuranceSet,
}

// What a source may take. A look-up in the census has been seen to take up to 43 seconds.
const (
	slowBudget = 25 * time.Second
	fastBudget = 12 * time.Second
)

// window is how far back inspections and crashes are looked at, in months. FMCSA's own measures look as far.
const window = 24

// Handlers answers the freight routes.
type Handlers struct {
	open  *fmcsa.Client
	live  *qcmobile.Client
	names *names.Engine
	same  *samename.Rule
	now   func() time.Time
}

// New returns the handlers over the pool's providers; now is the clock for ages.
func New(pool *upstream.Pool, engine *names.Engine, now func() time.Time) *Handlers {
	return &Handlers{
		open:  fmcsa.New(pool),
		live:  qcmobile.New(pool),
		names: engine,
		same:  samename.New(engine),
		now:   now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }
