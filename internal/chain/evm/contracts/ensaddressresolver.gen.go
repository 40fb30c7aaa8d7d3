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

// ENSAddressResolverMetaData contains all meta data concerning the ENSAddressResolver contract.
var ENSAddressResolverMetaData = bind.MetaData{
	ABI: "[{\"type\":\"function\",\"name\":\"addr\",\"stateMutability\":\"view\",\"inputs\":[{\"name\":\"node\",\"type\":\"bytes32\"},{\"name\":\"coinType\",\"type\":\"uint256\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bytes\"}]}]",
	ID:  "ENSAddressResolver",
}

// ENSAddressResolver is an auto generated Go binding around an Ethereum contract.
type ENSAddressResolver struct {
	abi abi.ABI
}

// NewENSAddressResolver creates a new instance of ENSAddressResolver.
func NewENSAddressResolver() *ENSAddressResolver {
	parsed, err := ENSAddressResolverMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ENSAddressResolver{abi: *parsed}
}

// PackAddr is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf1cb7e06.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function addr(bytes32 node, uint256 coinType) view returns(bytes)
func (eNSAddressResolver *ENSAddressResolver) PackAddr(node [32]byte, coinType *big.Int) []byte {
	enc, err := eNSAddressResolver.abi.Pack("addr", node, coinType)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAddr is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf1cb7e06.
//
// Solidity: function addr(bytes32 node, uint256 coinType) view returns(bytes)
func (eNSAddressResolver *ENSAddressResolver) UnpackAddr(data []byte) ([]byte, error) {
	out, err := eNSAddressResolver.abi.Unpack("addr", data)
	if err != nil {
		return *new([]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([]byte)).(*[]byte)
	return out0, nil
}
