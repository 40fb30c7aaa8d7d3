package postgres_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/farebox/farebox/store"
	"github.com/farebox/farebox/store/storetest"
)

func TestPostgresKeepsTheContract(t *testing.T) {
	storetest.Postgres(t) // skips the lot when there is none
	storetest.Run(t, func(t testing.TB) storetest.Opener {
		url := storetest.Postgres(t)
		return func(t testing.TB) storetest.Store {
			s, err := store.Open(t.Context(), url)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
			return s
		}
	})
}

// TestProbeFailsWhereNothingCanBeWritten: a server that only reads, a standby after a fail-over say, answers all
// questions and takes no payment.
func TestProbeFailsWhereNothingCanBeWritten(t *testing.T) {
	address, err := url.Parse(storetest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), address.String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if err := s.Ping(t.Context()); err != nil {
		t.Fatalf("a server that writes: %v", err)
	}

	schema := address.Query().Get("search_path")
	c, err := pgx.Connect(t.Context(), address.String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close(t.Context()) }()
	for _, statement := range []string{
		`CREATE FUNCTION ` + schema + `.only_read() RETURNS trigger LANGUAGE plpgsql AS
			$$ BEGIN SET LOCAL transaction_read_only = on; UPDATE ` + schema + `.processes SET id = id; RETURN NEW; END $$`,
		`CREATE TRIGGER only_read BEFORE INSERT OR UPDATE ON ` + schema + `.processes EXECUTE FUNCTION ` + schema + `.only_read()`,
	} {
		if _, err := c.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Ping(t.Context()); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("the probe of a server that only reads: %v", err)
	}
}
