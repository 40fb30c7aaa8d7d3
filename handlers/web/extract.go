package web

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/web"
	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/render"
	"github.com/farebox/farebox/internal/web/htmlpage"
	"github.com/farebox/farebox/internal/web/loosejson"
	"github.com/farebox/farebox/internal/web/standin"
)

// readable are the media types that /extract reads. A page without one is examined.
var readable = append(
	[]string{"text/plain", "text/markdown", "text/x-markdown", "application/json", typePDF},
	htmlTypes...,
)

// Extract answers GET /extract: the content of a page, as Markdown or text.
func (h *Handlers) Extract(ctx context.Context, req gen.ExtractRequestObject) (gen.ExtractResponseObject, error) {
	got, rendered, note, err := h.load(ctx, req.Params.URL, req.Params.Render)
	if err != nil {
		return nil, fetch.Problem(err, "url")
	}
	if !got.Text && got.BinaryType != typePDF {
		return nil, problem.Unprocessable("url", string(fetch.KindMedia),
			"url must lead to an HTML page, a PDF, plain text, Markdown or JSON; the bytes there are something else")
	}

	answer := gen.Extract200JSONResponse{
		URL:         got.FinalURL,
		ContentType: contentType(got),
		Format:      gen.WebContentFormat(req.Params.Format),
		Rendered:    rendered,
		RenderNote:  response.OrNull(note),
		FetchedAt:   got.FetchedAt,
	}
	if got.BinaryType == typePDF {
		if err := h.extractPDF(ctx, &answer, got); err != nil {
			return nil, err
		}
		return partOf(answer, req.Params)
	}

	if _, err := capacity.Work(ctx, htmlpage.Cost(got.Body)); err != nil { // until the answer is made
		return nil, err
	}

	if isHTML(got) {
		err = h.extractHTML(&answer, got, extract.Options{
			Format:   extract.Format(req.Params.Format),
			Links:    extract.Links(req.Params.Links),
			NoImages: !req.Params.Images,
		})
	} else {
		err = asItIs(&answer, got)
	}

	if err != nil {
		return nil, err
	}
	return partOf(answer, req.Params)
}

// isHTML reports whether a page is read as HTML: by its type or, without one, by its content.
func isHTML(p *fetch.Page) bool {
	for _, t := range htmlTypes {
		if p.ContentType == t {
			return true
		}
	}
	return p.ContentType == "" && htmlpage.LooksLikeHTML(p.Body)
}

func (h *Handlers) extractHTML(answer *gen.Extract200JSONResponse, got *fetch.Page, as extract.Options) error {
	page, err := htmlpage.Parse(got.Body, got.FinalURL)
	if err != nil {
		return problem.BadGateway(string(fetch.KindBadResponse), err, "the page's own address cannot be read")
	}
	stand, err := fetch.Judge(got, page)
	if err != nil {
		return fetch.Problem(err, "url")
	}

	r, err := h.Extractor.ExtractTree(page.Root, page.URL, as)
	drawn := stand.Kind == standin.Scripts && (r.Strategy == extract.Chosen || r.Strategy == extract.Whole)
	if errors.Is(err, extract.ErrNoContent) || drawn {
		return problem.Unprocessable("url", problem.CodeNoContent,
			"the page has no text; if scripts draw it, ask with render=true")
	}
	if err != nil {
		return problem.BadGateway(problem.CodeExtractionFailed, err, "the page could not be read")
	}

	answer.Content = r.Content
	answer.Method = gen.WebContentMethod(r.Strategy)
	answer.WordCount = r.Words
	answer.Truncated = page.Cut
	answer.StandIn = response.StandIn(stand)
	answer.Confidence = sureness(r)
	if p := r.Pieces; p != nil {
		answer.Pieces = &gen.WebPieces{
			Count:       p.Count,
			WordCount:   p.Words,
			WordsBefore: p.Before,
		}
	}

	answer.Title = response.OrNull(r.Title)
	answer.TitleRaw = response.OrNull(r.TitleRaw)
	answer.Author = response.OrNull(r.Author)
	answer.Authors = r.Authors
	answer.PublishedAt, answer.PublishedDate = momentAndDay(r.Published)
	answer.ModifiedAt, answer.ModifiedDate = momentAndDay(r.Modified)
	answer.SiteName = response.OrNull(r.Site)
	answer.Lang = response.OrNull(r.Language)
	answer.Excerpt = response.OrNull(r.Description)
	answer.Image = response.OrNull(r.Image)
	answer.Canonical = response.OrNull(r.Canonical)
	return nil
}

// sureness is the confidence in a choice of blocks to two decimals, or nil without a choice.
func sureness(r extract.Result) *float64 {
	if r.Strategy != extract.Chosen {
		return nil
	}
	return new(math.Round(r.Confidence*100) / 100)
}

// momentAndDay reads a time as exact as the page states it: a moment needs a time of day with a zone, a day does
// not.
func momentAndDay(text string) (moment *time.Time, day *string) {
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		moment = response.Moment(&at)
	}
	if len(text) < len(time.DateOnly) {
		return moment, nil
	}
	if _, err := time.Parse(time.DateOnly, text[:len(time.DateOnly)]); err == nil {
		day = new(text[:len(time.DateOnly)])
	}
	return moment, day
}

// asItIs returns text that is already content. In Markdown, JSON becomes a fenced block.
func asItIs(answer *gen.Extract200JSONResponse, got *fetch.Page) error {
	content := strings.TrimSpace(strings.ReplaceAll(string(got.Body), "\r\n", "\n"))
	if content == "" {
		return problem.Unprocessable("url", problem.CodeNoContent, "the page is empty")
	}

	if got.ContentType == "application/json" {
		if !json.Valid(got.Body) {
			return problem.Unprocessable("url", string(fetch.KindMedia), "the page says that it is JSON, and is not")
		}
		if pretty, ok := loosejson.Indent(got.Body); ok {
			content = string(pretty)
		}
		if answer.Format == gen.WebContentFormat(extract.Markdown) {
			content = "```json\n" + content + "\n```"
		}
	}

	answer.Content = content
	answer.Method = gen.AsIs
	answer.WordCount = extract.CountWords(content)
	if first, _, _ := strings.Cut(content, "\n"); strings.HasPrefix(first, "# ") {
		answer.Title = response.OrNull(strings.TrimSpace(strings.TrimLeft(first, "# ")))
	}

	return nil
}

// load gets the page, rendered by a browser if requested and possible; note says why it was not rendered. Only HTML
// pages need rendering.
func (h *Handlers) load(ctx context.Context, location string, drawn bool) (page *fetch.Page, rendered bool, note string, err error) {
	if drawn {
		if h.Renderer == nil {
			note = string(render.KindNoBrowser)
		} else if page, note, err = h.draw(ctx, location); page != nil || err != nil {
			return page, page != nil, note, err
		}
	}
	page, err = h.Fetcher.Get(ctx, fetch.Request{
		URL:        location,
		For:        fetch.ForPage,
		MediaTypes: readable,
	})
	return page, false, note, err
}

// draw returns the page as its scripts leave it. If the browser cannot, it returns nil and the reason, and the page
// as sent must do.
func (h *Handlers) draw(ctx context.Context, location string) (page *fetch.Page, note string, err error) {
	got, err := h.Renderer.Render(ctx, location)
	var failed *fetch.Error
	switch {
	case err == nil && got.Complete:
		return got.Page, "", nil
	case err == nil:
		return got.Page, "incomplete", nil
	case render.Reason(err) != "":
		return nil, string(render.Reason(err)), nil
	case errors.As(err, &failed) && failed.Kind == fetch.KindMedia:
		return nil, "not_html", nil
	}
	return nil, "", err
}
