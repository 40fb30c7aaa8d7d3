package openalex_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/openalex"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	api    = "https://api.openalex.org"
	author = `{"id":"https://openalex.org/A1","orcid":"https://orcid.org/0000-0001-6187-6610","display_name":"A",
"works_count":5,"cited_by_count":7,"summary_stats":{"h_index":1,"i10_index":0,"2yr_mean_citedness":0.5},
"affiliations":[{"institution":{"id":"https://openalex.org/I1","display_name":"U","ror":null,"country_code":null},"years":[2020]}],"topics":[{"display_name":"T","count":3}],
"counts_by_year":null,"display_name_alternatives":[],"last_known_institutions":null}`
	work = `{"id":"https://openalex.org/W1","doi":"https://doi.org/10.1/x","title":"T","cited_by_count":5,
"is_retracted":false,"open_access":{"is_oa":true,"oa_status":"gold"},"primary_location":null,"locations":[]}`
)

func TestAuthorHoldsToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: api + "/authors/orcid:0000-0001-6187-6610", Body: author},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := openalex.New(pool).ByORCID(ctx, "0000-0001-6187-6610")
			return err
		},
		Required: []string{
			"id", "orcid", "display_name", "works_count", "cited_by_count", "summary_stats",
			"summary_stats.h_index", "summary_stats.i10_index", "affiliations", "topics", "counts_by_year",
			"last_known_institutions", "affiliations[].institution.ror",
		},
		Optional: []string{"topics[].count"},
	}.Hold(t)
}

func TestWorkHoldsToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: api + "/works/doi:10.1%2Fx", Body: work},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := openalex.New(pool).Work(ctx, "10.1/x")
			return err
		},
		Required: []string{
			"id", "doi", "title", "cited_by_count", "is_retracted", "open_access", "open_access.is_oa",
			"open_access.oa_status", "locations",
		},
		Optional: []string{"primary_location"},
	}.Hold(t)
}

func TestWorkWithoutItsDOIIsNotTakenForAnother(t *testing.T) {
	body := strings.Replace(work, `"doi":"https://doi.org/10.1/x"`, `"doi":null`, 1)
	world := upstreamtest.New(t, upstreamtest.Answer{URL: api + "/works/doi:10.1%2Fx", Body: body})
	if _, err := openalex.New(world.Pool(t, nil)).Work(t.Context(), "10.1/x"); !errors.Is(err, upstream.BadResponse) {
		t.Error(err)
	}
}

func TestSearchHoldsToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  api + "/authors",
			Body: `{"meta":{"count":1},"results":[{"id":"https://openalex.org/A1","display_name":"A","works_count":5}]}`,
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := openalex.New(pool).Search(ctx, "a")
			return err
		},
		Required: []string{
			"meta", "meta.count", "results", "results[].id", "results[].display_name",
			"results[].works_count",
		},
		NoRecord: []upstreamtest.Answer{{Body: `{"meta":{"count":0},"results":[]}`}},
	}.Hold(t)
}

// TestThatThereIsNoRecordIsTheWordOfTheList: a page of status 404 is given for a path that has moved too.
func TestThatThereIsNoRecordIsTheWordOfTheList(t *testing.T) {
	page := upstreamtest.Answer{
		URL:    api + "/works/*",
		Status: 404,
		Type:   "text/html",
		Body:   "<!doctype html><title>404 Not Found</title>",
	}
	for _, c := range []struct {
		why  string
		list upstreamtest.Answer
		want upstream.Kind
	}{
		{"the list has none", upstreamtest.Answer{Body: `{"meta":{"count":0},"results":[]}`}, upstream.NotFound},
		{"the list has it", upstreamtest.Answer{Body: `{"meta":{"count":1},"results":[{"id":"W1"}]}`}, upstream.BadResponse},
		{"the list is gone as well", upstreamtest.Answer{Status: 404, Type: "text/html", Body: "<html>"},
			upstream.BadResponse},
		{"the list is something else", upstreamtest.Answer{Body: `{"count":0}`}, upstream.BadResponse},
	} {
		c.list.URL = api + "/works?filter=doi:10.1/x&select=id"
		world := upstreamtest.New(t, page, c.list)
		if _, err := openalex.New(world.Pool(t, nil)).Work(t.Context(), "10.1/x"); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}
