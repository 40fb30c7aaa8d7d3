package fetch

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/problem"
)

// TestABodyHasAPlaceUntilItIsDone counts the bytes reserved for several kinds of bodies.
func TestABodyHasAPlaceUntilItIsDone(t *testing.T) {
	var body []byte
	for i := range 100_000 { // 1.5 MB; gzip reduces it to between 1/200 and 1/10
		body = fmt.Appendf(body, "<p>word %d</p> ", i%100)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(body)
	z.Close()
	serve := map[string]func(http.ResponseWriter){
		"/length": func(w http.ResponseWriter) {
			w.Header().Set("Content-Length", strconv.Itoa(len(body)))
			w.Write(body)
		},
		"/chunks": func(w http.ResponseWriter) { w.Write(body) },
		"/packed": func(w http.ResponseWriter) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(packed.Bytes())
		},
		"/small": func(w http.ResponseWriter) { w.Write(body[:50_000]) },
	}
	c, _, _ := cachingSite(t, func(w http.ResponseWriter, r *http.Request) {
		if f := serve[r.URL.Path]; f != nil {
			w.Header().Set("Content-Type", "text/html")
			f(w)
			return
		}
		http.NotFound(w, r)
	})

	for _, test := range []struct {
		path  string
		taken int64
		why   string
	}{
		{"/length", int64(len(body)), "the length is known"},
		{"/chunks", 5 * mib, "more came than is usual: it may be as much as is read at most"},
		{"/packed", 5 * mib, "it grew more than is usual"},
		{"/small", 0, "so little needs no place"},
		{"/length", 0, "the page is in the cache, which has a bound of its own"},
	} {
		t.Run(test.why, func(t *testing.T) {
			control := capacity.New(capacity.Limits{Memory: 256 * mib})
			ctx, visit := control.Begin(t.Context())
			page, err := c.Get(ctx, Request{URL: "http://a.example.com" + test.path})
			if err != nil {
				t.Fatalf("%s: %v", test.path, err)
			}
			if got := control.Taken(); got != test.taken {
				t.Errorf("%s: %d bytes are taken, want %d: %s", test.path, got, test.taken, test.why)
			}
			page.Done()
			page.Done()
			if got := control.Taken(); got != 0 {
				t.Errorf("%s: %d bytes are taken after the page is done", test.path, got)
			}
			visit.End(false)
		})
	}
}

// TestABodyWithoutPlaceIsBusy fetches while all memory is reserved.
func TestABodyWithoutPlaceIsBusy(t *testing.T) {
	c, _, _ := cachingSite(t, func(w http.ResponseWriter, _ *http.Request) { w.Write(make([]byte, mib)) })
	control := capacity.New(capacity.Limits{Memory: 4 * mib})
	full, others := control.Begin(t.Context())
	defer others.End(false)
	if _, err := capacity.Hold(full, mib); err != nil {
		t.Fatal(err)
	}

	ctx, visit := control.Begin(t.Context())
	defer visit.End(false)
	capacity.For(ctx, "another")
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	_, err := c.Get(ctx, Request{URL: "http://a.example.com/", IgnoreRobots: true})
	var p *problem.Problem
	if !errors.As(Problem(err, "url"), &p) || p.Code != problem.CodeBusy || p.Status != http.StatusServiceUnavailable {
		t.Errorf("the answer is %v", err)
	}
}
