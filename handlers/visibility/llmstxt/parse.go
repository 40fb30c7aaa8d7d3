// Package llmstxt reads llms.txt, the Markdown file in which a site describes itself and its documents to language
// models (https://llmstxt.org), and scores how well it follows the format. It fetches nothing.
package llmstxt

import (
	"net/url"
	"slices"
	"strings"

	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// Bounds of what is kept of a file.
const (
	MaxSections = 200
	MaxLinks    = 2000
	MaxProblems = 100
	maxTitle    = 500  // bytes of a title, a section's name or a link's text
	maxSummary  = 2000 // bytes of the summary or of a link's notes
)

// Link is an entry of a section.
type Link struct {
	Title string
	URL   string // absolute if possible, else as written
	Notes string // "" when there are none
	Line  int    // 1-based

	written string
}

// Section is a part of the file under a level-2 heading.
type Section struct {
	Name     string
	Line     int
	Links    []Link
	Optional bool // named "Optional": may be left out where space is short
}

// File is a parsed llms.txt.
type File struct {
	Title    string // the heading of level 1
	Summary  string // the block quote after it
	Details  string // free text before the first section, cut to 2000 bytes
	Sections []Section
	Problems []finding.Problem
	Cut      bool // there is more than is kept

	h1, h1Line    int // how many, and where the first is
	firstLine     int // of the first line that is not blank
	summaryAfter  bool
	strayHeadings int
	items, bad    int // list items in sections, and those that are not well-formed links
	kept          int // links in all sections
}

// Links are the links of all sections in file order.
func (f *File) Links() []Link {
	var all []Link
	for _, s := range f.Sections {
		all = append(all, s.Links...)
	}
	return all
}

// Valid reports whether the file has no errors: one title, first, and sections with links.
func (f *File) Valid() bool {
	return !slices.ContainsFunc(f.Problems, func(p finding.Problem) bool { return p.Error })
}

// Parse reads a file from location. It never fails: errors are in Problems.
func Parse(text, location string) *File {
	base, err := url.Parse(location)
	if err != nil {
		base = &url.URL{}
	}
	p := &parser{file: &File{}, base: base}
	text = strings.TrimPrefix(text, "\uFEFF")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		p.line(line, number)
	}
	p.endQuote()
	p.finish()
	return p.file
}

// parser tracks the position in the file.
type parser struct {
	file    *File
	base    *url.URL
	fence   string // the marks that opened a block of code
	quote   []string
	quoting bool
	details []string
}

func (p *parser) problem(line int, isError bool, code, detail string) {
	problem := finding.Problem{
		Line:   line,
		Code:   code,
		Detail: detail,
		Error:  isError,
	}
	if len(p.file.Problems) == MaxProblems {
		p.file.Cut = true
		if isError { // validity must not depend on how many warnings came first
			p.file.Problems[MaxProblems-1] = problem
		}
		return
	}
	p.file.Problems = append(p.file.Problems, problem)
}

func (p *parser) line(line string, number int) {
	trimmed := strings.TrimSpace(line)
	if p.code(trimmed) {
		return
	}

	if trimmed != "" && p.file.firstLine == 0 {
		p.file.firstLine = number
	}
	if strings.HasPrefix(trimmed, ">") && len(p.file.Sections) == 0 {
		p.quoteLine(trimmed)
		return
	}

	p.endQuote()
	level, name := heading(line)
	switch {
	case trimmed == "":
	case level == 1:
		p.title(name, number)
	case level == 2:
		p.section(name, number)
	case level > 2:
		p.file.strayHeadings++
		p.problem(number, false, "stray_heading", "a heading of level "+string(rune('0'+level))+": the format has only a title and sections of level 2")
	default:
		p.text(trimmed, number)
	}
}

// code reports whether a line belongs to a fenced code block, whose content is ignored.
func (p *parser) code(trimmed string) bool {
	if p.fence != "" {
		if strings.HasPrefix(trimmed, p.fence) && strings.Trim(trimmed, p.fence[:1]) == "" {
			p.fence = ""
		}
		return true
	}
	for _, mark := range []string{"```", "~~~"} {
		if strings.HasPrefix(trimmed, mark) {
			p.fence = trimmed[:len(trimmed)-len(strings.TrimLeft(trimmed, mark[:1]))]
			return true
		}
	}
	return false
}

// heading is the level of an ATX heading (CommonMark, section 4.2) and its text; level 0 for other lines.
func heading(line string) (level int, name string) {
	s := strings.TrimLeft(line, " ")
	if len(line)-len(s) > 3 {
		return 0, ""
	}
	rest := strings.TrimLeft(s, "#")
	level = len(s) - len(rest)
	if level == 0 || level > 6 || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return 0, ""
	}
	rest = strings.TrimSpace(rest)
	if closed := strings.TrimRight(rest, "#"); closed == "" || strings.HasSuffix(closed, " ") {
		rest = strings.TrimSpace(closed)
	}
	return level, finding.Short(rest, maxTitle)
}

func (p *parser) title(name string, number int) {
	f := p.file
	f.h1++
	if f.h1 > 1 {
		p.problem(number, true, "several_titles", "a second heading of level 1: the file has one title")
		return
	}
	f.h1Line = number
	f.Title = name
	if name == "" {
		p.problem(number, true, "empty_title", "the title is empty")
	}
	if number != f.firstLine {
		p.problem(number, true, "title_not_first", "the title is not the first thing in the file")
	}
}

func (p *parser) quoteLine(trimmed string) {
	if !p.quoting {
		p.quoting = true
		// Directly after the title, ignoring blank lines.
		p.file.summaryAfter = p.file.summaryAfter || p.file.h1 > 0 && p.file.Summary == "" && len(p.details) == 0
	}
	p.quote = append(p.quote, strings.TrimSpace(strings.TrimPrefix(trimmed, ">")))
}

func (p *parser) endQuote() {
	if p.quoting && p.file.Summary == "" {
		p.file.Summary = finding.Short(strings.Join(p.quote, " "), maxSummary)
	}
	p.quoting = false
	p.quote = nil
}

func (p *parser) section(name string, number int) {
	if len(p.file.Sections) == MaxSections {
		p.file.Cut = true
		return
	}
	p.file.Sections = append(p.file.Sections, Section{
		Name:     name,
		Line:     number,
		Optional: strings.EqualFold(name, "optional"),
	})
	if name == "" {
		p.problem(number, false, "empty_section_name", "the section has no name")
	}
}

// text is a line that is neither blank nor a heading.
func (p *parser) text(trimmed string, number int) {
	f := p.file
	if len(f.Sections) == 0 {
		if len(p.details) < 200 {
			p.details = append(p.details, trimmed)
		}
		return
	}

	section := &f.Sections[len(f.Sections)-1]
	item, ok := listItem(trimmed)
	if !ok {
		return // text between a section's lists is common and harmless
	}

	f.items++
	link, form := parseLink(item)
	switch form {
	case noLink:
		f.bad++
		p.problem(number, true, "item_without_link", "a list entry of the section "+finding.Quote(section.Name)+" is not a link in the form [name](url)")
		return
	case oddNotes:
		f.bad++
		p.problem(number, false, "notes_without_colon", "what follows the link does not begin with a colon, as in [name](url): notes")
	}

	if f.kept == MaxLinks {
		f.Cut = true
		return
	}

	f.kept++
	link.Line = number
	p.address(&link)
	section.Links = append(section.Links, link)
}

// listItem is the content of a list entry.
func listItem(s string) (string, bool) {
	if len(s) > 1 && strings.IndexByte("-*+", s[0]) >= 0 && (s[1] == ' ' || s[1] == '\t') {
		return strings.TrimSpace(s[2:]), true
	}
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if digits > 0 && digits < 10 && len(s) > digits+1 && strings.IndexByte(".)", s[digits]) >= 0 && s[digits+1] == ' ' {
		return strings.TrimSpace(s[digits+2:]), true
	}
	return "", false
}

// form is how well a list entry follows [name](url): notes.
type form int

const (
	rightForm form = iota
	oddNotes       // a link, then something without a colon
	noLink
)

func parseLink(item string) (Link, form) {
	if !strings.HasPrefix(item, "[") {
		return Link{}, noLink
	}
	name, rest, ok := bracketed(item, '[', ']')
	if !ok || !strings.HasPrefix(rest, "(") {
		return Link{}, noLink
	}

	target, rest, ok := bracketed(rest, '(', ')')
	target = strings.TrimSpace(target)
	if i := strings.IndexAny(target, " \t"); i >= 0 { // a title after the URL
		target = target[:i]
	}

	target = strings.TrimSuffix(strings.TrimPrefix(target, "<"), ">")
	if !ok || target == "" || strings.TrimSpace(name) == "" {
		return Link{}, noLink
	}

	link := Link{Title: finding.Short(name, maxTitle), written: target}
	rest = strings.TrimSpace(rest)
	if rest == "" {
		return link, rightForm
	}

	notes, colon := strings.CutPrefix(rest, ":")
	link.Notes = finding.Short(strings.TrimLeft(strings.TrimSpace(notes), "-–— "), maxSummary)
	if !colon {
		return link, oddNotes
	}

	return link, rightForm
}

// bracketed cuts the text in balanced brackets off the start of s.
func bracketed(s string, open, shut byte) (inside, rest string, ok bool) {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return s[1:i], s[i+1:], true
			}
		}
	}
	return "", "", false
}

func (p *parser) address(link *Link) {
	u := htmlpage.Resolve(p.base, link.written)
	switch {
	case u == nil:
		link.URL = finding.Short(link.written, maxSummary)
		p.problem(link.Line, false, "not_a_web_address", "the link does not lead to an http or https URL")
	case !hasScheme(link.written):
		link.URL = u.String()
		p.problem(link.Line, false, "relative_link", "the link is relative: readers may have the file without its address")
	case u.Scheme != "https":
		link.URL = u.String()
		p.problem(link.Line, false, "link_not_https", "the link is not https")
	default:
		link.URL = u.String()
	}
}

func hasScheme(s string) bool {
	s = strings.ToLower(s)
	return strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://")
}

// finish checks the file as a whole.
func (p *parser) finish() {
	f := p.file
	f.Details = finding.Short(strings.Join(p.details, " "), maxSummary)
	if f.h1 == 0 {
		p.problem(0, true, "no_title", "there is no title: a heading of level 1 is the one part that every llms.txt has")
	}

	if f.Summary == "" {
		p.problem(0, false, "no_summary", "there is no summary: a block quote (> ...) after the title")
	} else if !f.summaryAfter {
		p.problem(0, false, "summary_misplaced", "the block quote does not follow the title directly")
	}

	linked := false
	for _, s := range f.Sections {
		linked = linked || len(s.Links) > 0
		if len(s.Links) == 0 {
			p.problem(s.Line, false, "section_without_links", "the section "+finding.Quote(s.Name)+" lists no links")
		}
	}

	if !linked {
		p.problem(0, false, "no_link_sections", "there is no section with links: a heading of level 2 with a list of [name](url)")
	}
}
