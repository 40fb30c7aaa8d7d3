// Package charge lets a handler say that its answer is not worth its price, without knowing that it
// is paid for: an answer that delivers nothing because the operator lacks a key is given for free.
package charge

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

// Waive makes the answer under way free. Outside a Watch it does nothing.
func Waive(ctx context.Context) {
	if waived, ok := ctx.Value(key{}).(*atomic.Bool); ok {
		waived.Store(true)
	}
}
