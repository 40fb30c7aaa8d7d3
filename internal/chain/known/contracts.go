// Package known is the table of well-known addresses on EVM chains: contracts that wallets and programs use every
// day (contracts.tsv), and tokens (tokens.go). Each address occurs here and nowhere else.
package known

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/ethereum/go-ethereum/common"
)

// Role is the purpose of a known contract.
type Role string

// The roles of known contracts.
const (
	RoleRouter      Role = "router"      // swaps tokens that it has an allowance for
	RolePool        Role = "pool"        // holds deposits, and trades or returns them
	RolePermit2     Role = "permit2"     // holds allowances for others and checks their signatures
	RoleMarketplace Role = "marketplace" // settles NFT orders, or is such a market's transfer contract
	RoleStablecoin  Role = "stablecoin"
	RoleWrapped     Role = "wrapped_native"
	RoleMultiSend   Role = "multisend" // Safe's batch contract, made to be delegatecalled
	RoleEntryPoint  Role = "entrypoint"
	RoleDelegate    Role = "delegate" // EIP-7702 code of a well-known wallet
	RoleRegistry    Role = "registry"
	RoleMulticall   Role = "multicall"
	RolePayout      Role = "payout"     // pays many at once what it is sent
	RoleCollection  Role = "collection" // well-known NFTs; some predate ERC-165 and do not declare it
)

// Contract is a contract with a well-known address.
type Contract struct {
	Address  common.Address
	Networks []string // where it is; empty: the same contract on every network that has it
	Name     string   // as shown in answers: the project, then its kind and version
	Role     Role
	Source   string // the published list against which the address was checked

	// Explained contracts are named in explanations of transactions.
	Explained bool
	// Trusted contracts count as what their name says in assessments.
	Trusted bool
}

// On reports whether the contract is on the network.
func (c Contract) On(network string) bool {
	return len(c.Networks) == 0 || slices.Contains(c.Networks, network)
}

// Contracts that the code needs by name. All but the registry have one address on every network.
var (
	Permit2    = named("Permit2")
	Multicall3 = named("Multicall3")
	X402Exact  = named("x402 exact payments") // x402ExactPermit2Proxy

	// BasenamesRegistry is where Basenames keeps the owners and resolvers of names, on Base.
	BasenamesRegistry = named("Basenames registry")
)

// Dead is the address without a key to which tokens are sent to burn them.
var Dead = common.HexToAddress("0x000000000000000000000000000000000000dEaD")

// LegacyEther is by which the bridges of the OP Stack name the coin of a rollup. Source: ethereum-optimism/optimism,
// predeploys.
var LegacyEther = common.HexToAddress("0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000")

// Contracts is the table. Its contents are shared; do not change them.
func Contracts() []Contract { return slices.Clone(contracts()) }

// ContractOn is the contract that answers show under this name on a network.
func ContractOn(network, name string) (Contract, bool) {
	for _, c := range contracts() {
		if c.Name == name && c.On(network) {
			return c, true
		}
	}
	return Contract{}, false
}

// contracts is built once and never changes.
var contracts = sync.OnceValue(func() []Contract {
	var list []Contract
	for _, g := range groups() {
		for _, r := range g.rows {
			c := Contract{
				Address:   common.HexToAddress(r.address),
				Name:      r.name,
				Role:      r.role,
				Source:    g.source,
				Explained: g.explained,
				Trusted:   g.trusted,
			}
			if r.networks != "" {
				c.Networks = strings.Split(r.networks, ",")
			}
			list = append(list, c)
		}
	}
	return list
})

// named is the address of the first contract of a name.
func named(name string) common.Address {
	for _, c := range contracts() {
		if c.Name == name {
			return c.Address
		}
	}
	return common.Address{}
}

//go:embed contracts.tsv
var contractsText string

// groups are all rows of contracts.tsv as written.
func groups() []group {
	var list []group
	for line := range strings.Lines(contractsText) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case line[0] == '#':
		case len(cells) == 2:
			list = append(list, group{
				source:    cells[0],
				explained: strings.Contains(cells[1], "explained"),
				trusted:   strings.Contains(cells[1], "trusted"),
			})
		case len(cells) == 4:
			g := &list[len(list)-1]
			g.rows = append(g.rows, row{cells[0], strings.TrimPrefix(cells[1], everywhere), Role(cells[2]), cells[3]})
		}
	}
	return list
}

// group is rows from one source, for the same readers.
type group struct {
	source    string
	explained bool
	trusted   bool
	rows      []row
}

// row is one address. Networks are separated by commas; there are none if it is everywhere.
type row struct {
	address  string
	networks string
	role     Role
	name     string
}

// everywhere is written for a contract that deterministic deployment puts at one address on every network, or that is
// on one network only.
const everywhere = "*"
