package server

import (
	"fmt"
	"strings"
)

// Setting is one environment variable as the documents describe it.
type Setting struct {
	Name    string
	Default string
	Help    string
	Secret  bool
}

// Settings are all variables with fixed names, in the order of Config.
func Settings() []Setting {
	var out []Setting
	for f := range fields() {
		help := f.Tag.Get("help")
		if b := boundOf(f); b.min != "" {
			help += fmt.Sprintf(" From %s to %s.", b.min, b.max)
		}
		out = append(out, Setting{
			Name:    f.Tag.Get("env"),
			Default: f.Tag.Get("envDefault"),
			Help:    help,
			Secret:  f.Tag.Get("secret") == "true",
		})
	}

	return append(out,
		Setting{Name: "PAY_TO_ADDRESS_<NETWORK>", Help: "Who is paid on one network: PAY_TO_ADDRESS_SOLANA, PAY_TO_ADDRESS_POLYGON... On an EVM network an address instead of PAY_TO_ADDRESS. On Solana the address of a wallet, in base58, which needs a token account for USDC before anything is sold."},
		Setting{Name: "RPC_URL_<NETWORK>", Help: "JSON-RPC endpoints of a network, comma-separated, preferred first: RPC_URL_BASE, RPC_URL_BASE_SEPOLIA, RPC_URL_ETHEREUM... Data is read from the keyless public ones when they fail; payments are only read from these."},
		Setting{Name: "RPC_PUBLIC_<NETWORK>", Help: "off: the keyless public endpoints of the network are never asked for data."},
		Setting{Name: "PAYMENT_RPC_URL_<NETWORK>", Help: "Endpoints for payments alone, instead of RPC_URL_<NETWORK>. farebox dev sets it to its own chain, so that data still comes from the real network."},
		Setting{Name: "UPSTREAM_<NAME>_URL", Help: "Another base URL for a data provider. Names and keys of providers are in docs/upstreams.md."},
		Setting{Name: "UPSTREAM_<NAME>_COST_USD", Help: "Dollars that one answered request to the provider costs by your plan, for the costs on the dashboard. From 0 to 1000, with at most nine decimals."},
		Setting{Name: "UPSTREAM_<NAME>_BUDGET", Help: "What the provider may be asked within 24 hours: requests, such as 500, or dollars, such as $2.50, which need UPSTREAM_<NAME>_COST_USD. Once it is spent, routes that need the provider are closed before a payment."},
	)
}

// SecretFilesHelp says which settings can be in files.
const SecretFilesHelp = "A secret, a key of a data provider or an RPC_URL can be in a file: " +
	"NAME_FILE is its path, and counts when NAME is empty."

// ConfigHelp is the settings as plain text.
func ConfigHelp() string {
	var b strings.Builder
	b.WriteString("Environment. " + SecretFilesHelp + "\n")
	for _, s := range Settings() {
		fmt.Fprintf(&b, "\n  %s", s.Name)
		if s.Default != "" {
			fmt.Fprintf(&b, " (default %s)", s.Default)
		}
		fmt.Fprintf(&b, "\n    %s\n", s.Help)
	}
	return b.String()
}
