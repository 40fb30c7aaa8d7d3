package exempt

import (
	_ "embed"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/nonprofit/exempt/exempttest"
)

// Organisations of the South and of Puerto Rico as the IRS lists them: EIN, name, city, state.
//
//go:embed testdata/organizations_elsewhere.tsv
var organizationsElsewhere string

// Their names as people write them: kind, text, and the EINs that are meant; "near:" before one whose name is another.
//
//go:embed testdata/asked_elsewhere.tsv
var askedElsewhere string

// TestNonprofitsElsewhereByName: no name is called the same as another organisation's, and 97 of 100 find the one that
// is meant. The half of the names with an odd hash was held out while the rules were made.
func TestNonprofitsElsewhereByName(t *testing.T) {
	var rows []string
	for line := range strings.Lines(organizationsElsewhere) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		ein, err := strconv.Atoi(f[0])
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, exempttest.Row(ein, strings.ReplaceAll(f[1], ",", " "), f[2], f[3], ""))
	}
	lists := rowsOnly(t, rows...)

	for _, half := range []string{"seen", "held out"} {
		t.Run(half, func(t *testing.T) {
			counts := map[string]map[string]int{}
			for line := range strings.Lines(askedElsewhere) {
				f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
				if odd(f[1]) != (half == "held out") {
					continue
				}
				outcome := searchedFor(t, lists, f[0], f[1], f[2])
				for _, kind := range []string{f[0], "all"} {
					if counts[kind] == nil {
						counts[kind] = map[string]int{}
					}
					counts[kind][outcome]++
				}
			}

			for _, kind := range slices.Sorted(maps.Keys(counts)) {
				t.Logf("%s: %v", kind, counts[kind])
			}
			all := counts["all"]
			asked := all["same"] + all["listed"] + all["missed"] + all["wrong"]
			if all["wrong"] > 0 || all["missed"]*100 > 3*asked {
				t.Errorf("%d of %d wrong, %d missed", all["wrong"], asked, all["missed"])
			}
		})
	}
}

func odd(text string) bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(text))
	return h.Sum32()%2 == 1
}

// searchedFor is whether a name found the organisation that is meant: as the same, or listed; wrong is another one as
// the same.
func searchedFor(t *testing.T, lists *Lists, kind, text, want string) string {
	t.Helper()
	hits, _, err := lists.Search(t.Context(), text, "", 10)
	if err != nil {
		t.Fatal(err)
	}

	eins, near := strings.CutPrefix(want, "near:")
	outcome := "missed"
	for _, h := range hits {
		meant := slices.Contains(strings.Split(eins, ","), digits(h.Organization.EIN))
		switch {
		case h.Match == Same && (near || !meant):
			t.Logf("%s: %q is called the same as %s", kind, text, h.Organization.Name)
			return "wrong"
		case h.Match == Same:
			outcome = "same"
		case meant && outcome == "missed":
			outcome = "listed"
		}
	}
	if outcome == "missed" {
		t.Logf("%s: %q does not find %s", kind, text, want)
	}
	return outcome
}

// digits is a number with all its digits.
func digits(ein int) string {
	text := strconv.Itoa(ein)
	return strings.Repeat("0", max(0, 9-len(text))) + text
}
