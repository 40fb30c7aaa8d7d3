package feeds

import (
	"fmt"
	"strings"
	"testing"
)

func BenchmarkParse(b *testing.B) {
	var doc strings.Builder
	doc.WriteString(`<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>T</title>`)
	for i := range 100 {
		fmt.Fprintf(&doc, `<item><title>Item %d</title><link>https://example.com/%d</link><guid>%d</guid><pubDate>Thu, 01 Jan 2026 10:00:00 GMT</pubDate><dc:creator>A</dc:creator><description><![CDATA[<p>%s</p>]]></description></item>`, i, i, i, strings.Repeat("Some <b>words</b>. ", 50))
	}
	doc.WriteString("</channel></rss>")
	body := []byte(doc.String())
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if _, err := Parse(body, "https://example.com/feed", 100); err != nil {
			b.Fatal(err)
		}
	}
}
