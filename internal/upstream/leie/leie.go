// Package leie reads the List of Excluded Individuals and Entities of the Office of Inspector General (OIG) of the US
// Department of Health and Human Services: who is excluded from federal health care programmes.
package leie

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the OIG's web site. The list is published whole once a month; who is reinstated is no longer in it.
var Provider = upstream.Provider{
	Name:          "oig-leie",
	BaseURL:       "https://oig.hhs.gov",
	Docs:          "https://oig.hhs.gov/exclusions/exclusions_list.asp",
	Attribution:   "HHS Office of Inspector General, List of Excluded Individuals/Entities",
	Terms:         "public domain (17 USC 105)",
	Checked:       "first rows recorded 2026-08",
	RatePerMinute: 10,
	Timeout:       15 * time.Minute,
	MaxBytes:      256 << 20,
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// Whole is the download of the list, a table of some 80,000 rows.
func Whole(c *upstream.Client) *upstream.Request {
	return c.Get("/exclusions/downloadables/UPDATED.csv")
}

// Names are cut to these lengths in the list.
const (
	LastLength  = 20
	FirstLength = 15
)

// Exclusion is a row: of a person, who has a last name, or of a business. Addresses are left out, since those of
// persons are often their homes.
type Exclusion struct {
	Last, First, Middle string
	Business            string
	Specialty           string // in the list's words: PHARMACY, NURSE
	NPI                 string // ten digits, empty if there is none
	BirthYear           int    // 0 if there is none; the list has the day
	State               string
	Type                string    // section of the Social Security Act: 1128a1
	Excluded            time.Time // from when
	Waived              time.Time // from when a state has waived it, zero if there is none
	WaiverState         string
}

// Name is that of the business, else of the person.
func (e *Exclusion) Name() string {
	if e.Business != "" {
		return e.Business
	}
	name := e.First
	for _, part := range []string{e.Middle, e.Last} {
		if part != "" && name != "" {
			name += " "
		}
		name += part
	}
	return name
}

// Read gives each row of the list to row, and stops at its first error.
func Read(src io.Reader, row func(Exclusion) error) error {
	rows := upstream.CSV{}.Read(src).
		Need("LASTNAME", "FIRSTNAME", "MIDNAME", "BUSNAME", "SPECIALTY", "NPI", "DOB",
			"STATE", "EXCLTYPE", "EXCLDATE", "REINDATE", "WAIVERDATE", "WVRSTATE")

	read := 0
	odd := 0
	for r := range rows.All() {
		read++
		e, reinstated, err := readExclusion(r)
		switch {
		case err != nil:
			odd++
			continue
		case !reinstated.IsZero():
			continue
		}
		if err := row(e); err != nil {
			return err
		}
	}

	if odd > 10 && odd > read/1000 || odd == read && read > 0 {
		return fmt.Errorf("the list of exclusions: %d of %d rows cannot be read", odd, read)
	}
	return rows.Err()
}

var (
	errNobody  = errors.New("a row without a name")
	errNothing = errors.New("a row without type and date of an exclusion")
)

func readExclusion(r upstream.Row) (e Exclusion, reinstated time.Time, err error) {
	e = Exclusion{
		Last:        r.Get("LASTNAME"),
		First:       r.Get("FIRSTNAME"),
		Middle:      r.Get("MIDNAME"),
		Business:    r.Get("BUSNAME"),
		Specialty:   r.Get("SPECIALTY"),
		NPI:         r.Get("NPI"),
		State:       r.Get("STATE"),
		Type:        r.Get("EXCLTYPE"),
		WaiverState: r.Get("WVRSTATE"),
	}
	if e.NPI == "0000000000" {
		e.NPI = ""
	}
	if e.Last == "" && e.Business == "" {
		return e, reinstated, errNobody
	}

	born, err1 := readDay(r.Get("DOB"))
	excluded, err2 := readDay(r.Get("EXCLDATE"))
	reinstated, err3 := readDay(r.Get("REINDATE"))
	waived, err4 := readDay(r.Get("WAIVERDATE"))
	e.Excluded = excluded
	e.Waived = waived
	if !born.IsZero() {
		e.BirthYear = born.Year()
	}
	if e.Type == "" && excluded.IsZero() {
		return e, reinstated, errNothing
	}
	return e, reinstated, errors.Join(err1, err2, err3, err4)
}

// readDay reads YYYYMMDD; zeros and nothing are the zero time.
func readDay(text string) (time.Time, error) {
	if text == "" || text == "00000000" {
		return time.Time{}, nil
	}
	return time.Parse("20060102", text)
}

// types are what the sections stand for (oig.hhs.gov/exclusions/authorities.asp), in our words.
var types = map[string]string{
	"1128a1":  "conviction of crimes related to a health care programme",
	"1128a2":  "conviction of patient abuse or neglect",
	"1128a3":  "felony conviction of health care fraud",
	"1128a4":  "felony conviction related to controlled substances",
	"1128b1":  "misdemeanour conviction of health care fraud, or of fraud in another government programme",
	"1128b2":  "conviction of obstructing an investigation or audit",
	"1128b3":  "misdemeanour conviction related to controlled substances",
	"1128b4":  "licence revoked, suspended or surrendered",
	"1128b5":  "excluded or suspended under a federal or state health care programme",
	"1128b6":  "excessive claims or unnecessary services",
	"1128b7":  "fraud, kickbacks or other prohibited activities",
	"1128b8":  "entity controlled by a sanctioned individual",
	"1128b9":  "failure to disclose required information",
	"1128b11": "failure to supply payment information",
	"1128b12": "failure to grant immediate access",
	"1128b14": "default on a health education loan",
	"1128b15": "individual controlling a sanctioned entity",
	"1128b16": "false statement or misrepresentation",
}

// Meaning is what a type of exclusion stands for, empty for one that is not known here.
func Meaning(kind string) string { return types[kind] }
