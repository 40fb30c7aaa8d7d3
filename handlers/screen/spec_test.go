package screen

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/party/sanctions/sanctionstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func noon() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// loaded are the lists as the answers give them, each asked for once.
func loaded(t *testing.T, env map[string]string, answers ...upstreamtest.Answer) (*sanctions.Lists, *upstreamtest.World) {
	t.Helper()
	w := upstreamtest.New(t, answers...)
	return over(t, env, w), w
}

func over(t testing.TB, env map[string]string, w *upstreamtest.World) *sanctions.Lists {
	t.Helper()
	pool := w.Pool(t, env, upstreamtest.SmallLists, upstreamtest.At(noon))
	l := sanctions.New(pool, names.New())
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(l.Refresh(t.Context()), l.RefreshNames(t.Context())); err != nil {
		t.Log(err)
	}
	return l
}

func service(t testing.TB, lists *sanctions.Lists) *handlertest.Service {
	t.Helper()
	return handlertest.New(t, "screen", New(lists, noon).Register)
}

func call(t *testing.T, s *handlertest.Service, target string) (int, []byte) {
	t.Helper()
	return s.Exchange(t, handlertest.Request(http.MethodGet, target, ""))
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	lists, world := loaded(t, nil, sanctionstest.Answers()...)
	if m := world.Misses(); len(m) > 0 {
		t.Fatalf("asked for what no publisher has: %q", m)
	}
	service(t, lists).CheckExamples()
}
