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

// UniversalResolverMetaData contains all meta data concerning the UniversalResolver contract.
var UniversalResolverMetaData = bind.MetaData{
	ABI: "[{\"type\":\"function\",\"name\":\"resolve\",\"stateMutability\":\"view\",\"inputs\":[{\"name\":\"name\",\"type\":\"bytes\"},{\"name\":\"data\",\"type\":\"bytes\"}],\"outputs\":[{\"name\":\"result\",\"type\":\"bytes\"},{\"name\":\"resolver\",\"type\":\"address\"}]},{\"type\":\"function\",\"name\":\"reverse\",\"stateMutability\":\"view\",\"inputs\":[{\"name\":\"lookupAddress\",\"type\":\"bytes\"},{\"name\":\"coinType\",\"type\":\"uint256\"}],\"outputs\":[{\"name\":\"primary\",\"type\":\"string\"},{\"name\":\"resolver\",\"type\":\"address\"},{\"name\":\"reverseResolver\",\"type\":\"address\"}]},{\"type\":\"error\",\"name\":\"ResolverNotFound\",\"inputs\":[{\"name\":\"name\",\"type\":\"bytes\"}]},{\"type\":\"error\",\"name\":\"ResolverNotContract\",\"inputs\":[{\"name\":\"name\",\"type\":\"bytes\"},{\"name\":\"resolver\",\"type\":\"address\"}]},{\"type\":\"error\",\"name\":\"UnsupportedResolverProfile\",\"inputs\":[{\"name\":\"selector\",\"type\":\"bytes4\"}]},{\"type\":\"error\",\"name\":\"ResolverError\",\"inputs\":[{\"name\":\"errorData\",\"type\":\"bytes\"}]},{\"type\":\"error\",\"name\":\"ReverseAddressMismatch\",\"inputs\":[{\"name\":\"primary\",\"type\":\"string\"},{\"name\":\"primaryAddress\",\"type\":\"bytes\"}]},{\"type\":\"error\",\"name\":\"HttpError\",\"inputs\":[{\"name\":\"status\",\"type\":\"uint16\"},{\"name\":\"message\",\"type\":\"string\"}]},{\"type\":\"error\",\"name\":\"OffchainLookup\",\"inputs\":[{\"name\":\"sender\",\"type\":\"address\"},{\"name\":\"urls\",\"type\":\"string[]\"},{\"name\":\"callData\",\"type\":\"bytes\"},{\"name\":\"callbackFunction\",\"type\":\"bytes4\"},{\"name\":\"extraData\",\"type\":\"bytes\"}]}]",
	ID:  "UniversalResolver",
}

// UniversalResolver is an auto generated Go binding around an Ethereum contract.
type UniversalResolver struct {
	abi abi.ABI
}

// NewUniversalResolver creates a new instance of UniversalResolver.
func NewUniversalResolver() *UniversalResolver {
	parsed, err := UniversalResolverMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &UniversalResolver{abi: *parsed}
}

// PackResolve is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9061b923.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function resolve(bytes name, bytes data) view returns(bytes result, address resolver)
func (universalResolver *UniversalResolver) PackResolve(name []byte, data []byte) []byte {
	enc, err := universalResolver.abi.Pack("resolve", name, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// ResolveOutput serves as a container for the return parameters of contract
// method Resolve.
type ResolveOutput struct {
	Result   []byte
	Resolver common.Address
}

// UnpackResolve is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x9061b923.
//
// Solidity: function resolve(bytes name, bytes data) view returns(bytes result, address resolver)
func (universalResolver *UniversalResolver) UnpackResolve(data []byte) (ResolveOutput, error) {
	out, err := universalResolver.abi.Unpack("resolve", data)
	outstruct := new(ResolveOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Result = *abi.ConvertType(out[0], new([]byte)).(*[]byte)
	outstruct.Resolver = *abi.ConvertType(out[1], new(common.Address)).(*common.Address)
	return *outstruct, nil
}

// PackReverse is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5d78a217.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function reverse(bytes lookupAddress, uint256 coinType) view returns(string primary, address resolver, address reverseResolver)
func (universalResolver *UniversalResolver) PackReverse(lookupAddress []byte, coinType *big.Int) []byte {
	enc, err := universalResolver.abi.Pack("reverse", lookupAddress, coinType)
	if err != nil {
		panic(err)
	}
	return enc
}

// ReverseOutput serves as a container for the return parameters of contract
// method Reverse.
type ReverseOutput struct {
	Primary         string
	Resolver        common.Address
	ReverseResolver common.Address
}

// UnpackReverse is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5d78a217.
//
// Solidity: function reverse(bytes lookupAddress, uint256 coinType) view returns(string primary, address resolver, address reverseResolver)
func (universalResolver *UniversalResolver) UnpackReverse(data []byte) (ReverseOutput, error) {
	out, err := universalResolver.abi.Unpack("reverse", data)
	outstruct := new(ReverseOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Primary = *abi.ConvertType(out[0], new(string)).(*string)
	outstruct.Resolver = *abi.ConvertType(out[1], new(common.Address)).(*common.Address)
	outstruct.ReverseResolver = *abi.ConvertType(out[2], new(common.Address)).(*common.Address)
	return *outstruct, nil
}

// UniversalResolverHttpError represents a HttpError error raised by the UniversalResolver contract.
type UniversalResolverHttpError struct {
	Status  uint16
	Message string
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error HttpError(uint16 status, string message)
func UniversalResolverHttpErrorErrorID() common.Hash {
	return common.HexToHash("0x0180015209d29d4a351f5e42b26b2968cfc25d5caabbbc5e3816b762c64e0581")
}

// UnpackHttpErrorError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error HttpError(uint16 status, string message)
func (universalResolver *UniversalResolver) UnpackHttpErrorError(raw []byte) (*UniversalResolverHttpError, error) {
	out := new(UniversalResolverHttpError)
	if err := universalResolver.abi.UnpackIntoInterface(out, "HttpError", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// UniversalResolverOffchainLookup represents a OffchainLookup error raised by the UniversalResolver contract.
type UniversalResolverOffchainLookup struct {
	Sender           common.Address
	Urls             []string
	CallData         []byte
	CallbackFunction [4]byte
	ExtraData        []byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)
func UniversalResolverOffchainLookupErrorID() common.Hash {
	return common.HexToHash("0x556f18302ad20acabcb7abd78e46143543eff9de9c87236fb097a1398d41115e")
}

// UnpackOffchainLookupError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)
func (universalResolver *UniversalResolver) UnpackOffchainLookupError(raw []byte) (*UniversalResolverOffchainLookup, error) {
	out := new(UniversalResolverOffchainLookup)
	if err := universalResolver.abi.UnpackIntoInterface(out, "OffchainLookup", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ResolverNotFound(bytes name)
func UniversalResolverResolverNotFoundErrorID() common.Hash {
	return common.HexToHash("0x77209fe8d5fcf80d9dd1a5bf50067976a316191331973ed6d4876c758ab3475b")
}
