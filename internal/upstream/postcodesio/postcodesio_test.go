package postcodesio

import (
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

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
		`{"status":200,"result":{"postcode":"GY1 1AA","latitude":null,"longitude":null}}`: upstream.NotFound,
		`{"status":200,"result":null}`: upstream.BadResponse,
		`<html>`:                       upstream.BadResponse,
	} {
		w := upstreamtest.New(t, upstreamtest.Answer{URL: base + "*", Body: body})
		if _, err := New(w.Pool(t, nil)).Find(t.Context(), "GY1 1AA"); upstream.KindOf(err) != want {
			t.Errorf("%s: %v", body, err)
		}
	}
}
