package lobbyspend

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/lda"
)

// maxPages bounds the filings of one year that are read: the clients with the most filings have about 300 a year, and
// what finds more than 500 is a word that many names hold.
const maxPages = 20

// yearRead is what was read of one year.
type yearRead struct {
	year    int
	total   int
	filings []lda.Filing
	err     error // why not all is there
}

var errTooMany = errors.New("more filings than are read at once")

// gather reads the years side by side.
func (r *Reader) gather(ctx context.Context, query string, years []int) []yearRead {
	ask := func(ctx context.Context, year int) (yearRead, error) { return r.year(ctx, query, year), nil }
	read := make([]yearRead, len(years))
	for i, outcome := range upstream.AskEach(ctx, lda.Provider.Name, years, ask) {
		read[i] = outcome.Value
		read[i].year = years[i]
		if outcome.Err != nil {
			read[i].err = outcome.Err
		}
	}
	return read
}

// year reads the first page, which says how many there are, and the others side by side.
func (r *Reader) year(ctx context.Context, query string, year int) yearRead {
	first, err := r.filings.Filings(ctx, lda.Query{ClientName: query, Year: year})
	if err != nil {
		return yearRead{err: err}
	}
	read := yearRead{total: first.Total}
	if first.Pages() > maxPages {
		read.err = errTooMany
		return read
	}

	var rest []upstream.Source[*lda.Page]
	for n := 2; n <= first.Pages(); n++ {
		rest = append(rest, upstream.Source[*lda.Page]{
			Name: "page " + strconv.Itoa(n),
			Call: func(ctx context.Context) (*lda.Page, error) {
				return r.filings.Filings(ctx, lda.Query{
					ClientName: query,
					Year:       year,
					Page:       n,
				})
			},
		})
	}
	seen := map[string]bool{}
	read.take(first, seen)
	for _, outcome := range upstream.Fuse(ctx, rest...) {
		switch {
		case errors.Is(outcome.Err, upstream.NotFound):
			read.err = unusable("the list of filings ended before its last page")
		case outcome.Err != nil:
			read.err = outcome.Err
		default:
			read.take(outcome.Value, seen)
		}
	}
	if read.err == nil && len(read.filings) < read.total {
		read.err = unusable("the pages hold fewer filings than the list says")
	}
	return read
}

func unusable(why string) error {
	return &upstream.Error{
		Kind:     upstream.BadResponse,
		Provider: lda.Provider.Name,
		Cause:    errors.New(why),
	}
}

// take adds a page's filings. Pages overlap when something is filed while they are read.
func (y *yearRead) take(page *lda.Page, seen map[string]bool) {
	for _, f := range page.Filings {
		if !seen[f.UUID] {
			seen[f.UUID] = true
			y.filings = append(y.filings, f)
		}
	}
	y.total = max(y.total, page.Total)
}

// unlessUnread is err, or the reason why a year was not read whole when err says that no filing names the client: the
// filings that were not read may.
func unlessUnread(err error, read []yearRead) error {
	var p *problem.Problem
	if !errors.As(err, &p) || p.Status != http.StatusNotFound {
		return err
	}
	for _, y := range read {
		if y.err != nil {
			return unread([]yearRead{y})
		}
	}
	return err
}

// unread is the reason when not one year could be read whole: then there is no total.
func unread(read []yearRead) error {
	var first error
	for _, y := range read {
		switch {
		case y.err == nil:
			return nil
		case errors.Is(y.err, errTooMany):
			return problem.InvalidCode("client_name", problem.CodeTooComplex,
				"client_name fits %d filings of %d, more than %d: give more of the client's name",
				y.total, y.year, maxPages*lda.PageSize)
		case first == nil:
			first = y.err
		}
	}
	return first
}
