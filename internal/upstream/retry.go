package upstream

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/httpheader"
)

const (
	backoffBase   = 200 * time.Millisecond
	backoffMax    = 5 * time.Second
	unsaidPause   = time.Second // see Options.UnsaidPause
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
	if wait, ok := httpheader.RetryAfter(h, now, maxRetryAfter); ok {
		return wait
	}

	reset, err := strconv.ParseFloat(h.Get("X-RateLimit-Reset"), 64)
	if err != nil || h.Get("X-RateLimit-Remaining") != "0" {
		return 0
	}
	if reset > 1e9 {
		reset -= float64(now.UnixNano()) / 1e9
	}
	wait, _ := httpheader.Seconds(reset, maxRetryAfter)
	return wait
}

// LeaveAlone keeps all calls away from the provider for d, an hour at most. Its Retry-After binds us as a whole, not
// just the one call, and so does what a provider asks for in the body of an answer. The other processes of the fleet
// keep away too.
func (c *Client) LeaveAlone(ctx context.Context, d time.Duration) {
	d = min(d, maxRetryAfter)
	until := c.pool.now().Add(d)
	c.mu.Lock()
	longer := until.After(c.coolUntil)
	if longer {
		c.coolUntil = until
	}
	c.mu.Unlock()

	if longer && c.pool.fleet != nil {
		c.tell(ctx, func(ctx context.Context, provider string) error { return c.pool.fleet.pause(ctx, provider, d) })
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
