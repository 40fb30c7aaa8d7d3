package usitc

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://hts.usitc.gov/reststop"

func TestLinesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  base + "/search?keyword=8534.00.00",
			Body: string(samples.Read(t, "usitc_hts/search_rows_8534.json")),
		},
		Differing: []string{"[].htsno"}, // a keyword finds other lines too
		Required: []string{
			"[].htsno", "[].description", "[].units", "[].general", "[].special", "[].other", "[].footnotes",
			"[].footnotes[].value",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Search(ctx, "8534.00.00")
			return err
		},
	}.Hold(t)
}

func TestHeadingsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  base + "/search?keyword=9903.05.20",
			Body: string(samples.Read(t, "usitc_hts/chapter99_rows_2026.json")),
		},
		Differing: []string{"[].htsno"}, // a keyword finds other lines too
		Required:  []string{"[].htsno", "[].description", "[].general"},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Headings(ctx, "9903.05.20")
			return err
		},
	}.Hold(t)
}

func TestAnswersThatAreNoLinesAreBad(t *testing.T) {
	for body, want := range map[string]upstream.Kind{
		`{"error":"no"}`:              upstream.BadResponse,
		`null`:                        upstream.BadResponse,
		`[{"indent":"1"}]`:            upstream.BadResponse,
		`[{"htsno":"0101.21.00","des`: upstream.BadResponse,
		`[{"htsno":"","description":"","units":null,"general":"","special":"","other":"","footnotes":null}]`: upstream.
			BadResponse,
		`[]`: "",
	} {
		world := upstreamtest.New(t, upstreamtest.Answer{
			URL:  base + "/search?keyword=horses",
			Body: body,
		})
		_, err := New(world.Pool(t, nil)).Search(t.Context(), "horses")
		if upstream.KindOf(err) != want {
			t.Errorf("%s: %v", body, err)
		}
	}
}
