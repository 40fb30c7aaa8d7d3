package postcodesio

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// guernsey is a postcode of the Channel Islands, which the service has no positions of.
const guernsey = `{"status":200,"result":{"postcode":"GY1 1AA","country":"Channel Islands","admin_district":null,
"latitude":null,"longitude":null}}`

const base = "https://api.postcodes.io/postcodes/"

func TestRecordedPostcodes(t *testing.T) {
	missing := string(samples.Read(t, "postcodes-io/postcode_404.json"))
	w := upstreamtest.New(t,
		upstreamtest.Answer{URL: base + "WR26NJ", Body: string(samples.Read(t, "postcodes-io/postcode.json"))},
		upstreamtest.Answer{URL: base + "ZZ999ZZ", Status: 404, Body: missing},
	)
	c := New(w.Pool(t, nil))

	got, err := c.Find(t.Context(), "wr2 6nj")
	want := Postcode{
		Code:     "WR2 6NJ",
		Lat:      52.2327158260535,
		Lon:      -2.26972239639173,
		District: "Malvern Hills",
		Country:  "England",
	}
	if err != nil || *got != want {
		t.Errorf("%+v %v", got, err)
	}
	if _, err := c.Find(t.Context(), "ZZ99 9ZZ"); upstream.KindOf(err) != upstream.NotFound {
		t.Error(err)
	}
}

func TestAnswersThatCannotBeUsed(t *testing.T) {
	for body, want := range map[string]upstream.Kind{
		guernsey:                       upstream.NotFound,
		`{"status":200,"result":null}`: upstream.BadResponse,
	} {
		w := upstreamtest.New(t, upstreamtest.Answer{URL: base + "*", Body: body})
		if _, err := New(w.Pool(t, nil)).Find(t.Context(), "GY1 1AA"); upstream.KindOf(err) != want {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestPostcodeIsHeldToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: base + "WR26NJ", Body: `{"status":200,"result":{"postcode":"WR2 6NJ",
"latitude":52.23,"longitude":-2.27,"admin_district":"Malvern Hills","country":"England"}}`},
		Required: []string{
			"result", "result.postcode", "result.latitude", "result.longitude", "result.admin_district",
			"result.country",
		},
		NoRecord: []upstreamtest.Answer{{Status: 404, Body: `{"status":404,"error":"Postcode not found"}`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Find(ctx, "WR2 6NJ")
			return err
		},
	}.Hold(t)
}
