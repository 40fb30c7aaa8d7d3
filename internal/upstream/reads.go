package upstream

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Reads are the provider answers that were read on the way to one part of an answer.
type Reads struct {
	outer *Reads // of the part that this one belongs to
	mu    sync.Mutex
	at    time.Time
	ended time.Time // the earliest day of data that are older than Provider.Lasts
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

// Stale says whether one of the answers was kept past its time because its provider failed, or has old data.
func (r *Reads) Stale() bool {
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stale || !r.ended.IsZero()
}

// Ended is the earliest day of data that are older than their provider's Lasts, zero when all are newer.
func (r *Reads) Ended() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ended
}

// TooOld is the error of an answer that has no place to say that what it rests on is stale; nil where it is not.
func (r *Reads) TooOld(provider string) error {
	if !r.Stale() {
		return nil
	}
	return &Error{
		Kind:     Outdated,
		Provider: provider,
		Cause:    fmt.Errorf("its answer or data are old, fetched at %s", r.FetchedAt().UTC().Format(time.RFC3339)),
	}
}

// Keep is how long something made of the answers may be kept for others: not at all where one is stale, since the
// note of that is in this caller's answer alone.
func (r *Reads) Keep(ttl time.Duration) time.Duration {
	if r.Stale() {
		return 0
	}
	return ttl
}

// reading says whether something notes the answers that are read within ctx.
func reading(ctx context.Context) bool { return ctx.Value(readsKey{}) != nil }

// noteRead adds an answer to the reads of ctx, if there are any.
func noteRead(ctx context.Context, resp *Response) {
	inEach(ctx, func(r *Reads) {
		r.stale = r.stale || resp.Stale
		if r.at.IsZero() || resp.FetchedAt.Before(r.at) {
			r.at = resp.FetchedAt
		}
	})
}

// inEach lets note write into the reads of ctx, and into those of the parts around it.
func inEach(ctx context.Context, note func(*Reads)) {
	inner, _ := ctx.Value(readsKey{}).(*Reads)
	for r := inner; r != nil; r = r.outer {
		r.mu.Lock()
		note(r)
		r.mu.Unlock()
	}
}

// Dated is an answer that states the day of its data. [Request.JSON] compares it with its provider's Lasts.
type Dated interface {
	DataOf() time.Time // zero when it does not say
}

// judgeAge notes data that are too old in the reads of ctx, and is an error where nothing would say so.
func (c *Client) judgeAge(ctx context.Context, dataOf time.Time) error {
	if c.provider.Lasts == 0 {
		return nil
	}
	old := TooOld(c.provider.Name, dataOf, c.pool.now(), c.provider.Lasts)
	if old == nil || !reading(ctx) {
		return old
	}

	inEach(ctx, func(r *Reads) {
		if r.ended.IsZero() || dataOf.Before(r.ended) {
			r.ended = dataOf
		}
	})
	return nil
}
