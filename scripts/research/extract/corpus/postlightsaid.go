package corpus

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// What the tests of the Postlight parsers load and expect.
var (
	testCase    = regexp.MustCompile(`fs\.readFileSync\(\s*['"]\./(fixtures/[^'"]+)['"]`)
	testAddress = regexp.MustCompile(`url\s*=\s*['"](http[^'"]+)['"]`)
	testValue   = map[string]*regexp.Regexp{
		"title":          expected("title"),
		"author":         expected("author"),
		"date_published": expected("date_published"),
	}
)

func expected(field string) *regexp.Regexp {
	return regexp.MustCompile(`(?s)(?:strictEqual|equal)\(\s*` + field +
		`,\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|` + "`((?:[^`\\\\]|\\\\.)*)`" + `)`)
}

// PostlightSaid reads the same fixtures with the titles, authors and dates that the tests of the parsers expect.
func PostlightSaid(dir string) ([]Document, error) {
	tests, err := filepath.Glob(filepath.Join(dir, "postlight", "src", "extractors", "custom", "*", "index.test.js"))
	if err != nil {
		return nil, err
	}

	var docs []Document
	for _, file := range tests {
		raw, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		docs = append(docs, casesOf(dir, filepath.Base(filepath.Dir(file)), string(raw))...)
	}
	if len(docs) == 0 {
		return nil, fmt.Errorf("no tests of the Postlight parser in %s", dir)
	}
	return docs, nil
}

// casesOf are the pages that one test loads and expects a title of. Some tests name pages that are gone.
func casesOf(dir, host, test string) []Document {
	var docs []Document
	addresses := testAddress.FindAllStringSubmatch(test, -1)
	pages := testCase.FindAllStringSubmatchIndex(test, -1)
	for i, at := range pages {
		end := len(test)
		if i+1 < len(pages) {
			end = pages[i+1][0]
		}
		page := test[at[2]:at[3]]
		src, err := os.ReadFile(filepath.Join(dir, "postlight", page))
		title := valueIn(test[at[1]:end], "title")
		if err != nil || title == "" {
			continue
		}

		d := Document{
			ID:        filepath.Base(page),
			URL:       "https://" + host + "/a-page",
			HTML:      UTF8(src),
			Kind:      "article",
			Title:     title,
			Author:    valueIn(test[at[1]:end], "author"),
			Published: valueIn(test[at[1]:end], "date_published"),
		}
		if i < len(addresses) {
			d.URL = addresses[i][1]
		}
		docs = append(docs, d)
	}
	return docs
}

func valueIn(test, field string) string {
	m := testValue[field].FindStringSubmatch(test)
	if m == nil {
		return ""
	}
	return strings.NewReplacer(`\'`, `'`, `\"`, `"`, `\n`, " ").Replace(m[1] + m[2] + m[3])
}
