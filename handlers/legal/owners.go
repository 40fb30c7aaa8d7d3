package legal

import (
	"context"
	"slices"
	"strings"

	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/party/identifier"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/sec"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

// patentQuery is what patents are searched by.
type patentQuery struct {
	name     string // "" if there is none
	inventor string
	cik, qid string // as [identifier] writes them
}

// patentQuery reads the inputs; at least one has to be there.
func (h *Handlers) patentQuery(field string, name, inventor, cik, qid *string) (patentQuery, error) {
	var q patentQuery
	for _, in := range []struct {
		field string
		given *string
		kind  names.Kind
		into  *string
	}{
		{field, name, names.Company, &q.name},
		{"inventor", inventor, names.Person, &q.inventor},
	} {
		if in.given == nil {
			continue
		}
		text := strings.Join(strings.Fields(*in.given), " ")
		if _, err := h.names.Prepare(in.kind, text, ""); err != nil {
			return q, problem.Invalid(in.field, "%s must hold letters or digits", in.field)
		}
		if in.field != "name" && samename.Nobody(text) { // a filter of no name would be an answer about nobody
			return q, problem.Invalid(in.field, "%s must be a name, not a placeholder", in.field)
		}
		*in.into = text
	}

	var err error
	if cik != nil {
		if q.cik, err = identifier.CIK(*cik); err != nil {
			return q, problem.Invalid("cik", "%s", err)
		}
	}
	if qid != nil {
		if q.qid, err = identifier.QID(*qid); err != nil {
			return q, problem.Invalid("qid", "%s", err)
		}
	}
	if q == (patentQuery{}) {
		return q, problem.InvalidCode("name", problem.CodeMissingInput, "give name, inventor, cik or qid")
	}
	return q, nil
}

// owners are the names that patents are searched by: the one given, and those that the registers have under the
// identifiers. A register that fails leaves its names out; one that has other names only is an error.
func (h *Handlers) owners(ctx context.Context, q patentQuery) (list []string, asked []shared.Source, err error) {
	if q.name != "" {
		list = append(list, q.name)
	}
	var sources []upstream.Source[[]string]
	if q.cik != "" {
		sources = append(sources, upstream.Source[[]string]{
			Name: sec.Provider.Name,
			Call: func(ctx context.Context) ([]string, error) { return h.filerNames(ctx, q.cik) },
		})
	}
	if q.qid != "" {
		sources = append(sources, upstream.Source[[]string]{
			Name: wikidata.Provider.Name,
			Call: func(ctx context.Context) ([]string, error) { return h.itemNames(ctx, q.qid) },
		})
	}

	fused := upstream.Fuse(ctx, sources...)
	for _, outcome := range fused {
		field := "cik"
		id := q.cik
		if outcome.Name == wikidata.Provider.Name {
			field = "qid"
			id = q.qid
		}
		if upstream.KindOf(outcome.Err) == upstream.NotFound {
			return nil, nil, problem.NotFound(field, "%s %s is not known to %s", field, id, outcome.Name)
		}
		asked = append(asked, response.Read(outcome.Name, outcome.Reads, outcome.Err))
		if outcome.Err != nil {
			continue
		}
		if q.name != "" && !slices.ContainsFunc(outcome.Value, func(n string) bool { return h.alike(n, q.name) }) {
			return nil, nil, problem.Invalid(field, "%s %s is %s, which differs from the given name",
				field, id, outcome.Value[0])
		}
		for _, n := range outcome.Value {
			if !slices.ContainsFunc(list, func(have string) bool { return strings.EqualFold(have, n) }) {
				list = append(list, n)
			}
		}
	}
	if len(list) == 0 && q.inventor == "" { // the registers, which alone could name the owner, failed
		return nil, nil, fused.Err()
	}
	return list, asked, nil
}

// filerNames are the present and former names of a filer.
func (h *Handlers) filerNames(ctx context.Context, cik string) ([]string, error) {
	filer, err := h.filers.Submissions(ctx, cik)
	if err != nil {
		return nil, err
	}
	list := []string{filer.Name}
	for _, former := range filer.FormerNames {
		if former.Name != "" && !slices.Contains(list, former.Name) {
			list = append(list, former.Name)
		}
	}
	return list, nil
}

// itemNames is the label of an item. Its aliases, short forms among them, are other companies' too.
func (h *Handlers) itemNames(ctx context.Context, qid string) ([]string, error) {
	items, err := h.items.Items(ctx, qid)
	if err != nil {
		return nil, err
	}
	if len(items) == 0 || items[0].Label() == "" {
		return nil, upstream.NotFound.Errorf("no item with a label")
	}
	return []string{items[0].Label()}, nil
}
