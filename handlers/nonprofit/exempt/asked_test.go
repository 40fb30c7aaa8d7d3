package exempt

import (
	_ "embed"
	"strconv"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/nonprofit/exempt/exempttest"
)

// Organisations of Detroit as the IRS lists them: EIN and name.
//
//go:embed testdata/organizations.tsv
var organizations string

// The same ones as a local register of grants writes their names, each with the EIN that a person found for it; "-"
// where that was another organisation.
//
//go:embed testdata/asked.tsv
var askedOrganizations string

// TestRealNonprofitsByName: no name is called the same as another organisation's, and 97 of 100 find the one that is
// meant.
func TestRealNonprofitsByName(t *testing.T) {
	var rows []string
	for line := range strings.Lines(organizations) {
		number, name, _ := strings.Cut(strings.TrimSpace(line), "\t")
		ein, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, exempttest.Row(ein, strings.ReplaceAll(name, ",", " "), "DETROIT", "MI", ""))
	}
	lists := rowsOnly(t, rows...)

	asked, missed := 0, 0
	for line := range strings.Lines(askedOrganizations) {
		name, want, _ := strings.Cut(strings.TrimSpace(line), "\t")
		hits, _, err := lists.Search(t.Context(), name, "", 10)
		if err != nil {
			t.Fatal(err)
		}
		asked++

		listed := want == "-"
		for _, h := range hits {
			meant := strconv.Itoa(h.Organization.EIN) == want
			listed = listed || meant
			if h.Match == Same && !meant {
				t.Errorf("%q is called the same as %s", name, h.Organization.Name)
			}
		}
		if !listed {
			missed++
			t.Logf("%q does not find %s", name, want)
		}
	}
	if missed*100 > 3*asked {
		t.Errorf("%d of %d names find nobody", missed, asked)
	}
}
