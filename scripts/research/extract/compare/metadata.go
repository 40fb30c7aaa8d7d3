package main

import (
	"bytes"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/go-shiori/go-readability"
	"github.com/markusmobius/go-trafilatura"

	"github.com/farebox/farebox/internal/web/extract/extracttest"
	"github.com/farebox/farebox/internal/web/extract/metadata"
	"github.com/farebox/farebox/internal/web/htmlpage"
	"github.com/farebox/farebox/scripts/research/extract/corpus"
)

// said is what an extractor finds a page to say of itself. Published and modified begin with the day.
// titleRaw is the title with all that is attached to it, where the extractor gives it apart.
type said struct{ title, titleRaw, author, published, site, modified string }

type metadataReader struct {
	name string
	read func(page []byte, address *url.URL) said
}

func metadataReaders() []metadataReader {
	return []metadataReader{
		{"farebox", func(page []byte, address *url.URL) said {
			tree, _ := htmlpage.Tree(page)
			m := metadata.Read(tree, address)
			return said{
				title:     m.Title,
				titleRaw:  m.TitleRaw,
				author:    m.Author(),
				published: m.Published,
				site:      m.Site,
				modified:  m.Modified,
			}
		}},
		{"go-trafilatura", func(page []byte, address *url.URL) said {
			r, err := trafilatura.Extract(bytes.NewReader(page), trafilatura.Options{OriginalURL: address,
				EnableFallback: true})
			if err != nil {
				return said{}
			}

			return said{
				title:     r.Metadata.Title,
				author:    r.Metadata.Author,
				published: day(r.Metadata.Date),
				site:      r.Metadata.Sitename,
			}
		}},
		{"go-readability", func(page []byte, address *url.URL) said {
			r, err := readability.FromReader(bytes.NewReader(page), address)
			if err != nil {
				return said{}
			}
			published := ""
			if r.PublishedTime != nil {
				published = day(*r.PublishedTime)
			}
			return said{
				title:     r.Title,
				author:    r.Byline,
				published: published,
				site:      r.SiteName,
			}
		}},
	}
}

func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

// field counts how often an extractor gave a field, and gave it rightly, on pages whose annotators gave one. Beside
// them it counts the pages for which they gave none, and how often the extractor gave something there.
type field struct{ asked, given, right, near, silent, uncalled int }

func (f *field) note(want, got string, same bool) {
	const nearly = 0.8 // F1 in words
	if want == "" {
		f.silent++
		if got != "" {
			f.uncalled++
		}
		return
	}

	f.asked++
	if got != "" {
		f.given++
	}

	if same {
		f.right++
	}
	if same || extracttest.Words(want, got).F1() >= nearly {
		f.near++
	}
}

func (f field) String() string {
	if f.asked == 0 {
		return "-"
	}
	share := func(n, of int) float64 { return float64(n) / float64(max(1, of)) }
	return fmt.Sprintf("%d of %d (R %.3f, P %.3f, nearly %.3f), other %d, on silent pages %d of %d",
		f.right, f.asked, share(f.right, f.asked), share(f.right, f.given), share(f.near, f.asked),
		f.given-f.near, f.uncalled, f.silent)
}

// compareMetadata writes for each set how many titles, bylines and dates are right: titles with the same letters and
// figures, bylines with the same words, dates of the same day.
func compareMetadata(readers []metadataReader, set string, docs []corpus.Document, log io.Writer) {
	for _, x := range readers {
		var title, author, published field
		var withSite, stated, changed int
		for _, d := range docs {
			address, err := url.Parse(d.URL)
			if err != nil || d.URL == "" {
				address = &url.URL{Scheme: "https", Host: "unknown.example"}
			}
			got := x.read(d.HTML, address)

			wanted := d.Published
			if len(wanted) > len(time.DateOnly) {
				wanted = wanted[:len(time.DateOnly)]
			}
			sameTitle := letters(got.title) == letters(d.Title)
			sameAuthor := sameNames(got.author, d.Author)
			sameDay := strings.HasPrefix(got.published, wanted)
			if !sameTitle && isTitleWithSite(d.Title, got) {
				withSite++
			}
			if d.Title != "" && (sameTitle || letters(got.titleRaw) == letters(d.Title)) {
				stated++
			}
			if wanted != "" && got.published == "" && strings.HasPrefix(got.modified, wanted) {
				changed++
			}
			title.note(d.Title, got.title, sameTitle)
			author.note(d.Author, got.author, sameAuthor)
			published.note(wanted, got.published, sameDay)

			for _, line := range []struct {
				what, want, got string
				same            bool
			}{
				{"title", d.Title, got.title, sameTitle},
				{"author", d.Author, got.author, sameAuthor},
				{"date", wanted, got.published, sameDay},
			} {
				if line.want != "" || line.got != "" {
					fmt.Fprintf(log, "%s\t%s\t%s\t%v\t%s\t%s\t%s\n", set, x.name, line.what, line.same, d.ID,
						line.want, line.got)
				}
			}
		}
		fmt.Printf("%-18s %-15s title %s, %d more with the site's name, %d as title or title_raw; byline %s; date %s, %d more as the last change\n",
			set, x.name, title, withSite, stated, author, published, changed)
	}
}

// isTitleWithSite says that what is expected is the title with the name of the site after or before it, which is
// given apart.
func isTitleWithSite(want string, got said) bool {
	title := letters(got.title)
	site := letters(got.site)
	if title == "" || site == "" {
		return false
	}
	all := letters(want)
	return all == title+site || all == site+title
}

// letters are the letters and figures of s in lower case.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// sameNames says that two bylines have the same words, apart from those between the names.
func sameNames(a, b string) bool { return slices.Equal(nameWords(a), nameWords(b)) && a != "" }

func nameWords(s string) []string {
	words := strings.FieldsFunc(strings.ToLower(s),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	words = slices.DeleteFunc(words, func(w string) bool {
		return w == "and" || w == "und" || w == "et" || w == "y" || w == "by" || w == "von"
	})
	slices.Sort(words)
	return slices.Compact(words)
}
