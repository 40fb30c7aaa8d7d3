package pdftext

import (
	"cmp"
	"regexp"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/farebox/farebox/internal/clip"
)

const (
	maxTitle = 1000 // bytes
	maxName  = 500
)

// pages gathers the text of a file's pages.
type pages struct {
	list   [][]line
	shaped [][]line  // the same with tables and paragraphs, where the page is not tagged
	tags   [][]block // of tagged pages, nil for others
	forms  []string
	bytes  int
	placed int   // bytes of the pages whose characters were placed
	words  int   // whose places were read
	broken error // of the last unreadable page
}

// add takes up a page, its blocks if it is tagged, and what is filled into its form.
func (p *pages) add(page, shaped []line, tags []block, form string) {
	p.list = append(p.list, page)
	p.shaped = append(p.shaped, shaped)
	p.tags = append(p.tags, tags)
	p.forms = append(p.forms, form)
	for _, l := range page {
		p.bytes += len(l.text)
	}
	p.bytes += len(form)
}

func (p *pages) size() int { return p.bytes }

// joined is the text of all pages.
func (p *pages) joined() string {
	var all []block
	for i := range p.list {
		all = append(all, plainBlocks(clean(textOfLines(p.list[i])), clean(p.forms[i]))...)
	}
	return clip.Cut(joinBroken(writeBlocks(all)), MaxText)
}

func textOfLines(page []line) string {
	var b strings.Builder
	for _, l := range page {
		b.WriteString(l.text)
		b.WriteByte('\n')
	}
	return b.String()
}

// markdown is the same with headings, and with the lists and tables of tagged pages.
func (p *pages) markdown() string {
	sizes := headingSizes(p.list)
	p.findTitles()
	var all []block
	for i := range p.list {
		page := p.tags[i]
		if page == nil {
			page = marked(p.shaped[i], sizes)
		}
		all = joinBlocks(all, page)
		all = append(all, plainBlocks(clean(p.forms[i]))...)
	}
	return clip.Cut(joinBroken(writeBlocks(all)), MaxText)
}

// plainBlocks are texts as blocks, without those that are empty.
func plainBlocks(texts ...string) []block {
	var all []block
	for _, text := range texts {
		all = appendText(all, "", text)
	}
	return all
}

// clean normalises a page's text: plain line ends, one mark where a line break may part a word, ligatures as letters, and
// no meaningless characters.
func clean(raw string) string {
	text := strings.ReplaceAll(raw, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	text = lineBreak.ReplaceAllString(text, string(hyphenMark2))

	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text {
		switch {
		case r == hyphenMark || r == hyphenMark2:
			b.WriteRune(hyphenMark2)
		case r == softHyphen, r == '\uFEFF', r == '\uFFFF':
		case r >= 0xFB00 && r <= 0xFB06: // Latin ligatures
			b.WriteString(norm.NFKC.String(string(r)))
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case unicode.IsControl(r):
		default:
			b.WriteRune(r)
		}
	}
	return trimLines(b.String())
}

// trimLines strips trailing white space and repeated empty lines.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	kept := lines[:0]
	for _, line := range lines {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		if line == "" && (len(kept) == 0 || kept[len(kept)-1] == "") {
			continue
		}
		kept = append(kept, line)
	}
	return strings.TrimSpace(strings.Join(kept, "\n"))
}

// programs prefix the title with their own name, or use the file name.
var (
	programName = regexp.MustCompile(`^(?:Microsoft (?:Word|PowerPoint|Excel)|PowerPoint Presentation|LaTeX) ?[-:] ?`)
	fileName    = regexp.MustCompile(`(?i)^\S+\.(?:docx?|rtf|odt|pptx?|xlsx?|indd|qxd|p65|tex|dvi|` +
		`pdf|ps|eps|txt|html?|cdr|ai|pub|wpd)$`)
	noTitle = regexp.MustCompile(`(?i)^(?:untitled[-_ ]?\d*|title|document\d*|no title|none|unknown|` +
		`print|slide \d+|powerpoint presentation)$`)
)

// title is the title in the file's properties, or "" for one that a program made up.
func title(property string) string {
	text := oneLine(property, maxTitle)
	text = programName.ReplaceAllString(text, "")
	if fileName.MatchString(text) || noTitle.MatchString(text) {
		return ""
	}
	return text
}

func oneLine(property string, most int) string {
	text := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, property)
	return clip.Cut(strings.Join(strings.Fields(text), " "), most)
}

var tag = regexp.MustCompile(`^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$`)

func languageTag(text string) string {
	text = strings.TrimSpace(text)
	if len(text) > 35 || !tag.MatchString(text) {
		return ""
	}
	return strings.ReplaceAll(text, "_", "-")
}

// pdfDate is the form of dates in PDF: D:YYYYMMDDHHmmSSOHH'mm', where everything after the year is optional (ISO
// 32000-1 section 7.9.4).
var pdfDate = regexp.MustCompile(`^(?:D:)?(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?` +
	`(?:(Z)|([+-]\d{2})'?(\d{2})?'?)?`)

// moment reads such a date: as RFC 3339, or as the day alone if the zone or time of day is missing. It returns ""
// for an impossible date.
func moment(property string) string {
	m := pdfDate.FindStringSubmatch(strings.TrimSpace(property))
	if m == nil {
		return ""
	}
	day := m[1] + m[2] + m[3]
	if at, err := time.Parse("20060102", day); err != nil || at.Year() < 1980 {
		return ""
	}

	zone := ""
	switch {
	case m[7] != "":
		zone = "+0000"
	case m[8] != "":
		zone = m[8] + cmp.Or(m[9], "00")
	}
	at, err := time.Parse("20060102150405-0700", day+m[4]+m[5]+cmp.Or(m[6], "00")+zone)
	if err != nil {
		return m[1] + "-" + m[2] + "-" + m[3]
	}
	return at.Format(time.RFC3339)
}
