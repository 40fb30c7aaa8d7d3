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

func TestAnAuthorHasOneORCID(t *testing.T) {
	for external, want := range map[string]string{
		`{"DBLP":["A"],"ORCID":"0000-0002-1825-0097"}`:            "0000-0002-1825-0097",
		`{"ORCID":["0000-0002-1825-0097"]}`:                       "0000-0002-1825-0097",
		`{"ORCID":["0000-0002-1825-0097","0000-0001-5109-3700"]}`: "",
		`{"ORCID":null}`: "",
		`{"DBLP":["A"]}`: "",
		`{"ORCID":[]}`:   "",
	} {
		world := upstreamtest.New(t, upstreamtest.Answer{
			URL:  "https://api.semanticscholar.org/graph/v1/author/search",
			Body: `{"total":1,"offset":0,"data":[{"authorId":"1","name":"A","externalIds":` + external + `}]}`,
		})
		found, err := semanticscholar.New(world.Pool(t, nil)).Search(t.Context(), "a", 10)
		if err != nil || found.List[0].ORCID() != want {
			t.Errorf("%s: %+v %v", external, found, err)
		}
	}
}
