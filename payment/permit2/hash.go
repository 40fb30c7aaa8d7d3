package permit2

import (
	"encoding/binary"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/payment/eip3009"
)

const (
	tokenType   = "TokenPermissions(address token,uint256 amount)"
	witnessType = "Witness(address to,uint256 validAfter)"
)

// Type hashes: keccak256 of the encoded type (EIP-712 encodeType).
var (
	domainTypeHash  = crypto.Keccak256Hash([]byte("EIP712Domain(string name,uint256 chainId,address verifyingContract)"))
	tokenTypeHash   = crypto.Keccak256Hash([]byte(tokenType))
	witnessTypeHash = crypto.Keccak256Hash([]byte(witnessType))
	permitTypeHash  = crypto.Keccak256Hash([]byte("PermitWitnessTransferFrom(TokenPermissions permitted,address spender," +
		"uint256 nonce,uint256 deadline,Witness witness)" + tokenType + witnessType))
)

// Separator is the hash of Permit2's EIP-712 domain on a chain, which has no version. It is constant: compute it once.
func Separator(chainID uint64) common.Hash {
	var words [4 * 32]byte
	copy(words[:], domainTypeHash[:])
	copy(words[32:], crypto.Keccak256([]byte("Permit2")))
	binary.BigEndian.PutUint64(words[3*32-8:], chainID)
	copy(words[3*32+12:], Address[:])
	return crypto.Keccak256Hash(words[:])
}

// Digest is what the buyer signs: keccak256(0x1901, domain separator, struct hash).
func (a *Authorization) Digest(separator common.Hash) common.Hash {
	var permitted [3 * 32]byte
	copy(permitted[:], tokenTypeHash[:])
	copy(permitted[32+12:], a.Token[:])
	a.Amount.WriteToSlice(permitted[2*32:])

	var witness [3 * 32]byte
	copy(witness[:], witnessTypeHash[:])
	copy(witness[32+12:], a.To[:])
	a.ValidAfter.WriteToSlice(witness[2*32:])

	var words [6 * 32]byte
	copy(words[:], permitTypeHash[:])
	copy(words[32:], crypto.Keccak256(permitted[:]))
	copy(words[2*32+12:], a.Spender[:])
	a.Nonce.WriteToSlice(words[3*32 : 4*32])
	a.Deadline.WriteToSlice(words[4*32 : 5*32])
	copy(words[5*32:], crypto.Keccak256(witness[:]))
	return eip3009.TypedDataDigest(separator, crypto.Keccak256Hash(words[:]))
}
