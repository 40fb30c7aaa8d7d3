package geo

import (
	"testing"

	"github.com/farebox/farebox/handlers/geo/geotest"
	"github.com/farebox/farebox/handlers/handlertest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: geotest.AnswersAt(geotest.Now),
		Serve:   handlertest.Given(serve, geotest.Now),
		Meant: map[string]string{
			"nominatim.openstreetmap.org/reverse address.city":           "the nearest city of the table instead, with its distance",
			"nominatim.openstreetmap.org/search [].address.house_number": "a street without its house, which is not exact",
			"nominatim.openstreetmap.org/search [].address.postcode":     "a place without the postcode asked for, which is not exact",
		},
	}.Hold(t)
}
