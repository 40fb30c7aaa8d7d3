package upstream

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
)

// takeFromStore takes over what the object store has, if that is newer than what is in use. It returns what is there,
// nil for nothing of use. No failure of the store is one of the list.
func (d *Dataset[T]) takeFromStore(ctx context.Context) (there *shelved) {
	there = d.onShelf(ctx)
	if there == nil {
		return nil
	}
	if v := d.live.Load(); v != nil && !there.CheckedAt.After(v.meta.CheckedAt) {
		return there
	}

	if err := d.takeShelved(ctx, there); err != nil {
		d.shelfFailed(ctx, "taking a list from the object store", err)
		if errors.Is(err, errRefused) {
			d.refusedShelved = there.mac
		}
		return nil
	}
	return there
}

// onShelf is what the object store has of the list; nil when it has nothing, cannot be asked, or has what was refused.
func (d *Dataset[T]) onShelf(ctx context.Context) *shelved {
	if d.pool.shelf == nil {
		return nil
	}
	there, err := d.pool.shelf.look(ctx, d.spec.Name)
	if err != nil {
		d.shelfFailed(ctx, "looking into the object store", err)
		return nil
	}
	if there == nil || there.mac == d.refusedShelved {
		return nil
	}
	if err := d.fits(there); err != nil {
		d.pool.log.Debug("list in the object store left alone", "dataset", d.spec.Name, "error", err)
		return nil
	}
	return there
}

// fits says why a version is not one of this list as this release declares it. Another release put it there.
func (d *Dataset[T]) fits(v *shelved) error {
	if len(v.Files) != len(d.spec.Files) {
		return fmt.Errorf("%d files, %d wanted", len(v.Files), len(d.spec.Files))
	}
	for _, f := range d.spec.Files {
		if _, has := v.Files[f.Name]; !has {
			return fmt.Errorf("no file %s", f.Name)
		}
	}
	return nil
}

// takeShelved makes a version in the object store the one in use, if it is to be believed. Files that are here already
// are not read again.
func (d *Dataset[T]) takeShelved(ctx context.Context, there *shelved) error {
	meta := there.manifest
	if now := d.pool.now(); meta.CheckedAt.After(now) { // by another clock
		meta.CheckedAt = now
	}

	return d.take(meta, fromStore, func(next string, was previous) error {
		if was.has(meta) {
			return nil
		}
		return d.pool.shelf.move(ctx, func(ctx context.Context) error {
			for _, f := range d.spec.Files {
				path := filepath.Join(next, f.Name)
				if was.Files[f.Name].SHA256 == meta.Files[f.Name].SHA256 && was.copy(f.Name, path) == nil {
					continue
				}
				if err := d.pool.shelf.get(ctx, d.spec.Name, there.Files[f.Name], path); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// toStore puts the version in use into the object store, which had the version known, nil for none that is of use.
func (d *Dataset[T]) toStore(ctx context.Context, known *shelved) {
	if d.pool.shelf == nil {
		return
	}

	v := d.live.Load()
	put := shelved{
		Format:   shelfFormat,
		List:     d.spec.Name,
		manifest: v.meta,
	}

	err := d.pool.shelf.move(ctx, func(ctx context.Context) error {
		return d.pool.shelf.put(ctx, put, v.dir, known)
	})
	if err != nil {
		d.shelfFailed(ctx, "putting a list into the object store", err)
		return
	}
	if err := d.pool.shelf.tidy(ctx, put); err != nil { // costs room, not the list
		d.shelfFailed(ctx, "removing earlier versions from the object store", err)
	}
}

// shelfFailed warns, but for what follows from a failure that was told of.
func (d *Dataset[T]) shelfFailed(ctx context.Context, doing string, err error) {
	if ctx.Err() != nil || errors.Is(err, errAway) {
		return
	}
	d.pool.metrics.shelfFailed.Inc()
	d.pool.log.Warn(doing+" failed", "dataset", d.spec.Name, "error", err)
}
