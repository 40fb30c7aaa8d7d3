package names

import (
	"encoding/csv"
	"fmt"
	"os"
	"strings"
	"testing"
)

// febrlAddress is the address of a record of FEBRL.
type febrlAddress struct{ entity, house, street, town, postcode, state string }

func (a febrlAddress) text() string {
	return fmt.Sprintf("%s %s, %s %s %s", a.house, a.street, a.town, a.state, a.postcode)
}

func febrlAddresses(t *testing.T, files ...string) []febrlAddress {
	t.Helper()
	var out []febrlAddress
	for _, file := range files {
		f, err := os.Open(publicSet(t, "febrl/"+file))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		r := csv.NewReader(f)
		r.TrimLeadingSpace = true
		rows, err := r.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows[1:] {
			for i := range row {
				row[i] = strings.TrimSpace(row[i])
			}
			if row[3] != "" && row[4] != "" && row[7] != "" {
				entity := strings.Join(strings.Split(row[0], "-")[:2], "-")
				out = append(out, febrlAddress{entity, row[3], row[4], row[6], row[7], row[8]})
			}
		}
	}
	return out
}

// slippedOnly says whether two addresses of one entity have one number, postcode and state, and streets that are few
// letters apart: FEBRL also puts in other streets.
func slippedOnly(a, b febrlAddress) bool {
	const mostApart = 5
	return a.house == b.house && a.postcode == b.postcode && a.state == b.state && a.street != b.street &&
		Edits(strings.ReplaceAll(a.street, " ", ""), strings.ReplaceAll(b.street, " ", "")) <= mostApart
}

// TestSlipsOfFEBRL: addresses of one entity that differ in slips are one; another street of the postcode, put at the
// same number in the same town, is another. Data set 2 is that which the rules were set on.
func TestSlipsOfFEBRL(t *testing.T) {
	e := New()
	match := func(a, b string) bool {
		x, err := e.Prepare(Address, a, "AU")
		if err != nil {
			t.Fatal(err)
		}
		y, err := e.Prepare(Address, b, "AU")
		if err != nil {
			t.Fatal(err)
		}
		return e.Compare(x, y).Match
	}
	for _, set := range []struct {
		name  string
		files []string
	}{{"2 (dev)", []string{"dataset2.csv"}}, {"4", []string{"dataset4a.csv", "dataset4b.csv"}}} {
		var slips, found, others, joined int
		entities := map[string][]febrlAddress{}
		postcodes := map[string][]febrlAddress{}
		for _, a := range febrlAddresses(t, set.files...) {
			for _, b := range entities[a.entity] {
				if slippedOnly(a, b) {
					slips++
					if match(a.text(), b.text()) {
						found++
					}
				}
			}
			for _, b := range postcodes[a.postcode] {
				if a.entity == b.entity || a.street == b.street {
					continue
				}
				others++
				b.house, b.town, b.state = a.house, a.town, a.state
				if match(a.text(), b.text()) {
					joined++
				}
			}
			entities[a.entity] = append(entities[a.entity], a)
			postcodes[a.postcode] = append(postcodes[a.postcode], a)
		}
		t.Logf("data set %s: %d of %d with slips found, %d of %d others joined", set.name, found, slips, joined, others)
		if found*100 < slips*97 || joined*1000 > others {
			t.Errorf("data set %s: %d of %d with slips found, %d of %d others joined",
				set.name, found, slips, joined, others)
		}
	}
}
