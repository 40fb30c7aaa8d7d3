package regulationsgov_test

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/regulationsgov"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const api = "https://api.regulations.gov/v4/"

var key = map[string]string{"REGULATIONS_GOV_API_KEY": "test"}

func TestDocketHoldsToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Env: key,
		Answer: upstreamtest.Answer{
			URL: api + "dockets/A-2020-0001",
			Body: `{"data":{"id":"A-2020-0001","type":"dockets",
"attributes":{"title":"T","docketType":"Rulemaking","agencyId":"A","rin":null,"dkAbstract":null}}}`,
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := regulationsgov.New(pool).Docket(ctx, "A-2020-0001")
			return err
		},
		Required: []string{
			"data",
			"data.id",
			"data.attributes",
			"data.attributes.docketType",
			"data.attributes.agencyId",
		},
		Optional: []string{"data.attributes.title", "data.attributes.rin", "data.attributes.dkAbstract"},
		NoRecord: []upstreamtest.Answer{{
			Status: 404,
			Body:   `{"errors":[{"status":"404","title":"The docket ID could not be found."}]}`,
		}},
	}.Hold(t)
}

func TestGatewaysWordIsNotThatThereIsNoDocket(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: api + "dockets/A-2020-0001", Status: 404,
		Body: `{"error":{"code":"NOT_FOUND","message":"The requested URL was not found on this server."}}`})
	_, err := regulationsgov.New(world.Pool(t, key)).Docket(t.Context(), "A-2020-0001")
	if upstream.KindOf(err) != upstream.BadResponse {
		t.Error(err)
	}
}

func TestDocumentsHoldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Env: key,
		Answer: upstreamtest.Answer{URL: api + "documents", Body: `{"data":[{"id":"A-2020-0001-0001","attributes":{
"title":"One","documentType":"Rule","agencyId":"A","docketId":"A-2020-0001","openForComment":false,"objectId":"09a",
"commentStartDate":null,"commentEndDate":null,"frDocNum":null,"postedDate":"2020-07-01T04:00:00Z"}}],
"meta":{"totalElements":1}}`},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := regulationsgov.New(pool).Documents(ctx, regulationsgov.Query{Term: "water"})
			return err
		},
		Required: []string{
			"data", "data[].id", "data[].attributes.objectId", "data[].attributes.openForComment",
			"data[].attributes.postedDate", "data[].attributes.commentStartDate",
			"data[].attributes.commentEndDate", "meta", "meta.totalElements",
		},
		Optional: []string{"data[].attributes.title", "data[].attributes.frDocNum"},
	}.Hold(t)
}

func TestCommentsHoldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Env:    key,
		Answer: upstreamtest.Answer{URL: api + "comments", Body: `{"data":[],"meta":{"totalElements":12}}`},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := regulationsgov.New(pool).CommentsIn(ctx, "A-2020-0001")
			return err
		},
		Required: []string{"meta", "meta.totalElements"},
		NoRecord: []upstreamtest.Answer{{
			Status: 400,
			Body:   `{"errors":[{"status":"400","title":"Invalid filter field name: docketId"}]}`,
		}},
	}.Hold(t)
}
