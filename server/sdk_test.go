package server

import (
	"encoding/hex"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/crypto"
)

// TestGoClientBuysARoute runs the purchase of the Go client's own tests against a service that settles on a chain. The
// client is a module of its own: its tests are a program of their own here.
func TestGoClientBuysARoute(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	s := start(t, chain.BuyerKey(), onChain(chain))
	held, err := chain.BalanceOf(t.Context(), s.payTo)
	if err != nil || held.Sign() != 0 {
		t.Fatalf("%v %v", held, err)
	}

	cmd := exec.CommandContext(t.Context(), "go", "test", "-count=1", "-v", "-run", "^TestPurchase", ".")
	cmd.Dir = "../sdk/go"
	cmd.Env = append(os.Environ(),
		"FAREBOX_URL="+s.url,
		"FAREBOX_KEY="+hex.EncodeToString(crypto.FromECDSA(chain.BuyerKey())),
	)
	said, err := cmd.CombinedOutput()
	if err != nil || strings.Count(string(said), "--- PASS: TestPurchase") != 2 {
		t.Fatalf("%v\n%s", err, said)
	}

	op, _ := s.spec.Lookup(http.MethodGet, "/crypto/hash")
	if held, err = chain.BalanceOf(t.Context(), s.payTo); err != nil || held.Cmp(atomicPrice(op)) != 0 {
		t.Errorf("the seller holds %v, the price is %s: %v", held, atomicPrice(op), err)
	}
}

// TestGoClientPaysByChannel runs the client's tests of payments by channel, and its example.
func TestGoClientPaysByChannel(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	settings := channelSettings(t, chain)
	settings["BATCH_MIN_DEPOSIT_USD"] = "0.10"
	s := start(t, chain.BuyerKey(), settings)

	cmd := exec.CommandContext(t.Context(), "go", "test", "-count=1", "-v", "-run", "^TestChannel", ".")
	cmd.Dir = "../sdk/go"
	cmd.Env = append(os.Environ(),
		"FAREBOX_URL="+s.url,
		"FAREBOX_KEY="+hex.EncodeToString(crypto.FromECDSA(chain.BuyerKey())),
	)
	said, err := cmd.CombinedOutput()
	if err != nil || strings.Count(string(said), "--- PASS: TestChannel") != 2 {
		t.Fatalf("%v\n%s", err, said)
	}
	if got := held(t, chain, s.payTo); got != 106_000 {
		t.Errorf("the seller holds %d after 106 calls of $0.001", got)
	}
}

// TestGoClientBuysInACleanFolder builds the purchase of the client's README as a stranger does, with nothing but the
// client, and buys with it.
func TestGoClientBuysInACleanFolder(t *testing.T) {
	t.Parallel()
	sdk, err := filepath.Abs("../sdk/go")
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(sdk, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	_, rest, _ := strings.Cut(read("README.md"), "```go\n")
	purchase, _, found := strings.Cut(rest, "```\n")
	if !found || strings.Count(purchase, "\n") > 12 {
		t.Fatalf("the README shows no short purchase:\n%s", purchase)
	}
	chain := newChain(t)
	s := start(t, chain.BuyerKey(), onChain(chain))

	const module = "github.com/farebox/farebox/sdk/go"
	folder := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module stranger\n\ngo 1.24.0\n\nrequire " + module + " v0.0.0\n\n" +
			"replace " + module + " => " + sdk + "\n",
		"go.sum": read("go.sum"),
		"main.go": "package main\n\nimport (\n\"context\"\n\"fmt\"\n\"os\"\n\nfarebox \"" + module + "\"\n\"" + module +
			"/pay\"\n)\n\nfunc buy(ctx context.Context) error {\n" +
			strings.Replace(purchase, "https://api.example.com", s.url, 1) +
			"return nil\n}\n\nfunc main() {\nif err := buy(context.Background()); err != nil {\npanic(err)\n}\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) string {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = folder
		cmd.Env = append(os.Environ(),
			"GOFLAGS=-mod=mod",
			"FAREBOX_KEY="+hex.EncodeToString(crypto.FromECDSA(chain.BuyerKey())),
		)
		said, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, said)
		}
		return string(said)
	}

	const bought = "0x1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8 0.001" // keccak256 of hello
	if said := run("run", "."); !strings.Contains(said, bought) {
		t.Errorf("it said %s", said)
	}
	modules := strings.Fields(run("list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "."))
	slices.Sort(modules)
	modules = slices.Compact(modules)
	heavy := func(module string) bool { return strings.Contains(module, "go-ethereum") }
	if len(modules) > 5 || slices.ContainsFunc(modules, heavy) {
		t.Errorf("it is made of %v", modules)
	}
	t.Logf("%d modules: %v", len(modules), modules)
}
