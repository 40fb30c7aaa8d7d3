package crypto

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	gen "github.com/farebox/farebox/gen/crypto"
)

// convert calls the route with the nonempty params; "-" means an empty one.
func convert(t testing.TB, op, value, from, to, address string) (gen.CryptoConvert200JSONResponse, error) {
	t.Helper()
	opt := func(s string) *string {
		if s == "" {
			return nil
		}
		return &s
	}
	resp, err := New().CryptoConvert(t.Context(), gen.CryptoConvertRequestObject{Params: gen.CryptoConvertParams{
		Op: gen.CryptoConvertParamsOp(op), Value: opt(value), From: opt(from), To: opt(to), Address: opt(address),
	}})
	if err != nil {
		return gen.CryptoConvert200JSONResponse{}, err
	}
	return resp.(gen.CryptoConvert200JSONResponse), nil
}

func TestUnitsAreExact(t *testing.T) {
	for _, c := range []struct{ value, from, to, want string }{
		{"1", "ether", "wei", "1000000000000000000"},
		{"1.5", "ether", "gwei", "1500000000"},
		{"1", "wei", "ether", "0.000000000000000001"},
		{"0.1", "wei", "wei", "0.1"},
		{"0.1", "wei", "ether", "0.0000000000000000001"},
		{"1000000", "6", "0", "1000000000000"},
		{"1.000000", "6", "ether", "0.000000000001"},
		{"007.10", "gwei", "gwei", "7.1"},
		{"5.", "gwei", "wei", "5000000000"},
		{".5", "gwei", "wei", "500000000"},
		{"-1.5", "ether", "wei", "-1500000000000000000"},
		{"0", "ether", "wei", "0"},
		{"-0.0", "ether", "wei", "0"},
		{"115792089237316195423570985008687907853269984665640564039457584007913129639935", "wei", "ether", "115792089237316195423570985008687907853269984665640564039457.584007913129639935"},
		{"1", "77", "wei", "1" + strings.Repeat("0", 77)},
		{"123456789.123456789123456789", "ether", "wei", "123456789123456789123456789"},
	} {
		got, err := convert(t, "units", c.value, c.from, c.to, "")
		if err != nil {
			t.Errorf("%s %s in %s: %v", c.value, c.from, c.to, err)
			continue
		}
		if *got.Value != c.want || *got.From != c.from || *got.To != c.to {
			t.Errorf("%s %s = %s %s, want %s", c.value, c.from, *got.Value, *got.To, c.want)
		}
	}
}

func TestUnitsThereAndBackGiveTheSameAmount(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		value := rapid.StringMatching(`-?[1-9][0-9]{0,60}(\.[0-9]{0,60}[1-9])?`).Draw(rt, "value")
		units := rapid.SampledFrom([]string{"wei", "gwei", "ether", "0", "6", "8", "77"})
		from, to := units.Draw(rt, "from"), units.Draw(rt, "to")
		there, err := convert(t, "units", value, from, to, "")
		if err != nil {
			rt.Fatal(err)
		}
		back, err := convert(t, "units", *there.Value, to, from, "")
		if err != nil || *back.Value != value {
			rt.Fatalf("%s %s = %s %s = %v, %v", value, from, *there.Value, to, back.Value, err)
		}
	})
}

func TestHexConvertsIntegersOfAnySize(t *testing.T) {
	for _, c := range []struct{ value, from, to, want, wantFrom, wantTo string }{
		{"255", "", "hex", "0xff", "int", "hex"},
		{"255", "", "", "0xff", "int", "hex"},
		{"0xff", "", "", "255", "hex", "int"},
		{"0x00FF", "hex", "hex", "0xff", "hex", "hex"},
		{"0XfF", "", "int", "255", "hex", "int"},
		{"0", "int", "hex", "0x0", "int", "hex"},
		{"0x0", "", "int", "0", "hex", "int"},
		{"007", "", "int", "7", "int", "int"},
		{"115792089237316195423570985008687907853269984665640564039457584007913129639935", "", "hex", "0x" + strings.Repeat("f", 64), "int", "hex"},
	} {
		got, err := convert(t, "hex", c.value, c.from, c.to, "")
		if err != nil {
			t.Errorf("%s: %v", c.value, err)
			continue
		}
		if *got.Value != c.want || *got.From != c.wantFrom || *got.To != c.wantTo {
			t.Errorf("%s = %s from %s to %s, want %s", c.value, *got.Value, *got.From, *got.To, c.want)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		n := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 100).Draw(rt, "n"))
		asHex, err := convert(t, "hex", n.String(), "", "hex", "")
		if err != nil || *asHex.Value != fmt.Sprintf("%#x", n) {
			rt.Fatalf("%s = %v, %v", n, asHex.Value, err)
		}
		back, err := convert(t, "hex", *asHex.Value, "", "int", "")
		if err != nil || *back.Value != n.String() {
			rt.Fatalf("%s = %v, %v", *asHex.Value, back.Value, err)
		}
	})
}

// The checksummed addresses are the test cases of EIP-55.
func TestChecksumGivesTheEIP55Form(t *testing.T) {
	for _, right := range []string{
		"0x52908400098527886E0F7030069857D2E4169EE7", "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
		"0xde709f2102306220921060314715629080e2fb77", "0x27b1fdb04752bbc536007a920d24acb045561c26",
		"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
		"0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
	} {
		for _, c := range []struct {
			given       string
			valid       bool
			checksummed bool
		}{
			{right, true, true},
			{right[2:], true, true},
			{strings.ToLower(right), true, strings.ToLower(right) == right},
			{"0x" + strings.ToUpper(right[2:]), true, strings.ToUpper(right[2:]) == right[2:]},
		} {
			got, err := convert(t, "checksum", "", "", "", c.given)
			if err != nil {
				t.Fatal(err)
			}
			if *got.ChecksumAddress != right || *got.IsValid != c.valid || *got.InputWasChecksummed != c.checksummed || *got.Address != c.given {
				t.Errorf("%s: %s, valid %v, checksummed %v; want %s, %v, %v", c.given, *got.ChecksumAddress, *got.IsValid, *got.InputWasChecksummed, right, c.valid, c.checksummed)
			}
		}
	}
	got, err := convert(t, "checksum", "", "", "", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed")
	if err != nil || *got.IsValid || *got.InputWasChecksummed || *got.ChecksumAddress != "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" {
		t.Errorf("an address with one wrong letter: %+v, %v", got, err)
	}
}

func TestConversionsThatBreakARuleNameTheParameter(t *testing.T) {
	for _, c := range []struct{ op, value, from, to, address, field, part string }{
		{"units", "", "ether", "wei", "", "value", "required"},
		{"units", "1", "", "wei", "", "from", "required"},
		{"units", "1", "ether", "", "", "to", "required"},
		{"units", "1", "finney", "wei", "", "from", "0 to 77"},
		{"units", "1", "ether", "78", "", "to", "0 to 77"},
		{"units", "1", "ether", "-1", "", "to", "0 to 77"},
		{"units", "1", "ether", "06", "", "to", "0 to 77"},
		{"units", "1e18", "wei", "ether", "", "value", "without exponent"},
		{"units", "1,5", "wei", "ether", "", "value", "decimal number"},
		{"units", "0x10", "wei", "ether", "", "value", "decimal number"},
		{"units", "NaN", "wei", "ether", "", "value", "decimal number"},
		{"units", ".", "wei", "ether", "", "value", "decimal number"},
		{"units", "٣", "wei", "ether", "", "value", "decimal number"},
		{"hex", "", "", "hex", "", "value", "required"},
		{"hex", "-1", "", "hex", "", "value", "not negative"},
		{"hex", "1.5", "", "hex", "", "value", "whole number"},
		{"hex", "0x", "", "int", "", "value", "whole number"},
		{"hex", "ff", "", "int", "", "value", "whole number"},
		{"hex", "1_000", "", "hex", "", "value", "whole number"},
		{"hex", "255", "hex", "int", "", "from", "value is written as int"},
		{"hex", "255", "", "octal", "", "to", "int or hex"},
		{"checksum", "", "", "", "", "address", "required"},
		{"checksum", "", "", "", "0x1234", "address", "40 hex digits"},
		{"checksum", "", "", "", "vitalik.eth", "address", "40 hex digits"},
		{"checksum", "", "", "", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaeg", "address", "40 hex digits"},
		{"units", "1", "ether", "wei", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "address", "is for checksum"},
		{"checksum", "1", "", "", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "value", "is for units and hex"},
	} {
		_, err := convert(t, c.op, c.value, c.from, c.to, c.address)
		t.Run(c.op+" "+c.value+" "+c.part, func(t *testing.T) { wantProblem(t, err, 400, c.field, c.part) })
	}
}
