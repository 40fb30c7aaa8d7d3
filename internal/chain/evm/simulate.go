package evm

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/farebox/farebox/internal/chain/coinlog"
	"github.com/farebox/farebox/internal/each"
)

// SimulatedBlock is a block of eth_simulateV1, which follows the one before it: its calls see what the calls before
// did.
type SimulatedBlock struct {
	Time      uint64      // in Unix seconds, after the block before; if 0, the endpoint chooses the whole header
	Random    common.Hash // what PREVRANDAO gives; endpoints leave it empty, though no network does
	BaseFee   *big.Int    // per gas, in wei; nil leaves it out
	Overrides map[common.Address]Override
	Calls     []Msg
}

// SimulatedCall is what one call of such a block did.
type SimulatedCall struct {
	Status hexutil.Uint64 `json:"status"`
	Data   hexutil.Bytes  `json:"returnData"`
	Logs   []SimulatedLog `json:"logs"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// SimulatedLog is a log that a call left. Those at [coinlog.Address] tell of coins that moved, in the form of a token's
// transfers; see [SimulateTransfers].
type SimulatedLog struct {
	Address common.Address `json:"address"`
	Topics  []common.Hash  `json:"topics"`
	Data    hexutil.Bytes  `json:"data"`
}

// Worked says that the call did not revert.
func (c SimulatedCall) Worked() bool { return c.Status == 1 }

// Events are the logs as those of a transaction.
func (c SimulatedCall) Events() []*types.Log {
	return each.Of(c.Logs, func(l SimulatedLog) *types.Log {
		return &types.Log{
			Address: l.Address,
			Topics:  l.Topics,
			Data:    l.Data,
		}
	})
}

// SimulatedResult is what one block's calls did, in their order.
type SimulatedResult struct {
	Calls []SimulatedCall `json:"calls"`
}

// SimulateCall runs blocks on top of the one at a place. Endpoints without eth_simulateV1 answer with an error.
func SimulateCall(into *[]SimulatedResult, at At, blocks ...SimulatedBlock) *Call {
	return NewCall(into, "eth_simulateV1", simulation(false, blocks), at)
}

// SimulateTransfers is SimulateCall with a log for each move of coins.
func SimulateTransfers(into *[]SimulatedResult, at At, blocks ...SimulatedBlock) *Call {
	return NewCall(into, "eth_simulateV1", simulation(true, blocks), at)
}

// simulationOptions are the first parameter of eth_simulateV1.
type simulationOptions struct {
	Blocks    []simulationBlock `json:"blockStateCalls"`
	Transfers bool              `json:"traceTransfers,omitempty"`
}

type simulationBlock struct {
	Header    *simulationHeader           `json:"blockOverrides,omitempty"`
	Overrides map[common.Address]Override `json:"stateOverrides,omitempty"`
	Calls     []Msg                       `json:"calls"`
}

type simulationHeader struct {
	Time    hexutil.Uint64 `json:"time"`
	Random  common.Hash    `json:"prevRandao"`
	BaseFee *hexutil.Big   `json:"baseFeePerGas,omitempty"`
}

func simulation(transfers bool, blocks []SimulatedBlock) simulationOptions {
	list := make([]simulationBlock, len(blocks))
	for i, b := range blocks {
		list[i] = simulationBlock{
			Overrides: b.Overrides,
			Calls:     b.Calls,
		}
		if b.Time > 0 {
			list[i].Header = &simulationHeader{
				Time:    hexutil.Uint64(b.Time),
				Random:  b.Random,
				BaseFee: (*hexutil.Big)(b.BaseFee),
			}
		}
	}
	return simulationOptions{Blocks: list, Transfers: transfers}
}

// Trace is a call and the calls within it, with the logs that they left (go-ethereum's callTracer with logs).
type Trace struct {
	Kind  string         `json:"type"` // CALL, DELEGATECALL, CREATE...
	From  common.Address `json:"from"`
	To    common.Address `json:"to,omitempty"`
	Value *hexutil.Big   `json:"value,omitempty"`
	Error string         `json:"error,omitempty"`
	Calls []Trace        `json:"calls,omitempty"`
	Logs  []TracedLog    `json:"logs,omitempty"`
}

// TracedLog is a log of a call, with how many of its calls came before.
type TracedLog struct {
	SimulatedLog
	Position hexutil.Uint `json:"position"`
}

// TraceCall runs a call with the tracer of calls. Few public endpoints have debug_traceCall.
func TraceCall(into *Trace, m Msg, at At, overrides map[common.Address]Override) *Call {
	options := map[string]any{
		"tracer":       "callTracer",
		"tracerConfig": map[string]bool{"withLog": true},
	}
	if len(overrides) > 0 {
		options["stateOverrides"] = overrides
	}
	return NewCall(into, "debug_traceCall", m, at, options)
}

// Simulated is the trace in the form of eth_simulateV1: logs in their order, and one for each move of coins.
func (t *Trace) Simulated() SimulatedCall {
	if t.Error != "" {
		return SimulatedCall{}
	}
	return SimulatedCall{Status: 1, Logs: t.events()}
}

// events are those of the call and of the calls within it; what failed left none.
func (t *Trace) events() []SimulatedLog {
	if t.Error != "" {
		return nil
	}

	var out []SimulatedLog
	if value := (*big.Int)(t.Value); value != nil && value.Sign() > 0 && t.Kind != "DELEGATECALL" && t.Kind != "CALLCODE" {
		coins := coinlog.Move(t.From, t.To, value)
		out = append(out, SimulatedLog{
			Address: coins.Address,
			Topics:  coins.Topics,
			Data:    coins.Data,
		})
	}
	logs := t.Logs
	for i := range t.Calls {
		for len(logs) > 0 && int(logs[0].Position) <= i {
			out = append(out, logs[0].SimulatedLog)
			logs = logs[1:]
		}
		out = append(out, t.Calls[i].events()...)
	}
	for _, l := range logs {
		out = append(out, l.SimulatedLog)
	}
	return out
}
