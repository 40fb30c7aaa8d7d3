package feeds

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/web/htmlpage"
	"github.com/farebox/farebox/internal/web/loosejson"
)

// object is a JSON object with undecoded members: feeds use numbers for ids, one author instead of a list, null for
// what is missing.
type object map[string]any

// parseJSON reads JSON Feed 1 and 1.1 (jsonfeed.org). Broken JSON is read as far as possible.
func parseJSON(doc []byte, base *url.URL, max int) (*Feed, error) {
	feed := decodeObject(doc)
	format := feed.format()
	if format == "" {
		return nil, ErrNotFeed
	}

	f := &Feed{Format: format}
	r := &reader{
		feed: f,
		base: base,
		max:  max,
		seen: map[[32]byte]bool{},
	}
	resolve := func(ref string) string { return r.resolve(nil, ref) }
	f.Title = feed.line("title", maxTitle)
	f.Description = feed.line("description", maxText)
	f.Language = language(feed.line("language", maxRawDate))
	f.Link = cmp.Or(resolve(feed.text("home_page_url")), resolve(feed.text("feed_url")))
	owner := feed.authors()
	var newest time.Time
	items, _ := feed["items"].([]any)
	for _, entry := range items {
		members, _ := entry.(map[string]any)
		if len(members) == 0 {
			continue
		}
		it := object(members).item(resolve)
		newest = newer(newest, it.Published)
		f.add(it, owner, r.seen, max)
	}
	f.Updated = newest
	return f, nil
}

// format is JSON1 or JSON11, or "" for anything else. A version is a URL at jsonfeed.org; the bare number, or no
// version, is enough if the members are those of a feed.
func (o object) format() string {
	version := o.text("version")
	switch {
	case strings.Contains(version, "jsonfeed.org/version/1.1"):
		return JSON11
	case strings.Contains(version, "jsonfeed.org"):
		return JSON1
	case !o.looksLikeFeed():
		return ""
	case version == "1.1":
		return JSON11
	case version == "1", version == "1.0", version == "" && o["version"] == nil:
		return JSON1
	}
	return ""
}

// looksLikeFeed reports whether there is a title and a list of items, each with JSON Feed's members for an id and
// content. Lists of other services have one or the other.
func (o object) looksLikeFeed() bool {
	items, isList := o["items"].([]any)
	if !isList || o.text("title") == "" {
		return false
	}
	if len(items) == 0 {
		return o.text("feed_url") != "" || o.text("home_page_url") != ""
	}

	for _, entry := range items {
		members, _ := entry.(map[string]any)
		it := object(members)
		if it.text("id") == "" || it.text("content_html") == "" && it.text("content_text") == "" {
			return false
		}
	}
	return true
}

func decodeObject(doc []byte) object {
	if !json.Valid(doc) {
		values, _ := loosejson.Values(doc)
		if len(values) == 0 {
			return nil
		}
		doc = values[0]
	}
	if loosejson.Depth(doc) > loosejson.MaxDepth {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	var feed object
	if d.Decode(&feed) != nil {
		return nil
	}
	return feed
}

func (o object) item(resolve func(string) string) Item {
	it := Item{
		Title:  o.line("title", maxTitle),
		ID:     o.line("id", 4096),
		Author: o.authors(),
	}
	it.Link = cmp.Or(resolve(o.text("url")), resolve(o.text("external_url")))

	if it.Link == "" && isWeb(it.ID) {
		it.Link = it.ID
	}
	it.Summary = o.line("summary", MaxSummary)
	if it.Summary == "" {
		it.Summary = o.line("content_text", MaxSummary)
	}
	if it.Summary == "" {
		it.Summary, _ = htmlpage.TextOf(o.text("content_html"), MaxSummary)
	}

	for _, key := range []string{"date_published", "date_modified"} {
		if it.Published.IsZero() && o.text(key) != "" {
			var raw string
			if it.Published, raw = readDate(o.text(key)); it.RawDate == "" || !it.Published.IsZero() {
				it.RawDate = raw
			}
		}
	}

	tags, _ := o["tags"].([]any)
	for _, tag := range tags {
		text, _ := tag.(string)
		it.Categories = withCategory(it.Categories, cut(htmlpage.Collapse(text), maxCategory))
	}

	files, _ := o["attachments"].([]any)
	for _, file := range files {
		members, _ := file.(map[string]any)
		a := object(members)
		e := Enclosure{URL: resolve(a.text("url")), Type: cut(a.text("mime_type"), 100)}
		if size, err := strconv.ParseFloat(a.text("size_in_bytes"), 64); err == nil && size > 0 && size < 1<<53 {
			e.Length = int64(size)
		}
		if e.URL != "" && len(it.Enclosures) < maxEnclosures {
			it.Enclosures = append(it.Enclosures, e)
		}
	}

	return it
}

// text is a member as text, if it is a string or a number.
func (o object) text(key string) string {
	switch v := o[key].(type) {
	case string:
		return strings.TrimSpace(v)
	case json.Number:
		return v.String()
	}
	return ""
}

func (o object) line(key string, max int) string {
	return cut(htmlpage.Collapse(o.text(key)), max)
}

// authors are the names in authors (1.1) or author (1), each an object or just a name.
func (o object) authors() string {
	list, _ := o["authors"].([]any)
	list = append(list, o["author"])
	var names []string
	seen := map[string]bool{}
	for _, entry := range list {
		name := ""
		switch v := entry.(type) {
		case map[string]any:
			name = object(v).line("name", maxName)
		case string:
			name = cut(htmlpage.Collapse(v), maxName)
		}
		if name != "" && !seen[name] && len(names) < 20 {
			seen[name] = true
			names = append(names, name)
		}
	}

	return cut(strings.Join(names, ", "), maxName)
}
