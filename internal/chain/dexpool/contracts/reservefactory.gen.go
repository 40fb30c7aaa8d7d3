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

// ReserveFactoryMetaData contains all meta data concerning the ReserveFactory contract.
var ReserveFactoryMetaData = bind.MetaData{
	ABI: "[{\"type\":\"function\",\"name\":\"getPool\",\"stateMutability\":\"view\",\"inputs\":[{\"name\":\"tokenA\",\"type\":\"address\"},{\"name\":\"tokenB\",\"type\":\"address\"},{\"name\":\"stable\",\"type\":\"bool\"}],\"outputs\":[{\"name\":\"\",\"type\":\"address\"}]}]",
	ID:  "ReserveFactory",
}

// ReserveFactory is an auto generated Go binding around an Ethereum contract.
type ReserveFactory struct {
	abi abi.ABI
}

// NewReserveFactory creates a new instance of ReserveFactory.
func NewReserveFactory() *ReserveFactory {
	parsed, err := ReserveFactoryMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ReserveFactory{abi: *parsed}
}

// PackGetPool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x79bc57d5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPool(address tokenA, address tokenB, bool stable) view returns(address)
func (reserveFactory *ReserveFactory) PackGetPool(tokenA common.Address, tokenB common.Address, stable bool) []byte {
	enc, err := reserveFactory.abi.Pack("getPool", tokenA, tokenB, stable)
	if err != nil {
		panic(err)
	}
	return enc
}
