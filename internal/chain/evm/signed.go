package evm

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// Places of the simulation of a signature.
var (
	recovery = common.BytesToAddress([]byte{1}) // the precompile that recovers a signer
	aside    = common.BytesToAddress([]byte("recovery"))
)

// AsSigner are the overrides by which each digest counts as signed by an account: the precompile that recovers signers
// answers with it. Geth, and clients with its overrides (movePrecompileToAddress), have that in eth_simulateV1.
func AsSigner(signer common.Address) map[common.Address]Override {
	return map[common.Address]Override{recovery: {Code: Signing(signer), MovePrecompileTo: &aside}}
}

// Signing is the code of a precompile that finds the signer in whatever it is asked.
func Signing(signer common.Address) []byte {
	return slices.Concat(common.FromHex("73"), signer[:], common.FromHex("600052"+"60206000f3"))
}
