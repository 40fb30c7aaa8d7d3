package cryptonews

import (
	"context"
	"fmt"
	"strings"

	gen "github.com/farebox/farebox/gen/cryptonews"
	"github.com/farebox/farebox/handlers/cryptonews/sentiment"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
)

// CryptoNews answers GET /crypto/news.
func (h *Handlers) CryptoNews(ctx context.Context, req gen.CryptoNewsRequestObject) (gen.CryptoNewsResponseObject, error) {
	wanted, err := h.newFilter(req.Params.Coin, req.Params.Query)
	if err != nil {
		return nil, err
	}

	e := h.news.edition(ctx)
	if len(e.ok) == 0 {
		return nil, problem.BadGateway(problem.CodeNewsFailed, nil,
			"no publisher's feed could be read").With("errors", errorsOf(e.failed))
	}

	matched := wanted.of(e.stories)
	if len(matched) == 0 {
		return nil, noMatch(wanted, e)
	}

	answer := gen.CryptoNews200JSONResponse{
		Coin:        response.OrNull(wanted.coin),
		CoinName:    response.OrNull(wanted.name),
		Query:       response.OrNull(wanted.query),
		Count:       min(len(matched), req.Params.Limit),
		Total:       len(matched),
		Truncated:   len(matched) > req.Params.Limit,
		Sources:     e.sources,
		Partial:     response.Partial(e.sources),
		Attribution: fmt.Sprintf(attribution, strings.Join(e.ok, ", ")),
		Summary: gen.CryptoNewsSummary{
			SourcesOk:     len(e.ok),
			SourcesFailed: len(e.failed),
			TotalFetched:  e.fetched,
			AfterDedup:    len(e.stories),
			Sentiment:     moodOf(matched),
			Errors:        errorsOf(e.failed),
		},
	}

	answer.Items = response.Items(response.Each(matched[:answer.Count], itemOf))
	return answer, nil
}

// noMatch is the 422 of a filter that lets nothing through. It says how many headlines there were. A publisher that
// could not be read may have had one: then it is a failure.
func noMatch(f filter, e edition) error {
	if response.Partial(e.sources) {
		return problem.BadGateway(problem.CodeNewsFailed, nil,
			"none of the %d headlines of the last 7 days %s, and some publishers could not be read",
			len(e.stories), f.subject()).With("errors", errorsOf(e.failed))
	}

	field := "query"
	if f.coin != "" {
		field = "coin"
	}
	return problem.Unprocessable(field, problem.CodeNoHeadlines,
		"none of the %d headlines of the last 7 days %s", len(e.stories), f.subject()).
		With("sources_ok", len(e.ok)).With("sources_failed", len(e.failed))
}

func itemOf(s *story) gen.CryptoNewsItem {
	item := gen.CryptoNewsItem{
		Title:     s.title,
		Link:      s.link,
		Source:    s.source,
		Published: s.published,
		Summary:   response.OrNull(s.summary),
		Coins:     s.coins,
		AlsoIn:    append([]string{}, s.alsoIn...),
		Sentiment: gen.CryptoNewsScore{
			Label: gen.CryptoNewsLabel(s.score.Label),
			Score: s.score.Score,
			Terms: []gen.CryptoNewsTerm{},
		},
	}

	for _, t := range s.score.Terms {
		item.Sentiment.Terms = append(item.Sentiment.Terms, gen.CryptoNewsTerm{Text: t.Text, Value: t.Value})
	}
	return item
}

// moodOf is the mean of the scores of at least one story.
func moodOf(stories []*story) gen.CryptoNewsMood {
	mood := gen.CryptoNewsMood{ItemsScored: len(stories)}
	sum := 0.0
	for _, s := range stories {
		sum += s.score.Score
		switch s.score.Label {
		case sentiment.Bullish:
			mood.Breakdown.Bullish++
		case sentiment.Bearish:
			mood.Breakdown.Bearish++
		default:
			mood.Breakdown.Neutral++
		}
	}
	mood.Score = response.Round(sum/float64(len(stories)), 3)
	mood.Label = gen.CryptoNewsLabel(sentiment.LabelOf(mood.Score))
	return mood
}

func errorsOf(failed []leftOut) []gen.CryptoNewsLeftOut {
	out := []gen.CryptoNewsLeftOut{}
	for _, f := range failed {
		out = append(out, gen.CryptoNewsLeftOut{Source: f.source, Code: f.code})
	}
	return out
}
