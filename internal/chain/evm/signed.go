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

// AsSigned are the overrides by which one digest counts as signed by an account, whatever signature comes with it, and
// no other does. Checkers recover the signer, or ask an account with code whether it has signed (ERC-1271).
func AsSigned(signer common.Address, digest common.Hash) map[common.Address]Override {
	// The answer if the word at a place is the digest, else zero.
	told := func(at, answer string) []byte {
		is := slices.Concat(common.FromHex("60"+at+"357f"), digest[:], common.FromHex("14"))
		return slices.Concat(is, common.FromHex(answer+"02600052"+"60206000f3"))
	}
	return map[common.Address]Override{
		recovery: {Code: told("00", "73"+common.Bytes2Hex(signer[:])), MovePrecompileTo: &aside},
		signer:   {Code: told("04", "631626ba7e60e01b")},
	}
}

// Signing is the code of a precompile that finds the signer in whatever it is asked.
func Signing(signer common.Address) []byte {
	return slices.Concat(common.FromHex("73"), signer[:], common.FromHex("600052"+"60206000f3"))
}
