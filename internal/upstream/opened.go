package upstream

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Read calls use with the list in use, which stays open until use returns. The error is that of Get or of use.
func (d *Dataset[T]) Read(use func(list T, info DatasetInfo) error) error {
	for {
		if _, _, err := d.Get(); err != nil {
			return err
		}
		if done, err := d.readOnce(d.live.Load(), use); done {
			return err
		}
	}
}

// readOnce does nothing when the version was closed after it was looked up; then there is a newer one.
func (d *Dataset[T]) readOnce(v *version[T], use func(T, DatasetInfo) error) (done bool, err error) {
	v.held.RLock()
	defer v.held.RUnlock()
	if v.held.closed {
		return false, nil
	}
	return true, use(v.list, d.info(v))
}

// open opens the index of the files in dir, and builds it first if there is none that opens.
func (d *Dataset[T]) open(dir string) (T, error) {
	if list, err := d.spec.Open(dir); err == nil {
		return list, nil
	}
	if err := d.spec.Build(dir); err != nil {
		var none T
		return none, fmt.Errorf("building the index: %w", err)
	}
	return d.spec.Open(dir)
}

// moved returns the list after its directory was renamed to dir. An opened list is opened again there, since its open
// files are at the old place.
func (d *Dataset[T]) moved(list T, dir string) (T, error) {
	if d.spec.Open == nil {
		return list, nil
	}
	d.close(list)
	list, err := d.spec.Open(dir)
	if err != nil {
		return list, fmt.Errorf("opening the version to use: %w", err)
	}
	return list, nil
}

// retire closes a version that is no longer in use, when its last reader is done.
func (d *Dataset[T]) retire(v *version[T]) {
	v.held.Lock()
	defer v.held.Unlock()
	v.held.closed = true
	d.close(v.list)
}

// close frees what an opened list holds. That it failed costs memory or disk, not the list.
func (d *Dataset[T]) close(list T) {
	if d.spec.Close == nil {
		return
	}
	if err := d.spec.Close(list); err != nil {
		d.pool.log.Warn("earlier dataset version not closed", "dataset", d.spec.Name, "error", err)
	}
}

// local says whether an error is one of this machine's files, rather than of what they hold.
func local(err error) bool {
	var path *fs.PathError
	var link *os.LinkError
	return errors.As(err, &path) || errors.As(err, &link)
}
