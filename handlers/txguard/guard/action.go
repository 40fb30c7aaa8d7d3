package guard

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"
)

// Kind says what an action does.
type Kind string

// The kinds of actions.
const (
	Approval       Kind = "approval"         // lets a spender take an ERC-20 token (or one NFT) of the signer
	ApprovalForAll Kind = "approval_for_all" // lets an operator take all NFTs of a collection
	Transfer       Kind = "transfer"         // moves tokens of the caller or the signer
	TransferFrom   Kind = "transfer_from"    // moves tokens of a named owner
	NativeTransfer Kind = "native_transfer"  // moves the network's own coin
	Order          Kind = "order"            // offers assets for others
	Ownership      Kind = "ownership"        // changes who controls a contract or an account
	Upgrade        Kind = "upgrade"          // replaces the code of a contract
	DelegateCall   Kind = "delegatecall"     // runs foreign code with the account's own rights
	Delegation     Kind = "delegation"       // EIP-7702: gives an account the code of a contract
	Call           Kind = "call"             // a call with no effect that is known here
	Message        Kind = "message"          // a signature that moves nothing by itself
)

// Action is one thing that the request does. Pointers are nil where the request does not say.
type Action struct {
	Path      string // where it was found: "call", "call.0.2" (third call in the first nested one), "message", "message.details.1"
	Kind      Kind
	Standard  string          // what it was recognised by: "ERC-20", "EIP-2612", "Permit2", "Seaport"...; empty when unknown
	Function  string          // signature of the function, or the primary type
	Selector  string          // 0x and 8 hex digits, empty for signatures and plain transfers
	Contract  *common.Address // the contract called, or the one that will check the signature
	Token     *common.Address
	Owner     *common.Address // whose assets
	Spender   *common.Address // who may take them; an operator, a new owner, a delegate or new code likewise
	Recipient *common.Address
	Amount    *big.Int // atomic units of Token
	TokenID   *big.Int
	Value     *big.Int // wei sent along
	Deadline  *big.Int // Unix seconds at which the permission ends
	Approved  *bool    // of approval_for_all and DAI permits
	Unlimited bool     // the allowance has no bound that matters

	data     []byte          // of the call
	caller   *common.Address // who makes it, nil when unknown
	period   *big.Int        // seconds after which Amount may be taken again
	dollars  decimal.Decimal // what is sent, where the request says it in dollars
	proceeds bool            // Recipient gets what Owner is owed: what a swap buys, what a withdrawal takes out
}

// Grants says whether the action gives a permission that was not there before, in contrast to taking
// one away.
func (a *Action) Grants() bool {
	switch {
	case a.Kind != Approval && a.Kind != ApprovalForAll:
		return true
	case a.Approved != nil:
		return *a.Approved
	}
	return a.Unlimited || a.Amount == nil || a.Amount.Sign() > 0
}

// Argument is one named value of a decoded call.
type Argument struct {
	Name  string
	Type  string
	Value any // string, bool, or a list of these
}

// Subject is a decoded request.
type Subject struct {
	Network  Network
	Signed   bool   // typed data or a message, in contrast to a transaction
	Plain    bool   // a message without types
	Kind     string // what it is as a whole: "permit2_single", "multicall", "approve"...
	Function string // signature of the outermost function, or the primary type
	Selector string // of the outermost call
	To       *common.Address
	From     *common.Address
	Value    *big.Int
	Actions  []Action
	Decoded  []Argument // of the outermost call
	Calls    int        // calls decoded, nested ones included

	Domain  Domain // of typed data
	checked bool   // a contract has to check the message, without which it is worth nothing
	strayed bool   // a site asks for the message that it does not name
	inward  bool   // a message names its signer, and others only by their addresses
	single  bool   // a message of an unknown type pays one sum once, and says nothing else
	idle    bool   // a message lets a key call some functions, and spend nothing
	project bool   // a project's site asks
	listed  bool   // so it is, or the site whose message it is

	Mentioned []common.Address // every address in the request, each once
	mentioned map[common.Address]bool
	findings  []Reason // of decoding, before any facts
	exchanges []exchange
	pays      asset // what a message of an unknown type says that it pays

	meant   map[common.Address]bool // accounts that the caller means to pay
	runs    []Request               // the calls that a message or a Safe's transaction stands for
	account *common.Address         // whose assets are at stake by them, nil: their sender's
	digest  *common.Hash            // what counts as signed for them, nil where they need no signature
	use     string                  // the function that takes the signature, which whoever has it calls
	unread  *message                // of a type that is not known
	effects *effects                // of executing a transaction, nil where it was not executed

	data      []byte     // of a transaction, as it was given
	strangers []stranger // in the data of functions that are not decoded
}

// stranger is an address in the data of a function that is not decoded, or in a message of a type that is not known.
type stranger struct {
	who    common.Address
	path   string
	signed bool // in the bytes of a message
	member bool // a member of a message: its name tells the role
	as     role

	contract *common.Address // what the call is of, nil in messages
	data     []byte          // of the call
}

// mention adds addresses that are looked up in lists.
func (s *Subject) mention(addresses ...common.Address) {
	for _, a := range addresses {
		if a == (common.Address{}) || s.mentioned[a] {
			continue
		}
		if s.mentioned == nil {
			s.mentioned = map[common.Address]bool{}
		}
		s.mentioned[a] = true
		s.Mentioned = append(s.Mentioned, a)
	}
}

// mentionParties adds whoever the actions name, by whatever type the request declares them.
func (s *Subject) mentionParties() {
	for i := range s.Actions {
		a := &s.Actions[i]
		for _, p := range a.parties() {
			s.mention(orNobody(p))
		}
	}
}

// parties are all whom the action names, nil where it names none.
func (a *Action) parties() []*common.Address {
	return []*common.Address{a.Contract, a.Token, a.Owner, a.Spender, a.Recipient}
}

// asset is the token that it moves, zero for the network's coin.
func (a *Action) asset() *common.Address {
	if a.Kind == NativeTransfer {
		return &zero
	}
	return a.Token
}

// names says whether the action names somebody.
func (a *Action) names(who common.Address) bool {
	return slices.ContainsFunc(a.parties(), func(p *common.Address) bool { return is(p, who) })
}

func (s *Subject) hit(code, path, message string) { s.add(code, points[code], path, message) }

// add is hit with points of its own.
func (s *Subject) add(code string, weight int, path, message string) {
	s.findings = append(s.findings, Reason{
		Code:    code,
		Path:    path,
		Message: message,
		Points:  weight,
	})
}
