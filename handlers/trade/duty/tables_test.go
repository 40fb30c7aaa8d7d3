package duty

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func TestTablesThatAreCompiledInHoldTheirRules(t *testing.T) {
	tables, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	if got := tables.AsOf.Format(time.DateOnly); got != "2026-10-10" {
		t.Errorf("the tables are as of %s", got)
	}

	// The sizes in the notices: 864 subheadings for Brazil, 439 for Canada's third list.
	for name, want := range map[string]int{
		"brazil-exempt":      864,
		"canada-338-dairy":   52,
		"china-301-list-1":   860,
		"china-301-list-2":   287,
		"china-301-list-4a":  2967,
		"wood-lumber":        15,
		"uas-aircraft-100":   4,
		"canada-ban":         40,
		"semiconductors":     10,
		"metals-core-copper": 76,
	} {
		if got := len(tables.Lists[name].codes); got != want {
			t.Errorf("%s has %d codes, want %d", name, got, want)
		}
	}
	motor := len(tables.Lists["canada-338-motor"].codes) + len(tables.Lists["canada-338-motor-until-0914"].codes)
	if motor != 439 {
		t.Errorf("the third list of Canada has %d codes at first, want 439", motor)
	}
}

// TestEveryEconomyOfTheForcedLaborActionHasItsHeading compares the table with the notice: 60 economies in
// alphabetical order, headings 9903.05.20 to 9903.05.84, two for those with a floor.
func TestEveryEconomyOfTheForcedLaborActionHasItsHeading(t *testing.T) {
	tables, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	last, count := "9903.05.19", 0
	for _, m := range tables.Measures {
		if m.Group != groupLabor {
			continue
		}
		count++
		step := 1
		if m.Kind == kindFloor {
			step = 2
		}
		want := "9903.05." + itoa(number(last)+step)
		if m.Heading != want {
			t.Errorf("%s has %s, want %s", m.Origins, m.Heading, want)
		}
		last = m.Heading
	}
	if count != 60 || last != "9903.05.84" {
		t.Errorf("%d economies, the last at %s", count, last)
	}
}

func number(heading string) int { return int(heading[8]-'0')*10 + int(heading[9]-'0') }

func itoa(n int) string { return string(rune('0'+n/10)) + string(rune('0'+n%10)) }

// TestTablesWithAMistakeAreRefused changes one thing in the tables at a time.
func TestTablesWithAMistakeAreRefused(t *testing.T) {
	for _, c := range []struct{ file, old, new, why string }{
		{"measures.csv", "2026-07-24", "24.07.2026", "start_date is not a day"},
		{"measures.csv", "forced_labor", "forced", "no rule of stacking"},
		{"measures.csv", "china-301-list-1,", "china-301-list-9,", "no list china-301-list-9"},
		{"measures.csv", ",add,12.5", ",times,12.5", "kind"},
		{"measures.csv", ",add,12.5", ",add,-12.5", "rate_pct is from 0"},
		{"measures.csv", ",0.85,", ",85,", "confidence"},
		{"measures.csv", "as_of_date", "as_of", "no column as_of_date"},
		{"measures.csv", "\nbrazil,", "\nforced_labor,9903.05.20,\"Section 301: forced labor, 60 economies\"," +
			"DZ,,add,12.5,,,2026-12-01,,0.85,,,law,source,2026-10-10\nbrazil,", "twice"},
		{"fees.csv", "0.3464", "a lot", "not a number"},
		{"lists/quartz.txt", "990020", "99002", "not a code"},
		{"lists/quartz.txt", "# as_of: 2026-10-10", "", "lacks"},
		{"preferences.csv", "USMCA", "", "name is missing"},
	} {
		folder := fstest.MapFS{}
		sub, _ := fs.Sub(embedded, "tables")
		_ = fs.WalkDir(sub, ".", func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				data, _ := fs.ReadFile(sub, path)
				if path == c.file {
					if !strings.Contains(string(data), c.old) {
						t.Errorf("%s lacks %q", c.file, c.old)
					}
					data = []byte(strings.Replace(string(data), c.old, c.new, 1))
				}
				folder[path] = &fstest.MapFile{Data: data}
			}
			return err
		})
		if _, err := Read(folder); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s with %q: %v, want %q", c.file, c.new, err, c.why)
		}
	}
}
