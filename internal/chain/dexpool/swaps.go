package dexpool

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/upstream"
)

// The Swap events of the two families of pools, by their topic. Sources: Aerodrome's Pool.sol, Uniswap v3's
// IUniswapV3PoolEvents.sol, whose event Slipstream kept.
var (
	ReserveSwapTopic = common.HexToHash("0xb3e2773606abfd36b5bd91394b3a54d1398336c65005baf7bf7a05efeffaf75b")
	TickSwapTopic    = common.HexToHash("0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67")
)

// MaxSwaps is the default bound on the events that a Query reads; it keeps the newest.
const MaxSwaps = 60_000

// Swap is one exchange in a pool.
type Swap struct {
	Pool      common.Address
	Block     uint64
	Index     uint64 // of the event in its block
	Tx        common.Hash
	Sender    common.Address // who called the pool: usually a router
	Recipient common.Address // who received the output: the trader, or a router that passes it on
	// Amount0 and Amount1 are what the pool received of its tokens, in base units, or paid out if negative. They
	// include fees.
	Amount0, Amount1 *big.Int
	Time             time.Time // of the block
	Estimated        bool      // Time is computed from the block number, not reported by an endpoint
}

// Query asks for the swaps of some pools.
type Query struct {
	Pools  []common.Address
	Window time.Duration // back from the newest block
	// Block is the newest block to read and Time its time, as in a Snapshot. Zero means the latest block, which
	// costs one more request.
	Block uint64
	Time  time.Time
	Max   int // most events, keeping the newest; 0 means MaxSwaps
}

// Activity is the swaps found by a Query.
type Activity struct {
	Swaps []Swap // newest first
	// From and To are the oldest and the newest block read, Time is the time of To.
	From, To uint64
	Time     time.Time
	// Truncated means that there were more events than wanted: then From is later than the start of the window.
	Truncated bool
	// Unread are the pools whose events were unavailable while others' were not.
	Unread []common.Address
}

// Blocks is the number of blocks that the activity covers.
func (a *Activity) Blocks() uint64 {
	if a.To < a.From {
		return 0
	}
	return a.To - a.From + 1
}

// Swaps reads the swaps of pools of both families within a window that ends at the newest block. All pools share
// the searches, which are split by blocks as the endpoints require (4 requests in parallel). If that fails, each pool
// is tried separately. It fails only if no pool could be read. Query only pools that are known to be genuine: anyone
// can emit such events.
func Swaps(ctx context.Context, client *evm.Client, q Query) (*Activity, error) {
	if q.Time.IsZero() {
		head, err := client.Multicall(ctx, evm.Latest)
		if err != nil {
			return nil, fmt.Errorf("newest block: %w", err)
		}
		q.Block = head.Block
		q.Time = head.Time
	}

	from, times, err := window(ctx, client, q)
	if err != nil {
		return nil, fmt.Errorf("beginning of the window: %w", err)
	}
	if len(q.Pools) == 0 { // a filter without addresses matches all contracts
		return &Activity{
			From: from,
			To:   q.Block,
			Time: q.Time,
		}, nil
	}

	filter := evm.LogFilter{
		Addresses: q.Pools, Topics: [][]common.Hash{{ReserveSwapTopic, TickSwapTopic}},
		From: from, To: q.Block, Max: q.Max,
	}
	filter.Max = cmp.Or(filter.Max, MaxSwaps)

	a := &Activity{
		From: from,
		To:   q.Block,
		Time: q.Time,
	}
	logs, err := searchLogs(ctx, client, filter)
	if err != nil && len(q.Pools) > 1 && ctx.Err() == nil {
		logs, a.Unread, err = poolByPool(ctx, client, filter)
	}

	if err != nil {
		return nil, fmt.Errorf("swap events: %w", err)
	}
	a.From = max(from, logs.From)
	a.Truncated = logs.Truncated
	a.Swaps = make([]Swap, 0, len(logs.Items))

	for _, l := range slices.Backward(logs.Items) {
		s, ok, err := DecodeSwap(l)
		if err != nil {
			return nil, &upstream.Error{
				Kind:     upstream.BadResponse,
				Provider: client.Network().Name + " RPC",
				Doing:    "eth_getLogs",
				Cause:    err,
			}
		}
		if !ok || !slices.Contains(q.Pools, s.Pool) {
			continue
		}
		if s.Estimated {
			s.Time, s.Estimated = times.of(s.Block)
		}
		a.Swaps = append(a.Swaps, s)
	}

	return a, nil
}

// searchLogs searches once more after a reorganisation.
func searchLogs(ctx context.Context, client *evm.Client, f evm.LogFilter) (*evm.Logs, error) {
	logs, err := client.Logs(ctx, f)
	if errors.Is(err, evm.ErrReorg) {
		return client.Logs(ctx, f)
	}
	return logs, err
}

// poolByPool searches for each pool's events separately and returns those found, and the pools that failed. All
// begin at the same block.
func poolByPool(ctx context.Context, client *evm.Client, f evm.LogFilter) (*evm.Logs, []common.Address, error) {
	found := &evm.Logs{From: f.From}
	var failed []common.Address
	var failures []error
	for _, pool := range f.Addresses {
		one := f
		one.Addresses = []common.Address{pool}
		one.Max = max(1, f.Max/len(f.Addresses))
		logs, err := searchLogs(ctx, client, one)
		if err != nil {
			failed = append(failed, pool)
			failures = append(failures, err)
			continue
		}
		found.Items = append(found.Items, logs.Items...)
		found.From = max(found.From, logs.From)
		found.Truncated = found.Truncated || logs.Truncated
	}

	if len(failed) == len(f.Addresses) {
		return nil, nil, failures[0]
	}
	found.Items = slices.DeleteFunc(found.Items, func(l evm.Log) bool { return l.BlockNumber < found.From })
	slices.SortFunc(found.Items, func(a, b evm.Log) int {
		return cmp.Or(cmp.Compare(a.BlockNumber, b.BlockNumber), cmp.Compare(a.Index, b.Index))
	})

	return found, failed, nil
}

// DecodeSwap reads the Swap event of either family. ok is false for another event, for one that was undone, and for
// one without an exchange: both tokens went the same way, or none moved, as a flash loan can do in a reserve pool.
// If the endpoint does not report the time, it stays zero and Estimated is set. An event with the right topic and
// the wrong size is an error: the endpoint corrupted it.
func DecodeSwap(l evm.Log) (s Swap, ok bool, err error) {
	if l.Removed || len(l.Topics) == 0 || l.Topics[0] != ReserveSwapTopic && l.Topics[0] != TickSwapTopic {
		return Swap{}, false, nil
	}
	words := 4 // amount0In, amount1In, amount0Out, amount1Out
	if l.Topics[0] == TickSwapTopic {
		words = 5 // amount0, amount1, sqrtPriceX96, liquidity, tick
	}

	if len(l.Topics) != 3 || len(l.Data) != words*32 {
		return Swap{}, false, fmt.Errorf("a Swap event of %d topics and %d bytes in transaction %s", len(l.Topics), len(l.Data), l.TxHash)
	}
	s = Swap{
		Pool: l.Address, Block: l.BlockNumber, Index: l.Index, Tx: l.TxHash, Estimated: l.Time == nil,
		Sender: common.BytesToAddress(l.Topics[1][12:]), Recipient: common.BytesToAddress(l.Topics[2][12:]),
	}

	if l.Time != nil {
		s.Time = *l.Time
	}

	word := func(i int) *big.Int { return new(big.Int).SetBytes(l.Data[i*32 : (i+1)*32]) }
	if l.Topics[0] == TickSwapTopic {
		s.Amount0 = signed(word(0)) // from the pool's view
		s.Amount1 = signed(word(1))
	} else {
		s.Amount0 = word(0)
		s.Amount1 = word(1)
		s.Amount0.Sub(s.Amount0, word(2))
		s.Amount1.Sub(s.Amount1, word(3))
	}

	return s, s.Amount0.Sign() != s.Amount1.Sign(), nil
}

// signed reads 256 bits in two's complement.
func signed(x *big.Int) *big.Int {
	if x.Bit(255) == 0 {
		return x
	}
	return x.Sub(x, new(big.Int).Lsh(big.NewInt(1), 256))
}
