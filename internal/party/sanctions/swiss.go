package sanctions

import (
	"cmp"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/seco"
)

// readSwiss makes parties of the Swiss list, without the targets that are no longer listed.
func (r *reader) readSwiss(src io.Reader) (Source, error) {
	out := Source{ID: "ch-seco"}
	program := map[string]string{}
	place := map[string]string{}
	sets := [][]string{}
	homes := [][]string{}

	date, err := seco.Read(src, seco.Handlers{
		Program: func(p *seco.Program) error {
			name := cmp.Or(inEnglish(p.Keys), inEnglish(p.Names))
			for _, s := range p.Sets {
				program[s.SSID] = r.word(name)
			}
			return nil
		},
		Place: func(p *seco.Place) error {
			place[p.SSID] = p.Country.ISO
			return nil
		},
		Target: func(t *seco.Target) error {
			if t.Delisted() {
				return nil
			}
			party, at := r.swissParty(t)
			if err := r.add(&out, party); err != nil {
				return err
			}
			sets, homes = append(sets, t.Sets), append(homes, at)
			return nil
		},
	})

	// Programmes and places may stand behind the targets that refer to them.
	for i := range out.Parties {
		p := &out.Parties[i]
		for _, id := range sets[i] {
			if name := program[strings.TrimSpace(id)]; name != "" && !slices.Contains(p.Programs, name) {
				p.Programs = append(p.Programs, name)
			}
		}
		for _, id := range homes[i] {
			p.Country = cmp.Or(p.Country, r.countries.code(place[id]))
		}
	}

	if t, err := time.Parse(time.DateOnly, date); err == nil {
		out.Published = t
	}
	return out, err
}

func inEnglish(texts []seco.Text) string {
	for _, t := range texts {
		if t.Lang == "eng" {
			return strings.TrimSpace(t.Value)
		}
	}
	if len(texts) > 0 {
		return strings.TrimSpace(texts[0].Value)
	}
	return ""
}

// swissParty is a target with the places of its addresses.
func (r *reader) swissParty(t *seco.Target) (p Party, places []string) {
	p = Party{Ref: t.SSID, Type: Entity}
	subject := t.Entity
	switch {
	case t.Individual != nil:
		p.Type = Individual
		subject = t.Individual
	case t.Object != nil:
		subject = t.Object
		switch strings.ToLower(t.Object.ObjectType) {
		case "vessel", "ship":
			p.Type = Vessel
		case "aircraft":
			p.Type = Aircraft
		}
	}

	if subject == nil {
		return p, nil
	}

	for _, main := range []bool{true, false} {
		for _, id := range subject.Identities {
			if (id.Main == "true" || id.Main == "1") != main {
				continue
			}
			for _, n := range id.Names {
				p.Names = swissNames(p.Names, p.Type, n, main)
			}
			for _, c := range id.Nationality {
				p.Country = cmp.Or(p.Country, r.countries.code(c.ISO))
			}
			for _, b := range id.Births {
				p.Births = addBirth(p.Births, birthParts(number(b.Year), number(b.Month), number(b.Day)))
			}
			for _, d := range id.Documents {
				p.IDs = addID(p.IDs, d.Number)
			}
			for _, a := range id.Addresses {
				places = append(places, a.Place)
			}
		}
	}

	primaryFirst(p.Names)
	if p.Type == Vessel {
		p.IMO = imoIn(subject.Other...)
	}

	for _, text := range subject.Other {
		for _, number := range registerNumbers(text) {
			p.IDs = addID(p.IDs, number)
		}
	}
	p.Wallets = mentioned(subject.Other...)
	return p, places
}

// swissNames adds a name, given names before the family name, and its other spellings: those of one language and script in
// all parts together make one more name.
func swissNames(list []Name, t Type, n seco.Name, main bool) []Name {
	parts := slices.Clone(n.Parts)
	slices.SortStableFunc(parts, func(a, b seco.Part) int { return cmp.Compare(number(a.Order), number(b.Order)) })
	weak := strings.EqualFold(n.Quality, "low")
	primary := main && n.Type == "primary-name"

	build := func(value func(seco.Part) string) Name {
		var given, family []string
		for _, p := range parts {
			v := strings.TrimSpace(value(p))
			switch {
			case v == "" || p.Type == "title" || p.Type == "suffix" && t != Individual:
			case p.Type == "family-name":
				family = append(family, v)
			default:
				given = append(given, v)
			}
		}
		g := strings.Join(given, " ")
		f := strings.Join(family, " ")
		name := Name{Text: strings.TrimSpace(g + " " + f), Weak: weak}
		if t == Individual && g != "" && f != "" {
			name.Reading = f + ", " + g
		}
		return name
	}

	whole := build(func(p seco.Part) string { return p.Value })
	whole.Primary = primary
	list = addName(list, whole)
	type spelling struct {
		lang, script string
		nth          int
	}

	var seen []spelling
	for _, p := range parts {
		counts := map[spelling]int{}
		for _, v := range p.Variants {
			s := spelling{v.Lang, v.Script, 0}
			s.nth = counts[s]
			counts[spelling{v.Lang, v.Script, 0}]++
			if len(seen) < mostOfOne && !slices.Contains(seen, s) {
				seen = append(seen, s)
			}
		}
	}

	for _, s := range seen {
		list = addName(list, build(func(p seco.Part) string {
			nth := 0
			for _, v := range p.Variants {
				if v.Lang == s.lang && v.Script == s.script {
					if nth == s.nth {
						return v.Value
					}
					nth++
				}
			}
			return p.Value
		}))
	}

	return list
}
