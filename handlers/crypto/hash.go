package crypto

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	ethcrypto "github.com/ethereum/go-ethereum/crypto"

	gen "github.com/farebox/farebox/gen/crypto"
	"github.com/farebox/farebox/internal/chain/abijson"
	"github.com/farebox/farebox/internal/chain/evm/ens"
	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/problem"
)

// CryptoHash answers GET /crypto/hash. It hashes signatures and names exactly as given, so one that is not
// canonical is a 400 with the canonical form rather than a useless hash.
func (h *Handlers) CryptoHash(
	_ context.Context, req gen.CryptoHashRequestObject,
) (gen.CryptoHashResponseObject, error) {
	algo := req.Params.Algo
	input := req.Params.Input
	isHex := req.Params.Encoding == gen.CryptoHashParamsEncodingHex
	if isHex && algo != gen.CryptoHashParamsAlgoKeccak256 && algo != gen.CryptoHashParamsAlgoSha256 {
		return nil, problem.Invalid("encoding", "encoding hex is for keccak256 and sha256, not for %s", algo)
	}

	var sum []byte
	var err error
	switch algo {
	case gen.CryptoHashParamsAlgoKeccak256, gen.CryptoHashParamsAlgoSha256:
		data := []byte(input)
		if isHex {
			digits, _ := abijson.CutHexPrefix(input)
			data, err = abijson.HexDigits(digits)
		} else if !utf8.ValidString(input) {
			err = errors.New("the text is not UTF-8; give bytes as hex with encoding=hex")
		}
		if err != nil {
			break
		}
		if algo == gen.CryptoHashParamsAlgoSha256 {
			s := sha256.Sum256(data)
			sum = s[:]
		} else {
			sum = ethcrypto.Keccak256(data)
		}
	case gen.CryptoHashParamsAlgoSelector:
		if sum, err = signatureHash(trimKeyword(input, "function ", "error ", "event ")); err == nil {
			sum = sum[:4]
		}
	case gen.CryptoHashParamsAlgoEventTopic:
		sum, err = signatureHash(trimKeyword(input, "event ", "function ", "error "))
	case gen.CryptoHashParamsAlgoNamehash:
		sum, err = namehash(input)
	case gen.CryptoHashParamsAlgoLabelhash:
		sum, err = labelhash(input)
	}

	if err != nil {
		return nil, problem.Invalid("input", "%s", err)
	}
	return gen.CryptoHash200JSONResponse{Algo: gen.CryptoHashAnswerAlgo(algo), Hash: hexText(sum)}, nil
}

func signatureHash(text string) ([]byte, error) {
	sig, err := abijson.ParseSignature(text)
	if err != nil {
		return nil, err
	}
	if canonical := sig.String(); canonical != text {
		return nil, fmt.Errorf("the signature is not in canonical form, which is %s", canonical)
	}
	return ethcrypto.Keccak256([]byte(text)), nil
}

// namehash is the EIP-137 hash of a dotted name; the empty name is the root, 32 zero bytes.
func namehash(name string) ([]byte, error) {
	if name != "" {
		if err := normalised(name); err != nil {
			return nil, err
		}
	}
	return ens.Namehash(name).Bytes(), nil
}

// labelhash is the keccak-256 of one label, or the hash that the label spells.
func labelhash(label string) ([]byte, error) {
	if strings.Contains(label, ".") {
		return nil, errors.New("a label has no dot; namehash hashes a whole name")
	}
	if err := normalised(label); err != nil {
		return nil, err
	}
	return ens.Labelhash(label).Bytes(), nil
}

// maxShownName is how much of a normalised name is shown: longer than any registered name.
const maxShownName = 512

// normalised rejects a name that is not in ENSIP-15 normal form, because its hash is not a node, and returns the
// normal form if there is one.
func normalised(name string) error {
	err := ens.CheckLabels(name)
	var odd *ens.NotNormal
	if !errors.As(err, &odd) {
		return err
	}
	if odd.Normal == "" {
		return fmt.Errorf("%q is not an ENS name: %s", abijson.Clip(name), abijson.Clip(odd.Why))
	}
	return fmt.Errorf("%q is not normalised (ENSIP-15); its normalised form is %s",
		abijson.Clip(name), clip.Shown(odd.Normal, maxShownName))
}
