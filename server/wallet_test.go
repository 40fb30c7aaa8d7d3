package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/farebox/farebox/payment/wallet"
)

// TestWalletBuysForAClientThatCannotPay runs farebox mcp between a stock client on pipes and the service on a chain.
// Nothing but JSON-RPC messages may come out of it.
func TestWalletBuysForAClientThatCannotPay(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	s := start(t, chain.BuyerKey(), onChain(chain))
	keyFile := filepath.Join(t.TempDir(), "key")
	key := hex.EncodeToString(crypto.FromECDSA(chain.BuyerKey()))
	if err := os.WriteFile(keyFile, []byte("0x"+key+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}

	toWallet, fromClient := io.Pipe()
	toClient, fromWallet := io.Pipe()
	var wire, log bytes.Buffer
	command := &wallet.Command{
		URL:       s.url,
		MaxUSD:    "0.05",
		BudgetUSD: "0.002",
		KeyFile:   keyFile,
		Network:   "eip155:8453",
		RPCURL:    chain.RPCURL(),
		Wait:      time.Minute,
		Stdin:     toWallet,
		Stdout:    copied{fromWallet, &wire},
		Stderr:    &log,
	}
	ended := make(chan error, 1)
	ctx, end := context.WithCancel(t.Context())
	go func() { ended <- command.Run(ctx) }()

	client := mcp.NewClient(&mcp.Implementation{
		Name:    "test",
		Version: "1",
	}, nil)
	session, err := client.Connect(t.Context(), &mcp.IOTransport{
		Reader: toClient,
		Writer: fromClient,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &toolClient{s, session}

	listed, err := session.ListTools(t.Context(), nil)
	if err != nil || len(listed.Tools) < 20 || listed.Tools[len(listed.Tools)-1].Name == "" {
		t.Fatalf("%+v %v", listed, err)
	}
	bought := c.call("call_tool", map[string]any{
		"name":      "cryptoHash",
		"arguments": hashOf("wallet"),
	}, nil)
	want := crypto.Keccak256Hash([]byte("wallet")).Hex()
	if bought.IsError || !strings.Contains(text(t, bought), want) {
		t.Errorf("%s, want %s", text(t, bought), want)
	}
	if held, err := chain.BalanceOf(t.Context(), s.payTo); err != nil || held.Int64() != 1000 {
		t.Errorf("the seller holds %v: %v", held, err)
	}
	refused := c.call("price", map[string]any{"token": "ETH"}, nil)
	if !refused.IsError || !strings.Contains(text(t, refused), "--budget-usd") {
		t.Errorf("over the budget: %s", text(t, refused))
	}

	var status struct {
		Address string      `json:"address"`
		Balance json.Number `json:"balance_usd"`
		Spent   json.Number `json:"spent_usd"`
		Left    json.Number `json:"left_usd"`
	}
	if err := json.Unmarshal(structured(t, c.call("wallet_status", nil, nil)), &status); err != nil {
		t.Fatal(err)
	}
	if status.Spent != "0.001" || status.Left != "0.001" || status.Balance == "" ||
		status.Address != crypto.PubkeyToAddress(chain.BuyerKey().PublicKey).Hex() {
		t.Errorf("%+v", status)
	}

	if err := session.Close(); err != nil {
		t.Error(err)
	}
	if err := fromClient.Close(); err != nil {
		t.Error(err)
	}
	end()
	if err := <-ended; err != nil {
		t.Errorf("it ended with %v", err)
	}
	lines := bufio.NewScanner(&wire)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var message struct {
			JSONRPC string `json:"jsonrpc"`
		}
		if json.Unmarshal(lines.Bytes(), &message) != nil || message.JSONRPC != "2.0" {
			t.Errorf("on stdout: %.200s", lines.Text())
		}
	}
	if strings.Contains(wire.String()+log.String(), key) {
		t.Error("the key was shown")
	}
}

// TestWalletRefusesAKeyThatOthersCanRead, and settings that spend nothing or anything.
func TestWalletRefusesAKeyThatOthersCanRead(t *testing.T) {
	open := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(open, []byte(strings.Repeat("1", 64)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		want   string
		change func(*wallet.Command)
	}{
		{"chmod 600", func(c *wallet.Command) { c.KeyFile = open }},
		{"no key", func(*wallet.Command) {}},
		{"--max-usd", func(c *wallet.Command) { c.MaxUSD = "any" }},
		{"--budget-usd", func(c *wallet.Command) { c.BudgetUSD = "0" }},
		{"--network", func(c *wallet.Command) { c.Network = "eip155:1" }},
	} {
		t.Run(c.want, func(t *testing.T) {
			t.Setenv("FAREBOX_KEY", "")
			command := &wallet.Command{
				URL:       "http://127.0.0.1:1",
				MaxUSD:    "0.05",
				BudgetUSD: "1",
				Network:   "eip155:8453",
			}
			c.change(command)
			if err := command.Run(t.Context()); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v", err)
			}
		})
	}
}

// copied keeps what is written.
type copied struct {
	io.WriteCloser
	copy *bytes.Buffer
}

func (c copied) Write(p []byte) (int, error) {
	c.copy.Write(p)
	return c.WriteCloser.Write(p)
}
