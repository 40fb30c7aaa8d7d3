package guard

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// payee looks at who gets what the owner is owed: a swap, an order or a withdrawal that pays somebody else is a gift.
// What a router or a caller of calls gets goes to whoever asks it next.
func (j *judge) payee(a *Action) {
	to := a.Recipient
	owner := cmp.Or(a.Owner, j.s.From)
	if !a.proceeds || orNobody(to) == zero || is(owner, *to) || is(a.Contract, *to) ||
		!j.s.Signed && is(j.s.From, *to) {
		return
	}

	known, ok := j.at(to)
	contract := j.f.Accounts[*to] == Contract
	code := foreignRecipient
	weight := points[foreignRecipient]
	switch {
	case ok && !opens(known), j.s.meant[*to]:
		code = knownCounterparty
		weight = 0
	case owner == nil:
		code = recipientUnchecked
		weight = 0
	case a.Kind == Transfer && j.below(a, someMoney):
		weight = passedLittle
	case a.Kind == Call && contract && !j.untold(*to):
		weight = publishedPayee
	}
	j.add(code, weight, a.Path, "what is owed to %s goes to %s, %s", text(owner), to.Hex(),
		cmp.Or(known.Name, standingText[j.standing(to)]))
}

// gains are what an account gains by the execution.
func (j *judge) gains(who common.Address) []Change {
	_, gained := j.s.effects.of(who)
	return gained
}

// poisoned compares a party with the addresses it may be mistaken for: people compare the first and last
// digits only, and thieves make addresses that agree in those.
func (j *judge) poisoned(a *Action) {
	known := j.known[j.s.Network.Name]
	others := []common.Address{orNobody(j.s.To), orNobody(j.s.From), orNobody(a.Owner), orNobody(a.Token)}
	others = slices.Concat(others, slices.Collect(maps.Keys(j.s.meant)), slices.Collect(maps.Keys(known)))
	for _, party := range []*common.Address{a.Spender, a.Recipient} {
		if _, ok := j.at(party); ok || orNobody(party) == zero {
			continue
		}
		like := func(o common.Address) bool { // many begin like a number
			return o[0] != 0 && o != *party && bytes.Equal(o[:2], party[:2]) && bytes.Equal(o[18:], party[18:])
		}
		if i := slices.IndexFunc(others, like); i >= 0 {
			j.hit(addressPoisoning, a.Path, "%s looks like %s (%s), but is another address", party.Hex(), others[i].Hex(),
				cmp.Or(known[others[i]].Name, "which is also in the request"))
			return
		}
	}
}

// actionAt is the first action at a path, nil where there is none.
func (s *Subject) actionAt(path string) *Action {
	for i := range s.Actions {
		if s.Actions[i].Path == path {
			return &s.Actions[i]
		}
	}
	return nil
}

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

// Points of things that are given away.
const (
	rightsGiven = 75 // a name, a lock or a position in a pool, which stand for money
	sweptAway   = 35 // many kinds of things for the same account
)

// From swept on, a request looks like the emptying of a wallet: two tokens for one account, or three NFTs. Two are a
// gift.
const (
	ofToken = 3
	ofNFT   = 2
	swept   = 6
)

// given looks at who gets what stands for something else. A plain transfer to a plain account is somebody's payment or
// gift, unless the caller says whom it means to pay.
func (j *judge) given(a *Action) {
	if len(j.s.meant) > 0 && j.foreign(a) && j.personal(*a.Recipient) {
		j.add(foreignRecipient, takenAway, a.Path, "%s is paid, which is none of payees", a.Recipient.Hex())
		return
	}
	k, ok := j.at(a.Token)
	if !ok || a.TokenID == nil || k.Role != RoleRegistry && !k.pool || !j.foreign(a) {
		return
	}
	if to := *a.Recipient; j.f.Accounts[to] != Contract || j.untold(to) {
		j.add(foreignRecipient, rightsGiven, a.Path, "what stands for something in %s goes to %s", k.Name, to.Hex())
	}
}

// foreign says whether something goes to an account that is neither its owner's nor the sender's, is not well known,
// and that the caller does not mean to pay.
func (j *judge) foreign(a *Action) bool {
	to := orNobody(a.Recipient)
	_, known := j.at(&to)
	return !known && to != zero && to != dead && !is(a.Owner, to) && !is(j.s.From, to) && !j.s.meant[to]
}

// swept looks for requests that give many kinds of things to the same account.
func (j *judge) swept() {
	kinds := map[common.Address]map[string]int{}
	for i := range j.s.Actions {
		a := &j.s.Actions[i]
		if a.Kind != Transfer && a.Kind != TransferFrom && a.Kind != NativeTransfer || !j.foreign(a) {
			continue
		}

		to := *a.Recipient
		if kinds[to] == nil {
			kinds[to] = map[string]int{}
		}
		kind := orNobody(a.Token).Hex()
		if a.TokenID == nil {
			kinds[to][kind] = ofToken
		} else { // each NFT is one of its kind
			kinds[to][kind+a.TokenID.String()] = ofNFT
		}

		sum := 0
		for _, n := range kinds[to] {
			sum += n
		}
		if sum >= swept {
			j.add(foreignRecipient, sweptAway, a.Path, "%d kinds of things go to %s at once: that is what the "+
				"emptying of a wallet looks like", len(kinds[to]), to.Hex())
		}
	}
}
