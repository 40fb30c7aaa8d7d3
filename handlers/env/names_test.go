package env

import (
	_ "embed"
	"hash/fnv"
	"slices"
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/env"
	"github.com/farebox/farebox/internal/party/samename"
)

// Real facilities around College Station in Texas with permits for water: registry number, name, city.
//
//go:embed testdata/facilities.tsv
var realFacilities string

// Names as people write them: kind, text, and the facilities that bear the name, "-" for none.
//
//go:embed testdata/asked.tsv
var askedFacilities string

// TestRealFacilitiesByName: a facility bears a name with which its own begins, and no other. The half of the names with
// an odd hash was held out while the rules were made.
func TestRealFacilitiesByName(t *testing.T) {
	h := &Handlers{same: samename.New(engine)}
	asked := map[bool]int{}
	for line := range strings.Lines(askedFacilities) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		hash := fnv.New32a()
		_, _ = hash.Write([]byte(f[1]))
		held := hash.Sum32()%2 == 1
		asked[held]++

		var bearers []string
		for row := range strings.Lines(realFacilities) {
			facility := strings.Split(row, "\t")
			name := facility[1]
			if h.bears(f[1], rankedRow{shown: gen.EnvScreening_Facilities{Name: &name}}) {
				bearers = append(bearers, facility[0])
			}
		}
		if bearers == nil {
			bearers = []string{"-"}
		}
		if want := strings.Split(f[2], ","); !sameSet(bearers, want) {
			t.Errorf("held out %t, %s: %q is borne by %q, want %q", held, f[0], f[1], bearers, want)
		}
	}
	t.Logf("%d seen, %d held out", asked[false], asked[true])
}

func sameSet(a, b []string) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(x string) bool { return !slices.Contains(b, x) })
}
