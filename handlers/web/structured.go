package web

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/web"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/httpheader"
	"github.com/farebox/farebox/internal/jsontext"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

const (
	maxText     = 200_000 // bytes of the text block
	maxHeadings = 1000
)

// Structured answers GET /structured: a page's content in blocks, selected by include.
func (h *Handlers) Structured(ctx context.Context, req gen.StructuredRequestObject) (gen.StructuredResponseObject, error) {
	page, err := h.page(ctx, req.Params.URL)
	if err != nil {
		return nil, err
	}

	answer := gen.Structured200JSONResponse{
		URL:             page.got.FinalURL,
		StandIn:         response.StandIn(page.stand),
		Title:           response.OrNull(page.Title()),
		TruncatedBlocks: []gen.WebStructuredPageTruncatedBlocks{},
	}

	truncated := func(block gen.WebStructuredPageTruncatedBlocks, cut bool) {
		if cut {
			answer.TruncatedBlocks = append(answer.TruncatedBlocks, block)
		}
	}

	wanted := func(block gen.StructuredParamsInclude) bool {
		return len(req.Params.Include) == 0 || slices.Contains(req.Params.Include, block)
	}
	truncated("page", page.Cut)

	if wanted("text") {
		text, cut := page.Text(maxText)
		answer.Text = &text
		truncated("text", cut)
	}

	if wanted("headings") {
		list, cut := page.Headings(maxHeadings)
		headings := make([]gen.WebHeading, 0, len(list))
		for _, x := range list {
			headings = append(headings, gen.WebHeading{Level: x.Level, Text: x.Text})
		}
		answer.Headings = &headings
		truncated("headings", cut)
	}

	if wanted("links") {
		list, cut := page.Links()
		truncated("links", cut || len(list) > maxLinks)
		list = list[:min(len(list), maxLinks)]
		links := make([]gen.WebLink, 0, len(list))
		for _, l := range list {
			links = append(links, gen.WebLink{URL: l.URL, Text: response.OrNull(l.Text)})
		}
		answer.Links = &links
	}

	if wanted("tables") {
		list, cut := page.Tables()
		tables := each.Of(list, func(t htmlpage.Table) [][]string { return t })
		answer.Tables = &tables
		truncated("tables", cut)
	}

	if wanted("metadata") {
		metadata, cut, err := metadataOf(page.Page, page.got.Header)
		if err != nil {
			return nil, problem.BadGateway(problem.CodeBadPage, err, "the page's metadata cannot be written as JSON")
		}
		answer.Metadata = metadata
		truncated("metadata", cut)
	}

	answer.Truncated = len(answer.TruncatedBlocks) > 0
	return answer, nil
}

// metadataOf is the metadata block. What the page does not state is taken from its headers.
func metadataOf(page *htmlpage.Page, header http.Header) (m *gen.WebMetadata, cut bool, err error) {
	meta := page.Metadata()
	if meta.Canonical == "" {
		meta.Canonical = canonicalLink(page.URL, header)
	}

	meta.Lang = cmp.Or(meta.Lang, contentLanguage(header))

	m = &gen.WebMetadata{
		Description: response.OrNull(meta.Description),
		Canonical:   response.OrNull(meta.Canonical),
		Lang:        response.OrNull(meta.Lang),
		Microdata:   []gen.WebMicrodataItem{},
	}

	m.OpenGraph, m.OpenGraphAll = firstAndAll(meta.OpenGraph)
	m.Twitter, m.TwitterAll = firstAndAll(meta.Twitter)
	ld := page.JSONLD()
	m.JSONLd = ld.Objects
	m.JSONLdErrors = ld.Errors
	items, cut := page.Microdata()
	for _, it := range items {
		b, err := jsontext.Marshal(it)
		if err != nil {
			return nil, false, fmt.Errorf("microdata: %w", err)
		}
		m.Microdata = append(m.Microdata, b)
	}

	return m, cut || ld.Cut, nil
}

// contentLanguage is the first language in the header, or "".
func contentLanguage(header http.Header) string {
	first, _, _ := strings.Cut(header.Get("Content-Language"), ",")
	return htmlpage.Collapse(first)
}

// firstAndAll splits the values of a kind of tag: the first of each, and lists of the repeated ones.
func firstAndAll(tags map[string][]string) (first map[string]string, all map[string][]string) {
	first = make(map[string]string, len(tags))
	all = map[string][]string{}
	for key, values := range tags {
		first[key] = values[0]
		if len(values) > 1 {
			all[key] = values
		}
	}
	return first, all
}

// canonicalLink is the first valid target of rel=canonical in the Link headers, or "".
func canonicalLink(base *url.URL, header http.Header) string {
	for _, target := range httpheader.LinkTargets(header, "canonical") {
		if u := htmlpage.Resolve(base, target); u != nil {
			return u.String()
		}
	}
	return ""
}
