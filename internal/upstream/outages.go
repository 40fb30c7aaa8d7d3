package upstream

import (
	"context"
	"sync"
)

// outages are the providers that failed one question. However many of its parts ask the same provider, and in whatever
// order, their failures count once as a sign that it is down. Otherwise one question could open the circuit alone, and
// chance would decide whether the provider's good answers are used.
type outages struct {
	mu sync.Mutex
	of map[*Client]bool
}

type outagesKey struct{}

// asOneQuestion makes failures of one provider count once for all that is asked with the context.
func asOneQuestion(ctx context.Context) context.Context {
	if ctx.Value(outagesKey{}) != nil {
		return ctx
	}
	return context.WithValue(ctx, outagesKey{}, &outages{of: map[*Client]bool{}})
}

// countsOutage reports whether a failure of the provider is the first in the question.
func countsOutage(ctx context.Context, c *Client) bool {
	o, _ := ctx.Value(outagesKey{}).(*outages)
	if o == nil {
		return true
	}

	o.mu.Lock()
	defer o.mu.Unlock()
	if o.of[c] {
		return false
	}
	o.of[c] = true
	return true
}
