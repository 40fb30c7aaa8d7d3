package crossref_test

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/crossref"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestWorkHoldsToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: "https://api.crossref.org/works/10.1%2Fx", Body: `{"message":{"DOI":"10.1/X",
"type":"journal-article","title":["T"],"issued":{"date-parts":[[2012,3]]},"is-referenced-by-count":5,"publisher":"P",
"author":[{"given":"A","family":"B"}],"license":[{"URL":"https://x","content-version":"vor",
"start":{"date-parts":[[2012]]}}],"updated-by":[{"DOI":"10.1/y","type":"correction"}]}}`},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := crossref.New(pool).Work(ctx, "10.1/x")
			return err
		},
		Required: []string{
			"message", "message.DOI", "message.type", "message.issued", "message.is-referenced-by-count",
			"message.license[].URL", "message.license[].content-version", "message.license[].start",
			"message.updated-by[].type",
		},
		Optional: []string{"message.title", "message.author", "message.updated-by"},
		NoRecord: []upstreamtest.Answer{{Status: 404, Type: "text/plain", Body: "Resource not found."}},
	}.Hold(t)
}
