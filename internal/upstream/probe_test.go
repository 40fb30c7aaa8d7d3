package upstream_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var probed = upstream.Provider{
	Name:    "acme",
	BaseURL: "https://api.acme.test",
	TTL:     time.Hour,
	Retries: -1,
	Keys:    []upstream.Key{{Env: "ACME_KEY", Header: "X-Key"}},
}

type law struct {
	Number string `json:"number"`
	Title  string `json:"title"`
}

// askLaw asks for a law, and holds its title to what is known.
func askLaw(c *upstream.Client) func(context.Context) error {
	return func(ctx context.Context) error {
		var l law
		_, err := c.Get("/laws/7").JSON(ctx, &l)
		return upstream.Fact(err, "title", "On Tolls", func() any { return l.Title })
	}
}

func TestVerdictOfAProbeSaysWhatCame(t *testing.T) {
	for _, c := range []struct {
		why                           string
		answer                        upstreamtest.Answer
		status, member, expected, got string
	}{
		{
			why:    "as always",
			answer: upstreamtest.Answer{Body: `{"number":"7","title":"On Tolls"}`},
			status: upstream.ProbeOK,
		},
		{
			why:    "a member is gone",
			answer: upstreamtest.Answer{Body: `{"number":"7","name":"On Tolls"}`},
			status: upstream.ProbeDrifted, member: "title", expected: "a text", got: "nothing",
		},
		{
			why:    "a member has another type",
			answer: upstreamtest.Answer{Body: `{"number":"7","title":["On Tolls"]}`},
			status: upstream.ProbeDrifted, member: "title", expected: "a text", got: "a list",
		},
		{
			why:    "a known fact is another one",
			answer: upstreamtest.Answer{Body: `{"number":"7","title":"On Fares"}`},
			status: upstream.ProbeDrifted, member: "title", expected: "On Tolls", got: "On Fares",
		},
		{
			why:      "a page in place of the answer",
			answer:   upstreamtest.Answer{Type: "text/html", Body: "<!DOCTYPE html>"},
			status:   upstream.ProbeDrifted,
			expected: "an answer as documented", got: "another one",
		},
		{why: "the key is refused", answer: upstreamtest.Answer{Status: 401}, status: upstream.ProbeRefused},
		{why: "the address is refused", answer: upstreamtest.Answer{Status: 451}, status: upstream.ProbeRefused},
		{why: "a limit", answer: upstreamtest.Answer{Status: 429}, status: upstream.ProbeLimited},
		{why: "an outage", answer: upstreamtest.Answer{Status: 503}, status: upstream.ProbeUnreachable},
	} {
		t.Run(c.why, func(t *testing.T) {
			c.answer.URL = "https://api.acme.test/laws/7"
			pool := upstreamtest.New(t, c.answer).Pool(t, nil)
			client := pool.Client(probed)
			client.Probe(askLaw(client))

			v := pool.Check(t.Context(), "acme")
			if v.Status != c.status || v.Member != c.member || v.Expected != c.expected || v.Got != c.got || !v.Asked {
				t.Errorf("%+v", v)
			}
		})
	}
}

func TestProviderWithoutAddressOrProbeIsNotAsked(t *testing.T) {
	world := upstreamtest.New(t)
	pool := world.Pool(t, map[string]string{"UPSTREAM_ACME_URL": "off"})
	client := pool.Client(probed)
	client.Probe(askLaw(client))
	other := probed
	other.Name = "other"
	pool.Client(other)

	if v := pool.Check(t.Context(), "acme"); v.Status != upstream.ProbeNotConfigured || v.Asked {
		t.Errorf("without an address: %+v", v)
	}
	if v := pool.Check(t.Context(), "other"); v.Status != upstream.ProbeNone || v.Asked {
		t.Errorf("without a probe: %+v", v)
	}
	if asked := world.Asked(); len(asked) > 0 {
		t.Errorf("asked %q", asked)
	}
}

func TestProbeGoesOutAlthoughTheAnswerIsRemembered(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{
		URL:  "https://api.acme.test/laws/7",
		Body: `{"number":"7","title":"On Tolls"}`,
	})
	pool := world.Pool(t, nil)
	client := pool.Client(probed)
	client.Probe(askLaw(client))
	if err := askLaw(client)(t.Context()); err != nil {
		t.Fatal(err)
	}
	pool.Check(t.Context(), "acme")
	if asked := len(world.Asked()); asked != 2 {
		t.Errorf("%d requests, want 2", asked)
	}
}

// What callers met with closes routes; a probe alone never does.
func TestProbeSaysNothingToTheHealthOfCalls(t *testing.T) {
	pool := upstreamtest.New(t, upstreamtest.Answer{
		URL:    "https://api.acme.test/laws/7",
		Status: http.StatusBadGateway,
	}).Pool(t, nil)
	client := pool.Client(probed)
	client.Probe(askLaw(client))

	if v := pool.Check(t.Context(), "acme"); !v.Failed() {
		t.Errorf("%+v", v)
	}
	if h := client.Health(); h.Failures != 0 || h.LastError != nil {
		t.Errorf("after the probe: %+v", h)
	}
	if err := askLaw(client)(t.Context()); err == nil {
		t.Fatal("the call succeeded")
	}
	if h := client.Health(); h.Failures != 1 {
		t.Errorf("after a call: %+v", h)
	}
}

func TestProviderThatAskedToBeLeftAloneIsNotProbed(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{
		URL:    "https://api.acme.test/laws/7",
		Status: http.StatusTooManyRequests,
		Header: map[string]string{"Retry-After": "600"},
	})
	pool := world.Pool(t, nil)
	client := pool.Client(probed)
	client.Probe(askLaw(client))
	if err := askLaw(client)(t.Context()); !errors.Is(err, upstream.RateLimited) {
		t.Fatal(err)
	}

	v := pool.Check(t.Context(), "acme")
	if v.Status != upstream.ProbeLimited || v.Asked || len(world.Asked()) != 1 {
		t.Errorf("%+v after %q", v, world.Asked())
	}
}

func TestPanicOfAnAdapterIsDrift(t *testing.T) {
	pool := upstreamtest.New(t).Pool(t, nil)
	pool.Client(probed).Probe(func(context.Context) error { panic("index out of range") })
	if v := pool.Check(t.Context(), "acme"); v.Status != upstream.ProbeDrifted {
		t.Errorf("%+v", v)
	}
}

func TestFactStandsForWhatAPointerPointsTo(t *testing.T) {
	year := 2019
	var none *int
	if err := upstream.Fact(nil, "year", "2019", func() any { return &year }); err != nil {
		t.Error(err)
	}
	var d *upstream.Drift
	err := upstream.Fact(nil, "year", "2019", func() any { return none })
	if !errors.As(err, &d) || d.Got != "nothing" {
		t.Errorf("%v", err)
	}
}
