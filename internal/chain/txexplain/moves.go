package txexplain

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// Move is one transfer of one asset. The zero address stands for minting and burning.
type Move struct {
	From, To common.Address
	Asset    Asset
	Amount   *big.Int
}

// NetworkOf is a network with the peculiarities of its logs.
func NetworkOf(name, symbol string, wrapped common.Address) Network {
	n := Network{
		Name:   name,
		Symbol: symbol,
		Wrap:   wrapped,
	}
	switch name {
	case "arbitrum":
		n.WrapByTransfer = true
	case "polygon":
		n.System = common.HexToAddress("0x0000000000000000000000000000000000001010")
	case "celo":
		n.Wrap = common.Address{}
		n.Token = wrapped
	}
	return n
}

// Moves are the transfers that logs tell of, those of the wrapped coin included. Logs in the form of a token's at
// coins are moves of the native coin, as simulations report them. whole is false if a log has a transfer's name but
// another form, so that something unknown moved.
func Moves(n Network, logs []*types.Log, coins common.Address) (moves []Move, whole bool) {
	r := &reading{
		in:    Input{Network: n, Result: &Result{Logs: logs}},
		moved: map[move]int{},
		coins: map[common.Address]*big.Int{},
	}
	r.tokenFlows()

	for _, f := range r.flows {
		if f.asset.Standard == ERC20 && f.asset.Contract == coins {
			f.asset = Asset{Standard: Native}
		}
		moves = append(moves, Move{
			From:   f.from,
			To:     f.to,
			Asset:  f.asset,
			Amount: f.amount,
		})
	}
	whole = true
	for _, w := range r.warnings {
		whole = whole && w != OddTransfers
	}
	return moves, whole
}

// Permission is a right over an account's assets that a log tells of.
type Permission struct {
	Token   common.Address
	Spender common.Address
	Amount  *big.Int     // nil for all NFTs of a collection, and for one
	ID      *common.Hash // of one NFT
	Given   bool         // false: taken back
	Permit2 bool         // given to Permit2's users, not by the token itself
}

// PermissionOf reads a log by which owner gives a right away or takes it back.
func PermissionOf(l *types.Log, owner common.Address) (Permission, bool) {
	a, ok := approvalOf(l, owner)
	return Permission{
		Token:   a.token,
		Spender: a.spender,
		Amount:  a.amount,
		ID:      a.id,
		Given:   a.given,
		Permit2: a.token != l.Address,
	}, ok
}
