package fetch

import (
	"context"
	"net/http"
	"strings"
	"sync"

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

// room is a body's share of the memory for all requests.
type room struct {
	expected int64 // expected bytes of the body, from the headers
	size     int64 // bytes that there is room for

	mu       sync.Mutex
	releases []func()
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

// has reports whether size bytes are reserved, or so few that they need no reservation.
func (r *room) has(size int64) bool { return size <= max(r.size, unasked) }

// grow reserves room for size bytes, waiting if necessary. It first reserves the expected size and, if that was too
// little, the maximum, so that a body reserves at most twice.
func (r *room) grow(ctx context.Context, size, limit int64) error {
	want := min(r.expected, limit)
	if want < size {
		want = max(limit, size)
	}
	release, err := capacity.Hold(ctx, want-r.size)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.size = want
	r.releases = append(r.releases, release)
	return nil
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
