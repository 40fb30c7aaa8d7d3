package sanctions

import (
	"cmp"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/dgtresor"
)

// readFrench makes parties of the Union's measures in the French register.
//
// It has the parties of the EU list, but not their names as that list writes them: most are, with the native name as
// alias, and some are as French papers print them (POUTINE Vladimir Vladimirovich, without an alias). So it finds
// parties and clears nobody.
func (r *reader) readFrench(src io.Reader) (Source, error) {
	out := Source{ID: "eu-fsf"}
	published, err := dgtresor.Read(src, func(rec *dgtresor.Record) error {
		if !rec.OfUnion() {
			return nil
		}
		return r.add(&out, r.french(rec))
	})
	out.Published = published
	return out, err
}

func (r *reader) french(rec *dgtresor.Record) Party {
	p := Party{Ref: "FR." + strconv.FormatInt(rec.ID, 10), Type: frenchType(rec.Nature)}
	for _, v := range rec.Of("REFERENCE_UE") {
		p.Ref = cmp.Or(dgtresor.ReferenceOfUnion(v.EU), p.Ref)
	}

	family := strings.TrimSpace(rec.Name)
	if given := rec.Of("PRENOM"); p.Type == Individual && len(given) > 0 {
		for i, v := range given {
			first := strings.TrimSpace(v.Given)
			p.Names = addName(p.Names, Name{
				Text:    first + " " + family,
				Primary: i == 0,
				Reading: family + ", " + first,
			})
		}
	} else {
		p.Names = addName(p.Names, Name{Text: family, Primary: true})
	}
	for _, v := range rec.Of("ALIAS") {
		p.Names = addName(p.Names, Name{Text: v.Alias})
	}
	primaryFirst(p.Names)

	programs := each.Of(rec.Of("FONDEMENT_JURIDIQUE"), func(v dgtresor.Value) string { return v.Basis })
	p.Programs = r.programs(programs)

	for _, v := range rec.Of("DATE_DE_NAISSANCE") {
		born := birthParts(number(string(v.Year)), number(string(v.Month)), number(string(v.Day)))
		p.Births = addBirth(p.Births, birthDate(born))
	}
	for _, v := range rec.Of("NUMERO_OMI") {
		p.IMO = cmp.Or(p.IMO, imoIn("IMO "+string(v.IMO)))
	}
	for _, kind := range []string{"PASSEPORT", "AUTRE_IDENTITE", "IDENTIFICATION"} {
		for _, v := range rec.Of(kind) {
			p.IDs = addID(p.IDs, string(cmp.Or(v.Passport, v.Card, v.Number)))
			p.Wallets = append(p.Wallets, mentioned(string(v.Number), v.Remark)...)
		}
	}
	return p
}

func frenchType(nature string) Type {
	switch nature {
	case "Personne physique":
		return Individual
	case "Navire":
		return Vessel
	}
	return Entity
}

// newFrenchSet declares the dataset of the register, for when the Union's own file cannot be had. It is large, and the
// Treasury publishes about once a day.
func newFrenchSet(p *upstream.Pool, e *names.Engine, c countries, least int) *upstream.Dataset[*spare] {
	file := upstream.File{Name: "register", Request: dgtresor.JSON}

	return upstream.NewDataset(p, upstream.DatasetSpec[*spare]{
		Name:   "fr-gels",
		Client: dgtresor.New(p),
		Every:  24 * time.Hour,
		Files:  []upstream.File{file},
		Parse: func(dir fs.FS) (*spare, error) {
			src, err := upstream.ReadFile(dir, file.Name, newReader(c).readFrench)
			if err != nil {
				return nil, err
			}
			if err := whole(src, least); err != nil {
				return nil, err
			}

			return newSpare(e, src), nil
		},
		Count:      func(s *spare) int { return s.parties },
		MinRecords: least,
		Stated:     func(s *spare, _ fs.FS) time.Time { return s.published },
		Lasts:      lasts,
	})
}
