// Package seco reads the whole sanctions list of Switzerland's State Secretariat for Economic Affairs
// (www.sesam.search.admin.ch, keyless). The file holds the history too: earlier names below "added" and "removed", and
// targets that are no longer listed.
package seco

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
	Name: "ch-seco", BaseURL: "https://www.sesam.search.admin.ch", Docs: "https://www.seco.admin.ch/seco/en/home/Aussenwirtschaftspolitik_Wirtschaftliche_Zusammenarbeit/Wirtschaftsbeziehungen/exportkontrollen-und-sanktionen/sanktionen-embargos.html",
	Attribution: "State Secretariat for Economic Affairs SECO, Switzerland", Terms: "open use with the source named",
	Checked: "recorded 2026-09", Timeout: 15 * time.Minute, MaxBytes: 256 << 20,
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// XML is the download of the whole list.
func XML(c *upstream.Client) *upstream.Request {
	return c.Get("/sesam-search-web/pages/downloadXmlGesamtliste.xhtml").Query("lang", "en").Query("action", "downloadXmlGesamtlisteAction")
}

// Text is a text in one language.
type Text struct {
	Lang  string `xml:"lang,attr"` // eng, ger, fre, ita
	Value string `xml:",chardata"`
}

// Program is a sanctions programme with the sets that targets refer to.
type Program struct {
	Keys  []Text `xml:"program-key"`
	Names []Text `xml:"program-name"`
	Sets  []struct {
		SSID string `xml:"ssid,attr"`
	} `xml:"sanctions-set"`
}

// Place is a place that addresses refer to.
type Place struct {
	SSID    string `xml:"ssid,attr"`
	Country struct {
		ISO string `xml:"iso-code,attr"`
	} `xml:"country"`
}

// Target is one listed party; one of Individual, Entity and Object is set.
type Target struct {
	SSID          string         `xml:"ssid,attr"`
	Sets          []string       `xml:"sanctions-set-id"`
	Individual    *Subject       `xml:"individual"`
	Entity        *Subject       `xml:"entity"`
	Object        *Subject       `xml:"object"`
	Modifications []Modification `xml:"modification"`
}

// Subject is what is now known about a target.
type Subject struct {
	ObjectType string     `xml:"object-type,attr"` // of an object: vessel, aircraft
	Identities []Identity `xml:"identity"`
	Other      []string   `xml:"other-information"`
}

// Identity is one identity of a target, with its names.
type Identity struct {
	Main        string `xml:"main,attr"` // true, false
	Names       []Name `xml:"name"`
	Nationality []struct {
		ISO string `xml:"iso-code,attr"`
	} `xml:"nationality>country"`
	Births    []Birth `xml:"day-month-year"`
	Addresses []struct {
		Place string `xml:"place-id,attr"`
	} `xml:"address"`
	Documents []Document `xml:"identification-document"`
}

// Document is a passport or another identity document.
type Document struct {
	Number string `xml:"number"`
}

// Name is one name in parts.
type Name struct {
	Type    string `xml:"name-type,attr"` // primary-name, alias, formerly-known-as
	Quality string `xml:"quality,attr"`   // good, low
	Parts   []Part `xml:"name-part"`
}

// Part is a part of a name with its other spellings.
type Part struct {
	Order    string    `xml:"order,attr"`          // a number
	Type     string    `xml:"name-part-type,attr"` // family-name, given-name, father-name, whole-name, ...
	Value    string    `xml:"value"`
	Variants []Variant `xml:"spelling-variant"`
}

// Variant is another spelling of a part.
type Variant struct {
	Lang   string `xml:"lang,attr"`
	Script string `xml:"script,attr"` // ISO 15924: LATN, CYRL
	Value  string `xml:",chardata"`
}

// Birth is a date of birth in numbers, empty for what is not known.
type Birth struct {
	Day   string `xml:"day,attr"`
	Month string `xml:"month,attr"`
	Year  string `xml:"year,attr"`
}

// Modification is one event of a target's history.
type Modification struct {
	Type      string `xml:"modification-type,attr"` // listed, amended, de-listed
	Published string `xml:"publication-date,attr"`
}

// Delisted says whether the newest event took the target off the list. Of events of one day the first in the file is
// the newest.
func (t *Target) Delisted() bool {
	newest := ""
	state := ""
	for _, m := range t.Modifications {
		if state == "" || m.Published > newest {
			newest = m.Published
			state = m.Type
		}
	}
	return state == "de-listed"
}

// Handlers get the parts of the list as they come; none may be nil.
type Handlers struct {
	Program func(*Program) error
	Place   func(*Place) error
	Target  func(*Target) error
}

// Read goes over the list in src and returns its date (yyyy-mm-dd). It fails when the file is not a whole list.
func Read(src io.Reader, h Handlers) (date string, err error) {
	err = xmllist.Read(src, "swiss-sanctions-list", xmllist.Records{
		"swiss-sanctions-list": func(start xml.StartElement, _ func(any) error) error {
			for _, a := range start.Attr {
				if a.Name.Local == "date" {
					date = a.Value
				}
			}
			return nil
		},
		"sanctions-program": decoded(h.Program),
		"place":             decoded(h.Place),
		"target":            decoded(h.Target),
	})
	if err != nil {
		return date, fmt.Errorf("the Swiss list: %w", err)
	}
	if date == "" {
		return "", fmt.Errorf("the Swiss list: no date")
	}

	return date, nil
}

func decoded[T any](each func(*T) error) func(xml.StartElement, func(any) error) error {
	return func(_ xml.StartElement, decode func(any) error) error {
		var v T
		if err := decode(&v); err != nil {
			return err
		}
		return each(&v)
	}
}
