package validator

import (
	"github.com/farebox/farebox/internal/chain/base58"
	"github.com/farebox/farebox/internal/problem"
)

// keyBytes is the length of a public key of Solana.
const keyBytes = 32

// readKey refuses what cannot be a key. Keys have no checksum, so that a mistyped one is mostly still a key.
func readKey(field string, text *string) error {
	if text == nil || len(base58.Decode(*text, base58.Bitcoin)) == keyBytes {
		return nil
	}
	return problem.Invalid(field, "%s must be a public key of Solana: 32 bytes in base58, "+
		"such as 7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh", field)
}
