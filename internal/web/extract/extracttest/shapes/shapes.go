// Package shapes makes synthetic pages of the kinds on which extraction fails most visibly: discussions, comments
// below articles, columns of teasers, long sidebars. The markup follows what software for such sites writes. For
// each page the content is known. No model is trained on them.
package shapes

import (
	"fmt"
	"strings"
)

// Page is a synthetic page and its expected content.
type Page struct {
	Shape string // name of what it is like
	URL   string
	HTML  string
	Want  string
}

// shape is how pages of one kind are made.
type shape struct {
	name, url string
	write     func(*sheet, *writer)
}

// Known makes count pages of each shape that was in use while the engine was developed.
func Known(count int) []Page { return drawn(known, count) }

// Unseen makes pages of shapes measured only after the engine was finished.
func Unseen(count int) []Page { return drawn(unseen, count) }

// RunOn makes pages whose own text runs on into other people's.
func RunOn(count int) []Page { return drawn(runOn, count) }

func drawn(shapes []shape, count int) []Page {
	var pages []Page
	for at, s := range shapes {
		for k := range count {
			var out sheet
			s.write(&out, newWriter(uint64(1000*at+k)))
			pages = append(pages, Page{
				Shape: s.name,
				URL:   s.url,
				HTML:  out.b.String(),
				Want:  strings.Join(out.want, "\n"),
			})
		}
	}
	return pages
}

// sheet is a page under construction.
type sheet struct {
	b    strings.Builder
	want []string
}

func (s *sheet) put(format string, args ...any) {
	if len(args) == 0 {
		s.b.WriteString(format)
		return
	}
	fmt.Fprintf(&s.b, format, args...)
}

// content writes expected text inside an element.
func (s *sheet) content(open, text, end string) {
	s.want = append(s.want, text)
	s.b.WriteString(open + text + end + "\n")
}

func (s *sheet) paragraphs(w *writer, t topic, count int) {
	for range count {
		s.content("<p>", w.report(t, 2+w.IntN(3)), "</p>")
	}
}

func (s *sheet) head(title, site, more string) {
	s.put("<!DOCTYPE html><html lang=en><head><title>%s - %s</title>%s</head>\n", title, site, more)
}

func (s *sheet) menu(class string) {
	s.put(`<div class="%s"><ul>`, class)
	for _, item := range []string{"Home", "News", "Local", "Sport", "Weather", "Opinion", "Contact us", "Subscribe"} {
		s.put(`<li><a href="/%s">%s</a></li>`, strings.ToLower(item[:4]), item)
	}
	s.put("</ul></div>\n")
}

func (s *sheet) foot() {
	s.put(`<div id="footer"><a href="/about">About</a> <a href="/terms">Terms of use</a> <a href="/privacy">Privacy</a>
<p>Copyright The Publisher. All rights reserved.</p></div></body></html>`)
}
