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

// AsSigned are the overrides by which a digest counts as signed by an account, whatever signature comes with it: the
// precompile that recovers signers answers for the digest with the account, and does its work for any other. Geth,
// and clients with its overrides (movePrecompileToAddress), have that in eth_simulateV1. Others find the signature
// wrong, so that a call that fails says nothing.
func AsSigned(signer common.Address, digest common.Hash) map[common.Address]Override {
	var code []byte
	for _, part := range [][]byte{
		common.FromHex("5f357f"), digest[:], common.FromHex("14604b57"), // is the first word the digest? then on at 0x4b
		common.FromHex("365f5f37" + "60205f365f73"), aside[:], // no: all of it to the precompile itself
		common.FromHex("5afa50" + "3d5ff3"),                                    // whose answer is returned
		common.FromHex("5b73"), signer[:], common.FromHex("5f52" + "60205ff3"), // yes: the signer
	} {
		code = append(code, part...)
	}
	return map[common.Address]Override{recovery: {Code: code, MovePrecompileTo: &aside}}
}

// AsSigner are the overrides by which each digest counts as signed by an account.
func AsSigner(signer common.Address) map[common.Address]Override {
	return map[common.Address]Override{recovery: {Code: Signing(signer), MovePrecompileTo: &aside}}
}

// Signing is the code of a precompile that finds the signer in whatever it is asked.
func Signing(signer common.Address) []byte {
	return slices.Concat(common.FromHex("73"), signer[:], common.FromHex("600052"+"60206000f3"))
}

// consents is the code of a contract that says yes to each signature (ERC-1271).
var consents = common.FromHex("631626ba7e60e01b5f5260205ff3")

// AsSignedByContract is AsSigned for an account with code, which checkers ask whether it has signed.
func AsSignedByContract(signer common.Address, digest common.Hash) map[common.Address]Override {
	out := AsSigned(signer, digest)
	out[signer] = Override{Code: consents}
	return out
}
