package eip3009

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/farebox/farebox/payment/eip3009/ethrpc"
)

// findEvent searches for the event that ended an authorization.
func (c *Chain) findEvent(ctx context.Context, a Authorization, as Report) (*types.Log, error) {
	// A transfer happens while the authorization is valid; a cancellation may come a little later.
	end := as.BlockTime
	if a.ValidBefore.LtUint64(end) {
		end = a.ValidBefore.Uint64()
	}

	start := end - min(end, c.settings.LookBack)
	if a.ValidAfter.GtUint64(start) && a.ValidAfter.LtUint64(end) {
		start = a.ValidAfter.Uint64()
	}

	var event *types.Log
	span := Span{
		Start: start,
		End:   end + c.settings.LookBack,
	}
	topics := []any{[]common.Hash{TopicUsed, TopicCanceled}, common.BytesToHash(a.From[:]), a.Nonce}
	err := c.Search(ctx, span, as, topics, func(found []*types.Log) (bool, error) {
		if len(found) > 0 {
			event = found[0]
		}
		return event != nil, nil
	})
	if err == nil && event == nil {
		err = fmt.Errorf("%w between the times %d and %d", ErrEventNotFound, span.Start, span.End)
	}
	return event, err
}

// Span is a time in which something has happened, in Unix seconds.
type Span struct{ Start, End uint64 }

// Search gives the events of the token with these topics to take, range by range, the newest range first, until take is
// done. Public endpoints limit eth_getLogs to a few thousand blocks, so only the blocks of the span are asked for.
func (c *Chain) Search(
	ctx context.Context, span Span, as Report, topics []any, take func([]*types.Log) (done bool, err error),
) error {
	oldest, err := c.blockAt(ctx, span.Start, as)
	if err != nil {
		return err
	}
	newest, err := c.blockAt(ctx, span.End, as)
	if err != nil {
		return err
	}

	size := c.settings.LogRange
	for to := newest; ; {
		from := max(oldest, to-min(to, size-1))
		events, err := c.eventsBetween(ctx, topics, from, to)
		if err != nil {
			if size <= 16 || ctx.Err() != nil {
				return err
			}
			size /= 2 // the range, or what is in it, is too much for the endpoint
			continue
		}
		if done, err := take(events); done || err != nil {
			return err
		}
		if from <= oldest {
			return nil
		}
		to = from - 1
	}
}

func (c *Chain) eventsBetween(ctx context.Context, topics []any, from, to uint64) ([]*types.Log, error) {
	var logs []*types.Log
	err := c.rpc.Call(ctx, &logs, "eth_getLogs", map[string]any{
		"address":   c.network.Asset,
		"fromBlock": hexutil.Uint64(from),
		"toBlock":   hexutil.Uint64(to),
		"topics":    topics,
	})
	if err != nil {
		return nil, fmt.Errorf("blocks %d to %d: %w", from, to, err)
	}
	return slices.DeleteFunc(logs, func(log *types.Log) bool { return log.Removed }), nil
}

// blockAt is the number of a block at or shortly before a time: never after it, at most slack seconds
// before it. Blocks come at a nearly constant rate, so interpolation finds it in a few calls.
func (c *Chain) blockAt(ctx context.Context, time uint64, as Report) (uint64, error) {
	const slack = 60
	if time >= as.BlockTime {
		return as.Block, nil
	}

	high := as.Block
	highTime := as.BlockTime
	low := high
	step := uint64(4096)
	lowTime := highTime
	for low > 0 && lowTime > time { // walk back until the time is enclosed
		low -= min(low, step)
		step *= 4
		var err error
		if lowTime, err = c.blockTime(ctx, low); err != nil {
			return 0, err
		}
	}

	if lowTime > time {
		return low, nil // before the first block
	}

	for round := 0; high-low > 1 && lowTime+slack < time; round++ {
		guess := low + (high-low)/2
		if round%3 != 2 && highTime > lowTime { // every third step halves, whatever the rate does
			guess = low + uint64(float64(high-low)*float64(time-lowTime)/float64(highTime-lowTime))
			guess = min(max(guess, low+1), high-1)
		}
		t, err := c.blockTime(ctx, guess)
		if err != nil {
			return 0, err
		}
		if t <= time {
			low = guess
			lowTime = t
		} else {
			high = guess
			highTime = t
		}
	}

	return low, nil
}

func (c *Chain) blockTime(ctx context.Context, number uint64) (uint64, error) {
	var header *struct {
		Timestamp hexutil.Uint64 `json:"timestamp"`
	}
	if err := c.rpc.Call(ctx, &header, "eth_getBlockByNumber", hexutil.Uint64(number), false); err != nil {
		return 0, err
	}
	if header == nil {
		return 0, fmt.Errorf("block %d: %w", number, errors.Join(ethrpc.ErrUnavailable, errors.New("the endpoint does not have it")))
	}
	return uint64(header.Timestamp), nil
}
