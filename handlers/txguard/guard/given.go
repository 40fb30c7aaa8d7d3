package guard

import "github.com/ethereum/go-ethereum/common"

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
