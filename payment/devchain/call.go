package devchain

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/eth/gasestimator"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"
)

// Bounds of a simulated call.
const (
	callGas = 50_000_000 // as in go-ethereum
	// callTime is not the five seconds of go-ethereum: gas bounds the work, and a machine with much else to do needs
	// many times the usual for it.
	callTime = 30 * time.Second
	// estimateError is how much too high an estimate of gas may be, as a ratio.
	estimateError = 0.015
)

// callRequest is a transaction as it is to be simulated. Nothing is required.
type callRequest struct {
	From           *common.Address              `json:"from"`
	To             *common.Address              `json:"to"`
	Gas            *hexutil.Uint64              `json:"gas"`
	GasPrice       *hexutil.U256                `json:"gasPrice"`
	MaxFee         *hexutil.U256                `json:"maxFeePerGas"`
	MaxTip         *hexutil.U256                `json:"maxPriorityFeePerGas"`
	Value          *hexutil.U256                `json:"value"`
	Nonce          *hexutil.Uint64              `json:"nonce"`
	Data           *hexutil.Bytes               `json:"data"`
	Input          *hexutil.Bytes               `json:"input"` // goes before data
	AccessList     types.AccessList             `json:"accessList"`
	ChainID        *hexutil.Big                 `json:"chainId"`
	Authorizations []types.SetCodeAuthorization `json:"authorizationList"`
}

// message is the request on a chain, with a gas limit. Where no fee is given the gas costs nothing.
func (r *callRequest) message(chainID, baseFee *big.Int, gas uint64) (*core.Message, error) {
	switch {
	case r.ChainID != nil && r.ChainID.ToInt().Cmp(chainID) != 0:
		return nil, fmt.Errorf("chainId does not match node's (have=%s, want=%s)", r.ChainID.ToInt(), chainID)
	case r.GasPrice != nil && (r.MaxFee != nil || r.MaxTip != nil):
		return nil, errors.New("both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified")
	case r.To == nil && r.Authorizations != nil:
		return nil, core.ErrSetCodeTxCreate
	}

	m := &core.Message{
		To:                    r.To,
		Value:                 new(uint256.Int),
		GasLimit:              gas,
		GasPrice:              new(uint256.Int),
		GasFeeCap:             new(uint256.Int),
		GasTipCap:             new(uint256.Int),
		AccessList:            r.AccessList,
		SetCodeAuthorizations: r.Authorizations,
	}
	if r.From != nil {
		m.From = *r.From
	}
	if r.Nonce != nil {
		m.Nonce = uint64(*r.Nonce)
	}
	if r.Value != nil {
		m.Value = (*uint256.Int)(r.Value)
	}
	if r.Gas != nil {
		m.GasLimit = min(m.GasLimit, uint64(*r.Gas))
	}
	for _, data := range []*hexutil.Bytes{r.Data, r.Input} {
		if data != nil {
			m.Data = *data
		}
	}
	r.price(m, baseFee)
	return m.SkipNonceCheck().SkipEOACheck().SkipGasLimitCapCheck(), nil
}

// price fills in what a message pays for its gas.
func (r *callRequest) price(m *core.Message, baseFee *big.Int) {
	if r.GasPrice != nil {
		m.GasPrice = (*uint256.Int)(r.GasPrice)
		m.GasFeeCap = m.GasPrice
		m.GasTipCap = m.GasPrice
		return
	}

	if r.MaxFee != nil {
		m.GasFeeCap = (*uint256.Int)(r.MaxFee)
	}
	if r.MaxTip != nil {
		m.GasTipCap = (*uint256.Int)(r.MaxTip)
	}
	if m.GasFeeCap.IsZero() && m.GasTipCap.IsZero() {
		return
	}
	m.GasPrice.Add(m.GasTipCap, uint256.MustFromBig(baseFee))
	if m.GasPrice.Gt(m.GasFeeCap) {
		m.GasPrice.Set(m.GasFeeCap)
	}
}

// overrides are accounts as a call is to find them, instead of as they are.
type overrides map[common.Address]struct {
	Nonce   *hexutil.Uint64             `json:"nonce"`
	Code    *hexutil.Bytes              `json:"code"`
	Balance *hexutil.U256               `json:"balance"`
	State   map[common.Hash]common.Hash `json:"state"`     // all storage
	Diff    map[common.Hash]common.Hash `json:"stateDiff"` // what differs of it
	Move    *common.Address             `json:"movePrecompileToAddress"`
}

// movePrecompiles puts precompiles elsewhere, and leaves their places to code.
func (o *overrides) movePrecompiles(in *vm.EVM) {
	if o == nil {
		return
	}
	precompiles := vm.ActivePrecompiledContracts(in.GetRules())
	for address, account := range *o {
		if account.Move != nil {
			precompiles[*account.Move] = precompiles[address]
			delete(precompiles, address)
		}
	}
	in.SetPrecompiles(precompiles)
}

func (o *overrides) apply(to *state.StateDB) error {
	if o == nil {
		return nil
	}
	for address, account := range *o {
		if account.State != nil && account.Diff != nil {
			return fmt.Errorf("account %s has both 'state' and 'stateDiff'", address)
		}

		if account.Nonce != nil {
			to.SetNonce(address, uint64(*account.Nonce), tracing.NonceChangeUnspecified)
		}
		if account.Code != nil {
			to.SetCode(address, *account.Code, tracing.CodeChangeUnspecified)
		}
		if account.Balance != nil {
			to.SetBalance(address, (*uint256.Int)(account.Balance), tracing.BalanceChangeUnspecified)
		}
		if account.State != nil {
			to.SetStorage(address, account.State)
		}
		for slot, word := range account.Diff {
			to.SetState(address, slot, word)
		}
	}
	to.Finalise(params.Rules{}) // as if a transaction before had done it
	return nil
}

// hide keeps built-in contracts from answering in the place of accounts that are overridden.
func (o *overrides) hide(evm *vm.EVM) {
	if o == nil {
		return
	}
	builtin := vm.ActivePrecompiledContracts(evm.GetRules()) // a copy
	for address := range *o {
		delete(builtin, address)
	}
	evm.SetPrecompiles(builtin)
}

// Call is what a transaction would return in a block with the state, number and time of the one named.
func (m *ethMethods) Call(
	ctx context.Context, request callRequest, at *rpc.BlockNumberOrHash, instead *overrides,
) (hexutil.Bytes, error) {
	s, err := m.simulation(ctx, request, at, instead, callGas)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()

	block := core.NewEVMBlockContext(s.header, m.machine.blocks, nil)
	if s.message.GasPrice.IsZero() {
		block.BaseFee = new(big.Int) // which no fee may be below
	}
	evm := vm.NewEVM(block, s.before, m.machine.blocks.Config(), vm.Config{NoBaseFee: true})
	defer evm.Release()
	defer context.AfterFunc(ctx, evm.Cancel)()
	instead.hide(evm)
	result, err := core.ApplyMessage(evm, s.message.SkipExecutionGasCapCheck(), core.NewGasPool(callGas))

	switch {
	case s.before.Error() != nil:
		return nil, s.before.Error()
	case evm.Cancelled():
		return nil, fmt.Errorf("execution aborted (timeout = %s)", callTime)
	case err != nil:
		return nil, fmt.Errorf("err: %w (supplied gas %d)", err, s.message.GasLimit)
	case errors.Is(result.Err, vm.ErrExecutionReverted):
		return nil, reverted(result.Revert())
	}
	return result.Return(), result.Err
}

// EstimateGas is the gas that a transaction would need, or why it fails with any.
func (m *ethMethods) EstimateGas(
	ctx context.Context, request callRequest, at *rpc.BlockNumberOrHash, instead *overrides,
) (hexutil.Uint64, error) {
	if request.Gas == nil {
		request.Gas = new(hexutil.Uint64) // as much as the block has
	}
	s, err := m.simulation(ctx, request, at, instead, callGas)
	if err != nil {
		return 0, err
	}

	gas, revert, err := gasestimator.Estimate(ctx, s.message, &gasestimator.Options{
		Config:     m.machine.blocks.Config(),
		Chain:      m.machine.blocks,
		Header:     s.header,
		State:      s.before,
		ErrorRatio: estimateError,
	}, callGas)
	if errors.Is(err, vm.ErrExecutionReverted) {
		err = reverted(revert)
	}
	return hexutil.Uint64(gas), err
}

// simulation is what a call is made of: who does what, on which state, in which block.
type simulation struct {
	message *core.Message
	before  *state.StateDB
	header  *types.Header
}

func (m *ethMethods) simulation(
	ctx context.Context, request callRequest, at *rpc.BlockNumberOrHash, instead *overrides, gas uint64,
) (*simulation, error) {
	before, header, err := m.machine.state(ctx, latestUnless(at))
	if err != nil {
		return nil, err
	}
	if err := instead.apply(before); err != nil {
		return nil, err
	}

	message, err := request.message(m.machine.blocks.Config().ChainID, header.BaseFee, gas)
	if err != nil {
		return nil, err
	}

	return &simulation{
		message: message,
		before:  before,
		header:  header,
	}, nil
}

// revertError is a revert with what the contract said, as clients look for it: code 3 and the data.
type revertError struct {
	error
	data []byte
}

func reverted(data []byte) error {
	err := vm.ErrExecutionReverted
	if reason, unreadable := abi.UnpackRevert(data); unreadable == nil {
		err = fmt.Errorf("%w: %s", err, reason)
	}
	return &revertError{err, data}
}

// ErrorCode is that of a revert.
func (*revertError) ErrorCode() int { return 3 }

// ErrorData is what the contract returned.
func (e *revertError) ErrorData() any { return hexutil.Encode(e.data) }

// paramsError is the refusal of a parameter.
type paramsError struct{ error }

func invalidParams(format string, args ...any) error {
	return paramsError{fmt.Errorf(format, args...)}
}

// ErrorCode is that of invalid parameters in JSON-RPC.
func (paramsError) ErrorCode() int { return -32602 }
