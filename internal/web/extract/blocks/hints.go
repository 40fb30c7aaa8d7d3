package blocks

import (
	"strings"

	"golang.org/x/net/html"
)

// Hint is the set of purposes that an element's class, id, role and similar attributes suggest.
type Hint uint32

// The purposes, one bit each.
const (
	HintShare Hint = 1 << iota
	HintRelated
	HintComment
	HintNav
	HintFooter
	HintSide
	HintAd
	HintSignup
	HintByline
	HintConsent
	HintMedia
	HintHidden
	HintContent
	HintProduct
	HintForum
	HintControl
	HintTags
	HintBody

	hintCount = 18
)

// hintWords maps words of class names, as site templates commonly use them, to purposes.
var hintWords = buildHints(map[Hint]string{
	HintShare:   "share sharing shares sharebar social socials addthis sharedaddy facebook twitter whatsapp linkedin pinterest follow followus sns",
	HintRelated: "related relatedposts recommend recommended recommendation recommendations recommends recirc recirculation more trending popular mostread mostpopular teaser teasers outbrain taboola readmore also next prev previous pagination pager paging similar suggested upsell crosssell carousel slider swiper latest most links linklist latestnews zergnet bottom",
	HintComment: "comment comments commentlist reply replies respond disqus livefyre usercomment feedback",
	HintNav:     "nav navigation navbar menu submenu breadcrumb breadcrumbs crumb crumbs toc tabs topbar masthead header skip navi banner megamenu hamburger pagetop",
	HintFooter:  "footer foot copyright legal disclaimer colophon contentinfo imprint bottombar",
	HintSide:    "sidebar side aside rail widget widgets secondary complementary rightcol leftcol sidecol right",
	HintAd:      "ad ads advert adverts advertisement advertising sponsor sponsored sponsors dfp gpt promo promos promotion promotions adslot adunit adsense adbox commercial affiliate",
	HintSignup:  "newsletter subscribe subscription subscriptions signup paywall cta login signin register donate donation mailchimp email optin offer",
	HintByline:  "byline bylines author authors authorbox bio profile avatar meta metadata date dates time timestamp published posted dateline kicker eyebrow credit credits postmeta entrymeta info contributor source byauthor pubdate",
	HintConsent: "cookie cookies consent gdpr modal popup overlay lightbox dialog toast alert alerts notice privacy onetrust warning",
	HintMedia:   "caption captions figcaption figure image images img gallery slideshow photo photos media video player thumbnail thumb lede",
	HintHidden:  "hidden hide sr sronly visually visuallyhidden screenreader screen invisible offscreen noprint print",
	HintContent: "article content contents entry post posts story main page text single blog document doc docs detail details",
	HintBody:    "articlebody storybody body articletext articlecontent postcontent entrycontent postbody richtext rte prose markdown copy wysiwyg paragraph paragraphs articlepage bodytext maincontent storycontent fulltext rich textblock",
	HintProduct: "product products price prices sku variant variants cart buy rating ratings review reviews spec specs description pdp attributes feature features",
	HintForum:   "thread threads message messages topic answer answers question questions posttext forum qa discussion",
	HintControl: "toolbar tools controls control search filter filters sort form input btn button buttons icon icons dropdown select tooltip toggle action actions",
	HintTags:    "tag tags tagged category categories cat topics keywords labels label taxonomy terms tagcloud",
})

func buildHints(byHint map[Hint]string) map[string]Hint {
	words := make(map[string]Hint)
	for hint, list := range byHint {
		for _, word := range strings.Fields(list) {
			words[word] |= hint
		}
	}
	return words
}

// hintsOf reads the purposes off n's attributes.
func hintsOf(n *html.Node) Hint {
	var hints Hint
	for _, a := range n.Attr {
		switch a.Key {
		case "class", "id", "role", "itemprop", "data-component", "data-testid", "data-type", "data-module", "property":
			hints |= hintsIn(a.Val)
		case "hidden":
			hints |= HintHidden
		case "aria-hidden":
			if a.Val == "true" {
				hints |= HintHidden
			}
		case "style":
			if hidesByStyle(a.Val) {
				hints |= HintHidden
			}
		}
	}

	return hints
}

func hidesByStyle(style string) bool {
	if len(style) > 2000 || !strings.Contains(style, ":") {
		return false
	}
	compact := strings.ReplaceAll(strings.ToLower(style), " ", "")
	return strings.Contains(compact, "display:none") || strings.Contains(compact, "visibility:hidden")
}

// hintsIn splits a class list into words at anything that is not a letter and at camelCase humps, and looks up each word,
// and each whole name with its separators taken out ("post-content" is also "postcontent").
func hintsIn(value string) Hint {
	const longest = 400
	if len(value) > longest {
		value = value[:longest]
	}

	var hints Hint
	var word, name [40]byte
	w := 0
	m := 0

	endWord := func() {
		if w > 1 {
			hints |= hintWords[string(word[:w])]
		}
		w = 0
	}

	endName := func() {
		endWord()
		if m > 1 {
			hints |= hintWords[string(name[:m])]
		}
		m = 0
	}

	lower := false
	for i := 0; i < len(value); i++ {
		c := value[i]
		switch {
		case c >= 'a' && c <= 'z':
			lower = true
		case c >= 'A' && c <= 'Z':
			if lower {
				endWord()
			}
			lower = false
			c |= 0x20
		case c == ' ' || c == '\t' || c == '\n':
			endName()
			lower = false
			continue
		default:
			endWord()
			lower = false
			continue
		}
		if w < len(word) {
			word[w] = c
			w++
		}
		if m < len(name) {
			name[m] = c
			m++
		}
	}

	endName()
	return hints
}
