// Package param reads the parameters that chain routes share.
package param

import (
	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/problem"
)

// Address reads the address in a field of the request; see [evm.ParseAddress]. The error is a problem for that
// field.
func Address(field, text string) (common.Address, error) {
	a, err := evm.ParseAddress(text)
	if err != nil {
		return common.Address{}, problem.Invalid(field, "%s %v", field, err)
	}
	return a, nil
}
