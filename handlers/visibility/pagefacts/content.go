package pagefacts

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// Content is the part of a page that a reader came for.
type Content struct {
	Words         int
	MarkdownBytes int
	Lists, Tables int      // lines of lists, rows of tables with text
	Links         []string // distinct targets of links in it
	Sentences     int
	SentenceWords int // words in these sentences
	Author        string
	Published     string // RFC 3339 or a prefix of it
	Modified      string
}

func readContent(got *fetch.Page, parsed *htmlpage.Page, engine *extract.Engine) Content {
	var c Content
	markdown, err := engine.ExtractTree(parsed.Root, parsed.URL, extract.Options{Format: extract.Markdown})
	c.Author = markdown.Author
	c.Published = markdown.Published
	c.Modified = markdown.Modified
	// none of it is text on the page
	if err != nil || markdown.Strategy == extract.Described || markdown.Strategy == extract.Stated {
		return c
	}
	c.MarkdownBytes = len(markdown.Content)
	c.readMarkdown(markdown.Content)
	return c
}

var (
	markdownImage = regexp.MustCompile(`!\[[^\]]*\]\([^)\s]*(?:\s"[^"]*")?\)`)
	markdownLink  = regexp.MustCompile(`\]\((https?://[^)\s]+)[^)]*\)`)
	bareAddress   = regexp.MustCompile(`https?://\S+`)
)

// maxLinks bounds the targets kept.
const maxLinks = 500

// readMarkdown counts the parts of the content. Headings, lists and tables have words, but no sentences.
func (c *Content) readMarkdown(content string) {
	seen := map[string]bool{}
	fenced := false
	for line := range strings.SplitSeq(content, "\n") {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "```") {
			fenced = !fenced
			continue
		}
		if fenced {
			c.Words += CountWords(line)
			continue
		}

		line = markdownImage.ReplaceAllString(line, "")
		for _, m := range markdownLink.FindAllStringSubmatch(line, -1) {
			if !seen[m[1]] && len(c.Links) < maxLinks {
				seen[m[1]] = true
				c.Links = append(c.Links, m[1])
			}
		}

		plain := bareAddress.ReplaceAllString(markdownLink.ReplaceAllString(line, "]"), "")
		words := CountWords(plain)
		c.Words += words

		switch {
		case isListLine(trimmed):
			c.Lists++
		case strings.HasPrefix(trimmed, "|"):
			if words > 0 { // not the line under the header
				c.Tables++
			}
		case trimmed == "" || strings.HasPrefix(trimmed, "#") || words == 0:
		default:
			c.Sentences += countSentences(plain)
			c.SentenceWords += words
		}
	}
}

func isListLine(s string) bool {
	if len(s) > 2 && strings.IndexByte("-*+", s[0]) >= 0 && s[1] == ' ' {
		return true
	}
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	return digits > 0 && digits < 10 && len(s) > digits+1 && (s[digits] == '.' || s[digits] == ')') && s[digits+1] == ' '
}

// countSentences counts the ends of sentences in a paragraph, and what is left after the last one. A full stop
// counts only before white space or the end, and not after a single letter ("J. Doe"), so that numbers and initials
// do not count.
func countSentences(s string) int {
	count := 0
	open := false
	runes := []rune(s)
	for i, r := range runes {
		switch {
		case r == '。' || r == '！' || r == '？':
			if open {
				count++
				open = false
			}
		case r == '.' || r == '!' || r == '?':
			atEnd := i+1 == len(runes) || unicode.IsSpace(runes[i+1]) || strings.ContainsRune("\"')]*_”’»", runes[i+1])
			initial := r == '.' && i > 0 && unicode.IsUpper(runes[i-1]) && (i == 1 || !unicode.IsLetter(runes[i-2]))
			if open && atEnd && !initial {
				count++
				open = false
			}
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			open = true
		}
	}

	if open {
		count++
	}
	return count
}

// CountWords counts runs of letters and digits; in scripts without spaces two characters are one word.
func CountWords(s string) int {
	words := 0
	dense := 0
	inWord := false
	for _, r := range s {
		switch {
		case r < 0x80 && (r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9'):
			if !inWord {
				words++
				inWord = true
			}
		case r == '\'' || r == '’' || unicode.IsMark(r): // within a word
		case isDense(r):
			dense++
			inWord = false
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if !inWord {
				words++
				inWord = true
			}
		default:
			inWord = false
		}
	}

	return words + (dense+1)/2
}

func isDense(r rune) bool {
	return r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) && unicode.IsLetter(r)
}
