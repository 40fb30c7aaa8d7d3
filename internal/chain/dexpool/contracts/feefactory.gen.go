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

// FeeFactoryMetaData contains all meta data concerning the FeeFactory contract.
var FeeFactoryMetaData = bind.MetaData{
	ABI: "[{\"type\":\"function\",\"name\":\"getPool\",\"stateMutability\":\"view\",\"inputs\":[{\"name\":\"tokenA\",\"type\":\"address\"},{\"name\":\"tokenB\",\"type\":\"address\"},{\"name\":\"fee\",\"type\":\"uint24\"}],\"outputs\":[{\"name\":\"\",\"type\":\"address\"}]}]",
	ID:  "FeeFactory",
}

// FeeFactory is an auto generated Go binding around an Ethereum contract.
type FeeFactory struct {
	abi abi.ABI
}

// NewFeeFactory creates a new instance of FeeFactory.
func NewFeeFactory() *FeeFactory {
	parsed, err := FeeFactoryMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &FeeFactory{abi: *parsed}
}

// PackGetPool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1698ee82.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPool(address tokenA, address tokenB, uint24 fee) view returns(address)
func (feeFactory *FeeFactory) PackGetPool(tokenA common.Address, tokenB common.Address, fee *big.Int) []byte {
	enc, err := feeFactory.abi.Pack("getPool", tokenA, tokenB, fee)
	if err != nil {
		panic(err)
	}
	return enc
}
