package sanctions

import (
	"cmp"
	"io"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream/eufsf"
)

// readEU makes parties of the EU list.
func (r *reader) readEU(src io.Reader) (Source, error) {
	out := Source{ID: "eu-fsf"}
	generated, err := eufsf.Read(src, func(e *eufsf.Entity) error {
		p := Party{Ref: cmp.Or(e.Reference, e.LogicalID), Type: euType(e)}
		for i, n := range e.Names {
			whole := cmp.Or(n.Whole, n.First+" "+n.Middle+" "+n.Last)
			name := Name{Text: whole, Primary: i == 0, Weak: strings.EqualFold(n.Strong, "false")}
			if given := strings.TrimSpace(n.First + " " + n.Middle); p.Type == Individual && given != "" && n.Last != "" {
				name.Reading = n.Last + ", " + given
			}
			p.Names = addName(p.Names, name)
		}
		primaryFirst(p.Names)
		programs := make([]string, 0, len(e.Regulations))
		for _, g := range e.Regulations {
			programs = append(programs, g.Programme)
		}
		p.Programs = r.programs(programs)
		where := each.Of(append(e.Citizenship, e.Addresses...), func(c eufsf.Country) string { return c.ISO })
		p.Country = r.countries.first(where...)
		for _, b := range e.Births {
			p.Births = addBirth(p.Births, euBirth(b))
		}
		if p.Type == Vessel {
			p.IMO = euIMO(e)
		}
		p.Wallets = mentioned(e.Remarks...)
		for _, id := range e.IDs {
			p.Wallets = append(p.Wallets, mentioned(append(id.Remarks, id.Number)...)...)
			p.IDs = addID(p.IDs, id.Number)
		}
		return r.add(&out, p)
	})

	if t, err := time.Parse(time.DateOnly, generated[:min(len(generated), 10)]); err == nil {
		out.Published = t
	}
	return out, err
}

// euType: the list files ships under enterprises; they are known by a ship's IMO number (companies have IMO numbers too,
// of another rule).
func euType(e *eufsf.Entity) Type {
	code := strings.ToLower(e.Subject.Code + e.Subject.Classification)
	switch {
	case strings.HasPrefix(code, "person") || code == "p":
		return Individual
	case strings.HasPrefix(code, "vessel"), strings.HasPrefix(code, "ship"), euIMO(e) != "":
		return Vessel
	}
	return Entity
}

func euIMO(e *eufsf.Entity) string {
	for _, id := range e.IDs {
		if strings.EqualFold(id.Type, "imo") {
			if n := imoIn("IMO " + id.Number); n != "" {
				return n
			}
		}
	}
	return ""
}

func euBirth(b eufsf.Birth) string {
	d := cmp.Or(b.Date, birthParts(number(b.Year), number(b.Month), 0))
	if d == "" && b.FromYear != "" && b.ToYear != "" {
		d = b.FromYear + " to " + b.ToYear
	}
	if d != "" && strings.EqualFold(b.Circa, "true") {
		d = "circa " + d
	}
	return birthDate(d)
}
