// Package attest answers the attestation routes.
package attest

import (
	"crypto/rand"
	"fmt"
	"io"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/attest"
	"github.com/farebox/farebox/internal/chain/attest"
	"github.com/farebox/farebox/internal/web/fetch"
)

// Handlers answers the attestation routes.
type Handlers struct {
	signer  *attest.Signer // nil: this service attests nothing
	fetcher *fetch.Client
	random  io.Reader // of the attestations' salts, which must be unpredictable
}

// New returns the handlers. key is ATTESTOR_KEY, with which this service attests on the chain chainID; without a
// key it only verifies. fetcher opens the pages to notarize.
func New(key string, chainID uint64, fetcher *fetch.Client) (*Handlers, error) {
	h := &Handlers{fetcher: fetcher, random: rand.Reader}
	if key == "" {
		return h, nil
	}

	var err error
	if h.signer, err = attest.NewSigner(key, chainID); err != nil {
		return nil, fmt.Errorf("ATTESTOR_KEY: %w", err)
	}
	return h, nil
}

// Lacks says what is not set, by path of the routes that can answer nothing without it.
func (h *Handlers) Lacks() map[string]string {
	if h.signer != nil {
		return nil
	}
	return map[string]string{"/notarize": "ATTESTOR_KEY is not set"}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }
