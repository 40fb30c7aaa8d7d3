package upstream

import "sync"

// Reading keeps the value that was last read out of a large answer, so that an answer from the cache is not read again.
// The value is shared and must not be changed.
type Reading[T any] struct {
	mu    sync.Mutex
	of    *Response
	value T
}

// Of gives what read makes of resp.
func (r *Reading[T]) Of(resp *Response, read func(*Response) (T, error)) (T, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of != nil && r.of.FetchedAt.Equal(resp.FetchedAt) && len(r.of.Body) == len(resp.Body) {
		return r.value, nil
	}
	value, err := read(resp)
	if err != nil {
		return value, err
	}

	r.of = resp
	r.value = value
	return value, nil
}
