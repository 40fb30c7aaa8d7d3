package organisations

import (
	"errors"
	"testing"

	"github.com/farebox/farebox/internal/party/organisations/organisationstest"
)

// TestNamesakesAreNotChosenAmong: a name of an organisation that has ended is never answered with another whose name is
// only alike, nor is one of several of the very name taken because its place is not known.
func TestNamesakesAreNotChosenAmong(t *testing.T) {
	other := organisationstest.Filer{CIK: "0000000009", Name: "Unrelated Corp", Tickers: []string{"UNR"}}
	ended := organisationstest.Record{
		LEI:          appleLEI,
		Name:         "ACME WIDGETS LIMITED",
		Jurisdiction: "GB",
		Status:       "INACTIVE",
		Registration: "RETIRED",
	}
	cases := []struct {
		why   string
		in    organisationstest.Registers
		query string
		tied  int
	}{
		{
			"one of the name has ended, one of a longer name is active",
			organisationstest.Registers{
				Filers: []organisationstest.Filer{other},
				Records: []organisationstest.Record{
					ended,
					{LEI: "INR2EJN1ERAN0W5ZP974", Name: "ACME WIDGETS HOLDINGS LIMITED", Jurisdiction: "GB"},
				},
			},
			"Acme Widgets Limited", 0,
		},
		{
			"a filer of no known place, and two others",
			organisationstest.Registers{
				Filers: []organisationstest.Filer{{CIK: "0000000007", Name: "Acme Inc", Tickers: []string{"ACME"}}},
				Records: []organisationstest.Record{
					{LEI: appleLEI, Name: "ACME INC", Jurisdiction: "US-NV"},
					{LEI: "INR2EJN1ERAN0W5ZP974", Name: "ACME INC", Jurisdiction: "US-TX"},
				},
			},
			"Acme Inc", 3,
		},
		{
			"only one of the name, and it has ended",
			organisationstest.Registers{
				Filers:  []organisationstest.Filer{other},
				Records: []organisationstest.Record{ended},
			},
			"Acme Widgets Limited", 0,
		},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			r, _ := over(t, &c.in)
			p, err := r.Resolve(t.Context(), Query{ByName, c.query}, Options{})
			var several *AmbiguousError
			if errors.As(err, &several) != (c.tied > 0) || several != nil && len(several.Candidates) != c.tied {
				t.Errorf("%v: cik %q lei %q", err, value(p.CIK), value(p.LEI))
			}
		})
	}
}
