// Package bank answers the /bank routes: whether an IBAN or a BIC is well formed, what its parts mean and which
// bank it names. The answers come from embedded tables and from freely published lists of banks. Account numbers
// are never stored, logged or sent to anyone.
package bank

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/bank"
	"github.com/farebox/farebox/internal/upstream"
)

// Handlers answers the bank routes. It is safe for concurrent use.
type Handlers struct {
	formats   map[string]*format
	countries map[string]string
	banks     *directory
	now       func() time.Time
}

// New reads the embedded tables and the operator's bank lists in bank/ below dataDir, and declares the publishers'
// lists with the pool. See lists.go for the kinds of files. A missing directory is empty; an unreadable one is an
// error, because a service that silently knows fewer banks would score them wrongly. now is the clock.
func New(dataDir string, pool *upstream.Pool, now func() time.Time) (*Handlers, error) {
	return newFrom(os.DirFS(filepath.Join(dataDir, "bank")), pool, now)
}

// newFrom is New with the lists instead of their directory, or nil.
func newFrom(lists fs.FS, pool *upstream.Pool, now func() time.Time) (*Handlers, error) {
	h := &Handlers{now: now}
	var err error
	if h.countries, err = parseCountries(countriesFile); err != nil {
		return nil, fmt.Errorf("countries: %w", err)
	}
	if h.formats, err = parseFormats(formatsFile); err != nil {
		return nil, fmt.Errorf("IBAN formats: %w", err)
	}
	if h.banks, err = newDirectory(pool); err != nil {
		return nil, err
	}
	if lists != nil {
		if err = h.banks.addLists(lists); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }
