package irs

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Organization is a row of the EO BMF, with the codes as in its columns. The name in "in care of" is left out: it is a
// person's.
type Organization struct {
	EIN            int // nine digits
	Name           string
	SortName       string // a second name, often the one that it works under
	Street         string
	City           string
	State          string // two letters, empty abroad
	ZIP            string
	Group          string // group exemption number, or 0000
	Subsection     string // two digits: 03 for section 501(c)(3)
	Affiliation    string
	Classification string
	Ruling         string // YYYYMM, 000000 when unknown
	Deductibility  string
	Foundation     string
	Form           string // corporation, trust, ...
	Status         string
	TaxPeriod      string // YYYYMM of the latest return, empty if there is none
	FilingRequired string
	Assets         string // of that return, in dollars; empty when none was filed
	Income         string
	Revenue        string // of Form 990 and 990-EZ only
	NTEE           string
}

// columns are those that a table must have. Without one of them it is another table than the one that is known.
var columns = []string{
	"EIN", "NAME", "STREET", "CITY", "STATE", "ZIP", "GROUP", "SUBSECTION", "AFFILIATION", "CLASSIFICATION", "RULING",
	"DEDUCTIBILITY", "FOUNDATION", "ORGANIZATION", "STATUS", "TAX_PERIOD", "FILING_REQ_CD", "ASSET_AMT", "INCOME_AMT",
	"REVENUE_AMT", "NTEE_CD", "SORT_NAME",
}

// ReadOrganizations gives each row of a file of the EO BMF to row, and stops at its first error.
func ReadOrganizations(src io.Reader, row func(Organization) error) error {
	t := tally{what: "the EO BMF"}
	rows := upstream.CSV{}.Read(src).Need(columns...)
	for r := range rows.All() {
		ein, ok := readEIN(r.Get("EIN"))
		if !t.count(ok && r.Get("NAME") != "" && r.Len() == 28) {
			continue
		}
		err := row(Organization{
			EIN:            ein,
			Name:           r.Get("NAME"),
			SortName:       r.Get("SORT_NAME"),
			Street:         r.Get("STREET"),
			City:           r.Get("CITY"),
			State:          r.Get("STATE"),
			ZIP:            r.Get("ZIP"),
			Group:          r.Get("GROUP"),
			Subsection:     r.Get("SUBSECTION"),
			Affiliation:    r.Get("AFFILIATION"),
			Classification: r.Get("CLASSIFICATION"),
			Ruling:         r.Get("RULING"),
			Deductibility:  r.Get("DEDUCTIBILITY"),
			Foundation:     r.Get("FOUNDATION"),
			Form:           r.Get("ORGANIZATION"),
			Status:         r.Get("STATUS"),
			TaxPeriod:      r.Get("TAX_PERIOD"),
			FilingRequired: r.Get("FILING_REQ_CD"),
			Assets:         r.Get("ASSET_AMT"),
			Income:         r.Get("INCOME_AMT"),
			Revenue:        r.Get("REVENUE_AMT"),
			NTEE:           r.Get("NTEE_CD"),
		})
		if err != nil {
			return err
		}
	}

	return errors.Join(rows.Err(), t.err())
}

// Listing is a line of Publication 78: an organisation to which deductible contributions can be made.
type Listing struct {
	EIN     int
	Name    string
	City    string
	State   string
	Country string
	Codes   string // separated by commas: "EO,LODGE"
}

// ReadListings gives each line of Publication 78 to line.
func ReadListings(dir fs.FS, name string, line func(Listing) error) error {
	t := tally{what: "Publication 78"}
	err := readLines(dir, name, func(fields []string) error {
		if !t.count(len(fields) == 6) {
			return nil
		}
		ein, ok := readEIN(fields[0])
		if !t.again(ok && fields[5] != "") {
			return nil
		}
		return line(Listing{
			EIN:     ein,
			Name:    fields[1],
			City:    fields[2],
			State:   fields[3],
			Country: fields[4],
			Codes:   fields[5],
		})
	})

	return errors.Join(err, t.err())
}

// Revocation is a line of the list of automatic revocations: an organisation that filed no return for three years. It
// stays on the list when it is reinstated, and may be there several times.
type Revocation struct {
	EIN        int
	Name       string
	OtherName  string
	City       string
	State      string
	Subsection string // two digits, as in the EO BMF
	Revoked    time.Time
	Posted     time.Time // when the list said so first; zero when it does not tell
	Reinstated time.Time // zero when it was not
}

// ReadRevocations gives each line of the list of automatic revocations to line.
func ReadRevocations(dir fs.FS, name string, line func(Revocation) error) error {
	t := tally{what: "the list of automatic revocations"}
	err := readLines(dir, name, func(fields []string) error {
		if !t.count(len(fields) == 12) {
			return nil
		}
		r, ok := readRevocation(fields)
		if !t.again(ok) {
			return nil
		}
		return line(r)
	})
	return errors.Join(err, t.err())
}

// readRevocation reads EIN, name, other name, address, city, state, ZIP code, country, subsection and the three dates.
// A line with an unreadable date is dropped: without its reinstatement it would say the contrary.
func readRevocation(fields []string) (Revocation, bool) {
	ein, ok := readEIN(fields[0])
	revoked, err1 := readDay(fields[9])
	posted, err2 := readDay(fields[10])
	reinstated, err3 := readDay(fields[11])
	if !ok || revoked.IsZero() || errors.Join(err1, err2, err3) != nil {
		return Revocation{}, false
	}

	return Revocation{
		EIN:        ein,
		Name:       fields[1],
		OtherName:  fields[2],
		City:       fields[4],
		State:      fields[5],
		Subsection: fields[8],
		Revoked:    revoked,
		Posted:     posted,
		Reinstated: reinstated,
	}, true
}

// readDay reads 15-NOV-2025, in any case; empty is the zero time.
func readDay(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	return time.Parse("02-Jan-2006", text) // months are read in any case
}

// readEIN reads the nine digits of a number, without the zeros that programs take for no part of it.
func readEIN(text string) (int, bool) {
	if text == "" || len(text) > 9 {
		return 0, false
	}
	ein := 0
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return 0, false
		}
		ein = ein*10 + int(c-'0')
	}
	return ein, ein > 0
}

// mostUnpacked bounds a file in a zip file; the largest has about 160 MB.
const mostUnpacked = 2 << 30

// readLines gives the fields of each line that is not blank, without blanks around them, of the text file in the zip
// file of this name. Fields are separated by | and never quoted.
func readLines(dir fs.FS, name string, line func(fields []string) error) error {
	_, err := upstream.ReadFile(dir, name, func(f io.Reader) (struct{}, error) {
		return struct{}{}, readZip(f, line)
	})
	return err
}

func readZip(f io.Reader, line func(fields []string) error) error {
	file, ok := f.(interface {
		fs.File
		io.ReaderAt
	})
	if !ok {
		return errors.New("the download cannot be read as a zip file")
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	archive, err := zip.NewReader(file, info.Size())
	if err != nil {
		return err
	}
	if len(archive.File) != 1 {
		return fmt.Errorf("%d files in the zip file, want one", len(archive.File))
	}
	text, err := archive.File[0].Open()
	if err != nil {
		return err
	}
	defer text.Close()

	lines := bufio.NewScanner(io.LimitReader(text, mostUnpacked))
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		fields := strings.Split(lines.Text(), "|")
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
		if err := line(fields); err != nil {
			return err
		}
	}
	return lines.Err()
}

// tally counts rows that cannot be read. Fields with a separator inside shift the rest of their row, which is then left
// out; many such rows are another table than the one that is known.
type tally struct {
	what      string
	read, odd int
}

const mostOdd = 1000 // one row in this many may be odd

// count counts a row, and says whether it can be read.
func (t *tally) count(ok bool) bool {
	t.read++
	return t.again(ok)
}

// again judges a row that is counted already.
func (t *tally) again(ok bool) bool {
	if !ok {
		t.odd++
	}
	return ok
}

func (t *tally) err() error {
	if t.odd > 10 && t.odd > t.read/mostOdd || t.odd == t.read && t.read > 0 {
		return fmt.Errorf("%s: %d of %d rows cannot be read", t.what, t.odd, t.read)
	}
	return nil
}
