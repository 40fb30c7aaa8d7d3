package eip3009

import (
	"encoding/binary"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Selectors of the token's functions: the first four bytes of keccak256 of the signature.
var (
	SelectorTransferVRS      = [4]byte{0xe3, 0xee, 0x16, 0x0e} // transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)
	SelectorTransferBytes    = [4]byte{0xcf, 0x09, 0x29, 0x95} // transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)
	SelectorState            = [4]byte{0xe9, 0x4a, 0x01, 0x02} // authorizationState(address,bytes32)
	SelectorBalanceOf        = [4]byte{0x70, 0xa0, 0x82, 0x31} // balanceOf(address)
	SelectorCancel           = [4]byte{0x5a, 0x04, 0x9a, 0x70} // cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)
	SelectorDomainSeparator  = [4]byte{0x36, 0x44, 0xe5, 0x15} // DOMAIN_SEPARATOR()
	SelectorDecimals         = [4]byte{0x31, 0x3c, 0xe5, 0x67} // decimals()
	SelectorName             = [4]byte{0x06, 0xfd, 0xde, 0x03} // name()
	SelectorVersion          = [4]byte{0x54, 0xfd, 0x4d, 0x50} // version()
	SelectorIsValidSignature = [4]byte{0x16, 0x26, 0xba, 0x7e} // isValidSignature(bytes32,bytes), EIP-1271; also its answer
)

// Topics of the token's events.
var (
	TopicUsed     = crypto.Keccak256Hash([]byte("AuthorizationUsed(address,bytes32)"))
	TopicCanceled = crypto.Keccak256Hash([]byte("AuthorizationCanceled(address,bytes32)"))
	TopicTransfer = crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))
)

// PackTransfer is the call that makes the transfer with a key's 65-byte signature. Errors are those
// of Normalize.
func (a *Authorization) PackTransfer(signature []byte) ([]byte, error) {
	normal, err := Normalize(signature)
	if err != nil {
		return nil, err
	}
	data := a.call(SelectorTransferVRS, 9)
	data[4+7*32-1] = normal[64]
	copy(data[4+7*32:], normal[:64])
	return data, nil
}

// PackTransferBytes is the call that makes the transfer with the signature of a contract wallet, of
// any length. Tokens of FiatToken version 2.2 and later have it.
func (a *Authorization) PackTransferBytes(signature []byte) []byte {
	data := a.call(SelectorTransferBytes, 7)
	data[4+7*32-1] = 7 * 32 // where the bytes start
	return AppendBytes(data, signature)
}

func (a *Authorization) call(selector [4]byte, words int) []byte {
	data := make([]byte, 4+words*32)
	copy(data, selector[:])
	a.putWords(data[4:])
	return data
}

// PackState asks whether a nonce is used or cancelled.
func PackState(id ID) []byte {
	data := make([]byte, 4+2*32)
	copy(data, SelectorState[:])
	copy(data[4+12:], id.From[:])
	copy(data[4+32:], id.Nonce[:])
	return data
}

// PackBalanceOf asks for the token balance of an address.
func PackBalanceOf(owner common.Address) []byte {
	data := make([]byte, 4+32)
	copy(data, SelectorBalanceOf[:])
	copy(data[4+12:], owner[:])
	return data
}

// PackCancel is the call that cancels a nonce with the payer's signature of CancelDigest.
func PackCancel(id ID, signature []byte) ([]byte, error) {
	normal, err := Normalize(signature)
	if err != nil {
		return nil, err
	}
	data := make([]byte, 4+5*32)
	copy(data, SelectorCancel[:])
	copy(data[4+12:], id.From[:])
	copy(data[4+32:], id.Nonce[:])
	data[4+3*32-1] = normal[64]
	copy(data[4+3*32:], normal[:64])
	return data, nil
}

// PackIsValidSignature asks a contract wallet whether a signature is its own (EIP-1271).
func PackIsValidSignature(digest common.Hash, signature []byte) []byte {
	data := make([]byte, 4+2*32)
	copy(data, SelectorIsValidSignature[:])
	copy(data[4:], digest[:])
	data[4+2*32-1] = 2 * 32
	return AppendBytes(data, signature)
}

// AppendBytes adds a value of ABI type bytes: its length, then the bytes padded to whole words.
func AppendBytes(data, value []byte) []byte {
	var length [32]byte
	binary.BigEndian.PutUint64(length[24:], uint64(len(value)))
	data = append(data, length[:]...)
	data = append(data, value...)
	return append(data, make([]byte, (32-len(value)%32)%32)...)
}
