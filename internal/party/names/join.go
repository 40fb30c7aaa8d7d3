package names

// joinSplit makes one word of two neighbours of a when b writes them as one (Mary Ann, Maryann), and
// says whether it did.
func (e *Engine) joinSplit(a, b []token) ([]token, bool) {
	joined := false
	for i := 0; i+1 < len(a); i++ {
		if run, ok := e.joinAcross(a, b, i); ok {
			a = run
			joined = true
			continue
		}
		if a[i].fold == "" && len(a[i].text) > 1 || a[i+1].fold == "" && len(a[i+1].text) > 1 {
			continue
		}
		n := len(a[i].text) + len(a[i+1].text)
		for j := range b {
			if len(b[j].text) < 4 || abs(len(b[j].text)-n) > 2 || b[j].fold == "" || b[j].text[0] != a[i].text[0] &&
				b[j].script != hangul {
				continue
			}
			text := a[i].text + a[i+1].text
			if !writtenAs(text, min(len(a[i].text), len(a[i+1].text)), &b[j]) {
				continue
			}
			t := e.token(word{text: text, script: a[i].script}, a[i].role, max(a[i].weight, a[i+1].weight))
			if !joined {
				a = append([]token(nil), a...)
			}
			t.role = b[j].role
			t.bits = joinedBits(a[i].bits, a[i+1].bits)
			t.given, t.surname = b[j].given, b[j].surname
			a = append(append(a[:i:i], t), a[i+2:]...)
			joined = true
			break
		}
	}

	return a, joined
}

// joinAcross makes one word of those from a[i] on that b writes as one in the other of Arabic and Latin letters.
func (e *Engine) joinAcross(a, b []token, i int) ([]token, bool) {
	for j := range b {
		if !across(&a[i], &b[j]) || b[j].code == "" && len(b[j].text) < 4 {
			continue
		}
		most := len(b[j].classes) + 1

		if len(b[j].classes) < 2 || a[i].classes == b[j].classes {
			continue
		}
		if a[i].classes != "" && a[i].classes[0] != b[j].classes[0] {
			continue
		}

		text, code, classes := a[i].text, a[i].code, a[i].classes
		for k := i + 1; k < len(a) && len(classes) <= most; k++ {
			text += a[k].text
			code += a[k].code
			classes += a[k].classes
			if len(classes) > most+1 || !nearClasses(classes, b[j].classes) {
				continue
			}
			t := e.token(word{text: text, script: a[i].script, code: code}, b[j].role, b[j].weight)
			if sim, _ := e.agreeCode(&t, &b[j]); sim < agreeSound || len(text) < 4 {
				continue
			}
			t.bits = b[j].bits
			out := append(append([]token(nil), a[:i]...), t)
			return append(out, a[k+1:]...), true
		}
	}
	return a, false
}

// across says whether one of two words is Arabic and the other one Latin.
func across(a, b *token) bool {
	return a.code != "" && b.script == latin || b.code != "" && a.script == latin
}

// writtenAs says whether two neighbours, joined to text, are the word w: to the letter, or when both are
// more than initials with one slip or in another romanisation. shorter is the length of the shorter.
func writtenAs(text string, shorter int, w *token) bool {
	switch {
	case text == w.text:
		return true
	case w.script == hangul:
		return koreanFold(text) == koreanFold(w.text)
	case shorter == 1:
		return false
	}
	d := editsUpTo(mostEdits, text, w.text)
	return d == 1 && max(len(text), len(w.text)) >= 7 || d <= 3 && romanFold(text) == w.fold
}
