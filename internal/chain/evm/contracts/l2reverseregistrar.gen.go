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

// L2ReverseRegistrarMetaData contains all meta data concerning the L2ReverseRegistrar contract.
var L2ReverseRegistrarMetaData = bind.MetaData{
	ABI: "[{\"type\":\"function\",\"name\":\"nameForAddr\",\"stateMutability\":\"view\",\"inputs\":[{\"name\":\"addr\",\"type\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"string\"}]}]",
	ID:  "L2ReverseRegistrar",
}

// L2ReverseRegistrar is an auto generated Go binding around an Ethereum contract.
type L2ReverseRegistrar struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *L2ReverseRegistrar) GetABI() abi.ABI {
	return c.abi
}

// NewL2ReverseRegistrar creates a new instance of L2ReverseRegistrar.
func NewL2ReverseRegistrar() *L2ReverseRegistrar {
	parsed, err := L2ReverseRegistrarMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &L2ReverseRegistrar{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *L2ReverseRegistrar) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackNameForAddr is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4ec3bd23.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function nameForAddr(address addr) view returns(string)
func (l2ReverseRegistrar *L2ReverseRegistrar) PackNameForAddr(addr common.Address) []byte {
	enc, err := l2ReverseRegistrar.abi.Pack("nameForAddr", addr)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackNameForAddr is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4ec3bd23.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function nameForAddr(address addr) view returns(string)
func (l2ReverseRegistrar *L2ReverseRegistrar) TryPackNameForAddr(addr common.Address) ([]byte, error) {
	return l2ReverseRegistrar.abi.Pack("nameForAddr", addr)
}

// UnpackNameForAddr is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x4ec3bd23.
//
// Solidity: function nameForAddr(address addr) view returns(string)
func (l2ReverseRegistrar *L2ReverseRegistrar) UnpackNameForAddr(data []byte) (string, error) {
	out, err := l2ReverseRegistrar.abi.Unpack("nameForAddr", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}
