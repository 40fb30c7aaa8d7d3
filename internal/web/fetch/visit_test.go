package fetch_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/web/fetch"
)

// TestVisitIsGrantedAsAFetchIs: the refusals of Get, without a request for the page itself.
func TestVisitIsGrantedAsAFetchIs(t *testing.T) {
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/robots.txt" {
			t.Errorf("%s was asked for", r.URL)
		}
		fmt.Fprint(w, "User-agent: FareboxBot\nDisallow: /private\n")
	})
	v, err := c.Visit(t.Context(), "http://WWW.example.com/open#part")
	if err != nil {
		t.Fatal(err)
	}
	if v.URL.String() != site+"/open" || v.Robots == nil || !v.Robots.Allowed {
		t.Errorf("%s %+v", v.URL, v.Robots)
	}
	v.Leave()
	_, err = c.Visit(t.Context(), site+"/private/x")
	if e := wantKind(t, err, fetch.KindRobots); e.Robots.MatchedRule != "Disallow: /private" {
		t.Errorf("%+v", e.Robots)
	}
	_, err = c.Visit(t.Context(), "http://127.0.0.1/")
	wantRule(t, err, fetch.RulePrivateAddress)
	_, err = c.Visit(t.Context(), "http://gone.example.com/")
	wantKind(t, err, fetch.KindDNS)
	if _, err := c.Allowed(t.Context(), site+"/open"); err != nil {
		t.Error(err)
	}
	_, err = c.Allowed(t.Context(), site+"/%70rivate")
	wantKind(t, err, fetch.KindRobots)
	_, err = c.Allowed(t.Context(), "blob:nothing")
	wantRule(t, err, fetch.RuleScheme)
}

// TestVisitsHoldTheHostsPlaces: at most two at once, counted together with Get; an ended visit releases its slot
// once.
func TestVisitsHoldTheHostsPlaces(t *testing.T) {
	c := client(t, func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) })
	var visits []*fetch.Visit
	for range 2 {
		v, err := c.Visit(t.Context(), site+"/a")
		if err != nil {
			t.Fatal(err)
		}
		visits = append(visits, v)
	}
	visitWithin := func(patience time.Duration) error {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		v, err := c.Visit(ctx, site+"/a")
		if err == nil {
			visits = append(visits, v)
		}
		return err
	}
	wantKind(t, visitWithin(20*time.Millisecond), fetch.KindBusy)
	visits[0].Leave()
	visits[0].Leave()
	if err := visitWithin(time.Minute); err != nil {
		t.Fatal(err)
	}
	wantKind(t, visitWithin(20*time.Millisecond), fetch.KindBusy)
	for _, v := range visits {
		v.Leave()
	}
}

func TestVisitAnsweredIsWhatGetSays(t *testing.T) {
	c := client(t, func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) })
	for status, fine := range map[int]bool{200: true, 204: true, 301: true, 400: false, 404: false, 451: false, 500: false} {
		v, err := c.Visit(t.Context(), site+"/a")
		if err != nil {
			t.Fatal(err)
		}
		err = v.Answered(status, nil)
		if fine != (err == nil) {
			t.Errorf("%d: %v", status, err)
		}
		if !fine {
			if e := wantKind(t, err, fetch.KindStatus); e.Status != status || e.Host != "www.example.com" {
				t.Errorf("%d: %+v", status, e)
			}
		}
	}
	v, err := c.Visit(t.Context(), site+"/a")
	if err != nil {
		t.Fatal(err)
	}
	_ = v.Answered(429, http.Header{"Retry-After": {"60"}})
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	_, err = c.Visit(ctx, site+"/a")
	if e := wantKind(t, err, fetch.KindStatus); e.Status != 429 || e.RetryAfter <= 0 {
		t.Errorf("a host that asked for a rest: %+v", e)
	}
}
