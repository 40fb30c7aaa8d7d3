package upstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/farebox/farebox/internal/clip"
)

const (
	defaultShrink  = 0.2 // the part of its records that a list may lose at once
	staleIntervals = 3   // a list not confirmed for this many intervals is called stale
)

// DatasetSpec declares a bulk list: what to download, how often, and when to believe it.
type DatasetSpec[T any] struct {
	Name   string  // id in answers, /health, and the directory below DATA_DIR
	Client *Client // the provider it comes from
	Files  []File  // downloaded together; all or none of them are taken over
	Every  time.Duration

	// Parse makes the list from the files, which dir holds under their names (as *os.File). It is called with what was
	// downloaded and, at the next start, with what is on disk.
	Parse func(dir fs.FS) (T, error)

	// Open takes the place of Parse for a list that is too large for memory: it opens the form that Build has made of
	// the files, in files of its own in the same directory. An error of Open makes Build do so anew. Such a list is
	// read by [Dataset.Read], and Close is called once a newer one has taken its place and nobody reads it any more.
	Open  func(dir string) (T, error)
	Build func(dir string) error
	Close func(T) error

	// Count is the number of records, for the guard against shrinking and for /health.
	Count func(T) int
	// Check refuses a list that was parsed but makes no sense; nil for none. How long a list has to be belongs in
	// MinRecords and Floors, which excerpts are not held to (Options.SmallLists).
	Check func(T) error

	MinRecords int        // fewer are refused; at least 1 is always wanted
	Floors     []Floor[T] // other things that the list has to have a number of
	MaxShrink  float64    // the part of its records that a list may lose at once; 0 means 0.2, 1 any part
}

// Floor is a least number of something that a list holds beside its records.
type Floor[T any] struct {
	What  string // "crypto addresses"
	Least int
	Count func(T) int
}

// File is one of a dataset's downloads.
type File struct {
	Name    string // plain file name
	Request func(*Client) *Request

	// Next is for a listing that comes in pages: it is given the page that came and how many there are by now, and
	// makes the request for the one after it, nil when that was the last. All pages then stand in the one file in their
	// order, each followed by a line feed, and none is asked for conditionally. Nil means that the file is one answer.
	Next func(c *Client, page []byte, pages int) (*Request, error)
}

// DatasetInfo says which version of a list is in use, for the answer.
type DatasetInfo struct {
	Records   int
	FetchedAt time.Time // when this version was downloaded
	CheckedAt time.Time // when the provider last gave or confirmed it

	// ModifiedAt is when the provider last changed a file of this version (Last-Modified), the earliest of several;
	// zero when it does not say.
	ModifiedAt time.Time
}

// DatasetHealth is the state of a dataset, as /health shows it.
type DatasetHealth struct {
	Name       string     `json:"name"`
	Provider   string     `json:"provider"`
	Status     string     `json:"status"` // ready, stale, warming, refused, failed, not_configured
	Records    int        `json:"records,omitempty"`
	FetchedAt  *time.Time `json:"fetched_at,omitempty"`
	CheckedAt  *time.Time `json:"checked_at,omitempty"`
	AgeSeconds int64      `json:"age_seconds,omitempty"` // since CheckedAt
	From       string     `json:"from,omitempty"`        // provider, store, replica, disk

	// LastError is why the last refresh brought nothing, "" after one that went well. It may be shown to anybody: it
	// has no URL, no address and no path.
	LastError string `json:"last_error,omitempty"`
}

// Lacks says whether routes that need the list are without it, or with one that may be out of date. A list that the
// operator left out is no lack.
func (h DatasetHealth) Lacks() bool {
	return h.Status != listReady && h.Status != string(NotConfigured)
}

// The words for the state of a list that are neither a Kind nor a state of a source.
const (
	listReady   = "ready"
	listRefused = "refused" // what came is not to be believed, and there is no earlier version
	listFailed  = "failed"  // it could not be had yet
)

// Dataset is a list that is downloaded on a schedule, kept on disk, and swapped in whole. Readers never wait and never
// see a part of a list. A version that does not parse, fails its check or has lost too many records is refused and the
// last good one stays; where a list really has shrunk that much, the operator deletes its directory and restarts.
type Dataset[T any] struct {
	spec DatasetSpec[T]
	pool *Pool
	dir  string
	live atomic.Pointer[version[T]]

	gate     chan struct{} // bounds how many lists are parsed at once; nil for no bound
	mu       sync.Mutex
	failures int       // of refreshes, in a row
	lastErr  string    // in words for anybody
	refused  bool      // the last refresh brought something that was not to be believed
	nextAt   time.Time // when the list is asked for again; zero when nobody does that

	// Versions that were not to be believed, which are not read again. One goroutine at a time loads and refreshes.
	refusedDir     string // on disk
	refusedShelved string // in the object store
}

type version[T any] struct {
	list T
	held *hold
	meta manifest
	dir  string
	from string // one of the words below
}

// Where a version in use came from.
const (
	fromProvider = "provider" // this process downloaded it
	fromStore    = "store"    // another process put it into the object store
	fromReplica  = "replica"  // another process put it into the same DATA_DIR
	fromDisk     = "disk"     // an earlier run left it in DATA_DIR
)

// hold is taken by the readers of an opened list, and for good by what closes it.
type hold struct {
	sync.RWMutex
	closed bool
}

// refresher is a Dataset of any type.
type refresher interface {
	run(ctx context.Context, gate chan struct{}, tried chan<- struct{})
	Health() DatasetHealth
}

// NewDataset registers a dataset with the pool, which reports its mistakes in Err and runs it in RunDatasets.
func NewDataset[T any](p *Pool, spec DatasetSpec[T]) *Dataset[T] {
	d := &Dataset[T]{
		spec: spec,
		pool: p,
		dir:  filepath.Join(p.dataDir, spec.Name),
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := d.validate(); err != nil {
		p.errs = append(p.errs, fmt.Errorf("dataset %q: %w", spec.Name, err))
		return d
	}
	p.datasets = append(p.datasets, d)
	return d
}

func (d *Dataset[T]) validate() error {
	s := d.spec
	switch {
	case d.pool.dataDir == "":
		return errors.New("DATA_DIR is not set")
	case !validName.MatchString(s.Name):
		return errors.New("name: want lower case letters, digits, '-' and '_'")
	case s.Client == nil || s.Count == nil || s.Every <= 0 || len(s.Files) == 0:
		return errors.New("Client, Files, Every and Count have to be given")
	case (s.Parse == nil) == (s.Open == nil), (s.Open == nil) != (s.Build == nil), (s.Open == nil) != (s.Close == nil):
		return errors.New("either Parse has to be given, or Open, Build and Close")
	}

	for _, other := range d.pool.datasets {
		if other.Health().Name == s.Name {
			return errors.New("declared twice")
		}
	}

	for _, f := range s.Files {
		if f.Name == "" || f.Name == manifestName || f.Name != filepath.Base(f.Name) {
			return fmt.Errorf("file %q: want a plain name other than %s", f.Name, manifestName)
		}
	}
	return nil
}

// Get is the list in use, for lists that are parsed; those that are opened are for Read. Before the first load the
// error is Warming, after a first load that failed or was refused it is Unloaded with the reason, and NotConfigured
// when the provider is.
func (d *Dataset[T]) Get() (T, DatasetInfo, error) {
	v := d.live.Load()
	if v == nil {
		var none T
		if err := d.spec.Client.Configured(); err != nil {
			return none, DatasetInfo{}, err
		}
		return none, DatasetInfo{}, d.missing()
	}
	return v.list, v.info(), nil
}

func (v *version[T]) info() DatasetInfo {
	return DatasetInfo{
		Records:    v.meta.Records,
		FetchedAt:  v.meta.FetchedAt,
		CheckedAt:  v.meta.CheckedAt,
		ModifiedAt: v.meta.modifiedAt(),
	}
}

// missing is the error of a list of which no version is in use.
func (d *Dataset[T]) missing() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.failures == 0 {
		return &Error{Kind: Warming, Provider: d.spec.Name}
	}
	return &Error{
		Kind:       Unloaded,
		Provider:   d.spec.Name,
		RetryAfter: max(0, d.nextAt.Sub(d.pool.now())),
		Cause:      errors.New(d.lastErr),
	}
}

// Health is the dataset's state now.
func (d *Dataset[T]) Health() DatasetHealth {
	h := DatasetHealth{
		Name:     d.spec.Name,
		Provider: d.spec.Client.Provider().Name,
	}
	d.mu.Lock()
	h.LastError = d.lastErr
	h.Status = d.unloaded()
	d.mu.Unlock()

	v := d.live.Load()
	if v == nil {
		if d.spec.Client.Configured() != nil {
			h.Status = string(NotConfigured)
		}
		return h
	}

	age := d.age(v)
	h.Status = listReady
	h.Records = v.meta.Records
	h.FetchedAt = new(v.meta.FetchedAt)
	h.CheckedAt = new(v.meta.CheckedAt)
	h.AgeSeconds = int64(age.Seconds())
	h.From = v.from
	if age > staleIntervals*d.spec.Every {
		h.Status = StatusStale
	}
	return h
}

// unloaded is the state of a list of which no version is in use. A copy on disk that could not be read is no failure
// yet: the first download is under way. The caller holds d.mu.
func (d *Dataset[T]) unloaded() string {
	switch {
	case d.failures == 0:
		return string(Warming)
	case d.refused:
		return listRefused
	}
	return listFailed
}

// age is the time since the list was last confirmed. A confirmation in the future, by a clock that has been put back
// since, is taken as one of now: else the list would not be asked for again until then.
func (d *Dataset[T]) age(v *version[T]) time.Duration {
	return max(0, d.pool.now().Sub(v.meta.CheckedAt))
}

// DatasetHealth lists the state of every dataset, in the order they were declared.
func (p *Pool) DatasetHealth() []DatasetHealth {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := make([]DatasetHealth, len(p.datasets))
	for i, d := range p.datasets {
		out[i] = d.Health()
	}
	return out
}

// Load takes over what is on disk from an earlier run; having nothing there is no error. Files that are not what was
// written, after a power failure say, are refused: a part of a list may well look like a whole one, and the provider's
// "not modified" would keep it in use.
func (d *Dataset[T]) Load() error { return d.noted(d.takeFromDisk(fromDisk), false) }

// takeFromDisk takes over the version on disk, unless it is the one in use. One that cannot be taken is not tried again.
func (d *Dataset[T]) takeFromDisk(from string) error {
	dir, meta, err := currentVersion(d.dir)
	if err != nil || dir == "" || dir == d.refusedDir {
		return err
	}

	if v := d.live.Load(); v != nil && v.dir == dir {
		confirmed := v.meta
		confirmed.CheckedAt = meta.CheckedAt
		if confirmed.CheckedAt.After(v.meta.CheckedAt) {
			d.swap(v.list, v.held, confirmed, dir, v.from)
		}
		return nil
	}

	err = d.parsing(func() error { return d.load(dir, meta, from) })
	if err != nil {
		d.refusedDir = dir
	}
	return err
}

func (d *Dataset[T]) load(dir string, meta manifest, from string) error {
	for _, f := range d.spec.Files {
		written := meta.Files[f.Name]
		size, err := intact(filepath.Join(dir, f.Name), written.SHA256)
		if err != nil {
			return fmt.Errorf("reading the copy on disk: %w", err)
		}
		written.Size = size
		meta.Files[f.Name] = written
	}
	list, err := d.parse(dir)
	if err != nil {
		return fmt.Errorf("reading the copy on disk: %w", err)
	}
	if err := d.believe(list, 0); err != nil {
		d.close(list)
		return fmt.Errorf("checking the copy on disk: %w", err)
	}

	meta.Records = d.spec.Count(list) // what an earlier release counted may be something else
	d.swap(list, new(hold), meta, dir, from)
	return nil
}

// Refresh asks the provider once, now, unless another process has done so not long ago and this one can have the list
// from there. It returns nil when the list in use is the provider's newest by either's word.
func (d *Dataset[T]) Refresh(ctx context.Context) error {
	return d.noted(d.refresh(ctx), true)
}

// noted keeps the error for Health and counts failed refreshes.
func (d *Dataset[T]) noted(err error, refresh bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lastErr = forAnybody(err)
	d.refused = errors.Is(err, errRefused)
	switch {
	case err == nil:
		d.failures = 0
	case refresh:
		d.failures++
	}
	return err
}

// maxWhy bounds the reason of a refusal: a parser may quote what it could not read.
const maxWhy = 200

// forAnybody is a dataset's error in words without URL, address or path: the causes of network and file errors hold
// those, and /health is public. The log has the whole error.
func forAnybody(err error) string {
	var e *Error
	switch {
	case err == nil:
		return ""
	case errors.Is(err, errRefused):
		return clip.Shown(err.Error(), maxWhy)
	case !errors.As(err, &e):
		return "a local error; see the log"
	case e.Status != 0:
		return fmt.Sprintf("%s (HTTP %d)", e.Kind.inWords(), e.Status)
	}
	return e.Kind.inWords()
}

var errRefused = errors.New("list refused")

// parse runs the list's parser, or opens what has been built from its files; a panic in it is an error, since what it
// reads is not ours.
func (d *Dataset[T]) parse(dir string) (list T, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("%w: parsing panicked: %v", errRefused, cause)
		}
	}()

	if d.spec.Open != nil {
		list, err = d.open(dir)
	} else {
		list, err = d.spec.Parse(os.DirFS(dir))
	}
	switch {
	case err == nil:
		return list, nil
	case d.spec.Open != nil && local(err):
		return list, fmt.Errorf("parsing: %w", err)
	}
	return list, fmt.Errorf("%w: parsing: %w", errRefused, err)
}

// believe applies the checks; before is the number of records now in use, 0 for none.
func (d *Dataset[T]) believe(list T, before int) error {
	n := d.spec.Count(list)
	if err := d.longEnough(list, n); err != nil {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	if lost := cmp.Or(d.spec.MaxShrink, defaultShrink); float64(n) < float64(before)*(1-lost) {
		return fmt.Errorf("%w: %d records after %d", errRefused, n, before)
	}

	if d.spec.Check == nil {
		return nil
	}
	if err := d.spec.Check(list); err != nil {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	return nil
}

// longEnough applies the floors to a list of n records.
func (d *Dataset[T]) longEnough(list T, n int) error {
	least := max(d.spec.MinRecords, 1)
	floors := d.spec.Floors
	if d.pool.small {
		least = 1
		floors = nil
	}

	if n < least {
		return fmt.Errorf("%d records, at least %d wanted", n, least)
	}
	for _, f := range floors {
		if have := f.Count(list); have < f.Least {
			return fmt.Errorf("%d %s, at least %d wanted", have, f.What, f.Least)
		}
	}
	return nil
}

// swap makes the list the one in use, and closes the one before unless it is the same.
func (d *Dataset[T]) swap(list T, held *hold, meta manifest, dir, from string) {
	before := d.live.Swap(&version[T]{
		list: list,
		held: held,
		meta: meta,
		dir:  dir,
		from: from,
	})
	d.pool.metrics.datasetAge.WithLabelValues(d.spec.Name).Set(float64(meta.CheckedAt.Unix()))
	d.pool.metrics.datasetSize.WithLabelValues(d.spec.Name).Set(float64(meta.Records))
	if before == nil || before.held != held {
		d.pool.metrics.datasetTaken.WithLabelValues(d.spec.Name, from).Inc()
	}
	if before != nil && before.held != held {
		d.retire(before)
	}
}
