package server

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/sdk/go/pay"
)

const deniedRoute = "/crypto/hash?algo=keccak256&input=x"

// TestDeniedPayerIsToldSoBeforeAnyWork, and keeps what it has paid for before.
func TestDeniedPayerIsToldSoBeforeAnyWork(t *testing.T) {
	t.Parallel()
	settler := &scripted{}
	s := start(t, newKey(t), nil, settler.with(false))
	bought := s.paid(s.request(http.MethodGet, deniedRoute, nil), pay.V2)
	if a := s.do(bought); a.status != http.StatusOK {
		t.Fatalf("before: %d %s", a.status, a.body)
	}

	s.server.screen.denied[strings.ToLower(crypto.PubkeyToAddress(s.key.PublicKey).Hex())] = true
	a := s.do(s.paid(s.request(http.MethodGet, deniedRoute, nil), pay.V2))
	if a.status != http.StatusForbidden || a.code() != problem.CodePayerNotServed {
		t.Errorf("a denied payer: %d %s", a.status, a.body)
	}
	if n := settler.settlements(); n != 1 {
		t.Errorf("%d settlements, want the one of before", n)
	}
	if a := s.do(bought); a.status != http.StatusOK || settler.settlements() != 1 {
		t.Errorf("what it has paid for: %d %s", a.status, a.body)
	}

	s.key = newKey(t)
	if a := s.do(s.paid(s.request(http.MethodGet, deniedRoute, nil), pay.V2)); a.status != http.StatusOK {
		t.Errorf("another payer: %d %s", a.status, a.body)
	}
}

func TestDeniedPayersAreReadFromSettingAndFiles(t *testing.T) {
	list := filepath.Join(t.TempDir(), "denied.txt")
	write := func(text string) {
		if err := os.WriteFile(list, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const other = "0x00000000000000000000000000000000000000aa"
	const inFile = "2ojv9BAiHUrvsm9gxDe7fJSzbNZSJcxZvf8dqmWGHG8S"
	const solana = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM"
	write("# not sold to\n\n  0x2C7536E3605D9C16A7A3D7B1898E529396A65C23 # and why\n" + inFile + "\n")
	c := Config{PayersDeny: other + ", " + solana + "," + list}
	s, err := c.payerScreen(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{
		other, "0x2c7536e3605d9c16a7a3d7b1898e529396a65c23", "0x2C7536E3605D9C16A7A3D7B1898E529396A65C23", solana, inFile,
	} {
		if s.of(address) == nil {
			t.Errorf("%s is sold to", address)
		}
	}
	// Letters of base58 are told apart by their case: this is another wallet.
	if address := strings.ToLower(solana); s.of(address) != nil {
		t.Errorf("%s is not sold to", address)
	}

	write("0x123\n")
	if _, err := c.payerScreen(nil); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a line that is no address: %v", err)
	}
	c.PayersDeny = list + ".missing"
	if _, err := c.payerScreen(nil); err == nil {
		t.Error("a file that is not there denies nobody")
	}
}

// TestPayerIsScreenedByItsOwnWriting: OFAC lists addresses of Solana under "Digital Currency Address - SOL".
func TestPayerIsScreenedByItsOwnWriting(t *testing.T) {
	const listed = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM"
	list := sanctions.NewList(names.New(), sanctions.Source{Parties: []sanctions.Party{{
		Names:   []sanctions.Name{{Text: "Somebody"}},
		Wallets: []sanctions.Wallet{{Address: listed, Currency: "SOL"}},
	}}})
	s := &payerScreen{lists: func() []sanctions.Status {
		return []sanctions.Status{{
			ID:    screenedBy,
			Title: "List",
			State: "ok",
			List:  list,
		}}
	}}
	if p := s.of(listed); p == nil || p.Code != problem.CodePayerNotServed {
		t.Errorf("a listed wallet of Solana: %v", p)
	}
	if p := s.of(strings.ToLower(listed)); p != nil {
		t.Errorf("another wallet, whose address has the same letters in another case: %v", p)
	}
}

// TestDeniedPayerBuysNothingOnEitherKind: nothing is worked, and nothing moves.
func TestDeniedPayerBuysNothingOnEitherKind(t *testing.T) {
	t.Parallel()
	onEachKind(t, func(t *testing.T, w *world) {
		s := w.start(t, map[string]string{"PAYERS_DENY": w.payer})
		a := s.do(s.paid(s.hashCall("denied"), pay.V2))
		if a.status != http.StatusForbidden || a.code() != problem.CodePayerNotServed {
			t.Errorf("%d %s", a.status, a.body)
		}
		if got := w.received(); got != 0 {
			t.Errorf("the seller holds %d", got)
		}
	})
}

func TestScreenSellsNothingWhileItCannotTell(t *testing.T) {
	listed := "0x00000000000000000000000000000000000000aa"
	engine := names.New()
	list := sanctions.NewList(engine, sanctions.Source{Parties: []sanctions.Party{{
		Names:   []sanctions.Name{{Text: "Somebody"}},
		Wallets: []sanctions.Wallet{{Address: listed}},
	}}})
	state := ""
	s := &payerScreen{lists: func() []sanctions.Status {
		status := sanctions.Status{
			ID:    screenedBy,
			Title: "List",
			State: state,
			List:  list,
		}
		if state == "warming" {
			status.List = nil
		}
		return []sanctions.Status{status}
	}}

	for _, unsure := range []string{"warming", "stale", "failed"} {
		state = unsure
		if p := s.closed(); p == nil || p.Code != problem.CodeListUnavailable {
			t.Errorf("%s: quotes are given: %v", unsure, p)
		}
		if p := s.of("0x00000000000000000000000000000000000000bb"); p == nil || p.Code != problem.CodeListUnavailable {
			t.Errorf("%s: a payer is said to be on no list: %v", unsure, p)
		}
	}
	state = "ok"
	if p := s.closed(); p != nil {
		t.Errorf("with the list: %v", p)
	}
	if p := s.of(listed); p == nil || p.Code != problem.CodePayerNotServed || p.Status != http.StatusForbidden {
		t.Errorf("a listed payer: %v", p)
	}
	if p := s.of("0x00000000000000000000000000000000000000bb"); p != nil {
		t.Errorf("a payer who is on no list: %v", p)
	}
}

// TestOperatorCallsForNothing: the token takes the place of a payment, and nothing of it is revenue.
func TestOperatorCallsForNothing(t *testing.T) {
	t.Parallel()
	settler := &scripted{}
	s := start(t, newKey(t), map[string]string{"ADMIN_TOKEN": adminToken}, settler.with(false))
	call := func(path, token string) answer {
		r := s.request(http.MethodGet, path, nil)
		r.Header.Set("Authorization", "Bearer "+token)
		return s.do(r)
	}

	a := call(deniedRoute, adminToken)
	if a.status != http.StatusOK || a.header.Get("X-Charged") != "false" {
		t.Errorf("with the token: %d %s", a.status, a.body)
	}
	if a := call(deniedRoute, adminToken+"x"); a.status != http.StatusPaymentRequired {
		t.Errorf("with another token: %d", a.status)
	}
	if a := call("/crypto/hash?algo=none&input=x", adminToken); a.status != http.StatusBadRequest {
		t.Errorf("a wrong input: %d %s", a.status, a.body)
	}
	if n := settler.settlements(); n != 0 {
		t.Errorf("%d payments were settled", n)
	}

	r := s.paid(s.request(http.MethodGet, deniedRoute, nil), pay.V2)
	r.Header.Set("Authorization", "Bearer "+adminToken)
	if a := s.do(r); a.status != http.StatusOK || settler.settlements() != 1 {
		t.Errorf("a payment beside the token: %d, %d settled", a.status, settler.settlements())
	}
	if err := s.server.recorder.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	sum, err := s.server.parts.Usage.Summarize(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, route := range sum.Routes {
		if route.Route == "GET /crypto/hash" && (route.Paid != 1 || route.RevenueUSD != s.priceOf(t, "/crypto/hash")) {
			t.Errorf("%d paid calls, revenue $%s", route.Paid, route.RevenueUSD)
		}
	}
	events, err := s.server.parts.Usage.Events(t.Context(), 0, 100)
	if err != nil || events[0].Outcome != usage.OutcomeFree && events[1].Outcome != usage.OutcomeFree {
		t.Errorf("%+v, %v", events, err)
	}
}

func (s *service) priceOf(t *testing.T, path string) string {
	t.Helper()
	op, _ := s.spec.Lookup(http.MethodGet, path)
	if op == nil {
		t.Fatalf("no route %s", path)
	}
	return op.Price.String()
}
