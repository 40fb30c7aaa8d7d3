package evm

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm/contracts"
)

// BalanceOf is the read of an owner's balance of an ERC-20 token; see Result.Uint.
func BalanceOf(token, owner common.Address) Read {
	return Read{token, contracts.NewERC20().PackBalanceOf(owner)}
}

// Token is what an ERC-20 contract says about itself. Missing or malformed answers are nil.
type Token struct {
	Name        *string
	Symbol      *string
	Decimals    *uint8
	TotalSupply *big.Int
}

// TokenReads is the number of reads that ReadToken makes.
const TokenReads = 4

// ReadToken returns the reads for a Token, for a Multicall.
func ReadToken(token common.Address) []Read {
	c := contracts.NewERC20()
	return []Read{{token, c.PackName()}, {token, c.PackSymbol()}, {token, c.PackDecimals()}, {token, c.PackTotalSupply()}}
}

// DecodeToken reads the TokenReads results of ReadToken.
func DecodeToken(results []Result) (Token, error) {
	if len(results) != TokenReads {
		return Token{}, fmt.Errorf("%d results for the %d reads of a token", len(results), TokenReads)
	}
	var t Token
	if s, ok := results[0].Text(); ok {
		t.Name = &s
	}

	if s, ok := results[1].Text(); ok {
		t.Symbol = &s
	}
	if n, ok := results[2].Uint(); ok && n.IsUint64() && n.Uint64() <= 255 {
		d := uint8(n.Uint64())
		t.Decimals = &d
	}

	if n, ok := results[3].Uint(); ok {
		t.TotalSupply = n
	}
	return t, nil
}

// NFTReads is the number of reads that ReadNFT makes.
const NFTReads = 2

// ReadNFT returns the reads for IsNFT: whether a contract says that it has the interface of ERC-721 or ERC-1155.
func ReadNFT(contract common.Address) []Read {
	c := contracts.NewERC165()
	return []Read{
		{contract, c.PackSupportsInterface([4]byte{0x80, 0xac, 0x58, 0xcd})},
		{contract, c.PackSupportsInterface([4]byte{0xd9, 0xb6, 0x7a, 0x26})},
	}
}

// IsNFT reads the results of ReadNFT.
func IsNFT(results []Result) bool {
	return slices.ContainsFunc(results, func(r Result) bool {
		yes, ok := r.Bool()
		return ok && yes
	})
}

// maxText is the longest name or symbol kept.
const maxText = 256

// Text is a returned string: an ABI string, or 32 zero-padded bytes as in early tokens (MKR, SAI). Invalid UTF-8
// and control characters are replaced. ok is false if neither form fits.
func (r Result) Text() (text string, ok bool) {
	if !r.OK {
		return "", false
	}

	raw, ok := r.abiString()
	if !ok {
		if len(r.Data) != 32 {
			return "", false
		}
		raw = bytes.TrimRight(r.Data, "\x00")
		if !utf8.Valid(raw) || bytes.IndexByte(raw, 0) >= 0 || len(raw) == 0 {
			return "", false // a number or an address
		}
	}

	if len(raw) > maxText {
		raw = raw[:maxText]
	}

	clean := strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7f {
			return utf8.RuneError
		}
		return c
	}, strings.ToValidUTF8(string(raw), string(utf8.RuneError)))

	return clean, true
}

// abiString reads an ABI string, whether or not it is padded to full words.
func (r Result) abiString() ([]byte, bool) {
	offset, _, err := word(r.Data)
	if err != nil || !offset.IsUint64() || offset.Uint64() < 32 || offset.Uint64() > uint64(len(r.Data)) {
		return nil, false
	}
	length, body, err := word(r.Data[offset.Uint64():])
	if err != nil || !length.IsUint64() || length.Uint64() > uint64(len(body)) {
		return nil, false
	}
	return body[:length.Uint64()], true
}

var errShort = errors.New("less than a word")

func word(data []byte) (*big.Int, []byte, error) {
	if len(data) < 32 {
		return nil, nil, errShort
	}
	return new(big.Int).SetBytes(data[:32]), data[32:], nil
}

// Uint is a returned number: the first word. ok is false if less was returned.
func (r Result) Uint() (n *big.Int, ok bool) {
	if !r.OK {
		return nil, false
	}
	n, _, err := word(r.Data)
	return n, err == nil
}

// Address is a returned address. ok is false for anything else, and for the zero address.
func (r Result) Address() (a common.Address, ok bool) {
	n, ok := r.Uint()
	if !ok || n.BitLen() > 160 || n.Sign() == 0 {
		return common.Address{}, false
	}
	return common.BigToAddress(n), true
}

// Bool is a returned truth value. ok is false for anything else.
func (r Result) Bool() (yes, ok bool) {
	n, ok := r.Uint()
	if !ok || n.BitLen() > 1 {
		return false, false
	}
	return n.Sign() == 1, true
}
