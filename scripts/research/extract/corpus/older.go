package corpus

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// Learnable says that d may be learned from though its set is one to measure on: the third of the set that a hash of
// the host picks, or of the page's name where the host is not known. Figures are those of the other two thirds.
func Learnable(d Document) bool {
	key := d.Host()
	if key == "" {
		key = d.ID
	}
	h := fnv.New32a()
	h.Write([]byte("third of " + key))
	return h.Sum32()%3 == 0
}

var (
	// wrapper is the element in which CleanEval keeps a page, with its address.
	wrapper = regexp.MustCompile(`(?is)^\s*<text\s+([^>]*)>|</text>\s*$`)
	textID  = regexp.MustCompile(`(?i)\bid="(https?://[^"\s]+)"`)
	// annotation is a mark of CleanEval's annotators at the start of a paragraph, heading or list item.
	annotation = regexp.MustCompile(`(?i)<(?:p|h|l)>`)
	urlLine    = regexp.MustCompile(`(?m)\A\s*URL:[^\n]*\n`)
)

// CleanEval reads the final set of the CleanEval contest (2007): pages of any kind, with the text that annotators left.
func CleanEval(dir string) ([]Document, error) {
	return inputAndGold(dir, "cleaneval-final", fillCleanEval)
}

// CleanPortalEval reads a set in the form of CleanEval: pages of four news portals of 2013.
func CleanPortalEval(dir string) ([]Document, error) {
	return inputAndGold(dir, "CleanPortalEval-master", func(d *Document, page []byte, gold string) {
		fillCleanEval(d, page, html.UnescapeString(gold))
	})
}

func fillCleanEval(d *Document, page []byte, gold string) {
	if m := textID.FindSubmatch(page[:min(len(page), 2000)]); m != nil {
		d.URL = string(m[1])
	}
	d.HTML = UTF8(wrapper.ReplaceAll(page, nil))
	gold = urlLine.ReplaceAllString(gold, "")
	d.Text = annotation.ReplaceAllString(gold, "\n")
}

// Dragnet reads the set of the Dragnet paper (2013): news and blogs. Below the article the annotators kept the comments
// apart, which are not expected.
func Dragnet(dir string) ([]Document, error) {
	return inputAndGold(dir, "dragnet_data", func(d *Document, page []byte, gold string) {
		d.HTML = UTF8(page)
		d.Site = siteOf(d.HTML)
		d.Kind = "article"
		d.Text, _, _ = strings.Cut(gold, "!@#$%^&*")
	})
}

var (
	canonical = regexp.MustCompile(`(?i)<link[^>]+rel=["']canonical["'][^>]+href=["'](https?://[^"']+)`)
	linkedTo  = regexp.MustCompile(`(?i)<a\s[^>]*href=["'](https?://[^"'/\s]+)`)
)

// siteOf finds the host of a page whose address is not known: that of the address that it gives itself, or the one that
// it links to most.
func siteOf(page []byte) string {
	for _, own := range []*regexp.Regexp{canonical, pageAddress} {
		if m := own.FindSubmatch(page); m != nil {
			if host := hostOf(string(m[1])); host != "" {
				return host
			}
		}
	}

	links := make(map[string]int)
	most := ""
	for _, m := range linkedTo.FindAllSubmatch(page, -1) {
		host := hostOf(string(m[1]))
		links[host]++
		if links[host] > links[most] {
			most = host
		}
	}
	return most
}

func inputAndGold(dir, set string, fill func(d *Document, page []byte, gold string)) ([]Document, error) {
	files, err := filepath.Glob(filepath.Join(dir, "merged", set, "GoldStandard", "*.txt"))
	if err != nil {
		return nil, err
	}

	var docs []Document
	for _, file := range files {
		id := strings.TrimSuffix(filepath.Base(file), ".txt")
		gold, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		page, err := os.ReadFile(filepath.Join(dir, "merged", set, "input", id+".html"))
		if err != nil {
			return nil, err
		}

		d := Document{ID: id}
		fill(&d, page, string(UTF8(gold)))
		if strings.TrimSpace(d.Text) != "" {
			docs = append(docs, d)
		}
	}
	if len(docs) == 0 {
		return nil, fmt.Errorf("no pages in %s of %s", set, dir)
	}
	return docs, nil
}

// L3S reads L3S-GN1 (2010): news pages of 2008. Expected are headline, full text and what supplements it, as in the
// Web Content Extraction Benchmark; links to other articles and comments are not.
func L3S(dir string) ([]Document, error) {
	addresses, err := l3sAddresses(filepath.Join(dir, "l3s", "url-mapping.txt"))
	if err != nil {
		return nil, err
	}
	base := filepath.Join(dir, "l3s", "L3S-GN1-20100130203947-00001")
	docs, err := originals(base)
	for i := range docs {
		d := &docs[i]
		gold, err := os.ReadFile(filepath.Join(base, "annotated", d.ID+".html"))
		if err != nil {
			return nil, err
		}
		tree, err := html.Parse(bytes.NewReader(UTF8(gold)))
		if err != nil {
			return nil, err
		}

		d.URL = addresses[d.ID]
		d.Kind = "article"
		var text strings.Builder
		marked(&text, tree, false)
		d.Text = text.String()
	}
	return docs, err
}

func l3sAddresses(file string) (map[string]string, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	addresses := make(map[string]string)
	for line := range strings.Lines(string(raw)) {
		id, address, _ := strings.Cut(strings.TrimSpace(line), "\t")
		addresses[strings.TrimSuffix(strings.TrimPrefix(id, "<urn:uuid:"), ">")] = address
	}
	return addresses, nil
}

// marked adds the texts that annotators of L3S-GN1 marked: headline (1), full text (2), supplemental (3). The innermost
// mark around a text counts.
func marked(b *strings.Builder, n *html.Node, wanted bool) {
	if n.Type == html.TextNode && wanted {
		b.WriteString(n.Data)
	}
	if n.Type == html.ElementNode {
		switch n.Data {
		case "script", "style":
			return
		case "span":
			wanted = mark(n, wanted)
		}
	}

	for c := n.FirstChild; c != nil; c = c.NextSibling {
		marked(b, c, wanted)
	}
	if n.Type == html.ElementNode && n.Data != "span" && n.Data != "a" {
		b.WriteByte('\n')
	}
}

func mark(span *html.Node, otherwise bool) bool {
	for _, a := range span.Attr {
		if class, is := strings.CutPrefix(a.Val, "x-nc-sel"); is && a.Key == "class" {
			return class == "1" || class == "2" || class == "3"
		}
	}
	return otherwise
}
