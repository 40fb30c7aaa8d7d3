package server

import (
	"cmp"
	"slices"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/server/site"
)

// walletNetworks are the EVM networks that payments are taken on, as the pages tell them to wallets. Endpoints that the
// operator has set may hold a key and stay here.
func walletNetworks(networks []x402.Network) map[uint64]site.WalletNetwork {
	known := evm.Networks()
	told := map[uint64]site.WalletNetwork{}
	for _, n := range x402.OfKind(networks, x402.EVM) {
		if n.Permit2 {
			continue // the page signs authorizations of EIP-3009
		}
		wallet := site.WalletNetwork{
			Name:    n.Name,
			RPCURLs: append([]string{}, n.RPCURLs...),
			Currency: site.Currency{
				Name:     "Ether",
				Decimals: evm.NativeDecimals,
			},
		}

		wallet.Currency.Symbol = cmp.Or(coinSymbol(n), "ETH") // wallets want one
		at := slices.IndexFunc(known, func(k evm.Network) bool { return k.ChainID == n.ChainID })
		if at >= 0 {
			wallet.Currency.Name = known[at].NativeSymbol
			if known[at].Blockscout != "" {
				wallet.Explorers = []string{"https://" + known[at].Blockscout}
			}
		}
		told[n.ChainID] = wallet
	}
	return told
}

// coinSymbol is that of the coin that a network's transactions are paid in; "" where it is not known.
func coinSymbol(n x402.Network) string {
	if n.Coin != "" {
		return n.Coin
	}
	for _, k := range evm.Networks() {
		if n.Kind == x402.EVM && k.ChainID == n.ChainID {
			return k.NativeSymbol
		}
	}
	return ""
}

// keyNetwork is the network that ATTESTOR_KEY, which is one of EVM, is said to belong to: the first EVM network that
// payments are taken on, or Base.
func keyNetwork(networks []x402.Network) x402.Network {
	if evm := x402.OfKind(networks, x402.EVM); len(evm) > 0 {
		return evm[0]
	}
	return x402.Builtin()[0]
}
