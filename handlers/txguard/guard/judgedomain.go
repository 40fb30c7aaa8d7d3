package guard

import "strings"

// domainContracts begin the names that the table of known contracts has for the contracts of a domain.
var domainContracts = map[string]string{
	"Permit2":                 "Permit2",
	"Seaport":                 "OpenSea Seaport",
	"Polymarket CTF Exchange": "Polymarket",
	"USD Coin":                "USDC",
	"Blur Exchange":           "Blur exchange",
	"Gnosis Protocol":         "CoW Protocol",
}

// domain compares the domain of typed data with the network, and its contract with the one whose name it has. Where the
// table has none of that name on the network, nothing can be said; markets have copies, with published sources.
func (j *judge) domain() {
	d := j.s.Domain
	network := j.s.Network
	if !j.s.Signed || j.s.Plain || strings.HasPrefix(j.s.Kind, "hyperliquid_") { // whose chain is that of the wallet, and any
		return
	}

	switch {
	case d.ChainID == nil:
		j.add(noChainID, 0, "domain", "the domain has no chain id: unless the contract adds it otherwise, the signature is good on every chain")
	case !d.ChainID.IsUint64() || d.ChainID.Uint64() != network.ChainID:
		weight := points[chainMismatch]
		if !j.s.checked { // by no contract that is known to look at it
			weight = chainUnchecked
		}
		j.add(chainMismatch, weight, "domain", "the domain is for chain %s, not for %s (%d)", d.ChainID, network.Name, network.ChainID)
	}

	contract := d.VerifyingContract
	if j.s.checked && (contract == nil || j.f.Accounts[*contract] == NoCode) {
		j.hit(contractMismatch, "domain", "there is no contract on %s to check the signature", network.Name)
	}
	if contract == nil || d.Name == nil || domainContracts[*d.Name] == "" || j.standing(contract) == published {
		return
	}
	has := false
	for at, k := range j.known[network.Name] {
		named := strings.HasPrefix(k.Name, domainContracts[*d.Name])
		if named && at == *contract {
			return
		}
		has = has || named
	}
	if has {
		j.hit(contractMismatch, "domain", "the message is one for %s, but %s is not that contract on %s", *d.Name,
			contract.Hex(), network.Name)
	}
}
