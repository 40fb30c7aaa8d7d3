// # Lists
//
// Replicas have the same lists, and a provider is to be asked for each of them once. One rule does that: whoever has the
// turn of a list asks the provider. A replica that wants a list
//
//  1. takes the turn of the list, in the database that all replicas share,
//  2. looks for what others have brought: on the disk, where DATA_DIR is shared, and in the object store, if there is one,
//  3. asks the provider, if the turn is its own and nothing new was brought, and puts what came into both places.
//
// Without the turn it waits and begins again, so that it has the list as soon as it was brought. The turn is taken before
// the look: what a replica with the turn does not find, nobody is about to bring.
//
// The turn is in the database because every replica reaches it, whatever else they share, and because its clock is one
// for all. A lock beside the list needs a volume that locks files, or an object store that writes on condition, and keeps
// no two replicas apart that share neither. Disk and store only keep lists: a version there is complete before it is
// named, so that readers need no turn.
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
	turnFor   = 10 * time.Minute // then the next one begins: who has the turn may be stuck
	turnTries = 5                // that fail in a row, until the list is given up for now
	turnReply = 5 * time.Second  // to one question
)

// pace is how the turn goes round.
type pace struct {
	lasts time.Duration // after its holder was last heard of, which is three times meanwhile
	ask   time.Duration // half of it to one and a half passes before a replica that waits asks again
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

// take asks for the turn once. When it is ours it stays so until end, for turnFor at most. A holder that died loses it
// when it was not heard of for so long as a turn lasts.
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

// brought takes over what other processes have brought, and says whether that is so new that the provider need not be
// asked. stored is what the object store has, nil for nothing of use.
func (d *Dataset[T]) brought(ctx context.Context) (stored *shelved, enough bool) {
	before := d.live.Load()
	if err := d.takeFromDisk(fromReplica); err != nil {
		d.pool.log.Warn("copy on disk not taken over", "dataset", d.spec.Name, "error", err)
	}
	stored = d.takeFromStore(ctx)

	v := d.live.Load()
	return stored, v != before && d.age(v) < d.spec.Every/2
}

// bring asks the provider, and puts what came where the other processes look for it. The object store has stored.
func (d *Dataset[T]) bring(ctx context.Context, stored *shelved) error {
	if err := d.fromProvider(ctx); err != nil {
		return err
	}
	d.toStore(ctx, stored)
	return nil
}
