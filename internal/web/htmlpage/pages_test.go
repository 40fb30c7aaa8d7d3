package htmlpage

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// TestTreesOfRealPages compares the trees of real pages with those of the HTML parser of golang.org/x/net: the
// texts and their parent elements. FAREBOX_PAGES names a folder of pages, .html or .html.gz.
func TestTreesOfRealPages(t *testing.T) {
	folder := os.Getenv("FAREBOX_PAGES")
	if folder == "" {
		t.Skip("FAREBOX_PAGES names no folder")
	}
	plain, err := filepath.Glob(filepath.Join(folder, "*.html"))
	if err != nil {
		t.Fatal(err)
	}
	packed, err := filepath.Glob(filepath.Join(folder, "*.html.gz"))
	if err != nil {
		t.Fatal(err)
	}

	same := 0
	texts := 0
	differing := 0
	for _, path := range append(plain, packed...) {
		page := readPage(t, path)
		own, _ := Tree(page)
		std, err := html.ParseWithOptions(bytes.NewReader(page), html.ParseOptionEnableScripting(false))
		if err != nil {
			t.Fatal(err)
		}

		got := placedTexts(own)
		want := placedTexts(std)
		wrong := 0
		for text, n := range want {
			texts += n
			wrong += max(0, n-got[text])
		}
		differing += wrong
		if wrong == 0 {
			same++
		}
	}
	t.Logf("%d of %d pages have the same texts in the same elements; %d of %d texts differ",
		same, len(plain)+len(packed), differing, texts)
	if differing*1000 > texts {
		t.Errorf("%d of %d texts are not where the other parser has them", differing, texts)
	}
}

// placedTexts counts the texts of a tree, each with its parent element.
func placedTexts(root *html.Node) map[string]int {
	count := map[string]int{}
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		var text strings.Builder
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type == html.TextNode {
				text.WriteString(c.Data)
				continue
			}
			walk(c)
		}
		if words := Collapse(text.String()); words != "" {
			count[n.Data+" "+words]++
		}
	}
	walk(root)
	return count
}

func readPage(t *testing.T, path string) []byte {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Ext(path) != ".gz" {
		return raw
	}

	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return page
}
