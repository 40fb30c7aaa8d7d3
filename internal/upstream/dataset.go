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
	"github.com/farebox/farebox/internal/each"
)

const (
	defaultShrink  = 0.2 // share of its records that a list may lose at once
	staleIntervals = 3   // a list is stale when it was not confirmed for this many intervals
)

// DatasetSpec declares a bulk list: what to download, how often, and when to believe it.
type DatasetSpec[T any] struct {
	Name   string  // id in answers, /health, and the directory below DATA_DIR
	Client *Client // the provider it comes from
	Files  []File  // downloaded together, and used together or not at all
	Every  time.Duration

	// Parse makes the list from the files, which dir holds under their names (as *os.File). It runs after a download,
	// and on the files on disk at the next start.
	Parse func(dir fs.FS) (T, error)

	// Open replaces Parse for a list that is too large for memory. It opens the index that Build has made of the files,
	// in files of its own in the same directory; when Open fails, Build runs again. [Dataset.Read] reads such a list.
	// Close runs after a newer list has replaced it and its last reader is done.
	Open  func(dir string) (T, error)
	Build func(dir string) error
	Close func(T) error

	// Count is the number of records, for the guard against shrinking and for /health.
	Count func(T) int
	// Check refuses a list that parses but makes no sense; nil means no check. The least length of a list belongs in
	// MinRecords and Floors, which do not apply to excerpts (Options.SmallLists).
	Check func(T) error

	MinRecords int        // fewer are refused; 0 means 1
	Floors     []Floor[T] // least numbers of other things in the list
	MaxShrink  float64    // share of its records that a list may lose at once; 0 means 0.2, 1 allows any loss

	// Stated is when the list says that it was made, or the day of its newest row ([Newest]). It is zero when the list
	// does not say, and nil for a list that never does. It gets the list in use and the directory with its files.
	Stated func(list T, dir fs.FS) time.Time
	// Lasts is how old a list may be by its own date, however often the provider confirms it: some times the longest
	// pause between two versions. One that has lost its date is too old. Without Stated its date is Last-Modified, and
	// one that comes without is not judged. 0 means no bound, for a provider that makes a new version only on change.
	// Options.AnyAge switches it off.
	Lasts time.Duration
}

// Floor is the least number of something that a list holds beside its records.
type Floor[T any] struct {
	What  string // "crypto addresses"
	Least int
	Count func(T) int
}

// File is one of a dataset's downloads.
type File struct {
	Name    string // plain file name
	Request func(*Client) *Request

	// Next is for a listing in pages; nil means that the file is one answer. It gets the last page and the number of
	// pages so far, and makes the request for the next one, nil after the last page. The file holds all pages in order,
	// each followed by a line feed. Pages are not requested conditionally.
	Next func(c *Client, page []byte, pages int) (*Request, error)
}

// DatasetInfo says which version of a list is in use, for the answer.
type DatasetInfo struct {
	Records   int
	FetchedAt time.Time // when this version was downloaded
	CheckedAt time.Time // when the provider last gave or confirmed it

	// ModifiedAt is when the provider last changed this version (Last-Modified), the earliest time of several files;
	// zero when the provider does not say.
	ModifiedAt time.Time

	StatedAt time.Time // see DatasetSpec.Stated
	Outlived bool      // by that date it is too old, or far in the future, which is as wrong; see DatasetSpec.Lasts
}

// Holds says whether the list may clear what is not on it: the provider has confirmed it within unconfirmed, and it is
// not too old by its own date.
func (i DatasetInfo) Holds(now time.Time, unconfirmed time.Duration) bool {
	return now.Sub(i.CheckedAt) <= unconfirmed && !i.Outlived
}

// DatasetHealth is the state of a dataset, as /health shows it.
type DatasetHealth struct {
	Name       string     `json:"name"`
	Provider   string     `json:"provider"`
	Status     string     `json:"status"` // ready, stale, warming, refused, failed, not_configured
	Records    int        `json:"records,omitempty"`
	FetchedAt  *time.Time `json:"fetched_at,omitempty"`
	CheckedAt  *time.Time `json:"checked_at,omitempty"`
	StatedAt   *time.Time `json:"stated_at,omitempty"`   // the list's own date, if it has one
	AgeSeconds int64      `json:"age_seconds,omitempty"` // since CheckedAt
	From       string     `json:"from,omitempty"`        // provider, store, replica, disk

	// LastError is why the last refresh failed, "" after one that succeeded. It is safe to publish: it has no URL, no
	// address and no path.
	LastError string `json:"last_error,omitempty"`

	ErrorKind Kind          `json:"-"` // of that failure, "" if the provider is not at fault
	Least     int           `json:"-"` // fewer records are refused
	StaleFrom time.Duration `json:"-"` // the age from which on the list is stale
}

// Lacks says whether the list is missing or may be out of date. A list that the operator switched off does not count.
func (h DatasetHealth) Lacks() bool {
	return h.Status != listReady && h.Status != string(NotConfigured)
}

// States of a list that are neither a Kind nor a state of a source.
const (
	listReady   = "ready"
	listRefused = "refused" // the download failed its checks, and there is no earlier version
	listFailed  = "failed"  // no download has succeeded yet
)

// Dataset is a list that is downloaded on a schedule, kept on disk, and swapped in whole. Readers never wait and never
// see a part of a list. A version that does not parse, fails its check or has lost too many records is refused and the
// last good one stays; where a list really has shrunk that much, the operator deletes its directory and restarts.
type Dataset[T any] struct {
	spec DatasetSpec[T]
	pool *Pool
	dir  string
	live atomic.Pointer[version[T]]

	gate     atomic.Pointer[chan struct{}] // bounds how many lists are parsed at once; nil means no bound
	mu       sync.Mutex
	failures int    // failed refreshes in a row
	lastErr  string // safe to publish
	lastKind Kind
	refused  bool      // the last download failed its checks
	nextAt   time.Time // of the next refresh; zero when none is planned

	// Versions that failed their checks, which are not read again. Only one goroutine at a time loads and refreshes.
	refusedDir     string // on disk
	refusedShelved string // in the object store
}

type version[T any] struct {
	list   T
	held   *hold
	meta   manifest
	stated time.Time
	dir    string
	from   string // one of the words below
}

// Where a version in use came from.
const (
	fromProvider = "provider" // this process downloaded it
	fromStore    = "store"    // another process put it into the object store
	fromReplica  = "replica"  // another process put it into the same DATA_DIR
	fromDisk     = "disk"     // an earlier run left it in DATA_DIR
)

// hold keeps an opened list open: readers hold it shared, and the one who closes the list holds it alone.
type hold struct {
	sync.RWMutex
	closed bool
}

// refresher is a Dataset of any type.
type refresher interface {
	run(ctx context.Context, gate chan struct{}, tried chan<- struct{})
	update(ctx context.Context)
	Health() DatasetHealth
}

// NewDataset declares a list of the pool. [Pool.Err] reports mistakes in the declaration, and [Pool.RunDatasets] keeps
// the list fresh.
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

// Get returns the list in use, if it is a parsed one; Read is for those that are opened. The error is Warming before
// the first load, Unloaded with the reason after a first load that failed, and NotConfigured when the provider is.
func (d *Dataset[T]) Get() (T, DatasetInfo, error) {
	v := d.live.Load()
	if v == nil {
		var none T
		if err := d.spec.Client.Configured(); err != nil {
			return none, DatasetInfo{}, err
		}
		return none, DatasetInfo{}, d.missing()
	}
	return v.list, d.info(v), nil
}

func (d *Dataset[T]) info(v *version[T]) DatasetInfo {
	info := DatasetInfo{
		Records:    v.meta.Records,
		FetchedAt:  v.meta.FetchedAt,
		CheckedAt:  v.meta.CheckedAt,
		ModifiedAt: v.meta.modifiedAt(),
		StatedAt:   v.stated,
	}

	judged := d.spec.Lasts > 0 && !d.pool.anyAge && (d.spec.Stated != nil || !v.stated.IsZero())
	info.Outlived = judged && d.pool.now().Sub(v.stated).Abs() > d.spec.Lasts
	return info
}

// statedBy is the list's own date: see DatasetSpec.Stated and Lasts.
func (d *Dataset[T]) statedBy(list T, meta manifest, dir string) time.Time {
	switch {
	case d.spec.Stated != nil:
		return d.spec.Stated(list, os.DirFS(dir)).UTC()
	case d.spec.Lasts > 0:
		return meta.modifiedAt()
	}
	return time.Time{}
}

// mostBack is by how much the date of a list may go back: its newest row may have been withdrawn.
const mostBack = 24 * time.Hour

// notOlder refuses a list that is older by its own date than the one in use: it comes from a server that lags behind. A
// date in the future that the one in use has is of no use as a measure.
func (d *Dataset[T]) notOlder(stated time.Time) error {
	v := d.live.Load()
	if v == nil || stated.IsZero() || v.stated.Sub(stated) <= mostBack || v.stated.Sub(d.pool.now()) > mostBack {
		return nil
	}
	return fmt.Errorf("%w: it is of %s, and the one in use of %s", errRefused,
		stated.Format(time.RFC3339), v.stated.Format(time.RFC3339))
}

// missing is the error of a list without a version in use.
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
		Name:      d.spec.Name,
		Provider:  d.spec.Client.Provider().Name,
		Least:     max(d.spec.MinRecords, 1),
		StaleFrom: staleIntervals * d.spec.Every,
	}
	d.mu.Lock()
	h.LastError = d.lastErr
	h.ErrorKind = d.lastKind
	h.Status = d.unloaded()
	d.mu.Unlock()

	v := d.live.Load()
	if v == nil {
		if d.spec.Client.Configured() != nil {
			h.Status = string(NotConfigured)
		}
		return h
	}

	info := d.info(v)
	h.Status = listReady
	h.Records = v.meta.Records
	h.FetchedAt = new(v.meta.FetchedAt)
	h.CheckedAt = new(v.meta.CheckedAt)
	h.AgeSeconds = int64(d.age(v).Seconds())
	h.From = v.from
	if !info.StatedAt.IsZero() {
		h.StatedAt = new(info.StatedAt)
	}
	if !info.Holds(d.pool.now(), h.StaleFrom) {
		h.Status = StatusStale
	}
	return h
}

// unloaded is the state of a list without a version in use. An unreadable copy on disk is not a failure yet, because
// the first download is under way. The caller holds d.mu.
func (d *Dataset[T]) unloaded() string {
	switch {
	case d.failures == 0:
		return string(Warming)
	case d.refused:
		return listRefused
	}
	return listFailed
}

// age is the time since the list was last confirmed. If the clock has been put back since, it is zero: otherwise the
// list would not be refreshed until the clock has caught up.
func (d *Dataset[T]) age(v *version[T]) time.Duration {
	return max(0, d.pool.now().Sub(v.meta.CheckedAt))
}

// DatasetHealth lists the state of every dataset, in the order they were declared.
func (p *Pool) DatasetHealth() []DatasetHealth {
	p.mu.Lock()
	defer p.mu.Unlock()
	return each.Of(p.datasets, func(d refresher) DatasetHealth { return d.Health() })
}

// Load takes over the version that an earlier run left on disk, if there is one. Files that have changed since, by a
// power failure say, are refused: part of a list may look like a whole one, and the provider's "not modified" would
// keep it in use.
func (d *Dataset[T]) Load() error { return d.noted(d.takeFromDisk(fromDisk), false) }

// takeFromDisk takes over the version on disk, unless it is the one in use. One that cannot be taken is not tried
// again.
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

// Refresh brings the list up to date now: from another process that has just done so, else from the provider. It
// returns nil when the list in use is the provider's newest.
func (d *Dataset[T]) Refresh(ctx context.Context) error {
	return d.noted(d.refresh(ctx), true)
}

// noted records the error for Health and counts failed refreshes.
func (d *Dataset[T]) noted(err error, refresh bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lastErr = publicly(err)
	d.lastKind = KindOf(err)
	d.refused = errors.Is(err, errRefused)
	switch {
	case err == nil:
		d.failures = 0
	case refresh:
		d.failures++
	}
	return err
}

// maxWhy bounds the reason of a refusal, because parsers quote what they cannot read.
const maxWhy = 200

// publicly words an error without URL, address or path, which network and file errors contain: /health is public. The
// log has the whole error.
func publicly(err error) string {
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

// parse runs the list's parser, or opens the index of its files. A panic becomes an error, because the input is not
// ours.
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

// believe applies the checks; before is the number of records in use, 0 if there is none.
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

// swap puts the list into use, and closes the previous one unless it is the same.
func (d *Dataset[T]) swap(list T, held *hold, meta manifest, dir, from string) {
	next := &version[T]{
		list: list,
		held: held,
		meta: meta,
		dir:  dir,
		from: from,

		stated: d.statedBy(list, meta, dir),
	}
	before := d.live.Swap(next)
	d.pool.meter(datasetAge, float64(meta.CheckedAt.Unix()), d.spec.Name)
	d.pool.meter(datasetSize, float64(meta.Records), d.spec.Name)
	if before == nil || before.held != held {
		d.pool.meter(datasetTaken, 1, d.spec.Name, from)
	}
	if before != nil && before.held != held {
		d.retire(before)
	}
}
