// Package coinlog collects what a simulated transaction logs in go-ethereum's machine, in the form of eth_simulateV1:
// logs of calls that failed are left out, and coins that move are logged like a token's transfers (execution-apis,
// traceTransfers).
package coinlog

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto"
)

// Address is where moves of coins are logged. No contract is there.
var Address = common.HexToAddress("0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE")

// Transfer is topic 0 of a token's transfers (ERC-20).
var Transfer = crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))

// Move is the log of coins that move.
func Move(from, to common.Address, wei *big.Int) *types.Log {
	return &types.Log{
		Address: Address,
		Topics:  []common.Hash{Transfer, common.BytesToHash(from[:]), common.BytesToHash(to[:])},
		Data:    common.BigToHash(wei).Bytes(),
	}
}

// Recorder collects the logs of one message.
type Recorder struct {
	coins bool
	calls [][]*types.Log // of the calls that are under way
	kept  []*types.Log
}

// New is a recorder that logs coins too, or not.
func New(coins bool) *Recorder { return &Recorder{coins: coins} }

// Hooks are what the machine and its state call.
func (r *Recorder) Hooks() *tracing.Hooks {
	return &tracing.Hooks{
		OnEnter: r.enter,
		OnExit:  r.exit,
		OnLog:   r.log,
	}
}

// Logs are those of the message, none where it failed. They are never nil.
func (r *Recorder) Logs() []*types.Log {
	if r.kept == nil {
		return []*types.Log{}
	}
	return r.kept
}

func (r *Recorder) enter(_ int, kind byte, from, to common.Address, _ []byte, _ uint64, value *big.Int) {
	r.calls = append(r.calls, nil)
	op := vm.OpCode(kind)
	if !r.coins || value == nil || value.Sign() <= 0 || op == vm.DELEGATECALL || op == vm.CALLCODE {
		return
	}
	r.log(Move(from, to, value))
}

func (r *Recorder) exit(_ int, _ []byte, _ uint64, _ error, reverted bool) {
	last := len(r.calls) - 1
	logs := r.calls[last]
	r.calls = r.calls[:last]
	switch {
	case reverted:
	case last > 0:
		r.calls[last-1] = append(r.calls[last-1], logs...)
	default:
		r.kept = logs
	}
}

func (r *Recorder) log(entry *types.Log) {
	last := len(r.calls) - 1
	r.calls[last] = append(r.calls[last], entry)
}
