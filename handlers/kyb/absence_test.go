package kyb

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/party/filers"
	"github.com/farebox/farebox/internal/party/organisations"
	"github.com/farebox/farebox/internal/party/organisations/organisationstest"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/party/sanctions/sanctionstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known. The names of all filers are not loaded, as they
// take a while.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: examples(),
		Serve:   serveFew,
		Meant:   map[string]string{"company_tickers.json 1": "companies are data"},
	}.Hold(t)
}

// serveFew makes the routes with the table of tickers and the lists of sanctions.
func serveFew(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
	tb.Helper()
	pool := world.Pool(tb, nil, upstreamtest.SmallLists, upstreamtest.At(now))
	directory := filers.New(pool)
	registers := organisations.New(pool, directory, engine, now)
	lists := sanctions.New(pool, engine)
	for _, err := range []error{
		directory.Lists().Companies.Refresh(tb.Context()),
		lists.Refresh(tb.Context()),
	} {
		if err != nil {
			tb.Log(err)
		}
	}
	return handlertest.New(tb, "kyb", New(registers, lists, now).Register)
}

// TestAbsenceClearsNobody: a dissolved company, and one with the name of a listed party, are not cleared by what a
// register leaves out.
func TestAbsenceClearsNobody(t *testing.T) {
	for _, change := range []func(*organisationstest.Record){
		func(r *organisationstest.Record) {
			r.Registration = "RETIRED"
			r.Status = "INACTIVE"
			r.Expired = "DISSOLVED"
		},
		func(r *organisationstest.Record) { r.Name = "Lazarus Group" },
	} {
		registers := organisationstest.Registers{Records: record(change)}
		handlertest.Absence{
			Answers: sanctionstest.Answers(),
			Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
				registers.Mount(world)
				return serveFew(tb, world)
			},
			Requests: []string{"/kyb/verify?lei=" + lei},
		}.Hold(t)
	}
}
