package server

import (
	"context"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/remote"
)

// TestAnotherSpellingOfAPathIsNoRoute: the router would not find it once it was paid for.
func TestAnotherSpellingOfAPathIsNoRoute(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	for _, path := range []string{"/crypto%2Fhash?algo=keccak256&input=x", "/%63rypto/hash", "/%68ealth", "/crypto/hash/", "//crypto/hash", "/Crypto/hash"} {
		if a := s.get(path); a.status != http.StatusNotFound || a.code() != "no_such_route" {
			t.Errorf("%s: %d %.200s", path, a.status, a.body)
		}
	}
}

// TestAnswersThatChangeAreNotCached keeps caches from telling yesterday's health.
func TestAnswersThatChangeAreNotCached(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	for path, want := range map[string]string{
		"/health": "no-store", "/usage": "no-store", "/usage/events": "no-store", "/slowlog": "no-store", "/slowlog?limit=x": "no-store",
		"/llms.txt": "public, max-age=300", "/nothing-here": "no-store", "/crypto/hash": "no-store",
	} {
		if a := s.get(path); a.header.Get("Cache-Control") != want {
			t.Errorf("%s: Cache-Control %q, want %q", path, a.header.Get("Cache-Control"), want)
		}
	}
}

// TestAnswerGivenForFreeIsNotCached: the operator may set the key that it lacks.
func TestAnswerGivenForFreeIsNotCached(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	s.server.echo.GET("/crypto/hash", func(c echo.Context) error {
		response.Waive(c.Request().Context())
		return c.JSON(http.StatusOK, map[string]string{"status": "not_configured"})
	})
	a := s.do(s.paid(s.hashCall("x"), 2))
	if a.status != http.StatusOK || a.header.Get("X-Charged") != "false" || a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", a.status, a.header)
	}
}

// TestBadInputIsCountedAsRejectedOnEveryRoute goes by the sentence on rejections: bad payments, bad input, wrong method.
func TestBadInputIsCountedAsRejectedOnEveryRoute(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	s.get("/find")
	s.get("/slowlog?limit=x")
	s.get("/crypto/hash") // a quote is no rejection
	s.get("/.well-known/402index-verify.txt")
	s.do(s.request(http.MethodDelete, "/find", nil))
	s.do(s.paid(s.request(http.MethodGet, "/crypto/hash", nil), 1))
	want := map[string]int64{"missing_input": 2, "invalid_input": 1, "wrong_method": 1}
	awaitRejections(t, s, func(got map[string]int64) bool { return maps.Equal(got, want) })
}

// TestEveryUnsettledPaidRequestSaysWhatToSendNext goes for problems of handlers, which know of no payment.
func TestEveryUnsettledPaidRequestSaysWhatToSendNext(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	s.server.echo.GET("/crypto/hash", func(echo.Context) error {
		return problem.NotFound("input", "there is no such thing")
	})
	a, err := send(s.paid(s.hashCall("x"), 2)) // not do: the route's own handler never gives a 404
	if err != nil {
		t.Fatal(err)
	}
	if body := a.json(t); a.status != http.StatusNotFound || body["charged"] != false || body["retry"] != "never" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// kinds is a facilitator that lists its kinds so.
type kinds struct {
	facilitator.Facilitator
	supported facilitator.Supported
	err       error
}

func (k kinds) Supported(context.Context) (facilitator.Supported, error) { return k.supported, k.err }

func TestHealthTellsAnOddFacilitatorFromOneThatIsAway(t *testing.T) {
	t.Parallel()
	base := facilitator.Kind{X402Version: 2, Scheme: "exact", Network: "eip155:8453"}
	other := facilitator.Kind{X402Version: 2, Scheme: "exact", Network: "eip155:84532"}
	for name, c := range map[string]struct {
		facilitator kinds
		reachable   bool
		check       string
	}{
		"it takes our network":              {kinds{supported: facilitator.Supported{Kinds: []facilitator.Kind{other, base}}}, true, "ok"},
		"it takes another network only":     {kinds{supported: facilitator.Supported{Kinds: []facilitator.Kind{other}}}, true, "does not support eip155:8453"},
		"it lists its kinds in its own way": {kinds{err: remote.ErrSupportedUnknown}, true, "ok"},
		"it is away":                        {kinds{err: remote.ErrUnreachable}, false, "unreachable"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			s := start(t, newKey(t), nil, func(p *Parts) {
				p.Facilitator = c.facilitator
				p.Probes = nil
			})
			loadDatasets(t, s.server.parts.Upstreams)
			if r := s.server.health.report(t.Context()); len(r.Problems) != 1 || r.Payments.Reachable {
				t.Errorf("before any check: %+v", r)
			}

			s.server.health.probe(t.Context())
			r := s.server.health.report(t.Context())
			if r.Payments.Reachable != c.reachable || r.Checks["facilitator"] != c.check ||
				(len(r.Problems) == 0) != (c.check == "ok") {
				t.Errorf("%+v", r)
			}
		})
	}
}

// TestClientThatDoesNotReadIsCutOff: it would hold its goroutine, and a stopping process, for ever.
func TestClientThatDoesNotReadIsCutOff(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	c := s.server.parts.Config
	web := s.server.web()
	if work := c.VerifyTimeout + c.RequestBudget + c.SettleTimeout; web.WriteTimeout < web.ReadTimeout+work || web.WriteTimeout > web.ReadTimeout+work+2*time.Minute {
		t.Errorf("write timeout %v, reading may take %v and the work %v", web.WriteTimeout, web.ReadTimeout, work)
	}
}

func TestOperatorTokenIsTakenInAnyCaseOfTheScheme(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), map[string]string{"ADMIN_TOKEN": "hunter2hunter2"}, (&scripted{}).with(false))
	for header, want := range map[string]int{
		"Bearer hunter2hunter2": 200, "bearer hunter2hunter2": 200, "Basic hunter2hunter2": 401, "hunter2hunter2": 401, "Bearer": 401,
		"Bearer " + strings.Repeat("x", 14): 401,
	} {
		r := s.request(http.MethodGet, "/usage", nil)
		r.Header.Set("Authorization", header)
		if a := s.do(r); a.status != want {
			t.Errorf("%q: %d, want %d", header, a.status, want)
		}
	}
}
