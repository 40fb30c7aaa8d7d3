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

// ArbSysMetaData contains all meta data concerning the ArbSys contract.
var ArbSysMetaData = bind.MetaData{
	ABI: "[{\"type\":\"function\",\"name\":\"arbBlockNumber\",\"stateMutability\":\"view\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"uint256\"}]}]",
	ID:  "ArbSys",
}

// ArbSys is an auto generated Go binding around an Ethereum contract.
type ArbSys struct {
	abi abi.ABI
}

// NewArbSys creates a new instance of ArbSys.
func NewArbSys() *ArbSys {
	parsed, err := ArbSysMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ArbSys{abi: *parsed}
}

// PackArbBlockNumber is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa3b1b31d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function arbBlockNumber() view returns(uint256)
func (arbSys *ArbSys) PackArbBlockNumber() []byte {
	enc, err := arbSys.abi.Pack("arbBlockNumber")
	if err != nil {
		panic(err)
	}
	return enc
}
