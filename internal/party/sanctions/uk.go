package sanctions

import (
	"io"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/upstream/uksl"
)

// readUK makes parties of the UK list, which has a row for each name: rows with one unique ID are one party.
func (r *reader) readUK(src io.Reader) (Source, error) {
	out := Source{ID: "uk-sl"}
	at := map[string]int{}
	reported, err := uksl.Read(src, func(row *uksl.Row) error {
		i, seen := at[row.UniqueID]
		if !seen || row.UniqueID == "" { // nobody's row is left out; many such rows are no list (see whole)
			i = len(out.Parties)
			at[row.UniqueID] = i
			if err := r.add(&out, Party{Ref: strings.Clone(row.UniqueID), Type: ukType(row.Type)}); err != nil {
				return err
			}
		}
		p := &out.Parties[i]
		before := len(p.Names)
		r.ukNames(p, row)
		if r.names += len(p.Names) - before; r.names > mostNames {
			return errTooMany
		}
		if regime := r.word(row.Regime); regime != "" && len(p.Programs) < mostOfOne && !slices.Contains(p.Programs, regime) {
			p.Programs = append(p.Programs, regime)
		}
		if p.Country == "" {
			where := []string{row.Nationality, row.Country}
			if p.Type == Vessel {
				where = []string{row.Flag, row.Country}
			}
			p.Country = r.countries.first(where...)
		}
		p.Births = addBirth(p.Births, birthDate(row.Birth))
		if p.Type == Vessel && p.IMO == "" {
			p.IMO = imoIn("IMO " + row.IMO)
		}
		for _, field := range row.Identifiers {
			for _, number := range numbersIn(field) {
				p.IDs = addID(p.IDs, number)
			}
		}
		for _, w := range mentioned(row.Other, row.Statement) {
			if len(p.Wallets) < mostOfOne && !slices.Contains(p.Wallets, w) {
				p.Wallets = append(p.Wallets, w)
			}
		}
		return nil
	})

	for i := range out.Parties {
		primaryFirst(out.Parties[i].Names)
	}
	if t, err := time.Parse("02-Jan-2006", reported); err == nil {
		out.Published = t
	}

	return out, err
}

// ukNames adds the names of a row that the party does not have yet.
func (r *reader) ukNames(p *Party, row *uksl.Row) {
	primary := strings.EqualFold(row.NameType, "Primary Name")
	weak := strings.Contains(strings.ToLower(row.Strength), "low")
	n := Name{Text: row.Whole(), Primary: primary, Weak: weak}
	if given := row.Given(); p.Type == Individual && given != "" && row.Names[5] != "" {
		n.Reading = row.Names[5] + ", " + given
	}
	p.Names = addName(p.Names, n)
	p.Names = addName(p.Names, Name{Text: row.NonLatin, Primary: primary, Weak: weak})
}

// addName appends a name that is there and not a repetition.
func addName(list []Name, n Name) []Name {
	n.Text = clip.Cut(strings.Join(strings.Fields(n.Text), " "), longestName)
	if n.Text == "" || len(list) > mostOfOne {
		return list
	}
	n.Reading = clip.Cut(n.Reading, longestName)
	for i := range list {
		if list[i].Text == n.Text {
			list[i].Primary = list[i].Primary || n.Primary
			list[i].Weak = list[i].Weak && n.Weak
			return list
		}
	}
	return append(list, n)
}

// primaryFirst puts a primary name at the front, a Latin one where there is one; without any the first name becomes it.
func primaryFirst(list []Name) {
	best := -1
	for i, n := range list {
		if n.Primary && (best < 0 || !isLatin(list[best].Text) && isLatin(n.Text)) {
			best = i
		}
	}
	switch {
	case best > 0:
		n := list[best]
		copy(list[1:best+1], list[:best])
		list[0] = n
	case best < 0 && len(list) > 0:
		list[0].Primary = true
	}
}

// isLatin says whether most of a name's letters could be Latin ones.
func isLatin(s string) bool {
	latin := 0
	other := 0
	for _, c := range s {
		switch {
		case c < 0x250:
			latin++
		default:
			other++
		}
	}
	return latin > other
}

func ukType(s string) Type {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "individual":
		return Individual
	case "ship", "vessel":
		return Vessel
	}
	return Entity
}
