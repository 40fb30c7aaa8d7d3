package corpus

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

var (
	contentRule = regexp.MustCompile(`(?s)\n  content: \{(.*?)\n  \},`)
	quoted      = regexp.MustCompile(`'([^'\n]+)'|"([^"\n]+)"`)
)

// Postlight reads the fixtures of the Postlight parser, or of the project that carries it on: pages of some 200 sites, mostly news,
// with the selectors that its rules have for the site's articles. There is no expected text; Inside and Outside say what the rules select.
func Postlight(dir string) ([]Document, error) {
	rules, err := filepath.Glob(filepath.Join(dir, "postlight", "src", "extractors", "custom", "*", "index.js"))
	if err != nil {
		return nil, err
	}

	var docs []Document
	for _, file := range rules {
		raw, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		host := filepath.Base(filepath.Dir(file))
		m := contentRule.FindSubmatch(raw)
		if m == nil {
			continue
		}
		inside, outside := selectorsOf(string(m[1]))
		if len(inside) == 0 {
			continue
		}
		pages, err := filepath.Glob(filepath.Join(dir, "postlight", "fixtures", host+"*.html"))
		if err != nil {
			return nil, err
		}
		// Newer pages have a folder for each host.
		more, err := filepath.Glob(filepath.Join(dir, "postlight", "fixtures", host, "*.html"))
		if err != nil {
			return nil, err
		}
		pages = slices.DeleteFunc(pages, func(page string) bool {
			rest := strings.TrimPrefix(filepath.Base(page), host)
			return rest != ".html" && !strings.HasPrefix(rest, "--")
		})
		for _, page := range append(pages, more...) {
			raw, err := os.ReadFile(page)
			if err != nil {
				return nil, err
			}
			src := UTF8(raw)
			address := "https://" + host + "/a-page"
			if m := pageAddress.FindSubmatch(src); m != nil && strings.HasPrefix(string(m[1]), "http") {
				address = string(m[1])
			}
			id := filepath.Base(page)
			if !strings.HasPrefix(id, host) {
				id = host + "--" + id
			}
			docs = append(docs, Document{
				ID:      id,
				URL:     address,
				HTML:    src,
				Kind:    "article",
				Inside:  inside,
				Outside: outside,
			})
		}
	}

	if len(docs) == 0 {
		return nil, fmt.Errorf("no pages of the Postlight parser in %s", dir)
	}
	return docs, nil
}

// selectorsOf takes the lists of selectors out of a rule for content: alternatives, of which each may name several elements,
// and what is taken out of them.
func selectorsOf(rule string) (inside [][]string, outside []string) {
	inside = bracketed(after(rule, "selectors:"))
	for _, list := range bracketed(after(rule, "clean:")) {
		outside = append(outside, list...)
	}
	return inside, outside
}

func after(s, key string) string {
	_, rest, _ := strings.Cut(s, key)
	return rest
}

// bracketed reads a list of strings and of lists of strings: [ 'a', ['b', 'c'] ] is [[a] [b c]].
func bracketed(s string) [][]string {
	var lists [][]string
	depth := 0
	for s != "" {
		switch s[0] {
		case '[':
			depth++
			if depth == 2 {
				lists = append(lists, nil)
			}
		case ']':
			depth--
			if depth <= 0 {
				return lists
			}
		case '\'', '"':
			m := quoted.FindStringSubmatchIndex(s)
			if m == nil || m[0] != 0 {
				return lists
			}
			text := s[1 : m[1]-1]
			if depth == 1 {
				lists = append(lists, []string{text})
			} else if depth == 2 {
				lists[len(lists)-1] = append(lists[len(lists)-1], text)
			}
			s = s[m[1]:]
			continue
		case '/':
			if strings.HasPrefix(s, "//") {
				_, s, _ = strings.Cut(s, "\n")
				continue
			}
		}
		s = s[1:]
	}

	return lists
}
