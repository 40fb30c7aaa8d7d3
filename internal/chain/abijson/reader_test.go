package abijson

import (
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"
)

// arguments parses a list such as "uint8 a,(bytes b)[] c".
func arguments(t interface{ Fatal(...any) }, list string) abi.Arguments {
	s, err := ParseSignature("f(" + list + ")")
	if err != nil {
		t.Fatal(err)
	}
	args, err := Arguments(s.Params)
	if err != nil {
		t.Fatal(err)
	}
	return args
}

// drawType draws a type name, with arrays and tuples down to depth.
func drawType(t *rapid.T, depth int) string {
	leaves := strings.Fields("uint256 uint40 uint8 int64 int24 int256 address bool bytes4 bytes32 bytes string")
	shape := rapid.IntRange(0, 5).Draw(t, "shape")
	if depth == 0 || shape < 3 {
		return rapid.SampledFrom(leaves).Draw(t, "leaf")
	}

	inner := drawType(t, depth-1)
	switch shape {
	case 3:
		return inner + "[]"
	case 4:
		return inner + fmt.Sprintf("[%d]", rapid.IntRange(1, 3).Draw(t, "length"))
	}
	return "(" + inner + " a," + drawType(t, depth-1) + " b)"
}

// drawValue fills v, a value of t in go-ethereum's Go types, and returns the plain value.
func drawValue(t *rapid.T, typ *abi.Type, v reflect.Value) any {
	switch typ.T {
	case abi.TupleTy:
		out := Tuple{Names: typ.TupleRawNames}
		for i, member := range typ.TupleElems {
			out.Values = append(out.Values, drawValue(t, member, v.Field(i)))
		}
		return out
	case abi.SliceTy:
		n := rapid.IntRange(0, 3).Draw(t, "n")
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		return drawElements(t, typ, v)
	case abi.ArrayTy:
		return drawElements(t, typ, v)
	case abi.UintTy, abi.IntTy:
		word := make([]byte, 32)
		n := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), typ.Size/8, typ.Size/8).Draw(t, "integer"))
		n.FillBytes(word)
		if typ.T == abi.IntTy && n.Bit(typ.Size-1) == 1 {
			n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(typ.Size)))
			new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), 256)).FillBytes(word)
		}
		native, err := abi.ReadInteger(*typ, word)
		if err != nil {
			t.Fatal(err)
		}
		v.Set(reflect.ValueOf(native))
		return n
	case abi.AddressTy:
		a := common.BytesToAddress(rapid.SliceOfN(rapid.Byte(), 20, 20).Draw(t, "address"))
		v.Set(reflect.ValueOf(a))
		return a
	case abi.BoolTy:
		v.SetBool(rapid.Bool().Draw(t, "bool"))
		return v.Bool()
	case abi.FixedBytesTy:
		b := rapid.SliceOfN(rapid.Byte(), typ.Size, typ.Size).Draw(t, "bytesN")
		reflect.Copy(v, reflect.ValueOf(b))
		return b
	case abi.BytesTy:
		v.SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 70).Draw(t, "bytes"))
		return v.Bytes()
	}
	v.SetString(rapid.StringN(0, 40, -1).Draw(t, "string"))
	return v.String()
}

func drawElements(t *rapid.T, typ *abi.Type, v reflect.Value) any {
	out := []any{}
	for i := range v.Len() {
		out = append(out, drawValue(t, typ.Elem, v.Index(i)))
	}
	return out
}

// TestReaderReadsWhatGoEthereumEncodes, strictly and leniently, including nested tuples and arrays.
func TestReaderReadsWhatGoEthereumEncodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var types []string
		for i := range rapid.IntRange(1, 4).Draw(t, "arguments") {
			types = append(types, fmt.Sprintf("%s p%d", drawType(t, 3), i))
		}
		args := arguments(t, strings.Join(types, ","))
		natives := make([]any, len(args))
		want := make([]any, len(args))
		for i := range args {
			v := reflect.New(args[i].Type.GetType()).Elem()
			want[i] = drawValue(t, &args[i].Type, v)
			natives[i] = v.Interface()
		}
		data, err := args.Pack(natives...)
		if err != nil {
			t.Fatal(err)
		}

		got, unread, err := Decode(args, data)
		if err != nil || unread != 0 || fmt.Sprint(Text(got)) != fmt.Sprint(Text(want)) {
			t.Fatalf("%v: strictly %v, %d unread, %v; want %v", types, Text(got), unread, err, Text(want))
		}

		r := Reader{Values: 1000}
		got, err = r.Read(args, data)
		if err != nil || r.Dirty || fmt.Sprint(Text(got)) != fmt.Sprint(Text(want)) {
			t.Fatalf("%v: %v, dirty %t, %v; want %v", types, Text(got), r.Dirty, err, Text(want))
		}
	})
}

// TestDirtyWordsAreReadAndSaid: a contract may read the value without the excess bits.
func TestDirtyWordsAreReadAndSaid(t *testing.T) {
	ones := strings.Repeat("ff", 32)
	for _, c := range []struct{ typ, word, want string }{
		{"uint8", ones, "255"},
		{"uint40", "01" + strings.Repeat("00", 30) + "07", "7"},
		{"int8", strings.Repeat("00", 31) + "80", "-128"},
		{"address", ones, "0xFFfFfFffFFfffFFfFFfFFFFFffFFFffffFfFFFfF"},
		{"bool", strings.Repeat("00", 31) + "02", "true"},
		{"bool", "01" + strings.Repeat("00", 31), "false"},
		{"bytes4", "deadbeef01" + strings.Repeat("00", 27), "0xdeadbeef"},
	} {
		t.Run(c.typ, func(t *testing.T) {
			args := arguments(t, c.typ+" x")
			r := Reader{Values: 1}
			got, err := r.Read(args, common.FromHex(c.word))
			if err != nil || !r.Dirty || fmt.Sprint(Text(got[0])) != c.want {
				t.Errorf("read %v, dirty %t, %v; want %s", got, r.Dirty, err, c.want)
			}
			if _, _, err := Decode(args, common.FromHex(c.word)); err == nil {
				t.Error("decoded strictly")
			}
		})
	}
}

// TestOffsetsThatShareBytesAreBounded: 3,000 offsets to one list of 3,000 numbers are nine million values.
func TestOffsetsThatShareBytesAreBounded(t *testing.T) {
	const n = 3000
	word := func(k int) []byte { return common.LeftPadBytes(big.NewInt(int64(k)).Bytes(), 32) }
	data := append(word(32), word(n)...)
	for range n {
		data = append(data, word(32*n)...)
	}
	data = append(data, word(n)...)
	data = append(data, make([]byte, 32*n)...)
	args := arguments(t, "uint256[][] x")

	r := Reader{Values: 20_000}
	if _, err := r.Read(args, data); !errors.Is(err, ErrTooMany) {
		t.Errorf("got %v", err)
	}
	if _, _, err := Decode(args, data); err == nil || !strings.Contains(err.Error(), "more than once") {
		t.Errorf("strictly: %v", err)
	}
}

func TestTuplesAreCopiedByTheNamesOfTheirMembers(t *testing.T) {
	type item struct {
		Amount *big.Int
		To     common.Address
	}
	to := common.HexToAddress("0x2222222222222222222222222222222222222222")
	list := []any{Tuple{Names: []string{"to", "note", "amount"}, Values: []any{to, "x", big.NewInt(5)}}}

	var items []item
	if err := Copy(&items, list); err != nil || len(items) != 1 || items[0].To != to || items[0].Amount.Int64() != 5 {
		t.Errorf("got %v, %v", items, err)
	}

	for why, dst := range map[string]any{
		"no such member": new([]struct{ Receiver common.Address }),
		"another type":   new([]struct{ To []byte }),
		"no list":        new(item),
		"no structs":     new([]string),
	} {
		t.Run(why, func(t *testing.T) {
			if err := Copy(dst, list); err == nil {
				t.Errorf("copied into %T", dst)
			}
		})
	}
}
