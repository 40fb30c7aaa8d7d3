package devchain

import (
	"context"
	"errors"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/farebox/farebox/internal/chain/coinlog"
)

// simulated is a request of eth_simulateV1: blocks on top of one, without validation.
type simulated struct {
	Blocks []struct {
		Header struct {
			Time    *hexutil.Uint64 `json:"time"`
			Random  common.Hash     `json:"prevRandao"`
			BaseFee *hexutil.Big    `json:"baseFeePerGas"`
		} `json:"blockOverrides"`
		Instead *overrides    `json:"stateOverrides"`
		Calls   []callRequest `json:"calls"`
	} `json:"blockStateCalls"`
	Transfers bool `json:"traceTransfers"` // whether coins that move are logged
}

// simulatedBlock is what the calls of one block did.
type simulatedBlock struct {
	Number hexutil.Uint64  `json:"number"`
	Time   hexutil.Uint64  `json:"timestamp"`
	Calls  []simulatedCall `json:"calls"`
}

type simulatedCall struct {
	Data   hexutil.Bytes   `json:"returnData"`
	Gas    hexutil.Uint64  `json:"gasUsed"`
	Status hexutil.Uint64  `json:"status"`
	Logs   []*types.Log    `json:"logs"`
	Error  *simulatedError `json:"error,omitempty"`
}

// simulatedError says why a call failed.
type simulatedError struct {
	Message string `json:"message"`
}

// SimulateV1 runs calls in blocks that follow the one named. Each block has the next number and, unless it names its
// time, comes twelve seconds after the one before.
func (m *ethMethods) SimulateV1(
	ctx context.Context, request simulated, at *rpc.BlockNumberOrHash,
) ([]simulatedBlock, error) {
	after, parent, err := m.machine.state(ctx, latestUnless(at))
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()

	answer := make([]simulatedBlock, 0, len(request.Blocks))
	header := types.CopyHeader(parent)
	for _, b := range request.Blocks {
		header = types.CopyHeader(header)
		header.Number.Add(header.Number, big.NewInt(1))
		header.Time += 12
		header.MixDigest = b.Header.Random
		header.BaseFee = new(big.Int)
		if b.Header.BaseFee != nil {
			header.BaseFee = b.Header.BaseFee.ToInt()
		}
		if b.Header.Time != nil {
			if uint64(*b.Header.Time) <= header.Time-12 {
				return nil, invalidParams("block timestamps must be in order: %d", uint64(*b.Header.Time))
			}
			header.Time = uint64(*b.Header.Time)
		}

		if err := b.Instead.apply(after); err != nil {
			return nil, err
		}
		done := simulatedBlock{
			Number: hexutil.Uint64(header.Number.Uint64()),
			Time:   hexutil.Uint64(header.Time),
			Calls:  make([]simulatedCall, 0, len(b.Calls)),
		}
		for i := range b.Calls {
			message, err := b.Calls[i].message(m.machine.blocks.Config().ChainID, header.BaseFee, callGas)
			if err != nil {
				return nil, err
			}
			call, err := m.execute(ctx, &simulation{message, after, header}, b.Instead, request.Transfers)
			if err != nil {
				return nil, err
			}
			done.Calls = append(done.Calls, call)
		}
		answer = append(answer, done)
	}
	return answer, nil
}

// execute runs a message and keeps what it did in the state.
func (m *ethMethods) execute(
	ctx context.Context, s *simulation, instead *overrides, transfers bool,
) (call simulatedCall, err error) {
	block := core.NewEVMBlockContext(s.header, m.machine.blocks, nil)
	events := coinlog.New(transfers)
	hooks := events.Hooks()
	hooked := state.NewHookedState(s.before, hooks)
	evm := vm.NewEVM(block, hooked, m.machine.blocks.Config(), vm.Config{NoBaseFee: true, Tracer: hooks})
	defer evm.Release()
	instead.movePrecompiles(evm)
	defer context.AfterFunc(ctx, evm.Cancel)()

	result, err := core.ApplyMessage(evm, s.message.SkipExecutionGasCapCheck(), core.NewGasPool(callGas))
	if errors.Is(err, core.ErrInsufficientFundsForTransfer) || errors.Is(err, core.ErrInsufficientFunds) {
		return call, fundsError{err}
	}
	if err != nil {
		return call, err
	}
	s.before.Finalise(evm.GetRules())
	call.Gas = hexutil.Uint64(result.UsedGas)
	call.Data = result.Return()
	call.Logs = events.Logs()
	if result.Failed() {
		call.Data = result.Revert()
		call.Error = &simulatedError{result.Err.Error()}
		return call, nil
	}
	call.Status = 1
	return call, nil
}

// fundsError refuses a message whose sender has not the coins that it sends.
type fundsError struct{ error }

// ErrorCode is that of eth_simulateV1 (execution-apis).
func (fundsError) ErrorCode() int { return -38014 }
