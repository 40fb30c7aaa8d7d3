package sanctions

import (
	"encoding/base32"
	"encoding/binary"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/base58"
	"github.com/farebox/farebox/internal/chain/bech32"
)

// account is the 20 bytes that the addresses below are made of.
var account = []byte{0x4c, 0xfc, 0xa5, 0x81, 0x64, 0xe8, 0x58, 0xc9, 0x38, 0x4e, 0x63, 0x5a, 0x26, 0x5a, 0x1f, 0x17, 0x74, 0xd8, 0x14, 0x50}

func of(version ...byte) []byte { return append(version, account...) }

func TestVersionsOfBase58Addresses(t *testing.T) {
	for _, c := range []struct {
		body []byte
		want string // family, empty for a network that is not known here
	}{
		{of(0x00), "bitcoin"}, {of(0x05), "bitcoin"}, {of(0x30), "litecoin"}, {of(0x32), "litecoin"}, {of(0x1e), "dogecoin"}, {of(0x16), "dogecoin"},
		{of(0x4c), "dash"}, {of(0x10), "dash"}, {of(0x26), "bitcoin_gold"}, {of(0x17), "bitcoin_gold"}, {of(0x41), "tron"}, {of(0x1c, 0xb8), "zcash"}, {of(0x1c, 0xbd), "zcash"},
		{of(0x6f), ""}, {of(0x1c, 0xbc), ""}, {of(0x1d, 0x25), ""}, {of(0x80), ""},
	} {
		s := base58.EncodeChecked(c.body, base58.Bitcoin)
		a, err := ParseAddress(s)
		if a.Family != c.want || (err == nil) != (c.want != "") || c.want == "" && !errors.Is(err, ErrAddressForm) {
			t.Errorf("version %x: %s is %+v %v, want %s", c.body[:len(c.body)-20], s, a, err, c.want)
		}
	}
	for _, size := range []int{31, 32, 33} { // a Solana account has 32 bytes and nothing to check them by
		s := base58.Text(new(big.Int).Lsh(big.NewInt(77), uint(8*size-8)), base58.Bitcoin)
		if a, err := ParseAddress(s); (err == nil) != (size == 32) || err == nil && a.Family != "solana" {
			t.Errorf("%d bytes: %s is %+v %v", size, s, a, err)
		}
	}
	test := base58.EncodeChecked(append([]byte{0x05, 0x93}, make([]byte, 29)...), base58.Ripple)
	if a, err := ParseAddress(test); err == nil {
		t.Errorf("an X-address of the test network is %+v", a)
	}
}

// bech32Text writes digits of five bits with their checksum.
func bech32Text(prefix string, digits []byte, constant uint32) string {
	s := prefix + "1"
	for _, d := range digits {
		s += bech32.Letters[d : d+1]
	}
	sum := bech32.Sum(s+"qqqqqq") ^ constant
	for i := range 6 {
		d := sum >> (25 - 5*i) & 31
		s += bech32.Letters[d : d+1]
	}
	return s
}

// digitsOf are size bytes of ones in digits of five bits, the rest of the last one zero.
func digitsOf(size int) []byte {
	out := make([]byte, (8*size+4)/5)
	for i := range 8 * size {
		out[i/5] |= 16 >> (i % 5)
	}
	return out
}

func TestWitnessProgramsOfEveryLength(t *testing.T) {
	for _, c := range []struct {
		version  byte
		size     int
		constant uint32
		right    bool
	}{
		{0, 20, bech32.Classic, true}, {0, 32, bech32.Classic, true},
		{0, 21, bech32.Classic, false}, {0, 33, bech32.Classic, false}, {0, 20, bech32.Modified, false},
		{1, 32, bech32.Modified, true}, {1, 2, bech32.Modified, true},
		{1, 40, bech32.Modified, true}, {1, 1, bech32.Modified, false}, {1, 41, bech32.Modified, false},
		{1, 32, bech32.Classic, false}, {16, 2, bech32.Modified, true}, {17, 2, bech32.Modified, false},
	} {
		for prefix, family := range map[string]string{"bc": "bitcoin", "ltc": "litecoin"} {
			s := bech32Text(prefix, append([]byte{c.version}, digitsOf(c.size)...), c.constant)
			a, err := ParseAddress(s)
			if (err == nil) != c.right || err == nil && (a.Family != family || a.Key != s) || err != nil && !errors.Is(err, ErrAddressChecksum) {
				t.Errorf("version %d, %d bytes, %x: %s is %+v %v", c.version, c.size, c.constant, s, a, err)
			}
		}
	}
	left := append([]byte{0}, digitsOf(32)...) // 52 digits hold 256 bits and four more
	left[52] |= 1
	for why, digits := range map[string][]byte{"bits that are left over": left, "a digit too many": append(append([]byte{0}, digitsOf(20)...), 0)} {
		if a, err := ParseAddress(bech32Text("bc", digits, bech32.Classic)); err == nil {
			t.Errorf("%s: %+v", why, a)
		}
	}
	for s, want := range map[string]string{
		"abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw":    "bech32", // BIP 173
		"abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx":    "bech32", // BIP 350
		bech32Text("cosmos", digitsOf(20), bech32.Classic): "cosmos",
		bech32Text("addr", digitsOf(29), bech32.Classic):   "cardano",
	} {
		if a, err := ParseAddress(s); err != nil || a.Family != want {
			t.Errorf("%s: %+v %v", s, a, err)
		}
	}
}

// cashText writes a script of a kind (0 to a key, 1 to a script, 2 and 3 the same with tokens) by the CashAddr specification.
func cashText(kind byte) string {
	digits := make([]byte, 34)
	for i := range 168 {
		b := of(kind << 3)[i/8]
		if b>>(7-i%8)&1 == 1 {
			digits[i/5] |= 16 >> (i % 5)
		}
	}
	c := uint64(1)
	for _, v := range append(append(append([]byte{}, 2, 9, 20, 3, 15, 9, 14, 3, 1, 19, 8, 0), digits...), make([]byte, 8)...) {
		top := byte(c >> 35)
		c = (c&0x07ffffffff)<<5 ^ uint64(v)
		for i, g := range []uint64{0x98f2bc8e61, 0x79b76d99e2, 0xf33e5fb3c4, 0xae2eabe2a8, 0x1e4f43e470} {
			if top>>i&1 != 0 {
				c ^= g
			}
		}
	}
	c ^= 1
	for i := range 8 {
		digits = append(digits, byte(c>>(35-5*i)&31))
	}
	s := ""
	for _, d := range digits {
		s += bech32.Letters[d : d+1]
	}
	return s
}

func TestBitcoinCashWithAndWithoutTokensIsTheSameScript(t *testing.T) {
	key, script := base58.EncodeChecked(of(0x00), base58.Bitcoin), base58.EncodeChecked(of(0x05), base58.Bitcoin)
	for kind, want := range []string{key, script, key, script} {
		s := cashText(byte(kind))
		if a, err := ParseAddress(s); err != nil || a.Key != want || a.Family != "bitcoin_cash" || s[0] != "qpzr"[kind] {
			t.Errorf("%s: %+v %v, want %s", s, a, err, want)
		}
	}
}

func moneroOf(kind byte, rest int) string {
	raw := append([]byte{kind}, make([]byte, rest)...)
	raw[rest] = 9
	return moneroText(append(raw, crypto.Keccak256(raw)[:4]...))
}

func TestKindsOfMoneroAddresses(t *testing.T) {
	account := moneroText(append(append([]byte{18}, make([]byte, 64)...), crypto.Keccak256(append([]byte{18}, make([]byte, 64)...))[:4]...))
	for s, want := range map[string]string{
		moneroOf(18, 64): moneroOf(18, 64), moneroOf(42, 64): moneroOf(42, 64), moneroOf(53, 64): "", moneroOf(19, 64): "", moneroOf(18, 72): "",
		moneroOf(19, 72): account, "4" + strings.Repeat("z", 94): "", "4" + strings.Repeat("1", 94): "",
	} {
		a, err := ParseAddress(s)
		if a.Key != want || (err == nil) != (want != "") {
			t.Errorf("%s: %+v %v, want %s", s, a, err, want)
		}
	}
	if len(account) != 95 || !strings.Contains(account, "11111111111") {
		t.Errorf("%s: zeros are written as ones", account)
	}
}

func TestKindsOfStellarAccounts(t *testing.T) {
	write := func(version byte, size int) string {
		body := append([]byte{version}, make([]byte, size)...)
		return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(binary.LittleEndian.AppendUint16(body, crc16(body)))
	}
	for s, right := range map[string]bool{write(6<<3, 32): true, write(6<<3|1, 32): false, write(12<<3, 40): true, write(12<<3|1, 40): false, write(12<<3, 32): false, write(6<<3, 40): false} {
		if a, err := ParseAddress(s); (err == nil) != right || err == nil && a.Key != write(6<<3, 32) {
			t.Errorf("%s: %+v %v", s, a, err)
		}
	}
}

func TestEveryNameOfACurrency(t *testing.T) {
	for a, b := range map[string]string{"btc": "XBT", "Bitcoin": "XBT", "ethereum": "ETH", "Tron": "TRX", "monero ": "XMR", "SOLANA": "sol"} {
		if !SameCurrency(a, b) || SameCurrency(a, "USDT") {
			t.Errorf("%s and %s", a, b)
		}
	}
}
