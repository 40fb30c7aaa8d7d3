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

func (j *judge) domain() {
	if !j.s.Signed || j.s.Plain {
		return
	}
	d := j.s.Domain
	network := j.s.Network

	if strings.HasPrefix(j.s.Kind, "hyperliquid_") { // the chain is that of the wallet, and any
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
	if contract == nil || d.Name == nil {
		return
	}
	name := domainContracts[*d.Name]
	if name == "" || !j.has(name) || strings.HasPrefix(j.known[network.Name][*contract].Name, name) {
		return
	}
	weight := points[contractMismatch]
	if j.standing(contract) == published { // markets have copies, with allowances of their own
		weight = ordinary
	}
	j.add(contractMismatch, weight, "domain", "the message is one for %s, but %s is not that contract on %s", name,
		contract.Hex(), network.Name)
}

// has says whether the table has a contract of that name on the network at all: where it has none, nothing can be said.
func (j *judge) has(name string) bool {
	for _, k := range j.known[j.s.Network.Name] {
		if strings.HasPrefix(k.Name, name) {
			return true
		}
	}
	return false
}
