package ipfacts

import (
	"io"
	"io/fs"
	"regexp"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

const (
	day  = 24 * time.Hour
	week = 7 * day
)

// terms are what is particular to a list.
type terms struct {
	id, title string
	client    *upstream.Client
	every     time.Duration
	// holds is how long the list may go unconfirmed before an address that is not on it is no longer called clean.
	holds  time.Duration
	least  int     // records, as in upstream.DatasetSpec
	shrink float64 // see upstream.DatasetSpec
	family int     // 4 or 6 for a list of addresses of that family alone, 0 for others

	stated *regexp.Regexp // where the list has its own date, in layout; see upstream.DateIn. nil for one that has none
	layout string
	lasts  time.Duration // see upstream.DatasetSpec
}

// list is a dataset of one file.
type list[T any] struct {
	terms
	data *upstream.Dataset[T]
	now  func() time.Time
}

// declare registers the dataset with the pool. Its file is the one that request is for.
func declare[T any](s *Service, t terms, request func(*upstream.Client) *upstream.Request, count func(T) int, parse func(io.Reader) (T, error)) *list[T] {
	return declareFile(s, t, upstream.File{Request: request}, count, parse)
}

func declareFile[T any](s *Service, t terms, file upstream.File, count func(T) int, parse func(io.Reader) (T, error)) *list[T] {
	file.Name = "list"
	spec := upstream.DatasetSpec[T]{
		Name:       t.id,
		Client:     t.client,
		Every:      t.every,
		Files:      []upstream.File{file},
		Parse:      func(dir fs.FS) (T, error) { return upstream.ReadFile(dir, file.Name, parse) },
		Count:      count,
		MinRecords: t.least,
		MaxShrink:  t.shrink,
	}
	if t.stated != nil {
		spec.Lasts = t.lasts
		spec.Stated = func(_ T, dir fs.FS) time.Time { return upstream.DateIn(dir, file.Name, t.stated, t.layout) }
	}

	l := &list[T]{
		terms: t,
		now:   s.now,
		data:  upstream.NewDataset(s.pool, spec),
	}
	s.states = append(s.states, state{l.state, t.family})
	s.refresh = append(s.refresh, l.data.Refresh)
	return l
}

// get is the list in use, and whether it is fresh enough to clear an address that is not on it.
func (l *list[T]) get() (t T, loaded, clears bool) {
	t, info, err := l.data.Get()
	if err != nil {
		return t, false, false
	}
	return t, true, info.Holds(l.now(), l.holds)
}

func (l *list[T]) state() upstream.ListStatus { return l.data.Status(l.title) }
