package sanctions

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
