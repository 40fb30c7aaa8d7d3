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

// FactoryMetaData contains all meta data concerning the Factory contract.
var FactoryMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"a\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"b\",\"type\":\"address\"},{\"internalType\":\"uint24\",\"name\":\"fee\",\"type\":\"uint24\"}],\"name\":\"getPool\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"a\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"b\",\"type\":\"address\"},{\"internalType\":\"int24\",\"name\":\"tickSpacing\",\"type\":\"int24\"}],\"name\":\"getPool\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"a\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"b\",\"type\":\"address\"},{\"internalType\":\"bool\",\"name\":\"stable\",\"type\":\"bool\"}],\"name\":\"getPool\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"token0\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token1\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"variant\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"pool\",\"type\":\"address\"}],\"name\":\"register\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "2f2bbc737fee92f596e52c5cfc7950cfd4",
}

// Factory is an auto generated Go binding around an Ethereum contract.
type Factory struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Factory) GetABI() abi.ABI {
	return c.abi
}

// NewFactory creates a new instance of Factory.
func NewFactory() *Factory {
	parsed, err := FactoryMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Factory{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *Factory) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackGetPool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1698ee82.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPool(address a, address b, uint24 fee) view returns(address)
func (factory *Factory) PackGetPool(a common.Address, b common.Address, fee *big.Int) []byte {
	enc, err := factory.abi.Pack("getPool", a, b, fee)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetPool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1698ee82.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getPool(address a, address b, uint24 fee) view returns(address)
func (factory *Factory) TryPackGetPool(a common.Address, b common.Address, fee *big.Int) ([]byte, error) {
	return factory.abi.Pack("getPool", a, b, fee)
}

// UnpackGetPool is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1698ee82.
//
// Solidity: function getPool(address a, address b, uint24 fee) view returns(address)
func (factory *Factory) UnpackGetPool(data []byte) (common.Address, error) {
	out, err := factory.abi.Unpack("getPool", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackGetPool0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x28af8d0b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPool(address a, address b, int24 tickSpacing) view returns(address)
func (factory *Factory) PackGetPool0(a common.Address, b common.Address, tickSpacing *big.Int) []byte {
	enc, err := factory.abi.Pack("getPool0", a, b, tickSpacing)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetPool0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x28af8d0b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getPool(address a, address b, int24 tickSpacing) view returns(address)
func (factory *Factory) TryPackGetPool0(a common.Address, b common.Address, tickSpacing *big.Int) ([]byte, error) {
	return factory.abi.Pack("getPool0", a, b, tickSpacing)
}

// UnpackGetPool0 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x28af8d0b.
//
// Solidity: function getPool(address a, address b, int24 tickSpacing) view returns(address)
func (factory *Factory) UnpackGetPool0(data []byte) (common.Address, error) {
	out, err := factory.abi.Unpack("getPool0", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackGetPool1 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x79bc57d5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPool(address a, address b, bool stable) view returns(address)
func (factory *Factory) PackGetPool1(a common.Address, b common.Address, stable bool) []byte {
	enc, err := factory.abi.Pack("getPool1", a, b, stable)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetPool1 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x79bc57d5.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getPool(address a, address b, bool stable) view returns(address)
func (factory *Factory) TryPackGetPool1(a common.Address, b common.Address, stable bool) ([]byte, error) {
	return factory.abi.Pack("getPool1", a, b, stable)
}

// UnpackGetPool1 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x79bc57d5.
//
// Solidity: function getPool(address a, address b, bool stable) view returns(address)
func (factory *Factory) UnpackGetPool1(data []byte) (common.Address, error) {
	out, err := factory.abi.Unpack("getPool1", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackRegister is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc928c4bf.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function register(address token0, address token1, uint256 variant, address pool) returns()
func (factory *Factory) PackRegister(token0 common.Address, token1 common.Address, variant *big.Int, pool common.Address) []byte {
	enc, err := factory.abi.Pack("register", token0, token1, variant, pool)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRegister is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc928c4bf.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function register(address token0, address token1, uint256 variant, address pool) returns()
func (factory *Factory) TryPackRegister(token0 common.Address, token1 common.Address, variant *big.Int, pool common.Address) ([]byte, error) {
	return factory.abi.Pack("register", token0, token1, variant, pool)
}

// FeePoolMetaData contains all meta data concerning the FeePool contract.
var FeePoolMetaData = bind.MetaData{
	ABI: "[{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"recipient\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"int256\",\"name\":\"amount0\",\"type\":\"int256\"},{\"indexed\":false,\"internalType\":\"int256\",\"name\":\"amount1\",\"type\":\"int256\"},{\"indexed\":false,\"internalType\":\"uint160\",\"name\":\"sqrtPriceX96\",\"type\":\"uint160\"},{\"indexed\":false,\"internalType\":\"uint128\",\"name\":\"liquidity\",\"type\":\"uint128\"},{\"indexed\":false,\"internalType\":\"int24\",\"name\":\"tick\",\"type\":\"int24\"}],\"name\":\"Swap\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"factory\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"fee\",\"outputs\":[{\"internalType\":\"uint24\",\"name\":\"\",\"type\":\"uint24\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"int256\",\"name\":\"amount0\",\"type\":\"int256\"},{\"internalType\":\"int256\",\"name\":\"amount1\",\"type\":\"int256\"},{\"internalType\":\"address\",\"name\":\"recipient\",\"type\":\"address\"}],\"name\":\"swap\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"tickSpacing\",\"outputs\":[{\"internalType\":\"int24\",\"name\":\"\",\"type\":\"int24\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"token0\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"token1\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "f400f4047feb38f0a5d8bf81520ff51889",
}

// FeePool is an auto generated Go binding around an Ethereum contract.
type FeePool struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *FeePool) GetABI() abi.ABI {
	return c.abi
}

// NewFeePool creates a new instance of FeePool.
func NewFeePool() *FeePool {
	parsed, err := FeePoolMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &FeePool{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *FeePool) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackFactory is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc45a0155.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function factory() view returns(address)
func (feePool *FeePool) PackFactory() []byte {
	enc, err := feePool.abi.Pack("factory")
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
func (feePool *FeePool) TryPackFactory() ([]byte, error) {
	return feePool.abi.Pack("factory")
}

// UnpackFactory is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc45a0155.
//
// Solidity: function factory() view returns(address)
func (feePool *FeePool) UnpackFactory(data []byte) (common.Address, error) {
	out, err := feePool.abi.Unpack("factory", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xddca3f43.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function fee() view returns(uint24)
func (feePool *FeePool) PackFee() []byte {
	enc, err := feePool.abi.Pack("fee")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xddca3f43.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function fee() view returns(uint24)
func (feePool *FeePool) TryPackFee() ([]byte, error) {
	return feePool.abi.Pack("fee")
}

// UnpackFee is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xddca3f43.
//
// Solidity: function fee() view returns(uint24)
func (feePool *FeePool) UnpackFee(data []byte) (*big.Int, error) {
	out, err := feePool.abi.Unpack("fee", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1144c30a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swap(int256 amount0, int256 amount1, address recipient) returns()
func (feePool *FeePool) PackSwap(amount0 *big.Int, amount1 *big.Int, recipient common.Address) []byte {
	enc, err := feePool.abi.Pack("swap", amount0, amount1, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1144c30a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function swap(int256 amount0, int256 amount1, address recipient) returns()
func (feePool *FeePool) TryPackSwap(amount0 *big.Int, amount1 *big.Int, recipient common.Address) ([]byte, error) {
	return feePool.abi.Pack("swap", amount0, amount1, recipient)
}

// PackTickSpacing is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd0c93a7c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tickSpacing() view returns(int24)
func (feePool *FeePool) PackTickSpacing() []byte {
	enc, err := feePool.abi.Pack("tickSpacing")
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
func (feePool *FeePool) TryPackTickSpacing() ([]byte, error) {
	return feePool.abi.Pack("tickSpacing")
}

// UnpackTickSpacing is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd0c93a7c.
//
// Solidity: function tickSpacing() view returns(int24)
func (feePool *FeePool) UnpackTickSpacing(data []byte) (*big.Int, error) {
	out, err := feePool.abi.Unpack("tickSpacing", data)
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
func (feePool *FeePool) PackToken0() []byte {
	enc, err := feePool.abi.Pack("token0")
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
func (feePool *FeePool) TryPackToken0() ([]byte, error) {
	return feePool.abi.Pack("token0")
}

// UnpackToken0 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0dfe1681.
//
// Solidity: function token0() view returns(address)
func (feePool *FeePool) UnpackToken0(data []byte) (common.Address, error) {
	out, err := feePool.abi.Unpack("token0", data)
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
func (feePool *FeePool) PackToken1() []byte {
	enc, err := feePool.abi.Pack("token1")
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
func (feePool *FeePool) TryPackToken1() ([]byte, error) {
	return feePool.abi.Pack("token1")
}

// UnpackToken1 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd21220a7.
//
// Solidity: function token1() view returns(address)
func (feePool *FeePool) UnpackToken1(data []byte) (common.Address, error) {
	out, err := feePool.abi.Unpack("token1", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// FeePoolSwap represents a Swap event raised by the FeePool contract.
type FeePoolSwap struct {
	Sender       common.Address
	Recipient    common.Address
	Amount0      *big.Int
	Amount1      *big.Int
	SqrtPriceX96 *big.Int
	Liquidity    *big.Int
	Tick         *big.Int
	Raw          *types.Log // Blockchain specific contextual infos
}

const FeePoolSwapEventName = "Swap"

// ContractEventName returns the user-defined event name.
func (FeePoolSwap) ContractEventName() string {
	return FeePoolSwapEventName
}

// UnpackSwapEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)
func (feePool *FeePool) UnpackSwapEvent(log *types.Log) (*FeePoolSwap, error) {
	event := "Swap"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != feePool.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(FeePoolSwap)
	if len(log.Data) > 0 {
		if err := feePool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range feePool.abi.Events[event].Inputs {
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
