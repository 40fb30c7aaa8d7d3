package federalregister

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Directory is the list of agencies, held in memory: a search with the slug of an agency that does not exist fails as a
// whole, so that slugs are looked up first.
type Directory struct {
	list *upstream.Dataset[[]Agency]
}

const agenciesFile = "agencies.json"

// NewDirectory declares the list as a dataset of the pool. It had 471 entries in 2026.
func NewDirectory(pool *upstream.Pool) *Directory {
	return &Directory{upstream.NewDataset(pool, upstream.DatasetSpec[[]Agency]{
		Name:   "federal-register-agencies",
		Client: pool.Client(Provider),
		Files: []upstream.File{{
			Name:    agenciesFile,
			Request: func(c *upstream.Client) *upstream.Request { return c.Get("/agencies.json") },
		}},
		Every:      24 * time.Hour,
		Parse:      parseAgencies,
		Count:      func(list []Agency) int { return len(list) },
		MinRecords: 300,
	})}
}

func parseAgencies(dir fs.FS) ([]Agency, error) {
	body, err := fs.ReadFile(dir, agenciesFile)
	if err != nil {
		return nil, fmt.Errorf("reading the list: %w", err)
	}
	var rows []Agency
	if err := json.Unmarshal(body, &rows); err != nil {
		return nil, fmt.Errorf("decoding the list: %w", err)
	}
	return slices.DeleteFunc(rows, func(a Agency) bool { return a.Slug == "" }), nil
}

// Refresh asks for the list now, which the pool does on its schedule otherwise.
func (d *Directory) Refresh(ctx context.Context) error { return d.list.Refresh(ctx) }

// List is every agency. The error is that of a list which is not loaded.
func (d *Directory) List() ([]Agency, error) {
	list, _, err := d.list.Get()
	return list, err
}

// Names are what an agency goes by, its slug first.
func (a Agency) Names() []string { return []string{a.Slug, a.Name, a.ShortName} }
