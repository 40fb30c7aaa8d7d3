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

// GetABI returns the ABI associated with this contract binding.
func (c *ENSAddressResolver) GetABI() abi.ABI {
	return c.abi
}

// NewENSAddressResolver creates a new instance of ENSAddressResolver.
func NewENSAddressResolver() *ENSAddressResolver {
	parsed, err := ENSAddressResolverMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ENSAddressResolver{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *ENSAddressResolver) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
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

// TryPackAddr is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf1cb7e06.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function addr(bytes32 node, uint256 coinType) view returns(bytes)
func (eNSAddressResolver *ENSAddressResolver) TryPackAddr(node [32]byte, coinType *big.Int) ([]byte, error) {
	return eNSAddressResolver.abi.Pack("addr", node, coinType)
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
