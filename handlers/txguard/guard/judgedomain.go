package guard

import (
	"strings"
)

// domainContracts begin the names that the table of known contracts has for the contracts of a domain.
var domainContracts = map[string]string{
	"Seaport":         "OpenSea Seaport",
	"USD Coin":        "USDC",
	"Blur Exchange":   "Blur exchange",
	"Gnosis Protocol": "CoW Protocol",
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
		j.hit(chainMismatch, "domain", "the domain is for chain %s, not for %s (%d)", d.ChainID, network.Name, network.ChainID)
	}

	contract := d.VerifyingContract
	name, ours := "", false
	if d.Name != nil {
		name, ours = domainContracts[*d.Name]
	}
	if strings.HasPrefix(j.s.Kind, "permit2_") {
		name, ours = "Permit2", true
	}
	switch {
	case contract == nil && j.s.checked:
		j.hit(contractMismatch, "domain", "the domain names no verifying contract, which this kind of message needs")
	case contract == nil:
	case ours && j.has(name) && !strings.HasPrefix(j.known[network.Name][*contract].Name, name):
		weight := points[contractMismatch]
		if name == "Permit2" && j.standing(contract) == published { // markets have copies, with allowances of their own
			weight = ordinary
		}
		j.add(contractMismatch, weight, "domain", "the message is one for %s, but %s is not that contract on %s", name,
			contract.Hex(), network.Name)
	case j.f.Accounts[*contract] == NoCode && j.s.checked:
		j.hit(contractMismatch, "domain", "there is no contract at %s on %s to check the signature", contract.Hex(), network.Name)
	}
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
