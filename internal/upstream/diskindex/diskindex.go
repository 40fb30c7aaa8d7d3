// Package diskindex keeps datasets that are too large for memory: what is read from the download goes into an SQLite
// file next to it, and look-ups read that file.
//
// It is built on [upstream.Dataset], so that such a list is downloaded, checked, swapped and shown in /health like any
// other. The file is built once for each version, under another name until it is whole, and found again at the next
// start. A crash at any moment leaves the previous version, or the downloads from which the file is rebuilt. The file
// of a replaced version is closed when its last reader is done, and goes with its directory.
package diskindex

import (
	"context"
	"io/fs"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Spec declares a list. Fields that are not described here are those of [upstream.DatasetSpec].
type Spec struct {
	Name       string
	Client     *upstream.Client
	Files      []upstream.File
	Every      time.Duration
	MinRecords int
	MaxShrink  float64
	Check      func(*Index) error

	Stated func(*Index) time.Time // see [upstream.DatasetSpec], as for Lasts
	Lasts  time.Duration

	// Tables is the SQL that makes the tables, Indexes what is run once the rows are in. A change of either, or of
	// Version, rebuilds the file. Rows that come in the order of their primary key are written fastest.
	Tables  string
	Indexes string
	Version int // goes up when Fill writes something else into the same tables

	// Fill reads the files, which dir holds under their names, and says how many records the list has.
	Fill func(dir fs.FS, w *Writer) (records int, err error)
}

// Set is a list with its file on disk.
type Set struct {
	data *upstream.Dataset[*Index]
}

// New registers the list with the pool.
func New(p *upstream.Pool, s Spec) *Set {
	var stated func(*Index, fs.FS) time.Time
	if s.Stated != nil {
		stated = func(x *Index, _ fs.FS) time.Time { return s.Stated(x) }
	}

	return &Set{data: upstream.NewDataset(p, upstream.DatasetSpec[*Index]{
		Name:       s.Name,
		Client:     s.Client,
		Files:      s.Files,
		Every:      s.Every,
		Build:      s.build,
		Open:       s.open,
		Close:      (*Index).close,
		Count:      func(x *Index) int { return x.records },
		Check:      s.Check,
		MinRecords: s.MinRecords,
		MaxShrink:  s.MaxShrink,
		Stated:     stated,
		Lasts:      s.Lasts,
	})}
}

// Read gives use the list in use. It fails as [upstream.Dataset.Get] does when there is none, as Unavailable when the
// file cannot be read, and with the error of use otherwise. The Index is good until use returns.
func (s *Set) Read(use func(x *Index, info upstream.DatasetInfo) error) error {
	return s.data.Read(use)
}

// Refresh asks the provider once, now.
func (s *Set) Refresh(ctx context.Context) error { return s.data.Refresh(ctx) }

// Load takes over what is on disk.
func (s *Set) Load() error { return s.data.Load() }

// Status is which version of the list is in use, by the title that answers give it.
func (s *Set) Status(title string) upstream.ListStatus { return s.data.Status(title) }
