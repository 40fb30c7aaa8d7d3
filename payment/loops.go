package payment

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Run reconciles and purges until ctx ends, and concurrently looks after channels and their claims, which wait for
// blocks. takeOver says that no other process can be settling payments of this ledger, so that everything left open is
// taken on at once.
func (g *Gate) Run(ctx context.Context, every time.Duration, takeOver bool) {
	var loops sync.WaitGroup
	loops.Go(func() { g.runReconcile(ctx, every, takeOver) })
	loops.Go(func() { g.runCollect(ctx, every, takeOver) })
	loops.Wait()
}

// eachNetwork takes what is due in batches until one is not full, and handles each batch network by network. What fails
// on one network keeps nothing from the others.
func eachNetwork[T any](
	batch int, due func() ([]T, error), networkOf func(T) string, handle func(network string, all []T) error,
) error {
	var errs []error
	for {
		all, err := due()
		if err != nil {
			return errors.Join(append(errs, err)...)
		}

		byNetwork := map[string][]T{}
		for _, one := range all {
			byNetwork[networkOf(one)] = append(byNetwork[networkOf(one)], one)
		}

		for network, some := range byNetwork {
			errs = append(errs, handle(network, some))
		}
		if len(all) < batch {
			return errors.Join(errs...)
		}
	}
}
