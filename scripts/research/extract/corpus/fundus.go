package corpus

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

var pageAddress = regexp.MustCompile(`(?i)<meta[^>]+property=["']og:url["'][^>]+content=["']([^"']+)`)

// Fundus reads the parser test pages of the fundus project: one or more news pages of each publisher. A page belongs to the
// recorded article that shares most of its text; pages that match none are left out.
func Fundus(dir string) ([]Document, error) {
	pages, err := filepath.Glob(filepath.Join(dir, "fundus", "tests", "resources", "parser", "test_data", "*", "*.html.gz"))
	if err != nil {
		return nil, err
	}

	var docs []Document
	for _, file := range pages {
		page, err := gunzip(file)
		if err != nil {
			return nil, err
		}
		publisher, _, _ := strings.Cut(filepath.Base(file), "_")
		raw, err := os.ReadFile(filepath.Join(filepath.Dir(file), publisher+".json"))
		if err != nil {
			continue
		}
		var versions map[string]struct {
			Title     string
			Authors   []string
			Published string `json:"publishing_date"`
			Body      struct {
				Summary  []string
				Sections []struct{ Headline, Paragraphs []string }
			}
		}
		if err := json.Unmarshal(raw, &versions); err != nil {
			return nil, fmt.Errorf("read record of %s: %w", file, err)
		}
		var names []string
		for name := range versions {
			names = append(names, name)
		}
		sort.Strings(names)
		best := Document{}
		for _, name := range names {
			var lines []string
			found := 0
			for _, section := range versions[name].Body.Sections {
				lines = append(lines, section.Headline...)
				lines = append(lines, section.Paragraphs...)
				for _, p := range section.Paragraphs {
					if head := firstWords(p, 40); head != "" && strings.Contains(string(page), head) {
						found += len(p)
					}
				}
			}
			text := strings.Join(lines, "\n")
			if found*2 > len(text) && len(text) > len(best.Text) {
				best.Text = text
				best.Aside = strings.Join(versions[name].Body.Summary, "\n")
				best.Title = versions[name].Title
				best.Author = strings.Join(versions[name].Authors, ", ")
				best.Published = versions[name].Published
			}
		}
		if best.Text == "" {
			continue
		}
		best.ID = filepath.Base(file)
		best.Kind = "article"
		best.HTML = page
		best.URL = "https://" + strings.ToLower(publisher) + ".example/news/a-page"
		if m := pageAddress.FindSubmatch(page); m != nil {
			best.URL = string(m[1])
		}
		docs = append(docs, best)
	}

	return docs, nil
}

// firstWords is the start of a paragraph up to n bytes, cut before anything that may be written as an entity or markup.
func firstWords(p string, n int) string {
	if i := strings.IndexFunc(p, func(r rune) bool { return strings.ContainsRune("&<>'’‘“”\"\u00a0–—", r) }); i >= 0 {
		p = p[:i]
	}
	if len(p) > n {
		p = strings.ToValidUTF8(p[:n], "")
	}
	if len(p) < 10 {
		return ""
	}
	return p
}
