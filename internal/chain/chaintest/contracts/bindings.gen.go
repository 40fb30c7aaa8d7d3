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

// Collection is an auto generated Go binding around an Ethereum contract.
type Collection struct {
	abi abi.ABI
}

// GasEater is an auto generated Go binding around an Ethereum contract.
type GasEater struct {
	abi abi.ABI
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

// NewPriceFeed creates a new instance of PriceFeed.
func NewPriceFeed() *PriceFeed {
	parsed, err := PriceFeedMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &PriceFeed{abi: *parsed}
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

// RegistryMetaData contains all meta data concerning the Registry contract.
var RegistryMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"name\":\"resolver\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"node\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"at\",\"type\":\"address\"}],\"name\":\"setResolver\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "9ec6da4f01c2af1b1593dc66460f3e3fd5",
}

// Registry is an auto generated Go binding around an Ethereum contract.
type Registry struct {
	abi abi.ABI
}

// NewRegistry creates a new instance of Registry.
func NewRegistry() *Registry {
	parsed, err := RegistryMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Registry{abi: *parsed}
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

// ReservePoolMetaData contains all meta data concerning the ReservePool contract.
var ReservePoolMetaData = bind.MetaData{
	ABI: "[{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount0In\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount1In\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount0Out\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount1Out\",\"type\":\"uint256\"}],\"name\":\"Swap\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"factory\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"getReserves\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"reserve0\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"reserve1\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"stable\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"in0\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"in1\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"out0\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"out1\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"}],\"name\":\"swap\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"token0\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"token1\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "b17e19165e8adbce208917e221b75e7ab9",
}

// ReservePool is an auto generated Go binding around an Ethereum contract.
type ReservePool struct {
	abi abi.ABI
}

// NewReservePool creates a new instance of ReservePool.
func NewReservePool() *ReservePool {
	parsed, err := ReservePoolMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ReservePool{abi: *parsed}
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

// ResolverMetaData contains all meta data concerning the Resolver contract.
var ResolverMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"node\",\"type\":\"bytes32\"}],\"name\":\"addr\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"node\",\"type\":\"bytes32\"},{\"internalType\":\"uint256\",\"name\":\"coin\",\"type\":\"uint256\"}],\"name\":\"addr\",\"outputs\":[{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"name\":\"name\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"}],\"name\":\"resolve\",\"outputs\":[{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"node\",\"type\":\"bytes32\"},{\"internalType\":\"uint256\",\"name\":\"coin\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"a\",\"type\":\"bytes\"}],\"name\":\"setAddr\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"node\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"a\",\"type\":\"address\"}],\"name\":\"setAddr\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"node\",\"type\":\"bytes32\"},{\"internalType\":\"string\",\"name\":\"n\",\"type\":\"string\"}],\"name\":\"setName\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "6e773903303c08408dc6c27bf3f6b63ec1",
}

// Resolver is an auto generated Go binding around an Ethereum contract.
type Resolver struct {
	abi abi.ABI
}

// NewResolver creates a new instance of Resolver.
func NewResolver() *Resolver {
	parsed, err := ResolverMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Resolver{abi: *parsed}
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

// ReverseRegistrarMetaData contains all meta data concerning the ReverseRegistrar contract.
var ReverseRegistrarMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"nameForAddr\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"a\",\"type\":\"address\"},{\"internalType\":\"string\",\"name\":\"n\",\"type\":\"string\"}],\"name\":\"setName\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "d0c43461986f90ec81e2ee2e68ade35857",
}

// ReverseRegistrar is an auto generated Go binding around an Ethereum contract.
type ReverseRegistrar struct {
	abi abi.ABI
}

// NewReverseRegistrar creates a new instance of ReverseRegistrar.
func NewReverseRegistrar() *ReverseRegistrar {
	parsed, err := ReverseRegistrarMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ReverseRegistrar{abi: *parsed}
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

// TickPoolMetaData contains all meta data concerning the TickPool contract.
var TickPoolMetaData = bind.MetaData{
	ABI: "[{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"recipient\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"int256\",\"name\":\"amount0\",\"type\":\"int256\"},{\"indexed\":false,\"internalType\":\"int256\",\"name\":\"amount1\",\"type\":\"int256\"},{\"indexed\":false,\"internalType\":\"uint160\",\"name\":\"sqrtPriceX96\",\"type\":\"uint160\"},{\"indexed\":false,\"internalType\":\"uint128\",\"name\":\"liquidity\",\"type\":\"uint128\"},{\"indexed\":false,\"internalType\":\"int24\",\"name\":\"tick\",\"type\":\"int24\"}],\"name\":\"Swap\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"factory\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"liquidity\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"units\",\"type\":\"uint256\"}],\"name\":\"setLiquidity\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"slot0\",\"outputs\":[],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"sqrtPriceX96\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"int256\",\"name\":\"amount0\",\"type\":\"int256\"},{\"internalType\":\"int256\",\"name\":\"amount1\",\"type\":\"int256\"},{\"internalType\":\"uint160\",\"name\":\"price\",\"type\":\"uint160\"},{\"internalType\":\"address\",\"name\":\"recipient\",\"type\":\"address\"}],\"name\":\"swap\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"tickSpacing\",\"outputs\":[{\"internalType\":\"int24\",\"name\":\"\",\"type\":\"int24\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"token0\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"token1\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"words\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "4075c7ecb54c62546b5b455487f7047a57",
}

// TickPool is an auto generated Go binding around an Ethereum contract.
type TickPool struct {
	abi abi.ABI
}

// NewTickPool creates a new instance of TickPool.
func NewTickPool() *TickPool {
	parsed, err := TickPoolMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TickPool{abi: *parsed}
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

// UniversalMetaData contains all meta data concerning the Universal contract.
var UniversalMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"uint16\",\"name\":\"status\",\"type\":\"uint16\"},{\"internalType\":\"string\",\"name\":\"message\",\"type\":\"string\"}],\"name\":\"HttpError\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"internalType\":\"string[]\",\"name\":\"urls\",\"type\":\"string[]\"},{\"internalType\":\"bytes\",\"name\":\"callData\",\"type\":\"bytes\"},{\"internalType\":\"bytes4\",\"name\":\"callbackFunction\",\"type\":\"bytes4\"},{\"internalType\":\"bytes\",\"name\":\"extraData\",\"type\":\"bytes\"}],\"name\":\"OffchainLookup\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"name\",\"type\":\"bytes\"}],\"name\":\"ResolverNotFound\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"string\",\"name\":\"primary\",\"type\":\"string\"},{\"internalType\":\"bytes\",\"name\":\"primaryAddress\",\"type\":\"bytes\"}],\"name\":\"ReverseAddressMismatch\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"response\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"}],\"name\":\"answered\",\"outputs\":[{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"pure\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"wire\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"resolve\",\"outputs\":[{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"a\",\"type\":\"bytes\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"name\":\"reverse\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"wire\",\"type\":\"bytes\"},{\"internalType\":\"uint256\",\"name\":\"coin\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"a\",\"type\":\"bytes\"}],\"name\":\"set\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"wire\",\"type\":\"bytes\"},{\"internalType\":\"string\",\"name\":\"url\",\"type\":\"string\"}],\"name\":\"setGateway\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"a\",\"type\":\"address\"},{\"internalType\":\"string\",\"name\":\"n\",\"type\":\"string\"}],\"name\":\"setPrimary\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "fc18377ef216b2e8b100de4afcddb11351",
}

// Universal is an auto generated Go binding around an Ethereum contract.
type Universal struct {
	abi abi.ABI
}

// NewUniversal creates a new instance of Universal.
func NewUniversal() *Universal {
	parsed, err := UniversalMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Universal{abi: *parsed}
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
