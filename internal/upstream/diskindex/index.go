package diskindex

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	_ "modernc.org/sqlite" // the driver

	"github.com/farebox/farebox/internal/upstream"
)

// Index is a list's file, opened for reading. It is safe for many goroutines.
type Index struct {
	name       string
	db         *sql.DB
	records    int
	statements sync.Map // of *sql.Stmt by text
}

// Settings of a file being read. It never changes, so that SQLite needs neither locks nor a look at it between
// look-ups. Most of its pages are the system's to cache.
var readSettings = []string{"query_only(1)", "cache_size(-2048)", "mmap_size(0)", "temp_store(MEMORY)"}

var errNotWhole = errors.New("no index that can be used")

// open opens the file in dir, if it is one of this spec and whole.
func (s Spec) open(dir string) (*Index, error) {
	path := filepath.Join(dir, indexFile)
	l, err := readLabel(filepath.Join(dir, labelFile))
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if sum, err := checksum(f); err != nil || sum != l.SHA256 || l.Form != s.form() {
		return nil, errors.Join(err, errNotWhole)
	}

	x := &Index{name: s.Name, records: l.Records}
	if x.db, err = sql.Open("sqlite", source(path, "ro", readSettings)+"&immutable=1"); err != nil {
		return nil, err
	}
	if err := x.connect(max(4, runtime.GOMAXPROCS(0))); err != nil {
		return nil, errors.Join(err, x.db.Close())
	}
	return x, nil
}

// connect opens all connections at once, and keeps them: once a newer version has taken the place of this one, another
// process may remove the file while this one still reads it.
func (x *Index) connect(connections int) error {
	x.db.SetMaxOpenConns(connections)
	x.db.SetMaxIdleConns(connections)

	open := make([]*sql.Conn, 0, connections)
	defer func() {
		for _, c := range open {
			_ = c.Close() // back to the pool
		}
	}()
	for range connections {
		c, err := x.db.Conn(context.Background())
		if err != nil {
			return err
		}
		open = append(open, c)
	}
	return nil
}

func (x *Index) close() error { return x.db.Close() }

func readLabel(path string) (l label, err error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return l, err
	}
	return l, json.Unmarshal(raw, &l)
}

// source names a database file to the driver.
func source(path, mode string, settings []string) string {
	query := url.Values{"mode": {mode}, "_pragma": settings}
	u := url.URL{
		Scheme:   "file",
		Opaque:   (&url.URL{Path: path}).EscapedPath(),
		RawQuery: query.Encode(),
	}
	return u.String()
}

// Records is the number of records, as the list's Fill counted them.
func (x *Index) Records() int { return x.records }

// Each runs a query and gives each of its rows to row, which scans it. The text of the query is prepared once: values
// of callers are arguments, never part of it. The query ends with row's first error, which is then Each's. A file that
// cannot be read is Unavailable.
func (x *Index) Each(
	ctx context.Context,
	row func(scan func(into ...any) error) error,
	query string,
	args ...any,
) error {
	rows, err := x.query(ctx, query, args)
	if err != nil {
		return x.failed(ctx, err)
	}
	defer rows.Close()

	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return x.failed(ctx, rows.Err())
}

// One scans the first row of a query's answer, and says whether there was one.
func (x *Index) One(ctx context.Context, into []any, query string, args ...any) (found bool, err error) {
	rows, err := x.query(ctx, query, args)
	if err != nil {
		return false, x.failed(ctx, err)
	}
	defer rows.Close()

	if !rows.Next() {
		return false, x.failed(ctx, rows.Err())
	}
	return true, x.failed(ctx, rows.Scan(into...))
}

func (x *Index) query(ctx context.Context, query string, args []any) (*sql.Rows, error) {
	known, ok := x.statements.Load(query)
	if !ok {
		prepared, err := x.db.PrepareContext(ctx, query)
		if err != nil {
			return nil, err
		}
		known, ok = x.statements.LoadOrStore(query, prepared)
		if ok {
			_ = prepared.Close() // another one was faster
		}
	}
	return known.(*sql.Stmt).QueryContext(ctx, args...)
}

// failed is the error of a look-up for the caller.
func (x *Index) failed(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	return &upstream.Error{
		Kind:     upstream.Unavailable,
		Provider: x.name,
		Cause:    fmt.Errorf("reading the index on disk: %w", err),
	}
}
