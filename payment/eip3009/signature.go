package eip3009

import (
	"bytes"
	"crypto/ecdsa"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// Why Recover refuses a signature, the same reasons as a token's ECRecover.
var (
	ErrSignatureLength = errors.New("the signature of a key has 65 bytes")
	ErrSignatureV      = errors.New("the last byte of a signature is 27 or 28 (or 0 or 1)")
	ErrSignatureS      = errors.New("s of the signature is in the upper half of the curve order")
	ErrSignatureValue  = errors.New("the signature matches no key")
)

// halfOrder is half the order of secp256k1: of the two signatures (r, s) and (r, n-s) only the one
// with the lower s counts (EIP-2).
var halfOrder = uint256.MustFromHex("0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0")

// Sign signs a digest. The signature is r, s and v of 27 or 28, 65 bytes.
func Sign(key *ecdsa.PrivateKey, digest common.Hash) ([]byte, error) {
	signature, err := crypto.Sign(digest[:], key)
	if err != nil {
		return nil, fmt.Errorf("signing an authorization: %w", err)
	}
	signature[64] += 27
	return signature, nil
}

// Recover is the address whose key made a 65-byte signature of digest. Signatures that the token
// would refuse are errors, except that v may also be 0 or 1 (see Normalize).
func Recover(digest common.Hash, signature []byte) (common.Address, error) {
	normal, err := Normalize(signature)
	if err != nil {
		return common.Address{}, err
	}
	if new(uint256.Int).SetBytes32(normal[32:64]).Gt(halfOrder) {
		return common.Address{}, ErrSignatureS
	}
	normal[64] -= 27
	key, err := crypto.SigToPub(digest[:], normal)
	if err != nil {
		return common.Address{}, ErrSignatureValue
	}
	return crypto.PubkeyToAddress(*key), nil
}

// Normalize copies a 65-byte signature with v as the token wants it, 27 or 28; some wallets write 0
// or 1.
func Normalize(signature []byte) ([]byte, error) {
	if len(signature) != crypto.SignatureLength {
		return nil, ErrSignatureLength
	}
	normal := bytes.Clone(signature)
	if normal[64] < 2 {
		normal[64] += 27
	}
	if normal[64] != 27 && normal[64] != 28 {
		return nil, ErrSignatureV
	}
	return normal, nil
}

// undeployedMark ends the signature of a contract wallet that is not deployed yet (ERC-6492).
var undeployedMark = bytes.Repeat([]byte{0x64, 0x92}, 16)

// Deployment is how a contract wallet comes to be: a call of its factory.
type Deployment struct {
	Factory common.Address
	Call    []byte
}

// ErrWrapper says that a signature ends as ERC-6492 wants and is not built so.
var ErrWrapper = errors.New("the ERC-6492 wrapper is malformed")

// Unwrap takes an ERC-6492 wrapper off a signature: abi.encode(factory, factory call, signature)
// followed by 32 magic bytes. Without one, inner is the signature itself and deployment is nil.
// The error is ErrWrapper.
func Unwrap(signature []byte) (inner []byte, deployment *Deployment, err error) {
	body, wrapped := bytes.CutSuffix(signature, undeployedMark)
	if !wrapped {
		return signature, nil, nil
	}
	if len(body) < 3*32 || bytes.Count(body[:12], []byte{0}) != 12 {
		return nil, nil, ErrWrapper
	}

	call, okCall := bytesAt(body, 32)
	inner, okInner := bytesAt(body, 64)
	if !okCall || !okInner || len(inner) == 0 {
		return nil, nil, ErrWrapper
	}
	return inner, &Deployment{
		Factory: common.BytesToAddress(body[:32]),
		Call:    call,
	}, nil
}

// Wrap is the signature of a contract wallet that is not deployed yet (ERC-6492): what Unwrap takes apart.
func (d Deployment) Wrap(inner []byte) []byte {
	out := make([]byte, 3*32)
	copy(out[12:], d.Factory[:])
	putWord(out[32:], 3*32)
	putWord(out[64:], 3*32+32+padded(len(d.Call)))
	out = AppendBytes(out, d.Call)
	out = AppendBytes(out, inner)
	return append(out, undeployedMark...)
}

// bytesAt is the value of ABI type bytes whose offset is at the given place.
func bytesAt(body []byte, place uint64) ([]byte, bool) {
	offset, ok := word(body, place)
	if !ok {
		return nil, false
	}
	length, ok := word(body, offset)
	if !ok || length > uint64(len(body))-offset-32 {
		return nil, false
	}
	return body[offset+32 : offset+32+length], true
}

// word is the number in the 32 bytes at offset, if they are there and it is below the body's length.
func word(body []byte, offset uint64) (uint64, bool) {
	if uint64(len(body)) < 32 || offset > uint64(len(body))-32 {
		return 0, false
	}
	w := body[offset : offset+32]
	if bytes.Count(w[:24], []byte{0}) != 24 {
		return 0, false
	}
	n := binary.BigEndian.Uint64(w[24:])
	return n, n < uint64(len(body))
}
