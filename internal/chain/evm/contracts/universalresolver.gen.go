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

// GetABI returns the ABI associated with this contract binding.
func (c *UniversalResolver) GetABI() abi.ABI {
	return c.abi
}

// NewUniversalResolver creates a new instance of UniversalResolver.
func NewUniversalResolver() *UniversalResolver {
	parsed, err := UniversalResolverMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &UniversalResolver{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *UniversalResolver) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
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

// TryPackResolve is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9061b923.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function resolve(bytes name, bytes data) view returns(bytes result, address resolver)
func (universalResolver *UniversalResolver) TryPackResolve(name []byte, data []byte) ([]byte, error) {
	return universalResolver.abi.Pack("resolve", name, data)
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

// TryPackReverse is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5d78a217.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function reverse(bytes lookupAddress, uint256 coinType) view returns(string primary, address resolver, address reverseResolver)
func (universalResolver *UniversalResolver) TryPackReverse(lookupAddress []byte, coinType *big.Int) ([]byte, error) {
	return universalResolver.abi.Pack("reverse", lookupAddress, coinType)
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

// UnpackError attempts to decode the provided error data using user-defined
// error definitions.
func (universalResolver *UniversalResolver) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], universalResolver.abi.Errors["HttpError"].ID.Bytes()[:4]) {
		return universalResolver.UnpackHttpErrorError(raw[4:])
	}
	if bytes.Equal(raw[:4], universalResolver.abi.Errors["OffchainLookup"].ID.Bytes()[:4]) {
		return universalResolver.UnpackOffchainLookupError(raw[4:])
	}
	if bytes.Equal(raw[:4], universalResolver.abi.Errors["ResolverError"].ID.Bytes()[:4]) {
		return universalResolver.UnpackResolverErrorError(raw[4:])
	}
	if bytes.Equal(raw[:4], universalResolver.abi.Errors["ResolverNotContract"].ID.Bytes()[:4]) {
		return universalResolver.UnpackResolverNotContractError(raw[4:])
	}
	if bytes.Equal(raw[:4], universalResolver.abi.Errors["ResolverNotFound"].ID.Bytes()[:4]) {
		return universalResolver.UnpackResolverNotFoundError(raw[4:])
	}
	if bytes.Equal(raw[:4], universalResolver.abi.Errors["ReverseAddressMismatch"].ID.Bytes()[:4]) {
		return universalResolver.UnpackReverseAddressMismatchError(raw[4:])
	}
	if bytes.Equal(raw[:4], universalResolver.abi.Errors["UnsupportedResolverProfile"].ID.Bytes()[:4]) {
		return universalResolver.UnpackUnsupportedResolverProfileError(raw[4:])
	}
	return nil, errors.New("unknown error")
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

// UniversalResolverResolverError represents a ResolverError error raised by the UniversalResolver contract.
type UniversalResolverResolverError struct {
	ErrorData []byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ResolverError(bytes errorData)
func UniversalResolverResolverErrorErrorID() common.Hash {
	return common.HexToHash("0x95c0c7522237b23bbb1e132d04090a8ff995b438a91575150cb3fc7a7741bfd4")
}

// UnpackResolverErrorError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ResolverError(bytes errorData)
func (universalResolver *UniversalResolver) UnpackResolverErrorError(raw []byte) (*UniversalResolverResolverError, error) {
	out := new(UniversalResolverResolverError)
	if err := universalResolver.abi.UnpackIntoInterface(out, "ResolverError", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// UniversalResolverResolverNotContract represents a ResolverNotContract error raised by the UniversalResolver contract.
type UniversalResolverResolverNotContract struct {
	Name     []byte
	Resolver common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ResolverNotContract(bytes name, address resolver)
func UniversalResolverResolverNotContractErrorID() common.Hash {
	return common.HexToHash("0x1e9535f20018e88ec379670696a41c8379b2e032c8ae329aa11058a21994d8ef")
}

// UnpackResolverNotContractError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ResolverNotContract(bytes name, address resolver)
func (universalResolver *UniversalResolver) UnpackResolverNotContractError(raw []byte) (*UniversalResolverResolverNotContract, error) {
	out := new(UniversalResolverResolverNotContract)
	if err := universalResolver.abi.UnpackIntoInterface(out, "ResolverNotContract", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// UniversalResolverResolverNotFound represents a ResolverNotFound error raised by the UniversalResolver contract.
type UniversalResolverResolverNotFound struct {
	Name []byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ResolverNotFound(bytes name)
func UniversalResolverResolverNotFoundErrorID() common.Hash {
	return common.HexToHash("0x77209fe8d5fcf80d9dd1a5bf50067976a316191331973ed6d4876c758ab3475b")
}

// UnpackResolverNotFoundError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ResolverNotFound(bytes name)
func (universalResolver *UniversalResolver) UnpackResolverNotFoundError(raw []byte) (*UniversalResolverResolverNotFound, error) {
	out := new(UniversalResolverResolverNotFound)
	if err := universalResolver.abi.UnpackIntoInterface(out, "ResolverNotFound", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// UniversalResolverReverseAddressMismatch represents a ReverseAddressMismatch error raised by the UniversalResolver contract.
type UniversalResolverReverseAddressMismatch struct {
	Primary        string
	PrimaryAddress []byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ReverseAddressMismatch(string primary, bytes primaryAddress)
func UniversalResolverReverseAddressMismatchErrorID() common.Hash {
	return common.HexToHash("0xef9c03ce87b28a9b7d889641b3468f4d0fbafa4e8001ea211cc120f82577ae23")
}

// UnpackReverseAddressMismatchError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ReverseAddressMismatch(string primary, bytes primaryAddress)
func (universalResolver *UniversalResolver) UnpackReverseAddressMismatchError(raw []byte) (*UniversalResolverReverseAddressMismatch, error) {
	out := new(UniversalResolverReverseAddressMismatch)
	if err := universalResolver.abi.UnpackIntoInterface(out, "ReverseAddressMismatch", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// UniversalResolverUnsupportedResolverProfile represents a UnsupportedResolverProfile error raised by the UniversalResolver contract.
type UniversalResolverUnsupportedResolverProfile struct {
	Selector [4]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error UnsupportedResolverProfile(bytes4 selector)
func UniversalResolverUnsupportedResolverProfileErrorID() common.Hash {
	return common.HexToHash("0x7b1c461b9d31387598812449409a83d2fcd215e9f43e0d58ccc6333187d37d79")
}

// UnpackUnsupportedResolverProfileError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error UnsupportedResolverProfile(bytes4 selector)
func (universalResolver *UniversalResolver) UnpackUnsupportedResolverProfileError(raw []byte) (*UniversalResolverUnsupportedResolverProfile, error) {
	out := new(UniversalResolverUnsupportedResolverProfile)
	if err := universalResolver.abi.UnpackIntoInterface(out, "UnsupportedResolverProfile", raw); err != nil {
		return nil, err
	}
	return out, nil
}
