package metadata

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// claim is a text anywhere on the page that says in words who wrote it: "Written by", "Author:", "Text von".
type claim struct {
	text string
	node *html.Node
	next []string // texts that follow it
	read int
}

// claimStarts are the first words of such texts.
var claimStarts = setOf(`
	written authored author authors author(s) article text words story autor autorin autoren geschrieben verfasst ein
	auteur écrit rédigé escrito scritto автор contributors this beitrag blog guest
`)

// claims are those of byWords that mean authorship anywhere on a page.
var claims = []string{
	"written by", "authored by", "author:", "authors:", "author(s):", "article by", "this article was written by",
	"this post was written by", "article written by", "words by", "story by", "text by", "text:", "text von",
	"autor:", "autorin:", "autoren:", "autoren ", "geschrieben von", "verfasst von", "ein beitrag von",
	"ein artikel von", "beitrag von", "blog beitrag von", "auteur :", "auteur:", "écrit par", "rédigé par",
	"escrito por", "scritto da", "автор:", "contributors:", "guest post by", "author", "author(s)", "autor",
}

// takeClaim notes a text that begins like a claim, or that follows the last one.
func (f *found) takeClaim(n *html.Node, text string) {
	const (
		most      = 12
		following = 4
		longest   = 120 // bytes; more is a sentence
	)

	if last := len(f.claims) - 1; last >= 0 && len(f.claims[last].next) < following && len(text) <= longest {
		f.claims[last].next = append(f.claims[last].next, text)
	}
	if len(f.claims) >= most || len(text) > longest {
		return
	}

	first, _, _ := strings.Cut(text, " ")
	if len(first) > 12 || !claimStarts[strings.ToLower(strings.TrimRight(first, ":"))] {
		return
	}

	low := strings.ToLower(text)
	for _, c := range claims {
		if low == c || strings.HasPrefix(low, c) && (strings.HasSuffix(c, " ") || strings.Contains(c, " ") ||
			strings.HasSuffix(c, ":")) {
			f.claims = append(f.claims, claim{
				text: text,
				node: n,
				read: f.read,
			})
			return
		}
	}
}

// goesOn reports whether a text continues the sentence of the element before it: "a film written by".
func goesOn(n *html.Node, text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	if n.PrevSibling == nil || !unicode.IsLower(first) {
		return false
	}
	switch n.PrevSibling.DataAtom {
	case atom.I, atom.Em, atom.B, atom.Strong, atom.Cite, atom.A, atom.Q, atom.Sup:
		return true
	}
	return false
}

// persons are the persons that the claim names, in its own text or the texts after it.
func (c claim) persons() []string {
	if names := persons(c.text); len(names) > 0 {
		return names
	}
	if rest, signs := afterBy(c.text); signs && strings.Trim(rest, " :") == "" {
		return persons(joinedTexts(c.next))
	}
	return nil
}

// joinedTexts is the first text with those that continue it: names in separate links, and the separators between
// them.
func joinedTexts(texts []string) string {
	joined := ""
	for i, text := range texts {
		if i%2 == 1 && !isJoint(text) {
			break
		}
		joined += " " + text
	}
	return joined
}

func isJoint(text string) bool {
	switch text {
	case ",", "and", "&", "und", "et", "y", ", and":
		return true
	}
	return false
}

// lineNames finds a byline by its wording alone: a line "By Ann Lee" near the title.
func (a *authorship) lineNames() []string {
	for i, l := range a.f.lines {
		if !a.place.isNear(l.read) {
			continue
		}
		if rest, signs := signedLine(a.f.lines, i); signs {
			if names := a.persons(rest); len(names) > 0 {
				return names
			}
		}
	}
	return nil
}

// signedLine is what follows the words for "by" in line i, or the next lines if it holds nothing else.
func signedLine(lines []line, i int) (string, bool) {
	if lines[i].goesOn {
		return "", false
	}
	text := lines[i].text
	rest, signs := afterBy(text)
	if signs && strings.Trim(rest, " :") == "" {
		return joinedNames(lines[i+1:]), true
	}
	if at := strings.Index(strings.ToLower(text), "written by "); at > 0 && !signs {
		return text[min(len(text), at+len("written by ")):], true
	}
	return rest, signs
}

// joinedNames is joinedTexts of lines.
func joinedNames(lines []line) string {
	const most = 7
	var texts []string
	for _, l := range lines[:min(most, len(lines))] {
		texts = append(texts, l.text)
	}
	return joinedTexts(texts)
}
