package server

import (
	"encoding/hex"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/crypto"
)

// TestGoClientBuysARoute runs the purchase of the Go client's own tests against a service that settles on a chain. The
// client is a module of its own, which the service does not depend on: its tests are a program of their own here.
func TestGoClientBuysARoute(t *testing.T) {
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
