// Package attest answers the attestation routes.
package attest

import (
	"github.com/ethereum/go-ethereum/common"

	gen "github.com/farebox/farebox/gen/attest"
)

// Handlers answers the attestation routes.
type Handlers struct {
	attestor *common.Address
}

var _ gen.StrictServerInterface = (*Handlers)(nil)

// New returns the handlers. attestor is the address that this service attests with, nil when it has no key.
func New(attestor *common.Address) *Handlers { return &Handlers{attestor: attestor} }
