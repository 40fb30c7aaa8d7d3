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

// SimulatorMetaData contains all meta data concerning the Simulator contract.
var SimulatorMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[],\"name\":\"NoReserves\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"NotSelf\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"asked\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"arrived\",\"type\":\"uint256\"}],\"name\":\"Short\",\"type\":\"error\"},{\"inputs\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"alive\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"idle\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"paid\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"reached\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"who\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"actor\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"allowed\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"seized\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"own\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"other\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"pool\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"stuck\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"supply\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"returned\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"lent\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"resold\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"passed\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"drained\",\"type\":\"uint256\"}],\"internalType\":\"structSimulator.View\",\"name\":\"then\",\"type\":\"tuple\"}],\"name\":\"Tried\",\"type\":\"error\"},{\"stateMutability\":\"payable\",\"type\":\"fallback\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"pool\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"base\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"bool\",\"name\":\"concentrated\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"wrap\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"buy\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"pass\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"sell\",\"type\":\"bool\"},{\"internalType\":\"address\",\"name\":\"holder\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"}],\"internalType\":\"structSimulator.Plan\",\"name\":\"p\",\"type\":\"tuple\"},{\"internalType\":\"address\",\"name\":\"actor\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"},{\"internalType\":\"uint256\",\"name\":\"most\",\"type\":\"uint256\"}],\"name\":\"attempt\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"pass\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"arrived\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"pool\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"base\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"bool\",\"name\":\"concentrated\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"wrap\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"buy\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"pass\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"sell\",\"type\":\"bool\"},{\"internalType\":\"address\",\"name\":\"holder\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"}],\"internalType\":\"structSimulator.Plan\",\"name\":\"p\",\"type\":\"tuple\"},{\"internalType\":\"address\",\"name\":\"actor\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bytes[]\",\"name\":\"openers\",\"type\":\"bytes[]\"},{\"internalType\":\"bytes[]\",\"name\":\"calls\",\"type\":\"bytes[]\"},{\"internalType\":\"bytes\",\"name\":\"without\",\"type\":\"bytes\"}],\"name\":\"powers\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"ok\",\"type\":\"bool\"},{\"internalType\":\"bytes\",\"name\":\"stands\",\"type\":\"bytes\"},{\"internalType\":\"bool\",\"name\":\"signs\",\"type\":\"bool\"},{\"internalType\":\"uint256\",\"name\":\"tried\",\"type\":\"uint256\"},{\"components\":[{\"internalType\":\"uint16\",\"name\":\"call\",\"type\":\"uint16\"},{\"internalType\":\"uint8\",\"name\":\"effects\",\"type\":\"uint8\"},{\"internalType\":\"uint16\",\"name\":\"lost\",\"type\":\"uint16\"}],\"internalType\":\"structSimulator.Found[]\",\"name\":\"found\",\"type\":\"tuple[]\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"proxiableUUID\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"pure\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"reach\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"pool\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"base\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"bool\",\"name\":\"concentrated\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"wrap\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"buy\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"pass\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"sell\",\"type\":\"bool\"},{\"internalType\":\"address\",\"name\":\"holder\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"}],\"internalType\":\"structSimulator.Plan\",\"name\":\"p\",\"type\":\"tuple\"}],\"name\":\"run\",\"outputs\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"steps\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"quoted\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"received\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"passed\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"arrived\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"sold\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"taken\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"expected\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"returned\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"failure\",\"type\":\"bytes\"}],\"internalType\":\"structSimulator.Outcome\",\"name\":\"o\",\"type\":\"tuple\"}],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"pool\",\"type\":\"address\"},{\"internalType\":\"bool\",\"name\":\"concentrated\",\"type\":\"bool\"},{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"trade\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"given\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"taken\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"expected\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"stateMutability\":\"payable\",\"type\":\"receive\"}]",
	ID:  "e3451f36b977f8aecfb2ad46065fea4881",
}

// Simulator is an auto generated Go binding around an Ethereum contract.
type Simulator struct {
	abi abi.ABI
}

// NewSimulator creates a new instance of Simulator.
func NewSimulator() *Simulator {
	parsed, err := SimulatorMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Simulator{abi: *parsed}
}

// PackPowers is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc807f17e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function powers((address,address,address,uint256,bool,bool,bool,bool,bool,address,address) p, address actor, address target, bytes[] openers, bytes[] calls, bytes without) returns(bool ok, bytes stands, bool signs, uint256 tried, (uint16,uint8,uint16)[] found)
func (simulator *Simulator) PackPowers(p SimulatorPlan, actor common.Address, target common.Address, openers [][]byte, calls [][]byte, without []byte) []byte {
	enc, err := simulator.abi.Pack("powers", p, actor, target, openers, calls, without)
	if err != nil {
		panic(err)
	}
	return enc
}

// PowersOutput serves as a container for the return parameters of contract
// method Powers.
type PowersOutput struct {
	Ok     bool
	Stands []byte
	Signs  bool
	Tried  *big.Int
	Found  []SimulatorFound
}

// UnpackPowers is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc807f17e.
//
// Solidity: function powers((address,address,address,uint256,bool,bool,bool,bool,bool,address,address) p, address actor, address target, bytes[] openers, bytes[] calls, bytes without) returns(bool ok, bytes stands, bool signs, uint256 tried, (uint16,uint8,uint16)[] found)
func (simulator *Simulator) UnpackPowers(data []byte) (PowersOutput, error) {
	out, err := simulator.abi.Unpack("powers", data)
	outstruct := new(PowersOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Ok = *abi.ConvertType(out[0], new(bool)).(*bool)
	outstruct.Stands = *abi.ConvertType(out[1], new([]byte)).(*[]byte)
	outstruct.Signs = *abi.ConvertType(out[2], new(bool)).(*bool)
	outstruct.Tried = abi.ConvertType(out[3], new(big.Int)).(*big.Int)
	outstruct.Found = *abi.ConvertType(out[4], new([]SimulatorFound)).(*[]SimulatorFound)
	return *outstruct, nil
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
