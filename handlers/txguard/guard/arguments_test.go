package guard

import (
	"math/big"
	"reflect"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
)

// filled is a value of t whose lists have one element and whose bytes are a word of zeros.
func filled(t *abi.Type) any {
	v := reflect.New(t.GetType()).Elem()
	fill(t, v)
	return v.Interface()
}

func fill(t *abi.Type, v reflect.Value) {
	switch t.T {
	case abi.TupleTy:
		for i, member := range t.TupleElems {
			fill(member, v.Field(i))
		}
	case abi.SliceTy:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(t.Elem, v.Index(0))
	case abi.BytesTy:
		v.SetBytes(make([]byte, 32))
	case abi.UintTy, abi.IntTy:
		if v.Kind() == reflect.Pointer {
			v.Set(reflect.ValueOf(new(big.Int)))
		}
	}
}

func packFilled(t *testing.T, params abi.Arguments) []byte {
	t.Helper()
	values := make([]any, len(params))
	for i := range params {
		values[i] = filled(&params[i].Type)
	}
	data, err := params.Pack(values...)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestRowsOfTheTablesReadArgumentsThatTheyHave: a row reads its arguments by name, which the compiler does not check.
func TestRowsOfTheTablesReadArgumentsThatTheyHave(t *testing.T) {
	e := engine(t)
	to := common.HexToAddress(strangerC)
	check := func(t *testing.T, data []byte) {
		t.Helper()
		s := e.Transaction(Request{Network: network(t, "base"), To: &to, Data: data})
		for _, f := range s.findings {
			if strings.Contains(f.message, "no argument") || strings.Contains(f.message, "is not read") {
				t.Error(f.message)
			}
		}
	}

	for selector, f := range e.functions {
		t.Run(f.signature, func(t *testing.T) { check(t, append(selector[:], packFilled(t, f.params)...)) })
	}
	t.Run("batch of ERC-7579", func(t *testing.T) {
		batch := packFilled(t, e.executions)
		check(t, append(common.FromHex("0xe9ae5c53"), encode(t, "bytes32 mode,bytes data", [32]byte{1}, batch)...))
	})
}

func TestTableThatDoesNotParseIsAnErrorThatNamesTheRow(t *testing.T) {
	if _, err := newFunction(declaration{signature: "f(uint7 a)"}); err == nil {
		t.Error("a type that is none is taken")
	}
}
