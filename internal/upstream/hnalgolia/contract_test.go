package hnalgolia

import (
	"context"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestStoriesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://hn.algolia.com/api/v1/search",
			Body: `{"hits":[{"objectID":"1","title":"T","url":"https://a.example","points":3,"num_comments":2,"author":"a","created_at":"2026-10-01T00:00:00Z"}],"nbHits":1}`,
		},
		Required: []string{
			"hits", "nbHits", "hits[].objectID", "hits[].title", "hits[].created_at",
		},
		Optional: []string{
			"hits[].url", "hits[].points", "hits[].num_comments", "hits[].author",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := stories(ctx, pool)
			return err
		},
	}.Hold(t)
}

func stories(ctx context.Context, pool *upstream.Pool) ([]Story, error) {
	list, _, err := New(pool).Stories(ctx, "tea", time.Unix(0, 0))
	return list, err
}
