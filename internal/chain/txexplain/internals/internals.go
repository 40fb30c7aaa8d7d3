// Package internals finds the native transfers inside a transaction, which leave no logs and which RPC endpoints without
// a key do not trace, by asking explorers.
package internals

import (
	"context"
	"errors"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/explorers/blockscout"
	"github.com/farebox/farebox/internal/chain/explorers/etherscan"
	"github.com/farebox/farebox/internal/chain/explorers/routescan"
	"github.com/farebox/farebox/internal/chain/explorers/txlist"
	"github.com/farebox/farebox/internal/chain/txexplain"
	"github.com/farebox/farebox/internal/upstream"
)

// Source says where internal transfers come from, or why there are none.
type Source string

// The sources, and the two ways of having none.
const (
	BlockscoutPro Source = "blockscout_pro"
	Routescan     Source = "routescan"
	Blockscout    Source = "blockscout"
	Etherscan     Source = "etherscan"
	NotIndexed    Source = "not_indexed" // an explorer answered that it has not got that far
	Unavailable   Source = "unavailable" // no explorer for the network answered
)

// How long one explorer and all of them together may take. An explanation without internal transfers is better than a
// late one.
const (
	each = 1500 * time.Millisecond
	all  = 3500 * time.Millisecond
)

// Explorers are the sources of internal transfers.
type Explorers struct {
	blockscout *blockscout.Client
	routescan  *routescan.Client
	etherscan  *etherscan.Client
}

// New makes the clients of all explorers.
func New(pool *upstream.Pool) *Explorers {
	return &Explorers{blockscout.New(pool), routescan.New(pool), etherscan.New(pool)}
}

// Of asks the explorers that serve the network, one after the other until one has indexed the transaction. Source says
// what came of it, and the error why there is nothing: upstream.NotFound when it is not indexed, upstream.NotCovered
// when no explorer serves the network. At most three are asked: with a key for Blockscout's PRO API, its public
// instance has nothing to add.
func (e *Explorers) Of(ctx context.Context, n *evm.Network, tx common.Hash) ([]txexplain.Transfer, Source, error) {
	type ask func(context.Context, *evm.Network, common.Hash) ([]txlist.Row, error)
	sources := []struct {
		name   Source
		serves bool
		ask    ask
	}{
		{BlockscoutPro, e.blockscout.ServesPro(n), e.blockscout.InternalPro},
		{Routescan, n.Routescan, e.routescan.Internal},
		{Blockscout, n.Blockscout != "" && !e.blockscout.ServesPro(n), e.blockscout.Internal},
		{Etherscan, e.etherscan.Serves(n), e.etherscan.Internal},
	}

	ctx, cancel := context.WithTimeout(ctx, all)
	defer cancel()
	none := Unavailable
	var why error = upstream.NotCovered.Errorf("no explorer serves %s", n.Name)
	for _, s := range sources {
		if !s.serves {
			continue
		}
		one, done := context.WithTimeout(ctx, each)
		rows, err := s.ask(one, n, tx)
		done()
		switch {
		case err == nil:
			list := []txexplain.Transfer{}
			for _, t := range txlist.Moved(rows) {
				list = append(list, txexplain.Transfer{From: t.From, To: t.To, Value: t.Value})
			}
			return list, s.name, nil
		case errors.Is(err, upstream.NotFound):
			none = NotIndexed
			why = err
		case none != NotIndexed:
			why = err
		}
	}

	return nil, none, why
}

// Found is true when an explorer had the transaction indexed.
func (s Source) Found() bool { return s != NotIndexed && s != Unavailable }
