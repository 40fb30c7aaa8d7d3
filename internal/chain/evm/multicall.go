package evm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/farebox/farebox/internal/chain/evm/contracts"
	"github.com/farebox/farebox/internal/upstream"
)

// readsPerCall is how many reads go into one contract call, to stay within public endpoints' gas limit.
const readsPerCall = 100

// Read is one contract call of a Multicall.
type Read struct {
	To   common.Address
	Data []byte
}

// Result is the result of one read. A missing contract gives OK without Data.
type Result struct {
	OK   bool   // it did not revert
	Data []byte // what was returned, or the revert data
}

// Snapshot is the results of several reads at the same block.
type Snapshot struct {
	Block   uint64
	Time    time.Time   // of the block
	Parent  common.Hash // hash of the previous block, to detect a reorganisation; zero if the contract does not tell
	Results []Result    // in the order of the reads
}

// NativeBalance is the read of an address's balance of the network's coin.
func NativeBalance(address common.Address) Read {
	return Read{Multicall3, contracts.NewMulticall3().PackGetEthBalance(address)}
}

// Multicall makes all reads at one block, in one request regardless of their number, and returns that block. A
// failed read is a Result that is not OK; the error concerns the whole. If Multicall3 is unusable (it does not
// exist at that block, or one read consumes all the gas), the reads become separate calls, which takes two more
// requests.
func (c *Client) Multicall(ctx context.Context, at At, reads ...Read) (*Snapshot, error) {
	return c.multicall(ctx, at, reads, true)
}

// MulticallCall is Multicall as a part of a Batch with other calls; at most 100 reads. If Multicall3 is unusable,
// the call's Err says so.
func (c *Client) MulticallCall(into *Snapshot, at At, reads ...Read) *Call {
	return c.aggregateCall(into, at, reads)
}

func (c *Client) multicall(ctx context.Context, at At, reads []Read, again bool) (*Snapshot, error) {
	parts := chunks(reads, readsPerCall)
	answers := make([]Snapshot, len(parts))
	calls := make([]*Call, len(parts))
	for i, part := range parts {
		calls[i] = c.aggregateCall(&answers[i], at, part)
	}

	if err := c.Batch(ctx, calls...); err != nil {
		return nil, err
	}

	whole := answers[0]
	for i, call := range calls {
		a := answers[i]
		switch {
		case AsRevert(call.Err) != nil:
			return c.oneByOne(ctx, at, reads)
		case call.Err != nil:
			return nil, call.Err
		case i > 0 && (a.Block != whole.Block || a.Parent != whole.Parent):
			if !again || !at.moving() {
				return nil, &upstream.Error{
					Kind:     upstream.Unavailable,
					Provider: c.network.Name + " RPC",
					Doing:    "eth_call",
					Cause:    ErrReorg,
				}
			}
			return c.multicall(ctx, AtNumber(min(a.Block, whole.Block)), reads, false) // a block was made in between
		case i > 0:
			whole.Results = append(whole.Results, a.Results...)
		}
	}

	return &whole, nil
}

func chunks(reads []Read, size int) [][]Read {
	var parts [][]Read
	for len(reads) > size {
		parts = append(parts, reads[:size])
		reads = reads[size:]
	}
	return append(parts, reads)
}

// errNoMulticall is the Revert of an unusable aggregate call.
func errNoMulticall(why string) *Revert { return &Revert{Message: "Multicall3: " + why} }

// leading is the number of reads before the caller's own: block number, time and parent. One more follows them,
// which fails if one of the caller's consumed the gas.
const leading = 3

func (c *Client) aggregateCall(into *Snapshot, at At, reads []Read) *Call {
	m := contracts.NewMulticall3()
	number := c.network.blockNumber.read()
	list := []contracts.Multicall3Call3{
		{Target: number.To, AllowFailure: true, CallData: number.Data},
		{Target: Multicall3, AllowFailure: true, CallData: m.PackGetCurrentBlockTimestamp()},
		{Target: Multicall3, AllowFailure: true, CallData: m.PackGetLastBlockHash()},
	}

	for _, r := range reads {
		list = append(list, contracts.Multicall3Call3{
			Target:       r.To,
			AllowFailure: true,
			CallData:     r.Data,
		})
	}
	list = append(list, list[0])
	to := Multicall3
	call := NewCall(nil, "eth_call", Msg{To: &to, Data: m.PackAggregate3(list)}, at)
	var refusal *Revert

	call.decode = func(raw []byte) (err error) {
		*into, refusal, err = readAggregate(raw, len(reads))
		if refusal != nil {
			return refusal
		}
		return err
	}

	if at == Latest {
		call.newest = func() blockMark { return blockMark{into.Block, into.Time} }
	}
	return call
}

// readAggregate reads the answer of an aggregate3 call with n reads of the caller's.
func readAggregate(raw []byte, n int) (Snapshot, *Revert, error) {
	var data hexutil.Bytes
	if err := json.Unmarshal(raw, &data); err != nil {
		return Snapshot{}, nil, err
	}
	if len(data) == 0 {
		return Snapshot{}, errNoMulticall("not there"), nil
	}

	m := contracts.NewMulticall3()
	list, err := m.UnpackAggregate3(data)
	if err != nil {
		return Snapshot{}, nil, fmt.Errorf("aggregate3: %w", err)
	}
	if len(list) != leading+n+1 {
		return Snapshot{}, nil, fmt.Errorf("aggregate3: %d results for %d calls", len(list), leading+n+1)
	}
	if !list[len(list)-1].Success {
		return Snapshot{}, errNoMulticall("a read ate the gas"), nil
	}

	number, err := m.UnpackGetBlockNumber(list[0].ReturnData)
	if err != nil || !list[0].Success || !number.IsUint64() {
		return Snapshot{}, nil, errors.New("aggregate3: no block number")
	}

	seconds, err := m.UnpackGetCurrentBlockTimestamp(list[1].ReturnData)
	if err != nil || !list[1].Success || seconds.BitLen() > 40 {
		return Snapshot{}, nil, errors.New("aggregate3: no block time")
	}

	s := Snapshot{
		Block:   number.Uint64(),
		Time:    time.Unix(seconds.Int64(), 0).UTC(),
		Results: make([]Result, n),
	}
	if list[2].Success && len(list[2].ReturnData) == 32 {
		s.Parent = common.BytesToHash(list[2].ReturnData)
	}

	for i := range s.Results {
		s.Results[i] = Result{OK: list[leading+i].Success, Data: list[leading+i].ReturnData}
	}
	return s, nil, nil
}

// oneByOne makes the reads as separate calls in one batch, at a block fixed beforehand.
func (c *Client) oneByOne(ctx context.Context, at At, reads []Read) (*Snapshot, error) {
	head, err := c.Header(ctx, at)
	if err != nil {
		return nil, err
	}

	fixed := AtNumber(head.Number)
	snap := &Snapshot{
		Block:   head.Number,
		Time:    head.Time,
		Parent:  head.Parent,
		Results: make([]Result, len(reads)),
	}
	outputs := make([]hexutil.Bytes, len(reads))
	calls := make([]*Call, len(reads))
	for i, r := range reads {
		if owner, ok := nativeOwner(r); ok {
			calls[i] = NewCall(nil, "eth_getBalance", owner, fixed)
			calls[i].decode = func(raw []byte) error {
				var wei Big
				err := wei.UnmarshalJSON(raw)
				outputs[i] = common.LeftPadBytes(wei.Bytes(), 32)
				return err
			}
			continue
		}
		calls[i] = CallCall(&outputs[i], Msg{To: &r.To, Data: r.Data}, fixed, nil)
	}

	if err := c.Batch(ctx, calls...); err != nil {
		return nil, err
	}

	for i, call := range calls {
		switch revert := AsRevert(call.Err); {
		case revert != nil:
			snap.Results[i] = Result{Data: revert.Data}
		case call.Err != nil:
			return nil, call.Err
		default:
			snap.Results[i] = Result{OK: true, Data: outputs[i]}
		}
	}

	return snap, nil
}

// nativeOwner is the address of a NativeBalance read, which needs Multicall3.
func nativeOwner(r Read) (common.Address, bool) {
	if r.To != Multicall3 || len(r.Data) != 36 {
		return common.Address{}, false
	}
	owner := common.BytesToAddress(r.Data[4:])
	return owner, string(NativeBalance(owner).Data) == string(r.Data)
}
