package corpus

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Omnivore reads the pages that the reader Omnivore added to Readability's test pages; the expected text is what its own version of
// Readability.js gives. Folders without an address or an expected text are left out.
func Omnivore(dir string) ([]Document, error) {
	folders, err := filepath.Glob(filepath.Join(dir, "omnivore", "test", "test-pages", "*"))
	if err != nil {
		return nil, err
	}

	var docs []Document
	for _, folder := range folders {
		if _, err := os.Stat(filepath.Join(dir, "moz", "test", "test-pages", filepath.Base(folder))); err == nil {
			continue
		}
		address, err := os.ReadFile(filepath.Join(folder, "url.txt"))
		fields := strings.Fields(string(address))
		if errors.Is(err, fs.ErrNotExist) || err == nil && len(fields) == 0 {
			continue
		}
		if err != nil {
			return nil, err
		}
		d, err := readabilityPage(folder)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		d.URL = fields[0]
		docs = append(docs, d)
	}

	if len(docs) == 0 {
		return nil, fmt.Errorf("no pages of Omnivore in %s", dir)
	}
	return docs, nil
}
