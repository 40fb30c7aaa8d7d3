package server

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/farebox/farebox/handlers/gdelt/gdelttest"
	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/drift"
	"github.com/farebox/farebox/internal/intake"
	"github.com/farebox/farebox/internal/network/dnslookup/dnslookuptest"
	"github.com/farebox/farebox/internal/network/tlsinfo"
	"github.com/farebox/farebox/internal/operation"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/promise"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
	"github.com/farebox/farebox/internal/web/fetch/render"
	"github.com/farebox/farebox/server/standins"
)

// driftWorld is an internet of providers with the service before it, for calls without payment, cache and limits. Its
// clock stands still, so that two answers to one call are alike.
type driftWorld struct {
	spec     *spec.Spec
	internet http.RoundTripper
	ages     bool   // lists are as old as they say
	recorded bool   // it has what real providers said, and no lists
	contact  string // in the User-Agent; some providers answer nobody without an address
	keys     map[string]string
	settings map[string]string // of the service, over those of all tests
	base     *sources          // what all rooms share
	deaf     *sources          // the same where neither the DNS nor any site answers
	lookup   func(string) (string, bool)
	now      func() time.Time
	lists    string                            // where they have been downloaded to
	awaited  func(upstream.DatasetHealth) bool // a list that a room does not begin without
	tracer   *sdktrace.TracerProvider
	families map[string]family
}

// fixtureWorld is that of the contract test.
func fixtureWorld(t testing.TB) *driftWorld {
	t.Helper()
	w := newDriftWorld(t, standins.Keys)
	fixtures := upstreamtest.New(t, standins.AnswersAt(w.now())...)
	mountChain(t, fixtures, w.now)
	w.internet = fixtures
	w.start(t)
	loadDatasets(t, w.base.pool)
	return w
}

// recordedWorld has the recorded answers beside the repository. There are no lists in it: recordings of them are
// excerpts.
func recordedWorld(t testing.TB) *driftWorld {
	t.Helper()
	keys := maps.Clone(standins.Keys)
	keys["FEC_API_KEY"] = "test"
	keys["FMCSA_WEBKEY"] = "test"
	w := newDriftWorld(t, keys)
	w.internet = unhurried{samples.Replay(t)}
	w.recorded = true
	w.start(t)
	return w
}

// unhurried lets failures take their time: what is asked side by side has all been asked then, before enough has failed
// for a circuit to open.
type unhurried struct{ http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (u unhurried) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := u.RoundTripper.RoundTrip(r)
	if err == nil && resp.StatusCode >= http.StatusInternalServerError {
		time.Sleep(30 * time.Millisecond)
	}
	return resp, err
}

func newDriftWorld(t testing.TB, keys map[string]string) *driftWorld {
	t.Helper()
	w := &driftWorld{
		keys:     keys,
		now:      func() time.Time { return gdelttest.Now }, // no fixture is newer
		lists:    t.TempDir(),
		awaited:  upstream.DatasetHealth.Lacks,
		tracer:   sdktrace.NewTracerProvider(),
		families: map[string]family{},
	}
	for _, f := range families {
		w.families[f.name] = f
	}
	return w
}

// start builds a service, for what its rooms share.
func (w *driftWorld) start(t testing.TB) {
	t.Helper()
	s := start(t, newKey(t), w.settings, func(p *Parts) {
		p.Upstreams = w.pool(w.internet)
		p.Now = w.now
	})
	base, err := newSources(s.server.parts)
	if err != nil {
		t.Fatal(err)
	}
	w.base = base
	deaf := *base
	deaf.dns = dnslookuptest.Silent(t)
	deaf.fetch = fetch.New(fetch.Options{}, fetchtest.Hosts(t, nil))
	deaf.render = render.New(render.Options{Fetch: deaf.fetch, BrowserPath: "/no/browser"})
	deaf.certs = tlsinfo.New(deaf.fetch.Guard(), nil, w.now)
	w.deaf = &deaf
	w.spec = s.spec
	w.lookup = s.server.parts.Config.lookup
}

// pool keeps no answers and knows no limits.
func (w *driftWorld) pool(transport http.RoundTripper) *upstream.Pool {
	return upstream.NewPool(w.options(transport))
}

func (w *driftWorld) options(transport http.RoundTripper) upstream.Options {
	return upstream.Options{
		Transport:   transport,
		DataDir:     w.lists,
		RateScale:   1e6,
		Patience:    8,
		CacheBytes:  1,
		SmallLists:  true,
		AnyAge:      !w.ages,
		Now:         w.now,
		Rand:        func() float64 { return 0 },
		UnsaidPause: time.Nanosecond,
		UserAgent:   "farebox/test (" + cmp.Or(w.contact, "+https://farebox.test") + ")",
		Lookup: func(name string) (string, bool) {
			value, ok := w.keys[name]
			return value, ok
		},
	}
}

// mustSell fails the test when a call sells nothing though nothing was changed. Not all that was recorded is enough for
// an answer.
func (w *driftWorld) mustSell(t testing.TB, call driftCall, got drift.Answer) {
	t.Helper()
	if !w.recorded {
		t.Errorf("%s, nothing changed: %d %s, panic %v", call.target, got.Status, got.Body, got.Panic)
	}
}

// driftRoom is the handlers of one family, who have nothing in mind yet, with a tap on the way to their providers.
type driftRoom struct {
	world *driftWorld
	tap   *drift.Tap
	pool  *upstream.Pool
	echo  *echo.Echo
	close func()

	broken *promise.Broken // that the last answer broke, if any
}

// room makes one, with the lists loaded or without.
func (w *driftWorld) room(t testing.TB, name string, lists bool) *driftRoom {
	t.Helper()
	return w.roomOver(t, *w.base, name, lists)
}

// deafRoom is one in which neither the DNS nor any site answers.
func (w *driftWorld) deafRoom(t testing.TB, name string, lists bool) *driftRoom {
	t.Helper()
	return w.roomOver(t, *w.deaf, name, lists)
}

func (w *driftWorld) roomOver(t testing.TB, from sources, name string, lists bool) *driftRoom {
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
		errors.As(err, &room.broken)
		problem.From(intake.Problem(err)).Write(c.Response(), "")
	}

	from.pool = room.pool
	if err := from.engines(w.lookup); err != nil {
		t.Fatal(err)
	}
	handlers, err := w.families[name].make(&from)
	if err != nil {
		t.Fatal(err)
	}
	handlers.Register(room.echo)
	if lists && !w.recorded {
		room.load(t)
		// The register's names are joined to the lists when these are first asked for.
		await.Until(t, "the register's names", func() bool {
			_, register := from.sanctions.Named(from.sanctions.Status())
			return register.State != string(upstream.Warming)
		})
	}
	return room
}

// load reads the lists from the disk.
func (r *driftRoom) load(t testing.TB) {
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
	await.Until(t, "all lists", func() bool { return !slices.ContainsFunc(r.pool.DatasetHealth(), r.world.awaited) })
}

// rested lets providers that have failed answer once, so that no circuit opens for the next call. It is false when that
// does not help.
func (r *driftRoom) rested(t testing.TB, call driftCall) bool {
	t.Helper()
	if !r.failed() {
		return true
	}
	r.ask(t, call, nil)
	return !r.failed()
}

// failed says whether a provider failed when it was asked last.
func (r *driftRoom) failed() bool {
	return slices.ContainsFunc(r.pool.Health(), func(h upstream.Health) bool {
		return h.Failures > 0 || h.Breaker != "closed"
	})
}

// driftCall is a call of an operation.
type driftCall struct {
	op     *spec.Operation
	target string // path and query
	body   []byte
}

// exampleOf is the operation's call with the example inputs of the spec.
func exampleOf(t testing.TB, op *spec.Operation) driftCall {
	t.Helper()
	call := driftCall{
		op:     op,
		target: op.Path,
	}
	if op.Body == nil {
		query := url.Values{}
		for name, value := range op.ExampleQuery() {
			query.Set(name, value)
		}
		call.target += "?" + query.Encode()
		return call
	}

	body, err := json.Marshal(op.BodyExample)
	if err != nil {
		t.Fatal(err)
	}
	call.body = body
	return call
}

// ask makes a call while change is made to what providers say (nil: unchanged). Bad input is an answer like others.
func (r *driftRoom) ask(t testing.TB, call driftCall, change *drift.Change) (answer drift.Answer) {
	t.Helper()
	r.tap.Begin(change)
	r.broken = nil
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	ctx, free := response.Watch(operation.At(ctx, r.world.now()))
	ctx, whole := r.world.tracer.Tracer("drift").Start(ctx, call.op.Name())
	defer whole.End()

	request := httptest.NewRequestWithContext(ctx, call.op.Method, call.target, bytes.NewReader(call.body))
	if call.body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	recorder := httptest.NewRecorder()
	defer func() {
		if cause := recover(); cause != nil {
			answer = drift.Answer{Panic: cause}
		}
	}()
	if err := intake.Validate(request, call.op); err != nil {
		problem.From(err).Write(recorder, "")
	} else {
		r.echo.ServeHTTP(recorder, request)
	}
	return drift.Answer{
		Status: recorder.Code,
		Body:   recorder.Body.Bytes(),
		Free:   free(),
	}
}
