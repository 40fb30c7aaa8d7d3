package feeds

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

const location = "https://example.com/blog/feed"

func parse(t testing.TB, doc string) *Feed {
	t.Helper()
	f, err := Parse([]byte(doc), location, 100)
	if err != nil {
		t.Fatalf("%v: %s", err, doc)
	}
	return f
}

// TestFormats: the ids of the feedparser library, from each version's own markers.
func TestFormats(t *testing.T) {
	const item = "<channel><title>t</title><item><title>i</title></item></channel>"
	for doc, want := range map[string]string{
		`<rss version="0.90">` + item + `</rss>`: RSS090,
		`<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd"><rss version="0.91">` + item + `</rss>`: RSS091N,
		`<rss version="0.91">` + item + `</rss>`: RSS091U, `<rss version="0.92">` + item + `</rss>`: RSS092, `<rss version="0.93">` + item + `</rss>`: RSS093,
		`<rss version="0.94">` + item + `</rss>`: RSS094, `<rss version="2.0">` + item + `</rss>`: RSS20, `<rss version=" 2.0.1 ">` + item + `</rss>`: RSS20, `<RSS VERSION='2'>` + item + `</RSS>`: RSS20,
		`<rss>` + item + `</rss>`: RSS, `<rss version="9">` + item + `</rss>`: RSS, item: RSS, `<rss version="2.0"></rss>`: RSS20,
		`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>t</title></channel><item><title>i</title></item></rdf:RDF>`: RSS10,
		`<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="http://purl.org/rss/1.0/"><x:channel><x:title>t</x:title></x:channel></r:RDF>`:                          RSS10,
		`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel><title>t</title></channel></rdf:RDF>`:                RSS090,
		`<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title></feed>`:                                                                                                            Atom10, `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>t</a:title></a:feed>`: Atom10,
		`<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>t</title></feed>`: Atom03, `<feed version="0.2" xmlns="http://purl.org/atom/ns#"><title>t</title></feed>`: Atom02,
		`<feed version="0.1" xmlns="http://example.com/newformat#"><title>t</title></feed>`: Atom01, `<feed><title>t</title></feed>`: Atom,
		`<CHANNEL HREF="http://example.com/"><ITEM HREF="http://example.com/1"><TITLE>i</TITLE></ITEM></CHANNEL>`: CDF,
		`{"version":"https://jsonfeed.org/version/1","items":[]}`:                                                 JSON1, `{"version":"https://jsonfeed.org/version/1.1","items":[]}`: JSON11, "\uFEFF\n" + `{"version":"http://jsonfeed.org/version/1.1",}`: JSON11,
	} {
		if f := parse(t, doc); f.Format != want {
			t.Errorf("%s: %s, want %s", doc, f.Format, want)
		}
	}
}

func TestWhatIsNoFeed(t *testing.T) {
	for _, doc := range []string{
		"", " ", "hello", "<", "<p>", "<html><head><title>t</title></head><body><rss version='2.0'><channel><item><title>x</title></item></channel></rss></body></html>",
		"<urlset><url><loc>http://example.com/</loc></url></urlset>", "<opml><body/></opml>", "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><Description/></rdf:RDF>",
		"{", "{}", `{"version":"1"}`, `{"version":["https://jsonfeed.org/version/1"]}`, "[1]", "<svg xmlns='http://www.w3.org/2000/svg'><title>t</title></svg>", "\x89PNG\r\n",
	} {
		if f, err := Parse([]byte(doc), location, 10); !errors.Is(err, ErrNotFeed) {
			t.Errorf("%q: %+v %v", doc, f, err)
		}
	}
}

func date3(y, m, d int) time.Time { return time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC) }

func TestRSSItem(t *testing.T) {
	const feed = `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
xmlns:itunes="http://www.itunes.com/DTDs/Podcast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss" xmlns:fb="http://rssnamespace.org/feedburner/ext/1.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><item>%s</item></channel></rss>`
	for _, c := range []struct {
		why, item string
		want      Item
	}{
		{"a link and a guid", `<title>T</title><link> /x </link><guid isPermaLink="false">7</guid>`, Item{Title: "T", Link: "https://example.com/x", ID: "7"}},
		{"a guid that is the link", `<guid>http://a.example/1</guid>`, Item{Link: "http://a.example/1", ID: "http://a.example/1"}},
		{"a guid that is not", `<guid isPermaLink="FALSE">http://a.example/1</guid><title>T</title>`, Item{Title: "T", ID: "http://a.example/1"}},
		{"the address before a redirecting service", `<link>http://feeds.example/r/1</link><fb:origLink>http://a.example/1</fb:origLink>`, Item{Link: "http://a.example/1", ID: "http://a.example/1"}},
		{"only a file", `<title>T</title><enclosure url="http://a.example/a.mp3" type="audio/mpeg" length="12"/>`,
			Item{Title: "T", Link: "http://a.example/a.mp3", ID: "http://a.example/a.mp3", Enclosures: []Enclosure{{"http://a.example/a.mp3", "audio/mpeg", 12}}}},
		{"Atom's links", `<title>T</title><atom:link rel="self" href="/self"/><atom:link href="/page"/>`, Item{Title: "T", Link: "https://example.com/page", ID: "https://example.com/page"}},
		{"a link as Atom writes it", `<title>T</title><link href="/page"/>`, Item{Title: "T", Link: "https://example.com/page", ID: "https://example.com/page"}},
		{"Dublin Core", `<dc:title>T</dc:title><dc:creator>A</dc:creator><dc:creator>B</dc:creator><dc:creator>A</dc:creator><dc:date>2026-01-02</dc:date>`,
			Item{Title: "T", Author: "A, B", Published: date3(2026, 1, 2), RawDate: "2026-01-02"}},
		{"categories", `<title>T</title><category domain="tag"><![CDATA[Bitcoin &amp; more]]></category><category> Markets </category><category/><category>Markets</category><dc:subject>Tea</dc:subject>`,
			Item{Title: "T", Categories: []string{"Bitcoin & more", "Markets", "Tea"}}},
		{"an author with a mail address", `<title>T</title><author>me@example.com (Ann Other)</author>`, Item{Title: "T", Author: "Ann Other"}},
		{"a mail address behind the author", `<title>T</title><author>Ann Other &lt;me@example.com&gt;</author>`, Item{Title: "T", Author: "Ann Other"}},
		{"a mail address", `<title>T</title><author>me@example.com</author>`, Item{Title: "T", Author: "me@example.com"}},
		{"an author with children", `<title>T</title><author><name>Ann</name><title>Boss</title></author>`, Item{Title: "T", Author: "Ann"}},
		{"iTunes", `<title>T</title><itunes:author>A</itunes:author><itunes:summary>S</itunes:summary>`, Item{Title: "T", Author: "A", Summary: "S"}},
		{"escaped markup", `<title>A &lt;b&gt;bold&lt;/b&gt; move &amp;amp; more</title><description>&lt;p&gt;One&lt;/p&gt;&lt;p&gt;two&lt;br&gt;three&lt;/p&gt;</description>`, Item{Title: "A bold move & more", Summary: "One two three"}},
		{"a title that is text", `<title>1 &lt; 2, R&amp;D, a &lt;- b</title>`, Item{Title: "1 < 2, R&D, a <- b"}},
		{"markup in CDATA", `<title><![CDATA[ A <em>b</em> &mdash; c ]]></title><description><![CDATA[<script>x</script>text]]></description>`, Item{Title: "A b — c", Summary: "text"}},
		{"markup that is not escaped", `<title>T</title><description><p>One <b>two<br>three</p></description>`, Item{Title: "T", Summary: "One two three"}},
		{"the content when there is no description", `<title>T</title><description/><content:encoded>&lt;p&gt;C&lt;/p&gt;</content:encoded>`, Item{Title: "T", Summary: "C"}},
		{"an unreadable date", `<title>T</title><pubDate>  next  Tuesday </pubDate>`, Item{Title: "T", RawDate: "next Tuesday"}},
		{"the second date when the first is unreadable", `<title>T</title><pubDate>soon</pubDate><dc:date>2026-01-02</dc:date>`, Item{Title: "T", Published: date3(2026, 1, 2), RawDate: "2026-01-02"}},
		{"media", `<title>T</title><media:group><media:content url="http://a.example/v.mp4" type="video/mp4" fileSize="9"/></media:group>`,
			Item{Title: "T", Link: "http://a.example/v.mp4", ID: "http://a.example/v.mp4", Enclosures: []Enclosure{{"http://a.example/v.mp4", "video/mp4", 9}}}},
		{"a link with a space", `<title>T</title><link>http://a.example/a b</link>`, Item{Title: "T", Link: "http://a.example/a%20b", ID: "http://a.example/a%20b"}},
		{"a link to a script", `<title>T</title><link>javascript:alert(1)</link>`, Item{Title: "T"}},
		{"xml:base", `<title>T</title><link xml:base="http://b.example/c/">d</link>`, Item{Title: "T", Link: "http://b.example/c/d", ID: "http://b.example/c/d"}},
	} {
		t.Run(c.why, func(t *testing.T) {
			f := parse(t, fmt.Sprintf(feed, c.item))
			if len(f.Items) != 1 || !reflect.DeepEqual(f.Items[0], c.want) {
				t.Errorf("%s:\ngot  %+v\nwant %+v", c.why, f.Items, c.want)
			}
		})
	}
}

// TestNamespaceIsToldByItsWholeName: many namespaces contain "rss".
func TestNamespaceIsToldByItsWholeName(t *testing.T) {
	const feed = `<rss version="2.0" xmlns:m="%s"><channel><item><title>T</title>%s</item></channel></rss>`
	media := []Enclosure{{"http://a.example/v.mp4", "video/mp4", 0}}
	for _, c := range []struct {
		why, space, item string
		want             Item
	}{
		{"Media RSS at its second home", "https://www.rssboard.org/media-rss",
			`<m:title>Caption</m:title><m:content url="http://a.example/v.mp4" type="video/mp4"/>`,
			Item{Title: "T", Link: "http://a.example/v.mp4", ID: "http://a.example/v.mp4", Enclosures: media}},
		{"Media RSS as its own documentation once had it", "http://search.yahoo.com/mrss/",
			`<m:title>Caption</m:title><m:description>D</m:description>`, Item{Title: "T", Summary: "D"}},
		{"a module of somebody's own", "http://schemas.example/rss/descriptions/",
			`<m:title>Other</m:title><m:description>Other</m:description><m:pubDate>2026-01-02</m:pubDate>`,
			Item{Title: "T"}},
		{"a module of RSS 1.0", "http://purl.org/rss/1.0/modules/link/", `<m:link>http://other.example/</m:link>`,
			Item{Title: "T"}},
		{"RSS itself, in other letters", "http://Backend.Userland.com/RSS2", `<m:description>D</m:description>`,
			Item{Title: "T", Summary: "D"}},
		{"Dublin Core without its slash", "http://purl.org/dc/elements/1.1", `<m:creator>A</m:creator>`,
			Item{Title: "T", Author: "A"}},
	} {
		t.Run(c.why, func(t *testing.T) {
			f := parse(t, fmt.Sprintf(feed, c.space, c.item))
			if len(f.Items) != 1 || !reflect.DeepEqual(f.Items[0], c.want) {
				t.Errorf("%s:\ngot  %+v\nwant %+v", c.why, f.Items, c.want)
			}
		})
	}
}

// TestFeedInANamespaceOfItsOwn: the outermost element's namespace is the format's, whatever its name.
func TestFeedInANamespaceOfItsOwn(t *testing.T) {
	f := parse(t, `<x:rss version="2.0" xmlns:x="http://feeds.example/ours"><x:channel><x:title>F</x:title>
		<x:item><x:title>T</x:title></x:item></x:channel></x:rss>`)
	if f.Title != "F" || len(f.Items) != 1 || f.Items[0].Title != "T" {
		t.Errorf("%+v", f)
	}
}

func TestVersionsOfJSONFeed(t *testing.T) {
	const whole = `{%s"title": "F", "items": [{"id": "1", "content_text": "C"}]}`
	for version, want := range map[string]string{
		`"version": "https://jsonfeed.org/version/1.1", `: JSON11,
		`"version": "1.1", `:                              JSON11,
		`"version": 1.1, `:                                JSON11,
		`"version": "1", `:                                JSON1,
		`"version": 1, `:                                  JSON1,
		"":                                                JSON1,
		`"version": "2.0", `:                              "",
		`"version": {}, `:                                 "",
	} {
		t.Run(version, func(t *testing.T) {
			f, err := Parse([]byte(fmt.Sprintf(whole, version)), location, 10)
			if want == "" {
				if !errors.Is(err, ErrNotFeed) {
					t.Errorf("%s: %+v %v", version, f, err)
				}
				return
			}
			if err != nil || f.Format != want || len(f.Items) != 1 {
				t.Errorf("%s: %+v %v", version, f, err)
			}
		})
	}

	for _, doc := range []string{
		`{"total_count": 1, "items": [{"id": 1, "url": "https://a.example/", "title": "T"}]}`,
		`{"version": "1.1", "title": "F", "items": [{"name": "x"}]}`,
		`{"version": "1.1", "title": "F", "items": []}`,
	} {
		if f, err := Parse([]byte(doc), location, 10); !errors.Is(err, ErrNotFeed) {
			t.Errorf("%s: %+v %v", doc, f, err)
		}
	}
}

func TestAtomEntry(t *testing.T) {
	for _, c := range []struct {
		why, entry string
		want       Item
	}{
		{"types of text", `<title type="text">1 &lt;b&gt; 2</title><summary type="html">&lt;i&gt;S&lt;/i&gt;</summary>`, Item{Title: "1 <b> 2", Summary: "S", Author: "Owner"}},
		{"XHTML", `<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <em>b</em> &lt;c&gt;</div></title>`, Item{Title: "A b <c>", Author: "Owner"}},
		{"links", `<id>i</id><link rel="enclosure" href="/f.mp3" type="audio/mpeg" length="5"/><link rel="alternate" type="application/json" href="/j"/><link rel="alternate" type="text/html" href="/h"/>`,
			Item{ID: "i", Link: "https://example.com/h", Author: "Owner", Enclosures: []Enclosure{{"https://example.com/f.mp3", "audio/mpeg", 5}}}},
		{"the first other link", `<id>i</id><link rel="self" href="/s"/><link rel="related" href="/r"/>`, Item{ID: "i", Link: "https://example.com/r", Author: "Owner"}},
		{"dates", `<id>i</id><updated>2026-02-02T00:00:00Z</updated><published>2026-01-02T00:00:00Z</published>`, Item{ID: "i", Author: "Owner", Published: date3(2026, 1, 2)}},
		{"only updated", `<id>i</id><updated>2026-02-02T02:00:00+02:00</updated>`, Item{ID: "i", Author: "Owner", Published: date3(2026, 2, 2)}},
		{"authors", `<id>i</id><author><name>A</name></author><author><email>b@example.com</email></author>`, Item{ID: "i", Author: "A, b@example.com"}},
		{"content that is data", `<id>i</id><content type="image/png">iVBORw0KGgo=</content>`,
			Item{ID: "i", Author: "Owner", ContentType: "image/png"}},
		{"data without a media type", `<id>i</id><content mode="base64">iVBORw0KGgo=</content>`,
			Item{ID: "i", Author: "Owner", ContentType: "application/octet-stream"}},
		{"text in base64", `<id>i</id><content type="application/octet-stream"> PGk+aGVs
			bG88L2k+ </content>`, Item{ID: "i", Author: "Owner", Summary: "hello"}},
		{"a title in base64", `<title type="application/octet-stream">aGVsbG8=</title>`,
			Item{Title: "hello", Author: "Owner"}},
		{"a media type that is wrong", `<id>i</id><content type="application/foo">Two words.</content>`,
			Item{ID: "i", Author: "Owner", Summary: "Two words."}},
		{"content elsewhere", `<id>i</id><content type="video/mp4" src="/v.mp4"/>`,
			Item{ID: "i", Author: "Owner", Enclosures: []Enclosure{{"https://example.com/v.mp4", "video/mp4", 0}}}},
		{"HTML that is partly escaped",
			`<id>i</id><content type="html"><div>A &lt;b&gt;c&lt;/b&gt;</div></content>`,
			Item{ID: "i", Author: "Owner", Summary: "A c"}},
		{"categories", `<id>i</id><category term="a" label="A b"/><category term="c"/><category scheme="http://x.example/"/>`, Item{ID: "i", Author: "Owner", Categories: []string{"A b", "c"}}},
		{"the author of the source", `<id>i</id><source><author><name>S</name></author></source>`, Item{ID: "i", Author: "S"}},
	} {
		t.Run(c.why, func(t *testing.T) {
			f := parse(t, `<feed xmlns="http://www.w3.org/2005/Atom"><author><name>Owner</name></author><entry>`+c.entry+`</entry></feed>`)
			if len(f.Items) != 1 || !reflect.DeepEqual(f.Items[0], c.want) {
				t.Errorf("%s:\ngot  %+v\nwant %+v", c.why, f.Items, c.want)
			}
		})
	}
}

func TestFeedsSayWhatTheyAre(t *testing.T) {
	for _, c := range []struct {
		why, doc string
		want     Feed
	}{
		{"RSS", `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><atom:link href="http://a.example/rss"/><title>T</title><link>http://a.example/</link><description>D</description>
<language>de</language><image><title>no</title><link>http://no.example/</link></image><lastBuildDate>Fri, 02 Jan 2026 00:00:00 GMT</lastBuildDate></channel></rss>`,
			Feed{Format: RSS20, Title: "T", Link: "http://a.example/", Description: "D", Language: "de", Updated: date3(2026, 1, 2)}},
		{"RSS updated with its newest item", `<rss version="2.0"><channel><title>T</title><item><title>a</title><pubDate>2026-01-02</pubDate></item><item><title>b</title><pubDate>2026-01-03</pubDate></item></channel></rss>`,
			Feed{Format: RSS20, Title: "T", Updated: date3(2026, 1, 3), Total: 2, Items: []Item{{Title: "a", Published: date3(2026, 1, 2), RawDate: "2026-01-02"}, {Title: "b", Published: date3(2026, 1, 3), RawDate: "2026-01-03"}}}},
		{"Atom 0.3", `<feed version="0.3" xmlns="http://purl.org/atom/ns#" xml:lang="fr"><title mode="escaped" type="text/html">&lt;b&gt;T&lt;/b&gt;</title><tagline>D</tagline><modified>2026-01-02T00:00:00Z</modified><link rel="alternate" href="/a"/></feed>`,
			Feed{Format: Atom03, Title: "T", Link: "https://example.com/a", Description: "D", Language: "fr", Updated: date3(2026, 1, 2)}},
		{"CDF", `<CHANNEL HREF="http://a.example/" LASTMOD="2026-01-02T00:00"><TITLE>T</TITLE><ABSTRACT>D</ABSTRACT><ITEM HREF="1" LASTMOD="2026-01-03"><TITLE>i</TITLE><ABSTRACT>s</ABSTRACT></ITEM></CHANNEL>`,
			Feed{Format: CDF, Title: "T", Link: "http://a.example/", Description: "D", Updated: date3(2026, 1, 2), Total: 1,
				Items: []Item{{Title: "i", Link: "https://example.com/blog/1", ID: "https://example.com/blog/1", Summary: "s", Published: date3(2026, 1, 3), RawDate: "2026-01-03"}}}},
		{"JSON Feed", `{"version":"https://jsonfeed.org/version/1.1","title":"T &amp; T","home_page_url":"/","description":"D","language":"en","authors":[{"name":"A"},{"name":"B"}],"items":[
{"id":1,"url":"/1","title":"<i>","content_html":"<p>One</p><p>two</p>","date_published":"2026-01-02T00:00:00Z","attachments":[{"url":"/f","mime_type":"audio/mpeg","size_in_bytes":5}]},
{"id":"b","external_url":"http://b.example/","tags":["x",7,"x","y"],"summary":"S","author":{"name":"C"},"date_published":"never","date_modified":"2026-01-03"}, null, 7]}`,
			Feed{Format: JSON11, Title: "T &amp; T", Link: "https://example.com/", Description: "D", Language: "en", Updated: date3(2026, 1, 3), Total: 2, Items: []Item{
				{ID: "1", Link: "https://example.com/1", Title: "<i>", Summary: "One two", Author: "A, B", Published: date3(2026, 1, 2), Enclosures: []Enclosure{{"https://example.com/f", "audio/mpeg", 5}}},
				{ID: "b", Link: "http://b.example/", Summary: "S", Author: "C", Categories: []string{"x", "y"}, Published: date3(2026, 1, 3), RawDate: "2026-01-03"}}}},
	} {
		t.Run(c.why, func(t *testing.T) {
			if f := parse(t, c.doc); !reflect.DeepEqual(*f, c.want) {
				t.Errorf("%s:\ngot  %+v\nwant %+v", c.why, *f, c.want)
			}
		})
	}
}

// TestBrokenFeedsKeepTheirItems: one way of breaking a feed after the other.
func TestBrokenFeedsKeepTheirItems(t *testing.T) {
	const whole = `<?xml version="1.0"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>T</title><link>http://a.example/</link>
<item><title>First</title><link>http://a.example/1</link><dc:creator>A</dc:creator><description>One</description></item>
<item><title>Second</title><link>http://a.example/2</link><dc:creator>B</dc:creator><description>Two</description></item>
</channel></rss>`
	change := func(old, new string) string {
		if !strings.Contains(whole, old) {
			t.Fatalf("%q is not in the feed", old)
		}
		return strings.ReplaceAll(whole, old, new)
	}
	for why, doc := range map[string]string{
		"whole": whole, "junk before": "<br />\n<b>Warning</b>: headers sent in <b>x.php</b><br />\n" + whole, "blank lines before": "\n\n \n" + whole,
		"two declarations": `<?xml version="1.0"?>` + whole, "items without end": change("</item>", ""), "items with an end of another case": change("</item>", "</Item>"),
		"no end at all": change("</channel></rss>", ""), "ampersands": change("/2</link>", "/2?a=1&b=2</link>"), "entities of HTML": change("One", "One&nbsp;&eacute;"),
		"brackets": change("One", "1 < 2"), "HTML that is not escaped": change("<description>", "<description><p>bold <b>text<br>"), "ends without a beginning": change("</description>", "</div></description>"),
		"control characters": change("One", "One\x0b\x01"), "no namespace": change(` xmlns:dc="http://purl.org/dc/elements/1.1/"`, ""), "no quotes": change(`version="2.0" xmlns`, `version=2.0 xmlns`),
		"channel that ends too early": change("<item><title>First", "</channel><item><title>First"), "references to nothing": change("One", "&#0;&#x0;&#xFFFFFFFF;&#;"),
		"in an envelope": `<soap:Envelope xmlns:soap="s"><soap:Body>` + strings.TrimPrefix(whole, `<?xml version="1.0"?>`) + `</soap:Body></soap:Envelope>`,
	} {
		t.Run(why, func(t *testing.T) {
			f, err := Parse([]byte(doc), location, 10)
			if err != nil {
				t.Errorf("%s: %v", why, err)
				return
			}
			var titles, authors []string
			for _, it := range f.Items {
				titles, authors = append(titles, it.Title), append(authors, it.Author)
			}
			if f.Format != RSS20 || f.Title != "T" || !reflect.DeepEqual(titles, []string{"First", "Second"}) || !reflect.DeepEqual(authors, []string{"A", "B"}) {
				t.Errorf("%s: %s %q %q %q", why, f.Format, f.Title, titles, authors)
			}
		})
	}
	begun, _, _ := strings.Cut(whole, "/2</link>")
	if f := parse(t, begun); len(f.Items) != 2 || f.Items[1].Title != "Second" || !f.Cut {
		t.Errorf("cut in the middle of the second item: %+v", f.Items)
	}
}

// TestWhatHostsAddIsNoPartOfAFeed: an element that stays open before or behind it cuts nothing off.
func TestWhatHostsAddIsNoPartOfAFeed(t *testing.T) {
	const feed = `<rss version="2.0"><channel><title>T</title><item><title>a</title></item></channel></rss>`
	for doc, cut := range map[string]bool{
		feed: false, feed + `<script src="/ads.js">`: false, `<p>` + feed + "\n": false, strings.TrimSuffix(feed, "</rss>"): true,
	} {
		if f := parse(t, doc); f.Cut != cut || len(f.Items) != 1 {
			t.Errorf("%s: cut %t, %d items", doc, f.Cut, len(f.Items))
		}
	}
}

func TestRepeatedItemsCountOnce(t *testing.T) {
	f, err := Parse([]byte(`<rss version="2.0"><channel>`+strings.Repeat(`<item><guid>1</guid><title>a</title></item>`, 5)+
		`<item><guid>same</guid><link>http://a.example/1</link></item><item><guid>same</guid><link>http://a.example/2</link></item><item><title>x</title></item><item><title>x</title></item><item/></channel></rss>`), location, 3)
	if err != nil || f.Total != 5 || len(f.Items) != 3 {
		t.Errorf("total %d, items %+v, %v", f.Total, f.Items, err)
	}
}

func TestTextsAreBounded(t *testing.T) {
	long := strings.Repeat("é ", 1<<20)
	f := parse(t, `<rss version="2.0"><channel><title>`+long+`</title><description>`+long+`</description><item><title>`+long+`</title><author>`+long+`</author><guid>`+long+`</guid><pubDate>`+long+`</pubDate><description>&lt;p&gt;`+long+`</description></item></channel></rss>`)
	it := f.Items[0]
	if len(f.Title) > 1000 || len(f.Description) > 5000 || len(it.Title) > 1000 || len(it.Summary) > MaxSummary || len(it.Author) > 500 || len(it.ID) > 4096 || len(it.RawDate) > 100 {
		t.Errorf("%d %d %d %d %d %d %d", len(f.Title), len(f.Description), len(it.Title), len(it.Summary), len(it.Author), len(it.ID), len(it.RawDate))
	}
}

func TestAnyDocumentIsTaken(t *testing.T) {
	pieces := []string{"<rss>", "<channel>", "</channel>", "<item>", "</item>", "<title>", "</title>", "<feed xmlns='http://www.w3.org/2005/Atom'>", "<entry>", "<link href='x'/>", "<guid>", "<pubDate>", "2026-01-02", "&amp;", "<![CDATA[", "]]>", "<", ">", "text", "<rdf:RDF>", "<author>", "<name>", "{", `"version":"https://jsonfeed.org/version/1"`, `"items":[`, `{"id":1}`, "]", "}", ",", "\xff"}
	rapid.Check(t, func(t *rapid.T) {
		doc := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "doc"), "")
		f, err := Parse([]byte(doc), location, 5)
		if err == nil && (f.Format == "" || len(f.Items) > 5 || f.Total < len(f.Items)) || err != nil && !errors.Is(err, ErrNotFeed) {
			t.Fatalf("%q: %+v %v", doc, f, err)
		}
	})
}
