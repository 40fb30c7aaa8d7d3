package upstream

import (
	"context"
	"sync"
	"time"
)

// Reads are the provider answers that were read on the way to one part of an answer.
type Reads struct {
	outer *Reads // of the part that this one belongs to
	mu    sync.Mutex
	at    time.Time
	stale bool
}

type readsKey struct{}

// WithReads returns a context whose provider calls are noted in the Reads, and in those that ctx has already. Every
// source of [Fuse] has one.
func WithReads(ctx context.Context) (context.Context, *Reads) {
	outer, _ := ctx.Value(readsKey{}).(*Reads)
	r := &Reads{outer: outer}
	return context.WithValue(ctx, readsKey{}, r), r
}

// FetchedAt is when the oldest of the answers came from its provider, also when it was kept since; zero when nothing
// was read.
func (r *Reads) FetchedAt() time.Time {
	if r == nil {
		return time.Time{}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.at
}

// Stale says whether one of the answers was kept past its time because its provider failed.
func (r *Reads) Stale() bool {
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stale
}

// reading says whether something notes the answers that are read within ctx.
func reading(ctx context.Context) bool { return ctx.Value(readsKey{}) != nil }

// noteRead adds an answer to the reads of ctx, if there are any.
func noteRead(ctx context.Context, resp *Response) {
	inner, _ := ctx.Value(readsKey{}).(*Reads)
	for r := inner; r != nil; r = r.outer {
		r.note(resp)
	}
}

func (r *Reads) note(resp *Response) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stale = r.stale || resp.Stale
	if r.at.IsZero() || resp.FetchedAt.Before(r.at) {
		r.at = resp.FetchedAt
	}
}
