package semanticscholar_test

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/semanticscholar"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestSearchHoldsToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://api.semanticscholar.org/graph/v1/author/search",
			Body: `{"total":1,"offset":0,"data":[{"authorId":"1","name":"A","hIndex":3}]}`,
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := semanticscholar.New(pool).Search(ctx, "a", 10)
			return err
		},
		Required: []string{"total", "data", "data[].authorId", "data[].name"},
		Optional: []string{"data[].hIndex"},
		NoRecord: []upstreamtest.Answer{{Body: `{"total":0,"offset":0,"data":[]}`}},
	}.Hold(t)
}
