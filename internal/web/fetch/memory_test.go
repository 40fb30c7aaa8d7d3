package fetch

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/web/fetch/robots"
)

// TestCachedHeadersCountAsMemory: a host may send 250 kB of them with each empty page.
func TestCachedHeadersCountAsMemory(t *testing.T) {
	const max = 8 * mib
	c := newPageCache(max)
	header := http.Header{}
	for i := range 100 {
		header.Set(fmt.Sprint("X-", i), strings.Repeat("x", 2000))
	}
	for i := range 100 {
		c.put(cacheKey{url: fmt.Sprint("http://a.example.com/", i)}, cached{page: &Page{
			Header: header, Robots: &Robots{Sitemaps: []string{strings.Repeat("s", 50_000)}},
		}})
	}
	if n := len(c.entries); n == 0 || n > max/250_000 {
		t.Errorf("%d pages of 250 kB each are kept in %d bytes", n, max)
	}
}

// TestRobotsFilesAreKeptWithinTheirMemory: each may have half a megabyte, and a caller can name any number of
// hosts.
func TestRobotsFilesAreKeptWithinTheirMemory(t *testing.T) {
	c := &robotsCache{files: make(map[string]robotsEntry)}
	now := time.Now()
	large := &RobotsFile{Body: make([]byte, robots.MaxSize)}
	for i := range 1000 {
		c.put(fmt.Sprintf("https://%d.example.com", i), large, now, time.Hour)
	}
	if n := len(c.files); n == 0 || int64(n)*10*robots.MaxSize > maxRobotsBytes {
		t.Errorf("%d of the largest files are kept", n)
	}
	for i := range 20_000 {
		c.put(fmt.Sprintf("https://%d.example.org", i%10_000), &RobotsFile{}, now, time.Hour)
	}
	used := int64(0)
	for _, e := range c.files {
		used += e.size
	}
	if len(c.files) > maxRobotsFiles || used != c.used {
		t.Errorf("%d files, %d bytes counted as %d", len(c.files), used, c.used)
	}
	c.put("https://last.example.org", large, now, time.Hour)
	if c.get("https://last.example.org", now) != large {
		t.Error("the latest is not kept")
	}
}
