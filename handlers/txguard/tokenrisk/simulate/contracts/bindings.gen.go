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

// SimulatorBefore is an auto generated low-level Go binding around an user-defined struct.
type SimulatorBefore struct {
	Own      *big.Int
	Other    *big.Int
	Actor    *big.Int
	Pool     *big.Int
	Stuck    *big.Int
	Supply   *big.Int
	Allowed  *big.Int
	Returned *big.Int
	Lends    bool
	Seizes   bool
}

// SimulatorFound is an auto generated low-level Go binding around an user-defined struct.
type SimulatorFound struct {
	Call    uint16
	Effects uint8
	Lost    uint16
}

// SimulatorOutcome is an auto generated low-level Go binding around an user-defined struct.
type SimulatorOutcome struct {
	Steps    *big.Int
	Quoted   *big.Int
	Received *big.Int
	Passed   *big.Int
	Arrived  *big.Int
	Sold     *big.Int
	Taken    *big.Int
	Expected *big.Int
	Returned *big.Int
	Failure  []byte
}

// SimulatorPlan is an auto generated low-level Go binding around an user-defined struct.
type SimulatorPlan struct {
	Pool         common.Address
	Token        common.Address
	Base         common.Address
	Amount       *big.Int
	Concentrated bool
	Wrap         bool
	Buy          bool
	Pass         bool
	Sell         bool
	Holder       common.Address
	Receiver     common.Address
}

// ITokenMetaData contains all meta data concerning the IToken contract.
var ITokenMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"who\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "99c7c50908d2d937dfde3b6a7ae4dc683a",
}

// IToken is an auto generated Go binding around an Ethereum contract.
type IToken struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *IToken) GetABI() abi.ABI {
	return c.abi
}

// NewIToken creates a new instance of IToken.
func NewIToken() *IToken {
	parsed, err := ITokenMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &IToken{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *IToken) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address who) view returns(uint256)
func (iToken *IToken) PackBalanceOf(who common.Address) []byte {
	enc, err := iToken.abi.Pack("balanceOf", who)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address who) view returns(uint256)
func (iToken *IToken) TryPackBalanceOf(who common.Address) ([]byte, error) {
	return iToken.abi.Pack("balanceOf", who)
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address who) view returns(uint256)
func (iToken *IToken) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := iToken.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PuppetMetaData contains all meta data concerning the Puppet contract.
var PuppetMetaData = bind.MetaData{
	ABI: "[{\"stateMutability\":\"payable\",\"type\":\"fallback\"},{\"stateMutability\":\"payable\",\"type\":\"receive\"}]",
	ID:  "66863226b91ade61987881c6a675b30a53",
}

// Puppet is an auto generated Go binding around an Ethereum contract.
type Puppet struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Puppet) GetABI() abi.ABI {
	return c.abi
}

// NewPuppet creates a new instance of Puppet.
func NewPuppet() *Puppet {
	parsed, err := PuppetMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Puppet{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *Puppet) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// SimulatorMetaData contains all meta data concerning the Simulator contract.
var SimulatorMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[],\"name\":\"NoReserves\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"NotSelf\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"asked\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"arrived\",\"type\":\"uint256\"}],\"name\":\"Short\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"effects\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"returned\",\"type\":\"uint256\"}],\"name\":\"Tried\",\"type\":\"error\"},{\"stateMutability\":\"payable\",\"type\":\"fallback\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"pool\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"base\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"bool\",\"name\":\"concentrated\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"wrap\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"buy\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"pass\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"sell\",\"type\":\"bool\"},{\"internalType\":\"address\",\"name\":\"holder\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"}],\"internalType\":\"structSimulator.Plan\",\"name\":\"p\",\"type\":\"tuple\"},{\"internalType\":\"address\",\"name\":\"actor\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"},{\"components\":[{\"internalType\":\"uint256\",\"name\":\"own\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"other\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"actor\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"pool\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"stuck\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"supply\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"allowed\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"returned\",\"type\":\"uint256\"},{\"internalType\":\"bool\",\"name\":\"lends\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"seizes\",\"type\":\"bool\"}],\"internalType\":\"structSimulator.Before\",\"name\":\"b\",\"type\":\"tuple\"}],\"name\":\"attempt\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"pass\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"arrived\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"pool\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"base\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"bool\",\"name\":\"concentrated\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"wrap\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"buy\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"pass\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"sell\",\"type\":\"bool\"},{\"internalType\":\"address\",\"name\":\"holder\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"}],\"internalType\":\"structSimulator.Plan\",\"name\":\"p\",\"type\":\"tuple\"},{\"internalType\":\"address\",\"name\":\"actor\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bytes[]\",\"name\":\"openers\",\"type\":\"bytes[]\"},{\"internalType\":\"bytes[]\",\"name\":\"calls\",\"type\":\"bytes[]\"}],\"name\":\"powers\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"ok\",\"type\":\"bool\"},{\"internalType\":\"uint256\",\"name\":\"tried\",\"type\":\"uint256\"},{\"components\":[{\"internalType\":\"uint16\",\"name\":\"call\",\"type\":\"uint16\"},{\"internalType\":\"uint8\",\"name\":\"effects\",\"type\":\"uint8\"},{\"internalType\":\"uint16\",\"name\":\"lost\",\"type\":\"uint16\"}],\"internalType\":\"structSimulator.Found[]\",\"name\":\"found\",\"type\":\"tuple[]\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"proxiableUUID\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"pure\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"reach\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"pool\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"base\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"bool\",\"name\":\"concentrated\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"wrap\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"buy\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"pass\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"sell\",\"type\":\"bool\"},{\"internalType\":\"address\",\"name\":\"holder\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"}],\"internalType\":\"structSimulator.Plan\",\"name\":\"p\",\"type\":\"tuple\"}],\"name\":\"run\",\"outputs\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"steps\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"quoted\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"received\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"passed\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"arrived\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"sold\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"taken\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"expected\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"returned\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"failure\",\"type\":\"bytes\"}],\"internalType\":\"structSimulator.Outcome\",\"name\":\"o\",\"type\":\"tuple\"}],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"pool\",\"type\":\"address\"},{\"internalType\":\"bool\",\"name\":\"concentrated\",\"type\":\"bool\"},{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"trade\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"given\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"taken\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"expected\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"stateMutability\":\"payable\",\"type\":\"receive\"}]",
	ID:  "e3451f36b977f8aecfb2ad46065fea4881",
}

// Simulator is an auto generated Go binding around an Ethereum contract.
type Simulator struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Simulator) GetABI() abi.ABI {
	return c.abi
}

// NewSimulator creates a new instance of Simulator.
func NewSimulator() *Simulator {
	parsed, err := SimulatorMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Simulator{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *Simulator) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackAttempt is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x68cc24bf.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function attempt((address,address,address,uint256,bool,bool,bool,bool,bool,address,address) p, address actor, address target, bytes data, (uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256,bool,bool) b) returns()
func (simulator *Simulator) PackAttempt(p SimulatorPlan, actor common.Address, target common.Address, data []byte, b SimulatorBefore) []byte {
	enc, err := simulator.abi.Pack("attempt", p, actor, target, data, b)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAttempt is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x68cc24bf.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function attempt((address,address,address,uint256,bool,bool,bool,bool,bool,address,address) p, address actor, address target, bytes data, (uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256,bool,bool) b) returns()
func (simulator *Simulator) TryPackAttempt(p SimulatorPlan, actor common.Address, target common.Address, data []byte, b SimulatorBefore) ([]byte, error) {
	return simulator.abi.Pack("attempt", p, actor, target, data, b)
}

// PackPass is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0ed1db9f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function pass(address token, uint256 amount) returns(uint256 arrived)
func (simulator *Simulator) PackPass(token common.Address, amount *big.Int) []byte {
	enc, err := simulator.abi.Pack("pass", token, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPass is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0ed1db9f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function pass(address token, uint256 amount) returns(uint256 arrived)
func (simulator *Simulator) TryPackPass(token common.Address, amount *big.Int) ([]byte, error) {
	return simulator.abi.Pack("pass", token, amount)
}

// UnpackPass is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0ed1db9f.
//
// Solidity: function pass(address token, uint256 amount) returns(uint256 arrived)
func (simulator *Simulator) UnpackPass(data []byte) (*big.Int, error) {
	out, err := simulator.abi.Unpack("pass", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackPowers is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb0aeeb24.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function powers((address,address,address,uint256,bool,bool,bool,bool,bool,address,address) p, address actor, address target, bytes[] openers, bytes[] calls) returns(bool ok, uint256 tried, (uint16,uint8,uint16)[] found)
func (simulator *Simulator) PackPowers(p SimulatorPlan, actor common.Address, target common.Address, openers [][]byte, calls [][]byte) []byte {
	enc, err := simulator.abi.Pack("powers", p, actor, target, openers, calls)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPowers is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb0aeeb24.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function powers((address,address,address,uint256,bool,bool,bool,bool,bool,address,address) p, address actor, address target, bytes[] openers, bytes[] calls) returns(bool ok, uint256 tried, (uint16,uint8,uint16)[] found)
func (simulator *Simulator) TryPackPowers(p SimulatorPlan, actor common.Address, target common.Address, openers [][]byte, calls [][]byte) ([]byte, error) {
	return simulator.abi.Pack("powers", p, actor, target, openers, calls)
}

// PowersOutput serves as a container for the return parameters of contract
// method Powers.
type PowersOutput struct {
	Ok    bool
	Tried *big.Int
	Found []SimulatorFound
}

// UnpackPowers is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb0aeeb24.
//
// Solidity: function powers((address,address,address,uint256,bool,bool,bool,bool,bool,address,address) p, address actor, address target, bytes[] openers, bytes[] calls) returns(bool ok, uint256 tried, (uint16,uint8,uint16)[] found)
func (simulator *Simulator) UnpackPowers(data []byte) (PowersOutput, error) {
	out, err := simulator.abi.Unpack("powers", data)
	outstruct := new(PowersOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Ok = *abi.ConvertType(out[0], new(bool)).(*bool)
	outstruct.Tried = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.Found = *abi.ConvertType(out[2], new([]SimulatorFound)).(*[]SimulatorFound)
	return *outstruct, nil
}

// PackProxiableUUID is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x52d1902d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function proxiableUUID() pure returns(bytes32)
func (simulator *Simulator) PackProxiableUUID() []byte {
	enc, err := simulator.abi.Pack("proxiableUUID")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackProxiableUUID is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x52d1902d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function proxiableUUID() pure returns(bytes32)
func (simulator *Simulator) TryPackProxiableUUID() ([]byte, error) {
	return simulator.abi.Pack("proxiableUUID")
}

// UnpackProxiableUUID is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x52d1902d.
//
// Solidity: function proxiableUUID() pure returns(bytes32)
func (simulator *Simulator) UnpackProxiableUUID(data []byte) ([32]byte, error) {
	out, err := simulator.abi.Unpack("proxiableUUID", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackReach is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0faf1119.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function reach() returns()
func (simulator *Simulator) PackReach() []byte {
	enc, err := simulator.abi.Pack("reach")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackReach is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0faf1119.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function reach() returns()
func (simulator *Simulator) TryPackReach() ([]byte, error) {
	return simulator.abi.Pack("reach")
}

// PackRun is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xeb11e3c8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function run((address,address,address,uint256,bool,bool,bool,bool,bool,address,address) p) payable returns((uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256,bytes) o)
func (simulator *Simulator) PackRun(p SimulatorPlan) []byte {
	enc, err := simulator.abi.Pack("run", p)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRun is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xeb11e3c8.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function run((address,address,address,uint256,bool,bool,bool,bool,bool,address,address) p) payable returns((uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256,bytes) o)
func (simulator *Simulator) TryPackRun(p SimulatorPlan) ([]byte, error) {
	return simulator.abi.Pack("run", p)
}

// UnpackRun is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xeb11e3c8.
//
// Solidity: function run((address,address,address,uint256,bool,bool,bool,bool,bool,address,address) p) payable returns((uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256,bytes) o)
func (simulator *Simulator) UnpackRun(data []byte) (SimulatorOutcome, error) {
	out, err := simulator.abi.Unpack("run", data)
	if err != nil {
		return *new(SimulatorOutcome), err
	}
	out0 := *abi.ConvertType(out[0], new(SimulatorOutcome)).(*SimulatorOutcome)
	return out0, nil
}

// PackTrade is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf9499ba4.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function trade(address pool, bool concentrated, address from, address to, uint256 amount) returns(uint256 given, uint256 taken, uint256 expected)
func (simulator *Simulator) PackTrade(pool common.Address, concentrated bool, from common.Address, to common.Address, amount *big.Int) []byte {
	enc, err := simulator.abi.Pack("trade", pool, concentrated, from, to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTrade is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf9499ba4.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function trade(address pool, bool concentrated, address from, address to, uint256 amount) returns(uint256 given, uint256 taken, uint256 expected)
func (simulator *Simulator) TryPackTrade(pool common.Address, concentrated bool, from common.Address, to common.Address, amount *big.Int) ([]byte, error) {
	return simulator.abi.Pack("trade", pool, concentrated, from, to, amount)
}

// TradeOutput serves as a container for the return parameters of contract
// method Trade.
type TradeOutput struct {
	Given    *big.Int
	Taken    *big.Int
	Expected *big.Int
}

// UnpackTrade is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf9499ba4.
//
// Solidity: function trade(address pool, bool concentrated, address from, address to, uint256 amount) returns(uint256 given, uint256 taken, uint256 expected)
func (simulator *Simulator) UnpackTrade(data []byte) (TradeOutput, error) {
	out, err := simulator.abi.Unpack("trade", data)
	outstruct := new(TradeOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Given = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Taken = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.Expected = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// UnpackError attempts to decode the provided error data using user-defined
// error definitions.
func (simulator *Simulator) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], simulator.abi.Errors["NoReserves"].ID.Bytes()[:4]) {
		return simulator.UnpackNoReservesError(raw[4:])
	}
	if bytes.Equal(raw[:4], simulator.abi.Errors["NotSelf"].ID.Bytes()[:4]) {
		return simulator.UnpackNotSelfError(raw[4:])
	}
	if bytes.Equal(raw[:4], simulator.abi.Errors["Short"].ID.Bytes()[:4]) {
		return simulator.UnpackShortError(raw[4:])
	}
	if bytes.Equal(raw[:4], simulator.abi.Errors["Tried"].ID.Bytes()[:4]) {
		return simulator.UnpackTriedError(raw[4:])
	}
	return nil, errors.New("unknown error")
}

// SimulatorNoReserves represents a NoReserves error raised by the Simulator contract.
type SimulatorNoReserves struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NoReserves()
func SimulatorNoReservesErrorID() common.Hash {
	return common.HexToHash("0xd8b9cde1b6d1f1ac84ee856a9baeb34801d7c35afc9339fa7e9504b3151a06cf")
}

// UnpackNoReservesError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NoReserves()
func (simulator *Simulator) UnpackNoReservesError(raw []byte) (*SimulatorNoReserves, error) {
	out := new(SimulatorNoReserves)
	if err := simulator.abi.UnpackIntoInterface(out, "NoReserves", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// SimulatorNotSelf represents a NotSelf error raised by the Simulator contract.
type SimulatorNotSelf struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NotSelf()
func SimulatorNotSelfErrorID() common.Hash {
	return common.HexToHash("0x29c3b7ee14a7adaa7fba7b043229509fe963f719303620e91e88c61c6b12de34")
}

// UnpackNotSelfError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NotSelf()
func (simulator *Simulator) UnpackNotSelfError(raw []byte) (*SimulatorNotSelf, error) {
	out := new(SimulatorNotSelf)
	if err := simulator.abi.UnpackIntoInterface(out, "NotSelf", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// SimulatorShort represents a Short error raised by the Simulator contract.
type SimulatorShort struct {
	Asked   *big.Int
	Arrived *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error Short(uint256 asked, uint256 arrived)
func SimulatorShortErrorID() common.Hash {
	return common.HexToHash("0x994fecf5c8a55c47a0cb50d0d1b2173afb961e1ac46a7ecee84fde8d91e2aa7e")
}

// UnpackShortError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error Short(uint256 asked, uint256 arrived)
func (simulator *Simulator) UnpackShortError(raw []byte) (*SimulatorShort, error) {
	out := new(SimulatorShort)
	if err := simulator.abi.UnpackIntoInterface(out, "Short", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// SimulatorTried represents a Tried error raised by the Simulator contract.
type SimulatorTried struct {
	Effects  *big.Int
	Returned *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error Tried(uint256 effects, uint256 returned)
func SimulatorTriedErrorID() common.Hash {
	return common.HexToHash("0x2d88e2691250d34246f48bfd575527e7e412625ab003fca07280e38c82dd0ca2")
}

// UnpackTriedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error Tried(uint256 effects, uint256 returned)
func (simulator *Simulator) UnpackTriedError(raw []byte) (*SimulatorTried, error) {
	out := new(SimulatorTried)
	if err := simulator.abi.UnpackIntoInterface(out, "Tried", raw); err != nil {
		return nil, err
	}
	return out, nil
}
