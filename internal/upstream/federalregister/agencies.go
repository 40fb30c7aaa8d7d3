package federalregister

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Directory is the list of agencies, held in memory: a search with the slug of an agency that does not exist fails as a
// whole, so that slugs are looked up first.
type Directory struct {
	list *upstream.Dataset[map[string]Agency]
}

const agenciesFile = "agencies.json"

// NewDirectory declares the list as a dataset of the pool. It had 471 entries in 2026.
func NewDirectory(pool *upstream.Pool) *Directory {
	return &Directory{upstream.NewDataset(pool, upstream.DatasetSpec[map[string]Agency]{
		Name:   "federal-register-agencies",
		Client: pool.Client(Provider),
		Files: []upstream.File{{
			Name:    agenciesFile,
			Request: func(c *upstream.Client) *upstream.Request { return c.Get("/agencies.json") },
		}},
		Every:      24 * time.Hour,
		Parse:      parseAgencies,
		Count:      func(list map[string]Agency) int { return len(list) },
		MinRecords: 300,
	})}
}

func parseAgencies(dir fs.FS) (map[string]Agency, error) {
	body, err := fs.ReadFile(dir, agenciesFile)
	if err != nil {
		return nil, fmt.Errorf("reading the list: %w", err)
	}
	var rows []Agency
	if err := json.Unmarshal(body, &rows); err != nil {
		return nil, fmt.Errorf("decoding the list: %w", err)
	}
	list := make(map[string]Agency, len(rows))
	for _, a := range rows {
		if a.Slug != "" {
			list[a.Slug] = a
		}
	}
	return list, nil
}

// Refresh asks for the list now, which the pool does on its schedule otherwise.
func (d *Directory) Refresh(ctx context.Context) error { return d.list.Refresh(ctx) }

// Find is the one agency that a text names, by its slug, its letters or its name, and false where none or several have
// it. The error is that of a list which is not loaded.
func (d *Directory) Find(text string) (Agency, bool, error) {
	list, _, err := d.list.Get()
	if err != nil {
		return Agency{}, false, err
	}
	text = strings.Join(strings.Fields(text), " ")
	if a, ok := list[strings.ToLower(text)]; ok {
		return a, true, nil
	}

	var fitting []Agency
	for _, a := range list {
		if strings.EqualFold(a.ShortName, text) || strings.EqualFold(a.Name, text) {
			fitting = append(fitting, a)
		}
	}
	if len(fitting) != 1 {
		return Agency{}, false, nil
	}
	return fitting[0], true, nil
}

// Near are up to most slugs of agencies whose names or slugs share words with the text, the nearest first.
func (d *Directory) Near(text string, most int) []string {
	list, _, err := d.list.Get()
	if err != nil {
		return nil
	}
	wanted := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == '-' || r == ' ' || r == '_' })
	type hit struct {
		slug  string
		score float64
	}
	var hits []hit
	for slug, a := range list {
		have := strings.Split(slug, "-")
		shared := 0.0
		for _, word := range wanted {
			switch {
			case filler[word]:
			case slices.Contains(have, word), strings.EqualFold(word, a.ShortName):
				shared++
			case len(word) >= minStem && slices.ContainsFunc(have, func(w string) bool {
				return strings.HasPrefix(w, word) || strings.HasPrefix(word, w) && len(w) >= minStem
			}):
				shared += 0.5
			}
		}
		if shared > 0 {
			hits = append(hits, hit{slug, shared / float64(len(have)+len(wanted))})
		}
	}
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.slug, b.slug))
	})

	var near []string
	for _, h := range hits[:min(most, len(hits))] {
		near = append(near, h.slug)
	}
	return near
}

// minStem is how many letters of a word's beginning say something.
const minStem = 4

// filler are words that many agencies have.
var filler = map[string]bool{
	"of":     true,
	"the":    true,
	"and":    true,
	"for":    true,
	"us":     true,
	"agency": true,
}
