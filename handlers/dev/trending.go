package dev

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/dev"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/github"
)

// languageName is what names of languages are made of. Anything else could add qualifiers to the query.
var languageName = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N} +#.*'()/-]*$`)

// DevTrending answers GET /dev/trending.
func (h *Handlers) DevTrending(ctx context.Context, req gen.DevTrendingRequestObject) (gen.DevTrendingResponseObject, error) {
	query, err := trendingQuery(req.Params)
	if err != nil {
		return nil, err
	}

	found, err := h.github.SearchRepositories(ctx, query, string(req.Params.Sort), strconv.Itoa(req.Params.Limit))
	if errors.Is(err, upstream.Invalid) {
		field := "language"
		if req.Params.Language == nil {
			field = "topic"
		}
		return nil, problem.Invalid(field, "GitHub cannot read the query; check language and topic")
	}

	if err != nil {
		return nil, err
	}
	given := len(found.Items)
	found.Items = slices.DeleteFunc(found.Items, func(r github.Listing) bool {
		return req.Params.CreatedAfter != nil && r.CreatedAt.Format(time.DateOnly) < *req.Params.CreatedAfter
	})
	if given > 0 && len(found.Items) == 0 {
		return nil, upstream.BadResponse.Errorf("GitHub gave no repository that is as new as was asked for")
	}
	answer := gen.DevTrending200JSONResponse{
		Query:      query,
		Sort:       string(req.Params.Sort),
		TotalCount: found.Total - given + len(found.Items),
		Partial:    found.Incomplete == nil || *found.Incomplete,
		Repos:      []gen.DevTrendingRepository{},
	}

	for _, r := range found.Items[:min(len(found.Items), req.Params.Limit)] {
		answer.Repos = append(answer.Repos, gen.DevTrendingRepository{
			FullName:    r.FullName,
			Stars:       r.Stars,
			Forks:       r.Forks,
			Language:    response.OrNull(r.Language),
			Description: response.OrNull(r.Description),
			HTMLURL:     r.HTMLURL,
			CreatedAt:   r.CreatedAt,
			PushedAt:    r.PushedAt,
		})
	}

	answer.Count = len(answer.Repos)
	return answer, nil
}

// trendingQuery is the search in GitHub's syntax.
func trendingQuery(p gen.DevTrendingParams) (string, error) {
	var terms []string
	if p.Language != nil {
		language := strings.TrimSpace(*p.Language)
		if !languageName.MatchString(language) {
			return "", problem.Invalid("language", "language must be the name of a programming language, such as go or c++")
		}
		if strings.ContainsAny(language, " '()") {
			language = `"` + language + `"`
		}
		terms = append(terms, "language:"+language)
	}

	if p.Topic != nil {
		terms = append(terms, "topic:"+strings.ToLower(*p.Topic))
	}
	if len(terms) == 0 {
		return "", problem.InvalidCode("language", problem.CodeMissingInput, "give language, topic or both")
	}

	if p.CreatedAfter != nil {
		if _, err := time.Parse(time.DateOnly, *p.CreatedAfter); err != nil {
			return "", problem.Invalid("created_after", "created_after must be a day that exists, written YYYY-MM-DD")
		}
		terms = append(terms, "created:>="+*p.CreatedAfter)
	}

	return strings.Join(terms, " "), nil
}
