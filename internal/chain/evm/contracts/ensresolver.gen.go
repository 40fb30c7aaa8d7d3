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

// ENSResolverMetaData contains all meta data concerning the ENSResolver contract.
var ENSResolverMetaData = bind.MetaData{
	ABI: "[{\"type\":\"function\",\"name\":\"addr\",\"stateMutability\":\"view\",\"inputs\":[{\"name\":\"node\",\"type\":\"bytes32\"}],\"outputs\":[{\"name\":\"\",\"type\":\"address\"}]},{\"type\":\"function\",\"name\":\"name\",\"stateMutability\":\"view\",\"inputs\":[{\"name\":\"node\",\"type\":\"bytes32\"}],\"outputs\":[{\"name\":\"\",\"type\":\"string\"}]},{\"type\":\"function\",\"name\":\"resolve\",\"stateMutability\":\"view\",\"inputs\":[{\"name\":\"name\",\"type\":\"bytes\"},{\"name\":\"data\",\"type\":\"bytes\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bytes\"}]},{\"type\":\"function\",\"name\":\"supportsInterface\",\"stateMutability\":\"view\",\"inputs\":[{\"name\":\"interfaceId\",\"type\":\"bytes4\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bool\"}]}]",
	ID:  "ENSResolver",
}

// ENSResolver is an auto generated Go binding around an Ethereum contract.
type ENSResolver struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *ENSResolver) GetABI() abi.ABI {
	return c.abi
}

// NewENSResolver creates a new instance of ENSResolver.
func NewENSResolver() *ENSResolver {
	parsed, err := ENSResolverMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ENSResolver{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *ENSResolver) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackAddr is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3b3b57de.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function addr(bytes32 node) view returns(address)
func (eNSResolver *ENSResolver) PackAddr(node [32]byte) []byte {
	enc, err := eNSResolver.abi.Pack("addr", node)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAddr is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3b3b57de.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function addr(bytes32 node) view returns(address)
func (eNSResolver *ENSResolver) TryPackAddr(node [32]byte) ([]byte, error) {
	return eNSResolver.abi.Pack("addr", node)
}

// UnpackAddr is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3b3b57de.
//
// Solidity: function addr(bytes32 node) view returns(address)
func (eNSResolver *ENSResolver) UnpackAddr(data []byte) (common.Address, error) {
	out, err := eNSResolver.abi.Unpack("addr", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x691f3431.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name(bytes32 node) view returns(string)
func (eNSResolver *ENSResolver) PackName(node [32]byte) []byte {
	enc, err := eNSResolver.abi.Pack("name", node)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x691f3431.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function name(bytes32 node) view returns(string)
func (eNSResolver *ENSResolver) TryPackName(node [32]byte) ([]byte, error) {
	return eNSResolver.abi.Pack("name", node)
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x691f3431.
//
// Solidity: function name(bytes32 node) view returns(string)
func (eNSResolver *ENSResolver) UnpackName(data []byte) (string, error) {
	out, err := eNSResolver.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackResolve is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9061b923.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function resolve(bytes name, bytes data) view returns(bytes)
func (eNSResolver *ENSResolver) PackResolve(name []byte, data []byte) []byte {
	enc, err := eNSResolver.abi.Pack("resolve", name, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackResolve is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9061b923.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function resolve(bytes name, bytes data) view returns(bytes)
func (eNSResolver *ENSResolver) TryPackResolve(name []byte, data []byte) ([]byte, error) {
	return eNSResolver.abi.Pack("resolve", name, data)
}

// UnpackResolve is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x9061b923.
//
// Solidity: function resolve(bytes name, bytes data) view returns(bytes)
func (eNSResolver *ENSResolver) UnpackResolve(data []byte) ([]byte, error) {
	out, err := eNSResolver.abi.Unpack("resolve", data)
	if err != nil {
		return *new([]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([]byte)).(*[]byte)
	return out0, nil
}

// PackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool)
func (eNSResolver *ENSResolver) PackSupportsInterface(interfaceId [4]byte) []byte {
	enc, err := eNSResolver.abi.Pack("supportsInterface", interfaceId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool)
func (eNSResolver *ENSResolver) TryPackSupportsInterface(interfaceId [4]byte) ([]byte, error) {
	return eNSResolver.abi.Pack("supportsInterface", interfaceId)
}

// UnpackSupportsInterface is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x01ffc9a7.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool)
func (eNSResolver *ENSResolver) UnpackSupportsInterface(data []byte) (bool, error) {
	out, err := eNSResolver.abi.Unpack("supportsInterface", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}
