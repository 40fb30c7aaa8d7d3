package web

import (
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/web"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/web/webtest"
	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

// newService is the family's routes with a fetch.Client of these options.
func newService(t testing.TB, options fetch.Options, opts ...fetch.Option) *handlertest.Service {
	t.Helper()
	extractor, err := extract.New()
	if err != nil {
		t.Fatal(err)
	}
	h := New(fetch.New(options, opts...), extractor, searcherOver(t, webtest.Answers()...), nil)
	return handlertest.New(t, "web", func(e *echo.Echo) { gen.RegisterHandlers(e, gen.NewStrictHandler(h, nil)) })
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	site := httptest.NewTLSServer(webtest.Handler())
	t.Cleanup(site.Close)
	newService(t, fetch.Options{}, fetchtest.Hosts(t, map[string]*httptest.Server{webtest.Host: site})).CheckExamples("fetched_at")
}
