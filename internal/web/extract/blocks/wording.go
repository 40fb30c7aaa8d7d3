package blocks

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tokens splits text into lower-case words.
func Tokens(text string) []string {
	if text == "" {
		return nil
	}
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		if r < utf8.RuneSelf {
			return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_')
		}
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	})
}

// shingles is the set of runs of n tokens.
func shingles(tokens []string, n int) map[uint64]bool {
	if len(tokens) < n {
		return nil
	}
	set := make(map[uint64]bool, len(tokens))
	for i := 0; i+n <= len(tokens); i++ {
		set[hashOf(tokens[i:i+n]...)] = true
	}
	return set
}

// covered is the share of the runs of three tokens that are in the set.
func covered(tokens []string, set map[uint64]bool) float64 {
	if len(tokens) < 3 || len(set) == 0 {
		return 0
	}
	hits := 0
	for i := 0; i+3 <= len(tokens); i++ {
		if set[hashOf(tokens[i:i+3]...)] {
			hits++
		}
	}
	return float64(hits) / float64(len(tokens)-2)
}

// overlap is the Jaccard similarity of two short texts.
func overlap(a, b []string) float64 {
	if len(a) == 0 || len(b) == 0 || len(a) > 60 || len(b) > 60 {
		return 0
	}
	same := 0
	for _, x := range a {
		for _, y := range b {
			if x == y {
				same++
				break
			}
		}
	}
	return float64(same) / float64(len(a)+len(b)-min(same, len(a)+len(b)-1))
}

// phraseGroups are the wordings of short page furniture, by purpose, in the larger languages of the web.
var phraseGroups = [...]struct {
	name  string
	words []string
}{
	{"share", []string{"share", "tweet", "facebook", "twitter", "whatsapp", "linkedin", "pinterest", "email this", "print", "copy link", "teilen", "partager", "compartir", "follow us", "follow @", "instagram", "telegram"}},
	{"more", []string{"read more", "related", "see also", "more from", "more on", "recommended", "you may also", "you might", "trending", "most read", "most popular", "also read", "read also", "continue reading", "learn more", "view all", "see all", "show more", "load more", "next", "previous", "up next", "mehr zum thema", "lesen sie auch", "weitere", "à lire", "lire aussi", "leer más", "te puede", "latest", "popular", "watch:", "read:", "dont miss", "don't miss", "editor's pick", "further reading", "more:"}},
	{"signup", []string{"subscribe", "newsletter", "sign up", "sign in", "log in", "login", "register", "inbox", "download our app", "donate", "membership", "get started", "free trial", "book a demo", "anmelden", "abonn", "suscr", "get the latest", "support our", "join our"}},
	{"legal", []string{"copyright", "©", "all rights reserved", "privacy policy", "terms of", "cookie", "impressum", "datenschutz", "disclaimer", "alle rechte", "tous droits", "this material may not"}},
	{"comment", []string{"comment", "reply", "respond", "kommentar", "leave a", "post a", "report abuse", "your email address", "moderat", "antworten"}},
	{"byline", []string{"by ", "von ", "par ", "por ", "published", "updated", "posted", "written by", "min read", "minutes read", "ago", "last modified", "reporting by", "editing by", "photo:", "image:", "photograph", "getty", "credit:", "source:", "image source", "image caption", "file photo", "reuters/", "ap photo", "contributed to this", "about the author", "is a reporter", "is a writer", "staff writer", "is a freelance", "follow him", "follow her"}},
	{"tags", []string{"tags", "tagged", "filed under", "categories", "category", "topics", "labels", "schlagw", "keywords"}},
	{"ad", []string{"advertis", "sponsored", "anzeige", "publicidad", "publicité", "skip ad", "story continues", "article continues", "affiliate", "promoted", "scroll to continue"}},
	{"shop", []string{"add to cart", "add to basket", "buy now", "in stock", "out of stock", "wishlist", "sort by", "filter", "shipping", "checkout", "quantity", "reviews"}},
}

// phraseCount is how many wordings of each group a text has.
type phraseCount struct {
	groups [len(phraseGroups)]int
	all    int
}

func phrases(v *vector, text string) {
	const longest = 240
	head := text
	if len(head) > longest {
		head = head[:longest]
	}
	said := countPhrases(head)
	for i, group := range phraseGroups {
		v.sub("says_", group.name, float64(said.groups[i]))
	}
	v.add("says_any", float64(said.all))
}

// phraseScore counts the furniture wordings of a heading.
func phraseScore(text string) int {
	if len(text) > 120 {
		return 0
	}
	return countPhrases(text).all
}

// pairs is a set of hashed byte pairs: a pair that is not in it does not occur.
type pairs [16]uint64

const pairHashes = 64 * len(pairs{})

func pairHash(a, b byte) int { return (int(a)*37 ^ int(b)*11) % pairHashes }

func (p *pairs) add(a, b byte) {
	h := pairHash(a, b)
	p[h/64] |= 1 << (h % 64)
}

func (p *pairs) has(h uint16) bool { return p[h/64]&(1<<(h%64)) != 0 }

// phrasePairs are the hashes of two byte pairs of each wording. Checking them first is several times as fast as
// searching every text for some 130 wordings.
var phrasePairs = func() (of [len(phraseGroups)][][2]uint16) {
	for i, group := range phraseGroups {
		for _, word := range group.words {
			last := len(word) - 1
			of[i] = append(of[i], [2]uint16{
				uint16(pairHash(word[0], word[1])),
				uint16(pairHash(word[last-1], word[last])),
			})
		}
	}
	return of
}()

// countPhrases counts the wordings that a text has.
func countPhrases(text string) phraseCount {
	low := strings.ToLower(text)
	var in pairs
	for i := 0; i+1 < len(low); i++ {
		in.add(low[i], low[i+1])
	}
	var said phraseCount
	for i := range phraseGroups {
		for k, word := range phraseGroups[i].words {
			ends := &phrasePairs[i][k]
			if in.has(ends[0]) && in.has(ends[1]) && saysPhrase(low, word) {
				said.groups[i]++
			}
		}
		said.all += said.groups[i]
	}
	return said
}

func saysPhrase(text, word string) bool {
	at := strings.Index(text, word)
	return at >= 0 && (at == 0 || !isLetterByte(text[at-1]) || len(word) > 6)
}

func isLetterByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= utf8.RuneSelf
}
