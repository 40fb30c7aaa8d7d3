// Package uksl reads the UK Sanctions List of the Foreign, Commonwealth and Development Office, the only list of the United
// Kingdom since January 2026 (sanctionslist.fcdo.gov.uk, keyless, Open Government Licence v3.0).
package uksl

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/recordlimit"
)

// Provider is the list's server.
var Provider = upstream.Provider{
	Name: "uk-sl", BaseURL: "https://sanctionslist.fcdo.gov.uk", Docs: "https://www.gov.uk/government/publications/the-uk-sanctions-list",
	Attribution: "Contains public sector information licensed under the Open Government Licence v3.0", Terms: "Open Government Licence v3.0",
	Checked: "recorded 2026-06", Timeout: 15 * time.Minute, MaxBytes: 128 << 20,
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// CSV is the download of the list as a table.
func CSV(c *upstream.Client) *upstream.Request { return c.Get("/docs/UK-Sanctions-List.csv") }

// Row is one line of the table: one name of a designated person, with the facts about the person on each of its lines.
type Row struct {
	UniqueID    string    // AFG0001
	Names       [6]string // Name 1 to Name 6; Name 6 is the family name or the whole name
	NameType    string    // Primary Name, Primary Name Variation, Alias
	Strength    string    // Good quality a.k.a, Low quality a.k.a
	NonLatin    string    // the name in its own script
	Regime      string
	Type        string // Individual, Entity, Ship
	Other       string // Other Information
	Statement   string // UK Statement of Reasons
	Country     string // of the address
	Birth       string // dd/mm/yyyy, unknown parts as the letters dd and mm
	Nationality string
	IMO         string
	Flag        string // current believed flag of the ship
	// Identifiers are the fields for numbers of passports, national documents and company registers. A field may hold
	// several numbers with words between: "(1) AB123456 (2) 4509 121317".
	Identifiers [3]string
}

// Given is names 1 to 5 with single blanks.
func (r Row) Given() string { return strings.Join(strings.Fields(strings.Join(r.Names[:5], " ")), " ") }

// Whole is the name as printed: given names, then the family name.
func (r Row) Whole() string {
	return strings.Join(strings.Fields(r.Given()+" "+r.Names[5]), " ")
}

// Read calls each for every row in src and returns the date in the report's first line ("24-Jun-2026"). It fails when
// that line or one of the columns it needs is not there.
func Read(src io.Reader, each func(*Row) error) (reported string, err error) {
	limited := recordlimit.New(src)
	buf := bufio.NewReader(limited)
	first, err := buf.ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("UK list: reading the first line: %w", err)
	}

	reported, ok := strings.CutPrefix(strings.Trim(strings.TrimPrefix(first, "\ufeff"), "\", \r\n"), "Report Date:")
	if !ok {
		return "", fmt.Errorf("UK list: the first line is not the report's date")
	}

	reported = strings.TrimSpace(reported)
	rows := upstream.CSV{}.Read(buf).Need("Unique ID", "Name 1", "Name 6", "Name type", "Designation Type", "Regime Name")
	lines := 0
	commonest := 0
	ofLength := map[int]int{}
	for r := range rows.All() {
		limited.Next()
		lines++
		ofLength[r.Len()]++
		commonest = max(commonest, ofLength[r.Len()])
		for i := range r.Len() {
			if n := len(r.At(i)); n > longestField {
				return reported, fmt.Errorf("UK list: row %d has a field of %d bytes: a quote is not closed", lines, n)
			}
		}
		row := Row{
			UniqueID: r.Get("Unique ID"), NameType: r.Get("Name type"), Strength: r.Get("Alias strength"), NonLatin: r.Get("Name non-latin script"),
			Regime: r.Get("Regime Name"), Type: r.Get("Designation Type"), Other: r.Get("Other Information"), Statement: r.Get("UK Statement of Reasons"),
			Country: r.Get("Address Country"), Birth: r.Get("D.O.B"), Nationality: r.Get("Nationality(/ies)"), IMO: r.Get("IMO number"),
			Flag: r.Get("Current believed flag of ship"),
		}
		for i, column := range [...]string{
			"Passport number", "National Identifier number", "Business registration number (s)",
		} {
			row.Identifiers[i] = r.Get(column)
		}
		for i := range row.Names {
			row.Names[i] = r.Get("Name " + string(rune('1'+i)))
		}
		row.decode()
		if row.UniqueID == "" && row.Whole() == "" && row.NonLatin == "" {
			continue
		}
		if err := each(&row); err != nil {
			return reported, err
		}
	}

	if err := rows.Err(); err != nil {
		return reported, fmt.Errorf("UK list: %w", err)
	}
	if uneven := lines - commonest; uneven > lines/mostUneven {
		return reported, fmt.Errorf("UK list: %d of %d rows have more or fewer fields than the others", uneven, lines)
	}

	return reported, nil
}

const (
	// longestField is more than any field has; a quotation mark that is not closed makes one of all rows that follow.
	longestField = 64 << 10
	// One row in this many may have another number of fields: with more, names would be under the wrong heading.
	mostUneven = 100
)

// decode reads fields that are not UTF-8 in the old encoding of Windows.
func (r *Row) decode() {
	for _, f := range []*string{&r.Names[0], &r.Names[1], &r.Names[2], &r.Names[3], &r.Names[4], &r.Names[5], &r.NonLatin, &r.Regime, &r.Other, &r.Statement, &r.Country, &r.Nationality} {
		if utf8.ValidString(*f) {
			continue
		}
		if text, err := charmap.Windows1252.NewDecoder().String(*f); err == nil {
			*f = text
		}
	}
}
