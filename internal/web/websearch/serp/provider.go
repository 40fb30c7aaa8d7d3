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

// ResultPage is an engine's page for people, with common limits: few requests, no retries, and no stale results.
func ResultPage(p upstream.Provider) upstream.Provider {
	p.RatePerMinute = 30
	p.Burst = 10
	p.Concurrency = 8
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
