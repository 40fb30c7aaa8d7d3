package crypto

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	gen "github.com/farebox/farebox/gen/crypto"
	"github.com/farebox/farebox/internal/chain/abijson"
)

func callABI(t testing.TB, body string) (gen.CryptoABI200JSONResponse, error) {
	t.Helper()
	var b gen.CryptoABIRequest
	if err := json.Unmarshal([]byte(body), &b); err != nil {
		t.Fatal(err)
	}
	resp, err := New().CryptoABI(t.Context(), gen.CryptoABIRequestObject{Body: &b})
	if err != nil {
		return gen.CryptoABI200JSONResponse{}, err
	}
	return resp.(gen.CryptoABI200JSONResponse), nil
}

// words joins hex words, each without its leading zeros or, if it ends in ~, without its trailing ones.
func words(parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		if left, ok := strings.CutSuffix(p, "~"); ok {
			b.WriteString(left + strings.Repeat("0", 64-len(left)))
		} else {
			b.WriteString(strings.Repeat("0", 64-len(p)) + p)
		}
	}
	return b.String()
}

// Source: Solidity documentation, "Contract ABI Specification", Examples and Use of Dynamic Types.
func TestCallsOfTheSolidityDocumentation(t *testing.T) {
	for _, c := range []struct{ signature, args, want string }{
		{"baz(uint32,bool)", `[69, true]`, "0xcdcd77c0" + words("45", "1")},
		{"bar(bytes3[2])", `[["0x616263","0x646566"]]`, "0xfce353f6" + words("616263~", "646566~")},
		{"sam(bytes,bool,uint256[])", `["0x64617665", true, [1,2,3]]`, "0xa5643bf2" + words("60", "1", "a0", "4", "64617665~", "3", "1", "2", "3")},
		{"function sam(bytes name, bool z, uint[] calldata data)", `["0x64617665", true, ["1","0x2",3.0]]`, "0xa5643bf2" + words("60", "1", "a0", "4", "64617665~", "3", "1", "2", "3")},
		{"f(uint256,uint32[],bytes10,bytes)", `["0x123", ["0x456","0x789"], "0x31323334353637383930", "0x48656c6c6f2c20776f726c6421"]`,
			"0x8be65246" + words("123", "80", "31323334353637383930~", "e0", "2", "456", "789", "d", "48656c6c6f2c20776f726c6421~")},
		{"totalSupply()", `[]`, "0x18160ddd"},
		{"transfer(address,uint256)", `["0x2c7536e3605d9c16a7a3d7b1898e529396a65c23", 115792089237316195423570985008687907853269984665640564039457584007913129639935]`,
			"0xa9059cbb" + words("2c7536e3605d9c16a7a3d7b1898e529396a65c23", strings.Repeat("f", 64))},
	} {
		t.Run(c.signature, func(t *testing.T) {
			got, err := callABI(t, fmt.Sprintf(`{"op":"encode_call","signature":%q,"args":%s}`, c.signature, c.args))
			if err != nil {
				t.Fatal(err)
			}
			if *got.Calldata != c.want || *got.Selector != c.want[:10] {
				t.Errorf("calldata %s\nwant     %s", *got.Calldata, c.want)
			}
		})
	}
}

func TestDecodeGivesIntegersAsTextAndBytesAsHex(t *testing.T) {
	got, err := callABI(t, `{"op":"decode","types":["uint","int8","bytes4","bool","string","address","int256","uint8[2]","string[]"],"data":"0x`+
		words(strings.Repeat("f", 64), strings.Repeat("f", 64), "deadbeef~", "1", "140", strings.ToLower(cow[2:]), "8"+strings.Repeat("0", 63), "1", "2", "180",
			"5", "68656c6c6f~", "2", "40", "80", "2", "c3a9~", "0")+`"}`)
	if err != nil {
		t.Fatal(err)
	}
	want := []any{
		"115792089237316195423570985008687907853269984665640564039457584007913129639935", "-1", "0xdeadbeef", true, "hello", cow,
		"-57896044618658097711785492504343953926634992332820282019728792003956564819968", []any{"1", "2"}, []any{"é", ""},
	}
	if !reflect.DeepEqual(got.Values, want) {
		t.Errorf("values %v\nwant   %v", got.Values, want)
	}
	if wantTypes := []string{"uint256", "int8", "bytes4", "bool", "string", "address", "int256", "uint8[2]", "string[]"}; !reflect.DeepEqual(got.Types, wantTypes) {
		t.Errorf("types %v", got.Types)
	}
}

func TestDecodeCountsTheBytesThatNoTypeReaches(t *testing.T) {
	for types, want := range map[string]int{
		`"uint256","uint256"`: 0,
		`"uint256"`:           32,
	} {
		got, err := callABI(t, `{"op":"decode","types":[`+types+`],"data":"0x`+words("1", "2")+`"}`)
		if err != nil || got.UnreadBytes == nil || *got.UnreadBytes != want {
			t.Errorf("%s: %v, %v; want %d bytes unread", types, got.UnreadBytes, err, want)
		}
	}
}

func TestABIInputsThatBreakARuleNameTheArgumentAndItsType(t *testing.T) {
	decode := func(types, data string) string {
		return fmt.Sprintf(`{"op":"decode","types":%s,"data":"0x%s"}`, types, data)
	}
	encode := func(typ, arg string) string {
		return fmt.Sprintf(`{"op":"encode","types":["bool",%q],"args":[true,%s]}`, typ, arg)
	}
	for _, c := range []struct {
		body   string
		status int
		field  string
		part   string
	}{
		{`{"op":"encode_call","args":[]}`, 400, "signature", "required"},
		{`{"op":"encode","args":[]}`, 400, "types", "required"},
		{`{"op":"decode","types":["bool"]}`, 400, "data", "required"},
		{`{"op":"encode","types":["bool"],"args":[true],"data":"0x"}`, 400, "data", "is for decode"},
		{`{"op":"decode","types":["bool"],"data":"0x","args":[]}`, 400, "args", "is for encode_call and encode"},
		{`{"op":"encode_call","signature":"f()","types":[]}`, 400, "types", "is for encode and decode"},
		{`{"op":"encode_call","signature":"f(uint256)"}`, 400, "args", "0 values for 1 types"},
		{`{"op":"encode_call","signature":"f((uint256,bool))","args":[[1,true]]}`, 400, "signature", "tuples are not supported"},
		{`{"op":"encode_call","signature":"f(uint256[][])","args":[[[1]]]}`, 400, "signature", "nested arrays are not supported"},
		{encode("(uint256,bool)", `[1,true]`), 400, "types[1]", "tuples are not supported"},
		{encode("tuple", `[1,true]`), 400, "types[1]", "tuples are not supported"},
		{encode("uint256[2][3]", `[]`), 400, "types[1]", "nested arrays are not supported"},
		{encode("fixed128x18", `1`), 400, "types[1]", "fixed128x18 is not supported"},
		{encode("function", `"0x"`), 400, "types[1]", "function is not supported"},
		{encode("uint255", `1`), 400, "types[1]", "8 to 256 bits"},
		{encode("uint256[0]", `[]`), 400, "types[1]", "array length"},
		{encode("uint256[99999999]", `[]`), 400, "types[1]", "array length"},
		{encode("Token", `1`), 400, "types[1]", "not an elementary type"},
		{encode("uint8", `256`), 400, "args[1]", "uint8: 256 is out of the range"},
		{encode("uint8", `-1`), 400, "args[1]", "uint8: -1 is out of the range"},
		{encode("int8", `128`), 400, "args[1]", "int8: 128 is out of the range"},
		{encode("int8", `-129`), 400, "args[1]", "out of the range"},
		{encode("uint256", `1.5`), 400, "args[1]", "not an integer"},
		{encode("uint256", `1e999999999`), 400, "args[1]", "out of every integer type's range"},
		{encode("uint256", `"1e18"`), 400, "args[1]", "not an integer"},
		{encode("uint256", `"ten"`), 400, "args[1]", "not an integer"},
		{encode("uint256", `""`), 400, "args[1]", "not an integer"},
		{encode("uint256", `"0x"`), 400, "args[1]", "not an integer"},
		{encode("uint256", `null`), 400, "args[1]", "not null"},
		{encode("uint256", `"`+strings.Repeat("9", 100000)+`"`), 400, "args[1]", "not an integer"},
		{encode("uint256[]", `[1,"x"]`), 400, "args[1]", "uint256[]: element 1"},
		{encode("uint256[2]", `[1]`), 400, "args[1]", "1 elements, not 2"},
		{encode("uint256[2]", `{}`), 400, "args[1]", "not an object"},
		{encode("address", `"0x2c7536E3605D9C16a7a3D7b1898e529396a65c24"`), 400, "args[1]", "wrong checksum"},
		{encode("address[]", `["0x2c7536E3605D9C16a7a3D7b1898e529396a65c24"]`), 400, "args[1]", "wrong checksum"},
		{encode("address", `"0x2c75"`), 400, "args[1]", "20 bytes, not 2"},
		{encode("address", `12`), 400, "args[1]", "not a number"},
		{encode("bool", `"true"`), 400, "args[1]", "not a string"},
		{encode("bytes4", `"0xdeadbe"`), 400, "args[1]", "bytes4 has 4 bytes, not 3"},
		{encode("bytes", `"deadbeef"`), 400, "args[1]", "written as 0x"},
		{encode("bytes", `"0xabc"`), 400, "args[1]", "even number"},
		{encode("string", `5`), 400, "args[1]", "not a number"},
		{decode(`["uint256"]`, ""), 400, "data", "value 0 of type uint256: needs 32 bytes"},
		{decode(`["uint256","bool"]`, words("1")), 400, "data", "value 1 of type bool"},
		{decode(`["uint256"]`, "a9059cbb"+words("1")), 400, "data", "leave out the function selector"},
		{decode(`["uint256"]`, "00"), 400, "data", "whole number of 32-byte words"},
		{decode(`["bool"]`, words("2")), 400, "data", "0 or 1"},
		{decode(`["bool"]`, words("101")), 400, "data", "0 or 1"},
		{decode(`["address"]`, words("1"+strings.Repeat("0", 40))), 400, "data", "padding of the address"},
		{decode(`["bytes4"]`, words("deadbeef01~")), 400, "data", "padding of bytes4"},
		{decode(`["uint8"]`, words("100")), 400, "data", "256 is out of the range of uint8"},
		{decode(`["int8"]`, words("80")), 400, "data", "128 is out of the range of int8"},
		{decode(`["bytes"]`, words("20", "2", "deadbeef~")), 400, "data", "padding is not zero"},
		{decode(`["string"]`, words("20", "1", "ff~")), 400, "data", "not UTF-8"},
		{decode(`["bytes"]`, words("20", "21", "ff~")), 400, "data", "needs 64 bytes"},
		{decode(`["bytes"]`, words(strings.Repeat("f", 64), "0")), 400, "data", "offset"},
		{decode(`["bytes[]"]`, words("20", strings.Repeat("f", 64))), 400, "data", "length"},
		{decode(`["uint256[]"]`, words("20", "2", "1")), 400, "data", "no room for 2 elements"},
		{decode(`["string[]"]`, words("20", "2", "40", "40", "1", "61~")), 400, "data", "more than once"},
		{decode(`["uint256[65536]"]`, words("1")), 400, "data", "no room"},
		{`{"op":"decode","types":["bool"],"data":"0x` + strings.Repeat("00", maxABIBytes+32) + `"}`, 413, "data", "at most"},
	} {
		_, err := callABI(t, c.body)
		t.Run(abijson.Clip(c.body)+" "+c.part, func(t *testing.T) { wantProblem(t, err, c.status, c.field, c.part) })
	}
}

// TestSharedTailsCannotMakeASmallRequestAHugeAnswer decodes 15,000 offsets to one string of 500 kB, which
// without a budget would be 7 GB of text.
func TestSharedTailsCannotMakeASmallRequestAHugeAnswer(t *testing.T) {
	const n, size = 15000, 500_000
	var b strings.Builder
	b.WriteString(words("20", fmt.Sprintf("%x", n)))
	for range n {
		b.WriteString(words(fmt.Sprintf("%x", 32*n)))
	}
	b.WriteString(words(fmt.Sprintf("%x", size)) + strings.Repeat("61", size) + strings.Repeat("00", (32-size%32)%32))
	_, err := callABI(t, `{"op":"decode","types":["string[]"],"data":"0x`+b.String()+`"}`)
	wantProblem(t, err, 400, "data", "more than once")
}

// genTyped draws a type, a JSON value of it and the Go value that go-ethereum's encoder needs for it.
func genTyped(t *rapid.T) (typ string, arg any, want any) {
	base := rapid.SampledFrom([]string{"uint256", "uint8", "int64", "int256", "address", "bool", "bytes32", "bytes", "string"}).Draw(t, "base")
	switch shape := rapid.IntRange(0, 2).Draw(t, "shape"); shape {
	case 0:
		arg, want = genElement(t, base)
		return base, arg, want
	default:
		n := rapid.IntRange(0, 4).Draw(t, "n")
		typ = base + "[]"
		if shape == 2 {
			n++
			typ = fmt.Sprintf("%s[%d]", base, n)
		}
		goType, err := abi.NewType(typ, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		list := make([]any, n)
		v := reflect.New(goType.GetType()).Elem()
		if shape == 1 {
			v = reflect.MakeSlice(goType.GetType(), n, n)
		}
		for i := range n {
			a, w := genElement(t, base)
			list[i] = a
			v.Index(i).Set(reflect.ValueOf(w))
		}
		return typ, list, v.Interface()
	}
}

func genElement(t *rapid.T, base string) (arg any, want any) {
	switch base {
	case "uint256":
		n := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 32).Draw(t, "uint"))
		return json.Number(n.String()), n
	case "int256":
		n := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 31).Draw(t, "int"))
		if rapid.Bool().Draw(t, "negative") {
			n.Neg(n)
		}
		return n.String(), n
	case "uint8":
		n := rapid.Uint8().Draw(t, "uint8")
		return fmt.Sprintf("0x%x", n), n
	case "int64":
		n := rapid.Int64().Draw(t, "int64")
		return json.Number(fmt.Sprint(n)), n
	case "address":
		a := common.BytesToAddress(rapid.SliceOfN(rapid.Byte(), 20, 20).Draw(t, "address"))
		return a.Hex(), a
	case "bool":
		b := rapid.Bool().Draw(t, "bool")
		return b, b
	case "bytes32":
		w := [32]byte(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "bytes32"))
		return hexText(w[:]), w
	case "bytes":
		b := rapid.SliceOfN(rapid.Byte(), 0, 70).Draw(t, "bytes")
		return hexText(b), b
	default:
		s := rapid.StringN(0, 40, -1).Draw(t, "string")
		return s, s
	}
}

func TestEncodingEqualsGoEthereumsAndDecodesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "args")
		types, args, wants, arguments := make(abi.Arguments, n), make([]any, n), make([]any, n), make(abi.Arguments, n)
		for i := range n {
			var name string
			name, args[i], wants[i] = genTyped(t)
			var err error
			if types[i].Type, err = parseABIType(name); err != nil {
				t.Fatal(err)
			}
			if arguments[i].Type, err = abi.NewType(name, "", nil); err != nil {
				t.Fatal(err)
			}
		}
		want, err := arguments.Pack(wants...)
		if err != nil {
			t.Fatal(err)
		}
		got, err := encodeABI(types, args)
		if err != nil {
			t.Fatal(err)
		}
		if hexText(got) != hexText(want) {
			t.Fatalf("encoded %x\nwant    %x", got, want)
		}
		values, _, err := decodeABI(types, got)
		if err != nil {
			t.Fatal(err)
		}
		again, err := encodeABI(types, values)
		if err != nil || hexText(again) != hexText(got) {
			t.Fatalf("decoded values %v encode to %x, %v", values, again, err)
		}
	})
}

func FuzzDecodedDataEncodesToNoMoreThanItWas(f *testing.F) {
	f.Add("uint256", []byte{})
	f.Add("string[]", make([]byte, 96))
	f.Add("bytes32[2]", make([]byte, 64))
	f.Fuzz(func(t *testing.T, typ string, data []byte) {
		parsed, err := parseABIType(typ)
		if err != nil {
			return
		}
		types := abi.Arguments{{Type: parsed}, {Type: parsed}}
		values, _, err := decodeABI(types, data)
		if err != nil {
			return
		}
		again, err := encodeABI(types, values)
		if err != nil || len(again) > len(data) {
			t.Fatalf("%d bytes of data were decoded and encode to %d bytes, %v", len(data), len(again), err)
		}
	})
}

func BenchmarkDecodeABI(b *testing.B) {
	list := make([]string, 1000)
	for i := range list {
		list[i] = fmt.Sprintf("%x", i)
	}
	data := words(append([]string{"60", "1", "7d80", "3e8"}, append(list, "5", "68656c6c6f~")...)...)
	body := `{"op":"decode","types":["uint256[]","bool","string"],"data":"0x` + data + `"}`
	for b.Loop() {
		if _, err := callABI(b, body); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncodeABI(b *testing.B) {
	args := "[[" + strings.TrimSuffix(strings.Repeat("1234567,", 1000), ",") + `],true,"hello"]`
	body := `{"op":"encode","types":["uint256[]","bool","string"],"args":` + args + `}`
	for b.Loop() {
		if _, err := callABI(b, body); err != nil {
			b.Fatal(err)
		}
	}
}
