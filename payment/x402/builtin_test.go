package x402_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/chain/known"
	"github.com/farebox/farebox/payment/x402"
)

// clientsOfVersion1 are the networks that npm's x402 1.2.0 knows by name. It drops a whole quote that names another.
var clientsOfVersion1 = []string{
	"abstract", "abstract-testnet", "base-sepolia", "base", "avalanche-fuji", "avalanche", "iotex", "solana-devnet",
	"solana", "sei", "sei-testnet", "polygon", "polygon-amoy", "peaq", "story", "educhain", "skale-base-sepolia",
}

func TestVersion1NamesOfNetworksAreThoseThatItsClientsKnow(t *testing.T) {
	for _, n := range x402.Builtin() {
		knows := slices.Contains(clientsOfVersion1, n.Name)
		if knows != (n.V1Name != "") || knows && n.V1Name != n.Name {
			t.Errorf("%s has the version 1 name %q", n.Name, n.V1Name)
		}
	}
}

func TestNetworksAreNamedOnceAndComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, n := range x402.Builtin() {
		for _, name := range []string{n.CAIP2, n.Name, n.Setting(), n.Token()} {
			if name == "" || seen[n.CAIP2+name] {
				t.Errorf("%s: %q is empty or there twice", n.CAIP2, name)
			}
			seen[n.CAIP2+name] = true
		}
		isSigned := n.AssetName != "" && n.AssetVersion != "" && n.ChainID != 0
		if isSigned != (n.Kind == x402.EVM) || len(n.RPCURLs) == 0 || n.FinalDepth == 0 || n.Decimals != 6 {
			t.Errorf("%+v", n)
		}
	}
}

// TestTokensOfNetworksAreTheUSDCThatOthersSayItIs compares two tables that were written from different sources.
func TestTokensOfNetworksAreTheUSDCThatOthersSayItIs(t *testing.T) {
	compared := 0
	for _, n := range x402.OfKind(x402.Builtin(), x402.EVM) {
		token, ok := known.TokenOn(n.Name, n.Symbol)
		if !ok {
			continue
		}
		compared++
		if token.Address != n.Asset || int32(token.Decimals) != n.Decimals {
			t.Errorf("%s: %s here, %s there", n.Name, n.Asset, token.Address)
		}
	}
	if compared < 5 {
		t.Errorf("only %d were compared", compared)
	}
}

func TestDocumentListsTheNetworksAsTheyAre(t *testing.T) {
	page, err := os.ReadFile("../../docs/payments/networks.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range x402.Builtin() {
		old := ""
		if n.V1Name != "" {
			old = " yes"
		}
		row := fmt.Sprintf("| `%s` | `%s` |%s | `%s` |", n.Name, n.CAIP2, old, n.Token())
		if n.AssetName != "" {
			row += " " + n.AssetName + " |"
		}
		if !strings.Contains(string(page), row) {
			t.Errorf("no row %s", row)
		}
	}
}
