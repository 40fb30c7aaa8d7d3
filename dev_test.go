package main

import (
	"bufio"
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/farebox/farebox/server"
)

// runCommand makes a process of this test the command itself.
const runCommand = "FAREBOX_TEST_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(runCommand) != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// devProcess is farebox dev in a process of its own, on a chain port of its own and without a way to the internet.
func devProcess(t *testing.T, dir, listen string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "dev", "--dir", dir, "--chain-port", "0", "--solana-port", "0")
	cmd.Env = []string{
		runCommand + "=1",
		"LISTEN_ADDR=" + listen,
		"HTTP_PROXY=http://127.0.0.1:1",
		"HTTPS_PROXY=http://127.0.0.1:1",
	}
	return cmd
}

// untilTry starts a process, waits until it tells what to try, and gives the address that it serves on.
func untilTry(t *testing.T, cmd *exec.Cmd) (address string) {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})

	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if at, has := strings.CutPrefix(strings.TrimSpace(lines.Text()), "service "); has {
			address = strings.TrimPrefix(strings.TrimSpace(at), "http://")
		}
		if strings.HasPrefix(lines.Text(), "Try:") {
			return address
		}
	}
	_ = cmd.Wait()
	t.Fatalf("it never served: %s", &log)
	return ""
}

// TestDevServerAttests: its routes that sign can be tried without any setting.
func TestDevServerAttests(t *testing.T) {
	address := untilTry(t, devProcess(t, t.TempDir(), "127.0.0.1:0"))
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/.well-known/did.json", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		t.Errorf("/.well-known/did.json: %s", answer.Status)
	}
}

// TestSecondDevServerTouchesNothingOfTheFirst: it used to delete the database and overwrite the buyer's key before it
// found the port busy.
func TestSecondDevServerTouchesNothingOfTheFirst(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "first")
	first := devProcess(t, dir, "127.0.0.1:0")
	address := untilTry(t, first)
	key := read(t, filepath.Join(dir, "buyer.key"))
	database, err := os.Stat(filepath.Join(dir, "farebox.sqlite"))
	if err != nil {
		t.Fatal(err)
	}

	said, err := devProcess(t, dir, "127.0.0.1:0").CombinedOutput()
	holder := "another farebox dev (process " + strconv.Itoa(first.Process.Pid) + ") is using"
	if err == nil || !strings.Contains(string(said), holder) {
		t.Errorf("in the same directory: %v %s", err, said)
	}
	after, err := os.Stat(filepath.Join(dir, "farebox.sqlite"))
	if err != nil || !os.SameFile(database, after) || read(t, filepath.Join(dir, "buyer.key")) != key {
		t.Errorf("the second one changed what the first one has: %v", err)
	}

	other := t.TempDir()
	for _, name := range []string{"farebox.sqlite", "buyer.key"} {
		if err := os.WriteFile(filepath.Join(other, name), []byte("kept"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	said, err = devProcess(t, other, address).CombinedOutput()
	if err == nil || !strings.Contains(string(said), "LISTEN_ADDR") {
		t.Errorf("on the same port: %v %s", err, said)
	}
	for _, name := range []string{"farebox.sqlite", "buyer.key"} {
		if read(t, filepath.Join(other, name)) != "kept" {
			t.Errorf("%s was touched though the port was busy", name)
		}
	}

	resp, err := http.Get("http://" + address + "/usage")
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("the first one answers no longer: %v %v", resp, err)
	}
	_ = resp.Body.Close()
}

// TestLockOfADeadDevServerBlocksNobody.
func TestLockOfADeadDevServerBlocksNobody(t *testing.T) {
	dir := t.TempDir()
	first := devProcess(t, dir, "127.0.0.1:0")
	untilTry(t, first)
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = first.Wait()

	untilTry(t, devProcess(t, dir, "127.0.0.1:0"))
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestDevServerNamesAnAddressThatClientsCanUse(t *testing.T) {
	for listen, want := range map[string]string{
		"127.0.0.1:8402": "127.0.0.1:8402", ":8402": "127.0.0.1:8402", "0.0.0.0:80": "127.0.0.1:80", "[::]:8402": "127.0.0.1:8402",
		"[::1]:8402": "[::1]:8402", "localhost:1": "localhost:1", "nonsense": "nonsense",
	} {
		if got := reachable(listen); got != want {
			t.Errorf("%s: %s, want %s", listen, got, want)
		}
	}
}

// TestDevServerKeepsOffTheDatabaseOfRealPayments: its chain would call them unpaid, and they would be forgotten.
func TestDevServerKeepsOffTheDatabaseOfRealPayments(t *testing.T) {
	d := devCmd{Dir: t.TempDir(), ChainID: 8453}
	chain, err := d.chain()
	if err != nil {
		t.Fatal(err)
	}
	defer chain.Close()
	env := map[string]string{"DATABASE_URL": "postgres://live/farebox", "FACILITATOR_URL": "https://live.test", "LISTEN_ADDR": ":9000"}
	key := chain.BuyerKey()
	d.fill(env, chain, key, key)
	if env["DATABASE_URL"] != "sqlite:"+d.sqlite() || env["FACILITATOR_URL"] != "self" || env["PUBLIC_BASE_URL"] != "http://127.0.0.1:9000" || env["PAYMENT_RPC_URL_BASE"] != chain.RPCURL() {
		t.Errorf("%v", env)
	}
	if _, err := server.ConfigFrom(env); err != nil {
		t.Error(err)
	}
	d.Permit2 = true // the chain has a name of its own in the settings then
	delete(env, "PAYMENT_NETWORKS")
	d.fill(env, chain, key, key)
	c, err := server.ConfigFrom(env)
	if err != nil {
		t.Fatal(err)
	}
	networks, err := c.PaymentNetworks()
	if err != nil || !networks[0].Permit2 || networks[0].RPCURLs[0] != chain.RPCURL() {
		t.Errorf("%+v, %v", networks, err)
	}
	d.Permit2 = false
	d.Database = "postgres://scratch/farebox"
	if d.fill(env, chain, key, key); env["DATABASE_URL"] != d.Database {
		t.Errorf("%v", env)
	}
}

// TestDevServerSellsOnBothChains: the command that it prints buys on each.
func TestDevServerSellsOnBothChains(t *testing.T) {
	dir := t.TempDir()
	first := devProcess(t, dir, "127.0.0.1:0")
	commands := untilCommands(t, first)
	if len(commands) != 2 {
		t.Fatalf("%q", commands)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range commands {
		buy := exec.CommandContext(t.Context(), "sh", "-c",
			strings.Replace(command, "farebox", "'"+self+"'", 1)+" --json")
		buy.Env = append(os.Environ(), runCommand+"=1", "HTTP_PROXY=", "HTTPS_PROXY=")
		out, err := buy.CombinedOutput()
		if err != nil || !strings.Contains(string(out), `"transaction"`) {
			t.Errorf("%s: %v %s", command, err, out)
		}
	}
}

// untilCommands is untilTry, and gives what is to be tried.
func untilCommands(t *testing.T, cmd *exec.Cmd) (commands []string) {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	const tries = 2
	lines := bufio.NewScanner(out)
	for len(commands) < tries && lines.Scan() {
		if line := strings.TrimSpace(lines.Text()); strings.HasPrefix(line, "farebox pay ") {
			commands = append(commands, line)
		}
	}
	return commands
}
