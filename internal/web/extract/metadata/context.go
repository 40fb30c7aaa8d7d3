package metadata

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// Context is what the metadata says about the page's blocks.
func (m Metadata) Context(pageURL *url.URL) blocks.Context {
	ctx := blocks.Context{
		Title:   m.Title,
		Summary: m.Description,
		Body:    m.Body,
		Kind:    m.kind(),
	}
	if pageURL != nil {
		ctx.Path = pageURL.Path
	}
	if ctx.Kind != blocks.KindProduct && (m.isForum || isForumAddress(pageURL)) {
		ctx.Kind = blocks.KindForum
	}
	return ctx
}

// forumAddress matches the paths where forum software keeps threads, and usual names of forum hosts.
var (
	forumAddress = regexp.MustCompile(`(?i)/forums?[/.-]|/threads?/|showthread|viewtopic|/topics?/|` +
		`/t/[^/]+/\d+|/questions/\d+|/discussions?/`)
	forumHost = regexp.MustCompile(`(?i)^(?:www\.)?(?:forums?|discuss|discourse|community|answers)\.`)
)

func isForumAddress(u *url.URL) bool {
	if u == nil || len(u.Path) > 2000 {
		return false
	}
	return forumAddress.MatchString(u.Path+"?"+u.RawQuery) || forumHost.MatchString(u.Hostname()) && len(u.Path) > 1
}

// forumSoftware are the names of forum software in a page's generator.
var forumSoftware = []string{"phpbb", "vbulletin", "xenforo", "discourse", "bbpress", "flarum", "nodebb",
	"invision", "smf", "mybb", "fluxbb", "punbb",
	"vanilla forums", "woltlab", "burning board"}

// siteTypes are the types of pages that mainly link to others.
var siteTypes = setOf("website webpage collectionpage itemlist")

func (m Metadata) kind() int {
	kind := blocks.KindUnknown
	for _, t := range m.Types {
		switch {
		case isArticleType(t):
			return blocks.KindArticle
		case strings.HasPrefix(t, "product") || t == "og:product":
			kind = blocks.KindProduct
		case strings.HasPrefix(t, "discussion") || t == "qapage" || t == "question":
			kind = blocks.KindForum
		case siteTypes[t] && kind == blocks.KindUnknown:
			kind = blocks.KindSite
		}
	}
	return kind
}
