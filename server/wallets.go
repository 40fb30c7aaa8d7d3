package server

import (
	"cmp"
	"slices"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/server/site"
)

// walletNetworks are the payment networks as the pages tell them to wallets. Endpoints that the operator has set may
// hold a key and stay here.
func walletNetworks(networks []x402.Network) map[uint64]site.WalletNetwork {
	known := evm.Networks()
	told := map[uint64]site.WalletNetwork{}
	for _, n := range networks {
		wallet := site.WalletNetwork{
			Name:    cmp.Or(n.V1Name, n.CAIP2),
			RPCURLs: append([]string{}, n.RPCURLs...),
			Currency: site.Currency{
				Name:     "Ether",
				Symbol:   "ETH",
				Decimals: evm.NativeDecimals,
			},
		}

		at := slices.IndexFunc(known, func(k evm.Network) bool { return k.ChainID == n.ChainID })
		if at >= 0 {
			wallet.Currency.Name = known[at].NativeSymbol
			wallet.Currency.Symbol = known[at].NativeSymbol
			if known[at].Blockscout != "" {
				wallet.Explorers = []string{"https://" + known[at].Blockscout}
			}
		}
		told[n.ChainID] = wallet
	}
	return told
}
