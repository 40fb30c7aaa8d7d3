// Package contracts holds Go bindings of the contracts read on public networks, one per ABI in the folder abi, made
// by scripts/abigen.sh. The ABIs are the used parts, written from the contracts' documentation: Multicall3's
// README, ERC-20, ERC-165, ERC-173 with the getOwner of BEP-20, OpenZeppelin's Pausable, ENSIP-1 to ENSIP-19,
// EIP-3668, OP Stack predeploys, Arbitrum precompiles.
package contracts
