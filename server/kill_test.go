package server

import (
	"context"
	"crypto/ecdsa"
	"encoding/hex"
	"fmt"
	"log/slog"
	"maps"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"

	"github.com/farebox/farebox/gen"
	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/spec/spectest"
	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/store/storetest"
)

// TestMain lets the test binary be the service itself, in a process that can be killed.
func TestMain(m *testing.M) {
	if os.Getenv("FAREBOX_TEST_CHILD") == "1" {
		if err := child(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// child serves with the settings of the environment and kills itself, as kill -9 would, at the step
// that FAREBOX_TEST_CRASH names; "step+300ms" dies that long after the step. FAREBOX_TEST_PASS has the first call pass.
// FAREBOX_TEST_SPEC is the file of the routes that it has.
func child() error {
	env := map[string]string{}
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		env[name] = value
	}
	if name := env["FAREBOX_TEST_SPEC"]; name != "" {
		document, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		gen.OpenAPI = document // of this process, which has read nothing of it yet
	}
	c, err := ConfigFrom(env)
	if err != nil {
		return err
	}
	c.look = testLook
	LimitMemory(slog.New(slog.DiscardHandler))
	at, late, _ := strings.Cut(env["FAREBOX_TEST_CRASH"], "+")
	var pass atomic.Bool
	pass.Store(env["FAREBOX_TEST_PASS"] != "")
	die := func() { syscall.Kill(os.Getpid(), syscall.SIGKILL) } // it cannot fail
	log := slog.New(slog.DiscardHandler)
	s, closeAll, err := Build(context.Background(), c, "test", log, func(p *Parts) {
		p.Step = func(name string) {
			if name != at || pass.Swap(false) {
				return
			}
			if late == "" {
				die()
				select {} // the signal is on its way: nothing after this step may happen
			}
			wait, err := time.ParseDuration(late)
			if err != nil {
				die()
			}
			time.AfterFunc(wait, die)
		}
	})
	if err != nil {
		return err
	}
	defer closeAll()
	return s.Run(context.Background(), func(addr net.Addr) { fmt.Println("ready", addr) })
}

// process is a child and where it listens.
type process struct {
	cmd *exec.Cmd
	url string
}

// spawn starts a child that sells the crypto family alone: with all routes it takes five times as long to begin.
func spawn(t *testing.T, env map[string]string) *process {
	t.Helper()
	document, err := fewRoutes()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "openapi.json")
	if err := os.WriteFile(file, document, 0o600); err != nil {
		t.Fatal(err)
	}
	few := maps.Clone(env)
	few["FAREBOX_TEST_SPEC"] = file
	return spawnWhole(t, few)
}

// fewRoutes are those of the service itself and the crypto family, which asks nobody.
var fewRoutes = sync.OnceValues(func() ([]byte, error) {
	return spectest.Part(gen.OpenAPI, platformFamily, "tips", "crypto")
})

// spawnWhole starts a child with all routes.
func spawnWhole(t *testing.T, env map[string]string) *process {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "FAREBOX_TEST_CHILD=1")
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var addr string
	if _, err := fmt.Fscanf(out, "ready %s\n", &addr); err != nil {
		t.Fatalf("the child did not start: %v", err)
	}
	p := &process{cmd: cmd, url: "http://" + addr}
	t.Cleanup(func() { p.cmd.Process.Kill(); p.cmd.Wait() }) // it may be dead already
	return p
}

// TestKilledAtAnyStepAPaymentBuysExactlyOneAnswer kills the service at each step of a paid request and
// starts it again: the same payment then gets its answer, and the buyer has paid once.
func TestKilledAtAnyStepAPaymentBuysExactlyOneAnswer(t *testing.T) {
	t.Parallel()
	if raceDetector {
		t.Skip("each process starts ten times as slowly under the race detector; scripts/test.sh runs it without")
	}
	if testing.Short() {
		t.Skip("starts a dozen processes")
	}
	databases := map[string]func(testing.TB) string{"sqlite": storetest.SQLite, "postgres": storetest.Postgres}
	steps := []string{
		"reserve", "reserved", "work", "store", "stored",
		"settle", "settle+20ms", "settle+80ms", "settle+200ms", "settled", "recorded",
	}
	// Two processes must not settle with one key at once: each child has its own, with gas money.
	keys := make([]*ecdsa.PrivateKey, len(steps)*len(databases))
	accounts := map[common.Address]types.Account{}
	for i := range keys {
		keys[i] = newKey(t)
		accounts[crypto.PubkeyToAddress(keys[i].PublicKey)] = types.Account{Balance: big.NewInt(params.Ether)}
	}
	chain := newChain(t, func(o *devchain.Options) { o.Accounts = accounts })
	permits := newChain(t, func(o *devchain.Options) {
		o.Accounts = accounts
		o.Permit2 = true
	})
	solana := newSolana(t)
	for name, database := range databases {
		for _, step := range steps {
			key := keys[0]
			keys = keys[1:]
			t.Run(name+"/"+step, func(t *testing.T) {
				t.Parallel()
				w := evmWorldOn(t, chain)
				maps.Copy(w.settings, channelSettings(t, chain)) // which are offered beside
				w.settings["SETTLEMENT_KEY"] = hex.EncodeToString(crypto.FromECDSA(key))
				killedAt(t, w, step, 1, database(t))
			})
			if name == "sqlite" { // what differs from EIP-3009 is on the chain
				t.Run("permit2/"+step, func(t *testing.T) {
					t.Parallel()
					w := permitWorldOn(t, permits)
					w.settings["SETTLEMENT_KEY"] = hex.EncodeToString(crypto.FromECDSA(key))
					killedAt(t, w, step, 1, database(t))
				})
			}
			t.Run(name+"/solana/"+step, func(t *testing.T) {
				t.Parallel()
				killedAt(t, solanaWorld(t, solana), step, 1, database(t))
			})
		}
	}
}

// TestKilledAtAnyStepAPayerWhoComesBackBuysExactlyOneAnswer is the same for a payer whose call before was settled by
// the process that is killed: this one is not verified.
func TestKilledAtAnyStepAPayerWhoComesBackBuysExactlyOneAnswer(t *testing.T) {
	t.Parallel()
	if raceDetector || testing.Short() {
		t.Skip("as above")
	}
	for _, step := range []string{"work", "store", "stored", "settle", "settle+80ms", "settled", "recorded"} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			killedAt(t, evmWorldOn(t, newChain(t)), step, 2, storetest.SQLite(t))
		})
	}
}

// killedAt has a payer buy until the service is killed in the call of that number, and then once more.
func killedAt(t *testing.T, w *world, step string, calls int, database string) {
	settings := map[string]string{
		"LISTEN_ADDR": "127.0.0.1:0", "PUBLIC_BASE_URL": "https://api.farebox.test",
		"DATABASE_URL": database, "DATA_DIR": t.TempDir(),
		// Short times, so that what died is taken over soon.
		"RECONCILE_EVERY": "500ms",
	}
	maps.Copy(settings, w.settings)
	settings["SETTLE_TIMEOUT"] = "5s"
	crash := maps.Clone(settings)
	crash["FAREBOX_TEST_CRASH"] = step
	if calls > 1 {
		crash["FAREBOX_TEST_PASS"] = "1"
	}
	first := spawn(t, crash)
	s := &service{TB: t, url: first.url, networks: mustNetworks(t, settings)}
	w.lend(s)
	if calls > 1 {
		if a := s.do(s.paid(s.hashCall("before"), 2)); a.status != http.StatusOK {
			t.Fatalf("the call before: %d %s", a.status, a.body)
		}
	}
	r := s.paid(s.hashCall("killed at "+step), 2)
	if a, err := send(again(r)); err == nil && !strings.HasPrefix(step, "settle+") {
		t.Fatalf("it was not killed: %d %s", a.status, a.body)
	}
	first.cmd.Wait() // it was killed

	second := spawn(t, settings)
	r.URL.Host = strings.TrimPrefix(second.url, "http://")
	up := time.Now()
	a := buyWithPatience(t, r)
	took := time.Since(up).Round(100 * time.Millisecond)
	t.Logf("killed at %s: the repeat was answered %v after the restart", step, took)
	if a.status != http.StatusOK {
		t.Fatalf("after the restart: %d %s", a.status, a.body)
	}
	if receipt := receiptOf(t, a); !receipt.Success || receipt.Transaction == "" {
		t.Errorf("receipt %+v", receipt)
	}
	if repeat, err := send(again(r)); err != nil || repeat.status != http.StatusOK {
		t.Errorf("a repeat: %v %d", err, repeat.status)
	}
	if got := w.received(); got != int64(calls)*1000 {
		t.Errorf("the seller holds %d, the price is 1000, for %d calls", got, calls)
	}
	s.url = second.url
	usage := s.get("/usage").json(t)
	if totals := usage["totals"].(map[string]any); totals["paid"] != float64(calls) {
		t.Errorf("recorded: %v", totals)
	}
}

// buyWithPatience repeats the same payment while it is told to, as a good buyer does.
func buyWithPatience(t *testing.T, r *http.Request) answer {
	t.Helper()
	var a answer
	await.Until(t, "an answer to patience", func() bool {
		var err error
		if a, err = send(again(r)); err != nil {
			t.Fatal(err)
		}
		return a.status != http.StatusConflict && a.status != http.StatusServiceUnavailable
	})
	return a
}

func mustNetworks(t *testing.T, env map[string]string) []x402.Network {
	t.Helper()
	c, err := ConfigFrom(env)
	if err != nil {
		t.Fatal(err)
	}
	networks, err := c.PaymentNetworks()
	if err != nil {
		t.Fatal(err)
	}
	return networks
}
