package serp

import (
	"cmp"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// What is kept of an engine's answers, and how large they may be, where the provider says nothing else.
const (
	keptFor  = 15 * time.Minute
	patience = 5 * time.Second
	maxBytes = 2 << 20
)

// ResultPage is an engine's page for people, with the limits that all of them have: it is asked seldom and never twice,
// and no old results are shown for want of new ones.
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
