package canon

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/unicode/norm"
)

// rewriteNotes finds footnotes: notes that stand where they are marked, notes that a mark links to, and notes that
// repeat the number of a raised mark. A mark alone proves nothing: the note must be found, begin a block of its own,
// and name its mark by number, by link or by the name of its place.
func (p *Page) rewriteNotes(doc *html.Node) {
	f := &noteFinder{page: p, taken: map[string]*html.Node{}}
	f.inPlace(doc)
	if !hasMarks(doc) {
		return
	}
	f.index(doc)
	f.linked()
	f.raised()
}

// hasMarks reports whether a page has anything that may be the mark of a note.
func hasMarks(doc *html.Node) bool {
	return first(doc, func(n *html.Node) bool {
		isLink := isElement(n, atom.A) && strings.Contains(attr(n, "href"), "#")
		return (isLink || isElement(n, atom.Sup)) && markOf(textOf(n, 30)) != ""
	}) != nil
}

type noteFinder struct {
	page  *Page
	taken map[string]*html.Node // targets by label

	ids     map[string]*html.Node
	order   map[*html.Node]int
	links   []*html.Node // to places in the page
	sups    []*html.Node // raised numbers without a link
	targets map[*html.Node]int
}

// markText matches the text of a mark.
var markText = regexp.MustCompile(`^[\[({（【]?\s*(?:[Nn]ote|fn|nb|注|註)?\.?\s*` +
	`([0-9]{1,4}|[ivxlcIVXLC]{1,7}|[a-zA-Z]|[*†‡§¶#∗]{1,3})\s*[\])}）】]?[.:,;]?$`)

// markOf is the number or sign of a mark, "" for any other text.
func markOf(shown string) string {
	const longest = 16
	shown = strings.TrimSpace(norm.NFKC.String(shown))
	if len(shown) > longest {
		return ""
	}
	if m := markText.FindStringSubmatch(shown); m != nil {
		return m[1]
	}
	return ""
}

func (f *noteFinder) index(doc *html.Node) {
	f.ids = map[string]*html.Node{}
	f.order = map[*html.Node]int{}
	at := 0
	visit(doc, func(n *html.Node) bool {
		at++
		f.order[n] = at
		for _, key := range []string{"id", "name"} {
			id := attr(n, key)
			if id != "" && f.ids[id] == nil && (key == "id" || isElement(n, atom.A)) {
				f.ids[id] = n
			}
		}
		switch {
		case isElement(n, atom.A) && strings.Contains(attr(n, "href"), "#"):
			f.links = append(f.links, n)
		case isElement(n, atom.Sup):
			f.sups = append(f.sups, n)
		}

		return !isPre(n) && !isElement(n, atom.Head, atom.Script, atom.Style)
	})
}

// label gives a note its name: its mark where that is a number or a letter and free.
func (f *noteFinder) label(mark string, target *html.Node) string {
	isSign := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	if mark == "" || strings.ContainsFunc(mark, isSign) {
		mark = "n" + strconv.Itoa(len(f.page.Notes)+1)
	}
	label := mark
	for i := 2; f.taken[label] != nil && f.taken[label] != target; i++ {
		label = mark + "-" + strconv.Itoa(i)
	}
	f.taken[label] = target
	return label
}

func (f *noteFinder) add(label string, body []*html.Node) {
	f.page.Notes = append(f.page.Notes, Note{Label: label, Body: body})
}

func newRef(label, shown string) *html.Node {
	n := element(NoteRef, html.Attribute{Key: AttrLabel, Val: label})
	n.AppendChild(text(shown))
	return n
}

// inPlaceClass matches elements whose text is a note to the place where they stand.
var inPlaceClass = regexp.MustCompile(`(?i)(?:^|[\s_-])(?:side-?note|margin-?note|footnote|ltx_role_footnote|` +
	`ltx_role_endnote)(?:$|[\s_-])`)

// inPlaceName matches elements that pages define for such notes: dt-fn and d-footnote of Distill.
var inPlaceName = regexp.MustCompile(`-(?:fn|footnote|side-?note)$`)

// inPlace finds the notes that stand within the sentence they belong to. They move behind its block.
func (f *noteFinder) inPlace(doc *html.Node) {
	var found []*html.Node
	named := map[string]*html.Node{}
	visit(doc, func(n *html.Node) bool {
		if isElement(n, atom.Span) && attr(n, "name") != "" {
			named[attr(n, "name")] = n
		}
		isNote := inPlaceName.MatchString(n.Data) || inPlaceClass.MatchString(attr(n, "class")) &&
			isElement(n, atom.Span, atom.Small, atom.Aside, atom.Div)
		if isNote && isWithinSentence(n) {
			found = append(found, n)
			return false
		}
		if isElement(n, atom.Aside) && named[attr(n, "name")] != nil {
			f.aside(named[attr(n, "name")], n)
			return false
		}

		return !isPre(n) && !isElement(n, atom.Head)
	})
	for _, n := range found {
		f.moveOut(n)
	}
}

// aside is a note that has the name of a span in the text.
func (f *noteFinder) aside(place, n *html.Node) {
	label := f.label("", n)
	place.Parent.InsertBefore(newRef(label, label), place.NextSibling)
	f.add(label, []*html.Node{n})
}

// isWithinSentence reports whether an element with a text of some length follows other text of its block.
func isWithinSentence(n *html.Node) bool {
	const fewest = 8
	shown := strings.TrimFunc(textOf(n, 200), func(r rune) bool { return !unicode.IsLetter(r) })
	if len(shown) < fewest {
		return false
	}
	block := blockOf(n)
	return block != nil && block != n && hasTextBefore(n, block) && first(n, func(c *html.Node) bool {
		return isElement(c, atom.A) && markOf(textOf(c, 20)) != ""
	}) == nil
}

// hasTextBefore reports whether a block has text before one of its descendants.
func hasTextBefore(n, block *html.Node) bool {
	steps := 200 // so that a page of empty elements costs no more
	for at := n; at != block && at != nil; at = at.Parent {
		for s := at.PrevSibling; s != nil && steps > 0; s = s.PrevSibling {
			steps--
			if s.Type != html.CommentNode && !blank(textOf(s, 40)) {
				return true
			}
		}
	}
	return false
}

// blockOf is the nearest block that holds n, or n itself.
func blockOf(n *html.Node) *html.Node {
	for ; n != nil; n = n.Parent {
		if isBlock(n) {
			return n
		}
	}
	return nil
}

func isBlock(n *html.Node) bool {
	return isElement(n, atom.P, atom.Li, atom.Dd, atom.Dt, atom.Div, atom.Td, atom.Th, atom.Tr, atom.Aside,
		atom.Section, atom.Article, atom.Main, atom.Body, atom.Blockquote, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5,
		atom.H6, atom.Figcaption, atom.Ol, atom.Ul, atom.Dl, atom.Footer, atom.Header, atom.Table, atom.Tbody,
		atom.Caption)
}

// moveOut puts a note behind its block, and its mark in its place.
func (f *noteFinder) moveOut(n *html.Node) {
	block := blockOf(n.Parent)
	if block == nil || block.Parent == nil || isElement(block, atom.Td, atom.Th, atom.Body) {
		return
	}
	mark := ""
	for c := range n.Descendants() {
		if mark == "" && isElement(c, atom.Sup, atom.Label) || hasClass(c, "ltx_note_mark", "ltx_tag_note") {
			mark = markOf(textOf(c, 20))
		}
	}
	if own := markBefore(n); own != nil {
		mark = markOf(textOf(own, 20))
		remove(own)
	}
	stripNote(n, mark)
	label := f.label(mark, n)
	shown := cmp.Or(mark, label)
	replace(n, newRef(label, shown))

	box := element("div")
	box.AppendChild(n)
	if isElement(block, atom.Li, atom.Dd, atom.Dt) {
		block.AppendChild(box)
	} else {
		block.Parent.InsertBefore(box, block.NextSibling)
	}
	f.add(label, []*html.Node{box})
}

// markBefore is the mark right before a note in the text: a raised number, or the label of a box that shows
// the note.
func markBefore(n *html.Node) *html.Node {
	prev := n.PrevSibling
	if isElement(prev, atom.Input) {
		prev = prev.PrevSibling
	}
	if isElement(prev, atom.Sup, atom.Label) && markOf(textOf(prev, 20)) != "" {
		return prev
	}
	return nil
}

// stripNote takes its own mark off a note that stood in place.
func stripNote(n *html.Node, mark string) {
	var marks []*html.Node
	for c := range n.Descendants() {
		raised := isElement(c, atom.Sup) && mark != "" && markOf(textOf(c, 20)) == mark
		if raised || hasClass(c, "ltx_note_mark", "ltx_tag_note", "ltx_note_type") {
			marks = append(marks, c)
		}
	}
	for _, c := range marks {
		remove(c)
	}
	for c := range n.Descendants() {
		if c.Type == html.TextNode && !blank(c.Data) {
			c.Data = strings.TrimLeft(leadingMark.ReplaceAllString(c.Data, ""), " ")
			return
		}
	}
}

var leadingMark = regexp.MustCompile(`^\s*(?:[0-9]{1,3}[.:)]?\s|[0-9]{1,3}$)`)

// linked finds the notes that marks link to.
func (f *noteFinder) linked() {
	type mark struct {
		link   *html.Node
		sign   string
		target *html.Node
	}
	var marks []mark
	f.targets = map[*html.Node]int{}
	seen := map[*html.Node]bool{}
	for _, a := range f.links {
		_, fragment, _ := strings.Cut(attr(a, "href"), "#")
		target := cmp.Or(f.ids[fragment], f.ids[unescape(fragment)])
		sign := markOf(textOf(a, 30))
		if target == nil || sign == "" || !f.isMark(a, target) {
			continue
		}
		marks = append(marks, mark{a, sign, target})
		if !seen[target] {
			seen[target] = true
			for up := target; up != nil; up = up.Parent {
				f.targets[up]++
			}
		}
	}

	// Links back tell notes from other places, so that no mark is taken off before all were judged.
	notes := map[*html.Node]*foundNote{}
	var inOrder []*foundNote
	for _, m := range marks {
		if _, judged := notes[m.target]; judged {
			continue
		}
		notes[m.target] = nil
		body := f.body(m.target)
		if len(body) > 0 && f.belongs(m.link, m.sign, m.target, body) {
			note := &foundNote{f.label(m.sign, m.target), m.sign, body}
			notes[m.target] = note
			inOrder = append(inOrder, note)
		}
	}
	for _, m := range marks {
		if note := notes[m.target]; note != nil {
			ref := newRef(note.label, strings.Trim(strings.TrimSpace(textOf(m.link, 20)), "[]()"))
			replace(m.link, ref)
			trimBrackets(ref)
		}
	}
	for _, note := range inOrder {
		f.finish(note.label, note.sign, note.body)
	}
}

// foundNote is a note whose mark is still on it.
type foundNote struct {
	label, sign string
	body        []*html.Node
}

// isMark reports whether a link may be the mark of a note: it stands within text, or is named as one.
func (f *noteFinder) isMark(a, target *html.Node) bool {
	if within(a, func(up *html.Node) bool { return up == target || isElement(up, atom.Nav) }) {
		return false
	}
	if isElement(target, atom.H1, atom.H2, atom.H3, atom.Figure, atom.Table, atom.Section, atom.Article, atom.Body,
		atom.Main) {
		return false
	}
	if namesMark(a) {
		return true
	}
	block := blockOf(a)
	return block != nil && hasTextBefore(a, block)
}

var markNames = regexp.MustCompile(`(?i)noteref|footnote-?ref|fn-?ref|footnote-?link|footnote-?anchor|reference|` +
	`sdfootnoteanc|_ftnref|footnote_link`)

// namesMark reports whether a link or the element around says that it is the mark of a note.
func namesMark(a *html.Node) bool {
	for _, n := range []*html.Node{a, a.Parent} {
		if n == nil || n.Type != html.ElementNode {
			continue
		}
		stated := attr(n, "role") == "doc-noteref" || attr(n, "data-type") == "noteref" ||
			strings.Contains(attr(n, "epub:type"), "noteref") || hasAttr(n, "data-footnote-ref")
		if stated || markNames.MatchString(attr(n, "class")) || markNames.MatchString(attr(n, "id")) {
			return true
		}
	}
	return false
}

// placeNames matches ids and classes of notes. Those of marks, which often differ by "ref" only, are left to markNames.
var placeNames = regexp.MustCompile(`(?i)foot-?note|end-?note|side-?note|cite_note|cite-?note|^fn[:_\-.]?|_ftn|^ftn|` +
	`^note|^foot[0-9]|^ref[-_]?[0-9]|^r[0-9]+$|bib|reference|^n[0-9]|^cit|^en[0-9]`)

// belongs reports whether a note names its mark.
func (f *noteFinder) belongs(a *html.Node, sign string, target *html.Node, body []*html.Node) bool {
	if f.order[body[0]] != 0 && f.order[a] > f.order[body[0]] && !namesMark(a) {
		return false // notes follow their marks
	}
	if placeNames.MatchString(attr(target, "id")) || placeNames.MatchString(attr(target, "name")) ||
		placeNames.MatchString(attr(target, "class")) || placeNames.MatchString(attr(body[0], "class")) {
		return true
	}
	shown := strings.TrimLeft(textOf(body[0], 80), " \n\t\u00a0[(^")
	own := strings.TrimSpace(textOf(target, 20))
	if strings.HasPrefix(norm.NFKC.String(shown), sign) || strings.HasPrefix(own, sign) {
		return true
	}
	if li := body[0]; isElement(li, atom.Li) && strconv.Itoa(position(li)) == sign {
		return true
	}
	return f.linksBack(a, body)
}

// position is the place of an item in its list.
func position(li *html.Node) int {
	at := 1
	if start, err := strconv.Atoi(attr(li.Parent, "start")); err == nil {
		at = start
	}
	for s, steps := li.PrevSibling, 0; s != nil && steps < 4000; s, steps = s.PrevSibling, steps+1 {
		if isElement(s, atom.Li) {
			at++
		}
	}
	return at
}

// linksBack reports whether a note has a link to the place of its mark.
func (f *noteFinder) linksBack(a *html.Node, body []*html.Node) bool {
	const levels = 3

	for _, n := range body {
		for c := range n.Descendants() {
			if !isElement(c, atom.A) {
				continue
			}
			_, fragment, found := strings.Cut(attr(c, "href"), "#")
			if !found || f.ids[fragment] == nil {
				continue
			}
			at := a
			for range levels {
				if at == f.ids[fragment] || at != nil && at.PrevSibling == f.ids[fragment] {
					return true
				}
				if at == nil {
					break
				}
				at = at.Parent
			}
		}
	}

	return false
}

// body finds the nodes of the note at a target.
func (f *noteFinder) body(target *html.Node) []*html.Node {
	block := blockOf(target)

	switch {
	case block == nil:
		return nil
	case isElement(block, atom.Dt):
		return siblings(block, func(n *html.Node) bool { return isElement(n, atom.Dt) })
	case isElement(block, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6):
		return siblings(block, func(n *html.Node) bool {
			return isElement(n, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Hr) || f.targets[n] > 0
		})
	case isElement(block, atom.Td, atom.Th, atom.Tr):
		return f.cell(block)
	case f.targets[block] > 1 || isElement(block, atom.Body, atom.Article, atom.Main, atom.Section, atom.Ol, atom.Ul):
		return f.stretch(target, block)
	}

	if block != target && hasTextBefore(target, block) {
		return nil // a place within a text
	}

	// A number with a block of its own: the text is in the next one.
	for range 2 {
		up := block.Parent
		shown := strings.TrimFunc(textOf(block, 60), func(r rune) bool { return !unicode.IsLetter(r) })
		if len(shown) > 1 || up == nil ||
			f.targets[up] > 1 || isElement(up, atom.Body, atom.Article, atom.Main) {
			break
		}
		block = up
	}

	return []*html.Node{block}
}

// siblings are the elements after n up to an end.
func siblings(n *html.Node, end func(*html.Node) bool) []*html.Node {
	const most = 20
	var all []*html.Node
	for s := n.NextSibling; s != nil && len(all) < most; s = s.NextSibling {
		if s.Type == html.ElementNode {
			if end(s) {
				break
			}
			all = append(all, s)
		}
	}
	return all
}

// cell is the last cell of a target's row.
func (f *noteFinder) cell(n *html.Node) []*html.Node {
	row := n
	for row != nil && !isElement(row, atom.Tr) {
		row = row.Parent
	}
	if row == nil || f.targets[row] > 1 {
		return nil
	}
	for c := row.LastChild; c != nil; c = c.PrevSibling {
		if isElement(c, atom.Td) {
			return []*html.Node{c}
		}
	}
	return nil
}

// stretch is the text from a target to the next in the same block. Where blocks follow, it is one of them.
func (f *noteFinder) stretch(target, block *html.Node) []*html.Node {
	at := target

	for at.Parent != block {
		if at = at.Parent; at == nil {
			return nil
		}
	}
	var all []*html.Node
	if !blank(textOf(at, 20)) {
		all = append(all, at)
	}

	for s := at.NextSibling; s != nil; s = s.NextSibling {
		if s.Type == html.ElementNode && (f.targets[s] > 0 || isElement(s, atom.Hr)) {
			break
		}
		if s.Type == html.ElementNode && isBlock(s) {
			if len(all) == 0 || blank(textOf(all[len(all)-1], 20)) {
				all = []*html.Node{s}
			}
			break
		}
		all = append(all, s)
	}

	return all
}

// trimBrackets takes off brackets right around a mark.
func trimBrackets(ref *html.Node) {
	before := ref.PrevSibling
	after := ref.NextSibling
	if before == nil || after == nil || before.Type != html.TextNode || after.Type != html.TextNode {
		return
	}
	if strings.HasSuffix(before.Data, "[") && strings.HasPrefix(after.Data, "]") {
		before.Data = strings.TrimSuffix(before.Data, "[")
		after.Data = strings.TrimPrefix(after.Data, "]")
	}
}

// finish takes the mark and the links back off a note and adds it to the page.
func (f *noteFinder) finish(label, sign string, body []*html.Node) {
	var kept []*html.Node
	marked := true
	for _, n := range body {
		if isLinkBack(n) {
			marked = marked && markOf(textOf(n, 30)) == ""
			remove(n)
			continue
		}
		marked = !dropLinksBack(n) && marked
		kept = append(kept, n)
	}
	if len(kept) > 0 {
		dropMark(kept, sign, marked)
		f.add(label, kept)
	}
}

var backText = regexp.MustCompile(`(?i)^[\s\pS\pP\x{fe0e}\x{fe0f}\x{23ce}]*` +
	`(?:back|return|jump up|up|jump back to the text|go back)?[\s\pS\pP\x{fe0e}\x{fe0f}]*$`)

// dropLinksBack removes the links from a note to its mark, and reports whether one was the note's number.
func dropLinksBack(n *html.Node) (hadMark bool) {
	var gone []*html.Node
	for c := range n.Descendants() {
		if isLinkBack(c) {
			gone = append(gone, c)
		}
	}
	for _, c := range gone {
		hadMark = hadMark || markOf(textOf(c, 30)) != ""
		remove(c)
	}
	return hadMark
}

// isLinkBack reports whether an element of a note only leads back to the mark.
func isLinkBack(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return false
	}
	if hasAttr(n, "data-footnote-backref") || attr(n, "role") == "doc-backlink" || hasClass(n, "mw-cite-backlink",
		"footnote-backref", "data-footnote-backref", "footnote-back", "footnote_backlink", "easy-footnote-to-top",
		"reversefootnote") {
		return true
	}
	if !isElement(n, atom.A) || !strings.Contains(attr(n, "href"), "#") {
		return false
	}
	shown := strings.TrimSpace(textOf(n, 40))
	return backText.MatchString(shown) || markOf(shown) != ""
}

// dropMark removes the sign of a note from its beginning: whole texts before the note's own, then the start of that.
// marked is false if the sign is gone already.
func dropMark(body []*html.Node, sign string, marked bool) {
	taken := !marked
	for _, n := range body {
		for _, c := range append([]*html.Node{n}, descendants(n)...) {
			if c.Type != html.TextNode || blank(c.Data) {
				continue
			}
			if taken {
				c.Data = stop.ReplaceAllString(c.Data, "")
			}

			if c.Data = afterMark(c.Data, sign); c.Data != "" {
				return
			}
			taken = true
		}
	}
}

// stop matches what closes a mark that has an element of its own.
var stop = regexp.MustCompile(`^\s*[.:)\]]+\s`)

// afterMark is what follows the sign of a note in a text, "" if it is only that.
func afterMark(text, sign string) string {
	const around = " .:)]\n\t\u00a0"
	shown := strings.TrimLeft(text, " \n\t\u00a0^")
	rest, found := strings.CutPrefix(strings.TrimLeft(shown, "[("), sign)
	switch {
	case found && (rest == "" || strings.IndexAny(rest, around+",") == 0):
		return strings.TrimLeft(rest, around)
	case strings.Trim(shown, "[]().: \n\t") == "":
		return ""
	}
	return strings.TrimPrefix(text, "^")
}

func descendants(n *html.Node) []*html.Node {
	var all []*html.Node
	for c := range n.Descendants() {
		all = append(all, c)
	}
	return all
}

// raised finds notes without links: a raised number in a text, and a later block that begins with the same, or the item
// of that number in a list of footnotes.
func (f *noteFinder) raised() {
	starts := map[string]*html.Node{}
	double := map[string]bool{}
	var marks []*html.Node
	for _, sup := range f.sups {
		sign := markOf(textOf(sup, 10))
		block := blockOf(sup)
		if sign == "" || block == nil || !isAttached(sup) || first(sup, isRef) != nil {
			continue
		}
		if hasTextBefore(sup, block) {
			marks = append(marks, sup)
			continue
		}
		double[sign] = starts[sign] != nil
		starts[sign] = block
	}

	labels := map[string]string{}
	for _, sup := range marks {
		sign := markOf(textOf(sup, 10))
		block := starts[sign]
		if block == nil {
			block = f.item(sup, sign)
		}
		const fewest = 8 // bytes of a note
		if block == nil || double[sign] || f.order[block] < f.order[sup] ||
			len(strings.TrimSpace(textOf(block, 40))) < fewest {
			continue
		}
		label := labels[sign]
		if label == "" {
			label = f.label(sign, block)
			labels[sign] = label
			f.finish(label, sign, []*html.Node{block})
		}
		replace(sup, newRef(label, sign))
	}
}

func isRef(n *html.Node) bool { return n.Data == NoteRef }

// isAttached reports whether an element is still part of a page.
func isAttached(n *html.Node) bool {
	for n.Parent != nil {
		n = n.Parent
	}
	return n.Type == html.DocumentNode
}

// item is the note of a number in the page's list of footnotes, for a mark that is named as one.
func (f *noteFinder) item(sup *html.Node, sign string) *html.Node {
	if !namesMark(sup) {
		return nil
	}
	for _, prefix := range []string{"fn", "fn-", "fn:", "footnote-", "footnote", "note-"} {
		if n := f.ids[prefix+sign]; n != nil && isBlock(n) {
			return n
		}
	}
	return nil
}
