package freight

import (
	"testing"

	"github.com/farebox/farebox/handlers/freight/freighttest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/fmcsa"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: append(freighttest.Answers(), freighttest.Tables()),
		Serve:   handlertest.Given(serve, ""),
		Meant: map[string]string{
			"az4n-8mr2.json [].crgo_": "the portal leaves out what is null, and a kind of cargo is X or null",
		},
	}.Hold(t)
}

// TestAbsenceClearsNobody: a carrier that was ordered to stop, and one whose authority lapsed, are not cleared by
// what a source leaves out.
func TestAbsenceClearsNobody(t *testing.T) {
	const order = `[{"oos_date":"2026-08-01T00:00:00.000","oos_reason":"failure to pay","status":"ACTIVE"}]`
	for _, bad := range [][]upstreamtest.Answer{
		{
			dotRow(fmcsa.AuthoritySet, "700", motus("Active", "1000000")),
			dotRow(fmcsa.OutOfServiceSet, "700", order),
		},
		{
			dotRow(fmcsa.AuthoritySet, "700", motus("Inactive", "0.00")),
			dotRow(fmcsa.LegacyAuthoritySet, "700", legacy("A", "01000")),
		},
	} {
		handlertest.Absence{
			Answers: append(bad,
				registered("700", ""),
				freighttest.Begins(fmcsa.InspectionsSet, oneTruck),
				upstreamtest.Answer{URL: live + "*", Body: `{"content":[]}`},
				nothing,
				freighttest.Tables(),
			),
			Serve:    handlertest.Given(serve, ""),
			Requests: []string{"/freight/carrier?dot=700"},
			Meant: map[string]string{
				"az4n-8mr2.json [].crgo_":         "the portal leaves out what is null",
				"inys-ebih.json [].bipd_file":     "the frozen file's amount stands, with the reason insurance_dated",
				"inys-ebih.json [].docket_number": "no docket of the row is known",
			},
		}.Hold(t)
	}
}
