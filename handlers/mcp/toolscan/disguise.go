package toolscan

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxWord = 40 // longer words are in no lexicon

// plainWords undoes what single words are disguised by: letters of other scripts, digits for letters, letters with
// blanks between them. What it reads is what every judge reads.
type plainWords struct {
	t     *toolScan
	seg   *segment
	view  *view
	text  string
	swaps []swap
	spell spelling
	// the stretch of words since the last common one
	stretchFrom, stretchTo, stretchWords int
}

// swap replaces a span of the view.
type swap struct {
	span
	plain string
}

// undisguise returns the view with its disguised words in plain letters, and adds what it finds on the way.
func (t *toolScan) undisguise(seg *segment, v view) view {
	p := plainWords{
		t:    t,
		seg:  seg,
		view: &v,
		text: v.text,
	}
	for i := 0; i < len(p.text); {
		if c := p.text[i]; alnum(c) || c >= utf8.RuneSelf {
			i = p.word(i)
			continue
		}
		i++
	}
	p.endSpelling()
	p.endStretch()
	return v.swapped(p.swaps)
}

// word reads the word at i and returns where it ends.
func (p *plainWords) word(i int) int {
	end := i
	ascii := true
	digits := false
	for end < len(p.text) {
		c := p.text[end]
		if c >= utf8.RuneSelf {
			ch, size := utf8.DecodeRuneInString(p.text[end:])
			if !unicode.IsLetter(ch) && !unicode.Is(unicode.M, ch) {
				break
			}
			ascii = false
			end += size
			continue
		}
		if !alnum(c) && (c != '\'' || end == i || end+1 == len(p.text) || !letter(p.text[end+1])) {
			break
		}
		digits = digits || '0' <= c && c <= '9'
		end++
	}

	if end == i { // a symbol
		_, size := utf8.DecodeRuneInString(p.text[i:])
		return i + size
	}
	if end-i == 1 && letter(p.text[i]) {
		p.spellOut(i)
	} else {
		p.endSpelling()
	}

	if end-i <= maxWord {
		p.read(p.text[i:end], i, ascii, digits)
	}
	return end
}

// read notes the plain form of a disguised word, and keeps the stretch.
func (p *plainWords) read(word string, at int, ascii, digits bool) {
	s := p.t.s
	lower := strings.ToLower(strings.ReplaceAll(word, "'", ""))
	switch {
	case !ascii:
		p.lookAlike(word, lower, at)
		return
	case s.languages[english].words[lower].has(slotCommon):
		p.endStretch()
		return
	}

	if p.stretchWords == 0 {
		p.stretchFrom = at
	}
	p.stretchWords++
	p.stretchTo = at + len(word)
	if !digits || len(lower) < 3 || s.known[lower] != 0 {
		return
	}

	plain := []byte(lower)
	letters := 0
	for i, c := range plain {
		if l := leet(c); l != 0 {
			plain[i] = l
		} else {
			letters++
		}
	}
	if letters > 0 && s.known[string(plain)] != 0 {
		p.swap(at, word, string(plain))
	}
}

// lookAlike notes a word with letters that only look Latin.
func (p *plainWords) lookAlike(word, lower string, at int) {
	s := p.t.s
	folded, replaced, latin, ok := s.skeleton(nil, lower)
	if !ok || replaced == 0 || s.known[string(folded)] == 0 {
		return
	}

	telling := s.known[string(folded)].any(slotDrop, slotOrders, slotGiven, slotSecret, slotSend, slotRun, slotUser)
	switch {
	case latin >= 2 && len(folded) >= 3:
		p.note("mixed_script_word", at, at+len(word), string(folded))
	case latin == 0 && len(folded) >= 5 && telling:
		p.note("lookalike_word", at, at+len(word), string(folded))
	default:
		return
	}
	p.swap(at, word, string(folded))
}

func (p *plainWords) swap(at int, word, plain string) {
	p.swaps = append(p.swaps, swap{span: span{int32(at), int32(at + len(word))}, plain: plain})
}

// endStretch tries a long stretch without common words as ROT13 and reversed text.
func (p *plainWords) endStretch() {
	if p.stretchWords >= minStretch {
		p.t.stretch(p.seg, p.view, p.stretchFrom, p.stretchTo)
	}
	p.stretchWords = 0
}

// note adds a finding about a span of the view.
func (p *plainWords) note(check string, start, end int, decoded string) {
	start, end = p.view.raw(start, end)
	p.t.add(p.seg, finding{
		check:   check,
		start:   start,
		end:     end,
		decoded: decoded,
	})
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

// wellKnownTools are folded names of tools that many servers have; a text with orders about one of them, in a list
// without it, is about another server's tool.
func wellKnownTools() map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields(`send_email send_mail send_message post_message read_file write_file edit_file
		delete_file list_directory create_payment make_payment bank_transfer transfer_money send_money send_payment
		execute_command run_command execute_query run_query run_sql create_issue create_pull_request push_files
		get_secret search_emails read_email get_credentials web_search fetch_url create_event send_sms send_invoice
		place_order buy_item browser_navigate upload_file`) {
		out[foldName(name)] = true
	}
	return out
}
