// Package htmlpage reads what a web page holds besides its prose: title, headings, links, tables, metadata, JSON-LD
// and microdata. It fetches nothing and runs no scripts. The page's length bounds time and memory, whatever the
// page contains.
package htmlpage

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Page is a parsed page. It is read-only and safe for use by many goroutines.
type Page struct {
	URL  *url.URL // the page's URL, after redirects
	Base *url.URL // base of its relative URLs: <base href>, or URL
	Root *html.Node
	Cut  bool // the page had too many nodes, and the rest was dropped
}

// Parse reads a page in UTF-8 from location, an absolute URL.
func Parse(body []byte, location string) (*Page, error) {
	u, err := url.Parse(location)
	if err != nil {
		return nil, err
	}
	p := &Page{URL: u, Base: u}
	p.Root, p.Cut = Tree(body)
	for n := range elements(p.Root) {
		if n.DataAtom == atom.Base && n.Namespace == "" {
			if href, ok := attribute(n, "href"); ok {
				if base := Resolve(u, href); base != nil && len(base.String()) <= maxBase {
					p.Base = base
				}
				break
			}
		}
	}
	return p, nil
}

// LooksLikeHTML reports whether bytes start an HTML page rather than another kind of text.
func LooksLikeHTML(body []byte) bool {
	head := bytes.ToLower(body[:min(len(body), 2048)])
	marks := []string{"<!doctype html", "<html", "<head", "<body", "<title", "<meta ", "<script", "<div", "<p>",
		"<h1", "<table"}
	return slices.ContainsFunc(marks, func(mark string) bool { return bytes.Contains(head, []byte(mark)) })
}

// elements walks the tree in document order.
func elements(root *html.Node) func(yield func(*html.Node) bool) {
	return func(yield func(*html.Node) bool) {
		for n := root; n != nil; n = next(root, n) {
			if n.Type == html.ElementNode && !yield(n) {
				return
			}
		}
	}
}

// next is the node after n in document order within root.
func next(root, n *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	return after(root, n)
}

// after is the node that follows n and its descendants.
func after(root, n *html.Node) *html.Node {
	for ; n != nil && n != root; n = n.Parent {
		if n.NextSibling != nil {
			return n.NextSibling
		}
	}
	return nil
}

func attribute(n *html.Node, key string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val, true
		}
	}
	return "", false
}

// words splits an attribute that is a list of words, in lower case.
func words(n *html.Node, key string) []string {
	v, _ := attribute(n, key)
	return strings.Fields(strings.ToLower(v))
}
