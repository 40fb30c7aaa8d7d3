package store

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

type migration struct {
	version int64
	name    string
	script  string
}

// nextTransaction begins the line of a migration at which its transaction is committed and another begins: for what would
// lock others out for long in one. Its steps can be run again, because a process may end between them.
const nextTransaction = "\n-- next transaction"

func (m migration) steps() []string {
	steps := strings.Split(m.script, nextTransaction)
	for i := range steps[1:] {
		steps[i+1] = "--" + steps[i+1] // the rest of the line says why
	}
	return steps
}

// migrate brings the schema up to date under a lock, so that replicas may start at once. It runs whole in one
// transaction, but for migrations of several steps: a failed migration leaves the old schema. A schema of a later
// release is refused: this binary does not know what its columns mean.
func (s *Store) migrate(ctx context.Context) error {
	all, err := readMigrations(s.engine.Migrations())
	if err != nil {
		return err
	}
	for _, pieces := range transactions(all) {
		err := s.write(ctx, func(tx writing) error { return s.migrateOnce(ctx, tx, pieces, int64(len(all))) })
		if err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
	}
	return nil
}

// piece is a step of a migration.
type piece struct {
	migration
	sql  string
	last bool
}

// transactions are the pieces of all migrations by the transaction that they run in.
func transactions(all []migration) [][]piece {
	parts := [][]piece{nil}
	for _, m := range all {
		steps := m.steps()
		for i, sql := range steps {
			if i > 0 {
				parts = append(parts, nil)
			}
			last := len(parts) - 1
			parts[last] = append(parts[last], piece{
				migration: m,
				sql:       sql,
				last:      i == len(steps)-1,
			})
		}
	}
	return parts
}

// migrateOnce runs those of the pieces that the schema does not have yet. Another replica may have run some of them.
func (s *Store) migrateOnce(ctx context.Context, tx writing, pieces []piece, latest int64) error {
	if err := s.engine.LockMigrations(ctx, tx.ExecContext); err != nil {
		return fmt.Errorf("wait for other replicas: %w", err)
	}
	if _, err := tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS schema_migrations (
		version BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)`); err != nil {
		return fmt.Errorf("create schema_migrations: %w", err)
	}
	var current int64
	err := tx.QueryRowContext(ctx, `SELECT COALESCE(MAX(version), 0) FROM schema_migrations`).Scan(&current)
	if err != nil {
		return fmt.Errorf("read the schema version: %w", err)
	}
	if current > latest {
		return fmt.Errorf("the database has schema version %d and this binary knows versions up to %d: "+
			"run the newer release, or restore a backup from before it", current, latest)
	}

	for _, p := range pieces {
		if p.version <= current {
			continue
		}
		if _, err := tx.ExecContext(ctx, p.sql); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		if !p.last {
			continue
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO schema_migrations (version, name, applied_at) VALUES ($1, $2, $3)`,
			p.version, p.name, nanos(s.now()))
		if err != nil {
			return fmt.Errorf("%s: record it: %w", p.name, err)
		}
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
		all = append(all, migration{
			version: version,
			name:    path.Base(name),
			script:  string(script),
		})
	}
	return all, nil
}
