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

// Execute runs a call as a transaction of its sender, who pays nothing for gas. Overrides change accounts before. It
// takes one request to an endpoint that has eth_simulateV1, else a second for debug_traceCall. The error is an
// endpoint's; a transaction that fails is an answer.
func (c *Client) Execute(ctx context.Context, m Msg, overrides map[common.Address]Override) (*Execution, error) {
	var blocks []SimulatedResult
	simulate := SimulateTransfers(&blocks, Latest, SimulatedBlock{Overrides: overrides, Calls: []Msg{m}})
	err := c.do(ctx, simulate)
	if revert := AsRevert(err); revert != nil { // the sender has not the coins that it sends, for one
		return &Execution{Reason: revert.Error()}, nil
	}
	if err == nil {
		return executed(blocks)
	}

	var trace Trace
	if second := c.do(ctx, TraceCall(&trace, m, Latest, overrides)); second != nil {
		if revert := AsRevert(second); revert != nil {
			return &Execution{Reason: revert.Error()}, nil
		}
		return nil, errors.Join(err, second)
	}
	if trace.Kind == "" {
		return nil, &upstream.Error{Kind: upstream.BadResponse, Provider: c.network.Name + " RPC", Doing: "debug_traceCall"}
	}

	done := trace.Simulated()
	return &Execution{
		Worked: done.Worked(),
		Reason: trace.Error,
		Logs:   done.Events(),
	}, nil
}

// executed reads the answer to one call of eth_simulateV1.
func executed(blocks []SimulatedResult) (*Execution, error) {
	if len(blocks) != 1 || len(blocks[0].Calls) != 1 {
		return nil, &upstream.Error{Kind: upstream.BadResponse, Provider: "RPC", Doing: "eth_simulateV1"}
	}

	call := blocks[0].Calls[0]
	out := &Execution{
		Worked: call.Worked(),
		Logs:   call.Events(),
	}
	if !out.Worked {
		out.Reason = (&Revert{Message: call.Error.Message, Data: call.Data}).Error()
		out.Logs = nil
	}
	return out, nil
}
