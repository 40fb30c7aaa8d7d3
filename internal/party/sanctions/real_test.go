package sanctions

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/farebox/farebox/internal/party/names"
)

// realSet are the parties of published lists and the names of people and firms that no list has.
type realSet struct {
	list   *List
	listed []Party // with the readings, which the index drops
	latin  *List   // the same without the names in other scripts
	people []string
	firms  []string
}

// realFile is one of the files of the folder that FAREBOX_SCREEN_LISTS names (docs/quality/screen.md says what they
// are). Without the folder the test is skipped.
func realFile(t testing.TB, name string) *os.File {
	t.Helper()
	folder := os.Getenv("FAREBOX_SCREEN_LISTS")
	if folder == "" {
		t.Skip("the published lists are not here: FAREBOX_SCREEN_LISTS names no folder")
	}
	f, err := os.Open(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// readSources are the parties of the published lists in the folder.
func readSources(t testing.TB) Source {
	t.Helper()
	r := newReader(readCountries())
	src, err := r.readUN(realFile(t, "consolidated.xml"))
	if err != nil {
		t.Fatal(err)
	}

	folder := os.DirFS(os.Getenv("FAREBOX_SCREEN_LISTS"))
	sdn, err := openTables(r, folder, "ofac", tables{"sdn.csv", "alt.csv", "add.csv", "sdn_comments.csv"})
	if err != nil {
		t.Fatal(err)
	}
	src.ID = "real"
	src.Parties = append(src.Parties, sdn.Parties...)
	return src
}

func readReal(t testing.TB, e *names.Engine) *realSet {
	t.Helper()
	src := readSources(t)
	out := &realSet{listed: copyParties(src.Parties, nil)}
	out.list = NewList(e, Source{ID: "real", Parties: copyParties(src.Parties, nil)})
	out.latin = NewList(e, Source{ID: "latin", Parties: copyParties(src.Parties, inLatin)})
	out.people = realLines(t, "people.txt")
	out.firms = realLines(t, "firms.txt")
	return out
}

// copyParties copies the parties with those names that keep says, all when it is nil.
func copyParties(ps []Party, keep func(string) bool) []Party {
	out := make([]Party, len(ps))
	for i, p := range ps {
		var ns []Name
		for _, n := range p.Names {
			if keep == nil || keep(n.Text) {
				ns = append(ns, n)
			}
		}
		p.Names = ns
		out[i] = p
	}
	return out
}

func realLines(t testing.TB, name string) []string {
	t.Helper()
	var out []string
	lines := bufio.NewScanner(realFile(t, name))
	for lines.Scan() {
		if s := strings.TrimSpace(lines.Text()); s != "" {
			out = append(out, s)
		}
	}
	return out
}

func inLatin(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) })
}

func isArabic(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Arabic, r) }) &&
		!strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Latin, r) })
}

// half parts the parties: those of even hash were looked at while the rules were made, the others only counted.
func half(ref string) string {
	if hashOf(ref)>>7%2 == 0 {
		return "tuned"
	}
	return "held out"
}
