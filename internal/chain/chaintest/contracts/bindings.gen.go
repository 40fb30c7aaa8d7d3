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

// BytesTokenMetaData contains all meta data concerning the BytesToken contract.
var BytesTokenMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"decimals\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"name\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"symbol\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"totalSupply\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "a2702a29a1d1e19478ea216a99cb7f01d3",
}

// BytesToken is an auto generated Go binding around an Ethereum contract.
type BytesToken struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *BytesToken) GetABI() abi.ABI {
	return c.abi
}

// NewBytesToken creates a new instance of BytesToken.
func NewBytesToken() *BytesToken {
	parsed, err := BytesTokenMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &BytesToken{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *BytesToken) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (bytesToken *BytesToken) PackBalanceOf(arg0 common.Address) []byte {
	enc, err := bytesToken.abi.Pack("balanceOf", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (bytesToken *BytesToken) TryPackBalanceOf(arg0 common.Address) ([]byte, error) {
	return bytesToken.abi.Pack("balanceOf", arg0)
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (bytesToken *BytesToken) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := bytesToken.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function decimals() view returns(uint256)
func (bytesToken *BytesToken) PackDecimals() []byte {
	enc, err := bytesToken.abi.Pack("decimals")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function decimals() view returns(uint256)
func (bytesToken *BytesToken) TryPackDecimals() ([]byte, error) {
	return bytesToken.abi.Pack("decimals")
}

// UnpackDecimals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x313ce567.
//
// Solidity: function decimals() view returns(uint256)
func (bytesToken *BytesToken) UnpackDecimals(data []byte) (*big.Int, error) {
	out, err := bytesToken.abi.Unpack("decimals", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() view returns(bytes32)
func (bytesToken *BytesToken) PackName() []byte {
	enc, err := bytesToken.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function name() view returns(bytes32)
func (bytesToken *BytesToken) TryPackName() ([]byte, error) {
	return bytesToken.abi.Pack("name")
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(bytes32)
func (bytesToken *BytesToken) UnpackName(data []byte) ([32]byte, error) {
	out, err := bytesToken.abi.Unpack("name", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function symbol() view returns(bytes32)
func (bytesToken *BytesToken) PackSymbol() []byte {
	enc, err := bytesToken.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function symbol() view returns(bytes32)
func (bytesToken *BytesToken) TryPackSymbol() ([]byte, error) {
	return bytesToken.abi.Pack("symbol")
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(bytes32)
func (bytesToken *BytesToken) UnpackSymbol(data []byte) ([32]byte, error) {
	out, err := bytesToken.abi.Unpack("symbol", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function totalSupply() view returns(uint256)
func (bytesToken *BytesToken) PackTotalSupply() []byte {
	enc, err := bytesToken.abi.Pack("totalSupply")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function totalSupply() view returns(uint256)
func (bytesToken *BytesToken) TryPackTotalSupply() ([]byte, error) {
	return bytesToken.abi.Pack("totalSupply")
}

// UnpackTotalSupply is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x18160ddd.
//
// Solidity: function totalSupply() view returns(uint256)
func (bytesToken *BytesToken) UnpackTotalSupply(data []byte) (*big.Int, error) {
	out, err := bytesToken.abi.Unpack("totalSupply", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// CollectionMetaData contains all meta data concerning the Collection contract.
var CollectionMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"pure\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"name\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes4\",\"name\":\"id\",\"type\":\"bytes4\"}],\"name\":\"supportsInterface\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"pure\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"symbol\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"totalSupply\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "b0dbca2424e8d90971800911015652b565",
}

// Collection is an auto generated Go binding around an Ethereum contract.
type Collection struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Collection) GetABI() abi.ABI {
	return c.abi
}

// NewCollection creates a new instance of Collection.
func NewCollection() *Collection {
	parsed, err := CollectionMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Collection{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *Collection) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address ) pure returns(uint256)
func (collection *Collection) PackBalanceOf(arg0 common.Address) []byte {
	enc, err := collection.abi.Pack("balanceOf", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address ) pure returns(uint256)
func (collection *Collection) TryPackBalanceOf(arg0 common.Address) ([]byte, error) {
	return collection.abi.Pack("balanceOf", arg0)
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address ) pure returns(uint256)
func (collection *Collection) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := collection.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() view returns(string)
func (collection *Collection) PackName() []byte {
	enc, err := collection.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function name() view returns(string)
func (collection *Collection) TryPackName() ([]byte, error) {
	return collection.abi.Pack("name")
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (collection *Collection) UnpackName(data []byte) (string, error) {
	out, err := collection.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function supportsInterface(bytes4 id) pure returns(bool)
func (collection *Collection) PackSupportsInterface(id [4]byte) []byte {
	enc, err := collection.abi.Pack("supportsInterface", id)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function supportsInterface(bytes4 id) pure returns(bool)
func (collection *Collection) TryPackSupportsInterface(id [4]byte) ([]byte, error) {
	return collection.abi.Pack("supportsInterface", id)
}

// UnpackSupportsInterface is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x01ffc9a7.
//
// Solidity: function supportsInterface(bytes4 id) pure returns(bool)
func (collection *Collection) UnpackSupportsInterface(data []byte) (bool, error) {
	out, err := collection.abi.Unpack("supportsInterface", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function symbol() view returns(string)
func (collection *Collection) PackSymbol() []byte {
	enc, err := collection.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function symbol() view returns(string)
func (collection *Collection) TryPackSymbol() ([]byte, error) {
	return collection.abi.Pack("symbol")
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (collection *Collection) UnpackSymbol(data []byte) (string, error) {
	out, err := collection.abi.Unpack("symbol", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function totalSupply() view returns(uint256)
func (collection *Collection) PackTotalSupply() []byte {
	enc, err := collection.abi.Pack("totalSupply")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function totalSupply() view returns(uint256)
func (collection *Collection) TryPackTotalSupply() ([]byte, error) {
	return collection.abi.Pack("totalSupply")
}

// UnpackTotalSupply is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x18160ddd.
//
// Solidity: function totalSupply() view returns(uint256)
func (collection *Collection) UnpackTotalSupply(data []byte) (*big.Int, error) {
	out, err := collection.abi.Unpack("totalSupply", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// GasEaterMetaData contains all meta data concerning the GasEater contract.
var GasEaterMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"pure\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"name\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "203d2dc7d57492cfdd1594b5c6de9a7f27",
}

// GasEater is an auto generated Go binding around an Ethereum contract.
type GasEater struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *GasEater) GetABI() abi.ABI {
	return c.abi
}

// NewGasEater creates a new instance of GasEater.
func NewGasEater() *GasEater {
	parsed, err := GasEaterMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &GasEater{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *GasEater) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address ) pure returns(uint256)
func (gasEater *GasEater) PackBalanceOf(arg0 common.Address) []byte {
	enc, err := gasEater.abi.Pack("balanceOf", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address ) pure returns(uint256)
func (gasEater *GasEater) TryPackBalanceOf(arg0 common.Address) ([]byte, error) {
	return gasEater.abi.Pack("balanceOf", arg0)
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address ) pure returns(uint256)
func (gasEater *GasEater) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := gasEater.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() view returns(string)
func (gasEater *GasEater) PackName() []byte {
	enc, err := gasEater.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function name() view returns(string)
func (gasEater *GasEater) TryPackName() ([]byte, error) {
	return gasEater.abi.Pack("name")
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (gasEater *GasEater) UnpackName(data []byte) (string, error) {
	out, err := gasEater.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// GasOracleMetaData contains all meta data concerning the GasOracle contract.
var GasOracleMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[],\"name\":\"blobBaseFee\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"l1BaseFee\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "8bdaf194be07e13f78d6e42b773f7eeef3",
}

// GasOracle is an auto generated Go binding around an Ethereum contract.
type GasOracle struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *GasOracle) GetABI() abi.ABI {
	return c.abi
}

// NewGasOracle creates a new instance of GasOracle.
func NewGasOracle() *GasOracle {
	parsed, err := GasOracleMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &GasOracle{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *GasOracle) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackBlobBaseFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf8206140.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function blobBaseFee() view returns(uint256)
func (gasOracle *GasOracle) PackBlobBaseFee() []byte {
	enc, err := gasOracle.abi.Pack("blobBaseFee")
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
func (gasOracle *GasOracle) TryPackBlobBaseFee() ([]byte, error) {
	return gasOracle.abi.Pack("blobBaseFee")
}

// UnpackBlobBaseFee is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf8206140.
//
// Solidity: function blobBaseFee() view returns(uint256)
func (gasOracle *GasOracle) UnpackBlobBaseFee(data []byte) (*big.Int, error) {
	out, err := gasOracle.abi.Unpack("blobBaseFee", data)
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
func (gasOracle *GasOracle) PackL1BaseFee() []byte {
	enc, err := gasOracle.abi.Pack("l1BaseFee")
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
func (gasOracle *GasOracle) TryPackL1BaseFee() ([]byte, error) {
	return gasOracle.abi.Pack("l1BaseFee")
}

// UnpackL1BaseFee is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x519b4bd3.
//
// Solidity: function l1BaseFee() view returns(uint256)
func (gasOracle *GasOracle) UnpackL1BaseFee(data []byte) (*big.Int, error) {
	out, err := gasOracle.abi.Unpack("l1BaseFee", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PlainTokenMetaData contains all meta data concerning the PlainToken contract.
var PlainTokenMetaData = bind.MetaData{
	ABI: "[{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"spender\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"Approval\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"Transfer\",\"type\":\"event\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"allowance\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"spender\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"approve\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"decimals\",\"outputs\":[{\"internalType\":\"uint8\",\"name\":\"\",\"type\":\"uint8\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"name\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"symbol\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"totalSupply\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"transfer\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"transferFrom\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "a91d6a1cd941da2df91bda87b9aa6feb3d",
}

// PlainToken is an auto generated Go binding around an Ethereum contract.
type PlainToken struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *PlainToken) GetABI() abi.ABI {
	return c.abi
}

// NewPlainToken creates a new instance of PlainToken.
func NewPlainToken() *PlainToken {
	parsed, err := PlainTokenMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &PlainToken{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *PlainToken) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (plainToken *PlainToken) PackAllowance(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := plainToken.abi.Pack("allowance", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (plainToken *PlainToken) TryPackAllowance(arg0 common.Address, arg1 common.Address) ([]byte, error) {
	return plainToken.abi.Pack("allowance", arg0, arg1)
}

// UnpackAllowance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdd62ed3e.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (plainToken *PlainToken) UnpackAllowance(data []byte) (*big.Int, error) {
	out, err := plainToken.abi.Unpack("allowance", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function approve(address spender, uint256 value) returns(bool)
func (plainToken *PlainToken) PackApprove(spender common.Address, value *big.Int) []byte {
	enc, err := plainToken.abi.Pack("approve", spender, value)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function approve(address spender, uint256 value) returns(bool)
func (plainToken *PlainToken) TryPackApprove(spender common.Address, value *big.Int) ([]byte, error) {
	return plainToken.abi.Pack("approve", spender, value)
}

// UnpackApprove is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x095ea7b3.
//
// Solidity: function approve(address spender, uint256 value) returns(bool)
func (plainToken *PlainToken) UnpackApprove(data []byte) (bool, error) {
	out, err := plainToken.abi.Unpack("approve", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (plainToken *PlainToken) PackBalanceOf(arg0 common.Address) []byte {
	enc, err := plainToken.abi.Pack("balanceOf", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (plainToken *PlainToken) TryPackBalanceOf(arg0 common.Address) ([]byte, error) {
	return plainToken.abi.Pack("balanceOf", arg0)
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (plainToken *PlainToken) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := plainToken.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function decimals() view returns(uint8)
func (plainToken *PlainToken) PackDecimals() []byte {
	enc, err := plainToken.abi.Pack("decimals")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function decimals() view returns(uint8)
func (plainToken *PlainToken) TryPackDecimals() ([]byte, error) {
	return plainToken.abi.Pack("decimals")
}

// UnpackDecimals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x313ce567.
//
// Solidity: function decimals() view returns(uint8)
func (plainToken *PlainToken) UnpackDecimals(data []byte) (uint8, error) {
	out, err := plainToken.abi.Unpack("decimals", data)
	if err != nil {
		return *new(uint8), err
	}
	out0 := *abi.ConvertType(out[0], new(uint8)).(*uint8)
	return out0, nil
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() view returns(string)
func (plainToken *PlainToken) PackName() []byte {
	enc, err := plainToken.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function name() view returns(string)
func (plainToken *PlainToken) TryPackName() ([]byte, error) {
	return plainToken.abi.Pack("name")
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (plainToken *PlainToken) UnpackName(data []byte) (string, error) {
	out, err := plainToken.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function symbol() view returns(string)
func (plainToken *PlainToken) PackSymbol() []byte {
	enc, err := plainToken.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function symbol() view returns(string)
func (plainToken *PlainToken) TryPackSymbol() ([]byte, error) {
	return plainToken.abi.Pack("symbol")
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (plainToken *PlainToken) UnpackSymbol(data []byte) (string, error) {
	out, err := plainToken.abi.Unpack("symbol", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function totalSupply() view returns(uint256)
func (plainToken *PlainToken) PackTotalSupply() []byte {
	enc, err := plainToken.abi.Pack("totalSupply")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function totalSupply() view returns(uint256)
func (plainToken *PlainToken) TryPackTotalSupply() ([]byte, error) {
	return plainToken.abi.Pack("totalSupply")
}

// UnpackTotalSupply is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x18160ddd.
//
// Solidity: function totalSupply() view returns(uint256)
func (plainToken *PlainToken) UnpackTotalSupply(data []byte) (*big.Int, error) {
	out, err := plainToken.abi.Unpack("totalSupply", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9059cbb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transfer(address to, uint256 value) returns(bool)
func (plainToken *PlainToken) PackTransfer(to common.Address, value *big.Int) []byte {
	enc, err := plainToken.abi.Pack("transfer", to, value)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9059cbb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function transfer(address to, uint256 value) returns(bool)
func (plainToken *PlainToken) TryPackTransfer(to common.Address, value *big.Int) ([]byte, error) {
	return plainToken.abi.Pack("transfer", to, value)
}

// UnpackTransfer is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa9059cbb.
//
// Solidity: function transfer(address to, uint256 value) returns(bool)
func (plainToken *PlainToken) UnpackTransfer(data []byte) (bool, error) {
	out, err := plainToken.abi.Unpack("transfer", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferFrom(address from, address to, uint256 value) returns(bool)
func (plainToken *PlainToken) PackTransferFrom(from common.Address, to common.Address, value *big.Int) []byte {
	enc, err := plainToken.abi.Pack("transferFrom", from, to, value)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function transferFrom(address from, address to, uint256 value) returns(bool)
func (plainToken *PlainToken) TryPackTransferFrom(from common.Address, to common.Address, value *big.Int) ([]byte, error) {
	return plainToken.abi.Pack("transferFrom", from, to, value)
}

// UnpackTransferFrom is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x23b872dd.
//
// Solidity: function transferFrom(address from, address to, uint256 value) returns(bool)
func (plainToken *PlainToken) UnpackTransferFrom(data []byte) (bool, error) {
	out, err := plainToken.abi.Unpack("transferFrom", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PlainTokenApproval represents a Approval event raised by the PlainToken contract.
type PlainTokenApproval struct {
	Owner   common.Address
	Spender common.Address
	Value   *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const PlainTokenApprovalEventName = "Approval"

// ContractEventName returns the user-defined event name.
func (PlainTokenApproval) ContractEventName() string {
	return PlainTokenApprovalEventName
}

// UnpackApprovalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Approval(address indexed owner, address indexed spender, uint256 value)
func (plainToken *PlainToken) UnpackApprovalEvent(log *types.Log) (*PlainTokenApproval, error) {
	event := "Approval"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != plainToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(PlainTokenApproval)
	if len(log.Data) > 0 {
		if err := plainToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range plainToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PlainTokenTransfer represents a Transfer event raised by the PlainToken contract.
type PlainTokenTransfer struct {
	From  common.Address
	To    common.Address
	Value *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

const PlainTokenTransferEventName = "Transfer"

// ContractEventName returns the user-defined event name.
func (PlainTokenTransfer) ContractEventName() string {
	return PlainTokenTransferEventName
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 value)
func (plainToken *PlainToken) UnpackTransferEvent(log *types.Log) (*PlainTokenTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != plainToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(PlainTokenTransfer)
	if len(log.Data) > 0 {
		if err := plainToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range plainToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PriceFeedMetaData contains all meta data concerning the PriceFeed contract.
var PriceFeedMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[],\"name\":\"age\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"name\":\"answers\",\"outputs\":[{\"internalType\":\"int256\",\"name\":\"\",\"type\":\"int256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"decimals\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"description\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint80\",\"name\":\"id\",\"type\":\"uint80\"}],\"name\":\"getRoundData\",\"outputs\":[{\"internalType\":\"uint80\",\"name\":\"\",\"type\":\"uint80\"},{\"internalType\":\"int256\",\"name\":\"\",\"type\":\"int256\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"uint80\",\"name\":\"\",\"type\":\"uint80\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"latestRoundData\",\"outputs\":[{\"internalType\":\"uint80\",\"name\":\"\",\"type\":\"uint80\"},{\"internalType\":\"int256\",\"name\":\"\",\"type\":\"int256\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"uint80\",\"name\":\"\",\"type\":\"uint80\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"newest\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"shortString\",\"type\":\"bytes32\"}],\"name\":\"rename\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"int256\",\"name\":\"answer\",\"type\":\"int256\"},{\"internalType\":\"uint256\",\"name\":\"seconds_\",\"type\":\"uint256\"}],\"name\":\"set\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"spacing\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "11e1461b6de94b8ba24132ac375adb9534",
}

// PriceFeed is an auto generated Go binding around an Ethereum contract.
type PriceFeed struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *PriceFeed) GetABI() abi.ABI {
	return c.abi
}

// NewPriceFeed creates a new instance of PriceFeed.
func NewPriceFeed() *PriceFeed {
	parsed, err := PriceFeedMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &PriceFeed{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *PriceFeed) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackAge is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x262a9dff.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function age() view returns(uint256)
func (priceFeed *PriceFeed) PackAge() []byte {
	enc, err := priceFeed.abi.Pack("age")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAge is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x262a9dff.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function age() view returns(uint256)
func (priceFeed *PriceFeed) TryPackAge() ([]byte, error) {
	return priceFeed.abi.Pack("age")
}

// UnpackAge is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x262a9dff.
//
// Solidity: function age() view returns(uint256)
func (priceFeed *PriceFeed) UnpackAge(data []byte) (*big.Int, error) {
	out, err := priceFeed.abi.Unpack("age", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackAnswers is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x17599cc5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function answers(uint256 ) view returns(int256)
func (priceFeed *PriceFeed) PackAnswers(arg0 *big.Int) []byte {
	enc, err := priceFeed.abi.Pack("answers", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAnswers is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x17599cc5.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function answers(uint256 ) view returns(int256)
func (priceFeed *PriceFeed) TryPackAnswers(arg0 *big.Int) ([]byte, error) {
	return priceFeed.abi.Pack("answers", arg0)
}

// UnpackAnswers is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x17599cc5.
//
// Solidity: function answers(uint256 ) view returns(int256)
func (priceFeed *PriceFeed) UnpackAnswers(data []byte) (*big.Int, error) {
	out, err := priceFeed.abi.Unpack("answers", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function decimals() view returns(uint256)
func (priceFeed *PriceFeed) PackDecimals() []byte {
	enc, err := priceFeed.abi.Pack("decimals")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function decimals() view returns(uint256)
func (priceFeed *PriceFeed) TryPackDecimals() ([]byte, error) {
	return priceFeed.abi.Pack("decimals")
}

// UnpackDecimals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x313ce567.
//
// Solidity: function decimals() view returns(uint256)
func (priceFeed *PriceFeed) UnpackDecimals(data []byte) (*big.Int, error) {
	out, err := priceFeed.abi.Unpack("decimals", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDescription is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7284e416.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function description() view returns(string)
func (priceFeed *PriceFeed) PackDescription() []byte {
	enc, err := priceFeed.abi.Pack("description")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDescription is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7284e416.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function description() view returns(string)
func (priceFeed *PriceFeed) TryPackDescription() ([]byte, error) {
	return priceFeed.abi.Pack("description")
}

// UnpackDescription is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x7284e416.
//
// Solidity: function description() view returns(string)
func (priceFeed *PriceFeed) UnpackDescription(data []byte) (string, error) {
	out, err := priceFeed.abi.Unpack("description", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackGetRoundData is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9a6fc8f5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getRoundData(uint80 id) view returns(uint80, int256, uint256, uint256, uint80)
func (priceFeed *PriceFeed) PackGetRoundData(id *big.Int) []byte {
	enc, err := priceFeed.abi.Pack("getRoundData", id)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetRoundData is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9a6fc8f5.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getRoundData(uint80 id) view returns(uint80, int256, uint256, uint256, uint80)
func (priceFeed *PriceFeed) TryPackGetRoundData(id *big.Int) ([]byte, error) {
	return priceFeed.abi.Pack("getRoundData", id)
}

// GetRoundDataOutput serves as a container for the return parameters of contract
// method GetRoundData.
type GetRoundDataOutput struct {
	Arg0 *big.Int
	Arg1 *big.Int
	Arg2 *big.Int
	Arg3 *big.Int
	Arg4 *big.Int
}

// UnpackGetRoundData is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x9a6fc8f5.
//
// Solidity: function getRoundData(uint80 id) view returns(uint80, int256, uint256, uint256, uint80)
func (priceFeed *PriceFeed) UnpackGetRoundData(data []byte) (GetRoundDataOutput, error) {
	out, err := priceFeed.abi.Unpack("getRoundData", data)
	outstruct := new(GetRoundDataOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Arg0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Arg1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.Arg2 = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	outstruct.Arg3 = abi.ConvertType(out[3], new(big.Int)).(*big.Int)
	outstruct.Arg4 = abi.ConvertType(out[4], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackLatestRoundData is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfeaf968c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function latestRoundData() view returns(uint80, int256, uint256, uint256, uint80)
func (priceFeed *PriceFeed) PackLatestRoundData() []byte {
	enc, err := priceFeed.abi.Pack("latestRoundData")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackLatestRoundData is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfeaf968c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function latestRoundData() view returns(uint80, int256, uint256, uint256, uint80)
func (priceFeed *PriceFeed) TryPackLatestRoundData() ([]byte, error) {
	return priceFeed.abi.Pack("latestRoundData")
}

// LatestRoundDataOutput serves as a container for the return parameters of contract
// method LatestRoundData.
type LatestRoundDataOutput struct {
	Arg0 *big.Int
	Arg1 *big.Int
	Arg2 *big.Int
	Arg3 *big.Int
	Arg4 *big.Int
}

// UnpackLatestRoundData is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xfeaf968c.
//
// Solidity: function latestRoundData() view returns(uint80, int256, uint256, uint256, uint80)
func (priceFeed *PriceFeed) UnpackLatestRoundData(data []byte) (LatestRoundDataOutput, error) {
	out, err := priceFeed.abi.Unpack("latestRoundData", data)
	outstruct := new(LatestRoundDataOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Arg0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Arg1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.Arg2 = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	outstruct.Arg3 = abi.ConvertType(out[3], new(big.Int)).(*big.Int)
	outstruct.Arg4 = abi.ConvertType(out[4], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackNewest is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8bdbdac1.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function newest() view returns(uint256)
func (priceFeed *PriceFeed) PackNewest() []byte {
	enc, err := priceFeed.abi.Pack("newest")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackNewest is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8bdbdac1.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function newest() view returns(uint256)
func (priceFeed *PriceFeed) TryPackNewest() ([]byte, error) {
	return priceFeed.abi.Pack("newest")
}

// UnpackNewest is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8bdbdac1.
//
// Solidity: function newest() view returns(uint256)
func (priceFeed *PriceFeed) UnpackNewest(data []byte) (*big.Int, error) {
	out, err := priceFeed.abi.Unpack("newest", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackRename is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x00d0a07d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function rename(bytes32 shortString) returns()
func (priceFeed *PriceFeed) PackRename(shortString [32]byte) []byte {
	enc, err := priceFeed.abi.Pack("rename", shortString)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRename is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x00d0a07d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function rename(bytes32 shortString) returns()
func (priceFeed *PriceFeed) TryPackRename(shortString [32]byte) ([]byte, error) {
	return priceFeed.abi.Pack("rename", shortString)
}

// PackSet is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa22c5540.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function set(int256 answer, uint256 seconds_) returns()
func (priceFeed *PriceFeed) PackSet(answer *big.Int, seconds *big.Int) []byte {
	enc, err := priceFeed.abi.Pack("set", answer, seconds)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSet is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa22c5540.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function set(int256 answer, uint256 seconds_) returns()
func (priceFeed *PriceFeed) TryPackSet(answer *big.Int, seconds *big.Int) ([]byte, error) {
	return priceFeed.abi.Pack("set", answer, seconds)
}

// PackSpacing is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6b6ec9a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function spacing() view returns(uint256)
func (priceFeed *PriceFeed) PackSpacing() []byte {
	enc, err := priceFeed.abi.Pack("spacing")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSpacing is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6b6ec9a7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function spacing() view returns(uint256)
func (priceFeed *PriceFeed) TryPackSpacing() ([]byte, error) {
	return priceFeed.abi.Pack("spacing")
}

// UnpackSpacing is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x6b6ec9a7.
//
// Solidity: function spacing() view returns(uint256)
func (priceFeed *PriceFeed) UnpackSpacing(data []byte) (*big.Int, error) {
	out, err := priceFeed.abi.Unpack("spacing", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// RegistryMetaData contains all meta data concerning the Registry contract.
var RegistryMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"name\":\"resolver\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"node\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"at\",\"type\":\"address\"}],\"name\":\"setResolver\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "9ec6da4f01c2af1b1593dc66460f3e3fd5",
}

// Registry is an auto generated Go binding around an Ethereum contract.
type Registry struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Registry) GetABI() abi.ABI {
	return c.abi
}

// NewRegistry creates a new instance of Registry.
func NewRegistry() *Registry {
	parsed, err := RegistryMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Registry{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *Registry) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackResolver is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0178b8bf.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function resolver(bytes32 ) view returns(address)
func (registry *Registry) PackResolver(arg0 [32]byte) []byte {
	enc, err := registry.abi.Pack("resolver", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackResolver is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0178b8bf.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function resolver(bytes32 ) view returns(address)
func (registry *Registry) TryPackResolver(arg0 [32]byte) ([]byte, error) {
	return registry.abi.Pack("resolver", arg0)
}

// UnpackResolver is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0178b8bf.
//
// Solidity: function resolver(bytes32 ) view returns(address)
func (registry *Registry) UnpackResolver(data []byte) (common.Address, error) {
	out, err := registry.abi.Unpack("resolver", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackSetResolver is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1896f70a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setResolver(bytes32 node, address at) returns()
func (registry *Registry) PackSetResolver(node [32]byte, at common.Address) []byte {
	enc, err := registry.abi.Pack("setResolver", node, at)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetResolver is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1896f70a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setResolver(bytes32 node, address at) returns()
func (registry *Registry) TryPackSetResolver(node [32]byte, at common.Address) ([]byte, error) {
	return registry.abi.Pack("setResolver", node, at)
}

// ReservePoolMetaData contains all meta data concerning the ReservePool contract.
var ReservePoolMetaData = bind.MetaData{
	ABI: "[{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount0In\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount1In\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount0Out\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount1Out\",\"type\":\"uint256\"}],\"name\":\"Swap\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"factory\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"getReserves\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"reserve0\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"reserve1\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"stable\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"in0\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"in1\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"out0\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"out1\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"}],\"name\":\"swap\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"token0\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"token1\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "b17e19165e8adbce208917e221b75e7ab9",
}

// ReservePool is an auto generated Go binding around an Ethereum contract.
type ReservePool struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *ReservePool) GetABI() abi.ABI {
	return c.abi
}

// NewReservePool creates a new instance of ReservePool.
func NewReservePool() *ReservePool {
	parsed, err := ReservePoolMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ReservePool{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *ReservePool) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackFactory is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc45a0155.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function factory() view returns(address)
func (reservePool *ReservePool) PackFactory() []byte {
	enc, err := reservePool.abi.Pack("factory")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackFactory is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc45a0155.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function factory() view returns(address)
func (reservePool *ReservePool) TryPackFactory() ([]byte, error) {
	return reservePool.abi.Pack("factory")
}

// UnpackFactory is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc45a0155.
//
// Solidity: function factory() view returns(address)
func (reservePool *ReservePool) UnpackFactory(data []byte) (common.Address, error) {
	out, err := reservePool.abi.Unpack("factory", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackGetReserves is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0902f1ac.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getReserves() view returns(uint256, uint256, uint256)
func (reservePool *ReservePool) PackGetReserves() []byte {
	enc, err := reservePool.abi.Pack("getReserves")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetReserves is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0902f1ac.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getReserves() view returns(uint256, uint256, uint256)
func (reservePool *ReservePool) TryPackGetReserves() ([]byte, error) {
	return reservePool.abi.Pack("getReserves")
}

// GetReservesOutput serves as a container for the return parameters of contract
// method GetReserves.
type GetReservesOutput struct {
	Arg0 *big.Int
	Arg1 *big.Int
	Arg2 *big.Int
}

// UnpackGetReserves is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0902f1ac.
//
// Solidity: function getReserves() view returns(uint256, uint256, uint256)
func (reservePool *ReservePool) UnpackGetReserves(data []byte) (GetReservesOutput, error) {
	out, err := reservePool.abi.Unpack("getReserves", data)
	outstruct := new(GetReservesOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Arg0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Arg1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.Arg2 = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackReserve0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x443cb4bc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function reserve0() view returns(uint256)
func (reservePool *ReservePool) PackReserve0() []byte {
	enc, err := reservePool.abi.Pack("reserve0")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackReserve0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x443cb4bc.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function reserve0() view returns(uint256)
func (reservePool *ReservePool) TryPackReserve0() ([]byte, error) {
	return reservePool.abi.Pack("reserve0")
}

// UnpackReserve0 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x443cb4bc.
//
// Solidity: function reserve0() view returns(uint256)
func (reservePool *ReservePool) UnpackReserve0(data []byte) (*big.Int, error) {
	out, err := reservePool.abi.Unpack("reserve0", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackReserve1 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5a76f25e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function reserve1() view returns(uint256)
func (reservePool *ReservePool) PackReserve1() []byte {
	enc, err := reservePool.abi.Pack("reserve1")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackReserve1 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5a76f25e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function reserve1() view returns(uint256)
func (reservePool *ReservePool) TryPackReserve1() ([]byte, error) {
	return reservePool.abi.Pack("reserve1")
}

// UnpackReserve1 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5a76f25e.
//
// Solidity: function reserve1() view returns(uint256)
func (reservePool *ReservePool) UnpackReserve1(data []byte) (*big.Int, error) {
	out, err := reservePool.abi.Unpack("reserve1", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackStable is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x22be3de1.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function stable() view returns(bool)
func (reservePool *ReservePool) PackStable() []byte {
	enc, err := reservePool.abi.Pack("stable")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackStable is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x22be3de1.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function stable() view returns(bool)
func (reservePool *ReservePool) TryPackStable() ([]byte, error) {
	return reservePool.abi.Pack("stable")
}

// UnpackStable is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x22be3de1.
//
// Solidity: function stable() view returns(bool)
func (reservePool *ReservePool) UnpackStable(data []byte) (bool, error) {
	out, err := reservePool.abi.Unpack("stable", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x562e19df.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swap(uint256 in0, uint256 in1, uint256 out0, uint256 out1, address to) returns()
func (reservePool *ReservePool) PackSwap(in0 *big.Int, in1 *big.Int, out0 *big.Int, out1 *big.Int, to common.Address) []byte {
	enc, err := reservePool.abi.Pack("swap", in0, in1, out0, out1, to)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x562e19df.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function swap(uint256 in0, uint256 in1, uint256 out0, uint256 out1, address to) returns()
func (reservePool *ReservePool) TryPackSwap(in0 *big.Int, in1 *big.Int, out0 *big.Int, out1 *big.Int, to common.Address) ([]byte, error) {
	return reservePool.abi.Pack("swap", in0, in1, out0, out1, to)
}

// PackToken0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0dfe1681.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function token0() view returns(address)
func (reservePool *ReservePool) PackToken0() []byte {
	enc, err := reservePool.abi.Pack("token0")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackToken0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0dfe1681.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function token0() view returns(address)
func (reservePool *ReservePool) TryPackToken0() ([]byte, error) {
	return reservePool.abi.Pack("token0")
}

// UnpackToken0 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0dfe1681.
//
// Solidity: function token0() view returns(address)
func (reservePool *ReservePool) UnpackToken0(data []byte) (common.Address, error) {
	out, err := reservePool.abi.Unpack("token0", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackToken1 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd21220a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function token1() view returns(address)
func (reservePool *ReservePool) PackToken1() []byte {
	enc, err := reservePool.abi.Pack("token1")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackToken1 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd21220a7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function token1() view returns(address)
func (reservePool *ReservePool) TryPackToken1() ([]byte, error) {
	return reservePool.abi.Pack("token1")
}

// UnpackToken1 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd21220a7.
//
// Solidity: function token1() view returns(address)
func (reservePool *ReservePool) UnpackToken1(data []byte) (common.Address, error) {
	out, err := reservePool.abi.Unpack("token1", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// ReservePoolSwap represents a Swap event raised by the ReservePool contract.
type ReservePoolSwap struct {
	Sender     common.Address
	To         common.Address
	Amount0In  *big.Int
	Amount1In  *big.Int
	Amount0Out *big.Int
	Amount1Out *big.Int
	Raw        *types.Log // Blockchain specific contextual infos
}

const ReservePoolSwapEventName = "Swap"

// ContractEventName returns the user-defined event name.
func (ReservePoolSwap) ContractEventName() string {
	return ReservePoolSwapEventName
}

// UnpackSwapEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Swap(address indexed sender, address indexed to, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out)
func (reservePool *ReservePool) UnpackSwapEvent(log *types.Log) (*ReservePoolSwap, error) {
	event := "Swap"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != reservePool.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ReservePoolSwap)
	if len(log.Data) > 0 {
		if err := reservePool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range reservePool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// ResolverMetaData contains all meta data concerning the Resolver contract.
var ResolverMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"node\",\"type\":\"bytes32\"}],\"name\":\"addr\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"node\",\"type\":\"bytes32\"},{\"internalType\":\"uint256\",\"name\":\"coin\",\"type\":\"uint256\"}],\"name\":\"addr\",\"outputs\":[{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"name\":\"name\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"}],\"name\":\"resolve\",\"outputs\":[{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"node\",\"type\":\"bytes32\"},{\"internalType\":\"uint256\",\"name\":\"coin\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"a\",\"type\":\"bytes\"}],\"name\":\"setAddr\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"node\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"a\",\"type\":\"address\"}],\"name\":\"setAddr\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"node\",\"type\":\"bytes32\"},{\"internalType\":\"string\",\"name\":\"n\",\"type\":\"string\"}],\"name\":\"setName\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "6e773903303c08408dc6c27bf3f6b63ec1",
}

// Resolver is an auto generated Go binding around an Ethereum contract.
type Resolver struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Resolver) GetABI() abi.ABI {
	return c.abi
}

// NewResolver creates a new instance of Resolver.
func NewResolver() *Resolver {
	parsed, err := ResolverMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Resolver{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *Resolver) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackAddr is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3b3b57de.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function addr(bytes32 node) view returns(address)
func (resolver *Resolver) PackAddr(node [32]byte) []byte {
	enc, err := resolver.abi.Pack("addr", node)
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
func (resolver *Resolver) TryPackAddr(node [32]byte) ([]byte, error) {
	return resolver.abi.Pack("addr", node)
}

// UnpackAddr is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3b3b57de.
//
// Solidity: function addr(bytes32 node) view returns(address)
func (resolver *Resolver) UnpackAddr(data []byte) (common.Address, error) {
	out, err := resolver.abi.Unpack("addr", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackAddr0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf1cb7e06.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function addr(bytes32 node, uint256 coin) view returns(bytes)
func (resolver *Resolver) PackAddr0(node [32]byte, coin *big.Int) []byte {
	enc, err := resolver.abi.Pack("addr0", node, coin)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAddr0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf1cb7e06.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function addr(bytes32 node, uint256 coin) view returns(bytes)
func (resolver *Resolver) TryPackAddr0(node [32]byte, coin *big.Int) ([]byte, error) {
	return resolver.abi.Pack("addr0", node, coin)
}

// UnpackAddr0 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf1cb7e06.
//
// Solidity: function addr(bytes32 node, uint256 coin) view returns(bytes)
func (resolver *Resolver) UnpackAddr0(data []byte) ([]byte, error) {
	out, err := resolver.abi.Unpack("addr0", data)
	if err != nil {
		return *new([]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([]byte)).(*[]byte)
	return out0, nil
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x691f3431.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name(bytes32 ) view returns(string)
func (resolver *Resolver) PackName(arg0 [32]byte) []byte {
	enc, err := resolver.abi.Pack("name", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x691f3431.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function name(bytes32 ) view returns(string)
func (resolver *Resolver) TryPackName(arg0 [32]byte) ([]byte, error) {
	return resolver.abi.Pack("name", arg0)
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x691f3431.
//
// Solidity: function name(bytes32 ) view returns(string)
func (resolver *Resolver) UnpackName(data []byte) (string, error) {
	out, err := resolver.abi.Unpack("name", data)
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
// Solidity: function resolve(bytes , bytes ) view returns(bytes)
func (resolver *Resolver) PackResolve(arg0 []byte, arg1 []byte) []byte {
	enc, err := resolver.abi.Pack("resolve", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackResolve is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9061b923.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function resolve(bytes , bytes ) view returns(bytes)
func (resolver *Resolver) TryPackResolve(arg0 []byte, arg1 []byte) ([]byte, error) {
	return resolver.abi.Pack("resolve", arg0, arg1)
}

// UnpackResolve is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x9061b923.
//
// Solidity: function resolve(bytes , bytes ) view returns(bytes)
func (resolver *Resolver) UnpackResolve(data []byte) ([]byte, error) {
	out, err := resolver.abi.Unpack("resolve", data)
	if err != nil {
		return *new([]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([]byte)).(*[]byte)
	return out0, nil
}

// PackSetAddr is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8b95dd71.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setAddr(bytes32 node, uint256 coin, bytes a) returns()
func (resolver *Resolver) PackSetAddr(node [32]byte, coin *big.Int, a []byte) []byte {
	enc, err := resolver.abi.Pack("setAddr", node, coin, a)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetAddr is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8b95dd71.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setAddr(bytes32 node, uint256 coin, bytes a) returns()
func (resolver *Resolver) TryPackSetAddr(node [32]byte, coin *big.Int, a []byte) ([]byte, error) {
	return resolver.abi.Pack("setAddr", node, coin, a)
}

// PackSetAddr0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd5fa2b00.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setAddr(bytes32 node, address a) returns()
func (resolver *Resolver) PackSetAddr0(node [32]byte, a common.Address) []byte {
	enc, err := resolver.abi.Pack("setAddr0", node, a)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetAddr0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd5fa2b00.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setAddr(bytes32 node, address a) returns()
func (resolver *Resolver) TryPackSetAddr0(node [32]byte, a common.Address) ([]byte, error) {
	return resolver.abi.Pack("setAddr0", node, a)
}

// PackSetName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x77372213.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setName(bytes32 node, string n) returns()
func (resolver *Resolver) PackSetName(node [32]byte, n string) []byte {
	enc, err := resolver.abi.Pack("setName", node, n)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x77372213.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setName(bytes32 node, string n) returns()
func (resolver *Resolver) TryPackSetName(node [32]byte, n string) ([]byte, error) {
	return resolver.abi.Pack("setName", node, n)
}

// ReverseRegistrarMetaData contains all meta data concerning the ReverseRegistrar contract.
var ReverseRegistrarMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"nameForAddr\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"a\",\"type\":\"address\"},{\"internalType\":\"string\",\"name\":\"n\",\"type\":\"string\"}],\"name\":\"setName\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "d0c43461986f90ec81e2ee2e68ade35857",
}

// ReverseRegistrar is an auto generated Go binding around an Ethereum contract.
type ReverseRegistrar struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *ReverseRegistrar) GetABI() abi.ABI {
	return c.abi
}

// NewReverseRegistrar creates a new instance of ReverseRegistrar.
func NewReverseRegistrar() *ReverseRegistrar {
	parsed, err := ReverseRegistrarMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ReverseRegistrar{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *ReverseRegistrar) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackNameForAddr is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4ec3bd23.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function nameForAddr(address ) view returns(string)
func (reverseRegistrar *ReverseRegistrar) PackNameForAddr(arg0 common.Address) []byte {
	enc, err := reverseRegistrar.abi.Pack("nameForAddr", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackNameForAddr is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4ec3bd23.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function nameForAddr(address ) view returns(string)
func (reverseRegistrar *ReverseRegistrar) TryPackNameForAddr(arg0 common.Address) ([]byte, error) {
	return reverseRegistrar.abi.Pack("nameForAddr", arg0)
}

// UnpackNameForAddr is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x4ec3bd23.
//
// Solidity: function nameForAddr(address ) view returns(string)
func (reverseRegistrar *ReverseRegistrar) UnpackNameForAddr(data []byte) (string, error) {
	out, err := reverseRegistrar.abi.Unpack("nameForAddr", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackSetName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3121db1c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setName(address a, string n) returns()
func (reverseRegistrar *ReverseRegistrar) PackSetName(a common.Address, n string) []byte {
	enc, err := reverseRegistrar.abi.Pack("setName", a, n)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3121db1c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setName(address a, string n) returns()
func (reverseRegistrar *ReverseRegistrar) TryPackSetName(a common.Address, n string) ([]byte, error) {
	return reverseRegistrar.abi.Pack("setName", a, n)
}

// SilentTokenMetaData contains all meta data concerning the SilentToken contract.
var SilentTokenMetaData = bind.MetaData{
	ABI: "[{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"Transfer\",\"type\":\"event\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"name\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"symbol\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"totalSupply\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"transfer\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "8f7bddfccb570a243d8e74edd9d38fe4bb",
}

// SilentToken is an auto generated Go binding around an Ethereum contract.
type SilentToken struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *SilentToken) GetABI() abi.ABI {
	return c.abi
}

// NewSilentToken creates a new instance of SilentToken.
func NewSilentToken() *SilentToken {
	parsed, err := SilentTokenMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &SilentToken{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *SilentToken) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (silentToken *SilentToken) PackBalanceOf(arg0 common.Address) []byte {
	enc, err := silentToken.abi.Pack("balanceOf", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (silentToken *SilentToken) TryPackBalanceOf(arg0 common.Address) ([]byte, error) {
	return silentToken.abi.Pack("balanceOf", arg0)
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (silentToken *SilentToken) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := silentToken.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() view returns(string)
func (silentToken *SilentToken) PackName() []byte {
	enc, err := silentToken.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function name() view returns(string)
func (silentToken *SilentToken) TryPackName() ([]byte, error) {
	return silentToken.abi.Pack("name")
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (silentToken *SilentToken) UnpackName(data []byte) (string, error) {
	out, err := silentToken.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function symbol() view returns(string)
func (silentToken *SilentToken) PackSymbol() []byte {
	enc, err := silentToken.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function symbol() view returns(string)
func (silentToken *SilentToken) TryPackSymbol() ([]byte, error) {
	return silentToken.abi.Pack("symbol")
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (silentToken *SilentToken) UnpackSymbol(data []byte) (string, error) {
	out, err := silentToken.abi.Unpack("symbol", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function totalSupply() view returns(uint256)
func (silentToken *SilentToken) PackTotalSupply() []byte {
	enc, err := silentToken.abi.Pack("totalSupply")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function totalSupply() view returns(uint256)
func (silentToken *SilentToken) TryPackTotalSupply() ([]byte, error) {
	return silentToken.abi.Pack("totalSupply")
}

// UnpackTotalSupply is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x18160ddd.
//
// Solidity: function totalSupply() view returns(uint256)
func (silentToken *SilentToken) UnpackTotalSupply(data []byte) (*big.Int, error) {
	out, err := silentToken.abi.Unpack("totalSupply", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9059cbb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transfer(address to, uint256 value) returns()
func (silentToken *SilentToken) PackTransfer(to common.Address, value *big.Int) []byte {
	enc, err := silentToken.abi.Pack("transfer", to, value)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9059cbb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function transfer(address to, uint256 value) returns()
func (silentToken *SilentToken) TryPackTransfer(to common.Address, value *big.Int) ([]byte, error) {
	return silentToken.abi.Pack("transfer", to, value)
}

// SilentTokenTransfer represents a Transfer event raised by the SilentToken contract.
type SilentTokenTransfer struct {
	From  common.Address
	To    common.Address
	Value *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

const SilentTokenTransferEventName = "Transfer"

// ContractEventName returns the user-defined event name.
func (SilentTokenTransfer) ContractEventName() string {
	return SilentTokenTransferEventName
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 value)
func (silentToken *SilentToken) UnpackTransferEvent(log *types.Log) (*SilentTokenTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != silentToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(SilentTokenTransfer)
	if len(log.Data) > 0 {
		if err := silentToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range silentToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// TickPoolMetaData contains all meta data concerning the TickPool contract.
var TickPoolMetaData = bind.MetaData{
	ABI: "[{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"recipient\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"int256\",\"name\":\"amount0\",\"type\":\"int256\"},{\"indexed\":false,\"internalType\":\"int256\",\"name\":\"amount1\",\"type\":\"int256\"},{\"indexed\":false,\"internalType\":\"uint160\",\"name\":\"sqrtPriceX96\",\"type\":\"uint160\"},{\"indexed\":false,\"internalType\":\"uint128\",\"name\":\"liquidity\",\"type\":\"uint128\"},{\"indexed\":false,\"internalType\":\"int24\",\"name\":\"tick\",\"type\":\"int24\"}],\"name\":\"Swap\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"factory\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"liquidity\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"units\",\"type\":\"uint256\"}],\"name\":\"setLiquidity\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"slot0\",\"outputs\":[],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"sqrtPriceX96\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"int256\",\"name\":\"amount0\",\"type\":\"int256\"},{\"internalType\":\"int256\",\"name\":\"amount1\",\"type\":\"int256\"},{\"internalType\":\"uint160\",\"name\":\"price\",\"type\":\"uint160\"},{\"internalType\":\"address\",\"name\":\"recipient\",\"type\":\"address\"}],\"name\":\"swap\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"tickSpacing\",\"outputs\":[{\"internalType\":\"int24\",\"name\":\"\",\"type\":\"int24\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"token0\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"token1\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"words\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "4075c7ecb54c62546b5b455487f7047a57",
}

// TickPool is an auto generated Go binding around an Ethereum contract.
type TickPool struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *TickPool) GetABI() abi.ABI {
	return c.abi
}

// NewTickPool creates a new instance of TickPool.
func NewTickPool() *TickPool {
	parsed, err := TickPoolMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TickPool{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *TickPool) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackFactory is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc45a0155.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function factory() view returns(address)
func (tickPool *TickPool) PackFactory() []byte {
	enc, err := tickPool.abi.Pack("factory")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackFactory is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc45a0155.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function factory() view returns(address)
func (tickPool *TickPool) TryPackFactory() ([]byte, error) {
	return tickPool.abi.Pack("factory")
}

// UnpackFactory is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc45a0155.
//
// Solidity: function factory() view returns(address)
func (tickPool *TickPool) UnpackFactory(data []byte) (common.Address, error) {
	out, err := tickPool.abi.Unpack("factory", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1a686502.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function liquidity() view returns(uint256)
func (tickPool *TickPool) PackLiquidity() []byte {
	enc, err := tickPool.abi.Pack("liquidity")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1a686502.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function liquidity() view returns(uint256)
func (tickPool *TickPool) TryPackLiquidity() ([]byte, error) {
	return tickPool.abi.Pack("liquidity")
}

// UnpackLiquidity is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1a686502.
//
// Solidity: function liquidity() view returns(uint256)
func (tickPool *TickPool) UnpackLiquidity(data []byte) (*big.Int, error) {
	out, err := tickPool.abi.Unpack("liquidity", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackSetLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xeb407ba9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setLiquidity(uint256 units) returns()
func (tickPool *TickPool) PackSetLiquidity(units *big.Int) []byte {
	enc, err := tickPool.abi.Pack("setLiquidity", units)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xeb407ba9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setLiquidity(uint256 units) returns()
func (tickPool *TickPool) TryPackSetLiquidity(units *big.Int) ([]byte, error) {
	return tickPool.abi.Pack("setLiquidity", units)
}

// PackSlot0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3850c7bd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function slot0() view returns()
func (tickPool *TickPool) PackSlot0() []byte {
	enc, err := tickPool.abi.Pack("slot0")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSlot0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3850c7bd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function slot0() view returns()
func (tickPool *TickPool) TryPackSlot0() ([]byte, error) {
	return tickPool.abi.Pack("slot0")
}

// PackSqrtPriceX96 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8db791d2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function sqrtPriceX96() view returns(uint256)
func (tickPool *TickPool) PackSqrtPriceX96() []byte {
	enc, err := tickPool.abi.Pack("sqrtPriceX96")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSqrtPriceX96 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8db791d2.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function sqrtPriceX96() view returns(uint256)
func (tickPool *TickPool) TryPackSqrtPriceX96() ([]byte, error) {
	return tickPool.abi.Pack("sqrtPriceX96")
}

// UnpackSqrtPriceX96 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8db791d2.
//
// Solidity: function sqrtPriceX96() view returns(uint256)
func (tickPool *TickPool) UnpackSqrtPriceX96(data []byte) (*big.Int, error) {
	out, err := tickPool.abi.Unpack("sqrtPriceX96", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x55494631.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swap(int256 amount0, int256 amount1, uint160 price, address recipient) returns()
func (tickPool *TickPool) PackSwap(amount0 *big.Int, amount1 *big.Int, price *big.Int, recipient common.Address) []byte {
	enc, err := tickPool.abi.Pack("swap", amount0, amount1, price, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x55494631.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function swap(int256 amount0, int256 amount1, uint160 price, address recipient) returns()
func (tickPool *TickPool) TryPackSwap(amount0 *big.Int, amount1 *big.Int, price *big.Int, recipient common.Address) ([]byte, error) {
	return tickPool.abi.Pack("swap", amount0, amount1, price, recipient)
}

// PackTickSpacing is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd0c93a7c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tickSpacing() view returns(int24)
func (tickPool *TickPool) PackTickSpacing() []byte {
	enc, err := tickPool.abi.Pack("tickSpacing")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTickSpacing is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd0c93a7c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function tickSpacing() view returns(int24)
func (tickPool *TickPool) TryPackTickSpacing() ([]byte, error) {
	return tickPool.abi.Pack("tickSpacing")
}

// UnpackTickSpacing is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd0c93a7c.
//
// Solidity: function tickSpacing() view returns(int24)
func (tickPool *TickPool) UnpackTickSpacing(data []byte) (*big.Int, error) {
	out, err := tickPool.abi.Unpack("tickSpacing", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackToken0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0dfe1681.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function token0() view returns(address)
func (tickPool *TickPool) PackToken0() []byte {
	enc, err := tickPool.abi.Pack("token0")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackToken0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0dfe1681.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function token0() view returns(address)
func (tickPool *TickPool) TryPackToken0() ([]byte, error) {
	return tickPool.abi.Pack("token0")
}

// UnpackToken0 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0dfe1681.
//
// Solidity: function token0() view returns(address)
func (tickPool *TickPool) UnpackToken0(data []byte) (common.Address, error) {
	out, err := tickPool.abi.Unpack("token0", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackToken1 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd21220a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function token1() view returns(address)
func (tickPool *TickPool) PackToken1() []byte {
	enc, err := tickPool.abi.Pack("token1")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackToken1 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd21220a7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function token1() view returns(address)
func (tickPool *TickPool) TryPackToken1() ([]byte, error) {
	return tickPool.abi.Pack("token1")
}

// UnpackToken1 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd21220a7.
//
// Solidity: function token1() view returns(address)
func (tickPool *TickPool) UnpackToken1(data []byte) (common.Address, error) {
	out, err := tickPool.abi.Unpack("token1", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackWords is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf2c31bd9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function words() view returns(uint256)
func (tickPool *TickPool) PackWords() []byte {
	enc, err := tickPool.abi.Pack("words")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackWords is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf2c31bd9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function words() view returns(uint256)
func (tickPool *TickPool) TryPackWords() ([]byte, error) {
	return tickPool.abi.Pack("words")
}

// UnpackWords is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf2c31bd9.
//
// Solidity: function words() view returns(uint256)
func (tickPool *TickPool) UnpackWords(data []byte) (*big.Int, error) {
	out, err := tickPool.abi.Unpack("words", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// TickPoolSwap represents a Swap event raised by the TickPool contract.
type TickPoolSwap struct {
	Sender       common.Address
	Recipient    common.Address
	Amount0      *big.Int
	Amount1      *big.Int
	SqrtPriceX96 *big.Int
	Liquidity    *big.Int
	Tick         *big.Int
	Raw          *types.Log // Blockchain specific contextual infos
}

const TickPoolSwapEventName = "Swap"

// ContractEventName returns the user-defined event name.
func (TickPoolSwap) ContractEventName() string {
	return TickPoolSwapEventName
}

// UnpackSwapEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)
func (tickPool *TickPool) UnpackSwapEvent(log *types.Log) (*TickPoolSwap, error) {
	event := "Swap"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != tickPool.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TickPoolSwap)
	if len(log.Data) > 0 {
		if err := tickPool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range tickPool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UniversalMetaData contains all meta data concerning the Universal contract.
var UniversalMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"uint16\",\"name\":\"status\",\"type\":\"uint16\"},{\"internalType\":\"string\",\"name\":\"message\",\"type\":\"string\"}],\"name\":\"HttpError\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"internalType\":\"string[]\",\"name\":\"urls\",\"type\":\"string[]\"},{\"internalType\":\"bytes\",\"name\":\"callData\",\"type\":\"bytes\"},{\"internalType\":\"bytes4\",\"name\":\"callbackFunction\",\"type\":\"bytes4\"},{\"internalType\":\"bytes\",\"name\":\"extraData\",\"type\":\"bytes\"}],\"name\":\"OffchainLookup\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"name\",\"type\":\"bytes\"}],\"name\":\"ResolverNotFound\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"string\",\"name\":\"primary\",\"type\":\"string\"},{\"internalType\":\"bytes\",\"name\":\"primaryAddress\",\"type\":\"bytes\"}],\"name\":\"ReverseAddressMismatch\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"response\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"}],\"name\":\"answered\",\"outputs\":[{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"pure\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"wire\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"resolve\",\"outputs\":[{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"a\",\"type\":\"bytes\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"name\":\"reverse\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"wire\",\"type\":\"bytes\"},{\"internalType\":\"uint256\",\"name\":\"coin\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"a\",\"type\":\"bytes\"}],\"name\":\"set\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"wire\",\"type\":\"bytes\"},{\"internalType\":\"string\",\"name\":\"url\",\"type\":\"string\"}],\"name\":\"setGateway\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"a\",\"type\":\"address\"},{\"internalType\":\"string\",\"name\":\"n\",\"type\":\"string\"}],\"name\":\"setPrimary\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "fc18377ef216b2e8b100de4afcddb11351",
}

// Universal is an auto generated Go binding around an Ethereum contract.
type Universal struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Universal) GetABI() abi.ABI {
	return c.abi
}

// NewUniversal creates a new instance of Universal.
func NewUniversal() *Universal {
	parsed, err := UniversalMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Universal{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *Universal) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackAnswered is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf544dc9b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function answered(bytes response, bytes ) pure returns(bytes, address)
func (universal *Universal) PackAnswered(response []byte, arg1 []byte) []byte {
	enc, err := universal.abi.Pack("answered", response, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAnswered is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf544dc9b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function answered(bytes response, bytes ) pure returns(bytes, address)
func (universal *Universal) TryPackAnswered(response []byte, arg1 []byte) ([]byte, error) {
	return universal.abi.Pack("answered", response, arg1)
}

// AnsweredOutput serves as a container for the return parameters of contract
// method Answered.
type AnsweredOutput struct {
	Arg0 []byte
	Arg1 common.Address
}

// UnpackAnswered is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf544dc9b.
//
// Solidity: function answered(bytes response, bytes ) pure returns(bytes, address)
func (universal *Universal) UnpackAnswered(data []byte) (AnsweredOutput, error) {
	out, err := universal.abi.Unpack("answered", data)
	outstruct := new(AnsweredOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Arg0 = *abi.ConvertType(out[0], new([]byte)).(*[]byte)
	outstruct.Arg1 = *abi.ConvertType(out[1], new(common.Address)).(*common.Address)
	return *outstruct, nil
}

// PackResolve is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9061b923.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function resolve(bytes wire, bytes data) view returns(bytes, address)
func (universal *Universal) PackResolve(wire []byte, data []byte) []byte {
	enc, err := universal.abi.Pack("resolve", wire, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackResolve is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9061b923.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function resolve(bytes wire, bytes data) view returns(bytes, address)
func (universal *Universal) TryPackResolve(wire []byte, data []byte) ([]byte, error) {
	return universal.abi.Pack("resolve", wire, data)
}

// ResolveOutput serves as a container for the return parameters of contract
// method Resolve.
type ResolveOutput struct {
	Arg0 []byte
	Arg1 common.Address
}

// UnpackResolve is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x9061b923.
//
// Solidity: function resolve(bytes wire, bytes data) view returns(bytes, address)
func (universal *Universal) UnpackResolve(data []byte) (ResolveOutput, error) {
	out, err := universal.abi.Unpack("resolve", data)
	outstruct := new(ResolveOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Arg0 = *abi.ConvertType(out[0], new([]byte)).(*[]byte)
	outstruct.Arg1 = *abi.ConvertType(out[1], new(common.Address)).(*common.Address)
	return *outstruct, nil
}

// PackReverse is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5d78a217.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function reverse(bytes a, uint256 ) view returns(string, address, address)
func (universal *Universal) PackReverse(a []byte, arg1 *big.Int) []byte {
	enc, err := universal.abi.Pack("reverse", a, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackReverse is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5d78a217.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function reverse(bytes a, uint256 ) view returns(string, address, address)
func (universal *Universal) TryPackReverse(a []byte, arg1 *big.Int) ([]byte, error) {
	return universal.abi.Pack("reverse", a, arg1)
}

// ReverseOutput serves as a container for the return parameters of contract
// method Reverse.
type ReverseOutput struct {
	Arg0 string
	Arg1 common.Address
	Arg2 common.Address
}

// UnpackReverse is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5d78a217.
//
// Solidity: function reverse(bytes a, uint256 ) view returns(string, address, address)
func (universal *Universal) UnpackReverse(data []byte) (ReverseOutput, error) {
	out, err := universal.abi.Unpack("reverse", data)
	outstruct := new(ReverseOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Arg0 = *abi.ConvertType(out[0], new(string)).(*string)
	outstruct.Arg1 = *abi.ConvertType(out[1], new(common.Address)).(*common.Address)
	outstruct.Arg2 = *abi.ConvertType(out[2], new(common.Address)).(*common.Address)
	return *outstruct, nil
}

// PackSet is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4c51a88f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function set(bytes wire, uint256 coin, bytes a) returns()
func (universal *Universal) PackSet(wire []byte, coin *big.Int, a []byte) []byte {
	enc, err := universal.abi.Pack("set", wire, coin, a)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSet is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4c51a88f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function set(bytes wire, uint256 coin, bytes a) returns()
func (universal *Universal) TryPackSet(wire []byte, coin *big.Int, a []byte) ([]byte, error) {
	return universal.abi.Pack("set", wire, coin, a)
}

// PackSetGateway is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6d5b84e9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setGateway(bytes wire, string url) returns()
func (universal *Universal) PackSetGateway(wire []byte, url string) []byte {
	enc, err := universal.abi.Pack("setGateway", wire, url)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetGateway is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6d5b84e9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setGateway(bytes wire, string url) returns()
func (universal *Universal) TryPackSetGateway(wire []byte, url string) ([]byte, error) {
	return universal.abi.Pack("setGateway", wire, url)
}

// PackSetPrimary is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5f89325f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setPrimary(address a, string n) returns()
func (universal *Universal) PackSetPrimary(a common.Address, n string) []byte {
	enc, err := universal.abi.Pack("setPrimary", a, n)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetPrimary is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5f89325f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setPrimary(address a, string n) returns()
func (universal *Universal) TryPackSetPrimary(a common.Address, n string) ([]byte, error) {
	return universal.abi.Pack("setPrimary", a, n)
}

// UnpackError attempts to decode the provided error data using user-defined
// error definitions.
func (universal *Universal) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], universal.abi.Errors["HttpError"].ID.Bytes()[:4]) {
		return universal.UnpackHttpErrorError(raw[4:])
	}
	if bytes.Equal(raw[:4], universal.abi.Errors["OffchainLookup"].ID.Bytes()[:4]) {
		return universal.UnpackOffchainLookupError(raw[4:])
	}
	if bytes.Equal(raw[:4], universal.abi.Errors["ResolverNotFound"].ID.Bytes()[:4]) {
		return universal.UnpackResolverNotFoundError(raw[4:])
	}
	if bytes.Equal(raw[:4], universal.abi.Errors["ReverseAddressMismatch"].ID.Bytes()[:4]) {
		return universal.UnpackReverseAddressMismatchError(raw[4:])
	}
	return nil, errors.New("unknown error")
}

// UniversalHttpError represents a HttpError error raised by the Universal contract.
type UniversalHttpError struct {
	Status  uint16
	Message string
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error HttpError(uint16 status, string message)
func UniversalHttpErrorErrorID() common.Hash {
	return common.HexToHash("0x0180015209d29d4a351f5e42b26b2968cfc25d5caabbbc5e3816b762c64e0581")
}

// UnpackHttpErrorError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error HttpError(uint16 status, string message)
func (universal *Universal) UnpackHttpErrorError(raw []byte) (*UniversalHttpError, error) {
	out := new(UniversalHttpError)
	if err := universal.abi.UnpackIntoInterface(out, "HttpError", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// UniversalOffchainLookup represents a OffchainLookup error raised by the Universal contract.
type UniversalOffchainLookup struct {
	Sender           common.Address
	Urls             []string
	CallData         []byte
	CallbackFunction [4]byte
	ExtraData        []byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)
func UniversalOffchainLookupErrorID() common.Hash {
	return common.HexToHash("0x556f18302ad20acabcb7abd78e46143543eff9de9c87236fb097a1398d41115e")
}

// UnpackOffchainLookupError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)
func (universal *Universal) UnpackOffchainLookupError(raw []byte) (*UniversalOffchainLookup, error) {
	out := new(UniversalOffchainLookup)
	if err := universal.abi.UnpackIntoInterface(out, "OffchainLookup", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// UniversalResolverNotFound represents a ResolverNotFound error raised by the Universal contract.
type UniversalResolverNotFound struct {
	Name []byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ResolverNotFound(bytes name)
func UniversalResolverNotFoundErrorID() common.Hash {
	return common.HexToHash("0x77209fe8d5fcf80d9dd1a5bf50067976a316191331973ed6d4876c758ab3475b")
}

// UnpackResolverNotFoundError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ResolverNotFound(bytes name)
func (universal *Universal) UnpackResolverNotFoundError(raw []byte) (*UniversalResolverNotFound, error) {
	out := new(UniversalResolverNotFound)
	if err := universal.abi.UnpackIntoInterface(out, "ResolverNotFound", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// UniversalReverseAddressMismatch represents a ReverseAddressMismatch error raised by the Universal contract.
type UniversalReverseAddressMismatch struct {
	Primary        string
	PrimaryAddress []byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ReverseAddressMismatch(string primary, bytes primaryAddress)
func UniversalReverseAddressMismatchErrorID() common.Hash {
	return common.HexToHash("0xef9c03ce87b28a9b7d889641b3468f4d0fbafa4e8001ea211cc120f82577ae23")
}

// UnpackReverseAddressMismatchError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ReverseAddressMismatch(string primary, bytes primaryAddress)
func (universal *Universal) UnpackReverseAddressMismatchError(raw []byte) (*UniversalReverseAddressMismatch, error) {
	out := new(UniversalReverseAddressMismatch)
	if err := universal.abi.UnpackIntoInterface(out, "ReverseAddressMismatch", raw); err != nil {
		return nil, err
	}
	return out, nil
}
