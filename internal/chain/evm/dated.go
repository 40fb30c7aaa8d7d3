package evm

import "github.com/farebox/farebox/internal/dated"

// Dated declares the table of networks.
var Dated = dated.Table{
	Name:  "evm_networks",
	Holds: "EVM networks: identifiers, block times, fee rules of rollups, contracts of the system.",
	Source: "Chain definitions of viem, Chainlink's list of sequencer feeds, the explorers' " +
		"lists of chains",
	URL:    "https://github.com/wevm/viem",
	AsOf:   "2026-11-20",
	Renew:  "Not needed: identifiers stay; a receipt carries the fees that an upgrade changes, and the answer says so if it lacks them.",
	Routes: []string{"/gas", "/tx", "/tx/explain", "/token/meta", "/wallet/balances", "/code"},
}
