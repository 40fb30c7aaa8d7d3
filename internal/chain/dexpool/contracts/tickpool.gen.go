// Code generated via abigen V2 - DO NOT EDIT.
// This file is a generated binding and any manual changes will be lost.

package contracts

import (
	"bytes"
	"errors"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// Reference imports to suppress errors if they are not otherwise used.
var (
	_ = bytes.Equal
	_ = errors.New
	_ = big.NewInt
	_ = common.Big1
	_ = types.BloomLookup
	_ = abi.ConvertType
)

// TickPoolMetaData contains all meta data concerning the TickPool contract.
var TickPoolMetaData = bind.MetaData{
	ABI: "[{\"type\":\"function\",\"name\":\"slot0\",\"stateMutability\":\"view\",\"inputs\":[],\"outputs\":[{\"name\":\"sqrtPriceX96\",\"type\":\"uint160\"},{\"name\":\"tick\",\"type\":\"int24\"}]},{\"type\":\"function\",\"name\":\"liquidity\",\"stateMutability\":\"view\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"uint128\"}]},{\"type\":\"function\",\"name\":\"tickSpacing\",\"stateMutability\":\"view\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"int24\"}]},{\"type\":\"event\",\"name\":\"Swap\",\"anonymous\":false,\"inputs\":[{\"name\":\"sender\",\"type\":\"address\",\"indexed\":true},{\"name\":\"recipient\",\"type\":\"address\",\"indexed\":true},{\"name\":\"amount0\",\"type\":\"int256\",\"indexed\":false},{\"name\":\"amount1\",\"type\":\"int256\",\"indexed\":false},{\"name\":\"sqrtPriceX96\",\"type\":\"uint160\",\"indexed\":false},{\"name\":\"liquidity\",\"type\":\"uint128\",\"indexed\":false},{\"name\":\"tick\",\"type\":\"int24\",\"indexed\":false}]}]",
	ID:  "TickPool",
}

// TickPool is an auto generated Go binding around an Ethereum contract.
type TickPool struct {
	abi abi.ABI
}

// NewTickPool creates a new instance of TickPool.
func NewTickPool() *TickPool {
	parsed, err := TickPoolMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TickPool{abi: *parsed}
}

// PackLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1a686502.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function liquidity() view returns(uint128)
func (tickPool *TickPool) PackLiquidity() []byte {
	enc, err := tickPool.abi.Pack("liquidity")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSlot0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3850c7bd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function slot0() view returns(uint160 sqrtPriceX96, int24 tick)
func (tickPool *TickPool) PackSlot0() []byte {
	enc, err := tickPool.abi.Pack("slot0")
	if err != nil {
		panic(err)
	}
	return enc
}

// Slot0Output serves as a container for the return parameters of contract
// method Slot0.
type Slot0Output struct {
	SqrtPriceX96 *big.Int
	Tick         *big.Int
}

// UnpackSlot0 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3850c7bd.
//
// Solidity: function slot0() view returns(uint160 sqrtPriceX96, int24 tick)
func (tickPool *TickPool) UnpackSlot0(data []byte) (Slot0Output, error) {
	out, err := tickPool.abi.Unpack("slot0", data)
	outstruct := new(Slot0Output)
	if err != nil {
		return *outstruct, err
	}
	outstruct.SqrtPriceX96 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Tick = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackTickSpacing is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd0c93a7c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tickSpacing() view returns(int24)
func (tickPool *TickPool) PackTickSpacing() []byte {
	enc, err := tickPool.abi.Pack("tickSpacing")
	if err != nil {
		panic(err)
	}
	return enc
}

// TickPoolSwap represents a Swap event raised by the TickPool contract.
type TickPoolSwap struct {
	Sender       common.Address
	Recipient    common.Address
	Amount0      *big.Int
	Amount1      *big.Int
	SqrtPriceX96 *big.Int
	Liquidity    *big.Int
	Tick         *big.Int
	Raw          *types.Log // Blockchain specific contextual infos
}

const TickPoolSwapEventName = "Swap"

// ContractEventName returns the user-defined event name.
func (TickPoolSwap) ContractEventName() string {
	return TickPoolSwapEventName
}

// UnpackSwapEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)
func (tickPool *TickPool) UnpackSwapEvent(log *types.Log) (*TickPoolSwap, error) {
	event := "Swap"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != tickPool.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TickPoolSwap)
	if len(log.Data) > 0 {
		if err := tickPool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range tickPool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}
