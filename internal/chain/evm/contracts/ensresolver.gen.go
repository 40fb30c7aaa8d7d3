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

// NewENSResolver creates a new instance of ENSResolver.
func NewENSResolver() *ENSResolver {
	parsed, err := ENSResolverMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ENSResolver{abi: *parsed}
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
