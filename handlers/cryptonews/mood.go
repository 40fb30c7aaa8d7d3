package cryptonews

import (
	"context"
	"fmt"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/cryptonews"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/cryptonews/sentiment"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/alternativeme"
)

const (
	windowDays = 7              // days of the index
	trendStep  = 3.0            // points of the index that make a trend
	oldIndex   = 48 * time.Hour // it comes once a day: from this age on its newest value is not of today
)

// CryptoSentiment answers GET /crypto/sentiment.
func (h *Handlers) CryptoSentiment(ctx context.Context, req gen.CryptoSentimentRequestObject) (gen.CryptoSentimentResponseObject, error) {
	wanted, err := h.newFilter(req.Params.Coin, req.Params.Query)
	if err != nil {
		return nil, err
	}

	found, fused := h.both(ctx)
	points := found.points
	news := found.news
	err = fused.Failure(srcFearGreed)
	if err != nil && len(news.ok) == 0 {
		return nil, problem.BadGateway(problem.CodeSentimentFailed, err,
			"neither the fear and greed index nor any publisher's feed could be read").
			With("errors", errorsOf(append([]leftOut{{srcFearGreed, codeOf(err)}}, news.failed...)))
	}

	matched := wanted.of(news.stories)
	switch {
	case len(matched) > 0:
	case err != nil: // nothing to make a score of
		return nil, err
	case wanted.given():
		return nil, noMatch(wanted, news) // the mood of the market says nothing of what was asked for
	}

	answer := gen.CryptoSentiment200JSONResponse{
		Coin:     response.OrNull(wanted.coin),
		CoinName: response.OrNull(wanted.name),
		Query:    response.OrNull(wanted.query),
		Notes:    []string{},
		Sources: gen.CryptoSentimentSources{
			FearGreed:       upstream.StatusOf(err),
			NewsFeedsOk:     len(news.ok),
			NewsFeedsFailed: len(news.failed),
			Errors:          errorsOf(news.failed),
		},
		Providers:   append([]shared.Source{indexSource(points, err)}, news.sources...),
		Attribution: credits(points, news),
	}

	if err != nil {
		left := gen.CryptoNewsLeftOut{Source: srcFearGreed, Code: codeOf(err)}
		answer.Sources.Errors = append([]gen.CryptoNewsLeftOut{left}, answer.Sources.Errors...)
	} else {
		answer.FearGreed = fearGreedOf(points)
	}

	if len(matched) > 0 {
		mood := moodOf(matched)
		answer.NewsSentiment = &mood
	}

	answer.Composite = compose(answer.FearGreed, answer.NewsSentiment)
	answer.Partial = response.Partial(answer.Providers)
	if wanted.given() && answer.FearGreed != nil {
		answer.Notes = append(answer.Notes, "fear_greed is of the whole market, mostly bitcoin, and not of what was asked for.")
	}

	return answer, nil
}

const srcFearGreed = "fear_greed"

// indexSource is the index as answers name it among their sources.
func indexSource(points []alternativeme.Point, err error) shared.Source {
	s := response.Source(srcFearGreed, err)
	if err != nil {
		s.Detail = new(codeOf(err))
		return s
	}
	s.Records = new(len(points))
	if len(points) > 0 {
		s.AsOf = new(points[0].Day.UTC())
	}
	return s
}

// moodFacts are what a mood is made from.
type moodFacts struct {
	points []alternativeme.Point
	news   edition
}

// both asks the index and the feeds side by side. Each feed that failed is in the edition.
func (h *Handlers) both(ctx context.Context) (moodFacts, upstream.Fused[func(*moodFacts)]) {
	var found moodFacts
	fused := upstream.FuseInto(ctx, &found,
		upstream.Part(srcFearGreed, feedBudget,
			func(ctx context.Context) ([]alternativeme.Point, error) {
				points, err := h.index.FearGreed(ctx, windowDays)
				if err != nil {
					return nil, err
				}
				return points, upstream.TooOld(srcFearGreed, points[0].Day, h.news.now(), oldIndex)
			},
			func(f *moodFacts, points []alternativeme.Point) { f.points = points }),
		upstream.Part("news", 0,
			func(ctx context.Context) (edition, error) { return h.news.edition(ctx), nil },
			func(f *moodFacts, news edition) { f.news = news }))
	return found, fused
}

func fearGreedOf(points []alternativeme.Point) *gen.CryptoFearGreed {
	f := &gen.CryptoFearGreed{
		Value: points[0].Value, Classification: points[0].Classification, Trend: trendOf(points), WindowPoints: len(points), History: []gen.CryptoFearGreedDay{},
	}
	for _, p := range points {
		f.History = append(f.History, gen.CryptoFearGreedDay{
			Date:           p.Day.Format(time.DateOnly),
			Value:          p.Value,
			Classification: p.Classification,
		})
	}
	return f
}

// trendOf holds the newest value against the mean of the others, nil without any.
func trendOf(points []alternativeme.Point) *gen.CryptoFearGreedTrend {
	if len(points) < 2 {
		return nil
	}
	sum := 0
	for _, p := range points[1:] {
		sum += p.Value
	}
	switch change := float64(points[0].Value) - float64(sum)/float64(len(points)-1); {
	case change > trendStep:
		return new(gen.Rising)
	case change < -trendStep:
		return new(gen.Falling)
	}
	return new(gen.Flat)
}

// compose is the mean of what there is; at least one of them is.
func compose(index *gen.CryptoFearGreed, news *gen.CryptoNewsMood) gen.CryptoSentimentComposite {
	w := gen.CryptoSentimentWeights{FearGreed: 0.5, News: 0.5}
	score := 0.0
	switch {
	case index == nil:
		w.FearGreed = 0
		w.News = 1
	case news == nil:
		w.FearGreed = 1
		w.News = 0
	}

	if index != nil {
		score += w.FearGreed * float64(index.Value-50) / 50
	}
	if news != nil {
		score += w.News * news.Score
	}

	score = response.Round(score, 3)
	return gen.CryptoSentimentComposite{
		Label:   gen.CryptoNewsLabel(sentiment.LabelOf(score)),
		Score:   score,
		Weights: w,
	}
}

// credits names whose data the answer holds.
func credits(points []alternativeme.Point, news edition) string {
	var parts []string
	if len(points) > 0 {
		parts = append(parts, alternativeme.Provider.Attribution+".")
	}
	if len(news.ok) > 0 {
		parts = append(parts, fmt.Sprintf(attribution, strings.Join(news.ok, ", ")))
	}
	return strings.Join(parts, " ")
}
