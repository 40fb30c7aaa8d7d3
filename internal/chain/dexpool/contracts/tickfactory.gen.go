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

// TickFactoryMetaData contains all meta data concerning the TickFactory contract.
var TickFactoryMetaData = bind.MetaData{
	ABI: "[{\"type\":\"function\",\"name\":\"getPool\",\"stateMutability\":\"view\",\"inputs\":[{\"name\":\"tokenA\",\"type\":\"address\"},{\"name\":\"tokenB\",\"type\":\"address\"},{\"name\":\"tickSpacing\",\"type\":\"int24\"}],\"outputs\":[{\"name\":\"\",\"type\":\"address\"}]}]",
	ID:  "TickFactory",
}

// TickFactory is an auto generated Go binding around an Ethereum contract.
type TickFactory struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *TickFactory) GetABI() abi.ABI {
	return c.abi
}

// NewTickFactory creates a new instance of TickFactory.
func NewTickFactory() *TickFactory {
	parsed, err := TickFactoryMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TickFactory{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *TickFactory) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackGetPool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x28af8d0b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPool(address tokenA, address tokenB, int24 tickSpacing) view returns(address)
func (tickFactory *TickFactory) PackGetPool(tokenA common.Address, tokenB common.Address, tickSpacing *big.Int) []byte {
	enc, err := tickFactory.abi.Pack("getPool", tokenA, tokenB, tickSpacing)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetPool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x28af8d0b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getPool(address tokenA, address tokenB, int24 tickSpacing) view returns(address)
func (tickFactory *TickFactory) TryPackGetPool(tokenA common.Address, tokenB common.Address, tickSpacing *big.Int) ([]byte, error) {
	return tickFactory.abi.Pack("getPool", tokenA, tokenB, tickSpacing)
}

// UnpackGetPool is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x28af8d0b.
//
// Solidity: function getPool(address tokenA, address tokenB, int24 tickSpacing) view returns(address)
func (tickFactory *TickFactory) UnpackGetPool(data []byte) (common.Address, error) {
	out, err := tickFactory.abi.Unpack("getPool", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}
