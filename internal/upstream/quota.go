package upstream

import (
	"sync"
	"time"
)

// Quota is a limit of requests over a time, such as 125 a day. Any number of them apply in addition to RatePerMinute: a
// request is sent when all of them allow it. They are counted by the fleet, and by each process since its start.
type Quota struct {
	Requests int
	Per      time.Duration
}

// quotaCap is a number of requests that nobody is counted up to.
const quotaCap = 100_000

// quotas count the requests of one provider within the last hours.
type quotas struct {
	limits []Quota
	budget *Quota // the operator's own, which is among the limits; nil if there is none

	mu   sync.Mutex
	sent []time.Time // the latest requests, as many as the largest limit has
}

// newQuotas scales the limits, to at least one request each.
func newQuotas(declared []Quota, scale float64) *quotas {
	q := &quotas{}
	for _, limit := range declared {
		if float64(limit.Requests)*scale > quotaCap {
			continue
		}
		q.limits = append(q.limits, limit.scaled(scale))
	}
	return q
}

func (q Quota) scaled(by float64) Quota {
	return Quota{
		Requests: max(1, int(float64(q.Requests)*by)),
		Per:      q.Per,
	}
}

// setBudget adds the operator's own limit, of which a process never has more than the whole.
func (q *quotas) setBudget(limit Quota, scale float64) {
	limit = limit.scaled(min(scale, 1))
	q.budget = &limit
	q.limits = append(q.limits, limit)
}

// take books a request at now when all limits, divided by share, allow it. Otherwise it books nothing and gives the
// time until they do.
func (q *quotas) take(now time.Time, share int) (wait time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()

	most := 0
	for _, limit := range q.limits {
		most = max(most, limit.Requests)
		wait = max(wait, q.waitFor(limit, now, share))
	}
	if wait > 0 || most == 0 {
		return wait
	}

	q.sent = append(q.sent, now)
	if len(q.sent) > most {
		q.sent = q.sent[1:]
	}
	return 0
}

// waitFor is the time until a limit, divided by share, allows a request. The caller holds mu.
func (q *quotas) waitFor(limit Quota, now time.Time, share int) time.Duration {
	over := len(q.sent) - max(1, limit.Requests/share)
	if over < 0 {
		return 0
	}
	return max(0, q.sent[over].Add(limit.Per).Sub(now))
}

// room is the part of the scarcest limit, divided by share, that is left at now: 1 when there is no limit.
func (q *quotas) room(now time.Time, share int) float64 {
	q.mu.Lock()
	defer q.mu.Unlock()

	left := 1.0
	for _, limit := range q.limits {
		most := max(1, limit.Requests/share)
		used := 0
		for i := len(q.sent) - 1; i >= 0 && now.Sub(q.sent[i]) < limit.Per; i-- {
			used++
		}
		left = min(left, float64(max(0, most-used))/float64(most))
	}
	return left
}

// Room is the part of the provider's scarcest quota that this process has left, from 0 to 1: 1 when it has none. Those
// who may choose among providers ask the one with more room.
func (c *Client) Room() float64 { return c.quotas.room(c.pool.now(), c.pool.share()) }

// unspent is the time until the budget allows a request: 0 while it does, or when there is none.
func (q *quotas) unspent(now time.Time, share int) time.Duration {
	if q.budget == nil {
		return 0
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waitFor(*q.budget, now, share)
}
