// Package attest answers the attestation routes.
package attest

import (
	"io"

	gen "github.com/farebox/farebox/gen/attest"
	"github.com/farebox/farebox/internal/chain/attest"
	"github.com/farebox/farebox/internal/web/fetch"
)

// Handlers answers the attestation routes.
type Handlers struct {
	signer  *attest.Signer
	fetcher *fetch.Client
	random  io.Reader
}

var _ gen.StrictServerInterface = (*Handlers)(nil)

// New returns the handlers. signer has the key that this service attests with, nil when it has none: then it verifies
// only. fetcher opens the pages that are notarized. random gives the salts of the attestations and must be
// unpredictable (crypto/rand.Reader).
func New(signer *attest.Signer, fetcher *fetch.Client, random io.Reader) *Handlers {
	return &Handlers{signer: signer, fetcher: fetcher, random: random}
}
