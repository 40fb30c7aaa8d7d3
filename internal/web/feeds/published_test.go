package feeds

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/web/charset"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// TestExpectationsOfFeedparser compares this package with the feedparser library's expectations for its own test
// documents. Each document has its expectation in a comment; those that name one field of a Feed are read. The
// environment variable FAREBOX_FEEDPARSER names the tests folder of a clone of the library.
func TestExpectationsOfFeedparser(t *testing.T) {
	folder := os.Getenv("FAREBOX_FEEDPARSER")
	if folder == "" {
		t.Skip("FAREBOX_FEEDPARSER names no folder")
	}

	met := 0
	asked := 0
	for _, part := range []string{"wellformed", "illformed"} {
		err := filepath.WalkDir(filepath.Join(folder, part), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || filepath.Ext(path) != ".xml" {
				return err
			}
			raw, err := os.ReadFile(path)
			if err != nil {
				return err
			}

			name, _ := filepath.Rel(folder, path)
			text, _, _ := charset.ToUTF8(raw, "")
			want, ok := expected(text)
			if !ok {
				return nil
			}
			asked++
			if got := want.of(raw); got == want.value || isTextField(want.field) && sameText(got, want.value) {
				met++
			} else if why, known := differences[filepath.ToSlash(name)]; known {
				t.Logf("%s differs: %s", name, why)
			} else {
				t.Errorf("%s: %s%s is %q, expected %q", name, want.holder, want.field, got, want.value)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d of %d expectations are met", met, asked)
}

// Why an expectation is not met.
const (
	noMarkup       = "a text declared as plain occurs here and has no tags to strip"
	nameAlone      = "the author is the name alone"
	noBase         = "RFC 9110 section 8.7: Content-Location is not a base for relative links"
	idAsWritten    = "RFC 4287 section 4.2.6: an id is not an address and is not made absolute"
	neverClosed    = "what follows an iframe or object that is never closed is within it, as in browsers"
	openComment    = "a comment that is never closed goes to the end, as in browsers"
	labelForPeople = "RFC 4287 section 4.2.2.3: the label is what people are shown"
	noticeOfXML    = "a notice to readers of the XML does not describe the feed"
	headerLanguage = "the handler takes the language of the header Content-Language"
	noEntities     = "entities of a document type are not expanded: they can be bombs"
)

// differences are the expectations that we do not meet, and why.
var differences = map[string]string{
	"wellformed/atom10/entry_title_text_plain_brackets.xml":            noMarkup,
	"wellformed/atom10/entry_content_text_plain_brackets.xml":          noMarkup,
	"wellformed/atom/entry_title_text_plain_brackets.xml":              noMarkup,
	"wellformed/atom/entry_author_map_author.xml":                      nameAlone,
	"wellformed/atom10/entry_author_map_author.xml":                    nameAlone,
	"wellformed/atom10/entry_category_term.xml":                        labelForPeople,
	"wellformed/atom10/entry_category_term_non_ascii.xml":              labelForPeople,
	"wellformed/base/feed_link_xml_base_iri.xml":                       "a link of rel self is not the site",
	"wellformed/base/http_channel_link_base_content_location.xml":      noBase,
	"wellformed/base/http_entry_id_base_content_location.xml":          idAsWritten,
	"wellformed/base/http_entry_id_base_docuri.xml":                    idAsWritten,
	"wellformed/base/http_entry_link_base_content_location.xml":        noBase,
	"wellformed/base/http_feed_link_base_content_location.xml":         noBase,
	"wellformed/base/http_item_link_base_content_location.xml":         noBase,
	"wellformed/feedburner/feedburner_browserfriendly.xml":             noticeOfXML,
	"wellformed/http/headers_content_location-relative.xml":            noBase,
	"wellformed/lang/http_content_language.xml":                        headerLanguage,
	"wellformed/rss/entity_in_doctype.xml":                             noEntities,
	"wellformed/sanitize/item_content_encoded_script_nested_cdata.xml": "the remains of a CDATA section are not text",
	"wellformed/sanitize/xml_declaration_unexpected_character.xml":     "an HTML declaration is not text",
	"wellformed/sanitize/xml_malicious_comment.xml":                    openComment,
	"wellformed/sanitize/entry_content_iframe.xml":                     neverClosed,
	"wellformed/sanitize/entry_content_object.xml":                     neverClosed,
	"wellformed/sanitize/entry_summary_iframe.xml":                     neverClosed,
	"wellformed/sanitize/entry_summary_object.xml":                     neverClosed,
	"wellformed/sanitize/entry_title_iframe.xml":                       neverClosed,
	"wellformed/sanitize/entry_title_object.xml":                       neverClosed,
	"wellformed/sanitize/feed_info_iframe.xml":                         neverClosed,
	"wellformed/sanitize/feed_info_object.xml":                         neverClosed,
	"wellformed/sanitize/feed_subtitle_iframe.xml":                     neverClosed,
	"wellformed/sanitize/feed_subtitle_object.xml":                     neverClosed,
	"wellformed/sanitize/feed_tagline_iframe.xml":                      neverClosed,
	"wellformed/sanitize/feed_tagline_object.xml":                      neverClosed,
	"wellformed/sanitize/feed_title_iframe.xml":                        neverClosed,
	"wellformed/sanitize/feed_title_object.xml":                        neverClosed,
	"wellformed/sanitize/item_body_iframe.xml":                         neverClosed,
	"wellformed/sanitize/item_body_object.xml":                         neverClosed,
	"wellformed/sanitize/item_content_encoded_iframe.xml":              neverClosed,
	"wellformed/sanitize/item_content_encoded_object.xml":              neverClosed,
	"wellformed/sanitize/item_description_iframe.xml":                  neverClosed,
	"wellformed/sanitize/item_description_object.xml":                  neverClosed,
	"wellformed/sanitize/item_fullitem_iframe.xml":                     neverClosed,
	"wellformed/sanitize/item_fullitem_object.xml":                     neverClosed,
	"wellformed/sanitize/item_xhtml_body_iframe.xml":                   neverClosed,
	"wellformed/sanitize/item_xhtml_body_object.xml":                   neverClosed,
}

// expectation is what a document's comment says of one field.
type expectation struct {
	holder string // feed, entries[0] or nothing
	item   int
	field  string // title, or tags/0/term
	value  string
}

var (
	expectComment = regexp.MustCompile(`(?m)^Expect:\s*(.*?)\s*$`)
	expectEqual   = regexp.MustCompile(`^(?:not )?(?:bozo and )?\(?(feed|entries\[(\d+)\])` +
		`((?:\[[^\]]+\]|\.\w+)+) *== *(.+?)\)?$`)
	expectVersion = regexp.MustCompile(`^(?:not )?(?:bozo and )?version *== *'(.*)'$`)
	expectCount   = regexp.MustCompile(`^(?:not )?(?:bozo and )?len\(entries\) *== *(\d+)$`)
	keysOfField   = regexp.MustCompile(`\w+`)
	pythonText    = regexp.MustCompile(`^u?(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")$`)
	pythonTime    = regexp.MustCompile(`^\((\d+), *(\d+), *(\d+), *(\d+), *(\d+), *(\d+), .*\)$`)
)

// expected reads the comment if it is about a field of a Feed.
func expected(doc []byte) (expectation, bool) {
	comment := expectComment.FindSubmatch(doc)
	if comment == nil {
		return expectation{}, false
	}
	text := strings.TrimSuffix(string(comment[1]), "-->")
	text = strings.TrimSpace(text)
	if m := expectVersion.FindStringSubmatch(text); m != nil {
		return expectation{field: "version", value: m[1]}, true
	}
	if m := expectCount.FindStringSubmatch(text); m != nil {
		return expectation{field: "len", value: m[1]}, true
	}

	m := expectEqual.FindStringSubmatch(text)
	if m == nil {
		return expectation{}, false
	}
	e := expectation{
		holder: m[1],
		field:  strings.Join(keysOfField.FindAllString(m[3], -1), "/"),
	}
	e.item, _ = strconv.Atoi(m[2])
	value, ok := pythonValue(m[4])
	if !ok {
		return expectation{}, false
	}
	e.value = value
	e.field = strings.TrimSuffix(e.field, "_detail/value")
	e.field = strings.TrimSuffix(e.field, "_parsed")
	e.field = strings.Replace(e.field, "/url", "/href", 1)

	if _, served := e.read(&Feed{Items: make([]Item, e.item+1)}); !served {
		return expectation{}, false
	}
	if moment, ok := ParseDate(e.value); ok && isDateField(e.field) {
		e.value = moment.Format(time.RFC3339)
	}
	return e, true
}

func isTextField(field string) bool {
	switch field {
	case "title", "description", "subtitle", "tagline", "info", "summary", "abstract", "content/0/value", "author":
		return true
	}
	return false
}

func isDateField(field string) bool {
	switch field {
	case "updated", "published", "modified", "issued", "date", "created":
		return true
	}
	return false
}

// sameText reports whether a text is the expected one without markup.
func sameText(got, want string) bool {
	rendered, _ := htmlpage.TextOf(want, maxText)
	return got == rendered || got == plainOf(want)
}

// plainOf is a text as a Feed has it: without markup.
func plainOf(s string) string {
	if looksLikeHTML(s) {
		s, _ = htmlpage.TextOf(s, maxText)
	}
	return htmlpage.Collapse(s)
}

func pythonValue(s string) (string, bool) {
	if m := pythonTime.FindStringSubmatch(s); m != nil {
		var n [6]int
		for i := range n {
			n[i], _ = strconv.Atoi(m[i+1])
		}
		return time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], 0, time.UTC).Format(time.RFC3339), true
	}
	m := pythonText.FindStringSubmatch(s)
	if m == nil {
		return "", false
	}
	text := m[1] + m[2]
	text = strings.ReplaceAll(text, `\'`, `'`)
	text = strings.ReplaceAll(text, `"`, `\"`)
	text = strings.ReplaceAll(text, `\\"`, `\"`)
	unquoted, err := strconv.Unquote(`"` + text + `"`)
	return unquoted, err == nil
}

// of is the field of the feed that a document is.
func (e expectation) of(raw []byte) string {
	text, _, _ := charset.ToUTF8(raw, "")
	feed, err := Parse(text, "http://127.0.0.1:8097/tests/feed.xml", 100)
	if err != nil {
		return err.Error()
	}
	if e.holder != "feed" && e.holder != "" && len(feed.Items) <= e.item {
		return fmt.Sprintf("%d items", len(feed.Items))
	}
	value, _ := e.read(feed)
	return value
}

// read returns the field of a feed, and false if a Feed has no such field.
func (e expectation) read(f *Feed) (string, bool) {
	keys := strings.Split(e.field, "/")
	switch e.holder {
	case "":
		if e.field == "version" {
			return f.Format, true
		}
		return strconv.Itoa(f.Total), true
	case "feed":
		switch e.field {
		case "title":
			return f.Title, true
		case "link", "links/0/href":
			return f.Link, true
		case "description", "subtitle", "tagline", "info":
			return f.Description, true
		case "language":
			return f.Language, true
		case "updated", "modified", "date":
			return moment(f.Updated, ""), true
		}
		return "", false
	}

	it := f.Items[e.item]
	switch e.field {
	case "title":
		return it.Title, true
	case "link", "links/0/href":
		return it.Link, true
	case "description", "summary", "content/0/value", "abstract":
		return it.Summary, true
	case "id", "guid":
		return it.ID, true
	case "author", "author_detail/name":
		return it.Author, true
	case "updated", "published", "modified", "issued", "date", "created":
		return moment(it.Published, it.RawDate), true
	}

	if len(keys) != 3 {
		return "", false
	}
	at, _ := strconv.Atoi(keys[1])
	switch keys[0] + "/" + keys[2] {
	case "tags/term":
		return valueAt(it.Categories, at), true
	case "enclosures/href":
		return valueAt(it.Enclosures, at).URL, true
	case "enclosures/type":
		return valueAt(it.Enclosures, at).Type, true
	case "enclosures/length":
		return strconv.FormatInt(valueAt(it.Enclosures, at).Length, 10), true
	}
	return "", false
}

func moment(t time.Time, raw string) string {
	if t.IsZero() {
		return raw
	}
	return t.Format(time.RFC3339)
}

func valueAt[T any](list []T, at int) T {
	var none T
	if at < len(list) {
		return list[at]
	}
	return none
}
