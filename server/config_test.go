package server

import (
	"crypto/ed25519"
	"encoding/base64"
	"log/slog"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/chain/known"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

func TestWrongSettingsAreNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, value, want string }{
		{"PUBLIC_BASE_URL", "api.example.com", "PUBLIC_BASE_URL"},
		{"PUBLIC_BASE_URL", "https://api.example.com/v1", "PUBLIC_BASE_URL"},
		{"PAY_TO_ADDRESS", "0x123", "PAY_TO_ADDRESS"},
		{"PAY_TO_ADDRESS", "0x0000000000000000000000000000000000000000", "PAY_TO_ADDRESS must not be the zero address"},
		{"PAY_TO_ADDRESS", known.Permit2.Hex(), "PAY_TO_ADDRESS is the address of a token or of another well-known"},
		{"PAY_TO_ADDRESS_BASE", x402.Builtin()[0].Asset.Hex(), "PAY_TO_ADDRESS_BASE is the address of a token"},
		{"PAY_TO_ADDRESS", "0x209693Bc6afc0C5328bA36FaF03C514EF312287D", "checksum"}, // a wrong last digit
		{"PAY_TO_ADDRESS", "209693Bc6afc0C5328bA36FaF03C514EF312287C", "0x"},
		{"PUBLIC_BASE_URL", "http://:8402", "PUBLIC_BASE_URL"},
		{"PUBLIC_BASE_URL", "https://me:secret@api.example.com", "PUBLIC_BASE_URL"},
		{"PUBLIC_BASE_URL", "https://api.example.com/#x", "PUBLIC_BASE_URL"},
		{"LOG_LEVEL", "loud", "LOG_LEVEL"},
		{"LOG_FORMAT", "xml", "LOG_FORMAT"},
		{"DATABASE_URL", "mysql://x", "DATABASE_URL"},
		{"KEEP_ANSWERS", "-1h", "KEEP_ANSWERS"},
		{"DRAIN_TIMEOUT", "-1s", "DRAIN_TIMEOUT"},
		{"FACILITATOR_URL", "https://x.test,self", "self cannot be one of several"},
		{"FACILITATOR_URL", "https://x.test, cdp", "CDP_API_KEY_ID"},
		{"FACILITATOR_URL", "facilitator.example.com", "FACILITATOR_URL"},
		{"PAYMENT_NETWORKS", "eip155:137|polygon|0x3c499c542cEF5E3811e1192ce70d8cC03d5c335A|USD Coin|2|6", "checksum"},
		{"PAYMENT_NETWORKS", "eip155:42161|arbitrum|0xaf88d065e77c8cC2239327C5EDb3A432268e5831|USD Coin|2|6", "version 1"},
		{"PAYMENT_NETWORKS", "eip155:8453,eip155:137|base|0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359|USD Coin|2|6", "twice"},
		{"PAYMENT_NETWORKS", "eip155:99", "not built in"},
		{"PAYMENT_NETWORKS", "polygon,eip155:137", "twice"},
		{"PAYMENT_NETWORKS", ",", "PAYMENT_NETWORKS is empty"},
		{"PAYMENT_NETWORKS", "eip155:8453,eip155:8453", "twice"},
		{"PAYMENT_NETWORKS", "eip155:137|polygon|0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359|USD Coin|2", "6 parts"},
		{"PAYMENT_NETWORKS", "eip155:137|polygon|0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359|||6|permit2", "version 1 has no"},
		{"PAYMENT_NETWORKS", "eip155:137||0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359|||6|permit3", "6 parts"},
		{"PAYMENT_NETWORKS", "eip155:137||0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359|||6", "EIP-712 name"},
		{"PAYMENT_NETWORKS", "solana:x|solana|0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359|USD Coin|2|6", "eip155:"},
		{"FINAL_DEPTH", "deep", "FINAL_DEPTH"},
		{"FINAL_DEPTH", "-1", "FINAL_DEPTH"},
		{"FINAL_DEPTH", "eip155:1=64", "eip155:1 is not among PAYMENT_NETWORKS"},
		{"REQUEST_BUDGET", "10m", "REQUEST_BUDGET"},
		{"SETTLE_TIMEOUT", "fast", "SETTLE_TIMEOUT must be a time with its unit from 100ms to 10m, such as 60s"},
		{"FACILITATOR_URL", "cdp", "CDP_API_KEY_ID"},
		{"FACILITATOR_URL", "self", "SETTLEMENT_KEY"},
		{"WALLET_FACTORIES", "0xBA5ED110eFDBa3D005bfC882d75358ACBbB85842,none", "WALLET_FACTORIES"},
		{"WALLET_FACTORIES", "0xBA5ED110eFDBa3D005bfC882d75358ACBbB85843", "checksum"},
		{"PAYER_MAX_IN_FLIGHT", "0", "PAYER_MAX_IN_FLIGHT"},
		{"BATCH_WITHDRAW_DELAY", "14m", "BATCH_WITHDRAW_DELAY"},
		{"BATCH_CLAIM_USD", "-1", "BATCH_CLAIM_USD"},
		{"SERVER_SECRET", "hunter2", "SERVER_SECRET must be at least 32 random bytes"},
		{"SERVICE_NAME", "Fährbox", "SERVICE_NAME"},
	} {
		_, err := ConfigFrom(map[string]string{c.name: c.value})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s=%q: %v, want %q", c.name, c.value, err, c.want)
		}
	}
}

func TestRightSettingsAreTaken(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]string{
		"PAY_TO_ADDRESS":  "0x209693bc6afc0c5328ba36faf03c514ef312287c", // one case: it carries no checksum
		"PUBLIC_BASE_URL": "https://api.example.com:8443/", "KEEP_ANSWERS": "0s", "DATABASE_URL": "postgresql://h/db", "LOG_LEVEL": "WARN",
		"FACILITATOR_URL": "https://x.test/path, https://y.test",
	} {
		if _, err := ConfigFrom(map[string]string{name: value}); err != nil {
			t.Errorf("%s=%q: %v", name, value, err)
		}
	}
}

func TestFactoriesOfWalletsAreTheUsualOnesUnlessNamed(t *testing.T) {
	t.Parallel()
	const own = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"
	for value, want := range map[string]int{
		"":               -1, // nil: the facilitator's own list
		"none":           0,
		own:              1,
		own + ", " + own: 2,
	} {
		c, err := ConfigFrom(map[string]string{"WALLET_FACTORIES": value})
		if err != nil {
			t.Fatal(err)
		}
		got, err := walletFactories(c.Factories)
		if err != nil || got == nil && want != -1 || got != nil && len(got) != want {
			t.Errorf("%q: %v, %v", value, got, err)
		}
	}
}

// TestCDPMayBeOneOfSeveralFacilitators is the fail-over list of an operator with a CDP account.
func TestCDPMayBeOneOfSeveralFacilitators(t *testing.T) {
	t.Parallel()
	seed := base64.StdEncoding.EncodeToString(ed25519.NewKeyFromSeed(make([]byte, 32)))
	c, err := ConfigFrom(map[string]string{"FACILITATOR_URL": "https://x.test/key, cdp", "CDP_API_KEY_ID": "id", "CDP_API_KEY_SECRET": seed})
	if err != nil {
		t.Fatal(err)
	}
	networks, err := c.PaymentNetworks()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := newSettler(c, networks, eip3009.Mark{}, slog.New(slog.DiscardHandler)); err != nil {
		t.Error(err)
	}
	if public := facilitatorName(c.FacilitatorURL); public != "https://x.test, cdp" {
		t.Errorf("the public sees %q", public)
	}
}

func TestServeNeedsSomebodyToPayAndSomebodyToSettle(t *testing.T) {
	t.Parallel()
	c, err := ConfigFrom(nil)
	if err != nil {
		t.Fatal(err)
	}
	err = c.Live()
	if err == nil || !strings.Contains(err.Error(), "PAY_TO_ADDRESS") || !strings.Contains(err.Error(), "FACILITATOR_URL") {
		t.Errorf("%v", err)
	}
}

func TestNetworksComeFromOneLineEach(t *testing.T) {
	t.Parallel()
	c, err := ConfigFrom(map[string]string{
		"PAYMENT_NETWORKS":     "eip155:8453, eip155:137|polygon|0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359|USD Coin|2|6\neip155:99||0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359|T|1|18",
		"RPC_URL_POLYGON":      "https://a.test, https://b.test",
		"RPC_URL_EIP155_99":    "https://c.test",
		"EVENT_RETENTION":      "24h",
		"FINAL_DEPTH":          "eip155:99=7",
		"FACILITATOR_URL":      "https://x.test/secret-key/path, https://y.test",
		"ADMIN_TOKEN":          "t",
		"UPSTREAM_EXAMPLE_URL": "off",
	})
	if err != nil {
		t.Fatal(err)
	}
	networks, err := c.PaymentNetworks()
	if err != nil || len(networks) != 3 {
		t.Fatalf("%+v, %v", networks, err)
	}
	if n := networks[0]; n.V1Name != "base" || n.AssetName != "USD Coin" || len(n.RPCURLs) == 0 {
		t.Errorf("%+v", n)
	}
	if n := networks[1]; n.ChainID != 137 || n.V1Name != "polygon" || len(n.RPCURLs) != 2 || n.RPCURLs[1] != "https://b.test" {
		t.Errorf("%+v", n)
	}
	if n := networks[2]; n.V1Name != "" || n.Decimals != 18 || len(n.RPCURLs) != 1 {
		t.Errorf("%+v", n)
	}
	for i, want := range []uint64{6000, 128, 7} {
		if got := networks[i].FinalDepth; got != want {
			t.Errorf("%s is final %d blocks deep, want %d", networks[i].CAIP2, got, want)
		}
	}
	if c.EventRetention != 24*time.Hour {
		t.Errorf("%v", c.EventRetention)
	}
	if public := facilitatorName(c.FacilitatorURL); public != "https://x.test, https://y.test" {
		t.Errorf("the public sees %q", public)
	}
}

func TestEverySettingIsExplained(t *testing.T) {
	t.Parallel()
	help := ConfigHelp()
	for _, s := range Settings() {
		if s.Help == "" || !strings.Contains(help, s.Name) {
			t.Errorf("%s is not explained", s.Name)
		}
	}
}

// TestEachNetworkPaysItsOwnAddress: one address for all EVM networks unless one is named, and a wallet of Solana's own
// for Solana.
func TestEachNetworkPaysItsOwnAddress(t *testing.T) {
	t.Parallel()
	const (
		all     = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"
		polygon = "0x857b06519E91e3A54538791bDbb0E22373e36b66"
		wallet  = "9yTyPvjEvqe7ZuLZrB3tQyK7ES6Ny5bLqgmDYtDRgg9r"
	)
	settings := map[string]string{
		"PAYMENT_NETWORKS":       "base,polygon,solana",
		"PAY_TO_ADDRESS":         all,
		"PAY_TO_ADDRESS_POLYGON": polygon,
		"PAY_TO_ADDRESS_SOLANA":  wallet,
		"FACILITATOR_URL":        "https://x.test",
		"PUBLIC_BASE_URL":        "https://api.example.com",
	}
	c, err := ConfigFrom(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Live(); err != nil {
		t.Error(err)
	}
	networks, err := c.PaymentNetworks()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{all, polygon, wallet} {
		if got := networks[i].PayTo; got != want {
			t.Errorf("%s pays %s, want %s", networks[i].Name, got, want)
		}
	}

	for _, row := range []struct{ name, value, want string }{
		{"PAY_TO_ADDRESS_SOLANA", "", "PAY_TO_ADDRESS_SOLANA is not set"},
		{"PAY_TO_ADDRESS_SOLANA", all, "PAY_TO_ADDRESS_SOLANA must be the address of a wallet on Solana"},
		{"PAY_TO_ADDRESS_SOLANA", wallet + wallet, "32 bytes in base58"},
		{"PAY_TO_ADDRESS_POLYGON", wallet, "PAY_TO_ADDRESS_POLYGON must be a 0x address"},
		{"PAY_TO_ADDRESS", "", "PAY_TO_ADDRESS is not set"},
	} {
		wrong := maps.Clone(settings)
		wrong[row.name] = row.value
		c, err := ConfigFrom(wrong)
		if err == nil {
			err = c.Live()
		}
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s=%q: %v, want %q", row.name, row.value, err, row.want)
		}
	}
}
