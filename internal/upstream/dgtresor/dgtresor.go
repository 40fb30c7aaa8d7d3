// Package dgtresor reads the French national register of asset freezes (gels-avoirs.dgtresor.gouv.fr, keyless): all
// measures in force in France, be they of the European Union, of the United Nations or of France alone.
package dgtresor

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the Treasury's interface. The register has some 7,400 records in 13 MB.
var Provider = upstream.Provider{
	Name:        "fr-gels",
	BaseURL:     "https://gels-avoirs.dgtresor.gouv.fr/ApiPublic/api/v1",
	Docs:        "https://gels-avoirs.dgtresor.gouv.fr/",
	Attribution: "Direction générale du Trésor, registre national des gels",
	Terms:       "open data of the French state, for anyone's use (api.gouv.fr)",
	Checked:     "recorded 2026-05 (an index of all records); members by four readers of 2026",
	Timeout:     10 * time.Minute,
	MaxBytes:    64 << 20,
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// JSON is the download of the newest publication.
func JSON(c *upstream.Client) *upstream.Request {
	return c.Get("/publication/derniere-publication-fichier-json")
}

// Record is one measure. The fields have the other facts.
type Record struct {
	ID     int64   `json:"IdRegistre"`
	Nature string  `json:"Nature"` // Personne physique, Personne morale, Navire
	Name   string  `json:"Nom"`    // of a person the family name
	Fields []Field `json:"RegistreDetail"`
}

// Field is a kind of fact with its values: PRENOM, ALIAS, DATE_DE_NAISSANCE.
type Field struct {
	Kind   string  `json:"TypeChamp"`
	Values []Value `json:"Valeur"`
}

// Value has the members of its kind of fact.
type Value struct {
	Given    string      `json:"Prenom"`
	Alias    string      `json:"Alias"`
	Year     scalar.Text `json:"Annee"`
	Month    scalar.Text `json:"Mois"`
	Day      scalar.Text `json:"Jour"`
	Basis    string      `json:"FondementJuridiqueLabel"` // (UE) 2022/332 du 25/02/2022 (UE Ukraine - R (UE) 269/2014)
	EU       string      `json:"ReferenceUe"`             // EU.7890.86
	IMO      scalar.Text `json:"NumeroOMI"`
	Passport scalar.Text `json:"NumeroPasseport"`
	Card     scalar.Text `json:"NumeroCarte"`
	Number   scalar.Text `json:"Identification"`
	Remark   string      `json:"Commentaire"`
}

// Of are the values of a kind of fact.
func (r *Record) Of(kind string) []Value {
	var out []Value
	for _, f := range r.Fields {
		if f.Kind == kind {
			out = append(out, f.Values...)
		}
	}
	return out
}

// OfUnion says whether the measure rests on an act of the European Union, or has a reference of its list. Labels name
// acts as R (UE) 269/2014 or R (CE) 765/2006; those of France name the code monétaire et financier alone.
func (r *Record) OfUnion() bool {
	for _, v := range r.Of("FONDEMENT_JURIDIQUE") {
		if strings.Contains(v.Basis, "(UE)") || strings.Contains(v.Basis, "(CE)") {
			return true
		}
	}
	return slices.ContainsFunc(r.Of("REFERENCE_UE"), func(v Value) bool { return ReferenceOfUnion(v.EU) != "" })
}

// ReferenceOfUnion is a reference as the Union's list writes it (EU.7890.86), or empty.
func ReferenceOfUnion(s string) string {
	s = strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(s, "UE."); ok {
		s = "EU." + rest
	}
	if !strings.HasPrefix(s, "EU.") || strings.ContainsAny(s, " /") {
		return ""
	}
	return s
}

// Read calls each for every record of the register in src and returns when it was published. It fails when the file is
// not a whole register.
func Read(src io.Reader, each func(*Record) error) (published time.Time, err error) {
	var file struct {
		Publications struct {
			Published string   `json:"DatePublication"`
			Records   []Record `json:"PublicationDetail"`
		} `json:"Publications"`
	}
	if err := json.NewDecoder(src).Decode(&file); err != nil {
		return published, fmt.Errorf("the French register: %w", err)
	}

	day, _, _ := strings.Cut(strings.Replace(file.Publications.Published, " ", "T", 1), "T")
	published, err = time.Parse(time.DateOnly, day)
	if err != nil {
		return published, errors.New("the French register: no date of publication")
	}
	for i := range file.Publications.Records {
		if err := each(&file.Publications.Records[i]); err != nil {
			return published, err
		}
	}
	return published, nil
}
