package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"

	gen "github.com/farebox/farebox/gen/web"
	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/web/charset"
	"github.com/farebox/farebox/internal/web/feeds"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

const (
	maxDeclared = 20       // a page's feeds named in a problem
	maxFeed     = 10 << 20 // unpacked bytes of a feed served as a gzip file; package fetch bounds all others
)

// Feed answers GET /feed: a syndication feed's items. A feed is recognised by its content, not its media type. For
// a page that is not a feed, the problem names the feeds that the page declares, so that the caller knows what to
// request.
func (h *Handlers) Feed(ctx context.Context, req gen.FeedRequestObject) (gen.FeedResponseObject, error) {
	got, err := h.Fetcher.Get(ctx, fetch.Request{
		URL:     req.Params.URL,
		For:     fetch.ForFeed,
		KeepRaw: true,
	})
	if err != nil {
		return nil, fetch.Problem(err, "url")
	}
	if _, err := capacity.Work(ctx, feedCost(got.Raw)); err != nil { // until the answer is made
		return nil, err
	}

	body, err := feedText(got)
	if err != nil {
		return nil, err
	}

	feed, err := feeds.Parse(body, got.FinalURL, req.Params.MaxItems)
	switch {
	case errors.Is(err, feeds.ErrNotFeed):
		if _, err := fetch.JudgeBody(got); err != nil {
			return nil, fetch.Problem(err, "url")
		}
		return nil, notFeed(got, body)
	case err != nil:
		return nil, problem.BadGateway(string(fetch.KindBadResponse), err, "the feed's own address cannot be read")
	}

	feed.Language = cmp.Or(feed.Language, contentLanguage(got.Header))
	return gen.Feed200JSONResponse(feedAnswer(got.FinalURL, feed)), nil
}

// feedCost is the memory, in bytes, that reading a feed takes. A JSON feed is a tree of values for a while; a
// compressed one may have any size.
func feedCost(body []byte) int64 {
	const jsonCost = 40 // as measured
	switch {
	case bytes.HasPrefix(body, []byte("\x1f\x8b")):
		return jsonCost * maxFeed
	case bytes.HasPrefix(bytes.TrimSpace(body[:min(len(body), 1024)]), []byte("{")):
		return jsonCost * int64(len(body))
	}
	return htmlpage.Cost(body)
}

// feedText is the feed in UTF-8. Feeds are also served with binary types, and as gzip files without a header for
// it.
func feedText(got *fetch.Page) ([]byte, error) {
	packed := bytes.HasPrefix(got.Raw, []byte("\x1f\x8b"))
	switch {
	case got.Text && !packed:
		return got.Body, nil
	case !packed:
		body, _, _ := charset.ToUTF8(got.Raw, "")
		return body, nil
	}

	z, err := gzip.NewReader(bytes.NewReader(got.Raw))
	if err != nil {
		return nil, notFeed(got, nil)
	}

	body, err := io.ReadAll(io.LimitReader(z, maxFeed+1))
	switch {
	case len(body) > maxFeed:
		return nil, problem.Unprocessable("url", string(fetch.KindTooLarge), "the feed is larger than the %d bytes that are read", maxFeed).With("limit_bytes", maxFeed)
	case len(body) == 0 && err != nil:
		return nil, notFeed(got, nil)
	}

	text, _, _ := charset.ToUTF8(body, "") // of a truncated file, what there is
	return text, nil
}

func notFeed(got *fetch.Page, body []byte) error {
	p := problem.Unprocessable("url", problem.CodeNotAFeed, "url must lead to an RSS, Atom or JSON feed; this is something else")
	declared := []string{}
	if htmlpage.LooksLikeHTML(body) {
		if page, err := htmlpage.Parse(body, got.FinalURL); err == nil {
			for _, f := range page.Feeds() {
				if len(declared) < maxDeclared {
					declared = append(declared, f.URL)
				}
			}
		}
	}
	if len(declared) > 0 {
		p.Detail = "url leads to a page, not to a feed; the page declares the feeds listed in feeds"
	}
	return p.With("feeds", declared)
}

func feedAnswer(location string, f *feeds.Feed) gen.WebFeed {
	answer := gen.WebFeed{
		URL:       location,
		Format:    gen.WebFeedFormat(f.Format),
		Items:     []gen.WebFeedItem{},
		Count:     len(f.Items),
		Total:     f.Total,
		Truncated: f.Cut,
		Feed: gen.WebFeedInfo{
			Title:       response.OrNull(f.Title),
			Link:        response.OrNull(f.Link),
			Description: response.OrNull(f.Description),
			Updated:     response.Moment(&f.Updated),
			Language:    response.OrNull(f.Language),
		},
	}

	for _, it := range f.Items {
		item := gen.WebFeedItem{
			Title:        response.OrNull(it.Title),
			Link:         response.OrNull(it.Link),
			Published:    response.Moment(&it.Published),
			PublishedRaw: response.OrNull(it.RawDate),
			Summary:      response.OrNull(it.Summary),
			ID:           response.OrNull(it.ID),
			Author:       response.OrNull(it.Author),
			ContentType:  response.OrNull(it.ContentType),
			Enclosures:   []gen.WebEnclosure{},
		}
		for _, e := range it.Enclosures {
			file := gen.WebEnclosure{URL: e.URL, Type: response.OrNull(e.Type)}
			if e.Length > 0 {
				file.Length = &e.Length
			}
			item.Enclosures = append(item.Enclosures, file)
		}
		answer.Items = append(answer.Items, item)
	}

	return answer
}
