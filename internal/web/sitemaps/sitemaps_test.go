package sitemaps

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const location = "https://example.com/maps/sitemap.xml"

func TestSitemapsOfEveryKind(t *testing.T) {
	for _, c := range []struct {
		why, doc string
		want     File
	}{
		{"a list", `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://a.example/?a=1&amp;b=2</loc><lastmod>2026-01-02T03:04+01:00</lastmod><changefreq>daily</changefreq><priority>0.8</priority></url></urlset>`,
			File{URLs: []URL{{"http://a.example/?a=1&b=2", "2026-01-02T03:04+01:00", "0.8"}}}},
		{"an index", `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>http://a.example/1.xml</loc><lastmod>2026</lastmod></sitemap><sitemap><loc><![CDATA[ http://a.example/2.xml ]]></loc></sitemap></sitemapindex>`,
			File{IsIndex: true, Children: []string{"http://a.example/1.xml", "http://a.example/2.xml"}}},
		{"white space, repetitions, other hosts", "\n\n<urlset>\n<url>\n<loc>\n http://a.example/1 \n</loc>\n</url><url><loc>http://a.example/1</loc></url><url><loc>https://b.example/</loc></url></urlset>",
			File{URLs: []URL{{Loc: "http://a.example/1"}, {Loc: "https://b.example/"}}}},
		{"relative and unusable locations", `<urlset><url><loc>/x</loc></url><url><loc>y z</loc></url><url><loc>mailto:a@b</loc></url><url><loc/></url><url></url><url><loc>http://</loc></url></urlset>`,
			File{URLs: []URL{{Loc: "https://example.com/x"}, {Loc: "https://example.com/maps/yz"}}}},
		{"extensions", `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>http://a.example/1</loc><image:image><image:loc>http://a.example/i.png</image:loc><image:title>T</image:title></image:image><xhtml:link rel="alternate" hreflang="de" href="http://a.example/de"/>
<news:news><news:publication><news:name>N</news:name></news:publication><news:publication_date>2026-01-02</news:publication_date></news:news></url></urlset>`,
			File{URLs: []URL{{Loc: "http://a.example/1", LastMod: "2026-01-02"}}}},
		{"a prefix of its own", `<sm:urlset xmlns:sm="http://www.sitemaps.org/schemas/sitemap/0.9"><sm:url><sm:loc>http://a.example/1</sm:loc></sm:url></sm:urlset>`, File{URLs: []URL{{Loc: "http://a.example/1"}}}},
		{"tags that are never closed", `<urlset><url><loc>http://a.example/1<url><loc>http://a.example/2</loc><lastmod>2026`, File{URLs: []URL{{Loc: "http://a.example/1"}, {Loc: "http://a.example/2", LastMod: "2026"}}, Cut: true}},
		{"an end within a location", `<urlset><url><loc>http://a.example/1</loc></url><url><loc>http://a.exam`, File{URLs: []URL{{Loc: "http://a.example/1"}}, Cut: true}},
		{"an end within an RSS feed", `<rss><channel><item><link>http://a.example/1</link></item><item>`, File{URLs: []URL{{Loc: "http://a.example/1"}}, Cut: true}},
		{"a sitemap in a list of URLs", `<urlset><sitemap><loc>http://a.example/s.xml</loc></sitemap></urlset>`, File{URLs: []URL{{Loc: "http://a.example/s.xml"}}}},
		{"no root", `<url><loc>http://a.example/1</loc></url><url><loc>http://a.example/2</loc></url>`, File{URLs: []URL{{Loc: "http://a.example/1"}, {Loc: "http://a.example/2"}}}},
		{"empty", `<urlset/>`, File{}},
		{"ampersands", `<urlset><url><loc>http://a.example/?a=1&b=2&copy=3</loc></url></urlset>`, File{URLs: []URL{{Loc: "http://a.example/?a=1&b=2&copy=3"}}}},
		{"text", "\uFEFFhttp://a.example/1\r\n\r\n# comment\nhttps://a.example/2 \nhttp://a.example/1\nwords http://a.example/3\nHTTP://A.example/4", File{URLs: []URL{{Loc: "http://a.example/1"}, {Loc: "https://a.example/2"}, {Loc: "HTTP://A.example/4"}}}},
		{"RSS", `<rss version="2.0"><channel><link>http://a.example/</link><item><link>/p</link><pubDate>Fri, 02 Jan 2026 03:04:05 +0100</pubDate></item><item><title>no link</title></item></channel></rss>`,
			File{URLs: []URL{{Loc: "https://example.com/p", LastMod: "2026-01-02T02:04:05Z"}}}},
		{"Atom", `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><link href="http://a.example/1"/></entry></feed>`, File{URLs: []URL{{Loc: "http://a.example/1"}}}},
	} {
		t.Run(c.why, func(t *testing.T) {
			got, err := Parse([]byte(c.doc), location, Limits{URLs: 10, Children: 10})
			if err != nil || !reflect.DeepEqual(*got, c.want) {
				t.Errorf("%s:\ngot  %+v %v\nwant %+v", c.why, got, err, c.want)
			}
		})
	}
}

func TestWhatIsNoSitemap(t *testing.T) {
	for _, doc := range []string{"", "not found", "<html><body><url><loc>http://a.example/</loc></url>", "<!doctype html><p>x", "<opml/>", "{}", "\x1f\x8b\x08", "<", "ftp://a.example/\nmailto:x"} {
		if got, err := Parse([]byte(doc), location, Limits{10, 10}); !errors.Is(err, ErrNotSitemap) {
			t.Errorf("%q: %+v %v", doc, got, err)
		}
	}
}

func TestReadingEndsAtTheLimits(t *testing.T) {
	var list, index, text, rss strings.Builder
	for i := range 50 {
		fmt.Fprintf(&list, "<url><loc>http://a.example/%d</loc></url>", i)
		fmt.Fprintf(&index, "<sitemap><loc>http://a.example/%d.xml</loc></sitemap>", i)
		fmt.Fprintf(&text, "http://a.example/%d\n", i)
		fmt.Fprintf(&rss, "<item><link>http://a.example/%d</link></item>", i)
	}
	for _, doc := range []string{
		"<urlset>" + list.String() + "</urlset>",
		"<sitemapindex>" + index.String() + "</sitemapindex>",
		text.String(),
		"<rss><channel>" + rss.String() + "</channel></rss>",
	} {
		for _, c := range []struct {
			limit int
			cut   bool
		}{{10, true}, {49, true}, {50, false}, {51, false}} {
			f, err := Parse([]byte(doc), location, Limits{URLs: c.limit, Children: c.limit})
			if n := len(f.URLs) + len(f.Children); err != nil || f.Cut != c.cut || n != min(50, c.limit) {
				t.Errorf("%.20s limit %d: %d, cut %v, %v", doc, c.limit, n, f.Cut, err)
			}
		}
	}
}

func TestAnyDocumentIsTaken(t *testing.T) {
	pieces := []string{"<urlset>", "</urlset>", "<sitemapindex>", "<url>", "</url>", "<sitemap>", "</sitemap>", "<loc>", "</loc>", "http://a.example/", "<lastmod>", "<image:loc>", "<", ">", "/", "x", "\n", "<![CDATA[", "]]>", "&", "\xff", "<rss>", "<item>", "<link>"}
	rapid.Check(t, func(t *rapid.T) {
		doc := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "doc"), "")
		f, err := Parse([]byte(doc), location, Limits{URLs: 3, Children: 2})
		if err != nil {
			if !errors.Is(err, ErrNotSitemap) {
				t.Fatal(err)
			}
			return
		}
		if len(f.URLs) > 3 || len(f.Children) > 2 {
			t.Fatalf("%q: %+v", doc, f)
		}
		for _, u := range f.URLs {
			if !isWeb(u.Loc) {
				t.Fatalf("%q: %+v", doc, u)
			}
		}
	})
}
