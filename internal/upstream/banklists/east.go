package banklists

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"

	"github.com/farebox/farebox/internal/upstream"
)

// CNB publishes the Czech bank codes.
var CNB = upstream.Provider{
	Name:        "cnb",
	BaseURL:     "https://www.cnb.cz/cs/platebni-styk/.galleries/ucty_kody_bank/download",
	Docs:        "https://www.cnb.cz/cs/platebni-styk/ucty-kody-bank/",
	Attribution: "Zdroj: ČNB",
	Terms:       "may be stored, passed on and reproduced unchanged with the source named",
	Checked:     "documentation 2026-10",
	Timeout:     2 * time.Minute,
}

// NBS publishes the Slovak bank codes.
var NBS = upstream.Provider{
	Name:        "nbs",
	BaseURL:     "https://nbs.sk",
	Docs:        "https://nbs.sk" + nbsPage,
	Attribution: "Národná banka Slovenska, directory of identification codes for the domestic payment system",
	Terms:       "may be reused with the source named",
	Checked:     "documentation 2026-09",
	Timeout:     2 * time.Minute,
}

// NBP publishes the Polish settlement numbers.
var NBP = upstream.Provider{
	Name:        "nbp-ewib",
	BaseURL:     "https://ewib.nbp.pl",
	Docs:        "https://ewib.nbp.pl/faces/pages/faq.xhtml",
	Attribution: "Narodowy Bank Polski, EWIB",
	Terms:       "public register; no licence is stated",
	Checked:     "documentation 2026-07",
	Timeout:     5 * time.Minute,
	MaxBytes:    32 << 20,
}

// BSI publishes the Slovenian identifiers of payment service providers.
var BSI = upstream.Provider{
	Name:        "bsi",
	BaseURL:     "https://www.bsi.si",
	Docs:        "https://www.bsi.si/en/payments-and-infrastructure",
	Attribution: "Banka Slovenije, list of identifiers of payment service providers",
	Terms:       "may be reused unchanged with the source named",
	Checked:     "documentation 2026-07",
	Timeout:     2 * time.Minute,
}

const nbsPage = "/en/payments/general-information/directories-and-registers/" +
	"directory-identification-codes-domestic-payment-system-in-sr/"

var cnb = Feed{
	ID:        "bank-cz",
	Title:     "Číselník kódů platebního styku of the Česká národní banka",
	Countries: []string{"CZ"},
	Provider:  CNB,
	Least:     35,
	Request:   get("/kody_bank_CR.csv"),
	Read:      readCNB,
}

var nbs = Feed{
	ID:        "bank-sk",
	Title:     "directory of identification codes of the Národná banka Slovenska",
	Countries: []string{"SK"},
	Provider:  NBS,
	Least:     25,
	Request:   get(nbsPage),
	Next:      nbsLink,
	Read:      readNBS,
}

var nbp = Feed{
	ID:        "bank-pl",
	Title:     "EWIB register of the Narodowy Bank Polski",
	Countries: []string{"PL"},
	Provider:  NBP,
	Least:     2000,
	Letters:   3,
	Request: func(c *upstream.Client) *upstream.Request {
		return c.Get("/plewibnra").Query("dokNazwa", "plewibnra.txt")
	},
	Read: readNBP,
}

var bsi = Feed{
	ID:        "bank-si",
	Title:     "list of identifiers of payment service providers of the Banka Slovenije",
	Countries: []string{"SI"},
	Provider:  BSI,
	Least:     20,
	Request:   get("/en/d/list-of-identifiers-of-psp"),
	Read:      readBSI,
}

// readCNB reads the Czech list: UTF-8, four columns.
func readCNB(data []byte) (*List, error) {
	t, err := separatedUnder(string(data), []string{"Kód platebního styku"}, []string{"Poskytovatel platebních služeb"},
		[]string{"BIC kód (SWIFT)"})
	if err != nil {
		return nil, err
	}
	return plain(t, t.names, "CZ", 4)
}

// plain reads a table of code, name and BIC, whose codes are numbers of the given width.
func plain(t *table, least int, country string, width int) (*List, error) {
	all := newCollector()
	return all.of(t, least, func(f []string) error {
		code, err := digits(f[0], width)
		if err != nil {
			return err
		}
		return all.add(Bank{
			Country: country,
			Code:    code,
			Name:    f[1],
			BIC:     bic(f[2]),
		})
	})
}

// nbsLink is the request for the table that the page links beside a PDF of the same directory: only the link text
// distinguishes them.
func nbsLink(c *upstream.Client, data []byte, pages int) (*upstream.Request, error) {
	if pages > 1 {
		return nil, nil
	}
	for _, l := range readPage(data).links {
		if strings.HasSuffix(strings.ToUpper(l.text), "(CSV)") {
			return follow(c, NBS.BaseURL+nbsPage, l.href)
		}
	}
	return nil, errors.New("the page links no table")
}

// readNBS reads the Slovak list: Windows-1250 behind its page. The codes lack their leading zeros. Czech banks with
// a Slovak code are listed with their Czech BIC.
func readNBS(data []byte) (*List, error) {
	before, raw, err := parted(data)
	if err != nil {
		return nil, err
	}
	text, err := decoded(raw, charmap.Windows1250)
	if err != nil {
		return nil, err
	}
	t, err := separatedUnder(text, []string{"Payment system code SR"}, []string{"Payment service provider"},
		[]string{"SWIFT 8"})
	if err != nil {
		return nil, err
	}

	list, err := plain(t, t.names, "SK", 4)
	if err != nil {
		return nil, err
	}
	list.AsOf = dayAfter(readPage(before).text, "Effective from:")
	return list, nil
}

// The fields of a line in the Polish register, counted from 0, and the minimum number. It has no header; the check
// digits show whether the fields are still in place.
const (
	nbpName   = 1
	nbpNumber = 4
	nbpCity   = 10
	nbpBIC    = 19
	nbpFields = 32

	// nbpFaulty is the share of numbers (one in nbpFaulty) that may fail their check digit.
	nbpFaulty = 100
)

// readNBP reads the Polish register: code page 852, fields separated by tabs, without quotes.
func readNBP(data []byte) (*List, error) {
	text, err := decoded(data, charmap.CodePage852)
	if err != nil {
		return nil, err
	}

	all := newCollector()
	faulty := 0
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if strings.TrimSpace(line) == "" || line == "\x1a" {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) < nbpFields {
			return nil, fmt.Errorf("line %d has %d fields, at least %d wanted", n+1, len(f), nbpFields)
		}
		code, err := digits(f[nbpNumber], 8)
		if err != nil || code != strings.TrimSpace(f[nbpNumber]) {
			return nil, fmt.Errorf("line %d has no settlement number of 8 digits", n+1)
		}
		if !polishNumber(code) {
			faulty++
		}
		err = all.add(Bank{
			Country: "PL",
			Code:    code,
			Name:    oneLine(f[nbpName]),
			City:    oneLine(f[nbpCity]),
			BIC:     bic(f[nbpBIC]),
		})
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
	}

	if faulty*nbpFaulty > len(all.list.Banks) {
		return nil, fmt.Errorf("%d of %d settlement numbers fail their check digit", faulty, len(all.list.Banks))
	}
	list, err := all.whole()
	if err != nil {
		return nil, err
	}

	// A bank's numbers begin with its own three digits, a cooperative bank's with four. After mergers and sales
	// some belong to another bank.
	sameName := func(a, b Bank) bool { return a.Name == b.Name }
	all.addBeginnings(3, sameName)
	all.addBeginnings(4, sameName)
	return list, nil
}

// polishNumber reports whether the last digit of a settlement number is correct: weights 3, 9, 7, 1, modulo 10.
func polishNumber(code string) bool {
	sum := 0
	for i, weight := range []int{3, 9, 7, 1, 3, 9, 7, 1} {
		sum += weight * int(code[i]-'0')
	}
	return sum%10 == 0
}

// readBSI reads the Slovenian list: Windows-1250, one row for each five-digit identifier: two digits of the bank,
// three of its office or customer.
func readBSI(data []byte) (*List, error) {
	text, err := decoded(data, charmap.Windows1250)
	if err != nil {
		return nil, err
	}
	t, err := separatedUnder(text, []string{"NATIONAL ID"}, []string{"NAME"}, []string{"CITY"}, []string{"BIC11"})
	if err != nil {
		return nil, err
	}

	all := newCollector()
	err = t.each(t.names, func(f []string) error {
		code, err := digits(f[0], 5)
		if err != nil {
			return err
		}
		return all.add(Bank{
			Country: "SI",
			Code:    code,
			Name:    f[1],
			City:    f[2],
			BIC:     bic(f[3]),
		})
	})
	if err != nil {
		return nil, err
	}
	all.addBeginnings(2, func(a, b Bank) bool { return len(a.BIC) >= 8 && len(b.BIC) >= 8 && a.BIC[:8] == b.BIC[:8] })
	return all.whole()
}
