package upstream

import (
	"fmt"
	"io"
	"io/fs"
	"time"
)

// ReadFile gives read one file of a download and closes it, for DatasetSpec.Parse. Where read needs more than
// io.Reader, the file is an fs.File.
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

// ListStatus is which version of a list an answer goes by.
type ListStatus struct {
	ID, Title, Attribution string
	URL                    string // the publisher's page about it, may be empty
	State                  string // ok, stale, warming, error, not_configured
	Why                    string // why its state is error, else ""
	Records                int
	FetchedAt, CheckedAt   *time.Time // nil before the first load
	ModifiedAt             *time.Time // see DatasetInfo; nil when it is not known
}

// Behind says whether the list should have had a say and had none, or may be out of date; see [Lacking].
func (s ListStatus) Behind() bool { return Lacking(s.State) }

// Status is which version of the list is in use, by the title that answers give it.
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
