package domain

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/domain/domaintest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/network/dnslookup/dnslookuptest"
	"github.com/farebox/farebox/internal/network/domainlist"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/network/rdap"
	"github.com/farebox/farebox/internal/network/tlsinfo"
	"github.com/farebox/farebox/internal/network/tlsinfo/tlsinfotest"
	"github.com/farebox/farebox/internal/network/typosquat"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func clock() time.Time { return now }

// internet is what a test's domains live in.
type internet struct {
	zone    string
	answers []upstreamtest.Answer
	certs   map[string]func(a *tlsinfotest.Authority) tls.Certificate // by host
}

// good is a certificate for the names.
func good(names ...string) func(a *tlsinfotest.Authority) tls.Certificate {
	return func(a *tlsinfotest.Authority) tls.Certificate {
		return a.Leaf(now.AddDate(0, -1, 0), now.AddDate(0, 2, 0), names)
	}
}

type service struct {
	*handlertest.Service
	world *upstreamtest.World
	lists *domainlist.Lists
}

// serve makes the routes; the lists are not loaded yet.
func serve(t testing.TB, net internet) *service {
	t.Helper()
	return over(t, net, upstreamtest.New(t, net.answers...))
}

func over(t testing.TB, net internet, world *upstreamtest.World) *service {
	t.Helper()
	pool := world.Pool(t, nil, upstreamtest.SmallLists, upstreamtest.At(clock))
	authority, hosts := tlsinfotest.New(t), map[string]*httptest.Server{}
	for host, cert := range net.certs {
		s := httptest.NewUnstartedServer(http.NotFoundHandler())
		s.TLS = &tls.Config{Certificates: []tls.Certificate{cert(authority)}}
		s.StartTLS()
		t.Cleanup(s.Close)
		hosts[host] = s
	}
	registry, err := rdap.New(pool, nil)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := maildomain.New(pool)
	if err != nil {
		t.Fatal(err)
	}
	squats, err := typosquat.Load()
	if err != nil {
		t.Fatal(err)
	}
	lists := domainlist.New(pool, clock)
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	h := New(Sources{
		Squats:   squats,
		Registry: registry,
		DNS:      dnslookuptest.Resolver(t, world.Zone(net.zone)),
		Mail:     tables,
		Lists:    lists,
		TLS:      tlsinfo.New(fetch.New(fetch.Options{}, fetchtest.Hosts(t, hosts)).Guard(), authority.Roots(), clock),
	}, clock)
	return &service{handlertest.New(t, "domain", h.Register), world, lists}
}

// loaded is serve with the lists loaded that have an answer.
func loaded(t *testing.T, net internet) *service {
	t.Helper()
	s := serve(t, net)
	_ = s.lists.Refresh(t.Context()) // those that are off, and those without an answer, stay empty
	return s
}

func exampleNet() internet {
	return internet{domaintest.Zone, domaintest.Answers(), map[string]func(*tlsinfotest.Authority) tls.Certificate{domaintest.Host: good(domaintest.Host)}}
}

// TestSpecExamplesAreWhatTheRoutesAnswer sends each example of the spec and compares the whole answer.
func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	loaded(t, exampleNet()).CheckExamples()
}
