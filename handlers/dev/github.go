package dev

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/dev"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
)

// activeFor is how long after its last push a repository still counts as active.
const activeFor = 90

// repoName is what GitHub allows: an account of letters, digits and hyphens, and a repository name.
var repoName = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9-]{0,38})/([A-Za-z0-9._-]{1,100})$`)

// repoURL is an address of a repository or of something in it, in the forms that browsers, git and package managers have.
var repoURL = regexp.MustCompile(`(?i)^(?:(?:git\+)?(?:https?|ssh|git)://)?(?:git@)?(?:www\.)?github(?:\.com[/:]|:)(.+)$`)

// DevGithub answers GET /dev/github.
func (h *Handlers) DevGithub(ctx context.Context, req gen.DevGithubRequestObject) (gen.DevGithubResponseObject, error) {
	owner, name, err := parseRepo(req.Params.Repo)
	if err != nil {
		return nil, err
	}

	r, err := h.github.Repository(ctx, owner, name)
	if errors.Is(err, upstream.NotFound) {
		return nil, problem.NotFound("repo", "GitHub has no public repository with this name")
	}
	if err != nil {
		return nil, err
	}

	now := h.now()
	answer := gen.DevGithub200JSONResponse{
		FullName:    r.FullName,
		HTMLURL:     r.HTMLURL,
		Description: response.OrNull(r.Description),
		Stars:       r.Stars,
		Forks:       r.Forks,
		OpenIssues:  r.OpenIssues,
		Language:    response.OrNull(r.Language),
		Topics:      append([]string{}, r.Topics...),
		Archived:    r.Archived,
		Disabled:    r.Disabled,
		IsFork:      r.Fork,
		CreatedAt:   r.CreatedAt,
		PushedAt:    r.PushedAt,
	}

	if r.License != nil && r.License.SPDX != "NOASSERTION" {
		answer.License = response.OrNull(r.License.SPDX)
	}
	answer.Signals.AgeDays = response.AgeDays(r.CreatedAt, now)

	if r.PushedAt != nil {
		days := response.AgeDays(*r.PushedAt, now)
		answer.Signals.DaysSincePush = &days
		answer.Signals.IsActive = new(now.Sub(*r.PushedAt) <= activeFor*24*time.Hour && !r.Archived && !r.Disabled)
	}

	if r.Stars > 0 {
		ratio := response.Round(float64(r.OpenIssues)/float64(r.Stars), 4)
		answer.Signals.IssuesPerStar = &ratio
	}

	return answer, nil
}

// parseRepo reads owner/name, or the URL of the repository or of something in it.
func parseRepo(text string) (owner, name string, err error) {
	text = strings.TrimSpace(text)
	if m := repoURL.FindStringSubmatch(text); m != nil {
		text, _, _ = strings.Cut(m[1], "?")
		text, _, _ = strings.Cut(text, "#")
		if parts := strings.SplitN(text, "/", 3); len(parts) >= 2 {
			text = parts[0] + "/" + parts[1]
		}
	}
	m := repoName.FindStringSubmatch(strings.TrimSuffix(text, ".git"))
	if m == nil || strings.Trim(m[2], ".") == "" {
		return "", "", problem.Invalid("repo", "repo must be owner/name, such as golang/go")
	}
	return m[1], m[2], nil
}
