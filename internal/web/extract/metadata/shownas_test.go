package metadata_test

import (
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/extract/metadata"
)

func TestTitlesAndStartersOfPages(t *testing.T) {
	for _, c := range []struct{ why, page, title, author string }{
		{
			"the only heading words the title that search engines are given otherwise",
			`<title>Best Ferry Timetables in 2025</title><h1>The best ferry timetables of all coasts</h1>`,
			"The best ferry timetables of all coasts", "",
		},
		{
			"a hyphen inside a word parts no name of a site",
			`<meta property="og:site_name" content="Co"><title>Co-op Trail Pack</title><h1>Co-op Trail Pack</h1>`,
			"Co-op Trail Pack", "",
		},
		{
			"a question that the page answers in passing is not its title",
			`<title>Ferry insurance</title><script type="application/ld+json">{"@type":"FAQPage","mainEntity":
			[{"@type":"Question","name":"What does the ferry insurance cover at sea?"}]}</script><p>Text</p>`,
			"Ferry insurance", "",
		},
		{
			"who began a thread wrote it, not who replies under a person's name",
			`<title>Which paint?</title><article class="message" data-author="hull7"><p>Which?</p></article>
			<article class="message" data-author="Ann Lee"><span class="author">Ann Lee</span></article>`,
			"Which paint?", "hull7",
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			doc, err := html.Parse(strings.NewReader(c.page))
			if err != nil {
				t.Fatal(err)
			}
			got := metadata.Read(doc, &url.URL{Scheme: "https", Host: "harbour.example", Path: "/threads/one"})
			if got.Title != c.title || got.Author() != c.author && c.author != "" {
				t.Errorf("%s: %q by %q, want %q by %q", c.why, got.Title, got.Author(), c.title, c.author)
			}
		})
	}
}

func TestDaysOfChangesAndOfHowLongAgo(t *testing.T) {
	for _, c := range []struct{ why, page, published, modified string }{
		{
			"a title that is no date says nothing",
			`<h1>A dam of logs</h1><span class="age" title="2025 logs">5 hours ago</span>`,
			"", "",
		},
		{
			"a revision at the foot",
			`<h1>A dam of logs</h1><p>Logs.</p><aside><span class="git-revision-date">November 2, 2024</span></aside>`,
			"", "2024-11-02",
		},
		{
			"two revisions beside the text are of other texts",
			`<h1>A dam of logs</h1><aside><b class="revision-date">November 2, 2024</b><b class="revision-date">May 4, 2024</b></aside>`,
			"", "",
		},
		{
			"the day on which a program made the page",
			`<h1>A dam of logs</h1><p>Logs.</p><footer><div>Generated on May 21 2024 by <a href=x>LaTeXML</a></div></footer>`,
			"", "2024-05-21",
		},
	} {
		doc, err := html.Parse(strings.NewReader("<html><body><main>" + c.page + "</main></body></html>"))
		if err != nil {
			t.Fatal(err)
		}
		got := metadata.Read(doc, nil)
		if got.Published != c.published || got.Modified != c.modified {
			t.Errorf("%s: published %q, modified %q", c.why, got.Published, got.Modified)
		}
	}
}
