package server

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/farebox/farebox/internal/drift"
	"github.com/farebox/farebox/internal/intake"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/server/standins"
)

// driftWorld is the world of the contract test, for calls without payment, cache and limits. Its clock stands still, so
// that two answers to one call are alike.
type driftWorld struct {
	spec     *spec.Spec
	internet *upstreamtest.World
	base     *sources // what all rooms share
	lookup   func(string) (string, bool)
	now      func() time.Time
	lists    string // where they have been downloaded to
	tracer   *sdktrace.TracerProvider
	families map[string]family
}

func newDriftWorld(t *testing.T) *driftWorld {
	t.Helper()
	moment := time.Now().Truncate(time.Second)
	w := &driftWorld{
		internet: upstreamtest.New(t, standins.Answers()...),
		now:      func() time.Time { return moment },
		lists:    t.TempDir(),
		tracer:   sdktrace.NewTracerProvider(),
		families: map[string]family{},
	}
	for _, f := range families {
		w.families[f.name] = f
	}
	mountChain(t, w.internet, w.now)

	s := start(t, newKey(t), nil, func(p *Parts) {
		p.Upstreams = w.pool(w.internet)
		p.Now = w.now
	})
	loadDatasets(t, s.server.parts.Upstreams)
	base, err := s.server.sources()
	if err != nil {
		t.Fatal(err)
	}
	w.base = base
	w.spec = s.spec
	w.lookup = s.server.lookup
	return w
}

// pool keeps no answers and knows no limits.
func (w *driftWorld) pool(transport http.RoundTripper) *upstream.Pool {
	return upstream.NewPool(upstream.Options{
		Transport:  transport,
		DataDir:    w.lists,
		RateScale:  1e6,
		CacheBytes: 1,
		SmallLists: true,
		Now:        w.now,
		Rand:       func() float64 { return 0 },
		UserAgent:  "farebox/test (+https://farebox.test)",
		Lookup: func(name string) (string, bool) {
			value, ok := standins.Keys[name]
			return value, ok
		},
	})
}

// driftRoom is the handlers of one family, who have nothing in mind yet, with a tap on the way to their providers.
type driftRoom struct {
	world *driftWorld
	tap   *drift.Tap
	pool  *upstream.Pool
	echo  *echo.Echo
	close func()
}

// room makes one, with the lists loaded or without.
func (w *driftWorld) room(t *testing.T, name string, lists bool) *driftRoom {
	t.Helper()
	room := &driftRoom{
		world: w,
		tap:   &drift.Tap{World: w.internet},
		echo:  echo.New(),
		close: func() {},
	}
	room.tap.Begin(nil)
	room.pool = w.pool(room.tap)
	room.echo.HTTPErrorHandler = func(err error, c echo.Context) {
		problem.From(intake.Problem(err)).Write(c.Response(), "")
	}

	from := *w.base
	from.pool = room.pool
	if err := from.engines(w.lookup); err != nil {
		t.Fatal(err)
	}
	handlers, err := w.families[name].make(&from)
	if err != nil {
		t.Fatal(err)
	}
	handlers.Register(room.echo)
	if lists {
		room.load(t)
	}
	return room
}

// load reads the lists from the disk.
func (r *driftRoom) load(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		r.pool.RunDatasets(ctx, 0)
		close(done)
	}()
	r.close = func() {
		cancel()
		<-done
	}
	for slices.ContainsFunc(r.pool.DatasetHealth(), upstream.DatasetHealth.Lacks) {
		if ctx.Err() != nil {
			t.Fatal(ctx.Err())
		}
		time.Sleep(time.Millisecond)
	}
}

// rested lets providers that have failed answer once, so that no circuit opens for the next call. It is false when that
// does not help.
func (r *driftRoom) rested(t *testing.T, op *spec.Operation) bool {
	t.Helper()
	failing := func(h upstream.Health) bool { return h.Failures > 0 || h.Breaker != "closed" }
	if !slices.ContainsFunc(r.pool.Health(), failing) {
		return true
	}
	r.ask(t, op, nil)
	return !slices.ContainsFunc(r.pool.Health(), failing)
}

// ask calls an operation with its example while change is made to what providers say; nil is none.
func (r *driftRoom) ask(t *testing.T, op *spec.Operation, change *drift.Change) (answer drift.Answer) {
	t.Helper()
	r.tap.Begin(change)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	ctx, whole := r.world.tracer.Tracer("drift").Start(ctx, op.Name())
	defer whole.End()

	request := exampleOf(t, op).WithContext(ctx)
	if err := intake.Validate(request, op); err != nil {
		t.Fatalf("%s with its example: %v", op.Name(), err)
	}
	defer func() {
		if cause := recover(); cause != nil {
			answer = drift.Answer{Panic: cause}
		}
	}()
	recorder := httptest.NewRecorder()
	r.echo.ServeHTTP(recorder, request)
	return drift.Answer{
		Status: recorder.Code,
		Body:   recorder.Body.Bytes(),
	}
}

// exampleOf is the operation's call with the example inputs of the spec.
func exampleOf(t *testing.T, op *spec.Operation) *http.Request {
	t.Helper()
	if op.Body == nil {
		query := url.Values{}
		for name, value := range op.ExampleQuery() {
			query.Set(name, value)
		}
		return httptest.NewRequest(op.Method, op.Path+"?"+query.Encode(), nil)
	}

	body, err := json.Marshal(op.BodyExample)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(op.Method, op.Path, bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return r
}
