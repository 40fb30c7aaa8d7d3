package crypto

import (
	"context"
	"errors"
	"math/big"
	"strconv"
	"strings"

	ethcrypto "github.com/ethereum/go-ethereum/crypto"

	gen "github.com/farebox/farebox/gen/crypto"
	"github.com/farebox/farebox/internal/chain/abijson"
	"github.com/farebox/farebox/internal/problem"
)

// maxMessageBytes bounds the message of a verification.
const maxMessageBytes = 256 << 10

// CryptoVerify answers POST /crypto/verify: the address whose key made an EIP-191 or EIP-712 signature.
func (h *Handlers) CryptoVerify(
	_ context.Context, req gen.CryptoVerifyRequestObject,
) (gen.CryptoVerifyResponseObject, error) {
	body := req.Body
	if len(body.Message) > maxMessageBytes {
		return nil, problem.TooLarge("message", "message is at most %d bytes", maxMessageBytes)
	}
	message, err := decodeJSON(body.Message)
	if err != nil {
		return nil, problem.Invalid("message", "%s", err)
	}
	readings, err := readingsOf(body.Scheme, message)
	if err != nil {
		return nil, err
	}
	read, signer, err := chooseReading(readings, body)
	if err != nil {
		return nil, problem.Invalid("signature", "%s", err)
	}

	answer := gen.CryptoVerify200JSONResponse{
		Scheme:        gen.CryptoVerificationScheme(body.Scheme),
		Signer:        signer,
		Digest:        hexText(read.digest),
		MessageReadAs: read.as,
	}
	if body.ExpectedSigner != nil {
		answer.Matches = new(strings.EqualFold(signer, *body.ExpectedSigner))
	}
	return answer, nil
}

// reading is one way to read a message.
type reading struct {
	as     *gen.CryptoVerificationMessageReadAs // nil for typed data
	digest []byte
}

// readingsOf returns the ways to read a message, the usual one first.
func readingsOf(scheme gen.CryptoVerifyRequestScheme, message any) ([]reading, error) {
	if scheme == gen.CryptoVerifyRequestSchemeEip712 {
		digest, err := typedDigest(message)
		return []reading{{digest: digest}}, err
	}
	text, ok := message.(string)
	if !ok {
		return nil, problem.Invalid("message", "with scheme eip191 message is a string, not %s", abijson.Kind(message))
	}
	return personalReadings(text), nil
}

// chooseReading recovers the signer. The reading that the expected signer signed counts; without an expected signer
// or a match, the first.
func chooseReading(readings []reading, body *gen.CryptoVerifyRequest) (reading, string, error) {
	signer, err := recoverSigner(readings[0].digest, body.Signature)
	if body.ExpectedSigner == nil || err == nil && strings.EqualFold(signer, *body.ExpectedSigner) {
		return readings[0], signer, err
	}
	for _, other := range readings[1:] {
		if fits, failed := recoverSigner(other.digest, body.Signature); failed == nil &&
			strings.EqualFold(fits, *body.ExpectedSigner) {
			return other, fits, nil
		}
	}
	return readings[0], signer, err
}

// personalReadings are the readings of text under EIP-191, version 0x45. Most wallets sign 0x and whole hex bytes
// as bytes; libraries sign the characters by default.
func personalReadings(text string) []reading {
	characters := reading{
		as:     new(gen.Text),
		digest: personalDigest([]byte(text)),
	}
	digits, ok := strings.CutPrefix(text, "0x")
	if !ok {
		return []reading{characters}
	}

	content, err := abijson.HexDigits(digits)
	if err != nil {
		return []reading{characters}
	}

	return []reading{
		{
			as:     new(gen.Bytes),
			digest: personalDigest(content),
		},
		characters,
	}
}

// personalDigest is the EIP-191 version 0x45 hash.
func personalDigest(content []byte) []byte {
	return ethcrypto.Keccak256([]byte("\x19Ethereum Signed Message:\n"+strconv.Itoa(len(content))), content)
}

// typedDigest is the EIP-712 digest of typed data, given as an object or as its JSON text.
func typedDigest(message any) ([]byte, error) {
	if text, ok := message.(string); ok {
		var err error
		if message, err = decodeJSON([]byte(text)); err != nil {
			return nil, problem.Invalid("message",
				"with scheme eip712 message is an object with types, domain, primaryType and message")
		}
	}
	return digestOfTyped("message", message)
}

// recoverSigner is the address of the key that signed digest, in EIP-55 form. v may be 27, 28, 0 or 1; a high s is
// rejected as in EIP-2, because each signature has a twin with the other s.
func recoverSigner(digest []byte, signature string) (string, error) {
	sig, err := abijson.Bytes(signature)
	if err != nil {
		return "", err
	}
	if len(sig) == 64 {
		return "", errors.New("64-byte compact signatures (EIP-2098) are not supported; give 65 bytes: r, s, v")
	}
	if len(sig) != ethcrypto.SignatureLength {
		return "", errors.New("a signature has 65 bytes (r, s, v); " +
			"those of contract wallets cannot be verified without a chain")
	}

	v := sig[64]
	if v >= 27 {
		v -= 27
	}

	if v > 1 {
		return "", errors.New("the last byte, v, must be 27, 28, 0 or 1")
	}

	r := new(big.Int).SetBytes(sig[:32])
	s := new(big.Int).SetBytes(sig[32:64])
	if !ethcrypto.ValidateSignatureValues(v, r, s, true) {
		return "", errors.New("r or s is out of range; s must be in the lower half of the curve's order (EIP-2)")
	}

	sig[64] = v
	key, err := ethcrypto.SigToPub(digest, sig)
	if err != nil {
		return "", errors.New("no key can have made this signature")
	}

	return ethcrypto.PubkeyToAddress(*key).Hex(), nil
}
