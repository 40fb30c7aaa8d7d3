package diskindex

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Names of the files in the directory of a version.
const (
	indexFile = "index.sqlite"
	labelFile = "index.json"
)

// label goes with a file that is whole.
type label struct {
	Form    string `json:"form"` // of the spec that it was built by
	Records int    `json:"records"`
	SHA256  string `json:"sha256"`
}

// form tells files apart that were built by different specs.
func (s Spec) form() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\n%s\n%s", s.Version, s.Tables, s.Indexes))
	return hex.EncodeToString(sum[:8])
}

// Settings of a file being built: nothing of it is kept when that fails, so that it needs neither journal nor waiting
// for the disk until it is done. The cache bounds its memory.
var buildSettings = []string{
	"journal_mode(OFF)",
	"synchronous(OFF)",
	"locking_mode(EXCLUSIVE)",
	"cache_size(-65536)",
}

// build makes the file from the downloads in dir.
func (s Spec) build(dir string) (err error) {
	path := filepath.Join(dir, indexFile)
	tmp, err := os.CreateTemp(dir, indexFile+"-")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // gone already when it was renamed
	if err := tmp.Close(); err != nil {
		return err
	}

	records, err := s.write(tmp.Name(), dir)
	if err != nil {
		return err
	}
	sum, err := synced(tmp.Name())
	if err != nil {
		return err
	}
	if err := os.Rename(tmp.Name(), path); err != nil {
		return err
	}
	return writeLabel(filepath.Join(dir, labelFile), label{
		Form:    s.form(),
		Records: records,
		SHA256:  sum,
	})
}

// write makes the tables at path and fills them in one transaction.
func (s Spec) write(path, dir string) (records int, err error) {
	ctx := context.Background() // a build is never cut short: it comes between a download and its use
	db, err := sql.Open("sqlite", source(path, "rw", buildSettings))
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)

	if _, err := db.ExecContext(ctx, s.Tables); err != nil {
		return 0, fmt.Errorf("making the tables: %w", err)
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback() }() // done already when it was committed
	if records, err = s.Fill(os.DirFS(dir), &Writer{ctx: ctx, tx: tx}); err != nil {
		return 0, err
	}
	if err := tx.Commit(); err != nil {
		return 0, err
	}

	if _, err := db.ExecContext(ctx, s.Indexes); err != nil {
		return 0, fmt.Errorf("making the indexes: %w", err)
	}
	return records, nil
}

// Writer puts rows into the tables of a list.
type Writer struct {
	ctx context.Context
	tx  *sql.Tx
}

// Into prepares a statement that puts in one row: "INSERT INTO firm VALUES (?, ?)".
func (w *Writer) Into(statement string) (*Inserter, error) {
	prepared, err := w.tx.PrepareContext(w.ctx, statement)
	if err != nil {
		return nil, err
	}
	return &Inserter{ctx: w.ctx, statement: prepared}, nil
}

// Inserter puts in rows. It is closed with the transaction.
type Inserter struct {
	ctx       context.Context
	statement *sql.Stmt
}

// Row puts in one row.
func (i *Inserter) Row(values ...any) error {
	_, err := i.statement.ExecContext(i.ctx, values...)
	return err
}

// synced puts a finished file on the disk and gives its checksum.
func synced(path string) (sum string, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := f.Sync(); err != nil {
		return "", err
	}
	return checksum(f)
}

func checksum(f io.Reader) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// writeLabel comes last: a file without a label, or with another one's label, is rebuilt.
func writeLabel(path string, l label) (err error) {
	raw, err := json.Marshal(l)
	if err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if _, err := f.Write(raw); err != nil {
		return err
	}
	return f.Sync()
}
