// Package txexplain says what an EVM transaction did: which operation it was, what each participant gained and lost net,
// and one line that a person would write about it. It is pure: the same input always gives the same explanation, no
// network is asked and no language model is used. All amounts are exact integers.
//
// Tokens move as their logs say, never as the call data promises, so that fees on transfer and burns come out right.
// The native coin leaves no logs: it moves by the transaction's value and by internal transfers, which come from an
// explorer where one has them. Wrapping contracts are the one place where a log implies a native transfer.
package txexplain

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// Network is what has to be known of the chain.
type Network struct {
	Name   string         // base, ethereum...: selects the table of protocols
	Symbol string         // of the native coin, which has 18 decimals
	Wrap   common.Address // the ERC-20 that wraps the native coin; zero when there is none

	// WrapByTransfer is set where Wrap emits only a Transfer from or to the zero address when it wraps (Arbitrum).
	WrapByTransfer bool
	// Token is the ERC-20 face of the native coin itself (CELO): its logs move native coin. Zero elsewhere.
	Token common.Address
	// System emits a log for every native transfer (Polygon's 0x...1010). Its logs are never token movements. Zero elsewhere.
	System common.Address
}

// Call is the transaction as it was sent.
type Call struct {
	Type  uint8
	From  common.Address
	To    *common.Address // nil creates a contract
	Value *big.Int        // wei
	Input []byte
	// Mint is what a deposit from L1 created for From before Value moved, in wei. Nil when the source does not say: then it
	// is taken to be Value, which is what bridges of native coin do.
	Mint *big.Int
}

// Result is what became of it once it was in a block.
type Result struct {
	Failed  bool
	Created *common.Address // the contract that a creation made
	Logs    []*types.Log
}

// Transfer is one native transfer inside the transaction, in wei.
type Transfer struct {
	From, To common.Address
	Value    *big.Int
}

// Token is what a token says of itself. The zero value is a token that says nothing.
type Token struct {
	Symbol      string // "" when unknown
	Decimals    uint8
	HasDecimals bool
	// Poses is true for a contract with the symbol of known money of the network that it is not.
	Poses bool
}

// Input is everything that an explanation is made from.
type Input struct {
	Network Network
	Call    Call
	Result  *Result // nil while pending
	// Internal are the internal native transfers of a source that has indexed the transaction; Indexed tells "none" from
	// "not known".
	Internal []Transfer
	Indexed  bool
	Tokens   map[common.Address]Token
}

// Status is what became of the transaction.
type Status string

// The states.
const (
	Success Status = "success"
	Failed  Status = "failed"
	Pending Status = "pending"
)

// Operation names what the transaction was for its actor.
type Operation string

// The operations.
const (
	Swap         Operation = "swap"
	Send         Operation = "transfer"
	Receive      Operation = "receive"
	Approve      Operation = "approve"
	Mint         Operation = "mint"
	Burn         Operation = "burn"
	Deploy       Operation = "deploy"
	Wrap         Operation = "wrap"
	Unwrap       Operation = "unwrap"
	NFTBuy       Operation = "NFT buy"
	NFTSell      Operation = "NFT sell"
	ContractCall Operation = "contract call"
)

// Method says what the movements were worked out from.
type Method string

// The methods.
const (
	FromCall     Method = "transaction"          // only the transaction itself: it is pending
	FromLogs     Method = "logs+native"          // logs and the transaction's value
	FromInternal Method = "logs+native+internal" // and internal transfers
	FromInferred Method = "logs+native+inferred" // and a payout inferred from an unwrap; see Change.Approximate
)

// Standard is the kind of an asset.
type Standard string

// The standards.
const (
	Native  Standard = "native"
	ERC20   Standard = "erc20"
	ERC721  Standard = "erc721"
	ERC1155 Standard = "erc1155"
)

// Asset is one thing that can move. It is comparable.
type Asset struct {
	Standard Standard
	Contract common.Address // zero for the native coin
	ID       common.Hash    // of ERC-721 and ERC-1155
}

// NFT tells collectibles from what is counted in amounts.
func (a Asset) NFT() bool { return a.Standard == ERC721 || a.Standard == ERC1155 }

// TokenID is the id of an NFT as a decimal number.
func (a Asset) TokenID() string { return a.ID.Big().String() }

// Change is what one participant gained (or, negative, lost) of one asset.
type Change struct {
	Asset  Asset
	Amount *big.Int // in the asset's smallest unit
	// Approximate marks a native amount that was inferred from an unwrap: an upper bound where the router keeps a fee.
	Approximate bool
}

// Movement is one participant's net result. Changes are never zero.
type Movement struct {
	Address common.Address
	Actor   bool
	Changes []Change
}

// Protocol is a contract of the table in package known, or a pool known by the events it emits.
type Protocol struct {
	Address common.Address
	Name    string
}

// Warning is a stable word for something that a reader should know about the explanation.
type Warning string

// The warnings.
const (
	ZeroTransfers   Warning = "zero_value_transfers_ignored"  // Transfer logs of amount 0, the mark of address poisoning
	OddTransfers    Warning = "malformed_transfer_logs"       // logs named Transfer that follow no standard
	Incomplete      Warning = "internal_transfers_incomplete" // logs prove native transfers that the source lacks
	Inferred        Warning = "native_payout_inferred"        // see Change.Approximate
	SeveralUserOps  Warning = "several_user_operations"       // a bundle: its sender is taken as the actor
	UserOpFailed    Warning = "user_operation_failed"         // the bundle went through, the actor's operation did not
	MoreMovements   Warning = "movements_truncated"           // not all is listed; see MaxMovements
	UnseenNative    Warning = "native_payout_not_visible"     // a swap whose proceeds must be native coin that no source shows
	PosingToken     Warning = "posing_token"                  // a token has the symbol of known money and is another
	FeeInOtherToken Warning = "fee_paid_in_token"             // the fee was not paid in the native coin (Celo)
)

// What is listed at most: participants, of whom the actor is always one, and changes of all of them together.
const (
	MaxMovements = 200
	MaxChanges   = 2000
	maxProtocols = 50
)

// Explanation is the result.
type Explanation struct {
	Status       Status
	Operation    Operation
	Summary      string
	Actor        common.Address
	Counterparty *common.Address // the other side; nil when there is none, or not one
	Movements    []Movement
	Protocols    []Protocol
	Method       Method
	NativeLogs   bool // internal transfers were read from the network's own logs (Polygon), no explorer having them
	Warnings     []Warning
}

// Explain explains a transaction. It never fails: what a hostile contract logs at worst is left out and warned of.
func Explain(in Input) Explanation {
	r := read(in)
	op := r.classify()
	movements := r.movements() // may warn
	for _, m := range movements {
		for _, c := range m.Changes {
			if r.in.Tokens[c.Asset.Contract].Poses {
				r.warn(PosingToken)
			}
		}
	}
	return Explanation{
		Status: r.status, Operation: op, Summary: r.summary(op),
		Actor: r.actor, Counterparty: r.counterparty(op),
		Movements: movements, Protocols: r.protocols, Method: r.method(), NativeLogs: r.systemLogs, Warnings: r.warnings,
	}
}

// Contracts lists the token contracts whose symbol and decimals an explanation of in would show, at most limit of them,
// those of the actor first, without the wrapped native coin, which is known. in.Tokens and in.Internal are not needed for it.
func Contracts(in Input, limit int) []common.Address {
	r := read(in)
	seen := map[common.Address]bool{}
	var list []common.Address

	add := func(a common.Address) {
		known := a == in.Network.Wrap || a == in.Network.Token || a == (common.Address{})
		if !known && !seen[a] && len(list) < limit {
			seen[a] = true
			list = append(list, a)
		}
	}

	for _, mine := range []bool{true, false} {
		for _, f := range r.flows {
			if mine == (f.from == r.actor || f.to == r.actor) {
				add(f.asset.Contract)
			}
		}
	}

	for _, a := range r.approvals {
		add(a.token)
	}
	if r.status != Success && in.Call.To != nil {
		add(*in.Call.To) // what the call would have moved
	}

	return list
}
