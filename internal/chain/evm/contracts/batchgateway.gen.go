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

// IBatchGatewayRequest is an auto generated low-level Go binding around an user-defined struct.
type IBatchGatewayRequest struct {
	Sender common.Address
	Urls   []string
	Data   []byte
}

// BatchGatewayMetaData contains all meta data concerning the BatchGateway contract.
var BatchGatewayMetaData = bind.MetaData{
	ABI: "[{\"type\":\"function\",\"name\":\"query\",\"stateMutability\":\"view\",\"inputs\":[{\"name\":\"requests\",\"type\":\"tuple[]\",\"internalType\":\"structIBatchGateway.Request[]\",\"components\":[{\"name\":\"sender\",\"type\":\"address\"},{\"name\":\"urls\",\"type\":\"string[]\"},{\"name\":\"data\",\"type\":\"bytes\"}]}],\"outputs\":[{\"name\":\"failures\",\"type\":\"bool[]\"},{\"name\":\"responses\",\"type\":\"bytes[]\"}]},{\"type\":\"error\",\"name\":\"HttpError\",\"inputs\":[{\"name\":\"status\",\"type\":\"uint16\"},{\"name\":\"message\",\"type\":\"string\"}]}]",
	ID:  "BatchGateway",
}

// BatchGateway is an auto generated Go binding around an Ethereum contract.
type BatchGateway struct {
	abi abi.ABI
}

// NewBatchGateway creates a new instance of BatchGateway.
func NewBatchGateway() *BatchGateway {
	parsed, err := BatchGatewayMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &BatchGateway{abi: *parsed}
}

// PackQuery is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa780bab6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function query((address,string[],bytes)[] requests) view returns(bool[] failures, bytes[] responses)
func (batchGateway *BatchGateway) PackQuery(requests []IBatchGatewayRequest) []byte {
	enc, err := batchGateway.abi.Pack("query", requests)
	if err != nil {
		panic(err)
	}
	return enc
}

// QueryOutput serves as a container for the return parameters of contract
// method Query.
type QueryOutput struct {
	Failures  []bool
	Responses [][]byte
}

// UnpackQuery is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa780bab6.
//
// Solidity: function query((address,string[],bytes)[] requests) view returns(bool[] failures, bytes[] responses)
func (batchGateway *BatchGateway) UnpackQuery(data []byte) (QueryOutput, error) {
	out, err := batchGateway.abi.Unpack("query", data)
	outstruct := new(QueryOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Failures = *abi.ConvertType(out[0], new([]bool)).(*[]bool)
	outstruct.Responses = *abi.ConvertType(out[1], new([][]byte)).(*[][]byte)
	return *outstruct, nil
}

// BatchGatewayHttpError represents a HttpError error raised by the BatchGateway contract.
type BatchGatewayHttpError struct {
	Status  uint16
	Message string
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error HttpError(uint16 status, string message)
func BatchGatewayHttpErrorErrorID() common.Hash {
	return common.HexToHash("0x0180015209d29d4a351f5e42b26b2968cfc25d5caabbbc5e3816b762c64e0581")
}

// UnpackHttpErrorError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error HttpError(uint16 status, string message)
func (batchGateway *BatchGateway) UnpackHttpErrorError(raw []byte) (*BatchGatewayHttpError, error) {
	out := new(BatchGatewayHttpError)
	if err := batchGateway.abi.UnpackIntoInterface(out, "HttpError", raw); err != nil {
		return nil, err
	}
	return out, nil
}
