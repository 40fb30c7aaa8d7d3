package metadata

import (
	"net/url"
	"strings"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// Context is what the metadata tells about the blocks of the page.
func (m Metadata) Context(pageURL *url.URL) blocks.Context {
	ctx := blocks.Context{Title: m.Title, Summary: m.Description, Body: m.Body, Kind: m.kind()}
	if pageURL != nil {
		ctx.Path = pageURL.Path
	}
	return ctx
}

func (m Metadata) kind() int {
	kind := blocks.KindUnknown
	for _, t := range m.Types {
		switch {
		case isArticleType(t):
			return blocks.KindArticle
		case strings.HasPrefix(t, "product") || t == "og:product":
			kind = blocks.KindProduct
		case strings.HasPrefix(t, "discussion") || t == "qapage" || t == "question":
			kind = blocks.KindForum
		case (t == "website" || t == "webpage" || t == "collectionpage" || t == "itemlist") && kind == blocks.KindUnknown:
			kind = blocks.KindSite
		}
	}
	return kind
}
