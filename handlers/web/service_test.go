package web

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/web/webtest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

// newService is the family's routes with a fetch.Client of these options.
func newService(t testing.TB, options fetch.Options, opts ...fetch.Option) *handlertest.Service {
	t.Helper()
	return over(t, upstreamtest.New(t, webtest.Answers()...), options, opts...)
}

func over(
	t testing.TB, world *upstreamtest.World, options fetch.Options, opts ...fetch.Option,
) *handlertest.Service {
	t.Helper()
	extractor, err := extract.New()
	if err != nil {
		t.Fatal(err)
	}
	h := New(Sources{
		PDF:       pdfReader,
		Fetcher:   fetch.New(options, opts...),
		Extractor: extractor,
		Pool:      world.Pool(t, nil),
	}, clock)
	return handlertest.New(t, "web", h.Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	sites := fetchtest.Servers(t, webtest.Pages())
	newService(t, fetch.Options{Now: clock}, fetchtest.Hosts(t, sites)).CheckExamples("fetched_at")
}
