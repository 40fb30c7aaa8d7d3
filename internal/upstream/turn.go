package upstream

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

const (
	// lockSuffix is that of the file beside a list's directory that is held by the process which downloads the list,
	// among those that share DATA_DIR.
	lockSuffix = ".lock"

	turnEvery = time.Second      // how often a process that waits asks for its turn
	turnFor   = 10 * time.Minute // then it downloads all the same: who has the turn may be stuck

	turnTries = 5               // that fail in a row, until the list is given up for now
	turnReply = 5 * time.Second // to one question
)

// pace is how the turn among all processes goes round.
type pace struct {
	lasts time.Duration // after its holder was last heard of; it is heard of three times meanwhile
	ask   time.Duration // half of it to one and a half passes before one that waits asks again
}

var usualPace = pace{
	lasts: 15 * time.Second,
	ask:   3 * time.Second,
}

// Turns lets one of all processes at a time do something, in the database that they share.
type Turns interface {
	// TakeTurn gives the turn of that name to holder for so long, or lets it last so long from now when holder has it
	// already. It is false while another has it.
	TakeTurn(ctx context.Context, name, holder string, lasts time.Duration) (bool, error)
	// EndTurn gives it back, if holder has it.
	EndTurn(ctx context.Context, name, holder string) error
}

// fleetTurn waits until no other process downloads the list, wherever it keeps it, and returns what ends the turn, and
// whether another process had it meanwhile. A holder that died is waited for as long as its turn lasts, and one that
// is stuck for turnFor: then the next one begins, and the others go on waiting.
func (d *Dataset[T]) fleetTurn(ctx context.Context) (done func(), waited bool, err error) {
	if d.pool.turns == nil {
		return func() {}, false, nil
	}
	name := "list:" + d.spec.Name
	holder := rand.Text()
	for failed := 0; ; waited = true {
		mine, err := d.askTurn(ctx, name, holder)
		switch {
		case mine:
			return d.holdTurn(ctx, name, holder), waited, nil
		case err == nil:
			failed = 0
		case ctx.Err() != nil:
			return nil, waited, ctx.Err()
		default:
			if failed++; failed == turnTries {
				return nil, waited, fmt.Errorf("asking whose turn it is: %w", err)
			}
		}
		if !sleep(ctx, time.Duration((0.5+d.pool.rand())*float64(d.pool.pace.ask))) {
			return nil, waited, cmp.Or(ctx.Err(), context.DeadlineExceeded)
		}
	}
}

func (d *Dataset[T]) askTurn(ctx context.Context, name, holder string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, turnReply)
	defer cancel()
	return d.pool.turns.TakeTurn(ctx, name, holder, d.pool.pace.lasts)
}

// holdTurn keeps a turn until the returned function is called, for turnFor at most.
func (d *Dataset[T]) holdTurn(ctx context.Context, name, holder string) (done func()) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), turnFor)
	var renewing sync.WaitGroup
	renewing.Go(func() {
		for sleep(ctx, d.pool.pace.lasts/3) {
			if _, err := d.askTurn(ctx, name, holder); err != nil && ctx.Err() == nil {
				d.pool.log.Debug("turn not renewed", "dataset", d.spec.Name, "error", err)
			}
		}
	})
	return sync.OnceFunc(func() {
		stop()
		renewing.Wait() // a question under way would take the turn again
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), turnReply)
		defer cancel()
		if err := d.pool.turns.EndTurn(ctx, name, holder); err != nil {
			d.pool.log.Debug("turn not given back", "dataset", d.spec.Name, "error", err)
		}
	})
}

// inTurn waits until no other process downloads the list into the same directory, and returns what ends the turn. Where
// files cannot be locked there is no turn to wait for. A process that dies loses its turn.
func (d *Dataset[T]) inTurn(ctx context.Context) (done func()) {
	lock := flock.New(d.dir + lockSuffix)
	bounded, cancel := context.WithTimeout(ctx, turnFor)
	defer cancel()

	locked, err := lock.TryLockContext(bounded, turnEvery)
	if err != nil || !locked {
		d.pool.log.Debug("downloading a list without its lock", "dataset", d.spec.Name, "error", err)
		return func() { _ = lock.Close() }
	}
	return func() { _ = lock.Close() } // and unlocks it
}

// confirmedByOther takes over what another process has put on the disk since this one last looked, and says whether
// that is so new that the provider need not be asked.
func (d *Dataset[T]) confirmedByOther() bool {
	dir, meta, err := currentVersion(d.dir)
	if err != nil || dir == "" {
		return false
	}
	v := d.live.Load()
	newer := v == nil || meta.CheckedAt.After(v.meta.CheckedAt)
	age := d.pool.now().Sub(meta.CheckedAt)
	if !newer || age < 0 || age >= d.spec.Every/2 {
		return false
	}

	if v != nil && v.dir == dir {
		d.swap(v.list, v.held, meta, dir, v.from)
		return true
	}
	return d.noted(d.alone(func() error { return d.load(fromReplica) }), false) == nil
}
