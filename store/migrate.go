package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
)

type migration struct {
	version int64
	name    string
	script  string

	// since is the oldest schema whose programs work with this one; version if there is none.
	since int64
}

// compatible is the line of a migration that says so: "-- compatible from 4". Programs that know schema 4 or later, but
// not this one, may then be started on it: a roll-out can be taken back.
var compatible = regexp.MustCompile(`(?m)^-- compatible from (\d+)\b`)

// nextTransaction begins the line of a migration at which its transaction is committed and another begins: for what
// would lock others out too long in one.
const nextTransaction = "\n-- next transaction"

func (m migration) steps() []string {
	steps := strings.Split(m.script, nextTransaction)
	for i := range steps[1:] {
		steps[i+1] = "--" + steps[i+1] // the rest of the line says why
	}
	return steps
}

// stepOf follows, in schema_migrations, the name of a migration that is not complete: "a.sql, step 1 of 3". Its version
// is there from the first step on, so that an earlier release does not start in between.
const stepOf = ", step "

func (m migration) nameAfter(step, of int) string {
	if step == of {
		return m.name
	}
	return fmt.Sprintf("%s%s%d of %d", m.name, stepOf, step, of)
}

// progress is how far a schema is: it has all migrations up to a version, and the first steps of the next.
type progress struct {
	version int64
	steps   int
}

// migrate brings the schema up to date under a lock, so that replicas may start at once. It runs whole in one
// transaction, but for migrations of several steps: a failed migration leaves the old schema, a failed step the schema
// of the steps before it. A schema of a later release is left as it is, where its migrations say that this binary may
// go on with it, and refused where they do not: this binary does not know what its columns mean.
func (s *Store) migrate(ctx context.Context) error {
	all, err := readMigrations(s.engine.Migrations())
	if err != nil {
		return err
	}

	for more := true; more; {
		err := s.write(ctx, func(ctx context.Context, tx transaction) (err error) {
			more, err = s.migrateFurther(ctx, tx, all)
			return err
		})
		if err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
	}
	return nil
}

// migrateFurther runs what the schema does not have yet, up to a step that wants a transaction of its own. It says
// whether there is one. Another replica may have run some of it since the last time.
func (s *Store) migrateFurther(ctx context.Context, tx transaction, all []migration) (more bool, err error) {
	if err := s.engine.LockMigrations(ctx, tx.Exec); err != nil {
		return false, fmt.Errorf("wait for other replicas: %w", err)
	}
	if _, err := tx.Exec(ctx, `CREATE TABLE IF NOT EXISTS schema_migrations (
		version BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)`); err != nil {
		return false, fmt.Errorf("create schema_migrations: %w", err)
	}
	if _, err := tx.Exec(ctx, `CREATE TABLE IF NOT EXISTS schema_compatibility (
		version BIGINT PRIMARY KEY, since BIGINT NOT NULL)`); err != nil {
		return false, fmt.Errorf("create schema_compatibility: %w", err)
	}
	have, err := readProgress(ctx, tx)
	if err != nil {
		return false, fmt.Errorf("read the schema version: %w", err)
	}
	if newest := int64(len(all)); have.latest() > newest {
		goOn, err := have.compatible(ctx, tx, newest)
		if err != nil {
			return false, fmt.Errorf("read what the schema is compatible with: %w", err)
		}
		if goOn {
			return false, nil
		}
		return false, fmt.Errorf("the database has schema version %d and this binary knows versions up to %d: "+
			"run the newer release, or restore a backup from before it", have.latest(), len(all))
	}

	for _, m := range all[have.version:] {
		steps := m.steps()
		if err := s.runStep(ctx, tx, m, steps, have.steps); err != nil {
			return false, fmt.Errorf("%s: %w", m.name, err)
		}
		if have.steps+1 < len(steps) {
			return true, nil
		}
		have.steps = 0
	}
	return false, nil
}

// latest is the highest version that has left anything in the schema.
func (p progress) latest() int64 {
	if p.steps > 0 {
		return p.version + 1
	}
	return p.version
}

// compatible says whether programs that know the schema up to a version go on with this one: each of its later
// migrations has to say so, and to be carried out whole.
func (p progress) compatible(ctx context.Context, tx transaction, known int64) (bool, error) {
	if p.steps > 0 {
		return false, nil
	}
	var say int64
	err := tx.QueryRow(ctx, `SELECT COUNT(*) FROM schema_compatibility
		WHERE version > $1 AND version <= $2 AND since <= $1`, known, p.version).Scan(&say)
	return say == p.version-known, err
}

func readProgress(ctx context.Context, tx transaction) (p progress, err error) {
	var name string
	err = tx.QueryRow(ctx, `SELECT version, name FROM schema_migrations ORDER BY version DESC LIMIT 1`).
		Scan(&p.version, &name)
	if errors.Is(err, sql.ErrNoRows) {
		return p, nil
	}
	if err != nil {
		return p, err
	}

	if _, step, unfinished := strings.Cut(name, stepOf); unfinished {
		p.version--
		step, _, _ = strings.Cut(step, " ")
		p.steps, err = strconv.Atoi(step)
	}
	return p, err
}

// runStep runs a step of m and records it.
func (s *Store) runStep(ctx context.Context, tx transaction, m migration, steps []string, step int) error {
	if _, err := tx.Exec(ctx, steps[step]); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `INSERT INTO schema_migrations (version, name, applied_at) VALUES ($1, $2, $3)
		ON CONFLICT (version) DO UPDATE SET name = excluded.name, applied_at = excluded.applied_at`,
		m.version, m.nameAfter(step+1, len(steps)), nanos(time.Now()))
	if err != nil {
		return fmt.Errorf("record it: %w", err)
	}
	_, err = tx.Exec(ctx, `INSERT INTO schema_compatibility (version, since) VALUES ($1, $2)
		ON CONFLICT (version) DO UPDATE SET since = excluded.since`, m.version, m.since)
	if err != nil {
		return fmt.Errorf("record what goes on with it: %w", err)
	}
	return nil
}

// readMigrations returns the files of dir in order and checks that they count 1, 2, 3...
func readMigrations(dir fs.FS) ([]migration, error) {
	names, err := fs.Glob(dir, "migrations/*.sql") // sorted
	if err != nil {
		return nil, err
	}

	var all []migration
	for i, name := range names {
		number, _, _ := strings.Cut(path.Base(name), "_")
		version, err := strconv.ParseInt(number, 10, 64)
		if err != nil || version != int64(i+1) {
			return nil, fmt.Errorf("migration %s must have number %d", name, i+1)
		}
		script, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, err
		}
		since := version
		if says := compatible.FindSubmatch(script); says != nil {
			if since, err = strconv.ParseInt(string(says[1]), 10, 64); err != nil {
				return nil, fmt.Errorf("migration %s: %w", name, err)
			}
		}
		all = append(all, migration{
			version: version,
			name:    path.Base(name),
			script:  string(script),
			since:   since,
		})
	}

	return all, nil
}
