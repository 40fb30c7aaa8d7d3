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

// NewTickFactory creates a new instance of TickFactory.
func NewTickFactory() *TickFactory {
	parsed, err := TickFactoryMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TickFactory{abi: *parsed}
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
