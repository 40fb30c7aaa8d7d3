package guard

import "strings"

// domainContracts are the contracts that a domain name belongs to, by role in the table of known ones.
var domainContracts = map[string]Role{
	"Permit2":                  RolePermit2,
	"Seaport":                  RoleMarketplace,
	"USD Coin":                 RoleStablecoin,
	"USDC":                     RoleStablecoin,
	"EURC":                     RoleStablecoin,
	"Dai Stablecoin":           RoleStablecoin,
	"Blur Exchange":            RoleMarketplace,
	"LooksRareProtocol":        RoleMarketplace,
	"LooksRareExchange":        RoleMarketplace,
	"Gnosis Protocol":          RoleRouter,
	"ERC4337":                  RoleEntryPoint,
	"1inch Aggregation Router": RoleRouter,
	"Spend Permission Manager": RoleRegistry,
	polymarketDomain:           RoleRouter,
	zeroExDomain:               RoleRouter,
}

// knownNames are the words that the table's name for such a contract begins with.
var knownNames = map[string]string{
	"Permit2":                  "Permit2",
	"Seaport":                  "OpenSea Seaport",
	"USD Coin":                 "USDC",
	"USDC":                     "USDC",
	"EURC":                     "EURC",
	"Dai Stablecoin":           "DAI",
	"Blur Exchange":            "Blur",
	"LooksRareProtocol":        "LooksRare",
	"LooksRareExchange":        "LooksRare",
	"Gnosis Protocol":          "CoW Protocol",
	"ERC4337":                  "ERC-4337 EntryPoint",
	"1inch Aggregation Router": "1inch",
	"Spend Permission Manager": "Coinbase spend permissions",
	polymarketDomain:           "Polymarket",
	zeroExDomain:               "0x Exchange Proxy",
}

// needsContract are kinds of messages that are worthless without a contract that checks them.
var needsContract = map[string]bool{
	"connector_permit":               true,
	"permit":                         true,
	"dai_permit":                     true,
	"permit2_single":                 true,
	"permit2_batch":                  true,
	"permit2_transfer":               true,
	"permit2_batch_transfer":         true,
	"permit2_witness_transfer":       true,
	"permit2_witness_batch_transfer": true,
	"transfer_authorization":         true,
	"receive_authorization":          true,
	"seaport_order":                  true,
	"seaport_bulk_order":             true,
	"safe_transaction":               true,
	"user_operation":                 true,
	"safe_operation":                 true,
	"meta_transaction":               true,
	"nft_permit_for_all":             true,
	"credit_delegation":              true,
	"account_authorization":          true,
}

func (j *judge) domain() {
	if !j.s.Signed || j.s.Plain {
		return
	}
	d := j.s.Domain
	network := j.s.Network

	if d.Name != nil && (*d.Name == hyperliquidDomain || *d.Name == exchangeDomain) &&
		strings.HasPrefix(j.s.Kind, "hyperliquid_") {
		if d.VerifyingContract != nil && *d.VerifyingContract != zero {
			j.hit(contractMismatch, "domain", "Hyperliquid's messages name no contract, but this one names %s",
				d.VerifyingContract.Hex())
		}
		return // the chain is that of the wallet, and any
	}

	switch {
	case d.ChainID == nil:
		j.add(noChainID, 0, "domain", "the domain has no chain id: unless the contract adds it otherwise, the signature is good on every chain")
	case !d.ChainID.IsUint64() || d.ChainID.Uint64() != network.ChainID:
		j.hit(chainMismatch, "domain", "the domain is for chain %s, not for %s (%d)", d.ChainID, network.Name, network.ChainID)
	}

	contract := d.VerifyingContract
	if contract == nil {
		if needsContract[j.s.Kind] {
			j.hit(contractMismatch, "domain", "the domain names no verifying contract, which this kind of message needs")
		}
		return
	}

	if d.Name != nil {
		if role, ours := domainContracts[*d.Name]; ours && j.expects(*d.Name) {
			k, ok := j.known[network.Name][*contract]
			if !ok || k.Role != role || !strings.HasPrefix(k.Name, knownNames[*d.Name]) {
				j.hit(contractMismatch, "domain", "the domain is named %s, but %s is not that contract on %s", *d.Name, contract.Hex(), network.Name)
				return
			}
		}
	}

	if strings.HasPrefix(j.s.Kind, "permit2_") && *contract != permit2 {
		j.hit(contractMismatch, "domain", "the message is one of Permit2, but %s is not the Permit2 contract", contract.Hex())
		return
	}

	if kind := j.f.Accounts[*contract]; kind == NoCode {
		j.hit(contractMismatch, "domain", "there is no contract at %s on %s to check the signature", contract.Hex(), network.Name)
	}
}

// expects says whether the table has the contract of that name on the network at all: where it has
// none, nothing can be said.
func (j *judge) expects(name string) bool {
	for _, k := range j.known[j.s.Network.Name] {
		if k.Role == domainContracts[name] && strings.HasPrefix(k.Name, knownNames[name]) {
			return true
		}
	}
	return false
}
