package cryptonews

import (
	"net/http"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/cryptonews/cryptonewstest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func atNow() time.Time { return cryptonewstest.Now }

// serve is the service over these publishers' hosts and answers of the index.
func serve(t testing.TB, now func() time.Time, pages map[string]http.Handler, answers ...upstreamtest.Answer) *handlertest.Service {
	t.Helper()
	return over(t, now, pages, upstreamtest.New(t, answers...))
}

func over(
	t testing.TB, now func() time.Time, pages map[string]http.Handler, world *upstreamtest.World,
) *handlertest.Service {
	t.Helper()
	for host, page := range pages {
		world.Handle(host, page)
	}
	return serveFrom(t, now, world.Pool(t, nil, upstreamtest.At(now)))
}

func serveFrom(t testing.TB, now func() time.Time, pool *upstream.Pool) *handlertest.Service {
	t.Helper()
	h, err := New(pool, now)
	if err != nil {
		t.Fatal(err)
	}
	return handlertest.New(t, "cryptonews", h.Register)
}
