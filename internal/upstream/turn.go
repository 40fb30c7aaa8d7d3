package upstream

import (
	"context"
	"time"

	"github.com/gofrs/flock"
)

const (
	// lockSuffix is that of the file beside a list's directory that is held by the process which downloads the list,
	// among those that share DATA_DIR.
	lockSuffix = ".lock"

	turnEvery = time.Second      // how often a process that waits asks for its turn
	turnFor   = 10 * time.Minute // then it downloads all the same: who has the turn may be stuck
)

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
		d.swap(v.list, v.held, meta, dir)
		return true
	}
	return d.Load() == nil
}
