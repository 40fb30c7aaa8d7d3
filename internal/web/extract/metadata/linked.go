package metadata

import (
	"encoding/json"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/loosejson"
)

// linked is the page by its JSON-LD.
type linked struct {
	headline, published, modified, site, description, language, body string

	pagePublished string // of the page itself, not of an article on it

	starter string // account of who began a discussion
	authors []creator
	types   []string
	images  []string // addresses

	pageAuthors []creator // of the page itself, not of an article on it
}

// maxLinkedNodes bounds the walk through hostile structured data.
const maxLinkedNodes = 5000

// parseLinked reads one JSON-LD script, tolerating the most common mistakes: comment wrappers, raw line breaks in
// strings, a trailing semicolon.
func parseLinked(src string) (any, bool) {
	src = strings.TrimSpace(src)
	src = strings.TrimPrefix(strings.TrimSuffix(src, "-->"), "<!--")
	src = strings.TrimSpace(strings.NewReplacer("//<![CDATA[", "", "//]]>", "", "<![CDATA[", "", "]]>", "").Replace(src))
	src = strings.TrimRight(src, "; \n\t\r")
	if src == "" {
		return nil, false
	}

	var v any
	if json.Unmarshal([]byte(src), &v) == nil {
		return v, true
	}

	clean := strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, src)
	if json.Unmarshal([]byte(clean), &v) == nil {
		return v, true
	}

	return mended(clean)
}

// mended reads JSON with a missing or extra comma or quote.
func mended(src string) (any, bool) {
	values, err := loosejson.Values([]byte(src))
	if err != nil {
		return nil, false
	}
	var all []any
	for _, value := range values {
		var v any
		if json.Unmarshal(value, &v) == nil {
			all = append(all, v)
		}
	}
	return all, len(all) > 0
}

// namedTypes are the types of things a page can be about. Their names serve as titles if there is no article.
var namedTypes = setOf(`
	product recipe event course jobposting discussionforumposting qapage question softwareapplication
`)

// pageTypes are the types of works, besides articles, whose publication date is the page's.
var pageTypes = setOf(`
	webpage aboutpage itempage medicalwebpage howto creativework podcastepisode learningresource
`)

func (f *found) readLinked() linked {
	var out linked
	var objects []map[string]any
	left := maxLinkedNodes
	for _, doc := range f.linked {
		objects = collectObjects(objects, doc, &left, 0)
	}

	byID := make(map[string]map[string]any)
	for _, o := range objects {
		if id, ok := o["@id"].(string); ok && o["name"] != nil {
			byID[id] = o
		}
	}

	articles := f.ownArticles(objects)
	for _, o := range objects {
		types := typesOf(o)
		out.types = append(out.types, types...)
		switch {
		case isOrganisation(types):
			f.orgs = append(f.orgs, text(o["name"]))
		case anyType(types, isArticleType):
			if articles == nil || articles[text(o["headline"])] {
				out.takeArticle(o, byID)
			}
		case anyType(types, func(t string) bool { return t == "discussionforumposting" || t == "question" }):
			if author, _ := o["author"].(map[string]any); !isOrganisation(typesOf(author)) {
				out.starter = firstOf(out.starter, cleanAccount(text(o["author"]), 60))
			}
		case anyType(types, func(t string) bool { return pageTypes[t] }):
			out.pagePublished = firstOf(out.pagePublished, text(o["datePublished"]))
			if len(out.pageAuthors) == 0 {
				out.pageAuthors = creatorsOf(o["author"], byID)
			}
		case anyType(types, func(t string) bool { return t == "website" }):
			out.site = firstOf(out.site, text(o["name"]))
		}
	}

	if len(out.authors) == 0 {
		out.authors = out.pageAuthors
	}

	// A product's or page's own name counts only if there is no article.
	for _, o := range objects {
		if out.headline != "" {
			break
		}
		types := typesOf(o)
		if slices.Contains(types, "question") && !slices.Contains(out.types, "qapage") {
			continue // one of the questions that pages answer in passing
		}
		if anyType(types, func(t string) bool { return namedTypes[t] }) {
			out.headline = firstOf(text(o["headline"]), text(o["name"]))
			out.takeAuthors(o["author"], byID)
			out.published = firstOf(out.published, text(o["datePublished"]))
			out.description = firstOf(out.description, text(o["description"]))
			out.images = append(out.images, imagesOf(o["image"])...)
		}
	}

	return out
}

// ownArticles are the headlines that the page shares, if it describes several articles, as lists of texts do.
func (f *found) ownArticles(objects []map[string]any) map[string]bool {
	own := make(map[string]bool)
	isOther := false
	for _, o := range objects {
		if !anyType(typesOf(o), isArticleType) {
			continue
		}
		headline := text(o["headline"])
		own[headline] = alike(headline, f.title) >= enoughAgreement ||
			alike(headline, f.meta["og:title"]) >= enoughAgreement
		isOther = isOther || !own[headline]
	}
	if len(own) < 2 || !isOther {
		return nil
	}
	return own
}

func (l *linked) takeArticle(o map[string]any, byID map[string]map[string]any) {
	l.headline = firstOf(l.headline, text(o["headline"]), text(o["name"]))
	l.takeAuthors(o["author"], byID)
	l.takeAuthors(o["creator"], byID)
	l.published = firstOf(l.published, text(o["datePublished"]), text(o["dateCreated"]))
	l.modified = firstOf(l.modified, text(o["dateModified"]))
	if publishers := creatorsOf(o["publisher"], byID); len(publishers) > 0 {
		l.site = firstOf(l.site, publishers[0].name)
	}
	l.description = firstOf(l.description, text(o["description"]))
	l.language = firstOf(l.language, text(o["inLanguage"]))
	l.images = append(l.images, imagesOf(o["image"])...)
	if body := stripMarkup(text(o["articleBody"])); len(body) > len(l.body) {
		l.body = body
	}
}

func isArticleType(t string) bool {
	return strings.HasSuffix(t, "article") || t == "blogposting" || t == "report" || t == "liveblogposting" || t == "socialmediaposting"
}

// isOrganisation reports whether these are the types of an organisation. A blog may be both it and its author.
func isOrganisation(types []string) bool {
	return !slices.Contains(types, "person") && anyType(types, func(t string) bool {
		return strings.HasSuffix(t, "organization") || t == "corporation"
	})
}

func anyType(types []string, is func(string) bool) bool {
	return slices.ContainsFunc(types, is)
}

func collectObjects(objects []map[string]any, v any, left *int, depth int) []map[string]any {
	if *left <= 0 || depth > 8 {
		return objects
	}
	*left--

	switch v := v.(type) {
	case []any:
		for _, item := range v {
			objects = collectObjects(objects, item, left, depth+1)
		}
	case map[string]any:
		objects = append(objects, v)
		for _, key := range []string{"@graph", "mainEntity", "mainEntityOfPage", "isPartOf", "author", "publisher"} {
			if inner, ok := v[key]; ok {
				objects = collectObjects(objects, inner, left, depth+1)
			}
		}
	}

	return objects
}

func typesOf(o map[string]any) []string {
	switch t := o["@type"].(type) {
	case string:
		return []string{strings.ToLower(t)}
	case []any:
		var types []string
		for _, item := range t {
			if s, ok := item.(string); ok {
				types = append(types, strings.ToLower(s))
			}
		}
		return types
	}
	return nil
}

func text(v any) string {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(html.UnescapeString(v))
	case []any:
		if len(v) > 0 {
			return text(v[0])
		}
	case map[string]any:
		return firstOf(text(v["@value"]), text(v["name"]))
	}
	return ""
}

// takeAuthors takes the authors in v, unless some are known already.
func (l *linked) takeAuthors(v any, byID map[string]map[string]any) {
	if len(l.authors) == 0 {
		l.authors = creatorsOf(v, byID)
	}
}

// creatorsOf reads a person, an organisation or a list of them.
func creatorsOf(v any, byID map[string]map[string]any) []creator {
	const most = 10
	switch v := v.(type) {
	case string:
		if name := cleanAuthor(html.UnescapeString(v)); name != "" {
			return []creator{{name: name}}
		}
	case []any:
		var all []creator
		for _, item := range v {
			if len(all) < most {
				all = append(all, creatorsOf(item, byID)...)
			}
		}
		return all
	case map[string]any:
		if v["name"] == nil {
			id, _ := v["@id"].(string)
			v = byID[id]
		}
		if list, ok := v["name"].([]any); ok {
			return creatorsOf(list, byID)
		}
		name := cleanAuthor(text(v["name"]))
		if name == "" {
			return nil
		}
		types := typesOf(v)
		return []creator{{
			name:           name,
			isPerson:       slices.Contains(types, "person"),
			isOrganisation: isOrganisation(types),
		}}
	}

	return nil
}

func imagesOf(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{strings.TrimSpace(v)}
	case []any:
		var all []string
		for _, one := range v {
			all = append(all, imagesOf(one)...)
		}
		return all
	case map[string]any:
		return []string{firstOf(text(v["url"]), text(v["contentUrl"]))}
	}
	return nil
}

// stripMarkup takes tags out of an articleBody, which some sites fill with HTML.
func stripMarkup(s string) string {
	if !strings.Contains(s, "<") {
		return s
	}
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			b.Write(z.Text())
		default:
			b.WriteByte(' ')
		}
	}
}
