package fetch_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

func benchmarkGet(b *testing.B, req fetch.Request) {
	page := strings.Repeat("<p>some text of a page, é</p>\n", 2000) // 60 kB
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, page)
	}))
	defer s.Close()
	c := fetch.New(fetch.Options{}, fetchtest.Hosts(b, map[string]*httptest.Server{"www.example.com": s}))
	req.URL = "http://www.example.com/"
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Get(b.Context(), req); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGetFromNetwork(b *testing.B) { benchmarkGet(b, fetch.Request{NoCache: true}) }

func BenchmarkGetFromCache(b *testing.B) { benchmarkGet(b, fetch.Request{}) }
