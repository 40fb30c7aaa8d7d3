package sanctions

import (
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/ofac"
)

// readOFAC makes parties of an OFAC list in its XML form. Individuals are shown as the list has them, family name first.
func (r *reader) readOFAC(id string, src io.Reader) (Source, error) {
	out := Source{ID: id}
	head, err := ofac.Read(src, func(e *ofac.Entry) error {
		return r.add(&out, r.ofacParty(e))
	})
	out.Stated = head.Records
	if t, err := time.Parse("01/02/2006", strings.TrimSpace(head.Date)); err == nil {
		out.Published = t
	}
	return out, err
}

// readOFACTables makes parties of an OFAC list in the form of tables, which have no date.
func (r *reader) readOFACTables(id string, t ofac.Tables) (Source, error) {
	out := Source{ID: id}
	err := ofac.ReadTables(t, func(e *ofac.Entry) error {
		return r.add(&out, r.ofacParty(e))
	})
	return out, err
}

func (r *reader) ofacParty(e *ofac.Entry) Party {
	p := Party{Ref: e.UID, Type: ofacType(e.Type), Programs: r.programs(e.Programs)}
	first := ofacName(p.Type, e.LastName, e.FirstName)
	first.Primary = true
	p.Names = addName(p.Names, first)

	for _, a := range e.Aliases {
		n := ofacName(p.Type, a.LastName, a.FirstName)
		n.Weak = strings.EqualFold(a.Category, "weak")
		p.Names = addName(p.Names, n)
	}

	primaryFirst(p.Names)
	var nations, homes []string
	for _, c := range append(e.Nationalities, e.Citizenships...) {
		nations = append(nations, c.Country)
	}

	for _, a := range e.Addresses {
		homes = append(homes, a.Country)
	}
	p.Country = r.countries.first(append(nations, homes...)...)
	if e.Vessel != nil && p.Type == Vessel {
		p.Country = r.countries.first(append([]string{e.Vessel.Flag}, homes...)...)
	}

	for _, b := range e.Births {
		p.Births = addBirth(p.Births, birthDate(b.Date))
	}

	for _, i := range e.IDs {
		if c := i.Currency(); c != "" {
			p.Wallets = append(p.Wallets, Wallet{Address: strings.TrimSpace(i.Number), Currency: r.word(c)})
		} else if p.Type == Vessel && p.IMO == "" {
			p.IMO = imoIn(i.Number)
		} else if i.Identifies() {
			p.IDs = addID(p.IDs, i.Number)
		}
	}

	p.Wallets = append(p.Wallets, mentioned(e.Remarks)...)
	return p
}

func ofacType(s string) Type {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "individual":
		return Individual
	case "vessel":
		return Vessel
	case "aircraft":
		return Aircraft
	}
	return Entity
}

// ofacName shows LAST First, and has the matcher read LAST, First.
func ofacName(t Type, last, first string) Name {
	last, first = strings.TrimSpace(last), strings.TrimSpace(first)
	switch {
	case t != Individual || first == "" || last == "":
		return Name{Text: strings.TrimSpace(last + " " + first)}
	}
	return Name{Text: last + " " + first, Reading: last + ", " + first}
}

var imoForm = regexp.MustCompile(`(?i)\bIMO\b\D{0,12}(\d{7})\b`)

// imoIn is the IMO number in a text, or empty.
func imoIn(texts ...string) string {
	for _, s := range texts {
		if m := imoForm.FindStringSubmatch(s); m != nil && shipNumber(m[1]) {
			return m[1]
		}
	}
	return ""
}

// shipNumber checks the last digit of a ship's IMO number (IMO Resolution A.1117(30)): the first six, weighted 7 to 2, end
// in it. The numbers of companies have another rule.
func shipNumber(s string) bool {
	if len(s) != 7 {
		return false
	}
	sum := 0
	for i := range 6 {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
		sum += int(s[i]-'0') * (7 - i)
	}
	return s[6] == byte('0'+sum%10)
}
