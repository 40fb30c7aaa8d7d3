package freight

import (
	_ "embed"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/freight/freighttest"
	"github.com/farebox/farebox/internal/upstream/fmcsa"
)

// Real carriers of California as the census has them: USDOT number, legal name, trade name, state.
//
//go:embed testdata/carriers.tsv
var carriers string

// Names as people write them, each with the USDOT number that it means; "near:" before one that the name does not
// prove, because it is written otherwise or several carriers have it; "-" where nobody is meant.
//
//go:embed testdata/asked.tsv
var askedCarriers string

// like are the rows of the carriers that a condition of the portal finds for the patterns of a name, one after the
// other.
func like(t *testing.T, carriers, name string) string {
	t.Helper()
	for _, pattern := range patterns(name) {
		var parts []string
		for part := range strings.SplitSeq("%"+pattern+"%", "%") {
			parts = append(parts, regexp.QuoteMeta(part))
		}
		match := regexp.MustCompile("^" + strings.Join(parts, ".*") + "$")

		var rows []map[string]string
		for line := range strings.Lines(carriers) {
			f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			if match.MatchString(strings.ToUpper(f[1])) || match.MatchString(strings.ToUpper(f[2])) {
				row := map[string]string{
					"dot_number":  f[0],
					"legal_name":  f[1],
					"phy_state":   f[3],
					"status_code": "A",
				}
				if f[2] != "" {
					row["dba_name"] = f[2]
				}
				rows = append(rows, row)
			}
		}
		if len(rows) > 0 {
			body, err := json.Marshal(rows)
			if err != nil {
				t.Fatal(err)
			}
			return string(body)
		}
	}
	return "[]"
}

// TestRealCarriersByName: no name gives another carrier, and 97 of 100 give the one that is meant or a refusal that
// lists it.
func TestRealCarriersByName(t *testing.T) {
	t.Run("California", func(t *testing.T) { byName(t, carriers, askedCarriers) })
	t.Run("Oregon", func(t *testing.T) { byName(t, fresh(t, "carriers_or.tsv"), fresh(t, "asked_or.tsv")) })
	t.Run("reports", func(t *testing.T) { byName(t, fresh(t, "carriers_reports.tsv"), fresh(t, "asked_reports.tsv")) })
}

// fresh reads a file of carriers, or of names that were labelled before any was tried, from the folder names of
// FAREBOX_LINKAGE. Six labels of Oregon were changed afterwards: spaces and apostrophes do not make another name.
func fresh(t *testing.T, file string) string {
	t.Helper()
	folder := os.Getenv("FAREBOX_LINKAGE")
	if folder == "" {
		t.Skip("FAREBOX_LINKAGE names no folder")
	}
	text, err := os.ReadFile(filepath.Join(folder, "names", file))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func byName(t *testing.T, carriers, names string) {
	t.Helper()
	asked := 0
	refused := 0
	missed := 0
	for line := range strings.Lines(names) {
		name, want, _ := strings.Cut(strings.TrimSpace(line), "\t")
		dot, near := strings.CutPrefix(want, "near:")
		s, _ := service(t, "", freighttest.Begins(fmcsa.CensusSet, like(t, carriers, name)), nothing)
		status, got := s.Get("/freight/carrier", "name", name)
		asked++

		if status == 200 {
			carrier, _ := got["carrier"].(map[string]any)
			if near || carrier["dot"] != dot {
				t.Errorf("%q is taken for %v, want %s", name, carrier["dot"], want)
			}
			continue
		}
		listed := want == "-"
		candidates, _ := got["candidates"].([]any)
		for _, c := range candidates {
			listed = listed || c.(map[string]any)["dot"] == dot
		}
		refused++
		if !listed {
			refused--
			missed++
			t.Logf("%q does not list %s: %d %v", name, want, status, got["detail"])
		}
	}
	t.Logf("%d right, %d refused, %d missed", asked-refused-missed, refused, missed)
	if missed*100 > 3*asked {
		t.Errorf("%d of %d names find nobody", missed, asked)
	}
}

// TestANameThatFindsNobodyIsNoVerdict: registers may write it otherwise. A number that no register has is one.
func TestANameThatFindsNobodyIsNoVerdict(t *testing.T) {
	s, world := service(t, "", nothing)
	if status, got := s.Get("/freight/carrier", "name", "Tri Modal Distribution"); status != 404 {
		t.Errorf("%d %v", status, got)
	}

	patterns := 0
	for _, asked := range world.Asked() {
		if strings.Contains(asked, "TRI") {
			patterns++
		}
	}
	if patterns < 2 {
		t.Errorf("asked for it %d times: %q", patterns, world.Asked())
	}
	if status, got := s.Get("/freight/carrier", "dot", "700"); status != 200 || got["verdict"] != "not_found" {
		t.Errorf("%d %v", status, got)
	}
}

// TestANameWithoutLettersOfTheCensusIsNotAskedFor: an empty pattern would find every carrier.
func TestANameWithoutLettersOfTheCensusIsNotAskedFor(t *testing.T) {
	s, world := service(t, "", nothing)
	for _, path := range []string{"/freight/lookup", "/freight/carrier"} {
		if status, got := s.Get(path, "name", "ꙮꙮ"); status != 400 || len(world.Asked()) > 0 {
			t.Errorf("%s: %d %v, asked %q", path, status, got, world.Asked())
		}
	}
}
