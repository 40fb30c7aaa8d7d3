package sanctions

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"math/big"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/base58"
	"github.com/farebox/farebox/internal/chain/bech32"
)

// The readers here give the key of an address that is in the form of its currency, empty when its checksum is wrong. An
// account that has several ways of writing has one key.

// cashKey reads Bitcoin Cash's own form (the CashAddr specification), without prefix and in small letters. Its key is the
// older form of the same script, which is also that of Bitcoin: whoever can spend on the one chain can on the other.
func cashKey(s string) string {
	sum := uint64(1)
	step := func(v byte) {
		top := sum >> 35
		sum = (sum&0x07ffffffff)<<5 ^ uint64(v)
		for i, g := range [5]uint64{0x98f2bc8e61, 0x79b76d99e2, 0xf33e5fb3c4, 0xae2eabe2a8, 0x1e4f43e470} {
			if top>>i&1 == 1 {
				sum ^= g
			}
		}
	}

	for _, c := range []byte("bitcoincash") {
		step(c & 31)
	}

	step(0)
	digits := make([]byte, len(s))
	for i := range s {
		digits[i] = byte(strings.IndexByte(bech32.Letters, s[i])) // the form has been checked
		step(digits[i])
	}

	body, ok := bech32.Bytes(digits[:len(digits)-8])
	if sum != 1 || !ok || len(body) != 21 {
		return ""
	}

	switch body[0] {
	case 0, 2 << 3: // to a key; with tokens
		return bitcoinForm(0x00, body[1:])
	case 1 << 3, 3 << 3: // to a script; with tokens
		return bitcoinForm(0x05, body[1:])
	}

	return ""
}

// rippleKey is the classic form of an XRP X-address (XLS-5d), which holds a destination tag too.
func rippleKey(s string) string {
	body, ok := base58.DecodeChecked(s, base58.Ripple)
	if !ok || len(body) != 31 || body[0] != 0x05 || body[1] != 0x44 {
		return ""
	}
	return base58.EncodeChecked(append([]byte{0}, body[2:22]...), base58.Ripple)
}

// tronKey is the usual form of a Tron address given in hexadecimal.
func tronKey(s string) string {
	raw, err := hex.DecodeString(s)
	if err != nil {
		return ""
	}
	return base58.EncodeChecked(raw, base58.Bitcoin)
}

// moneroKey reads a Monero address: blocks of 8 bytes in 11 letters, a network byte, two keys, a payment id in integrated
// addresses, four bytes of Keccak-256. Integrated addresses have the key of the account.
func moneroKey(s string) string {
	raw := moneroBytes(s)
	if len(raw) != 69 && len(raw) != 77 {
		return ""
	}
	body := raw[:len(raw)-4]
	sum := raw[len(raw)-4:]
	if string(crypto.Keccak256(body)[:4]) != string(sum) {
		return ""
	}
	switch kind := body[0]; {
	case (kind == 18 || kind == 42) && len(raw) == 69:
		return s
	case kind == 19 && len(raw) == 77:
		account := append([]byte{18}, body[1:65]...)
		return moneroText(append(account, crypto.Keccak256(account)[:4]...))
	}
	return ""
}

func moneroBytes(s string) []byte {
	var out []byte
	for at := 0; at < len(s); at += 11 {
		block := s[at:min(at+11, len(s))]
		n := base58.Number(block, base58.Bitcoin)
		size := map[int]int{11: 8, 7: 5}[len(block)]
		if n == nil || n.BitLen() > 8*size {
			return nil
		}
		out = append(out, n.FillBytes(make([]byte, size))...)
	}
	return out
}

func moneroText(raw []byte) string {
	out := ""
	for at := 0; at < len(raw); at += 8 {
		block := raw[at:min(at+8, len(raw))]
		width := map[int]int{8: 11, 5: 7}[len(block)]
		text := base58.Text(new(big.Int).SetBytes(block), base58.Bitcoin)
		out += strings.Repeat(base58.Bitcoin[:1], width-len(text)) + text
	}
	return out
}

// stellarKey reads a Stellar account (SEP-23): a version byte, the key, in muxed accounts (M) a number, and a CRC-16. The key
// of a muxed account is that of the account it is a part of.
func stellarKey(s string) string {
	raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(s)
	if err != nil || len(raw) != 35 && len(raw) != 43 {
		return ""
	}
	body := raw[:len(raw)-2]
	sum := binary.LittleEndian.Uint16(raw[len(raw)-2:])
	const account, muxed = 6 << 3, 12 << 3
	switch {
	case crc16(body) != sum:
		return ""
	case body[0] == account && len(body) == 33:
		return s
	case body[0] == muxed && len(body) == 41:
		body = append([]byte{account}, body[1:33]...)
		return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(binary.LittleEndian.AppendUint16(body, crc16(body)))
	}
	return ""
}

// tonKey reads a TON address (TEP-2) in its user-friendly or raw form. The key is the raw form: one account has a
// bounceable and a non-bounceable address.
func tonKey(s string) string {
	if chain, account, ok := strings.Cut(s, ":"); ok {
		return chain + ":" + strings.ToLower(account)
	}
	raw, err := base64.URLEncoding.DecodeString(strings.NewReplacer("+", "-", "/", "_").Replace(s))
	if err != nil || len(raw) != 36 || crc16(raw[:34]) != binary.BigEndian.Uint16(raw[34:]) {
		return ""
	}
	return strconv.Itoa(int(int8(raw[1]))) + ":" + hex.EncodeToString(raw[2:34])
}

// crc16 is the CRC-16 of XMODEM.
func crc16(b []byte) uint16 {
	sum := uint16(0)
	for _, c := range b {
		sum ^= uint16(c) << 8
		for range 8 {
			top := sum&0x8000 != 0
			sum <<= 1
			if top {
				sum ^= 0x1021
			}
		}
	}
	return sum
}

// bitcoinForm is the base58check form of a hash under a version byte.
func bitcoinForm(version byte, hash []byte) string {
	return base58.EncodeChecked(append([]byte{version}, hash...), base58.Bitcoin)
}
