package validator

import (
	"github.com/farebox/farebox/internal/chain/base58"
	"github.com/farebox/farebox/internal/problem"
)

// readKey refuses what cannot be a key. Keys have no checksum, so that a mistyped one is mostly still a key.
func readKey(field string, text *string) error {
	if text == nil || base58.SolanaKey(*text) {
		return nil
	}
	return problem.Invalid(field, "%s must be a public key of Solana: 32 bytes in base58, "+
		"such as 7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh", field)
}
