// Package contracts holds the compiled contracts of the development chain and their Go bindings.
// See README.md in this folder for the sources and how to rebuild.
package contracts

//go:generate ../../../scripts/contracts/build.sh .

import (
	"embed"

	"github.com/farebox/farebox/internal/chain/artefact"
)

//go:embed artefacts/*.bin-runtime
var artefacts embed.FS

// Names of the contracts, as Runtime takes them.
const (
	DollarName    = "TestDollar"
	MulticallName = "Multicall"
	WalletName    = "TestWallet"
	BurnerName    = "GasBurner"
	FactoryName   = "TestFactory"
	ChannelsName  = "TestChannels"
	CollectorName = "TestCollector"
	PlainName     = "TestPlainDollar"
	Permit2Name   = "TestPermit2"
	ProxyName     = "TestPermit2Proxy"
)

// Runtime is the deployed byte code of the named contract, as it is put into genesis.
func Runtime(name string) ([]byte, error) { return artefact.Runtime(artefacts, name) }
