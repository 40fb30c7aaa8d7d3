package dev

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	gen "github.com/farebox/farebox/gen/dev"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/hnalgolia"
)

// topStories is how many stories are listed.
const topStories = 10

// DevHN answers GET /dev/hn.
func (h *Handlers) DevHN(ctx context.Context, req gen.DevHNRequestObject) (gen.DevHNResponseObject, error) {
	query := req.Params.Query
	if !strings.ContainsFunc(query, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return nil, problem.Invalid("query", "query must have a letter or a digit: the search looks for words")
	}

	// In steps of five minutes, the same question is the same request, which is remembered that long.
	since := h.now().AddDate(0, 0, -req.Params.Days).Truncate(5 * time.Minute)
	stories, total, err := h.news.Stories(ctx, query, since)
	if err != nil {
		return nil, err
	}

	answer := gen.DevHN200JSONResponse{
		Query: query, WindowDays: req.Params.Days, CountStories: len(stories), Truncated: total > len(stories),
		Top: []gen.DevStory{},
	}

	list := make([]gen.DevStory, 0, len(stories))
	rated := 0
	discussed := 0
	points := 0
	comments := 0
	for _, s := range stories {
		story := storyOf(s)
		if story.Points != nil {
			rated++
		}
		if story.NumComments != nil {
			discussed++
		}
		points += response.OrZero(story.Points)
		comments += response.OrZero(story.NumComments)
		list = append(list, story)
	}

	if rated > 0 || len(list) == 0 {
		answer.TotalPoints = &points
	}
	if discussed > 0 || len(list) == 0 {
		answer.TotalComments = &comments
	}
	if rated > 0 {
		average := response.Round(float64(points)/float64(rated), 1)
		answer.AvgPoints = &average
	}

	slices.SortStableFunc(list, func(a, b gen.DevStory) int {
		return cmp.Or(
			cmp.Compare(response.OrZero(b.Points), response.OrZero(a.Points)),
			cmp.Compare(response.OrZero(b.NumComments), response.OrZero(a.NumComments)),
		)
	})
	answer.Top = append(answer.Top, list[:min(len(list), topStories)]...)
	return answer, nil
}

func storyOf(s hnalgolia.Story) gen.DevStory {
	discussion := "https://news.ycombinator.com/item?id=" + s.ID
	return gen.DevStory{
		Title:       s.Title,
		URL:         cmp.Or(s.URL, discussion),
		Points:      s.Points,
		NumComments: s.Comments,
		Date:        s.CreatedAt,
		Author:      s.Author,
		Discussion:  discussion,
	}
}
