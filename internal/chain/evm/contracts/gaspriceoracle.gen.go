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

// GetABI returns the ABI associated with this contract binding.
func (c *GasPriceOracle) GetABI() abi.ABI {
	return c.abi
}

// NewGasPriceOracle creates a new instance of GasPriceOracle.
func NewGasPriceOracle() *GasPriceOracle {
	parsed, err := GasPriceOracleMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &GasPriceOracle{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *GasPriceOracle) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
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

// TryPackBlobBaseFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf8206140.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function blobBaseFee() view returns(uint256)
func (gasPriceOracle *GasPriceOracle) TryPackBlobBaseFee() ([]byte, error) {
	return gasPriceOracle.abi.Pack("blobBaseFee")
}

// UnpackBlobBaseFee is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf8206140.
//
// Solidity: function blobBaseFee() view returns(uint256)
func (gasPriceOracle *GasPriceOracle) UnpackBlobBaseFee(data []byte) (*big.Int, error) {
	out, err := gasPriceOracle.abi.Unpack("blobBaseFee", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetL1Fee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x49948e0e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getL1Fee(bytes data) view returns(uint256)
func (gasPriceOracle *GasPriceOracle) PackGetL1Fee(data []byte) []byte {
	enc, err := gasPriceOracle.abi.Pack("getL1Fee", data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetL1Fee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x49948e0e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getL1Fee(bytes data) view returns(uint256)
func (gasPriceOracle *GasPriceOracle) TryPackGetL1Fee(data []byte) ([]byte, error) {
	return gasPriceOracle.abi.Pack("getL1Fee", data)
}

// UnpackGetL1Fee is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x49948e0e.
//
// Solidity: function getL1Fee(bytes data) view returns(uint256)
func (gasPriceOracle *GasPriceOracle) UnpackGetL1Fee(data []byte) (*big.Int, error) {
	out, err := gasPriceOracle.abi.Unpack("getL1Fee", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
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

// TryPackL1BaseFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x519b4bd3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function l1BaseFee() view returns(uint256)
func (gasPriceOracle *GasPriceOracle) TryPackL1BaseFee() ([]byte, error) {
	return gasPriceOracle.abi.Pack("l1BaseFee")
}

// UnpackL1BaseFee is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x519b4bd3.
//
// Solidity: function l1BaseFee() view returns(uint256)
func (gasPriceOracle *GasPriceOracle) UnpackL1BaseFee(data []byte) (*big.Int, error) {
	out, err := gasPriceOracle.abi.Unpack("l1BaseFee", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}
