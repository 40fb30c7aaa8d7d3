package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"sync"
)

// ErrFileGone says that the file which the connections write to is not the one at its path any more: it was deleted,
// replaced or cut off while the service ran. What is written now would not be there after a restart.
var ErrFileGone = errors.New("sqlite: the database's file was deleted, replaced or cut off while it was in use; " +
	"put it back and start again")

// file watches the database's file and its write-ahead log by inode and size. It never opens them: closing any
// descriptor of a file drops all locks of POSIX that the process holds on it, those of the connections too.
type file struct {
	path string

	mu   sync.Mutex
	main fs.FileInfo // as last seen; the file never becomes smaller, because nothing here vacuums it
	wal  fs.FileInfo // nil before it is there
	gone bool        // for good: a file that is back lacks what was written meanwhile
}

// intact is ErrFileGone from when the file is not what it was.
func (f *file) intact() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.gone {
		return ErrFileGone
	}

	main, err := os.Stat(f.path)
	if err != nil || f.main != nil && (!os.SameFile(main, f.main) || main.Size() < f.main.Size()) {
		f.gone = true
		return ErrFileGone
	}

	wal, err := os.Stat(f.path + "-wal")
	if f.wal != nil && (err != nil || !os.SameFile(wal, f.wal)) {
		f.gone = true
		return ErrFileGone
	}

	f.main = main
	if err == nil {
		f.wal = wal
	}
	return nil
}
