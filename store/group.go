package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
)

// maxGroup bounds the writes that share a transaction, so that none waits long for the others.
const maxGroup = 128

// errClosed answers writes that come after Close.
var errClosed = errors.New("the store is closed")

// groups commits writes that wait together in one transaction. A database with one writer pays for
// its durability once a commit: thirty-two payments at once would otherwise wait for thirty-two
// turns of the disk. A write that fails does not affect the others, and one that succeeds returns only after the
// commit.
//
// What the writes add to totals is added once for all of them, before the commit: thirty-two sales of a route are one
// row to change, not thirty-two times the same one. It is in the transaction of the sales themselves, so that no crash
// comes between.
type groups struct {
	kept   *kept        // used by run alone
	intact func() error // what is written would be found again
	count  func(context.Context, *kept) error
	queue  chan *grouped
	stop   chan struct{}
	done   chan struct{}
}

// grouped is one write of a group.
type grouped struct {
	ctx  context.Context
	f    func(ctx context.Context, tx transaction) error
	err  error
	over chan struct{}
}

// newGroups commits through the writer of e. count adds to the totals what the writes of a transaction have left
// uncounted.
func newGroups(e engine, count func(context.Context, *kept) error) *groups {
	g := &groups{
		kept:   &kept{writer: e.Writer()},
		intact: e.Intact,
		count:  count,
		queue:  make(chan *grouped, maxGroup),
		stop:   make(chan struct{}),
		done:   make(chan struct{}),
	}
	go g.run()
	return g
}

// write runs f in a shared transaction and returns when that is committed. A caller whose context ends
// leaves, while its write may still be carried out: as with any commit, only a nil error is certain.
func (g *groups) write(ctx context.Context, f func(ctx context.Context, tx transaction) error) error {
	w := &grouped{
		ctx:  ctx,
		f:    f,
		over: make(chan struct{}),
	}
	select {
	case g.queue <- w:
	case <-ctx.Done():
		return ctx.Err()
	case <-g.stop:
		return errClosed
	}

	select {
	case <-w.over:
		return w.err
	case <-g.done:
		select {
		case <-w.over:
			return w.err
		default:
			return errClosed
		}
	}
}

// exec runs one statement in a shared transaction.
func (g *groups) exec(ctx context.Context, query string, args ...any) (n int64, err error) {
	err = g.write(ctx, func(ctx context.Context, tx transaction) error {
		n, err = tx.Exec(ctx, query, args...)
		return err
	})
	return n, err
}

func (g *groups) close() {
	close(g.stop)
	<-g.done
}

func (g *groups) run() {
	defer close(g.done)
	defer g.kept.close() // the database is closed next, and says what is wrong
	for {
		select {
		case <-g.stop:
			return
		case first := <-g.queue:
			group := []*grouped{first}
			for len(group) < maxGroup && len(g.queue) > 0 {
				group = append(group, <-g.queue)
			}
			g.commit(group)
		}
	}
}

// commit carries a group out and tells each of its writes what became of it.
func (g *groups) commit(group []*grouped) {
	err := g.transact(group)
	for _, w := range group {
		w.err = cmp.Or(w.err, err)
		close(w.over)
	}
}

// transact carries a group out. Savepoints would take as long as the writes they stand around, and hardly ever is there
// something to go back to. So none are made at first: when a write fails, everything is undone and done once more, with
// a savepoint for each.
func (g *groups) transact(group []*grouped) error {
	failed, err := g.transaction(group, g.bare)
	if !failed || len(group) == 1 {
		return err
	}
	_, err = g.transaction(group, g.guarded)
	return err
}

// transaction runs each write by step and commits. An error of a step undoes it all. It says whether that was so.
func (g *groups) transaction(group []*grouped, step func(context.Context, *grouped) error) (failed bool, err error) {
	if err := g.intact(); err != nil {
		return false, err
	}
	// No caller's context may end a transaction that others share.
	ctx := context.Background()
	if err := g.kept.begin(ctx); err != nil {
		return false, fmt.Errorf("begin: %w", err)
	}

	for _, w := range group {
		if w.err = w.ctx.Err(); w.err != nil {
			continue
		}
		if err := step(ctx, w); err != nil {
			g.kept.rollback(ctx)
			return true, err
		}
	}

	if err := g.count(ctx, g.kept); err != nil {
		g.kept.rollback(ctx)
		return true, fmt.Errorf("count: %w", err)
	}
	if err := g.kept.commit(ctx); err != nil {
		return false, fmt.Errorf("commit: %w", err)
	}

	return false, nil
}

// bare runs one write, whose error is that of the whole group.
func (g *groups) bare(ctx context.Context, w *grouped) error {
	w.err = w.f(ctx, g.kept)
	return w.err
}

// guarded runs one write in a savepoint, and counts it there. The error is one that ends the whole group.
func (g *groups) guarded(ctx context.Context, w *grouped) error {
	if err := g.kept.Run(ctx, "SAVEPOINT step"); err != nil {
		return fmt.Errorf("savepoint: %w", err)
	}
	if w.err = w.f(ctx, g.kept); w.err == nil {
		w.err = g.count(ctx, g.kept)
	}
	if w.err != nil {
		g.kept.uncounted = g.kept.uncounted[:0]
		if err := g.kept.Run(ctx, "ROLLBACK TO step"); err != nil {
			return fmt.Errorf("rollback to savepoint: %w", err)
		}
	}
	if err := g.kept.Run(ctx, "RELEASE step"); err != nil {
		return fmt.Errorf("release savepoint: %w", err)
	}
	return nil
}
