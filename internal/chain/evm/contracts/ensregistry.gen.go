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

// ENSRegistryMetaData contains all meta data concerning the ENSRegistry contract.
var ENSRegistryMetaData = bind.MetaData{
	ABI: "[{\"type\":\"function\",\"name\":\"resolver\",\"stateMutability\":\"view\",\"inputs\":[{\"name\":\"node\",\"type\":\"bytes32\"}],\"outputs\":[{\"name\":\"\",\"type\":\"address\"}]},{\"type\":\"function\",\"name\":\"owner\",\"stateMutability\":\"view\",\"inputs\":[{\"name\":\"node\",\"type\":\"bytes32\"}],\"outputs\":[{\"name\":\"\",\"type\":\"address\"}]}]",
	ID:  "ENSRegistry",
}

// ENSRegistry is an auto generated Go binding around an Ethereum contract.
type ENSRegistry struct {
	abi abi.ABI
}

// NewENSRegistry creates a new instance of ENSRegistry.
func NewENSRegistry() *ENSRegistry {
	parsed, err := ENSRegistryMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ENSRegistry{abi: *parsed}
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x02571be3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner(bytes32 node) view returns(address)
func (eNSRegistry *ENSRegistry) PackOwner(node [32]byte) []byte {
	enc, err := eNSRegistry.abi.Pack("owner", node)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackResolver is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0178b8bf.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function resolver(bytes32 node) view returns(address)
func (eNSRegistry *ENSRegistry) PackResolver(node [32]byte) []byte {
	enc, err := eNSRegistry.abi.Pack("resolver", node)
	if err != nil {
		panic(err)
	}
	return enc
}
