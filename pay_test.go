package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
)

// shell runs the command as main does, through the argument parser.
func shell(t *testing.T, stdin string, terminal bool, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var cmd payCmd
	parser, err := kong.New(&cmd, kong.Exit(func(int) { t.Error("the parser left") }))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(args); err != nil {
		return "", err.Error(), 80
	}
	var out, errOut bytes.Buffer
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Stdout = &out
	cmd.Stderr = &errOut
	cmd.Terminal = &terminal
	err = cmd.Run(t.Context())
	if err != nil {
		var exit interface{ ExitCode() int }
		if !errors.As(err, &exit) {
			t.Fatalf("an error without an exit code: %v", err)
		}
		code = exit.ExitCode()
		errOut.WriteString(err.Error())
	}
	return out.String(), errOut.String(), code
}

// hexKey is a fresh private key.
func hexKey(t *testing.T) string {
	t.Helper()
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(crypto.FromECDSA(key))
}

func TestCommandPaysWithinTheMaximumWithoutAsking(t *testing.T) {
	s := newSeller(t, "2000")
	out, diag, code := shell(t, "", false, "--max-usd", "0.10", "--key", hexKey(t), s.URL+"/thing?q=1")
	if code != 0 || out != "{\n  \"method\": \"GET\",\n  \"query\": \"q=1\",\n  \"body\": \"\"\n}\n" {
		t.Fatalf("exit %d\n%s\n%s", code, out, diag)
	}
	for _, want := range []string{
		"$0.002 (2000 atomic units of USD Coin)", "eip155:8453", payTo, "A thing", "status   200",
		"0x" + strings.Repeat("ab", 32),
	} {
		if !strings.Contains(diag, want) {
			t.Errorf("%q is not shown:\n%s", want, diag)
		}
	}
	if strings.Contains(diag, "pay?") || strings.Contains(diag, "\x1b") {
		t.Errorf("shown: %q", diag)
	}
}

func TestCommandAsksOnATerminal(t *testing.T) {
	for answer, want := range map[string]int{
		"y\n":   0,
		"YES\n": 0,
		"y":     0,
		"n\n":   exitDeclined,
		"\n":    exitDeclined,
		"":      exitDeclined,
	} {
		s := newSeller(t, "2000")
		_, diag, code := shell(t, answer, true, "--key", hexKey(t), s.URL)
		if code != want || !strings.Contains(diag, "pay? [y/N]") || (s.tries == 1) != (want == 0) {
			t.Errorf("%q: exit %d after %d payments\n%s", answer, code, s.tries, diag)
		}
	}
}

func TestCommandWithoutTerminalNeedsLeave(t *testing.T) {
	tests := []struct {
		name string
		args []string
		code int
	}{
		{"nothing said", nil, exitDeclined},
		{"maximum too low", []string{"--max-usd", "0.001"}, exitDeclined},
		{"maximum of nothing", []string{"--max-usd", "0"}, exitDeclined},
		{"maximum reached", []string{"--max-usd", "$0.002"}, 0},
		{"yes", []string{"--yes"}, 0},
		{"maximum that is no number", []string{"--max-usd", "ten"}, exitFailed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newSeller(t, "2000")
			_, diag, code := shell(t, "y\n", false, append(tt.args, "--key", hexKey(t), s.URL)...)
			if code != tt.code || (s.tries == 1) != (code == 0) {
				t.Errorf("exit %d after %d payments\n%s", code, s.tries, diag)
			}
		})
	}
}

func TestCommandSendsMethodBodyAndHeaders(t *testing.T) {
	file := filepath.Join(t.TempDir(), "body.json")
	if err := os.WriteFile(file, []byte(`{"from":"file"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name                      string
		args                      []string
		method, body, contentType string
	}{
		{"plain", nil, "GET", "", ""},
		{"data is a POST", []string{"-d", `{"a":1}`}, "POST", `{"a":1}`, "application/json"},
		{"method given", []string{"-X", "put", "-d", "a=1"}, "PUT", "a=1", ""},
		{"from a file", []string{"-d", "@" + file}, "POST", `{"from":"file"}`, "application/json"},
		{"from standard input", []string{"-d", "@-"}, "POST", "y\n", ""},
		{"header wins", []string{"-d", "{}", "-H", "Content-Type: text/x, y", "-H", "X-A:b:c"}, "POST", "{}", "text/x, y"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newSeller(t, "2000")
			args := append(tt.args, "--yes", "--v1", "--id", "order-0000000000042", "--key", "0x"+hexKey(t), s.URL)
			if _, diag, code := shell(t, "y\n", true, args...); code != 0 {
				t.Fatalf("exit %d\n%s", code, diag)
			}
			for i, r := range s.requests {
				if r.Method != tt.method || s.bodies[i] != tt.body || r.Header.Get("Content-Type") != tt.contentType || r.Header.Get("Idempotency-Key") != "order-0000000000042" {
					t.Errorf("%s %q %v", r.Method, s.bodies[i], r.Header)
				}
			}
			if s.requests[1].Header.Get("X-PAYMENT") == "" {
				t.Error("not paid in version 1")
			}
		})
	}
}

func TestCommandPrintsOneJSONObject(t *testing.T) {
	s := newSeller(t, "2000")
	out, _, code := shell(t, "", false, "--json", "--yes", "--key", hexKey(t), s.URL)
	var got struct {
		Status  int
		Quote   struct{ Offers []map[string]any }
		Payment struct{ Transaction, Network string }
		Charged string
		Body    map[string]any
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 {
		t.Fatalf("exit %d, %v\n%s", code, err, out)
	}
	if got.Status != http.StatusOK || len(got.Quote.Offers) != 2 || len(got.Payment.Transaction) != 66 ||
		got.Charged != "yes" || got.Body["method"] != "GET" {
		t.Errorf("%s", out)
	}
}

func TestCommandExitCodesTellWhatBecameOfTheMoney(t *testing.T) {
	answer := func(status int, body string) func(http.ResponseWriter, *http.Request, int) bool {
		return func(w http.ResponseWriter, _ *http.Request, _ int) bool {
			w.WriteHeader(status)
			io.WriteString(w, body)
			return true
		}
	}
	t.Run("refused", func(t *testing.T) {
		s := newSeller(t, "2000")
		s.now = func() time.Time { return time.Now().Add(time.Hour) }
		_, diag, code := shell(t, "", false, "--yes", "--key", hexKey(t), s.URL)
		if code != exitRefused || !strings.Contains(diag, "valid_before") {
			t.Errorf("exit %d\n%s", code, diag)
		}
	})
	t.Run("error answer", func(t *testing.T) {
		s := newSeller(t, "2000")
		s.wrong = answer(404, `{"code":"not_found","charged":false}`)
		out, diag, code := shell(t, "", false, "--yes", "--key", hexKey(t), s.URL)
		if code != exitStatus || !strings.Contains(out, "not_found") || !strings.Contains(diag, "nothing was charged") {
			t.Errorf("exit %d\n%s\n%s", code, out, diag)
		}
	})
	t.Run("not known, redeemed later", func(t *testing.T) {
		s := newSeller(t, "2000")
		s.wrong = answer(503, `{"error":"settlement_pending"}`)
		_, diag, code := shell(t, "", false, "--yes", "--wait", "300ms", "--key", hexKey(t), s.URL)
		if code != exitPending {
			t.Fatalf("exit %d\n%s", code, diag)
		}
		_, rest, _ := strings.Cut(diag, "payment  ")
		payment, _, _ := strings.Cut(rest, "\n")
		s.mu.Lock() // a try that was given up may still be in the seller's hands
		s.wrong = nil
		s.mu.Unlock()
		out, diag, code := shell(t, "", false, "--redeem", payment, s.URL)
		if code != 0 || !strings.Contains(out, "GET") || !strings.Contains(diag, "settled") || len(s.charged) != 1 {
			t.Errorf("exit %d\n%s\n%s", code, out, diag)
		}
	})
	t.Run("nobody there", func(t *testing.T) {
		s := newSeller(t, "2000")
		s.Close()
		if _, diag, code := shell(t, "", false, "--yes", "--key", hexKey(t), s.URL); code != exitFailed {
			t.Errorf("exit %d\n%s", code, diag)
		}
	})
	t.Run("no usage", func(t *testing.T) {
		if _, _, code := shell(t, "", false, "--v1", "--v2", "http://127.0.0.1:1/"); code != 80 {
			t.Errorf("exit %d", code)
		}
	})
}

func TestCommandRefusesBadInputWithoutShowingTheKey(t *testing.T) {
	key := hexKey(t)
	t.Setenv("BUYER_KEY", "")
	for name, args := range map[string][]string{
		"no key":         {"http://127.0.0.1:1/"},
		"short key":      {"--key", key[:40], "http://127.0.0.1:1/"},
		"key of letters": {"--key", "zz" + key[2:], "http://127.0.0.1:1/"},
		"relative URL":   {"--key", key, "/thing"},
		"other scheme":   {"--key", key, "ftp://127.0.0.1/"},
		"bad header":     {"--key", key, "-H", "nothing", "http://127.0.0.1:1/"},
		"no such file":   {"--key", key, "-d", "@/nonexistent/file", "http://127.0.0.1:1/"},
		"bad payment":    {"--redeem", "e30=", "http://127.0.0.1:1/"},
	} {
		_, diag, code := shell(t, "", false, args...)
		if code != exitFailed || strings.Contains(diag, key[:40]) || strings.Contains(diag, key[2:]) {
			t.Errorf("%s: exit %d\n%s", name, code, diag)
		}
	}
}

func TestCommandTakesTheDevBuyersKey(t *testing.T) {
	t.Chdir(t.TempDir())
	s := newSeller(t, "2000")
	_, diag, code := shell(t, "", false, "--dev", "--yes", s.URL)
	if code != exitFailed || !strings.Contains(diag, "dev server") {
		t.Errorf("without a key: exit %d\n%s", code, diag)
	}
	if err := os.Mkdir(".dev", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(devKeyFile, []byte("0x"+hexKey(t)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, diag, code := shell(t, "", false, "--dev", "--yes", s.URL); code != 0 {
		t.Errorf("from the file: exit %d\n%s", code, diag)
	}
	t.Setenv("FAREBOX_DEV_BUYER_KEY", "bad")
	_, diag, code = shell(t, "", false, "--dev", "--yes", s.URL)
	if code != exitFailed || !strings.Contains(diag, "FAREBOX_DEV_BUYER_KEY") {
		t.Errorf("the variable does not come first: exit %d\n%s", code, diag)
	}
}

// TestRecordedQuotesAreUnderstood reads what a seller of others has said.
func TestRecordedQuotesAreUnderstood(t *testing.T) {
	body := samples.Read(t, "x402/quote-v1-body.json")
	head := samples.Read(t, "x402/quote-v2-headers.txt")
	header := http.Header{}
	for line := range strings.Lines(string(head)) {
		if value, ok := strings.CutPrefix(line, "payment-required: "); ok {
			header.Set(x402.HeaderRequired, strings.TrimSpace(value))
		}
	}

	for _, version := range []pay.Version{pay.V1, pay.V2} {
		q, err := pay.ParseQuote(header, body, version, []pay.Asset{pay.BaseUSDC, pay.BaseSepoliaUSDC})
		if err != nil {
			t.Fatal(err)
		}
		o, err := q.Best()
		if err != nil || o.USD != "0.002" || o.MaxTimeoutSeconds != 60 ||
			q.Version != version || q.Description != "Echo" {
			t.Errorf("version %d: %+v, %v", version, o, err)
		}
	}
}

// TestCommandFollowsARedirectAndPaysForNone: the caller named another URL.
func TestCommandFollowsARedirectAndPaysForNone(t *testing.T) {
	s := newSeller(t, "2000")
	door := httptest.NewServer(http.RedirectHandler(s.URL+"/thing", http.StatusFound))
	t.Cleanup(door.Close)

	_, diag, code := shell(t, "", false, "--yes", "--key", hexKey(t), door.URL)
	if code != exitDeclined || s.tries != 0 || !strings.Contains(diag, "redirect") {
		t.Errorf("exit %d after %d payments\n%s", code, s.tries, diag)
	}
}
