package prices

import (
	"context"
	"errors"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/dexpool"
)

// tradesWindow is how far back swaps are read.
const tradesWindow = time.Hour

// maxTrades bounds the swaps that a report reads, keeping the newest.
const maxTrades = 20_000

// errUnread means that some pools' swaps could not be read.
var errUnread = errors.New("the swaps of some pools could not be read")

// flow is the last hour's swaps.
type flow struct {
	all       []dexpool.Swap // newest first
	byPool    map[common.Address][]dexpool.Swap
	unread    map[common.Address]bool
	truncated bool
}

// flow reads the swaps up to the sheet's block. With an error, the flow lacks some pools or is missing.
func (p *Prices) flow(ctx context.Context, s *sheet, pools []poolPrice) (*flow, error) {
	client, err := p.chains.Network(home)
	if err != nil {
		return nil, err
	}

	l := s.leaves[home]
	q := dexpool.Query{
		Window: tradesWindow,
		Block:  l.block,
		Time:   l.time,
		Max:    maxTrades,
	}
	for _, pool := range pools {
		q.Pools = append(q.Pools, pool.state.Pool.Address)
	}

	activity, err := dexpool.Swaps(ctx, client, q)
	if err != nil {
		return nil, err
	}

	f := &flow{
		all:       activity.Swaps,
		byPool:    map[common.Address][]dexpool.Swap{},
		unread:    map[common.Address]bool{},
		truncated: activity.Truncated,
	}
	for _, x := range activity.Swaps {
		f.byPool[x.Pool] = append(f.byPool[x.Pool], x)
	}

	for _, pool := range activity.Unread {
		f.unread[pool] = true
		err = errUnread
	}

	return f, err
}

// leg is how the pool's swaps price the token.
func (p poolPrice) leg() dexpool.Leg {
	other, _ := p.state.Pool.Other(p.own().Address)
	return dexpool.Leg{
		TokenIs0:      p.own0,
		Decimals:      p.own().Decimals,
		OtherDecimals: other.Decimals,
		OtherUSD:      p.other,
	}
}

// legs are the legs of the pools that count.
func legs(pools []poolPrice) map[common.Address]dexpool.Leg {
	list := map[common.Address]dexpool.Leg{}
	for _, p := range pools {
		if p.usable() {
			list[p.state.Pool.Address] = p.leg()
		}
	}
	return list
}
