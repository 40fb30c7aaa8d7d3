package evm

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// The storage slots where proxies keep their implementation, its beacon, and their admin (EIP-1967).
var (
	ImplementationSlot = proxySlot("eip1967.proxy.implementation")
	BeaconSlot         = proxySlot("eip1967.proxy.beacon")
	AdminSlot          = proxySlot("eip1967.proxy.admin")
)

// proxySlot is the hash of a name minus one: a slot that no variable of a contract can have.
func proxySlot(name string) common.Hash {
	hash := crypto.Keccak256Hash([]byte(name)).Big()
	return common.BigToHash(hash.Sub(hash, big.NewInt(1)))
}
