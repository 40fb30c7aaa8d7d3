// Package eufsf reads the consolidated list of persons, groups and entities subject to financial sanctions of the European
// Union (the financial sanctions files of webgate.ec.europa.eu, XML form 1.1).
package eufsf

import (
	"encoding/xml"
	"fmt"
	"io"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/xmllist"
)

// Provider is the Commission's file server. The token is one that it gives to everybody. On days of August to October
// 2026 readers got status 500 or the sign-in page of EU Login for it: without the list no answer says that it is clear.
// Package dgtresor has the same measures.
var Provider = upstream.Provider{
	Name: "eu-fsf", BaseURL: "https://webgate.ec.europa.eu/fsd/fsf", Docs: "https://data.europa.eu/data/datasets/consolidated-list-of-persons-groups-and-entities-subject-to-eu-financial-sanctions",
	Attribution: "European Union, consolidated financial sanctions list", Terms: "reuse with the source named (Decision 2011/833/EU)",
	Checked: "recorded 2024-12", Timeout: 15 * time.Minute, MaxBytes: 128 << 20,
	Keys: []upstream.Key{{
		Env:     "EU_FSF_TOKEN",
		Query:   "token",
		Default: "dG9rZW4tMjAxNw",
		Gives:   "an own token, from an account with EU Login, in place of the public one, which is refused at times",
	}},
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// XML is the download of the whole list.
func XML(c *upstream.Client) *upstream.Request {
	return c.Get("/public/files/xmlFullSanctionsList_1_1/content")
}

// Entity is one sanctionEntity.
type Entity struct {
	LogicalID   string   `xml:"logicalId,attr"`
	Reference   string   `xml:"euReferenceNumber,attr"` // EU.27.28; may be absent
	Remarks     []string `xml:"remark"`
	Regulations []struct {
		Programme string `xml:"programme,attr"`
	} `xml:"regulation"`
	Subject struct {
		Code           string `xml:"code,attr"`               // person, enterprise
		Classification string `xml:"classificationCode,attr"` // P, E
	} `xml:"subjectType"`
	Names       []Name    `xml:"nameAlias"`
	Citizenship []Country `xml:"citizenship"`
	Addresses   []Country `xml:"address"`
	Births      []Birth   `xml:"birthdate"`
	IDs         []ID      `xml:"identification"`
}

// Name is a name of an entity; the first one is its main name.
type Name struct {
	First  string `xml:"firstName,attr"`
	Middle string `xml:"middleName,attr"`
	Last   string `xml:"lastName,attr"`
	Whole  string `xml:"wholeName,attr"`
	Strong string `xml:"strong,attr"` // true, false
}

// Country is a citizenship or an address.
type Country struct {
	ISO string `xml:"countryIso2Code,attr"` // 00 for unknown
}

// Birth is a date of birth, whole or as far as known.
type Birth struct {
	Date     string `xml:"birthdate,attr"` // 1937-04-28
	Year     string `xml:"year,attr"`
	Month    string `xml:"monthOfYear,attr"`
	Circa    string `xml:"circa,attr"` // true, false
	FromYear string `xml:"yearRangeFrom,attr"`
	ToYear   string `xml:"yearRangeTo,attr"`
}

// ID is an identifier.
type ID struct {
	Type    string   `xml:"identificationTypeCode,attr"`
	Number  string   `xml:"number,attr"`
	Remarks []string `xml:"remark"`
}

// Read calls each for every entity of the list in src and returns when the file was made. It fails when the file is not
// a whole list.
func Read(src io.Reader, each func(*Entity) error) (generated string, err error) {
	err = xmllist.Read(src, "export", xmllist.Records{
		"export": func(start xml.StartElement, _ func(any) error) error {
			for _, a := range start.Attr {
				if a.Name.Local == "generationDate" {
					generated = a.Value
				}
			}
			return nil
		},
		"sanctionEntity": func(_ xml.StartElement, decode func(any) error) error {
			var e Entity
			if err := decode(&e); err != nil {
				return err
			}
			return each(&e)
		},
	})
	if err != nil {
		return generated, fmt.Errorf("EU list: %w", err)
	}
	if generated == "" {
		return "", fmt.Errorf("EU list: no generation date")
	}

	return generated, nil
}
