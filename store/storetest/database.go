package storetest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// SQLite is the URL of an empty SQLite database that is removed with the test.
func SQLite(t testing.TB) string {
	return "sqlite:" + filepath.Join(t.TempDir(), "farebox.db")
}

// Postgres is the URL of a new, empty schema in the database at FAREBOX_TEST_DATABASE_URL, or DATABASE_URL, which goes
// with the test. Without either the test is skipped.
func Postgres(t testing.TB) string {
	t.Helper()
	base := os.Getenv("FAREBOX_TEST_DATABASE_URL")
	if base == "" {
		base = os.Getenv("DATABASE_URL")
	}

	if !strings.HasPrefix(base, "postgres://") && !strings.HasPrefix(base, "postgresql://") {
		t.Skip("no Postgres: set DATABASE_URL or FAREBOX_TEST_DATABASE_URL to a postgres:// URL, or run through scripts/with-postgres.sh")
	}
	schema := "test_" + random()[2:18]

	run := func(statement string) error {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		c, err := pgx.Connect(ctx, base)
		if err != nil {
			return fmt.Errorf("connect to the test database: %w", err)
		}
		defer c.Close(ctx) // done with it
		_, err = c.Exec(ctx, statement)
		return err
	}

	if err := run("CREATE SCHEMA " + schema); err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() {
		if err := run("DROP SCHEMA " + schema + " CASCADE"); err != nil {
			t.Errorf("remove schema %s: %v", schema, err)
		}
	})

	u, err := url.Parse(base)
	if err != nil {
		t.Fatal("the test database's URL cannot be read")
	}

	q := u.Query()
	q.Set("search_path", schema)
	u.RawQuery = q.Encode()
	return u.String()
}
