package permit2

import (
	"bytes"
	"encoding/binary"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

// Selectors of the contracts' functions: the first four bytes of keccak256 of the signature.
var (
	// settle(((address,uint256),uint256,uint256),address,(address,uint256),bytes)
	selectorSettle = [4]byte{0x13, 0xcd, 0x3b, 0x53}
	// settleWithPermit((uint256,uint256,bytes32,bytes32,uint8),...), then as settle
	selectorSettleWithPermit = [4]byte{0xfa, 0x34, 0x03, 0x78}
	selectorNonceBitmap      = [4]byte{0x4f, 0xe0, 0x2b, 0x44} // nonceBitmap(address,uint256)
	selectorAllowance        = [4]byte{0xdd, 0x62, 0xed, 0x3e} // allowance(address,address)
	SelectorPermit2          = [4]byte{0x6a, 0xfd, 0xd8, 0x50} // PERMIT2()
)

// headWords is how many words of the arguments of settle name a payment: all but the signature.
const headWords = 7

// permitWords is how many words settleWithPermit has before those of settle.
const permitWords = 5

// PackSettle is the call of the proxy that makes the transfer.
func (a *Authorization) PackSettle(signature []byte) []byte {
	data := make([]byte, 4+(headWords+1)*32)
	copy(data, selectorSettle[:])
	a.putWords(data[4:])
	binary.BigEndian.PutUint64(data[len(data)-8:], (headWords+1)*32) // where the bytes of the signature start
	return eip3009.AppendBytes(data, signature)
}

// putWords writes what names the payment, in the order of the arguments of settle.
func (a *Authorization) putWords(words []byte) {
	copy(words[12:], a.Token[:])
	a.Amount.WriteToSlice(words[32:64])
	a.Nonce.WriteToSlice(words[2*32 : 3*32])
	a.Deadline.WriteToSlice(words[3*32 : 4*32])
	copy(words[4*32+12:], a.From[:])
	copy(words[5*32+12:], a.To[:])
	a.ValidAfter.WriteToSlice(words[6*32 : 7*32])
}

// settles says whether a call of the proxy settles a payment, and whether it is the authorization's. The signature is
// not compared: one message can have several that are good.
func (a *Authorization) settles(call []byte) (settles, same bool) {
	if len(call) < 4 {
		return false, false
	}
	start := 4
	switch [4]byte(call) {
	case selectorSettle:
	case selectorSettleWithPermit:
		start += permitWords * 32
	default:
		return false, false
	}

	end := start + headWords*32
	if len(call) < end {
		return false, false
	}
	var words [headWords * 32]byte
	a.putWords(words[:])
	return true, bytes.Equal(call[start:end], words[:])
}

// PackNonceBitmap asks Permit2 for the 256 nonces of a payer that the given one is among.
func PackNonceBitmap(id eip3009.ID) []byte {
	data := make([]byte, 4+2*32)
	copy(data, selectorNonceBitmap[:])
	copy(data[4+12:], id.From[:])
	copy(data[4+32+1:], id.Nonce[:31]) // the nonce without its last 8 bits
	return data
}

// IsSpent reads from the answer to PackNonceBitmap whether the nonce is spent or made worthless.
func IsSpent(bitmap uint256.Int, id eip3009.ID) bool {
	bitmap.Rsh(&bitmap, uint(id.Nonce[31]))
	return bitmap.Uint64()&1 == 1
}

// PackAllowance asks a token how much of the owner's Permit2 may spend.
func PackAllowance(owner common.Address) []byte {
	data := make([]byte, 4+2*32)
	copy(data, selectorAllowance[:])
	copy(data[4+12:], owner[:])
	copy(data[4+32+12:], Address[:])
	return data
}

// reverts are the errors of the proxy and of Permit2 that say why a payment is no good, by their selectors.
var reverts = map[[4]byte]string{
	{0x75, 0x66, 0x88, 0xfe}: x402.ReasonPermit2Nonce,     // InvalidNonce()
	{0xcd, 0x21, 0xdb, 0x4f}: x402.ReasonPermit2Deadline,  // SignatureExpired(uint256)
	{0xa6, 0x55, 0x39, 0xfa}: x402.ReasonPermit2Early,     // PaymentTooEarly()
	{0x8b, 0xaa, 0x57, 0x9f}: x402.ReasonPermit2Signature, // InvalidSignature()
	{0x81, 0x5e, 0x1d, 0x64}: x402.ReasonPermit2Signature, // InvalidSigner()
	{0x4b, 0xe6, 0x32, 0x1b}: x402.ReasonPermit2Signature, // InvalidSignatureLength()
	{0xb0, 0x66, 0x9c, 0xbc}: x402.ReasonPermit2Signature, // InvalidContractSignature()
	{0x2c, 0x52, 0x11, 0xc6}: x402.ReasonPermit2Amount,    // InvalidAmount(): 0
	{0xac, 0x6b, 0x05, 0xf5}: x402.ReasonPermit2Recipient, // InvalidDestination(): 0
}

// ReasonOf is the protocol's reason for what settle has reverted with; "" when it tells none.
func ReasonOf(revert []byte) string {
	if len(revert) < 4 {
		return ""
	}
	return reverts[[4]byte(revert)]
}
