package guard

import (
	"math/big"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	coretypes "github.com/ethereum/go-ethereum/core/types"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/txexplain"
)

// Account says what is at an address.
type Account int

// What can be at an address. Unread means that nobody has looked.
const (
	Unread    Account = iota
	NoCode            // a plain account, or nothing at all
	Contract          // code of its own
	Delegated         // a plain account that borrows a contract's code (EIP-7702)
)

// AccountOf tells from the code at an address what is there, and of a delegated account whose code it runs (EIP-7702).
func AccountOf(code []byte) (kind Account, delegate common.Address) {
	if len(code) == 0 {
		return NoCode, common.Address{}
	}
	if delegate, ok := coretypes.ParseDelegation(code); ok {
		return Delegated, delegate
	}
	return Contract, common.Address{}
}

// Token is what a token contract says of itself.
type Token struct {
	Symbol   string
	Decimals int
}

// Listing is an entry of a list of bad addresses.
type Listing struct {
	List       string // its name, for the message
	Sanctioned bool   // an official sanctions list, in contrast to one of thieves
}

// Facts is what is known about the addresses of a request. The zero value knows nothing.
type Facts struct {
	OnChain   bool // the network answered
	Accounts  map[common.Address]Account
	Delegates map[common.Address]common.Address // of delegated accounts
	Young     map[common.Address]bool           // created within three days; absent when not known
	Verified  map[common.Address]bool           // source published; absent when not known
	// Unpublished are contracts of which Sourcify was asked and has no source. They are not in Verified.
	Unpublished map[common.Address]bool

	// ABIs are those of contracts with a published source, and of the code behind a proxy.
	ABIs map[common.Address]*abi.ABI

	Tokens   map[common.Address]Token
	NFTs     map[common.Address]bool     // of Question.Tokens: NFTs by their own word (ERC-165), or well known ones
	Balances map[common.Address]*big.Int // of Subject.From, by token

	// Prices are dollars for a whole token; the network's own coin has that of its wrapped form. A token whose price is
	// not known, or is in doubt, is absent.
	Prices map[common.Address]decimal.Decimal

	ListsRead bool // the list of bad addresses was there to be asked
	Listed    map[common.Address]Listing
}

// Question is what to look up for a request, the most telling first.
type Question struct {
	Accounts []common.Address // whose code matters
	Parties  []common.Address // those of them whose age matters too: spenders and operators
	Tokens   []common.Address // whose symbol and decimals to show
	Balances []common.Address // tokens of which From's balance matters
}

// What is looked up for one request at most. The accounts fit into one request to an endpoint.
const (
	maxAccounts = 48
	maxQuestion = 16 // of each other kind
)

// Ask lists what would help to judge the subject.
func (s *Subject) Ask() Question {
	var q Question
	put := func(list *[]common.Address, most int) func(...*common.Address) {
		return func(all ...*common.Address) {
			for _, a := range all {
				if a != nil && *a != zero && len(*list) < most && !slices.Contains(*list, *a) {
					*list = append(*list, *a)
				}
			}
		}
	}
	account := put(&q.Accounts, maxAccounts)
	party := put(&q.Parties, maxQuestion)
	token := put(&q.Tokens, maxQuestion)
	balance := put(&q.Balances, maxQuestion)

	for i := range s.Actions {
		a := &s.Actions[i]
		if !a.Grants() {
			continue
		}
		account(a.Spender)
		if a.Kind == Approval || a.Kind == ApprovalForAll {
			party(a.Spender)
		}
	}
	account(s.To, s.From)
	for i := range s.Actions {
		a := &s.Actions[i]
		account(a.Contract, a.Recipient)
		if a.Kind != Approval && a.Kind != Transfer && a.Kind != TransferFrom {
			continue
		}
		token(a.Token)
		if s.From != nil {
			balance(a.Token)
		}
	}
	for _, x := range s.exchanges {
		for _, a := range slices.Concat(x.gives, x.gets) {
			if a.token != nil && (*a.token == zero || *a.token == coinMarker) {
				a.token = &s.Network.Wrapped
			}
			token(a.token)
		}
	}

	for i := range s.strangers {
		account(&s.strangers[i].who)
	}
	s.askEffects(account, token)
	s.askAge(func(all ...*common.Address) {
		account(all...)
		party(all...)
	})
	return q
}

// askAge lists whose age matters, spenders aside: who gets coins, an NFT, votes or something unknown.
func (s *Subject) askAge(put func(...*common.Address)) {
	for i := range s.Actions {
		a := &s.Actions[i]
		sends := a.Kind == NativeTransfer || a.Kind == Transfer || a.Kind == TransferFrom
		switch {
		case sends && orZero(a.Amount).Sign() > 0, a.TokenID != nil, a.proceeds:
			put(a.Recipient)
		}
	}

	for _, x := range s.exchanges {
		for _, a := range x.gets {
			put(a.token)
		}
	}
	for i := range s.strangers {
		put(&s.strangers[i].who)
	}
	if s.executed() {
		put(s.effects.target)
	}
	s.askEffects(func(...*common.Address) {}, put)
}

// askEffects lists who gains by an execution, and what the accounts at stake lose and get.
func (s *Subject) askEffects(account, token func(...*common.Address)) {
	if !s.executed() {
		return
	}
	for _, own := range s.own() {
		lost, gained := s.effects.of(own)
		for _, c := range append(gained, lost...) {
			if c.Asset.Standard == txexplain.Native {
				token(&s.Network.Wrapped)
				continue
			}
			token(&c.Asset.Contract)
			account(&c.Asset.Contract)
		}
	}

	for _, who := range s.effects.order {
		if _, gained := s.effects.of(who); len(gained) > 0 {
			account(&who)
		}
	}
}

// learn puts facts about contracts into the actions: approve and transferFrom are the same functions for tokens
// and for NFTs, where the number is an id. A contract that may be either stays a token with an amount: that is the
// graver reading.
func (e *Engine) learn(s *Subject, f Facts) {
	for i := range s.Actions {
		a := &s.Actions[i]
		if a.Standard != "ERC-20" || a.Token == nil || a.Kind != Approval && a.Kind != TransferFrom {
			continue
		}
		if !f.NFTs[*a.Token] && e.known[s.Network.Name][*a.Token].Role != RoleCollection {
			continue
		}
		a.Standard = "ERC-721"
		a.TokenID = a.Amount
		a.Amount = nil
		a.Unlimited = false
		if a.Kind == Approval {
			a.Approved = new(orNobody(a.Spender) != zero)
		}
	}
}

// clock bounds deadlines.
type clock struct{ now time.Time }

// until says how long it is until a deadline in Unix seconds; forever when it is beyond any date.
func (c clock) until(deadline *big.Int) (left time.Duration, ever bool) {
	if deadline.BitLen() > 40 { // beyond the year 36000
		return 0, true
	}
	seconds := deadline.Int64() - c.now.Unix()
	if seconds > int64(100*365*24*3600) {
		return 0, true
	}
	return time.Duration(seconds) * time.Second, false
}
