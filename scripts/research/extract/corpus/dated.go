package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// HTMLDate reads a set of the evaluation of htmldate, "default" or "mediacloud_2020": pages whose date of publication
// is
// known.
func HTMLDate(dir, set string) ([]Document, error) {
	base := filepath.Join(dir, "htmldate", "tests")
	raw, err := os.ReadFile(filepath.Join(base, "eval_"+set+".json"))
	if err != nil {
		return nil, err
	}
	raw = bytes.ReplaceAll(raw, []byte(": NaN"), []byte(": null")) // as Python writes what is not known
	var items map[string]struct{ File, Date string }
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, fmt.Errorf("read dates of %s: %w", set, err)
	}

	var docs []Document
	for address, item := range items {
		for _, folder := range []string{"cache", "eval", "test_set"} {
			page, err := os.ReadFile(filepath.Join(base, folder, item.File))
			if err != nil {
				continue
			}
			docs = append(docs, Document{
				ID:        item.File,
				URL:       address,
				HTML:      UTF8(page),
				Published: item.Date,
			})
			break
		}
	}
	return docs, nil
}

// dayOfChinese finds the day in the dates that the annotators of the Chinese set wrote.
var dayOfChinese = regexp.MustCompile(`^(\d{4})-(\d{1,2})-(\d{1,2})`)

// Chinese reads the Chinese Web Content Extraction Dataset: pages in Chinese, from 1999 on, with author, date and text.
// Dates without a day are left out.
func Chinese(dir string) ([]Document, error) {
	base := filepath.Join(dir, "chinese")
	docs, err := originals(base)
	for i := range docs {
		d := &docs[i]
		d.Author = stated(filepath.Join(base, "author", d.ID+".txt"))
		d.Text = stated(filepath.Join(base, "cleaned", d.ID+".txt"))
		if m := dayOfChinese.FindString(stated(filepath.Join(base, "date", d.ID+".txt"))); m != "" {
			day, err := time.Parse("2006-1-2", m)
			if err != nil {
				return nil, fmt.Errorf("read date of %s: %w", d.ID, err)
			}
			d.Published = day.Format(time.DateOnly)
		}
	}
	return docs, err
}

// originals are the pages of a set that keeps them in a folder of this name.
func originals(base string) (docs []Document, err error) {
	files, err := filepath.Glob(filepath.Join(base, "original", "*.html"))
	for _, file := range files {
		page, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		docs = append(docs, Document{ID: strings.TrimSuffix(filepath.Base(file), ".html"), HTML: UTF8(page)})
	}
	return docs, err
}

// stated is what a file of the Chinese set says, empty when it says UNKNOWN or is not there.
func stated(file string) string {
	raw, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	said := strings.TrimSpace(strings.TrimPrefix(string(raw), "\ufeff"))
	if said == "UNKNOWN" {
		return ""
	}
	return said
}
