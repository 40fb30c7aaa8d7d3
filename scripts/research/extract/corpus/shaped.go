package corpus

import "github.com/farebox/farebox/internal/web/extract/extracttest/shapes"

// Shaped are made-up pages as documents of a set, of the kind of their shape.
func Shaped(pages []shapes.Page) []Document {
	docs := make([]Document, len(pages))
	for i, p := range pages {
		docs[i] = Document{
			ID:   p.Shape,
			URL:  p.URL,
			HTML: []byte(p.HTML),
			Kind: p.Shape,
			Text: p.Want,
		}
	}
	return docs
}
