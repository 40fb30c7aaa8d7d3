package crypto

import (
	"errors"
	"strings"

	"github.com/farebox/farebox/internal/chain/eip712"
	"github.com/farebox/farebox/internal/problem"
)

// digestOfTyped is the hash to sign of {types, domain, primaryType, message}, as wallets make it. v is at a path of the
// request.
func digestOfTyped(at string, v any) ([]byte, error) {
	data, err := eip712.Parse(v)
	var digest [32]byte
	switch {
	case err != nil:
	case eip712.Object(v)["domain"] == nil:
		return nil, problem.Missing(at + ".domain")
	default:
		data.Lenient = true
		digest, err = data.Digest()
	}

	var broken *eip712.Error
	switch {
	case errors.As(err, &broken):
		return nil, problem.Invalid(strings.TrimSuffix(at+"."+broken.Path, "."), "%s", broken.Reason)
	case err != nil:
		return nil, problem.Invalid(at, "the typed data cannot be hashed")
	}
	return digest[:], nil
}
