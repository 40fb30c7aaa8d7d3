// Package response is what a handler says about its answer beside the answer itself: that it is free, and which of its
// values are not known.
package response

import (
	"context"
	"sync/atomic"
)

type key struct{}

// Watch returns a context in which Waive can be called, and a function that tells whether it was.
func Watch(ctx context.Context) (context.Context, func() bool) {
	waived := new(atomic.Bool)
	return context.WithValue(ctx, key{}, waived), waived.Load
}

// Waive makes the answer under way free: it delivers nothing because the operator lacks a key, so that it is not worth
// its price. The handler need not know that it is paid for. Outside a Watch it does nothing.
func Waive(ctx context.Context) {
	if waived, ok := ctx.Value(key{}).(*atomic.Bool); ok {
		waived.Store(true)
	}
}

// OrNull is a pointer to v, or nil, which prints as null, for the zero value.
func OrNull[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}
