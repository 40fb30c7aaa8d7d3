package guard

import (
	"math/big"
	"slices"

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

// AccountOf tells from the code at an address what is there.
func AccountOf(code []byte) Account {
	if _, delegated := coretypes.ParseDelegation(code); delegated {
		return Delegated
	}
	if len(code) > 0 {
		return Contract
	}
	return NoCode
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
	OnChain  bool // the network answered
	Accounts map[common.Address]Account
	Young    map[common.Address]bool // created within three days; absent when not known
	Verified map[common.Address]bool // source published; absent when not known
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
	Parties  []common.Address // the first of them, whose age matters too
	Tokens   []common.Address // whose symbol and decimals to show
	Balances []common.Address // tokens of which From's balance matters
}

// What is looked up for one request at most. The accounts fit into one request to an endpoint.
const (
	maxAccounts = 48
	maxQuestion = 16 // of each other kind
	maxSources  = 6
)

// addresses are some, each once.
type addresses []common.Address

func (a *addresses) put(all ...*common.Address) {
	for _, one := range all {
		if orNobody(one) != zero && !slices.Contains(*a, *one) {
			*a = append(*a, *one)
		}
	}
}

func (a addresses) most(n int) []common.Address { return a[:min(len(a), n)] }

// Ask lists what would help to judge the subject.
func (s *Subject) Ask() Question {
	var tokens, balances addresses
	for i := range s.Actions {
		a := &s.Actions[i]
		if a.Kind == Approval || a.Kind == Transfer || a.Kind == TransferFrom {
			tokens.put(a.Token)
		}
	}
	if s.From != nil {
		balances = slices.Clone(tokens)
	}
	for _, x := range s.exchanges {
		for _, a := range slices.Concat(x.gives, x.gets) {
			if a.token != nil && (*a.token == zero || *a.token == coinMarker) {
				a.token = &s.Network.WrappedToken
			}
			tokens.put(a.token)
		}
	}
	for _, c := range s.stakes() {
		if c.Asset.Standard == txexplain.Native {
			c.Asset.Contract = s.Network.WrappedToken
		}
		tokens.put(&c.Asset.Contract)
	}

	telling := s.telling()
	return Question{
		Accounts: telling.most(maxAccounts),
		Parties:  telling.most(maxQuestion),
		Tokens:   tokens.most(maxQuestion),
		Balances: balances.most(maxQuestion),
	}
}

// stakes are what the accounts at stake lose and get by the execution.
func (s *Subject) stakes() (out []Change) {
	if !s.executed() {
		return nil
	}
	for _, own := range s.own() {
		lost, gained := s.effects.of(own)
		out = slices.Concat(out, gained, lost)
	}
	return out
}

// telling are whoever gets rights, is called, gets something or is named.
func (s *Subject) telling() (out addresses) {
	if s.executed() {
		out.put(s.effects.target)
	}
	for i := range s.Actions {
		if a := &s.Actions[i]; a.Grants() {
			out.put(a.Spender)
		}
	}
	out.put(s.To)

	for _, f := range s.findings {
		if a := s.actionAt(f.Path); a != nil && f.Code == unknownSelector {
			out.put(a.Contract)
		}
	}
	for i := range s.Actions {
		out.put(s.Actions[i].Recipient)
	}
	for _, x := range s.exchanges {
		for _, a := range x.gets {
			out.put(a.token)
		}
	}
	for i := range s.strangers {
		out.put(&s.strangers[i].who)
	}

	for _, c := range s.stakes() {
		out.put(&c.Asset.Contract)
	}
	if s.executed() {
		for _, who := range s.effects.order {
			if _, gained := s.effects.of(who); len(gained) > 0 {
				out.put(&who)
			}
		}
	}
	for i := range s.Actions {
		out.put(s.Actions[i].Contract)
	}
	out.put(s.From)
	return out
}

// Unknown lists contracts to ask for a published source. What the executed contract calls its values tells of those,
// however well it is known.
func (e *Engine) Unknown(s *Subject) []common.Address {
	unread := len(s.strangers) > 0 || len(s.data) >= 4 && e.functions[[4]byte(s.data)] == nil
	out := slices.DeleteFunc(s.telling(), func(a common.Address) bool {
		_, known := e.Known(s.Network.Name, a)
		read := s.executed() && unread && is(s.effects.target, a)
		return !read && (known || is(s.From, a))
	})
	return out.most(maxSources)
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
