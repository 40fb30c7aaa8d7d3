package eip3009

import (
	"encoding/binary"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/payment/x402"
)

// Type hashes: keccak256 of the encoded type (EIP-712 encodeType).
var (
	DomainTypeHash   = crypto.Keccak256Hash([]byte("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"))
	TransferTypeHash = crypto.Keccak256Hash([]byte("TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"))
	CancelTypeHash   = crypto.Keccak256Hash([]byte("CancelAuthorization(address authorizer,bytes32 nonce)"))
)

// Domain is the EIP-712 domain of a token.
type Domain struct {
	Name, Version string
	ChainID       uint64
	Contract      common.Address
}

// DomainOf is the domain that buyers on a network sign under.
func DomainOf(n x402.Network) Domain {
	return Domain{
		Name:     n.AssetName,
		Version:  n.AssetVersion,
		ChainID:  n.ChainID,
		Contract: n.Asset,
	}
}

// Separator is the domain's hash, what the token returns as DOMAIN_SEPARATOR(). It is constant for a
// token: compute it once.
func (d Domain) Separator() common.Hash {
	var words [5 * 32]byte
	copy(words[0:], DomainTypeHash[:])
	copy(words[32:], crypto.Keccak256([]byte(d.Name)))
	copy(words[64:], crypto.Keccak256([]byte(d.Version)))
	binary.BigEndian.PutUint64(words[4*32-8:], d.ChainID)
	copy(words[4*32+12:], d.Contract[:])
	return crypto.Keccak256Hash(words[:])
}

// StructHash is EIP-712 hashStruct of the authorization.
func (a *Authorization) StructHash() common.Hash {
	var words [7 * 32]byte
	copy(words[:], TransferTypeHash[:])
	a.putWords(words[32:])
	return crypto.Keccak256Hash(words[:])
}

// putWords writes the six fields in order, each in 32 bytes: the same in a hash as in a call.
func (a *Authorization) putWords(words []byte) {
	copy(words[12:], a.From[:])
	copy(words[32+12:], a.To[:])
	a.Value.WriteToSlice(words[2*32 : 3*32])
	a.ValidAfter.WriteToSlice(words[3*32 : 4*32])
	a.ValidBefore.WriteToSlice(words[4*32 : 5*32])
	copy(words[5*32:6*32], a.Nonce[:])
}

// Digest is what the buyer signs: keccak256(0x1901, domain separator, struct hash).
func (a *Authorization) Digest(separator common.Hash) common.Hash {
	return TypedDataDigest(separator, a.StructHash())
}

// CancelDigest is what a payer signs to make an unused nonce worthless (CancelAuthorization).
func CancelDigest(separator common.Hash, id ID) common.Hash {
	var words [3 * 32]byte
	copy(words[:], CancelTypeHash[:])
	copy(words[32+12:], id.From[:])
	copy(words[64:], id.Nonce[:])
	return TypedDataDigest(separator, crypto.Keccak256Hash(words[:]))
}

// TypedDataDigest is what is signed of a struct under a domain (EIP-712).
func TypedDataDigest(separator, structHash common.Hash) common.Hash {
	var message [2 + 32 + 32]byte
	message[0] = 0x19
	message[1] = 0x01
	copy(message[2:], separator[:])
	copy(message[34:], structHash[:])
	return crypto.Keccak256Hash(message[:])
}
