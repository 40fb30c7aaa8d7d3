package feeds

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestExpectationsOfGofeed compares this package with the gofeed library's expectations for its own test documents,
// in the fields of a Feed. The environment variable FAREBOX_GOFEED names the testdata folder of a clone of the
// library.
func TestExpectationsOfGofeed(t *testing.T) {
	folder := os.Getenv("FAREBOX_GOFEED")
	if folder == "" {
		t.Skip("FAREBOX_GOFEED names no folder")
	}

	met := 0
	asked := 0
	for _, part := range []string{"translator/rss", "translator/atom", "translator/json", "parser/rss"} {
		err := filepath.WalkDir(filepath.Join(folder, part), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			want, raw, ok := gofeedCase(path)
			if !ok {
				return nil
			}

			name, _ := filepath.Rel(folder, path)
			feed, err := Parse(raw, "http://127.0.0.1/feed", 100)
			if err != nil {
				feed = &Feed{}
			}
			for _, f := range want.fields() {
				asked++
				got := f.of(feed)
				if got == f.want || plainOf(f.want) == got {
					met++
				} else if why, known := differencesFromGofeed[filepath.ToSlash(name)]; known {
					t.Logf("%s differs: %s", name, why)
				} else {
					t.Errorf("%s: %s is %q, expected %q", name, f.name, got, f.want)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d of %d fields are as expected", met, asked)
}

// differencesFromGofeed are the expectations that we do not meet, and why.
var differencesFromGofeed = map[string]string{
	"translator/rss/feed_item_links_-_rss_channel_item_links.json": firstLink,
	"translator/rss/feed_links_-_rdf_channel_links.json":           firstLink,
	"translator/rss/feed_links_-_rss_channel_links.json":           firstLink,
	"parser/rss/rdf_channel_links.json":                            firstLink,
	"parser/rss/rdf_item_links.json":                               firstLink,
	"parser/rss/rss_channel_item_links.json":                       firstLink,
	"parser/rss/rss_channel_links.json":                            firstLink,
	"parser/rss/rss_channel_item_guid_naked_markup.json":           "an element is not an id",
}

const firstLink = "of several links the first counts, and not the last: RSS allows only one"

// gofeedFeed is the compared part of an expected feed.
type gofeedFeed struct {
	Title       string       `json:"title"`
	Link        string       `json:"link"`
	Description string       `json:"description"`
	Language    string       `json:"language"`
	Items       []gofeedItem `json:"items"`
}

type gofeedItem struct {
	Title           string            `json:"title"`
	Link            string            `json:"link"`
	Description     string            `json:"description"`
	GUID            json.RawMessage   `json:"guid"`
	PublishedParsed *time.Time        `json:"publishedParsed"`
	PubDateParsed   *time.Time        `json:"pubDateParsed"`
	Enclosures      []gofeedEnclosure `json:"enclosures"`
}

type gofeedEnclosure struct {
	URL  string `json:"url"`
	Type string `json:"type"`
}

// gofeedCase reads the expectation at path and the document beside it.
func gofeedCase(path string) (gofeedFeed, []byte, bool) {
	if filepath.Ext(path) != ".json" {
		return gofeedFeed{}, nil, false
	}
	document := strings.TrimSuffix(path, ".json") + ".xml"
	if base, ok := strings.CutSuffix(path, "_expected.json"); ok {
		document = base + ".json"
	}
	raw, err := os.ReadFile(document)
	if err != nil {
		return gofeedFeed{}, nil, false
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return gofeedFeed{}, nil, false
	}

	var want gofeedFeed
	err = json.Unmarshal(text, &want)
	return want, raw, err == nil
}

type gofeedField struct {
	name string
	want string
	of   func(f *Feed) string
}

// fields are the fields in the expectation.
func (want gofeedFeed) fields() []gofeedField {
	all := []gofeedField{
		{"title", want.Title, func(f *Feed) string { return f.Title }},
		{"link", want.Link, func(f *Feed) string { return f.Link }},
		{"description", want.Description, func(f *Feed) string { return f.Description }},
		{"language", want.Language, func(f *Feed) string { return f.Language }},
	}
	for i, it := range want.Items {
		all = append(all, it.fields(i)...)
	}

	var named []gofeedField
	for _, f := range all {
		if f.want != "" {
			named = append(named, f)
		}
	}
	return named
}

func (want gofeedItem) fields(i int) []gofeedField {
	var guid string
	if json.Unmarshal(want.GUID, &guid) != nil {
		var object struct{ Value string }
		_ = json.Unmarshal(want.GUID, &object)
		guid = object.Value
	}
	published := want.PublishedParsed
	if published == nil {
		published = want.PubDateParsed
	}
	when := ""
	if published != nil {
		when = published.UTC().Format(time.RFC3339)
	}

	list := []gofeedField{
		{"item title", want.Title, func(f *Feed) string { return valueAt(f.Items, i).Title }},
		{"item link", want.Link, func(f *Feed) string { return valueAt(f.Items, i).Link }},
		{"item summary", want.Description, func(f *Feed) string { return valueAt(f.Items, i).Summary }},
		{"item id", guid, func(f *Feed) string { return valueAt(f.Items, i).ID }},
		{"item date", when, func(f *Feed) string { return moment(valueAt(f.Items, i).Published, "") }},
	}
	for at, file := range want.Enclosures {
		list = append(list, gofeedField{"enclosure", file.URL, func(f *Feed) string {
			return valueAt(valueAt(f.Items, i).Enclosures, at).URL
		}})
	}
	return list
}
