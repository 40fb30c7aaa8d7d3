package charset

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestUndeclaredPagesAreGuessed reads pages that declare a charset other than UTF-8 as if they did not. The environment
// variable FAREBOX_PAGES names a folder of pages.
func TestUndeclaredPagesAreGuessed(t *testing.T) {
	folder := os.Getenv("FAREBOX_PAGES")
	if folder == "" {
		t.Skip("FAREBOX_PAGES names no folder")
	}
	asked := map[string]int{}
	right := map[string]int{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasPrefix(filepath.Ext(path), ".htm") {
			return err
		}
		page, err := os.ReadFile(path)
		if err != nil {
			return err
		}

		name := metaCharset(page)
		if utf8.Valid(page) || name == "" || name == "utf-8" || !believable(page, name) {
			return nil
		}
		guess := guessCharset(page)
		if guess == "" {
			guess = "windows-1252"
		}
		asked[name]++
		if bytes.Equal(decodeAs(page, guess), decodeAs(page, name)) {
			right[name]++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, n := range asked {
		t.Logf("%s: %d of %d", name, right[name], n)
	}
}
