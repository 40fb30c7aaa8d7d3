package bank

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/banklists"
)

// Lists that the operator downloads into a directory of the data directory. Each counts as complete for its
// countries.
//
//   - *.json: banks in a neutral form, an array of {country_code, bank_code or bank_codes, bic, name, city}, or an
//     object with such an array in entries and, in as_of, the day from which they hold;
//   - blz*.txt: the Bankleitzahlendatei of the Deutsche Bundesbank as published (fixed width, ISO 8859-1);
//   - sepa-zv-vz*.csv: the directory of the Oesterreichische Nationalbank (semicolons, ISO 8859-1);
//   - lei-bic*.csv: the BIC-to-LEI relationship file of GLEIF and SWIFT (columns LEI and BIC).
//
// The date of a list is its content's: in the file, or else in its name (blz-2026-09-07.txt). The file's time means
// nothing.

// maxListBytes bounds one file; the largest national list known is about 2 MB.
const maxListBytes = 64 << 20

// addLists reads every list in fsys. A file that cannot be read is an error that names it.
func (d *directory) addLists(fsys fs.FS) error {
	files, err := fs.ReadDir(fsys, ".")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("list the bank directory: %w", err)
	}
	for _, file := range files {
		add := listReader(d, file.Name())
		if file.IsDir() || add == nil {
			continue
		}
		if err := addList(fsys, file, add); err != nil {
			return fmt.Errorf("bank list %s: %w", file.Name(), err)
		}
	}
	return nil
}

func listReader(d *directory, name string) func([]byte, string) error {
	lower := strings.ToLower(name)
	published := func(read func([]byte) (*banklists.List, error)) func([]byte, string) error {
		return func(data []byte, name string) error {
			list, err := read(data)
			if err != nil {
				return err
			}
			return d.addOwn(list, name)
		}
	}

	switch {
	case path.Ext(lower) == ".json":
		return published(readNeutral)
	case strings.HasPrefix(lower, "blz") && path.Ext(lower) == ".txt":
		return published(banklists.ReadBLZ)
	case strings.HasPrefix(lower, "sepa-zv-vz") && path.Ext(lower) == ".csv":
		return published(banklists.ReadOeNB)
	case strings.HasPrefix(lower, "lei-bic") && path.Ext(lower) == ".csv":
		return d.addLEI
	}

	return nil
}

func addList(fsys fs.FS, file fs.DirEntry, add func([]byte, string) error) error {
	info, err := file.Info()
	if err != nil {
		return err
	}
	if info.Size() > maxListBytes {
		return fmt.Errorf("%d bytes, more than %d", info.Size(), maxListBytes)
	}
	data, err := fs.ReadFile(fsys, file.Name())
	if err != nil {
		return err
	}
	return add(data, file.Name())
}

// addOwn adopts an operator's list for each of its countries without a newer one.
func (d *directory) addOwn(list *banklists.List, name string) error {
	if list.AsOf.IsZero() {
		list.AsOf = dayInName(name)
	}

	byCountry := map[string]*banklists.List{}
	for _, b := range list.Banks {
		if byCountry[b.Country] == nil {
			byCountry[b.Country] = &banklists.List{AsOf: list.AsOf}
		}
		of := byCountry[b.Country]
		of.Banks = append(of.Banks, b)
	}

	for _, country := range slices.Sorted(maps.Keys(byCountry)) {
		x := indexed(byCountry[country], source{name: name, complete: true})
		if other := d.own[country]; other == nil || other.source.asOf < x.source.asOf {
			d.own[country] = x
		}
	}

	return nil
}

var namedDay = regexp.MustCompile(`(20[0-9]{2})-?([01][0-9])-?([0-3][0-9])`)

// dayInName is the day in a file's name, or zero.
func dayInName(name string) time.Time {
	found := namedDay.FindStringSubmatch(name)
	if found == nil {
		return time.Time{}
	}
	date, err := time.Parse(time.DateOnly, strings.Join(found[1:], "-"))
	if err != nil {
		return time.Time{}
	}
	return date
}

// neutralRow is one bank of a *.json list.
type neutralRow struct {
	Country string   `json:"country_code"`
	Code    string   `json:"bank_code"`
	Codes   []string `json:"bank_codes"`
	BIC     string   `json:"bic"`
	Name    string   `json:"name"`
	City    string   `json:"city"`
	Primary *bool    `json:"primary"`
}

func readNeutral(data []byte) (*banklists.List, error) {
	var file struct {
		AsOf    string       `json:"as_of"`
		Entries []neutralRow `json:"entries"`
	}
	if err := json.Unmarshal(data, &file.Entries); err != nil {
		if json.Unmarshal(data, &file) != nil {
			return nil, err
		}
	}
	var list banklists.List
	if file.AsOf != "" {
		var err error
		if list.AsOf, err = time.Parse(time.DateOnly, file.AsOf); err != nil {
			return nil, errors.New("as_of is not a day like 2026-11-22")
		}
	}

	for _, primary := range []bool{true, false} { // keep the first record of a code: head offices come before branches
		for n, row := range file.Entries {
			if (row.Primary == nil || *row.Primary) != primary {
				continue
			}
			bic := normalise(row.BIC)
			if len(row.Country) != 2 || row.Name == "" || bic != "" && len(bic) != 8 && len(bic) != 11 {
				return nil, fmt.Errorf("record %d lacks a country_code, a name or a BIC of 8 or 11 characters", n+1)
			}
			for _, code := range append(row.Codes, row.Code) {
				if code == "" {
					continue
				}
				list.Banks = append(list.Banks, banklists.Bank{
					Country: row.Country,
					Code:    code,
					BIC:     bic,
					Name:    row.Name,
					City:    row.City,
					Status:  banklists.Active,
				})
			}
		}
	}
	return &list, nil
}

func (d *directory) addLEI(data []byte, _ string) error {
	rows := csv.NewReader(bytes.NewReader(data))
	head, err := rows.Read()
	if err != nil || len(head) < 2 || strings.TrimPrefix(head[0], "\ufeff") != "LEI" || head[1] != "BIC" {
		return errors.New("the first line must be LEI,BIC")
	}
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if len(row[0]) == 20 && (len(row[1]) == 8 || len(row[1]) == 11) {
			d.lei[bic11(row[1])] = row[0]
		}
	}
}
