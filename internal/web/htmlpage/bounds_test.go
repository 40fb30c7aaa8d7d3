package htmlpage

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// TestFewBytesDoNotMakeMany: a page of five megabytes can have a long base and half a million short links, or refer
// to one long text again and again. The output stays within a small multiple of the page.
func TestFewBytesDoNotMakeMany(t *testing.T) {
	const size = 5 << 20
	many := func(head, piece string) string {
		var b strings.Builder
		b.WriteString(head)
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, piece, i)
		}
		return b.String()
	}
	long := strings.Repeat("a/", 990)
	for name, page := range map[string]string{
		"links":                              many("", "<a href=%x>"),
		"links and a base":                   many("<base href=https://other.example.com/"+long+">", "<a href=%x>"),
		"a longer base":                      many("<base href=https://other.example.com/"+strings.Repeat("a/", 2000)+">", "<a href=%x>"),
		"feeds":                              many("", "<link rel=alternate type=application/rss+xml href=%x>"),
		"one feed":                           many("", "<link rel=alternate type=application/rss+xml href=x><!--%x-->"),
		"properties":                         many("<div itemscope>", "<a itemprop=u href=%x>"),
		"one property named again and again": `<div itemscope itemref="` + strings.Repeat("a ", size/2) + `"></div><p id=a itemprop=x>` + strings.Repeat("word ", 900) + `</p>`,
	} {
		t.Run(name, func(t *testing.T) {
			p, err := Parse([]byte(page), "https://example.com/"+long)
			if err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			p.Links()
			p.Anchors()
			p.Feeds()
			p.Microdata()
			runtime.ReadMemStats(&after)
			if made := (after.TotalAlloc - before.TotalAlloc) >> 20; made > 1500 {
				t.Errorf("%s: %d MiB were allocated", name, made)
			}
		})
	}
}

func TestHonestLinksAreAllKept(t *testing.T) {
	var b strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&b, `<a href="/articles/2026/11/the-title-of-an-article-of-usual-length-%d.html">An article</a>`, i)
	}
	p, err := Parse([]byte(b.String()), "https://www.example.com/index/of/articles.html")
	if err != nil {
		t.Fatal(err)
	}
	if list, cut := p.Links(); len(list) != 50_000 || cut {
		t.Errorf("%d links, cut %v", len(list), cut)
	}
	p, err = Parse([]byte(strings.Repeat("<a href=x>x</a>", 100_000)), "https://www.example.com/"+strings.Repeat("a/", 1000))
	if err != nil {
		t.Fatal(err)
	}
	if list, cut := p.Links(); len(list) != 1 || !cut {
		t.Errorf("%d links, cut %v", len(list), cut)
	}
}
