// Package unsc reads the consolidated sanctions list of the United Nations Security Council (scsanctions.un.org, keyless).
package unsc

import (
	"encoding/xml"
	"fmt"
	"io"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/xmllist"
)

// Provider is the list's server.
var Provider = upstream.Provider{
	Name: "un-sc", BaseURL: "https://scsanctions.un.org", Docs: "https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list",
	Attribution: "United Nations Security Council Consolidated List", Terms: "free use with the source named",
	Checked: "recorded 2026-02", Timeout: 10 * time.Minute, MaxBytes: 64 << 20,
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// XML is the download of the list in English.
func XML(c *upstream.Client) *upstream.Request { return c.Get("/resources/xml/en/consolidated.xml") }

// Entry is one INDIVIDUAL or ENTITY.
type Entry struct {
	Individual  bool       `xml:"-"`
	DataID      string     `xml:"DATAID"`
	Reference   string     `xml:"REFERENCE_NUMBER"` // CDi.001
	First       string     `xml:"FIRST_NAME"`       // of an entity the whole name
	Second      string     `xml:"SECOND_NAME"`
	Third       string     `xml:"THIRD_NAME"`
	Fourth      string     `xml:"FOURTH_NAME"`
	Original    string     `xml:"NAME_ORIGINAL_SCRIPT"`
	ListType    string     `xml:"UN_LIST_TYPE"` // the committee: DRC, Al-Qaida
	Comments    string     `xml:"COMMENTS1"`
	Nationality []string   `xml:"NATIONALITY>VALUE"`
	Aliases     []Alias    `xml:"INDIVIDUAL_ALIAS"`
	Names       []Alias    `xml:"ENTITY_ALIAS"`
	Births      []Birth    `xml:"INDIVIDUAL_DATE_OF_BIRTH"`
	Documents   []Document `xml:"INDIVIDUAL_DOCUMENT"`
	Addresses   []struct {
		Country string `xml:"COUNTRY"`
	} `xml:"ENTITY_ADDRESS"`
	Homes []struct {
		Country string `xml:"COUNTRY"`
	} `xml:"INDIVIDUAL_ADDRESS"`
}

// Document is a passport or another identity document.
type Document struct {
	Number string `xml:"NUMBER"`
}

// Alias is a further name; both members may be empty.
type Alias struct {
	Quality string `xml:"QUALITY"` // Good, Low, a.k.a., f.k.a.
	Name    string `xml:"ALIAS_NAME"`
}

// Birth is a date of birth in one of its forms.
type Birth struct {
	Kind string `xml:"TYPE_OF_DATE"` // EXACT, APPROXIMATELY, BETWEEN
	Date string `xml:"DATE"`         // yyyy-mm-dd
	Year string `xml:"YEAR"`
	From string `xml:"FROM_YEAR"`
	To   string `xml:"TO_YEAR"`
	Note string `xml:"NOTE"`
}

// Read calls each for every entry of the list in src and returns when the file was made. It fails when the file is not
// a whole list.
func Read(src io.Reader, each func(*Entry) error) (generated string, err error) {
	entry := func(individual bool) func(xml.StartElement, func(any) error) error {
		return func(_ xml.StartElement, decode func(any) error) error {
			e := Entry{Individual: individual}
			if err := decode(&e); err != nil {
				return err
			}
			return each(&e)
		}
	}

	err = xmllist.Read(src, "CONSOLIDATED_LIST", xmllist.Records{
		"CONSOLIDATED_LIST": func(start xml.StartElement, _ func(any) error) error {
			for _, a := range start.Attr {
				if a.Name.Local == "dateGenerated" {
					generated = a.Value
				}
			}
			return nil
		},
		"INDIVIDUAL": entry(true),
		"ENTITY":     entry(false),
	})
	if err != nil {
		return generated, fmt.Errorf("UN list: %w", err)
	}
	if generated == "" {
		return "", fmt.Errorf("UN list: no generation date")
	}

	return generated, nil
}
