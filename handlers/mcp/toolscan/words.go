package toolscan

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words added to the distance of two events at the end of a sentence and of a text.
const (
	sentenceGap = 2
	textGap     = 100
	maxWord     = 40 // longer words are in no lexicon
)

// reader turns one text into events.
type reader struct {
	t      *toolScan
	seg    *segment
	view   *view
	text   string
	lits   []literalHit
	quote  int // end of the current quotation
	runEnd int // end of the current identifier
	buf    [2 * maxWord]byte
	spell  spelling
	report func(*rule, progress, event)
	// the stretch of words since the last function word
	stretchFrom, stretchTo, stretchWords int
}

// read feeds the matcher with the words and literals of a text.
func (t *toolScan) read(seg *segment, v *view) {
	t.m.pos += textGap
	if t.reader == nil {
		r := &reader{t: t}
		r.report = func(rule *rule, p progress, e event) { t.hit(rule, p, e, r.seg, r.view) }
		t.reader = r
	}

	r := t.reader
	r.seg, r.view, r.text, r.quote, r.runEnd, r.stretchWords = seg, v, v.text, 0, 0, 0
	t.lits = t.s.literals.find(t.lits[:0], v.text)
	r.lits = t.lits

	for i := 0; i < len(r.text); {
		c := r.text[i]
		switch {
		case alnum(c) || c >= utf8.RuneSelf:
			i = r.word(i)
		case c == '<':
			if end := shoutedTag(r.text, i); end > 0 {
				r.t.m.pos++
				r.literalsTo(i)
				r.emit(of(pseudoTag), i, end)
			}
			i++
		case c == '"' || c == '`':
			r.openQuote(i)
			i++
		case c == '\n':
			i = r.newline(i)
		case c == '.' || c == '!' || c == '?' || c == ';':
			if i+1 == len(r.text) || r.text[i+1] <= ' ' {
				r.literalsTo(i)
				t.m.pos += sentenceGap
				r.endExample(i)
			}
			i++
		default:
			i++
		}
	}

	r.literalsTo(len(r.text))
	r.endSpelling()
	r.endStretch()
}

// endExample ends the scope of a "such as": an order in the next sentence is not an example.
func (r *reader) endExample(i int) {
	if abbreviation := i >= 2 && r.text[i-2] == '.'; !abbreviation { // e.g. and i.e.
		r.t.m.example = never
	}
}

// newline skips blanks and increases the distance at the start of a list item or heading. Other line breaks do not
// separate sentences, or they could hide an order.
func (r *reader) newline(i int) int {
	for i < len(r.text) && r.text[i] <= ' ' {
		i++
	}
	if i < len(r.text) && strings.IndexByte("-*#0123456789", r.text[i]) >= 0 {
		r.t.m.pos += sentenceGap
		r.literalsTo(i - 1)
	}
	return i
}

// shoutedTag reports whether an attention tag starts at i, and where it ends: a word of five or more capitals in
// angle brackets with a closing tag soon after. Placeholders such as <TOKEN> have none.
func shoutedTag(text string, i int) int {
	end := i + 1
	for end < len(text) && end-i < 32 && ('A' <= text[end] && text[end] <= 'Z' || text[end] == '_' || text[end] == '-') {
		end++
	}
	if end-i < 6 || end == len(text) || text[end] != '>' {
		return 0
	}
	if !strings.Contains(text[end:min(len(text), end+2000)], "</"+text[i+1:end+1]) {
		return 0
	}
	return end + 1
}

// openQuote notes the end of a quotation that starts at i; a quotation has at most 200 bytes.
func (r *reader) openQuote(i int) {
	if i < r.quote {
		return
	}
	n := strings.IndexByte(r.text[i+1:min(len(r.text), i+200)], r.text[i])
	if n >= 0 {
		r.quote = i + 1 + n + 1
	}
}

// literalsTo feeds the literals that start before offset i.
func (r *reader) literalsTo(i int) {
	for len(r.lits) > 0 && int(r.lits[0].start) <= i {
		l := r.lits[0]
		r.lits = r.lits[1:]
		classes := r.t.s.literals.words[l.word].classes
		if classes.holds(piped) && !pipesDownload(r.text, int(l.start)) {
			continue
		}
		r.emit(classes, int(l.start), int(l.end))
	}
}

// pipesDownload reports whether the input of the pipe at i comes from a download or a decoder.
func pipesDownload(text string, i int) bool {
	before := text[max(0, i-200):i]
	return strings.Contains(before, "curl") || strings.Contains(before, "wget") || strings.Contains(before, "base64")
}

func (r *reader) emit(classes set, start, end int) {
	r.t.m.feed(event{classes: classes, start: int32(start), end: int32(end), quoted: start < r.quote}, r.report)
	if classes.holds(call) {
		r.t.lastCall = r.t.m.pos
	}
}

// word reads the word at i and returns where it ends.
func (r *reader) word(i int) int {
	if i >= r.runEnd {
		if end := r.identifier(i); end > 0 {
			return end
		}
	}

	end := i
	ascii := true
	digits := false
	for end < len(r.text) {
		c := r.text[end]
		if c >= utf8.RuneSelf {
			if ch, size := utf8.DecodeRuneInString(r.text[end:]); unicode.IsLetter(ch) || unicode.Is(unicode.M, ch) {
				ascii = false
				end += size
				continue
			} else if end == i {
				r.literalsTo(i)
				return end + size // a symbol is not a word
			}
			break
		}
		if c == '\'' && end+1 < len(r.text) && letter(r.text[end+1]) && end > i {
			end++
			continue
		}
		if !alnum(c) {
			break
		}
		digits = digits || c <= '9'
		end++
	}

	r.t.m.pos++
	r.literalsTo(i)
	if end-i == 1 && letter(r.text[i]) {
		r.spellOut(i)
	} else {
		r.endSpelling()
	}

	if end-i > maxWord {
		return end
	}
	word := r.text[i:end]
	classes := r.classesOf(word, ascii, digits, i)

	if at := end; at+1 < len(r.text) && r.text[at] == '@' && alnum(r.text[at+1]) && i > 0 {
		if stop, ok := address(r.text, at); ok {
			r.emit(of(mail), i, stop)
			return stop
		}
	}

	if len(word) > 2 && word[0] == '0' && word[1] == 'x' && len(word) == 42 {
		classes = classes.union(of(account))
	}
	if !classes.empty() {
		r.emit(classes, i, end)
	}

	return end
}

// address reports whether the @ at text[at] is in an e-mail address, and where that ends.
func address(text string, at int) (int, bool) {
	end := at + 1
	dot := false
	for end < len(text) && (alnum(text[end]) || text[end] == '-' || text[end] == '.' && end+1 < len(text) && alnum(text[end+1])) {
		dot = dot || text[end] == '.'
		end++
	}
	return end, dot
}

// classesOf looks up a word: unchanged, with look-alikes of other scripts replaced, and with digits read as
// letters.
func (r *reader) classesOf(word string, ascii, digits bool, at int) set {
	s := r.t.s
	buf := r.buf[:0]
	for i := 0; i < len(word); i++ {
		c := word[i]
		if c == '\'' {
			continue
		}
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		buf = append(buf, c)
	}

	classes := s.words[string(buf)]
	if classes.holds(stop) {
		r.endStretch()
	} else if ascii {
		if r.stretchWords == 0 {
			r.stretchFrom = at
		}
		r.stretchWords++
		r.stretchTo = at + len(word)
	}

	if !classes.empty() {
		return classes
	}

	if !ascii {
		folded, replaced, latin, ok := s.skeleton(buf[len(buf):], word)
		if !ok || replaced == 0 {
			return set{}
		}
		classes = s.words[string(folded)]
		switch {
		case latin >= 2 && len(folded) >= 3:
			r.note("mixed_script_word", at, at+len(word), string(folded))
		case latin == 0 && len(folded) >= 5 && classes.has(of(override, instr, prior, obey, cred, send, exec, user)):
			r.note("lookalike_word", at, at+len(word), string(folded))
		default:
			return set{}
		}
		return classes
	}

	if digits && len(buf) >= 3 {
		plain := buf[len(buf):]
		letters := 0
		for _, c := range buf {
			if l := leet(c); l != 0 {
				c = l
			} else {
				letters++
			}
			plain = append(plain, c)
		}
		if letters > 0 {
			if classes = s.words[string(plain)]; !classes.empty() {
				r.view.leet = append(r.view.leet, span{int32(at), int32(at + len(word))})
			}
		}
	}

	return classes
}

// endStretch tries a long stretch without function words as ROT13 and reversed text.
func (r *reader) endStretch() {
	if r.stretchWords >= minStretch {
		r.t.stretch(r.seg, r.view, r.stretchFrom, r.stretchTo)
	}
	r.stretchWords = 0
}

// note adds a finding about a span of the view.
func (r *reader) note(check string, start, end int, decoded string) {
	start, end = r.view.raw(start, end)
	r.t.add(r.seg, finding{check: check, start: start, end: end, decoded: decoded})
}

// leet is the letter that a digit replaces, or 0.
func leet(c byte) byte {
	switch c {
	case '0':
		return 'o'
	case '1':
		return 'i'
	case '3':
		return 'e'
	case '4':
		return 'a'
	case '5':
		return 's'
	case '7':
		return 't'
	}
	return 0
}

// identifier reads an identifier of several words, such as send_email, that starts at i. If it names a tool it is
// one event, and its end is returned; otherwise 0, and its words are read one by one.
func (r *reader) identifier(i int) int {
	end := i
	joined := false
	for end < len(r.text) && (alnum(r.text[end]) || r.text[end] == '_' || r.text[end] == '-') {
		if c := r.text[end]; c == '_' || c == '-' || end > i && 'A' <= c && c <= 'Z' && 'a' <= r.text[end-1] && r.text[end-1] <= 'z' {
			joined = true
		}
		end++
	}

	r.runEnd = end
	if end-i > 80 || r.seg.kind.identifier() {
		return 0
	}

	rest := r.text[end:]
	quoted := i > 0 && (r.text[i-1] == '`' || r.text[i-1] == '"' || r.text[i-1] == '\'')
	if quoted && rest != "" {
		rest = rest[1:]
	}

	namedTool := strings.HasPrefix(rest, " tool") || strings.HasPrefix(rest, " function") || joined && strings.HasPrefix(rest, " is ") && calledNext(rest[4:])
	marked := joined || namedTool || quoted
	if !marked {
		return 0
	}

	name := foldName(r.text[i:end])
	var classes set
	switch {
	case name == r.t.name:
		if !joined {
			return 0
		}
	case r.t.siblings[name] > 0:
		classes = of(sibling)
	case joined && !r.t.own[name] && (r.t.s.wellKnown[name] || namedTool || r.t.m.pos-r.t.lastCall <= 1):
		classes = of(toolRef)
	default:
		return 0
	}

	r.t.m.pos++
	r.literalsTo(i)
	r.endSpelling()
	if !classes.empty() {
		r.emit(classes, i, end)
	}

	return end
}

// calledNext reports whether "is called", "is invoked" or "is used" follows here.
func calledNext(rest string) bool {
	return strings.HasPrefix(rest, "called") || strings.HasPrefix(rest, "invoked") || strings.HasPrefix(rest, "used")
}

// foldName is a tool name without case and separators.
func foldName(name string) string {
	out := make([]byte, 0, len(name))
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c == '_' || c == '-' || c == ' ' || c == '.':
		case 'A' <= c && c <= 'Z':
			out = append(out, c|0x20)
		default:
			out = append(out, c)
		}
	}
	return string(out)
}
