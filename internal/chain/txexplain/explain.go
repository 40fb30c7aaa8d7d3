// Package txexplain says what an EVM transaction did: which operation it was, each participant's net gains and
// losses, and a one-line summary as a person would write it. It is pure: the same input always gives the same
// explanation, without network or language model. All amounts are exact integers.
//
// Tokens move as their logs say, never as the call data promises, so transfer fees and burns are right. The native
// coin leaves no logs: it moves by the transaction's value and by internal transfers, which come from an explorer
// that has them. Only for wrapping contracts does a log imply a native transfer.
package txexplain

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// Network is the necessary knowledge about the chain.
type Network struct {
	Name   string         // base, ethereum...: selects the protocol table
	Symbol string         // of the native coin, which has 18 decimals
	Wrap   common.Address // the ERC-20 that wraps the native coin; zero if there is none

	// WrapByTransfer means that Wrap emits only a Transfer from or to the zero address when wrapping (Arbitrum).
	WrapByTransfer bool
	// Token is the ERC-20 face of the native coin itself (CELO): its logs move native coin. Zero elsewhere.
	Token common.Address
	// System emits a log for every native transfer (Polygon's 0x...1010). Its logs are never token movements. Zero elsewhere.
	System common.Address
}

// Call is the transaction as sent.
type Call struct {
	Type  uint8
	From  common.Address
	To    *common.Address // nil creates a contract
	Value *big.Int        // wei
	Input []byte
	// Mint is what a deposit from L1 created for From before Value moved, in wei. Nil if the source does not say:
	// then it is assumed to be Value, as with bridges of native coin.
	Mint *big.Int
	// Delegates are the contracts that accounts sign to be under (EIP-7702), the zero address where one leaves. A
	// signature that holds does so even if the call fails.
	Delegates []common.Address
}

// Result is the transaction's outcome in a block.
type Result struct {
	Failed  bool
	Untold  bool            // the receipt does not tell whether it failed
	Created *common.Address // the contract that a creation made
	Logs    []*types.Log
}

// Transfer is one native transfer inside the transaction, in wei.
type Transfer struct {
	From, To common.Address
	Value    *big.Int
}

// Token is what a token says about itself. The zero value is a token that says nothing.
type Token struct {
	Symbol      string // "" when unknown
	Decimals    uint8
	HasDecimals bool
	// Poses marks a contract that has the symbol of the network's known money and is not it.
	Poses bool
}

// Input is everything behind an explanation.
type Input struct {
	Network Network
	Call    Call
	Result  *Result // nil while pending
	// Internal are the internal native transfers from a source that has indexed the transaction; Indexed
	// distinguishes "none" from "unknown".
	Internal []Transfer
	Indexed  bool
	Tokens   map[common.Address]Token
}

// Status is the state of the transaction.
type Status string

// The states.
const (
	Success Status = "success"
	Failed  Status = "failed"
	Pending Status = "pending"
	Unknown Status = "unknown" // in a block, and nobody says with what outcome
)

// Operation is the transaction's meaning for its actor.
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

// Method is the basis of the movements.
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

// NFT reports whether the asset is a collectible rather than an amount.
func (a Asset) NFT() bool { return a.Standard == ERC721 || a.Standard == ERC1155 }

// TokenID is the id of an NFT as a decimal number.
func (a Asset) TokenID() string { return a.ID.Big().String() }

// Change is one participant's gain (or, if negative, loss) of one asset.
type Change struct {
	Asset  Asset
	Amount *big.Int // in the asset's smallest unit
	// Approximate marks a native amount that was inferred from an unwrap: an upper bound if the router keeps a fee.
	Approximate bool
}

// Movement is one participant's net result. Changes are never zero.
type Movement struct {
	Address common.Address
	Actor   bool
	Changes []Change
}

// Protocol is a contract in package known's table, or a pool identified by its events.
type Protocol struct {
	Address common.Address
	Name    string
}

// Warning is a stable word for something to know about the explanation.
type Warning string

// The warnings.
const (
	ZeroTransfers   Warning = "zero_value_transfers_ignored"  // Transfer logs of amount 0, typical of address poisoning
	OddTransfers    Warning = "malformed_transfer_logs"       // logs named Transfer that follow no standard
	Incomplete      Warning = "internal_transfers_incomplete" // logs prove native transfers that the source lacks
	Inferred        Warning = "native_payout_inferred"        // see Change.Approximate
	SeveralUserOps  Warning = "several_user_operations"       // a bundle: its sender counts as the actor
	UserOpFailed    Warning = "user_operation_failed"         // the bundle succeeded, but the actor's operation failed
	MoreMovements   Warning = "movements_truncated"           // not all is listed; see MaxMovements
	UnseenNative    Warning = "native_payout_not_visible"     // a swap whose proceeds must be native coin that no source shows
	PosingToken     Warning = "posing_token"                  // a token has the symbol of known money but is another
	FeeInOtherToken Warning = "fee_paid_in_token"             // the fee was not paid in the native coin (Celo)
	Delegated       Warning = "accounts_delegated"            // see Call.Delegates
)

// Bounds on the list: participants, always including the actor, and changes of all participants together.
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
	Counterparty *common.Address // the other side; nil unless there is exactly one
	Movements    []Movement
	Protocols    []Protocol
	Method       Method
	NativeLogs   bool // internal transfers come from the network's own logs (Polygon), because no explorer has them
	Warnings     []Warning
}

// Explain explains a transaction. It never fails: at worst it leaves out a hostile contract's logs and warns.
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

// Contracts lists at most limit token contracts whose symbol and decimals an explanation of in would show, the
// actor's first. It omits the wrapped native coin, which is known. It does not need in.Tokens and in.Internal.
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
