package pay

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// What is particular to Solana: keys, addresses and token accounts. A payment there is a transaction, see
// signsolana.go.

// SolanaSigner is a wallet on Solana. [SolanaKey] is one; a key kept elsewhere can be another.
type SolanaSigner interface {
	// Address is the account that pays, in base58.
	Address() string
	// SignMessage signs the bytes of a transaction's message.
	SignMessage(message []byte) (signature [64]byte, err error)
}

// SolanaKey is a private key in memory. Printing one shows its address.
type SolanaKey struct {
	private ed25519.PrivateKey
}

// NewSolanaKey reads a private key as wallets export it (base58 of 64 bytes) or as solana-keygen writes it (a JSON list
// of as many numbers). The error does not repeat it.
func NewSolanaKey(text string) (*SolanaKey, error) {
	text = strings.TrimSpace(text)
	var raw []byte
	if strings.HasPrefix(text, "[") {
		var numbers []uint16
		if json.Unmarshal([]byte(text), &numbers) != nil {
			return nil, errors.New("pay: the key is no list of numbers")
		}
		for _, n := range numbers {
			if n > 0xff {
				return nil, errors.New("pay: the key is no list of bytes")
			}
			raw = append(raw, byte(n))
		}
	} else if len(text) < 100 {
		raw = base58Decode(text)
	}
	if len(raw) != ed25519.PrivateKeySize {
		return nil, errors.New("pay: a key of Solana is 64 bytes, in base58 or as a JSON list")
	}

	private := ed25519.NewKeyFromSeed(raw[:ed25519.SeedSize])
	if !private.Equal(ed25519.PrivateKey(raw)) {
		return nil, errors.New("pay: the halves of the key do not belong together")
	}
	return &SolanaKey{private}, nil
}

// Address is the account of the key.
func (k *SolanaKey) Address() string { return base58Encode(k.private[ed25519.SeedSize:]) }

// String is the address: a log never shows the key.
func (k *SolanaKey) String() string { return k.Address() }

// GoString is the address.
func (k *SolanaKey) GoString() string { return k.Address() }

// SignMessage signs a message. It never fails.
func (k *SolanaKey) SignMessage(message []byte) (signature [64]byte, err error) {
	return [64]byte(ed25519.Sign(k.private, message)), nil
}

// onSolana says that the asset is a token of Solana.
func (a Asset) onSolana() bool { return strings.HasPrefix(a.Network, "solana:") }

// account is an address of Solana.
type account [32]byte

func (a account) String() string { return base58Encode(a[:]) }

// parseAccount reads an address in base58.
func parseAccount(text string) (account, error) {
	const longest = 44 // letters of 32 bytes
	if len(text) <= longest {
		if raw := base58Decode(text); len(raw) == len(account{}) {
			return account(raw), nil
		}
	}
	return account{}, fmt.Errorf("pay: %.60q is not an address of Solana", text)
}

// Programs that a payment calls.
const (
	tokenProgram        = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
	tokenAccountProgram = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL"
	budgetProgram       = "ComputeBudget111111111111111111111111111111"
	memoProgram         = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"
)

// tokenAccount is where an owner holds a token: an address that no key has, the first off the curve counting down.
func tokenAccount(owner, mint account) (account, error) {
	program, err := parseAccount(tokenProgram)
	if err != nil {
		return account{}, err
	}
	maker, err := parseAccount(tokenAccountProgram)
	if err != nil {
		return account{}, err
	}
	for bump := 255; bump >= 0; bump-- {
		hash := sha256.Sum256(slices.Concat(owner[:], program[:], mint[:], []byte{byte(bump)}, maker[:],
			[]byte("ProgramDerivedAddress")))
		if !onCurve(hash) {
			return hash, nil
		}
	}
	return account{}, errors.New("pay: there is no token account for this owner")
}

// onCurve says that 32 bytes are a point of Curve25519 in its twisted Edwards form: that its equation
// -x² + y² = 1 + d·x²·y² has an x for their y.
func onCurve(point [32]byte) bool {
	p := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	d := new(big.Int).ModInverse(big.NewInt(121666), p)
	d.Mul(d, big.NewInt(-121665)).Mod(d, p)

	slices.Reverse(point[:])
	point[0] &= 0x7f // the sign of x
	y := new(big.Int).SetBytes(point[:])
	square := new(big.Int).Mul(y, y)
	above := new(big.Int).Sub(square, big.NewInt(1))
	below := new(big.Int).Mul(d, square)
	below.Add(below, big.NewInt(1))
	// x² is above/below, which is a square where their product is one.
	return big.Jacobi(above.Mul(above, below).Mod(above, p), p) >= 0
}

const base58Letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

func base58Encode(raw []byte) string {
	var letters []byte
	base := big.NewInt(58)
	letter := new(big.Int)
	for n := new(big.Int).SetBytes(raw); n.Sign() > 0; {
		n.DivMod(n, base, letter)
		letters = append(letters, base58Letters[letter.Int64()])
	}
	for _, b := range raw {
		if b != 0 {
			break
		}
		letters = append(letters, base58Letters[0])
	}
	slices.Reverse(letters)
	return string(letters)
}

// base58Decode is nil for a text with another letter.
func base58Decode(text string) []byte {
	n := new(big.Int)
	base := big.NewInt(58)
	for _, letter := range text {
		value := strings.IndexRune(base58Letters, letter)
		if value < 0 {
			return nil
		}
		n.Add(n.Mul(n, base), big.NewInt(int64(value)))
	}
	zeros := len(text) - len(strings.TrimLeft(text, base58Letters[:1]))
	return append(make([]byte, zeros), n.Bytes()...)
}
