package response

import (
	"errors"
	"net/http"
	"time"

	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/standin"
)

// Fetched is a file on a web site among the sources of an answer: location is where it was found or looked for, at when
// it was asked for. A file that is not there, which has status 404 or 410, is empty. Detail is why it could not be had.
func Fetched(name, location string, at time.Time, err error) shared.Source {
	source := shared.Source{
		Name:   name,
		Status: shared.SourceStatus(fetchStatus(err)),
		URL:    OrNull(location),
	}
	switch source.Status {
	case shared.SourceStatusOk, shared.SourceStatusEmpty:
		source.FetchedAt = Moment(&at)
	default:
		source.Detail = OrNull(fetch.Problem(err, "url").Detail)
	}
	return source
}

// RobotsTxt is a site's robots.txt among the sources of an answer. Of statuses from 400 to 499 all but 429 say that
// there is none (RFC 9309, section 2.3.1.3).
func RobotsTxt(file *fetch.RobotsFile) shared.Source {
	var err error
	switch {
	case file.Unreachable:
		err = &fetch.Error{
			Kind:   fetch.KindRobots,
			Host:   fetch.HostOf(file.URL),
			Status: file.Status,
			Robots: &fetch.Robots{
				RobotsURL:    file.URL,
				RobotsStatus: file.Status,
			},
		}
	case file.Status >= http.StatusBadRequest:
		err = upstream.NotFound.Errorf("there is no robots.txt")
	}
	return Fetched("robots_txt", file.FinalURL, file.FetchedAt, err)
}

// fetchStatus is the word for what became of a fetch.
func fetchStatus(err error) string {
	var failed *fetch.Error
	if !errors.As(err, &failed) {
		return upstream.StatusOf(err)
	}

	switch {
	case failed.Kind == fetch.KindTimeout:
		return upstream.StatusTimeout
	case failed.Kind == fetch.KindBusy, failed.Status == http.StatusTooManyRequests:
		return string(upstream.RateLimited)
	case failed.Kind != fetch.KindStatus:
		return upstream.StatusError
	case failed.Status == http.StatusNotFound, failed.Status == http.StatusGone:
		return upstream.StatusEmpty
	}
	return upstream.StatusError
}

// StandIn is what a page stands in for a page, nil for a page.
func StandIn(v standin.Verdict) *shared.StandIn {
	if v.Kind == "" {
		return nil
	}
	return &shared.StandIn{
		Kind:    shared.StandInKind(v.Kind),
		Service: OrNull(v.Service),
	}
}
