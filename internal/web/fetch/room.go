package fetch

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/farebox/farebox/internal/capacity"
)

const (
	// unasked is how much of a body is read before memory is reserved.
	unasked = 64 * kib
	// usualGrowth is a generous factor for decompression. A page that grows more reserves again.
	usualGrowth = 10
	// usualSize is the expected size of a body without a declared length.
	usualSize = 512 * kib
)

// room is a body's share of the memory for all requests. It is borrowed until the body is there.
type room struct {
	expected int64        // expected bytes of the body, from the headers
	came     atomic.Int64 // bytes of it that are there
	recall   func()       // gives the body up, because others need the room
	size     int64        // bytes that there is room for

	mu       sync.Mutex
	releases []func()
	keeps    []func()
}

// expectedSize is the most bytes that a body should have, judging by its headers.
func expectedSize(resp *http.Response, codings string) int64 {
	plain := strings.Trim(strings.ToLower(codings), " ,")
	switch {
	case resp.ContentLength < 0:
		return usualSize
	case plain == "" || plain == "identity":
		return resp.ContentLength
	}
	return usualGrowth * resp.ContentLength
}

// has reports whether size bytes, which came, are reserved, or so few that they need no reservation.
func (r *room) has(size int64) bool {
	r.came.Store(size)
	return size <= max(r.size, unasked)
}

// grow reserves room for size bytes, waiting if necessary. It first reserves the expected size and, if that was too
// little, the maximum, so that a body reserves at most twice.
func (r *room) grow(ctx context.Context, size, limit int64) error {
	want := min(r.expected, limit)
	if want < size {
		want = max(limit, size)
	}
	filled := func() float64 { return float64(r.came.Load()) / float64(want) }
	release, keep, err := capacity.Borrow(ctx, want-r.size, filled, r.recall)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.size = want
	r.releases = append(r.releases, release)
	r.keeps = append(r.keeps, keep)
	return nil
}

// keep holds the room for the body, which is there.
func (r *room) keep() {
	for _, keep := range r.keeps {
		keep()
	}
}

// leave releases the room.
func (r *room) leave() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, release := range r.releases {
		release()
	}
	r.releases = nil
}
