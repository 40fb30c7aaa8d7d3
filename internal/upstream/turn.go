// # Lists
//
// Replicas have the same lists, and a provider is to be asked for each of them once. One rule does that: whoever has
// the turn of a list asks the provider. A replica that wants a list
//
//  1. takes the turn of the list, in the database that all replicas share,
//  2. looks for what others have brought: on the disk, which DATA_DIR may share, and in the object store,
//  3. asks the provider, if the turn is its own and nothing new was brought, and puts what came into both places.
//
// Without the turn it waits and begins again, so that it has the list as soon as it was brought. The turn is taken
// before the look: what a replica with the turn does not find, nobody is about to bring.
//
// The turn is in the database because every replica reaches it, whatever else they share, and because its clock is one
// for all. A lock beside the list needs a volume that locks files, or an object store that writes on condition, and
// keeps no two replicas apart that share neither. Disk and store only keep lists: a version there is complete before
// it is named, so that readers need no turn.
package upstream

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/tick"
)

const (
	turnFor   = 10 * time.Minute // longest turn, because its holder may be stuck
	turnTries = 5                // questions that fail in a row before the refresh fails
	turnReply = 5 * time.Second  // to one question
)

// pace is the timing of turns.
type pace struct {
	lasts time.Duration // without a sign of its holder, who renews it three times as often
	ask   time.Duration // between the questions of a replica that waits, give or take half
}

var usualPace = pace{
	lasts: 15 * time.Second,
	ask:   3 * time.Second,
}

// Turns lets one process at a time do something, among all that share a database.
type Turns interface {
	// TakeTurn gives the named turn to holder, for lasts from now; the holder renews its turn with it. It returns false
	// while another has the turn.
	TakeTurn(ctx context.Context, name, holder string, lasts time.Duration) (bool, error)
	// EndTurn gives it back, if holder has it.
	EndTurn(ctx context.Context, name, holder string) error
}

// alone are the turns of a process that has no replicas.
type alone struct{}

// TakeTurn implements Turns.
func (alone) TakeTurn(context.Context, string, string, time.Duration) (bool, error) { return true, nil }

// EndTurn implements Turns.
func (alone) EndTurn(context.Context, string, string) error { return nil }

// turn is that of one list, as one refresh asks for it.
type turn struct {
	pool     *Pool
	name     string
	holder   string
	stop     context.CancelFunc // of the renewing; nil until the turn is ours
	renewing sync.WaitGroup
}

func (p *Pool) turnOf(list string) *turn {
	return &turn{
		pool:   p,
		name:   "list:" + list,
		holder: rand.Text(),
	}
}

// take asks for the turn once. A turn that is ours is renewed until end, for turnFor at most. A process that dies loses
// its turn when pace.lasts is over.
func (t *turn) take(ctx context.Context) (mine bool, err error) {
	mine, err = t.ask(ctx)
	if !mine || err != nil {
		return false, err
	}

	held, stop := context.WithTimeout(context.WithoutCancel(ctx), turnFor)
	t.stop = stop
	t.renewing.Go(func() { tick.Every(held, t.pool.pace.lasts/3, t.renew) })
	return true, nil
}

func (t *turn) ask(ctx context.Context) (mine bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, turnReply)
	defer cancel()
	return t.pool.turns.TakeTurn(ctx, t.name, t.holder, t.pool.pace.lasts)
}

func (t *turn) renew(ctx context.Context) {
	if _, err := t.ask(ctx); err != nil && ctx.Err() == nil {
		t.pool.log.Debug("turn not renewed", "turn", t.name, "error", err)
	}
}

// end gives the turn back, if it is ours.
func (t *turn) end(ctx context.Context) {
	if t.stop == nil {
		return
	}
	t.stop()
	t.renewing.Wait() // a question under way would take the turn again

	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), turnReply)
	defer cancel()
	if err := t.pool.turns.EndTurn(ctx, t.name, t.holder); err != nil {
		t.pool.log.Debug("turn not given back", "turn", t.name, "error", err)
	}
}

// refresh brings the list up to date, by the rule above.
func (d *Dataset[T]) refresh(ctx context.Context) error {
	if err := os.MkdirAll(d.dir, 0o755); err != nil {
		return fmt.Errorf("making the dataset's directory: %w", err)
	}
	turn := d.pool.turnOf(d.spec.Name)
	defer turn.end(ctx)

	for failed := 0; ; {
		mine, err := turn.take(ctx)
		stored, enough := d.brought(ctx)
		switch {
		case enough:
			return nil
		case mine:
			return d.bring(ctx, stored)
		case err == nil:
			failed = 0
		default:
			failed++
		}

		if failed == turnTries {
			return fmt.Errorf("asking whose turn it is: %w", err)
		}
		if !sleep(ctx, time.Duration((0.5+d.pool.rand())*float64(d.pool.pace.ask))) {
			return cmp.Or(ctx.Err(), context.DeadlineExceeded)
		}
	}
}

// brought takes over what other processes have brought. enough says that it is new enough to do without the provider.
// stored is the object store's version, nil if none can be used.
func (d *Dataset[T]) brought(ctx context.Context) (stored *shelved, enough bool) {
	before := d.live.Load()
	if err := d.takeFromDisk(fromReplica); err != nil {
		d.pool.log.Warn("copy on disk not taken over", "dataset", d.spec.Name, "error", err)
	}
	stored = d.takeFromStore(ctx)

	v := d.live.Load()
	return stored, v != before && d.age(v) < d.spec.Every/2
}

// bring asks the provider, and puts the answer where the other processes look for it. The object store has stored.
func (d *Dataset[T]) bring(ctx context.Context, stored *shelved) error {
	if err := d.fromProvider(ctx); err != nil {
		return err
	}
	d.toStore(ctx, stored)
	return nil
}
