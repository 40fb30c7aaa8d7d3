package banklists

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"

	"github.com/farebox/farebox/internal/upstream"
)

// OeNB publishes the Austrian bank codes daily.
var OeNB = upstream.Provider{
	Name:        "oenb",
	BaseURL:     "https://www.oenb.at/docroot/downloads_observ",
	Docs:        "https://www.oenb.at/Statistik/Klassifikationen/SEPA-Zahlungsverkehrs-Verzeichnis.html",
	Attribution: "Source: Oesterreichische Nationalbank, SEPA-Zahlungsverkehrs-Verzeichnis",
	Terms:       "its own disclaimer and copyright terms, named at the top of the file; no licence is stated there",
	Checked:     "recorded 2017, documentation 2026-09",
	Timeout:     2 * time.Minute,
}

// SIX publishes the bank codes of Switzerland and Liechtenstein daily.
var SIX = upstream.Provider{
	Name:    "six-bankmaster",
	BaseURL: "https://api.six-group.com/api/epcd/bankmaster/v3",
	Docs: "https://www.six-group.com/en/products-services/banking-services/interbank-clearing/online-services/" +
		"download-bank-master.html",
	Attribution: "SIX Interbank Clearing, Bank Master",
	Terms:       "information in the Bank Master may be used freely, by its record description of 2023-03",
	Checked:     "documentation 2026-10",
	Timeout:     2 * time.Minute,
}

var oenb = Feed{
	ID:        "bank-at",
	Title:     "SEPA-Zahlungsverkehrs-Verzeichnis of the Oesterreichische Nationalbank",
	Countries: []string{"AT"},
	Provider:  OeNB,
	Least:     700,
	Request:   get("/sepa-zv-vz_gesamt.csv"),
	Read:      ReadOeNB,
}

var six = Feed{
	ID:        "bank-ch",
	Title:     "Bank Master of SIX Interbank Clearing",
	Countries: []string{"CH", "LI"},
	Provider:  SIX,
	Least:     900,
	Request:   get("/bankmaster_V3.csv"),
	Read:      readSIX,
}

// ReadOeNB reads the Austrian directory in its German or English edition: ISO 8859-1, text above the names. Rows
// with a mark are head offices and branches of foreign banks. Rows without one are further offices, whose codes
// count unless a marked row has them.
func ReadOeNB(data []byte) (*List, error) {
	text, err := decoded(data, charmap.ISO8859_1)
	if err != nil {
		return nil, err
	}
	t, err := separatedUnder(text, []string{"Kennzeichen", "Marker"}, []string{"Bankleitzahl", "Routing number (BLZ)"},
		[]string{"Bankenname", "Name"}, []string{"Ort", "City/town"}, []string{"SWIFT-Code", "SWIFT"})
	if err != nil {
		return nil, err
	}

	all := newCollector()
	for _, row := range t.above {
		if date := dayAfter(strings.Join(row, " "), ""); !date.IsZero() {
			all.list.AsOf = date
		}
	}
	if t.cut() {
		return nil, errors.New("the last row is cut off")
	}
	for _, marked := range []bool{true, false} {
		err := t.each(slices.Max(t.at)+1, func(f []string) error {
			if (f[0] != "") != marked || f[1] == "" {
				return nil
			}
			code, err := digits(f[1], 5)
			if err != nil {
				return err
			}
			return all.add(Bank{
				Country: "AT",
				Code:    code,
				Name:    f[2],
				City:    f[3],
				BIC:     bic(f[4]),
			})
		})
		if err != nil {
			return nil, err
		}
	}
	return all.whole()
}

// sixFields is the number of fields of a row; the header line has one more, a time stamp.
const sixFields = 21

// readSIX reads the Bank Master, version 3. A concatenated row has only the code that its bank has now.
func readSIX(data []byte) (*List, error) {
	t, err := separatedUnder(string(data), []string{"IID/QR-IID"}, []string{"Valid on"}, []string{"Concatenation"},
		[]string{"New IID/QR-IID"}, []string{"Name of bank/institution"}, []string{"Town Name"},
		[]string{"Country"}, []string{"BIC"})
	if err != nil {
		return nil, err
	}

	all := newCollector()
	var merged []Bank
	byCode := map[string]Bank{}
	err = t.each(sixFields, func(f []string) error {
		bank, err := sixBank(f)
		if err != nil {
			return err
		}
		if all.list.AsOf, err = time.Parse(time.DateOnly, f[1]); err != nil {
			return errors.New("an invalid day of validity")
		}
		if bank.Status == Merged {
			merged = append(merged, bank)
			return nil
		}
		byCode[bank.Code] = bank
		return addSwiss(all, bank)
	})
	if err != nil {
		return nil, err
	}
	for _, bank := range merged {
		now := byCode[bank.Successor]
		bank.Name = now.Name
		bank.City = now.City
		bank.BIC = now.BIC
		bank.Country = now.Country
		if err := addSwiss(all, bank); err != nil {
			return nil, err
		}
	}
	return all.whole()
}

func sixBank(f []string) (Bank, error) {
	code, err := digits(f[0], 5)
	if err != nil {
		return Bank{}, err
	}

	switch f[2] {
	case "Y":
		successor, err := digits(f[3], 5)
		if err != nil {
			return Bank{}, fmt.Errorf("the code that takes its place: %w", err)
		}
		return Bank{
			Code:      code,
			Status:    Merged,
			Successor: successor,
		}, nil
	case "N":
		return Bank{
			Code:    code,
			Name:    f[4],
			City:    f[5],
			Country: f[6],
			BIC:     bic(f[7]),
		}, nil
	}
	return Bank{}, errors.New("a mark of concatenation that is neither Y nor N")
}

// addSwiss adds a bank under CH, where foreign banks that take part in the Swiss systems have their codes too, or LI.
func addSwiss(all *collector, bank Bank) error {
	if bank.Country != "LI" {
		bank.Country = "CH"
	}
	return all.add(bank)
}
