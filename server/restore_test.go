package server

import (
	"database/sql"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
	"github.com/farebox/farebox/store/storetest"
)

// TestRestoredDatabase: a backup that was made while the service sold knows what was bought before it. A payment from
// after it, which the backup does not know, is told from a new one by the chain: it buys nothing else and is not taken
// again. The backups are made as docs/operations/data.md says.
func TestRestoredDatabase(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) { restores(t, storetest.SQLite(t), copySQLite) })
	t.Run("postgres", func(t *testing.T) { restores(t, storetest.Postgres(t), dumpPostgres) })
}

// restores sells from database, makes a backup in between, and sells from what was restored of it. Method backup
// returns what restores it: the URL of the restored database.
func restores(t *testing.T, database string, backup func(t *testing.T, database string) (restore func() string)) {
	chain := newChain(t)
	settings := onChain(chain)
	settings["PAY_TO_ADDRESS"] = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"
	settings["DATABASE_URL"] = database
	s := start(t, chain.BuyerKey(), settings)

	first := s.paid(s.hashCall("before the backup"), pay.Version(2))
	bought := s.do(again(first))
	if bought.status != http.StatusOK {
		t.Fatalf("%d %s", bought.status, bought.body)
	}
	restore := backup(t, database)
	second := s.paid(s.hashCall("after the backup"), pay.Version(2))
	if a := s.do(again(second)); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}

	settings["DATABASE_URL"] = restore()
	restored := start(t, chain.BuyerKey(), settings)
	to := func(r *http.Request) *http.Request {
		r = again(r)
		r.URL.Host = strings.TrimPrefix(restored.url, "http://")
		r.Host = ""
		return r
	}
	if a := restored.do(to(first)); a.status != http.StatusOK || string(a.body) != string(bought.body) {
		t.Errorf("bought before the backup: %d %s", a.status, a.body)
	}
	if a := restored.do(to(second)); refusal(t, a) != x402.ReasonNonceUsed {
		t.Errorf("bought after the backup: %d %s", a.status, a.body)
	}
	other := restored.hashCall("another request")
	other.Header = second.Header.Clone()
	if a := restored.do(other); refusal(t, a) != x402.ReasonNonceUsed {
		t.Errorf("another request with a payment from after the backup: %d %s", a.status, a.body)
	}

	balance, err := chain.BalanceOf(t.Context(), common.HexToAddress(settings["PAY_TO_ADDRESS"]))
	if err != nil {
		t.Fatal(err)
	}
	op, _ := s.spec.Lookup(http.MethodGet, "/crypto/hash")
	if want := new(big.Int).Mul(big.NewInt(2), atomicPrice(op)); balance.Cmp(want) != 0 {
		t.Errorf("%s were paid for two calls, want %s", balance, want)
	}
}

// copySQLite copies a database that is written to.
func copySQLite(t *testing.T, database string) (restore func() string) {
	t.Helper()
	db, err := sql.Open("sqlite", strings.TrimPrefix(database, "sqlite:"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()

	file := filepath.Join(t.TempDir(), "backup.sqlite")
	if _, err := db.ExecContext(t.Context(), `VACUUM INTO ?`, file); err != nil {
		t.Fatal(err)
	}
	return func() string { return "sqlite:" + file }
}

// dumpPostgres dumps a schema, which is restored into a new database.
func dumpPostgres(t *testing.T, database string) (restore func() string) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal("the test database's URL cannot be read")
	}
	query := u.Query()
	schema := query.Get("search_path")
	query.Del("search_path")
	u.RawQuery = query.Encode()
	server := u.String()

	file := filepath.Join(t.TempDir(), "backup.dump")
	runPostgres(t, "pg_dump", "-Fc", "-n", schema, "-d", server, "-f", file)

	return func() string {
		name := "restored_" + schema
		runPostgres(t, "psql", "-d", server, "-qc", "CREATE DATABASE "+name)
		t.Cleanup(func() { runPostgres(t, "psql", "-d", server, "-qc", "DROP DATABASE "+name+" WITH (FORCE)") })
		u.Path = "/" + name
		runPostgres(t, "pg_restore", "--exit-on-error", "--no-owner", "-d", u.String(), file)
		query.Set("search_path", schema)
		u.RawQuery = query.Encode()
		return u.String()
	}
}

// runPostgres runs a client program of Postgres: that of the path, or the newest that is installed.
func runPostgres(t *testing.T, program string, args ...string) {
	t.Helper()
	path, err := exec.LookPath(program)
	if installed, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + program); err != nil && len(installed) > 0 {
		path, err = installed[len(installed)-1], nil
	}
	if err != nil {
		t.Skip("no " + program)
	}
	command := exec.Command(path, args...)
	command.Env = append(os.Environ(), "PGCONNECT_TIMEOUT=60")
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", program, err, out)
	}
}

// refusal is why a payment was not taken.
func refusal(t testing.TB, a answer) string {
	t.Helper()
	reason, _ := a.json(t)["error"].(string)
	return reason
}
