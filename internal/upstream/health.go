package upstream

import (
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"
)

// Health is the state of one provider, as /health shows it.
type Health struct {
	Name       string     `json:"name"`
	Status     string     `json:"status"`               // ok, unused (not called yet), failing, open (circuit), not_configured
	Configured bool       `json:"configured"`           // it has its address and the keys it cannot do without
	Reason     string     `json:"reason,omitempty"`     // why not, naming the variable
	Breaker    string     `json:"breaker"`              // closed, open, half-open
	LastOK     *time.Time `json:"last_ok,omitempty"`    // last usable answer, from the provider itself
	LastError  *time.Time `json:"last_error,omitempty"` // last failure of the provider
	ErrorKind  Kind       `json:"error_kind,omitempty"` // what that was
	Failures   int        `json:"failures_in_a_row"`    // calls since the last usable answer
	Calls      int        `json:"calls"`                // that went out since the start
	Answered   int        `json:"answered"`             // of these, with a usable answer

	Kept time.Duration `json:"-"` // how long its answers are used again, as a rule
}

// record is what a client remembers for its Health.
type record struct {
	mu        sync.Mutex
	lastOK    time.Time
	lastError time.Time
	kind      Kind
	failures  int
	calls     int
	answered  int
}

// note takes the result of a call that went out. A missing record and a refused request are answers like others: the
// provider works.
func (r *record) note(kind Kind, at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls++
	switch kind {
	case "", NotFound, Invalid:
		r.answered++
		r.lastOK = at
		r.failures = 0
	default:
		r.lastError = at
		r.kind = kind
		r.failures++
	}
}

// Health is the provider's state now.
func (c *Client) Health() Health {
	state := c.breaker.State()
	c.mu.Lock()
	if state == gobreaker.StateClosed && c.pool.now().Before(c.openElsewhere) {
		state = gobreaker.StateOpen
	}
	c.mu.Unlock()
	h := Health{
		Name:       c.declared.Name,
		Configured: c.off == "",
		Reason:     c.off,
		Breaker:    state.String(),
		Kept:       c.provider.TTL,
	}
	c.record.mu.Lock()
	defer c.record.mu.Unlock()
	if t := c.record.lastOK; !t.IsZero() {
		h.LastOK = &t
	}

	if t := c.record.lastError; !t.IsZero() {
		h.LastError = &t
		h.ErrorKind = c.record.kind
	}
	h.Failures = c.record.failures
	h.Calls = c.record.calls
	h.Answered = c.record.answered
	switch {
	case !h.Configured:
		h.Status = string(NotConfigured)
	case state == gobreaker.StateOpen:
		h.Status = "open"
	case h.Failures > 0:
		h.Status = "failing"
	case h.LastOK == nil:
		h.Status = "unused"
	default:
		h.Status = "ok"
	}
	return h
}
