package site

import (
	"strings"
	"testing"

	"github.com/farebox/farebox/server/discovery"
	"github.com/farebox/farebox/server/find"
)

// TestCodeOnPagesPaysOnANetworkThatItIsFor: a wallet of EVM where the seller takes payments on an EVM network at all,
// whichever it prefers, and of Solana where it takes them on Solana alone.
func TestCodeOnPagesPaysOnANetworkThatItIsFor(t *testing.T) {
	solana := discovery.Network{CAIP2: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"}
	base := discovery.Network{CAIP2: "eip155:8453"}
	call := find.Call{URL: "https://api.example.com/x"}
	for _, row := range []struct {
		networks         []discovery.Network
		command, js, key string
	}{
		{[]discovery.Network{base, solana}, "farebox pay https", "'eip155:8453', client: new ExactEvmScheme", "NewKey("},
		{[]discovery.Network{solana, base}, "farebox pay https", "'eip155:8453', client: new ExactEvmScheme", "NewKey("},
		{
			[]discovery.Network{solana}, "farebox pay --solana https",
			"'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', client: new ExactSvmScheme", "NewSolanaKey(",
		},
	} {
		k := kitFor(row.networks)
		if got := strings.ReplaceAll(k.payCommand(call), "'", ""); !strings.HasPrefix(got, row.command) {
			t.Errorf("%s", got)
		}
		if got := k.withX402(call); !strings.Contains(got, row.js) {
			t.Errorf("%s", got)
		}
		if got := k.goCode(call, "0.001"); !strings.Contains(got, row.key) {
			t.Errorf("%s", got)
		}
	}
}
