// Package bank answers the /bank routes: whether an IBAN or a BIC is well formed, what its parts mean and
// which bank it names. Everything is worked out from embedded tables; account numbers are neither stored
// nor logged.
package bank

import (
	"fmt"
	"io/fs"

	gen "github.com/farebox/farebox/gen/bank"
)

// Handlers answers the bank routes. It is read-only after New and safe for concurrent use.
type Handlers struct {
	formats   map[string]*format
	countries map[string]string
	banks     *directory
}

var _ gen.StrictServerInterface = (*Handlers)(nil)

// New reads the embedded tables and, when lists is not nil, the national bank lists that the operator put
// there (see lists.go for the kinds of files; a directory that does not exist holds none). A list that
// cannot be read is an error: a service that silently knows fewer banks would score them wrongly.
func New(lists fs.FS) (*Handlers, error) {
	h := &Handlers{banks: newDirectory()}
	var err error
	if h.countries, err = parseCountries(countriesFile); err != nil {
		return nil, fmt.Errorf("countries: %w", err)
	}
	if h.formats, err = parseFormats(formatsFile); err != nil {
		return nil, fmt.Errorf("IBAN formats: %w", err)
	}
	if err = h.banks.addBuiltIn(banksFile); err != nil {
		return nil, fmt.Errorf("built-in banks: %w", err)
	}
	if lists != nil {
		if err = h.banks.addLists(lists); err != nil {
			return nil, err
		}
	}
	return h, nil
}
