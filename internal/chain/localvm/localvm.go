// Package localvm executes a transaction in go-ethereum's machine, on the state of a network that is read from its
// endpoints as the machine asks for it. It is for networks whose endpoints do not execute themselves.
//
// What it cannot do is an error and no answer: contracts that are part of a network's own machine (Arbitrum's and
// Celo's precompiles, for instance) are not here, and a transaction that needs more reads than [MostRequests] is
// given up.
package localvm

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/triedb"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/internal/chain/coinlog"
	"github.com/farebox/farebox/internal/chain/evm"
)

// Bounds of one execution.
const (
	// MostRequests is how often an endpoint is asked; two more have asked whether it executes itself.
	MostRequests = 28

	mostGas   = 30_000_000
	mostBytes = 4 << 20 // of code
	mostSlots = 4096
)

// Execute runs calls one after the other, each as a transaction of its sender, who pays nothing for gas. Overrides
// change accounts before. A call that fails is an answer for all of them.
func Execute(
	ctx context.Context, client *evm.Client, overrides map[common.Address]evm.Override, calls ...evm.Msg,
) (*evm.Execution, error) {
	r := newReader(ctx, client)
	header, err := r.start(calls[0])
	if err != nil {
		return nil, err
	}

	db := state.NewDatabase(triedb.NewDatabase(rawdb.NewMemoryDatabase(), nil), nil)
	before, err := state.NewWithReader(types.EmptyRootHash, db, r)
	if err != nil {
		return nil, err
	}
	if err := override(before, overrides); err != nil {
		return nil, err
	}

	out := &evm.Execution{Worked: true, Logs: []*types.Log{}}
	for _, m := range calls {
		done, err := run(ctx, client.Network(), header, before, overrides, r, m)
		if err != nil || !done.Worked {
			return done, err
		}
		before.Finalise(params.Rules{})
		out.Logs = append(out.Logs, done.Logs...)
	}
	return out, nil
}

func run(
	ctx context.Context, n *evm.Network, header *evm.Header, before *state.StateDB,
	overrides map[common.Address]evm.Override, r *reader, m evm.Msg,
) (*evm.Execution, error) {
	events := coinlog.New(true)
	hooks := events.Hooks()
	machine := vm.NewEVM(block(header), state.NewHookedState(before, hooks), config(n),
		vm.Config{NoBaseFee: true, Tracer: hooks})
	defer machine.Release()
	movePrecompiles(machine, overrides)
	defer context.AfterFunc(ctx, machine.Cancel)()
	r.stop = machine.Cancel

	result, err := core.ApplyMessage(machine, message(m).SkipNonceCheck().SkipEOACheck().SkipGasLimitCapCheck().
		SkipExecutionGasCapCheck(), core.NewGasPool(mostGas))
	switch {
	case r.err != nil:
		return nil, r.err
	case before.Error() != nil:
		return nil, before.Error()
	case machine.Cancelled():
		return nil, fmt.Errorf("execution was stopped: %w", context.Cause(ctx))
	case errors.Is(err, core.ErrInsufficientFundsForTransfer), errors.Is(err, core.ErrInsufficientFunds):
		return &evm.Execution{Reason: err.Error()}, nil
	case err != nil:
		return nil, err
	case result.Failed():
		return &evm.Execution{Reason: (&evm.Revert{Message: result.Err.Error(), Data: result.Revert()}).Error()}, nil
	}
	return &evm.Execution{Worked: true, Logs: events.Logs()}, nil
}

func message(m evm.Msg) *core.Message {
	value := new(uint256.Int)
	if m.Value != nil {
		value.SetFromBig(m.Value)
	}
	return &core.Message{
		From:      m.From,
		To:        m.To,
		Value:     value,
		Data:      m.Data,
		GasLimit:  mostGas,
		GasPrice:  new(uint256.Int),
		GasFeeCap: new(uint256.Int),
		GasTipCap: new(uint256.Int),
	}
}

// block is the context of the block that is next to the one read, as far as it is known.
func block(h *evm.Header) vm.BlockContext {
	return vm.BlockContext{
		CanTransfer: core.CanTransfer,
		Transfer:    core.Transfer,
		GetHash: func(n uint64) common.Hash {
			if n == h.Number {
				return h.Hash
			}
			return common.Hash{}
		},
		BlockNumber: new(big.Int).SetUint64(h.Number + 1),
		Time:        uint64(h.Time.Unix()) + 1,
		Difficulty:  new(big.Int),
		BaseFee:     new(big.Int),
		BlobBaseFee: new(big.Int),
		GasLimit:    max(h.GasLimit, mostGas),
		Random:      &h.Hash,
	}
}

// config has every rule of Ethereum that is in force: networks that are read here have them too.
func config(n *evm.Network) *params.ChainConfig {
	c := *params.MergedTestChainConfig
	c.ChainID = new(big.Int).SetUint64(n.ChainID)
	return &c
}

// movePrecompiles puts precompiles where overrides want them, and leaves their places to code.
func movePrecompiles(machine *vm.EVM, overrides map[common.Address]evm.Override) {
	precompiles := vm.ActivePrecompiledContracts(machine.GetRules())
	for address, o := range overrides {
		if o.MovePrecompileTo != nil {
			precompiles[*o.MovePrecompileTo] = precompiles[address]
			delete(precompiles, address)
		}
	}
	machine.SetPrecompiles(precompiles)
}

// override changes accounts before the transaction.
func override(to *state.StateDB, overrides map[common.Address]evm.Override) error {
	for address, o := range overrides {
		if o.State != nil || o.StateDiff != nil || o.Nonce != nil {
			return errors.New("only code and balances can be overridden here")
		}
		if o.Code != nil {
			to.SetCode(address, o.Code, tracing.CodeChangeUnspecified)
		}
		if o.Balance != nil {
			balance, over := uint256.FromBig(o.Balance)
			if over {
				return fmt.Errorf("balance of %s is too large", address)
			}
			to.SetBalance(address, balance, tracing.BalanceChangeUnspecified)
		}
	}
	to.Finalise(params.Rules{}) // as if a transaction before had done it
	return nil
}
