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

// PairFactoryMetaData contains all meta data concerning the PairFactory contract.
var PairFactoryMetaData = bind.MetaData{
	ABI: "[{\"type\":\"function\",\"name\":\"getPair\",\"stateMutability\":\"view\",\"inputs\":[{\"name\":\"tokenA\",\"type\":\"address\"},{\"name\":\"tokenB\",\"type\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"address\"}]}]",
	ID:  "PairFactory",
}

// PairFactory is an auto generated Go binding around an Ethereum contract.
type PairFactory struct {
	abi abi.ABI
}

// NewPairFactory creates a new instance of PairFactory.
func NewPairFactory() *PairFactory {
	parsed, err := PairFactoryMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &PairFactory{abi: *parsed}
}

// PackGetPair is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe6a43905.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPair(address tokenA, address tokenB) view returns(address)
func (pairFactory *PairFactory) PackGetPair(tokenA common.Address, tokenB common.Address) []byte {
	enc, err := pairFactory.abi.Pack("getPair", tokenA, tokenB)
	if err != nil {
		panic(err)
	}
	return enc
}
