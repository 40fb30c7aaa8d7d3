package attest

import (
	"crypto/ecdsa"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Signer signs snapshots with one key, for one chain.
type Signer struct {
	key     *ecdsa.PrivateKey
	address common.Address
	chainID uint64
}

// NewSigner reads a secp256k1 private key, 64 hex digits with or without 0x. chainID goes into the signed domain:
// 8453 for Base. The error never contains the key.
func NewSigner(hexKey string, chainID uint64) (*Signer, error) {
	key, err := crypto.HexToECDSA(strings.TrimPrefix(hexKey, "0x"))
	if err != nil {
		return nil, errors.New("the attestor key must be 64 hex digits of a secp256k1 private key")
	}
	return &Signer{
		key:     key,
		address: crypto.PubkeyToAddress(key.PublicKey),
		chainID: chainID,
	}, nil
}

// Address is the address that verifiers compare with the recovered signer.
func (s *Signer) Address() common.Address { return s.address }

// sign is the 65-byte signature r, s, v with v 27 or 28.
func (s *Signer) sign(digest [32]byte) ([]byte, error) {
	signature, err := crypto.Sign(digest[:], s.key)
	if err != nil {
		return nil, fmt.Errorf("signing: %w", err)
	}
	signature[64] += 27
	return signature, nil
}

// recoverSigner is the address whose key made signature (r, s, v with v 27, 28, 0 or 1). A high s is rejected as in
// EIP-2, because each signature has a twin with the other s.
func recoverSigner(digest [32]byte, signature [65]byte) (common.Address, error) {
	v := signature[64]
	if v >= 27 {
		v -= 27
	}

	if v > 1 {
		return common.Address{}, errors.New("v is not 27, 28, 0 or 1")
	}

	r := new(big.Int).SetBytes(signature[:32])
	s := new(big.Int).SetBytes(signature[32:64])
	if !crypto.ValidateSignatureValues(v, r, s, true) {
		return common.Address{}, errors.New("r or s is out of range, or s is in the upper half of the curve's order (EIP-2)")
	}

	signature[64] = v
	key, err := crypto.SigToPub(digest[:], signature[:])
	if err != nil {
		return common.Address{}, errors.New("no key can have made this signature")
	}

	return crypto.PubkeyToAddress(*key), nil
}
