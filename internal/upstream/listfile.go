package upstream

import (
	"fmt"
	"io"
	"io/fs"
	"iter"
	"regexp"
	"strconv"
	"time"
)

// ReadFile opens one file of a download for read, and closes it; for DatasetSpec.Parse. The reader is an fs.File.
func ReadFile[T any](dir fs.FS, name string, read func(io.Reader) (T, error)) (list T, err error) {
	f, err := dir.Open(name)
	if err != nil {
		return list, fmt.Errorf("opening the download: %w", err)
	}
	defer func() {
		if closed := f.Close(); err == nil {
			err = closed
		}
	}()
	return read(f)
}

// DateIn gives the time that the file name states about itself, in layout ("" for Unix seconds) where the first group of
// mark is; zero when it states none. For DatasetSpec.Stated.
func DateIn(dir fs.FS, name string, mark *regexp.Regexp, layout string) time.Time {
	text, err := fs.ReadFile(dir, name)
	found := mark.FindSubmatch(text)
	if err != nil || found == nil {
		return time.Time{}
	}
	if layout == "" {
		seconds, _ := strconv.ParseInt(string(found[1]), 10, 64) // an unreadable one is 1970, too old
		return time.Unix(seconds, 0)
	}
	at, _ := time.Parse(layout, string(found[1])) // zero after an error
	return at
}

// Newest is the latest of the times of rows, zero when none has one; for DatasetSpec.Stated.
func Newest[T any](rows iter.Seq[T], timeOf func(T) time.Time) time.Time {
	var newest time.Time
	for row := range rows {
		if at := timeOf(row); at.After(newest) {
			newest = at
		}
	}
	return newest
}

// ReadJSON reads one file of a download, whose contract is the type T as that of an answer is: see [Drift].
func ReadJSON[T any](dir fs.FS, name string) (v T, err error) {
	body, err := fs.ReadFile(dir, name)
	if err != nil {
		return v, fmt.Errorf("opening the download: %w", err)
	}
	err = Decode(body, &v)
	return v, err
}

// ListStatus is the version of a list that an answer is based on.
type ListStatus struct {
	ID, Title, Attribution string
	URL                    string // the publisher's page about it, may be empty
	State                  string // ok, stale, warming, error, not_configured
	Why                    string // why its state is error, else ""
	Records                int
	FetchedAt, CheckedAt   *time.Time // nil before the first load
	ModifiedAt             *time.Time // see DatasetInfo; nil when it is not known

	Outlived bool      // it is too old by its own date; see DatasetSpec.Lasts
	StatedAt time.Time // that date, zero when it has none
}

// Behind says whether the list is missing from an answer that should use it, or may be out of date; see [Lacking].
func (s ListStatus) Behind() bool { return Lacking(s.State) }

// Status is the version in use, under the title that answers give the list.
func (d *Dataset[T]) Status(title string) ListStatus {
	h := d.Health()
	provider := d.spec.Client.Provider()

	s := ListStatus{
		ID:          h.Name,
		Title:       title,
		Attribution: provider.Attribution,
		URL:         provider.Docs,
		State:       h.Status,
		Records:     h.Records,
		FetchedAt:   h.FetchedAt,
		CheckedAt:   h.CheckedAt,
	}
	if v := d.live.Load(); v != nil {
		info := d.info(v)
		s.Outlived = info.Outlived
		s.StatedAt = info.StatedAt
		if at := v.meta.modifiedAt(); !at.IsZero() {
			s.ModifiedAt = &at
		}
	}
	switch s.State {
	case listReady:
		s.State = StatusOK
	case listRefused, listFailed:
		s.State = StatusError
		s.Why = h.LastError
	}
	return s
}
