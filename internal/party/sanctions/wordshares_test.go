package sanctions

import (
	"crypto/sha256"
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/party/names"
)

// shares counts the names that have a word.
type shares struct {
	of   map[string]int
	all  int
	from int // the fewest names with a word that says something
	// others says that the first of the names with a word is left out of its share: in a small sample it may be the
	// only one.
	others bool
}

// share is the share of names with a word that n of them have.
func (s *shares) share(n int) float64 {
	if s.others {
		n--
	}
	return float64(n) / float64(s.all)
}

func (s *shares) add(words []string) {
	s.all++
	slices.Sort(words)
	for _, w := range slices.Compact(words) {
		s.of[w]++
	}
}

// bitsOf gives the bits of the words that several names have; the commonest use counts.
func bitsOf(all []*shares) map[string]int {
	out := map[string]int{}
	for _, s := range all {
		for w, n := range s.of {
			if n < s.from || len(w) < 2 {
				continue
			}
			bits := int(math.Round(-math.Log2(s.share(n))))
			if old, ok := out[w]; (!ok || bits < old) && bits <= 11 {
				out[w] = bits
			}
		}
	}
	return out
}

func writeBits(t *testing.T, name, head string, bits map[string]int) {
	t.Helper()
	levels := map[int][]string{}
	for w, b := range bits {
		levels[max(b, 1)] = append(levels[max(b, 1)], w)
	}
	var out strings.Builder
	out.WriteString(head)
	for _, b := range slices.Sorted(maps.Keys(levels)) {
		slices.Sort(levels[b])
		line := fmt.Sprintf("%d:", b)
		for _, w := range levels[b] {
			if len(line)+1+len(w) > 118 {
				out.WriteString(line + "\n")
				line = fmt.Sprintf("%d:", b)
			}
			line += " " + w
		}
		out.WriteString(line + "\n")
	}
	if err := os.WriteFile(filepath.Join("..", "names", "data", name), []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Shares of the commonest surname of a country and how it falls by rank, where the table says ranks only.
const (
	shareOfFirst = 0.012
	fallByRank   = 0.7
)

// surnameBits are the bits of the commonest surnames by country, in the country where they are the commonest:
// surnames.csv has the columns country, rank, index, group, name, romanised name, count and share.
func surnameBits(t *testing.T) map[string]int {
	t.Helper()
	rows, err := csv.NewReader(realFile(t, "surnames.csv")).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int{}
	for _, r := range rows[1:] {
		share, err := strconv.ParseFloat(r[7], 64)
		if err != nil || share <= 0 {
			rank, err := strconv.ParseFloat(r[2], 64)
			if err != nil {
				t.Fatal(r)
			}
			share = shareOfFirst / math.Pow(rank, fallByRank)
		}
		bits := int(math.Round(-math.Log2(share)))
		for w := range strings.FieldsSeq(names.Normalize(r[5])) {
			if old, known := out[w]; len(w) > 1 && (!known || bits < old) {
				out[w] = bits
			}
		}
	}
	return out
}

// fewer is a table with the lower of two values of each word.
func fewer(a, b map[string]int) map[string]int {
	for w, bits := range b {
		if old, known := a[w]; !known || bits < old {
			a[w] = bits
		}
	}
	return a
}

// TestWriteWordShares makes the tables of how many names have a word, from the half of the published names that rules
// are made on. FAREBOX_SCREEN_WRITE=1 asks for it.
func TestWriteWordShares(t *testing.T) {
	if os.Getenv("FAREBOX_SCREEN_WRITE") == "" {
		t.Skip("FAREBOX_SCREEN_WRITE is not set")
	}
	people := &shares{of: map[string]int{}, from: 3}
	listedFirms := &shares{of: map[string]int{}, from: 3}
	for _, p := range readSources(t).Parties {
		if sum := sha256.Sum256([]byte("half" + p.Ref)); sum[31]%2 == 1 {
			continue
		}
		var words []string
		for _, n := range p.Names {
			if inLatin(n.Text) {
				words = append(words, strings.Fields(names.Normalize(n.Text))...)
			}
		}
		if p.Type == Individual {
			people.add(words)
		} else {
			listedFirms.add(words)
		}
	}

	cultures := map[string]*shares{}
	rows, err := csv.NewReader(realFile(t, "people_dev.csv")).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		c := cultures[r[0]]
		if c == nil {
			c = &shares{of: map[string]int{}, from: 2, others: true}
			cultures[r[0]] = c
		}
		c.add(strings.Fields(names.Normalize(r[1])))
	}
	surnames := surnameBits(t)
	firms := &shares{of: map[string]int{}, from: 3}
	for _, f := range realLines(t, "firms_all_dev.txt") {
		firms.add(strings.Fields(names.Normalize(f)))
	}
	institutions := &shares{of: map[string]int{}, from: 3}
	for _, pair := range realLines(t, "orgpairs.tsv") {
		_, latin, _ := strings.Cut(pair, "\t")
		institutions.add(strings.Fields(names.Normalize(latin)))
	}

	all := []*shares{people}
	for _, c := range slices.Sorted(maps.Keys(cultures)) {
		all = append(all, cultures[c])
	}
	writeBits(t, "personwords.txt", `# What words of people's names are worth: a word of n bits stands in one of 2^n names.
# Counted in half of the names on the lists of the UN and OFAC, among the athletes of the Olympic Games of 2016 to 2024
# of each culture, and in the commonest surnames of 75 countries as Wikipedia has them.
`, fewer(bitsOf(all), surnames))
	writeBits(t, "firmwords.txt", `# What words of names of firms and ships are worth: a word of n bits stands in one of 2^n names.
# Counted in half of the names on the lists of the UN and OFAC, of the companies that file with the SEC, and of research
# organisations and brands.
`, bitsOf([]*shares{listedFirms, firms, institutions}))
}

// TestWriteOrgPairs writes the names of listed organisations in other writings, each with the party's first Latin
// names, for the table of learned words. FAREBOX_ORG_PAIRS names the folder. Parties of the measured halves are left
// out.
func TestWriteOrgPairs(t *testing.T) {
	folder := os.Getenv("FAREBOX_ORG_PAIRS")
	if folder == "" {
		t.Skip("FAREBOX_ORG_PAIRS is not set")
	}
	measured := map[string]bool{}
	for _, line := range setLines(t, "queries.tsv") {
		if c := strings.Split(line, "\t"); len(c) > 2 && strings.Contains(unlearnedHalves, " "+c[1]+" ") {
			for ref := range strings.SplitSeq(c[2], ";") {
				measured[ref] = true
			}
		}
	}

	var out strings.Builder
	src := readSources(t)
	for _, p := range slices.Concat(src.Parties, readEUFile(t), readUKFile(t), readSwissFile(t)) {
		if p.Type == Entity && !measured[p.Ref] {
			writePairs(&out, p.Names)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "orgpairs_lists.tsv"), []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// unlearnedHalves are those whose parties say nothing to the table of learned words.
const unlearnedHalves = " held second third fourth fifth sixth sixthdev seventh seventhdev "

// mostLatinNames are those of a party that its names in other writings are aligned with.
const mostLatinNames = 2

func writePairs(out *strings.Builder, all []Name) {
	var latin, native []string
	for _, n := range all {
		switch {
		case !inLatin(n.Text):
			native = append(native, n.Text)
		case len(latin) < mostLatinNames:
			latin = append(latin, n.Text)
		}
	}
	for _, n := range native {
		for _, l := range latin {
			fmt.Fprintf(out, "%s\t%s\n", n, l)
		}
	}
}
