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

// MulticallCall3 is an auto generated low-level Go binding around an user-defined struct.
type MulticallCall3 struct {
	Target       common.Address
	AllowFailure bool
	CallData     []byte
}

// MulticallResult is an auto generated low-level Go binding around an user-defined struct.
type MulticallResult struct {
	Success    bool
	ReturnData []byte
}

// TestChannelsChannelConfig is an auto generated low-level Go binding around an user-defined struct.
type TestChannelsChannelConfig struct {
	Payer              common.Address
	PayerAuthorizer    common.Address
	Receiver           common.Address
	ReceiverAuthorizer common.Address
	Token              common.Address
	WithdrawDelay      *big.Int
	Salt               [32]byte
}

// TestChannelsVoucher is an auto generated low-level Go binding around an user-defined struct.
type TestChannelsVoucher struct {
	Channel            TestChannelsChannelConfig
	MaxClaimableAmount *big.Int
}

// TestChannelsVoucherClaim is an auto generated low-level Go binding around an user-defined struct.
type TestChannelsVoucherClaim struct {
	Voucher      TestChannelsVoucher
	Signature    []byte
	TotalClaimed *big.Int
}

// TestPermit2PermitTransferFrom is an auto generated low-level Go binding around an user-defined struct.
type TestPermit2PermitTransferFrom struct {
	Permitted TestPermit2TokenPermissions
	Nonce     *big.Int
	Deadline  *big.Int
}

// TestPermit2ProxyWitness is an auto generated low-level Go binding around an user-defined struct.
type TestPermit2ProxyWitness struct {
	To         common.Address
	ValidAfter *big.Int
}

// TestPermit2SignatureTransferDetails is an auto generated low-level Go binding around an user-defined struct.
type TestPermit2SignatureTransferDetails struct {
	To              common.Address
	RequestedAmount *big.Int
}

// TestPermit2TokenPermissions is an auto generated low-level Go binding around an user-defined struct.
type TestPermit2TokenPermissions struct {
	Token  common.Address
	Amount *big.Int
}

// GasBurnerMetaData contains all meta data concerning the GasBurner contract.
var GasBurnerMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"}],\"name\":\"isValidSignature\",\"outputs\":[{\"internalType\":\"bytes4\",\"name\":\"\",\"type\":\"bytes4\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "6e38256ee281977d86abb722f6670f48b7",
}

// GasBurner is an auto generated Go binding around an Ethereum contract.
type GasBurner struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *GasBurner) GetABI() abi.ABI {
	return c.abi
}

// NewGasBurner creates a new instance of GasBurner.
func NewGasBurner() *GasBurner {
	parsed, err := GasBurnerMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &GasBurner{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *GasBurner) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackIsValidSignature is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1626ba7e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isValidSignature(bytes32 , bytes ) view returns(bytes4)
func (gasBurner *GasBurner) PackIsValidSignature(arg0 [32]byte, arg1 []byte) []byte {
	enc, err := gasBurner.abi.Pack("isValidSignature", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIsValidSignature is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1626ba7e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isValidSignature(bytes32 , bytes ) view returns(bytes4)
func (gasBurner *GasBurner) TryPackIsValidSignature(arg0 [32]byte, arg1 []byte) ([]byte, error) {
	return gasBurner.abi.Pack("isValidSignature", arg0, arg1)
}

// UnpackIsValidSignature is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1626ba7e.
//
// Solidity: function isValidSignature(bytes32 , bytes ) view returns(bytes4)
func (gasBurner *GasBurner) UnpackIsValidSignature(data []byte) ([4]byte, error) {
	out, err := gasBurner.abi.Unpack("isValidSignature", data)
	if err != nil {
		return *new([4]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([4]byte)).(*[4]byte)
	return out0, nil
}

// MulticallMetaData contains all meta data concerning the Multicall contract.
var MulticallMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bool\",\"name\":\"allowFailure\",\"type\":\"bool\"},{\"internalType\":\"bytes\",\"name\":\"callData\",\"type\":\"bytes\"}],\"internalType\":\"structMulticall.Call3[]\",\"name\":\"calls\",\"type\":\"tuple[]\"}],\"name\":\"aggregate3\",\"outputs\":[{\"components\":[{\"internalType\":\"bool\",\"name\":\"success\",\"type\":\"bool\"},{\"internalType\":\"bytes\",\"name\":\"returnData\",\"type\":\"bytes\"}],\"internalType\":\"structMulticall.Result[]\",\"name\":\"results\",\"type\":\"tuple[]\"}],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"getBlockNumber\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"getCurrentBlockTimestamp\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"getEthBalance\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"getLastBlockHash\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "284a4a55541715dbe2127d1373bf126ee2",
}

// Multicall is an auto generated Go binding around an Ethereum contract.
type Multicall struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Multicall) GetABI() abi.ABI {
	return c.abi
}

// NewMulticall creates a new instance of Multicall.
func NewMulticall() *Multicall {
	parsed, err := MulticallMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Multicall{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *Multicall) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackAggregate3 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x82ad56cb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function aggregate3((address,bool,bytes)[] calls) payable returns((bool,bytes)[] results)
func (multicall *Multicall) PackAggregate3(calls []MulticallCall3) []byte {
	enc, err := multicall.abi.Pack("aggregate3", calls)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAggregate3 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x82ad56cb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function aggregate3((address,bool,bytes)[] calls) payable returns((bool,bytes)[] results)
func (multicall *Multicall) TryPackAggregate3(calls []MulticallCall3) ([]byte, error) {
	return multicall.abi.Pack("aggregate3", calls)
}

// UnpackAggregate3 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x82ad56cb.
//
// Solidity: function aggregate3((address,bool,bytes)[] calls) payable returns((bool,bytes)[] results)
func (multicall *Multicall) UnpackAggregate3(data []byte) ([]MulticallResult, error) {
	out, err := multicall.abi.Unpack("aggregate3", data)
	if err != nil {
		return *new([]MulticallResult), err
	}
	out0 := *abi.ConvertType(out[0], new([]MulticallResult)).(*[]MulticallResult)
	return out0, nil
}

// PackGetBlockNumber is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x42cbb15c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getBlockNumber() view returns(uint256)
func (multicall *Multicall) PackGetBlockNumber() []byte {
	enc, err := multicall.abi.Pack("getBlockNumber")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetBlockNumber is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x42cbb15c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getBlockNumber() view returns(uint256)
func (multicall *Multicall) TryPackGetBlockNumber() ([]byte, error) {
	return multicall.abi.Pack("getBlockNumber")
}

// UnpackGetBlockNumber is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x42cbb15c.
//
// Solidity: function getBlockNumber() view returns(uint256)
func (multicall *Multicall) UnpackGetBlockNumber(data []byte) (*big.Int, error) {
	out, err := multicall.abi.Unpack("getBlockNumber", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetCurrentBlockTimestamp is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0f28c97d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getCurrentBlockTimestamp() view returns(uint256)
func (multicall *Multicall) PackGetCurrentBlockTimestamp() []byte {
	enc, err := multicall.abi.Pack("getCurrentBlockTimestamp")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetCurrentBlockTimestamp is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0f28c97d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getCurrentBlockTimestamp() view returns(uint256)
func (multicall *Multicall) TryPackGetCurrentBlockTimestamp() ([]byte, error) {
	return multicall.abi.Pack("getCurrentBlockTimestamp")
}

// UnpackGetCurrentBlockTimestamp is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0f28c97d.
//
// Solidity: function getCurrentBlockTimestamp() view returns(uint256)
func (multicall *Multicall) UnpackGetCurrentBlockTimestamp(data []byte) (*big.Int, error) {
	out, err := multicall.abi.Unpack("getCurrentBlockTimestamp", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetEthBalance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4d2301cc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getEthBalance(address account) view returns(uint256)
func (multicall *Multicall) PackGetEthBalance(account common.Address) []byte {
	enc, err := multicall.abi.Pack("getEthBalance", account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetEthBalance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4d2301cc.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getEthBalance(address account) view returns(uint256)
func (multicall *Multicall) TryPackGetEthBalance(account common.Address) ([]byte, error) {
	return multicall.abi.Pack("getEthBalance", account)
}

// UnpackGetEthBalance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x4d2301cc.
//
// Solidity: function getEthBalance(address account) view returns(uint256)
func (multicall *Multicall) UnpackGetEthBalance(data []byte) (*big.Int, error) {
	out, err := multicall.abi.Unpack("getEthBalance", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetLastBlockHash is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x27e86d6e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getLastBlockHash() view returns(bytes32)
func (multicall *Multicall) PackGetLastBlockHash() []byte {
	enc, err := multicall.abi.Pack("getLastBlockHash")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetLastBlockHash is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x27e86d6e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getLastBlockHash() view returns(bytes32)
func (multicall *Multicall) TryPackGetLastBlockHash() ([]byte, error) {
	return multicall.abi.Pack("getLastBlockHash")
}

// UnpackGetLastBlockHash is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x27e86d6e.
//
// Solidity: function getLastBlockHash() view returns(bytes32)
func (multicall *Multicall) UnpackGetLastBlockHash(data []byte) ([32]byte, error) {
	out, err := multicall.abi.Unpack("getLastBlockHash", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// TestChannelsMetaData contains all meta data concerning the TestChannels contract.
var TestChannelsMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[],\"name\":\"ClaimExceedsBalance\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"ClaimExceedsCeiling\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"DepositCollectionFailed\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"DepositOverflow\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"EmptyBatch\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidChannel\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidCollector\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidRefundNonce\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidSignature\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"NotAuthorizedToClaim\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"NotAuthorizedToFinalizeWithdraw\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"NotAuthorizedToRefund\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"NotReceiverAuthorizer\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"NothingToWithdraw\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"WithdrawAmountExceedsAvailable\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"WithdrawDelayNotElapsed\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"WithdrawDelayOutOfRange\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"WithdrawalAlreadyPending\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"WithdrawalNotPending\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"ZeroDeposit\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"ZeroRefund\",\"type\":\"error\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"channelId\",\"type\":\"bytes32\"},{\"components\":[{\"internalType\":\"address\",\"name\":\"payer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"payerAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiverAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"withdrawDelay\",\"type\":\"uint40\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"}],\"indexed\":false,\"internalType\":\"structTestChannels.ChannelConfig\",\"name\":\"config\",\"type\":\"tuple\"}],\"name\":\"ChannelClosed\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"channelId\",\"type\":\"bytes32\"},{\"components\":[{\"internalType\":\"address\",\"name\":\"payer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"payerAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiverAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"withdrawDelay\",\"type\":\"uint40\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"}],\"indexed\":false,\"internalType\":\"structTestChannels.ChannelConfig\",\"name\":\"config\",\"type\":\"tuple\"}],\"name\":\"ChannelCreated\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"channelId\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint128\",\"name\":\"claimAmount\",\"type\":\"uint128\"},{\"indexed\":false,\"internalType\":\"uint128\",\"name\":\"newTotalClaimed\",\"type\":\"uint128\"}],\"name\":\"Claimed\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"channelId\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint128\",\"name\":\"amount\",\"type\":\"uint128\"},{\"indexed\":false,\"internalType\":\"uint128\",\"name\":\"newBalance\",\"type\":\"uint128\"}],\"name\":\"Deposited\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"channelId\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint128\",\"name\":\"amount\",\"type\":\"uint128\"}],\"name\":\"Refunded\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint128\",\"name\":\"amount\",\"type\":\"uint128\"}],\"name\":\"Settled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"channelId\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint128\",\"name\":\"amount\",\"type\":\"uint128\"}],\"name\":\"WithdrawFinalized\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"channelId\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"uint128\",\"name\":\"amount\",\"type\":\"uint128\"},{\"indexed\":false,\"internalType\":\"uint40\",\"name\":\"finalizeAfter\",\"type\":\"uint40\"}],\"name\":\"WithdrawInitiated\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"CHANNEL_CONFIG_TYPEHASH\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"CLAIM_BATCH_TYPEHASH\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"CLAIM_ENTRY_TYPEHASH\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"MAX_WITHDRAW_DELAY\",\"outputs\":[{\"internalType\":\"uint40\",\"name\":\"\",\"type\":\"uint40\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"MIN_WITHDRAW_DELAY\",\"outputs\":[{\"internalType\":\"uint40\",\"name\":\"\",\"type\":\"uint40\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"REFUND_TYPEHASH\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"VOUCHER_TYPEHASH\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"name\":\"channels\",\"outputs\":[{\"internalType\":\"uint128\",\"name\":\"balance\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"totalClaimed\",\"type\":\"uint128\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"components\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"payer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"payerAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiverAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"withdrawDelay\",\"type\":\"uint40\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"}],\"internalType\":\"structTestChannels.ChannelConfig\",\"name\":\"channel\",\"type\":\"tuple\"},{\"internalType\":\"uint128\",\"name\":\"maxClaimableAmount\",\"type\":\"uint128\"}],\"internalType\":\"structTestChannels.Voucher\",\"name\":\"voucher\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"},{\"internalType\":\"uint128\",\"name\":\"totalClaimed\",\"type\":\"uint128\"}],\"internalType\":\"structTestChannels.VoucherClaim[]\",\"name\":\"voucherClaims\",\"type\":\"tuple[]\"}],\"name\":\"claim\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"components\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"payer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"payerAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiverAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"withdrawDelay\",\"type\":\"uint40\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"}],\"internalType\":\"structTestChannels.ChannelConfig\",\"name\":\"channel\",\"type\":\"tuple\"},{\"internalType\":\"uint128\",\"name\":\"maxClaimableAmount\",\"type\":\"uint128\"}],\"internalType\":\"structTestChannels.Voucher\",\"name\":\"voucher\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"},{\"internalType\":\"uint128\",\"name\":\"totalClaimed\",\"type\":\"uint128\"}],\"internalType\":\"structTestChannels.VoucherClaim[]\",\"name\":\"voucherClaims\",\"type\":\"tuple[]\"},{\"internalType\":\"bytes\",\"name\":\"authorizerSignature\",\"type\":\"bytes\"}],\"name\":\"claimWithSignature\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"payer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"payerAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiverAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"withdrawDelay\",\"type\":\"uint40\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"}],\"internalType\":\"structTestChannels.ChannelConfig\",\"name\":\"config\",\"type\":\"tuple\"},{\"internalType\":\"uint128\",\"name\":\"amount\",\"type\":\"uint128\"},{\"internalType\":\"address\",\"name\":\"collector\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"collectorData\",\"type\":\"bytes\"}],\"name\":\"deposit\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"payer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"payerAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiverAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"withdrawDelay\",\"type\":\"uint40\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"}],\"internalType\":\"structTestChannels.ChannelConfig\",\"name\":\"config\",\"type\":\"tuple\"}],\"name\":\"finalizeWithdraw\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"payer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"payerAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiverAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"withdrawDelay\",\"type\":\"uint40\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"}],\"internalType\":\"structTestChannels.ChannelConfig\",\"name\":\"config\",\"type\":\"tuple\"}],\"name\":\"getChannelId\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"components\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"payer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"payerAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiverAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"withdrawDelay\",\"type\":\"uint40\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"}],\"internalType\":\"structTestChannels.ChannelConfig\",\"name\":\"channel\",\"type\":\"tuple\"},{\"internalType\":\"uint128\",\"name\":\"maxClaimableAmount\",\"type\":\"uint128\"}],\"internalType\":\"structTestChannels.Voucher\",\"name\":\"voucher\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"},{\"internalType\":\"uint128\",\"name\":\"totalClaimed\",\"type\":\"uint128\"}],\"internalType\":\"structTestChannels.VoucherClaim[]\",\"name\":\"voucherClaims\",\"type\":\"tuple[]\"}],\"name\":\"getClaimBatchDigest\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"channelId\",\"type\":\"bytes32\"},{\"internalType\":\"uint256\",\"name\":\"nonce\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"amount\",\"type\":\"uint128\"}],\"name\":\"getRefundDigest\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"channelId\",\"type\":\"bytes32\"},{\"internalType\":\"uint128\",\"name\":\"maxClaimableAmount\",\"type\":\"uint128\"}],\"name\":\"getVoucherDigest\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"payer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"payerAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiverAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"withdrawDelay\",\"type\":\"uint40\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"}],\"internalType\":\"structTestChannels.ChannelConfig\",\"name\":\"config\",\"type\":\"tuple\"},{\"internalType\":\"uint128\",\"name\":\"amount\",\"type\":\"uint128\"}],\"name\":\"initiateWithdraw\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes[]\",\"name\":\"data\",\"type\":\"bytes[]\"}],\"name\":\"multicall\",\"outputs\":[{\"internalType\":\"bytes[]\",\"name\":\"results\",\"type\":\"bytes[]\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"name\":\"pendingWithdrawals\",\"outputs\":[{\"internalType\":\"uint128\",\"name\":\"amount\",\"type\":\"uint128\"},{\"internalType\":\"uint40\",\"name\":\"initiatedAt\",\"type\":\"uint40\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"receivers\",\"outputs\":[{\"internalType\":\"uint128\",\"name\":\"totalClaimed\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"totalSettled\",\"type\":\"uint128\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"payer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"payerAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiverAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"withdrawDelay\",\"type\":\"uint40\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"}],\"internalType\":\"structTestChannels.ChannelConfig\",\"name\":\"config\",\"type\":\"tuple\"},{\"internalType\":\"uint128\",\"name\":\"amount\",\"type\":\"uint128\"}],\"name\":\"refund\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"name\":\"refundNonce\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"payer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"payerAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiverAuthorizer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"withdrawDelay\",\"type\":\"uint40\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"}],\"internalType\":\"structTestChannels.ChannelConfig\",\"name\":\"config\",\"type\":\"tuple\"},{\"internalType\":\"uint128\",\"name\":\"amount\",\"type\":\"uint128\"},{\"internalType\":\"uint256\",\"name\":\"nonce\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"receiverAuthorizerSignature\",\"type\":\"bytes\"}],\"name\":\"refundWithSignature\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"}],\"name\":\"settle\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "bc9a5f09bfca2fc254c644bedaa321500b",
}

// TestChannels is an auto generated Go binding around an Ethereum contract.
type TestChannels struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *TestChannels) GetABI() abi.ABI {
	return c.abi
}

// NewTestChannels creates a new instance of TestChannels.
func NewTestChannels() *TestChannels {
	parsed, err := TestChannelsMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TestChannels{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *TestChannels) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackCHANNELCONFIGTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8e4a68ac.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function CHANNEL_CONFIG_TYPEHASH() view returns(bytes32)
func (testChannels *TestChannels) PackCHANNELCONFIGTYPEHASH() []byte {
	enc, err := testChannels.abi.Pack("CHANNEL_CONFIG_TYPEHASH")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCHANNELCONFIGTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8e4a68ac.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function CHANNEL_CONFIG_TYPEHASH() view returns(bytes32)
func (testChannels *TestChannels) TryPackCHANNELCONFIGTYPEHASH() ([]byte, error) {
	return testChannels.abi.Pack("CHANNEL_CONFIG_TYPEHASH")
}

// UnpackCHANNELCONFIGTYPEHASH is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8e4a68ac.
//
// Solidity: function CHANNEL_CONFIG_TYPEHASH() view returns(bytes32)
func (testChannels *TestChannels) UnpackCHANNELCONFIGTYPEHASH(data []byte) ([32]byte, error) {
	out, err := testChannels.abi.Unpack("CHANNEL_CONFIG_TYPEHASH", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackCLAIMBATCHTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x53ab0fae.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function CLAIM_BATCH_TYPEHASH() view returns(bytes32)
func (testChannels *TestChannels) PackCLAIMBATCHTYPEHASH() []byte {
	enc, err := testChannels.abi.Pack("CLAIM_BATCH_TYPEHASH")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCLAIMBATCHTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x53ab0fae.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function CLAIM_BATCH_TYPEHASH() view returns(bytes32)
func (testChannels *TestChannels) TryPackCLAIMBATCHTYPEHASH() ([]byte, error) {
	return testChannels.abi.Pack("CLAIM_BATCH_TYPEHASH")
}

// UnpackCLAIMBATCHTYPEHASH is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x53ab0fae.
//
// Solidity: function CLAIM_BATCH_TYPEHASH() view returns(bytes32)
func (testChannels *TestChannels) UnpackCLAIMBATCHTYPEHASH(data []byte) ([32]byte, error) {
	out, err := testChannels.abi.Unpack("CLAIM_BATCH_TYPEHASH", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackCLAIMENTRYTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xba94ec0d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function CLAIM_ENTRY_TYPEHASH() view returns(bytes32)
func (testChannels *TestChannels) PackCLAIMENTRYTYPEHASH() []byte {
	enc, err := testChannels.abi.Pack("CLAIM_ENTRY_TYPEHASH")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCLAIMENTRYTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xba94ec0d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function CLAIM_ENTRY_TYPEHASH() view returns(bytes32)
func (testChannels *TestChannels) TryPackCLAIMENTRYTYPEHASH() ([]byte, error) {
	return testChannels.abi.Pack("CLAIM_ENTRY_TYPEHASH")
}

// UnpackCLAIMENTRYTYPEHASH is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xba94ec0d.
//
// Solidity: function CLAIM_ENTRY_TYPEHASH() view returns(bytes32)
func (testChannels *TestChannels) UnpackCLAIMENTRYTYPEHASH(data []byte) ([32]byte, error) {
	out, err := testChannels.abi.Unpack("CLAIM_ENTRY_TYPEHASH", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackMAXWITHDRAWDELAY is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1fc3277d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function MAX_WITHDRAW_DELAY() view returns(uint40)
func (testChannels *TestChannels) PackMAXWITHDRAWDELAY() []byte {
	enc, err := testChannels.abi.Pack("MAX_WITHDRAW_DELAY")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMAXWITHDRAWDELAY is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1fc3277d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function MAX_WITHDRAW_DELAY() view returns(uint40)
func (testChannels *TestChannels) TryPackMAXWITHDRAWDELAY() ([]byte, error) {
	return testChannels.abi.Pack("MAX_WITHDRAW_DELAY")
}

// UnpackMAXWITHDRAWDELAY is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1fc3277d.
//
// Solidity: function MAX_WITHDRAW_DELAY() view returns(uint40)
func (testChannels *TestChannels) UnpackMAXWITHDRAWDELAY(data []byte) (*big.Int, error) {
	out, err := testChannels.abi.Unpack("MAX_WITHDRAW_DELAY", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackMINWITHDRAWDELAY is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xae159439.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function MIN_WITHDRAW_DELAY() view returns(uint40)
func (testChannels *TestChannels) PackMINWITHDRAWDELAY() []byte {
	enc, err := testChannels.abi.Pack("MIN_WITHDRAW_DELAY")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMINWITHDRAWDELAY is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xae159439.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function MIN_WITHDRAW_DELAY() view returns(uint40)
func (testChannels *TestChannels) TryPackMINWITHDRAWDELAY() ([]byte, error) {
	return testChannels.abi.Pack("MIN_WITHDRAW_DELAY")
}

// UnpackMINWITHDRAWDELAY is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xae159439.
//
// Solidity: function MIN_WITHDRAW_DELAY() view returns(uint40)
func (testChannels *TestChannels) UnpackMINWITHDRAWDELAY(data []byte) (*big.Int, error) {
	out, err := testChannels.abi.Unpack("MIN_WITHDRAW_DELAY", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackREFUNDTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1e69ef40.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function REFUND_TYPEHASH() view returns(bytes32)
func (testChannels *TestChannels) PackREFUNDTYPEHASH() []byte {
	enc, err := testChannels.abi.Pack("REFUND_TYPEHASH")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackREFUNDTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1e69ef40.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function REFUND_TYPEHASH() view returns(bytes32)
func (testChannels *TestChannels) TryPackREFUNDTYPEHASH() ([]byte, error) {
	return testChannels.abi.Pack("REFUND_TYPEHASH")
}

// UnpackREFUNDTYPEHASH is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1e69ef40.
//
// Solidity: function REFUND_TYPEHASH() view returns(bytes32)
func (testChannels *TestChannels) UnpackREFUNDTYPEHASH(data []byte) ([32]byte, error) {
	out, err := testChannels.abi.Unpack("REFUND_TYPEHASH", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackVOUCHERTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x94739e87.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function VOUCHER_TYPEHASH() view returns(bytes32)
func (testChannels *TestChannels) PackVOUCHERTYPEHASH() []byte {
	enc, err := testChannels.abi.Pack("VOUCHER_TYPEHASH")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackVOUCHERTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x94739e87.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function VOUCHER_TYPEHASH() view returns(bytes32)
func (testChannels *TestChannels) TryPackVOUCHERTYPEHASH() ([]byte, error) {
	return testChannels.abi.Pack("VOUCHER_TYPEHASH")
}

// UnpackVOUCHERTYPEHASH is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x94739e87.
//
// Solidity: function VOUCHER_TYPEHASH() view returns(bytes32)
func (testChannels *TestChannels) UnpackVOUCHERTYPEHASH(data []byte) ([32]byte, error) {
	out, err := testChannels.abi.Unpack("VOUCHER_TYPEHASH", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackChannels is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7a7ebd7b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function channels(bytes32 ) view returns(uint128 balance, uint128 totalClaimed)
func (testChannels *TestChannels) PackChannels(arg0 [32]byte) []byte {
	enc, err := testChannels.abi.Pack("channels", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackChannels is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7a7ebd7b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function channels(bytes32 ) view returns(uint128 balance, uint128 totalClaimed)
func (testChannels *TestChannels) TryPackChannels(arg0 [32]byte) ([]byte, error) {
	return testChannels.abi.Pack("channels", arg0)
}

// ChannelsOutput serves as a container for the return parameters of contract
// method Channels.
type ChannelsOutput struct {
	Balance      *big.Int
	TotalClaimed *big.Int
}

// UnpackChannels is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x7a7ebd7b.
//
// Solidity: function channels(bytes32 ) view returns(uint128 balance, uint128 totalClaimed)
func (testChannels *TestChannels) UnpackChannels(data []byte) (ChannelsOutput, error) {
	out, err := testChannels.abi.Unpack("channels", data)
	outstruct := new(ChannelsOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Balance = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.TotalClaimed = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackClaim is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x29237b0c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function claim((((address,address,address,address,address,uint40,bytes32),uint128),bytes,uint128)[] voucherClaims) returns()
func (testChannels *TestChannels) PackClaim(voucherClaims []TestChannelsVoucherClaim) []byte {
	enc, err := testChannels.abi.Pack("claim", voucherClaims)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackClaim is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x29237b0c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function claim((((address,address,address,address,address,uint40,bytes32),uint128),bytes,uint128)[] voucherClaims) returns()
func (testChannels *TestChannels) TryPackClaim(voucherClaims []TestChannelsVoucherClaim) ([]byte, error) {
	return testChannels.abi.Pack("claim", voucherClaims)
}

// PackClaimWithSignature is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe43ce1f2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function claimWithSignature((((address,address,address,address,address,uint40,bytes32),uint128),bytes,uint128)[] voucherClaims, bytes authorizerSignature) returns()
func (testChannels *TestChannels) PackClaimWithSignature(voucherClaims []TestChannelsVoucherClaim, authorizerSignature []byte) []byte {
	enc, err := testChannels.abi.Pack("claimWithSignature", voucherClaims, authorizerSignature)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackClaimWithSignature is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe43ce1f2.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function claimWithSignature((((address,address,address,address,address,uint40,bytes32),uint128),bytes,uint128)[] voucherClaims, bytes authorizerSignature) returns()
func (testChannels *TestChannels) TryPackClaimWithSignature(voucherClaims []TestChannelsVoucherClaim, authorizerSignature []byte) ([]byte, error) {
	return testChannels.abi.Pack("claimWithSignature", voucherClaims, authorizerSignature)
}

// PackDeposit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x140f1e75.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function deposit((address,address,address,address,address,uint40,bytes32) config, uint128 amount, address collector, bytes collectorData) returns()
func (testChannels *TestChannels) PackDeposit(config TestChannelsChannelConfig, amount *big.Int, collector common.Address, collectorData []byte) []byte {
	enc, err := testChannels.abi.Pack("deposit", config, amount, collector, collectorData)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDeposit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x140f1e75.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function deposit((address,address,address,address,address,uint40,bytes32) config, uint128 amount, address collector, bytes collectorData) returns()
func (testChannels *TestChannels) TryPackDeposit(config TestChannelsChannelConfig, amount *big.Int, collector common.Address, collectorData []byte) ([]byte, error) {
	return testChannels.abi.Pack("deposit", config, amount, collector, collectorData)
}

// PackFinalizeWithdraw is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe88377b1.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function finalizeWithdraw((address,address,address,address,address,uint40,bytes32) config) returns()
func (testChannels *TestChannels) PackFinalizeWithdraw(config TestChannelsChannelConfig) []byte {
	enc, err := testChannels.abi.Pack("finalizeWithdraw", config)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackFinalizeWithdraw is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe88377b1.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function finalizeWithdraw((address,address,address,address,address,uint40,bytes32) config) returns()
func (testChannels *TestChannels) TryPackFinalizeWithdraw(config TestChannelsChannelConfig) ([]byte, error) {
	return testChannels.abi.Pack("finalizeWithdraw", config)
}

// PackGetChannelId is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5e5e0b87.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getChannelId((address,address,address,address,address,uint40,bytes32) config) view returns(bytes32)
func (testChannels *TestChannels) PackGetChannelId(config TestChannelsChannelConfig) []byte {
	enc, err := testChannels.abi.Pack("getChannelId", config)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetChannelId is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5e5e0b87.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getChannelId((address,address,address,address,address,uint40,bytes32) config) view returns(bytes32)
func (testChannels *TestChannels) TryPackGetChannelId(config TestChannelsChannelConfig) ([]byte, error) {
	return testChannels.abi.Pack("getChannelId", config)
}

// UnpackGetChannelId is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5e5e0b87.
//
// Solidity: function getChannelId((address,address,address,address,address,uint40,bytes32) config) view returns(bytes32)
func (testChannels *TestChannels) UnpackGetChannelId(data []byte) ([32]byte, error) {
	out, err := testChannels.abi.Unpack("getChannelId", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackGetClaimBatchDigest is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x488ccc3b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getClaimBatchDigest((((address,address,address,address,address,uint40,bytes32),uint128),bytes,uint128)[] voucherClaims) view returns(bytes32)
func (testChannels *TestChannels) PackGetClaimBatchDigest(voucherClaims []TestChannelsVoucherClaim) []byte {
	enc, err := testChannels.abi.Pack("getClaimBatchDigest", voucherClaims)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetClaimBatchDigest is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x488ccc3b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getClaimBatchDigest((((address,address,address,address,address,uint40,bytes32),uint128),bytes,uint128)[] voucherClaims) view returns(bytes32)
func (testChannels *TestChannels) TryPackGetClaimBatchDigest(voucherClaims []TestChannelsVoucherClaim) ([]byte, error) {
	return testChannels.abi.Pack("getClaimBatchDigest", voucherClaims)
}

// UnpackGetClaimBatchDigest is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x488ccc3b.
//
// Solidity: function getClaimBatchDigest((((address,address,address,address,address,uint40,bytes32),uint128),bytes,uint128)[] voucherClaims) view returns(bytes32)
func (testChannels *TestChannels) UnpackGetClaimBatchDigest(data []byte) ([32]byte, error) {
	out, err := testChannels.abi.Unpack("getClaimBatchDigest", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackGetRefundDigest is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe25cf189.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getRefundDigest(bytes32 channelId, uint256 nonce, uint128 amount) view returns(bytes32)
func (testChannels *TestChannels) PackGetRefundDigest(channelId [32]byte, nonce *big.Int, amount *big.Int) []byte {
	enc, err := testChannels.abi.Pack("getRefundDigest", channelId, nonce, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetRefundDigest is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe25cf189.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getRefundDigest(bytes32 channelId, uint256 nonce, uint128 amount) view returns(bytes32)
func (testChannels *TestChannels) TryPackGetRefundDigest(channelId [32]byte, nonce *big.Int, amount *big.Int) ([]byte, error) {
	return testChannels.abi.Pack("getRefundDigest", channelId, nonce, amount)
}

// UnpackGetRefundDigest is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe25cf189.
//
// Solidity: function getRefundDigest(bytes32 channelId, uint256 nonce, uint128 amount) view returns(bytes32)
func (testChannels *TestChannels) UnpackGetRefundDigest(data []byte) ([32]byte, error) {
	out, err := testChannels.abi.Unpack("getRefundDigest", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackGetVoucherDigest is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x862bb199.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getVoucherDigest(bytes32 channelId, uint128 maxClaimableAmount) view returns(bytes32)
func (testChannels *TestChannels) PackGetVoucherDigest(channelId [32]byte, maxClaimableAmount *big.Int) []byte {
	enc, err := testChannels.abi.Pack("getVoucherDigest", channelId, maxClaimableAmount)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetVoucherDigest is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x862bb199.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getVoucherDigest(bytes32 channelId, uint128 maxClaimableAmount) view returns(bytes32)
func (testChannels *TestChannels) TryPackGetVoucherDigest(channelId [32]byte, maxClaimableAmount *big.Int) ([]byte, error) {
	return testChannels.abi.Pack("getVoucherDigest", channelId, maxClaimableAmount)
}

// UnpackGetVoucherDigest is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x862bb199.
//
// Solidity: function getVoucherDigest(bytes32 channelId, uint128 maxClaimableAmount) view returns(bytes32)
func (testChannels *TestChannels) UnpackGetVoucherDigest(data []byte) ([32]byte, error) {
	out, err := testChannels.abi.Unpack("getVoucherDigest", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackInitiateWithdraw is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcf5cf3dc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function initiateWithdraw((address,address,address,address,address,uint40,bytes32) config, uint128 amount) returns()
func (testChannels *TestChannels) PackInitiateWithdraw(config TestChannelsChannelConfig, amount *big.Int) []byte {
	enc, err := testChannels.abi.Pack("initiateWithdraw", config, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackInitiateWithdraw is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcf5cf3dc.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function initiateWithdraw((address,address,address,address,address,uint40,bytes32) config, uint128 amount) returns()
func (testChannels *TestChannels) TryPackInitiateWithdraw(config TestChannelsChannelConfig, amount *big.Int) ([]byte, error) {
	return testChannels.abi.Pack("initiateWithdraw", config, amount)
}

// PackMulticall is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xac9650d8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function multicall(bytes[] data) returns(bytes[] results)
func (testChannels *TestChannels) PackMulticall(data [][]byte) []byte {
	enc, err := testChannels.abi.Pack("multicall", data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMulticall is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xac9650d8.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function multicall(bytes[] data) returns(bytes[] results)
func (testChannels *TestChannels) TryPackMulticall(data [][]byte) ([]byte, error) {
	return testChannels.abi.Pack("multicall", data)
}

// UnpackMulticall is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xac9650d8.
//
// Solidity: function multicall(bytes[] data) returns(bytes[] results)
func (testChannels *TestChannels) UnpackMulticall(data []byte) ([][]byte, error) {
	out, err := testChannels.abi.Unpack("multicall", data)
	if err != nil {
		return *new([][]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([][]byte)).(*[][]byte)
	return out0, nil
}

// PackPendingWithdrawals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb7f06ebe.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function pendingWithdrawals(bytes32 ) view returns(uint128 amount, uint40 initiatedAt)
func (testChannels *TestChannels) PackPendingWithdrawals(arg0 [32]byte) []byte {
	enc, err := testChannels.abi.Pack("pendingWithdrawals", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPendingWithdrawals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb7f06ebe.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function pendingWithdrawals(bytes32 ) view returns(uint128 amount, uint40 initiatedAt)
func (testChannels *TestChannels) TryPackPendingWithdrawals(arg0 [32]byte) ([]byte, error) {
	return testChannels.abi.Pack("pendingWithdrawals", arg0)
}

// PendingWithdrawalsOutput serves as a container for the return parameters of contract
// method PendingWithdrawals.
type PendingWithdrawalsOutput struct {
	Amount      *big.Int
	InitiatedAt *big.Int
}

// UnpackPendingWithdrawals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb7f06ebe.
//
// Solidity: function pendingWithdrawals(bytes32 ) view returns(uint128 amount, uint40 initiatedAt)
func (testChannels *TestChannels) UnpackPendingWithdrawals(data []byte) (PendingWithdrawalsOutput, error) {
	out, err := testChannels.abi.Unpack("pendingWithdrawals", data)
	outstruct := new(PendingWithdrawalsOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Amount = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.InitiatedAt = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackReceivers is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x21ff6389.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function receivers(address , address ) view returns(uint128 totalClaimed, uint128 totalSettled)
func (testChannels *TestChannels) PackReceivers(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := testChannels.abi.Pack("receivers", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackReceivers is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x21ff6389.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function receivers(address , address ) view returns(uint128 totalClaimed, uint128 totalSettled)
func (testChannels *TestChannels) TryPackReceivers(arg0 common.Address, arg1 common.Address) ([]byte, error) {
	return testChannels.abi.Pack("receivers", arg0, arg1)
}

// ReceiversOutput serves as a container for the return parameters of contract
// method Receivers.
type ReceiversOutput struct {
	TotalClaimed *big.Int
	TotalSettled *big.Int
}

// UnpackReceivers is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x21ff6389.
//
// Solidity: function receivers(address , address ) view returns(uint128 totalClaimed, uint128 totalSettled)
func (testChannels *TestChannels) UnpackReceivers(data []byte) (ReceiversOutput, error) {
	out, err := testChannels.abi.Unpack("receivers", data)
	outstruct := new(ReceiversOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.TotalClaimed = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.TotalSettled = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackRefund is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdce4bfae.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function refund((address,address,address,address,address,uint40,bytes32) config, uint128 amount) returns()
func (testChannels *TestChannels) PackRefund(config TestChannelsChannelConfig, amount *big.Int) []byte {
	enc, err := testChannels.abi.Pack("refund", config, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRefund is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdce4bfae.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function refund((address,address,address,address,address,uint40,bytes32) config, uint128 amount) returns()
func (testChannels *TestChannels) TryPackRefund(config TestChannelsChannelConfig, amount *big.Int) ([]byte, error) {
	return testChannels.abi.Pack("refund", config, amount)
}

// PackRefundNonce is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf0dc792e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function refundNonce(bytes32 ) view returns(uint256)
func (testChannels *TestChannels) PackRefundNonce(arg0 [32]byte) []byte {
	enc, err := testChannels.abi.Pack("refundNonce", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRefundNonce is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf0dc792e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function refundNonce(bytes32 ) view returns(uint256)
func (testChannels *TestChannels) TryPackRefundNonce(arg0 [32]byte) ([]byte, error) {
	return testChannels.abi.Pack("refundNonce", arg0)
}

// UnpackRefundNonce is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf0dc792e.
//
// Solidity: function refundNonce(bytes32 ) view returns(uint256)
func (testChannels *TestChannels) UnpackRefundNonce(data []byte) (*big.Int, error) {
	out, err := testChannels.abi.Unpack("refundNonce", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackRefundWithSignature is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb77433e9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function refundWithSignature((address,address,address,address,address,uint40,bytes32) config, uint128 amount, uint256 nonce, bytes receiverAuthorizerSignature) returns()
func (testChannels *TestChannels) PackRefundWithSignature(config TestChannelsChannelConfig, amount *big.Int, nonce *big.Int, receiverAuthorizerSignature []byte) []byte {
	enc, err := testChannels.abi.Pack("refundWithSignature", config, amount, nonce, receiverAuthorizerSignature)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRefundWithSignature is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb77433e9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function refundWithSignature((address,address,address,address,address,uint40,bytes32) config, uint128 amount, uint256 nonce, bytes receiverAuthorizerSignature) returns()
func (testChannels *TestChannels) TryPackRefundWithSignature(config TestChannelsChannelConfig, amount *big.Int, nonce *big.Int, receiverAuthorizerSignature []byte) ([]byte, error) {
	return testChannels.abi.Pack("refundWithSignature", config, amount, nonce, receiverAuthorizerSignature)
}

// PackSettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9db32a8f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function settle(address receiver, address token) returns()
func (testChannels *TestChannels) PackSettle(receiver common.Address, token common.Address) []byte {
	enc, err := testChannels.abi.Pack("settle", receiver, token)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9db32a8f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function settle(address receiver, address token) returns()
func (testChannels *TestChannels) TryPackSettle(receiver common.Address, token common.Address) ([]byte, error) {
	return testChannels.abi.Pack("settle", receiver, token)
}

// TestChannelsChannelClosed represents a ChannelClosed event raised by the TestChannels contract.
type TestChannelsChannelClosed struct {
	ChannelId [32]byte
	Config    TestChannelsChannelConfig
	Raw       *types.Log // Blockchain specific contextual infos
}

const TestChannelsChannelClosedEventName = "ChannelClosed"

// ContractEventName returns the user-defined event name.
func (TestChannelsChannelClosed) ContractEventName() string {
	return TestChannelsChannelClosedEventName
}

// UnpackChannelClosedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ChannelClosed(bytes32 indexed channelId, (address,address,address,address,address,uint40,bytes32) config)
func (testChannels *TestChannels) UnpackChannelClosedEvent(log *types.Log) (*TestChannelsChannelClosed, error) {
	event := "ChannelClosed"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != testChannels.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TestChannelsChannelClosed)
	if len(log.Data) > 0 {
		if err := testChannels.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range testChannels.abi.Events[event].Inputs {
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

// TestChannelsChannelCreated represents a ChannelCreated event raised by the TestChannels contract.
type TestChannelsChannelCreated struct {
	ChannelId [32]byte
	Config    TestChannelsChannelConfig
	Raw       *types.Log // Blockchain specific contextual infos
}

const TestChannelsChannelCreatedEventName = "ChannelCreated"

// ContractEventName returns the user-defined event name.
func (TestChannelsChannelCreated) ContractEventName() string {
	return TestChannelsChannelCreatedEventName
}

// UnpackChannelCreatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ChannelCreated(bytes32 indexed channelId, (address,address,address,address,address,uint40,bytes32) config)
func (testChannels *TestChannels) UnpackChannelCreatedEvent(log *types.Log) (*TestChannelsChannelCreated, error) {
	event := "ChannelCreated"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != testChannels.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TestChannelsChannelCreated)
	if len(log.Data) > 0 {
		if err := testChannels.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range testChannels.abi.Events[event].Inputs {
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

// TestChannelsClaimed represents a Claimed event raised by the TestChannels contract.
type TestChannelsClaimed struct {
	ChannelId       [32]byte
	Sender          common.Address
	ClaimAmount     *big.Int
	NewTotalClaimed *big.Int
	Raw             *types.Log // Blockchain specific contextual infos
}

const TestChannelsClaimedEventName = "Claimed"

// ContractEventName returns the user-defined event name.
func (TestChannelsClaimed) ContractEventName() string {
	return TestChannelsClaimedEventName
}

// UnpackClaimedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Claimed(bytes32 indexed channelId, address indexed sender, uint128 claimAmount, uint128 newTotalClaimed)
func (testChannels *TestChannels) UnpackClaimedEvent(log *types.Log) (*TestChannelsClaimed, error) {
	event := "Claimed"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != testChannels.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TestChannelsClaimed)
	if len(log.Data) > 0 {
		if err := testChannels.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range testChannels.abi.Events[event].Inputs {
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

// TestChannelsDeposited represents a Deposited event raised by the TestChannels contract.
type TestChannelsDeposited struct {
	ChannelId  [32]byte
	Sender     common.Address
	Amount     *big.Int
	NewBalance *big.Int
	Raw        *types.Log // Blockchain specific contextual infos
}

const TestChannelsDepositedEventName = "Deposited"

// ContractEventName returns the user-defined event name.
func (TestChannelsDeposited) ContractEventName() string {
	return TestChannelsDepositedEventName
}

// UnpackDepositedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Deposited(bytes32 indexed channelId, address indexed sender, uint128 amount, uint128 newBalance)
func (testChannels *TestChannels) UnpackDepositedEvent(log *types.Log) (*TestChannelsDeposited, error) {
	event := "Deposited"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != testChannels.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TestChannelsDeposited)
	if len(log.Data) > 0 {
		if err := testChannels.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range testChannels.abi.Events[event].Inputs {
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

// TestChannelsRefunded represents a Refunded event raised by the TestChannels contract.
type TestChannelsRefunded struct {
	ChannelId [32]byte
	Sender    common.Address
	Amount    *big.Int
	Raw       *types.Log // Blockchain specific contextual infos
}

const TestChannelsRefundedEventName = "Refunded"

// ContractEventName returns the user-defined event name.
func (TestChannelsRefunded) ContractEventName() string {
	return TestChannelsRefundedEventName
}

// UnpackRefundedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Refunded(bytes32 indexed channelId, address indexed sender, uint128 amount)
func (testChannels *TestChannels) UnpackRefundedEvent(log *types.Log) (*TestChannelsRefunded, error) {
	event := "Refunded"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != testChannels.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TestChannelsRefunded)
	if len(log.Data) > 0 {
		if err := testChannels.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range testChannels.abi.Events[event].Inputs {
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

// TestChannelsSettled represents a Settled event raised by the TestChannels contract.
type TestChannelsSettled struct {
	Receiver common.Address
	Token    common.Address
	Sender   common.Address
	Amount   *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

const TestChannelsSettledEventName = "Settled"

// ContractEventName returns the user-defined event name.
func (TestChannelsSettled) ContractEventName() string {
	return TestChannelsSettledEventName
}

// UnpackSettledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Settled(address indexed receiver, address indexed token, address indexed sender, uint128 amount)
func (testChannels *TestChannels) UnpackSettledEvent(log *types.Log) (*TestChannelsSettled, error) {
	event := "Settled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != testChannels.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TestChannelsSettled)
	if len(log.Data) > 0 {
		if err := testChannels.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range testChannels.abi.Events[event].Inputs {
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

// TestChannelsWithdrawFinalized represents a WithdrawFinalized event raised by the TestChannels contract.
type TestChannelsWithdrawFinalized struct {
	ChannelId [32]byte
	Sender    common.Address
	Amount    *big.Int
	Raw       *types.Log // Blockchain specific contextual infos
}

const TestChannelsWithdrawFinalizedEventName = "WithdrawFinalized"

// ContractEventName returns the user-defined event name.
func (TestChannelsWithdrawFinalized) ContractEventName() string {
	return TestChannelsWithdrawFinalizedEventName
}

// UnpackWithdrawFinalizedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event WithdrawFinalized(bytes32 indexed channelId, address indexed sender, uint128 amount)
func (testChannels *TestChannels) UnpackWithdrawFinalizedEvent(log *types.Log) (*TestChannelsWithdrawFinalized, error) {
	event := "WithdrawFinalized"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != testChannels.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TestChannelsWithdrawFinalized)
	if len(log.Data) > 0 {
		if err := testChannels.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range testChannels.abi.Events[event].Inputs {
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

// TestChannelsWithdrawInitiated represents a WithdrawInitiated event raised by the TestChannels contract.
type TestChannelsWithdrawInitiated struct {
	ChannelId     [32]byte
	Amount        *big.Int
	FinalizeAfter *big.Int
	Raw           *types.Log // Blockchain specific contextual infos
}

const TestChannelsWithdrawInitiatedEventName = "WithdrawInitiated"

// ContractEventName returns the user-defined event name.
func (TestChannelsWithdrawInitiated) ContractEventName() string {
	return TestChannelsWithdrawInitiatedEventName
}

// UnpackWithdrawInitiatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event WithdrawInitiated(bytes32 indexed channelId, uint128 amount, uint40 finalizeAfter)
func (testChannels *TestChannels) UnpackWithdrawInitiatedEvent(log *types.Log) (*TestChannelsWithdrawInitiated, error) {
	event := "WithdrawInitiated"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != testChannels.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TestChannelsWithdrawInitiated)
	if len(log.Data) > 0 {
		if err := testChannels.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range testChannels.abi.Events[event].Inputs {
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

// UnpackError attempts to decode the provided error data using user-defined
// error definitions.
func (testChannels *TestChannels) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], testChannels.abi.Errors["ClaimExceedsBalance"].ID.Bytes()[:4]) {
		return testChannels.UnpackClaimExceedsBalanceError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["ClaimExceedsCeiling"].ID.Bytes()[:4]) {
		return testChannels.UnpackClaimExceedsCeilingError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["DepositCollectionFailed"].ID.Bytes()[:4]) {
		return testChannels.UnpackDepositCollectionFailedError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["DepositOverflow"].ID.Bytes()[:4]) {
		return testChannels.UnpackDepositOverflowError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["EmptyBatch"].ID.Bytes()[:4]) {
		return testChannels.UnpackEmptyBatchError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["InvalidChannel"].ID.Bytes()[:4]) {
		return testChannels.UnpackInvalidChannelError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["InvalidCollector"].ID.Bytes()[:4]) {
		return testChannels.UnpackInvalidCollectorError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["InvalidRefundNonce"].ID.Bytes()[:4]) {
		return testChannels.UnpackInvalidRefundNonceError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["InvalidSignature"].ID.Bytes()[:4]) {
		return testChannels.UnpackInvalidSignatureError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["NotAuthorizedToClaim"].ID.Bytes()[:4]) {
		return testChannels.UnpackNotAuthorizedToClaimError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["NotAuthorizedToFinalizeWithdraw"].ID.Bytes()[:4]) {
		return testChannels.UnpackNotAuthorizedToFinalizeWithdrawError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["NotAuthorizedToRefund"].ID.Bytes()[:4]) {
		return testChannels.UnpackNotAuthorizedToRefundError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["NotReceiverAuthorizer"].ID.Bytes()[:4]) {
		return testChannels.UnpackNotReceiverAuthorizerError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["NothingToWithdraw"].ID.Bytes()[:4]) {
		return testChannels.UnpackNothingToWithdrawError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["WithdrawAmountExceedsAvailable"].ID.Bytes()[:4]) {
		return testChannels.UnpackWithdrawAmountExceedsAvailableError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["WithdrawDelayNotElapsed"].ID.Bytes()[:4]) {
		return testChannels.UnpackWithdrawDelayNotElapsedError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["WithdrawDelayOutOfRange"].ID.Bytes()[:4]) {
		return testChannels.UnpackWithdrawDelayOutOfRangeError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["WithdrawalAlreadyPending"].ID.Bytes()[:4]) {
		return testChannels.UnpackWithdrawalAlreadyPendingError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["WithdrawalNotPending"].ID.Bytes()[:4]) {
		return testChannels.UnpackWithdrawalNotPendingError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["ZeroDeposit"].ID.Bytes()[:4]) {
		return testChannels.UnpackZeroDepositError(raw[4:])
	}
	if bytes.Equal(raw[:4], testChannels.abi.Errors["ZeroRefund"].ID.Bytes()[:4]) {
		return testChannels.UnpackZeroRefundError(raw[4:])
	}
	return nil, errors.New("unknown error")
}

// TestChannelsClaimExceedsBalance represents a ClaimExceedsBalance error raised by the TestChannels contract.
type TestChannelsClaimExceedsBalance struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ClaimExceedsBalance()
func TestChannelsClaimExceedsBalanceErrorID() common.Hash {
	return common.HexToHash("0x7d8242b644ed15fd2ba487e6c0b4cd8132eeaec22a2a10eac4c365a7f6132dce")
}

// UnpackClaimExceedsBalanceError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ClaimExceedsBalance()
func (testChannels *TestChannels) UnpackClaimExceedsBalanceError(raw []byte) (*TestChannelsClaimExceedsBalance, error) {
	out := new(TestChannelsClaimExceedsBalance)
	if err := testChannels.abi.UnpackIntoInterface(out, "ClaimExceedsBalance", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsClaimExceedsCeiling represents a ClaimExceedsCeiling error raised by the TestChannels contract.
type TestChannelsClaimExceedsCeiling struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ClaimExceedsCeiling()
func TestChannelsClaimExceedsCeilingErrorID() common.Hash {
	return common.HexToHash("0xf1789775d20e6d801e1dcc76eab01f1cb47cdae0c7ca47c1339d503e1850128f")
}

// UnpackClaimExceedsCeilingError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ClaimExceedsCeiling()
func (testChannels *TestChannels) UnpackClaimExceedsCeilingError(raw []byte) (*TestChannelsClaimExceedsCeiling, error) {
	out := new(TestChannelsClaimExceedsCeiling)
	if err := testChannels.abi.UnpackIntoInterface(out, "ClaimExceedsCeiling", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsDepositCollectionFailed represents a DepositCollectionFailed error raised by the TestChannels contract.
type TestChannelsDepositCollectionFailed struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error DepositCollectionFailed()
func TestChannelsDepositCollectionFailedErrorID() common.Hash {
	return common.HexToHash("0xeb43592c973aefddc2c72f3fcc1cd6babb3269a7dda5fedb2a98f5e1934613f1")
}

// UnpackDepositCollectionFailedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error DepositCollectionFailed()
func (testChannels *TestChannels) UnpackDepositCollectionFailedError(raw []byte) (*TestChannelsDepositCollectionFailed, error) {
	out := new(TestChannelsDepositCollectionFailed)
	if err := testChannels.abi.UnpackIntoInterface(out, "DepositCollectionFailed", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsDepositOverflow represents a DepositOverflow error raised by the TestChannels contract.
type TestChannelsDepositOverflow struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error DepositOverflow()
func TestChannelsDepositOverflowErrorID() common.Hash {
	return common.HexToHash("0x1132981b50988e5bf5914c2cdbec86f17b96e379b9fe376f3978c42411aafcd6")
}

// UnpackDepositOverflowError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error DepositOverflow()
func (testChannels *TestChannels) UnpackDepositOverflowError(raw []byte) (*TestChannelsDepositOverflow, error) {
	out := new(TestChannelsDepositOverflow)
	if err := testChannels.abi.UnpackIntoInterface(out, "DepositOverflow", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsEmptyBatch represents a EmptyBatch error raised by the TestChannels contract.
type TestChannelsEmptyBatch struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EmptyBatch()
func TestChannelsEmptyBatchErrorID() common.Hash {
	return common.HexToHash("0xc2e5347df6cf8d1bf68f8a9651642312bd381b900d857d97cd665976180d6ae0")
}

// UnpackEmptyBatchError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EmptyBatch()
func (testChannels *TestChannels) UnpackEmptyBatchError(raw []byte) (*TestChannelsEmptyBatch, error) {
	out := new(TestChannelsEmptyBatch)
	if err := testChannels.abi.UnpackIntoInterface(out, "EmptyBatch", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsInvalidChannel represents a InvalidChannel error raised by the TestChannels contract.
type TestChannelsInvalidChannel struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidChannel()
func TestChannelsInvalidChannelErrorID() common.Hash {
	return common.HexToHash("0xea3a9a39ade8da556b2a0eb84fb492a877b9b1359a1d967769c796bffb21eff6")
}

// UnpackInvalidChannelError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidChannel()
func (testChannels *TestChannels) UnpackInvalidChannelError(raw []byte) (*TestChannelsInvalidChannel, error) {
	out := new(TestChannelsInvalidChannel)
	if err := testChannels.abi.UnpackIntoInterface(out, "InvalidChannel", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsInvalidCollector represents a InvalidCollector error raised by the TestChannels contract.
type TestChannelsInvalidCollector struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidCollector()
func TestChannelsInvalidCollectorErrorID() common.Hash {
	return common.HexToHash("0x18b1afd44def9c8e2335a0b175a19408f7f5ef09683ee05e2f45e8042eb0d72d")
}

// UnpackInvalidCollectorError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidCollector()
func (testChannels *TestChannels) UnpackInvalidCollectorError(raw []byte) (*TestChannelsInvalidCollector, error) {
	out := new(TestChannelsInvalidCollector)
	if err := testChannels.abi.UnpackIntoInterface(out, "InvalidCollector", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsInvalidRefundNonce represents a InvalidRefundNonce error raised by the TestChannels contract.
type TestChannelsInvalidRefundNonce struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidRefundNonce()
func TestChannelsInvalidRefundNonceErrorID() common.Hash {
	return common.HexToHash("0x164f1afe58c9ccb5990cf2f541ddec23cbaf091017a27897e515431a0b4fe8bf")
}

// UnpackInvalidRefundNonceError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidRefundNonce()
func (testChannels *TestChannels) UnpackInvalidRefundNonceError(raw []byte) (*TestChannelsInvalidRefundNonce, error) {
	out := new(TestChannelsInvalidRefundNonce)
	if err := testChannels.abi.UnpackIntoInterface(out, "InvalidRefundNonce", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsInvalidSignature represents a InvalidSignature error raised by the TestChannels contract.
type TestChannelsInvalidSignature struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidSignature()
func TestChannelsInvalidSignatureErrorID() common.Hash {
	return common.HexToHash("0x8baa579fce362245063d36f11747a89dd489c54795634fc673cc0e0db51fedc5")
}

// UnpackInvalidSignatureError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidSignature()
func (testChannels *TestChannels) UnpackInvalidSignatureError(raw []byte) (*TestChannelsInvalidSignature, error) {
	out := new(TestChannelsInvalidSignature)
	if err := testChannels.abi.UnpackIntoInterface(out, "InvalidSignature", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsNotAuthorizedToClaim represents a NotAuthorizedToClaim error raised by the TestChannels contract.
type TestChannelsNotAuthorizedToClaim struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NotAuthorizedToClaim()
func TestChannelsNotAuthorizedToClaimErrorID() common.Hash {
	return common.HexToHash("0xdefb7069aa3adba68f883d732ad2b24c087173487331fccb11d60d1fe7e970a0")
}

// UnpackNotAuthorizedToClaimError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NotAuthorizedToClaim()
func (testChannels *TestChannels) UnpackNotAuthorizedToClaimError(raw []byte) (*TestChannelsNotAuthorizedToClaim, error) {
	out := new(TestChannelsNotAuthorizedToClaim)
	if err := testChannels.abi.UnpackIntoInterface(out, "NotAuthorizedToClaim", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsNotAuthorizedToFinalizeWithdraw represents a NotAuthorizedToFinalizeWithdraw error raised by the TestChannels contract.
type TestChannelsNotAuthorizedToFinalizeWithdraw struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NotAuthorizedToFinalizeWithdraw()
func TestChannelsNotAuthorizedToFinalizeWithdrawErrorID() common.Hash {
	return common.HexToHash("0x15f969d5c9e170be2291c083d6b150e6fcebf00ef2d8be6550ae6c3dc50dabdb")
}

// UnpackNotAuthorizedToFinalizeWithdrawError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NotAuthorizedToFinalizeWithdraw()
func (testChannels *TestChannels) UnpackNotAuthorizedToFinalizeWithdrawError(raw []byte) (*TestChannelsNotAuthorizedToFinalizeWithdraw, error) {
	out := new(TestChannelsNotAuthorizedToFinalizeWithdraw)
	if err := testChannels.abi.UnpackIntoInterface(out, "NotAuthorizedToFinalizeWithdraw", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsNotAuthorizedToRefund represents a NotAuthorizedToRefund error raised by the TestChannels contract.
type TestChannelsNotAuthorizedToRefund struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NotAuthorizedToRefund()
func TestChannelsNotAuthorizedToRefundErrorID() common.Hash {
	return common.HexToHash("0x7864f008ee834500b7f2733a6014e3f8eea31d50246cafde51f13a9311acfd40")
}

// UnpackNotAuthorizedToRefundError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NotAuthorizedToRefund()
func (testChannels *TestChannels) UnpackNotAuthorizedToRefundError(raw []byte) (*TestChannelsNotAuthorizedToRefund, error) {
	out := new(TestChannelsNotAuthorizedToRefund)
	if err := testChannels.abi.UnpackIntoInterface(out, "NotAuthorizedToRefund", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsNotReceiverAuthorizer represents a NotReceiverAuthorizer error raised by the TestChannels contract.
type TestChannelsNotReceiverAuthorizer struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NotReceiverAuthorizer()
func TestChannelsNotReceiverAuthorizerErrorID() common.Hash {
	return common.HexToHash("0xf5e2237d61f9c9a130c1b6459a9c805b19d61228df4da0c80ec97c91b5bc3fb8")
}

// UnpackNotReceiverAuthorizerError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NotReceiverAuthorizer()
func (testChannels *TestChannels) UnpackNotReceiverAuthorizerError(raw []byte) (*TestChannelsNotReceiverAuthorizer, error) {
	out := new(TestChannelsNotReceiverAuthorizer)
	if err := testChannels.abi.UnpackIntoInterface(out, "NotReceiverAuthorizer", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsNothingToWithdraw represents a NothingToWithdraw error raised by the TestChannels contract.
type TestChannelsNothingToWithdraw struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NothingToWithdraw()
func TestChannelsNothingToWithdrawErrorID() common.Hash {
	return common.HexToHash("0xd0d04f60bf4f7629141a1f00f5d2908fa0f3e15bf4cbf8bb8edc6fcbdf2509fa")
}

// UnpackNothingToWithdrawError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NothingToWithdraw()
func (testChannels *TestChannels) UnpackNothingToWithdrawError(raw []byte) (*TestChannelsNothingToWithdraw, error) {
	out := new(TestChannelsNothingToWithdraw)
	if err := testChannels.abi.UnpackIntoInterface(out, "NothingToWithdraw", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsWithdrawAmountExceedsAvailable represents a WithdrawAmountExceedsAvailable error raised by the TestChannels contract.
type TestChannelsWithdrawAmountExceedsAvailable struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error WithdrawAmountExceedsAvailable()
func TestChannelsWithdrawAmountExceedsAvailableErrorID() common.Hash {
	return common.HexToHash("0x6d3d5764eb95e3a6e5f7fa0be3c1d9073f1cf249735f075c057bad7a3474c94a")
}

// UnpackWithdrawAmountExceedsAvailableError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error WithdrawAmountExceedsAvailable()
func (testChannels *TestChannels) UnpackWithdrawAmountExceedsAvailableError(raw []byte) (*TestChannelsWithdrawAmountExceedsAvailable, error) {
	out := new(TestChannelsWithdrawAmountExceedsAvailable)
	if err := testChannels.abi.UnpackIntoInterface(out, "WithdrawAmountExceedsAvailable", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsWithdrawDelayNotElapsed represents a WithdrawDelayNotElapsed error raised by the TestChannels contract.
type TestChannelsWithdrawDelayNotElapsed struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error WithdrawDelayNotElapsed()
func TestChannelsWithdrawDelayNotElapsedErrorID() common.Hash {
	return common.HexToHash("0xf3965827abb4b3501eba40fbc36bf95518923256f8e4150f82d6abaf898dfecb")
}

// UnpackWithdrawDelayNotElapsedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error WithdrawDelayNotElapsed()
func (testChannels *TestChannels) UnpackWithdrawDelayNotElapsedError(raw []byte) (*TestChannelsWithdrawDelayNotElapsed, error) {
	out := new(TestChannelsWithdrawDelayNotElapsed)
	if err := testChannels.abi.UnpackIntoInterface(out, "WithdrawDelayNotElapsed", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsWithdrawDelayOutOfRange represents a WithdrawDelayOutOfRange error raised by the TestChannels contract.
type TestChannelsWithdrawDelayOutOfRange struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error WithdrawDelayOutOfRange()
func TestChannelsWithdrawDelayOutOfRangeErrorID() common.Hash {
	return common.HexToHash("0x4574fab68d66a7482499780fe2cf118b6bf35c8ed02b94811df48a01231e8390")
}

// UnpackWithdrawDelayOutOfRangeError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error WithdrawDelayOutOfRange()
func (testChannels *TestChannels) UnpackWithdrawDelayOutOfRangeError(raw []byte) (*TestChannelsWithdrawDelayOutOfRange, error) {
	out := new(TestChannelsWithdrawDelayOutOfRange)
	if err := testChannels.abi.UnpackIntoInterface(out, "WithdrawDelayOutOfRange", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsWithdrawalAlreadyPending represents a WithdrawalAlreadyPending error raised by the TestChannels contract.
type TestChannelsWithdrawalAlreadyPending struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error WithdrawalAlreadyPending()
func TestChannelsWithdrawalAlreadyPendingErrorID() common.Hash {
	return common.HexToHash("0xa2aed0f0fb41b1f15d5794b35460e07faf6ebe60d83540c80e89b1f06eca9396")
}

// UnpackWithdrawalAlreadyPendingError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error WithdrawalAlreadyPending()
func (testChannels *TestChannels) UnpackWithdrawalAlreadyPendingError(raw []byte) (*TestChannelsWithdrawalAlreadyPending, error) {
	out := new(TestChannelsWithdrawalAlreadyPending)
	if err := testChannels.abi.UnpackIntoInterface(out, "WithdrawalAlreadyPending", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsWithdrawalNotPending represents a WithdrawalNotPending error raised by the TestChannels contract.
type TestChannelsWithdrawalNotPending struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error WithdrawalNotPending()
func TestChannelsWithdrawalNotPendingErrorID() common.Hash {
	return common.HexToHash("0x3a0a1ca689ec71617ac2a09f285d91cf55fffc1e4a31ad8aeebcc94abb3a85b3")
}

// UnpackWithdrawalNotPendingError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error WithdrawalNotPending()
func (testChannels *TestChannels) UnpackWithdrawalNotPendingError(raw []byte) (*TestChannelsWithdrawalNotPending, error) {
	out := new(TestChannelsWithdrawalNotPending)
	if err := testChannels.abi.UnpackIntoInterface(out, "WithdrawalNotPending", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsZeroDeposit represents a ZeroDeposit error raised by the TestChannels contract.
type TestChannelsZeroDeposit struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ZeroDeposit()
func TestChannelsZeroDepositErrorID() common.Hash {
	return common.HexToHash("0x56316e877e9063fd05b03c347d61a4639470c3199f0bdddd28efee0a5f8b6b02")
}

// UnpackZeroDepositError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ZeroDeposit()
func (testChannels *TestChannels) UnpackZeroDepositError(raw []byte) (*TestChannelsZeroDeposit, error) {
	out := new(TestChannelsZeroDeposit)
	if err := testChannels.abi.UnpackIntoInterface(out, "ZeroDeposit", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestChannelsZeroRefund represents a ZeroRefund error raised by the TestChannels contract.
type TestChannelsZeroRefund struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ZeroRefund()
func TestChannelsZeroRefundErrorID() common.Hash {
	return common.HexToHash("0xd758525c34181c802038c9e1709640cd49191c6bc9afb13a57391cfe9abab6e8")
}

// UnpackZeroRefundError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ZeroRefund()
func (testChannels *TestChannels) UnpackZeroRefundError(raw []byte) (*TestChannelsZeroRefund, error) {
	out := new(TestChannelsZeroRefund)
	if err := testChannels.abi.UnpackIntoInterface(out, "ZeroRefund", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestCollectorMetaData contains all meta data concerning the TestCollector contract.
var TestCollectorMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[],\"name\":\"OnlySettlement\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"payer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"bytes32\",\"name\":\"channelId\",\"type\":\"bytes32\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"collect\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"x402BatchSettlement\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "768d8bab3c8145bdf35ea8d122a0afabeb",
}

// TestCollector is an auto generated Go binding around an Ethereum contract.
type TestCollector struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *TestCollector) GetABI() abi.ABI {
	return c.abi
}

// NewTestCollector creates a new instance of TestCollector.
func NewTestCollector() *TestCollector {
	parsed, err := TestCollectorMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TestCollector{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *TestCollector) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackCollect is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe416d8d3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function collect(address payer, address token, uint256 amount, bytes32 channelId, bytes data) returns()
func (testCollector *TestCollector) PackCollect(payer common.Address, token common.Address, amount *big.Int, channelId [32]byte, data []byte) []byte {
	enc, err := testCollector.abi.Pack("collect", payer, token, amount, channelId, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCollect is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe416d8d3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function collect(address payer, address token, uint256 amount, bytes32 channelId, bytes data) returns()
func (testCollector *TestCollector) TryPackCollect(payer common.Address, token common.Address, amount *big.Int, channelId [32]byte, data []byte) ([]byte, error) {
	return testCollector.abi.Pack("collect", payer, token, amount, channelId, data)
}

// PackX402BatchSettlement is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4dec6d95.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function x402BatchSettlement() view returns(address)
func (testCollector *TestCollector) PackX402BatchSettlement() []byte {
	enc, err := testCollector.abi.Pack("x402BatchSettlement")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackX402BatchSettlement is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4dec6d95.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function x402BatchSettlement() view returns(address)
func (testCollector *TestCollector) TryPackX402BatchSettlement() ([]byte, error) {
	return testCollector.abi.Pack("x402BatchSettlement")
}

// UnpackX402BatchSettlement is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x4dec6d95.
//
// Solidity: function x402BatchSettlement() view returns(address)
func (testCollector *TestCollector) UnpackX402BatchSettlement(data []byte) (common.Address, error) {
	out, err := testCollector.abi.Unpack("x402BatchSettlement", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// UnpackError attempts to decode the provided error data using user-defined
// error definitions.
func (testCollector *TestCollector) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], testCollector.abi.Errors["OnlySettlement"].ID.Bytes()[:4]) {
		return testCollector.UnpackOnlySettlementError(raw[4:])
	}
	return nil, errors.New("unknown error")
}

// TestCollectorOnlySettlement represents a OnlySettlement error raised by the TestCollector contract.
type TestCollectorOnlySettlement struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error OnlySettlement()
func TestCollectorOnlySettlementErrorID() common.Hash {
	return common.HexToHash("0x15b31976de94d4a67206fbe7de409ff9b51f30b3565532bf2b81457f7113cda4")
}

// UnpackOnlySettlementError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error OnlySettlement()
func (testCollector *TestCollector) UnpackOnlySettlementError(raw []byte) (*TestCollectorOnlySettlement, error) {
	out := new(TestCollectorOnlySettlement)
	if err := testCollector.abi.UnpackIntoInterface(out, "OnlySettlement", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestDollarMetaData contains all meta data concerning the TestDollar contract.
var TestDollarMetaData = bind.MetaData{
	ABI: "[{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"spender\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"Approval\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"authorizer\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"nonce\",\"type\":\"bytes32\"}],\"name\":\"AuthorizationCanceled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"authorizer\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"nonce\",\"type\":\"bytes32\"}],\"name\":\"AuthorizationUsed\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"Transfer\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"CANCEL_AUTHORIZATION_TYPEHASH\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"DOMAIN_SEPARATOR\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"RECEIVE_WITH_AUTHORIZATION_TYPEHASH\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"TRANSFER_WITH_AUTHORIZATION_TYPEHASH\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"spender\",\"type\":\"address\"}],\"name\":\"allowance\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"spender\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"approve\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"authorizer\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"nonce\",\"type\":\"bytes32\"}],\"name\":\"authorizationState\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"authorizer\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"nonce\",\"type\":\"bytes32\"},{\"internalType\":\"uint8\",\"name\":\"v\",\"type\":\"uint8\"},{\"internalType\":\"bytes32\",\"name\":\"r\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"s\",\"type\":\"bytes32\"}],\"name\":\"cancelAuthorization\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"authorizer\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"nonce\",\"type\":\"bytes32\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"name\":\"cancelAuthorization\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"decimals\",\"outputs\":[{\"internalType\":\"uint8\",\"name\":\"\",\"type\":\"uint8\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"name\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"validAfter\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"validBefore\",\"type\":\"uint256\"},{\"internalType\":\"bytes32\",\"name\":\"nonce\",\"type\":\"bytes32\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"name\":\"receiveWithAuthorization\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"validAfter\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"validBefore\",\"type\":\"uint256\"},{\"internalType\":\"bytes32\",\"name\":\"nonce\",\"type\":\"bytes32\"},{\"internalType\":\"uint8\",\"name\":\"v\",\"type\":\"uint8\"},{\"internalType\":\"bytes32\",\"name\":\"r\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"s\",\"type\":\"bytes32\"}],\"name\":\"receiveWithAuthorization\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"symbol\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"totalSupply\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"transfer\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"transferFrom\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"validAfter\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"validBefore\",\"type\":\"uint256\"},{\"internalType\":\"bytes32\",\"name\":\"nonce\",\"type\":\"bytes32\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"name\":\"transferWithAuthorization\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"validAfter\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"validBefore\",\"type\":\"uint256\"},{\"internalType\":\"bytes32\",\"name\":\"nonce\",\"type\":\"bytes32\"},{\"internalType\":\"uint8\",\"name\":\"v\",\"type\":\"uint8\"},{\"internalType\":\"bytes32\",\"name\":\"r\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"s\",\"type\":\"bytes32\"}],\"name\":\"transferWithAuthorization\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"version\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "e27f0a07d7271ace25ef685bc2c3f33c21",
}

// TestDollar is an auto generated Go binding around an Ethereum contract.
type TestDollar struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *TestDollar) GetABI() abi.ABI {
	return c.abi
}

// NewTestDollar creates a new instance of TestDollar.
func NewTestDollar() *TestDollar {
	parsed, err := TestDollarMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TestDollar{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *TestDollar) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackCANCELAUTHORIZATIONTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd9169487.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function CANCEL_AUTHORIZATION_TYPEHASH() view returns(bytes32)
func (testDollar *TestDollar) PackCANCELAUTHORIZATIONTYPEHASH() []byte {
	enc, err := testDollar.abi.Pack("CANCEL_AUTHORIZATION_TYPEHASH")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCANCELAUTHORIZATIONTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd9169487.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function CANCEL_AUTHORIZATION_TYPEHASH() view returns(bytes32)
func (testDollar *TestDollar) TryPackCANCELAUTHORIZATIONTYPEHASH() ([]byte, error) {
	return testDollar.abi.Pack("CANCEL_AUTHORIZATION_TYPEHASH")
}

// UnpackCANCELAUTHORIZATIONTYPEHASH is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd9169487.
//
// Solidity: function CANCEL_AUTHORIZATION_TYPEHASH() view returns(bytes32)
func (testDollar *TestDollar) UnpackCANCELAUTHORIZATIONTYPEHASH(data []byte) ([32]byte, error) {
	out, err := testDollar.abi.Unpack("CANCEL_AUTHORIZATION_TYPEHASH", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackDOMAINSEPARATOR is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3644e515.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (testDollar *TestDollar) PackDOMAINSEPARATOR() []byte {
	enc, err := testDollar.abi.Pack("DOMAIN_SEPARATOR")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDOMAINSEPARATOR is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3644e515.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (testDollar *TestDollar) TryPackDOMAINSEPARATOR() ([]byte, error) {
	return testDollar.abi.Pack("DOMAIN_SEPARATOR")
}

// UnpackDOMAINSEPARATOR is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3644e515.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (testDollar *TestDollar) UnpackDOMAINSEPARATOR(data []byte) ([32]byte, error) {
	out, err := testDollar.abi.Unpack("DOMAIN_SEPARATOR", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackRECEIVEWITHAUTHORIZATIONTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7f2eecc3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function RECEIVE_WITH_AUTHORIZATION_TYPEHASH() view returns(bytes32)
func (testDollar *TestDollar) PackRECEIVEWITHAUTHORIZATIONTYPEHASH() []byte {
	enc, err := testDollar.abi.Pack("RECEIVE_WITH_AUTHORIZATION_TYPEHASH")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRECEIVEWITHAUTHORIZATIONTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7f2eecc3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function RECEIVE_WITH_AUTHORIZATION_TYPEHASH() view returns(bytes32)
func (testDollar *TestDollar) TryPackRECEIVEWITHAUTHORIZATIONTYPEHASH() ([]byte, error) {
	return testDollar.abi.Pack("RECEIVE_WITH_AUTHORIZATION_TYPEHASH")
}

// UnpackRECEIVEWITHAUTHORIZATIONTYPEHASH is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x7f2eecc3.
//
// Solidity: function RECEIVE_WITH_AUTHORIZATION_TYPEHASH() view returns(bytes32)
func (testDollar *TestDollar) UnpackRECEIVEWITHAUTHORIZATIONTYPEHASH(data []byte) ([32]byte, error) {
	out, err := testDollar.abi.Unpack("RECEIVE_WITH_AUTHORIZATION_TYPEHASH", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackTRANSFERWITHAUTHORIZATIONTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa0cc6a68.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function TRANSFER_WITH_AUTHORIZATION_TYPEHASH() view returns(bytes32)
func (testDollar *TestDollar) PackTRANSFERWITHAUTHORIZATIONTYPEHASH() []byte {
	enc, err := testDollar.abi.Pack("TRANSFER_WITH_AUTHORIZATION_TYPEHASH")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTRANSFERWITHAUTHORIZATIONTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa0cc6a68.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function TRANSFER_WITH_AUTHORIZATION_TYPEHASH() view returns(bytes32)
func (testDollar *TestDollar) TryPackTRANSFERWITHAUTHORIZATIONTYPEHASH() ([]byte, error) {
	return testDollar.abi.Pack("TRANSFER_WITH_AUTHORIZATION_TYPEHASH")
}

// UnpackTRANSFERWITHAUTHORIZATIONTYPEHASH is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa0cc6a68.
//
// Solidity: function TRANSFER_WITH_AUTHORIZATION_TYPEHASH() view returns(bytes32)
func (testDollar *TestDollar) UnpackTRANSFERWITHAUTHORIZATIONTYPEHASH(data []byte) ([32]byte, error) {
	out, err := testDollar.abi.Unpack("TRANSFER_WITH_AUTHORIZATION_TYPEHASH", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function allowance(address owner, address spender) view returns(uint256)
func (testDollar *TestDollar) PackAllowance(owner common.Address, spender common.Address) []byte {
	enc, err := testDollar.abi.Pack("allowance", owner, spender)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function allowance(address owner, address spender) view returns(uint256)
func (testDollar *TestDollar) TryPackAllowance(owner common.Address, spender common.Address) ([]byte, error) {
	return testDollar.abi.Pack("allowance", owner, spender)
}

// UnpackAllowance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdd62ed3e.
//
// Solidity: function allowance(address owner, address spender) view returns(uint256)
func (testDollar *TestDollar) UnpackAllowance(data []byte) (*big.Int, error) {
	out, err := testDollar.abi.Unpack("allowance", data)
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
func (testDollar *TestDollar) PackApprove(spender common.Address, value *big.Int) []byte {
	enc, err := testDollar.abi.Pack("approve", spender, value)
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
func (testDollar *TestDollar) TryPackApprove(spender common.Address, value *big.Int) ([]byte, error) {
	return testDollar.abi.Pack("approve", spender, value)
}

// UnpackApprove is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x095ea7b3.
//
// Solidity: function approve(address spender, uint256 value) returns(bool)
func (testDollar *TestDollar) UnpackApprove(data []byte) (bool, error) {
	out, err := testDollar.abi.Unpack("approve", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackAuthorizationState is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe94a0102.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function authorizationState(address authorizer, bytes32 nonce) view returns(bool)
func (testDollar *TestDollar) PackAuthorizationState(authorizer common.Address, nonce [32]byte) []byte {
	enc, err := testDollar.abi.Pack("authorizationState", authorizer, nonce)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAuthorizationState is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe94a0102.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function authorizationState(address authorizer, bytes32 nonce) view returns(bool)
func (testDollar *TestDollar) TryPackAuthorizationState(authorizer common.Address, nonce [32]byte) ([]byte, error) {
	return testDollar.abi.Pack("authorizationState", authorizer, nonce)
}

// UnpackAuthorizationState is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe94a0102.
//
// Solidity: function authorizationState(address authorizer, bytes32 nonce) view returns(bool)
func (testDollar *TestDollar) UnpackAuthorizationState(data []byte) (bool, error) {
	out, err := testDollar.abi.Unpack("authorizationState", data)
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
// Solidity: function balanceOf(address account) view returns(uint256)
func (testDollar *TestDollar) PackBalanceOf(account common.Address) []byte {
	enc, err := testDollar.abi.Pack("balanceOf", account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address account) view returns(uint256)
func (testDollar *TestDollar) TryPackBalanceOf(account common.Address) ([]byte, error) {
	return testDollar.abi.Pack("balanceOf", account)
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address account) view returns(uint256)
func (testDollar *TestDollar) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := testDollar.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackCancelAuthorization is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5a049a70.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) returns()
func (testDollar *TestDollar) PackCancelAuthorization(authorizer common.Address, nonce [32]byte, v uint8, r [32]byte, s [32]byte) []byte {
	enc, err := testDollar.abi.Pack("cancelAuthorization", authorizer, nonce, v, r, s)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCancelAuthorization is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5a049a70.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) returns()
func (testDollar *TestDollar) TryPackCancelAuthorization(authorizer common.Address, nonce [32]byte, v uint8, r [32]byte, s [32]byte) ([]byte, error) {
	return testDollar.abi.Pack("cancelAuthorization", authorizer, nonce, v, r, s)
}

// PackCancelAuthorization0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb7b72899.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature) returns()
func (testDollar *TestDollar) PackCancelAuthorization0(authorizer common.Address, nonce [32]byte, signature []byte) []byte {
	enc, err := testDollar.abi.Pack("cancelAuthorization0", authorizer, nonce, signature)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCancelAuthorization0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb7b72899.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature) returns()
func (testDollar *TestDollar) TryPackCancelAuthorization0(authorizer common.Address, nonce [32]byte, signature []byte) ([]byte, error) {
	return testDollar.abi.Pack("cancelAuthorization0", authorizer, nonce, signature)
}

// PackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function decimals() view returns(uint8)
func (testDollar *TestDollar) PackDecimals() []byte {
	enc, err := testDollar.abi.Pack("decimals")
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
func (testDollar *TestDollar) TryPackDecimals() ([]byte, error) {
	return testDollar.abi.Pack("decimals")
}

// UnpackDecimals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x313ce567.
//
// Solidity: function decimals() view returns(uint8)
func (testDollar *TestDollar) UnpackDecimals(data []byte) (uint8, error) {
	out, err := testDollar.abi.Unpack("decimals", data)
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
func (testDollar *TestDollar) PackName() []byte {
	enc, err := testDollar.abi.Pack("name")
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
func (testDollar *TestDollar) TryPackName() ([]byte, error) {
	return testDollar.abi.Pack("name")
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (testDollar *TestDollar) UnpackName(data []byte) (string, error) {
	out, err := testDollar.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackReceiveWithAuthorization is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x88b7ab63.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature) returns()
func (testDollar *TestDollar) PackReceiveWithAuthorization(from common.Address, to common.Address, value *big.Int, validAfter *big.Int, validBefore *big.Int, nonce [32]byte, signature []byte) []byte {
	enc, err := testDollar.abi.Pack("receiveWithAuthorization", from, to, value, validAfter, validBefore, nonce, signature)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackReceiveWithAuthorization is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x88b7ab63.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature) returns()
func (testDollar *TestDollar) TryPackReceiveWithAuthorization(from common.Address, to common.Address, value *big.Int, validAfter *big.Int, validBefore *big.Int, nonce [32]byte, signature []byte) ([]byte, error) {
	return testDollar.abi.Pack("receiveWithAuthorization", from, to, value, validAfter, validBefore, nonce, signature)
}

// PackReceiveWithAuthorization0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xef55bec6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) returns()
func (testDollar *TestDollar) PackReceiveWithAuthorization0(from common.Address, to common.Address, value *big.Int, validAfter *big.Int, validBefore *big.Int, nonce [32]byte, v uint8, r [32]byte, s [32]byte) []byte {
	enc, err := testDollar.abi.Pack("receiveWithAuthorization0", from, to, value, validAfter, validBefore, nonce, v, r, s)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackReceiveWithAuthorization0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xef55bec6.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) returns()
func (testDollar *TestDollar) TryPackReceiveWithAuthorization0(from common.Address, to common.Address, value *big.Int, validAfter *big.Int, validBefore *big.Int, nonce [32]byte, v uint8, r [32]byte, s [32]byte) ([]byte, error) {
	return testDollar.abi.Pack("receiveWithAuthorization0", from, to, value, validAfter, validBefore, nonce, v, r, s)
}

// PackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function symbol() view returns(string)
func (testDollar *TestDollar) PackSymbol() []byte {
	enc, err := testDollar.abi.Pack("symbol")
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
func (testDollar *TestDollar) TryPackSymbol() ([]byte, error) {
	return testDollar.abi.Pack("symbol")
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (testDollar *TestDollar) UnpackSymbol(data []byte) (string, error) {
	out, err := testDollar.abi.Unpack("symbol", data)
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
func (testDollar *TestDollar) PackTotalSupply() []byte {
	enc, err := testDollar.abi.Pack("totalSupply")
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
func (testDollar *TestDollar) TryPackTotalSupply() ([]byte, error) {
	return testDollar.abi.Pack("totalSupply")
}

// UnpackTotalSupply is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x18160ddd.
//
// Solidity: function totalSupply() view returns(uint256)
func (testDollar *TestDollar) UnpackTotalSupply(data []byte) (*big.Int, error) {
	out, err := testDollar.abi.Unpack("totalSupply", data)
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
func (testDollar *TestDollar) PackTransfer(to common.Address, value *big.Int) []byte {
	enc, err := testDollar.abi.Pack("transfer", to, value)
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
func (testDollar *TestDollar) TryPackTransfer(to common.Address, value *big.Int) ([]byte, error) {
	return testDollar.abi.Pack("transfer", to, value)
}

// UnpackTransfer is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa9059cbb.
//
// Solidity: function transfer(address to, uint256 value) returns(bool)
func (testDollar *TestDollar) UnpackTransfer(data []byte) (bool, error) {
	out, err := testDollar.abi.Unpack("transfer", data)
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
func (testDollar *TestDollar) PackTransferFrom(from common.Address, to common.Address, value *big.Int) []byte {
	enc, err := testDollar.abi.Pack("transferFrom", from, to, value)
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
func (testDollar *TestDollar) TryPackTransferFrom(from common.Address, to common.Address, value *big.Int) ([]byte, error) {
	return testDollar.abi.Pack("transferFrom", from, to, value)
}

// UnpackTransferFrom is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x23b872dd.
//
// Solidity: function transferFrom(address from, address to, uint256 value) returns(bool)
func (testDollar *TestDollar) UnpackTransferFrom(data []byte) (bool, error) {
	out, err := testDollar.abi.Unpack("transferFrom", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackTransferWithAuthorization is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcf092995.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature) returns()
func (testDollar *TestDollar) PackTransferWithAuthorization(from common.Address, to common.Address, value *big.Int, validAfter *big.Int, validBefore *big.Int, nonce [32]byte, signature []byte) []byte {
	enc, err := testDollar.abi.Pack("transferWithAuthorization", from, to, value, validAfter, validBefore, nonce, signature)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTransferWithAuthorization is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcf092995.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature) returns()
func (testDollar *TestDollar) TryPackTransferWithAuthorization(from common.Address, to common.Address, value *big.Int, validAfter *big.Int, validBefore *big.Int, nonce [32]byte, signature []byte) ([]byte, error) {
	return testDollar.abi.Pack("transferWithAuthorization", from, to, value, validAfter, validBefore, nonce, signature)
}

// PackTransferWithAuthorization0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe3ee160e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) returns()
func (testDollar *TestDollar) PackTransferWithAuthorization0(from common.Address, to common.Address, value *big.Int, validAfter *big.Int, validBefore *big.Int, nonce [32]byte, v uint8, r [32]byte, s [32]byte) []byte {
	enc, err := testDollar.abi.Pack("transferWithAuthorization0", from, to, value, validAfter, validBefore, nonce, v, r, s)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTransferWithAuthorization0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe3ee160e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) returns()
func (testDollar *TestDollar) TryPackTransferWithAuthorization0(from common.Address, to common.Address, value *big.Int, validAfter *big.Int, validBefore *big.Int, nonce [32]byte, v uint8, r [32]byte, s [32]byte) ([]byte, error) {
	return testDollar.abi.Pack("transferWithAuthorization0", from, to, value, validAfter, validBefore, nonce, v, r, s)
}

// PackVersion is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x54fd4d50.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function version() view returns(string)
func (testDollar *TestDollar) PackVersion() []byte {
	enc, err := testDollar.abi.Pack("version")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackVersion is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x54fd4d50.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function version() view returns(string)
func (testDollar *TestDollar) TryPackVersion() ([]byte, error) {
	return testDollar.abi.Pack("version")
}

// UnpackVersion is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x54fd4d50.
//
// Solidity: function version() view returns(string)
func (testDollar *TestDollar) UnpackVersion(data []byte) (string, error) {
	out, err := testDollar.abi.Unpack("version", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// TestDollarApproval represents a Approval event raised by the TestDollar contract.
type TestDollarApproval struct {
	Owner   common.Address
	Spender common.Address
	Value   *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const TestDollarApprovalEventName = "Approval"

// ContractEventName returns the user-defined event name.
func (TestDollarApproval) ContractEventName() string {
	return TestDollarApprovalEventName
}

// UnpackApprovalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Approval(address indexed owner, address indexed spender, uint256 value)
func (testDollar *TestDollar) UnpackApprovalEvent(log *types.Log) (*TestDollarApproval, error) {
	event := "Approval"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != testDollar.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TestDollarApproval)
	if len(log.Data) > 0 {
		if err := testDollar.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range testDollar.abi.Events[event].Inputs {
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

// TestDollarAuthorizationCanceled represents a AuthorizationCanceled event raised by the TestDollar contract.
type TestDollarAuthorizationCanceled struct {
	Authorizer common.Address
	Nonce      [32]byte
	Raw        *types.Log // Blockchain specific contextual infos
}

const TestDollarAuthorizationCanceledEventName = "AuthorizationCanceled"

// ContractEventName returns the user-defined event name.
func (TestDollarAuthorizationCanceled) ContractEventName() string {
	return TestDollarAuthorizationCanceledEventName
}

// UnpackAuthorizationCanceledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)
func (testDollar *TestDollar) UnpackAuthorizationCanceledEvent(log *types.Log) (*TestDollarAuthorizationCanceled, error) {
	event := "AuthorizationCanceled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != testDollar.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TestDollarAuthorizationCanceled)
	if len(log.Data) > 0 {
		if err := testDollar.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range testDollar.abi.Events[event].Inputs {
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

// TestDollarAuthorizationUsed represents a AuthorizationUsed event raised by the TestDollar contract.
type TestDollarAuthorizationUsed struct {
	Authorizer common.Address
	Nonce      [32]byte
	Raw        *types.Log // Blockchain specific contextual infos
}

const TestDollarAuthorizationUsedEventName = "AuthorizationUsed"

// ContractEventName returns the user-defined event name.
func (TestDollarAuthorizationUsed) ContractEventName() string {
	return TestDollarAuthorizationUsedEventName
}

// UnpackAuthorizationUsedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)
func (testDollar *TestDollar) UnpackAuthorizationUsedEvent(log *types.Log) (*TestDollarAuthorizationUsed, error) {
	event := "AuthorizationUsed"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != testDollar.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TestDollarAuthorizationUsed)
	if len(log.Data) > 0 {
		if err := testDollar.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range testDollar.abi.Events[event].Inputs {
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

// TestDollarTransfer represents a Transfer event raised by the TestDollar contract.
type TestDollarTransfer struct {
	From  common.Address
	To    common.Address
	Value *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

const TestDollarTransferEventName = "Transfer"

// ContractEventName returns the user-defined event name.
func (TestDollarTransfer) ContractEventName() string {
	return TestDollarTransferEventName
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 value)
func (testDollar *TestDollar) UnpackTransferEvent(log *types.Log) (*TestDollarTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != testDollar.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TestDollarTransfer)
	if len(log.Data) > 0 {
		if err := testDollar.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range testDollar.abi.Events[event].Inputs {
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

// TestFactoryMetaData contains all meta data concerning the TestFactory contract.
var TestFactoryMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"salt\",\"type\":\"uint256\"}],\"name\":\"accountAddress\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"burn\",\"outputs\":[],\"stateMutability\":\"pure\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"salt\",\"type\":\"uint256\"}],\"name\":\"burnerAddress\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"salt\",\"type\":\"uint256\"}],\"name\":\"createAccount\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"salt\",\"type\":\"uint256\"}],\"name\":\"createBurner\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "1b517b2bcdffff4370fa0acd81a7bc2304",
}

// TestFactory is an auto generated Go binding around an Ethereum contract.
type TestFactory struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *TestFactory) GetABI() abi.ABI {
	return c.abi
}

// NewTestFactory creates a new instance of TestFactory.
func NewTestFactory() *TestFactory {
	parsed, err := TestFactoryMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TestFactory{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *TestFactory) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackAccountAddress is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x58df3a3d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function accountAddress(address owner, uint256 salt) view returns(address)
func (testFactory *TestFactory) PackAccountAddress(owner common.Address, salt *big.Int) []byte {
	enc, err := testFactory.abi.Pack("accountAddress", owner, salt)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAccountAddress is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x58df3a3d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function accountAddress(address owner, uint256 salt) view returns(address)
func (testFactory *TestFactory) TryPackAccountAddress(owner common.Address, salt *big.Int) ([]byte, error) {
	return testFactory.abi.Pack("accountAddress", owner, salt)
}

// UnpackAccountAddress is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x58df3a3d.
//
// Solidity: function accountAddress(address owner, uint256 salt) view returns(address)
func (testFactory *TestFactory) UnpackAccountAddress(data []byte) (common.Address, error) {
	out, err := testFactory.abi.Unpack("accountAddress", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackBurn is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x44df8e70.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function burn() pure returns()
func (testFactory *TestFactory) PackBurn() []byte {
	enc, err := testFactory.abi.Pack("burn")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBurn is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x44df8e70.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function burn() pure returns()
func (testFactory *TestFactory) TryPackBurn() ([]byte, error) {
	return testFactory.abi.Pack("burn")
}

// PackBurnerAddress is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcb5f4c9d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function burnerAddress(uint256 salt) view returns(address)
func (testFactory *TestFactory) PackBurnerAddress(salt *big.Int) []byte {
	enc, err := testFactory.abi.Pack("burnerAddress", salt)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBurnerAddress is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcb5f4c9d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function burnerAddress(uint256 salt) view returns(address)
func (testFactory *TestFactory) TryPackBurnerAddress(salt *big.Int) ([]byte, error) {
	return testFactory.abi.Pack("burnerAddress", salt)
}

// UnpackBurnerAddress is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xcb5f4c9d.
//
// Solidity: function burnerAddress(uint256 salt) view returns(address)
func (testFactory *TestFactory) UnpackBurnerAddress(data []byte) (common.Address, error) {
	out, err := testFactory.abi.Unpack("burnerAddress", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackCreateAccount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5fbfb9cf.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function createAccount(address owner, uint256 salt) returns(address)
func (testFactory *TestFactory) PackCreateAccount(owner common.Address, salt *big.Int) []byte {
	enc, err := testFactory.abi.Pack("createAccount", owner, salt)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCreateAccount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5fbfb9cf.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function createAccount(address owner, uint256 salt) returns(address)
func (testFactory *TestFactory) TryPackCreateAccount(owner common.Address, salt *big.Int) ([]byte, error) {
	return testFactory.abi.Pack("createAccount", owner, salt)
}

// UnpackCreateAccount is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5fbfb9cf.
//
// Solidity: function createAccount(address owner, uint256 salt) returns(address)
func (testFactory *TestFactory) UnpackCreateAccount(data []byte) (common.Address, error) {
	out, err := testFactory.abi.Unpack("createAccount", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackCreateBurner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf8574fbd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function createBurner(uint256 salt) returns(address)
func (testFactory *TestFactory) PackCreateBurner(salt *big.Int) []byte {
	enc, err := testFactory.abi.Pack("createBurner", salt)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCreateBurner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf8574fbd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function createBurner(uint256 salt) returns(address)
func (testFactory *TestFactory) TryPackCreateBurner(salt *big.Int) ([]byte, error) {
	return testFactory.abi.Pack("createBurner", salt)
}

// UnpackCreateBurner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf8574fbd.
//
// Solidity: function createBurner(uint256 salt) returns(address)
func (testFactory *TestFactory) UnpackCreateBurner(data []byte) (common.Address, error) {
	out, err := testFactory.abi.Unpack("createBurner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// TestPermit2MetaData contains all meta data concerning the TestPermit2 contract.
var TestPermit2MetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"maxAmount\",\"type\":\"uint256\"}],\"name\":\"InvalidAmount\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidContractSignature\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidNonce\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidSignature\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidSignatureLength\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidSigner\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"signatureDeadline\",\"type\":\"uint256\"}],\"name\":\"SignatureExpired\",\"type\":\"error\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"word\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"mask\",\"type\":\"uint256\"}],\"name\":\"UnorderedNonceInvalidation\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"DOMAIN_SEPARATOR\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"word\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"mask\",\"type\":\"uint256\"}],\"name\":\"invalidateUnorderedNonces\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"name\":\"nonceBitmap\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"internalType\":\"structTestPermit2.TokenPermissions\",\"name\":\"permitted\",\"type\":\"tuple\"},{\"internalType\":\"uint256\",\"name\":\"nonce\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"deadline\",\"type\":\"uint256\"}],\"internalType\":\"structTestPermit2.PermitTransferFrom\",\"name\":\"permit\",\"type\":\"tuple\"},{\"components\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"requestedAmount\",\"type\":\"uint256\"}],\"internalType\":\"structTestPermit2.SignatureTransferDetails\",\"name\":\"details\",\"type\":\"tuple\"},{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"witness\",\"type\":\"bytes32\"},{\"internalType\":\"string\",\"name\":\"witnessType\",\"type\":\"string\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"name\":\"permitWitnessTransferFrom\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "50a8db37e78c9e4a0cf7ffbf6012663870",
}

// TestPermit2 is an auto generated Go binding around an Ethereum contract.
type TestPermit2 struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *TestPermit2) GetABI() abi.ABI {
	return c.abi
}

// NewTestPermit2 creates a new instance of TestPermit2.
func NewTestPermit2() *TestPermit2 {
	parsed, err := TestPermit2MetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TestPermit2{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *TestPermit2) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackDOMAINSEPARATOR is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3644e515.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (testPermit2 *TestPermit2) PackDOMAINSEPARATOR() []byte {
	enc, err := testPermit2.abi.Pack("DOMAIN_SEPARATOR")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDOMAINSEPARATOR is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3644e515.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (testPermit2 *TestPermit2) TryPackDOMAINSEPARATOR() ([]byte, error) {
	return testPermit2.abi.Pack("DOMAIN_SEPARATOR")
}

// UnpackDOMAINSEPARATOR is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3644e515.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (testPermit2 *TestPermit2) UnpackDOMAINSEPARATOR(data []byte) ([32]byte, error) {
	out, err := testPermit2.abi.Unpack("DOMAIN_SEPARATOR", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackInvalidateUnorderedNonces is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3ff9dcb1.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function invalidateUnorderedNonces(uint256 word, uint256 mask) returns()
func (testPermit2 *TestPermit2) PackInvalidateUnorderedNonces(word *big.Int, mask *big.Int) []byte {
	enc, err := testPermit2.abi.Pack("invalidateUnorderedNonces", word, mask)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackInvalidateUnorderedNonces is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3ff9dcb1.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function invalidateUnorderedNonces(uint256 word, uint256 mask) returns()
func (testPermit2 *TestPermit2) TryPackInvalidateUnorderedNonces(word *big.Int, mask *big.Int) ([]byte, error) {
	return testPermit2.abi.Pack("invalidateUnorderedNonces", word, mask)
}

// PackNonceBitmap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4fe02b44.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function nonceBitmap(address , uint256 ) view returns(uint256)
func (testPermit2 *TestPermit2) PackNonceBitmap(arg0 common.Address, arg1 *big.Int) []byte {
	enc, err := testPermit2.abi.Pack("nonceBitmap", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackNonceBitmap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4fe02b44.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function nonceBitmap(address , uint256 ) view returns(uint256)
func (testPermit2 *TestPermit2) TryPackNonceBitmap(arg0 common.Address, arg1 *big.Int) ([]byte, error) {
	return testPermit2.abi.Pack("nonceBitmap", arg0, arg1)
}

// UnpackNonceBitmap is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x4fe02b44.
//
// Solidity: function nonceBitmap(address , uint256 ) view returns(uint256)
func (testPermit2 *TestPermit2) UnpackNonceBitmap(data []byte) (*big.Int, error) {
	out, err := testPermit2.abi.Unpack("nonceBitmap", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackPermitWitnessTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x137c29fe.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function permitWitnessTransferFrom(((address,uint256),uint256,uint256) permit, (address,uint256) details, address owner, bytes32 witness, string witnessType, bytes signature) returns()
func (testPermit2 *TestPermit2) PackPermitWitnessTransferFrom(permit TestPermit2PermitTransferFrom, details TestPermit2SignatureTransferDetails, owner common.Address, witness [32]byte, witnessType string, signature []byte) []byte {
	enc, err := testPermit2.abi.Pack("permitWitnessTransferFrom", permit, details, owner, witness, witnessType, signature)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPermitWitnessTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x137c29fe.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function permitWitnessTransferFrom(((address,uint256),uint256,uint256) permit, (address,uint256) details, address owner, bytes32 witness, string witnessType, bytes signature) returns()
func (testPermit2 *TestPermit2) TryPackPermitWitnessTransferFrom(permit TestPermit2PermitTransferFrom, details TestPermit2SignatureTransferDetails, owner common.Address, witness [32]byte, witnessType string, signature []byte) ([]byte, error) {
	return testPermit2.abi.Pack("permitWitnessTransferFrom", permit, details, owner, witness, witnessType, signature)
}

// TestPermit2UnorderedNonceInvalidation represents a UnorderedNonceInvalidation event raised by the TestPermit2 contract.
type TestPermit2UnorderedNonceInvalidation struct {
	Owner common.Address
	Word  *big.Int
	Mask  *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

const TestPermit2UnorderedNonceInvalidationEventName = "UnorderedNonceInvalidation"

// ContractEventName returns the user-defined event name.
func (TestPermit2UnorderedNonceInvalidation) ContractEventName() string {
	return TestPermit2UnorderedNonceInvalidationEventName
}

// UnpackUnorderedNonceInvalidationEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask)
func (testPermit2 *TestPermit2) UnpackUnorderedNonceInvalidationEvent(log *types.Log) (*TestPermit2UnorderedNonceInvalidation, error) {
	event := "UnorderedNonceInvalidation"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != testPermit2.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TestPermit2UnorderedNonceInvalidation)
	if len(log.Data) > 0 {
		if err := testPermit2.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range testPermit2.abi.Events[event].Inputs {
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

// UnpackError attempts to decode the provided error data using user-defined
// error definitions.
func (testPermit2 *TestPermit2) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], testPermit2.abi.Errors["InvalidAmount"].ID.Bytes()[:4]) {
		return testPermit2.UnpackInvalidAmountError(raw[4:])
	}
	if bytes.Equal(raw[:4], testPermit2.abi.Errors["InvalidContractSignature"].ID.Bytes()[:4]) {
		return testPermit2.UnpackInvalidContractSignatureError(raw[4:])
	}
	if bytes.Equal(raw[:4], testPermit2.abi.Errors["InvalidNonce"].ID.Bytes()[:4]) {
		return testPermit2.UnpackInvalidNonceError(raw[4:])
	}
	if bytes.Equal(raw[:4], testPermit2.abi.Errors["InvalidSignature"].ID.Bytes()[:4]) {
		return testPermit2.UnpackInvalidSignatureError(raw[4:])
	}
	if bytes.Equal(raw[:4], testPermit2.abi.Errors["InvalidSignatureLength"].ID.Bytes()[:4]) {
		return testPermit2.UnpackInvalidSignatureLengthError(raw[4:])
	}
	if bytes.Equal(raw[:4], testPermit2.abi.Errors["InvalidSigner"].ID.Bytes()[:4]) {
		return testPermit2.UnpackInvalidSignerError(raw[4:])
	}
	if bytes.Equal(raw[:4], testPermit2.abi.Errors["SignatureExpired"].ID.Bytes()[:4]) {
		return testPermit2.UnpackSignatureExpiredError(raw[4:])
	}
	return nil, errors.New("unknown error")
}

// TestPermit2InvalidAmount represents a InvalidAmount error raised by the TestPermit2 contract.
type TestPermit2InvalidAmount struct {
	MaxAmount *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidAmount(uint256 maxAmount)
func TestPermit2InvalidAmountErrorID() common.Hash {
	return common.HexToHash("0x3728b83da61d63401ac13ad617e59d729e6cb5ed67c24fa9dc4e9b626307fd6e")
}

// UnpackInvalidAmountError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidAmount(uint256 maxAmount)
func (testPermit2 *TestPermit2) UnpackInvalidAmountError(raw []byte) (*TestPermit2InvalidAmount, error) {
	out := new(TestPermit2InvalidAmount)
	if err := testPermit2.abi.UnpackIntoInterface(out, "InvalidAmount", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestPermit2InvalidContractSignature represents a InvalidContractSignature error raised by the TestPermit2 contract.
type TestPermit2InvalidContractSignature struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidContractSignature()
func TestPermit2InvalidContractSignatureErrorID() common.Hash {
	return common.HexToHash("0xb0669cbc44dcc813760e2b75f75ec6b5f9f11c5a9277f3ad2e7a63052ae97f7a")
}

// UnpackInvalidContractSignatureError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidContractSignature()
func (testPermit2 *TestPermit2) UnpackInvalidContractSignatureError(raw []byte) (*TestPermit2InvalidContractSignature, error) {
	out := new(TestPermit2InvalidContractSignature)
	if err := testPermit2.abi.UnpackIntoInterface(out, "InvalidContractSignature", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestPermit2InvalidNonce represents a InvalidNonce error raised by the TestPermit2 contract.
type TestPermit2InvalidNonce struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidNonce()
func TestPermit2InvalidNonceErrorID() common.Hash {
	return common.HexToHash("0x756688fec2871909d72599c334b663ffcc94654c438569966c7fd3ab3a351f34")
}

// UnpackInvalidNonceError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidNonce()
func (testPermit2 *TestPermit2) UnpackInvalidNonceError(raw []byte) (*TestPermit2InvalidNonce, error) {
	out := new(TestPermit2InvalidNonce)
	if err := testPermit2.abi.UnpackIntoInterface(out, "InvalidNonce", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestPermit2InvalidSignature represents a InvalidSignature error raised by the TestPermit2 contract.
type TestPermit2InvalidSignature struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidSignature()
func TestPermit2InvalidSignatureErrorID() common.Hash {
	return common.HexToHash("0x8baa579fce362245063d36f11747a89dd489c54795634fc673cc0e0db51fedc5")
}

// UnpackInvalidSignatureError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidSignature()
func (testPermit2 *TestPermit2) UnpackInvalidSignatureError(raw []byte) (*TestPermit2InvalidSignature, error) {
	out := new(TestPermit2InvalidSignature)
	if err := testPermit2.abi.UnpackIntoInterface(out, "InvalidSignature", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestPermit2InvalidSignatureLength represents a InvalidSignatureLength error raised by the TestPermit2 contract.
type TestPermit2InvalidSignatureLength struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidSignatureLength()
func TestPermit2InvalidSignatureLengthErrorID() common.Hash {
	return common.HexToHash("0x4be6321b1c5c52e8bf12be29c94fdc79660cce8a7886a11425ece4c2331dafa7")
}

// UnpackInvalidSignatureLengthError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidSignatureLength()
func (testPermit2 *TestPermit2) UnpackInvalidSignatureLengthError(raw []byte) (*TestPermit2InvalidSignatureLength, error) {
	out := new(TestPermit2InvalidSignatureLength)
	if err := testPermit2.abi.UnpackIntoInterface(out, "InvalidSignatureLength", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestPermit2InvalidSigner represents a InvalidSigner error raised by the TestPermit2 contract.
type TestPermit2InvalidSigner struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidSigner()
func TestPermit2InvalidSignerErrorID() common.Hash {
	return common.HexToHash("0x815e1d64efb74fbe314c20a2b8a2335d18bce12a19165e447fa36bcb35959528")
}

// UnpackInvalidSignerError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidSigner()
func (testPermit2 *TestPermit2) UnpackInvalidSignerError(raw []byte) (*TestPermit2InvalidSigner, error) {
	out := new(TestPermit2InvalidSigner)
	if err := testPermit2.abi.UnpackIntoInterface(out, "InvalidSigner", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestPermit2SignatureExpired represents a SignatureExpired error raised by the TestPermit2 contract.
type TestPermit2SignatureExpired struct {
	SignatureDeadline *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error SignatureExpired(uint256 signatureDeadline)
func TestPermit2SignatureExpiredErrorID() common.Hash {
	return common.HexToHash("0xcd21db4f5222c209a625f44a7faa4c7077b21128ed96c96bd5c3a0f7bcc95d38")
}

// UnpackSignatureExpiredError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error SignatureExpired(uint256 signatureDeadline)
func (testPermit2 *TestPermit2) UnpackSignatureExpiredError(raw []byte) (*TestPermit2SignatureExpired, error) {
	out := new(TestPermit2SignatureExpired)
	if err := testPermit2.abi.UnpackIntoInterface(out, "SignatureExpired", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestPermit2ProxyMetaData contains all meta data concerning the TestPermit2Proxy contract.
var TestPermit2ProxyMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[],\"name\":\"InvalidAmount\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidDestination\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidOwner\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"PaymentTooEarly\",\"type\":\"error\"},{\"anonymous\":false,\"inputs\":[],\"name\":\"Settled\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"PERMIT2\",\"outputs\":[{\"internalType\":\"contractTestPermit2\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"internalType\":\"structTestPermit2.TokenPermissions\",\"name\":\"permitted\",\"type\":\"tuple\"},{\"internalType\":\"uint256\",\"name\":\"nonce\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"deadline\",\"type\":\"uint256\"}],\"internalType\":\"structTestPermit2.PermitTransferFrom\",\"name\":\"permit\",\"type\":\"tuple\"},{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"components\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"validAfter\",\"type\":\"uint256\"}],\"internalType\":\"structTestPermit2Proxy.Witness\",\"name\":\"witness\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"name\":\"settle\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "48564f5fac6cb7e06e5b09f372614133cb",
}

// TestPermit2Proxy is an auto generated Go binding around an Ethereum contract.
type TestPermit2Proxy struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *TestPermit2Proxy) GetABI() abi.ABI {
	return c.abi
}

// NewTestPermit2Proxy creates a new instance of TestPermit2Proxy.
func NewTestPermit2Proxy() *TestPermit2Proxy {
	parsed, err := TestPermit2ProxyMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TestPermit2Proxy{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *TestPermit2Proxy) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackPERMIT2 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6afdd850.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function PERMIT2() view returns(address)
func (testPermit2Proxy *TestPermit2Proxy) PackPERMIT2() []byte {
	enc, err := testPermit2Proxy.abi.Pack("PERMIT2")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPERMIT2 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6afdd850.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function PERMIT2() view returns(address)
func (testPermit2Proxy *TestPermit2Proxy) TryPackPERMIT2() ([]byte, error) {
	return testPermit2Proxy.abi.Pack("PERMIT2")
}

// UnpackPERMIT2 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x6afdd850.
//
// Solidity: function PERMIT2() view returns(address)
func (testPermit2Proxy *TestPermit2Proxy) UnpackPERMIT2(data []byte) (common.Address, error) {
	out, err := testPermit2Proxy.abi.Unpack("PERMIT2", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackSettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x13cd3b53.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function settle(((address,uint256),uint256,uint256) permit, address owner, (address,uint256) witness, bytes signature) returns()
func (testPermit2Proxy *TestPermit2Proxy) PackSettle(permit TestPermit2PermitTransferFrom, owner common.Address, witness TestPermit2ProxyWitness, signature []byte) []byte {
	enc, err := testPermit2Proxy.abi.Pack("settle", permit, owner, witness, signature)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x13cd3b53.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function settle(((address,uint256),uint256,uint256) permit, address owner, (address,uint256) witness, bytes signature) returns()
func (testPermit2Proxy *TestPermit2Proxy) TryPackSettle(permit TestPermit2PermitTransferFrom, owner common.Address, witness TestPermit2ProxyWitness, signature []byte) ([]byte, error) {
	return testPermit2Proxy.abi.Pack("settle", permit, owner, witness, signature)
}

// TestPermit2ProxySettled represents a Settled event raised by the TestPermit2Proxy contract.
type TestPermit2ProxySettled struct {
	Raw *types.Log // Blockchain specific contextual infos
}

const TestPermit2ProxySettledEventName = "Settled"

// ContractEventName returns the user-defined event name.
func (TestPermit2ProxySettled) ContractEventName() string {
	return TestPermit2ProxySettledEventName
}

// UnpackSettledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Settled()
func (testPermit2Proxy *TestPermit2Proxy) UnpackSettledEvent(log *types.Log) (*TestPermit2ProxySettled, error) {
	event := "Settled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != testPermit2Proxy.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TestPermit2ProxySettled)
	if len(log.Data) > 0 {
		if err := testPermit2Proxy.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range testPermit2Proxy.abi.Events[event].Inputs {
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

// UnpackError attempts to decode the provided error data using user-defined
// error definitions.
func (testPermit2Proxy *TestPermit2Proxy) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], testPermit2Proxy.abi.Errors["InvalidAmount"].ID.Bytes()[:4]) {
		return testPermit2Proxy.UnpackInvalidAmountError(raw[4:])
	}
	if bytes.Equal(raw[:4], testPermit2Proxy.abi.Errors["InvalidDestination"].ID.Bytes()[:4]) {
		return testPermit2Proxy.UnpackInvalidDestinationError(raw[4:])
	}
	if bytes.Equal(raw[:4], testPermit2Proxy.abi.Errors["InvalidOwner"].ID.Bytes()[:4]) {
		return testPermit2Proxy.UnpackInvalidOwnerError(raw[4:])
	}
	if bytes.Equal(raw[:4], testPermit2Proxy.abi.Errors["PaymentTooEarly"].ID.Bytes()[:4]) {
		return testPermit2Proxy.UnpackPaymentTooEarlyError(raw[4:])
	}
	return nil, errors.New("unknown error")
}

// TestPermit2ProxyInvalidAmount represents a InvalidAmount error raised by the TestPermit2Proxy contract.
type TestPermit2ProxyInvalidAmount struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidAmount()
func TestPermit2ProxyInvalidAmountErrorID() common.Hash {
	return common.HexToHash("0x2c5211c6cb73b16841677a034781e8336d18ce66df858e54153c86854e11f7b8")
}

// UnpackInvalidAmountError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidAmount()
func (testPermit2Proxy *TestPermit2Proxy) UnpackInvalidAmountError(raw []byte) (*TestPermit2ProxyInvalidAmount, error) {
	out := new(TestPermit2ProxyInvalidAmount)
	if err := testPermit2Proxy.abi.UnpackIntoInterface(out, "InvalidAmount", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestPermit2ProxyInvalidDestination represents a InvalidDestination error raised by the TestPermit2Proxy contract.
type TestPermit2ProxyInvalidDestination struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidDestination()
func TestPermit2ProxyInvalidDestinationErrorID() common.Hash {
	return common.HexToHash("0xac6b05f542ae1b66b4b43710bf4773616692aad79ee0fe8cb9c5db0f38dd0764")
}

// UnpackInvalidDestinationError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidDestination()
func (testPermit2Proxy *TestPermit2Proxy) UnpackInvalidDestinationError(raw []byte) (*TestPermit2ProxyInvalidDestination, error) {
	out := new(TestPermit2ProxyInvalidDestination)
	if err := testPermit2Proxy.abi.UnpackIntoInterface(out, "InvalidDestination", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestPermit2ProxyInvalidOwner represents a InvalidOwner error raised by the TestPermit2Proxy contract.
type TestPermit2ProxyInvalidOwner struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidOwner()
func TestPermit2ProxyInvalidOwnerErrorID() common.Hash {
	return common.HexToHash("0x49e27cffb37b1ca4a9bf5318243b2014d13f940af232b8552c208bdea15739da")
}

// UnpackInvalidOwnerError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidOwner()
func (testPermit2Proxy *TestPermit2Proxy) UnpackInvalidOwnerError(raw []byte) (*TestPermit2ProxyInvalidOwner, error) {
	out := new(TestPermit2ProxyInvalidOwner)
	if err := testPermit2Proxy.abi.UnpackIntoInterface(out, "InvalidOwner", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestPermit2ProxyPaymentTooEarly represents a PaymentTooEarly error raised by the TestPermit2Proxy contract.
type TestPermit2ProxyPaymentTooEarly struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error PaymentTooEarly()
func TestPermit2ProxyPaymentTooEarlyErrorID() common.Hash {
	return common.HexToHash("0xa65539fa34358c9b74d7a9931e9f563c9c02f41d47fa53ce79e35e1cadee70d6")
}

// UnpackPaymentTooEarlyError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error PaymentTooEarly()
func (testPermit2Proxy *TestPermit2Proxy) UnpackPaymentTooEarlyError(raw []byte) (*TestPermit2ProxyPaymentTooEarly, error) {
	out := new(TestPermit2ProxyPaymentTooEarly)
	if err := testPermit2Proxy.abi.UnpackIntoInterface(out, "PaymentTooEarly", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TestPlainDollarMetaData contains all meta data concerning the TestPlainDollar contract.
var TestPlainDollarMetaData = bind.MetaData{
	ABI: "[{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"spender\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"Approval\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"Transfer\",\"type\":\"event\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"spender\",\"type\":\"address\"}],\"name\":\"allowance\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"spender\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"approve\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"decimals\",\"outputs\":[{\"internalType\":\"uint8\",\"name\":\"\",\"type\":\"uint8\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"name\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"symbol\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"totalSupply\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"transfer\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"transferFrom\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "94a4af31547035eeab72e72a73eda202d4",
}

// TestPlainDollar is an auto generated Go binding around an Ethereum contract.
type TestPlainDollar struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *TestPlainDollar) GetABI() abi.ABI {
	return c.abi
}

// NewTestPlainDollar creates a new instance of TestPlainDollar.
func NewTestPlainDollar() *TestPlainDollar {
	parsed, err := TestPlainDollarMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TestPlainDollar{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *TestPlainDollar) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function allowance(address owner, address spender) view returns(uint256)
func (testPlainDollar *TestPlainDollar) PackAllowance(owner common.Address, spender common.Address) []byte {
	enc, err := testPlainDollar.abi.Pack("allowance", owner, spender)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function allowance(address owner, address spender) view returns(uint256)
func (testPlainDollar *TestPlainDollar) TryPackAllowance(owner common.Address, spender common.Address) ([]byte, error) {
	return testPlainDollar.abi.Pack("allowance", owner, spender)
}

// UnpackAllowance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdd62ed3e.
//
// Solidity: function allowance(address owner, address spender) view returns(uint256)
func (testPlainDollar *TestPlainDollar) UnpackAllowance(data []byte) (*big.Int, error) {
	out, err := testPlainDollar.abi.Unpack("allowance", data)
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
func (testPlainDollar *TestPlainDollar) PackApprove(spender common.Address, value *big.Int) []byte {
	enc, err := testPlainDollar.abi.Pack("approve", spender, value)
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
func (testPlainDollar *TestPlainDollar) TryPackApprove(spender common.Address, value *big.Int) ([]byte, error) {
	return testPlainDollar.abi.Pack("approve", spender, value)
}

// UnpackApprove is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x095ea7b3.
//
// Solidity: function approve(address spender, uint256 value) returns(bool)
func (testPlainDollar *TestPlainDollar) UnpackApprove(data []byte) (bool, error) {
	out, err := testPlainDollar.abi.Unpack("approve", data)
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
// Solidity: function balanceOf(address account) view returns(uint256)
func (testPlainDollar *TestPlainDollar) PackBalanceOf(account common.Address) []byte {
	enc, err := testPlainDollar.abi.Pack("balanceOf", account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address account) view returns(uint256)
func (testPlainDollar *TestPlainDollar) TryPackBalanceOf(account common.Address) ([]byte, error) {
	return testPlainDollar.abi.Pack("balanceOf", account)
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address account) view returns(uint256)
func (testPlainDollar *TestPlainDollar) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := testPlainDollar.abi.Unpack("balanceOf", data)
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
func (testPlainDollar *TestPlainDollar) PackDecimals() []byte {
	enc, err := testPlainDollar.abi.Pack("decimals")
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
func (testPlainDollar *TestPlainDollar) TryPackDecimals() ([]byte, error) {
	return testPlainDollar.abi.Pack("decimals")
}

// UnpackDecimals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x313ce567.
//
// Solidity: function decimals() view returns(uint8)
func (testPlainDollar *TestPlainDollar) UnpackDecimals(data []byte) (uint8, error) {
	out, err := testPlainDollar.abi.Unpack("decimals", data)
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
func (testPlainDollar *TestPlainDollar) PackName() []byte {
	enc, err := testPlainDollar.abi.Pack("name")
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
func (testPlainDollar *TestPlainDollar) TryPackName() ([]byte, error) {
	return testPlainDollar.abi.Pack("name")
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (testPlainDollar *TestPlainDollar) UnpackName(data []byte) (string, error) {
	out, err := testPlainDollar.abi.Unpack("name", data)
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
func (testPlainDollar *TestPlainDollar) PackSymbol() []byte {
	enc, err := testPlainDollar.abi.Pack("symbol")
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
func (testPlainDollar *TestPlainDollar) TryPackSymbol() ([]byte, error) {
	return testPlainDollar.abi.Pack("symbol")
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (testPlainDollar *TestPlainDollar) UnpackSymbol(data []byte) (string, error) {
	out, err := testPlainDollar.abi.Unpack("symbol", data)
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
func (testPlainDollar *TestPlainDollar) PackTotalSupply() []byte {
	enc, err := testPlainDollar.abi.Pack("totalSupply")
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
func (testPlainDollar *TestPlainDollar) TryPackTotalSupply() ([]byte, error) {
	return testPlainDollar.abi.Pack("totalSupply")
}

// UnpackTotalSupply is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x18160ddd.
//
// Solidity: function totalSupply() view returns(uint256)
func (testPlainDollar *TestPlainDollar) UnpackTotalSupply(data []byte) (*big.Int, error) {
	out, err := testPlainDollar.abi.Unpack("totalSupply", data)
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
func (testPlainDollar *TestPlainDollar) PackTransfer(to common.Address, value *big.Int) []byte {
	enc, err := testPlainDollar.abi.Pack("transfer", to, value)
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
func (testPlainDollar *TestPlainDollar) TryPackTransfer(to common.Address, value *big.Int) ([]byte, error) {
	return testPlainDollar.abi.Pack("transfer", to, value)
}

// UnpackTransfer is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa9059cbb.
//
// Solidity: function transfer(address to, uint256 value) returns(bool)
func (testPlainDollar *TestPlainDollar) UnpackTransfer(data []byte) (bool, error) {
	out, err := testPlainDollar.abi.Unpack("transfer", data)
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
func (testPlainDollar *TestPlainDollar) PackTransferFrom(from common.Address, to common.Address, value *big.Int) []byte {
	enc, err := testPlainDollar.abi.Pack("transferFrom", from, to, value)
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
func (testPlainDollar *TestPlainDollar) TryPackTransferFrom(from common.Address, to common.Address, value *big.Int) ([]byte, error) {
	return testPlainDollar.abi.Pack("transferFrom", from, to, value)
}

// UnpackTransferFrom is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x23b872dd.
//
// Solidity: function transferFrom(address from, address to, uint256 value) returns(bool)
func (testPlainDollar *TestPlainDollar) UnpackTransferFrom(data []byte) (bool, error) {
	out, err := testPlainDollar.abi.Unpack("transferFrom", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// TestPlainDollarApproval represents a Approval event raised by the TestPlainDollar contract.
type TestPlainDollarApproval struct {
	Owner   common.Address
	Spender common.Address
	Value   *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const TestPlainDollarApprovalEventName = "Approval"

// ContractEventName returns the user-defined event name.
func (TestPlainDollarApproval) ContractEventName() string {
	return TestPlainDollarApprovalEventName
}

// UnpackApprovalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Approval(address indexed owner, address indexed spender, uint256 value)
func (testPlainDollar *TestPlainDollar) UnpackApprovalEvent(log *types.Log) (*TestPlainDollarApproval, error) {
	event := "Approval"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != testPlainDollar.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TestPlainDollarApproval)
	if len(log.Data) > 0 {
		if err := testPlainDollar.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range testPlainDollar.abi.Events[event].Inputs {
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

// TestPlainDollarTransfer represents a Transfer event raised by the TestPlainDollar contract.
type TestPlainDollarTransfer struct {
	From  common.Address
	To    common.Address
	Value *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

const TestPlainDollarTransferEventName = "Transfer"

// ContractEventName returns the user-defined event name.
func (TestPlainDollarTransfer) ContractEventName() string {
	return TestPlainDollarTransferEventName
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 value)
func (testPlainDollar *TestPlainDollar) UnpackTransferEvent(log *types.Log) (*TestPlainDollarTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != testPlainDollar.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TestPlainDollarTransfer)
	if len(log.Data) > 0 {
		if err := testPlainDollar.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range testPlainDollar.abi.Events[event].Inputs {
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

// TestWalletMetaData contains all meta data concerning the TestWallet contract.
var TestWalletMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner_\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"digest\",\"type\":\"bytes32\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"name\":\"isValidSignature\",\"outputs\":[{\"internalType\":\"bytes4\",\"name\":\"\",\"type\":\"bytes4\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"owner\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "81be71920549a560b6bc2c3f6c0057448b",
}

// TestWallet is an auto generated Go binding around an Ethereum contract.
type TestWallet struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *TestWallet) GetABI() abi.ABI {
	return c.abi
}

// NewTestWallet creates a new instance of TestWallet.
func NewTestWallet() *TestWallet {
	parsed, err := TestWalletMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TestWallet{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *TestWallet) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address owner_) returns()
func (testWallet *TestWallet) PackConstructor(owner_ common.Address) []byte {
	enc, err := testWallet.abi.Pack("", owner_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackIsValidSignature is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1626ba7e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isValidSignature(bytes32 digest, bytes signature) view returns(bytes4)
func (testWallet *TestWallet) PackIsValidSignature(digest [32]byte, signature []byte) []byte {
	enc, err := testWallet.abi.Pack("isValidSignature", digest, signature)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIsValidSignature is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1626ba7e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isValidSignature(bytes32 digest, bytes signature) view returns(bytes4)
func (testWallet *TestWallet) TryPackIsValidSignature(digest [32]byte, signature []byte) ([]byte, error) {
	return testWallet.abi.Pack("isValidSignature", digest, signature)
}

// UnpackIsValidSignature is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1626ba7e.
//
// Solidity: function isValidSignature(bytes32 digest, bytes signature) view returns(bytes4)
func (testWallet *TestWallet) UnpackIsValidSignature(data []byte) ([4]byte, error) {
	out, err := testWallet.abi.Unpack("isValidSignature", data)
	if err != nil {
		return *new([4]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([4]byte)).(*[4]byte)
	return out0, nil
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (testWallet *TestWallet) PackOwner() []byte {
	enc, err := testWallet.abi.Pack("owner")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function owner() view returns(address)
func (testWallet *TestWallet) TryPackOwner() ([]byte, error) {
	return testWallet.abi.Pack("owner")
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (testWallet *TestWallet) UnpackOwner(data []byte) (common.Address, error) {
	out, err := testWallet.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}
