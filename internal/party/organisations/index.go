package organisations

import (
	"cmp"
	"slices"

	"github.com/farebox/farebox/internal/party/filers"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream/sec"
)

// filerIndex finds listed filers by name.
type filerIndex struct {
	of     *sec.Companies // the version of the table that it was made from
	engine *names.Engine
	shelf  *names.Shelf
	filers []filers.Filer // by their numbers on the shelf
	exact  map[string][]int
}

// hit is a filer whose name is alike.
type hit struct {
	filers.Filer
	score float64
	entry bool // it is from the list of all names: the name may be a former one
	very  bool // it is the very name that was asked for
}

// filerNames is the index of the table in use, rebuilt when that has changed.
func (r *Registers) filerNames() (*filerIndex, error) {
	table, _, err := r.filers.Lists().Companies.Get()
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.index != nil && r.index.of == table {
		return r.index, nil
	}

	all, err := r.filers.All()
	if err != nil {
		return nil, err
	}
	index := &filerIndex{
		of:     table,
		engine: r.compare.engine,
		shelf:  r.compare.engine.NewShelf(names.Company),
		exact:  map[string][]int{},
	}
	for _, filer := range all {
		form, err := index.engine.Prepare(names.Company, filerName(filer.Name), "")
		if err != nil {
			continue
		}
		index.shelf.Add(form)
		index.exact[form.Text] = append(index.exact[form.Text], len(index.filers))
		index.filers = append(index.filers, filer)
	}
	index.shelf.Seal()
	r.index = index
	return index, nil
}

// like are the filers whose names score least or more, best first, larger companies before smaller ones.
func (x *filerIndex) like(name string, least float64) []hit {
	form, err := x.engine.Prepare(names.Company, name, "")
	if err != nil {
		return nil
	}

	var hits []hit
	found := map[int]bool{}
	for _, h := range x.shelf.Search(form, least) {
		if h.Score >= least {
			hits = append(hits, hit{Filer: x.filers[h.Name], score: h.Score})
			found[h.Name] = true
		}
	}

	for _, n := range x.exact[form.Text] {
		if !found[n] { // the shelf passes over names of nothing but initials and a common word
			hits = append(hits, hit{Filer: x.filers[n], score: 100})
		}
	}

	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
	return hits
}
