// Package attest signs and verifies attestations about a fetched page, in two forms: a typed-data signature of our
// own struct (EIP-712), and an off-chain attestation of the Ethereum Attestation Service (EAS), versions 2, 1 and
// legacy. It needs no chain: it recomputes everything from the attestation and does not trust what the attestation
// claims (its uid, its signer).
//
// Formats: EIP-712 (eips.ethereum.org/EIPS/eip-712) and the off-chain part of the EAS SDK
// (github.com/ethereum-attestation-service/eas-sdk, src/offchain).
package attest
