package upstream

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
)

// takeFromStore takes over the object store's version, if it is newer than the one in use. It returns the version that
// is there, nil if none can be used. A failure of the store is not one of the list.
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

// onShelf is the object store's version; nil when it has none, does not answer, or has one that was refused.
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

// fits is nil for a version that has the files which this release declares. Another release may have put others there.
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

// takeShelved puts a version of the object store into use, if it passes the checks. Files that are on this disk already
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

// toStore puts the version in use into the object store, which had known before, nil if there is none that can be used.
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

// shelfFailed warns of a failure of the store, but not again while the store is left alone after one.
func (d *Dataset[T]) shelfFailed(ctx context.Context, doing string, err error) {
	if ctx.Err() != nil || errors.Is(err, errAway) {
		return
	}
	d.pool.meter(shelfFailed, 1)
	d.pool.log.Warn(doing+" failed", "dataset", d.spec.Name, "error", err)
}
