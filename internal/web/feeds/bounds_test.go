package feeds

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// TestShortLinksDoNotMakeLongOnes: many short links each repeat a long base of the feed or its URL.
func TestShortLinksDoNotMakeLongOnes(t *testing.T) {
	long := "https://example.com/" + strings.Repeat("a/", 1000)
	items := func(piece string) string {
		var b strings.Builder
		for i := range 60_000 {
			fmt.Fprintf(&b, piece, i)
		}
		return b.String()
	}
	for name, doc := range map[string]string{
		"RSS":       "<rss version='2.0'><channel>" + items("<item><link>%x</link></item>"),
		"xml:base":  "<rss version='2.0'><channel xml:base='https://example.org/" + strings.Repeat("a/", 3000) + "'>" + items("<item><link>%x</link></item>"),
		"Atom":      "<feed xmlns='http://www.w3.org/2005/Atom'>" + items("<entry><link href='%x'/></entry>"),
		"JSON Feed": `{"version":"https://jsonfeed.org/version/1.1","items":[` + items(`{"url":"%x"},`) + `{}]}`,
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f := parseAt(t, doc, long)
		runtime.ReadMemStats(&after)
		if made := (after.TotalAlloc - before.TotalAlloc) >> 20; made > 800 || !f.Cut || len(f.Items) != 20 || !strings.HasPrefix(f.Items[0].Link, "https://example.com/a/") {
			t.Errorf("%s: %d MiB were allocated, cut %v, %d items", name, made, f.Cut, len(f.Items))
		}
	}
}

func parseAt(t *testing.T, doc, location string) *Feed {
	t.Helper()
	f, err := Parse([]byte(doc), location, 20)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
