package metadata

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// starter is who began a discussion. Accounts rarely look like names of persons, so without it a reply under a real
// name would pass for the author of the whole thread.
type starter struct {
	posted  string // account of the first post whose markup names one
	account string // first account shown; only meaningful on pages made by forum software

	isLabelled bool // words before the account mark it as the one that began the thread
}

// preloaded matches the first post in the data that Discourse embeds for its scripts.
var preloaded = regexp.MustCompile(`\\"posts\\":\[\{\\"id\\":\d+,(?:\\"name\\":(?:null|\\"[^"\\]*\\"),)?` +
	`\\"username\\":\\"([^"\\]{1,60})\\"`)

// accountClasses are the classes that forum software gives to a post's account.
var accountClasses = setOf(`
	username bigusername username-coloured postuser-name poster-name post-author-name author-name person-listing
`)

func (f *found) takeStarter(n *html.Node, class string) {
	const longest = 60 // bytes of an account

	if f.starter.posted == "" {
		f.starter.posted = cleanAccount(postedBy(n, class), longest)
	}
	if f.starter.account != "" || !showsAccount(n, class) {
		return
	}
	f.starter.account = strings.TrimPrefix(cleanAccount(innerText(n), longest), "Topic Author ")
	f.starter.isLabelled = f.followsStarted()
}

// followsStarted reports whether the last text introduces who began the thread.
func (f *found) followsStarted() bool {
	before := strings.ToLower(f.lastLine())
	return strings.HasSuffix(before, "started by") || strings.HasPrefix(before, "thread starter")
}

// postedBy is the account in an attribute of a post's element.
func postedBy(n *html.Node, class string) string {
	switch {
	case n.Data == "shreddit-post":
		return blocks.Attr(n, "author")
	case strings.Contains(class, "message"):
		return blocks.Attr(n, "data-author")
	case strings.Contains(class, "question"):
		return blocks.Attr(n, "data-author-username")
	}
	if data := blocks.Attr(n, "data-preloaded"); data != "" {
		if m := preloaded.FindStringSubmatch(data); m != nil {
			return m[1]
		}
	}
	return ""
}

func showsAccount(n *html.Node, class string) bool {
	for name := range strings.FieldsSeq(class) {
		if accountClasses[name] {
			return true
		}
	}
	// phpBB and FluxBB begin the profile beside a post with the account.
	if n.DataAtom != atom.Dt || n.Parent == nil || n.Parent.Parent == nil {
		return false
	}
	around := blocks.Attr(n.Parent, "class") + " " + blocks.Attr(n.Parent.Parent, "class")
	return containsAny(around, "postprofile", "postleft")
}

func cleanAccount(s string, longest int) string {
	s = Squeeze(s)
	if len(s) < 2 || len(s) > longest {
		return ""
	}
	return s
}

// startedBy is who began the discussion, or "" if the page is not one or does not say.
func (f *found) startedBy(ld linked, types []string, pageURL *url.URL) string {
	if anyType(ld.types, isArticleType) {
		return ""
	}
	if f.opensThread(f.starter) {
		return f.starter.account
	}
	if name := firstOf(ld.starter, f.starter.posted); name != "" {
		return name
	}
	if !f.madeByForum() && !isForumAddress(pageURL) {
		return ""
	}

	for _, s := range f.signed {
		if s.isExact && s.region == 0 {
			if name := cleanAuthor(s.text); name != "" {
				return name
			}
		}
	}

	if anyType(types, isArticleType) && !f.madeByForum() {
		return ""
	}
	return f.starter.account
}

// opensThread reports whether the first account shown began the thread: words before it say so, or it is the first
// that markup calls an author.
func (f *found) opensThread(s starter) bool {
	if s.account == "" || s.isLabelled {
		return s.isLabelled
	}
	first := slices.IndexFunc(f.signed, func(s signature) bool { return s.isExact })
	return first >= 0 && f.signed[first].text == s.account && (s.posted != "" || f.madeByForum())
}

// madeByForum reports whether forum software made the page.
func (f *found) madeByForum() bool {
	return containsAny(strings.ToLower(f.meta["generator"]), forumSoftware...)
}
