package htmlpage

import (
	"fmt"
	"strings"
	"testing"
)

// page is 280 kB with everything that the package reads.
func page() []byte {
	var b strings.Builder
	b.WriteString(`<!doctype html><html lang="en"><head><title>Bench</title><meta name="description" content="d"><meta property="og:title" content="t">
<script type="application/ld+json">{"@type":"Product","offers":[{"price":"1"},],}</script></head><body>`)
	for i := range 1000 {
		fmt.Fprintf(&b, `<section class="card c%d"><h2 id="h%d">Heading %d</h2><p>Some <b>words</b> about number %d, with a <a href="/item/%d?x=1&amp;y=2#top">link</a> in them.</p><table><tr><td>%d<td>b</table></section>`, i, i, i, i, i, i)
	}
	return []byte(b.String())
}

func BenchmarkParse(b *testing.B) {
	body := page()
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if _, err := Parse(body, "https://example.com/"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadAll(b *testing.B) {
	body := page()
	p, err := Parse(body, "https://example.com/")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		p.Title()
		p.Text(200_000)
		p.Headings(1000)
		p.Links()
		p.Feeds()
		p.Tables()
		p.Metadata()
		p.JSONLD()
		p.Microdata()
	}
}
