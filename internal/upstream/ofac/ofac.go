// Package ofac reads the sanctions lists of the United States Treasury's Office of Foreign Assets Control: the list of
// Specially Designated Nationals and the consolidated list of all others, both in the simple XML form and as
// comma-separated tables (sanctionslistservice.ofac.treas.gov, keyless, public domain).
package ofac

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/xmllist"
)

// Provider is OFAC's Sanctions List Service. Its export addresses answer with a redirect to a signed link on a file store,
// which can be slow.
var Provider = upstream.Provider{
	Name: "ofac", BaseURL: "https://sanctionslistservice.ofac.treas.gov", Docs: "https://sanctionslistservice.ofac.treas.gov",
	Attribution: "U.S. Department of the Treasury, Office of Foreign Assets Control", Terms: "public domain (U.S. government work)",
	Checked: "recorded 2026-09", Timeout: 20 * time.Minute, MaxBytes: 256 << 20,
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// SDN is the download of the list of Specially Designated Nationals.
func SDN(c *upstream.Client) *upstream.Request {
	return c.Get("/api/PublicationPreview/exports/SDN.XML")
}

// Consolidated is the download of the non-SDN lists, which have the same form.
func Consolidated(c *upstream.Client) *upstream.Request {
	return c.Get("/api/PublicationPreview/exports/CONSOLIDATED.XML")
}

// Publication is the head of a list.
type Publication struct {
	Date    string `xml:"Publish_Date"` // mm/dd/yyyy
	Count   string `xml:"Record_Count"`
	Records int    `xml:"-"` // Count as a number, 0 if it is not one
}

// Entry is one sdnEntry.
type Entry struct {
	UID           string    `xml:"uid"`
	FirstName     string    `xml:"firstName"` // of individuals
	LastName      string    `xml:"lastName"`  // or the whole name
	Type          string    `xml:"sdnType"`   // Individual, Entity, Vessel, Aircraft
	Remarks       string    `xml:"remarks"`
	Programs      []string  `xml:"programList>program"`
	IDs           []ID      `xml:"idList>id"`
	Aliases       []Alias   `xml:"akaList>aka"`
	Addresses     []Address `xml:"addressList>address"`
	Nationalities []Country `xml:"nationalityList>nationality"`
	Citizenships  []Country `xml:"citizenshipList>citizenship"`
	Births        []Birth   `xml:"dateOfBirthList>dateOfBirthItem"`
	Vessel        *Vessel   `xml:"vesselInfo"`
}

// ID is an identifier of any type, crypto addresses ("Digital Currency Address - XBT") among them.
type ID struct {
	Type   string `xml:"idType"`
	Number string `xml:"idNumber"`
}

// Currency is the tag of a digital currency address, empty for other identifiers.
func (i ID) Currency() string {
	tag, ok := strings.CutPrefix(strings.TrimSpace(i.Type), "Digital Currency Address")
	if !ok {
		return ""
	}
	return strings.Trim(tag, " -")
}

// Alias is a further name; Category is strong or weak.
type Alias struct {
	Category  string `xml:"category"`
	FirstName string `xml:"firstName"`
	LastName  string `xml:"lastName"`
}

// Address is a postal address.
type Address struct {
	Country string `xml:"country"` // a name: "Korea, North"
}

// Country is a nationality or citizenship.
type Country struct {
	Country string `xml:"country"`
}

// Birth is a date of birth: "12 Mar 1989", "circa 1960", "1957 to 1959".
type Birth struct {
	Date string `xml:"dateOfBirth"`
}

// Vessel is what a ship's entry adds.
type Vessel struct {
	Flag string `xml:"vesselFlag"`
}

// Read calls each for every entry of the list in src, in the order of the list. It fails when the file is not a whole
// list; whether there are as many entries as its head says is for the caller to judge.
func Read(src io.Reader, each func(*Entry) error) (Publication, error) {
	var head Publication
	err := xmllist.Read(src, "sdnList", xmllist.Records{
		"publshInformation":  func(_ xml.StartElement, decode func(any) error) error { return decode(&head) }, // spelt so by the publisher
		"publishInformation": func(_ xml.StartElement, decode func(any) error) error { return decode(&head) },
		"sdnEntry": func(_ xml.StartElement, decode func(any) error) error {
			var e Entry
			if err := decode(&e); err != nil {
				return err
			}
			return each(&e)
		},
	})
	if err != nil {
		return head, fmt.Errorf("OFAC list: %w", err)
	}

	head.Records, _ = strconv.Atoi(strings.ReplaceAll(strings.TrimSpace(head.Count), ",", "")) // 0 if invalid
	if head.Date == "" {
		return head, fmt.Errorf("OFAC list: no publication date")
	}

	return head, nil
}
