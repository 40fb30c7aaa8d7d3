package bank

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// Lists that the operator fetches and puts into a directory of the data directory. Each is taken as
// complete for the countries in it and takes the place of the built-in selection there.
//
//   - *.json: banks in a neutral form, an array of {country_code, bank_code or bank_codes, bic, name, city},
//     or an object with such an array in entries;
//   - blz*.txt: the Bankleitzahlendatei of the Deutsche Bundesbank as published (fixed width, ISO 8859-1);
//   - sepa-zv-vz*.csv: the directory of the Oesterreichische Nationalbank (semicolons, ISO 8859-1, lines of text before the head);
//   - lei-bic*.csv: the BIC-to-LEI relationship file of GLEIF and SWIFT (columns LEI and BIC).

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

func listReader(d *directory, name string) func([]byte, *source) error {
	name = strings.ToLower(name)
	switch {
	case path.Ext(name) == ".json":
		return d.addNeutral
	case strings.HasPrefix(name, "blz") && path.Ext(name) == ".txt":
		return d.addBLZ
	case strings.HasPrefix(name, "sepa-zv-vz") && path.Ext(name) == ".csv":
		return d.addOeNB
	case strings.HasPrefix(name, "lei-bic") && path.Ext(name) == ".csv":
		return d.addLEI
	}
	return nil
}

func addList(fsys fs.FS, file fs.DirEntry, add func([]byte, *source) error) error {
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
	return add(data, &source{name: file.Name(), asOf: info.ModTime().UTC().Format(time.DateOnly), complete: true})
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

func (d *directory) addNeutral(data []byte, from *source) error {
	var rows []neutralRow
	if err := json.Unmarshal(data, &rows); err != nil {
		var wrapped struct {
			Entries []neutralRow `json:"entries"`
		}
		if json.Unmarshal(data, &wrapped) != nil {
			return err
		}
		rows = wrapped.Entries
	}
	replaced := map[string]bool{}
	for _, primary := range []bool{true, false} { // the first record of a code stays: head offices before branches
		for n, row := range rows {
			if (row.Primary == nil || *row.Primary) != primary {
				continue
			}
			bic := normalise(row.BIC)
			if len(row.Country) != 2 || row.Name == "" || bic != "" && len(bic) != 8 && len(bic) != 11 {
				return fmt.Errorf("record %d lacks a country_code, a name or a BIC of 8 or 11 characters", n+1)
			}
			if !replaced[row.Country] {
				d.replace(row.Country, from)
				replaced[row.Country] = true
			}
			e := &entry{bic: bic, name: row.Name, city: row.City, source: from}
			for _, code := range append(row.Codes, row.Code) {
				if code != "" {
					d.add(row.Country, code, e)
				}
			}
		}
	}
	return nil
}

// addBLZ reads the Bundesbank's file: records of 168 characters; marker 1 is the record that stands for
// the bank code, 2 are further offices under it.
func (d *directory) addBLZ(data []byte, from *source) error {
	d.replace("DE", from)
	lines := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; lines.Scan(); n++ {
		line := lines.Bytes()
		if len(line) == 0 {
			continue
		}
		if len(line) < 168 || !isDigits(string(line[:9])) {
			return fmt.Errorf("line %d is not a record of 168 characters", n)
		}
		if line[8] != '1' {
			continue
		}
		e := &entry{
			name: latin1(line[9:67]), city: latin1(line[72:107]), bic: strings.TrimSpace(string(line[139:150])),
			closing: line[158] == 'D' || line[159] == '1', source: from,
		}
		if len(e.bic) != 8 && len(e.bic) != 11 {
			e.bic = ""
		}
		if next := string(line[160:168]); isDigits(next) && next != "00000000" {
			e.successor = next
		}
		d.add("DE", string(line[:8]), e)
	}
	return lines.Err()
}

// The columns of the Austrian directory in the German and the English edition.
var oenbColumns = map[string][2]string{
	"mark": {"Kennzeichen", "Marker"}, "code": {"Bankleitzahl", "Routing number (BLZ)"}, "name": {"Bankenname", "Name"},
	"city": {"Ort", "City/town"}, "bic": {"SWIFT-Code", "SWIFT"},
}

// addOeNB reads the Austrian directory. Rows with a mark are head offices (Hauptanstalt) and branches of foreign banks; those without
// are further offices, whose codes count where no marked row has them.
func (d *directory) addOeNB(data []byte, from *source) error {
	text := latin1(data)
	head := strings.Index(text, oenbColumns["mark"][0]+";")
	if head < 0 {
		head = strings.Index(text, oenbColumns["mark"][1]+";")
	}
	if head < 0 {
		return errors.New("there is no line of column names")
	}
	reader := csv.NewReader(strings.NewReader(text[head:]))
	reader.Comma, reader.FieldsPerRecord, reader.LazyQuotes = ';', -1, true
	rows, err := reader.ReadAll()
	if err != nil {
		return err
	}
	at := map[string]int{}
	for key, names := range oenbColumns {
		if at[key] = slices.IndexFunc(rows[0], func(name string) bool { return name == names[0] || name == names[1] }); at[key] < 0 {
			return fmt.Errorf("there is no column %s", names[0])
		}
	}
	d.replace("AT", from)
	for _, marked := range []bool{true, false} {
		for n, row := range rows[1:] {
			if len(row) <= at["bic"] {
				return fmt.Errorf("record %d has %d columns, too few", n+1, len(row))
			}
			code, name := strings.TrimSpace(row[at["code"]]), strings.TrimSpace(row[at["name"]])
			if (strings.TrimSpace(row[at["mark"]]) != "") != marked || code == "" {
				continue
			}
			e := &entry{bic: normalise(row[at["bic"]]), name: name, city: strings.TrimSpace(row[at["city"]]), source: from}
			if len(code) > 5 || !isDigits(code) || name == "" {
				return fmt.Errorf("record %d lacks a bank code of five digits or a name", n+1)
			}
			if len(e.bic) != 8 && len(e.bic) != 11 {
				e.bic = ""
			}
			d.add("AT", strings.Repeat("0", 5-len(code))+code, e)
		}
	}
	return nil
}

// latin1 decodes ISO 8859-1, whose bytes are the code points, and trims the padding.
func latin1(b []byte) string {
	var s strings.Builder
	for _, c := range b {
		s.WriteRune(rune(c))
	}
	return strings.TrimSpace(s.String())
}

func (d *directory) addLEI(data []byte, _ *source) error {
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
