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

// PausableMetaData contains all meta data concerning the Pausable contract.
var PausableMetaData = bind.MetaData{
	ABI: "[{\"type\":\"function\",\"name\":\"paused\",\"stateMutability\":\"view\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bool\"}]}]",
	ID:  "Pausable",
}

// Pausable is an auto generated Go binding around an Ethereum contract.
type Pausable struct {
	abi abi.ABI
}

// NewPausable creates a new instance of Pausable.
func NewPausable() *Pausable {
	parsed, err := PausableMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Pausable{abi: *parsed}
}

// PackPaused is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c975abb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function paused() view returns(bool)
func (pausable *Pausable) PackPaused() []byte {
	enc, err := pausable.abi.Pack("paused")
	if err != nil {
		panic(err)
	}
	return enc
}
