package upstream

import (
	"context"
	"net/http"
	"strconv"
	"time"
)

const (
	backoffBase   = 200 * time.Millisecond
	backoffMax    = 5 * time.Second
	unsaidPause   = time.Second // added when a provider is over its limit and does not say for how long
	maxRetryAfter = time.Hour   // a longer Retry-After is taken as this: it is asked again then
)

// backoff is the wait before try n+2, with full jitter: anything between nothing and the doubled base. jitter is in [0, 1).
func backoff(n int, jitter float64) time.Duration {
	ceiling := backoffMax
	if n < 5 {
		ceiling = min(backoffBase<<n, backoffMax)
	}
	return time.Duration(float64(ceiling) * jitter)
}

// retryAfter reads how long the provider wants to be left alone, 0 if it does not say: Retry-After in seconds or as a
// date (RFC 9110, section 10.2.3), else X-RateLimit-Reset of an exhausted quota, as seconds to go or since 1970.
func retryAfter(h http.Header, now time.Time) time.Duration {
	var wait time.Duration
	value := h.Get("Retry-After")
	if seconds, err := strconv.ParseFloat(value, 64); err == nil {
		wait = clampSeconds(seconds)
	} else if at, err := http.ParseTime(value); err == nil {
		wait = at.Sub(now)
	} else if reset, err := strconv.ParseFloat(h.Get("X-RateLimit-Reset"), 64); err == nil && h.Get("X-RateLimit-Remaining") == "0" {
		if reset > 1e9 {
			reset -= float64(now.UnixNano()) / 1e9
		}
		wait = clampSeconds(reset)
	}
	return min(max(wait, 0), maxRetryAfter)
}

// clampSeconds keeps odd numbers (NaN, 1e300) from overflowing.
func clampSeconds(s float64) time.Duration {
	if !(s > 0) {
		return 0
	}
	return time.Duration(min(s, maxRetryAfter.Seconds()) * float64(time.Second))
}

// coolFor keeps all calls away from the provider for d. Its Retry-After binds us as a whole, not just the one call.
func (c *Client) coolFor(d time.Duration) {
	until := c.pool.now().Add(d)
	c.mu.Lock()
	defer c.mu.Unlock()
	if until.After(c.coolUntil) {
		c.coolUntil = until
	}
}

// sleep waits for d. It returns false, without waiting, when the deadline would pass meanwhile, and when cancelled.
func sleep(ctx context.Context, d time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= d {
		return false
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
