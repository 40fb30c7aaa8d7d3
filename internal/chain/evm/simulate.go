package evm

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// SimulatedBlock is a block of eth_simulateV1, which follows the one before it: its calls see what the calls before
// did.
type SimulatedBlock struct {
	Time      uint64 // in Unix seconds, later than that of the block before
	Overrides map[common.Address]Override
	Calls     []Msg
}

// SimulatedCall is what one call of such a block did.
type SimulatedCall struct {
	Status hexutil.Uint64 `json:"status"`
	Data   hexutil.Bytes  `json:"returnData"`
}

// Worked says that the call did not revert.
func (c SimulatedCall) Worked() bool { return c.Status == 1 }

// SimulatedResult is what one block's calls did, in their order.
type SimulatedResult struct {
	Calls []SimulatedCall `json:"calls"`
}

// SimulateCall runs blocks on top of the one at a place. Endpoints without eth_simulateV1 answer with an error.
func SimulateCall(into *[]SimulatedResult, at At, blocks ...SimulatedBlock) *Call {
	type header struct {
		Time hexutil.Uint64 `json:"time"`
	}
	type block struct {
		Header    header                      `json:"blockOverrides"`
		Overrides map[common.Address]Override `json:"stateOverrides,omitempty"`
		Calls     []Msg                       `json:"calls"`
	}
	type options struct {
		Blocks []block `json:"blockStateCalls"`
	}

	list := make([]block, len(blocks))
	for i, b := range blocks {
		list[i] = block{
			Header:    header{Time: hexutil.Uint64(b.Time)},
			Overrides: b.Overrides,
			Calls:     b.Calls,
		}
	}
	return NewCall(into, "eth_simulateV1", options{Blocks: list}, at)
}
