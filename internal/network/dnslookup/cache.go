package dnslookup

import (
	"sync"
	"time"

	"github.com/miekg/dns"
)

// entry is what one question got.
type entry struct {
	records []dns.RR
	missing bool // the name does not exist
	ttl     time.Duration
	until   time.Time
}

// Answers are kept for their TTL within these bounds: a TTL of 0 is common and would send the five questions about one domain
// out again for each caller, and a long one would hide a repair.
const (
	minTTL = 5 * time.Second
	maxTTL = 10 * time.Minute
)

// maxCached is the largest answer that is kept, in bytes: one may have 64 KiB, and whoever has a zone could fill the memory with
// such.
const maxCached = 8 << 10

// cache is a bounded table. It is small and short-lived, so any entry makes room for a new one.
type cache struct {
	max int
	now func() time.Time

	mu      sync.Mutex
	entries map[dns.Question]entry
}

func newCache(most int, now func() time.Time) *cache {
	if now == nil {
		now = time.Now
	}
	return &cache{
		max:     most,
		now:     now,
		entries: map[dns.Question]entry{},
	}
}

func (c *cache) get(q dns.Question) (entry, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[q]
	if ok && !c.now().Before(e.until) {
		delete(c.entries, q)
		return entry{}, false
	}
	return e, ok
}

func (c *cache) put(q dns.Question, e entry) {
	if c.max < 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for old := range c.entries {
		if len(c.entries) < c.max {
			break
		}
		delete(c.entries, old)
	}
	e.until = c.now().Add(min(max(e.ttl, minTTL), maxTTL))
	c.entries[q] = e
}
