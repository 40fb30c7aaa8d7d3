package upstream_test

import (
	"context"
	"net/http"
	"strconv"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestOneQuestionDoesNotOpenTheCircuit: whatever parts of a question fail, and in whatever order, the part that the
// provider answers is given.
func TestOneQuestionDoesNotOpenTheCircuit(t *testing.T) {
	world := upstreamtest.New(t,
		upstreamtest.Answer{URL: "https://parts.example.com/down/*", Status: http.StatusServiceUnavailable},
		upstreamtest.Answer{URL: "https://parts.example.com/up", Body: `{}`},
	)
	client := world.Pool(t, nil).Client(upstream.Provider{
		Name:    "parts",
		BaseURL: "https://parts.example.com",
		Docs:    "https://parts.example.com/docs",
		Terms:   "https://parts.example.com/terms",
	})
	ask := func(path string) upstream.Source[int] {
		return upstream.Source[int]{Name: path, Call: func(ctx context.Context) (int, error) {
			resp, err := client.Get(path).Do(ctx)
			if err != nil {
				return 0, err
			}
			return resp.Status, nil
		}}
	}

	var parts []upstream.Source[int]
	for part := range 6 {
		parts = append(parts, ask("/down/"+strconv.Itoa(part)))
	}
	if down := upstream.Fuse(t.Context(), parts...); down.Err() == nil {
		t.Fatal("what is down answered")
	}
	if up := upstream.Fuse(t.Context(), ask("/up")); up.Err() != nil {
		t.Error(up.Err())
	}
}
