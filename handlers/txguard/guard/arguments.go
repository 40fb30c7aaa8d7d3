package guard

import (
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/abijson"
)

// maxValues bounds how many values one request is decoded into: offsets may point many times to the
// same bytes, so that the work is not bounded by the length of the data.
const maxValues = 20_000

// arguments are decoded values, read by the names that the tables give them. A value that is not there, or is of
// another type, is a mistake in the tables: it is said, because what a request does would be overlooked.
type arguments struct {
	of     *call
	params abi.Arguments
	values []any
}

// parameters reads a list such as "address spender,(address token,uint160 amount)[] details".
func parameters(list string) (abi.Arguments, error) {
	f, err := abijson.ParseSignature("parameters(" + list + ")")
	if err != nil {
		return nil, err
	}
	return abijson.Arguments(f.Params)
}

// read decodes data, which has no selector.
func (c *call) read(params abi.Arguments, data []byte) (arguments, error) {
	values, err := c.d.reader.Read(params, data)
	return arguments{of: c, params: params, values: values}, err
}

// argument is the value under a name as T: arrays as slices, tuples as structs with the members' names.
func argument[T any](a arguments, name string) T {
	var out T
	for i := range a.params {
		if a.params[i].Name != name {
			continue
		}
		if err := abijson.Copy(&out, a.values[i]); err != nil {
			a.of.hit(malformed, "%s: the argument %s is not read: %v", a.of.signature, name, err)
		}
		return out
	}

	a.of.hit(malformed, "%s: there is no argument %s", a.of.signature, name)
	return out
}

func (a arguments) addr(name string) *common.Address { return new(argument[common.Address](a, name)) }
func (a arguments) bytes(name string) []byte         { return argument[[]byte](a, name) }
func (a arguments) flag(name string) bool            { return argument[bool](a, name) }
func (a arguments) num(name string) *big.Int         { return orZero(argument[*big.Int](a, name)) }

// Tuples in the arguments of known functions, with the members that matter here. Members are named as in the tables.
type (
	allowanceDetails struct { // PermitDetails of Permit2
		Token      common.Address
		Amount     *big.Int
		Expiration *big.Int
	}

	allowanceOfOne struct { // PermitSingle of Permit2
		Details allowanceDetails
		Spender common.Address
	}

	allowanceOfMany struct { // PermitBatch of Permit2
		Details []allowanceDetails
		Spender common.Address
	}

	permittedToken struct { // TokenPermissions of Permit2
		Token common.Address
	}

	requestedTransfer struct { // SignatureTransferDetails of Permit2
		To              common.Address
		RequestedAmount *big.Int
	}

	allowedTransfer struct { // AllowanceTransferDetails of Permit2
		From   common.Address
		To     common.Address
		Amount *big.Int
		Token  common.Address
	}

	tokenAndSpender struct { // TokenSpenderPair of Permit2
		Token   common.Address
		Spender common.Address
	}

	callWithoutValue struct { // Call and Call3 of Multicall3
		Target   common.Address
		CallData []byte
	}

	callWithValue struct { // Call3Value of Multicall3, Execution of ERC-7579
		Target   common.Address
		Value    *big.Int
		CallData []byte
	}
)
