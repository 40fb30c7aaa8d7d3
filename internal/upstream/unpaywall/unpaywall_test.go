package unpaywall_test

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/unpaywall"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestArticleHoldsToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Env: map[string]string{"UNPAYWALL_EMAIL": "operator@farebox.test"},
		Answer: upstreamtest.Answer{URL: "https://api.unpaywall.org/v2/10.1%2Fx", Body: `{"doi":"10.1/x","is_oa":true,
"oa_status":"gold","best_oa_location":null,"oa_locations":[{"url":"https://x","url_for_pdf":null,
"url_for_landing_page":null,"host_type":"publisher","license":null,"version":null}],"title":"T","year":2012}`},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := unpaywall.New(pool).Article(ctx, "10.1/x")
			return err
		},
		Required: []string{"doi", "is_oa", "oa_status", "best_oa_location", "oa_locations", "oa_locations[].license"},
		Optional: []string{"title", "year"},
		NoRecord: []upstreamtest.Answer{{
			Status: 404,
			Body:   `{"HTTP_status_code":404,"error":true,"message":"'10.1/x' isn't in Unpaywall."}`,
		}},
	}.Hold(t)
}
