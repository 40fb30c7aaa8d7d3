package upstream

import (
	"sync"
	"time"
)

// Quota is a limit of requests over a time, such as 125 a day. Any number of them stand beside RatePerMinute: a request
// goes out when all of them allow it. They are counted by the fleet, and by each process since its start.
type Quota struct {
	Requests int
	Per      time.Duration
}

// quotaCap is a number of requests that nobody is counted up to.
const quotaCap = 100_000

// quotas count the requests of one provider within the last hours.
type quotas struct {
	limits []Quota

	mu   sync.Mutex
	sent []time.Time // the latest requests, as many as the largest limit has
}

// newQuotas scales the limits, to at least one request each.
func newQuotas(declared []Quota, scale float64) *quotas {
	q := &quotas{}
	for _, limit := range declared {
		scaled := float64(limit.Requests) * scale
		if scaled > quotaCap {
			continue
		}
		limit.Requests = max(1, int(scaled))
		q.limits = append(q.limits, limit)
	}
	return q
}

// take books a request at now when all limits, divided by share, allow it. Otherwise it books nothing and gives the
// time until they do.
func (q *quotas) take(now time.Time, share int) (wait time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()

	most := 0
	for _, limit := range q.limits {
		most = max(most, limit.Requests)
		if over := len(q.sent) - max(1, limit.Requests/share); over >= 0 {
			wait = max(wait, q.sent[over].Add(limit.Per).Sub(now))
		}
	}
	if wait > 0 || most == 0 {
		return max(0, wait)
	}

	q.sent = append(q.sent, now)
	if len(q.sent) > most {
		q.sent = q.sent[1:]
	}
	return 0
}
