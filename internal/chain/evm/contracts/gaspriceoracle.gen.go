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

// GasPriceOracleMetaData contains all meta data concerning the GasPriceOracle contract.
var GasPriceOracleMetaData = bind.MetaData{
	ABI: "[{\"type\":\"function\",\"name\":\"l1BaseFee\",\"stateMutability\":\"view\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"uint256\"}]},{\"type\":\"function\",\"name\":\"blobBaseFee\",\"stateMutability\":\"view\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"uint256\"}]},{\"type\":\"function\",\"name\":\"getL1Fee\",\"stateMutability\":\"view\",\"inputs\":[{\"name\":\"data\",\"type\":\"bytes\"}],\"outputs\":[{\"name\":\"\",\"type\":\"uint256\"}]}]",
	ID:  "GasPriceOracle",
}

// GasPriceOracle is an auto generated Go binding around an Ethereum contract.
type GasPriceOracle struct {
	abi abi.ABI
}

// NewGasPriceOracle creates a new instance of GasPriceOracle.
func NewGasPriceOracle() *GasPriceOracle {
	parsed, err := GasPriceOracleMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &GasPriceOracle{abi: *parsed}
}

// PackBlobBaseFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf8206140.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function blobBaseFee() view returns(uint256)
func (gasPriceOracle *GasPriceOracle) PackBlobBaseFee() []byte {
	enc, err := gasPriceOracle.abi.Pack("blobBaseFee")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackL1BaseFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x519b4bd3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function l1BaseFee() view returns(uint256)
func (gasPriceOracle *GasPriceOracle) PackL1BaseFee() []byte {
	enc, err := gasPriceOracle.abi.Pack("l1BaseFee")
	if err != nil {
		panic(err)
	}
	return enc
}
