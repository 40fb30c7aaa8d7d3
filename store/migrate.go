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
	sql     string
}

// migrate brings the schema up to date. It runs whole in one transaction under a lock, so that
// replicas may start at once and a failed migration leaves the old schema. A schema of a later
// release is refused: this binary does not know what its columns mean.
func (s *Store) migrate(ctx context.Context) error {
	all, err := readMigrations(s.engine.Migrations())
	if err != nil {
		return err
	}
	err = s.write(ctx, func(tx writing) error {
		if err := s.engine.LockMigrations(ctx, tx.ExecContext); err != nil {
			return fmt.Errorf("wait for other replicas: %w", err)
		}
		if _, err := tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS schema_migrations (
			version BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)`); err != nil {
			return fmt.Errorf("create schema_migrations: %w", err)
		}
		var current int64
		if err := tx.QueryRowContext(ctx, `SELECT COALESCE(MAX(version), 0) FROM schema_migrations`).Scan(&current); err != nil {
			return fmt.Errorf("read the schema version: %w", err)
		}
		if latest := int64(len(all)); current > latest {
			return fmt.Errorf("the database has schema version %d and this binary knows versions up to %d: run the newer release, or restore a backup from before it", current, latest)
		}
		for _, m := range all[current:] {
			if _, err := tx.ExecContext(ctx, m.sql); err != nil {
				return fmt.Errorf("%s: %w", m.name, err)
			}
			if _, err := tx.ExecContext(ctx, `INSERT INTO schema_migrations (version, name, applied_at) VALUES ($1, $2, $3)`,
				m.version, m.name, nanos(s.now())); err != nil {
				return fmt.Errorf("%s: record it: %w", m.name, err)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
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
		all = append(all, migration{version: version, name: path.Base(name), sql: string(script)})
	}
	return all, nil
}
