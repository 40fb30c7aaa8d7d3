package sanctions

import (
	"cmp"
	"io"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/unsc"
)

// readUN makes parties of the UN list.
func (r *reader) readUN(src io.Reader) (Source, error) {
	out := Source{ID: "un-sc"}
	generated, err := unsc.Read(src, func(e *unsc.Entry) error {
		p := Party{Ref: cmp.Or(strings.TrimSpace(e.Reference), strings.TrimSpace(e.DataID)), Type: Entity, Programs: r.programs([]string{e.ListType})}
		if e.Individual {
			p.Type = Individual
		}
		whole := strings.Join([]string{e.First, e.Second, e.Third, e.Fourth}, " ")
		p.Names = addName(p.Names, Name{Text: whole, Primary: true})
		for _, part := range unNames(whole) {
			p.Names = addName(p.Names, Name{Text: part})
		}
		for i, part := range unNames(e.Original) {
			p.Names = addName(p.Names, Name{Text: part, Primary: i == 0})
		}
		for _, a := range append(e.Aliases, e.Names...) {
			weak := strings.EqualFold(strings.TrimSpace(a.Quality), "low")
			for _, part := range unNames(a.Name) {
				p.Names = addName(p.Names, Name{Text: part, Weak: weak})
			}
		}
		primaryFirst(p.Names)
		where := e.Nationality
		for _, a := range append(e.Homes, e.Addresses...) {
			where = append(where, a.Country)
		}
		p.Country = r.countries.first(where...)
		for _, b := range e.Births {
			p.Births = addBirth(p.Births, unBirth(b))
		}
		p.Wallets = mentioned(e.Comments)
		for _, d := range e.Documents {
			p.IDs = addID(p.IDs, d.Number)
		}
		return r.add(&out, p)
	})

	if t, err := time.Parse(time.DateOnly, generated[:min(len(generated), 10)]); err == nil {
		out.Published = t
	}
	return out, err
}

func unBirth(b unsc.Birth) string {
	kind := strings.ToUpper(strings.TrimSpace(b.Kind))
	d := birthDate(cmp.Or(strings.TrimSpace(b.Date), strings.TrimSpace(b.Year)))
	switch {
	case d == "" && b.From != "" && b.To != "":
		return birthDate(b.From + " to " + b.To)
	case d == "":
		return birthDate(b.Note)
	case strings.HasPrefix(kind, "APPROX"):
		return "circa " + d
	}
	return d
}
