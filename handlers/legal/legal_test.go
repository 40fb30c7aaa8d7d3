package legal

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/legal/legaltest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream/federalregister"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var engine = names.New()

func handlers(tb testing.TB, env map[string]string, answers ...upstreamtest.Answer) (*Handlers, *upstreamtest.World) {
	tb.Helper()
	world := upstreamtest.New(tb, answers...)
	h := over(tb, env, world)
	if slices.ContainsFunc(answers, func(a upstreamtest.Answer) bool { return a.URL == legaltest.Agencies }) {
		if err := h.agencies.Refresh(tb.Context()); err != nil {
			tb.Fatal(err)
		}
	}
	return h, world
}

// over are the handlers over a world.
func over(tb testing.TB, env map[string]string, world *upstreamtest.World) *Handlers {
	tb.Helper()
	now := func() time.Time { return legaltest.Now }
	pool := world.Pool(tb, env, upstreamtest.SmallLists, upstreamtest.At(now))
	return New(pool, federalregister.NewDirectory(pool), engine, now)
}

func service(
	tb testing.TB, env map[string]string, answers ...upstreamtest.Answer,
) (*handlertest.Service, *upstreamtest.World) {
	tb.Helper()
	h, world := handlers(tb, env, answers...)
	return handlertest.New(tb, "legal", h.Register), world
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, legaltest.Keys, legaltest.Answers()...))
}

// cases is an answer of CourtListener to every search.
func cases(status int, body string) upstreamtest.Answer {
	return upstreamtest.Answer{URL: legaltest.Search, Status: status, Body: body}
}

// patentOffice is an answer of the patent office to every search.
func patentOffice(status int, body string) upstreamtest.Answer {
	return upstreamtest.Answer{Method: http.MethodPost, URL: legaltest.Patents, Status: status, Body: body}
}

// register is an answer of the Federal Register to every search.
func register(status int, body string) upstreamtest.Answer {
	return upstreamtest.Answer{URL: legaltest.Documents, Status: status, Body: body}
}

const (
	noCases     = `{"count":0,"results":[]}`
	noPatents   = `{"detailedMessage":"No matching records found"}`
	noDocuments = `{"description":"x","count":0}`
)

func TestUnknownAgencyIsAnsweredWithTheNearest(t *testing.T) {
	s, _ := service(t, legaltest.Keys, legaltest.Answers()...)
	status, got := s.Get("/legal/regulatory", "name", "Acme", "agency", "department-of-homeland-safety")
	if list, _ := got["candidates"].([]any); status != 404 || len(list) == 0 || list[0] != "homeland-security-department" {
		t.Errorf("%d %v", status, got)
	}
}

func TestUnknownAgencyIsRefusedBeforeTheListIsLoaded(t *testing.T) {
	s, _ := service(t, legaltest.Keys, register(400, `{"errors":{"agencies":"invalid value"}}`),
		cases(200, noCases), patentOffice(404, noPatents))
	for _, route := range []string{"/legal/regulatory", "/legal/profile"} {
		status, got := s.Get(route, "name", "Acme Corp", "agency", "zzzz-agency")
		if status != http.StatusNotFound || got["field"] != "agency" {
			t.Errorf("%s: %d %v", route, status, got)
		}
	}
}

func TestNameThatNobodyWritesSoIsSearchedWithoutItsLegalForm(t *testing.T) {
	const core = "%22Acme+Widgets%22"
	opinion := `{"count":1,"results":[{"caseName":"Doe v. Acme Widgets, L.L.C.","court":"Court",` +
		`"dateFiled":"2025-01-02","docketNumber":"1","suitNature":"","citation":[]}]}`
	s, _ := service(t, legaltest.Keys,
		upstreamtest.Answer{URL: legaltest.Search + "?q=caseName:(" + core + ")&type=o", Body: opinion},
		cases(200, `{"count":0,"results":[]}`),
		upstreamtest.Answer{URL: legaltest.Documents + "?conditions[term]=" + core, Body: legaltest.Found},
		register(200, noDocuments),
		upstreamtest.Answer{Method: http.MethodPost, URL: legaltest.Patents, BodyHas: `\"Acme Widgets\"`,
			Body: legaltest.Granted},
		patentOffice(404, noPatents),
	)
	for _, c := range []struct {
		query []string
		count string
	}{
		{[]string{"/legal/litigation", "name", "Acme Widgets, LLC", "type", "o"}, "count"},
		{[]string{"/legal/regulatory", "name", "Acme Widgets, LLC"}, "count"},
		{[]string{"/legal/patents", "name", "Acme Widgets, LLC"}, "total"},
	} {
		status, got := s.Get(c.query[0], c.query[1:]...)
		if status != http.StatusOK || got[c.count] == 0.0 || got[c.count] == nil {
			t.Errorf("%v: %d %v", c.query, status, got)
		}
	}
	_, got := s.Get("/legal/litigation", "name", "Acme, LLC", "type", "o")
	if got["count"] != 0.0 {
		t.Errorf("a word of the language was searched by itself: %v", got)
	}
}
