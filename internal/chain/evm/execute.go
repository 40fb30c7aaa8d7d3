package evm

import (
	"context"
	"errors"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/farebox/farebox/internal/upstream"
)

// Execution is what a transaction does on the state of the newest block.
type Execution struct {
	Worked bool
	Reason string       // why it fails, where that is said
	Logs   []*types.Log // those at [coinlog.Address] are coins that moved
}

// Execute runs calls one after the other, each as a transaction of its sender, who pays nothing for gas. Overrides
// change accounts before. It takes one request to an endpoint that has eth_simulateV1, else a second for
// debug_traceCall, which runs one call only. The error is an endpoint's; a call that fails is an answer for all.
func (c *Client) Execute(ctx context.Context, overrides map[common.Address]Override, calls ...Msg) (*Execution, error) {
	var blocks []SimulatedResult
	simulate := SimulateTransfers(&blocks, Latest, SimulatedBlock{Overrides: overrides, Calls: calls})
	err := c.do(ctx, simulate)
	if revert := AsRevert(err); revert != nil { // the sender has not the coins that it sends, for one
		return &Execution{Reason: revert.Error()}, nil
	}
	if err == nil {
		return executed(blocks, len(calls))
	}
	if len(calls) != 1 {
		return nil, err
	}

	var trace Trace
	if second := c.do(ctx, TraceCall(&trace, calls[0], Latest, overrides)); second != nil {
		if revert := AsRevert(second); revert != nil {
			return &Execution{Reason: revert.Error()}, nil
		}
		return nil, errors.Join(err, second)
	}
	if trace.Kind == "" {
		return nil, &upstream.Error{
			Kind:     upstream.BadResponse,
			Provider: c.network.Name + " RPC",
			Doing:    "debug_traceCall",
		}
	}

	done := trace.Simulated()
	return &Execution{
		Worked: done.Worked(),
		Reason: trace.Error,
		Logs:   done.Events(),
	}, nil
}

// executed reads the answer of eth_simulateV1 to so many calls in one block.
func executed(blocks []SimulatedResult, calls int) (*Execution, error) {
	untold := &upstream.Error{
		Kind:     upstream.BadResponse,
		Provider: "RPC",
		Doing:    "eth_simulateV1",
	}
	if len(blocks) != 1 || len(blocks[0].Calls) != calls {
		return nil, untold
	}

	out := &Execution{Worked: true}
	for _, call := range blocks[0].Calls {
		switch {
		case call.Worked():
			out.Logs = append(out.Logs, call.Events()...)
		case call.Error == nil: // what fails says why
			return nil, untold
		default:
			return &Execution{Reason: (&Revert{Message: call.Error.Message, Data: call.Data}).Error()}, nil
		}
	}
	return out, nil
}
