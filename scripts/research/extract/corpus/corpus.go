// Package corpus reads the public evaluation sets for content extraction from local copies, and scores texts against them.
//
// The sets are not part of the repository. A directory holds each as its publisher lays it out:
//
//	wcxb/  github.com/Murrough-Foley/web-content-extraction-benchmark (dev/, test/)
//	aeb/   github.com/scrapinghub/article-extraction-benchmark (ground-truth.json, html/)
//	traf/  github.com/adbar/trafilatura (evaldata.json from tests/, tests/eval/, tests/cache/)
//	moz/   github.com/mozilla/readability (test/test-pages/)
//	postlight/ github.com/jocmp/mercury-parser, which carries on github.com/postlight/parser (fixtures/, src/extractors/custom/)
//	omnivore/ github.com/omnivore-app/omnivore (packages/readabilityjs/test/ as test/)
//	fundus/ github.com/flairNLP/fundus (tests/resources/parser/test_data/)
//	merged/ github.com/j-szulc/html-cleaning-dataset-merged (cleaneval-final/, dragnet_data/, CleanPortalEval-master/)
//	items/  the pages of late.tsv, tenth.tsv, eleventh.tsv and twelfth.tsv of package items (late/, ten/, elv/, twd/)
//	l3s/    github.com/geodrome/page-signal (L3S-GN1-20100130203947-00001/{original,annotated}/, url-mapping.txt)
package corpus

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/charset"
)

// EnvDir names the environment variable that holds the directory of the sets.
const EnvDir = "FAREBOX_EXTRACT_SETS"

// Document is a page of a set with what its annotators expect.
type Document struct {
	ID   string
	URL  string
	Site string // host where the set gives no URL, found in the page
	HTML []byte // UTF-8
	Kind string // page type where the set has one

	// Text is the whole expected content, empty in sets of snippets.
	Text string
	// Aside is text that may be in the content or not, such as a summary above the article.
	Aside string
	// With and Without are snippets that must and must not be in the content.
	With, Without []string
	// Inside are alternatives of selectors for the elements that hold the content, Outside are selectors for the other elements in them.
	Inside  [][]string
	Outside []string
	// Whole selects the elements that hold all of the content, Apart those in them that do not belong to it.
	Whole, Apart cascadia.SelectorGroup

	Title, Author, Published string // empty where the set is silent

	Markdown string // where the set has it
}

// Host is the host of the page, without www.
func (d Document) Host() string {
	if d.URL == "" {
		return d.Site
	}
	return hostOf(d.URL)
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
}

// WCXB reads a split, "dev" or "test", of the Web Content eXtraction Benchmark.
func WCXB(dir, split string) ([]Document, error) {
	files, err := filepath.Glob(filepath.Join(dir, "wcxb", split, "ground-truth", "*.json"))
	if err != nil {
		return nil, err
	}

	var docs []Document
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var truth struct {
			URL      string
			Internal struct {
				Type struct{ Primary string } `json:"page_type"`
			} `json:"_internal"`
			Truth struct {
				Title   string
				Author  string
				Date    string   `json:"publish_date"`
				Content string   `json:"main_content"`
				With    []string `json:"with"`
				Without []string `json:"without"`
			} `json:"ground_truth"`
		}
		if err := json.Unmarshal(raw, &truth); err != nil {
			return nil, fmt.Errorf("read %s: %w", file, err)
		}
		id := strings.TrimSuffix(filepath.Base(file), ".json")
		page, err := gunzip(filepath.Join(dir, "wcxb", split, "html", id+".html.gz"))
		if err != nil {
			return nil, err
		}
		docs = append(docs, Document{ID: id, URL: truth.URL, HTML: page, Kind: truth.Internal.Type.Primary, Text: truth.Truth.Content,
			With: truth.Truth.With, Without: truth.Truth.Without, Title: truth.Truth.Title, Author: truth.Truth.Author, Published: truth.Truth.Date})
	}

	return docs, nil
}

// AEB reads the Article Extraction Benchmark.
func AEB(dir string) ([]Document, error) {
	raw, err := os.ReadFile(filepath.Join(dir, "aeb", "ground-truth.json"))
	if err != nil {
		return nil, err
	}

	var truth map[string]struct {
		Body string `json:"articleBody"`
		URL  string `json:"url"`
	}
	if err := json.Unmarshal(raw, &truth); err != nil {
		return nil, fmt.Errorf("read ground truth: %w", err)
	}

	var docs []Document
	for id, t := range truth {
		page, err := gunzip(filepath.Join(dir, "aeb", "html", id+".html.gz"))
		if err != nil {
			return nil, err
		}
		docs = append(docs, Document{
			ID:   id,
			URL:  t.URL,
			HTML: page,
			Kind: "article",
			Text: t.Body,
		})
	}

	sort.Slice(docs, func(i, j int) bool { return docs[i].ID < docs[j].ID })
	return docs, nil
}

// Trafilatura reads the snippet set of the trafilatura project.
func Trafilatura(dir string) ([]Document, error) {
	raw, err := os.ReadFile(filepath.Join(dir, "traf", "evaldata.json"))
	if err != nil {
		return nil, err
	}

	var items map[string]struct {
		File          string
		With, Without []string
		Title, Date   string
		Author        any // a name, a list of names, or null
	}
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, fmt.Errorf("read evaldata: %w", err)
	}

	var docs []Document
	for _, address := range slices.Sorted(maps.Keys(items)) {
		item := items[address]
		var page []byte
		for _, sub := range []string{"cache", "eval"} {
			if page, err = os.ReadFile(filepath.Join(dir, "traf", "tests", sub, item.File)); err == nil {
				break
			}
		}
		if page == nil {
			return nil, fmt.Errorf("page of %s: %w", address, err)
		}
		docs = append(docs, Document{
			ID:        item.File,
			URL:       address,
			HTML:      UTF8(page),
			With:      item.With,
			Without:   item.Without,
			Title:     item.Title,
			Author:    joined(item.Author),
			Published: item.Date,
		})
	}

	sort.SliceStable(docs, func(i, j int) bool { return docs[i].ID < docs[j].ID })
	return docs, nil
}

// joined is a name, or the names of a list with commas between them.
func joined(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		var all []string
		for _, name := range v {
			all = append(all, joined(name))
		}
		return strings.Join(all, ", ")
	}
	return ""
}

// Mozilla reads the test pages of Readability; the expected text is what Readability.js gives.
func Mozilla(dir string) ([]Document, error) {
	folders, err := filepath.Glob(filepath.Join(dir, "moz", "test", "test-pages", "*"))
	if err != nil {
		return nil, err
	}
	var docs []Document
	for _, folder := range folders {
		d, err := readabilityPage(folder)
		if err != nil {
			return nil, err
		}
		d.URL = "http://fakehost/test/page.html"
		docs = append(docs, d)
	}
	return docs, nil
}

// readabilityPage reads one folder of such a set.
func readabilityPage(folder string) (Document, error) {
	page, err := os.ReadFile(filepath.Join(folder, "source.html"))
	if err != nil {
		return Document{}, err
	}
	want, err := os.ReadFile(filepath.Join(folder, "expected.html"))
	if err != nil {
		return Document{}, err
	}
	tree, err := html.Parse(bytes.NewReader(want))
	if err != nil {
		return Document{}, err
	}
	var text strings.Builder
	plain(&text, tree)
	d := Document{
		ID:   filepath.Base(folder),
		HTML: page,
		Text: text.String(),
	}

	var said struct {
		Title, Byline string
		Published     string `json:"publishedTime"`
	}
	raw, err := os.ReadFile(filepath.Join(folder, "expected-metadata.json"))
	if err == nil {
		if err := json.Unmarshal(raw, &said); err != nil {
			return Document{}, fmt.Errorf("read expected metadata of %s: %w", d.ID, err)
		}
	}
	d.Title = said.Title
	d.Author = said.Byline
	d.Published = said.Published
	return d, nil
}

func plain(b *strings.Builder, n *html.Node) {
	if n.Type == html.TextNode {
		b.WriteString(n.Data)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		plain(b, c)
	}
	switch n.DataAtom {
	case atom.P, atom.Div, atom.Li, atom.H1, atom.H2, atom.H3, atom.H4, atom.Br, atom.Td, atom.Pre, atom.Blockquote:
		b.WriteByte('\n')
	}
}

func gunzip(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", file, err)
	}
	page, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", file, err)
	}
	return UTF8(page), nil
}

// UTF8 decodes pages stored as they were served; those of some sets were decoded when they were stored.
func UTF8(page []byte) []byte {
	if utf8.Valid(page) {
		return page
	}
	text, _, _ := charset.ToUTF8(page, "")
	return text
}
