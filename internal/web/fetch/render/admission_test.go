package render

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/cdproto"
	cdpfetch "github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"

	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

// TestPlacesAtAHostAreGivenBack: also those for documents that nobody awaits any more, because the rendering ended
// or the page went elsewhere. A host has two places.
func TestPlacesAtAHostAreGivenBack(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	client := fetch.New(fetch.Options{HostSpacing: -1}, fetchtest.Hosts(t, map[string]*httptest.Server{"www.example.com": s}))
	ask := func(tb *tab, id cdpfetch.RequestID) {
		tb.ask(t.Context(), cdpfetch.EventRequestPaused{RequestID: id, Request: &network.Request{Method: "GET", URL: "http://www.example.com/"}})
	}
	free := func(when string) {
		t.Helper()
		for range 20 {
			visit, err := client.Visit(t.Context(), "http://www.example.com/")
			if err != nil {
				t.Fatalf("%s: %v", when, err)
			}
			visit.Leave()
		}
	}
	newTab := func() *tab {
		return &tab{options: tabOptions{client: client}, admitted: make(chan admission), closed: make(chan struct{})}
	}
	for range 3 {
		tb := newTab()
		ask(tb, "1")
		close(tb.closed)
	}
	free("after renderings that ended")

	tb := newTab()
	ask(tb, "1")
	first := <-tb.admitted
	ask(tb, "2")
	tb.decide(t.Context(), first)
	if tb.visit != nil {
		t.Error("the answer to the second document would count for the first")
	}
	second := <-tb.admitted
	if second.request != "2" || second.err != nil {
		t.Fatalf("%+v", second)
	}
	second.visit.Leave()
	free("after a document that was given up")
}

// TestEventsThatWaitAreBoundedInBytes: an event contains what the page sent.
func TestEventsThatWaitAreBoundedInBytes(t *testing.T) {
	tb := &tab{events: make(chan *cdproto.Message, maxEvents), flood: make(chan struct{})}
	long := &cdproto.Message{Params: make([]byte, maxEvent)}
	for range maxQueued / maxEvent {
		tb.receive(long)
	}
	if len(tb.events) != maxQueued/maxEvent {
		t.Fatalf("%d events", len(tb.events))
	}
	tb.receive(long)
	select {
	case <-tb.flood:
	default:
		t.Error("more than may wait was taken")
	}
	for len(tb.events) > 0 {
		tb.handle(t.Context(), <-tb.events)
	}
	if n := tb.queued.Load(); n != 0 {
		t.Errorf("%d bytes wait when nothing does", n)
	}
}
