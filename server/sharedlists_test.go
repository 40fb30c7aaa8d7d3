package server

import (
	"bytes"
	"log/slog"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/server/standins"
)

// listSharers are services whose pools keep lists in one object store, and take turns in the database of the first. The
// world tells what their providers were asked.
func listSharers(t *testing.T, n int, log slog.Handler) ([]*service, *upstreamtest.World) {
	t.Helper()
	memory := s3mem.New()
	if err := memory.CreateBucket("lists"); err != nil {
		t.Fatal(err)
	}
	objects := httptest.NewServer(gofakes3.New(memory).Server())
	t.Cleanup(objects.Close)

	world := upstreamtest.New(t, standins.Answers()...)
	var turns upstream.Turns
	var all []*service
	for range n {
		all = append(all, startLogging(t, log, newKey(t), map[string]string{
			"DATASETS_URL":          "s3://lists/farebox",
			"AWS_ENDPOINT_URL_S3":   objects.URL,
			"AWS_ACCESS_KEY_ID":     "hidden-id-0b5c",
			"AWS_SECRET_ACCESS_KEY": "hidden-key-0b5c",
		}, (&scripted{}).with(false), func(p *Parts) {
			if turns == nil {
				turns = p.Figures.(upstream.Turns)
			}
			p.Upstreams = world.Pool(t, standins.Keys, upstreamtest.SmallLists, func(o *upstream.Options) {
				o.Log = p.Log
				o.Turns = turns
				if err := p.Config.shareLists(o, p.Secret); err != nil {
					t.Fatal(err)
				}
			})
		}))
	}
	return all, world
}

// TestRollOutAsksForNoListTwice: replicas with empty directories ask providers for their lists what one asks alone, and
// /health says where each list came from.
func TestRollOutAsksForNoListTwice(t *testing.T) {
	t.Parallel()
	const replicas = 3 // package upstream has six, with fewer lists
	alone, world := listSharers(t, 1, slog.DiscardHandler)
	loadDatasets(t, alone[0].server.parts.Upstreams)
	want := slices.Sorted(slices.Values(world.Asked()))

	var log buffer
	all, world := listSharers(t, replicas, slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	var loading sync.WaitGroup
	for _, s := range all {
		loading.Go(func() { loadDatasets(t, s.server.parts.Upstreams) })
	}
	loading.Wait()
	if got := slices.Sorted(slices.Values(world.Asked())); !slices.Equal(got, want) {
		t.Errorf("replicas asked %d times, one %d times\n%s\n\n%s", len(got), len(want),
			strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	from := map[string]int{}
	lists := 0
	for _, s := range all {
		for _, list := range s.get("/health").json(t)["lists"].([]any) {
			word, _ := list.(map[string]any)["from"].(string)
			if word != "" { // else the operator has left it out
				from[word]++
				lists++
			}
		}
	}
	if lists < replicas*50 || from["provider"]*replicas != lists || from["store"] != lists-from["provider"] {
		t.Errorf("%d lists, from %v", lists, from)
	}
	if bytes.Contains(log.all(), []byte("hidden-")) || bytes.Contains(log.all(), []byte("object store failed")) {
		t.Errorf("log: %s", log.all())
	}
}
