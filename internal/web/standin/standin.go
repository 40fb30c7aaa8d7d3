// Package standin tells a page from what a site serves in its place: a check whether the visitor is a human, a demand
// for consent, a refusal, a page that only scripts draw, a parked domain, or a page that says there is none.
//
// None of these has a subject. A page is about something; they are about the visit. So the judge asks how much of a
// short page's text speaks of the visit, in the words of several languages ([vocabulary]), and takes the scripts and
// elements of services that check visitors as support. A long page is never a stand-in, whatever it says.
package standin

import (
	"cmp"
	"net/http"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/extract/blocks"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// Kind is what is served in the place of a page.
type Kind string

// The kinds. The zero value is a page.
const (
	Challenge Kind = "challenge" // a check of the visitor, such as a captcha
	Consent   Kind = "consent"   // a demand to agree to something first
	Refusal   Kind = "refusal"   // the visitor or the page is blocked
	Scripts   Kind = "scripts"   // only a request to turn on JavaScript
	Parked    Kind = "parked"    // the domain has no site: for sale, parked, or a server's first page
	NotFound  Kind = "not_found" // the page says that there is no such page
)

// Verdict is a page's kind, and the service that serves it where that is known.
type Verdict struct {
	Kind    Kind
	Service string
}

// Bars reports whether the visitor is kept from a page that may well exist.
func (v Verdict) Bars() bool {
	return v.Kind == Challenge || v.Kind == Consent || v.Kind == Refusal
}

// Bounds of a stand-in's text. Of the ordinary pages of the sets, one in a hundred is shorter than mostWords.
const (
	mostBytes    = 8000
	mostWords    = 330 // of any stand-in
	aloneWords   = 60  // of a page that a service's own element makes a challenge
	titleWords   = 40  // of a page whose title says it
	titledWords  = 140 // of a page whose title says it and whose text says little about anything else
	policyLinks  = 12  // and pictures, of a demand for consent
	mostLinks    = 60  // and pictures, of one that is not of a page that is missing
	missingWords = 420 // of a page that says that there is none; navigation is around it
)

// Shares of a page's words that are in sentences about the visit.
const (
	wholeShare  = 0.5 // by the text alone
	titledShare = 0.2 // with a title that says it
	parkedShare = 0.3 // of a domain without a site, which keeps nobody from anything
	servedShare = 0.1 // with a service's scripts
)

// Judge judges a page by its headers and its tree. header may be nil.
func Judge(header http.Header, p *htmlpage.Page) Verdict {
	if service := byHeader(header); service != "" {
		return Verdict{Challenge, service}
	}

	text, cut := p.Text(mostBytes)
	if cut {
		return Verdict{}
	}
	seen := look(p.Root)
	title := parts(p.Title())
	words := blocks.CountWords(text)
	if words < aloneWords {
		text += "\n" + seen.unseen
	}

	saying := weigh(text)
	said := weigh(strings.Join(title, "\n"))
	for kind, n := range said.by {
		saying.by[kind] += n
	}
	kind := saying.most()
	share := saying.share()

	titled := Kind("")
	switch {
	case isWhole(title, barringTitles):
		titled = barring(kind)
	case isWhole(title, parkedTitles):
		titled = Parked
	}

	switch {
	case words > missingWords:
	case isWhole(title, missing) || words <= titledWords && isWhole(seen.headings, missing):
		return Verdict{Kind: NotFound}
	case words > mostWords, seen.links > mostLinks:
	case seen.parking, titled == Parked && words <= titledWords, kind == Parked && share >= parkedShare:
		return Verdict{Kind: Parked}
	case seen.own && words <= aloneWords, seen.served && kind.bars() && share >= servedShare:
		return Verdict{barring(kind), seen.service}
	case titled != "" && (words <= titleWords || share >= titledShare):
		return Verdict{titled, seen.service}
	case kind == Consent && (!seen.asks || seen.links > policyLinks): // a page about its cookies
	case words == 0 && said.most() != "":
		return Verdict{said.most(), seen.service}
	case share >= wholeShare, words <= titledWords && said.most() == kind && share >= titledShare:
		return Verdict{kind, seen.service}
	}
	return Verdict{}
}

// bars reports whether a kind keeps the visitor from the page.
func (k Kind) bars() bool { return Verdict{Kind: k}.Bars() }

// barring is the kind, or a challenge where the words name none that bars.
func barring(k Kind) Kind {
	if !k.bars() {
		return Challenge
	}
	return k
}

// byHeader is the service whose header is sent only with a challenge, or "".
func byHeader(header http.Header) string {
	if strings.EqualFold(header.Get("Cf-Mitigated"), "challenge") {
		return "Cloudflare"
	}
	switch strings.ToLower(header.Get("X-Amzn-Waf-Action")) {
	case "challenge", "captcha":
		return "AWS WAF"
	}
	return ""
}

// looks are what a page's elements say.
type looks struct {
	service  string   // the first service that checks visitors with a script, frame or form here, if it has a name
	served   bool     // there is one
	own      bool     // it is an element that only its challenges have
	parking  bool     // a script or frame is that of a market of domains
	links    int      // links and pictures
	asks     bool     // there is a form or a button
	headings []string // first levels, one line each
	unseen   string   // text for visitors without scripts or frames
}

// look reads a page's scripts, frames, forms and names of elements.
func look(root *html.Node) looks {
	const longest = 4000 // bytes of a script; those of challenges say at once what they are
	var l looks
	var unseen strings.Builder
	for n := range htmlpage.Elements(root) {
		for _, key := range []string{"src", "action", "href", "content"} {
			if address, ok := htmlpage.Attribute(n, key); ok && n.DataAtom != atom.A {
				l.note(addresses, address)
			}
		}
		for _, key := range []string{"id", "class", "name"} {
			if name, ok := htmlpage.Attribute(n, key); ok {
				l.note(names, name)
			}
		}

		switch n.DataAtom {
		case atom.A, atom.Img:
			l.links++
		case atom.Form, atom.Button:
			l.asks = true
		case atom.H1, atom.H2:
			l.headings = append(l.headings, parts(htmlpage.Raw(n))...)
		case atom.Script:
			source := htmlpage.Raw(n)
			l.note(addresses, source[:min(len(source), longest)])
		case atom.Noscript, atom.Iframe:
			if plain, _ := htmlpage.TextOf(htmlpage.Raw(n), mostBytes); unseen.Len() < mostBytes {
				unseen.WriteString(plain + "\n")
			}
		}
	}

	l.unseen = unseen.String()
	return l
}

// note notes the services whose marks are in a text.
func (l *looks) note(marks []mark, text string) {
	text = strings.ToLower(text)
	for _, m := range marks {
		switch {
		case !strings.Contains(text, m.text):
		case m.service == market:
			l.parking = true
		default:
			l.service = cmp.Or(l.service, m.service)
			l.own = l.own || m.own
			l.served = true
		}
	}
}
