// Package bank answers the /bank routes: whether an IBAN or a BIC is well formed, what its parts mean and
// which bank it names. Everything is worked out from embedded tables; account numbers are neither stored
// nor logged.
package bank

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/bank"
)

// Handlers answers the bank routes. It is read-only after New and safe for concurrent use.
type Handlers struct {
	formats   map[string]*format
	countries map[string]string
	banks     *directory
}

var _ gen.StrictServerInterface = (*Handlers)(nil)

// New reads the embedded tables and the national bank lists that the operator put into bank/ below dataDir (see
// lists.go for the kinds of files; a directory that does not exist holds none). A list that cannot be read is an
// error: a service that silently knows fewer banks would score them wrongly.
func New(dataDir string) (*Handlers, error) {
	return newFrom(os.DirFS(filepath.Join(dataDir, "bank")))
}

// newFrom is New with the lists in place of their directory; nil for none.
func newFrom(lists fs.FS) (*Handlers, error) {
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

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.RegisterHandlers(e, gen.NewStrictHandler(h, nil)) }
