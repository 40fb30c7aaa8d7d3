// Package internals asks explorers for the native transfers inside a transaction, which leave no logs and which
// keyless RPC endpoints do not trace.
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

// Source says where internal transfers come from, or why they are missing.
type Source string

// The sources, and the two reasons for having none.
const (
	BlockscoutPro Source = "blockscout_pro"
	Routescan     Source = "routescan"
	Blockscout    Source = "blockscout"
	Etherscan     Source = "etherscan"
	NotIndexed    Source = "not_indexed" // an explorer has not indexed the transaction yet
	Unavailable   Source = "unavailable" // no explorer for the network answered
)

// Time limits for one explorer and for all together. An explanation without internal transfers is better than a
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

// Of asks the explorers that serve the network one after another, until one has indexed the transaction. Source is
// the outcome. The error is upstream.NotFound if the transaction is not indexed, and upstream.NotCovered if no
// explorer serves the network. It asks at most three: with a key for Blockscout's PRO API, the public instance has
// nothing to add.
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
				list = append(list, txexplain.Transfer{
					From:  t.From,
					To:    t.To,
					Value: t.Value,
				})
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

// Found reports whether an explorer had the transaction indexed.
func (s Source) Found() bool { return s != NotIndexed && s != Unavailable }
