package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/store/postgres"
	"github.com/farebox/farebox/store/sqlite"
	"github.com/farebox/farebox/store/storetest"
)

var start = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// onEach runs test with the URL of an empty database of each kind.
func onEach(t *testing.T, test func(t *testing.T, url string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, storetest.SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, storetest.Postgres(t)) })
}

func open(t testing.TB, url string) *Store {
	t.Helper()
	s, err := Open(t.Context(), url)
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

func TestReplicasThatStartTogetherMigrateOnce(t *testing.T) {
	onEach(t, func(t *testing.T, url string) {
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				s, err := Open(t.Context(), url)
				if err != nil {
					t.Error(err)
					return
				}
				if err := s.Ping(t.Context()); err != nil {
					t.Error(err)
				}
				s.Close() // done with it
			})
		}
		wg.Wait()
		s := open(t, url)
		var applied int
		if err := s.reader.QueryRow(`SELECT COUNT(*) FROM schema_migrations`).Scan(&applied); err != nil {
			t.Fatal(err)
		}
		all, err := readMigrations(s.engine.Migrations())
		if err != nil || applied != len(all) {
			t.Errorf("%d migrations applied of %d (%v)", applied, len(all), err)
		}
	})
}

func TestSchemaOfANewerReleaseIsRefused(t *testing.T) {
	onEach(t, func(t *testing.T, url string) {
		s := open(t, url)
		if _, err := s.writer.Exec(`INSERT INTO schema_migrations (version, name, applied_at) VALUES (99, 'later', 1)`); err != nil {
			t.Fatal(err)
		}
		_, err := Open(t.Context(), url)
		if err == nil || !strings.Contains(err.Error(), "schema version 99") || !strings.Contains(err.Error(), "run the newer release") {
			t.Errorf("Open: %v", err)
		}
	})
}

// TestReleaseBeforeStartsOnASchemaThatSaysSo: a roll-out is taken back when it has gone wrong, migration and all.
func TestReleaseBeforeStartsOnASchemaThatSaysSo(t *testing.T) {
	const (
		adds  = "-- compatible from 1: it only adds.\nCREATE TABLE added%d (x BIGINT);"
		halts = adds + "\n-- next transaction\nINSERT INTO nowhere VALUES (1);"
	)
	for _, tt := range []struct {
		why     string
		scripts []string
		starts  bool
	}{
		{"one that says so", []string{adds}, true},
		{"two that say so", []string{adds, adds}, true},
		{"one that says nothing", []string{"CREATE TABLE added%d (x BIGINT);"}, false},
		{"one of two that says nothing", []string{"CREATE TABLE added%d (x BIGINT);", adds}, false},
		{"one that leaves out older ones than this", []string{strings.Replace(adds, "1", "KNOWN", 1)}, true},
		{"one that leaves this one out", []string{adds, strings.Replace(adds, "1", "NEXT", 1)}, false},
		{"one that is not carried out whole", []string{halts}, false},
	} {
		t.Run(tt.why, func(t *testing.T) {
			onEach(t, func(t *testing.T, url string) {
				s := open(t, url)
				known, err := readMigrations(s.engine.Migrations())
				if err != nil {
					t.Fatal(err)
				}
				files := fstest.MapFS{}
				for _, m := range known {
					files["migrations/"+m.name] = &fstest.MapFile{Data: []byte(m.script)}
				}
				for i, script := range tt.scripts {
					n := len(known) + 1 + i
					script = strings.NewReplacer("%d", fmt.Sprint(n), "KNOWN", fmt.Sprint(len(known)),
						"NEXT", fmt.Sprint(len(known)+1)).Replace(script)
					files[fmt.Sprintf("migrations/%04d_next.sql", n)] = &fstest.MapFile{Data: []byte(script)}
				}
				s.engine = later{s.engine, files}
				if err := s.migrate(t.Context()); (err == nil) == strings.Contains(tt.why, "not carried out") {
					t.Fatal(err)
				}

				before, err := Open(t.Context(), url)
				if (err == nil) != tt.starts {
					t.Fatalf("the release before: %v", err)
				}
				if err != nil {
					if !strings.Contains(err.Error(), "run the newer release") {
						t.Error(err)
					}
					return
				}
				defer before.Close()
				if err := buy(t.Context(), before, 1); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// later is an engine with further migrations.
type later struct {
	engine
	files fs.FS
}

func (l later) Migrations() fs.FS { return l.files }

func TestFailedMigrationLeavesTheOldSchema(t *testing.T) {
	onEach(t, func(t *testing.T, url string) {
		s := open(t, url)
		old := s.engine
		known, err := readMigrations(old.Migrations())
		if err != nil {
			t.Fatal(err)
		}

		files := fstest.MapFS{}
		for _, m := range known {
			files["migrations/"+m.name] = &fstest.MapFile{Data: []byte(m.script)}
		}
		next := func(n int, name string) string {
			return fmt.Sprintf("%04d_%s.sql", len(known)+n, name)
		}
		good, bad, gap := next(1, "good"), next(2, "bad"), next(4, "gap")
		files["migrations/"+good] = &fstest.MapFile{
			Data: []byte("CREATE TABLE good (x BIGINT); INSERT INTO good VALUES (1);"),
		}
		files["migrations/"+bad] = &fstest.MapFile{
			Data: []byte("CREATE TABLE bad (x BIGINT); INSERT INTO nowhere VALUES (1);"),
		}
		s.engine = later{old, files}
		if err := s.migrate(t.Context()); err == nil || !strings.Contains(err.Error(), bad) {
			t.Errorf("migrate: %v", err)
		}
		for _, table := range []string{"good", "bad"} {
			if _, err := s.reader.Exec(`SELECT * FROM ` + table); err == nil {
				t.Errorf("table %s was left behind", table)
			}
		}
		files["migrations/"+bad] = &fstest.MapFile{Data: []byte("ALTER TABLE good ADD COLUMN y BIGINT;")}
		if err := s.migrate(t.Context()); err != nil {
			t.Errorf("migrate after the repair: %v", err)
		}
		files["migrations/"+gap] = &fstest.MapFile{Data: []byte("")}
		err = s.migrate(t.Context())
		if err == nil || !strings.Contains(err.Error(), fmt.Sprint("must have number ", len(known)+3)) {
			t.Errorf("migrate with a gap: %v", err)
		}
	})
}

// TestPaymentsOfEarlierSchemasAreKept through all later migrations, in their states, without what could be read.
func TestPaymentsOfEarlierSchemasAreKept(t *testing.T) {
	onEach(t, func(t *testing.T, url string) {
		before := openBefore(t, url, "_leases_and_reverts.sql")
		fill(t, before, 3, 2)
		_, err := before.writer.Exec(`UPDATE payments SET purchase_id = $1, purchase_hash = $1, answer_body = $1,
			transaction_hash = 'tx', answer_status = 200 WHERE nonce = '0x1'`, []byte("order"))
		if err != nil {
			t.Fatal(err)
		}
		if err := before.Close(); err != nil {
			t.Fatal(err)
		}

		s := open(t, url)
		for nonce, settled := range map[string]bool{"0x0": true, "0x1": true, "0x2": true, "0x3": false, "0x4": false} {
			e, state, err := s.find(t.Context(), payment.Key{Network: "eip155:8453", Payer: "0xa", Nonce: nonce})
			if err != nil || e == nil || (state == stateSettled) != settled {
				t.Fatalf("%s is %s: %+v, %v", nonce, state, e, err)
			}
			if e.Process != "" || !e.RevertedAt.IsZero() || e.PurchaseID != "" || e.Sealed != nil {
				t.Errorf("%+v", e)
			}
			if nonce == "0x1" && e.Transaction != "tx" {
				t.Errorf("%+v", e)
			}
		}
	})
}

func TestDatabaseHasOneServerSecret(t *testing.T) {
	onEach(t, func(t *testing.T, url string) {
		s := open(t, url)
		bind := func(check string, want error) {
			t.Helper()
			if _, err := s.BindSecret(t.Context(), check); !errors.Is(err, want) {
				t.Errorf("BindSecret(%s): %v, want %v", check, err, want)
			}
		}
		bind("one", nil)
		bind("one", nil)
		bind("two", ErrOtherSecret)

		r := victimPayment(1)
		if _, _, err := s.Reserve(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if err := s.StoreAnswer(t.Context(), r.Key, r.Owner, []byte("sealed"), start); err != nil {
			t.Fatal(err)
		}
		if n, err := s.ReplaceSecret(t.Context(), "one", false); n != 0 || err != nil {
			t.Errorf("replaced by itself: %d forgotten, %v", n, err)
		}
		if _, err := s.Settle(t.Context(), r.Key, payment.Transfer{Transaction: "0xfeed"}, start, sale()); err != nil {
			t.Fatal(err)
		}
		if n, err := s.ReplaceSecret(t.Context(), "two", false); n != 1 || err != nil {
			t.Errorf("replaced: %d forgotten, %v", n, err)
		}
		bind("one", ErrOtherSecret)
		bind("two", nil)
		e, err := s.Find(t.Context(), r.Key)
		if err != nil || e == nil || e.RequestHash != "" || e.PurchaseID != "" || e.Sealed != nil {
			t.Errorf("kept under the secret before: %+v, %v", e, err)
		}
	})
}

// sale is the event of a payment.
func sale() usage.Event {
	return usage.Event{
		Time:     start,
		Route:    "GET /a",
		Outcome:  usage.OutcomePaid,
		PriceUSD: "0.002",
	}
}

// TestSecretOfOpenSettlementsIsKept: their buyers may be charged yet, and only it opens what they bought.
func TestSecretOfOpenSettlementsIsKept(t *testing.T) {
	onEach(t, func(t *testing.T, url string) {
		s := open(t, url)
		if _, err := s.BindSecret(t.Context(), "one"); err != nil {
			t.Fatal(err)
		}
		var keys []payment.Key
		for n := range 4 {
			r := victimPayment(n)
			if _, _, err := s.Reserve(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			if n == 3 { // nobody was charged for what is only reserved
				continue
			}
			if err := s.StoreAnswer(t.Context(), r.Key, r.Owner, []byte("sealed"), start); err != nil {
				t.Fatal(err)
			}
			keys = append(keys, r.Key)
		}
		if _, err := s.Settle(t.Context(), keys[0], payment.Transfer{Transaction: "0xfeed"}, start, sale()); err != nil {
			t.Fatal(err)
		}

		var refused *OpenSettlementsError
		n, err := s.ReplaceSecret(t.Context(), "two", false)
		if n != 0 || !errors.As(err, &refused) || refused.Open != 2 {
			t.Errorf("%d forgotten, %v; want 2 open", n, err)
		}
		if _, err := s.BindSecret(t.Context(), "one"); err != nil {
			t.Errorf("the secret that was kept: %v", err)
		}
		for _, key := range keys {
			if e, err := s.Find(t.Context(), key); err != nil || e == nil || string(e.Sealed) != "sealed" {
				t.Errorf("%+v, %v", e, err)
			}
		}

		if n, err := s.ReplaceSecret(t.Context(), "two", true); n != 4 || err != nil {
			t.Errorf("on purpose: %d forgotten, %v", n, err)
		}
		if n, err := s.ReplaceSecret(t.Context(), "three", false); n != 0 || err != nil {
			t.Errorf("nothing more can be lost: %d forgotten, %v", n, err)
		}
	})
}

func TestOneOfSeveralSecretsIsTheDatabases(t *testing.T) {
	onEach(t, func(t *testing.T, url string) {
		s := open(t, url)
		var bound atomic.Int64
		var wg sync.WaitGroup
		for n := range 8 {
			wg.Go(func() {
				_, err := s.BindSecret(t.Context(), fmt.Sprint("check ", n))
				if err == nil {
					bound.Add(1)
				} else if !errors.Is(err, ErrOtherSecret) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if bound.Load() != 1 {
			t.Errorf("%d secrets are the database's", bound.Load())
		}
	})
}

// TestWhatWasReadableBeforeIsForgotten migrates a payment from before answers were sealed.
func TestWhatWasReadableBeforeIsForgotten(t *testing.T) {
	onEach(t, func(t *testing.T, url string) {
		before := openBefore(t, url, "_server_secret.sql")
		_, err := before.writer.Exec(`INSERT INTO payments (network, payer, nonce, state, request_hash, purchase_id,
				purchase_hash, owner, route, price_usd, version, payment, requirement, reserved_at, lease_until,
				keep_until, delivered_at, settled_at, transaction_hash, answer_status, answer_type, answer_body)
			VALUES ('eip155:8453', '0xa', '1', 'settled', 'hash', 'order 1',
				'its hash', 'owner', 'GET /a', '0.002', 2, '{}', '{}', 1, 2,
				3, 4, 5, '0xfeed', 200, 'text/plain', '+16502530000')`)
		if err != nil {
			t.Fatal(err)
		}
		if err := before.Close(); err != nil {
			t.Fatal(err)
		}

		e, err := open(t, url).Find(t.Context(), payment.Key{Network: "eip155:8453", Payer: "0xa", Nonce: "1"})
		if err != nil || e == nil || e.Transaction != "0xfeed" || e.SettledAt.IsZero() {
			t.Fatalf("the payment is gone: %+v, %v", e, err)
		}
		if e.RequestHash != "" || e.PurchaseID != "" || e.Sealed != nil {
			t.Errorf("readable still: %+v", e)
		}
	})
}

// openBefore is a database whose schema ends before the migration with this end of its name.
func openBefore(t *testing.T, url, migration string) *Store {
	t.Helper()
	var e engine
	var server *postgres.DB
	var err error
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		e, err = sqlite.Open(t.Context(), path)
	} else {
		server, err = postgres.Open(t.Context(), url)
		e = server
	}
	if err != nil {
		t.Fatal(err)
	}

	all, err := readMigrations(e.Migrations())
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, m := range all {
		if strings.HasSuffix(m.name, migration) {
			break
		}
		files["migrations/"+m.name] = &fstest.MapFile{Data: []byte(m.script)}
	}
	s := newStore(later{e, files}, server)
	if err := s.migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestDatabaseURLSaysWhatIsWrong(t *testing.T) {
	for url, want := range map[string]string{
		"":                             "must begin with",
		"mysql://x":                    "must begin with",
		"farebox.db":                   "must begin with",
		"sqlite:":                      "not a file path",
		"sqlite::memory:":              "not a file path",
		"sqlite:x.db?mode=ro":          "not a file path",
		"postgres://u:secret@ho st/db": "DATABASE_URL",
	} {
		_, err := Open(t.Context(), url)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Open(%q): %v, want %q in it", url, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("Open(%q) tells the password: %v", url, err)
		}
	}
}

func TestSQLitePathsMayBeOdd(t *testing.T) {
	for _, name := range []string{"with space.db", "100%41.db", "a#b.db", "sub/folder/ünï.db", "a&b=c.db"} {
		path := filepath.Join(t.TempDir(), name)
		for _, prefix := range []string{"sqlite:", "sqlite://"} {
			open(t, prefix+path)
		}
		if found, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*.db")); err != nil || len(found) != 1 || found[0] != path {
			t.Errorf("made %q (%v), want %q", found, err, path)
		}
	}
}

func TestSQLiteIsDurable(t *testing.T) {
	s := open(t, storetest.SQLite(t))
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "busy_timeout": "10000"} {
		var got string
		if err := s.writer.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %s (%v), want %s", pragma, got, err, want)
		}
	}
	if _, err := s.reader.Exec("DELETE FROM payments"); err == nil {
		t.Error("a reader can write")
	}
}

// fill makes settled payments, and reserved ones after them, each kept a nanosecond longer than the one before.
func fill(t testing.TB, s *Store, settled, reserved int) {
	t.Helper()
	_, err := s.writer.Exec(`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1)
		INSERT INTO payments (network, payer, nonce, state, request_hash, owner, route, price_usd, version, payment, requirement, reserved_at, lease_until, keep_until)
		SELECT 'eip155:8453', '0xa', '0x' || i, CASE WHEN i < $2 THEN 'settled' ELSE 'reserved' END, 'h', 'o', 'GET /a', '1', 2, $3, $3, $4, $5, CAST($6 AS BIGINT) + i FROM n`,
		settled+reserved, settled, []byte("{}"), nanos(start), nanos(start.Add(time.Minute)), nanos(start.Add(time.Hour)))
	if err != nil {
		t.Fatal(err)
	}
}

func TestPurgeOfManyWorksInBatches(t *testing.T) {
	onEach(t, func(t *testing.T, url string) {
		s, other := open(t, url), open(t, url)
		fill(t, s, 9_000, 1_500)
		// The last 500 are to be kept. Two replicas purge at once.
		now := start.Add(time.Hour + 10_000)
		var mu sync.Mutex
		var total int64
		var wg sync.WaitGroup
		for _, s := range []*Store{s, other} {
			wg.Go(func() {
				n, err := s.Purge(t.Context(), now)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				total += n
				mu.Unlock()
			})
		}
		wg.Wait()
		// A replica that met rows the other was deleting stops early; nothing is left for a third call but those.
		rest, err := s.Purge(t.Context(), now)
		if total+rest != 10_000 || err != nil {
			t.Errorf("purged %d and %d, %v; want 10000 together", total, rest, err)
		}
		var left int
		if err := s.reader.QueryRow(`SELECT COUNT(*) FROM payments`).Scan(&left); err != nil || left != 500 {
			t.Errorf("%d left (%v), want 500", left, err)
		}
	})
}

func TestPruneOfManyWorksInBatches(t *testing.T) {
	onEach(t, func(t *testing.T, url string) {
		s := open(t, url)
		batch := make([]usage.Event, 12_000)
		for i := range batch {
			batch[i] = usage.Event{Time: start.Add(time.Duration(i)), Route: "GET /a", Outcome: usage.OutcomeFree}
		}
		if err := s.Append(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
		if n, err := s.Prune(t.Context(), start.Add(11_000)); n != 11_000 || err != nil {
			t.Errorf("Prune = %d, %v; want 11000", n, err)
		}
		if left, err := s.Events(t.Context(), 0, 12_000); err != nil || len(left) != 1000 {
			t.Errorf("%d left (%v), want 1000", len(left), err)
		}
	})
}

func TestCallsEndWithTheirContext(t *testing.T) {
	onEach(t, func(t *testing.T, url string) {
		s := open(t, url)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, _, err := s.Reserve(ctx, payment.Reservation{})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("Reserve: %v", err)
		}
		if err := s.Append(ctx, []usage.Event{{}}); !errors.Is(err, context.Canceled) {
			t.Errorf("Append: %v", err)
		}
		if _, err := s.Events(ctx, 0, 1); !errors.Is(err, context.Canceled) {
			t.Errorf("Events: %v", err)
		}
	})
}

func TestKeysThatAreNotTextAreRefused(t *testing.T) {
	onEach(t, func(t *testing.T, url string) {
		s := open(t, url)
		for _, bad := range []string{"a\x00", "\xff"} {
			_, _, err := s.Reserve(t.Context(), payment.Reservation{Key: payment.Key{Nonce: bad}})
			if err == nil || !strings.Contains(err.Error(), "not text") {
				t.Errorf("Reserve with nonce %q: %v", bad, err)
			}
		}
	})
}
