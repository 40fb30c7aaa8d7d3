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

// NewL2ReverseRegistrar creates a new instance of L2ReverseRegistrar.
func NewL2ReverseRegistrar() *L2ReverseRegistrar {
	parsed, err := L2ReverseRegistrarMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &L2ReverseRegistrar{abi: *parsed}
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
