// Package shapes makes pages of kinds on which extraction goes wrong most visibly: discussions, comments below
// articles, columns of teasers, long sidebars. Text and markup are made up; the markup follows what software for such
// sites writes. The text that belongs to the content is known for each page. Nothing is learned from them.
package shapes

import (
	"fmt"
	"strings"
)

// Page is a made-up page and the text that a reader came for.
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

// Known makes pages of the shapes that the engine was looked at with while it was made, count of each.
func Known(count int) []Page { return drawn(known, count) }

// Unseen makes pages of shapes that were measured only after the engine was made.
func Unseen(count int) []Page { return drawn(unseen, count) }

// Later makes pages of shapes that were put aside until training on grafted pages had ended.
func Later(count int) []Page { return drawn(later, count) }

// Last makes pages of shapes that were put aside to be measured once, after everything else was settled.
func Last(count int) []Page { return drawn(last, count) }

// After makes pages of shapes that were put aside to be measured once, after the shapes of Last had been seen.
func After(count int) []Page { return drawn(after, count) }

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

// sheet is a page while it is written.
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

// content writes text that is wanted, within an element.
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
