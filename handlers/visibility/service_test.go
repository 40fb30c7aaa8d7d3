package visibility

import (
	"encoding/json"
	"net/http"
	"reflect"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/visibility/visibilitytest"
	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

// today is the day for judging freshness in the tests.
var today = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// service is the family's routes behind validation by the spec.
type service struct{ *handlertest.Service }

func newService(t testing.TB, options fetch.Options, opts ...fetch.Option) *service {
	t.Helper()
	engine, err := extract.New()
	if err != nil {
		t.Fatal(err)
	}
	h := New(fetch.New(options, opts...), engine, func() time.Time { return today })
	return &service{handlertest.New(t, "visibility", h.Register)}
}

// get calls a route and returns the status and the JSON of the answer, which must match its schema.
func (s *service) get(route, name, value string) (int, map[string]any) {
	s.Helper()
	return s.Get(route, name, value)
}

// sites serves handlers under public names, over TLS.
func sites(t testing.TB, handlers map[string]http.Handler) fetch.Option {
	t.Helper()
	return fetchtest.Hosts(t, fetchtest.Servers(t, handlers))
}

// TestSpecExamplesAreWhatTheRoutesAnswer calls each route with the example of the spec and compares the whole answer.
func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	s := newService(t, fetch.Options{Now: func() time.Time { return today }}, sites(t, visibilitytest.Pages()))
	for route, item := range s.Doc.Paths.Map() {
		t.Run(route, func(t *testing.T) {
			p := item.Get.Parameters[0].Value
			status, got := s.get(route, p.Name, p.Example.(string))
			want := item.Get.Responses.Value("200").Value.Content.Get("application/json").Example
			if page, ok := got["page"].(map[string]any); ok && page["ttfb_ms"] != nil {
				page["ttfb_ms"] = 120.0 // the clock stands still here
			}
			if status != http.StatusOK || !reflect.DeepEqual(any(got), want) {
				g, _ := json.MarshalIndent(got, "", " ")
				w, _ := json.MarshalIndent(want, "", " ")
				t.Errorf("%d\ngot  %s\nwant %s", status, g, w)
			}
		})
	}
}

var at = handlertest.Member

// named is the member of a list whose key has the value.
func named(list any, key, value string) map[string]any {
	items, _ := list.([]any)
	for _, item := range items {
		if m, ok := item.(map[string]any); ok && m[key] == value {
			return m
		}
	}
	return nil
}
