package serp

import (
	"cmp"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Default cache times and size limits for an engine's answers.
const (
	keptFor  = 15 * time.Minute
	patience = 5 * time.Second
	maxBytes = 2 << 20
)

// courteous is what an engine's page for people is asked for at most. No engine publishes such a limit; users of
// DuckDuckGo had five or six searches answered and were then refused for 10 to 15 minutes (deedy5/ddgs, issue 198).
var courteous = []upstream.Quota{{Requests: 5, Per: 15 * time.Minute}}

// ResultPage is an engine's page for people, with common limits: few requests, no retries, and no stale results.
func ResultPage(p upstream.Provider) upstream.Provider {
	p.RatePerMinute = 30
	p.Burst = 10
	p.Concurrency = 8
	p.Retries = -1
	p.Quotas = courteous
	return limited(p)
}

// Collection is a public API over a collection of its own, for those without a key. Its limits are those that it
// publishes.
func Collection(p upstream.Provider) upstream.Provider {
	p.Retries = -1
	return limited(p)
}

// OfficialAPI is an engine's API for those with a key.
func OfficialAPI(p upstream.Provider) upstream.Provider {
	p.RatePerMinute = 600
	p.Retries = 1
	return limited(p)
}

func limited(p upstream.Provider) upstream.Provider {
	p.TTL = cmp.Or(p.TTL, keptFor)
	p.StaleFor = -1
	p.Timeout = patience
	p.MaxBytes = cmp.Or(p.MaxBytes, maxBytes)
	return p
}
