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

// ReservePoolMetaData contains all meta data concerning the ReservePool contract.
var ReservePoolMetaData = bind.MetaData{
	ABI: "[{\"type\":\"function\",\"name\":\"factory\",\"stateMutability\":\"view\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\"}]},{\"type\":\"function\",\"name\":\"token0\",\"stateMutability\":\"view\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\"}]},{\"type\":\"function\",\"name\":\"token1\",\"stateMutability\":\"view\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\"}]},{\"type\":\"function\",\"name\":\"stable\",\"stateMutability\":\"view\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bool\"}]},{\"type\":\"function\",\"name\":\"getReserves\",\"stateMutability\":\"view\",\"inputs\":[],\"outputs\":[{\"name\":\"reserve0\",\"type\":\"uint256\"},{\"name\":\"reserve1\",\"type\":\"uint256\"},{\"name\":\"updatedAt\",\"type\":\"uint256\"}]},{\"type\":\"event\",\"name\":\"Swap\",\"anonymous\":false,\"inputs\":[{\"name\":\"sender\",\"type\":\"address\",\"indexed\":true},{\"name\":\"to\",\"type\":\"address\",\"indexed\":true},{\"name\":\"amount0In\",\"type\":\"uint256\",\"indexed\":false},{\"name\":\"amount1In\",\"type\":\"uint256\",\"indexed\":false},{\"name\":\"amount0Out\",\"type\":\"uint256\",\"indexed\":false},{\"name\":\"amount1Out\",\"type\":\"uint256\",\"indexed\":false}]}]",
	ID:  "ReservePool",
}

// ReservePool is an auto generated Go binding around an Ethereum contract.
type ReservePool struct {
	abi abi.ABI
}

// NewReservePool creates a new instance of ReservePool.
func NewReservePool() *ReservePool {
	parsed, err := ReservePoolMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ReservePool{abi: *parsed}
}

// PackFactory is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc45a0155.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function factory() view returns(address)
func (reservePool *ReservePool) PackFactory() []byte {
	enc, err := reservePool.abi.Pack("factory")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetReserves is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0902f1ac.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getReserves() view returns(uint256 reserve0, uint256 reserve1, uint256 updatedAt)
func (reservePool *ReservePool) PackGetReserves() []byte {
	enc, err := reservePool.abi.Pack("getReserves")
	if err != nil {
		panic(err)
	}
	return enc
}

// GetReservesOutput serves as a container for the return parameters of contract
// method GetReserves.
type GetReservesOutput struct {
	Reserve0  *big.Int
	Reserve1  *big.Int
	UpdatedAt *big.Int
}

// UnpackGetReserves is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0902f1ac.
//
// Solidity: function getReserves() view returns(uint256 reserve0, uint256 reserve1, uint256 updatedAt)
func (reservePool *ReservePool) UnpackGetReserves(data []byte) (GetReservesOutput, error) {
	out, err := reservePool.abi.Unpack("getReserves", data)
	outstruct := new(GetReservesOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Reserve0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Reserve1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.UpdatedAt = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackStable is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x22be3de1.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function stable() view returns(bool)
func (reservePool *ReservePool) PackStable() []byte {
	enc, err := reservePool.abi.Pack("stable")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackToken0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0dfe1681.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function token0() view returns(address)
func (reservePool *ReservePool) PackToken0() []byte {
	enc, err := reservePool.abi.Pack("token0")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackToken1 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd21220a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function token1() view returns(address)
func (reservePool *ReservePool) PackToken1() []byte {
	enc, err := reservePool.abi.Pack("token1")
	if err != nil {
		panic(err)
	}
	return enc
}

// ReservePoolSwap represents a Swap event raised by the ReservePool contract.
type ReservePoolSwap struct {
	Sender     common.Address
	To         common.Address
	Amount0In  *big.Int
	Amount1In  *big.Int
	Amount0Out *big.Int
	Amount1Out *big.Int
	Raw        *types.Log // Blockchain specific contextual infos
}

const ReservePoolSwapEventName = "Swap"

// ContractEventName returns the user-defined event name.
func (ReservePoolSwap) ContractEventName() string {
	return ReservePoolSwapEventName
}

// UnpackSwapEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Swap(address indexed sender, address indexed to, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out)
func (reservePool *ReservePool) UnpackSwapEvent(log *types.Log) (*ReservePoolSwap, error) {
	event := "Swap"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != reservePool.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ReservePoolSwap)
	if len(log.Data) > 0 {
		if err := reservePool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range reservePool.abi.Events[event].Inputs {
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
