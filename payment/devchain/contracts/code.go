// Package contracts holds the compiled contracts of the development chain and their Go bindings.
// See README.md in this folder for the sources and how to rebuild.
package contracts

//go:generate ../../../scripts/contracts/build.sh .

import (
	"embed"
	"encoding/hex"
	"fmt"
	"strings"
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
func Runtime(name string) ([]byte, error) { return Read(artefacts, name) }

// Read is the deployed byte code of the named contract in the folder artefacts of files.
func Read(files embed.FS, name string) ([]byte, error) {
	text, err := files.ReadFile("artefacts/" + name + ".bin-runtime")
	if err != nil {
		return nil, fmt.Errorf("runtime code of %s: %w", name, err)
	}
	code, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil {
		return nil, fmt.Errorf("runtime code of %s: %w", name, err)
	}
	return code, nil
}
