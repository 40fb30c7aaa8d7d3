package fetch

import (
	"container/list"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/httpheader"
)

// cacheKey is equal for two fetches that may share a cached page.
type cacheKey struct {
	url     string
	purpose Purpose
	accept  string
	robots  bool // robots.txt was obeyed
	unread  bool // unless robots.txt could not be read
	raw     bool // the exact bytes are kept with the text
	max     int64
}

// cached is a page with what is needed to reuse it.
type cached struct {
	page  *Page
	until time.Time // fresh before
}

// pageCache keeps pages up to a number of bytes and evicts the least recently used first. Stale pages stay for
// their validators (ETag, Last-Modified), which can save a transfer.
type pageCache struct {
	mu      sync.Mutex
	max     int64
	used    int64
	order   *list.List // of *cacheEntry, most recently used first
	entries map[cacheKey]*list.Element
}

type cacheEntry struct {
	key  cacheKey
	item cached
	size int64
}

func newPageCache(maxBytes int64) *pageCache {
	return &pageCache{
		max:     maxBytes,
		order:   list.New(),
		entries: make(map[cacheKey]*list.Element),
	}
}

func (c *pageCache) get(key cacheKey) (cached, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.entries[key]
	if !ok {
		return cached{}, false
	}
	c.order.MoveToFront(el)
	return el.Value.(*cacheEntry).item, true
}

func (c *pageCache) put(key cacheKey, item cached) {
	size := int64(len(key.url)+len(item.page.Body)+len(item.page.Raw)) + headerSize(item.page.Header) + 2*kib
	if r := item.page.Robots; r != nil {
		for _, s := range r.Sitemaps {
			size += int64(len(s)) + 16
		}
	}

	c.mu.Lock()
	defer c.mu.Unlock()
	if size > c.max/4 { // one page must not push out everything else
		return
	}

	if el, ok := c.entries[key]; ok {
		c.remove(el)
	}
	c.entries[key] = c.order.PushFront(&cacheEntry{key, item, size})
	for c.used += size; c.used > c.max; {
		c.remove(c.order.Back())
	}
}

// headerSize is roughly the memory of headers. A host can make it a hundred times its page's.
func headerSize(h http.Header) int64 {
	size := 0
	for name, values := range h {
		size += len(name) + 100
		for _, v := range values {
			size += len(v) + 16
		}
	}
	return int64(size)
}

func (c *pageCache) remove(el *list.Element) {
	e := c.order.Remove(el).(*cacheEntry)
	delete(c.entries, e.key)
	c.used -= e.size
}

// lifetime is how long an answer with these headers stays fresh: the purpose's time, or less if the server says so.
// keep is false if it may not be stored.
func lifetime(h http.Header, ttl time.Duration) (d time.Duration, keep bool) {
	d = ttl
	if h.Get("Vary") == "*" {
		return 0, false
	}

	for directive := range strings.SplitSeq(strings.ToLower(strings.Join(h.Values("Cache-Control"), ",")), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(directive), "=")
		switch name {
		case "no-store", "private":
			return 0, false
		case "no-cache":
			d = 0
		case "max-age":
			if n, err := strconv.ParseUint(strings.Trim(value, `"`), 10, 31); err == nil {
				d = min(d, time.Duration(n)*time.Second)
			}
		}
	}

	return d, true
}

// maxRetryAfter bounds the Retry-After passed on to callers: it must fit 31 bits of seconds. The gate's own rest is
// bounded by maxRest.
const maxRetryAfter = math.MaxInt32 * time.Second

// retryAfter is how long the host wants to be left alone; 0 if it does not say.
func retryAfter(h http.Header, now time.Time) time.Duration {
	wait, _ := httpheader.RetryAfter(h, now, maxRetryAfter)
	return wait
}
