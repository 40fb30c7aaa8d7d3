package banklists

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/farebox/farebox/internal/upstream"
)

// NBB publishes the Belgian bank codes.
var NBB = upstream.Provider{
	Name:        "nbb",
	BaseURL:     "https://www.nbb.be/doc/be/be/protocol",
	Docs:        "https://www.nbb.be/en/payments-and-securities/bank-identification-codes",
	Attribution: "National Bank of Belgium, bank identification codes",
	Terms:       "published for use in payments; no licence is stated",
	Checked:     "documentation 2026-10",
	Timeout:     2 * time.Minute,
}

// Betaalvereniging publishes the Dutch bank codes.
var Betaalvereniging = upstream.Provider{
	Name:        "betaalvereniging",
	BaseURL:     "https://www.betaalvereniging.nl/wp-content/uploads",
	Docs:        "https://www.betaalvereniging.nl/kennisbank/iban-en-bic/",
	Attribution: "Betaalvereniging Nederland; a BIC or bank code may change, be revoked or be added at any time",
	Terms:       "may be used with the source named and that caveat",
	Checked:     "documentation 2026-10",
	Timeout:     2 * time.Minute,
}

// MNB publishes the Hungarian branch codes.
var MNB = upstream.Provider{
	Name:        "mnb",
	BaseURL:     "https://www.mnb.hu/letoltes",
	Docs:        "https://www.mnb.hu/en/payments",
	Attribution: "Magyar Nemzeti Bank, list of sort codes",
	Terms:       "published for use in payments; no licence is stated",
	Checked:     "documentation 2026-09",
	Timeout:     2 * time.Minute,
}

// Bits publishes the Norwegian bank codes.
var Bits = upstream.Provider{
	Name:        "bits",
	BaseURL:     "https://www.bits.no",
	Docs:        "https://www.bits.no/en/iban/",
	Attribution: "Bits AS, Norwegian bank identifiers",
	Terms:       "published for use in payments; no licence is stated",
	Checked:     "documentation 2026-09",
	Timeout:     2 * time.Minute,
}

var nbb = Feed{
	ID:        "bank-be",
	Title:     "bank identification codes of the National Bank of Belgium",
	Countries: []string{"BE"},
	Provider:  NBB,
	Least:     600,
	Request:   get("/full_list_current.xlsx"),
	Read:      readNBB,
}

var betaalvereniging = Feed{
	ID:        "bank-nl",
	Title:     "BIC-lijst of Betaalvereniging Nederland",
	Countries: []string{"NL"},
	Provider:  Betaalvereniging,
	Least:     60,
	Request:   get("/BIC-lijst-NL.xlsx"),
	Read:      readBetaalvereniging,
}

var mnb = Feed{
	ID:        "bank-hu",
	Title:     "list of sort codes of the Magyar Nemzeti Bank",
	Countries: []string{"HU"},
	Provider:  MNB,
	Least:     100,
	Request:   get("/sht.xlsx"),
	Read:      readMNB,
}

var bits = Feed{
	ID:        "bank-no",
	Title:     "Norwegian bank identifiers of Bits AS",
	Countries: []string{"NO"},
	Provider:  Bits,
	Least:     1500,
	Request:   get("/document/iban/"),
	Read:      readBits,
}

// Bounds of a spreadsheet when unpacked. The largest of these has some 230 KB compressed.
const (
	maxUnpacked = 64 << 20
	maxSheetXML = 32 << 20
)

// sheet is the rows of a spreadsheet's only or first sheet, with numbers as stored.
func sheet(data []byte) ([][]string, error) {
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{
		RawCellValue:      true,
		UnzipSizeLimit:    maxUnpacked,
		UnzipXMLSizeLimit: maxSheetXML,
	})
	if err != nil {
		return nil, fmt.Errorf("opening the spreadsheet: %w", err)
	}
	defer book.Close() // temporary files only, read from memory

	names := book.GetSheetList()
	if len(names) == 0 {
		return nil, errors.New("a spreadsheet without a sheet")
	}
	rows, err := book.GetRows(names[0])
	if err != nil {
		return nil, fmt.Errorf("reading the sheet: %w", err)
	}
	return rows, nil
}

// sheetUnder is the table of a spreadsheet, see [under].
func sheetUnder(data []byte, wanted ...[]string) (*table, error) {
	rows, err := sheet(data)
	if err != nil {
		return nil, err
	}
	return under(rows, wanted...)
}

// vacant are the Belgian list's words for an unassigned code.
var vacant = []string{
	"VRIJ", "LIBRE", "FREI", "FREE",
	"ONBESCHIKBAAR", "INDISPONIBLE", "NICHT VERFÜGBAR", "UNAVAILABLE",
}

// readNBB reads the Belgian list: every code from 000 to 999, including unassigned ones, and names in four
// languages, at least one of which is present.
func readNBB(data []byte) (*List, error) {
	t, err := sheetUnder(data, []string{"T_Identification_Number"}, []string{"Biccode"},
		[]string{"T_Institutions_Dutch"}, []string{"T_Institutions_French"},
		[]string{"T_Institutions_German"}, []string{"T_Institutions_English"})
	if err != nil {
		return nil, err
	}

	all := newCollector()
	for _, row := range t.above {
		all.list.AsOf = dayAfter(strings.Join(row, " "), "Version")
	}
	return all.of(t, 2, func(f []string) error {
		code, err := digits(f[0], 3)
		if err != nil {
			return err
		}
		if isVacant(f[1:]) {
			return nil
		}
		return all.add(Bank{
			Country: "BE",
			Code:    code,
			BIC:     bic(f[1]),
			Name:    cmp.Or(f[5], f[2], f[3], f[4]),
		})
	})
}

func isVacant(cells []string) bool {
	return slices.ContainsFunc(cells, func(cell string) bool {
		word, _, _ := strings.Cut(strings.ToUpper(cell), " - ")
		return slices.Contains(vacant, word)
	})
}

// readBetaalvereniging reads the Dutch list: BIC, the four letters of the account number, name.
func readBetaalvereniging(data []byte) (*List, error) {
	t, err := sheetUnder(data, []string{"BIC"}, []string{"Identifier"}, []string{
		"Betaaldienstverlener / Payment Service Provider", "Naam betaaldienstverlener", "Betaaldienstverlener",
	})
	if err != nil {
		return nil, err
	}

	all := newCollector()
	for _, row := range t.above {
		if date := dayAfter(strings.Join(row, " "), "update"); !date.IsZero() {
			all.list.AsOf = date
		}
	}
	return all.of(t, 3, func(f []string) error {
		if len(f[1]) != 4 || strings.Trim(f[1], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
			return errors.New("a bank code that is not one of 4 letters")
		}
		return all.add(Bank{
			Country: "NL",
			Code:    f[1],
			BIC:     bic(f[0]),
			Name:    f[2],
		})
	})
}

// readMNB reads the Hungarian list: a row for each branch, whose eight-digit code begins with the bank's three. A
// bank's first row represents it.
func readMNB(data []byte) (*List, error) {
	t, err := sheetUnder(data, []string{"Branch office code"}, []string{"BIC code"},
		[]string{"Name of the branch office", "Name"})
	if err != nil {
		return nil, err
	}

	all := newCollector()
	return all.of(t, 3, func(f []string) error {
		code, err := digits(f[0], 8)
		if err != nil {
			return err
		}
		return all.add(Bank{
			Country: "HU",
			Code:    code[:3],
			BIC:     bic(f[1]),
			Name:    f[2],
		})
	})
}

// readBits reads the Norwegian list.
func readBits(data []byte) (*List, error) {
	t, err := sheetUnder(data, []string{"Bank identifier"}, []string{"Bank"}, []string{"BIC"})
	if err != nil {
		return nil, err
	}
	return plain(t, 3, "NO", 4)
}
