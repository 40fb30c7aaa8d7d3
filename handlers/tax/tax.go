// Package tax answers the /tax routes: US federal income tax, payroll tax, capital gains, a whole
// paycheck with state tax, and the tables behind them.
//
// The law is data: tables/ holds one JSON file per tax year with its sources and date, and tables/states/ one per state
// with a member for each year. A year is added by adding a file, and to a state by adding a member.
//
// All arithmetic is exact decimal; a reported line is rounded once, at its
// end, half away from zero to cents (rates to 6 decimals). Inputs are not kept.
package tax

import (
	"embed"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/tax"
)

// disclaimer ends every answer of the family.
const disclaimer = "Estimate from published tables, not tax advice."

//go:embed tables/*.json tables/states/*.json
var embedded embed.FS

// Handlers answers the routes of the family from the tables of the tax years it knows.
type Handlers struct {
	years map[int]*yearTable
	now   func() time.Time
}

// New returns the handlers of the tax family over the tables built in; now is the clock whose year is meant when
// none is given. The error, which names the file at fault, can only come from a table that does not hold together.
func New(now func() time.Time) (*Handlers, error) {
	years, err := builtIn()
	if err != nil {
		return nil, err
	}
	return &Handlers{
		years: years,
		now:   now,
	}, nil
}

// builtIn are the tables that are part of the program. They are read once in a process and never changed.
var builtIn = sync.OnceValues(func() (map[int]*yearTable, error) {
	files, err := builtInFiles()
	if err != nil {
		return nil, err
	}
	return loadYears(files)
})

func builtInFiles() (fs.FS, error) {
	files, err := fs.Sub(embedded, "tables")
	if err != nil {
		return nil, fmt.Errorf("opening the tax tables: %w", err)
	}
	return files, nil
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }
